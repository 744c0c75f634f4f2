// SPDX-License-Identifier: Apache-2.0
// The rules of AXI4 at the pins of the block, in its bench.
bind dram_scheduler axi4_checker #(
    .ID_W(AXI_ID_W), .ADDR_W(AXI_ADDR_W), .DATA_W(DATA_W), .USER_W(APP_W + 1), .DEPTH(4)
) axi4_rules (.*);
