/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Speckle-reducing anisotropic diffusion of an image (Rodinia srad): each step is two launches. The first
 * writes, for every pixel, the differences to its four neighbours and a coefficient of diffusion, the second
 * moves the pixel along the gradients. Blocks of 16 x 16; beyond the border lies the border's pixel. The host
 * takes the spread of the image before each step.
 */
#include "program/apps/srad_coefficient.h"

#define TILE   16U
#define LAMBDA 0.5F

enum { SRAD_IMAGE, SRAD_NORTH, SRAD_SOUTH, SRAD_WEST, SRAD_EAST, SRAD_C };

static void srad_declare(app *a) {
    for (uint32_t i = 0; i < 6; i++)
        app_array(a, i == SRAD_IMAGE ? APP_INOUT : APP_OUTPUT, a->p[0] * a->p[0]);
}

static void srad_fill(app *a) {
    app_random_floats(a, SRAD_IMAGE, 1.0F, 2.7F);
}

static kernel_data *srad_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + TILE - 1) / TILE * TILE, p[1]};
    return app_open(whole, seed, va, srad_declare, srad_fill);
}

/* Variance over the square of the mean, of the whole image. */
static float srad_spread(const app *a) {
    const uint64_t n = a->p[0] * a->p[0];
    double sum = 0.0;
    double squares = 0.0;
    for (uint64_t i = 0; i < n; i++) {
        const double x = (double)app_floats(a, SRAD_IMAGE)[i];
        sum += x;
        squares += x * x;
    }
    const double mean = sum / (double)n;
    return (float)((squares / (double)n - mean * mean) / (mean * mean));
}

static bool srad_launch(app *a, uint32_t n, launch_shape *s) {
    const uint64_t tiles = a->p[0] / TILE;
    a->launch = n;
    if (n % 2 == 0) /* a parameter of the kernel: one word, kept where the host's numbers are */
        a->p[KERNEL_MAX_PARAMS - 1] = simt_bits(srad_spread(a));
    *s = (launch_shape){.name = n % 2 == 0 ? "srad_cuda_1" : "srad_cuda_2",
                        .blocks = tiles * tiles,
                        .block_dim = TILE * TILE,
                        .regs = 32,
                        .phases = 1};
    return n < 2 * a->p[1];
}

/* The pixel of a thread, and its distance to the neighbour in a direction: 0 at the border. */
typedef struct {
    val x, y, i;
    uint32_t n;
} srad_pixel;

static srad_pixel srad_find(const app *a, simt *w) {
    const uint32_t n = (uint32_t)a->p[0];
    const uint32_t tiles = n / TILE;
    srad_pixel p = {.n = n};
    val x = simt_thread_x(w, TILE);
    p.x = simt_hold(w, simt_affine(w, &x, 1, (uint32_t)(w->block % tiles) * TILE));
    val y = simt_thread_y(w, TILE);
    p.y = simt_hold(w, simt_affine(w, &y, 1, (uint32_t)(w->block / tiles) * TILE));
    p.i = simt_hold(w, simt_do(w, SIMT_MAD, &p.y, IMM(n), &p.x));
    return p;
}

/* An array at the neighbour `step` away along an axis, clamped to the image. */
static val srad_neighbour(const app *a, simt *w, const srad_pixel *p, uint32_t array, bool vertical,
                          bool up) {
    const val *at = vertical ? &p->y : &p->x;
    const uint32_t step = vertical ? p->n : 1;
    val place = simt_hold(w, simt_do(w, SIMT_MOV, &p->i, NULL, NULL));
    const uint32_t inside = simt_compare(w, SIMT_NE, at, IMM(up ? p->n - 1 : 0));
    const uint32_t all = simt_predicate(w, inside);
    simt_step(w, &place, up ? step : 0U - step);
    simt_join(w, all);
    simt_drop(w, &place);
    return simt_load(w, &a->array[array], &place, APP_WORD);
}

static void srad_first(const app *a, simt *w, const srad_pixel *p) {
    const float spread = simt_float(a->p[KERNEL_MAX_PARAMS - 1]);
    val j = simt_hold(w, simt_load(w, &a->array[SRAD_IMAGE], &p->i, APP_WORD));
    val sum = simt_fvariable(w, 0.0F);     /* of the differences */
    val squares = simt_fvariable(w, 0.0F); /* of these */
    for (uint32_t k = 0; k < 4; k++) {
        val other = srad_neighbour(a, w, p, SRAD_IMAGE, k < 2, k % 2);
        val apart = simt_hold(w, simt_fsub(w, &other, &j));
        simt_fgrow(w, &sum, &apart);
        simt_fgrow_product(w, &squares, &apart, &apart);
        simt_store(w, &a->array[SRAD_NORTH + k], &p->i, APP_WORD, &apart);
        simt_drop(w, &apart);
    }
    val c = srad_coefficient(w, &j, &sum, &squares, spread);
    simt_store(w, &a->array[SRAD_C], &p->i, APP_WORD, &c);
}

static void srad_second(const app *a, simt *w, const srad_pixel *p) {
    val c = simt_hold(w, simt_load(w, &a->array[SRAD_C], &p->i, APP_WORD));
    val sum = simt_fvariable(w, 0.0F);
    for (uint32_t k = 0; k < 4; k++) { /* north and west with the pixel's own coefficient */
        val apart = simt_hold(w, simt_load(w, &a->array[SRAD_NORTH + k], &p->i, APP_WORD));
        val other = k % 2 ? srad_neighbour(a, w, p, SRAD_C, k < 2, true) : c;
        simt_fgrow_product(w, &sum, &other, &apart);
        simt_drop(w, &apart);
    }
    val j = simt_load(w, &a->array[SRAD_IMAGE], &p->i, APP_WORD);
    val next = simt_ffma(w, &sum, FIMM(0.25F * LAMBDA), &j);
    simt_store(w, &a->array[SRAD_IMAGE], &p->i, APP_WORD, &next);
}

static void srad_warp(app *a, simt *w) {
    simt_loop(w, 0);
    const srad_pixel p = srad_find(a, w);
    simt_label(w, 1);
    if (a->launch % 2 == 0)
        srad_first(a, w, &p);
    else
        srad_second(a, w, &p);
    simt_exit(w);
}

/* The neighbours of pixel i: north, south, west, east. */
static void srad_around(uint64_t i, uint64_t n, uint64_t place[4]) {
    place[0] = i / n > 0 ? i - n : i;
    place[1] = i / n + 1 < n ? i + n : i;
    place[2] = i % n > 0 ? i - 1 : i;
    place[3] = i % n + 1 < n ? i + 1 : i;
}

static void srad_reference(app *host) {
    const uint64_t n = host->p[0];
    float *image = app_floats(host, SRAD_IMAGE);
    float *c = app_floats(host, SRAD_C);
    uint64_t place[4];
    for (uint64_t step = 0; step < host->p[1]; step++) {
        const float spread = srad_spread(host);
        for (uint64_t i = 0; i < n * n; i++) {
            float apart[4];
            srad_around(i, n, place);
            for (uint32_t k = 0; k < 4; k++)
                apart[k] = app_floats(host, SRAD_NORTH + k)[i] = image[place[k]] - image[i];
            c[i] = srad_plain_coefficient(image[i], apart, spread);
        }
        for (uint64_t i = 0; i < n * n; i++) {
            float sum = 0.0F;
            srad_around(i, n, place);
            for (uint32_t k = 0; k < 4; k++)
                sum = c[k % 2 ? place[k] : i] * app_floats(host, SRAD_NORTH + k)[i] + sum;
            image[i] = sum * (0.25F * LAMBDA) + image[i];
        }
    }
}

static const char *srad_check(const kernel_data *a) {
    return app_check(a, srad_reference);
}

const kernel_ops kernel_srad = {
    .name = "srad",
    .summary = "speckle-reducing diffusion of an image (Rodinia srad)",
    .params = {{"n", 512, 16, 8192, "rows and columns, rounded up to 16"},
               {"steps", 2, 1, 1000, "of diffusion"}},
    .open = srad_open,
    .close = app_close,
    .reset = app_reset,
    .launch = srad_launch,
    .warp = srad_warp,
    .check = srad_check,
};
