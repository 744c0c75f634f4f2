/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fourier transforms of 512 complex points, many at a time (SHOC FFT): a block of 64 threads transforms one
 * in place, eight points a thread. Three rounds of transforms of eight points make it, with turns in the
 * complex plane between; threads exchange points in shared memory. There, back, and there again, a launch
 * each.
 *
 * Point n = 64 n2 + 8 n1 + n0 and frequency k = k2 + 8 k1 + 64 k0; the rounds go over n2, n1 and n0.
 */
#include "program/apps/app.h"

#include <math.h>

#define POINTS    512U
#define BLOCK_DIM 64U
#define EIGHT     8U
#define COMPLEX   (2 * APP_WORD) /* bytes: real part, imaginary part */
#define LAUNCHES  3U

#define PI        3.14159265358979323846
#define HALF_ROOT 0.70710678F /* of 2 */

enum { FFT_DATA };

static void fft_declare(app *a) {
    app_array(a, APP_INOUT, a->p[0] * POINTS * 2);
}

static void fft_fill(app *a) {
    app_random_floats(a, FFT_DATA, -1.0F, 1.0F);
}

static kernel_data *fft_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, fft_declare, fft_fill);
}

static bool fft_back(uint32_t launch) {
    return launch == 1;
}

/* The results of eight points come in this order. */
static const uint32_t fft_order[EIGHT] = {0, 4, 2, 6, 1, 5, 3, 7};

/* The angle from one frequency to the next, for `step` of `points` points. */
static float fft_angle(uint32_t launch, uint32_t step, uint32_t points) {
    const double turn = 2.0 * PI * step / points;
    return (float)(fft_back(launch) ? turn : -turn);
}

static bool fft_launch(app *a, uint32_t n, launch_shape *s) {
    a->launch = n;
    *s = (launch_shape){.name = fft_back(n) ? "IFFT512_device" : "FFT512_device",
                        .blocks = a->p[0],
                        .block_dim = BLOCK_DIM,
                        .regs = 48,
                        .shared_bytes = POINTS * COMPLEX,
                        .phases = 3};
    return n < LAUNCHES;
}

/* ---- as warps run it ---- */

typedef struct {
    val re, im;
} fft_point;

/* *p becomes (re, im), which stay as they are. */
static void fft_set(simt *w, fft_point *p, const val *re, const val *im) {
    simt_into(w, &p->re, SIMT_MOV, re, NULL, NULL);
    simt_into(w, &p->im, SIMT_MOV, im, NULL, NULL);
}

/* a and b become a + b and a - b. */
static void fft_pair(simt *w, fft_point *a, fft_point *b) {
    val re = simt_fsub(w, &a->re, &b->re);
    val im = simt_fsub(w, &a->im, &b->im);
    simt_fgrow(w, &a->re, &b->re);
    simt_fgrow(w, &a->im, &b->im);
    fft_set(w, b, &re, &im);
}

/* A turn by a right angle: clockwise forward, the other way back. */
static void fft_quarter(simt *w, fft_point *p, bool back) {
    val turned = simt_do(w, SIMT_FNEG, back ? &p->im : &p->re, NULL, NULL);
    val other = simt_do(w, SIMT_MOV, back ? &p->re : &p->im, NULL, NULL);
    if (back)
        fft_set(w, p, &turned, &other);
    else
        fft_set(w, p, &other, &turned);
}

/* Half of that. */
static void fft_eighth(simt *w, fft_point *p, bool back) {
    val sum = simt_fadd(w, &p->re, &p->im);
    val apart = back ? simt_fsub(w, &p->re, &p->im) : simt_fsub(w, &p->im, &p->re);
    simt_into(w, back ? &p->im : &p->re, SIMT_FMUL, &sum, FIMM(HALF_ROOT), NULL);
    simt_into(w, back ? &p->re : &p->im, SIMT_FMUL, &apart, FIMM(HALF_ROOT), NULL);
}

/* The transform of eight points; result k is x[fft_order[k]]. */
static void fft_eight(simt *w, fft_point *x, bool back) {
    for (uint32_t k = 0; k < 4; k++)
        fft_pair(w, &x[k], &x[k + 4]);
    fft_eighth(w, &x[5], back);
    fft_quarter(w, &x[6], back);
    fft_eighth(w, &x[7], back);
    fft_quarter(w, &x[7], back);
    for (uint32_t k = 0; k < EIGHT; k += k % 4 == 1 ? 3 : 1)
        fft_pair(w, &x[k], &x[k + 2]);
    fft_quarter(w, &x[3], back);
    fft_quarter(w, &x[7], back);
    for (uint32_t k = 0; k < EIGHT; k += 2)
        fft_pair(w, &x[k], &x[k + 1]);
}

/* Result k turns by k * n * angle. */
static void fft_turn(simt *w, fft_point *x, const val *n, float angle) {
    val steps = simt_hold(w, simt_do(w, SIMT_U2F, n, NULL, NULL));
    for (uint32_t k = 1; k < EIGHT; k++) {
        fft_point *p = &x[fft_order[k]];
        val by = simt_fmul(w, &steps, FIMM(angle * (float)k));
        val c = simt_do(w, SIMT_COS, &by, NULL, NULL);
        val s = simt_do(w, SIMT_SIN, &by, NULL, NULL);
        val a = simt_fmul(w, &p->re, &c);
        val b = simt_fmul(w, &p->im, &s);
        val re = simt_fsub(w, &a, &b);
        a = simt_fmul(w, &p->re, &s);
        b = simt_fmul(w, &p->im, &c);
        val im = simt_fadd(w, &a, &b);
        fft_set(w, p, &re, &im);
    }
    simt_drop(w, &steps);
}

/* Eight points `stride` points apart, from global or (b NULL) shared memory, into registers that stay. */
static void fft_get(simt *w, const buffer *b, const val *place, uint32_t stride, fft_point *x) {
    for (uint32_t k = 0; k < EIGHT; k++) {
        val both[2];
        simt_load_at(w, b, place, (int32_t)(k * stride * COMPLEX), COMPLEX, both);
        x[k].re = simt_hold(w, both[0]);
        x[k].im = simt_hold(w, both[1]);
    }
}

/* The results in their order. */
static void fft_give(simt *w, const buffer *b, const val *place, uint32_t stride, const fft_point *x) {
    for (uint32_t k = 0; k < EIGHT; k++) {
        val both[2] = {x[fft_order[k]].re, x[fft_order[k]].im};
        simt_store_at(w, b, place, (int32_t)(k * stride * COMPLEX), COMPLEX, both);
    }
}

static void fft_warp(app *a, simt *w) {
    const simt_scope scope = simt_scope_begin(w);
    const bool back = fft_back(a->launch);
    const buffer *data = &a->array[FFT_DATA];
    fft_point x[EIGHT];
    simt_loop(w, 2 * w->phase);
    val t = simt_hold(w, simt_thread_in_block(w));
    val high = simt_hold(w, simt_shift_right(w, &t, 3));
    val low = simt_hold(w, simt_and(w, &t, IMM(EIGHT - 1)));
    val first = simt_affine(w, &t, 1, (uint32_t)w->block * POINTS);
    val global = simt_hold(w, simt_address(w, data, &first, COMPLEX));
    /* the points that the second round has are 8 apart, those of the third follow each other */
    val row = w->phase == 1 ? simt_affine(w, &high, BLOCK_DIM, 0) : simt_affine(w, &high, EIGHT, 0);
    val point = simt_do(w, SIMT_MAD, &low, IMM(w->phase == 1 ? 1 : BLOCK_DIM), &row);
    if (w->phase == 0)
        point = simt_affine(w, &t, 1, 0);
    val place = simt_hold(w, simt_shift_left(w, &point, 3));
    simt_label(w, 2 * w->phase + 1);
    if (w->phase == 0) {
        fft_get(w, data, &global, BLOCK_DIM, x);
        fft_eight(w, x, back);
        fft_turn(w, x, &t, fft_angle(a->launch, 1, POINTS));
        fft_give(w, NULL, &place, BLOCK_DIM, x);
    } else if (w->phase == 1) {
        fft_get(w, NULL, &place, EIGHT, x);
        fft_eight(w, x, back);
        fft_turn(w, x, &low, fft_angle(a->launch, 1, BLOCK_DIM));
        fft_give(w, NULL, &place, EIGHT, x);
    } else {
        fft_get(w, NULL, &place, 1, x);
        fft_eight(w, x, back);
        for (uint32_t k = 0; k < EIGHT && back; k++) {
            simt_into(w, &x[k].re, SIMT_FMUL, &x[k].re, FIMM(1.0F / POINTS), NULL);
            simt_into(w, &x[k].im, SIMT_FMUL, &x[k].im, FIMM(1.0F / POINTS), NULL);
        }
        fft_give(w, data, &global, BLOCK_DIM, x);
        simt_exit(w);
    }
    simt_scope_end(w, &scope);
}

/* ---- plain, on real and imaginary parts in turn ---- */

static void fft_plain_pair(float *a, float *b) {
    for (uint32_t i = 0; i < 2; i++) {
        const float apart = a[i] - b[i];
        a[i] += b[i];
        b[i] = apart;
    }
}

static void fft_plain_quarter(float *p, bool back) {
    const float re = p[0];
    p[0] = back ? -p[1] : p[1];
    p[1] = back ? re : -re;
}

static void fft_plain_eighth(float *p, bool back) {
    const float sum = (p[0] + p[1]) * HALF_ROOT;
    const float apart = (back ? p[0] - p[1] : p[1] - p[0]) * HALF_ROOT;
    p[0] = back ? apart : sum;
    p[1] = back ? sum : apart;
}

static void fft_plain_eight(float x[EIGHT][2], bool back) {
    for (uint32_t half = EIGHT / 2; half > 0; half /= 2)
        for (uint32_t k = 0; k < EIGHT; k++) {
            if (k & half)
                continue;
            fft_plain_pair(x[k], x[k + half]);
            const uint32_t eighths = k % half * (EIGHT / 2 / half);
            if (eighths % 2)
                fft_plain_eighth(x[k + half], back);
            if (eighths / 2)
                fft_plain_quarter(x[k + half], back);
        }
}

/* Cosines, then sines: a compiler makes sincosf() of both, which rounds in another way. */
static void fft_plain_turn(float x[EIGHT][2], float steps, float angle) {
    float c[EIGHT];
    for (uint32_t k = 1; k < EIGHT; k++)
        c[k] = cosf(steps * (angle * (float)k));
    for (uint32_t k = 1; k < EIGHT; k++) {
        const float s = sinf(steps * (angle * (float)k));
        float *p = x[fft_order[k]];
        const float re = p[0] * c[k] - p[1] * s;
        p[1] = p[0] * s + p[1] * c[k];
        p[0] = re;
    }
}

/* A round: transforms of eight points `stride` apart; below them lie the digits of n that come later. */
static void fft_plain_round(float *data, uint32_t launch, uint32_t stride) {
    const float angle = fft_angle(launch, 1, stride * EIGHT);
    for (uint32_t i = 0; i < POINTS; i++) {
        float x[EIGHT][2];
        if (i / stride % EIGHT)
            continue;
        for (uint32_t n = 0; n < 2 * EIGHT; n++)
            x[n / 2][n % 2] = data[2 * (i + n / 2 * stride) + n % 2];
        fft_plain_eight(x, fft_back(launch));
        if (stride > 1)
            fft_plain_turn(x, (float)(i % stride), angle);
        for (uint32_t k = 0; k < 2 * EIGHT; k++)
            data[2 * (i + k / 2 * stride) + k % 2] = x[fft_order[k / 2]][k % 2];
    }
}

/* The rounds leave frequency k2 + 8 k1 + 64 k0 at 64 k2 + 8 k1 + k0. */
static void fft_plain(float *data, uint32_t launch) {
    float frequency[POINTS][2];
    for (uint32_t stride = POINTS / EIGHT; stride > 0; stride /= EIGHT)
        fft_plain_round(data, launch, stride);
    for (uint32_t i = 0; i < 2 * POINTS; i++) {
        const uint32_t n = i / 2;
        frequency[n / 64 + n / 8 % 8 * 8 + n % 8 * 64][i % 2] = data[i];
    }
    for (uint32_t i = 0; i < 2 * POINTS; i++)
        data[i] = frequency[i / 2][i % 2] * (fft_back(launch) ? 1.0F / POINTS : 1.0F);
}

static void fft_reference(app *host) {
    for (uint64_t i = 0; i < host->p[0]; i++)
        for (uint32_t launch = 0; launch < LAUNCHES; launch++)
            fft_plain(app_floats(host, FFT_DATA) + i * POINTS * 2, launch);
}

/* Both could be the same mistake: some frequencies of each signal by the definition. */
static bool fft_is_fourier(const float *signal, const float *found) {
    for (uint32_t k = 1; k < POINTS; k = k * 3 + 1) {
        double re = 0.0;
        double im = 0.0;
        for (uint32_t n = 0; n < POINTS; n++) {
            const double angle = -2.0 * PI * (k * n % POINTS) / POINTS;
            re += signal[2 * n] * cos(angle) - signal[2 * n + 1] * sin(angle);
            im += signal[2 * n] * sin(angle) + signal[2 * n + 1] * cos(angle);
        }
        if (fabs(re - found[2 * k]) > 1e-3 || fabs(im - found[2 * k + 1]) > 1e-3)
            return false;
    }
    return true;
}

static const char *fft_check(const kernel_data *a) {
    const char *wrong = app_check(a, fft_reference);
    for (uint64_t i = 0; i < a->p[0] && !wrong; i++)
        if (!fft_is_fourier((const float *)a->first[FFT_DATA] + i * POINTS * 2,
                            app_floats(a, FFT_DATA) + i * POINTS * 2))
            wrong = "it is no Fourier transform";
    return wrong;
}

const kernel_ops kernel_fft = {
    .name = "fft",
    .summary = "Fourier transforms of 512 points, there, back and there again (SHOC FFT)",
    .params = {{"transforms", 2048, 1, UINT64_C(1) << 18, "of 512 complex points each"}},
    .open = fft_open,
    .close = app_close,
    .reset = app_reset,
    .launch = fft_launch,
    .warp = fft_warp,
    .check = fft_check,
};
