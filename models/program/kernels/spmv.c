/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sparse matrix times vector, CSR, one thread per row: y = A x. Row lengths vary
 * from 1 to 2 * nnz - 1, columns are random, so loads of x are irregular and warps diverge.
 */
#include <stdlib.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM 128U

struct kernel_data {
    buffer row, col, value, x, y;
    uint32_t rows;
};

static void spmv_reset(kernel_data *d) {
    float *y = d->y.data;
    for (uint32_t i = 0; i < d->rows; i++)
        y[i] = 0.0F;
}

static void spmv_close(kernel_data *d) {
    kernel_buffer_free(&d->row);
    kernel_buffer_free(&d->col);
    kernel_buffer_free(&d->value);
    kernel_buffer_free(&d->x);
    kernel_buffer_free(&d->y);
    free(d);
}

static bool make_matrix(kernel_data *d, va_space *va, uint32_t nnz, uint64_t *random) {
    uint32_t *row = d->row.data;
    row[0] = 0;
    for (uint32_t i = 0; i < d->rows; i++)
        row[i + 1] = row[i] + 1 + (uint32_t)(random_next(random) % (2 * nnz - 1));
    d->col = kernel_buffer(va, (uint64_t)row[d->rows] * sizeof(uint32_t));
    d->value = kernel_buffer(va, (uint64_t)row[d->rows] * sizeof(float));
    uint32_t *col = d->col.data;
    float *value = d->value.data;
    if (!col || !value)
        return false;
    for (uint32_t k = 0; k < row[d->rows]; k++) {
        col[k] = (uint32_t)(random_next(random) % d->rows);
        value[k] = (float)(random_next(random) % 17) * 0.5F;
    }
    return true;
}

static kernel_data *spmv_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->rows = (uint32_t)p[0];
    d->row = kernel_buffer(va, ((uint64_t)d->rows + 1) * sizeof(uint32_t));
    d->x = kernel_buffer(va, (uint64_t)d->rows * sizeof(float));
    d->y = kernel_buffer_fresh(va, (uint64_t)d->rows * sizeof(float));
    if (!d->row.data || !d->x.data || !d->y.data || !make_matrix(d, va, (uint32_t)p[1], &random)) {
        spmv_close(d);
        return NULL;
    }
    float *x = d->x.data;
    for (uint32_t i = 0; i < d->rows; i++)
        x[i] = (float)(random_next(&random) % 31) * 0.25F;
    return d;
}

static bool spmv_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){
        .blocks = kernel_blocks(d->rows, BLOCK_DIM), .block_dim = BLOCK_DIM, .regs = 24, .phases = 1};
    return n == 0;
}

static void spmv_warp(kernel_data *d, simt *w) {
    simt_label(w, 0);
    val row = simt_thread(w);
    simt_keep(w, &row);
    val rows = simt_constant(w, d->rows);
    uint32_t mine = simt_less(w, &row, &rows);
    simt_branch(w, mine);
    val k = simt_load(w, &d->row, &row, 4);
    simt_keep(w, &k);
    val after = simt_add_constant(w, &row, 1);
    val end = simt_load(w, &d->row, &after, 4);
    simt_keep(w, &end);
    val sum = simt_constant(w, 0);
    simt_keep(w, &sum);
    for (;;) {
        simt_label(w, 1);
        uint32_t more = simt_less(w, &k, &end);
        simt_branch(w, more);
        if (!more)
            break;
        val col = simt_load(w, &d->col, &k, 4);
        val a = simt_load(w, &d->value, &k, 4);
        val x = simt_load(w, &d->x, &col, 4);
        val next_sum = simt_ffma(w, &a, &x, &sum);
        for (uint32_t l = 0; l < GMMU_LANES; l++) /* lanes that have left the loop keep their sum */
            if (!((more >> l) & 1U))
                next_sum.lane[l] = sum.lane[l];
        simt_drop(w, &sum);
        sum = next_sum;
        simt_keep(w, &sum);
        val next = simt_add_constant(w, &k, 1);
        simt_drop(w, &k);
        k = next;
        simt_keep(w, &k);
    }
    w->mask = mine;
    simt_label(w, 2);
    simt_store(w, &d->y, &row, 4, &sum);
    w->mask = UINT32_MAX;
    simt_exit(w);
}

static const char *spmv_check(const kernel_data *d) {
    const uint32_t *row = d->row.data;
    const uint32_t *col = d->col.data;
    const float *value = d->value.data;
    const float *x = d->x.data;
    const float *y = d->y.data;
    for (uint32_t i = 0; i < d->rows; i++) {
        float sum = 0.0F;
        for (uint32_t k = row[i]; k < row[i + 1]; k++)
            sum = value[k] * x[col[k]] + sum;
        if (simt_bits(sum) != simt_bits(y[i]))
            return "an element of the product is wrong";
    }
    return NULL;
}

const kernel_ops kernel_spmv = {
    .name = "spmv",
    .summary = "sparse matrix (CSR, random columns) times vector",
    .params = {{"rows", 65536, 32, UINT64_C(1) << 23, "rows and columns"},
               {"nnz", 8, 1, 64, "average non-zeros of a row"}},
    .open = spmv_open,
    .close = spmv_close,
    .reset = spmv_reset,
    .launch = spmv_launch,
    .warp = spmv_warp,
    .check = spmv_check,
};
