// SPDX-License-Identifier: Apache-2.0
// mem_bus_bridge keeps the rules of a slave of AXI4, with any master that keeps its own, whose reads are of one beat,
// and any bus behind it that answers what it is asked, for all time (docs/design/verification.md).
module mem_bus_bridge_rules (
    input wire         clk,
    input wire         rst,
    input wire         awvalid,
    input wire [12:0]  awaddr,
    input wire [7:0]   awlen,
    input wire         wvalid,
    input wire [63:0]  wdata,
    input wire [7:0]   wstrb,
    input wire         wlast,
    input wire         bready,
    input wire         arvalid,
    input wire         arid,
    input wire [12:0]  araddr,
    input wire         rready,
    input wire         req_ready,
    input wire         rsp_valid,
    input wire         rsp_check,
    input wire         rsp_word,
    input wire         rsp_id,
    input wire [127:0] rsp_data
);
  logic awready, wready, bvalid, arready, rvalid, rid, rlast;
  logic [1:0] bresp, rresp;
  logic [63:0] rdata;
  logic req_valid, req_rw, req_check, req_word, req_id, rsp_ready;
  logic [12:0] req_addr;
  logic [15:0] req_byteen;
  logic [127:0] req_data;
  logic after_reset = 1'b0;
  always_ff @(posedge clk) after_reset <= after_reset | rst;
  always @* if (!after_reset) assume (rst);

  mem_bus_bridge #(.MEM_WORDS(2), .PPN_W(1), .AXI_ADDR_W(13), .WALKERS(2)) bridge (.*);
  axi4_checker #(.ID_W(1), .ADDR_W(13), .DATA_W(64), .USER_W(1), .DEPTH(2), .ASSUME_MASTER(1)) rules (
      .awid(1'b0), .awsize(3'd3), .awburst(2'd1), .awuser(1'b0), .bid(1'b0), .arlen(8'd0), .arsize(3'd3),
      .arburst(2'd1), .aruser(1'b0), .*);

  // the bus: what it has been asked and has not answered, of each ID once, as the master owes it
  logic [1:0] asked;
  logic       asked_back;
  logic       taken, answered;
  assign taken    = req_valid && req_ready && !req_rw;
  assign answered = rsp_valid && rsp_ready;
  always_ff @(posedge clk) begin
    if (rst) begin
      asked      <= 2'd0;
      asked_back <= 1'b0;
    end else begin
      if (taken && !req_check) asked[req_id] <= 1'b1;
      if (taken && req_check) asked_back <= 1'b1;
      if (answered && !rsp_check) asked[rsp_id] <= 1'b0;
      if (answered && rsp_check) asked_back <= 1'b0;
    end
  end
  always @* if (rsp_valid) assume (rsp_check ? asked_back : asked[rsp_id]);
  // the master: no second read of an ID is under way
  logic [1:0] reads;
  always_ff @(posedge clk) begin
    if (rst) reads <= 2'd0;
    else begin
      if (arvalid && arready) reads[arid] <= 1'b1;
      if (rvalid && rready) reads[rid] <= 1'b0;
    end
  end
  always @* if (arvalid) assume (!reads[arid]);
  always @* assume (awlen <= 8'd1);
  // each tag is asked for once at a time
  always @(posedge clk) if (after_reset && !rst && taken) assert (req_check ? !asked_back : !asked[req_id]);
endmodule
