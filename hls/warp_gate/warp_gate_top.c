/* SPDX-License-Identifier: Apache-2.0 */
/*
 * warp_gate as one top function for HLS tools: one call is one clock cycle.
 * Scalar ports carry the names of the contract; `rst` is the synchronous reset.
 */
#include <stdbool.h>
#include <stdint.h>

#include "warp_gate.h"

void warp_gate_top(bool rst, uint8_t cfg_scheme, uint64_t fetched, uint64_t issued, uint64_t checked,
                   uint64_t committed, uint64_t squashed, uint64_t *enable);

void warp_gate_top(bool rst, uint8_t cfg_scheme, uint64_t fetched, uint64_t issued, uint64_t checked,
                   uint64_t committed, uint64_t squashed, uint64_t *enable) {
    static warp_gate_state state; /* all zero is the reset state */
#if defined(__SYNTHESIS__) && !defined(__BAMBU__)
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS PIPELINE II = 1
#endif
    const warp_gate_in pins_in = {
        .cfg_scheme = (u2)GMMU_WRAP(cfg_scheme, 2),
        .fetched = fetched,
        .issued = issued,
        .checked = checked,
        .committed = committed,
        .squashed = squashed,
    };
    warp_gate_out pins_out;

    warp_gate_step(&state, &pins_in, &pins_out);
    if (rst)
        warp_gate_reset(&state);

    *enable = (uint64_t)pins_out.enable;
}
