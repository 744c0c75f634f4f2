// SPDX-License-Identifier: Apache-2.0
// A controller behind AXI4 slaves of lines of two beats and IDs of one bit, for proofs: it answers each request that it
// was given, once, a read by its two beats in a row. Names of requests are {write, ID}.
module line_controller (
    input  wire        clk,
    input  wire        rst,
    input  wire        started,     // there was a reset
    input  wire        give,        // it is given this one
    input  wire [1:0]  give_id,
    input  wire        rd_valid,    // a beat
    input  wire        rd_ready,
    input  wire        rd_id,
    input  wire        done_valid,  // a write is carried out
    input  wire        done_ready,
    input  wire        done_id,
    output logic [3:0] given        // by name: given, not answered
);
  logic rd_second;  // the second beat comes
  logic rd_owner;
  wire  rd_moves = rd_valid & rd_ready;
  wire  done_moves = done_valid & done_ready;
  always_ff @(posedge clk) begin
    if (give) given[give_id] <= 1'b1;
    if (rd_moves) begin
      rd_second <= ~rd_second;
      rd_owner  <= rd_id;
      if (rd_second) given[{1'b0, rd_id}] <= 1'b0;
    end
    if (done_moves) given[{1'b1, done_id}] <= 1'b0;
    if (rst) begin
      given <= '0;
      rd_second <= 1'b0;
    end
  end
  always @* begin
    if (started) begin
      assume (!rd_valid | (given[{1'b0, rd_id}] & (!rd_second | (rd_id == rd_owner))));
      assume (!done_valid | given[{1'b1, done_id}]);
    end
  end
endmodule
