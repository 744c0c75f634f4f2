// SPDX-License-Identifier: Apache-2.0
// TLB bypass cache (MASK 5.2): fully associative, true LRU, two lookup ports next to
// the shared L2 TLB's two, one fill port. Equal to hls/bypass_cache in every state.
//
// Lookups, fills and flushes are always accepted; a lookup of cycle t is answered
// in t+1. Lookups see the entries as they were before this cycle's fill or flush;
// the LRU order moves by port 0, then port 1, then the fill; a flush overrides a fill.
//
// Cycle t only compares. The order moves, and the fill goes to its entry, in t+1; what
// is looked up or filled then sees it there already.
module bypass_cache #(
    parameter int BYPASS_ENTRIES = gmmu_pkg::GMMU_BYPASS_ENTRIES,  // 4, 8, ... 64
    parameter int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter int PPN_W = gmmu_pkg::GMMU_PPN_W
) (
    input  logic              clk,         // rising edge
    input  logic              rst,         // synchronous, active high
    // lookup, port 0
    input  logic              lk0_valid,   // look up now
    input  logic [ASID_W-1:0] lk0_asid,    // address space
    input  logic [VPN_W-1:0]  lk0_vpn,     // virtual page number
    // lookup, port 1
    input  logic              lk1_valid,   // look up now
    input  logic [ASID_W-1:0] lk1_asid,    // address space
    input  logic [VPN_W-1:0]  lk1_vpn,     // virtual page number
    // fill by a warp without a token
    input  logic              fill_valid,  // insert, or refresh when present
    input  logic [ASID_W-1:0] fill_asid,   // address space
    input  logic [VPN_W-1:0]  fill_vpn,    // virtual page number
    input  logic [PPN_W-1:0]  fill_ppn,    // physical page number
    input  logic              flush,       // a PTE changed: drop every entry
    // answer, port 0
    output logic              a0_valid,    // last cycle's lookup is answered
    output logic              a0_hit,      // found
    output logic [PPN_W-1:0]  a0_ppn,      // physical page number; 0 when missed
    // answer, port 1
    output logic              a1_valid,    // last cycle's lookup is answered
    output logic              a1_hit,      // found
    output logic [PPN_W-1:0]  a1_ppn       // physical page number; 0 when missed
);
  localparam int N = BYPASS_ENTRIES;
  localparam int ROWS = N / 2;
  localparam int ROW_W = N - 1;
  localparam int PAIRS = N * (N - 1) / 2;  // of entries i and j < i, at i * (i - 1) / 2 + j

`ifndef __ICARUS__  // Icarus has no such checks
  if (N < 4 || N > 64 || 2 ** $clog2(N) != N) begin : bad_entries
    $error("bypass_cache: BYPASS_ENTRIES must be 4, 8, ... 64");
  end
  if (ASID_W < 1 || VPN_W < 1 || PPN_W < 1) begin : no_width
    $error("bypass_cache: ASID_W, VPN_W and PPN_W must be 1 or more");
  end
`endif

  // entries
  logic [N-1:0]      valid;
  logic [ASID_W-1:0] asid [0:N-1];
  logic [VPN_W-1:0]  vpn [0:N-1];
  logic [PPN_W-1:0]  ppn [0:N-1];
  // The order of use: a bit for each pair of entries i and j < i, whether i was used after j. Row r
  // holds the bits of entry N-1-r, and above them the bits of entry r.
  logic [ROW_W-1:0]  newer [0:ROWS-1];
  // the lookups of the cycle before
  logic         ans0_valid;
  logic         ans0_hit;
  logic [N-1:0] hit0;  // the entry that holds the page
  logic         ans1_valid;
  logic         ans1_hit;
  logic [N-1:0] hit1;
  // the fill of the cycle before
  logic              fresh;       // there was one
  logic              evict;       // no entry holds its page
  logic [N-1:0]      present;     // the entry that does
  logic [ASID_W-1:0] fresh_asid;
  logic [VPN_W-1:0]  fresh_vpn;
  logic [PPN_W-1:0]  fresh_ppn;

  // Answers: an entry that was hit still has its page.
  assign a0_valid = ans0_valid;
  assign a0_hit   = ans0_hit;
  assign a1_valid = ans1_valid;
  assign a1_hit   = ans1_hit;

  always_comb begin
    a0_ppn = '0;
    a1_ppn = '0;
    for (int i = 0; i < N; i++) begin
      a0_ppn = a0_ppn | (hit0[i] ? ppn[i] : '0);
      a1_ppn = a1_ppn | (hit1[i] ? ppn[i] : '0);
    end
  end

  // The order after the lookups of the cycle before, and the entry for its fill: its page's, else
  // the oldest one, which no lookup hit. Invalid entries are always older than valid ones, so it is
  // an empty one while there is any: no separate search for a free entry.
  logic [PAIRS-1:0] looked;
  logic [ROW_W-1:0] next_newer [0:ROWS-1];
  logic [N-1:0]     oldest;
  logic [N-1:0]     placed;
  logic [N-1:0]     take;        // is written
  logic [N-1:0]     keep;        // is neither written nor reset

  always_comb begin
    oldest = '1;
    for (int i = 1; i < N; i++) begin
      for (int j = 0; j < i; j++) begin
        looked[i*(i-1)/2+j] = (newer[i < ROWS ? i : N-1-i][i < ROWS ? N-1-i+j : j] || hit0[i]) && !hit0[j];
        looked[i*(i-1)/2+j] = (looked[i*(i-1)/2+j] || hit1[i]) && !hit1[j];
        oldest[i] = oldest[i] && !looked[i*(i-1)/2+j];
        oldest[j] = oldest[j] && looked[i*(i-1)/2+j];
      end
    end
    placed = present | oldest & {N{evict}};
    take = placed & {N{!rst}};
    keep = ~placed & {N{!rst}};
    for (int i = 1; i < N; i++) begin
      for (int j = 0; j < i; j++) begin
        next_newer[i < ROWS ? i : N-1-i][i < ROWS ? N-1-i+j : j] =
            (looked[i*(i-1)/2+j] || take[i]) && keep[j];
      end
    end
  end

  // This cycle's lookups and fill: the entry that holds the page, once the fill before has come to its own
  logic         fill;
  logic [N-1:0] match0;
  logic [N-1:0] match1;
  logic [N-1:0] match2;
  logic         fresh0;
  logic         fresh1;
  logic         fresh2;

  assign fill   = fill_valid && !flush;
  assign fresh0 = fresh && fresh_asid == lk0_asid && fresh_vpn == lk0_vpn;
  assign fresh1 = fresh && fresh_asid == lk1_asid && fresh_vpn == lk1_vpn;
  assign fresh2 = fresh && fresh_asid == fill_asid && fresh_vpn == fill_vpn;

  always_comb begin
    for (int i = 0; i < N; i++) begin
      match0[i] = placed[i] ? fresh0 : valid[i] && asid[i] == lk0_asid && vpn[i] == lk0_vpn;
      match1[i] = placed[i] ? fresh1 : valid[i] && asid[i] == lk1_asid && vpn[i] == lk1_vpn;
      match2[i] = placed[i] ? fresh2 : valid[i] && asid[i] == fill_asid && vpn[i] == fill_vpn;
    end
  end

  // Reset acts through `take`, `keep` and the other enables: no bit has a gate of its own for it.
  for (genvar i = 0; i < N; i++) begin : entries
    always_ff @(posedge clk) begin
      asid[i] <= fresh_asid & {ASID_W{take[i]}} | asid[i] & {ASID_W{keep[i]}};
      vpn[i]  <= fresh_vpn & {VPN_W{take[i]}} | vpn[i] & {VPN_W{keep[i]}};
      ppn[i]  <= fresh_ppn & {PPN_W{take[i]}} | ppn[i] & {PPN_W{keep[i]}};
    end
  end

  for (genvar r = 0; r < ROWS; r++) begin : order
    always_ff @(posedge clk) begin
      newer[r] <= next_newer[r];
    end
  end

  always_ff @(posedge clk) begin
    valid      <= (valid | placed) & {N{!flush && !rst}};
    ans0_valid <= lk0_valid && !rst;
    ans0_hit   <= lk0_valid && |match0 && !rst;
    hit0       <= match0 & {N{lk0_valid && !rst}};
    ans1_valid <= lk1_valid && !rst;
    ans1_hit   <= lk1_valid && |match1 && !rst;
    hit1       <= match1 & {N{lk1_valid && !rst}};
    fresh      <= fill && !rst;
    evict      <= fill && ~|match2 && !rst;
    present    <= match2 & {N{fill && !rst}};
    fresh_asid <= fill_asid & {ASID_W{fill && !rst}};
    fresh_vpn  <= fill_vpn & {VPN_W{fill && !rst}};
    fresh_ppn  <= fill_ppn & {PPN_W{fill && !rst}};
  end
endmodule
