// SPDX-License-Identifier: Apache-2.0
// rtl/gmmu_sync.sv for a bench of two clocks: its first flip-flop takes a bit that has just changed as it was or as it
// is, at random.
module gmmu_sync #(
    parameter int STAGES = 2
) (
    input logic  clk,
    input logic  rst,
    input logic  d,
    output logic q
);
  import "DPI-C" function bit crossing_flips(longint age);  // of the bit, in ps: is it taken as it was?

  logic [STAGES-1:0] stage;
  longint            moved;  // when d did

  assign q = stage[STAGES-1];
  always @(posedge d or negedge d) moved <= $time;
  always_ff @(posedge clk) begin
    stage[0] <= crossing_flips($time - moved) ? !d : d;
    if (rst) stage[STAGES-1:1] <= '0;
    else stage[STAGES-1:1] <= stage[STAGES-2:0];
  end
endmodule
