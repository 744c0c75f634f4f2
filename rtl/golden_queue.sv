// SPDX-License-Identifier: Apache-2.0
// Golden queue (MASK 5.4): the FIFO of page-walk requests of one memory channel,
// GOLDEN_DEPTH entries, served strictly in order. Equal to hls/golden_queue in every state.
module golden_queue #(
    parameter  int GOLDEN_DEPTH = gmmu_pkg::GMMU_GOLDEN_DEPTH,  // entries: 2, 4, ... 256
    parameter  int NUM_BANKS = gmmu_pkg::GMMU_NUM_BANKS,        // 2, 4, 8, 16, 32
    parameter  int REQUEST_W = gmmu_pkg::GMMU_REQUEST_W,        // a request's name for the channel
    parameter  int ROW_W = gmmu_pkg::GMMU_ROW_W,
    parameter  int COL_W = gmmu_pkg::GMMU_COL_W,
    localparam int BANK_W = $clog2(NUM_BANKS),
    localparam int COUNT_W = $clog2(GOLDEN_DEPTH + 1)
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

    // output: the oldest request, all 0 while pick_valid is 0
    output logic                 pick_valid,  // the queue holds a request
    output logic [REQUEST_W-1:0] pick_id,     // fields as they were pushed
    output logic                 pick_write,
    output logic [BANK_W-1:0]    pick_bank,
    output logic [ROW_W-1:0]     pick_row,
    output logic [COL_W-1:0]     pick_col,
    input  logic                 pop,         // remove it at this edge; ignored while pick_valid is 0

    output logic [COUNT_W-1:0]   level        // entries held
);
  localparam int DEPTH = GOLDEN_DEPTH;
  localparam int INDEX_W = $clog2(DEPTH);

`ifndef __ICARUS__  // Icarus has no such checks
  if (DEPTH < 2 || DEPTH > 256 || 2 ** INDEX_W != DEPTH) begin : bad_depth
    $error("golden_queue: GOLDEN_DEPTH must be 2, 4, ... 256");
  end
  if (NUM_BANKS < 2 || NUM_BANKS > 32 || 2 ** BANK_W != NUM_BANKS) begin : bad_banks
    $error("golden_queue: NUM_BANKS must be 2, 4, 8, 16 or 32");
  end
  if (REQUEST_W < 1 || ROW_W < 1 || COL_W < 1) begin : no_width
    $error("golden_queue: REQUEST_W, ROW_W and COL_W must be 1 or more");
  end
`endif

  logic [REQUEST_W-1:0] id [0:DEPTH-1];
  logic                 write [0:DEPTH-1];
  logic [BANK_W-1:0]    bank [0:DEPTH-1];
  logic [ROW_W-1:0]     row [0:DEPTH-1];
  logic [COL_W-1:0]     col [0:DEPTH-1];
  logic [INDEX_W-1:0]   rd;                 // oldest entry
  logic [INDEX_W-1:0]   wr;                 // next free entry
  logic [COUNT_W-1:0]   count;              // entries held

  logic push_now, pop_now;

  assign push_ready = count < COUNT_W'(DEPTH);
  assign pick_valid = count != '0;
  assign pick_id    = pick_valid ? id[rd] : '0;
  assign pick_write = pick_valid && write[rd];
  assign pick_bank  = pick_valid ? bank[rd] : '0;
  assign pick_row   = pick_valid ? row[rd] : '0;
  assign pick_col   = pick_valid ? col[rd] : '0;
  assign level      = count;

  assign push_now = push_valid && push_ready;
  assign pop_now  = pop && pick_valid;

  for (genvar i = 0; i < DEPTH; i++) begin : entries
    always_ff @(posedge clk)
      if (rst) begin
        id[i]    <= '0;
        write[i] <= 1'b0;
        bank[i]  <= '0;
        row[i]   <= '0;
        col[i]   <= '0;
      end else if (push_now && wr == INDEX_W'(i)) begin
        id[i]    <= push_id;
        write[i] <= push_write;
        bank[i]  <= push_bank;
        row[i]   <= push_row;
        col[i]   <= push_col;
      end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      rd    <= '0;
      wr    <= '0;
      count <= '0;
    end else begin
      wr    <= wr + INDEX_W'(push_now);
      rd    <= rd + INDEX_W'(pop_now);
      count <= count + COUNT_W'(push_now) - COUNT_W'(pop_now);
    end
  end
endmodule
