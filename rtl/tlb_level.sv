// SPDX-License-Identifier: Apache-2.0
// A slice of a TLB level of later GPUs (TunneLs Table 1): LEVEL_SETS x LEVEL_WAYS entries of LEVEL_PAGES
// pages each, sets by XOR-N, true LRU in a set, and a buffer of LEVEL_VICTIMS entries that one set has lost.
// Equal to hls/tlb_level in every state.
//
// One request a cycle, always accepted, answered in the next: lookup, fill, drop a page, a space, all. It
// reads the row of its set and the victims, and writes both back at the edge.
module tlb_level #(
    parameter  int LEVEL_SETS = gmmu_pkg::GMMU_LEVEL_SETS,        // 2, 4, ... 1024
    parameter  int LEVEL_WAYS = gmmu_pkg::GMMU_LEVEL_WAYS,        // 2, 4, 8, 16
    parameter  int LEVEL_PAGES = gmmu_pkg::GMMU_LEVEL_PAGES,      // of an entry: 2, 4, ... 64
    parameter  int LEVEL_GROUP_W = gmmu_pkg::GMMU_LEVEL_GROUP_W,  // without the bits of a page in its group
    parameter  int LEVEL_VICTIMS = gmmu_pkg::GMMU_LEVEL_VICTIMS,  // 2, 4, 8, 16
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W
) (
    input  logic              clk,        // rising edge
    input  logic              rst,        // synchronous, active high
    // request
    input  logic [2:0]        op,         // 1 lookup, 2 fill, 3 drop page, 4 drop space, 5 drop all
    input  logic              q_large,    // a page of the larger size
    input  logic [ASID_W-1:0] q_asid,     // address space
    input  logic [VPN_W-1:0]  q_vpn,      // virtual page number, in pages of the size
    input  logic [PPN_W-1:0]  q_ppn,      // fill: the frame
    input  logic              victims_on, // fill: keep what the set loses
    // answer
    output logic              a_valid,    // last cycle's request is answered
    output logic              a_hit,      // lookup: found; fill: the group had an entry; drop: it was there
    output logic              a_victim,   // found in the victim buffer
    output logic [PPN_W-1:0]  a_ppn       // frame; 0 when not found
);
  localparam int SETS = LEVEL_SETS;
  localparam int WAYS = LEVEL_WAYS;
  localparam int PAGES = LEVEL_PAGES;
  localparam int GROUP_W = LEVEL_GROUP_W;
  localparam int VICTIMS = LEVEL_VICTIMS;
  localparam int ENTRIES = SETS * WAYS;
  localparam int SET_W = $clog2(SETS);
  localparam int AGE_W = $clog2(WAYS);
  localparam int VICTIM_W = $clog2(VICTIMS);
  localparam int PAGE_W = VPN_W - GROUP_W;
  localparam int FRAMES_W = PAGES * PPN_W;  // the frames of an entry

`ifndef __ICARUS__  // Icarus has no such checks
  if (SETS < 2 || SETS > 1024 || 2 ** SET_W != SETS) begin : bad_sets
    $error("tlb_level: LEVEL_SETS must be 2, 4, ... 1024");
  end
  if (WAYS < 2 || WAYS > 16 || 2 ** AGE_W != WAYS) begin : bad_ways
    $error("tlb_level: LEVEL_WAYS must be 2, 4, 8 or 16");
  end
  if (VICTIMS < 2 || VICTIMS > 16 || 2 ** VICTIM_W != VICTIMS) begin : bad_victims
    $error("tlb_level: LEVEL_VICTIMS must be 2, 4, 8 or 16");
  end
  if (PAGES < 2 || PAGES > 64 || GROUP_W < 1 || 2 ** PAGE_W != PAGES) begin : bad_pages
    $error("tlb_level: LEVEL_PAGES must be 2, 4, ... 64, and 2 to the power of VPN_W - LEVEL_GROUP_W");
  end
  if (ASID_W < 1 || PPN_W < 1) begin : no_width
    $error("tlb_level: ASID_W and PPN_W must be 1 or more");
  end
`endif

  // entries: way w of set s is s * WAYS + w
  logic [ENTRIES*PAGES-1:0]    e_pages;  // pages held; none: free
  logic [ENTRIES-1:0]          e_large;
  logic [ENTRIES*ASID_W-1:0]   e_asid;
  logic [ENTRIES*GROUP_W-1:0]  e_group;
  logic [ENTRIES*AGE_W-1:0]    e_age;    // 0: the youngest of its set
  logic [ENTRIES*FRAMES_W-1:0] e_ppn;
  // victims
  logic [VICTIMS*PAGES-1:0]    v_pages;
  logic [VICTIMS-1:0]          v_large;
  logic [VICTIMS*ASID_W-1:0]   v_asid;
  logic [VICTIMS*GROUP_W-1:0]  v_group;
  logic [VICTIMS*FRAMES_W-1:0] v_ppn;
  logic [SET_W-1:0]            v_set;    // whose victims they are
  logic [VICTIM_W-1:0]         v_next;   // place of the next one
  // answer
  logic             ans_valid;
  logic             ans_hit;
  logic             ans_victim;
  logic [PPN_W-1:0] ans_ppn;

  assign a_valid  = ans_valid;
  assign a_hit    = ans_hit;
  assign a_victim = ans_victim;
  assign a_ppn    = ans_ppn;

  // ---- the request ----

  logic               looks;
  logic               fills;
  logic               drops_page;
  logic               drops_space;
  logic               drops_all;
  logic [GROUP_W-1:0] group;
  logic [PAGES-1:0]   page;  // of the group, one of these bits
  logic [SET_W-1:0]   set;

  assign looks       = op == 3'd1;
  assign fills       = op == 3'd2;
  assign drops_page  = op == 3'd3;
  assign drops_space = op == 3'd4;
  assign drops_all   = op == 3'd5;
  assign group       = q_vpn[VPN_W-1:PAGE_W];

  // XOR-N; the top bit of a group does not count. A function: Icarus would wait for `set` in the block that
  // writes it bit by bit, and never get on.
  function automatic logic [SET_W-1:0] fold(input logic [GROUP_W-1:0] bits);
    fold = '0;
    for (int b = 0; b < GROUP_W - 1; b++) fold[b%SET_W] = fold[b%SET_W] ^ bits[b];
  endfunction

  assign set  = fold(group);
  assign page = PAGES'(1) << q_vpn[PAGE_W-1:0];

  // ---- the row of the set ----

  logic [SETS-1:0]          here;
  logic [WAYS*PAGES-1:0]    row_pages;
  logic [WAYS-1:0]          row_large;
  logic [WAYS*ASID_W-1:0]   row_asid;
  logic [WAYS*GROUP_W-1:0]  row_group;
  logic [WAYS*AGE_W-1:0]    row_age;
  logic [WAYS*FRAMES_W-1:0] row_ppn;

  always_comb begin
    row_pages = '0;
    row_large = '0;
    row_asid  = '0;
    row_group = '0;
    row_age   = '0;
    row_ppn   = '0;
    for (int s = 0; s < SETS; s++) begin
      here[s] = set == SET_W'(s);
      if (here[s]) begin
        row_pages = e_pages[s*WAYS*PAGES+:WAYS*PAGES];
        row_large = e_large[s*WAYS+:WAYS];
        row_asid  = e_asid[s*WAYS*ASID_W+:WAYS*ASID_W];
        row_group = e_group[s*WAYS*GROUP_W+:WAYS*GROUP_W];
        row_age   = e_age[s*WAYS*AGE_W+:WAYS*AGE_W];
        row_ppn   = e_ppn[s*WAYS*FRAMES_W+:WAYS*FRAMES_W];
      end
    end
  end

  // ---- what has the group, and the page ----

  logic [WAYS-1:0]    way_used;
  logic [WAYS-1:0]    way_group;
  logic [WAYS-1:0]    way_hit;
  logic [VICTIMS-1:0] victim_used;
  logic [VICTIMS-1:0] victim_group;
  logic [VICTIMS-1:0] victim_hit;
  logic               present;
  logic [PPN_W-1:0]   ppn;  // AND-OR read

  always_comb begin
    ppn = '0;
    for (int w = 0; w < WAYS; w++) begin
      way_used[w]  = |row_pages[w*PAGES+:PAGES];
      way_group[w] = way_used[w] && row_large[w] == q_large && row_asid[w*ASID_W+:ASID_W] == q_asid &&
          row_group[w*GROUP_W+:GROUP_W] == group;
      way_hit[w]   = way_group[w] && |(row_pages[w*PAGES+:PAGES] & page);
      for (int p = 0; p < PAGES; p++)
        if (way_hit[w] && page[p]) ppn = ppn | row_ppn[w*FRAMES_W+p*PPN_W+:PPN_W];
    end
    for (int v = 0; v < VICTIMS; v++) begin
      victim_used[v]  = |v_pages[v*PAGES+:PAGES];
      victim_group[v] = victim_used[v] && v_large[v] == q_large && v_asid[v*ASID_W+:ASID_W] == q_asid &&
          v_group[v*GROUP_W+:GROUP_W] == group;
      victim_hit[v]   = victim_group[v] && |(v_pages[v*PAGES+:PAGES] & page);
      for (int p = 0; p < PAGES; p++)
        if (victim_hit[v] && page[p]) ppn = ppn | v_ppn[v*FRAMES_W+p*PPN_W+:PPN_W];
    end
    present = |way_group || |victim_group;
  end

  // ---- where a fill goes, and what the set loses ----

  logic [WAYS-1:0] way_oldest;
  logic [WAYS-1:0] room;   // the lowest free way, else the oldest
  logic [WAYS-1:0] taken;  // by a new entry
  logic            loses;  // an entry, to the victim buffer

  always_comb begin
    for (int w = 0; w < WAYS; w++) way_oldest[w] = row_age[w*AGE_W+:AGE_W] == AGE_W'(WAYS - 1);
    room  = &way_used ? way_oldest & (~way_oldest + WAYS'(1)) : ~way_used & (way_used + WAYS'(1));
    taken = fills && !present ? room : '0;
    loses = |(taken & way_used) && victims_on;
  end

  // ---- the row and the victims after the request ----

  logic [WAYS-1:0]          touched;
  logic [AGE_W-1:0]         old_age;
  logic [WAYS*PAGES-1:0]    new_pages;
  logic [WAYS-1:0]          new_large;
  logic [WAYS*ASID_W-1:0]   new_asid;
  logic [WAYS*GROUP_W-1:0]  new_group;
  logic [WAYS*AGE_W-1:0]    new_age;
  logic [WAYS*FRAMES_W-1:0] new_ppn;

  always_comb begin
    touched   = looks ? way_hit : fills ? way_group | taken : '0;
    old_age   = '0;
    new_pages = row_pages;
    new_large = row_large;
    new_asid  = row_asid;
    new_group = row_group;
    new_age   = row_age;
    new_ppn   = row_ppn;
    for (int w = 0; w < WAYS; w++) if (touched[w]) old_age = old_age | row_age[w*AGE_W+:AGE_W];
    for (int w = 0; w < WAYS; w++) begin
      if (touched[w]) new_age[w*AGE_W+:AGE_W] = '0;
      else if (row_age[w*AGE_W+:AGE_W] < old_age)
        new_age[w*AGE_W+:AGE_W] = row_age[w*AGE_W+:AGE_W] + AGE_W'(1);
      if (taken[w]) begin
        new_pages[w*PAGES+:PAGES]     = page;
        new_large[w]                  = q_large;
        new_asid[w*ASID_W+:ASID_W]    = q_asid;
        new_group[w*GROUP_W+:GROUP_W] = group;
      end else if (fills && way_group[w]) begin
        new_pages[w*PAGES+:PAGES] = row_pages[w*PAGES+:PAGES] | page;
      end else if (drops_page && way_group[w]) begin
        new_pages[w*PAGES+:PAGES] = row_pages[w*PAGES+:PAGES] & ~page;
      end
      for (int p = 0; p < PAGES; p++)
        if (fills && touched[w] && page[p]) new_ppn[w*FRAMES_W+p*PPN_W+:PPN_W] = q_ppn;
    end
  end

  // The entry that the set loses (AND-OR), and the victims with it.
  logic [PAGES-1:0]            lost_pages;
  logic                        lost_large;
  logic [ASID_W-1:0]           lost_asid;
  logic [GROUP_W-1:0]          lost_group;
  logic [FRAMES_W-1:0]         lost_ppn;
  logic [VICTIMS*PAGES-1:0]    next_pages;
  logic [VICTIMS-1:0]          next_large;
  logic [VICTIMS*ASID_W-1:0]   next_asid;
  logic [VICTIMS*GROUP_W-1:0]  next_group;
  logic [VICTIMS*FRAMES_W-1:0] next_ppn;

  always_comb begin
    lost_pages = '0;
    lost_large = 1'b0;
    lost_asid  = '0;
    lost_group = '0;
    lost_ppn   = '0;
    for (int w = 0; w < WAYS; w++)
      if (taken[w]) begin
        lost_pages = row_pages[w*PAGES+:PAGES];
        lost_large = row_large[w];
        lost_asid  = row_asid[w*ASID_W+:ASID_W];
        lost_group = row_group[w*GROUP_W+:GROUP_W];
        lost_ppn   = row_ppn[w*FRAMES_W+:FRAMES_W];
      end
    next_pages = v_pages;
    next_large = v_large;
    next_asid  = v_asid;
    next_group = v_group;
    next_ppn   = v_ppn;
    if (loses && v_set != set) next_pages = '0;
    for (int v = 0; v < VICTIMS; v++) begin
      if (loses && v_next == VICTIM_W'(v)) begin
        next_pages[v*PAGES+:PAGES]     = lost_pages;
        next_large[v]                  = lost_large;
        next_asid[v*ASID_W+:ASID_W]    = lost_asid;
        next_group[v*GROUP_W+:GROUP_W] = lost_group;
        next_ppn[v*FRAMES_W+:FRAMES_W] = lost_ppn;
      end
      if (fills && victim_group[v]) next_pages[v*PAGES+:PAGES] = v_pages[v*PAGES+:PAGES] | page;
      if (drops_page && victim_group[v]) next_pages[v*PAGES+:PAGES] = v_pages[v*PAGES+:PAGES] & ~page;
      if (drops_all || (drops_space && v_asid[v*ASID_W+:ASID_W] == q_asid))
        next_pages[v*PAGES+:PAGES] = '0;
      for (int p = 0; p < PAGES; p++)
        if (fills && victim_group[v] && page[p]) next_ppn[v*FRAMES_W+p*PPN_W+:PPN_W] = q_ppn;
    end
  end

  // Entries of a space, in all sets.
  logic [ENTRIES-1:0] dropped;
  logic               drops_some;

  always_comb begin
    drops_some = 1'b0;
    dropped    = '0;
    if (drops_all || drops_space) begin
      for (int e = 0; e < ENTRIES; e++) begin
        dropped[e] = drops_all || e_asid[e*ASID_W+:ASID_W] == q_asid;
        if (dropped[e] && |e_pages[e*PAGES+:PAGES]) drops_some = 1'b1;
      end
      for (int v = 0; v < VICTIMS; v++)
        if (victim_used[v] && (drops_all || v_asid[v*ASID_W+:ASID_W] == q_asid)) drops_some = 1'b1;
    end
  end

  // ---- the edge ----

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int e = 0; e < ENTRIES; e++) begin
        e_pages[e*PAGES+:PAGES]     <= '0;
        e_large[e]                  <= 1'b0;
        e_asid[e*ASID_W+:ASID_W]    <= '0;
        e_group[e*GROUP_W+:GROUP_W] <= '0;
        e_age[e*AGE_W+:AGE_W]       <= AGE_W'(e % WAYS);
        e_ppn[e*FRAMES_W+:FRAMES_W] <= '0;
      end
    end else begin
      if (looks || fills || drops_page) begin
        for (int s = 0; s < SETS; s++)
          if (here[s]) begin
            e_pages[s*WAYS*PAGES+:WAYS*PAGES]      <= new_pages;
            e_large[s*WAYS+:WAYS]                  <= new_large;
            e_asid[s*WAYS*ASID_W+:WAYS*ASID_W]     <= new_asid;
            e_group[s*WAYS*GROUP_W+:WAYS*GROUP_W]  <= new_group;
            e_age[s*WAYS*AGE_W+:WAYS*AGE_W]        <= new_age;
            e_ppn[s*WAYS*FRAMES_W+:WAYS*FRAMES_W]  <= new_ppn;
          end
      end else if (drops_space || drops_all) begin
        for (int e = 0; e < ENTRIES; e++) if (dropped[e]) e_pages[e*PAGES+:PAGES] <= '0;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      v_pages <= '0;
      v_large <= '0;
      v_asid  <= '0;
      v_group <= '0;
      v_ppn   <= '0;
      v_set   <= '0;
      v_next  <= '0;
    end else begin
      v_pages <= next_pages;
      v_large <= next_large;
      v_asid  <= next_asid;
      v_group <= next_group;
      v_ppn   <= next_ppn;
      if (loses) v_set <= set;
      if (loses) v_next <= v_next + VICTIM_W'(1);
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      ans_valid  <= 1'b0;
      ans_hit    <= 1'b0;
      ans_victim <= 1'b0;
      ans_ppn    <= '0;
    end else begin
      ans_valid  <= looks || fills || drops_page || drops_space || drops_all;
      ans_hit    <= looks || drops_page ? |way_hit || |victim_hit : fills ? present : drops_some;
      ans_victim <= looks && |victim_hit;
      ans_ppn    <= looks ? ppn : '0;
    end
  end
endmodule
