// SPDX-License-Identifier: Apache-2.0
// The rules of AXI4-Lite between a master and a slave. It is AXI4 of bursts of one whole word and one ID, so they are
// those of axi4_checker.sv: valid stays and its payload with it until ready, B only after address and data, R only
// to a read that is under way, each once, nothing after reset, no EXOKAY.
module axi4_lite_checker #(
    parameter int ADDR_W = 8,
    parameter int DEPTH = 2,          // reads under way, and writes whose data are ahead or behind
    parameter bit ASSUME_MASTER = 0,
    parameter bit ASSUME_SLAVE = 0
) (
    input logic              clk,
    input logic              rst,
    input logic              awvalid,
    input logic              awready,
    input logic [ADDR_W-1:0] awaddr,
    input logic              wvalid,
    input logic              wready,
    input logic [31:0]       wdata,
    input logic [3:0]        wstrb,
    input logic              bvalid,
    input logic              bready,
    input logic [1:0]        bresp,
    input logic              arvalid,
    input logic              arready,
    input logic [ADDR_W-1:0] araddr,
    input logic              rvalid,
    input logic              rready,
    input logic [31:0]       rdata,
    input logic [1:0]        rresp
);
  axi4_checker #(
      .ID_W(1), .ADDR_W(ADDR_W < 12 ? 12 : ADDR_W), .DATA_W(32), .USER_W(1), .DEPTH(DEPTH),
      .ASSUME_MASTER(ASSUME_MASTER), .ASSUME_SLAVE(ASSUME_SLAVE)
  ) rules (
      .awid(1'b0), .awaddr((ADDR_W < 12 ? 12 : ADDR_W)'(awaddr)), .awlen(8'd0), .awsize(3'd2), .awburst(2'd1),
      .awuser(1'b0), .wlast(1'b1), .bid(1'b0), .arid(1'b0),
      .araddr((ADDR_W < 12 ? 12 : ADDR_W)'(araddr)), .arlen(8'd0), .arsize(3'd2), .arburst(2'd1), .aruser(1'b0),
      .rid(1'b0), .rlast(1'b1), .*
  );
endmodule
