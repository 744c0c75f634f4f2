// SPDX-License-Identifier: Apache-2.0
// record_writer keeps the rules of a master of AXI4, with any memory that keeps its own rules, and any records, for
// all time (docs/design/verification.md). It has no read channels and one ID.
module record_writer_rules (
    input wire        clk,
    input wire        rst,
    input wire        w_take,
    input wire [1:0]  w_frame,
    input wire [1:0]  w_slot,
    input wire        w_asid,
    input wire [32:0] w_vpn,
    input wire [1:0]  w_access,
    input wire [2:0]  w_why,
    input wire        w_info,
    input wire        w_time,
    input wire        error_clear,
    input wire        error_forget,
    input wire        awready,
    input wire        wready,
    input wire        bvalid,
    input wire [1:0]  bresp
);
  logic w_ready, w_done, error, error_asid, error_more, awvalid, wvalid, wlast, bready;
  logic [1:0] error_slot;
  logic [32:0] error_vpn;
  logic [13:0] awaddr;
  logic [63:0] wdata;
  logic after_reset = 1'b0;
  always_ff @(posedge clk) after_reset <= after_reset | rst;
  always @* if (!after_reset) assume (rst);

  record_writer #(
      .FAULT_RING_W(2), .FAULT_INFO_W(1), .FAULT_TIME_W(1), .ASID_W(1), .VPN_W(33), .PPN_W(2), .AXI_ADDR_W(14)
  ) writer (.*);
  axi4_checker #(.ID_W(1), .ADDR_W(14), .DATA_W(64), .USER_W(1), .DEPTH(2), .ASSUME_SLAVE(1)) rules (
      .awid(1'b0), .awlen(8'd1), .awsize(3'd3), .awburst(2'd1), .awuser(1'b0), .wstrb(8'hff), .bid(1'b0),
      .arvalid(1'b0), .arready(1'b0), .arid(1'b0), .araddr(14'd0), .arlen(8'd0), .arsize(3'd0), .arburst(2'd0),
      .aruser(1'b0), .rvalid(1'b0), .rready(1'b0), .rid(1'b0), .rdata(64'd0), .rresp(2'd0), .rlast(1'b0), .*);
endmodule
