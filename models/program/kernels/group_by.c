/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Grouping by a hash table (Karnagel §2.2, §5.3): SELECT value, count(*) ... GROUP BY value. A bucket holds a
 * value and its count; Murmur3 names the first bucket of a value, linear probing the next ones; a bucket is
 * claimed by compare-and-swap and counted up by an atomic add. With `scope` each launch reads the whole input
 * and inserts only what hashes into one part of the table (program/kernels/tlb_scope.h).
 *
 * The input lies in the GPU's memory, or as in the paper in the host's: then each launch reads it there (the
 * naive approach, 5.3), or the first one leaves in the GPU's memory what later ones will insert (the copy
 * approach, Fig. 9). D: a row that is left keeps its place, so the copy is as long as the input.
 *
 * The input is a part of a longer column, drawn from [0, groups), with two buckets for each group. The groups
 * that it lacks are in the table from the start, so that a probe meets as many taken buckets as it would in
 * the whole column (decision): they have numbers of their own, from FOREIGN on. A line of the table is made
 * when it is read, so the host keeps only lines that were written.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "program/kernels/kernel.h"
#include "program/kernels/tlb_scope.h"

#define BLOCK_DIM    256U
#define WORD_BYTES   4U
#define BUCKET_BYTES 8U
#define BUCKET_WORDS (BUCKET_BYTES / WORD_BYTES)
#define FOREIGN      0x80000000U
#define INSERTED     UINT32_MAX /* in the copy, in the place of a row of the first scope */

enum { INPUT_GPU, INPUT_HOST, INPUT_COPIED, INPUTS };

struct kernel_data {
    buffer input, table;
    buffer copy;     /* of the input, with INPUT_COPIED */
    tlb_scope scope; /* elements: buckets */
    uint64_t rows;
    uint32_t per_thread, blocks, salt, from;
    uint32_t foreign; /* 2^32 * part of the buckets that a foreign group has at first */
};

/* Of a bucket before the first launch: the key, 0 when it is empty, and the count. */
static void group_by_initial(const kernel_data *d, uint64_t bucket, uint32_t *key, uint32_t *count) {
    const uint64_t random = mix(bucket ^ (uint64_t)d->salt << 32);
    const bool taken = (uint32_t)(random >> 32) < d->foreign;
    *key = taken ? FOREIGN | (uint32_t)random : 0;
    *count = taken ? 1 + ((uint32_t)random & 7U) : 0;
}

static void group_by_fill(const void *context, uint64_t line, uint32_t word[SPARSE_LINE_WORDS]) {
    const uint64_t first = line * (SPARSE_LINE_WORDS / BUCKET_WORDS);
    for (uint32_t i = 0; i < SPARSE_LINE_WORDS; i += BUCKET_WORDS)
        group_by_initial(context, first + i / BUCKET_WORDS, &word[i], &word[i + 1]);
}

static void group_by_reset(kernel_data *d) {
    sparse_data_reset(d->table.sparse);
}

static void group_by_close(kernel_data *d) {
    kernel_buffer_free(&d->input);
    kernel_buffer_free(&d->table);
    kernel_buffer_free(&d->copy);
    free(d);
}

static kernel_data *group_by_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->scope = tlb_scope_of(p[0] / BUCKET_BYTES, BUCKET_BYTES, p[1]);
    d->per_thread = (uint32_t)p[2];
    d->blocks = (uint32_t)p[3];
    d->from = (uint32_t)p[4];
    d->rows = (uint64_t)d->blocks * BLOCK_DIM * d->per_thread;
    d->salt = (uint32_t)random_next(&random);
    const uint64_t groups = d->scope.elements / 2; /* fill factor 0.5 */
    d->foreign = (uint32_t)(0x1p31 * exp(-(double)d->rows / (double)groups));
    d->table = kernel_buffer_sparse(va, d->scope.elements * BUCKET_BYTES, group_by_fill, d);
    const uint64_t bytes = d->rows * WORD_BYTES;
    d->input = d->from == INPUT_GPU ? kernel_buffer(va, bytes) : kernel_buffer_pinned(va, bytes);
    if (d->from == INPUT_COPIED)
        d->copy = kernel_buffer_fresh(va, bytes);
    if (!d->input.data || !d->table.sparse || (d->from == INPUT_COPIED && !d->copy.data)) {
        group_by_close(d);
        return NULL;
    }
    uint32_t *value = d->input.data;
    for (uint64_t i = 0; i < d->rows; i++)
        value[i] = (uint32_t)((random_next(&random) >> 32) * groups >> 32);
    return d;
}

static bool group_by_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.blocks = d->blocks, .block_dim = BLOCK_DIM, .regs = 32, .phases = 1};
    d->scope.pass = n;
    return n < d->scope.passes;
}

/* ---- the kernel ---- */

/* The lanes whose bucket is the key's now; an empty one is claimed. */
static uint32_t group_by_claim(kernel_data *d, simt *w, const val *address, const val *key) {
    const val empty = simt_imm(0);
    val found;
    simt_load_at(w, &d->table, address, 0, WORD_BYTES, &found);
    simt_keep(w, &found);
    const uint32_t all = simt_if(w, simt_equal(w, &found, &empty));
    if (w->mask) {
        simt_label(w, 3);
        val old = simt_compare_and_swap_at(w, &d->table, address, 0, &empty, key);
        const uint32_t won = simt_predicate(w, simt_equal(w, &old, &empty));
        simt_into(w, &found, SIMT_MOV, key, NULL, NULL);
        simt_join(w, won);
        const uint32_t lost = simt_predicate(w, simt_compare(w, SIMT_NE, &old, &empty));
        simt_into(w, &found, SIMT_MOV, &old, NULL, NULL);
        simt_join(w, lost);
    }
    simt_join(w, all);
    simt_label(w, 4);
    const uint32_t done = simt_equal(w, &found, key);
    simt_drop(w, &found);
    return done;
}

/* Finds the bucket of each active lane's key from `bucket` on, and counts the row. */
static void group_by_insert(kernel_data *d, simt *w, val *bucket, const val *key) {
    const val one = simt_imm(1);
    const val zero = simt_imm(0);
    const val end = simt_imm((uint32_t)d->scope.elements);
    const uint32_t all = w->mask;
    uint32_t searching = all;
    simt_keep(w, bucket);
    while (simt_while(w, searching)) {
        simt_loop(w, 2);
        val address = simt_address(w, &d->table, bucket, BUCKET_BYTES);
        simt_keep(w, &address);
        const uint32_t done = group_by_claim(d, w, &address, key);
        simt_predicate(w, done);
        simt_reduce_at(w, SIMT_ATOM_ADD, &d->table, &address, WORD_BYTES, &one);
        searching &= ~done;
        simt_join(w, searching);
        simt_into(w, bucket, SIMT_ADD, bucket, &one, NULL);
        simt_predicate(w, simt_equal(w, bucket, &end));
        simt_into(w, bucket, SIMT_MOV, &zero, NULL, NULL);
        simt_join(w, searching);
        simt_drop(w, &address);
    }
    simt_join(w, all);
    simt_drop(w, bucket);
}

/* The lanes whose row this pass inserts. The first pass of the copy approach leaves the others for later
 * ones, which find rows there that are in the table already. */
static uint32_t group_by_rows(kernel_data *d, simt *w, const val *row, const val *value, const val *bucket) {
    const val inserted = simt_imm(INSERTED);
    const uint32_t inside = tlb_scope_inside(w, &d->scope, bucket);
    if (d->from != INPUT_COPIED || d->scope.passes == 1)
        return inside;
    if (d->scope.pass != 0)
        return inside & simt_compare(w, SIMT_NE, value, &inserted);
    const val left = simt_select(w, inside, &inserted, value);
    simt_store(w, &d->copy, row, WORD_BYTES, &left);
    return inside;
}

static void group_by_warp(kernel_data *d, simt *w) {
    const buffer *input = d->from == INPUT_COPIED && d->scope.pass != 0 ? &d->copy : &d->input;
    const uint32_t threads = d->blocks * BLOCK_DIM;
    const val one = simt_imm(1);
    simt_label(w, 0);
    val row = simt_thread(w);
    simt_keep(w, &row);
    for (uint32_t i = 0; i < d->per_thread; i++) {
        simt_loop(w, 1);
        val value = simt_load(w, input, &row, WORD_BYTES);
        val key = simt_add(w, &value, &one); /* 0 is an empty bucket */
        simt_keep(w, &key);
        val hash = simt_murmur3(w, &value);
        val bucket = tlb_scope_position(w, &d->scope, &hash);
        const uint32_t all = simt_if(w, group_by_rows(d, w, &row, &value, &bucket));
        if (w->mask)
            group_by_insert(d, w, &bucket, &key);
        simt_join(w, all);
        simt_drop(w, &key);
        simt_label(w, 5);
        const val stride = simt_imm(threads);
        simt_into(w, &row, SIMT_ADD, &row, &stride, NULL);
        simt_branch(w, w->mask);
    }
    simt_label(w, 6);
    simt_exit(w);
}

/* ---- the reference ---- */

/* The count of a value, found by probing; 0: it is not in the table. */
static uint32_t group_by_count(const kernel_data *d, uint32_t value) {
    uint64_t bucket = tlb_scope_element(&d->scope, murmur3_word(value));
    for (uint64_t i = 0; i < d->scope.elements; i++) {
        uint32_t found[BUCKET_WORDS];
        sparse_data_read(d->table.sparse, bucket * BUCKET_BYTES, found, sizeof found);
        if (found[0] == 0)
            return 0;
        if (found[0] == value + 1)
            return found[1];
        bucket = (bucket + 1) % d->scope.elements;
    }
    return 0;
}

/* Foreign groups are as before; returns the rows that the others count, or UINT64_MAX. */
static uint64_t group_by_counted(const kernel_data *d) {
    uint64_t line;
    uint64_t rows = 0;
    size_t at = 0;
    for (const uint32_t *word; (word = sparse_data_next(d->table.sparse, &at, &line)) != NULL;) {
        uint32_t before[SPARSE_LINE_WORDS];
        group_by_fill(d, line, before);
        for (uint32_t i = 0; i < SPARSE_LINE_WORDS; i += BUCKET_WORDS) {
            const bool foreign = before[i] != 0;
            if (foreign ? memcmp(&word[i], &before[i], BUCKET_BYTES) != 0 : word[i] == 0 && word[i + 1] != 0)
                return UINT64_MAX;
            rows += foreign ? 0 : word[i + 1];
        }
    }
    return rows;
}

static const char *group_by_check(const kernel_data *d) {
    uint32_t *value = malloc(d->input.bytes);
    const char *wrong = NULL;
    if (!value)
        return "out of memory";
    memcpy(value, d->input.data, d->input.bytes);
    qsort(value, d->rows, sizeof *value, order_uint32);
    for (uint64_t i = 0, n; i < d->rows && !wrong; i += n) {
        for (n = 1; i + n < d->rows && value[i + n] == value[i];)
            n++;
        if (group_by_count(d, value[i]) != n)
            wrong = "the count of a group is wrong";
    }
    free(value);
    if (!wrong && group_by_counted(d) != d->rows)
        wrong = "a bucket holds what no row has put there";
    return wrong;
}

const kernel_ops kernel_group_by = {
    .name = "group-by",
    .summary = "counts of groups in a hash table, in one pass or scope by scope",
    .params = {{"size", UINT64_C(2) << 30, 4096, (UINT64_C(1) << 34) - 8,
                "bytes of the hash table; half of it filled"},
               {"scope", 0, 0, UINT64_C(1) << 34, "bytes of the table that a pass fills; 0: all in one pass"},
               {"rows", 8, 1, 1U << 16, "rows of the input for each thread"},
               {"blocks", 104, 1, 1U << 16, "blocks of 256 threads"},
               {"input", INPUT_GPU, 0, INPUTS - 1,
                "0: in the GPU's memory; zero-copy from the host's (schedule.pcie): 1: by every pass, "
                "2: by the first"}},
    .open = group_by_open,
    .close = group_by_close,
    .reset = group_by_reset,
    .launch = group_by_launch,
    .warp = group_by_warp,
    .check = group_by_check,
};
