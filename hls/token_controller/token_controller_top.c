/* SPDX-License-Identifier: Apache-2.0 */
/*
 * token_controller as one top function for HLS tools: one call is one clock cycle.
 * Scalar ports carry the names of the contract; array ports stay arrays, which the
 * tool is told to split into wires. `rst` is the synchronous reset, due before use
 * (the limits do not start at zero).
 */
#include <stdbool.h>
#include <stdint.h>

#include "token_controller.h"

void token_controller_top(bool rst, bool ev0_valid, uint8_t ev0_core, uint8_t ev0_warp, bool ev0_hit,
                          bool ev1_valid, uint8_t ev1_core, uint8_t ev1_warp, bool ev1_hit, bool q_valid,
                          uint8_t q_core, uint8_t q_warp, bool epoch_end,
                          const uint8_t core_app[GMMU_NUM_CORES], uint16_t cfg_initial, uint16_t cfg_margin,
                          uint16_t cfg_step, bool *a_valid, bool *a_fill, bool *busy,
                          uint16_t tokens[GMMU_NUM_APPS], bool dir[GMMU_NUM_APPS],
                          uint16_t active[GMMU_NUM_APPS]);

void token_controller_top(bool rst, bool ev0_valid, uint8_t ev0_core, uint8_t ev0_warp, bool ev0_hit,
                          bool ev1_valid, uint8_t ev1_core, uint8_t ev1_warp, bool ev1_hit, bool q_valid,
                          uint8_t q_core, uint8_t q_warp, bool epoch_end,
                          const uint8_t core_app[GMMU_NUM_CORES], uint16_t cfg_initial, uint16_t cfg_margin,
                          uint16_t cfg_step, bool *a_valid, bool *a_fill, bool *busy,
                          uint16_t tokens[GMMU_NUM_APPS], bool dir[GMMU_NUM_APPS],
                          uint16_t active[GMMU_NUM_APPS]) {
    static token_controller_state state;
#if defined(__SYNTHESIS__) && !defined(__BAMBU__)
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS PIPELINE II = 1
#pragma HLS ARRAY_PARTITION variable = core_app complete
#pragma HLS ARRAY_PARTITION variable = tokens complete
#pragma HLS ARRAY_PARTITION variable = dir complete
#pragma HLS ARRAY_PARTITION variable = active complete
#pragma HLS ARRAY_PARTITION variable = state.hits complete
#pragma HLS ARRAY_PARTITION variable = state.misses complete
#pragma HLS ARRAY_PARTITION variable = state.seen complete
#pragma HLS ARRAY_PARTITION variable = state.warps complete
#pragma HLS ARRAY_PARTITION variable = state.limit complete
#pragma HLS ARRAY_PARTITION variable = state.tokens complete
#pragma HLS ARRAY_PARTITION variable = state.dir complete
#pragma HLS ARRAY_PARTITION variable = state.active complete
#pragma HLS ARRAY_PARTITION variable = state.rate complete
#pragma HLS ARRAY_PARTITION variable = state.known complete
#pragma HLS ARRAY_PARTITION variable = state.snap_hits complete
#pragma HLS ARRAY_PARTITION variable = state.snap_misses complete
#pragma HLS ARRAY_PARTITION variable = state.snap_warps complete
#endif
    token_controller_in pins_in = {
        .ev0_valid = (u1)ev0_valid,
        .ev0_core = (u5)GMMU_WRAP(ev0_core, 5),
        .ev0_warp = (u8)ev0_warp,
        .ev0_hit = (u1)ev0_hit,
        .ev1_valid = (u1)ev1_valid,
        .ev1_core = (u5)GMMU_WRAP(ev1_core, 5),
        .ev1_warp = (u8)ev1_warp,
        .ev1_hit = (u1)ev1_hit,
        .q_valid = (u1)q_valid,
        .q_core = (u5)GMMU_WRAP(q_core, 5),
        .q_warp = (u8)q_warp,
        .epoch_end = (u1)epoch_end,
        .cfg_initial = (u16)cfg_initial,
        .cfg_margin = (u16)cfg_margin,
        .cfg_step = (u16)cfg_step,
    };
    token_controller_out pins_out;

    for (unsigned i = 0; i < GMMU_NUM_CORES; i++)
        pins_in.core_app[i] = (u5)GMMU_WRAP(core_app[i], 5);
    token_controller_step(&state, &pins_in, &pins_out);
    if (rst)
        token_controller_reset(&state);

    *a_valid = pins_out.a_valid != 0;
    *a_fill = pins_out.a_fill != 0;
    *busy = pins_out.busy != 0;
    for (unsigned i = 0; i < GMMU_NUM_APPS; i++)
        tokens[i] = (uint16_t)pins_out.tokens[i];
    for (unsigned i = 0; i < GMMU_NUM_APPS; i++)
        dir[i] = pins_out.dir[i] != 0;
    for (unsigned i = 0; i < GMMU_NUM_APPS; i++)
        active[i] = (uint16_t)pins_out.active[i];
}
