/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bypass_cache as one top function for HLS tools: one call is one clock cycle.
 * Scalar ports carry the names of the contract; `rst` is the synchronous reset, due
 * before use (the LRU ages do not start at zero).
 */
#include <stdbool.h>
#include <stdint.h>

#include "bypass_cache.h"

void bypass_cache_top(bool rst, bool lk0_valid, uint16_t lk0_asid, uint64_t lk0_vpn, bool lk1_valid,
                      uint16_t lk1_asid, uint64_t lk1_vpn, bool fill_valid, uint16_t fill_asid,
                      uint64_t fill_vpn, uint32_t fill_ppn, bool flush, bool *a0_valid, bool *a0_hit,
                      uint32_t *a0_ppn, bool *a1_valid, bool *a1_hit, uint32_t *a1_ppn);

void bypass_cache_top(bool rst, bool lk0_valid, uint16_t lk0_asid, uint64_t lk0_vpn, bool lk1_valid,
                      uint16_t lk1_asid, uint64_t lk1_vpn, bool fill_valid, uint16_t fill_asid,
                      uint64_t fill_vpn, uint32_t fill_ppn, bool flush, bool *a0_valid, bool *a0_hit,
                      uint32_t *a0_ppn, bool *a1_valid, bool *a1_hit, uint32_t *a1_ppn) {
    static bypass_cache_state state;
#if defined(__SYNTHESIS__) && !defined(__BAMBU__)
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS PIPELINE II = 1
#pragma HLS ARRAY_PARTITION variable = state.valid complete
#pragma HLS ARRAY_PARTITION variable = state.asid complete
#pragma HLS ARRAY_PARTITION variable = state.vpn complete
#pragma HLS ARRAY_PARTITION variable = state.ppn complete
#pragma HLS ARRAY_PARTITION variable = state.age complete
#endif
    const bypass_cache_in pins_in = {
        .lk0_valid = (u1)lk0_valid,
        .lk0_asid = (u9)GMMU_WRAP(lk0_asid, 9),
        .lk0_vpn = (u36)GMMU_WRAP(lk0_vpn, 36),
        .lk1_valid = (u1)lk1_valid,
        .lk1_asid = (u9)GMMU_WRAP(lk1_asid, 9),
        .lk1_vpn = (u36)GMMU_WRAP(lk1_vpn, 36),
        .fill_valid = (u1)fill_valid,
        .fill_asid = (u9)GMMU_WRAP(fill_asid, 9),
        .fill_vpn = (u36)GMMU_WRAP(fill_vpn, 36),
        .fill_ppn = (u28)GMMU_WRAP(fill_ppn, 28),
        .flush = (u1)flush,
    };
    bypass_cache_out pins_out;

    bypass_cache_step(&state, &pins_in, &pins_out);
    if (rst)
        bypass_cache_reset(&state);

    *a0_valid = pins_out.a0_valid != 0;
    *a0_hit = pins_out.a0_hit != 0;
    *a0_ppn = (uint32_t)pins_out.a0_ppn;
    *a1_valid = pins_out.a1_valid != 0;
    *a1_hit = pins_out.a1_hit != 0;
    *a1_ppn = (uint32_t)pins_out.a1_ppn;
}
