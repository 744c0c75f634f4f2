// SPDX-License-Identifier: Apache-2.0
// gmmu_fpga on a ULX3S (Lattice ECP5); its pins are in board_ulx3s.lpf.
module board_ulx3s (
    input  logic       clk_25mhz,  // of the board
    input  logic [0:0] btn,        // low when pressed: reset
    input  logic       ftdi_txd,   // from the cable
    output logic       ftdi_rxd,   // to it
    output logic [3:0] led
);
  logic [3:0] starts = '0;  // in reset until it is full
  logic [1:0] pressed;
  logic clk;

  assign clk = clk_25mhz;
  always_ff @(posedge clk) begin
    pressed <= {pressed[0], !btn[0]};
    if (pressed[1]) starts <= '0;
    else if (starts != '1) starts <= starts + 1;
  end

  gmmu_fpga #(.CLOCKS_OF_BIT(217)) system (
      .clk, .rst(starts != '1), .rx(ftdi_txd), .tx(ftdi_rxd), .led);
endmodule
