// SPDX-License-Identifier: Apache-2.0
// FR-FCFS request queue (MASK 5.4): the silver queue at 64 entries, the normal queue
// at 192. hls/frfcfs_queue/frfcfs_queue.h describes its behaviour; this is equal to
// hls/frfcfs_queue in every state.
module frfcfs_queue #(
    parameter  int FRFCFS_DEPTH = gmmu_pkg::GMMU_FRFCFS_DEPTH,  // entries, 2 to 256
    parameter  int NUM_BANKS = gmmu_pkg::GMMU_NUM_BANKS,        // 2, 4, 8, 16, 32
    parameter  int REQUEST_W = gmmu_pkg::GMMU_REQUEST_W,        // a request's name for the channel
    parameter  int ROW_W = gmmu_pkg::GMMU_ROW_W,
    parameter  int COL_W = gmmu_pkg::GMMU_COL_W,
    localparam int BANK_W = $clog2(NUM_BANKS),
    localparam int COUNT_W = $clog2(FRFCFS_DEPTH + 1)
) (
    input  logic                 clk,         // rising edge
    input  logic                 rst,         // synchronous, active high

    // input: valid/ready; push_ready depends on the state alone
    input  logic                 push_valid,  // a request is offered
    output logic                 push_ready,  // and is taken at this edge
    input  logic [REQUEST_W-1:0] push_id,     // its name for the channel
    input  logic                 push_write,  // 1 write, 0 read
    input  logic [BANK_W-1:0]    push_bank,   // DRAM bank
    input  logic [ROW_W-1:0]     push_row,    // DRAM row
    input  logic [COL_W-1:0]     push_col,    // burst within the row

    // output: the request chosen in the previous cycle, all 0 while there is none
    output logic                 pick_valid,  // a request is shown
    output logic [REQUEST_W-1:0] pick_id,     // fields as they were pushed
    output logic                 pick_write,
    output logic [BANK_W-1:0]    pick_bank,
    output logic [ROW_W-1:0]     pick_row,
    output logic [COL_W-1:0]     pick_col,
    output logic                 pick_hit,    // its row was open when it was chosen
    input  logic                 pop,         // remove the pick shown in the previous cycle

    // events of the banks
    input  logic [NUM_BANKS-1:0] bank_ready,  // bit b: bank b takes a request
    input  logic                 act_valid,   // a row is opened at this edge
    input  logic [BANK_W-1:0]    act_bank,
    input  logic [ROW_W-1:0]     act_row,
    input  logic [NUM_BANKS-1:0] pre,         // bit b: the row of bank b is closed at this edge

    input  logic [7:0]           cfg_hit_cap, // younger requests that hits take past entry 0; 0: any number
    output logic [COUNT_W-1:0]   level        // entries held
);
  localparam int DEPTH = FRFCFS_DEPTH;
  localparam int INDEX_W = $clog2(DEPTH);

`ifndef __ICARUS__  // Icarus has no such checks
  if (DEPTH < 2 || DEPTH > 256) begin : bad_depth
    $error("frfcfs_queue: FRFCFS_DEPTH must be 2 to 256");
  end
  if (NUM_BANKS < 2 || NUM_BANKS > 32 || 2 ** BANK_W != NUM_BANKS) begin : bad_banks
    $error("frfcfs_queue: NUM_BANKS must be 2, 4, 8, 16 or 32");
  end
  if (REQUEST_W < 1 || ROW_W < 1 || COL_W < 1) begin : no_width
    $error("frfcfs_queue: REQUEST_W, ROW_W and COL_W must be 1 or more");
  end
`endif

  // entries in arrival order, 0 is the oldest
  logic [REQUEST_W-1:0] id [0:DEPTH-1];
  logic [DEPTH-1:0]     write;
  logic [BANK_W-1:0]    bank [0:DEPTH-1];
  logic [ROW_W-1:0]     row [0:DEPTH-1];
  logic [COL_W-1:0]     col [0:DEPTH-1];
  logic [DEPTH-1:0]     hit;                       // the row is open in its bank
  logic [COUNT_W-1:0]   count;                     // entries held
  logic [NUM_BANKS-1:0] open;                      // bank has an open row
  logic [ROW_W-1:0]     open_row [0:NUM_BANKS-1];
  logic [INDEX_W-1:0]   pick_idx;                  // entry of the pick shown now
  logic                 last_valid;                // the pick shown in the previous cycle is still there
  logic [INDEX_W-1:0]   last_idx;
  logic [7:0]           passed;                    // younger requests that left since entry 0 is the oldest

  // handshakes
  logic         push_now, pop_now;
  logic [COUNT_W-1:0] kept;                  // entries left after the removal

  assign push_ready = count < COUNT_W'(DEPTH);
  assign level      = count;
  assign push_now   = push_valid && push_ready;
  assign pop_now    = pop && last_valid;
  assign kept       = count - COUNT_W'(pop_now);

  // FR-FCFS choice: lowest index of the hits that wait, else of all that wait; of all once the cap is reached
  logic [DEPTH-1:0] waits;     // held, and its bank takes a request
  logic [DEPTH-1:0] class_of;  // the class that is served
  logic [DEPTH-1:0] upto;      // some entry at or below i is in the class
  logic [DEPTH-1:0] first;     // one-hot: the choice
  logic             any, any_hit, capped;

  always_comb
    for (int i = 0; i < DEPTH; i++) waits[i] = COUNT_W'(i) < count && bank_ready[bank[i]];

  assign any      = |waits;
  assign any_hit  = |(waits & hit);
  assign capped   = cfg_hit_cap != 8'd0 && passed >= cfg_hit_cap;
  assign class_of = (any_hit && !capped) ? waits & hit : waits;

  // prefix OR in log2(DEPTH) levels, so that the choice is not a ripple of DEPTH gates
  always_comb begin
    upto = class_of;
    for (int k = 1; k < DEPTH; k = k * 2) upto = upto | (upto << k);
  end
  assign first = upto & ~(upto << 1);

  logic [INDEX_W-1:0]   first_idx;
  logic [REQUEST_W-1:0] first_id;
  logic                 first_write, first_hit;
  logic [BANK_W-1:0]    first_bank;
  logic [ROW_W-1:0]     first_row;
  logic [COL_W-1:0]     first_col;

  assign first_write = |(first & write);
  assign first_hit   = |(first & hit);
  always_comb begin
    first_idx  = '0;
    first_id   = '0;
    first_bank = '0;
    first_row  = '0;
    first_col  = '0;
    for (int i = 0; i < DEPTH; i++) begin
      first_idx  = first_idx | (INDEX_W'(i) & {INDEX_W{first[i]}});
      first_id   = first_id | (id[i] & {REQUEST_W{first[i]}});
      first_bank = first_bank | (bank[i] & {BANK_W{first[i]}});
      first_row  = first_row | (row[i] & {ROW_W{first[i]}});
      first_col  = first_col | (col[i] & {COL_W{first[i]}});
    end
  end

  // rows after the edge
  logic [DEPTH-1:0] hit_now;   // hit[] with this edge's activate and precharges
  logic             push_hit;

  always_comb
    for (int i = 0; i < DEPTH; i++)
      hit_now[i] = (act_valid && act_bank == bank[i]) ? row[i] == act_row : hit[i] && !pre[bank[i]];

  assign push_hit = (act_valid && act_bank == push_bank)
      ? push_row == act_row
      : open[push_bank] && !pre[push_bank] && open_row[push_bank] == push_row;

  // the entries: each keeps, takes over its younger neighbour, or takes the pushed request
  for (genvar i = 0; i < DEPTH; i++) begin : entry
    localparam int FROM = (i < DEPTH - 1) ? i + 1 : i;  // the last has no neighbour
    logic shift, put;

    /* verilator lint_off CMPCONST */  // the last of 2^INDEX_W entries
    assign shift = pop_now && INDEX_W'(i) >= last_idx;
    /* verilator lint_on CMPCONST */
    assign put   = push_now && COUNT_W'(i) == kept;

    always_ff @(posedge clk) begin
      if (rst) begin
        id[i]    <= '0;
        write[i] <= 1'b0;
        bank[i]  <= '0;
        row[i]   <= '0;
        col[i]   <= '0;
        hit[i]   <= 1'b0;
      end else if (put) begin
        id[i]    <= push_id;
        write[i] <= push_write;
        bank[i]  <= push_bank;
        row[i]   <= push_row;
        col[i]   <= push_col;
        hit[i]   <= push_hit;
      end else begin
        if (shift) begin
          id[i]    <= id[FROM];
          write[i] <= write[FROM];
          bank[i]  <= bank[FROM];
          row[i]   <= row[FROM];
          col[i]   <= col[FROM];
        end
        hit[i] <= shift ? hit_now[FROM] : hit_now[i];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) count <= '0;
    else count <= kept + COUNT_W'(push_now);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int b = 0; b < NUM_BANKS; b++) open_row[b] <= '0;
      open <= '0;
    end else begin
      for (int b = 0; b < NUM_BANKS; b++)
        if (act_valid && act_bank == BANK_W'(b)) begin
          open[b]     <= 1'b1;
          open_row[b] <= act_row;
        end else if (pre[b]) begin
          open[b] <= 1'b0;
        end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) passed <= '0;
    else if (pop_now) passed <= (last_idx == '0) ? '0 : passed + 8'(passed < cfg_hit_cap);
  end

  // while an entry leaves, indices move: nothing is picked, nothing can be popped next
  always_ff @(posedge clk) begin
    if (rst || pop_now) begin
      pick_valid <= 1'b0;
      pick_idx   <= '0;
      pick_id    <= '0;
      pick_write <= 1'b0;
      pick_bank  <= '0;
      pick_row   <= '0;
      pick_col   <= '0;
      pick_hit   <= 1'b0;
      last_valid <= 1'b0;
      last_idx   <= '0;
    end else begin
      pick_valid <= any;
      pick_idx   <= first_idx;
      pick_id    <= first_id;
      pick_write <= first_write;
      pick_bank  <= first_bank;
      pick_row   <= first_row;
      pick_col   <= first_col;
      pick_hit   <= first_hit;
      last_valid <= pick_valid;
      last_idx   <= pick_valid ? pick_idx : '0;
    end
  end
endmodule
