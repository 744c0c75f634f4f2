/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Alignment of two sequences after Needleman and Wunsch (Rodinia nw): a cell of the score matrix follows from
 * its upper left, left and upper neighbour. Tiles of 16 x 16 on an antidiagonal do not depend on each other:
 * a launch each, down to the longest and on to the last corner. A tile is half a warp, which goes through it
 * in shared memory, antidiagonal by antidiagonal.
 */
#include "program/apps/app.h"

#define TILE    16U
#define PITCH   (TILE + 1U) /* of the scores in shared memory: with a row above and a column left */
#define SCORES  (PITCH * PITCH)
#define PENALTY 10U
#define LETTERS 24U

enum { NW_SCORE, NW_MATCH }; /* scores; what the letters of a cell give, border and all */

static uint32_t nw_width(const app *a) {
    return (uint32_t)a->p[0] + 1;
}

static void nw_declare(app *a) {
    app_array(a, APP_INOUT, (uint64_t)nw_width(a) * nw_width(a));
    app_array(a, APP_INPUT, (uint64_t)nw_width(a) * nw_width(a));
}

/* A substitution matrix and two sequences at random; gaps alone along the borders. */
static void nw_fill(app *a) {
    const uint32_t n = nw_width(a);
    uint32_t gain[LETTERS][LETTERS];
    for (uint32_t i = 0; i < LETTERS; i++)
        for (uint32_t k = 0; k <= i; k++)
            gain[i][k] = gain[k][i] = i == k ? 4 + app_random(a, 8) : app_random(a, 8) - 4;
    uint32_t *score = app_words(a, NW_SCORE);
    uint32_t *match = app_words(a, NW_MATCH);
    for (uint32_t i = 1; i < n; i++) {
        score[i] = 0U - i * PENALTY;
        score[(uint64_t)i * n] = 0U - i * PENALTY;
        match[i] = app_random(a, LETTERS); /* the letters are kept in the border of the matches */
        match[(uint64_t)i * n] = app_random(a, LETTERS);
    }
    for (uint64_t y = 1; y < n; y++)
        for (uint64_t x = 1; x < n; x++)
            match[y * n + x] = gain[match[y * n]][match[x]];
}

static kernel_data *nw_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + TILE - 1) / TILE * TILE};
    return app_open(whole, seed, va, nw_declare, nw_fill);
}

static bool nw_launch(app *a, uint32_t n, launch_shape *s) {
    const uint32_t tiles = (uint32_t)a->p[0] / TILE;
    a->launch = n;
    *s = (launch_shape){.name = n < tiles ? "needle_1" : "needle_2",
                        .blocks = n < tiles ? n + 1 : 2 * tiles - 1 - n,
                        .block_dim = TILE,
                        .regs = 24,
                        .shared_bytes = (SCORES + TILE * TILE) * APP_WORD,
                        .phases = 1};
    return n < 2 * tiles - 1;
}

/* The word of the cell above and left of the tile. */
static uint32_t nw_corner(const app *a, const simt *w) {
    const uint32_t tiles = (uint32_t)a->p[0] / TILE;
    const uint32_t x = (uint32_t)w->block + (a->launch < tiles ? 0 : a->launch - tiles + 1);
    return (a->launch - x) * TILE * nw_width(a) + x * TILE;
}

/* A column per thread: the matches, and the scores above the tile; a row per thread: the scores left of it.
 */
static void nw_bring(const app *a, simt *w, const val *t, const val *score) {
    const uint32_t n = nw_width(a);
    val first = simt_affine(w, t, 1, nw_corner(a, w) + n + 1);
    val match = simt_hold(w, simt_address(w, &a->array[NW_MATCH], &first, APP_WORD));
    val column = simt_hold(w, simt_shared(w, t));
    for (uint32_t y = 0; y < TILE; y++) {
        val x = simt_at(w, &a->array[NW_MATCH], &match, (int32_t)(y * n));
        simt_put(w, NULL, &column, (int32_t)(SCORES + y * TILE), &x);
    }
    val above = simt_at(w, &a->array[NW_SCORE], score, -(int32_t)n);
    simt_put(w, NULL, &column, 1, &above);
    val line = simt_affine(w, t, n, nw_corner(a, w) + n);
    val left = simt_load(w, &a->array[NW_SCORE], &line, APP_WORD);
    val row = simt_affine(w, t, PITCH * APP_WORD, 0);
    simt_put(w, NULL, &row, PITCH, &left);
    const uint32_t all = simt_if(w, simt_equal(w, t, IMM(0)));
    val corner = simt_at(w, &a->array[NW_SCORE], score, -(int32_t)n - 1);
    simt_put(w, NULL, &column, 0, &corner);
    simt_join(w, all);
}

/* A cell from its neighbours: `place` and `match` with an offset in words. */
static void nw_cell(simt *w, const val *place, int32_t at, const val *match, int32_t gain_at) {
    val corner = simt_at(w, NULL, place, at - (int32_t)PITCH - 1);
    val gain = simt_at(w, NULL, match, gain_at);
    val best = simt_hold(w, simt_add(w, &corner, &gain));
    val left = simt_at(w, NULL, place, at - 1);
    val gap = simt_add_constant(w, &left, 0U - PENALTY);
    simt_into(w, &best, SIMT_IMAX, &best, &gap, NULL);
    val above = simt_at(w, NULL, place, at - (int32_t)PITCH);
    gap = simt_add_constant(w, &above, 0U - PENALTY);
    simt_into(w, &best, SIMT_IMAX, &best, &gap, NULL);
    simt_put(w, NULL, place, at, &best);
    simt_drop(w, &best);
}

/* Antidiagonal m of the upper half has the cells (t + 1, m - t + 1), that of the lower half (t + 16 - m, 16 -
 * t), for t up to m. The places are those of the longest one, m = 15. */
static void nw_wave(simt *w, const val *t) {
    val word = simt_affine(w, t, 0U - (PITCH - 1), TILE * PITCH + 1);
    val place = simt_hold(w, simt_shared(w, &word));
    word = simt_affine(w, t, 0U - (TILE - 1), (TILE - 1) * TILE + SCORES);
    val match = simt_hold(w, simt_shared(w, &word));
    for (uint32_t k = 0; k < 2 * TILE - 1; k++) {
        const int32_t m = (int32_t)(k < TILE ? k : 2 * TILE - 2 - k);
        const int32_t behind = m - (int32_t)(TILE - 1);
        simt_loop(w, 2 + k);
        const uint32_t all = simt_if(w, simt_compare(w, SIMT_ULE, t, IMM((uint32_t)m)));
        nw_cell(w, &place, k < TILE ? behind * (int32_t)PITCH : -behind, &match,
                k < TILE ? behind * (int32_t)TILE : -behind);
        simt_join(w, all);
    }
}

static void nw_warp(app *a, simt *w) {
    const uint32_t n = nw_width(a);
    simt_loop(w, 0);
    val t = simt_hold(w, simt_thread_in_block(w));
    val first = simt_affine(w, &t, 1, nw_corner(a, w) + n + 1);
    val score = simt_hold(w, simt_address(w, &a->array[NW_SCORE], &first, APP_WORD));
    const simt_scope scope = simt_scope_begin(w);
    nw_bring(a, w, &t, &score);
    simt_scope_end(w, &scope);
    simt_loop(w, 1);
    nw_wave(w, &t);
    simt_scope_end(w, &scope);
    simt_loop(w, 2 + 2 * TILE);
    val column = simt_hold(w, simt_shared(w, &t));
    for (uint32_t y = 0; y < TILE; y++) {
        val x = simt_at(w, NULL, &column, (int32_t)((y + 1) * PITCH + 1));
        simt_put(w, &a->array[NW_SCORE], &score, (int32_t)(y * n), &x);
    }
    simt_exit(w);
}

static void nw_reference(app *host) {
    const uint64_t n = nw_width(host);
    int32_t *score = host->array[NW_SCORE].data;
    const int32_t *match = host->array[NW_MATCH].data;
    for (uint64_t i = n; i < n * n; i++) {
        if (i % n == 0)
            continue;
        const int32_t both = score[i - n - 1] + match[i];
        const int32_t one = (score[i - 1] > score[i - n] ? score[i - 1] : score[i - n]) - (int32_t)PENALTY;
        score[i] = both > one ? both : one;
    }
}

static const char *nw_check(const kernel_data *a) {
    return app_check(a, nw_reference);
}

const kernel_ops kernel_nw = {
    .name = "nw",
    .summary = "alignment of two sequences (Rodinia nw)",
    .params = {{"length", 1024, 16, 8192, "letters of a sequence, rounded up to 16"}},
    .open = nw_open,
    .close = app_close,
    .reset = app_reset,
    .launch = nw_launch,
    .warp = nw_warp,
    .check = nw_check,
};
