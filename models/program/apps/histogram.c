/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histogram of bytes (CUDA SDK histogram256): 240 blocks of six warps stride through the words of the data;
 * each warp counts in 256 bins of its own in shared memory, and the block adds its six up and writes them. In
 * the second launch a block per bin adds up what the 240 blocks found.
 */
#include "program/apps/app.h"

#define WARPS     6U
#define BLOCK_DIM (WARPS * GMMU_LANES)
#define BLOCKS    240U
#define BINS      256U
#define LEVELS    8U /* of the tree over the blocks' counts: 128 ... 1 */

enum { HIST_DATA, HIST_PARTIAL, HIST_BINS };

static void hist_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0] / APP_WORD);
    app_array(a, APP_OUTPUT, BLOCKS * BINS);
    app_array(a, APP_OUTPUT, BINS);
}

static void hist_fill(app *a) {
    for (uint64_t i = 0; i < a->p[0] / APP_WORD; i++)
        app_words(a, HIST_DATA)[i] = (uint32_t)random_next(&a->random);
}

static kernel_data *hist_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, hist_declare, hist_fill);
}

static bool hist_launch(app *a, uint32_t n, launch_shape *s) {
    a->launch = n;
    *s = n == 0 ? (launch_shape){.name = "count",
                                 .blocks = BLOCKS,
                                 .block_dim = BLOCK_DIM,
                                 .regs = 16,
                                 .shared_bytes = WARPS * BINS * APP_WORD,
                                 .phases = 2}
                : (launch_shape){.name = "merge",
                                 .blocks = BINS,
                                 .block_dim = BINS,
                                 .regs = 16,
                                 .shared_bytes = BINS * APP_WORD,
                                 .phases = LEVELS + 2};
    return n < 2;
}

static void hist_count(const app *a, simt *w) {
    simt_label(w, 0);
    val i = simt_hold(w, simt_thread(w));
    const uint32_t all = w->mask;
    for (;;) {
        simt_loop(w, 1);
        if (!simt_while(w, simt_less(w, &i, IMM((uint32_t)(a->p[0] / APP_WORD)))))
            break;
        val word = simt_hold(w, simt_load(w, &a->array[HIST_DATA], &i, APP_WORD));
        for (uint32_t k = 0; k < APP_WORD; k++) {
            val shifted = simt_shift_right(w, &word, 8 * k);
            val byte = simt_and(w, &shifted, IMM(BINS - 1));
            val bin = simt_add_constant(w, &byte, w->warp * BINS);
            simt_atomic_add_shared(w, &bin, IMM(1));
        }
        simt_drop(w, &word);
        simt_step(w, &i, BLOCKS * BLOCK_DIM);
    }
    simt_join(w, all);
    simt_drop(w, &i);
    simt_label(w, 2);
}

/* The 192 threads take one of the 256 bins each, and the first 64 a second one. */
static void hist_write(const app *a, simt *w) {
    for (uint32_t first = 0; first < BINS; first += BLOCK_DIM) {
        simt_label(w, 3 + first / BLOCK_DIM);
        val t = simt_thread_in_block(w);
        val bin = simt_hold(w, simt_add_constant(w, &t, first));
        const uint32_t all = simt_if_less(w, &bin, BINS);
        val place = simt_hold(w, simt_shared(w, &bin));
        val sum = simt_variable(w, 0);
        for (uint32_t warp = 0; warp < WARPS; warp++) {
            val count = simt_at(w, NULL, &place, (int32_t)(warp * BINS));
            simt_into(w, &sum, SIMT_ADD, &sum, &count, NULL);
        }
        val to = simt_add_constant(w, &bin, (uint32_t)w->block * BINS);
        simt_store(w, &a->array[HIST_PARTIAL], &to, APP_WORD, &sum);
        simt_join(w, all);
        simt_drop(w, &sum);
        simt_drop(w, &place);
        simt_drop(w, &bin);
    }
    simt_exit(w);
}

/* A thread brings the count of one block, as far as there are blocks. */
static void hist_merge(const app *a, simt *w) {
    simt_loop(w, 5 + w->phase);
    if (w->phase > 0 && w->phase <= LEVELS) {
        simt_fold(w, SIMT_ADD, BINS >> w->phase);
        return;
    }
    val t = simt_hold(w, simt_thread_in_block(w));
    val place = simt_hold(w, simt_shared(w, &t));
    const uint32_t all = simt_if_less(w, &t, w->phase == 0 ? BLOCKS : 1);
    if (w->phase == 0) {
        val from = simt_affine(w, &t, BINS, (uint32_t)w->block);
        val count = simt_load(w, &a->array[HIST_PARTIAL], &from, APP_WORD);
        simt_put(w, NULL, &place, 0, &count);
    } else {
        val sum = simt_at(w, NULL, &place, 0);
        simt_store(w, &a->array[HIST_BINS], IMM((uint32_t)w->block), APP_WORD, &sum);
    }
    simt_join(w, all);
    simt_drop(w, &place);
    simt_drop(w, &t);
    if (w->phase > 0)
        simt_exit(w);
}

static void hist_warp(app *a, simt *w) {
    if (a->launch == 1)
        hist_merge(a, w);
    else if (w->phase == 0)
        hist_count(a, w);
    else
        hist_write(a, w);
}

static void hist_reference(app *host) {
    for (uint64_t i = 0; i < host->p[0] / APP_WORD; i++) {
        const uint64_t block = i / BLOCK_DIM % BLOCKS;
        for (uint32_t k = 0; k < APP_WORD; k++) {
            const uint32_t bin = app_words(host, HIST_DATA)[i] >> 8 * k & (BINS - 1);
            app_words(host, HIST_PARTIAL)[block * BINS + bin]++;
            app_words(host, HIST_BINS)[bin]++;
        }
    }
}

static const char *hist_check(const kernel_data *a) {
    return app_check(a, hist_reference);
}

const kernel_ops kernel_histogram = {
    .name = "histogram",
    .summary = "histogram of bytes, a set of bins per warp (CUDA SDK histogram256)",
    .params = {{"size", 1920 * 1080 * 4, 4, UINT64_C(1) << 30, "bytes of data, rounded down to 4"}},
    .open = hist_open,
    .close = app_close,
    .reset = app_reset,
    .launch = hist_launch,
    .warp = hist_warp,
    .check = hist_check,
};
