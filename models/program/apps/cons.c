/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Separable convolution of an image, radius 8 (CUDA SDK convolutionSeparable): a launch for the rows, one for
 * the columns. A block brings its part of the image and a halo into shared memory, `steps` and two pixels a
 * thread, and computes `steps`, which are eight or, in older versions, four. Outside the image everything is
 * 0.
 */
#include "program/apps/app.h"

#define RADIUS 8U
#define TAPS   (2U * RADIUS + 1U)
#define WIDE   16U
#define ROW_Y  4U /* rows: blocks of 16 x 4 threads, with eight steps 128 x 4 pixels */
#define COL_Y  8U /* columns: 16 x 8, 16 x 64 pixels */

enum { CONS_IN, CONS_ROWS, CONS_OUT };

/* Pixels of a thread. */
static uint32_t cons_steps(const app *a) {
    return (uint32_t)a->p[2];
}

static void cons_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0] * a->p[1]);
    app_array(a, APP_SCRATCH, a->p[0] * a->p[1]);
    app_array(a, APP_OUTPUT, a->p[0] * a->p[1]);
}

static void cons_fill(app *a) {
    app_random_floats(a, CONS_IN, 0.0F, 16.0F);
}

static kernel_data *cons_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t wide = WIDE * p[2];
    const uint64_t tall = COL_Y * p[2];
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + wide - 1) / wide * wide,
                                               (p[1] + tall - 1) / tall * tall, p[2]};
    return app_open(whole, seed, va, cons_declare, cons_fill);
}

static float cons_tap(uint32_t k) {
    return 0.02F * (float)(k + 1 < TAPS - k ? k + 1 : TAPS - k);
}

static bool cons_launch(app *a, uint32_t n, launch_shape *s) {
    const uint32_t tall = n == 0 ? ROW_Y : COL_Y;
    a->launch = n;
    *s = (launch_shape){.name = n == 0 ? "convolutionRows" : "convolutionColumns",
                        .blocks = a->p[0] * a->p[1] / (WIDE * cons_steps(a) * tall),
                        .block_dim = WIDE * tall,
                        .regs = 28,
                        .shared_bytes = WIDE * tall * (cons_steps(a) + 2) * APP_WORD,
                        .phases = 2};
    return n < 2;
}

/* One direction: `step` is how far apart in memory and in shared memory a thread's pixels are, `next` the
 * neighbour of a pixel in shared memory, `first` and `end` the pixels of the image along the direction. */
typedef struct {
    uint32_t in, out;
    uint32_t tall;
    uint32_t step, shared_step;
    uint32_t pitch, next; /* of shared memory: a row of threads; the next pixel along the direction */
    uint32_t block_x, block_y;
    bool before, behind; /* is there image on either side? */
} cons_way;

static cons_way cons_rows(const app *a, uint32_t block) {
    const uint32_t across = (uint32_t)a->p[0] / (WIDE * cons_steps(a));
    return (cons_way){.in = CONS_IN,
                      .out = CONS_ROWS,
                      .tall = ROW_Y,
                      .step = WIDE,
                      .shared_step = WIDE,
                      .pitch = WIDE * (cons_steps(a) + 2),
                      .next = 1,
                      .block_x = block % across * WIDE * cons_steps(a),
                      .block_y = block / across * ROW_Y,
                      .before = block % across > 0,
                      .behind = block % across + 1 < across};
}

static cons_way cons_columns(const app *a, uint32_t block) {
    const uint32_t across = (uint32_t)a->p[0] / WIDE;
    const uint32_t down = (uint32_t)a->p[1] / (COL_Y * cons_steps(a));
    return (cons_way){.in = CONS_ROWS,
                      .out = CONS_OUT,
                      .tall = COL_Y,
                      .step = COL_Y * (uint32_t)a->p[0],
                      .shared_step = COL_Y * WIDE,
                      .pitch = WIDE,
                      .next = WIDE,
                      .block_x = block % across * WIDE,
                      .block_y = block / across * COL_Y * cons_steps(a),
                      .before = block / across > 0,
                      .behind = block / across + 1 < down};
}

/* The thread's first pixel in the image and in shared memory, behind the halo. */
static void cons_places(const app *a, simt *w, const cons_way *d, val *pixel, val *place) {
    val x = simt_hold(w, simt_thread_x(w, WIDE));
    val y = simt_hold(w, simt_thread_y(w, WIDE));
    val row = simt_affine(w, &y, (uint32_t)a->p[0], d->block_y * (uint32_t)a->p[0] + d->block_x);
    *pixel = simt_hold(w, simt_add(w, &row, &x));
    val line = simt_affine(w, &y, d->pitch, d->shared_step);
    val word = simt_add(w, &line, &x);
    *place = simt_hold(w, simt_shared(w, &word));
    simt_drop(w, &x);
    simt_drop(w, &y);
}

static void cons_bring(const app *a, simt *w, const cons_way *d, const val *pixel, const val *place) {
    for (uint32_t k = 0; k < cons_steps(a) + 2; k++) {
        const bool inside = k == 0 ? d->before : k == cons_steps(a) + 1 ? d->behind : true;
        const uint32_t all = simt_if(w, inside ? w->mask : 0);
        val from = simt_add_constant(w, pixel, (k - 1) * d->step);
        val x = simt_load(w, &a->array[d->in], &from, APP_WORD);
        simt_put(w, NULL, place, ((int32_t)k - 1) * (int32_t)d->shared_step, &x);
        simt_else(w, all, inside ? all : 0);
        val zero = simt_do(w, SIMT_MOV, IMM(0), NULL, NULL);
        simt_put(w, NULL, place, ((int32_t)k - 1) * (int32_t)d->shared_step, &zero);
        simt_join(w, all);
    }
}

static void cons_compute(const app *a, simt *w, const cons_way *d, const val *pixel, const val *place) {
    for (uint32_t k = 0; k < cons_steps(a); k++) {
        simt_loop(w, 4 + k);
        val sum = simt_fvariable(w, 0.0F);
        for (uint32_t tap = 0; tap < TAPS; tap++) {
            val x =
                simt_at(w, NULL, place,
                        (int32_t)(k * d->shared_step) + ((int32_t)tap - (int32_t)RADIUS) * (int32_t)d->next);
            simt_fgrow_product(w, &sum, &x, FIMM(cons_tap(tap)));
        }
        val to = simt_add_constant(w, pixel, k * d->step);
        simt_store(w, &a->array[d->out], &to, APP_WORD, &sum);
        simt_drop(w, &sum);
    }
}

static void cons_warp(app *a, simt *w) {
    const uint32_t block = (uint32_t)w->block;
    const cons_way d = a->launch == 0 ? cons_rows(a, block) : cons_columns(a, block);
    const simt_scope scope = simt_scope_begin(w);
    val pixel, place;
    simt_loop(w, w->phase);
    cons_places(a, w, &d, &pixel, &place);
    if (w->phase == 0) {
        cons_bring(a, w, &d, &pixel, &place);
    } else {
        cons_compute(a, w, &d, &pixel, &place);
        simt_exit(w);
    }
    simt_scope_end(w, &scope);
}

/* One direction of the image: pixels `step` apart are neighbours, `n` of them in a line of which (x, y) is
 * one. */
static void cons_plain(const float *in, float *out, uint64_t width, uint64_t height, bool rows) {
    for (uint64_t y = 0; y < height; y++)
        for (uint64_t x = 0; x < width; x++) {
            float sum = 0.0F;
            for (uint32_t tap = 0; tap < TAPS; tap++) {
                const uint64_t p = (rows ? x : y) + tap - RADIUS; /* wraps below 0 */
                const bool inside = p < (rows ? width : height);
                const float pixel = !inside ? 0.0F : rows ? in[y * width + p] : in[p * width + x];
                sum = pixel * cons_tap(tap) + sum;
            }
            out[y * width + x] = sum;
        }
}

static void cons_reference(app *host) {
    cons_plain(app_floats(host, CONS_IN), app_floats(host, CONS_ROWS), host->p[0], host->p[1], true);
    cons_plain(app_floats(host, CONS_ROWS), app_floats(host, CONS_OUT), host->p[0], host->p[1], false);
}

static const char *cons_check(const kernel_data *a) {
    return app_check(a, cons_reference);
}

const kernel_ops kernel_cons = {
    .name = "cons",
    .summary = "separable convolution of an image (CUDA SDK convolutionSeparable)",
    .params = {{"width", 1024, 128, 1U << 14, "pixels, rounded up to 16 * steps"},
               {"height", 1024, 64, 1U << 14, "pixels, rounded up to 8 * steps"},
               {"steps", 8, 1, 8, "pixels of a thread"}},
    .open = cons_open,
    .close = app_close,
    .reset = app_reset,
    .launch = cons_launch,
    .warp = cons_warp,
    .check = cons_check,
};
