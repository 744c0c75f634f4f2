/* SPDX-License-Identifier: Apache-2.0 */
/*
 * golden_queue as one top function for HLS tools: one call is one clock cycle.
 * Scalar ports carry the names of the contract; `rst` is the synchronous reset.
 */
#include <stdbool.h>
#include <stdint.h>

#include "golden_queue.h"

void golden_queue_top(bool rst, bool push_valid, uint16_t push_id, bool push_write, uint8_t push_bank,
                      uint32_t push_row, uint8_t push_col, bool pop, bool *push_ready, bool *pick_valid,
                      uint16_t *pick_id, bool *pick_write, uint8_t *pick_bank, uint32_t *pick_row,
                      uint8_t *pick_col, uint8_t *level);

void golden_queue_top(bool rst, bool push_valid, uint16_t push_id, bool push_write, uint8_t push_bank,
                      uint32_t push_row, uint8_t push_col, bool pop, bool *push_ready, bool *pick_valid,
                      uint16_t *pick_id, bool *pick_write, uint8_t *pick_bank, uint32_t *pick_row,
                      uint8_t *pick_col, uint8_t *level) {
    static golden_queue_state state; /* all zero is the reset state */
#if defined(__SYNTHESIS__) && !defined(__BAMBU__)
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS PIPELINE II = 1
#pragma HLS ARRAY_PARTITION variable = state.id complete
#pragma HLS ARRAY_PARTITION variable = state.write complete
#pragma HLS ARRAY_PARTITION variable = state.bank complete
#pragma HLS ARRAY_PARTITION variable = state.row complete
#pragma HLS ARRAY_PARTITION variable = state.col complete
#endif
    const golden_queue_in pins_in = {
        .push_valid = (u1)push_valid,
        .push_id = (u9)GMMU_WRAP(push_id, 9),
        .push_write = (u1)push_write,
        .push_bank = (u3)GMMU_WRAP(push_bank, 3),
        .push_row = (u23)GMMU_WRAP(push_row, 23),
        .push_col = (u4)GMMU_WRAP(push_col, 4),
        .pop = (u1)pop,
    };
    golden_queue_out pins_out;

    golden_queue_step(&state, &pins_in, &pins_out);
    if (rst)
        golden_queue_reset(&state);

    *push_ready = pins_out.push_ready != 0;
    *pick_valid = pins_out.pick_valid != 0;
    *pick_id = (uint16_t)pins_out.pick_id;
    *pick_write = pins_out.pick_write != 0;
    *pick_bank = (uint8_t)pins_out.pick_bank;
    *pick_row = (uint32_t)pins_out.pick_row;
    *pick_col = (uint8_t)pins_out.pick_col;
    *level = (uint8_t)pins_out.level;
}
