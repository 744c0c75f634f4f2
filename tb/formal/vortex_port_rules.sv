// SPDX-License-Identifier: Apache-2.0
// What a core owes vortex_port, as assertions for its simulation: bind it to each port, or instantiate it there.
//
//   bind vortex_port vortex_port_rules #(.ID_W(PORT_ID_W)) rules (.*);
//
// A flush ends when the core has no request without an answer. While it goes on missing that never comes about, so
// from flush_req to flush_done it begins nothing: it asks for what it has missed before, so with each name once at
// most.
module vortex_port_rules #(
    parameter int ID_W = 8,
    parameter int PATIENCE = 64  // cycles from the last answer to flush_done
) (
    input logic            clk,
    input logic            rst,
    input logic            req_valid,
    input logic            req_ready,
    input logic [ID_W-1:0] req_id,
    input logic            rsp_valid,
    input logic            rsp_ready,
    input logic [ID_W-1:0] rsp_id,
    input logic            flush_req,
    input logic            flush_done
);
  logic               started = 1'b0;
  logic [2**ID_W-1:0] open;   // names of requests that have no answer
  logic [2**ID_W-1:0] asked;  // names that this flush has seen
  logic [15:0]        rests;  // cycles of this flush without a request
  wire                asks = req_valid && req_ready;
  wire                answered = rsp_valid && rsp_ready;

  always_ff @(posedge clk) begin
    started <= started || rst;
    if (rst) begin
      open  <= '0;
      asked <= '0;
      rests <= '0;
    end else begin
      if (answered) open[rsp_id] <= 1'b0;
      if (asks) open[req_id] <= 1'b1;
      if (!flush_req) asked <= '0;
      else if (asks) asked[req_id] <= 1'b1;
      rests <= flush_req && !flush_done && open == '0 && !req_valid ? rests + 16'd1 : '0;
    end
    if (started && !rst) begin
      name_is_free: assert (!asks || !open[req_id] || (answered && rsp_id == req_id));
      core_asks_once_in_a_flush: assert (!flush_req || !asks || !asked[req_id]);
      core_is_empty_as_it_flushes: assert (!flush_req || !flush_done || open == '0);
      core_flushes_in_time: assert (rests <= 16'(PATIENCE));
    end
  end
endmodule
