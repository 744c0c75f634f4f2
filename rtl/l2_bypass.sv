// Translation-aware L2 bypass (MASK 5.3): hit rates of the L2 cache per walk depth,
// and which depths skip the cache. Equal to hls/l2_bypass in every state.
//
// Events and queries are always accepted; a query of cycle t is answered in t+1.
// One instance per L2 bank, two ports as the bank has.
module l2_bypass (
    input  logic       clk,         // rising edge
    input  logic       rst,         // synchronous, active high
    // an L2 access completed its tag check, port 0
    input  logic       ev0_valid,   // it did in this cycle
    input  logic [2:0] ev0_depth,   // its walk depth; 0 = data, 7 = deeper than 6
    input  logic       ev0_hit,     // it hit
    // an L2 access completed its tag check, port 1
    input  logic       ev1_valid,   // it did in this cycle
    input  logic [2:0] ev1_depth,   // its walk depth
    input  logic       ev1_hit,     // it hit
    // shall a request of this depth bypass? port 0 comes before port 1
    input  logic       q0_valid,    // asked on port 0
    input  logic [2:0] q0_depth,    // walk depth of the request
    input  logic       q1_valid,    // asked on port 1
    input  logic [2:0] q1_depth,    // walk depth of the request
    input  logic       epoch_end,   // halves the counters; one-cycle pulse
    input  logic       cfg_enable,  // CSR; 0: never bypass
    // answers
    output logic       a0_valid,    // last cycle's query of port 0 is answered
    output logic       a0_bypass,   // skip probing and filling the cache
    output logic       a1_valid,    // last cycle's query of port 1 is answered
    output logic       a1_bypass,   // skip probing and filling the cache
    output logic [7:0] bypass       // current decision: bit d, depth d bypasses (status)
);
  localparam int N = gmmu_pkg::GMMU_NUM_DEPTHS;
  localparam logic [5:0] MUL_BITS = 6'd32;
  localparam logic [5:0] PROBE_LAST = 6'd63;  // every 64th bypassable request probes

  logic [31:0] hits[0:N-1];
  logic [31:0] accesses[0:N-1];
  logic [5:0] probe[0:N-1];  // bypassable requests modulo 64
  logic dirty;  // a counter moved since the round began
  logic busy;  // the multipliers work on `depth`
  logic [2:0] depth;  // depth being compared
  logic [5:0] mul_bit;  // multiplier bits left; 0: compare
  logic [31:0] mul_a;  // hits[depth] ...
  logic [31:0] by_a;  // ... times accesses[0], which leaves at the top
  logic [63:0] prod_a;  // running product
  logic [31:0] mul_b;  // hits[0] ...
  logic [31:0] by_b;  // ... times accesses[depth], which leaves at the top
  logic [63:0] prod_b;  // running product
  logic ans0_valid;
  logic ans0_bypass;
  logic ans1_valid;
  logic ans1_bypass;

  assign a0_valid  = ans0_valid;
  assign a0_bypass = ans0_bypass;
  assign a1_valid  = ans1_valid;
  assign a1_bypass = ans1_bypass;

  // Events per depth, and the counters' carries. An epoch's end or an overflow halves
  // every counter before this cycle's events count.
  logic [1:0] new_hits[0:N-1];
  logic [1:0] new_accesses[0:N-1];
  logic [N-1:0] overflow;
  logic halve;

  // The carry out of counter + more.
  function automatic logic overflows(input logic [31:0] counter, input logic [1:0] more);
    overflows = counter > 32'hffff_ffff - 32'(more);
  endfunction

  always_comb begin
    for (int d = 0; d < N; d++) begin
      new_hits[d] = 2'(ev0_valid && ev0_hit && ev0_depth == 3'(d))
                  + 2'(ev1_valid && ev1_hit && ev1_depth == 3'(d));
      new_accesses[d] = 2'(ev0_valid && ev0_depth == 3'(d)) + 2'(ev1_valid && ev1_depth == 3'(d));
      overflow[d] = overflows(hits[d], new_hits[d]) || overflows(accesses[d], new_accesses[d]);
    end
    halve = epoch_end || |overflow;
  end

  // Queries: port 0 first, so that port 1 sees its probe count.
  logic able0;
  logic able1;
  logic [5:0] probe0;
  logic [5:0] probe1;

  assign able0  = q0_valid && cfg_enable && bypass[q0_depth];
  assign able1  = q1_valid && cfg_enable && bypass[q1_depth];
  assign probe0 = probe[q0_depth];
  assign probe1 = probe[q1_depth] + 6'(able0 && q0_depth == q1_depth);

  // Engine: hits[depth] / accesses[depth] < hits[0] / accesses[0], depth after depth.
  logic begins;  // a round
  logic compares;  // both products are complete
  logic [2:0] next_depth;

  assign begins     = dirty && !busy;
  assign compares   = busy && mul_bit == 6'd0;
  assign next_depth = begins ? 3'd0 : depth + 3'd1;

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int d = 0; d < N; d++) begin
        hits[d]     <= 32'd0;
        accesses[d] <= 32'd0;
        probe[d]    <= 6'd0;
      end
      bypass      <= '0;
      dirty       <= 1'b0;
      busy        <= 1'b0;
      depth       <= 3'd0;
      mul_bit     <= 6'd0;
      mul_a       <= 32'd0;
      by_a        <= 32'd0;
      prod_a      <= 64'd0;
      mul_b       <= 32'd0;
      by_b        <= 32'd0;
      prod_b      <= 64'd0;
      ans0_valid  <= 1'b0;
      ans0_bypass <= 1'b0;
      ans1_valid  <= 1'b0;
      ans1_bypass <= 1'b0;
    end else begin
      for (int d = 0; d < N; d++) begin
        hits[d]     <= (halve ? hits[d] >> 1 : hits[d]) + 32'(new_hits[d]);
        accesses[d] <= (halve ? accesses[d] >> 1 : accesses[d]) + 32'(new_accesses[d]);
        probe[d]    <= probe[d] + 6'(able0 && q0_depth == 3'(d)) + 6'(able1 && q1_depth == 3'(d));
        if (compares && depth == 3'(d)) bypass[d] <= prod_a < prod_b;
      end

      ans0_valid  <= q0_valid;
      ans0_bypass <= able0 && probe0 != PROBE_LAST;
      ans1_valid  <= q1_valid;
      ans1_bypass <= able1 && probe1 != PROBE_LAST;

      dirty <= (dirty && !begins) || ev0_valid || ev1_valid || epoch_end;
      if (begins || compares) begin
        // all four counters of one moment
        busy    <= begins || next_depth != 3'd0;
        depth   <= next_depth;
        mul_bit <= MUL_BITS;
        mul_a   <= hits[next_depth];
        by_a    <= accesses[0];
        prod_a  <= 64'd0;
        mul_b   <= hits[0];
        by_b    <= accesses[next_depth];
        prod_b  <= 64'd0;
      end else if (busy) begin
        mul_bit <= mul_bit - 6'd1;
        by_a    <= {by_a[30:0], 1'b0};
        by_b    <= {by_b[30:0], 1'b0};
        prod_a  <= {prod_a[62:0], 1'b0} + (by_a[31] ? {32'd0, mul_a} : 64'd0);
        prod_b  <= {prod_b[62:0], 1'b0} + (by_b[31] ? {32'd0, mul_b} : 64'd0);
      end
    end
  end
endmodule
