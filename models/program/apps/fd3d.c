/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A finite difference of the eighth order in three dimensions (Micikevicius, GPGPU 2009; 3DS of the programs
 * published with MASK): a point becomes a sum of itself and its neighbours up to four away along each axis. A
 * block of 32 x 8 threads has as many columns and goes along them plane by plane: what a thread needs of its
 * own column stays in registers, the plane is in shared memory with a halo. As in the published program, the
 * halo has eight points on every side, of which four are used; eight planes behind, eight in front are left
 * out together with it, beginning with plane 4; and the coefficients are in global memory.
 *
 * No point is left out at the sides. There the neighbour is the point that is next in memory: one of the row
 * before or behind, or of the plane.
 */
#include "program/apps/app.h"

#define WIDE      32U
#define TALL      8U
#define HALO      8U
#define RADIUS    4U
#define COLUMN    (2 * RADIUS + 1)  /* points of a column in registers */
#define AHEAD     (RADIUS + 1)      /* from the plane that is computed to the next one that comes */
#define PITCH     (WIDE + 2 * HALO) /* of the plane in shared memory */
#define BLOCK_DIM (WIDE * TALL)

enum { FD_IN, FD_OUT, FD_COEFFICIENTS };

static uint32_t fd_row(const app *a) {
    return (uint32_t)a->p[0];
}

static uint32_t fd_plane(const app *a) {
    return (uint32_t)(a->p[0] * a->p[1]);
}

/* That are computed; the first is number 4. */
static uint32_t fd_planes(const app *a) {
    return (uint32_t)a->p[2] - 2 * HALO;
}

static void fd_declare(app *a) {
    app_array(a, APP_INPUT, fd_plane(a) * a->p[2]);
    app_array(a, APP_INOUT, fd_plane(a) * a->p[2]);
    app_array(a, APP_INPUT, RADIUS + 1);
}

/* The coefficients of the Laplacian. */
static void fd_fill(app *a) {
    static const float coefficients[RADIUS + 1] = {-205.0F / 24.0F, 1.6F, -0.2F, 8.0F / 315.0F,
                                                   -1.0F / 560.0F};
    app_random_floats(a, FD_IN, 1.0F, 5.0F);
    for (uint64_t i = 0; i < app_length(a, FD_OUT); i++)
        app_floats(a, FD_OUT)[i] = app_floats(a, FD_IN)[i];
    for (uint32_t r = 0; r <= RADIUS; r++)
        app_floats(a, FD_COEFFICIENTS)[r] = coefficients[r];
}

static kernel_data *fd_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + WIDE - 1) / WIDE * WIDE,
                                               (p[1] + TALL - 1) / TALL * TALL, p[2]};
    return app_open(whole, seed, va, fd_declare, fd_fill);
}

/* What a thread keeps across barriers. */
typedef struct {
    val from, to;       /* its point of the next plane that comes, and of the one that is computed */
    val column[COLUMN]; /* its points of the planes behind, at and in front of the latter */
    val coefficients;   /* their address */
    val place;          /* its point in shared memory, in bytes */
} fd_state;

static bool fd_launch(app *a, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "stencil_3D_order8",
                        .blocks = a->p[0] / WIDE * (a->p[1] / TALL),
                        .block_dim = BLOCK_DIM,
                        .regs = 40,
                        .shared_bytes = PITCH * (TALL + 2 * HALO) * APP_WORD,
                        .phases = 2 * fd_planes(a) + 1,
                        .state_bytes = sizeof(fd_state)};
    return n == 0;
}

static void fd_next(const app *a, simt *w, fd_state *s, uint32_t to) {
    val x = simt_at(w, &a->array[FD_IN], &s->from, 0);
    simt_into(w, &s->column[to], SIMT_MOV, &x, NULL, NULL);
    simt_advance(w, &s->from, (int32_t)(fd_plane(a) * APP_WORD));
}

/* The first eight planes. */
static void fd_begin(const app *a, simt *w, fd_state *s) {
    const uint32_t across = fd_row(a) / WIDE;
    const uint32_t corner =
        (uint32_t)(w->block / across) * TALL * fd_row(a) + (uint32_t)(w->block % across) * WIDE;
    val x = simt_hold(w, simt_thread_x(w, WIDE));
    val y = simt_hold(w, simt_thread_y(w, WIDE));
    val row = simt_affine(w, &y, fd_row(a), corner);
    val point = simt_hold(w, simt_add(w, &row, &x));
    s->from = simt_hold(w, simt_address(w, &a->array[FD_IN], &point, APP_WORD));
    simt_step(w, &point, (RADIUS - 1) * fd_plane(a));
    s->to = simt_hold(w, simt_address(w, &a->array[FD_OUT], &point, APP_WORD));
    s->coefficients = simt_hold(w, simt_address(w, &a->array[FD_COEFFICIENTS], IMM(0), APP_WORD));
    val line = simt_affine(w, &y, PITCH, HALO * PITCH + HALO);
    val word = simt_add(w, &line, &x);
    s->place = simt_hold(w, simt_shared(w, &word));
    simt_drop(w, &x);
    simt_drop(w, &y);
    simt_drop(w, &point);
    for (uint32_t k = 0; k < COLUMN; k++)
        s->column[k] = simt_fvariable(w, 0.0F);
    for (uint32_t k = 1; k < COLUMN; k++)
        fd_next(a, w, s, k);
}

static void fd_advance(const app *a, simt *w, fd_state *s) {
    for (uint32_t k = 0; k + 1 < COLUMN; k++)
        simt_into(w, &s->column[k], SIMT_MOV, &s->column[k + 1], NULL, NULL);
    fd_next(a, w, s, COLUMN - 1);
    simt_advance(w, &s->to, (int32_t)(fd_plane(a) * APP_WORD));
}

/* A point of the plane to shared memory, so many away in memory and there. */
static void fd_bring(const app *a, simt *w, const fd_state *s, int32_t away, int32_t shared_away) {
    val x = simt_at(w, &a->array[FD_IN], &s->from, away - (int32_t)(AHEAD * fd_plane(a)));
    simt_put(w, NULL, &s->place, shared_away, &x);
}

/* Halo and plane. Eight rows have as many above and below, a thread each; left and right only some bring. */
static void fd_share(const app *a, simt *w, const fd_state *s) {
    fd_bring(a, w, s, -(int32_t)(HALO * fd_row(a)), -(int32_t)(HALO * PITCH));
    fd_bring(a, w, s, (int32_t)(TALL * fd_row(a)), (int32_t)(TALL * PITCH));
    val x = simt_thread_x(w, WIDE);
    const uint32_t all = simt_if_less(w, &x, HALO);
    fd_bring(a, w, s, -(int32_t)HALO, -(int32_t)HALO);
    fd_bring(a, w, s, (int32_t)WIDE, (int32_t)WIDE);
    simt_join(w, all);
    simt_put(w, NULL, &s->place, 0, &s->column[RADIUS]);
}

static void fd_compute(const app *a, simt *w, const fd_state *s) {
    val first = simt_at(w, &a->array[FD_COEFFICIENTS], &s->coefficients, 0);
    val value = simt_hold(w, simt_fmul(w, &first, &s->column[RADIUS]));
    for (int32_t r = 1; r <= (int32_t)RADIUS; r++) {
        const int32_t away[] = {-r * (int32_t)PITCH, r * (int32_t)PITCH, -r, r};
        val sum =
            simt_hold(w, simt_fadd(w, &s->column[RADIUS + (uint32_t)r], &s->column[RADIUS - (uint32_t)r]));
        for (uint32_t k = 0; k < 4; k++) {
            val x = simt_at(w, NULL, &s->place, away[k]);
            simt_fgrow(w, &sum, &x);
        }
        val factor = simt_at(w, &a->array[FD_COEFFICIENTS], &s->coefficients, r);
        simt_fgrow_product(w, &value, &factor, &sum);
        simt_drop(w, &sum);
    }
    simt_put(w, &a->array[FD_OUT], &s->to, 0, &value);
    simt_drop(w, &value);
}

/* An odd phase fills shared memory, the next one computes and brings the points in front of the next plane.
 */
static void fd_warp(app *a, simt *w) {
    fd_state *s = w->state;
    if (w->phase == 0) {
        simt_loop(w, 0);
        fd_begin(a, w, s);
    } else if (w->phase % 2 == 0) {
        simt_loop(w, 3);
        fd_compute(a, w, s);
    }
    if (w->phase % 2 == 1) {
        simt_loop(w, 2);
        fd_share(a, w, s);
    } else if (w->phase < 2 * fd_planes(a)) {
        simt_loop(w, 1);
        fd_advance(a, w, s);
    } else {
        simt_loop(w, 4);
        simt_exit(w);
    }
}

static void fd_reference(app *host) {
    const float *c = app_floats(host, FD_COEFFICIENTS);
    const int64_t step[] = {(int64_t)fd_plane(host),
                            -(int64_t)fd_plane(host),
                            -(int64_t)fd_row(host),
                            (int64_t)fd_row(host),
                            -1,
                            1};
    const uint64_t end = (uint64_t)(RADIUS + fd_planes(host)) * fd_plane(host);
    for (uint64_t i = (uint64_t)RADIUS * fd_plane(host); i < end; i++) {
        const float *at = &app_floats(host, FD_IN)[i];
        float value = c[0] * *at;
        for (int64_t r = 1; r <= (int64_t)RADIUS; r++) {
            float sum = at[r * step[0]];
            for (uint32_t k = 1; k < 6; k++)
                sum += at[r * step[k]];
            value = c[r] * sum + value;
        }
        app_floats(host, FD_OUT)[i] = value;
    }
}

static const char *fd_check(const kernel_data *a) {
    return app_check(a, fd_reference);
}

const kernel_ops kernel_fd3d = {
    .name = "fd3d",
    .summary = "a finite difference of order 8 in three dimensions (Micikevicius 2009)",
    .params = {{"x", 256, 32, 2048, "points of a row, rounded up to 32"},
               {"y", 128, 8, 2048, "rows of a plane, rounded up to 8"},
               {"z", 128, 17, 2048, "planes; 16 of them are not computed"}},
    .open = fd_open,
    .close = app_close,
    .reset = app_reset,
    .launch = fd_launch,
    .warp = fd_warp,
    .check = fd_check,
};
