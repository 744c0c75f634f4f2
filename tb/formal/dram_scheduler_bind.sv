// SPDX-License-Identifier: Apache-2.0
// The rules of AXI4 at the pins of the block, and its promises, in its bench.
bind dram_scheduler axi4_checker #(
    .ID_W(AXI_ID_W), .ADDR_W(AXI_ADDR_W), .DATA_W(DATA_W), .USER_W(APP_W + 1), .DEPTH(4)
) axi4_rules (.*);
bind dram_scheduler dram_scheduler_claims #(
    .APP_W(APP_W), .NUM_BANKS(NUM_BANKS), .BANK_W(BANK_W), .REQUEST_W(REQUEST_W), .ROW_W(ROW_W), .COL_W(COL_W),
    .AXI_ADDR_W(AXI_ADDR_W), .AXI_ID_W(AXI_ID_W), .AXI_BEATS(AXI_BEATS), .BEAT_W(BEAT_W), .DATA_W(DATA_W),
    .AXI_COL_AT(AXI_COL_AT), .AXI_BANK_AT(AXI_BANK_AT), .AXI_ROW_AT(AXI_ROW_AT)
) claims (.*);
