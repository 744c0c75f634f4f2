/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Saturating histogram, after Parboil's histo. Launch 0, `main`: the bins in the middle of
 * the distribution, where most values fall, are counted in shared memory by the first half of
 * the blocks; the second half reads the same input and counts the other bins in global
 * memory. Launch 1, `final`: counts become bytes, 255 at most.
 *
 * parts=1: what memory sees of Parboil's own kernel. A block stores its counters in a part of its own, one
 * byte for each bin of the whole histogram apart from the next, and `final` adds the parts up; no buffer of
 * counters comes from the host (Parboil's global_subhisto and global_histo). With 0, blocks add theirs to
 * counters that the host cleared.
 *
 * A block reads fewer than 2^16 values, so its counters have 16 bits and two share a word.
 * Shapes of thesis Table 5.2: main 768 threads of 22 registers and 24576 bytes, 2 * 42 blocks;
 * final 512 threads of 38 registers, 42 blocks.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM    768U
#define REGS         22U
#define PER_THREAD   32U /* values: 24576 a block */
#define SHARED_WORDS 6144U
#define WINDOW       (2 * SHARED_WORDS) /* bins in shared memory */
#define BINS         (UINT32_C(1) << 18)
#define WINDOW_FIRST ((BINS - WINDOW) / 2)
#define PART_WORDS   (BINS / 4) /* from part to part */

#define FINAL_DIM    512U
#define FINAL_REGS   38U
#define FINAL_BLOCKS 42U

struct kernel_data {
    buffer input, count, result;
    buffer parts; /* counters of each block of the first half */
    uint32_t n, segments, launch;
    bool has_parts;
};

static void parboil_histo_reset(kernel_data *d) {
    memset(d->count.data, 0, d->count.bytes);
    memset(d->result.data, 0, d->result.bytes);
}

static void parboil_histo_histo_close(kernel_data *d) {
    kernel_buffer_free(&d->input);
    kernel_buffer_free(&d->count);
    kernel_buffer_free(&d->result);
    kernel_buffer_free(&d->parts);
    free(d);
}

/* Four dice around the middle; one value in eight is anywhere. */
static uint32_t random_bin(uint64_t r) {
    const uint32_t dice = (uint32_t)((r & 8191U) + (r >> 13 & 8191U) + (r >> 26 & 8191U) + (r >> 39 & 8191U));
    return r >> 61 ? BINS / 2 - 2 * 8192 + dice : (uint32_t)(r % BINS);
}

static kernel_data *parboil_histo_histo_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->segments = (uint32_t)kernel_blocks(p[0] / sizeof(uint32_t), BLOCK_DIM * PER_THREAD);
    d->n = d->segments * BLOCK_DIM * PER_THREAD;
    d->input = kernel_buffer(va, (uint64_t)d->n * sizeof(uint32_t));
    d->has_parts = p[1];
    d->count = (d->has_parts ? kernel_buffer_fresh : kernel_buffer)(va, BINS * sizeof(uint32_t));
    d->result = kernel_buffer_fresh(va, BINS);
    if (d->has_parts)
        d->parts = kernel_buffer_fresh(va, (uint64_t)d->segments * PART_WORDS * sizeof(uint32_t));
    if (!d->input.data || !d->count.data || !d->result.data || (d->has_parts && !d->parts.data)) {
        parboil_histo_histo_close(d);
        return NULL;
    }
    uint32_t *in = d->input.data;
    for (uint32_t i = 0; i < d->n; i++)
        in[i] = random_bin(random_next(&random));
    return d;
}

static bool parboil_histo_histo_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    d->launch = n;
    if (n == 0)
        *s = (launch_shape){.name = "main",
                            .blocks = 2U * (uint64_t)d->segments,
                            .block_dim = BLOCK_DIM,
                            .regs = REGS,
                            .shared_bytes = SHARED_WORDS * sizeof(uint32_t),
                            .phases = 3};
    else
        *s = (launch_shape){
            .name = "final", .blocks = FINAL_BLOCKS, .block_dim = FINAL_DIM, .regs = FINAL_REGS, .phases = 1};
    return n < 2;
}

/* ---- main ---- */

static void clear_shared(simt *w) {
    const val nothing = simt_imm(0);
    val zero[4];
    val thread = simt_thread_in_block(w);
    val place = simt_shift_left(w, &thread, 4);
    simt_vector(w, 4, zero);
    for (uint32_t k = 0; k < 4; k++)
        simt_into(w, &zero[k], SIMT_MOV, &nothing, NULL, NULL);
    for (uint32_t k = 0; k < SHARED_WORDS / (4 * BLOCK_DIM); k++)
        simt_store_at(w, NULL, &place, (int32_t)(k * 16 * BLOCK_DIM), 16, zero);
}

/* Values inside the window: one more in their half word. */
static void count_shared(simt *w, const val *bin) {
    const val one = simt_imm(1);
    val half = simt_do(w, SIMT_AND, bin, &one, NULL);
    val bits = simt_shift_left(w, &half, 4);
    val more = simt_do(w, SIMT_SHL, &one, &bits, NULL);
    val word = simt_shift_right(w, bin, 1);
    simt_atomic_add_shared(w, &word, &more);
}

static void count_value(const kernel_data *d, simt *w, const val *value, bool in_shared) {
    const val first = simt_imm(WINDOW_FIRST);
    const val window = simt_imm(WINDOW);
    const val one = simt_imm(1);
    val bin = simt_do(w, SIMT_SUB, value, &first, NULL);
    const uint32_t inside = simt_less(w, &bin, &window);
    const uint32_t all = simt_if(w, in_shared ? inside : ~inside);
    if (w->mask && in_shared)
        count_shared(w, &bin);
    else if (w->mask)
        simt_atomic_add(w, &d->count, value, &one);
    simt_join(w, all);
}

/* The block's part of the input, two wide loads ahead. */
static void count_segment(const kernel_data *d, simt *w, bool in_shared) {
    const uint32_t stride = 16 * BLOCK_DIM;
    val thread = simt_thread_in_block(w);
    val first =
        simt_add_constant(w, &thread, (uint32_t)(w->block % d->segments) * BLOCK_DIM * PER_THREAD / 4);
    val place = simt_address(w, &d->input, &first, 16);
    simt_keep(w, &place);
    for (uint32_t k = 0; k < PER_THREAD; k += 8) {
        val value[8];
        simt_loop(w, in_shared ? 4 : 5);
        for (uint32_t i = 0; i < 8; i++) {
            if (i % 4 == 0)
                simt_load_at(w, &d->input, &place, (int32_t)(i / 4 * stride), 16, &value[i]);
            simt_keep(w, &value[i]);
        }
        for (uint32_t i = 0; i < 8; i++) {
            simt_loop(w, (in_shared ? 16 : 24) + i);
            count_value(d, w, &value[i], in_shared);
            simt_drop(w, &value[i]);
        }
        simt_loop(w, in_shared ? 32 : 33);
        simt_advance(w, &place, (int32_t)(2 * stride));
    }
    simt_drop(w, &place);
}

/* Adds a counter of the block to the result of all, unless it is 0. */
static void merge_counter(const kernel_data *d, simt *w, const val *place, int32_t offset, const val *count) {
    const val zero = simt_imm(0);
    const uint32_t all = simt_predicate(w, simt_compare(w, SIMT_NE, count, &zero));
    simt_reduce_at(w, SIMT_ATOM_ADD, &d->count, place, offset, count);
    simt_join(w, all);
}

static void merge_shared(const kernel_data *d, simt *w) {
    const val low = simt_imm(UINT16_MAX);
    val thread = simt_thread_in_block(w);
    simt_keep(w, &thread);
    val even = simt_shift_left(w, &thread, 1);
    val first = simt_add_constant(w, &even, WINDOW_FIRST);
    val place = simt_address(w, &d->count, &first, 4);
    simt_keep(w, &place);
    val from = simt_shift_left(w, &thread, 2);
    simt_keep(w, &from);
    for (uint32_t k = 0; k < SHARED_WORDS / BLOCK_DIM; k += 4) {
        val pair[4];
        for (uint32_t i = 0; i < 4; i++) {
            simt_load_at(w, NULL, &from, (int32_t)((k + i) * 4 * BLOCK_DIM), 4, &pair[i]);
            simt_keep(w, &pair[i]);
        }
        for (uint32_t i = 0; i < 4; i++) {
            const int32_t offset = (int32_t)((k + i) * 8 * BLOCK_DIM);
            val count = simt_do(w, SIMT_AND, &pair[i], &low, NULL);
            merge_counter(d, w, &place, offset, &count);
            count = simt_shift_right(w, &pair[i], 16);
            merge_counter(d, w, &place, offset + 4, &count);
            simt_drop(w, &pair[i]);
        }
    }
    simt_drop(w, &thread);
    simt_drop(w, &place);
    simt_drop(w, &from);
}

/* The block's counters into its part. */
static void store_shared(const kernel_data *d, simt *w) {
    val thread = simt_thread_in_block(w);
    simt_keep(w, &thread);
    val first = simt_add_constant(w, &thread, (uint32_t)w->block * PART_WORDS);
    val place = simt_address(w, &d->parts, &first, 4);
    simt_keep(w, &place);
    val from = simt_shift_left(w, &thread, 2);
    simt_keep(w, &from);
    for (uint32_t k = 0; k < SHARED_WORDS / BLOCK_DIM; k++) {
        const int32_t offset = (int32_t)(k * 4 * BLOCK_DIM);
        val pair;
        simt_load_at(w, NULL, &from, offset, 4, &pair);
        simt_store_at(w, &d->parts, &place, offset, 4, &pair);
    }
    simt_drop(w, &thread);
    simt_drop(w, &place);
    simt_drop(w, &from);
}

static void main_warp(const kernel_data *d, simt *w) {
    const bool in_shared = w->block < d->segments;
    simt_loop(w, w->phase);
    if (w->phase == 0 && in_shared)
        clear_shared(w);
    else if (w->phase == 1)
        count_segment(d, w, in_shared);
    else if (w->phase == 2 && in_shared && d->has_parts)
        store_shared(d, w);
    else if (w->phase == 2 && in_shared)
        merge_shared(d, w);
    simt_label(w, 9 + w->phase); /* of the barrier, or the end */
    if (w->phase == 2)
        simt_exit(w);
}

/* ---- final ---- */

/* Adds the parts of four bins, where they have any. */
static void add_parts(const kernel_data *d, simt *w, const val *word, val count[4]) {
    const val first = simt_imm(WINDOW_FIRST / 4);
    const val window = simt_imm(WINDOW / 4);
    const val low = simt_imm(UINT16_MAX);
    const val inside = simt_do(w, SIMT_SUB, word, &first, NULL);
    const uint32_t all = simt_if(w, simt_less(w, &inside, &window));
    if (w->mask) {
        val place = simt_address(w, &d->parts, &inside, 8);
        simt_keep(w, &place);
        for (uint32_t part = 0; part < d->segments; part++) {
            val pair[2];
            simt_loop(w, 9);
            simt_load_at(w, &d->parts, &place, 0, 8, pair);
            for (uint32_t i = 0; i < 4; i++) {
                const val half = i % 2 ? simt_shift_right(w, &pair[i / 2], 16)
                                       : simt_do(w, SIMT_AND, &pair[i / 2], &low, NULL);
                simt_into(w, &count[i], SIMT_ADD, &count[i], &half, NULL);
            }
            simt_advance(w, &place, PART_WORDS * 4);
        }
        simt_drop(w, &place);
    }
    simt_join(w, all);
    simt_loop(w, 10);
}

/* Four counts become one word of the result. */
static void final_warp(const kernel_data *d, simt *w) {
    const val most = simt_imm(UINT8_MAX);
    const val byte = simt_imm(256);
    const val words = simt_imm(BINS / 4);
    simt_label(w, 6);
    val word = simt_thread(w);
    simt_keep(w, &word);
    const uint32_t all = w->mask;
    for (;;) {
        val count[4];
        simt_loop(w, 7);
        if (!simt_while(w, simt_less(w, &word, &words)))
            break;
        val place = simt_address(w, &d->count, &word, 16);
        simt_load_at(w, &d->count, &place, 0, 16, count);
        for (uint32_t i = 0; i < 4 && d->has_parts; i++)
            simt_keep(w, &count[i]);
        if (d->has_parts)
            add_parts(d, w, &word, count);
        for (uint32_t i = 0; i < 4; i++)
            simt_into(w, &count[i], SIMT_UMIN, &count[i], &most, NULL);
        for (uint32_t i = 3; i > 0; i--)
            simt_into(w, &count[i - 1], SIMT_MAD, &count[i], &byte, &count[i - 1]);
        simt_store(w, &d->result, &word, 4, &count[0]);
        for (uint32_t i = 0; i < 4 && d->has_parts; i++)
            simt_drop(w, &count[i]);
        const val stride = simt_imm(FINAL_BLOCKS * FINAL_DIM);
        simt_into(w, &word, SIMT_ADD, &word, &stride, NULL);
    }
    simt_join(w, all);
    simt_label(w, 8);
    simt_exit(w);
}

static void parboil_histo_histo_warp(kernel_data *d, simt *w) {
    if (d->launch == 0)
        main_warp(d, w);
    else
        final_warp(d, w);
}

static const char *parboil_histo_histo_check(const kernel_data *d) {
    const uint32_t *in = d->input.data;
    uint8_t *expected = calloc(1, BINS);
    if (!expected)
        return "out of memory";
    for (uint32_t i = 0; i < d->n; i++)
        expected[in[i]] = (uint8_t)(expected[in[i]] + (expected[in[i]] < UINT8_MAX));
    const int differs = memcmp(expected, d->result.data, BINS);
    free(expected);
    return differs ? "a bin is wrong" : NULL;
}

const kernel_ops kernel_parboil_histo = {
    .name = "parboil-histo",
    .summary = "saturating histogram, the middle in shared memory (Parboil main, final)",
    .params = {{"size", UINT64_C(42) * BLOCK_DIM *PER_THREAD * 4, 1, UINT64_C(1) << 30,
                "bytes of the input, rounded up to 96 KB"},
               {"parts", 0, 0, 1, "1: each block stores its counters in a part of its own, as in Parboil"}},
    .open = parboil_histo_histo_open,
    .close = parboil_histo_histo_close,
    .reset = parboil_histo_reset,
    .launch = parboil_histo_histo_launch,
    .warp = parboil_histo_histo_warp,
    .check = parboil_histo_histo_check,
};
