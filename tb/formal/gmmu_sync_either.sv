// SPDX-License-Identifier: Apache-2.0
// rtl/gmmu_sync.sv for a proof in which clocks are signals: its first flip-flop takes a bit that has just changed as it
// was or as it is.
module gmmu_sync #(
    parameter int STAGES = 2
) (
    input wire   clk,
    input wire   rst,
    input wire   d,
    output logic q
);
  (* anyseq *) logic as_it_was;
  logic [STAGES-1:0] stage;
  logic              was;

  assign q = stage[STAGES-1];
  always @($global_clock) was <= d;
  always_ff @(posedge clk) begin
    stage[0] <= as_it_was ? was : d;
    if (rst) stage[STAGES-1:1] <= '0;
    else stage[STAGES-1:1] <= stage[STAGES-2:0];
  end
endmodule
