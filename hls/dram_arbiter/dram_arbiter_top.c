/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dram_arbiter as one top function for HLS tools: one call is one clock cycle.
 * Scalar ports carry the names of the contract; array ports stay arrays, which the
 * tool is told to split into wires. `rst` is the synchronous reset, due before use
 * (the quotas do not start at zero).
 */
#include <stdbool.h>
#include <stdint.h>

#include "dram_arbiter.h"

/* Written once for the prototype and the definition. */
#define PORTS                                                                                                \
    bool rst, bool req_valid, bool req_walk, uint8_t req_app, uint16_t req_id, bool req_write,               \
        uint8_t req_bank, uint32_t req_row, uint8_t req_col, bool g_ready, bool s_ready, bool n_ready,       \
        bool g_valid, uint16_t g_id, bool g_write, uint8_t g_bank, uint32_t g_row, uint8_t g_col,            \
        bool s_valid, uint16_t s_id, bool s_write, uint8_t s_bank, uint32_t s_row, uint8_t s_col,            \
        bool n_valid, uint16_t n_id, bool n_write, uint8_t n_bank, uint32_t n_row, uint8_t n_col,            \
        uint8_t bank_ready, bool epoch_end, const uint8_t conptw[GMMU_NUM_APPS],                             \
        const uint8_t stalled[GMMU_NUM_APPS], bool cfg_enable, uint8_t cfg_apps, uint16_t cfg_thresh_max,    \
        bool *req_ready, bool *push_g, bool *push_s, bool *push_n, uint16_t *push_id, bool *push_write,      \
        uint8_t *push_bank, uint32_t *push_row, uint8_t *push_col, bool *pop_g, bool *pop_s, bool *pop_n,    \
        bool *issue_valid, uint8_t *issue_class, uint16_t *issue_id, bool *issue_write, uint8_t *issue_bank, \
        uint32_t *issue_row, uint8_t *issue_col, uint8_t *silver_app, uint16_t *silver_left, bool *busy

void dram_arbiter_top(PORTS);

void dram_arbiter_top(PORTS) {
    static dram_arbiter_state state;
#if defined(__SYNTHESIS__) && !defined(__BAMBU__)
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS PIPELINE II = 1
#pragma HLS ARRAY_PARTITION variable = conptw complete
#pragma HLS ARRAY_PARTITION variable = stalled complete
#pragma HLS ARRAY_PARTITION variable = state.thresh complete
#pragma HLS ARRAY_PARTITION variable = state.weight complete
#pragma HLS ARRAY_PARTITION variable = state.con complete
#pragma HLS ARRAY_PARTITION variable = state.sta complete
#endif
    dram_arbiter_in pins_in = {
        .req_valid = (u1)req_valid,
        .req_walk = (u1)req_walk,
        .req_app = (u5)GMMU_WRAP(req_app, 5),
        .req_id = (u9)GMMU_WRAP(req_id, 9),
        .req_write = (u1)req_write,
        .req_bank = (u3)GMMU_WRAP(req_bank, 3),
        .req_row = (u23)GMMU_WRAP(req_row, 23),
        .req_col = (u4)GMMU_WRAP(req_col, 4),
        .g_ready = (u1)g_ready,
        .s_ready = (u1)s_ready,
        .n_ready = (u1)n_ready,
        .g_valid = (u1)g_valid,
        .g_id = (u9)GMMU_WRAP(g_id, 9),
        .g_write = (u1)g_write,
        .g_bank = (u3)GMMU_WRAP(g_bank, 3),
        .g_row = (u23)GMMU_WRAP(g_row, 23),
        .g_col = (u4)GMMU_WRAP(g_col, 4),
        .s_valid = (u1)s_valid,
        .s_id = (u9)GMMU_WRAP(s_id, 9),
        .s_write = (u1)s_write,
        .s_bank = (u3)GMMU_WRAP(s_bank, 3),
        .s_row = (u23)GMMU_WRAP(s_row, 23),
        .s_col = (u4)GMMU_WRAP(s_col, 4),
        .n_valid = (u1)n_valid,
        .n_id = (u9)GMMU_WRAP(n_id, 9),
        .n_write = (u1)n_write,
        .n_bank = (u3)GMMU_WRAP(n_bank, 3),
        .n_row = (u23)GMMU_WRAP(n_row, 23),
        .n_col = (u4)GMMU_WRAP(n_col, 4),
        .bank_ready = (u8)bank_ready,
        .epoch_end = (u1)epoch_end,
        .cfg_enable = (u1)cfg_enable,
        .cfg_apps = (u5)GMMU_WRAP(cfg_apps, 5),
        .cfg_thresh_max = (u9)GMMU_WRAP(cfg_thresh_max, 9),
    };
    dram_arbiter_out pins_out;

    for (unsigned i = 0; i < GMMU_NUM_APPS; i++) {
        pins_in.conptw[i] = (u6)GMMU_WRAP(conptw[i], 6);
        pins_in.stalled[i] = (u6)GMMU_WRAP(stalled[i], 6);
    }
    dram_arbiter_step(&state, &pins_in, &pins_out);
    if (rst)
        dram_arbiter_reset(&state);

    *req_ready = pins_out.req_ready != 0;
    *push_g = pins_out.push_g != 0;
    *push_s = pins_out.push_s != 0;
    *push_n = pins_out.push_n != 0;
    *push_id = (uint16_t)pins_out.push_id;
    *push_write = pins_out.push_write != 0;
    *push_bank = (uint8_t)pins_out.push_bank;
    *push_row = (uint32_t)pins_out.push_row;
    *push_col = (uint8_t)pins_out.push_col;
    *pop_g = pins_out.pop_g != 0;
    *pop_s = pins_out.pop_s != 0;
    *pop_n = pins_out.pop_n != 0;
    *issue_valid = pins_out.issue_valid != 0;
    *issue_class = (uint8_t)pins_out.issue_class;
    *issue_id = (uint16_t)pins_out.issue_id;
    *issue_write = pins_out.issue_write != 0;
    *issue_bank = (uint8_t)pins_out.issue_bank;
    *issue_row = (uint32_t)pins_out.issue_row;
    *issue_col = (uint8_t)pins_out.issue_col;
    *silver_app = (uint8_t)pins_out.silver_app;
    *silver_left = (uint16_t)pins_out.silver_left;
    *busy = pins_out.busy != 0;
}
