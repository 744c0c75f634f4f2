/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GUPS (HPC Challenge RandomAccess): table[random] ^= random. Each thread draws
 * its own sequence by a 32-bit linear congruential generator. XOR commutes, so doing all updates
 * once more with a plain loop must give back the initial table.
 *
 * A word of the table is its number at first, so lines that no thread updates take no memory of the host.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM  256U
#define PER_THREAD 8U
#define LCG_MUL    1664525U
#define LCG_ADD    1013904223U
#define WORD_BYTES sizeof(uint64_t)

struct kernel_data {
    buffer table;
    uint64_t words, threads;
    uint32_t seed;
};

static void gups_fill(const void *context, uint64_t line, uint32_t word[SPARSE_LINE_WORDS]) {
    (void)context;
    uint64_t number[SPARSE_LINE_BYTES / WORD_BYTES];
    for (uint32_t i = 0; i < SPARSE_LINE_BYTES / WORD_BYTES; i++)
        number[i] = line * (SPARSE_LINE_BYTES / WORD_BYTES) + i;
    memcpy(word, number, SPARSE_LINE_BYTES);
}

static void gups_reset(kernel_data *d) {
    sparse_data_reset(d->table.sparse);
}

static kernel_data *gups_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->words = 1;
    while (d->words * 2 * WORD_BYTES <= p[0])
        d->words *= 2;
    d->threads = (p[1] + PER_THREAD - 1) / PER_THREAD;
    d->seed = (uint32_t)random_next(&(uint64_t){random_seeded(seed)});
    d->table = kernel_buffer_sparse(va, d->words * WORD_BYTES, gups_fill, NULL);
    if (!d->table.sparse) {
        free(d);
        return NULL;
    }
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
        val old = simt_load(w, &d->table, &index, WORD_BYTES);
        val new_word = simt_xor(w, &old, &x);
        simt_store(w, &d->table, &index, WORD_BYTES, &new_word);
        simt_branch(w, w->mask);
    }
    simt_drop(w, &x);
    simt_label(w, 2);
    simt_exit(w);
}

/* All updates once more. False when out of memory. */
static bool gups_update(const kernel_data *d) {
    sparse_data *table = d->table.sparse;
    for (uint64_t thread = 0; thread < kernel_blocks(d->threads, BLOCK_DIM) * BLOCK_DIM; thread++) {
        uint32_t x = (uint32_t)thread ^ d->seed;
        for (uint32_t i = 0; i < PER_THREAD; i++) {
            x = x * LCG_MUL + LCG_ADD;
            const uint64_t at = ((x >> 5) & (d->words - 1)) * WORD_BYTES;
            uint64_t word;
            sparse_data_read(table, at, &word, WORD_BYTES);
            word ^= x;
            if (!sparse_data_write(table, at, &word, WORD_BYTES))
                return false;
        }
    }
    return true;
}

/* Is the table as it was at first? */
static bool gups_fresh(const sparse_data *table) {
    uint64_t line;
    size_t at = 0;
    for (const uint32_t *word; (word = sparse_data_next(table, &at, &line)) != NULL;) {
        uint32_t fresh[SPARSE_LINE_WORDS];
        gups_fill(NULL, line, fresh);
        if (memcmp(word, fresh, sizeof fresh) != 0)
            return false;
    }
    return true;
}

/* In the table itself, which has the results again when they are right: a copy would take as much memory. */
static const char *gups_check(const kernel_data *d) {
    if (!gups_update(d))
        return "out of memory";
    if (!gups_fresh(d->table.sparse))
        return "an update was lost or done twice";
    return gups_update(d) ? NULL : "out of memory";
}

const kernel_ops kernel_gups = {
    .name = "gups",
    .summary = "random read-modify-write of a table (HPCC RandomAccess)",
    .params = {{"size", UINT64_C(64) << 20, 4096, UINT64_C(1) << 29, "bytes of the table"},
               {"updates", UINT64_C(1) << 17, 1, UINT64_C(1) << 32, "updates in all"}},
    .open = gups_open,
    .close = gups_close,
    .reset = gups_reset,
    .launch = gups_launch,
    .warp = gups_warp,
    .check = gups_check,
};
