/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sum of an array (SHOC Reduction): 64 blocks of 256 threads stride through it, two elements a round, and add
 * up their sums as a tree in shared memory; the host would add the 64 results. Each pass is a launch.
 */
#include "program/apps/app.h"

#define BLOCK_DIM 256U
#define BLOCKS    64U
#define STRIDE    (2U * BLOCK_DIM * BLOCKS)
#define LEVELS    8U /* of the tree: 128 ... 1 */

enum { RED_IN, RED_SUMS };

static void red_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0] * STRIDE);
    app_array(a, APP_OUTPUT, BLOCKS);
}

static void red_fill(app *a) {
    app_random_floats(a, RED_IN, 0.0F, 1.0F);
}

static kernel_data *red_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, red_declare, red_fill);
}

static bool red_launch(app *a, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.blocks = BLOCKS,
                        .block_dim = BLOCK_DIM,
                        .regs = 20,
                        .shared_bytes = BLOCK_DIM * APP_WORD,
                        .phases = LEVELS + 2};
    return n < a->p[1];
}

static void red_stride(const app *a, simt *w) {
    val t = simt_hold(w, simt_thread_in_block(w));
    val first = simt_affine(w, &t, 1, (uint32_t)w->block * 2 * BLOCK_DIM);
    val place = simt_hold(w, simt_address(w, &a->array[RED_IN], &first, APP_WORD));
    val sum = simt_fvariable(w, 0.0F);
    for (uint64_t round = 0; round < a->p[0]; round++) {
        simt_round(w, 1);
        val x = simt_at(w, &a->array[RED_IN], &place, 0);
        val y = simt_at(w, &a->array[RED_IN], &place, BLOCK_DIM);
        val both = simt_fadd(w, &x, &y);
        simt_fgrow(w, &sum, &both);
        simt_advance(w, &place, STRIDE * APP_WORD);
    }
    simt_loop(w, 2);
    val to = simt_shared(w, &t);
    simt_put(w, NULL, &to, 0, &sum);
}

static void red_warp(app *a, simt *w) {
    app_block_sum(a, w, LEVELS, RED_SUMS, red_stride);
}

static void red_reference(app *host) {
    const float *in = app_floats(host, RED_IN);
    for (uint32_t block = 0; block < BLOCKS; block++) {
        float sum[BLOCK_DIM] = {0.0F};
        for (uint64_t round = 0; round < host->p[0]; round++)
            for (uint32_t t = 0; t < BLOCK_DIM; t++) {
                const uint64_t i = round * STRIDE + block * 2 * BLOCK_DIM + t;
                sum[t] += in[i] + in[i + BLOCK_DIM];
            }
        for (uint32_t stride = BLOCK_DIM / 2; stride > 0; stride /= 2)
            for (uint32_t t = 0; t < stride; t++)
                sum[t] += sum[t + stride];
        app_floats(host, RED_SUMS)[block] = sum[0];
    }
}

static const char *red_check(const kernel_data *a) {
    return app_check(a, red_reference);
}

const kernel_ops kernel_red = {
    .name = "red",
    .summary = "sum of an array (SHOC Reduction)",
    .params = {{"rounds", 64, 1, 4096, "rounds of the 64 blocks, 128 KB of the array each"},
               {"passes", 2, 1, 1000, "launches over the same array"}},
    .open = red_open,
    .close = app_close,
    .reset = app_reset,
    .launch = red_launch,
    .warp = red_warp,
    .check = red_check,
};
