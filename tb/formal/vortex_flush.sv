// SPDX-License-Identifier: Apache-2.0
// vortex_port and a core of two names that keeps its rules (vortex_port_rules.sv): its lanes miss whenever they like,
// and are held back during a flush. With LANES_GO_ON they are not, with FLUSHES_EARLY it does not wait for answers:
// the assertions find each.
module vortex_flush (
    input wire       clk,
    input wire       rst,
    input wire       miss,     // a lane misses
    input wire       q_ready,
    input wire       a_valid,
    input wire       a_id,
    input wire       takes_back
);
`ifdef LANES_GO_ON
  localparam logic HELD = 1'b0;
`else
  localparam logic HELD = 1'b1;
`endif
`ifdef FLUSHES_EARLY
  localparam logic EARLY = 1'b1;
`else
  localparam logic EARLY = 1'b0;
`endif
  logic       req_ready, rsp_valid, rsp_id, flush_req, q_valid, q_id, a_ready, inv_valid, inv_ack;
  logic [1:0] missed, sent, filled;  // by name: what the core has missed, asked for, been answered
  logic [1:0] at_block;
  logic       after_reset = 1'b0;
  always_ff @(posedge clk) after_reset <= after_reset | rst;
  always @* begin
    if (!after_reset) assume (rst);
    assume (!a_valid || at_block[a_id]);
  end

  wire [1:0] to_send = missed & ~sent;
  wire       req_valid = to_send != 2'd0;
  wire       req_id = !to_send[0];
  wire       new_id = missed[0];  // the first that is free, if one is
  wire       begins = miss && missed != 2'd3 && !(HELD && flush_req);
  wire       flush_done = flush_req && (missed == 2'd0 || EARLY);
  always_ff @(posedge clk) begin
    if (rst) begin
      missed <= 2'd0;
      sent <= 2'd0;
      filled <= 2'd0;
      at_block <= 2'd0;
      inv_valid <= 1'b0;
    end else begin
      inv_valid <= inv_valid ? !inv_ack : takes_back && !inv_ack;
      missed <= (missed & ~filled) | (begins ? 2'd1 << new_id : 2'd0);
      sent <= (sent & ~filled) | (req_valid && req_ready ? 2'd1 << req_id : 2'd0);
      filled <= rsp_valid ? 2'd1 << rsp_id : 2'd0;
      at_block <= (at_block & ~(a_valid && a_ready ? 2'd1 << a_id : 2'd0)) | (q_valid && q_ready ? 2'd1 << q_id : 2'd0);
    end
  end

  vortex_port #(.PORT_ID_W(1)) port (
      .clk(clk), .rst(rst), .req_valid(req_valid), .req_ready(req_ready), .req_id(req_id), .req_access(2'd0),
      .req_amo(1'b0), .req_vpn(27'd0), .asid('0), .rsp_valid(rsp_valid), .rsp_ready(1'b1), .rsp_id(rsp_id),
      .flush_req(flush_req), .flush_done(flush_done), .q_valid(q_valid), .q_ready(q_ready), .q_id(q_id),
      .a_valid(a_valid), .a_ready(a_ready), .a_id(a_id), .a_fault(3'd0), .a_large(1'b0), .a_system(1'b0),
      .a_exec(1'b1), .a_read(1'b1), .a_write(1'b1), .a_ppn('0), .cfg_sv32(1'b0), .inv_valid(inv_valid), .inv_ack(inv_ack));
  vortex_port_rules #(.ID_W(1), .PATIENCE(2)) rules (.rsp_ready(1'b1), .*);
endmodule
