// SPDX-License-Identifier: Apache-2.0
// axi4_port keeps the rules of a slave of AXI4, with any master that keeps its rules, and a controller that
// answers each request once, for all time, and for bursts of one and two beats: a line has two
// (docs/design/verification.md).
module axi4_port_rules (
    input wire        clk,
    input wire        rst,
    input wire        awvalid,
    input wire        awid,
    input wire [5:0]  awaddr,
    input wire [7:0]  awlen,
    input wire [2:0]  awsize,
    input wire [1:0]  awburst,
    input wire [2:0]  awuser,
    input wire        wvalid,
    input wire [31:0] wdata,
    input wire [3:0]  wstrb,
    input wire        wlast,
    input wire        bready,
    input wire        arvalid,
    input wire        arid,
    input wire [5:0]  araddr,
    input wire [7:0]  arlen,
    input wire [2:0]  arsize,
    input wire [1:0]  arburst,
    input wire [2:0]  aruser,
    input wire        rready,
    input wire        req_ready,
    input wire        wd_ready,
    input wire        rd_valid,
    input wire        rd_id,
    input wire [31:0] rd_data,
    input wire        rd_error,
    input wire        done_valid,
    input wire        done_id,
    input wire        done_error
);
  logic awready, wready, bvalid, bid, arready, rvalid, rid, rlast, req_valid, req_walk, req_write, req_bank;
  logic req_row, req_col, wd_valid, wd_id, wd_beat, rd_ready, done_ready;
  logic [1:0] bresp, rresp, req_app, req_id;
  logic [31:0] rdata, wd_data;
  logic [3:0] wd_strb;

  axi4_port #(
      .NUM_APPS(2), .NUM_BANKS(2), .REQUEST_W(2), .ROW_W(1), .COL_W(1), .AXI_ADDR_W(6), .AXI_ID_W(1), .AXI_WORDS(1),
      .AXI_BEATS(2), .AXI_COL_AT(3), .AXI_BANK_AT(4), .AXI_ROW_AT(5)
  ) port (.*);
  axi4_checker #(.ID_W(1), .ADDR_W(12), .DATA_W(32), .USER_W(3), .DEPTH(4), .ASSUME_MASTER(1)) rules (
      .awaddr({6'd0, awaddr}), .araddr({6'd0, araddr}), .*);

  logic [3:0] given;
  logic       after_reset = 1'b0;
  always_ff @(posedge clk) after_reset <= after_reset | rst;
  line_controller controller (.started(after_reset), .give(req_valid & req_ready), .give_id(req_id), .*);
  always @* begin
    if (!after_reset) assume (rst);
    assume (arlen <= 8'd1 && awlen <= 8'd1);
  end
endmodule
