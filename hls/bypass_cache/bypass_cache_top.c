/*
 * HLS top of the TLB bypass cache: scalar ports, state in a static. Tools make
 * input ports of the values and output ports of the pointers.
 */
#include "bypass_cache.h"

void bypass_cache_top(u1 rst, u1 lk0_valid, u9 lk0_asid, u36 lk0_vpn, u1 lk1_valid, u9 lk1_asid, u36 lk1_vpn,
                      u1 fill_valid, u9 fill_asid, u36 fill_vpn, u28 fill_ppn, u1 flush, u1 *a0_valid,
                      u1 *a0_hit, u28 *a0_ppn, u1 *a1_valid, u1 *a1_hit, u28 *a1_ppn) {
    static bypass_cache_state state;
#ifdef __SYNTHESIS__
#pragma HLS PIPELINE II = 1
#pragma HLS ARRAY_PARTITION variable = state.valid complete
#pragma HLS ARRAY_PARTITION variable = state.asid complete
#pragma HLS ARRAY_PARTITION variable = state.vpn complete
#pragma HLS ARRAY_PARTITION variable = state.ppn complete
#pragma HLS ARRAY_PARTITION variable = state.age complete
#endif
    bypass_cache_in pins_in;
    bypass_cache_out pins_out;

    pins_in.lk0_valid = lk0_valid;
    pins_in.lk0_asid = lk0_asid;
    pins_in.lk0_vpn = lk0_vpn;
    pins_in.lk1_valid = lk1_valid;
    pins_in.lk1_asid = lk1_asid;
    pins_in.lk1_vpn = lk1_vpn;
    pins_in.fill_valid = fill_valid;
    pins_in.fill_asid = fill_asid;
    pins_in.fill_vpn = fill_vpn;
    pins_in.fill_ppn = fill_ppn;
    pins_in.flush = flush;

    bypass_cache_step(&state, &pins_in, &pins_out);
    if (rst)
        bypass_cache_reset(&state);

    *a0_valid = pins_out.a0_valid;
    *a0_hit = pins_out.a0_hit;
    *a0_ppn = pins_out.a0_ppn;
    *a1_valid = pins_out.a1_valid;
    *a1_hit = pins_out.a1_hit;
    *a1_ppn = pins_out.a1_ppn;
}
