// SPDX-License-Identifier: Apache-2.0
// Control of a TLB level whose base entries are in RAMs outside, one for each way, a word {asid, tag, ppn}
// for each set; large entries are here, and come first. Pseudo-LRU by a tree of bits. Equal to hls/sram_tlb
// in every state.
//
// A look-up is answered three cycles later. One fill or invalidation is worked on at a time: STOP, a cycle,
// READ, MATCH, WRITE for each row; no word is read while one is written.
module sram_tlb #(
    parameter  int TLB_SETS = gmmu_pkg::GMMU_TLB_SETS,    // 2, 4, ... 128
    parameter  int TLB_WAYS = gmmu_pkg::GMMU_TLB_WAYS,    // 2, 4, ... 32
    parameter  int TLB_LARGE = gmmu_pkg::GMMU_TLB_LARGE,  // 2, 4, ... 32
    parameter  int TLB_TAG_W = gmmu_pkg::GMMU_TLB_TAG_W,  // VPN_W less log2 of TLB_SETS
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    parameter  int LARGE_VPN_W = gmmu_pkg::GMMU_LARGE_VPN_W,  // without the bits within a large page
    parameter  int LARGE_PPN_W = gmmu_pkg::GMMU_LARGE_PPN_W,
    localparam int SET_W = $clog2(TLB_SETS)
) (
    input  logic                          clk,         // rising edge
    input  logic                          rst,         // synchronous, active high

    // look-up
    output logic                          lk_ready,    // one may come in the next cycle
    input  logic                          lk_valid,
    input  logic [ASID_W-1:0]             lk_asid,     // address space
    input  logic [VPN_W-1:0]              lk_vpn,      // virtual page number, in base pages

    // answer
    output logic                          a_valid,     // the look-up of three cycles ago is answered
    output logic                          a_hit,       // found
    output logic                          a_large,     // by a large entry
    output logic [PPN_W-1:0]              a_ppn,       // frame of the page asked for; 0 when missed

    // fill: valid, ready
    input  logic                          fill_valid,  // insert, or refresh when present
    output logic                          fill_ready,
    input  logic                          fill_large,  // a large page: low bits of both numbers are ignored
    input  logic [ASID_W-1:0]             fill_asid,
    input  logic [VPN_W-1:0]              fill_vpn,
    input  logic [PPN_W-1:0]              fill_ppn,    // physical page number

    // invalidation, until it is acknowledged
    input  logic                          inv_valid,
    input  logic [2:0]                    inv_kind,    // 1 page, in both sizes; 2 space; 3 all; 5 large page
    input  logic [ASID_W-1:0]             inv_asid,
    input  logic [VPN_W-1:0]              inv_vpn,
    output logic                          inv_ack,     // it is done, for one cycle

    // RAMs of the ways, read port: they show the word in the next cycle
    output logic                          ram_re,
    output logic [SET_W-1:0]              ram_raddr,
    input  logic [TLB_WAYS*ASID_W-1:0]    ram_asid,
    input  logic [TLB_WAYS*TLB_TAG_W-1:0] ram_tag,
    input  logic [TLB_WAYS*PPN_W-1:0]     ram_ppn,

    // RAMs, write port: one of them
    output logic [TLB_WAYS-1:0]           ram_we,
    output logic [SET_W-1:0]              ram_waddr,
    output logic [ASID_W-1:0]             ram_wasid,
    output logic [TLB_TAG_W-1:0]          ram_wtag,
    output logic [PPN_W-1:0]              ram_wppn
);
  localparam int SETS = TLB_SETS;
  localparam int WAYS = TLB_WAYS;
  localparam int LARGE = TLB_LARGE;
  localparam int NODES = WAYS - 1;  // of the tree of a set
  localparam int LONGEST = WAYS > LARGE ? WAYS : LARGE;
  localparam int SHIFT = VPN_W - LARGE_VPN_W;  // log2 of the base pages of a large one

  localparam logic [2:0] PAGE = 3'd1;
  localparam logic [2:0] SPACE = 3'd2;
  localparam logic [2:0] ALL = 3'd3;
  localparam logic [2:0] INSIDE = 3'd5;

  localparam logic [2:0] IDLE = 3'd0;
  localparam logic [2:0] STOP = 3'd1;   // no look-up may come in the next cycle
  localparam logic [2:0] READ = 3'd3;   // the row is asked for
  localparam logic [2:0] MATCH = 3'd4;  // the RAMs show it
  localparam logic [2:0] WRITE = 3'd5;
  localparam logic [2:0] ACK = 3'd6;

`ifndef __ICARUS__  // Icarus has no such checks
  if (SETS < 2 || SETS > 128 || 2 ** SET_W != SETS) begin : bad_sets
    $error("sram_tlb: TLB_SETS must be 2, 4, ... 128");
  end
  if (WAYS < 2 || WAYS > 32 || 2 ** $clog2(WAYS) != WAYS) begin : bad_ways
    $error("sram_tlb: TLB_WAYS must be 2, 4, ... 32");
  end
  if (LARGE < 2 || LARGE > 32 || 2 ** $clog2(LARGE) != LARGE) begin : bad_large
    $error("sram_tlb: TLB_LARGE must be 2, 4, ... 32");
  end
  if (TLB_TAG_W < 1 || TLB_TAG_W + SET_W != VPN_W) begin : bad_tag
    $error("sram_tlb: TLB_TAG_W must be VPN_W less log2 of TLB_SETS");
  end
  if (SHIFT < 1 || PPN_W - LARGE_PPN_W != SHIFT) begin : bad_widths
    $error("sram_tlb: LARGE_VPN_W and LARGE_PPN_W must leave out as many bits of VPN_W and PPN_W");
  end
  if (ASID_W < 1 || LARGE_VPN_W < 1 || LARGE_PPN_W < 1) begin : no_width
    $error("sram_tlb: ASID_W, LARGE_VPN_W and LARGE_PPN_W must be 1 or more");
  end
`endif

  // base entries: way w of set s is s * WAYS + w; node n of its tree, from 1, is s * NODES + n - 1
  logic [SETS*WAYS-1:0]   valid;
  logic [SETS*NODES-1:0]  older;
  // large entries
  logic [LARGE-1:0]       large_valid;
  logic [ASID_W-1:0]      large_asid[0:LARGE-1];
  logic [LARGE_VPN_W-1:0] large_vpn[0:LARGE-1];
  logic [LARGE_PPN_W-1:0] large_ppn[0:LARGE-1];
  logic [LARGE-2:0]       large_older;
  // look-ups: the row is asked for; it is compared
  logic                   r_valid;
  logic [ASID_W-1:0]      r_asid;
  logic [VPN_W-1:0]       r_vpn;
  logic                   m_valid;
  logic                   m_read;   // the RAMs show its row
  logic [ASID_W-1:0]      m_asid;
  logic [VPN_W-1:0]       m_vpn;
  // answers
  logic                   ans_valid;
  logic                   ans_hit;
  logic                   ans_large;
  logic [PPN_W-1:0]       ans_ppn;
  // a fill
  logic                   f_valid;
  logic                   f_large;
  logic [ASID_W-1:0]      f_asid;
  logic [VPN_W-1:0]       f_vpn;
  logic [PPN_W-1:0]       f_ppn;
  // what is worked on
  logic [2:0]             phase;
  logic                   fills;    // a fill
  logic [SET_W-1:0]       row;
  logic [WAYS-1:0]        ways;     // where it goes, or what is dropped

  // ---- pseudo-LRU: leaf i of n is node n + i; children of a node are twice it and one more; node n is bit
  // n - 1 of a tree ----

  // The leaf at which all nodes above it point.
  function automatic logic [LONGEST-1:0] oldest(input logic [LONGEST-2:0] tree, input int leaves);
    oldest = '0;
    for (int i = 0; i < LONGEST; i++) begin
      oldest[i] = i < leaves;
      for (int b = 0; b < 5; b++)
        if (((leaves + i) >> b) > 1 && i < leaves)
          if (tree[((leaves+i)>>b)/2-1] != 1'((leaves + i) >> b)) oldest[i] = 1'b0;
    end
  endfunction

  // The nodes above what is used point to the other half.
  function automatic logic [LONGEST-2:0] used(input logic [LONGEST-2:0] tree, input int leaves,
                                              input logic [LONGEST-1:0] uses);
    logic low, high;
    used = tree;
    for (int node = 1; node < LONGEST; node++) begin
      low  = 1'b0;
      high = 1'b0;
      for (int i = 0; i < LONGEST; i++)
        for (int b = 0; b < 5; b++) begin
          if (i < leaves && ((leaves + i) >> b) == 2 * node) low = low || uses[i];
          if (i < leaves && ((leaves + i) >> b) == 2 * node + 1) high = high || uses[i];
        end
      if (low) used[node-1] = 1'b1;
      else if (high) used[node-1] = 1'b0;
    end
  endfunction

  function automatic logic [LONGEST-1:0] lowest(input logic [LONGEST-1:0] bits);
    lowest = bits & (~bits + LONGEST'(1));
  endfunction

  // ---- pins ----

  logic reads, writes;

  assign reads      = phase == READ;
  assign writes     = phase == WRITE;
  assign lk_ready   = phase != STOP && !reads;
  assign a_valid    = ans_valid;
  assign a_hit      = ans_hit;
  assign a_large    = ans_large;
  assign a_ppn      = ans_ppn;
  assign fill_ready = !f_valid;
  assign inv_ack    = phase == ACK;
  assign ram_re     = reads || (r_valid && !writes);
  assign ram_raddr  = reads ? row : r_vpn[SET_W-1:0];
  assign ram_we     = (writes && fills) ? ways : '0;
  assign ram_waddr  = row;
  assign ram_wasid  = f_asid;
  assign ram_wtag   = f_vpn[VPN_W-1:SET_W];
  assign ram_wppn   = f_ppn;

  // ---- what is found: ways of a set, large entries ----

  logic [WAYS-1:0]   m_held, row_held;    // valid in the set of the look-up, and in the row
  logic [NODES-1:0]  m_tree, row_tree;    // their trees
  logic [WAYS-1:0]   base_hits, same, named;
  logic [LARGE-1:0]  large_hits, large_same, large_named;
  logic [PPN_W-1:0]  base_read, large_read;
  logic              by_space, by_rows;     // all rows, not the page's row alone

  assign by_space = inv_kind == SPACE;
  assign by_rows  = by_space || inv_kind == INSIDE;

  always_comb begin
    m_held   = '0;
    m_tree   = '0;
    row_held = '0;
    row_tree = '0;
    for (int s = 0; s < SETS; s++) begin
      if (m_vpn[SET_W-1:0] == SET_W'(s)) m_held = m_held | valid[s*WAYS+:WAYS];
      if (m_vpn[SET_W-1:0] == SET_W'(s)) m_tree = m_tree | older[s*NODES+:NODES];
      if (row == SET_W'(s)) row_held = row_held | valid[s*WAYS+:WAYS];
      if (row == SET_W'(s)) row_tree = row_tree | older[s*NODES+:NODES];
    end
  end

  always_comb begin
    large_read = '0;
    for (int i = 0; i < LARGE; i++) begin
      large_hits[i]  = m_valid && large_valid[i] && large_asid[i] == m_asid &&
          large_vpn[i] == m_vpn[VPN_W-1:SHIFT];
      large_same[i]  = large_valid[i] && large_asid[i] == f_asid && large_vpn[i] == f_vpn[VPN_W-1:SHIFT];
      large_named[i] = large_valid[i] && large_asid[i] == inv_asid &&
          (by_space || large_vpn[i] == inv_vpn[VPN_W-1:SHIFT]);
      large_read = large_read | (large_hits[i] ? {large_ppn[i], {SHIFT{1'b0}}} : '0);
    end
  end

  // how the pages of the row that the RAMs show differ from the one that is invalidated
  logic [WAYS*VPN_W-1:0] apart;
  for (genvar w = 0; w < WAYS; w++) begin : pages
    assign apart[w*VPN_W+:VPN_W] = {ram_tag[w*TLB_TAG_W+:TLB_TAG_W], row} ^ inv_vpn;
  end

  always_comb begin
    base_read = '0;
    for (int w = 0; w < WAYS; w++) begin
      base_hits[w] = m_valid && m_read && m_held[w] && large_hits == '0 &&
          ram_asid[w*ASID_W+:ASID_W] == m_asid && ram_tag[w*TLB_TAG_W+:TLB_TAG_W] == m_vpn[VPN_W-1:SET_W];
      same[w] = row_held[w] && ram_asid[w*ASID_W+:ASID_W] == f_asid &&
          ram_tag[w*TLB_TAG_W+:TLB_TAG_W] == f_vpn[VPN_W-1:SET_W];
      named[w] = row_held[w] && ram_asid[w*ASID_W+:ASID_W] == inv_asid &&
          (by_space || apart[w*VPN_W+:VPN_W] == '0
           || (inv_kind == INSIDE && apart[w*VPN_W+SHIFT+:LARGE_VPN_W] == '0));
      base_read = base_read | (base_hits[w] ? ram_ppn[w*PPN_W+:PPN_W] : '0);
    end
  end

  // ---- fills and invalidations ----

  logic             fills_large, drops_all, more;
  logic [WAYS-1:0]  row_free, place, put, drop;
  logic [LARGE-1:0] large_free, large_place, large_put, large_drop;

  assign fills_large = phase == IDLE && f_valid && f_large;
  assign drops_all   = phase == IDLE && !f_valid && inv_valid && inv_kind == ALL;
  assign more        = !fills && by_rows && row != {SET_W{1'b1}};
  assign put         = (writes && fills) ? ways : '0;
  assign drop        = (writes && !fills) ? ways : '0;
  assign large_put   = fills_large ? large_place : '0;
  assign large_drop  = drops_all ? '1 : (writes && !fills) ? large_named : '0;

  assign row_free    = ~row_held;
  assign large_free  = ~large_valid;

  // A fill goes to its page, or to the first free place, or to the oldest.
  assign place = (same != '0) ? same : (row_free != '0) ? WAYS'(lowest(LONGEST'(row_free)))
                                     : WAYS'(oldest((LONGEST - 1)'(row_tree), WAYS));
  assign large_place = (large_same != '0) ? large_same
                     : (large_free != '0) ? LARGE'(lowest(LONGEST'(large_free)))
                                          : LARGE'(oldest((LONGEST - 1)'(large_older), LARGE));

  // ---- what happens at an edge ----

  // The trees of the set of the look-up and of the row, as they are used.
  logic [NODES-1:0] m_used, row_before, row_used;

  assign m_used     = NODES'(used((LONGEST - 1)'(m_tree), WAYS, LONGEST'(base_hits)));
  assign row_before = (row == m_vpn[SET_W-1:0]) ? m_used : row_tree;
  assign row_used   = NODES'(used((LONGEST - 1)'(row_before), WAYS, LONGEST'(put)));

  for (genvar s = 0; s < SETS; s++) begin : sets
    logic here;
    logic [WAYS-1:0] put_here, drop_here, next;
    assign here      = row == SET_W'(s);
    assign put_here  = here ? put : '0;
    assign drop_here = here ? drop : '0;
    assign next = (valid[s*WAYS+:WAYS] & ~drop_here) | put_here;
    always_ff @(posedge clk) begin
      if (rst) begin
        valid[s*WAYS+:WAYS]   <= '0;
        older[s*NODES+:NODES] <= '0;
      end else begin
        valid[s*WAYS+:WAYS] <= drops_all ? '0 : next;
        if (here) older[s*NODES+:NODES] <= row_used;
        else if (m_vpn[SET_W-1:0] == SET_W'(s)) older[s*NODES+:NODES] <= m_used;
      end
    end
  end

  logic [LARGE-2:0] large_tree;

  assign large_tree = (LARGE - 1)'(used(used((LONGEST - 1)'(large_older), LARGE, LONGEST'(large_hits)), LARGE,
                                        LONGEST'(large_put)));

  always_ff @(posedge clk) begin
    if (rst) begin
      large_valid <= '0;
      large_older <= '0;
    end else begin
      large_valid <= (large_valid & ~large_drop) | large_put;
      large_older <= large_tree;
    end
  end

  for (genvar i = 0; i < LARGE; i++) begin : large_entries
    always_ff @(posedge clk) begin
      if (rst) begin
        large_asid[i] <= '0;
        large_vpn[i]  <= '0;
        large_ppn[i]  <= '0;
      end else if (large_put[i]) begin
        large_asid[i] <= f_asid;
        large_vpn[i]  <= f_vpn[VPN_W-1:SHIFT];
        large_ppn[i]  <= f_ppn[PPN_W-1:SHIFT];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      r_valid   <= 1'b0;
      r_asid    <= '0;
      r_vpn     <= '0;
      m_valid   <= 1'b0;
      m_read    <= 1'b0;
      m_asid    <= '0;
      m_vpn     <= '0;
      ans_valid <= 1'b0;
      ans_hit   <= 1'b0;
      ans_large <= 1'b0;
      ans_ppn   <= '0;
    end else begin
      if (lk_valid) begin
        r_asid <= lk_asid;
        r_vpn  <= lk_vpn;
      end
      if (r_valid) begin
        m_asid <= r_asid;
        m_vpn  <= r_vpn;
      end
      r_valid   <= lk_valid;
      m_valid   <= r_valid;
      m_read    <= r_valid && !reads && !writes;
      ans_valid <= m_valid;
      ans_hit   <= base_hits != '0 || large_hits != '0;
      ans_large <= large_hits != '0;
      ans_ppn   <= (large_hits != '0) ? large_read | PPN_W'(m_vpn[SHIFT-1:0]) : base_read;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      f_valid <= 1'b0;
      f_large <= 1'b0;
      f_asid  <= '0;
      f_vpn   <= '0;
      f_ppn   <= '0;
    end else if (!f_valid && fill_valid) begin
      f_valid <= 1'b1;
      f_large <= fill_large;
      f_asid  <= fill_asid;
      f_vpn   <= fill_vpn;
      f_ppn   <= fill_ppn;
    end else if (fills_large || (writes && fills)) begin
      f_valid <= 1'b0;
    end
  end

  // A fill that waits goes first, then an invalidation.
  always_ff @(posedge clk) begin
    if (rst) begin
      phase <= IDLE;
      fills <= 1'b0;
      row   <= '0;
      ways  <= '0;
    end else begin
      if (phase == MATCH) ways <= fills ? place : named;
      if (phase == IDLE) begin
        if (f_valid && !f_large) begin
          fills <= 1'b1;
          row   <= f_vpn[SET_W-1:0];
          phase <= STOP;
        end else if (!f_valid && inv_valid && (inv_kind == PAGE || by_rows)) begin
          fills <= 1'b0;
          row   <= by_rows ? '0 : inv_vpn[SET_W-1:0];
          phase <= STOP;
        end else if (!f_valid && inv_valid) begin
          phase <= ACK;
        end
      end else if (writes) begin
        row   <= row + SET_W'(more);
        phase <= fills ? IDLE : more ? STOP : ACK;
      end else begin
        phase <= (phase >= ACK) ? IDLE : phase + 3'd1;
      end
    end
  end
endmodule
