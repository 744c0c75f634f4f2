/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parboil stencil, kernel block2D_reg_tiling: a 7-point Jacobi stencil. A block of 32 x 32
 * threads owns as many columns of the grid and walks them in z; what is above one point is the
 * centre of the next, so both stay in registers. Four planes at a time: their loads are
 * independent and go first. The border is zero and stays.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define SIDE      32U /* of a block */
#define BLOCK_DIM (SIDE * SIDE)
#define REGS      41U
#define UNROLL    4U
#define CENTRE    (1.0F / 6.0F)
#define AROUND    (1.0F / 36.0F)
#define WORD      4U

struct kernel_data {
    buffer grid[2];
    uint32_t n, nz, steps; /* n x n x nz points */
    uint64_t seed;
};

/* Inside the border: random; the border: 0. */
static void parboil_stencil_first_grid(const kernel_data *d, float *a) {
    uint64_t random = random_seeded(d->seed);
    memset(a, 0, d->grid[0].bytes);
    for (uint64_t z = 1; z + 1 < d->nz; z++)
        for (uint64_t y = 1; y + 1 < d->n; y++)
            for (uint64_t x = 1; x + 1 < d->n; x++)
                a[(z * d->n + y) * d->n + x] = (float)(random_next(&random) >> 40) * 0x1p-20F;
}

static void stencil_reset(kernel_data *d) {
    kernel_buffer_unswap(&d->grid[0], &d->grid[1]);
    parboil_stencil_first_grid(d, d->grid[0].data);
    memset(d->grid[1].data, 0, d->grid[1].bytes);
}

static void parboil_stencil_stencil_close(kernel_data *d) {
    kernel_buffer_free(&d->grid[0]);
    kernel_buffer_free(&d->grid[1]);
    free(d);
}

static kernel_data *parboil_stencil_stencil_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->n = (uint32_t)kernel_blocks(p[0], SIDE) * SIDE;
    d->nz = (uint32_t)p[1];
    d->steps = (uint32_t)p[2];
    d->seed = seed;
    d->grid[0] = kernel_buffer(va, (uint64_t)d->n * d->n * d->nz * WORD);
    d->grid[1] = kernel_buffer_fresh(va, (uint64_t)d->n * d->n * d->nz * WORD);
    if (!d->grid[0].data || !d->grid[1].data) {
        parboil_stencil_stencil_close(d);
        return NULL;
    }
    stencil_reset(d);
    return d;
}

static bool parboil_stencil_stencil_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "block2D_reg_tiling",
                        .blocks = (uint64_t)(d->n / SIDE) * (d->n / SIDE),
                        .block_dim = BLOCK_DIM,
                        .regs = REGS,
                        .phases = 1};
    if (n >= d->steps)
        return false;
    if (n > 0) /* the newer grid becomes the input */
        kernel_buffer_swap(&d->grid[0], &d->grid[1]);
    return true;
}

/* Of a thread. */
typedef struct {
    val in, out;         /* addresses of its point in the current plane */
    val bottom, current; /* of the input: one plane down, this plane */
} column;

/* Around a point: above, and the four in its plane. */
enum { TOP, NORTH, SOUTH, EAST, WEST, AROUND_POINT };

static void parboil_stencil_walk(const kernel_data *d, simt *w, column *c, uint32_t planes) {
    const int32_t row = (int32_t)(d->n * WORD);
    const int32_t plane = (int32_t)(d->n * d->n * WORD);
    const int32_t offset[AROUND_POINT] = {plane, row, -row, (int32_t)WORD, -(int32_t)WORD};
    val x[UNROLL][AROUND_POINT];
    val around = simt_fimm(AROUND);
    val centre = simt_fimm(-CENTRE);
    for (uint32_t k = 0; k < planes; k++)
        for (uint32_t i = 0; i < AROUND_POINT; i++) {
            simt_load_at(w, &d->grid[0], &c->in, (int32_t)k * plane + offset[i], WORD, &x[k][i]);
            simt_keep(w, &x[k][i]);
        }
    for (uint32_t k = 0; k < planes; k++) {
        const val *bottom = k == 0 ? &c->bottom : k == 1 ? &c->current : &x[k - 2][TOP];
        const val *current = k == 0 ? &c->current : &x[k - 1][TOP];
        val sum = simt_fadd(w, &x[k][TOP], bottom);
        for (uint32_t i = NORTH; i < AROUND_POINT; i++) {
            val next = simt_fadd(w, &sum, &x[k][i]);
            sum = next;
        }
        val scaled = simt_fmul(w, &sum, &around);
        val result = simt_ffma(w, current, &centre, &scaled);
        simt_store_at(w, &d->grid[1], &c->out, (int32_t)k * plane, WORD, &result);
    }
    simt_into(w, &c->bottom, SIMT_MOV, planes == 1 ? &c->current : &x[planes - 2][TOP], NULL, NULL);
    simt_into(w, &c->current, SIMT_MOV, &x[planes - 1][TOP], NULL, NULL);
    for (uint32_t k = 0; k < planes; k++)
        for (uint32_t i = 0; i < AROUND_POINT; i++)
            simt_drop(w, &x[k][i]);
    simt_advance(w, &c->in, (int32_t)planes * plane);
    simt_advance(w, &c->out, (int32_t)planes * plane);
}

static void start_column(const kernel_data *d, simt *w, const val *x, const val *y, column *c) {
    val width = simt_imm(d->n);
    val index = simt_mad(w, y, &width, x);
    val above = simt_add_constant(w, &index, d->n * d->n);
    c->in = simt_address(w, &d->grid[0], &above, WORD);
    simt_keep(w, &c->in);
    c->out = simt_address(w, &d->grid[1], &above, WORD);
    simt_keep(w, &c->out);
    simt_load_at(w, &d->grid[0], &c->in, -(int32_t)(d->n * d->n * WORD), WORD, &c->bottom);
    simt_keep(w, &c->bottom);
    simt_load_at(w, &d->grid[0], &c->in, 0, WORD, &c->current);
    simt_keep(w, &c->current);
}

static void parboil_stencil_stencil_warp(kernel_data *d, simt *w) {
    const uint32_t blocks = d->n / SIDE;
    column c;
    val last = simt_imm(d->n - 2);
    simt_label(w, 0);
    val x = simt_thread_x(w, SIDE);
    val y = simt_thread_y(w, SIDE);
    x = simt_add_constant(w, &x, (uint32_t)(w->block % blocks) * SIDE);
    y = simt_add_constant(w, &y, (uint32_t)(w->block / blocks) * SIDE);
    val left = simt_add_constant(w, &x, UINT32_MAX); /* x - 1 <= n - 3: neither side of the border */
    val low = simt_add_constant(w, &y, UINT32_MAX);
    uint32_t inside = simt_compare(w, SIMT_ULT, &left, &last);
    inside &= simt_compare(w, SIMT_ULT, &low, &last);
    uint32_t all = simt_if(w, inside);
    if (w->mask)
        start_column(d, w, &x, &y, &c);
    for (uint32_t z = 1; z + 1 < d->nz && w->mask; z += UNROLL) {
        const uint32_t left_over = d->nz - 1 - z;
        val end = simt_imm(0);
        simt_loop(w, left_over >= UNROLL ? 1 : 2); /* the remainder is code of its own */
        parboil_stencil_walk(d, w, &c, left_over >= UNROLL ? UNROLL : left_over);
        (void)simt_compare(w, SIMT_NE, &c.in, &end); /* the test of the loop */
        simt_branch(w, w->mask);
    }
    simt_join(w, all);
    simt_label(w, 3);
    simt_exit(w);
}

/* One step of the plain reference. */
static void parboil_stencil_step(const kernel_data *d, const float *in, float *out) {
    const uint64_t n = d->n;
    const uint64_t plane = n * n;
    for (uint64_t z = 1; z + 1 < d->nz; z++)
        for (uint64_t y = 1; y + 1 < n; y++)
            for (uint64_t x = 1; x + 1 < n; x++) {
                const uint64_t i = z * plane + y * n + x;
                float sum = in[i + plane] + in[i - plane] + in[i + n] + in[i - n] + in[i + 1] + in[i - 1];
                out[i] = in[i] * -CENTRE + sum * AROUND;
            }
}

static const char *parboil_stencil_stencil_check(const kernel_data *d) {
    float *a = malloc(d->grid[0].bytes);
    float *b = calloc(1, d->grid[0].bytes);
    const char *wrong = a && b ? NULL : "out of memory";
    if (!wrong) {
        parboil_stencil_first_grid(d, a);
        for (uint32_t s = 0; s < d->steps; s++) {
            parboil_stencil_step(d, a, b);
            float *t = a;
            a = b;
            b = t;
        }
        if (memcmp(a, d->grid[1].data, d->grid[0].bytes) != 0)
            wrong = "a point of the grid is wrong";
    }
    free(a);
    free(b);
    return wrong;
}

const kernel_ops kernel_parboil_stencil = {
    .name = "parboil-stencil",
    .summary = "7-point stencil, columns in registers (Parboil block2D_reg_tiling)",
    .params = {{"n", 256, 1, 1024, "points in x and y, rounded up to 32"},
               {"nz", 16, 3, 128, "points in z"},
               {"steps", 2, 1, 1000, "time steps, one launch each"}},
    .open = parboil_stencil_stencil_open,
    .close = parboil_stencil_stencil_close,
    .reset = stencil_reset,
    .launch = parboil_stencil_stencil_launch,
    .warp = parboil_stencil_stencil_warp,
    .check = parboil_stencil_stencil_check,
};
