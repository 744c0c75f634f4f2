// Operand log, control part (thesis 6.3.3, Fig. 6.9): which entry of the operand RAM is
// whose. hls/operand_log/operand_log.h describes its behaviour; this is equal to
// hls/operand_log in every state.
module operand_log (
    input  logic        clk,              // rising edge
    input  logic        rst,              // synchronous, active high

    // kernel launch; taken at an edge with both high
    input  logic        setup_valid,
    output logic        setup_ready,      // no entry is in use, no block is saved
    input  logic [ 7:0] setup_per_block,  // entries of each block slot
    input  logic [ 7:0] setup_entries,    // entries used: 32, 64, 80, 128

    // issue, or restore: entries for an instruction, all or nothing
    input  logic        alloc_valid,
    input  logic [ 3:0] alloc_block,      // its block slot
    input  logic [ 5:0] alloc_warp,       // the instruction
    input  logic [15:0] alloc_seq,
    input  logic [ 1:0] alloc_parts,      // bit 0 addresses, bit 1 data of a store
    output logic [15:0] room1,            // bit b: block slot b has an entry free
    output logic [15:0] room2,            // bit b: it has two

    // operand read, or restore: answered by ram_we
    input  logic        wr_valid,
    input  logic [ 5:0] wr_warp,
    input  logic [15:0] wr_seq,
    input  logic        wr_part,

    // replay: answered on a_* and ram_re; taken at an edge with both high
    input  logic        rd_valid,
    output logic        rd_ready,         // no block is saved
    input  logic [ 5:0] rd_warp,
    input  logic [15:0] rd_seq,
    input  logic        rd_part,
    output logic        a_valid,          // last cycle's read is answered
    output logic        a_hit,            // the log holds the operand

    // last TLB check passed: the instruction's entries are freed
    input  logic        check_valid,
    input  logic [ 5:0] check_warp,
    input  logic [15:0] check_seq,

    // ports of the RAM
    output logic        ram_we,
    output logic [ 6:0] ram_waddr,        // 0 while ram_we is 0
    output logic        ram_re,
    output logic [ 6:0] ram_raddr,        // 0 while ram_re is 0

    // saving a block: valid/ready; save_* are 0 while save_valid is 0
    input  logic        save_start,       // begin, unless one is being saved
    input  logic [ 3:0] save_block,
    output logic        saving,
    output logic        save_valid,
    input  logic        save_ready,
    output logic [ 5:0] save_warp,
    output logic [15:0] save_seq,
    output logic        save_part,
    output logic        save_written      // the operand is worth saving
);
  localparam int N = gmmu_pkg::GMMU_LOG_ENTRIES;
  localparam int BLOCKS = gmmu_pkg::GMMU_SM_BLOCKS;
  localparam int COLUMNS = 32;  // entries are counted in columns, then these are added up

  logic [N-1:0] used;
  logic [N-1:0] written;        // the RAM holds its operand
  logic [N-1:0] part;           // 0 addresses, 1 data
  logic [  5:0] warp [0:N-1];   // owner
  logic [ 15:0] seq  [0:N-1];
  logic [  7:0] per_block;
  logic [  7:0] entries;
  logic [  3:0] saved;          // block slot that is, or was last, saved
  logic         ans_valid;
  logic         ans_hit;

  assign setup_ready = ~|used && !saving;
  assign rd_ready    = !saving;
  assign a_valid     = ans_valid;
  assign a_hit       = ans_hit;

  // ---- Partitions, and what is free in them ----

  logic [7:0] base [0:BLOCKS-1];
  logic [7:0] size [0:BLOCKS-1];  // 0: does not fit

  function automatic logic [N-1:0] mask_of(input logic [7:0] from, input logic [7:0] length);
    for (int i = 0; i < N; i++) mask_of[i] = (8'(i) - from) < length;
  endfunction

  for (genvar b = 0; b < BLOCKS; b++) begin : block
    logic [       11:0] first, behind;
    logic               fits;
    logic [      N-1:0] is_free;
    logic [COLUMNS-1:0] one, two;  // per column: some entry is free, two are

    assign first   = 12'(b) * {4'd0, per_block};
    assign behind  = first + {4'd0, per_block};
    assign fits    = behind <= {4'd0, entries};
    assign base[b] = fits ? first[7:0] : 8'd0;
    assign size[b] = fits ? per_block : 8'd0;
    assign is_free = mask_of(base[b], size[b]) & ~used;

    always_comb begin
      one = '0;
      two = '0;
      for (int row = 0; row < N; row = row + COLUMNS) begin
        two = two | (one & is_free[row+:COLUMNS]);
        one = one | is_free[row+:COLUMNS];
      end
      for (int half = COLUMNS / 2; half > 0; half = half / 2) begin
        two = two | (two >> half) | (one & (one >> half));
        one = one | (one >> half);
      end
    end

    assign room1[b] = one[0];
    assign room2[b] = two[0];
  end

  // ---- Choices of entries, one-hot ----

  // lowest set bit, by a prefix OR in log2(N) levels
  function automatic logic [N-1:0] lowest(input logic [N-1:0] bits);
    logic [N-1:0] upto;
    upto = bits;
    for (int k = 1; k < N; k = k * 2) upto = upto | (upto << k);
    lowest = upto & ~(upto << 1);
  endfunction

  logic [N-1:0] candidates, first, second;  // free entries of the asking block
  logic [N-1:0] show;                       // on the save port
  logic [N-1:0] take1, take2, take;         // go to the asking instruction
  logic [N-1:0] leave;                      // saved at this edge
  logic         both, grant;

  assign candidates = mask_of(base[alloc_block], size[alloc_block]) & ~used;
  assign first      = lowest(candidates);
  assign second     = lowest(candidates & ~first);
  assign show       = lowest(mask_of(base[saved], size[saved]) & used) & {N{saving}};
  assign leave      = show & {N{save_ready}};
  assign both       = &alloc_parts;
  assign take1      = first & {N{grant}};
  assign take2      = second & {N{grant && both}};
  assign take       = take1 | take2;

  // ---- Owners ----

  logic [N-1:0] asks;    // belongs to the instruction that asks, a part it asks for
  logic [N-1:0] writes;  // is to be written
  logic [N-1:0] reads;   // is to be read
  logic [N-1:0] checks;  // belongs to the instruction that cannot fault any more

  always_comb
    for (int i = 0; i < N; i++) begin
      asks[i]   = used[i] && warp[i] == alloc_warp && seq[i] == alloc_seq && alloc_parts[part[i]];
      writes[i] = wr_valid && used[i] && warp[i] == wr_warp && seq[i] == wr_seq && part[i] == wr_part;
      reads[i]  = rd_valid && rd_ready && used[i] && written[i] && warp[i] == rd_warp &&
          seq[i] == rd_seq && part[i] == rd_part;
      checks[i] = check_valid && used[i] && warp[i] == check_warp && seq[i] == check_seq;
    end

  assign grant = alloc_valid && |alloc_parts && (both ? |second : |first) && ~|asks;

  // ---- Save port, and the RAM's addresses ----

  logic [6:0] write_at, read_at;

  assign save_valid   = |show;
  assign save_part    = |(show & part);
  assign save_written = |(show & written);

  always_comb begin
    save_warp = 6'd0;
    save_seq  = 16'd0;
    write_at  = 7'd0;
    read_at   = 7'd0;
    for (int i = 0; i < N; i++) begin
      save_warp = save_warp | (warp[i] & {6{show[i]}});
      save_seq  = save_seq | (seq[i] & {16{show[i]}});
      write_at  = write_at | (7'(i) & {7{writes[i]}});
      read_at   = read_at | (7'(i) & {7{reads[i] || leave[i]}});
    end
  end

  // ---- Registers ----

  for (genvar i = 0; i < N; i++) begin : entry
    always_ff @(posedge clk) begin
      if (rst) begin
        warp[i] <= 6'd0;
        seq[i]  <= 16'd0;
      end else if (take[i]) begin
        warp[i] <= alloc_warp;
        seq[i]  <= alloc_seq;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      used      <= '0;
      written   <= '0;
      part      <= '0;
      per_block <= 8'd0;
      entries   <= 8'd0;
      saving    <= 1'b0;
      saved     <= 4'd0;
      ram_we    <= 1'b0;
      ram_waddr <= 7'd0;
      ram_re    <= 1'b0;
      ram_raddr <= 7'd0;
      ans_valid <= 1'b0;
      ans_hit   <= 1'b0;
    end else begin
      used    <= (used & ~checks & ~leave) | take;
      written <= (written | writes) & ~take;
      part    <= (part & ~take) | take2 | (take1 & {N{!alloc_parts[0]}});
      if (setup_valid && setup_ready) begin
        per_block <= setup_per_block;
        entries   <= setup_entries < 8'(N) ? setup_entries : 8'(N);
      end
      if (save_start && !saving) saved <= save_block;
      saving    <= saving ? save_valid : save_start;
      ram_we    <= |writes;
      ram_waddr <= write_at;
      ram_re    <= |reads || |leave;
      ram_raddr <= read_at;
      ans_valid <= rd_valid && rd_ready;
      ans_hit   <= |reads;
    end
  end
endmodule
