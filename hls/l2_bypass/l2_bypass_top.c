/* SPDX-License-Identifier: Apache-2.0 */
/*
 * l2_bypass as one top function for HLS tools: one call is one clock cycle.
 * Scalar ports carry the names of the contract; `rst` is the synchronous reset.
 */
#include <stdbool.h>
#include <stdint.h>

#include "l2_bypass.h"

void l2_bypass_top(bool rst, bool ev0_valid, uint8_t ev0_depth, bool ev0_hit, bool ev1_valid,
                   uint8_t ev1_depth, bool ev1_hit, bool q0_valid, uint8_t q0_depth, bool q1_valid,
                   uint8_t q1_depth, bool epoch_end, bool cfg_enable, bool *a0_valid, bool *a0_bypass,
                   bool *a1_valid, bool *a1_bypass, uint8_t *bypass);

void l2_bypass_top(bool rst, bool ev0_valid, uint8_t ev0_depth, bool ev0_hit, bool ev1_valid,
                   uint8_t ev1_depth, bool ev1_hit, bool q0_valid, uint8_t q0_depth, bool q1_valid,
                   uint8_t q1_depth, bool epoch_end, bool cfg_enable, bool *a0_valid, bool *a0_bypass,
                   bool *a1_valid, bool *a1_bypass, uint8_t *bypass) {
    static l2_bypass_state state;
#if defined(__SYNTHESIS__) && !defined(__BAMBU__)
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS PIPELINE II = 1
#pragma HLS ARRAY_PARTITION variable = state.hits complete
#pragma HLS ARRAY_PARTITION variable = state.accesses complete
#pragma HLS ARRAY_PARTITION variable = state.bypass complete
#pragma HLS ARRAY_PARTITION variable = state.probe complete
#endif
    const l2_bypass_in pins_in = {
        .ev0_valid = (u1)ev0_valid,
        .ev0_depth = (u3)GMMU_WRAP(ev0_depth, 3),
        .ev0_hit = (u1)ev0_hit,
        .ev1_valid = (u1)ev1_valid,
        .ev1_depth = (u3)GMMU_WRAP(ev1_depth, 3),
        .ev1_hit = (u1)ev1_hit,
        .q0_valid = (u1)q0_valid,
        .q0_depth = (u3)GMMU_WRAP(q0_depth, 3),
        .q1_valid = (u1)q1_valid,
        .q1_depth = (u3)GMMU_WRAP(q1_depth, 3),
        .epoch_end = (u1)epoch_end,
        .cfg_enable = (u1)cfg_enable,
    };
    l2_bypass_out pins_out;

    l2_bypass_step(&state, &pins_in, &pins_out);
    if (rst)
        l2_bypass_reset(&state);

    *a0_valid = pins_out.a0_valid != 0;
    *a0_bypass = pins_out.a0_bypass != 0;
    *a1_valid = pins_out.a1_valid != 0;
    *a1_bypass = pins_out.a1_bypass != 0;
    *bypass = (uint8_t)pins_out.bypass;
}
