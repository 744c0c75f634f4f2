// SPDX-License-Identifier: Apache-2.0
// Operand log, control part (thesis 6.3.3, Fig. 6.9): the owner of each entry of the operand
// RAM. hls/operand_log/operand_log.h describes its behaviour; this is equal to
// hls/operand_log in every state.
module operand_log #(
    parameter  int LOG_ENTRIES = gmmu_pkg::GMMU_LOG_ENTRIES,  // 32, 64, 96, 128
    parameter  int SM_WARPS = gmmu_pkg::GMMU_SM_WARPS,        // warp slots: 8, 16, 32, 64
    parameter  int SM_BLOCKS = gmmu_pkg::GMMU_SM_BLOCKS,      // block slots: 2, 4, 8, 16, 32
    parameter  int SEQ_W = gmmu_pkg::GMMU_SEQ_W,              // number in program order
    localparam int WARP_W = $clog2(SM_WARPS),
    localparam int BLOCK_W = $clog2(SM_BLOCKS),
    localparam int INDEX_W = $clog2(LOG_ENTRIES),
    localparam int COUNT_W = $clog2(LOG_ENTRIES + 1)
) (
    input  logic                 clk,              // rising edge
    input  logic                 rst,              // synchronous, active high

    // kernel launch; taken at an edge with both high
    input  logic                 setup_valid,
    output logic                 setup_ready,      // no entry in use, no block being saved, no setup
    input  logic [COUNT_W-1:0]   setup_per_block,  // entries of each block slot
    input  logic [COUNT_W-1:0]   setup_entries,    // entries used: 32, 64, 80, 128

    // issue, or restore: entries for an instruction, all or nothing
    input  logic                 alloc_valid,
    input  logic [BLOCK_W-1:0]   alloc_block,      // its block slot
    input  logic [WARP_W-1:0]    alloc_warp,       // the instruction
    input  logic [SEQ_W-1:0]     alloc_seq,
    input  logic [1:0]           alloc_parts,      // bit 0 addresses, bit 1 data of a store
    output logic [SM_BLOCKS-1:0] room1,            // bit b: block slot b has an entry free
    output logic [SM_BLOCKS-1:0] room2,            // bit b: it has two

    // operand read, or restore: answered by ram_we
    input  logic                 wr_valid,
    input  logic [WARP_W-1:0]    wr_warp,
    input  logic [SEQ_W-1:0]     wr_seq,
    input  logic                 wr_part,

    // replay: answered on a_* and ram_re; taken at an edge with both high
    input  logic                 rd_valid,
    output logic                 rd_ready,         // no block is being saved
    input  logic [WARP_W-1:0]    rd_warp,
    input  logic [SEQ_W-1:0]     rd_seq,
    input  logic                 rd_part,
    output logic                 a_valid,          // last cycle's read is answered
    output logic                 a_hit,            // the log holds the operand

    // last TLB check passed: the instruction's entries are freed
    input  logic                 check_valid,
    input  logic [WARP_W-1:0]    check_warp,
    input  logic [SEQ_W-1:0]     check_seq,

    // ports of the RAM
    output logic                 ram_we,
    output logic [INDEX_W-1:0]   ram_waddr,        // 0 while ram_we is 0
    output logic                 ram_re,
    output logic [INDEX_W-1:0]   ram_raddr,        // 0 while ram_re is 0

    // saving a block: valid/ready; save_* are 0 while save_valid is 0
    input  logic                 save_start,       // begin, unless one is being saved
    input  logic [BLOCK_W-1:0]   save_block,
    output logic                 saving,
    output logic                 save_valid,
    input  logic                 save_ready,
    output logic [WARP_W-1:0]    save_warp,
    output logic [SEQ_W-1:0]     save_seq,
    output logic                 save_part,
    output logic                 save_written      // the operand was written and must be saved
);
  localparam int N = LOG_ENTRIES;
  localparam int BLOCKS = SM_BLOCKS;
  localparam int LAST_W = COUNT_W + 1;
  localparam int COLUMNS = 32;  // entries are counted in columns, then these are added up
  localparam int ROW = 4;       // entries are searched in rows of this many

`ifndef __ICARUS__  // Icarus has no such checks
  if (N < 32 || N > 128 || N % 32 != 0) begin : bad_entries
    $error("operand_log: LOG_ENTRIES must be 32, 64, 96 or 128");
  end
  if (SM_WARPS != 8 && SM_WARPS != 16 && SM_WARPS != 32 && SM_WARPS != 64) begin : bad_warps
    $error("operand_log: SM_WARPS must be 8, 16, 32 or 64");
  end
  if (BLOCKS < 2 || BLOCKS > 32 || 2 ** BLOCK_W != BLOCKS) begin : bad_blocks
    $error("operand_log: SM_BLOCKS must be 2, 4, 8, 16 or 32");
  end
  if (SEQ_W < 1) begin : no_width
    $error("operand_log: SEQ_W must be 1 or more");
  end
`endif

  logic [N-1:0]       used;
  logic [N-1:0]       written;        // the RAM holds its operand
  logic [N-1:0]       part;           // 0 addresses, 1 data
  logic [WARP_W-1:0]  warp [0:N-1];   // warp of the owner, while used
  logic [SEQ_W-1:0]   seq [0:N-1];
  logic [N-1:0]       owned;          // is in the partition of a block slot
  logic [BLOCK_W-1:0] owner [0:N-1];  // of this one
  logic [COUNT_W-1:0] per_block;      // of the latest setup
  logic [COUNT_W-1:0] entries;
  logic               walking;        // a setup is under way: entries are handed out
  logic [COUNT_W-1:0] cursor;         // the next one to hand out
  logic [BLOCK_W-1:0] slot;           // to this block slot
  logic [COUNT_W:0]   last;           // whose last one this is; beyond entries: no slot gets more
  logic [BLOCK_W-1:0] saved;          // block slot being saved, or saved last
  logic               ans_valid;
  logic               ans_hit;

  assign setup_ready = ~|used && !saving && !walking;
  assign rd_ready    = !saving;
  assign a_valid     = ans_valid;
  assign a_hit       = ans_hit;

  // ---- Partitions, and what is free in them ----

  logic [N-1:0] usable;  // free, and in a partition

  assign usable = owned & ~used;

  for (genvar b = 0; b < BLOCKS; b++) begin : block
    logic [      N-1:0] is_free;
    logic [COLUMNS-1:0] one, two;  // per column: some entry is free, two are

    always_comb begin
      for (int i = 0; i < N; i++) is_free[i] = usable[i] && owner[i] == BLOCK_W'(b);
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

  // lowest set bit: which rows have one below, by a prefix OR, then the bits of each row. (Prefixes
  // over all N bits are a little faster and a good deal larger.)
  function automatic logic [N-1:0] lowest(input logic [N-1:0] bits);
    logic [N/ROW-1:0] rows;
    logic             below;
    for (int r = 0; r < N / ROW; r++) rows[r] = |bits[r*ROW+:ROW];
    for (int k = 1; k < N / ROW; k = k * 2) rows = rows | (rows << k);
    rows = rows << 1;
    for (int r = 0; r < N / ROW; r++) begin
      below = rows[r];
      for (int i = r * ROW; i < (r + 1) * ROW; i++) begin
        lowest[i] = bits[i] && !below;
        below     = below || bits[i];
      end
    end
  endfunction

  logic [N-1:0] candidates, first, second;  // free entries of the asking block
  logic [N-1:0] saveable, show;             // of the block that is saved; on the save port
  logic [N-1:0] mark1, mark2, mark;         // get the tag of the asking instruction
  logic [N-1:0] leave;                      // saved at this edge
  logic         setup, both, grant;

  always_comb
    for (int i = 0; i < N; i++) begin
      candidates[i] = usable[i] && owner[i] == alloc_block;
      saveable[i]   = owned[i] && used[i] && owner[i] == saved;
    end

  assign first  = lowest(candidates);
  assign second = lowest(candidates & ~first);
  assign show   = lowest(saveable) & {N{saving}};
  assign leave  = show & {N{save_ready}};
  assign setup  = setup_valid && setup_ready;
  assign both   = &alloc_parts;
  assign mark1  = first & {N{alloc_valid}};
  assign mark2  = second & {N{alloc_valid && both}};
  assign mark   = mark1 | mark2;

  // ---- Owners ----

  logic [N-1:0] asks;    // belongs to the instruction that asks, a part it asks for
  logic [N-1:0] writes;  // is to be written
  logic [N-1:0] reads;   // is to be read
  logic [N-1:0] checks;  // belongs to the instruction that can no longer fault

  always_comb
    for (int i = 0; i < N; i++) begin
      asks[i]   = used[i] && warp[i] == alloc_warp && seq[i] == alloc_seq && alloc_parts[part[i]];
      writes[i] = wr_valid && used[i] && warp[i] == wr_warp && seq[i] == wr_seq && part[i] == wr_part;
      reads[i]  = rd_valid && rd_ready && used[i] && written[i] && warp[i] == rd_warp &&
          seq[i] == rd_seq && part[i] == rd_part;
      checks[i] = check_valid && used[i] && warp[i] == check_warp && seq[i] == check_seq;
    end

  // Only `used` depends on it. The tag of an unused entry has no meaning and may be written early.
  assign grant = |alloc_parts && !(both && !room2[alloc_block]) && ~|asks && !setup;

  // ---- Save port, and the RAM's addresses ----

  logic [INDEX_W-1:0] write_at, read_at;

  assign save_valid   = |show;
  assign save_part    = |(show & part);
  assign save_written = |(show & written);

  always_comb begin
    save_warp = '0;
    save_seq  = '0;
    write_at  = '0;
    read_at   = '0;
    for (int i = 0; i < N; i++) begin
      save_warp = save_warp | (warp[i] & {WARP_W{show[i]}});
      save_seq  = save_seq | (seq[i] & {SEQ_W{show[i]}});
      write_at  = write_at | (INDEX_W'(i) & {INDEX_W{writes[i]}});
      read_at   = read_at | (INDEX_W'(i) & {INDEX_W{reads[i] || leave[i]}});
    end
  end

  // ---- Entries are handed out, one per cycle ----

  logic gives, slot_ends, walk_ends;

  assign gives     = walking && last < {1'b0, entries};
  assign slot_ends = {1'b0, cursor} == last;
  assign walk_ends = !gives || (slot_ends && slot == BLOCK_W'(BLOCKS - 1));

  always_ff @(posedge clk) begin
    if (rst) begin
      per_block <= '0;
      entries   <= '0;
      walking   <= 1'b0;
      cursor    <= '0;
      slot      <= '0;
      last      <= '0;
    end else if (setup) begin
      per_block <= setup_per_block;
      entries   <= setup_entries < COUNT_W'(N) ? setup_entries : COUNT_W'(N);
      walking   <= 1'b1;
      cursor    <= '0;
      slot      <= '0;
      last      <= {1'b0, setup_per_block} - LAST_W'(1);  // all ones if slots get nothing
    end else begin
      walking <= walking && !walk_ends;
      if (gives) cursor <= cursor + COUNT_W'(1);
      if (gives && slot_ends) begin
        slot <= slot + BLOCK_W'(1);
        last <= last + {1'b0, per_block};
      end
    end
  end

  // ---- Registers ----

  // What the wide arrays load. It is 0 at a reset, which saves a gate for each of their bits.
  logic [WARP_W-1:0]  next_warp;
  logic [SEQ_W-1:0]   next_seq;
  logic [BLOCK_W-1:0] next_owner;

  assign next_warp  = alloc_warp & {WARP_W{!rst}};
  assign next_seq   = alloc_seq & {SEQ_W{!rst}};
  assign next_owner = slot & {BLOCK_W{!rst}};

  for (genvar i = 0; i < N; i++) begin : entry
    logic given;

    assign given = gives && cursor == COUNT_W'(i);

    always_ff @(posedge clk) begin
      if (rst || mark[i]) begin
        warp[i] <= next_warp;
        seq[i]  <= next_seq;
      end
      if (rst || given) owner[i] <= next_owner;
      owned[i] <= (owned[i] || given) && !setup && !rst;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      used      <= '0;
      written   <= '0;
      part      <= '0;
      saving    <= 1'b0;
      saved     <= '0;
      ram_we    <= 1'b0;
      ram_waddr <= '0;
      ram_re    <= 1'b0;
      ram_raddr <= '0;
      ans_valid <= 1'b0;
      ans_hit   <= 1'b0;
    end else begin
      used    <= (used & ~checks & ~leave) | (mark & {N{grant}});
      written <= (written | writes) & ~mark;
      part    <= (part & ~mark) | mark2 | (mark1 & {N{!alloc_parts[0]}});
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
