/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operand_log as one top function for HLS tools: one call is one clock cycle.
 * Scalar ports carry the names of the contract; `rst` is the synchronous reset.
 */
#include <stdbool.h>
#include <stdint.h>

#include "operand_log.h"

void operand_log_top(bool rst, bool setup_valid, uint8_t setup_per_block, uint8_t setup_entries,
                     bool alloc_valid, uint8_t alloc_block, uint8_t alloc_warp, uint16_t alloc_seq,
                     uint8_t alloc_parts, bool wr_valid, uint8_t wr_warp, uint16_t wr_seq, bool wr_part,
                     bool rd_valid, uint8_t rd_warp, uint16_t rd_seq, bool rd_part, bool check_valid,
                     uint8_t check_warp, uint16_t check_seq, bool save_start, uint8_t save_block,
                     bool save_ready, bool *setup_ready, uint16_t *room1, uint16_t *room2, bool *rd_ready,
                     bool *a_valid, bool *a_hit, bool *ram_we, uint8_t *ram_waddr, bool *ram_re,
                     uint8_t *ram_raddr, bool *saving, bool *save_valid, uint8_t *save_warp,
                     uint16_t *save_seq, bool *save_part, bool *save_written);

void operand_log_top(bool rst, bool setup_valid, uint8_t setup_per_block, uint8_t setup_entries,
                     bool alloc_valid, uint8_t alloc_block, uint8_t alloc_warp, uint16_t alloc_seq,
                     uint8_t alloc_parts, bool wr_valid, uint8_t wr_warp, uint16_t wr_seq, bool wr_part,
                     bool rd_valid, uint8_t rd_warp, uint16_t rd_seq, bool rd_part, bool check_valid,
                     uint8_t check_warp, uint16_t check_seq, bool save_start, uint8_t save_block,
                     bool save_ready, bool *setup_ready, uint16_t *room1, uint16_t *room2, bool *rd_ready,
                     bool *a_valid, bool *a_hit, bool *ram_we, uint8_t *ram_waddr, bool *ram_re,
                     uint8_t *ram_raddr, bool *saving, bool *save_valid, uint8_t *save_warp,
                     uint16_t *save_seq, bool *save_part, bool *save_written) {
    static operand_log_state state; /* all zero is the reset state */
#ifdef __SYNTHESIS__
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS PIPELINE II = 1
#pragma HLS ARRAY_PARTITION variable = state.used complete
#pragma HLS ARRAY_PARTITION variable = state.written complete
#pragma HLS ARRAY_PARTITION variable = state.part complete
#pragma HLS ARRAY_PARTITION variable = state.warp complete
#pragma HLS ARRAY_PARTITION variable = state.seq complete
#pragma HLS ARRAY_PARTITION variable = state.owned complete
#pragma HLS ARRAY_PARTITION variable = state.owner complete
#endif
    const operand_log_in pins_in = {
        .setup_valid = (u1)setup_valid,
        .setup_per_block = (u8)setup_per_block,
        .setup_entries = (u8)setup_entries,
        .alloc_valid = (u1)alloc_valid,
        .alloc_block = (u4)GMMU_WRAP(alloc_block, 4),
        .alloc_warp = (u6)GMMU_WRAP(alloc_warp, 6),
        .alloc_seq = (u16)alloc_seq,
        .alloc_parts = (u2)GMMU_WRAP(alloc_parts, 2),
        .wr_valid = (u1)wr_valid,
        .wr_warp = (u6)GMMU_WRAP(wr_warp, 6),
        .wr_seq = (u16)wr_seq,
        .wr_part = (u1)wr_part,
        .rd_valid = (u1)rd_valid,
        .rd_warp = (u6)GMMU_WRAP(rd_warp, 6),
        .rd_seq = (u16)rd_seq,
        .rd_part = (u1)rd_part,
        .check_valid = (u1)check_valid,
        .check_warp = (u6)GMMU_WRAP(check_warp, 6),
        .check_seq = (u16)check_seq,
        .save_start = (u1)save_start,
        .save_block = (u4)GMMU_WRAP(save_block, 4),
        .save_ready = (u1)save_ready,
    };
    operand_log_out pins_out;

    operand_log_step(&state, &pins_in, &pins_out);
    if (rst)
        operand_log_reset(&state);

    *setup_ready = pins_out.setup_ready != 0;
    *room1 = (uint16_t)pins_out.room1;
    *room2 = (uint16_t)pins_out.room2;
    *rd_ready = pins_out.rd_ready != 0;
    *a_valid = pins_out.a_valid != 0;
    *a_hit = pins_out.a_hit != 0;
    *ram_we = pins_out.ram_we != 0;
    *ram_waddr = (uint8_t)pins_out.ram_waddr;
    *ram_re = pins_out.ram_re != 0;
    *ram_raddr = (uint8_t)pins_out.ram_raddr;
    *saving = pins_out.saving != 0;
    *save_valid = pins_out.save_valid != 0;
    *save_warp = (uint8_t)pins_out.save_warp;
    *save_seq = (uint16_t)pins_out.save_seq;
    *save_part = pins_out.save_part != 0;
    *save_written = pins_out.save_written != 0;
}
