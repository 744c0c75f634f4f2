// SPDX-License-Identifier: Apache-2.0
// gmmu_fpga on an Arty A7 (Xilinx 7-series); its pins are in board_arty.xdc. The clock of the board, divided
// by four, is the clock of the system: 25 MHz.
module board_arty (
    input  logic       clk100mhz,     // of the board
    input  logic       ck_rst,        // low when pressed: reset
    input  logic       uart_txd_in,   // from the cable
    output logic       uart_rxd_out,  // to it
    output logic [3:0] led
);
  logic [3:0] starts = '0;  // in reset until it is full
  logic [1:0] pressed;
  logic clk;

  fpga_divider divider (.clk(clk100mhz), .quarter(clk));

  always_ff @(posedge clk) begin
    pressed <= {pressed[0], !ck_rst};
    if (pressed[1]) starts <= '0;
    else if (starts != '1) starts <= starts + 1;
  end

  gmmu_fpga #(.CLOCKS_OF_BIT(217)) system (
      .clk, .rst(starts != '1), .rx(uart_txd_in), .tx(uart_rxd_out), .led);
endmodule
