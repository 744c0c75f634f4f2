/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scalar products of many pairs of vectors (CUDA SDK scalarProd). A block takes a pair at a time: its 256
 * threads keep 1024 partial sums in shared memory, each over every 1024th element, and add them up as a tree.
 */
#include "program/apps/app.h"

#define BLOCK_DIM 256U
#define BLOCKS    128U
#define PARTS     1024U
#define LEVELS    10U /* of the tree: 512 ... 1 */

enum { SCP_A, SCP_B, SCP_C };

static void scp_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0] * a->p[1]);
    app_array(a, APP_INPUT, a->p[0] * a->p[1]);
    app_array(a, APP_OUTPUT, a->p[0]);
}

static void scp_fill(app *a) {
    app_random_floats(a, SCP_A, 0.0F, 1.0F);
    app_random_floats(a, SCP_B, 0.0F, 1.0F);
}

static kernel_data *scp_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, scp_declare, scp_fill);
}

static bool scp_launch(app *a, uint32_t n, launch_shape *s) {
    const uint32_t rounds = (uint32_t)kernel_blocks(a->p[0], BLOCKS);
    *s = (launch_shape){.blocks = BLOCKS,
                        .block_dim = BLOCK_DIM,
                        .regs = 24,
                        .shared_bytes = PARTS * APP_WORD,
                        .phases = rounds * (LEVELS + 1)};
    return n == 0;
}

/* The thread's four partial sums of a pair of vectors. */
static void scp_parts(const app *a, simt *w, uint32_t pair) {
    const uint32_t length = (uint32_t)a->p[1];
    val t = simt_hold(w, simt_thread_in_block(w));
    for (uint32_t part = 0; part < PARTS; part += BLOCK_DIM) {
        simt_round(w, 1);
        const simt_scope scope = simt_scope_begin(w);
        val k = simt_hold(w, simt_affine(w, &t, 1, part));
        val place = simt_hold(w, simt_shared(w, &k));
        val sum = simt_fvariable(w, 0.0F);
        const uint32_t all = w->mask;
        for (;;) {
            simt_loop(w, 2);
            if (!simt_while(w, simt_less(w, &k, IMM(length))))
                break;
            val i = simt_hold(w, simt_affine(w, &k, 1, pair * length));
            val x = simt_load(w, &a->array[SCP_A], &i, APP_WORD);
            val y = simt_load(w, &a->array[SCP_B], &i, APP_WORD);
            simt_fgrow_product(w, &sum, &x, &y);
            simt_step(w, &k, PARTS);
            simt_drop(w, &i);
        }
        simt_join(w, all);
        simt_label(w, 3);
        simt_put(w, NULL, &place, 0, &sum);
        simt_scope_end(w, &scope);
    }
    simt_drop(w, &t);
}

/* A level of the tree: a thread adds up to two parts. After the last the first thread has the product. */
static void scp_level(const app *a, simt *w, uint32_t pair, uint32_t stride) {
    val t = simt_hold(w, simt_thread_in_block(w));
    const uint32_t all = simt_if_less(w, &t, stride);
    val place = simt_hold(w, simt_shared(w, &t));
    for (uint32_t k = 0; k < stride; k += BLOCK_DIM) {
        val x = simt_at(w, NULL, &place, (int32_t)k);
        val y = simt_at(w, NULL, &place, (int32_t)(k + stride));
        val sum = simt_hold(w, simt_fadd(w, &x, &y));
        simt_put(w, NULL, &place, (int32_t)k, &sum);
        if (stride == 1) {
            val i = simt_hold(w, simt_affine(w, &t, 0, pair));
            simt_store(w, &a->array[SCP_C], &i, APP_WORD, &sum);
            simt_drop(w, &i);
        }
        simt_drop(w, &sum);
    }
    simt_join(w, all);
    simt_drop(w, &place);
    simt_drop(w, &t);
}

static void scp_warp(app *a, simt *w) {
    const uint32_t pair = (uint32_t)w->block + w->phase / (LEVELS + 1) * BLOCKS;
    const uint32_t level = w->phase % (LEVELS + 1);
    simt_loop(w, level == 0 ? 0 : 4 + level);
    if (pair >= a->p[0]) {
        simt_loop(w, 20);
        simt_exit(w);
        return;
    }
    if (level == 0)
        scp_parts(a, w, pair);
    else
        scp_level(a, w, pair, PARTS >> level);
    if (level == LEVELS && pair + BLOCKS >= a->p[0]) {
        simt_loop(w, 20);
        simt_exit(w);
    } else {
        simt_label(w, 21 + level); /* of the barrier */
    }
}

static void scp_reference(app *host) {
    const uint64_t length = host->p[1];
    for (uint64_t pair = 0; pair < host->p[0]; pair++) {
        const float *x = app_floats(host, SCP_A) + pair * length;
        const float *y = app_floats(host, SCP_B) + pair * length;
        float part[PARTS] = {0.0F};
        for (uint64_t i = 0; i < length; i++)
            part[i % PARTS] = x[i] * y[i] + part[i % PARTS];
        for (uint32_t stride = PARTS / 2; stride > 0; stride /= 2)
            for (uint32_t k = 0; k < stride; k++)
                part[k] += part[k + stride];
        app_floats(host, SCP_C)[pair] = part[0];
    }
}

static const char *scp_check(const kernel_data *a) {
    return app_check(a, scp_reference);
}

const kernel_ops kernel_scp = {
    .name = "scp",
    .summary = "scalar products of pairs of vectors (CUDA SDK scalarProd)",
    .params = {{"pairs", 256, 1, 1U << 16, "pairs of vectors"},
               {"length", 4096, 1, 1U << 20, "elements of a vector"}},
    .open = scp_open,
    .close = app_close,
    .reset = app_reset,
    .launch = scp_launch,
    .warp = scp_warp,
    .check = scp_check,
};
