// SPDX-License-Identifier: Apache-2.0
// A request from side A to side B and its answer back, one at a time, by a handshake of four phases: A asks,
// B answers, A no longer asks, B no longer answers. Data are held while they are looked at.
module gmmu_handshake #(
    parameter int ASK_W = 8,
    parameter int ANSWER_W = 2,
    parameter int STAGES = 2                // of each synchroniser
) (
    // side A
    input  logic                a_clk,
    input  logic                a_rst,
    input  logic                a_send,     // with a_free: a request
    input  logic                a_drop,     // B has been reset: no answer will come
    input  logic [ASK_W-1:0]    a_ask,      // flip-flops, unchanged from a_send until a_free
    output logic                a_free,     // all four phases are over
    output logic                a_open,     // a request is under way
    output logic                a_done,     // for one cycle: its answer is a_answer from the next one on
    output logic [ANSWER_W-1:0] a_answer,

    // side B
    input  logic                b_clk,
    input  logic                b_rst,
    input  logic                b_up,       // requests may be taken
    output logic                b_valid,    // a request is here, until b_reply
    output logic                b_take,     // ... from the next cycle on
    output logic [ASK_W-1:0]    b_ask,
    input  logic                b_reply,
    input  logic [ANSWER_W-1:0] b_answer,
    output logic                b_idle      // nothing is under way here
);
  logic                req, ack;            // the two wires
  logic                req_seen, ack_seen;
  logic [ANSWER_W-1:0] answer;              // B's, held for A

  gmmu_sync #(.STAGES(STAGES)) to_b (.clk(b_clk), .rst(b_rst), .d(req), .q(req_seen));
  gmmu_sync #(.STAGES(STAGES)) to_a (.clk(a_clk), .rst(a_rst), .d(ack), .q(ack_seen));

  assign a_free = !req && !ack_seen;
  assign a_open = req;
  assign a_done = req && ack_seen;

  always_ff @(posedge a_clk) begin
    if (a_rst) req <= 1'b0;
    else req <= (a_send && a_free) || (req && !ack_seen && !a_drop);
    if (a_done) a_answer <= answer;
  end

  assign b_take = b_up && req_seen && b_idle;
  assign b_idle = !b_valid && !ack;

  always_ff @(posedge b_clk) begin
    if (b_rst) begin
      b_valid <= 1'b0;
      ack     <= 1'b0;
    end else begin
      b_valid <= b_take || (b_valid && !b_reply);
      ack     <= b_up && req_seen && ((b_valid && b_reply) || ack);
    end
    if (b_take) b_ask <= a_ask;
    if (b_valid && b_reply) answer <= b_answer;
  end
endmodule
