// SPDX-License-Identifier: Apache-2.0
// Lookup path of a TLB level with base and large entries (Mosaic 4.3, 5 and Table 1): TLB_SETS x TLB_WAYS
// entries of base pages and TLB_LARGE entries of large pages, which come first; true LRU. Equal to
// hls/two_size_tlb in every state.
//
// Within a cycle entries are dropped, then looked up, then filled; a fill whose page is invalidated in its
// very cycle is left out. A lookup and an invalidation of cycle t are answered in t+1. The entries of a set
// stand in the order of their use, the latest at the lowest index, and so do the large ones: an entry that is
// used or filled comes to the front, and those before its place move down by one.
module two_size_tlb #(
    parameter int TLB_SETS = gmmu_pkg::GMMU_TLB_SETS,    // 1, 2, 4, ... 1024
    parameter int TLB_WAYS = gmmu_pkg::GMMU_TLB_WAYS,    // 2 to 512
    parameter int TLB_LARGE = gmmu_pkg::GMMU_TLB_LARGE,  // 2 to 512
    parameter int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter int PPN_W = gmmu_pkg::GMMU_PPN_W,
    parameter int LARGE_VPN_W = gmmu_pkg::GMMU_LARGE_VPN_W,  // without the bits within a large page
    parameter int LARGE_PPN_W = gmmu_pkg::GMMU_LARGE_PPN_W
) (
    input  logic              clk,         // rising edge
    input  logic              rst,         // synchronous, active high
    // lookup
    input  logic              lk_valid,    // look up now
    input  logic [ASID_W-1:0] lk_asid,     // address space
    input  logic [VPN_W-1:0]  lk_vpn,      // virtual page number, in base pages
    // fill
    input  logic              fill_valid,  // insert, or refresh when present
    input  logic              fill_large,  // a large page: the low bits of both numbers are ignored
    input  logic [ASID_W-1:0] fill_asid,   // address space
    input  logic [VPN_W-1:0]  fill_vpn,    // virtual page number
    input  logic [PPN_W-1:0]  fill_ppn,    // physical page number
    // invalidation
    input  logic              inv_base,    // drop the base entry of inv_asid, inv_vpn
    input  logic              inv_large,   // drop the large entry of inv_asid, inv_vpn
    input  logic              inv_space,   // drop all of inv_asid
    input  logic              inv_all,     // drop everything
    input  logic [ASID_W-1:0] inv_asid,    // address space
    input  logic [VPN_W-1:0]  inv_vpn,     // virtual page number
    // answer
    output logic              a_valid,     // last cycle's lookup is answered
    output logic              a_hit,       // found
    output logic              a_large,     // by a large entry
    output logic [PPN_W-1:0]  a_ppn,       // frame of the page asked for; 0 when missed
    output logic              a_dropped    // last cycle's invalidation dropped an entry
);
  localparam int SETS = TLB_SETS;
  localparam int WAYS = TLB_WAYS;
  localparam int LARGE = TLB_LARGE;
  localparam int BASE = SETS * WAYS;
  localparam int LONGEST = WAYS > LARGE ? WAYS : LARGE;
  localparam int SHIFT = VPN_W - LARGE_VPN_W;  // log2 of the base pages of a large one
  localparam int LAST_SET = SETS - 1;

`ifndef __ICARUS__  // Icarus has no such checks
  if (SETS < 1 || SETS > 1024 || 2 ** $clog2(SETS) != SETS) begin : bad_sets
    $error("two_size_tlb: TLB_SETS must be 1, 2, 4, ... 1024");
  end
  if (WAYS < 2 || WAYS > 512 || LARGE < 2 || LARGE > 512) begin : bad_entries
    $error("two_size_tlb: TLB_WAYS and TLB_LARGE must be 2 to 512");
  end
  if (SHIFT < 1 || PPN_W - LARGE_PPN_W != SHIFT) begin : bad_widths
    $error("two_size_tlb: LARGE_VPN_W and LARGE_PPN_W must leave out as many bits of VPN_W and PPN_W");
  end
  if (ASID_W < 1 || LARGE_VPN_W < 1 || LARGE_PPN_W < 1) begin : no_width
    $error("two_size_tlb: ASID_W, LARGE_VPN_W and LARGE_PPN_W must be 1 or more");
  end
`endif

  // base entries: way w of set s is s * WAYS + w
  logic [BASE-1:0]   base_valid;
  logic [ASID_W-1:0] base_asid [0:BASE-1];
  logic [VPN_W-1:0]  base_vpn [0:BASE-1];
  logic [PPN_W-1:0]  base_ppn [0:BASE-1];
  // large entries
  logic [LARGE-1:0]       large_valid;
  logic [ASID_W-1:0]      large_asid [0:LARGE-1];
  logic [LARGE_VPN_W-1:0] large_vpn [0:LARGE-1];
  logic [LARGE_PPN_W-1:0] large_ppn [0:LARGE-1];
  // answers
  logic             ans_valid;
  logic             ans_hit;
  logic             ans_large;
  logic [PPN_W-1:0] ans_ppn;
  logic             ans_dropped;

  assign a_valid   = ans_valid;
  assign a_hit     = ans_hit;
  assign a_large   = ans_large;
  assign a_ppn     = ans_ppn;
  assign a_dropped = ans_dropped;

  // large pages by their own numbers
  logic [LARGE_VPN_W-1:0] lk_large_vpn;
  logic [LARGE_VPN_W-1:0] fill_large_vpn;
  logic [LARGE_VPN_W-1:0] inv_large_vpn;
  logic [LARGE_PPN_W-1:0] fill_large_ppn;

  assign lk_large_vpn   = lk_vpn[VPN_W-1:SHIFT];
  assign fill_large_vpn = fill_vpn[VPN_W-1:SHIFT];
  assign inv_large_vpn  = inv_vpn[VPN_W-1:SHIFT];
  assign fill_large_ppn = fill_ppn[PPN_W-1:SHIFT];

  // the sets of the lookup and of the fill
  logic [SETS-1:0] lk_set;
  logic [SETS-1:0] fill_set;

  always_comb begin
    for (int s = 0; s < SETS; s++) begin
      lk_set[s]   = (lk_vpn & VPN_W'(LAST_SET)) == VPN_W'(s);
      fill_set[s] = (fill_vpn & VPN_W'(LAST_SET)) == VPN_W'(s);
    end
  end

  // What stays, what the lookup hits, and what has the page of the fill.
  logic [BASE-1:0]        base_kept;
  logic [BASE-1:0]        base_hit;
  logic [BASE-1:0]        base_filled;
  logic [PPN_W-1:0]       base_read;
  logic [LARGE-1:0]       large_kept;
  logic [LARGE-1:0]       large_hit;
  logic [LARGE-1:0]       large_filled;
  logic [LARGE_PPN_W-1:0] large_read;

  always_comb begin
    base_read = '0;
    for (int i = 0; i < BASE; i++) begin
      base_kept[i] = base_valid[i] && !inv_all &&
          !(base_asid[i] == inv_asid && (inv_space || (inv_base && base_vpn[i] == inv_vpn)));
      base_hit[i] = lk_valid && base_kept[i] && base_asid[i] == lk_asid && base_vpn[i] == lk_vpn &&
          lk_set[i/WAYS];
      base_filled[i] = fill_valid && !fill_large && base_kept[i] && base_asid[i] == fill_asid &&
          base_vpn[i] == fill_vpn && fill_set[i/WAYS];
      base_read = base_read | (base_hit[i] ? base_ppn[i] : '0);
    end
  end

  always_comb begin
    large_read = '0;
    for (int i = 0; i < LARGE; i++) begin
      large_kept[i] = large_valid[i] && !inv_all &&
          !(large_asid[i] == inv_asid && (inv_space || (inv_large && large_vpn[i] == inv_large_vpn)));
      large_hit[i] = lk_valid && large_kept[i] && large_asid[i] == lk_asid && large_vpn[i] == lk_large_vpn;
      large_filled[i] = fill_valid && fill_large && large_kept[i] && large_asid[i] == fill_asid &&
          large_vpn[i] == fill_large_vpn;
      large_read = large_read | (large_hit[i] ? large_ppn[i] : '0);
    end
  end

  // The large array comes first: a base entry is used only when no large one is hit.
  logic large_used;
  logic base_used;
  logic fill_dropped;
  logic fill_base_now;
  logic fill_large_now;

  assign large_used = |large_hit;
  assign base_used  = |base_hit && !large_used;
  assign fill_dropped = inv_all || (fill_asid == inv_asid && (inv_space || (fill_large ?
      inv_large && fill_large_vpn == inv_large_vpn : inv_base && fill_vpn == inv_vpn)));
  assign fill_base_now  = fill_valid && !fill_large && !fill_dropped;
  assign fill_large_now = fill_valid && fill_large && !fill_dropped;

  // Which entries of a list move down: all up to the first that stops.
  function automatic logic [LONGEST-1:0] up_to(input logic [LONGEST-1:0] stop);
    logic [LONGEST-1:0] behind;
    behind = stop << 1;
    for (int d = 1; d < LONGEST; d = d * 2) behind = behind | (behind << d);
    up_to = ~behind;
  endfunction

  // The lookup brings what it hits to the front (mid_), the fill comes before it. The fill takes the place of
  // its page, or else of the first free entry, or else of the last one.
  logic [BASE-1:0]  base_lift;
  logic [BASE-1:0]  base_drop;
  logic [BASE-1:0]  mid_base_valid;
  logic [BASE-1:0]  mid_base_filled;
  logic             base_present;
  logic [BASE-1:0]  base_stop;
  logic [LARGE-1:0] large_lift;
  logic [LARGE-1:0] large_drop;
  logic [LARGE-1:0] mid_large_valid;
  logic [LARGE-1:0] mid_large_filled;
  logic             large_present;
  logic [LARGE-1:0] large_stop;

  always_comb begin
    for (int s = 0; s < SETS; s++) begin
      base_lift[s*WAYS+:WAYS] = WAYS'(up_to(LONGEST'(base_hit[s*WAYS+:WAYS]))) &
          {WAYS{base_used && lk_set[s]}};
      mid_base_valid[s*WAYS+:WAYS] = (base_lift[s*WAYS+:WAYS] & {base_kept[s*WAYS+:WAYS-1], 1'b1}) |
          (~base_lift[s*WAYS+:WAYS] & base_kept[s*WAYS+:WAYS]);
      mid_base_filled[s*WAYS+:WAYS] =
          (base_lift[s*WAYS+:WAYS] & {base_filled[s*WAYS+:WAYS-1], |(base_hit & base_filled)}) |
          (~base_lift[s*WAYS+:WAYS] & base_filled[s*WAYS+:WAYS]);
    end
    base_present = |mid_base_filled;
    base_stop = base_present ? mid_base_filled : ~mid_base_valid;
    for (int s = 0; s < SETS; s++) begin
      base_drop[s*WAYS+:WAYS] = WAYS'(up_to(LONGEST'(base_stop[s*WAYS+:WAYS]))) &
          {WAYS{fill_base_now && fill_set[s]}};
    end
  end

  always_comb begin
    large_lift = LARGE'(up_to(LONGEST'(large_hit))) & {LARGE{large_used}};
    mid_large_valid = (large_lift & {large_kept[LARGE-2:0], 1'b1}) | (~large_lift & large_kept);
    mid_large_filled = (large_lift & {large_filled[LARGE-2:0], |(large_hit & large_filled)}) |
        (~large_lift & large_filled);
    large_present = |mid_large_filled;
    large_stop = large_present ? mid_large_filled : ~mid_large_valid;
    large_drop = LARGE'(up_to(LONGEST'(large_stop))) & {LARGE{fill_large_now}};
  end

  logic [ASID_W-1:0]      mid_base_asid [0:BASE-1];
  logic [VPN_W-1:0]       mid_base_vpn [0:BASE-1];
  logic [PPN_W-1:0]       mid_base_ppn [0:BASE-1];
  logic [ASID_W-1:0]      mid_large_asid [0:LARGE-1];
  logic [LARGE_VPN_W-1:0] mid_large_vpn [0:LARGE-1];
  logic [LARGE_PPN_W-1:0] mid_large_ppn [0:LARGE-1];

  for (genvar i = 0; i < BASE; i++) begin : base_entries
    if (i % WAYS == 0) begin : front
      assign mid_base_asid[i] = base_lift[i] ? lk_asid : base_asid[i];
      assign mid_base_vpn[i]  = base_lift[i] ? lk_vpn : base_vpn[i];
      assign mid_base_ppn[i]  = base_lift[i] ? base_read : base_ppn[i];
    end else begin : behind
      assign mid_base_asid[i] = base_lift[i] ? base_asid[i-1] : base_asid[i];
      assign mid_base_vpn[i]  = base_lift[i] ? base_vpn[i-1] : base_vpn[i];
      assign mid_base_ppn[i]  = base_lift[i] ? base_ppn[i-1] : base_ppn[i];
    end
    always_ff @(posedge clk) begin
      if (rst) begin
        base_valid[i] <= 1'b0;
        base_asid[i]  <= '0;
        base_vpn[i]   <= '0;
        base_ppn[i]   <= '0;
      end else if (!base_drop[i]) begin
        base_valid[i] <= mid_base_valid[i];
        base_asid[i]  <= mid_base_asid[i];
        base_vpn[i]   <= mid_base_vpn[i];
        base_ppn[i]   <= mid_base_ppn[i];
      end else if (i % WAYS == 0) begin
        base_valid[i] <= 1'b1;
        base_asid[i]  <= fill_asid;
        base_vpn[i]   <= fill_vpn;
        base_ppn[i]   <= fill_ppn;
      end else begin
        base_valid[i] <= mid_base_valid[i == 0 ? 0 : i-1];
        base_asid[i]  <= mid_base_asid[i == 0 ? 0 : i-1];
        base_vpn[i]   <= mid_base_vpn[i == 0 ? 0 : i-1];
        base_ppn[i]   <= mid_base_ppn[i == 0 ? 0 : i-1];
      end
    end
  end

  for (genvar i = 0; i < LARGE; i++) begin : large_entries
    if (i == 0) begin : front
      assign mid_large_asid[i] = large_lift[i] ? lk_asid : large_asid[i];
      assign mid_large_vpn[i]  = large_lift[i] ? lk_large_vpn : large_vpn[i];
      assign mid_large_ppn[i]  = large_lift[i] ? large_read : large_ppn[i];
    end else begin : behind
      assign mid_large_asid[i] = large_lift[i] ? large_asid[i-1] : large_asid[i];
      assign mid_large_vpn[i]  = large_lift[i] ? large_vpn[i-1] : large_vpn[i];
      assign mid_large_ppn[i]  = large_lift[i] ? large_ppn[i-1] : large_ppn[i];
    end
    always_ff @(posedge clk) begin
      if (rst) begin
        large_valid[i] <= 1'b0;
        large_asid[i]  <= '0;
        large_vpn[i]   <= '0;
        large_ppn[i]   <= '0;
      end else if (!large_drop[i]) begin
        large_valid[i] <= mid_large_valid[i];
        large_asid[i]  <= mid_large_asid[i];
        large_vpn[i]   <= mid_large_vpn[i];
        large_ppn[i]   <= mid_large_ppn[i];
      end else if (i == 0) begin
        large_valid[i] <= 1'b1;
        large_asid[i]  <= fill_asid;
        large_vpn[i]   <= fill_large_vpn;
        large_ppn[i]   <= fill_large_ppn;
      end else begin
        large_valid[i] <= mid_large_valid[i == 0 ? 0 : i-1];
        large_asid[i]  <= mid_large_asid[i == 0 ? 0 : i-1];
        large_vpn[i]   <= mid_large_vpn[i == 0 ? 0 : i-1];
        large_ppn[i]   <= mid_large_ppn[i == 0 ? 0 : i-1];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      ans_valid   <= 1'b0;
      ans_hit     <= 1'b0;
      ans_large   <= 1'b0;
      ans_ppn     <= '0;
      ans_dropped <= 1'b0;
    end else begin
      ans_valid   <= lk_valid;
      ans_hit     <= |base_hit || large_used;
      ans_large   <= large_used;
      ans_ppn     <= large_used ? {large_read, lk_vpn[SHIFT-1:0]} : base_read;
      ans_dropped <= |(base_valid & ~base_kept) || |(large_valid & ~large_kept);
    end
  end
endmodule
