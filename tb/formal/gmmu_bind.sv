// SPDX-License-Identifier: Apache-2.0
// The rules of AXI4 at the pins of the block, in its bench. Writes have no user bits.
bind gmmu axi4_checker #(
    .ID_W(WALKER_W), .ADDR_W(AXI_ADDR_W), .DATA_W(64), .USER_W(ASID_W + 3), .DEPTH(2)
) axi4_rules (.awuser('0), .aruser({aruser_level, aruser_asid}), .*);
