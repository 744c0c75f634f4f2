// SPDX-License-Identifier: Apache-2.0
// A clock of a quarter of the frequency.
module fpga_divider (
    input  logic clk,      // rising edge
    output logic quarter
);
  logic [1:0] count = '0;

  assign quarter = count[1];
  always_ff @(posedge clk) count <= count + 1;
endmodule
