// SPDX-License-Identifier: Apache-2.0
// Page walker: WALKERS walks of page tables at a time, and a cache of the tables that walks have come to.
// Equal to hls/page_walker in every state.
//
// A walk is taken by a free walker, has its root looked up, begins in the cached table nearest to the leaf,
// reads one entry after the other, and gives one result. An invalidation makes walks begin again.
module page_walker #(
    parameter  int WALKERS = gmmu_pkg::GMMU_WALKERS,          // walks at a time, 2 to 64
    parameter  int WALK_LEVELS = gmmu_pkg::GMMU_WALK_LEVELS,  // of the longest walk, 2 to 8
    parameter  int WALK_WAYS = gmmu_pkg::GMMU_WALK_WAYS,      // cached tables of a level: 2, 4, 8 or 16
    parameter  int WALK_READS = gmmu_pkg::GMMU_WALK_READS,    // ports of reads: 1, 2 or 4, WALKERS at most
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int LARGE_VPN_W = gmmu_pkg::GMMU_LARGE_VPN_W,  // of a large page, VPN_W at most
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    localparam int WALKER_W = $clog2(WALKERS),
    localparam int READS = (WALK_READS < 1) ? 1 : WALK_READS,  // so that the checks below come first
    localparam int NAME_W = (WALKERS > 2 * READS) ? $clog2((WALKERS + READS - 1) / READS) : 1
) (
    input  logic                     clk,            // rising edge
    input  logic                     rst,            // synchronous, active high

    // a page is to be walked: valid, ready
    input  logic                     walk_valid,
    input  logic [ASID_W-1:0]        walk_asid,      // address space
    input  logic [VPN_W-1:0]         walk_vpn,       // page
    output logic                     walk_ready,

    // the root table of a walk is looked up, and the answer, some cycles later
    output logic                     l_valid,
    output logic [ASID_W-1:0]        l_asid,
    output logic [VPN_W-1:0]         l_vpn,
    input  logic                     r_valid,
    input  logic [1:0]               r_why,          // 0, or why the page may not be walked
    input  logic [PPN_W-1:0]         r_root,         // frame of the root table
    input  logic                     r_whole,        // all of the large page around it may be walked

    // an entry is to be read, at the port of its walker: valid, ready; and the answer, there too, in any
    // order, always taken
    output logic [READS-1:0]         rd_valid,
    output logic [READS*NAME_W-1:0] rd_walker,       // name that the answer gives back
    output logic [READS*PPN_W-1:0]   rd_table,       // frame
    output logic [READS*9-1:0]       rd_word,        // word of 64 bits in it
    output logic [READS*ASID_W-1:0]  rd_asid,        // whose it is
    output logic [READS*3-1:0]       rd_level,       // its level, from the leaf
    output logic                     rd_open,        // a read is at a port, or has not been answered
    input  logic                     hold,           // no new read comes to a port
    input  logic [READS-1:0]         rd_ready,
    input  logic [READS-1:0]         rsp_valid,
    input  logic [READS*NAME_W-1:0] rsp_walker,
    input  logic [READS-1:0]         rsp_error,      // there is no such memory
    input  logic [READS*64-1:0]      rsp_data,       // the word with the entry

    // translations change: valid until inv_ack
    input  logic                     inv_valid,
    input  logic                     inv_all,        // of all address spaces
    input  logic [ASID_W-1:0]        inv_asid,       // of this one
    output logic                     inv_ack,

    // a walk has ended: valid, ready
    output logic                     done_valid,
    output logic [ASID_W-1:0]        done_asid,
    output logic [VPN_W-1:0]         done_vpn,
    output logic [PPN_W-1:0]         done_ppn,       // frame of the base page, if mapped
    output logic [2:0]               done_kind,      // 0 mapped, 1 absent, 2 malformed, 3 bus error, 4+r_why
    output logic [2:0]               done_level,     // at which level
    output logic [5:0]               done_size,      // log2 of the base pages of the page there
    output logic                     done_large,     // the whole large page around it is mapped, and allowed
    output logic                     done_read,      // it may be read
    output logic                     done_write,     // it may be written
    output logic                     done_exec,      // it may be executed
    output logic                     done_system,    // it is for system mode only
    input  logic                     done_ready,

    // the format: levels count from the leaf
    input  logic [2:0]               fmt_root,       // level of the root
    input  logic [WALK_LEVELS*6-1:0] fmt_low,        // lowest bit of the page number that indexes a level
    input  logic [WALK_LEVELS*4-1:0] fmt_bits,       // width of the index of its words
    input  logic [WALK_LEVELS-1:0]   fmt_leaf,       // may an entry of a level map a page?
    input  logic                     fmt_short,      // entries have 32 bits, two a word
    input  logic                     fmt_dual,       // entries of level 1 are dual
    input  logic                     fmt_large_word, // the word of them that points to larger pages
    input  logic [5:0]               fmt_large_low,  // lowest bit and width of the index there
    input  logic [3:0]               fmt_large_bits,
    input  logic [5:0]               fmt_frame,      // lowest bit of the frame in an entry, its width
    input  logic [5:0]               fmt_frame_bits,
    input  logic [7:0]               fmt_pointer,    // flags: it points to a table
    input  logic [7:0]               fmt_page,       // it maps a page
    input  logic [7:0]               fmt_large,      // above the last level it is meant to
    input  logic                     fmt_marked,     // also at the last level
    input  logic [7:0]               fmt_read,       // the page may be read, or
    input  logic                     fmt_read_no,    // may not
    input  logic [7:0]               fmt_write,      // the page may be written, or
    input  logic                     fmt_write_no,   // may not
    input  logic [7:0]               fmt_system,     // the page is for system mode only, or
    input  logic                     fmt_system_no,  // for all
    input  logic [7:0]               fmt_accessed,   // accessed, else it is absent; none: all are
    input  logic [7:0]               fmt_dirty,      // it is dirty, else it may not be written; none: all are
    input  logic [7:0]               fmt_pointer_no, // a pointer to a table must not have these
    input  logic [5:0]               fmt_exec,       // this bit of an entry: the page may be executed, or
    input  logic                     fmt_exec_no,    // may not
    input  logic                     fmt_exec_all,   // all may be
    input  logic                     fmt_write_reads,  // what may be written must be one that may be read
    input  logic                     fmt_every_level   // rights of all entries on the way count
);
  localparam int LEVELS = WALK_LEVELS;
  localparam int CACHED = WALK_LEVELS - 1;
  localparam int WAYS = WALK_WAYS;
  localparam int LARGE = VPN_W - LARGE_VPN_W;  // log2 of the base pages of a large one
  localparam int WAY_W = $clog2(WALK_WAYS);
  localparam int GROUPS = WALKERS / READS + 1;
  localparam int TURN_W = NAME_W + $clog2(READS);  // of a name and its port
  localparam logic [GROUPS*READS-1:0] OF_PORT_0 = {GROUPS{READS'(1)}};  // walkers whose reads have port 0
  localparam int BELOW_W = VPN_W > PPN_W ? VPN_W : PPN_W;

`ifndef __ICARUS__  // Icarus has no such checks
  if (WALKERS < 2 || WALKERS > 64) begin : bad_walkers
    $error("page_walker: WALKERS must be 2 to 64");
  end
  if (LEVELS < 2 || LEVELS > 8) begin : bad_levels
    $error("page_walker: WALK_LEVELS must be 2 to 8");
  end
  if (WAYS < 2 || WAYS > 16 || (WAYS & (WAYS - 1)) != 0) begin : bad_ways
    $error("page_walker: WALK_WAYS must be 2, 4, 8 or 16");
  end
  if ((WALK_READS != 1 && WALK_READS != 2 && WALK_READS != 4) || WALK_READS > WALKERS) begin : bad_reads
    $error("page_walker: WALK_READS must be 1, 2 or 4, and WALKERS at least that");
  end
  if (LARGE_VPN_W < 1 || LARGE_VPN_W > VPN_W) begin : bad_large
    $error("page_walker: LARGE_VPN_W must be 1 to VPN_W");
  end
  if (ASID_W < 1 || VPN_W < 1 || PPN_W < 1) begin : no_width
    $error("page_walker: ASID_W, VPN_W and PPN_W must be 1 or more");
  end
`endif

  // what a walker does
  localparam logic [2:0] FREE = 3'd0;
  localparam logic [2:0] LOOK = 3'd1;
  localparam logic [2:0] ROOT = 3'd2;
  localparam logic [2:0] ROOT_OLD = 3'd3;
  localparam logic [2:0] READ = 3'd4;
  localparam logic [2:0] WAIT = 3'd5;
  localparam logic [2:0] WAIT_OLD = 3'd6;
  localparam logic [2:0] DONE = 3'd7;
  // the entry that it reads
  localparam logic [1:0] PLAIN = 2'd0;
  localparam logic [1:0] LARGE_WORD = 2'd1;
  localparam logic [1:0] LARGE_PAGE = 2'd2;
  localparam logic [1:0] SMALL_WORD = 2'd3;
  // how a walk has ended
  localparam logic [2:0] MAPPED = 3'd0;
  localparam logic [2:0] ABSENT = 3'd1;
  localparam logic [2:0] MALFORMED = 3'd2;
  localparam logic [2:0] BUS_ERROR = 3'd3;
  // bits of rights
  localparam int WRITES = 0;
  localparam int READS_PAGE = 1;
  localparam int EXECUTES = 2;
  localparam int USER = 3;

  // walkers
  logic [2:0]        w_phase[0:WALKERS-1];
  logic [ASID_W-1:0] w_asid[0:WALKERS-1];
  logic [VPN_W-1:0]  w_vpn[0:WALKERS-1];
  logic [2:0]        w_level[0:WALKERS-1];
  logic [1:0]        w_part[0:WALKERS-1];
  logic [PPN_W-1:0]  w_table[0:WALKERS-1];  // of its level; of a result, the frame, if mapped
  logic [PPN_W-1:0]  w_large[0:WALKERS-1];  // table of larger pages
  logic [WALKERS-1:0] w_whole;              // all of the large page around it may be walked
  logic [WALKERS-1:0] w_upper;              // a short entry is in the upper half of the word that it reads
  logic [2:0]        w_kind[0:WALKERS-1];   // of a result
  logic [3:0]        w_rights[0:WALKERS-1];        // of the way to w_table; of a result, its own, if mapped
  logic [3:0]        w_large_rights[0:WALKERS-1];  // to w_large
  // cached tables, level i from i * WAYS
  logic [CACHED*WAYS-1:0] c_valid;
  logic [ASID_W-1:0] c_asid[0:CACHED*WAYS-1];
  logic [VPN_W-1:0]  c_vpn[0:CACHED*WAYS-1];   // a page below it
  logic [PPN_W-1:0]  c_table[0:CACHED*WAYS-1];
  logic [3:0]        c_rights[0:CACHED*WAYS-1];  // that the entries on the way to it allow
  logic [WAY_W-1:0]  c_next[0:CACHED-1];       // way that the next table takes
  // the walkers that were last at these ports: those behind them are first
  logic [WALKER_W-1:0] l_walker;
  logic [WALKER_W-1:0] done_walker;

  // ---- the format ----

  // Functions of all that they read: Icarus would wait for `low` in a block that adds it up, for ever.
  function automatic logic [5:0] low_at(input logic [LEVELS:0] at, input logic [LEVELS*6-1:0] low,
                                        input logic [5:0] large_low);
    low_at = large_low & {6{at[LEVELS]}};
    for (int i = 0; i < LEVELS; i++) low_at = low_at | (low[i*6+:6] & {6{at[i]}});
  endfunction
  function automatic logic [3:0] bits_at(input logic [LEVELS:0] at, input logic [LEVELS*4-1:0] bits,
                                         input logic [3:0] large_bits);
    bits_at = large_bits & {4{at[LEVELS]}};
    for (int i = 0; i < LEVELS; i++) bits_at = bits_at | (bits[i*4+:4] & {4{at[i]}});
  endfunction
  // the entry to begin with in a table of this level
  function automatic logic [1:0] first_part(input logic [2:0] level, input logic dual);
    first_part = dual && level == 3'd1 ? LARGE_WORD : PLAIN;
  endfunction
  // bits of the page number that an entry at this bit leaves to those below
  function automatic logic [BELOW_W-1:0] bits_below(input logic [5:0] low);
    bits_below = ~({BELOW_W{1'b1}} << low);
  endfunction
  // ---- turns: the first behind the one that was last, else the first of all ----
  // The order is known before it is known which walkers want a turn.
  function automatic logic [WALKERS-1:0] next_in_turn(input logic [WALKERS-1:0] wanting,
                                                      input logic [TURN_W-1:0] last);
    logic [WALKERS-1:0] behind;
    behind = {WALKERS{1'b1}} << last << 1;
    next_in_turn = wanting;
    for (int w = 0; w < WALKERS; w++)
      for (int o = 0; o < WALKERS; o++)
        if (o != w && (behind[o] == behind[w] ? o < w : behind[o]) && wanting[o]) next_in_turn[w] = 1'b0;
  endfunction
  logic [WALKERS-1:0] free;
  logic [WALKERS-1:0] to_look;
  logic [WALKERS-1:0] to_read;
  logic [WALKERS-1:0] to_end;
  logic [WALKERS-1:0] looking;
  logic [WALKERS-1:0] waiting;   // for an entry
  logic [WALKERS-1:0] again;     // what it has read is from before an invalidation
  logic [WALKERS-1:0] answered;  // its read
  logic [WALKERS-1:0] takes;
  logic [WALKERS-1:0] looks;
  logic [WALKERS-1:0] reads;     // one at most of each port
  logic [WALKERS-1:0] ends;

  always_comb begin
    for (int w = 0; w < WALKERS; w++) begin
      again[w]    = inv_valid && (inv_all || w_asid[w] == inv_asid);
      free[w]     = w_phase[w] == FREE;
      to_look[w]  = w_phase[w] == LOOK;
      to_read[w]  = w_phase[w] == READ && !again[w] && !hold;
      to_end[w]   = w_phase[w] == DONE && !again[w];
      looking[w]  = w_phase[w] == ROOT || w_phase[w] == ROOT_OLD;
      waiting[w]  = w_phase[w] == WAIT || w_phase[w] == WAIT_OLD;
      answered[w] = rsp_valid[w%READS] && rsp_walker[w%READS*NAME_W+:NAME_W] == NAME_W'(w / READS) &&
          !(rd_valid[w%READS] && rd_walker[w%READS*NAME_W+:NAME_W] == NAME_W'(w / READS));
    end
    takes = walk_valid ? free & (~free + WALKERS'(1)) : '0;
    looks = next_in_turn(to_look & {WALKERS{looking == '0 || r_valid}}, TURN_W'(l_walker));
    reads = '0;
    for (int r = 0; r < READS; r++)
      reads = reads | next_in_turn(
          to_read & WALKERS'(OF_PORT_0 << r) & {WALKERS{!rd_valid[r] || rd_ready[r]}},
          (TURN_W'(rd_walker[r*NAME_W+:NAME_W]) << $clog2(READS)) | TURN_W'(r));
    ends  = next_in_turn(to_end & {WALKERS{!done_valid || done_ready}}, TURN_W'(done_walker));
  end

  // ---- each walker, as if it had a turn: what is known before the turns are ----
  logic [LEVELS:0]    place[0:WALKERS-1];  // level of the entry, or the one of larger pages: one bit
  logic [5:0]         low[0:WALKERS-1];    // lowest bit of the page number there
  logic [8:0]         word[0:WALKERS-1];   // to read
  logic [PPN_W-1:0]   from[0:WALKERS-1];   // the table
  logic [WALKERS-1:0] upper;               // the entry to read is in the upper half of its word
  logic [WALKERS-1:0] spans;               // a result of its would be one of a whole large page

  for (genvar w = 0; w < WALKERS; w++) begin : readers
    logic [3:0] bits;
    logic [9:0] index;
    logic [8:0] plain;
    assign place[w][LEVELS] = w_part[w] == LARGE_PAGE;
    for (genvar i = 0; i < LEVELS; i++) begin : at
      assign place[w][i] = w_level[w] == 3'(i) && w_part[w] != LARGE_PAGE;
    end
    assign low[w]   = low_at(place[w], fmt_low, fmt_large_low);
    assign bits     = bits_at(place[w], fmt_bits, fmt_large_bits);
    assign index    = 10'(w_vpn[w] >> low[w]);
    assign plain    = (fmt_short ? index[9:1] : index[8:0]) & ~(9'h1ff << bits);
    assign word[w]  = w_part[w] == LARGE_WORD ? {plain[7:0], fmt_large_word}
                    : w_part[w] == SMALL_WORD ? {plain[7:0], !fmt_large_word} : plain;
    assign from[w]  = w_part[w] == LARGE_PAGE ? w_large[w] : w_table[w];
    assign upper[w] = index[0];
    assign spans[w] = w_whole[w] && w_kind[w] == MAPPED && 32'(low[w]) >= LARGE;
  end

  assign walk_ready = |free;
  assign rd_open    = |waiting;

  // ---- the walkers whose root is looked up, and whose result leaves (AND-OR reads) ----
  logic [ASID_W-1:0]   look_asid, end_asid;
  logic [VPN_W-1:0]    look_vpn, end_vpn;
  logic [2:0]          end_level;
  logic [PPN_W-1:0]    end_ppn;
  logic [WALKER_W-1:0] look_walker, end_walker;
  logic [2:0]          end_kind;
  logic [3:0]          end_rights;
  logic [5:0]          end_low;

  always_comb begin
    {look_asid, look_vpn, look_walker} = '0;
    {end_asid, end_vpn, end_level, end_low, end_ppn, end_kind, end_rights, end_walker} = '0;
    for (int w = 0; w < WALKERS; w++) begin
      if (looks[w]) begin
        look_asid   = look_asid | w_asid[w];
        look_vpn    = look_vpn | w_vpn[w];
        look_walker = look_walker | WALKER_W'(w);
      end
      if (ends[w]) begin
        end_asid   = end_asid | w_asid[w];
        end_vpn    = end_vpn | w_vpn[w];
        end_level  = end_level | w_level[w];
        end_low    = end_low | low[w];
        end_ppn    = end_ppn | (w_table[w] & {PPN_W{w_kind[w] == MAPPED}});
        end_kind   = end_kind | w_kind[w];
        end_rights = end_rights | (w_rights[w] & {4{w_kind[w] == MAPPED}});
        end_walker = end_walker | WALKER_W'(w);
      end
    end
  end

  // ---- the ports of reads: the walker that has a turn, and the one whose entry has been read ----

  // of the entry that has been read at a port
  logic [ASID_W-1:0]   e_asid[0:READS-1];
  logic [VPN_W-1:0]    e_vpn[0:READS-1];
  logic [LEVELS:0]     e_at[0:READS-1];      // its place
  logic [PPN_W-1:0]    e_table[0:READS-1];  // the frame of the page
  logic [2:0]          e_kind[0:READS-1];
  logic [3:0]          e_rights[0:READS-1];  // that it leaves to the page
  logic [3:0]          e_passes[0:READS-1];  // to what is below
  logic [3:0]          e_way[0:READS-1];     // of the way to what is below
  logic [READS-1:0]    e_down, e_small, e_ends;
  logic [READS-1:0]    e_fills;             // it gives the cache a table
  logic [PPN_W-1:0]    e_frame[0:READS-1];  // in it

  for (genvar r = 0; r < READS; r++) begin : ports
    localparam int ENTRY = r * 64;

    // AND-OR reads
    logic [8:0]          read_word;
    logic [PPN_W-1:0]    read_table;
    logic [NAME_W-1:0]   read_name;
    logic [ASID_W-1:0]   asid;         // of the walker that the answer names, as all that follows
    logic [VPN_W-1:0]    vpn;
    logic [LEVELS:0]     at;           // its place, one of these bits
    logic                plain, large_word, large_page;
    logic                moves, used;  // used: by a walk that goes on
    logic                halved;       // the entry that has been read is in the upper half
    logic [ASID_W-1:0]   shown_asid;
    logic [2:0]          shown_level;
    logic [3:0]          above;        // rights of the way to its table

    always_comb begin
      {read_word, read_table, read_name} = '0;
      {asid, vpn, at, plain, large_word, above} = '0;
      {shown_asid, shown_level} = '0;
      moves  = 1'b0;
      used   = 1'b0;
      halved = 1'b0;
      for (int w = r; w < WALKERS; w = w + READS) begin
        if (reads[w]) begin
          read_word  = read_word | word[w];
          read_table = read_table | from[w];
          read_name  = read_name | NAME_W'(w / READS);
          moves      = 1'b1;
        end
        if (rsp_walker[r*NAME_W+:NAME_W] == NAME_W'(w / READS)) begin
          asid       = asid | w_asid[w];
          vpn        = vpn | w_vpn[w];
          at         = at | place[w];
          plain      = plain || w_part[w] == PLAIN;
          large_word = large_word || w_part[w] == LARGE_WORD;
          above      = above | w_rights[w];
          halved     = halved || w_upper[w];
        end
        used = used || (answered[w] && w_phase[w] == WAIT && !again[w]);
        if (rd_walker[r*NAME_W+:NAME_W] == NAME_W'(w / READS)) begin
          shown_asid  = shown_asid | w_asid[w];
          shown_level = shown_level | (w_part[w] == LARGE_PAGE ? 3'd0 : w_level[w]);
        end
      end
    end

    assign rd_asid[r*ASID_W+:ASID_W] = shown_asid;
    assign rd_level[r*3+:3] = shown_level;

    always_ff @(posedge clk) begin
      if (rst) begin
        rd_valid[r]                     <= 1'b0;
        rd_walker[r*NAME_W+:NAME_W]     <= '0;
        rd_table[r*PPN_W+:PPN_W]        <= '0;
        rd_word[r*9+:9]                 <= '0;
      end else begin
        rd_valid[r] <= moves || (rd_valid[r] && !rd_ready[r]);
        if (moves) begin
          rd_walker[r*NAME_W+:NAME_W]     <= read_name;
          rd_table[r*PPN_W+:PPN_W]        <= read_table;
          rd_word[r*9+:9]                 <= read_word;
        end
      end
    end

    // ---- the entry that has been read ----

    // Half 0 is the word, or its lower half; half 1 the upper half, where a short entry may be. Both are
    // looked at before it is known which one has the entry.
    logic [63:0]        half[0:1];
    logic [63:0]        beyond;    // bits of an entry that are of its frame, and more than a frame has
    logic [PPN_W-1:0]   in_frame;
    logic [PPN_W-1:0]   frame[0:1];
    logic [3:0]         allows[0:1];
    logic [1:0]         fits, pages, pointers, larges, no_reads, accesses, dirties, leads, empties;
    logic               second;    // the entry is in half 1
    logic [PPN_W-1:0]   ppn;
    logic [3:0]         rights;    // that it allows
    logic [BELOW_W-1:0] below;     // bits of the page number within its page
    logic               bottom, leaf, may, maps, points, right;
    logic               mapped, down, other;
    assign large_page = at[LEVELS];
    assign second     = fmt_short && halved;
    assign half[0]    = {rsp_data[ENTRY+32+:32] & {32{!fmt_short}}, rsp_data[ENTRY+:32]};
    assign half[1]    = {32'd0, rsp_data[ENTRY+32+:32]};
    assign beyond     = ({64{1'b1}} << fmt_frame << PPN_W) &
        ~({64{1'b1}} << (7'(fmt_frame) + 7'(fmt_frame_bits)));
    assign in_frame   = PPN_W'(~({64{1'b1}} << fmt_frame_bits));
    for (genvar h = 0; h < 2; h++) begin : halves
      logic [7:0] flags;
      assign flags       = half[h][7:0];
      assign frame[h]    = PPN_W'(half[h] >> fmt_frame) & in_frame;
      assign fits[h]     = (half[h] & beyond) == '0;
      assign pages[h]    = (flags & fmt_page) != '0;
      assign pointers[h] = (flags & fmt_pointer) != '0;
      assign larges[h]   = (flags & fmt_large) != '0;
      assign empties[h]  = flags == '0;
      assign accesses[h] = fmt_accessed == '0 || (flags & fmt_accessed) != '0;
      assign dirties[h]  = fmt_dirty == '0 || (flags & fmt_dirty) != '0;
      assign allows[h][WRITES]     = ((flags & fmt_write) != '0) ^ fmt_write_no;
      assign allows[h][READS_PAGE] = ((flags & fmt_read) != '0) ^ fmt_read_no;
      assign allows[h][EXECUTES]   = (1'(half[h] >> fmt_exec) ^ fmt_exec_no) || fmt_exec_all;
      assign allows[h][USER]       = ((flags & fmt_system) != '0) == fmt_system_no;
      assign no_reads[h] = fmt_write_reads && allows[h][WRITES] && !allows[h][READS_PAGE];
      assign leads[h]    = pointers[h] && !larges[h] && fits[h] && (flags & fmt_pointer_no) == '0 &&
          !rsp_error[r];
    end

    always_comb begin
      ppn    = frame[second];
      rights = allows[second];
      below  = bits_below(fmt_large_low) & {BELOW_W{large_page}};
      may    = large_page;
      for (int i = 0; i < LEVELS; i++) begin
        below = below | (bits_below(fmt_low[i*6+:6]) & {BELOW_W{at[i]}});
        may   = may || (at[i] && fmt_leaf[i]);
      end
      bottom = at[0] || large_page;
      leaf   = larges[second] || (bottom && !fmt_marked);
      maps   = leaf && pages[second];
      points = !leaf && pointers[second];
      right  = may && (ppn & PPN_W'(below)) == '0 && fits[second] && !no_reads[second];
      mapped = !rsp_error[r] && maps && right && accesses[second];
      down   = leads[second] && !bottom;
      other  = !rsp_error[r] && ((large_word && !maps && !points) || (large_page && empties[second]));
    end

    assign e_asid[r]   = asid;
    assign e_vpn[r]    = vpn;
    assign e_at[r]     = at;
    assign e_down[r]   = down;
    assign e_small[r]  = other;
    assign e_ends[r]   = !down && !other;
    assign e_kind[r]   = rsp_error[r] ? BUS_ERROR : mapped ? MAPPED :
        (maps && !right) || points ? MALFORMED : ABSENT;
    assign e_frame[r]  = ppn;
    assign e_table[r]  = ppn | PPN_W'(BELOW_W'(vpn) & below);
    assign e_rights[r] = rights & {3'b111, dirties[second]};
    assign e_passes[r] = rights | {4{!fmt_every_level}};
    assign e_way[r]    = above & e_passes[r];
    assign e_fills[r]  = used && down && plain;
  end

  // ---- the cache of tables ----

  logic [CACHED*WAYS-1:0] c_hit;    // holds the table of the walk that is looked up
  logic [PPN_W-1:0]       first_table;
  logic [2:0]             first_level;
  logic [3:0]             first_rights;
  logic [1:0]             root_part;

  always_comb begin
    for (int i = 0; i < CACHED; i++)
      for (int e = i * WAYS; e < (i + 1) * WAYS; e++)
        c_hit[e] = c_valid[e] && c_asid[e] == l_asid &&
            ((c_vpn[e] ^ l_vpn) & VPN_W'(~bits_below(fmt_low[(i+1)*6+:6]))) == '0;
    first_table = r_root;
    first_level = fmt_root;
    first_rights = '1;
    for (int e = CACHED * WAYS - 1; e >= 0; e--)
      if (c_hit[e]) begin
        first_table = c_table[e];
        first_level = 3'(e / WAYS);
        first_rights = c_rights[e];
      end
    root_part = first_part(first_level, fmt_dual);
  end

  // a level takes a table that it has not yet, from the lowest port
  for (genvar i = 0; i < CACHED; i++) begin : levels
    logic [WAYS-1:0]   same;  // holds the table that the port has
    logic              fills;
    logic [ASID_W-1:0] asid;
    logic [VPN_W-1:0]  vpn;
    logic [PPN_W-1:0]  below;
    logic [3:0]        way_rights;

    always_comb begin
      fills = 1'b0;
      asid  = e_asid[0];
      vpn   = e_vpn[0];
      below = e_frame[0];
      way_rights = e_way[0];
      for (int r = READS - 1; r >= 0; r--) begin
        for (int way = 0; way < WAYS; way++)
          same[way] = c_valid[i*WAYS+way] && c_asid[i*WAYS+way] == e_asid[r] &&
              ((c_vpn[i*WAYS+way] ^ e_vpn[r]) & VPN_W'(~bits_below(fmt_low[(i+1)*6+:6]))) == '0;
        if (e_fills[r] && e_at[r][i+1] && same == '0) begin
          fills = 1'b1;
          asid  = e_asid[r];
          vpn   = e_vpn[r];
          below = e_frame[r];
          way_rights = e_way[r];
        end
      end
    end

    for (genvar way = 0; way < WAYS; way++) begin : ways
      always_ff @(posedge clk) begin
        if (rst) begin
          c_valid[i*WAYS+way] <= 1'b0;
          c_asid[i*WAYS+way]  <= '0;
          c_vpn[i*WAYS+way]   <= '0;
          c_table[i*WAYS+way] <= '0;
          c_rights[i*WAYS+way] <= '0;
        end else if (fills && c_next[i] == WAY_W'(way)) begin
          c_valid[i*WAYS+way] <= 1'b1;
          c_asid[i*WAYS+way]  <= asid;
          c_vpn[i*WAYS+way]   <= vpn;
          c_table[i*WAYS+way] <= below;
          c_rights[i*WAYS+way] <= way_rights;
        end else if (inv_valid && (inv_all || c_asid[i*WAYS+way] == inv_asid)) begin
          c_valid[i*WAYS+way] <= 1'b0;
        end
      end
    end
    always_ff @(posedge clk) begin
      if (rst) c_next[i] <= '0;
      else if (fills) c_next[i] <= c_next[i] + WAY_W'(1);
    end
  end

  // ---- the ports of look-ups and results ----

  always_ff @(posedge clk) begin
    if (rst) begin
      l_valid <= 1'b0;
      l_asid  <= '0;
      l_vpn   <= '0;
      l_walker <= '0;
    end else begin
      l_valid <= |looks;
      if (|looks) l_walker <= look_walker;
      if (|looks) l_asid <= look_asid;
      if (|looks) l_vpn <= look_vpn;
    end
  end

  logic done_waits;
  assign done_waits = done_valid && !done_ready;

  always_ff @(posedge clk) begin
    if (rst) begin
      inv_ack     <= 1'b0;
      done_valid  <= 1'b0;
      done_asid   <= '0;
      done_vpn    <= '0;
      done_ppn    <= '0;
      done_kind   <= '0;
      done_level  <= '0;
      done_size   <= '0;
      done_large  <= 1'b0;
      done_read   <= 1'b0;
      done_write  <= 1'b0;
      done_exec   <= 1'b0;
      done_system <= 1'b0;
      done_walker <= '0;
    end else begin
      inv_ack    <= inv_valid && !inv_ack && !(done_waits && (inv_all || done_asid == inv_asid));
      done_valid <= |ends || done_waits;
      if (|ends) begin
        done_walker <= end_walker;
        done_asid   <= end_asid;
        done_vpn    <= end_vpn;
        done_ppn    <= end_ppn;
        done_kind   <= end_kind;
        done_level  <= end_level;
        done_size   <= end_low;
        done_large  <= |(ends & spans);
        done_read   <= end_rights[READS_PAGE];
        done_write  <= end_rights[WRITES];
        done_exec   <= end_rights[EXECUTES];
        done_system <= end_kind == MAPPED && !end_rights[USER];
      end
    end
  end

  // ---- the walkers ----

  for (genvar w = 0; w < WALKERS; w++) begin : walkers
    localparam int R = w % READS;  // its port of reads
    logic       rooted;  // its root is known
    logic       read;    // its entry is
    logic [2:0] below;
    logic [1:0] below_part;
    logic [3:0] way;  // rights of the way to its entry
    assign rooted     = w_phase[w] == ROOT && r_valid && !again[w];
    assign read       = w_phase[w] == WAIT && answered[w] && !again[w];
    assign below      = w_level[w] - 3'd1;
    assign below_part = first_part(below, fmt_dual);
    assign way        = w_part[w] == LARGE_PAGE ? w_large_rights[w] : w_rights[w];

    always_ff @(posedge clk) begin
      if (rst) begin
        w_phase[w] <= FREE;
      end else begin
        case (w_phase[w])
          FREE: if (takes[w]) w_phase[w] <= LOOK;
          LOOK: if (looks[w]) w_phase[w] <= ROOT;
          ROOT:
            if (r_valid) w_phase[w] <= again[w] ? LOOK : r_why != 2'd0 ? DONE : READ;
            else if (again[w]) w_phase[w] <= ROOT_OLD;
          ROOT_OLD: if (r_valid) w_phase[w] <= LOOK;
          READ:
            if (again[w]) w_phase[w] <= LOOK;
            else if (reads[w]) w_phase[w] <= WAIT;
          WAIT:
            if (answered[w]) w_phase[w] <= again[w] ? LOOK : e_ends[R] ? DONE : READ;
            else if (again[w]) w_phase[w] <= WAIT_OLD;
          WAIT_OLD: if (answered[w]) w_phase[w] <= LOOK;
          default:  // DONE
            if (again[w]) w_phase[w] <= LOOK;
            else if (ends[w]) w_phase[w] <= FREE;
        endcase
      end
    end

    always_ff @(posedge clk) begin
      if (rst) begin
        w_asid[w] <= '0;
        w_vpn[w]  <= '0;
      end else if (takes[w]) begin
        w_asid[w] <= walk_asid;
        w_vpn[w]  <= walk_vpn;
      end
    end

    always_ff @(posedge clk) begin
      if (rst) w_upper[w] <= 1'b0;
      else if (reads[w]) w_upper[w] <= upper[w];
    end

    always_ff @(posedge clk) begin
      if (rst) begin
        w_level[w]  <= '0;
        w_part[w]   <= '0;
        w_table[w]  <= '0;
        w_large[w]  <= '0;
        w_whole[w]  <= 1'b0;
        w_kind[w]   <= '0;
        w_rights[w]       <= '0;
        w_large_rights[w] <= '0;
      end else if (rooted) begin
        w_level[w]  <= r_why != 2'd0 ? fmt_root : first_level;
        w_part[w]   <= r_why != 2'd0 ? PLAIN : root_part;
        w_table[w]  <= r_why != 2'd0 ? '0 : first_table;
        w_whole[w]  <= r_whole;
        w_kind[w]   <= r_why != 2'd0 ? {1'b1, r_why} : 3'd0;
        w_rights[w] <= r_why != 2'd0 ? '0 : first_rights;
      end else if (read && e_down[R] && w_part[w] == LARGE_WORD) begin
        w_large[w]        <= e_frame[R];
        w_large_rights[w] <= way & e_passes[R];
        w_part[w]  <= LARGE_PAGE;
      end else if (read && e_down[R]) begin
        w_table[w]  <= e_frame[R];
        w_rights[w] <= way & e_passes[R];
        w_level[w]  <= below;
        w_part[w]  <= below_part;
      end else if (read && e_small[R]) begin
        w_part[w] <= SMALL_WORD;
      end else if (read) begin
        w_table[w]  <= e_table[R];
        w_kind[w]   <= e_kind[R];
        w_rights[w] <= way & e_rights[R];
      end
    end
  end
endmodule
