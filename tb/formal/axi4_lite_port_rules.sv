// SPDX-License-Identifier: Apache-2.0
// axi4_lite_port keeps the rules of AXI4-Lite, with any master that keeps its own and any registers behind it, for all
// time (docs/design/verification.md).
module axi4_lite_port_rules (
    input wire        clk,
    input wire        rst,
    input wire        awvalid,
    input wire [7:0]  awaddr,
    input wire        wvalid,
    input wire [31:0] wdata,
    input wire [3:0]  wstrb,
    input wire        bready,
    input wire        arvalid,
    input wire [7:0]  araddr,
    input wire        rready,
    input wire        wr_ok,
    input wire        rd_ok,
    input wire [31:0] rd_data
);
  logic awready, wready, bvalid, arready, rvalid, wr_valid, rd_valid;
  logic [1:0] bresp, rresp;
  logic [31:0] rdata, wr_data;
  logic [7:0] wr_addr, rd_addr;
  logic after_reset = 1'b0;
  always_ff @(posedge clk) after_reset <= after_reset | rst;
  always @* if (!after_reset) assume (rst);

  axi4_lite_port #(.LITE_ADDR_W(8)) port (.*);
  axi4_lite_checker #(.ADDR_W(8), .DEPTH(2), .ASSUME_MASTER(1)) rules (.*);
endmodule
