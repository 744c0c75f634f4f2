/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parboil sgemm, kernel mysgemmNT: C = alpha * A * B', all column-major, B given transposed.
 * A block makes a tile of 128 rows and 16 columns of C: a thread owns one row and keeps its 16
 * sums in registers (register tiling); 8 columns of B' at a time are shared through
 * shared memory, 512 bytes.
 */
#include <stdlib.h>

#include "program/kernels/kernel.h"

#define TILE_ROWS 128U /* threads of a block */
#define TILE_COLS 16U
#define TILE_K    8U
#define REGS      35U
#define ALPHA     1.25F
#define WORD      4U

struct kernel_data {
    buffer a, b, c;
    uint32_t m, n, k;
};

/* Of a thread, across barriers. */
typedef struct {
    val sum[TILE_COLS];
    val quad[2][4]; /* registers for the elements of B, pinned while other loads are placed */
    val a_row;      /* address of A[row, first column of the tile] */
    val b_cell;     /* address of the element of B this thread brings */
    val cell;       /* where it goes in shared memory */
} thread_state;

static void sgemm_close(kernel_data *d) {
    kernel_buffer_free(&d->a);
    kernel_buffer_free(&d->b);
    kernel_buffer_free(&d->c);
    free(d);
}

static void sgemm_reset(kernel_data *d) {
    float *c = d->c.data;
    for (uint64_t i = 0; i < (uint64_t)d->m * d->n; i++)
        c[i] = 0.0F;
}

static void parboil_sgemm_fill(buffer *b, uint64_t *random) {
    float *x = b->data;
    for (uint64_t i = 0; i < b->bytes / WORD; i++)
        x[i] = (float)(random_next(random) >> 40) * 0x1p-24F;
}

static kernel_data *sgemm_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->m = (uint32_t)kernel_blocks(p[0], TILE_ROWS) * TILE_ROWS;
    d->n = (uint32_t)kernel_blocks(p[1], TILE_COLS) * TILE_COLS;
    d->k = (uint32_t)kernel_blocks(p[2], TILE_K) * TILE_K;
    d->a = kernel_buffer(va, (uint64_t)d->m * d->k * WORD);
    d->b = kernel_buffer(va, (uint64_t)d->n * d->k * WORD);
    d->c = kernel_buffer_fresh(va, (uint64_t)d->m * d->n * WORD);
    if (!d->a.data || !d->b.data || !d->c.data) {
        sgemm_close(d);
        return NULL;
    }
    parboil_sgemm_fill(&d->a, &random);
    parboil_sgemm_fill(&d->b, &random);
    return d;
}

static bool sgemm_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "mysgemmNT",
                        .blocks = (uint64_t)(d->m / TILE_ROWS) * (d->n / TILE_COLS),
                        .block_dim = TILE_ROWS,
                        .regs = REGS,
                        .shared_bytes = TILE_K * TILE_COLS * WORD,
                        .phases = 2 * d->k / TILE_K,
                        .state_bytes = sizeof(thread_state)};
    return n == 0;
}

/* The block's first row and column of C. */
static uint32_t first_row(const kernel_data *d, const simt *w) {
    return (uint32_t)(w->block % (d->m / TILE_ROWS)) * TILE_ROWS;
}

static uint32_t first_column(const kernel_data *d, const simt *w) {
    return (uint32_t)(w->block / (d->m / TILE_ROWS)) * TILE_COLS;
}

static void pin_quads(simt *w, const thread_state *s, bool pin) {
    for (uint32_t i = 0; i < 8; i++) {
        if (pin)
            simt_keep(w, &s->quad[i / 4][i % 4]);
        else
            simt_drop(w, &s->quad[i / 4][i % 4]);
    }
}

static void parboil_sgemm_set_up(const kernel_data *d, simt *w, thread_state *s) {
    val zero = simt_imm(0);
    val columns = simt_imm(d->n);
    simt_label(w, 0);
    for (uint32_t q = 0; q < TILE_COLS / 4; q++) {
        simt_vector(w, 4, &s->sum[(size_t)q * 4]);
        for (uint32_t i = 0; i < 4; i++) {
            simt_keep(w, &s->sum[q * 4 + i]);
            simt_into(w, &s->sum[q * 4 + i], SIMT_MOV, &zero, NULL, NULL);
        }
    }
    simt_vector(w, 4, s->quad[0]);
    simt_vector(w, 4, s->quad[1]);
    pin_quads(w, s, true);
    val thread = simt_thread_in_block(w);
    s->cell = simt_shift_left(w, &thread, 2);
    simt_keep(w, &s->cell);
    val row = simt_add_constant(w, &thread, first_row(d, w));
    s->a_row = simt_address(w, &d->a, &row, WORD);
    simt_keep(w, &s->a_row);
    val x = simt_thread_x(w, TILE_COLS);
    val y = simt_thread_y(w, TILE_COLS);
    val element = simt_mad(w, &y, &columns, &x);
    element = simt_add_constant(w, &element, first_column(d, w));
    s->b_cell = simt_address(w, &d->b, &element, WORD);
    simt_keep(w, &s->b_cell);
}

/* The thread's element of the next tile of B to shared memory. */
static void bring_tile(const kernel_data *d, simt *w, thread_state *s) {
    val b;
    simt_loop(w, 1);
    simt_load_at(w, &d->b, &s->b_cell, 0, WORD, &b);
    simt_store_at(w, NULL, &s->cell, 0, WORD, &b);
    simt_advance(w, &s->b_cell, (int32_t)(TILE_K * d->n * WORD));
}

/* sum[column] += a[j] * B[first + j, column] for four j; the next four elements of B are on
 * their way while four are used. */
static void add_products(simt *w, thread_state *s, const val a[4], uint32_t first) {
    const uint32_t quads = TILE_COLS / 4;
    val b[2][4];
    val base = simt_imm(0);
    simt_load_at(w, NULL, &base, (int32_t)(first * TILE_COLS * WORD), 16, b[0]);
    for (uint32_t step = 0; step < 4 * quads; step++) {
        if (step + 1 < 4 * quads)
            simt_load_at(w, NULL, &base, (int32_t)(first * TILE_COLS * WORD + (step + 1) * 16), 16,
                         b[(step + 1) % 2]);
        for (uint32_t i = 0; i < 4; i++) {
            val *sum = &s->sum[step % quads * 4 + i];
            simt_into(w, sum, SIMT_FFMA, &a[step / quads], &b[step % 2][i], sum);
        }
    }
}

static void multiply_tile(const kernel_data *d, simt *w, thread_state *s) {
    const val end = simt_imm(0);
    simt_loop(w, 2);
    for (uint32_t first = 0; first < TILE_K; first += 4) {
        val a[4];
        for (uint32_t j = 0; j < 4; j++) {
            simt_load_at(w, &d->a, &s->a_row, (int32_t)((first + j) * d->m * WORD), WORD, &a[j]);
            simt_keep(w, &a[j]);
        }
        pin_quads(w, s, false);
        add_products(w, s, a, first);
        pin_quads(w, s, true);
        for (uint32_t j = 0; j < 4; j++)
            simt_drop(w, &a[j]);
    }
    simt_advance(w, &s->a_row, (int32_t)(TILE_K * d->m * WORD));
    (void)simt_compare(w, SIMT_ULT, &s->a_row, &end); /* the test of the loop */
    simt_branch(w, w->mask);
}

static void write_row(const kernel_data *d, simt *w, thread_state *s) {
    val alpha = simt_fimm(ALPHA);
    simt_loop(w, 4);
    pin_quads(w, s, false);
    val thread = simt_thread_in_block(w);
    val element = simt_add_constant(w, &thread, first_column(d, w) * d->m + first_row(d, w));
    val c = simt_address(w, &d->c, &element, WORD);
    simt_keep(w, &c);
    for (uint32_t i = 0; i < TILE_COLS; i++) {
        val x = simt_fmul(w, &s->sum[i], &alpha);
        simt_store_at(w, &d->c, &c, (int32_t)(i * d->m * WORD), WORD, &x);
    }
    simt_exit(w);
}

static void sgemm_warp(kernel_data *d, simt *w) {
    thread_state *s = w->state;
    if (w->phase == 0)
        parboil_sgemm_set_up(d, w, s);
    if (w->phase % 2 == 0)
        bring_tile(d, w, s);
    else
        multiply_tile(d, w, s);
    if (w->phase + 1 == 2 * d->k / TILE_K)
        write_row(d, w, s);
}

static const char *sgemm_check(const kernel_data *d) {
    const float *a = d->a.data;
    const float *b = d->b.data;
    const float *c = d->c.data;
    for (uint64_t column = 0; column < d->n; column++)
        for (uint64_t row = 0; row < d->m; row++) {
            float sum = 0.0F;
            for (uint64_t k = 0; k < d->k; k++)
                sum = a[k * d->m + row] * b[k * d->n + column] + sum;
            if (simt_bits(c[column * d->m + row]) != simt_bits(sum * ALPHA))
                return "an element of the product is wrong";
        }
    return NULL;
}

const kernel_ops kernel_parboil_sgemm = {
    .name = "parboil-sgemm",
    .summary = "dense matrix product with register tiles (Parboil mysgemmNT)",
    .params = {{"m", 1024, 1, 8192, "rows of A and C, rounded up to 128"},
               {"n", 768, 1, 8192, "columns of C, rounded up to 16"},
               {"k", 32, 1, 8192, "columns of A, rounded up to 8"}},
    .open = sgemm_open,
    .close = sgemm_close,
    .reset = sgemm_reset,
    .launch = sgemm_launch,
    .warp = sgemm_warp,
    .check = sgemm_check,
};
