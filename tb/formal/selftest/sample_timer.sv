// SPDX-License-Identifier: Apache-2.0
module sample_timer (
    input  logic       clk,
    input  logic       rst,
    input  logic       start,
    input  logic [5:0] length,
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
