/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LU decomposition in place, without pivoting (Rodinia lud). Tile by tile down the diagonal, three launches
 * each: the tile itself (one block), the tiles right of it and below it (a block for a pair: half the warp
 * takes the row's, half the column's), and all others, which lose the product of the two at their row and
 * column.
 */
#include "program/apps/app.h"

#define TILE  16U
#define CELLS (TILE * TILE)

enum { LUD_MATRIX };
enum { LUD_DIAGONAL, LUD_PERIMETER, LUD_INTERNAL, LUD_KERNELS };

static void lud_declare(app *a) {
    app_array(a, APP_INOUT, a->p[0] * a->p[0]);
}

/* The diagonal dominates, so no pivot is small. */
static void lud_fill(app *a) {
    app_random_floats(a, LUD_MATRIX, -1.0F, 1.0F);
    for (uint64_t i = 0; i < a->p[0]; i++)
        app_floats(a, LUD_MATRIX)[i * a->p[0] + i] = (float)a->p[0];
}

static kernel_data *lud_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + TILE - 1) / TILE * TILE};
    return app_open(whole, seed, va, lud_declare, lud_fill);
}

static bool lud_launch(app *a, uint32_t n, launch_shape *s) {
    static const char *const name[] = {"lud_diagonal", "lud_perimeter", "lud_internal"};
    static const uint32_t threads[] = {TILE, 2 * TILE, CELLS};
    const uint64_t tiles = a->p[0] / TILE;
    const uint64_t left = n / LUD_KERNELS < tiles ? tiles - 1 - n / LUD_KERNELS : 0;
    const uint64_t blocks[] = {1, left, left * left};
    a->launch = n;
    *s = (launch_shape){.name = name[n % LUD_KERNELS],
                        .blocks = blocks[n % LUD_KERNELS],
                        .block_dim = threads[n % LUD_KERNELS],
                        .regs = 24,
                        .shared_bytes = 3 * CELLS * APP_WORD,
                        .phases = n % LUD_KERNELS == LUD_INTERNAL ? 2 : 1};
    return n < LUD_KERNELS * (tiles - 1) + 1;
}

/* The word of a tile's corner. */
static uint32_t lud_corner(const app *a, uint32_t tile_y, uint32_t tile_x) {
    return (uint32_t)(tile_y * TILE * a->p[0] + tile_x * TILE);
}

/* Rows of a tile between the matrix and shared memory, a column per thread t. */
static void lud_move(const app *a, simt *w, const val *t, uint32_t corner, int32_t shared, bool in) {
    val first = simt_affine(w, t, 1, corner);
    val global = simt_hold(w, simt_address(w, &a->array[LUD_MATRIX], &first, APP_WORD));
    val place = simt_hold(w, simt_shared(w, t));
    for (uint32_t y = 0; y < TILE; y++) {
        const int32_t row = shared + (int32_t)(y * TILE);
        val x = in ? simt_at(w, &a->array[LUD_MATRIX], &global, (int32_t)(y * a->p[0]))
                   : simt_at(w, NULL, &place, row);
        simt_put(w, in ? NULL : &a->array[LUD_MATRIX], in ? &place : &global,
                 in ? row : (int32_t)(y * a->p[0]), &x);
    }
    simt_drop(w, &global);
    simt_drop(w, &place);
}

/* cell -= sum over k < terms of left[k] * up[k], one by one; then perhaps over a pivot. All in shared memory:
 * an address, the first word behind it and the distance of the next. */
typedef struct {
    const val *address;
    uint32_t word, step;
} lud_line;

static void lud_reduce(simt *w, lud_line cell, lud_line left, lud_line up, uint32_t terms,
                       const lud_line *pivot) {
    val x = simt_hold(w, simt_at(w, NULL, cell.address, (int32_t)cell.word));
    for (uint32_t k = 0; k < terms; k++) {
        val l = simt_at(w, NULL, left.address, (int32_t)(left.word + k * left.step));
        val u = simt_at(w, NULL, up.address, (int32_t)(up.word + k * up.step));
        val product = simt_fmul(w, &l, &u);
        simt_into(w, &x, SIMT_FSUB, &x, &product, NULL);
    }
    if (pivot) {
        val p = simt_at(w, NULL, pivot->address, (int32_t)pivot->word);
        val inverse = simt_do(w, SIMT_RCP, &p, NULL, NULL);
        simt_into(w, &x, SIMT_FMUL, &x, &inverse, NULL);
    }
    simt_put(w, NULL, cell.address, (int32_t)cell.word, &x);
    simt_drop(w, &x);
}

/* Column i below the diagonal, then row i + 1 from it on: thread t has row t, then column t. */
static void lud_diagonal(const app *a, simt *w, const val *t) {
    const uint32_t k = a->launch / LUD_KERNELS;
    lud_move(a, w, t, lud_corner(a, k, k), 0, true);
    val row = simt_hold(w, simt_affine(w, t, TILE * APP_WORD, 0));
    val column = simt_hold(w, simt_shared(w, t));
    val origin = simt_variable(w, 0);
    for (uint32_t i = 0; i + 1 < TILE; i++) {
        simt_loop(w, 8 + 2 * i);
        const uint32_t all = simt_if(w, simt_less(w, IMM(i), t));
        const lud_line pivot = {&origin, i * TILE + i, 0};
        lud_reduce(w, (lud_line){&row, i, 0}, (lud_line){&row, 0, 1}, (lud_line){&origin, i, TILE}, i,
                   &pivot);
        lud_reduce(w, (lud_line){&column, (i + 1) * TILE, 0}, (lud_line){&origin, (i + 1) * TILE, 1},
                   (lud_line){&column, 0, TILE}, i + 1, NULL);
        simt_join(w, all);
    }
    simt_loop(w, 1);
    lud_move(a, w, t, lud_corner(a, k, k), 0, false);
}

/* Words of shared memory: the diagonal's tile, the row's, the column's. */
static void lud_perimeter(const app *a, simt *w, const val *t) {
    const uint32_t k = a->launch / LUD_KERNELS;
    const uint32_t other = k + 1 + (uint32_t)w->block;
    val lane = simt_hold(w, simt_and(w, t, IMM(TILE - 1)));
    const uint32_t first = simt_less(w, t, IMM(TILE));
    uint32_t all = simt_if(w, first);
    lud_move(a, w, &lane, lud_corner(a, k, k), 0, true);
    lud_move(a, w, &lane, lud_corner(a, k, other), CELLS, true);
    simt_else(w, all, first);
    lud_move(a, w, &lane, lud_corner(a, other, k), 2 * CELLS, true);
    simt_join(w, all);
    val column = simt_hold(w, simt_shared(w, &lane));
    val row = simt_hold(w, simt_affine(w, &lane, TILE * APP_WORD, 0));
    val origin = simt_variable(w, 0);
    for (uint32_t i = 0; i < TILE; i++) {
        simt_loop(w, 8 + 2 * i);
        const lud_line pivot = {&origin, i * TILE + i, 0};
        all = simt_if(w, first);
        lud_reduce(w, (lud_line){&column, CELLS + i * TILE, 0}, (lud_line){&origin, i * TILE, 1},
                   (lud_line){&column, CELLS, TILE}, i, NULL);
        simt_else(w, all, first);
        lud_reduce(w, (lud_line){&row, 2 * CELLS + i, 0}, (lud_line){&row, 2 * CELLS, 1},
                   (lud_line){&origin, i, TILE}, i, &pivot);
        simt_join(w, all);
    }
    simt_loop(w, 1);
    all = simt_if(w, first);
    lud_move(a, w, &lane, lud_corner(a, k, other), CELLS, false);
    simt_else(w, all, first);
    lud_move(a, w, &lane, lud_corner(a, other, k), 2 * CELLS, false);
    simt_join(w, all);
}

static void lud_internal(const app *a, simt *w) {
    const uint32_t n = (uint32_t)a->p[0];
    const uint32_t k = a->launch / LUD_KERNELS;
    const uint32_t left = n / TILE - 1 - k;
    const uint32_t tile_x = k + 1 + (uint32_t)w->block % left;
    const uint32_t tile_y = k + 1 + (uint32_t)w->block / left;
    const buffer *m = &a->array[LUD_MATRIX];
    val x = simt_hold(w, simt_thread_x(w, TILE));
    val y = simt_hold(w, simt_thread_y(w, TILE));
    val row = simt_hold(w, simt_affine(w, &y, TILE * APP_WORD, 0));
    val column = simt_hold(w, simt_shared(w, &x));
    val in_tile = simt_do(w, SIMT_MAD, &y, IMM(n), &x);
    simt_keep(w, &in_tile);
    if (w->phase == 0) {
        val place = simt_hold(w, simt_add(w, &row, &column));
        val of_row = simt_add_constant(w, &in_tile, lud_corner(a, k, tile_x));
        val u = simt_load(w, m, &of_row, APP_WORD);
        simt_put(w, NULL, &place, 0, &u);
        val of_column = simt_add_constant(w, &in_tile, lud_corner(a, tile_y, k));
        val l = simt_load(w, m, &of_column, APP_WORD);
        simt_put(w, NULL, &place, CELLS, &l);
        return;
    }
    val sum = simt_fvariable(w, 0.0F);
    for (uint32_t i = 0; i < TILE; i++) {
        val l = simt_at(w, NULL, &row, (int32_t)(CELLS + i));
        val u = simt_at(w, NULL, &column, (int32_t)(i * TILE));
        simt_fgrow_product(w, &sum, &l, &u);
    }
    val cell = simt_hold(w, simt_add_constant(w, &in_tile, lud_corner(a, tile_y, tile_x)));
    val old = simt_load(w, m, &cell, APP_WORD);
    val next = simt_fsub(w, &old, &sum);
    simt_store(w, m, &cell, APP_WORD, &next);
}

static void lud_warp(app *a, simt *w) {
    const simt_scope scope = simt_scope_begin(w);
    simt_loop(w, w->phase == 0 ? 0 : 4);
    val t = simt_hold(w, simt_thread_in_block(w));
    if (a->launch % LUD_KERNELS == LUD_DIAGONAL)
        lud_diagonal(a, w, &t);
    else if (a->launch % LUD_KERNELS == LUD_PERIMETER)
        lud_perimeter(a, w, &t);
    else
        lud_internal(a, w);
    if (a->launch % LUD_KERNELS != LUD_INTERNAL || w->phase == 1)
        simt_exit(w);
    simt_scope_end(w, &scope);
}

/* An element once all left of it and above it are final: what the tiles before subtract comes as a sum each,
 * within its own tile one by one. */
static void lud_element(float *m, uint64_t n, uint64_t y, uint64_t x) {
    const uint64_t terms = y < x ? y : x;
    const uint64_t own = terms / TILE * TILE;
    float *cell = &m[y * n + x];
    for (uint64_t k = 0; k < own; k += TILE) {
        float sum = 0.0F;
        for (uint64_t i = k; i < k + TILE; i++)
            sum = m[y * n + i] * m[i * n + x] + sum;
        *cell -= sum;
    }
    for (uint64_t i = own; i < terms; i++)
        *cell -= m[y * n + i] * m[i * n + x];
    if (y > x)
        *cell *= 1.0F / m[x * n + x];
}

static void lud_reference(app *host) {
    const uint64_t n = host->p[0];
    for (uint64_t k = 0; k < n; k++) {
        for (uint64_t x = k; x < n; x++)
            lud_element(app_floats(host, LUD_MATRIX), n, k, x);
        for (uint64_t y = k + 1; y < n; y++)
            lud_element(app_floats(host, LUD_MATRIX), n, y, k);
    }
}

static const char *lud_check(const kernel_data *a) {
    return app_check(a, lud_reference);
}

const kernel_ops kernel_lud = {
    .name = "lud",
    .summary = "LU decomposition by tiles (Rodinia lud)",
    .params = {{"n", 512, 32, 4096, "rows and columns, rounded up to 16"}},
    .open = lud_open,
    .close = app_close,
    .reset = app_reset,
    .launch = lud_launch,
    .warp = lud_warp,
    .check = lud_check,
};
