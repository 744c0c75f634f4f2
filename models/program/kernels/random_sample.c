/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random sampling (Karnagel §2.1, §5.2): each thread reads words at positions that a linear congruential
 * generator draws, and adds them up. With `scope` each launch reads only the positions in one part of the
 * data (program/kernels/tlb_scope.h): it draws all of them again, and the sums stay in memory between
 * launches.
 *
 * A word of the data is a hash of its number, so 16 GB of data take no memory of the host.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"
#include "program/kernels/tlb_scope.h"

#define BLOCK_DIM  256U
#define WORD_BYTES 4U
#define LCG_MUL    1664525U
#define LCG_ADD    1013904223U

struct kernel_data {
    buffer data, sums;
    tlb_scope scope;
    uint32_t samples, blocks, salt;
};

static uint32_t random_sample_word(const kernel_data *d, uint64_t position) {
    return murmur3_word((uint32_t)position ^ ~d->salt);
}

static void random_sample_fill(const void *context, uint64_t line, uint32_t word[SPARSE_LINE_WORDS]) {
    for (uint32_t i = 0; i < SPARSE_LINE_WORDS; i++)
        word[i] = random_sample_word(context, line * SPARSE_LINE_WORDS + i);
}

static void random_sample_reset(kernel_data *d) {
    memset(d->sums.data, 0, d->sums.bytes);
}

static void random_sample_close(kernel_data *d) {
    kernel_buffer_free(&d->data);
    kernel_buffer_free(&d->sums);
    free(d);
}

static kernel_data *random_sample_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->scope = tlb_scope_of(p[0] / WORD_BYTES, WORD_BYTES, p[1]);
    d->samples = (uint32_t)p[2];
    d->blocks = (uint32_t)p[3];
    d->salt = (uint32_t)random_next(&(uint64_t){random_seeded(seed)});
    d->data = kernel_buffer_sparse(va, d->scope.elements * WORD_BYTES, random_sample_fill, d);
    d->sums = kernel_buffer_fresh(va, (uint64_t)d->blocks * BLOCK_DIM * WORD_BYTES);
    if (!d->data.sparse || !d->sums.data) {
        random_sample_close(d);
        return NULL;
    }
    return d;
}

static bool random_sample_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.blocks = d->blocks, .block_dim = BLOCK_DIM, .regs = 32, .phases = 1};
    d->scope.pass = n;
    return n < d->scope.passes;
}

static void random_sample_warp(kernel_data *d, simt *w) {
    const val mul = simt_imm(LCG_MUL);
    const val add = simt_imm(LCG_ADD);
    simt_label(w, 0);
    val thread = simt_thread(w);
    simt_keep(w, &thread);
    val salt = simt_imm(d->salt);
    val first = simt_xor(w, &thread, &salt);
    val random = simt_murmur3(w, &first);
    simt_keep(w, &random);
    val sum = d->scope.passes == 1 ? simt_constant(w, 0) : simt_load(w, &d->sums, &thread, WORD_BYTES);
    simt_keep(w, &sum);
    for (uint32_t i = 0; i < d->samples; i++) {
        simt_loop(w, 1);
        simt_into(w, &random, SIMT_MAD, &random, &mul, &add);
        val position = tlb_scope_position(w, &d->scope, &random);
        const uint32_t all = simt_predicate(w, tlb_scope_inside(w, &d->scope, &position));
        val x = simt_load(w, &d->data, &position, WORD_BYTES);
        simt_into(w, &sum, SIMT_ADD, &sum, &x, NULL);
        simt_join(w, all);
        simt_branch(w, w->mask);
    }
    simt_label(w, 2);
    simt_store(w, &d->sums, &thread, WORD_BYTES, &sum);
    simt_exit(w);
}

static const char *random_sample_check(const kernel_data *d) {
    const uint32_t *sums = d->sums.data;
    for (uint32_t thread = 0; thread < d->blocks * BLOCK_DIM; thread++) {
        uint32_t random = murmur3_word(thread ^ d->salt);
        uint32_t sum = 0;
        for (uint32_t i = 0; i < d->samples; i++) {
            random = random * LCG_MUL + LCG_ADD;
            sum += random_sample_word(d, tlb_scope_element(&d->scope, random));
        }
        if (sums[thread] != sum)
            return "the sum of a thread is wrong";
    }
    return NULL;
}

const kernel_ops kernel_random_sample = {
    .name = "random-sample",
    .summary = "sums of words at random positions, in one pass or scope by scope",
    .params = {{"size", UINT64_C(2) << 30, 4096, UINT64_C(1) << 34, "bytes of the data"},
               {"scope", 0, 0, UINT64_C(1) << 34, "bytes of data that a pass reads; 0: all in one pass"},
               {"samples", 16, 1, 1U << 16, "reads of each thread"},
               {"blocks", 104, 1, 1U << 16, "blocks of 256 threads"}},
    .open = random_sample_open,
    .close = random_sample_close,
    .reset = random_sample_reset,
    .launch = random_sample_launch,
    .warp = random_sample_warp,
    .check = random_sample_check,
};
