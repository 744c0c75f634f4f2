// TLB bypass cache (MASK 5.2): fully associative, true LRU, two lookup ports beside
// the shared L2 TLB's two, one fill port. Equal to hls/bypass_cache in every state.
//
// Lookups, fills and flushes are always accepted; a lookup of cycle t is answered
// in t+1. Lookups see the entries as they were before this cycle's fill or flush;
// the LRU order moves by port 0, then port 1, then the fill; flush beats fill.
module bypass_cache (
    input  logic                              clk,         // rising edge
    input  logic                              rst,         // synchronous, active high
    // lookup, port 0
    input  logic                              lk0_valid,   // look up now
    input  logic [gmmu_pkg::GMMU_ASID_W-1:0]  lk0_asid,    // address space
    input  logic [gmmu_pkg::GMMU_VPN_W-1:0]   lk0_vpn,     // virtual page number
    // lookup, port 1
    input  logic                              lk1_valid,   // look up now
    input  logic [gmmu_pkg::GMMU_ASID_W-1:0]  lk1_asid,    // address space
    input  logic [gmmu_pkg::GMMU_VPN_W-1:0]   lk1_vpn,     // virtual page number
    // fill by a warp without a token
    input  logic                              fill_valid,  // insert, or refresh when present
    input  logic [gmmu_pkg::GMMU_ASID_W-1:0]  fill_asid,   // address space
    input  logic [gmmu_pkg::GMMU_VPN_W-1:0]   fill_vpn,    // virtual page number
    input  logic [gmmu_pkg::GMMU_PPN_W-1:0]   fill_ppn,    // physical page number
    input  logic                              flush,       // a PTE changed: drop every entry
    // answer, port 0
    output logic                              a0_valid,    // last cycle's lookup is answered
    output logic                              a0_hit,      // found
    output logic [gmmu_pkg::GMMU_PPN_W-1:0]   a0_ppn,      // physical page number; 0 when missed
    // answer, port 1
    output logic                              a1_valid,    // last cycle's lookup is answered
    output logic                              a1_hit,      // found
    output logic [gmmu_pkg::GMMU_PPN_W-1:0]   a1_ppn       // physical page number; 0 when missed
);
  localparam int N = gmmu_pkg::GMMU_BYPASS_ENTRIES;
  localparam int PPN_W = gmmu_pkg::GMMU_PPN_W;
  localparam int AGES_W = N * 5;

  // entries
  logic [N-1:0] valid;
  logic [gmmu_pkg::GMMU_ASID_W-1:0] asid[0:N-1];
  logic [gmmu_pkg::GMMU_VPN_W-1:0] vpn[0:N-1];
  logic [PPN_W-1:0] ppn[0:N-1];
  logic [4:0] age[0:N-1];  // LRU age, 0 = most recent
  // answers
  logic ans0_valid;
  logic ans0_hit;
  logic [PPN_W-1:0] ans0_ppn;
  logic ans1_valid;
  logic ans1_hit;
  logic [PPN_W-1:0] ans1_ppn;

  assign a0_valid = ans0_valid;
  assign a0_hit   = ans0_hit;
  assign a0_ppn   = ans0_ppn;
  assign a1_valid = ans1_valid;
  assign a1_hit   = ans1_hit;
  assign a1_ppn   = ans1_ppn;

  // Makes the entry in m the most recent: what was younger ages by one. No effect
  // when m is 0.
  function automatic logic [AGES_W-1:0] touch(input logic [AGES_W-1:0] ages,
                                              input logic [N-1:0] m);
    logic [4:0] old;
    old = 5'd0;
    for (int i = 0; i < N; i++) old = old | (m[i] ? ages[i*5+:5] : 5'd0);
    for (int i = 0; i < N; i++)
      touch[i*5+:5] = m[i] ? 5'd0 : ages[i*5+:5] + 5'(ages[i*5+:5] < old);
  endfunction

  // match vectors and AND-OR reads
  logic         fill;
  logic [N-1:0] hit0;
  logic [N-1:0] hit1;
  logic [N-1:0] present;
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

  // LRU order. Invalid entries are always older than valid ones, so the oldest entry
  // is an empty one while there is any: no separate search for a free entry.
  logic [AGES_W-1:0] ages;         // as they are
  logic [AGES_W-1:0] ages_looked;  // after both lookups
  logic [AGES_W-1:0] ages_filled;  // after the fill
  logic [     N-1:0] victim;       // the oldest entry
  logic [     N-1:0] write;        // the entry the fill goes to

  always_comb begin
    for (int i = 0; i < N; i++) ages[i*5+:5] = age[i];
    ages_looked = touch(touch(ages, hit0), hit1);
    for (int i = 0; i < N; i++) victim[i] = fill && ages_looked[i*5+:5] == 5'(N - 1);
    write = |present ? present : victim;
    ages_filled = touch(ages_looked, write);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int i = 0; i < N; i++) begin
        valid[i] <= 1'b0;
        asid[i]  <= '0;
        vpn[i]   <= '0;
        ppn[i]   <= '0;
        age[i]   <= 5'(i);
      end
      ans0_valid <= 1'b0;
      ans0_hit   <= 1'b0;
      ans0_ppn   <= '0;
      ans1_valid <= 1'b0;
      ans1_hit   <= 1'b0;
      ans1_ppn   <= '0;
    end else begin
      for (int i = 0; i < N; i++) begin
        valid[i] <= !flush && (valid[i] || write[i]);
        age[i]   <= ages_filled[i*5+:5];
        if (write[i]) begin
          asid[i] <= fill_asid;
          vpn[i]  <= fill_vpn;
          ppn[i]  <= fill_ppn;
        end
      end
      ans0_valid <= lk0_valid;
      ans0_hit   <= |hit0;
      ans0_ppn   <= ppn0;
      ans1_valid <= lk1_valid;
      ans1_hit   <= |hit1;
      ans1_ppn   <= ppn1;
    end
  end
endmodule
