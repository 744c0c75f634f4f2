/* SPDX-License-Identifier: Apache-2.0 */
/*
 * STREAM triad: a[i] = b[i] + s * c[i], over arrays of `size` bytes in all, `passes` times.
 */
#include <stdlib.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM  256U
#define PER_THREAD 8U
#define SCALE      3.0F

struct kernel_data {
    buffer a, b, c;
    uint64_t n; /* elements of one array */
    uint32_t passes;
};

static float stream_element(uint64_t i, uint32_t array) {
    return (float)((i * 7 + array * 13) % 1024) * 0.25F;
}

static void stream_fill(kernel_data *d) {
    float *a = d->a.data;
    float *b = d->b.data;
    float *c = d->c.data;
    for (uint64_t i = 0; i < d->n; i++) {
        a[i] = 0.0F;
        b[i] = stream_element(i, 1);
        c[i] = stream_element(i, 2);
    }
}

static void stream_close(kernel_data *d) {
    kernel_buffer_free(&d->a);
    kernel_buffer_free(&d->b);
    kernel_buffer_free(&d->c);
    free(d);
}

static kernel_data *stream_open(const uint64_t *p, uint64_t seed, va_space *va) {
    (void)seed; /* nothing random in it */
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->n = p[0] / 3 / sizeof(float);
    d->passes = (uint32_t)p[1];
    const bool pinned = p[2] != 0;
    const uint64_t bytes = d->n * sizeof(float);
    d->a = pinned ? kernel_buffer_pinned(va, bytes) : kernel_buffer_fresh(va, bytes);
    d->b = pinned ? kernel_buffer_pinned(va, bytes) : kernel_buffer(va, bytes);
    d->c = pinned ? kernel_buffer_pinned(va, bytes) : kernel_buffer(va, bytes);
    if (!d->a.data || !d->b.data || !d->c.data) {
        stream_close(d);
        return NULL;
    }
    stream_fill(d);
    return d;
}

static bool stream_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.blocks = kernel_blocks(d->n, BLOCK_DIM * PER_THREAD),
                        .block_dim = BLOCK_DIM,
                        .regs = 24,
                        .phases = 1};
    return n < d->passes;
}

static void stream_warp(kernel_data *d, simt *w) {
    simt_label(w, 0);
    val local = simt_thread_in_block(w);
    val i = simt_add_constant(w, &local, (uint32_t)(w->block * BLOCK_DIM * PER_THREAD));
    val end = simt_constant(w, d->n);
    val scale = simt_constant(w, simt_bits(SCALE));
    simt_keep(w, &i);
    simt_keep(w, &end);
    simt_keep(w, &scale);
    for (uint32_t k = 0; k < PER_THREAD; k++) {
        simt_label(w, 1);
        uint32_t inside = simt_less(w, &i, &end);
        simt_branch(w, inside);
        if (!inside)
            break;
        val b = simt_load(w, &d->b, &i, 4);
        val c = simt_load(w, &d->c, &i, 4);
        val a = simt_ffma(w, &c, &scale, &b);
        simt_store(w, &d->a, &i, 4, &a);
        val next = simt_add_constant(w, &i, BLOCK_DIM);
        simt_drop(w, &i);
        i = next;
        simt_keep(w, &i);
    }
    w->mask = UINT32_MAX;
    simt_label(w, 2);
    simt_exit(w);
}

static const char *stream_check(const kernel_data *d) {
    const float *a = d->a.data;
    for (uint64_t i = 0; i < d->n; i++)
        if (simt_bits(a[i]) != simt_bits(stream_element(i, 1) + SCALE * stream_element(i, 2)))
            return "an element of the triad is wrong";
    return NULL;
}

const kernel_ops kernel_stream = {
    .name = "stream",
    .summary = "STREAM triad a = b + s * c",
    .params = {{"size", UINT64_C(24) << 20, 4096, UINT64_C(1) << 30, "bytes of the three arrays together"},
               {"passes", 1, 1, 1000, "times over the arrays"},
               {"pinned", 0, 0, 1, "1: the arrays stay in the host's memory (zero-copy, schedule.pcie)"}},
    .open = stream_open,
    .close = stream_close,
    .reset = stream_fill,
    .launch = stream_launch,
    .warp = stream_warp,
    .check = stream_check,
};
