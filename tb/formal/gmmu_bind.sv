// SPDX-License-Identifier: Apache-2.0
// The rules of AXI4 at the pins of the block, in its bench. There are no user signals.
bind gmmu axi4_checker #(
    .ID_W(WALKER_W), .ADDR_W(AXI_ADDR_W), .DATA_W(64), .USER_W(1), .DEPTH(2)
) axi4_rules (.awuser(1'b0), .aruser(1'b0), .*);
