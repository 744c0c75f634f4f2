// SPDX-License-Identifier: Apache-2.0
// Counts `length` cycles down; a submodule, for the nested state of the sample unit.
module sample_timer (
    input  logic       clk,     // rising edge
    input  logic       rst,     // synchronous, active high
    input  logic       start,   // at this edge, running or not
    input  logic [5:0] length,  // cycles; 0: none
    output logic       busy
);
  logic       running;
  logic [5:0] left;

  assign busy = running;

  always_ff @(posedge clk) begin
    if (rst) begin
      running <= 1'b0;
      left    <= 6'd0;
    end else if (start) begin
      running <= length != 6'd0;
      left    <= length;
    end else if (running) begin
      running <= left > 6'd1;
      left    <= left - 6'd1;
    end
  end
endmodule
