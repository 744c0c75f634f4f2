// SPDX-License-Identifier: Apache-2.0
// Sequential restoring divider, one quotient bit per cycle (hls/common/divider.h).
//
// A building block: the enclosing unit instantiates it as `div`, so that the
// registers carry the names of the C fields (div.rem, ...). `start` loads the
// operands; DIVIDEND_W edges later `done` shows for one cycle with the quotient on
// `quo` and the remainder on `rem`, where both stay until the next start. A zero
// divisor gives all ones. `start` while busy restarts.
module gmmu_divider #(
    parameter int DIVIDEND_W = 38,  // at most 63
    parameter int DIVISOR_W = 24    // at most 31
) (
    input  logic                  clk,       // rising edge
    input  logic                  rst,       // synchronous, active high
    input  logic                  start,     // load the operands and begin
    input  logic [DIVIDEND_W-1:0] dividend,  // sampled with start
    input  logic [DIVISOR_W-1:0]  divisor,   // sampled with start
    output logic                  busy,      // a division is under way
    output logic                  done,      // the quotient is ready; one cycle
    output logic [DIVISOR_W-1:0]  rem,       // remainder so far, below the divisor
    output logic [DIVIDEND_W-1:0] quo        // dividend leaves at the top, quotient enters at the bottom
);
  logic [ 5:0] count;  // bits left
  logic [DIVISOR_W-1:0] den;    // divisor

  logic [DIVISOR_W:0] trial;
  logic [DIVISOR_W+1:0] diff;  // its sign is ready with it
  logic        ge;
  logic        last;

  assign trial = {rem, quo[DIVIDEND_W-1]};
  assign diff  = {1'b0, trial} - {2'b00, den};
  assign ge    = !diff[DIVISOR_W+1];
  assign last  = busy && count == 6'd1;

  always_ff @(posedge clk) begin
    if (rst) begin
      busy  <= 1'b0;
      done  <= 1'b0;
      count <= 6'd0;
      den   <= '0;
      rem   <= '0;
      quo   <= '0;
    end else begin
      done <= last && !start;
      if (start) begin
        busy  <= 1'b1;
        count <= 6'(DIVIDEND_W);
        den   <= divisor;
        rem   <= '0;
        quo   <= dividend;
      end else if (busy) begin
        busy  <= !last;
        count <= count - 6'd1;
        rem   <= ge ? diff[DIVISOR_W-1:0] : trial[DIVISOR_W-1:0];
        quo   <= {quo[DIVIDEND_W-2:0], ge};
      end
    end
  end
endmodule
