/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histogram of 256 bins: each block counts its share in shared memory with
 * atomics, then adds its bins to the result. Three phases, barriers between.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM  256U
#define BINS       256U
#define PER_THREAD 16U

struct kernel_data {
    buffer input, bins;
    uint64_t n; /* 32-bit input words */
};

static void histo_reset(kernel_data *d) {
    memset(d->bins.data, 0, d->bins.bytes);
}

static void histo_close(kernel_data *d) {
    kernel_buffer_free(&d->input);
    kernel_buffer_free(&d->bins);
    free(d);
}

static kernel_data *histo_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->n = p[0] / sizeof(uint32_t);
    d->input = kernel_buffer(va, d->n * sizeof(uint32_t));
    d->bins = kernel_buffer(va, BINS * sizeof(uint32_t));
    if (!d->input.data || !d->bins.data) {
        histo_close(d);
        return NULL;
    }
    uint32_t *in = d->input.data;
    for (uint64_t i = 0; i < d->n; i++) { /* two dice: bins of unequal weight */
        uint64_t r = random_next(&random);
        in[i] = (uint32_t)((r & 127U) + ((r >> 32) & 127U));
    }
    return d;
}

static bool histo_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.blocks = kernel_blocks(d->n, BLOCK_DIM * PER_THREAD),
                        .block_dim = BLOCK_DIM,
                        .regs = 24,
                        .shared_bytes = BINS * sizeof(uint32_t),
                        .phases = 3};
    return n == 0;
}

static void histo_count(kernel_data *d, simt *w) {
    val local = simt_thread_in_block(w);
    val i = simt_add_constant(w, &local, (uint32_t)(w->block * BLOCK_DIM * PER_THREAD));
    val end = simt_constant(w, d->n);
    val one = simt_constant(w, 1);
    simt_keep(w, &i);
    simt_keep(w, &end);
    simt_keep(w, &one);
    for (uint32_t k = 0; k < PER_THREAD; k++) {
        simt_label(w, 2);
        uint32_t inside = simt_less(w, &i, &end);
        simt_branch(w, inside);
        if (!inside)
            break;
        val bin = simt_load(w, &d->input, &i, 4);
        simt_atomic_add_shared(w, &bin, &one);
        val next = simt_add_constant(w, &i, BLOCK_DIM);
        simt_drop(w, &i);
        i = next;
        simt_keep(w, &i);
    }
    w->mask = UINT32_MAX;
    simt_drop(w, &i);
    simt_drop(w, &end);
    simt_drop(w, &one);
}

static void histo_warp(kernel_data *d, simt *w) {
    simt_label(w, w->phase == 0 ? 0 : w->phase == 1 ? 1 : 3);
    if (w->phase == 1) {
        histo_count(d, w);
        return;
    }
    val bin = simt_thread_in_block(w);
    if (w->phase == 0) {
        val zero = simt_constant(w, 0);
        simt_store_shared(w, &bin, &zero);
        return;
    }
    val sum = simt_load_shared(w, &bin);
    simt_atomic_add(w, &d->bins, &bin, &sum);
    simt_exit(w);
}

static const char *histo_check(const kernel_data *d) {
    const uint32_t *in = d->input.data;
    uint32_t bins[BINS] = {0};
    for (uint64_t i = 0; i < d->n; i++)
        bins[in[i]]++;
    return memcmp(bins, d->bins.data, sizeof bins) == 0 ? NULL : "a bin is wrong";
}

const kernel_ops kernel_histo = {
    .name = "histo",
    .summary = "histogram of 256 bins, counted in shared memory",
    .params = {{"size", UINT64_C(8) << 20, 1024, UINT64_C(1) << 30, "bytes of the input"}},
    .open = histo_open,
    .close = histo_close,
    .reset = histo_reset,
    .launch = histo_launch,
    .warp = histo_warp,
    .check = histo_check,
};
