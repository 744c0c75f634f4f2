// SPDX-License-Identifier: Apache-2.0
// The crossing and the rules of AXI4-Lite on both its sides, for crossing_bench.cpp.
module crossing #(
    parameter int STAGES = 2,
    localparam int ADDR_W = 8
) (
    // the bus
    input  logic              bus_clk,
    input  logic              bus_rst,
    input  logic              bus_awvalid,
    output logic              bus_awready,
    input  logic [ADDR_W-1:0] bus_awaddr,
    input  logic              bus_wvalid,
    output logic              bus_wready,
    input  logic [31:0]       bus_wdata,
    input  logic [3:0]        bus_wstrb,
    output logic              bus_bvalid,
    input  logic              bus_bready,
    output logic [1:0]        bus_bresp,
    input  logic              bus_arvalid,
    output logic              bus_arready,
    input  logic [ADDR_W-1:0] bus_araddr,
    output logic              bus_rvalid,
    input  logic              bus_rready,
    output logic [31:0]       bus_rdata,
    output logic [1:0]        bus_rresp,
    output logic              bus_irq,
    output logic              bus_up,

    // the block
    input  logic              clk,
    input  logic              rst,
    output logic              lite_awvalid,
    input  logic              lite_awready,
    output logic [ADDR_W-1:0] lite_awaddr,
    output logic              lite_wvalid,
    input  logic              lite_wready,
    output logic [31:0]       lite_wdata,
    output logic [3:0]        lite_wstrb,
    input  logic              lite_bvalid,
    output logic              lite_bready,
    input  logic [1:0]        lite_bresp,
    output logic              lite_arvalid,
    input  logic              lite_arready,
    output logic [ADDR_W-1:0] lite_araddr,
    input  logic              lite_rvalid,
    output logic              lite_rready,
    input  logic [31:0]       lite_rdata,
    input  logic [1:0]        lite_rresp,
    input  logic              irq
);
  axi4_lite_cdc #(
      .LITE_ADDR_W(ADDR_W), .STAGES(STAGES)
  ) cdc (.*);

  axi4_lite_checker #(
      .ADDR_W(ADDR_W)
  ) bus (
      .clk(bus_clk), .rst(bus_rst), .awvalid(bus_awvalid), .awready(bus_awready), .awaddr(bus_awaddr),
      .wvalid(bus_wvalid), .wready(bus_wready), .wdata(bus_wdata), .wstrb(bus_wstrb), .bvalid(bus_bvalid),
      .bready(bus_bready), .bresp(bus_bresp), .arvalid(bus_arvalid), .arready(bus_arready),
      .araddr(bus_araddr), .rvalid(bus_rvalid), .rready(bus_rready), .rdata(bus_rdata), .rresp(bus_rresp)
  );

  axi4_lite_checker #(
      .ADDR_W(ADDR_W)
  ) block (
      .clk(clk), .rst(rst), .awvalid(lite_awvalid), .awready(lite_awready), .awaddr(lite_awaddr),
      .wvalid(lite_wvalid), .wready(lite_wready), .wdata(lite_wdata), .wstrb(lite_wstrb),
      .bvalid(lite_bvalid), .bready(lite_bready), .bresp(lite_bresp), .arvalid(lite_arvalid),
      .arready(lite_arready), .araddr(lite_araddr), .rvalid(lite_rvalid), .rready(lite_rready),
      .rdata(lite_rdata), .rresp(lite_rresp)
  );
endmodule
