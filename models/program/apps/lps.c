/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Laplace's equation on a cube (LPS of the ISPASS 2009 set: Giles's laplace3d): in a step each inner point
 * becomes the mean of its six neighbours, points of the border stay. A block has 32 x 4 columns; it goes down
 * them plane by plane, with three planes and a halo around them in shared memory.
 */
#include "program/apps/app.h"

#define WIDE  32U
#define TALL  4U
#define PITCH (WIDE + 2U) /* of a plane in shared memory, with the halo */
#define PLANE (PITCH * (TALL + 2U))
#define HALO  (2 * PITCH + 2 * TALL) /* points around a plane's own: one for each of the first threads */
#define SIXTH (1.0F / 6.0F)

enum { LPS_EVEN, LPS_ODD }; /* before and after a step, in turn */

static uint32_t lps_side(const app *a) {
    return (uint32_t)a->p[0];
}

/* Rows begin at a line of the cache, as cudaMallocPitch() has them. */
static uint32_t lps_row(const app *a) {
    return (lps_side(a) + WIDE - 1) / WIDE * WIDE;
}

static uint32_t lps_plane(const app *a) {
    return lps_row(a) * lps_side(a);
}

static void lps_declare(app *a) {
    app_array(a, APP_INOUT, (uint64_t)lps_plane(a) * lps_side(a));
    app_array(a, APP_OUTPUT, (uint64_t)lps_plane(a) * lps_side(a));
}

static void lps_fill(app *a) {
    app_random_floats(a, LPS_EVEN, 0.0F, 1.0F);
}

static kernel_data *lps_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, lps_declare, lps_fill);
}

/* What a thread keeps across barriers: where it is in the plane that comes next, and in shared memory. */
typedef struct {
    val from, own;               /* its point of the next plane, and of the first plane in shared memory */
    val halo_from, halo;         /* its point of the halo */
    val to;                      /* its point of the plane that is computed */
    uint32_t has, inner, around; /* lanes with a column, with an inner one, with a point of the halo */
} lps_state;

static bool lps_launch(app *a, uint32_t n, launch_shape *s) {
    a->launch = n;
    *s = (launch_shape){.name = "GPU_laplace3d",
                        .blocks = kernel_blocks(lps_side(a), WIDE) * kernel_blocks(lps_side(a), TALL),
                        .block_dim = WIDE * TALL,
                        .regs = 32,
                        .shared_bytes = 3 * PLANE * APP_WORD,
                        .phases = 2 * lps_side(a),
                        .state_bytes = sizeof(lps_state)};
    return n < a->p[1];
}

static const buffer *lps_in(const app *a) {
    return &a->array[LPS_EVEN + a->launch % 2];
}

static const buffer *lps_out(const app *a) {
    return &a->array[LPS_ODD - a->launch % 2];
}

/* Lanes with from <= i <= to, signed. */
static uint32_t lps_between(simt *w, const val *i, int32_t from, int32_t to) {
    val apart = simt_add_constant(w, i, (uint32_t)-from);
    return to < from ? 0 : simt_compare(w, SIMT_ULE, &apart, IMM((uint32_t)(to - from)));
}

/* Address of the first plane's point (x, y) of the block; x and y may be in the halo, outside of the cube. */
static val lps_point(const app *a, simt *w, const buffer *of, const val *x, const val *y) {
    const uint32_t across = (uint32_t)kernel_blocks(lps_side(a), WIDE);
    const uint32_t x0 = (uint32_t)(w->block % across) * WIDE;
    const uint32_t y0 = (uint32_t)(w->block / across) * TALL;
    val row = simt_affine(w, y, lps_row(a), y0 * lps_row(a) + x0);
    val point = simt_add(w, &row, x);
    return simt_hold(w, simt_address(w, of, &point, APP_WORD));
}

/* In bytes, (-1, -1) is 0. */
static val lps_place(simt *w, const val *x, const val *y) {
    val row = simt_affine(w, y, PITCH, PITCH + 1);
    val word = simt_add(w, &row, x);
    return simt_hold(w, simt_shared(w, &word));
}

/* Lanes whose point is in the cube, `border` away from its sides. */
static uint32_t lps_inside(const app *a, simt *w, const val *x, const val *y, int32_t border) {
    const uint32_t across = (uint32_t)kernel_blocks(lps_side(a), WIDE);
    const int32_t x0 = (int32_t)(w->block % across * WIDE);
    const int32_t y0 = (int32_t)(w->block / across * TALL);
    const int32_t last = (int32_t)lps_side(a) - 1 - border;
    return lps_between(w, x, border - x0, last - x0) & lps_between(w, y, border - y0, last - y0);
}

/* The point of the halo of thread t: the rows above and below, then the columns left and right. */
static void lps_halo(simt *w, const val *t, val *x, val *y) {
    *x = simt_hold(w, simt_add_constant(w, t, 0U - 1U));
    *y = simt_variable(w, 0U - 1U);
    uint32_t all = simt_predicate(w, simt_compare(w, SIMT_ULE, IMM(PITCH), t));
    simt_into(w, x, SIMT_SUB, t, IMM(PITCH + 1), NULL);
    simt_into(w, y, SIMT_MOV, IMM(TALL), NULL, NULL);
    simt_join(w, all);
    val side = simt_hold(w, simt_add_constant(w, t, 0U - 2 * PITCH));
    all = simt_predicate(w, simt_compare(w, SIMT_ULE, IMM(2 * PITCH), t));
    simt_into(w, x, SIMT_SHR, &side, IMM(2), NULL);
    simt_into(w, x, SIMT_MAD, x, IMM(WIDE + 1), IMM(0U - 1U));
    simt_into(w, y, SIMT_AND, &side, IMM(TALL - 1), NULL);
    simt_join(w, all);
    simt_drop(w, &side);
}

static void lps_begin(const app *a, simt *w, lps_state *s) {
    val t = simt_hold(w, simt_thread_in_block(w));
    val x = simt_hold(w, simt_thread_x(w, WIDE));
    val y = simt_hold(w, simt_thread_y(w, WIDE));
    s->has = lps_inside(a, w, &x, &y, 0);
    s->inner = lps_inside(a, w, &x, &y, 1);
    s->own = lps_place(w, &x, &y);
    s->from = lps_point(a, w, lps_in(a), &x, &y);
    s->to = lps_point(a, w, lps_out(a), &x, &y);
    simt_drop(w, &x);
    simt_drop(w, &y);
    lps_halo(w, &t, &x, &y);
    s->around = simt_less(w, &t, IMM(HALO)) & lps_inside(a, w, &x, &y, 0);
    s->halo = lps_place(w, &x, &y);
    s->halo_from = lps_point(a, w, lps_in(a), &x, &y);
    simt_drop(w, &x);
    simt_drop(w, &y);
    simt_drop(w, &t);
}

/* ---- the planes ---- */

/* Of plane z, where it is in shared memory: words from the first one. */
static int32_t lps_slot(uint32_t z) {
    return (int32_t)(z % 3 * PLANE);
}

static void lps_bring(const app *a, simt *w, lps_state *s, uint32_t z) {
    uint32_t all = simt_if(w, s->has);
    val own = simt_at(w, lps_in(a), &s->from, 0);
    simt_put(w, NULL, &s->own, lps_slot(z), &own);
    simt_join(w, all);
    all = simt_if(w, s->around);
    val halo = simt_at(w, lps_in(a), &s->halo_from, 0);
    simt_put(w, NULL, &s->halo, lps_slot(z), &halo);
    simt_join(w, all);
    simt_advance(w, &s->from, (int32_t)(lps_plane(a) * APP_WORD));
    simt_advance(w, &s->halo_from, (int32_t)(lps_plane(a) * APP_WORD));
}

static void lps_compute(const app *a, simt *w, lps_state *s, uint32_t z) {
    const int32_t here = lps_slot(z);
    const int32_t neighbours[] = {
        here - 1,        here + 1,       here - (int32_t)PITCH, here + (int32_t)PITCH,
        lps_slot(z + 2), lps_slot(z + 1)}; /* z + 2: where z - 1 is */
    const bool border = z == 0 || z + 1 == lps_side(a);
    val own = simt_at(w, NULL, &s->own, here);
    val sum = simt_hold(w, own);
    const uint32_t all = simt_if(w, border ? 0 : s->inner);
    simt_into(w, &sum, SIMT_MOV, FIMM(0.0F), NULL, NULL);
    for (uint32_t k = 0; k < 6; k++) {
        val x = simt_at(w, NULL, &s->own, neighbours[k]);
        simt_fgrow(w, &sum, &x);
    }
    simt_into(w, &sum, SIMT_FMUL, &sum, FIMM(SIXTH), NULL);
    simt_join(w, all);
    const uint32_t both = simt_if(w, s->has);
    simt_put(w, lps_out(a), &s->to, 0, &sum);
    simt_join(w, both);
    simt_drop(w, &sum);
    simt_advance(w, &s->to, (int32_t)(lps_plane(a) * APP_WORD));
}

/* Plane z comes in phase 2 z; plane z - 1 is computed in the next phase, and the last one with it. */
static void lps_warp(app *a, simt *w) {
    lps_state *s = w->state;
    const uint32_t z = w->phase / 2;
    if (w->phase == 0) {
        simt_loop(w, 0);
        lps_begin(a, w, s);
    }
    if (w->phase % 2 == 0) {
        simt_loop(w, 1);
        lps_bring(a, w, s, z);
    } else if (z == 0) {
        simt_loop(w, 2);
    } else {
        simt_loop(w, 3);
        lps_compute(a, w, s, z - 1);
    }
    if (w->phase + 1 == 2 * lps_side(a)) {
        simt_loop(w, 4);
        lps_compute(a, w, s, z);
        simt_exit(w);
    }
}

static void lps_step(const app *host, const float *in, float *out) {
    const int64_t n = (int64_t)lps_side(host);
    const int64_t neighbours[] = {-1,
                                  1,
                                  -(int64_t)lps_row(host),
                                  (int64_t)lps_row(host),
                                  -(int64_t)lps_plane(host),
                                  (int64_t)lps_plane(host)};
    for (int64_t z = 0; z < n; z++)
        for (int64_t y = 0; y < n; y++)
            for (int64_t x = 0; x < n; x++) {
                const int64_t i = z * (int64_t)lps_plane(host) + y * (int64_t)lps_row(host) + x;
                const bool inner = x > 0 && x < n - 1 && y > 0 && y < n - 1 && z > 0 && z < n - 1;
                float sum = 0.0F;
                for (uint32_t k = 0; k < 6 && inner; k++)
                    sum += in[i + neighbours[k]];
                out[i] = inner ? sum * SIXTH : in[i];
            }
}

static void lps_reference(app *host) {
    for (uint64_t n = 0; n < host->p[1]; n++)
        lps_step(host, app_floats(host, LPS_EVEN + n % 2), app_floats(host, LPS_ODD - n % 2));
}

static const char *lps_check(const kernel_data *a) {
    return app_check(a, lps_reference);
}

const kernel_ops kernel_lps = {
    .name = "lps",
    .summary = "Laplace's equation on a cube (ISPASS 2009 LPS)",
    .params = {{"n", 100, 3, 512, "points a side"}, {"steps", 2, 1, 1000, "launches"}},
    .open = lps_open,
    .close = app_close,
    .reset = app_reset,
    .launch = lps_launch,
    .warp = lps_warp,
    .check = lps_check,
};
