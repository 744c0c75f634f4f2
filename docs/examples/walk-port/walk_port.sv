// SPDX-License-Identifier: Apache-2.0
// The memory port of two page walkers: their reads take turns into OpenGMMU's golden_queue, and leave it in
// order, each as soon as its DRAM bank is free. A bank is busy for BUSY cycles with a read.
module walk_port #(
    parameter int BUSY = 6
) (
    input  logic       clk,       // rising edge
    input  logic       rst,       // synchronous, active high

    // a read of walker 0 and of walker 1: valid, ready
    input  logic [1:0] valid,
    output logic [1:0] ready,
    input  logic [7:0] id_0,
    input  logic [7:0] id_1,
    input  logic [2:0] bank_0,
    input  logic [2:0] bank_1,

    // a read begins in its bank
    output logic       begun,
    output logic [7:0] begun_id,
    output logic [2:0] level      // reads in the queue
);
  logic       turn;             // the walker that goes first if both have a read
  logic       chosen;
  logic       push, push_ready;
  logic       pick_valid;
  logic [2:0] pick_bank;
  logic [3:0] busy[0:7];        // cycles that a bank still takes
  logic       careless;         // a planted bug: a full queue is not waited for

  assign careless = $test$plusargs("careless") != 0;

  assign chosen = valid[turn] ? turn : !turn;
  assign push   = |valid;
  assign ready  = push && (push_ready || careless) ? 2'b01 << chosen : 2'b00;
  assign begun  = pick_valid && busy[pick_bank] == '0;

  always_ff @(posedge clk) begin
    if (rst) turn <= 1'b0;
    else if (push && push_ready) turn <= !chosen;
    for (int b = 0; b < 8; b++)
      if (rst) busy[b] <= '0;
      else if (begun && pick_bank == 3'(b)) busy[b] <= 4'(BUSY - 1);
      else if (busy[b] != '0) busy[b] <= busy[b] - 4'd1;
  end

  gmmu_golden_queue #(
      .GOLDEN_DEPTH(4),
      .REQUEST_W(8)
  ) queue (
      .clk(clk),
      .rst(rst),
      .push_valid(push),
      .push_ready(push_ready),
      .push_id(chosen ? id_1 : id_0),
      .push_write(1'b0),
      .push_bank(chosen ? bank_1 : bank_0),
      .push_row('0),
      .push_col('0),
      .pick_valid(pick_valid),
      .pick_id(begun_id),
      .pick_write(),
      .pick_bank(pick_bank),
      .pick_row(),
      .pick_col(),
      .pop(begun),
      .level(level)
  );
endmodule
