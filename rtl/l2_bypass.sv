// SPDX-License-Identifier: Apache-2.0
// Translation-aware L2 bypass (MASK 5.3): hit rates of the L2 cache per walk depth,
// and which depths skip the cache. Equal to hls/l2_bypass in every state.
//
// Events and queries are always accepted; a query of cycle t is answered in t+1.
// One instance per L2 bank, two ports as the bank has.
module l2_bypass #(
    parameter  int NUM_DEPTHS = gmmu_pkg::GMMU_NUM_DEPTHS,  // walk depths: 2, 4, 8, 16
    localparam int DEPTH_W = $clog2(NUM_DEPTHS)
) (
    input  logic                  clk,         // rising edge
    input  logic                  rst,         // synchronous, active high
    // an L2 access completed its tag check, port 0
    input  logic                  ev0_valid,   // it did in this cycle
    input  logic [DEPTH_W-1:0]    ev0_depth,   // its walk depth; 0 = data, the last: also deeper
    input  logic                  ev0_hit,     // it hit
    // an L2 access completed its tag check, port 1
    input  logic                  ev1_valid,   // it did in this cycle
    input  logic [DEPTH_W-1:0]    ev1_depth,   // its walk depth
    input  logic                  ev1_hit,     // it hit
    // query: shall a request of this depth bypass?
    input  logic                  q0_valid,    // asked on port 0
    input  logic [DEPTH_W-1:0]    q0_depth,    // walk depth of the request
    input  logic                  q0_sampled,  // its set is one that nothing bypasses
    input  logic                  q1_valid,    // asked on port 1
    input  logic [DEPTH_W-1:0]    q1_depth,    // walk depth of the request
    input  logic                  q1_sampled,  // its set is one that nothing bypasses
    input  logic                  epoch_end,   // decides, halves the counters; one-cycle pulse
    input  logic                  cfg_enable,  // CSR; 0: never bypass
    // answers
    output logic                  a0_valid,    // last cycle's query of port 0 is answered
    output logic                  a0_bypass,   // skip probing and filling the cache
    output logic                  a1_valid,    // last cycle's query of port 1 is answered
    output logic                  a1_bypass,   // skip probing and filling the cache
    output logic [NUM_DEPTHS-1:0] bypass       // current decision: bit d, depth d bypasses (status)
);
  localparam int N = NUM_DEPTHS;

`ifndef __ICARUS__  // Icarus has no such checks
  if (N < 2 || N > 16 || 2 ** DEPTH_W != N) begin : bad_depths
    $error("l2_bypass: NUM_DEPTHS must be 2, 4, 8 or 16");
  end
`endif

  localparam logic [6:0] TAKE_AND_MULTIPLY = 7'd65;  // cycles of a comparison before its decision
  localparam int FLOOR_BITS = 5;  // a hit rate is taken from 32 accesses on
  localparam int SAMPLED_FLOOR_BITS = 2;  // of a depth that bypasses, seen in one set of eight, from 4 on
  localparam logic [2:0] HOLDS = 3'd7;  // epochs for which a decision holds that no later one replaces

  logic [31:0] hits[0:N-1];
  logic [31:0] accesses[0:N-1];
  logic [2:0] left[0:N-1];  // epochs for which the depth bypasses, this one included
  logic full;  // a counter had reached 2^31 at the last event
  logic due;  // an epoch has ended since the round began
  logic busy;  // the multipliers work on `depth`
  logic [DEPTH_W-1:0] depth;  // depth being compared
  logic loads;  // the multipliers load ...
  logic [N-1:0] take;  // ... the depth whose bit is set
  logic [6:0] mul_bit;  // cycles left until the products are complete
  logic [31:0] mul_a;  // hits[depth] ...
  logic [31:0] by_a;  // ... times accesses[0], which leaves at the bottom
  logic [31:0] sum_a;  // the product bit of the last step, and above it ...
  logic [31:0] carry_a;  // ... with this the product from the next bit on
  logic [31:0] mul_b;  // hits[0] ...
  logic [31:0] by_b;  // ... times accesses[depth], which leaves at the bottom
  logic [31:0] sum_b;  // like sum_a
  logic [31:0] carry_b;  // like carry_a
  logic less;  // product a is below b, up to the bit before
  logic enough;  // accesses for a hit rate
  logic ans0_valid;
  logic ans0_bypass;
  logic ans1_valid;
  logic ans1_bypass;

  assign a0_valid  = ans0_valid;
  assign a0_bypass = ans0_bypass;
  assign a1_valid  = ans1_valid;
  assign a1_bypass = ans1_bypass;
  for (genvar d = 0; d < N; d++) assign bypass[d] = left[d] != 3'd0;

  // Events per depth, and the counters after them.
  logic [1:0] new_hits[0:N-1];
  logic [1:0] new_accesses[0:N-1];
  logic [31:0] hits_now[0:N-1];
  logic [31:0] accesses_now[0:N-1];
  logic [N-1:0] clears;  // the depth begins to bypass: its counters begin anew
  logic [N-1:0] tops;
  logic moved;
  logic halve;

  // counter + more (at most 2): how far a carry into bit 1 runs is known before the events
  // are, by a prefix AND in log2(32) levels
  function automatic logic [31:0] count(input logic [31:0] counter, input logic [1:0] more);
    logic [30:0] runs;
    logic carry;
    runs = {counter[30:1], 1'b1};
    for (int k = 1; k < 32; k = k * 2)
      for (int i = 0; i < 31; i++) if ((i / k) % 2 == 1) runs[i] = runs[i] & runs[i/k*k-1];
    carry = more[1] || (more[0] && counter[0]);
    count = counter ^ {runs & {31{carry}}, more[0]};
  endfunction

  always_comb
    for (int d = 0; d < N; d++) begin
      new_hits[d] = 2'(ev0_valid && ev0_hit && ev0_depth == DEPTH_W'(d))
                  + 2'(ev1_valid && ev1_hit && ev1_depth == DEPTH_W'(d));
      new_accesses[d] = 2'(ev0_valid && ev0_depth == DEPTH_W'(d)) + 2'(ev1_valid && ev1_depth == DEPTH_W'(d));
      hits_now[d] = count(hits[d], new_hits[d]);
      accesses_now[d] = count(accesses[d], new_accesses[d]);
      tops[d] = accesses[d][31] && !clears[d];
    end

  assign moved = ev0_valid || ev1_valid || epoch_end;
  assign halve = epoch_end || (full && (ev0_valid || ev1_valid));

  // Engine: hits[depth] / accesses[depth] < hits[0] / accesses[0], depth after depth.
  logic begins;  // a round
  logic decides;  // both products are complete
  logic goes_on;  // with the next depth
  logic [DEPTH_W-1:0] next_depth;
  logic [31:0] take_hits;
  logic [31:0] take_accesses;
  logic take_bypass;
  logic less_now;  // product a is below b, up to the last step's bit
  logic [31:0] row_a[0:2];  // what a row of full adders adds
  logic [31:0] row_b[0:2];

  assign begins     = due && !busy;
  assign decides    = busy && mul_bit == 7'd0;
  assign next_depth = begins ? '0 : depth + DEPTH_W'(1);
  assign goes_on    = begins || (decides && next_depth != '0);
  assign less_now   = sum_a[0] == sum_b[0] ? less : sum_b[0];

  always_comb
    for (int d = 0; d < N; d++)
      clears[d] = decides && depth == DEPTH_W'(d) && enough && less_now && !bypass[d];

  always_comb begin
    take_hits     = 32'd0;
    take_accesses = 32'd0;
    take_bypass   = 1'b0;
    for (int d = 0; d < N; d++) begin
      take_hits     = take_hits | (hits[d] & {32{take[d]}});
      take_accesses = take_accesses | (accesses[d] & {32{take[d]}});
      take_bypass   = take_bypass || (bypass[d] && take[d]);
    end
    row_a[0] = {1'b0, sum_a[31:1]};
    row_a[1] = carry_a;
    row_a[2] = mul_a & {32{by_a[0]}};
    row_b[0] = {1'b0, sum_b[31:1]};
    row_b[1] = carry_b;
    row_b[2] = mul_b & {32{by_b[0]}};
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int d = 0; d < N; d++) begin
        hits[d]     <= 32'd0;
        accesses[d] <= 32'd0;
        left[d]     <= 3'd0;
      end
      full        <= 1'b0;
      due         <= 1'b0;
      busy        <= 1'b0;
      depth       <= '0;
      loads       <= 1'b0;
      take        <= '0;
      mul_bit     <= 7'd0;
      mul_a       <= 32'd0;
      by_a        <= 32'd0;
      sum_a       <= 32'd0;
      carry_a     <= 32'd0;
      mul_b       <= 32'd0;
      by_b        <= 32'd0;
      sum_b       <= 32'd0;
      carry_b     <= 32'd0;
      less        <= 1'b0;
      enough      <= 1'b0;
      ans0_valid  <= 1'b0;
      ans0_bypass <= 1'b0;
      ans1_valid  <= 1'b0;
      ans1_bypass <= 1'b0;
    end else begin
      for (int d = 0; d < N; d++) begin
        hits[d] <= (clears[d] ? 32'(new_hits[d]) : hits_now[d]) >> halve;
        accesses[d] <= (clears[d] ? 32'(new_accesses[d]) : accesses_now[d]) >> halve;
        if (decides && depth == DEPTH_W'(d)) begin
          // without enough accesses the last decision runs out
          if (enough) left[d] <= less_now ? HOLDS : 3'd0;
          else if (left[d] != 3'd0) left[d] <= left[d] - 3'd1;
        end
      end

      ans0_valid  <= q0_valid;
      ans0_bypass <= q0_valid && cfg_enable && bypass[q0_depth] && !q0_sampled;
      ans1_valid  <= q1_valid;
      ans1_bypass <= q1_valid && cfg_enable && bypass[q1_depth] && !q1_sampled;

      if (moved) full <= |tops && !halve;
      due   <= (due && !begins) || epoch_end;
      busy  <= goes_on || (busy && !decides);
      loads <= goes_on;
      for (int d = 0; d < N; d++) take[d] <= goes_on && next_depth == DEPTH_W'(d);
      if (begins || decides) begin
        depth   <= next_depth;
        mul_bit <= TAKE_AND_MULTIPLY;
      end else if (busy) begin
        mul_bit <= mul_bit - 7'd1;
      end

      // while busy the multipliers never rest: what they do in the cycle of the decision is lost
      if (loads) begin
        // all four counters of one moment
        mul_a   <= take_hits;
        by_a    <= accesses[0];
        sum_a   <= 32'd0;
        carry_a <= 32'd0;
        mul_b   <= hits[0];
        by_b    <= take_accesses;
        sum_b   <= 32'd0;
        carry_b <= 32'd0;
        less    <= 1'b0;
        enough  <= (|take_accesses[31:FLOOR_BITS] || (take_bypass && |take_accesses[31:SAMPLED_FLOOR_BITS]))
                   && |accesses[0][31:FLOOR_BITS];
      end else if (busy) begin
        by_a    <= {1'b0, by_a[31:1]};
        sum_a   <= row_a[0] ^ row_a[1] ^ row_a[2];
        carry_a <= (row_a[0] & row_a[1]) | (row_a[0] & row_a[2]) | (row_a[1] & row_a[2]);
        by_b    <= {1'b0, by_b[31:1]};
        sum_b   <= row_b[0] ^ row_b[1] ^ row_b[2];
        carry_b <= (row_b[0] & row_b[1]) | (row_b[0] & row_b[2]) | (row_b[1] & row_b[2]);
        less    <= less_now;
      end
    end
  end
endmodule
