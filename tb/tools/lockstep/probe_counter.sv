// SPDX-License-Identifier: Apache-2.0
// Counts additions, up to five per cycle; a submodule, for the nested state of the probe.
module probe_counter (
    input  logic       clk,   // rising edge
    input  logic       rst,   // synchronous, active high
    input  logic [2:0] more,  // to be added, 0..5
    output logic [9:0] adds
);
  always_ff @(posedge clk) begin
    if (rst) adds <= 10'd0;
    else adds <= adds + {7'd0, more};
  end
endmodule
