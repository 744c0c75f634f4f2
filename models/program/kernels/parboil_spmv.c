/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sparse matrix times vector in jagged diagonal storage, after Parboil's spmv: rows sorted by
 * falling length, the k-th entries of all rows side by side (a jagged diagonal), each warp's
 * rows padded to the longest of them. One thread per row; the starts of the diagonals and the
 * lengths of the warps are in the constant bank. Shape of thesis Table 5.2: 32 threads of 29
 * registers, 16 blocks an SM.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM 32U
#define REGS      29U
#define UNROLL    4U

struct kernel_data {
    buffer index, value, perm, x, y;
    uint32_t rows, warps, depth;
    uint32_t *bound; /* by warp: entries of its rows, padding included */
    uint32_t *diagonal;
    buffer bounds, diagonals; /* the same as constants */
    /* the same matrix by rows, for the check */
    uint32_t *first, *column;
    float *entry;
};

static void parboil_spmv_reset(kernel_data *d) {
    memset(d->y.data, 0, d->y.bytes);
}

static void parboil_spmv_spmv_close(kernel_data *d) {
    kernel_buffer_free(&d->index);
    kernel_buffer_free(&d->value);
    kernel_buffer_free(&d->perm);
    kernel_buffer_free(&d->x);
    kernel_buffer_free(&d->y);
    free(d->bound);
    free(d->diagonal);
    free(d->first);
    free(d->column);
    free(d->entry);
    free(d);
}

/* Most rows are short, one in sixteen is four times as long. */
static bool make_rows(kernel_data *d, uint32_t nnz, uint64_t *random) {
    d->first = calloc((size_t)d->rows + 1, sizeof *d->first);
    if (!d->first)
        return false;
    for (uint32_t i = 0; i < d->rows; i++) {
        uint64_t r = random_next(random);
        uint32_t length = 1 + (uint32_t)((r >> 8) % (2 * nnz - 1));
        length *= (r >> 60) == 0 ? 4 : 1;
        d->first[i + 1] = d->first[i] + length;
        d->depth = length > d->depth ? length : d->depth;
    }
    const uint32_t entries = d->first[d->rows];
    d->column = calloc((size_t)entries + 1, sizeof *d->column);
    d->entry = calloc((size_t)entries + 1, sizeof *d->entry);
    if (!d->column || !d->entry)
        return false;
    for (uint32_t k = 0; k < entries; k++) {
        d->column[k] = (uint32_t)(random_next(random) % d->rows);
        d->entry[k] = (float)(random_next(random) % 17) * 0.5F;
    }
    return true;
}

static uint32_t row_length(const kernel_data *d, uint32_t row) {
    return d->first[row + 1] - d->first[row];
}

/* Counting sort of the rows by falling length. */
static bool sort_rows(const kernel_data *d, uint32_t *perm) {
    uint32_t *place = calloc((size_t)d->depth + 2, sizeof *place);
    if (!place)
        return false;
    for (uint32_t i = 0; i < d->rows; i++)
        place[d->depth - row_length(d, i) + 1]++;
    for (uint32_t k = 0; k < d->depth; k++)
        place[k + 1] += place[k];
    for (uint32_t i = 0; i < d->rows; i++)
        perm[place[d->depth - row_length(d, i)]++] = i;
    free(place);
    return true;
}

/* The jagged diagonals of the matrix in d->first, d->column and d->entry. */
static bool make_jds(kernel_data *d, va_space *va) {
    const uint32_t *perm = d->perm.data;
    d->bound = calloc(d->warps, sizeof *d->bound);
    d->diagonal = calloc((size_t)d->depth + 1, sizeof *d->diagonal);
    if (!d->bound || !d->diagonal)
        return false;
    for (uint32_t w = 0; w < d->warps; w++) {
        d->bound[w] = row_length(d, perm[w * BLOCK_DIM]);
        for (uint32_t k = 0; k < d->bound[w]; k++)
            d->diagonal[k + 1] += BLOCK_DIM;
    }
    for (uint32_t k = 0; k < d->depth; k++)
        d->diagonal[k + 1] += d->diagonal[k];
    d->index = kernel_buffer(va, (uint64_t)d->diagonal[d->depth] * sizeof(uint32_t));
    d->value = kernel_buffer(va, (uint64_t)d->diagonal[d->depth] * sizeof(float));
    d->bounds = kernel_constants(va, d->bound, (uint64_t)d->warps * sizeof *d->bound);
    d->diagonals = kernel_constants(va, d->diagonal, (uint64_t)d->depth * sizeof *d->diagonal);
    uint32_t *index = d->index.data;
    float *value = d->value.data;
    if (!index || !value)
        return false;
    for (uint32_t i = 0; i < d->rows; i++) {
        for (uint32_t k = 0; k < row_length(d, perm[i]); k++) {
            index[d->diagonal[k] + i] = d->column[d->first[perm[i]] + k];
            value[d->diagonal[k] + i] = d->entry[d->first[perm[i]] + k];
        }
    }
    return true;
}

static kernel_data *parboil_spmv_spmv_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->rows = (uint32_t)p[0];
    d->warps = (uint32_t)kernel_blocks(d->rows, BLOCK_DIM);
    d->perm = kernel_buffer(va, (uint64_t)d->rows * sizeof(uint32_t));
    d->x = kernel_buffer(va, (uint64_t)d->rows * sizeof(float));
    d->y = kernel_buffer_fresh(va, (uint64_t)d->rows * sizeof(float));
    if (!d->perm.data || !d->x.data || !d->y.data || !make_rows(d, (uint32_t)p[1], &random) ||
        !sort_rows(d, d->perm.data) || !make_jds(d, va)) {
        parboil_spmv_spmv_close(d);
        return NULL;
    }
    float *x = d->x.data;
    for (uint32_t i = 0; i < d->rows; i++)
        x[i] = (float)(random_next(&random) % 31) * 0.25F;
    return d;
}

static bool parboil_spmv_spmv_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){
        .name = "spmvjds", .blocks = d->warps, .block_dim = BLOCK_DIM, .regs = REGS, .phases = 1};
    return n == 0;
}

/* `count` entries of every row from entry k on: all loads first. */
static void parboil_spmv_entries(const kernel_data *d, simt *w, const val *row, const val *k, uint32_t count,
                                 val *sum) {
    val column[UNROLL], a[UNROLL], x[UNROLL];
    for (uint32_t u = 0; u < count; u++) {
        val place, number = *k;
        for (uint32_t l = 0; l < GMMU_LANES; l++) /* the offset of the unrolled code, c[3][R+4] */
            number.lane[l] += u;
        simt_load_const(w, &d->diagonals, &number, 4, &place);
        simt_into(w, &place, SIMT_ADD, &place, row, NULL);
        column[u] = simt_load(w, &d->index, &place, 4);
        simt_keep(w, &column[u]);
        a[u] = simt_load(w, &d->value, &place, 4);
        simt_keep(w, &a[u]);
    }
    for (uint32_t u = 0; u < count; u++) {
        x[u] = simt_load(w, &d->x, &column[u], 4);
        simt_drop(w, &column[u]);
        simt_keep(w, &x[u]);
    }
    for (uint32_t u = 0; u < count; u++) {
        simt_into(w, sum, SIMT_FFMA, &a[u], &x[u], sum);
        simt_drop(w, &a[u]);
        simt_drop(w, &x[u]);
    }
}

static void parboil_spmv_spmv_warp(kernel_data *d, simt *w) {
    simt_label(w, 0);
    val row = simt_thread(w);
    simt_keep(w, &row);
    const val rows = simt_imm(d->rows);
    const uint32_t all = simt_if(w, simt_less(w, &row, &rows));
    val number = simt_shift_right(w, &row, 5);
    val bound;
    simt_load_const(w, &d->bounds, &number, 4, &bound);
    simt_keep(w, &bound);
    val sum = simt_constant(w, 0);
    simt_keep(w, &sum);
    val k = simt_constant(w, 0);
    simt_keep(w, &k);
    const uint32_t steps[] = {UNROLL, 1};
    for (uint32_t s = 0; s < 2; s++) {
        const val step = simt_imm(steps[s]);
        for (;;) {
            simt_loop(w, 1 + s);
            val end = simt_add(w, &k, &step);
            const uint32_t more = simt_compare(w, SIMT_ULE, &end, &bound);
            simt_branch(w, w->mask); /* the rows of a warp are padded to one length */
            if (!more)
                break;
            parboil_spmv_entries(d, w, &row, &k, steps[s], &sum);
            simt_into(w, &k, SIMT_ADD, &k, &step, NULL);
        }
    }
    simt_label(w, 3);
    val place = simt_load(w, &d->perm, &row, 4);
    simt_store(w, &d->y, &place, 4, &sum);
    simt_join(w, all);
    simt_exit(w);
}

static const char *parboil_spmv_spmv_check(const kernel_data *d) {
    const float *x = d->x.data;
    const float *y = d->y.data;
    for (uint32_t i = 0; i < d->rows; i++) {
        float sum = 0.0F;
        for (uint32_t k = d->first[i]; k < d->first[i + 1]; k++)
            sum = d->entry[k] * x[d->column[k]] + sum;
        if (simt_bits(sum) != simt_bits(y[i]))
            return "an element of the product is wrong";
    }
    return NULL;
}

const kernel_ops kernel_parboil_spmv = {
    .name = "parboil-spmv",
    .summary = "sparse matrix (jagged diagonals) times vector (Parboil spmvjds)",
    .params = {{"rows", 49152, 32, UINT64_C(1) << 19, "rows and columns"},
               {"nnz", 16, 1, 64, "average non-zeros of the short rows"}},
    .open = parboil_spmv_spmv_open,
    .close = parboil_spmv_spmv_close,
    .reset = parboil_spmv_reset,
    .launch = parboil_spmv_spmv_launch,
    .warp = parboil_spmv_spmv_warp,
    .check = parboil_spmv_spmv_check,
};
