// SPDX-License-Identifier: Apache-2.0
// The rules of AXI4 and of AXI4-Lite at the pins of the block, and its promises, in its bench. Writes have no user
// bits.
bind gmmu axi4_checker #(
    .ID_W(WALKER_W), .ADDR_W(AXI_ADDR_W), .DATA_W(64), .USER_W(ASID_W + 3), .DEPTH(2)
) axi4_rules (.awuser('0), .aruser({aruser_level, aruser_asid}), .*);
bind gmmu axi4_lite_checker #(
    .ADDR_W(LITE_ADDR_W)
) lite_rules (
    .awvalid(lite_awvalid), .awready(lite_awready), .awaddr(lite_awaddr), .wvalid(lite_wvalid),
    .wready(lite_wready), .wdata(lite_wdata), .wstrb(lite_wstrb), .bvalid(lite_bvalid), .bready(lite_bready),
    .bresp(lite_bresp), .arvalid(lite_arvalid), .arready(lite_arready), .araddr(lite_araddr),
    .rvalid(lite_rvalid), .rready(lite_rready), .rdata(lite_rdata), .rresp(lite_rresp), .*
);
bind gmmu gmmu_claims #(
    .MMU_PORTS(MMU_PORTS), .PORT_ID_W(PORT_ID_W), .ASID_SPACES(ASID_SPACES), .ASID_W(ASID_W), .VPN_W(VPN_W),
    .LARGE_VPN_W(LARGE_VPN_W), .PPN_W(PPN_W), .WALKER_W(WALKER_W), .WALK_LEVELS(WALK_LEVELS)
) claims (
    .araddr(araddr[11:3]), .artable(PPN_W'(araddr >> 12)), .cmd_asid(ASID_W'(cmd_asid)), .cmd_vpn(VPN_W'({cmd_page_high, cmd_page_low})),
    .cmd_highest(VPN_W'({cmd_highest_high, cmd_highest_low})), .*
);
