/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fourier transforms, many at a time, in steps of two points (Parboil FFT, after Stockham): a block has a
 * transform, a thread two of its points, which it reads half a transform apart, turns and combines, and
 * writes to where the next step wants them. Every step is a launch from one array into the other.
 */
#include "program/apps/app.h"

#include <math.h>

#define COMPLEX (2 * APP_WORD) /* bytes: real part, imaginary part */
#define PI      3.14159265358979323846

enum { FFT2_EVEN, FFT2_ODD }; /* before and after a step, in turn */

static uint32_t fft2_points(const app *a) {
    return UINT32_C(1) << a->p[0];
}

static void fft2_declare(app *a) {
    app_array(a, APP_INOUT, 2 * a->p[1] << a->p[0]);
    app_array(a, APP_OUTPUT, 2 * a->p[1] << a->p[0]);
}

static void fft2_fill(app *a) {
    app_random_floats(a, FFT2_EVEN, -1.0F, 1.0F);
}

static kernel_data *fft2_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, fft2_declare, fft2_fill);
}

static bool fft2_launch(app *a, uint32_t n, launch_shape *s) {
    a->launch = n;
    *s = (launch_shape){.blocks = a->p[1], .block_dim = fft2_points(a) / 2, .regs = 24, .phases = 1};
    return n < a->p[0];
}

/* Of a step whose transforms so far have `done` points: radians per place in one. */
static float fft2_angle(uint32_t done) {
    return (float)(-PI / done);
}

static void fft2_warp(app *a, simt *w) {
    const buffer *from = &a->array[a->launch % 2 == 0 ? FFT2_EVEN : FFT2_ODD];
    const buffer *to = &a->array[a->launch % 2 == 0 ? FFT2_ODD : FFT2_EVEN];
    const uint32_t points = fft2_points(a), done = UINT32_C(1) << a->launch;
    const uint32_t first = (uint32_t)w->block * points;
    simt_label(w, 0);
    val j = simt_hold(w, simt_thread_in_block(w));
    val in_step = simt_hold(w, simt_and(w, &j, IMM(done - 1)));
    val place = simt_add_constant(w, &j, first);
    val address = simt_hold(w, simt_address(w, from, &place, COMPLEX));
    val x[2], y[2];
    for (uint32_t part = 0; part < 2; part++) {
        x[part] = simt_hold(w, simt_at(w, from, &address, (int32_t)part));
        y[part] = simt_hold(w, simt_at(w, from, &address, (int32_t)(points + part)));
    }
    val turn = simt_do(w, SIMT_U2F, &in_step, NULL, NULL);
    turn = simt_hold(w, simt_fmul(w, &turn, FIMM(fft2_angle(done))));
    val cosine = simt_hold(w, simt_do(w, SIMT_COS, &turn, NULL, NULL));
    val sine = simt_hold(w, simt_do(w, SIMT_SIN, &turn, NULL, NULL));
    val cross = simt_hold(w, simt_fmul(w, &y[1], &sine));
    val straight = simt_fmul(w, &y[0], &cosine);
    val real = simt_hold(w, simt_fsub(w, &straight, &cross));
    cross = simt_hold(w, simt_fmul(w, &y[1], &cosine));
    val imaginary = simt_hold(w, simt_ffma(w, &y[0], &sine, &cross));
    /* j = block of `done` * done + in_step goes to 2 * block of `done` * done + in_step */
    val twice = simt_affine(w, &j, 2, first);
    place = simt_do(w, SIMT_SUB, &twice, &in_step, NULL);
    address = simt_hold(w, simt_address(w, to, &place, COMPLEX));
    for (uint32_t part = 0; part < 2; part++) {
        const val *turned = part == 0 ? &real : &imaginary;
        val sum = simt_fadd(w, &x[part], turned);
        simt_put(w, to, &address, (int32_t)part, &sum);
        val difference = simt_fsub(w, &x[part], turned);
        simt_put(w, to, &address, (int32_t)(2 * done + part), &difference);
    }
    simt_exit(w);
}

static void fft2_step(const float *from, float *to, uint32_t points, uint32_t done) {
    for (uint32_t j = 0; j < points / 2; j++) {
        const float *x = &from[2 * j], *y = &from[2 * j + points];
        const float turn = (float)(j % done) * fft2_angle(done), cosine = cosf(turn), sine = sinf(turn);
        const float real = y[0] * cosine - y[1] * sine, imaginary = y[0] * sine + y[1] * cosine;
        float *sum = &to[2 * (2 * j - j % done)], *difference = &sum[2 * done];
        sum[0] = x[0] + real;
        sum[1] = x[1] + imaginary;
        difference[0] = x[0] - real;
        difference[1] = x[1] - imaginary;
    }
}

static void fft2_reference(app *host) {
    const uint32_t points = fft2_points(host);
    for (uint32_t step = 0; step < host->p[0]; step++)
        for (uint64_t i = 0; i < host->p[1]; i++)
            fft2_step(app_floats(host, step % 2 == 0 ? FFT2_EVEN : FFT2_ODD) + 2 * points * i,
                      app_floats(host, step % 2 == 0 ? FFT2_ODD : FFT2_EVEN) + 2 * points * i, points,
                      1U << step);
}

static const char *fft2_check(const kernel_data *a) {
    return app_check(a, fft2_reference);
}

const kernel_ops kernel_fft2 = {
    .name = "fft2",
    .summary = "Fourier transforms, a launch per step of two points (Parboil FFT)",
    .params = {{"log2", 8, 1, 10, "of the points of a transform"},
               {"transforms", 1024, 1, UINT64_C(1) << 18, "of as many complex points each"}},
    .open = fft2_open,
    .close = app_close,
    .reset = app_reset,
    .launch = fft2_launch,
    .warp = fft2_warp,
    .check = fft2_check,
};
