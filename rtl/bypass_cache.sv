// SPDX-License-Identifier: Apache-2.0
// TLB bypass cache (MASK 5.2): fully associative, true LRU, two lookup ports next to
// the shared L2 TLB's two, one fill port. Equal to hls/bypass_cache in every state.
//
// Lookups, fills and flushes are always accepted; a lookup of cycle t is answered
// in t+1. Lookups see the entries as they were before this cycle's fill or flush;
// the LRU order moves by port 0, then port 1, then the fill; a flush overrides a fill.
module bypass_cache #(
    parameter int BYPASS_ENTRIES = gmmu_pkg::GMMU_BYPASS_ENTRIES,  // 4, 8, ... 256; the C goes to 64
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
  localparam int AGE_W = $clog2(N);

`ifndef __ICARUS__  // Icarus has no such checks
  if (N < 4 || N > 256 || 2 ** AGE_W != N) begin : bad_entries
    $error("bypass_cache: BYPASS_ENTRIES must be 4, 8, ... 256");
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
  logic [AGE_W-1:0]  age [0:N-1];   // LRU age, 0 = most recent
  // answers
  logic             ans0_valid;
  logic             ans0_hit;
  logic [PPN_W-1:0] ans0_ppn;
  logic             ans1_valid;
  logic             ans1_hit;
  logic [PPN_W-1:0] ans1_ppn;

  assign a0_valid = ans0_valid;
  assign a0_hit   = ans0_hit;
  assign a0_ppn   = ans0_ppn;
  assign a1_valid = ans1_valid;
  assign a1_hit   = ans1_hit;
  assign a1_ppn   = ans1_ppn;

  // match vectors and AND-OR reads
  logic             fill;
  logic [N-1:0]     hit0;
  logic [N-1:0]     hit1;
  logic [N-1:0]     present;
  logic [PPN_W-1:0] ppn0;
  logic [PPN_W-1:0] ppn1;

  assign fill = fill_valid && !flush;

  always_comb begin
    ppn0 = '0;
    ppn1 = '0;
    for (int i = 0; i < N; i++) begin
      hit0[i] = lk0_valid && valid[i] && asid[i] == lk0_asid && vpn[i] == lk0_vpn;
      hit1[i] = lk1_valid && valid[i] && asid[i] == lk1_asid && vpn[i] == lk1_vpn;
      present[i] = fill && valid[i] && asid[i] == fill_asid && vpn[i] == fill_vpn;
      ppn0 = ppn0 | (hit0[i] ? ppn[i] : '0);
      ppn1 = ppn1 | (hit1[i] ? ppn[i] : '0);
    end
  end

  // The entry a fill goes to: its page's, else the least recently used one, leaving out
  // those hit now. Invalid entries are always older than valid ones, so it is an empty
  // one while there is any: no separate search for a free entry.
  logic [N-1:0] last;        // of the greatest age
  logic [N-1:0] last_but_1;
  logic [N-1:0] last_but_2;
  logic [N-1:0] victim;
  logic [N-1:0] write;

  always_comb begin
    for (int i = 0; i < N; i++) begin
      last[i]       = age[i] == AGE_W'(N - 1);
      last_but_1[i] = age[i] == AGE_W'(N - 2);
      last_but_2[i] = age[i] == AGE_W'(N - 3);
    end
    if (~|(last & (hit0 | hit1))) victim = last;
    else if (~|(last_but_1 & (hit0 | hit1))) victim = last_but_1;
    else victim = last_but_2;
    write = |present ? present : victim & {N{fill}};
  end

  // Uses of this cycle, an entry at its latest: the fill, port 1, port 0. The latest use
  // gets age 0, and so on; any other entry ages by the number of used ones that were older.
  logic [N-1:0]     use1;
  logic [N-1:0]     use0;
  logic [AGE_W-1:0] old_write;
  logic [AGE_W-1:0] old1;
  logic [AGE_W-1:0] old0;
  logic [AGE_W-1:0] new1;
  logic [AGE_W-1:0] new0;
  logic [AGE_W-1:0] next_age [0:N-1];

  always_comb begin
    use1      = hit1 & ~write;
    use0      = hit0 & ~hit1 & ~write;
    old_write = '0;
    old1      = '0;
    old0      = '0;
    for (int i = 0; i < N; i++) begin
      old_write = old_write | (write[i] ? age[i] : '0);
      old1      = old1 | (use1[i] ? age[i] : '0);
      old0      = old0 | (use0[i] ? age[i] : '0);
    end
    new1 = AGE_W'(|write);
    new0 = new1 + AGE_W'(|use1);
    for (int i = 0; i < N; i++) begin
      if (write[i]) next_age[i] = '0;
      else if (use1[i]) next_age[i] = new1;
      else if (use0[i]) next_age[i] = new0;
      else
        next_age[i] = age[i] + AGE_W'(age[i] < old_write) + AGE_W'(age[i] < old1) + AGE_W'(age[i] < old0);
    end
  end

  for (genvar i = 0; i < N; i++) begin : entries
    always_ff @(posedge clk) begin
      if (rst) begin
        valid[i] <= 1'b0;
        asid[i]  <= '0;
        vpn[i]   <= '0;
        ppn[i]   <= '0;
        age[i]   <= AGE_W'(i);
      end else begin
        valid[i] <= !flush && (valid[i] || write[i]);
        age[i]   <= next_age[i];
        if (write[i]) begin
          asid[i] <= fill_asid;
          vpn[i]  <= fill_vpn;
          ppn[i]  <= fill_ppn;
        end
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      ans0_valid <= 1'b0;
      ans0_hit   <= 1'b0;
      ans0_ppn   <= '0;
      ans1_valid <= 1'b0;
      ans1_hit   <= 1'b0;
      ans1_ppn   <= '0;
    end else begin
      ans0_valid <= lk0_valid;
      ans0_hit   <= |hit0;
      ans0_ppn   <= ppn0;
      ans1_valid <= lk1_valid;
      ans1_hit   <= |hit1;
      ans1_ppn   <= ppn1;
    end
  end
endmodule
