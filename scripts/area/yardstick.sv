// SPDX-License-Identifier: Apache-2.0
// The yardstick of the timing report: a 32-bit adder between registers.
module yardstick (
    input  logic        clk,  // rising edge
    input  logic        rst,  // synchronous, active high
    input  logic [31:0] a,    // operands
    input  logic [31:0] b,
    output logic [31:0] sum   // of the operands of two cycles ago
);
  logic [31:0] a_q;
  logic [31:0] b_q;

  always_ff @(posedge clk) begin
    if (rst) begin
      a_q <= 32'd0;
      b_q <= 32'd0;
      sum <= 32'd0;
    end else begin
      a_q <= a;
      b_q <= b;
      sum <= a_q + b_q;
    end
  end
endmodule
