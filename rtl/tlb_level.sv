// SPDX-License-Identifier: Apache-2.0
// A slice of a TLB level of later GPUs (TunneLs Table 1): LEVEL_SETS x LEVEL_WAYS entries of LEVEL_PAGES
// pages each, sets by XOR-N, true LRU in a set, and a buffer of LEVEL_VICTIMS entries that one set has lost.
// Equal to hls/tlb_level in every state.
//
// One request a cycle, always accepted, answered in the next: lookup, fill, drop a page, a space, all. Its
// own cycle finds the set, and what has its tag there and among the victims; the next one answers from
// registers, and carries it out.
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
  // the request of the cycle before
  logic [2:0]         r_op;       // 0: there was none
  logic               r_large;
  logic [ASID_W-1:0]  r_asid;
  logic [VPN_W-1:0]   r_vpn;
  logic [PPN_W-1:0]   r_ppn;
  logic               r_keeps;    // a victim
  logic [SET_W-1:0]   r_set;      // of its group
  logic [WAYS-1:0]    r_ways;     // of the set that have its tag, with pages or without
  logic [VICTIMS-1:0] r_victims;  // that have it

  // ---- the request of the cycle before ----

  logic               looks;
  logic               fills;
  logic               drops_page;
  logic               drops_space;
  logic               drops_all;
  logic [GROUP_W-1:0] r_group;
  logic [PAGES-1:0]   page;  // of the group, one of these bits
  logic [SETS-1:0]    here;

  assign looks       = r_op == 3'd1;
  assign fills       = r_op == 3'd2;
  assign drops_page  = r_op == 3'd3;
  assign drops_space = r_op == 3'd4;
  assign drops_all   = r_op == 3'd5;
  assign r_group     = r_vpn[VPN_W-1:PAGE_W];
  assign page        = PAGES'(1) << r_vpn[PAGE_W-1:0];

  always_comb for (int s = 0; s < SETS; s++) here[s] = r_set == SET_W'(s);

  // ---- the victims: what has the group, and the page ----

  logic [VICTIMS-1:0] victim_used;
  logic [VICTIMS-1:0] victim_group;
  logic [VICTIMS-1:0] victim_hit;
  logic [VICTIMS-1:0] victim_dropped;
  logic               no_victim;

  always_comb begin
    for (int v = 0; v < VICTIMS; v++) begin
      victim_used[v]    = |v_pages[v*PAGES+:PAGES];
      victim_group[v]   = r_victims[v] && victim_used[v];
      victim_hit[v]     = r_victims[v] && |(v_pages[v*PAGES+:PAGES] & page);
      victim_dropped[v] = drops_all || (drops_space && v_asid[v*ASID_W+:ASID_W] == r_asid);
    end
    no_victim = victim_group == '0;
  end

  // ---- each set, as if it were the one of the request: what is known before the set is ----

  logic [ENTRIES-1:0] used;
  logic [ENTRIES-1:0] hit;
  logic [ENTRIES-1:0] oldest;
  logic [ENTRIES-1:0] takes;    // the new entry of a fill: the lowest free way, else the oldest
  logic [ENTRIES-1:0] fits;     // the page of a fill
  logic [ENTRIES-1:0] dropped;  // of a space, in all sets
  logic [SETS-1:0]    has;      // a way with the group
  logic [SETS-1:0]    full;

  always_comb begin
    for (int e = 0; e < ENTRIES; e++) begin
      used[e]    = |e_pages[e*PAGES+:PAGES];
      hit[e]     = r_ways[e%WAYS] && |(e_pages[e*PAGES+:PAGES] & page);
      oldest[e]  = &e_age[e*AGE_W+:AGE_W];
      dropped[e] = drops_all || (drops_space && e_asid[e*ASID_W+:ASID_W] == r_asid);
    end
    for (int s = 0; s < SETS; s++) begin
      has[s]  = |(used[s*WAYS+:WAYS] & r_ways);
      full[s] = &used[s*WAYS+:WAYS];
      takes[s*WAYS+:WAYS] = (full[s] ? oldest[s*WAYS+:WAYS]
                                     : ~used[s*WAYS+:WAYS] & (used[s*WAYS+:WAYS] + WAYS'(1))) &
          {WAYS{fills && no_victim && !has[s]}};
      fits[s*WAYS+:WAYS] = takes[s*WAYS+:WAYS] | (used[s*WAYS+:WAYS] & r_ways & {WAYS{fills}});
    end
  end

  // ---- the set of the request ----

  logic [WAYS-1:0]       way_hit;
  logic [WAYS-1:0]       way_oldest;
  logic [WAYS-1:0]       taken;    // by a new entry
  logic [WAYS-1:0]       touched;  // becomes the youngest
  logic [WAYS*AGE_W-1:0] age;
  logic                  present;  // the group
  logic                  loses;    // an entry, to the victim buffer
  logic [VICTIMS-1:0]    comes;    // what it loses comes here

  always_comb begin
    {way_hit, way_oldest, taken, touched, age} = '0;
    present = !no_victim;
    loses   = 1'b0;
    for (int s = 0; s < SETS; s++) begin
      way_hit    = way_hit | (hit[s*WAYS+:WAYS] & {WAYS{here[s]}});
      way_oldest = way_oldest | (oldest[s*WAYS+:WAYS] & {WAYS{here[s]}});
      taken      = taken | (takes[s*WAYS+:WAYS] & {WAYS{here[s]}});
      touched    = touched | ((fits[s*WAYS+:WAYS] | (hit[s*WAYS+:WAYS] & {WAYS{looks}})) & {WAYS{here[s]}});
      age        = age | (e_age[s*WAYS*AGE_W+:WAYS*AGE_W] & {(WAYS * AGE_W){here[s]}});
      present    = present || (here[s] && has[s]);
      loses      = loses || (here[s] && full[s] && !has[s] && no_victim && fills && r_keeps);
    end
    for (int v = 0; v < VICTIMS; v++) comes[v] = loses && v_next == VICTIM_W'(v);
  end

  // ---- the answer ----

  logic [WAYS*PPN_W-1:0] frames;  // of the page, by way
  logic [PPN_W-1:0]      ppn;

  always_comb begin
    frames = '0;
    for (int s = 0; s < SETS; s++)
      for (int p = 0; p < PAGES; p++)
        if (here[s] && page[p])
          for (int w = 0; w < WAYS; w++)
            frames[w*PPN_W+:PPN_W] = frames[w*PPN_W+:PPN_W] | e_ppn[(s*WAYS+w)*FRAMES_W+p*PPN_W+:PPN_W];
    ppn = '0;
    for (int w = 0; w < WAYS; w++) if (looks && way_hit[w]) ppn = ppn | frames[w*PPN_W+:PPN_W];
    for (int v = 0; v < VICTIMS; v++)
      for (int p = 0; p < PAGES; p++)
        if (looks && victim_hit[v] && page[p]) ppn = ppn | v_ppn[v*FRAMES_W+p*PPN_W+:PPN_W];
  end

  assign a_valid  = r_op != '0;
  assign a_hit    = ((looks || drops_page) && (|way_hit || |victim_hit)) || (fills && present) ||
      |(dropped & used) || |(victim_dropped & victim_used);
  assign a_victim = looks && |victim_hit;
  assign a_ppn    = ppn;

  // ---- ages: those younger than one that is used become older by one ----

  logic [WAYS-1:0]       ages;
  logic [WAYS*AGE_W-1:0] new_age;

  always_comb
    for (int w = 0; w < WAYS; w++) begin
      ages[w] = 1'b0;
      for (int o = 0; o < WAYS; o++)
        ages[w] = ages[w] || (touched[o] && age[w*AGE_W+:AGE_W] < age[o*AGE_W+:AGE_W]);
      new_age[w*AGE_W+:AGE_W] = touched[w] ? '0 : age[w*AGE_W+:AGE_W] + AGE_W'(ages[w]);
    end

  // ---- the entry that the set loses, if it does: its oldest (AND-OR) ----

  logic [PAGES-1:0]    lost_pages;
  logic                lost_large;
  logic [ASID_W-1:0]   lost_asid;
  logic [GROUP_W-1:0]  lost_group;
  logic [FRAMES_W-1:0] lost_ppn;

  always_comb begin
    {lost_pages, lost_large, lost_asid, lost_group, lost_ppn} = '0;
    for (int e = 0; e < ENTRIES; e++)
      if (here[e/WAYS] && oldest[e]) begin
        lost_pages = lost_pages | e_pages[e*PAGES+:PAGES];
        lost_large = lost_large | e_large[e];
        lost_asid  = lost_asid | e_asid[e*ASID_W+:ASID_W];
        lost_group = lost_group | e_group[e*GROUP_W+:GROUP_W];
        lost_ppn   = lost_ppn | e_ppn[e*FRAMES_W+:FRAMES_W];
      end
  end

  // ---- the entries ----

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
      for (int s = 0; s < SETS; s++)
        if (here[s]) e_age[s*WAYS*AGE_W+:WAYS*AGE_W] <= new_age;
      for (int e = 0; e < ENTRIES; e++) begin
        if (here[e/WAYS] && takes[e]) begin
          e_pages[e*PAGES+:PAGES]     <= '0;
          e_large[e]                  <= r_large;
          e_asid[e*ASID_W+:ASID_W]    <= r_asid;
          e_group[e*GROUP_W+:GROUP_W] <= r_group;
        end
        for (int p = 0; p < PAGES; p++) begin
          if (here[e/WAYS] && page[p] && fits[e]) begin
            e_pages[e*PAGES+p] <= 1'b1;
            e_ppn[e*FRAMES_W+p*PPN_W+:PPN_W] <= r_ppn;
          end
          if (here[e/WAYS] && page[p] && drops_page && r_ways[e%WAYS]) e_pages[e*PAGES+p] <= 1'b0;
        end
        if (dropped[e]) e_pages[e*PAGES+:PAGES] <= '0;
      end
    end
  end

  // ---- the victims ----

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
      if (loses) v_set <= r_set;
      if (loses) v_next <= v_next + VICTIM_W'(1);
      for (int v = 0; v < VICTIMS; v++) begin
        if (comes[v]) begin
          v_large[v]                  <= lost_large;
          v_asid[v*ASID_W+:ASID_W]    <= lost_asid;
          v_group[v*GROUP_W+:GROUP_W] <= lost_group;
          v_ppn[v*FRAMES_W+:FRAMES_W] <= lost_ppn;
        end
        if (loses && v_set != r_set) v_pages[v*PAGES+:PAGES] <= '0;
        if (comes[v]) v_pages[v*PAGES+:PAGES] <= lost_pages;
        if (victim_dropped[v]) v_pages[v*PAGES+:PAGES] <= '0;
        for (int p = 0; p < PAGES; p++)
          if (victim_group[v] && page[p]) begin
            if (fills) v_pages[v*PAGES+p] <= 1'b1;
            if (fills) v_ppn[v*FRAMES_W+p*PPN_W+:PPN_W] <= r_ppn;
            if (drops_page) v_pages[v*PAGES+p] <= 1'b0;
          end
      end
    end
  end

  // ---- the request of this cycle: its set ----

  logic [GROUP_W-1:0] group;
  logic [SET_W-1:0]   set;
  logic               asks;

  // XOR-N: bit b of a set is the parity of each log2(SETS)th bit of the group from b on, without the top one.
  function automatic logic [GROUP_W-1:0] counting(input int b);
    counting = '0;
    for (int i = b; i < GROUP_W - 1; i += SET_W) counting[i] = 1'b1;
  endfunction

  assign group = q_vpn[VPN_W-1:PAGE_W];
  assign asks  = op >= 3'd1 && op <= 3'd5;
  for (genvar b = 0; b < SET_W; b++) begin : hash
    assign set[b] = ^(group & counting(b));
  end

  // ---- what has its tag ----

  // The sets lie in banks: a bank is read at a row before it is known which one the set is in.
  localparam int TAG_W = 1 + ASID_W + GROUP_W;
  localparam int BANKS = SETS < 4 ? SETS : 4;
  logic [TAG_W-1:0]            tag;
  logic [BANKS*WAYS*TAG_W-1:0] tags;  // of a row in each bank
  logic [WAYS-1:0]             same;
  logic                        again;     // the tag of the request before
  logic                        same_set;  // as it had

  assign tag      = {q_large, q_asid, group};
  assign again    = tag == {r_large, r_asid, r_group};
  assign same_set = set == r_set;

  always_comb begin
    tags = '0;
    same = '0;
    for (int e = 0; e < ENTRIES; e++)
      if (set >> $clog2(BANKS) == SET_W'(e / (BANKS * WAYS)))
        tags[e%(BANKS*WAYS)*TAG_W+:TAG_W] = tags[e%(BANKS*WAYS)*TAG_W+:TAG_W] |
            {e_large[e], e_asid[e*ASID_W+:ASID_W], e_group[e*GROUP_W+:GROUP_W]};
    for (int b = 0; b < BANKS; b++)
      for (int w = 0; w < WAYS; w++)
        if ((set & SET_W'(BANKS - 1)) == SET_W'(b) && tags[(b*WAYS+w)*TAG_W+:TAG_W] == tag) same[w] = 1'b1;
  end

  // Once the request before has come to its own; an entry that goes to the victims is one of its set.
  always_ff @(posedge clk) begin
    if (rst) begin
      r_op      <= '0;
      r_large   <= 1'b0;
      r_asid    <= '0;
      r_vpn     <= '0;
      r_ppn     <= '0;
      r_keeps   <= 1'b0;
      r_set     <= '0;
      r_ways    <= '0;
      r_victims <= '0;
    end else begin
      r_op <= asks ? op : '0;
      if (asks) begin
        r_large <= q_large;
        r_asid  <= q_asid;
        r_vpn   <= q_vpn;
        r_ppn   <= q_ppn;
        r_keeps <= victims_on;
        r_set   <= set;
        for (int w = 0; w < WAYS; w++) r_ways[w] <= taken[w] && same_set ? again : same[w];
        for (int v = 0; v < VICTIMS; v++)
          r_victims[v] <= comes[v] ? same_set && |(same & way_oldest)
                        : {v_large[v], v_asid[v*ASID_W+:ASID_W], v_group[v*GROUP_W+:GROUP_W]} == tag;
      end
    end
  end
endmodule
