// SPDX-License-Identifier: Apache-2.0
// Synchroniser of one bit that a flip-flop of another clock drives. The first flip-flop may take a changing
// bit as it was or as it is, and may be metastable until the next edge; only the second one has it.
module gmmu_sync #(
    parameter int STAGES = 2  // flip-flops, 2 to 8
) (
    input  logic clk,         // rising edge
    input  logic rst,         // synchronous, active high; two cycles, or q may show a bit from before it
    input  logic d,           // of another clock, from a flip-flop
    output logic q            // STAGES edges later, or one more; 0 in reset
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (STAGES < 2 || STAGES > 8) begin : bad_size
    $error("gmmu_sync: STAGES must be 2 to 8");
  end
`endif

  (* async_reg = "true", keep = "true" *)
  logic [STAGES-1:0] stage;

  assign q = stage[STAGES-1];

  always_ff @(posedge clk) begin
    stage[0] <= d;  // without a gate
    if (rst) stage[STAGES-1:1] <= '0;
    else stage[STAGES-1:1] <= stage[STAGES-2:0];
  end
endmodule
