/* SPDX-License-Identifier: Apache-2.0 */
/*
 * 7-point Jacobi stencil on an n*n*n grid (Parboil's stencil): two buffers, the
 * border stays. A thread owns a column (x, y) and walks z.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM 256U
#define CENTRE    (-6.0F)

struct kernel_data {
    buffer grid[2];
    uint32_t n, steps;
};

static float stencil3d_initial(uint64_t i) {
    return (float)(i * 2654435761U % 1009) * 0.125F;
}

static void stencil3d_fill(kernel_data *d) {
    uint64_t cells = (uint64_t)d->n * d->n * d->n;
    kernel_buffer_unswap(&d->grid[0], &d->grid[1]);
    float *a = d->grid[0].data;
    for (uint64_t i = 0; i < cells; i++)
        a[i] = stencil3d_initial(i);
    memcpy(d->grid[1].data, a, cells * sizeof *a);
}

static void stencil3d_stencil_close(kernel_data *d) {
    kernel_buffer_free(&d->grid[0]);
    kernel_buffer_free(&d->grid[1]);
    free(d);
}

static kernel_data *stencil3d_stencil_open(const uint64_t *p, uint64_t seed, va_space *va) {
    (void)seed; /* nothing random in it */
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->n = (uint32_t)p[0];
    d->steps = (uint32_t)p[1];
    for (int i = 0; i < 2; i++)
        d->grid[i] = kernel_buffer(va, (uint64_t)d->n * d->n * d->n * sizeof(float));
    if (!d->grid[0].data || !d->grid[1].data) {
        stencil3d_stencil_close(d);
        return NULL;
    }
    stencil3d_fill(d);
    return d;
}

static bool stencil3d_stencil_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.blocks = kernel_blocks((uint64_t)d->n * d->n, BLOCK_DIM),
                        .block_dim = BLOCK_DIM,
                        .regs = 40,
                        .phases = 1};
    if (n >= d->steps)
        return false;
    if (n > 0) /* the newer grid becomes the input */
        kernel_buffer_swap(&d->grid[0], &d->grid[1]);
    return true;
}

/* Lanes whose column is not on the border. */
static uint32_t stencil3d_interior(const simt *w, uint32_t n) {
    uint32_t mask = 0;
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        uint64_t column = w->block * BLOCK_DIM + (uint64_t)w->warp * GMMU_LANES + l;
        uint64_t x = column % n;
        uint64_t y = column / n;
        mask |= (uint32_t)(x > 0 && x < n - 1 && y > 0 && y < n - 1) << l;
    }
    return mask;
}

static val stencil3d_neighbour(simt *w, const buffer *in, const val *index, uint32_t offset, const val *sum) {
    val place = simt_add_constant(w, index, offset);
    val x = simt_load(w, in, &place, 4);
    return simt_fadd(w, sum, &x);
}

static void stencil3d_stencil_warp(kernel_data *d, simt *w) {
    uint32_t n = d->n;
    uint32_t plane = n * n;
    simt_label(w, 0);
    val column = simt_thread(w);
    val edge = simt_constant(w, n);
    (void)simt_less(w, &column, &edge); /* the compare of the border test */
    simt_branch(w, stencil3d_interior(w, n));
    val centre = simt_constant(w, simt_bits(CENTRE));
    simt_keep(w, &column);
    simt_keep(w, &centre);
    for (uint32_t z = 1; z + 1 < n && w->mask; z++) {
        simt_label(w, 1);
        val index = simt_add_constant(w, &column, z * plane);
        simt_keep(w, &index);
        val x = simt_load(w, &d->grid[0], &index, 4);
        val sum = simt_fmul(w, &x, &centre);
        sum = stencil3d_neighbour(w, &d->grid[0], &index, 1, &sum);
        sum = stencil3d_neighbour(w, &d->grid[0], &index, 0U - 1U, &sum);
        sum = stencil3d_neighbour(w, &d->grid[0], &index, n, &sum);
        sum = stencil3d_neighbour(w, &d->grid[0], &index, 0U - n, &sum);
        sum = stencil3d_neighbour(w, &d->grid[0], &index, plane, &sum);
        sum = stencil3d_neighbour(w, &d->grid[0], &index, 0U - plane, &sum);
        simt_store(w, &d->grid[1], &index, 4, &sum);
        simt_drop(w, &index);
        simt_branch(w, w->mask);
    }
    w->mask = UINT32_MAX;
    simt_label(w, 2);
    simt_exit(w);
}

/* One step of the plain reference, same order of additions. */
static void stencil3d_step(const float *in, float *out, uint64_t n) {
    uint64_t plane = n * n;
    for (uint64_t z = 1; z + 1 < n; z++)
        for (uint64_t y = 1; y + 1 < n; y++)
            for (uint64_t x = 1; x + 1 < n; x++) {
                uint64_t i = z * plane + y * n + x;
                float sum = in[i] * CENTRE;
                sum += in[i + 1];
                sum += in[i - 1];
                sum += in[i + n];
                sum += in[i - n];
                sum += in[i + plane];
                sum += in[i - plane];
                out[i] = sum;
            }
}

static const char *stencil3d_stencil_check(const kernel_data *d) {
    uint64_t cells = (uint64_t)d->n * d->n * d->n;
    float *a = malloc(cells * sizeof *a);
    float *b = malloc(cells * sizeof *b);
    const char *wrong = a && b ? NULL : "out of memory";
    if (!wrong) {
        for (uint64_t i = 0; i < cells; i++)
            a[i] = b[i] = stencil3d_initial(i);
        for (uint32_t s = 0; s < d->steps; s++) {
            stencil3d_step(a, b, d->n);
            float *t = a;
            a = b;
            b = t;
        }
        if (memcmp(a, d->grid[1].data, cells * sizeof *a) != 0)
            wrong = "a cell of the grid is wrong";
    }
    free(a);
    free(b);
    return wrong;
}

const kernel_ops kernel_stencil3d = {
    .name = "stencil3d",
    .summary = "7-point Jacobi stencil on an n*n*n grid",
    .params = {{"n", 128, 4, 512, "grid points per side"}, {"steps", 1, 1, 1000, "time steps"}},
    .open = stencil3d_stencil_open,
    .close = stencil3d_stencil_close,
    .reset = stencil3d_fill,
    .launch = stencil3d_stencil_launch,
    .warp = stencil3d_stencil_warp,
    .check = stencil3d_stencil_check,
};
