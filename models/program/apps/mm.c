/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Product of square matrices (CUDA SDK matrixMul): blocks of 16 x 16 threads bring a tile of either matrix
 * into shared memory, multiply them, and go on to the next.
 */
#include "program/apps/app.h"

#define TILE 16U

enum { MM_A, MM_B, MM_C };

static void mm_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0] * a->p[0]);
    app_array(a, APP_INPUT, a->p[0] * a->p[0]);
    app_array(a, APP_OUTPUT, a->p[0] * a->p[0]);
}

static void mm_fill(app *a) {
    app_random_floats(a, MM_A, -1.0F, 1.0F);
    app_random_floats(a, MM_B, -1.0F, 1.0F);
}

static kernel_data *mm_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + TILE - 1) / TILE * TILE};
    return app_open(whole, seed, va, mm_declare, mm_fill);
}

/* What a thread keeps across barriers. */
typedef struct {
    val a, b;        /* places of its elements of the next tiles */
    val row, column; /* of the tiles in shared memory, in bytes */
    val own;         /* its place in the tile of A */
    val sum;
} mm_state;

static bool mm_launch(app *a, uint32_t n, launch_shape *s) {
    const uint64_t tiles = a->p[0] / TILE;
    *s = (launch_shape){.blocks = tiles * tiles,
                        .block_dim = TILE * TILE,
                        .regs = 24,
                        .shared_bytes = 2 * TILE * TILE * APP_WORD,
                        .phases = 2 * (uint32_t)tiles + 1,
                        .state_bytes = sizeof(mm_state)};
    return n == 0;
}

static void mm_begin(const app *a, simt *w, mm_state *s) {
    const uint32_t n = (uint32_t)a->p[0];
    const uint32_t tiles = n / TILE;
    const uint32_t y0 = (uint32_t)(w->block / tiles) * TILE;
    const uint32_t x0 = (uint32_t)(w->block % tiles) * TILE;
    val x = simt_hold(w, simt_thread_x(w, TILE));
    val y = simt_hold(w, simt_thread_y(w, TILE));
    val place = simt_affine(w, &y, n, y0 * n);
    place = simt_add(w, &place, &x);
    s->a = simt_hold(w, simt_address(w, &a->array[MM_A], &place, APP_WORD));
    place = simt_affine(w, &y, n, x0);
    place = simt_add(w, &place, &x);
    s->b = simt_hold(w, simt_address(w, &a->array[MM_B], &place, APP_WORD));
    s->row = simt_hold(w, simt_affine(w, &y, TILE * APP_WORD, 0));
    s->column = simt_hold(w, simt_shared(w, &x));
    s->own = simt_hold(w, simt_add(w, &s->row, &s->column));
    s->sum = simt_fvariable(w, 0.0F);
    simt_drop(w, &x);
    simt_drop(w, &y);
}

static void mm_bring(const app *a, simt *w, mm_state *s) {
    val x = simt_at(w, &a->array[MM_A], &s->a, 0);
    val y = simt_at(w, &a->array[MM_B], &s->b, 0);
    simt_put(w, NULL, &s->own, 0, &x);
    simt_put(w, NULL, &s->own, TILE * TILE, &y);
    simt_advance(w, &s->a, TILE * APP_WORD);
    simt_advance(w, &s->b, (int32_t)(TILE * APP_WORD * a->p[0]));
}

static void mm_multiply(simt *w, mm_state *s) {
    for (uint32_t k = 0; k < TILE; k++) {
        val x = simt_at(w, NULL, &s->row, (int32_t)k);
        val y = simt_at(w, NULL, &s->column, (int32_t)(TILE * TILE + k * TILE));
        simt_fgrow_product(w, &s->sum, &x, &y);
    }
}

static void mm_end(const app *a, simt *w, const mm_state *s) {
    const uint32_t n = (uint32_t)a->p[0];
    const uint32_t tiles = n / TILE;
    val x = simt_hold(w, simt_thread_x(w, TILE));
    val y = simt_thread_y(w, TILE);
    val place = simt_affine(w, &y, n, (uint32_t)(w->block / tiles * TILE * n + w->block % tiles * TILE));
    place = simt_add(w, &place, &x);
    simt_store(w, &a->array[MM_C], &place, APP_WORD, &s->sum);
    simt_exit(w);
}

static void mm_warp(app *a, simt *w) {
    mm_state *s = w->state;
    simt_loop(w, w->phase == 0 ? 0 : 1);
    if (w->phase == 0)
        mm_begin(a, w, s);
    simt_round(w, w->phase == 2 * a->p[0] / TILE ? 4 : 2 + w->phase % 2);
    if (w->phase == 2 * a->p[0] / TILE)
        mm_end(a, w, s);
    else if (w->phase % 2 == 0)
        mm_bring(a, w, s);
    else
        mm_multiply(w, s);
}

static void mm_reference(app *host) {
    const uint64_t n = host->p[0];
    for (uint64_t y = 0; y < n; y++) {
        float *c = app_floats(host, MM_C) + y * n; /* zero at first */
        for (uint64_t k = 0; k < n; k++) {
            const float x = app_floats(host, MM_A)[y * n + k];
            const float *b = app_floats(host, MM_B) + k * n;
            for (uint64_t column = 0; column < n; column++)
                c[column] = x * b[column] + c[column];
        }
    }
}

static const char *mm_check(const kernel_data *a) {
    return app_check(a, mm_reference);
}

const kernel_ops kernel_mm = {
    .name = "mm",
    .summary = "product of square matrices, tiles in shared memory (CUDA SDK matrixMul)",
    .params = {{"n", 512, 16, 4096, "rows and columns, rounded up to 16"}},
    .open = mm_open,
    .close = app_close,
    .reset = app_reset,
    .launch = mm_launch,
    .warp = mm_warp,
    .check = mm_check,
};
