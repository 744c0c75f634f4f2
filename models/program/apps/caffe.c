/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A picture classified by AlexNet, one launch after another as Caffe does it on a GPU (Fractional GPUs
 * §VI-B). A convolution lays its windows out as columns (im2col) and multiplies them by the weights (sgemm, a
 * launch per group); bias and ReLU, normalization across channels and max pooling follow. The last three
 * layers multiply a vector by a matrix (sgemv).
 *
 * Layers, windows and channels are as in Caffe's model bvlc_alexnet (deploy.prototxt). D: one picture,
 * because Caffe's program for classification takes one at a time. The paper replaces cuBLAS by kernels that
 * it does not describe; sgemm is the product by tiles of CUDA SDK matrixMul, sgemv a block per row. D:
 * pictures and weights are random, as none are shipped here; what is read and computed does not depend on
 * them. The softmax over the scores is left to the host, and dropout does nothing outside training.
 */
#include "program/apps/caffe_net.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#define TILE     16U    /* rows and columns of a block */
#define LEVELS   8U     /* of the tree over the threads of a block */
#define CONTRAST 128.0F /* of a picture without its mean */

/* ---- data ---- */

static void caffe_declare(app *a) {
    const caffe_shape picture = caffe_picture(a);
    app_array(a, APP_INPUT, picture.maps * caffe_plane(picture.side));
    for (uint32_t i = 0; i < a->p[CAFFE_DEPTH]; i++) {
        const caffe_shape s = caffe_shape_of(a, i);
        app_array(a, APP_INPUT, (uint64_t)s.maps * (s.terms + 1));
        if (s.of->window)
            app_array(a, APP_SCRATCH, (uint64_t)s.of->groups * s.terms * caffe_plane(s.side));
        app_array(a, APP_OUTPUT, s.maps * caffe_plane(s.side));
        if (s.of->norm)
            app_array(a, APP_OUTPUT, s.maps * caffe_plane(s.side));
        if (s.of->pool)
            app_array(a, APP_OUTPUT, s.maps * caffe_plane(s.pooled));
    }
}

/* Weights keep the spread of what comes in, so that the scores of any size stay numbers. */
static void caffe_fill(app *a) {
    app_random_floats(a, 0, -CONTRAST, CONTRAST);
    for (uint32_t i = 0; i < a->p[CAFFE_DEPTH]; i++) {
        const caffe_shape s = caffe_shape_of(a, i);
        const float bound = sqrtf(6.0F / (float)s.terms);
        app_random_floats(a, s.weights, -bound, bound);
    }
}

static kernel_data *caffe_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, caffe_declare, caffe_fill);
}

/* ---- launches ---- */

typedef enum { CAFFE_COLUMNS, CAFFE_PRODUCT, CAFFE_BIAS, CAFFE_NORM, CAFFE_MOST } caffe_kind;

/* A launch. */
typedef struct {
    caffe_shape shape; /* of the layer */
    caffe_kind kind;
    uint32_t group;
    bool found; /* false: there are no more */
} caffe_step;

/* What a thread of a product keeps across barriers. */
typedef struct {
    val weight, window; /* places of its elements of the next tiles */
    val x, y;
    val row, column;                    /* of the tiles in shared memory, in bytes */
    val own;                            /* its place in the tile of the weights */
    val place, sum;                     /* of the result */
    uint32_t row_inside, column_inside; /* the lanes whose row and column the result has */
} caffe_tile;

/* How many launches of a kind a layer has. */
static uint32_t caffe_count(const caffe_layer *l, caffe_kind kind) {
    switch (kind) {
    case CAFFE_COLUMNS:
        return l->window != 0;
    case CAFFE_PRODUCT:
        return l->groups;
    case CAFFE_NORM:
        return l->norm;
    case CAFFE_MOST:
        return l->pool;
    default: /* CAFFE_BIAS */
        return 1;
    }
}

static caffe_step caffe_find(const app *a, uint32_t launch) {
    for (uint32_t i = 0; i < a->p[CAFFE_DEPTH]; i++) {
        const caffe_shape s = caffe_shape_of(a, i);
        for (caffe_kind kind = CAFFE_COLUMNS; kind <= CAFFE_MOST; kind++) {
            const uint32_t count = caffe_count(s.of, kind);
            if (launch < count)
                return (caffe_step){s, kind, launch, true};
            launch -= count;
        }
    }
    return (caffe_step){.found = false};
}

static uint32_t caffe_tiles(uint64_t n) {
    return (uint32_t)kernel_blocks(n, TILE);
}

/* Blocks that cover a map, or all units of a layer without maps: threads in a row. */
static uint32_t caffe_rows(const caffe_shape *s) {
    return (uint32_t)kernel_blocks(s->of->window ? caffe_plane(s->side) : s->maps, CAFFE_CELLS);
}

static bool caffe_launch(app *a, uint32_t n, launch_shape *l) {
    static const char *const name[] = {"im2col", "sgemm", "bias_relu", "lrn", "max_pool"};
    const caffe_step step = caffe_find(a, n);
    if (!step.found)
        return false;
    const caffe_shape s = step.shape;
    const bool convolution = s.of->window != 0;
    const uint64_t tiles = caffe_plane(caffe_tiles(step.kind == CAFFE_MOST ? s.pooled : s.side));
    a->launch = n;
    *l = (launch_shape){.name = name[step.kind], .block_dim = CAFFE_CELLS, .regs = 24, .phases = 1};
    if (step.kind == CAFFE_COLUMNS) {
        l->blocks = s.from_maps * tiles;
    } else if (step.kind == CAFFE_MOST) {
        l->blocks = s.maps * tiles;
    } else if (step.kind != CAFFE_PRODUCT) {
        l->blocks = (uint64_t)(convolution ? s.maps : 1) * caffe_rows(&s);
    } else if (convolution) {
        l->blocks = (uint64_t)caffe_tiles(s.maps / s.of->groups) * caffe_tiles(caffe_plane(s.side));
        l->shared_bytes = 2 * CAFFE_CELLS * APP_WORD;
        l->phases = 2 * caffe_tiles(s.terms) + 1;
        l->state_bytes = sizeof(caffe_tile);
    } else {
        l->name = "sgemv";
        l->blocks = s.maps;
        l->shared_bytes = CAFFE_CELLS * APP_WORD;
        l->phases = LEVELS + 2;
    }
    return true;
}

/* ---- windows: im2col and pooling, a thread per element of a tile of a map ---- */

typedef struct {
    const buffer *from;
    uint32_t map, side, pad; /* of the input; pad: rows and columns of zeros around it */
    val x, y;                /* of the window's corner, the padding included */
    val row;                 /* the element before a row's first; and */
    uint32_t inside;         /* the lanes in which that row is in the map */
} caffe_window;

/* The lanes that have an element of a map of `side`; its place in the map. */
static uint32_t caffe_element(simt *w, uint32_t side, val *x, val *y, val *place) {
    const uint32_t tiles = caffe_tiles(side);
    const uint32_t tile = (uint32_t)(w->block % caffe_plane(tiles));
    val column = simt_thread_x(w, TILE);
    *x = simt_hold(w, simt_affine(w, &column, 1, tile % tiles * TILE));
    val line = simt_thread_y(w, TILE);
    *y = simt_hold(w, simt_affine(w, &line, 1, tile / tiles * TILE));
    *place = simt_hold(w, simt_do(w, SIMT_MAD, y, IMM(side), x));
    const uint32_t left = simt_less(w, x, IMM(side));
    return left & simt_less(w, y, IMM(side));
}

static void caffe_corner(simt *w, caffe_window *v, uint32_t stride) {
    simt_into(w, &v->x, SIMT_MAD, &v->x, IMM(stride), IMM(0U - v->pad));
    simt_into(w, &v->y, SIMT_MAD, &v->y, IMM(stride), IMM(0U - v->pad));
    v->row = simt_variable(w, 0);
}

static void caffe_window_row(simt *w, caffe_window *v, uint32_t line) {
    val y = simt_affine(w, &v->y, 1, line);
    v->inside = simt_less(w, &y, IMM(v->side)); /* above the map: wraps, far below it */
    simt_into(w, &v->row, SIMT_MAD, &y, IMM(v->side), IMM((uint32_t)(v->map * caffe_plane(v->side))));
}

/* The element in a column of the row, and the lanes in which it is in the map; what others have is not said.
 */
static uint32_t caffe_tap(simt *w, const caffe_window *v, uint32_t column, val *element) {
    val x = simt_affine(w, &v->x, 1, column);
    const uint32_t inside = v->inside & simt_less(w, &x, IMM(v->side));
    val place = simt_add(w, &v->row, &x);
    const uint32_t all = simt_predicate(w, inside);
    *element = simt_load(w, v->from, &place, APP_WORD);
    simt_join(w, all);
    return inside;
}

/* The windows of a map as columns: a row for each place in the window. */
static void caffe_columns(const app *a, const caffe_shape *s, simt *w) {
    const uint32_t window = s->of->window;
    const uint32_t plane = (uint32_t)caffe_plane(s->side);
    caffe_window v = {.from = &a->array[s->from],
                      .map = (uint32_t)(w->block / caffe_plane(caffe_tiles(s->side))),
                      .side = s->from_side,
                      .pad = s->of->pad};
    val place;
    simt_loop(w, 0);
    const uint32_t all = simt_if(w, caffe_element(w, s->side, &v.x, &v.y, &place));
    caffe_corner(w, &v, s->of->stride);
    val first = simt_affine(w, &place, 1, v.map * window * window * plane);
    val to = simt_hold(w, simt_address(w, &a->array[s->columns], &first, APP_WORD));
    for (uint32_t line = 0; line < window; line++) {
        simt_round(w, 1);
        caffe_window_row(w, &v, line);
        for (uint32_t column = 0; column < window; column++) {
            val element;
            const uint32_t inside = caffe_tap(w, &v, column, &element);
            val padded = simt_select(w, inside, &element, FIMM(0.0F));
            simt_put(w, &a->array[s->columns], &to, 0, &padded);
            simt_advance(w, &to, (int32_t)(plane * APP_WORD));
        }
    }
    simt_join(w, all);
    simt_label(w, 2);
    simt_exit(w);
}

static void caffe_pool(const app *a, const caffe_shape *s, simt *w) {
    caffe_window v = {.from = &a->array[s->normed],
                      .map = (uint32_t)(w->block / caffe_plane(caffe_tiles(s->pooled))),
                      .side = s->side};
    val place;
    simt_loop(w, 0);
    const uint32_t all = simt_if(w, caffe_element(w, s->pooled, &v.x, &v.y, &place));
    caffe_corner(w, &v, CAFFE_STRIDE);
    val most = simt_fvariable(w, -FLT_MAX);
    for (uint32_t line = 0; line < CAFFE_POOL; line++) {
        simt_round(w, 1);
        caffe_window_row(w, &v, line);
        for (uint32_t column = 0; column < CAFFE_POOL; column++) {
            val element;
            const uint32_t inside = caffe_tap(w, &v, column, &element);
            const uint32_t here = simt_predicate(w, inside);
            simt_into(w, &most, SIMT_FMAX, &most, &element, NULL);
            simt_join(w, here);
        }
    }
    simt_label(w, 2);
    val to = simt_affine(w, &place, 1, (uint32_t)(v.map * caffe_plane(s->pooled)));
    simt_store(w, &a->array[s->result], &to, APP_WORD, &most);
    simt_join(w, all);
    simt_exit(w);
}

/* ---- products ---- */

/* Rows of a group's weights by its columns. Phases: bring a tile of either, multiply, and so on; the last
 * stores. */
static void caffe_tile_begin(const app *a, const caffe_shape *s, uint32_t group, simt *w, caffe_tile *t) {
    const uint32_t rows = s->maps / s->of->groups;
    const uint32_t plane = (uint32_t)caffe_plane(s->side);
    const uint32_t tiles = caffe_tiles(plane);
    const uint32_t y0 = (uint32_t)(w->block / tiles) * TILE;
    const uint32_t x0 = (uint32_t)(w->block % tiles) * TILE;
    t->x = simt_hold(w, simt_thread_x(w, TILE));
    t->y = simt_hold(w, simt_thread_y(w, TILE));
    t->row_inside = simt_less(w, &t->y, IMM(rows - y0));
    t->column_inside = simt_less(w, &t->x, IMM(plane - x0));
    val place = simt_affine(w, &t->y, s->terms, (group * rows + y0) * s->terms);
    place = simt_add(w, &place, &t->x);
    t->weight = simt_hold(w, simt_address(w, &a->array[s->weights], &place, APP_WORD));
    place = simt_affine(w, &t->y, plane, group * s->terms * plane + x0);
    place = simt_add(w, &place, &t->x);
    t->window = simt_hold(w, simt_address(w, &a->array[s->columns], &place, APP_WORD));
    t->row = simt_hold(w, simt_affine(w, &t->y, TILE * APP_WORD, 0));
    t->column = simt_hold(w, simt_shared(w, &t->x));
    t->own = simt_hold(w, simt_add(w, &t->row, &t->column));
    place = simt_affine(w, &t->y, plane, (group * rows + y0) * plane + x0);
    t->place = simt_hold(w, simt_add(w, &place, &t->x));
    t->sum = simt_fvariable(w, 0.0F);
}

/* An element of a tile into shared memory, 0 where the matrix has none. */
static void caffe_tile_element(simt *w, const buffer *matrix, const val *address, uint32_t inside,
                               const val *to, uint32_t words) {
    const uint32_t all = simt_predicate(w, inside);
    val element = simt_at(w, matrix, address, 0);
    simt_join(w, all);
    val whole = simt_select(w, inside, &element, FIMM(0.0F));
    simt_put(w, NULL, to, (int32_t)words, &whole);
}

static void caffe_tile_bring(const app *a, const caffe_shape *s, simt *w, caffe_tile *t) {
    const uint32_t left = s->terms - w->phase / 2 * TILE;
    const uint32_t in_row = t->row_inside & simt_less(w, &t->x, IMM(left));
    caffe_tile_element(w, &a->array[s->weights], &t->weight, in_row, &t->own, 0);
    const uint32_t in_column = t->column_inside & simt_less(w, &t->y, IMM(left));
    caffe_tile_element(w, &a->array[s->columns], &t->window, in_column, &t->own, CAFFE_CELLS);
    simt_advance(w, &t->weight, TILE * APP_WORD);
    simt_advance(w, &t->window, (int32_t)(TILE * APP_WORD * caffe_plane(s->side)));
}

static void caffe_tile_multiply(simt *w, caffe_tile *t) {
    for (uint32_t k = 0; k < TILE; k++) {
        val x = simt_at(w, NULL, &t->row, (int32_t)k);
        val y = simt_at(w, NULL, &t->column, (int32_t)(CAFFE_CELLS + k * TILE));
        simt_fgrow_product(w, &t->sum, &x, &y);
    }
}

static void caffe_tile_end(const app *a, const caffe_shape *s, simt *w, const caffe_tile *t) {
    const uint32_t all = simt_if(w, t->row_inside & t->column_inside);
    simt_store(w, &a->array[s->out], &t->place, APP_WORD, &t->sum);
    simt_join(w, all);
    simt_exit(w);
}

static void caffe_product(const app *a, const caffe_shape *s, uint32_t group, simt *w) {
    caffe_tile *t = w->state;
    const uint32_t last = 2 * caffe_tiles(s->terms);
    simt_loop(w, w->phase == 0 ? 0 : 1);
    if (w->phase == 0)
        caffe_tile_begin(a, s, group, w, t);
    simt_round(w, w->phase == last ? 4 : 2 + w->phase % 2);
    if (w->phase == last)
        caffe_tile_end(a, s, w, t);
    else if (w->phase % 2 == 0)
        caffe_tile_bring(a, s, w, t);
    else
        caffe_tile_multiply(w, t);
}

/* What a thread has of the block's row by the vector: every CAFFE_CELLS-th product. */
static void caffe_gather(const app *a, simt *w) {
    const caffe_shape s = caffe_find(a, a->launch).shape;
    val t = simt_hold(w, simt_thread_in_block(w));
    val k = simt_hold(w, simt_do(w, SIMT_MOV, &t, NULL, NULL));
    val sum = simt_fvariable(w, 0.0F);
    const uint32_t all = w->mask;
    for (;;) {
        simt_loop(w, 1);
        if (!simt_while(w, simt_less(w, &k, IMM(s.terms))))
            break;
        val i = simt_affine(w, &k, 1, (uint32_t)w->block * s.terms);
        val x = simt_hold(w, simt_load(w, &a->array[s.weights], &i, APP_WORD));
        val y = simt_load(w, &a->array[s.from], &k, APP_WORD);
        simt_fgrow_product(w, &sum, &x, &y);
        simt_step(w, &k, CAFFE_CELLS);
        simt_drop(w, &x);
    }
    simt_join(w, all);
    simt_label(w, 2);
    val place = simt_shared(w, &t);
    simt_put(w, NULL, &place, 0, &sum);
}

/* ---- element by element: threads in a row over a map ---- */

/* The thread's element of a map; as simt_if(). */
static uint32_t caffe_row(const caffe_shape *s, simt *w, uint32_t elements, val *i) {
    simt_loop(w, 0);
    val t = simt_thread_in_block(w);
    *i = simt_hold(w, simt_affine(w, &t, 1, (uint32_t)(w->block % caffe_rows(s)) * CAFFE_CELLS));
    return simt_if_less(w, i, elements);
}

/* In place: the bias of the map, or of each unit where there are no maps. */
static void caffe_bias(const app *a, const caffe_shape *s, simt *w) {
    const uint32_t map = s->of->window ? (uint32_t)(w->block / caffe_rows(s)) : 0;
    const uint32_t elements = s->of->window ? (uint32_t)caffe_plane(s->side) : s->maps;
    val i;
    const uint32_t all = caffe_row(s, w, elements, &i);
    val unit = simt_affine(w, &i, s->of->window ? 0 : 1, s->maps * s->terms + map);
    val bias = simt_hold(w, simt_load(w, &a->array[s->weights], &unit, APP_WORD));
    val place = simt_hold(w, simt_affine(w, &i, 1, map * elements));
    val x = simt_load(w, &a->array[s->out], &place, APP_WORD);
    val y = simt_fadd(w, &x, &bias);
    if (s->of->relu)
        y = simt_do(w, SIMT_FMAX, &y, FIMM(0.0F), NULL);
    simt_store(w, &a->array[s->out], &place, APP_WORD, &y);
    simt_join(w, all);
    simt_exit(w);
}

/* x / (1 + alpha / 5 * (the squares of the channels around))^beta */
static void caffe_norm(const app *a, const caffe_shape *s, simt *w) {
    const uint32_t map = (uint32_t)(w->block / caffe_rows(s));
    const uint32_t plane = (uint32_t)caffe_plane(s->side);
    val i;
    const uint32_t all = caffe_row(s, w, plane, &i);
    val sum = simt_fvariable(w, 0.0F);
    for (uint32_t k = map < CAFFE_NEAR ? 0 : map - CAFFE_NEAR; k <= map + CAFFE_NEAR && k < s->maps; k++) {
        simt_round(w, 1);
        val near = simt_affine(w, &i, 1, k * plane);
        val x = simt_load(w, &a->array[s->out], &near, APP_WORD);
        simt_fgrow_product(w, &sum, &x, &x);
    }
    simt_loop(w, 2);
    val place = simt_hold(w, simt_affine(w, &i, 1, map * plane));
    val x = simt_hold(w, simt_load(w, &a->array[s->out], &place, APP_WORD));
    val scale = simt_ffma(w, &sum, FIMM(CAFFE_ALPHA_5), FIMM(1.0F));
    val log = simt_do(w, SIMT_LG2, &scale, NULL, NULL);
    val power = simt_fmul(w, &log, FIMM(-CAFFE_BETA));
    val factor = simt_do(w, SIMT_EX2, &power, NULL, NULL);
    val y = simt_fmul(w, &x, &factor);
    simt_store(w, &a->array[s->normed], &place, APP_WORD, &y);
    simt_join(w, all);
    simt_exit(w);
}

static void caffe_warp(app *a, simt *w) {
    const caffe_step step = caffe_find(a, a->launch);
    const caffe_shape *s = &step.shape;
    assert(step.found);
    if (step.kind == CAFFE_COLUMNS)
        caffe_columns(a, s, w);
    else if (step.kind == CAFFE_BIAS)
        caffe_bias(a, s, w);
    else if (step.kind == CAFFE_NORM)
        caffe_norm(a, s, w);
    else if (step.kind == CAFFE_MOST)
        caffe_pool(a, s, w);
    else if (s->of->window)
        caffe_product(a, s, step.group, w);
    else
        app_block_sum(a, w, LEVELS, s->out, caffe_gather);
}

static const char *caffe_check(const kernel_data *a) {
    return app_check(a, caffe_reference);
}

const kernel_ops kernel_caffe = {
    .name = "caffe",
    .summary = "a picture classified by AlexNet, layer by layer (Caffe)",
    .params = {{"size", 227, 55, 454, "rows and columns of the picture"},
               {"divide", 4, 1, 16, "AlexNet's channels and units by this, to an even number"},
               {"layers", CAFFE_LAYERS, 1, CAFFE_LAYERS,
                "that run, of five convolutions and three products"}},
    .open = caffe_open,
    .close = app_close,
    .reset = app_reset,
    .launch = caffe_launch,
    .warp = caffe_warp,
    .check = caffe_check,
};
