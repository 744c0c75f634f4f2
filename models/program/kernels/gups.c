/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GUPS (HPC Challenge RandomAccess): table[random] ^= random. Each thread draws
 * its own sequence by a 32-bit linear congruential generator. XOR commutes, so doing all updates
 * once more with a plain loop must give back the initial table.
 */
#include <stdlib.h>

#include "base/host_pages.h"
#include "program/kernels/kernel.h"

#define BLOCK_DIM  256U
#define PER_THREAD 8U
#define LCG_MUL    1664525U
#define LCG_ADD    1013904223U

struct kernel_data {
    buffer table;
    uint64_t words, threads;
    uint32_t seed;
};

static void gups_fill(kernel_data *d) {
    uint64_t *t = d->table.data;
    for (uint64_t i = 0; i < d->words; i++)
        t[i] = i;
}

static kernel_data *gups_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->words = 1;
    while (d->words * 2 * sizeof(uint64_t) <= p[0])
        d->words *= 2;
    d->threads = (p[1] + PER_THREAD - 1) / PER_THREAD;
    d->seed = (uint32_t)random_next(&(uint64_t){random_seeded(seed)});
    d->table = kernel_buffer(va, d->words * sizeof(uint64_t));
    if (!d->table.data) {
        free(d);
        return NULL;
    }
    gups_fill(d);
    return d;
}

static void gups_close(kernel_data *d) {
    kernel_buffer_free(&d->table);
    free(d);
}

static bool gups_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){
        .blocks = kernel_blocks(d->threads, BLOCK_DIM), .block_dim = BLOCK_DIM, .regs = 24, .phases = 1};
    return n == 0;
}

static void gups_warp(kernel_data *d, simt *w) {
    simt_label(w, 0);
    val thread = simt_thread(w);
    val salt = simt_constant(w, d->seed);
    val x = simt_xor(w, &thread, &salt);
    simt_keep(w, &x);
    for (uint32_t i = 0; i < PER_THREAD; i++) {
        simt_label(w, 1);
        val mul = simt_constant(w, LCG_MUL);
        val add = simt_constant(w, LCG_ADD);
        val next = simt_mad(w, &x, &mul, &add);
        simt_drop(w, &x);
        x = next;
        simt_keep(w, &x);
        val high = simt_shift_right(w, &x, 5); /* the low bits of an LCG are poor */
        val mask = simt_constant(w, (uint32_t)(d->words - 1));
        val index = simt_and(w, &high, &mask);
        val old = simt_load(w, &d->table, &index, 8);
        val new_word = simt_xor(w, &old, &x);
        simt_store(w, &d->table, &index, 8, &new_word);
        simt_branch(w, w->mask);
    }
    simt_drop(w, &x);
    simt_label(w, 2);
    simt_exit(w);
}

static const char *gups_check(const kernel_data *d) {
    const uint64_t *t = d->table.data;
    uint64_t *undo = malloc(d->table.bytes);
    const char *wrong = NULL;
    if (!undo)
        return "out of memory";
    host_large_pages(undo, d->table.bytes);
    for (uint64_t i = 0; i < d->words; i++)
        undo[i] = t[i];
    for (uint64_t thread = 0; thread < kernel_blocks(d->threads, BLOCK_DIM) * BLOCK_DIM; thread++) {
        uint32_t x = (uint32_t)thread ^ d->seed;
        for (uint32_t i = 0; i < PER_THREAD; i++) {
            x = x * LCG_MUL + LCG_ADD;
            undo[(x >> 5) & (d->words - 1)] ^= x;
        }
    }
    for (uint64_t i = 0; i < d->words && !wrong; i++)
        if (undo[i] != i)
            wrong = "an update was lost or done twice";
    free(undo);
    return wrong;
}

const kernel_ops kernel_gups = {
    .name = "gups",
    .summary = "random read-modify-write of a table (HPCC RandomAccess)",
    .params = {{"size", UINT64_C(64) << 20, 4096, UINT64_C(1) << 29, "bytes of the table"},
               {"updates", UINT64_C(1) << 17, 1, UINT64_C(1) << 32, "updates in all"}},
    .open = gups_open,
    .close = gups_close,
    .reset = gups_fill,
    .launch = gups_launch,
    .warp = gups_warp,
    .check = gups_check,
};
