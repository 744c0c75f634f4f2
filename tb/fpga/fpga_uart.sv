// SPDX-License-Identifier: Apache-2.0
// Serial port of a board: 8 data bits, no parity, one stop bit, the low bit first.
module fpga_uart #(
    parameter int CLOCKS = 217  // of clk for each bit, 4 or more
) (
    input  logic       clk,      // rising edge
    input  logic       rst,      // synchronous, active high
    input  logic       rx,       // pins, of another clock; high when idle
    output logic       tx,
    output logic       in_valid, // a byte has come, for one cycle
    output logic [7:0] in_byte,
    input  logic       out_valid,  // a byte is to go: valid, ready
    output logic       out_ready,
    input  logic [7:0] out_byte
);
  localparam int COUNT_W = $clog2(CLOCKS + 1);
  localparam logic [COUNT_W-1:0] WHOLE = COUNT_W'(CLOCKS - 1);
  localparam logic [COUNT_W-1:0] HALF = COUNT_W'(CLOCKS / 2);

  logic [2:0] seen;  // rx behind two registers, and one cycle later
  logic [COUNT_W-1:0] rx_wait, tx_wait;
  logic [3:0] rx_bits, tx_bits;  // still to come, to go
  logic [8:0] tx_shift;

  assign tx = tx_shift[0];
  assign out_ready = tx_bits == 0;

  always_ff @(posedge clk) begin
    seen <= {seen[1:0], rx};
    in_valid <= 0;
    if (rx_bits == 0) begin
      if (seen[2] && !seen[1]) begin  // a start bit: look at the middle of each bit
        rx_bits <= 10;
        rx_wait <= HALF;
      end
    end else if (rx_wait != 0) begin
      rx_wait <= rx_wait - 1;
    end else begin
      rx_wait <= WHOLE;
      rx_bits <= rx_bits - 1;
      if (rx_bits == 10 && seen[1]) rx_bits <= 0;  // a glitch
      if (rx_bits <= 9 && rx_bits >= 2) in_byte <= {seen[1], in_byte[7:1]};
      in_valid <= rx_bits == 1 && seen[1];
    end

    if (tx_bits == 0) begin
      if (out_valid) begin
        tx_shift <= {out_byte, 1'b0};
        tx_bits <= 10;
        tx_wait <= WHOLE;
      end
    end else if (tx_wait != 0) begin
      tx_wait <= tx_wait - 1;
    end else begin
      tx_wait <= WHOLE;
      tx_bits <= tx_bits - 1;
      tx_shift <= {1'b1, tx_shift[8:1]};
    end

    if (rst) begin
      seen <= '1;
      in_valid <= 0;
      rx_bits <= 0;
      tx_bits <= 0;
      tx_shift <= '1;
    end
  end
endmodule
