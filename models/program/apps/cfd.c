/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flow of a gas through a grid of tetrahedra (Rodinia cfd, euler3d): a thread has a cell, and adds up what
 * flows in through its four faces from neighbours, whose numbers it reads. An iteration takes the state,
 * finds the step of each cell, and makes three steps of Runge and Kutta, of two launches each.
 *
 * The grid is a box of n cubes a side, each of six tetrahedra: n = 25 has as many cells as Rodinia's smaller
 * data set. The gas comes down on a plate in the middle of the floor.
 */
#include "program/apps/app.h"

#include <math.h>
#include <string.h>

#define BLOCK_DIM 192U
#define FACES     4U
#define DIMS      3U
#define VARS      5U /* density; momentum in x, y, z; energy */
#define STEPS     3U
#define LAUNCHES  (2 + 2 * STEPS)

/* Neighbours that are none. */
#define PLATE  UINT32_MAX
#define BEYOND (UINT32_MAX - 1)

#define SIDE      0.05F /* of a cube */
#define GAMMA     1.4F
#define SMOOTHING 0.2F

/* Arrays of several values a cell have one value of all cells after the other. */
enum { CFD_NEIGHBOUR, CFD_NORMAL, CFD_VOLUME, CFD_STATE, CFD_OLD, CFD_FLUX, CFD_STEP };

/* Of the gas that comes from beyond: density 1.4, pressure 1, 1.2 times as fast as sound. */
#define COMES_X 1.194F
#define COMES_Z (-0.12F)
static const float cfd_beyond[VARS] = {GAMMA, GAMMA *COMES_X, 0.0F, GAMMA *COMES_Z,
                                       GAMMA * 0.5F * (COMES_X * COMES_X + COMES_Z * COMES_Z) +
                                           1.0F / (GAMMA - 1.0F)};

static uint32_t cfd_cells(const app *a) {
    return 6 * (uint32_t)(a->p[0] * a->p[0] * a->p[0]);
}

static void cfd_declare(app *a) {
    const uint64_t cells = cfd_cells(a);
    app_array(a, APP_INPUT, cells * FACES);
    app_array(a, APP_INPUT, cells * FACES * DIMS);
    app_array(a, APP_INPUT, cells);
    app_array(a, APP_INOUT, cells * VARS);
    app_array(a, APP_SCRATCH, cells * VARS);
    app_array(a, APP_SCRATCH, cells * VARS);
    app_array(a, APP_SCRATCH, cells);
}

/* ---- the grid ---- */

/* A tetrahedron goes from the lowest corner of its cube along the axes in this order to the highest. */
static const uint32_t cfd_ways[6][DIMS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static uint32_t cfd_way(uint32_t first, uint32_t second, uint32_t third) {
    uint32_t i = 0;
    while (cfd_ways[i][0] != first || cfd_ways[i][1] != second || cfd_ways[i][2] != third)
        i++;
    return i;
}

/* The cell behind the face opposite to corner `face`: in the same cube, or in the next one where the way
 * begins, or in the last one where it ends. */
static uint32_t cfd_neighbour(const app *a, const uint32_t cube[DIMS], const uint32_t way[DIMS],
                              uint32_t face) {
    const uint32_t n = (uint32_t)a->p[0];
    uint32_t at[DIMS] = {cube[0], cube[1], cube[2]};
    uint32_t other;
    if (face == 0) {
        other = cfd_way(way[1], way[2], way[0]);
        at[way[0]]++;
    } else if (face == 3) {
        other = cfd_way(way[2], way[0], way[1]);
        at[way[2]]--;
    } else {
        other = face == 1 ? cfd_way(way[1], way[0], way[2]) : cfd_way(way[0], way[2], way[1]);
    }
    if (at[2] == UINT32_MAX && at[0] * 4 / n % 3 > 0 && at[1] * 4 / n % 3 > 0)
        return PLATE;
    if (at[0] >= n || at[1] >= n || at[2] >= n)
        return BEYOND;
    return 6 * ((at[2] * n + at[1]) * n + at[0]) + other;
}

/* The face's normal, as long as its area, to the inside. */
static void cfd_normal(const uint32_t way[DIMS], uint32_t face, float normal[DIMS]) {
    float corner[FACES][DIMS] = {{0.0F}};
    for (uint32_t i = 1; i < FACES; i++) {
        memcpy(corner[i], corner[i - 1], sizeof corner[i]);
        corner[i][way[i - 1]] = SIDE;
    }
    const float *to[DIMS]; /* the other three corners */
    for (uint32_t i = 0; i < DIMS; i++)
        to[i] = corner[i + (i >= face)];
    float inside = 0.0F;
    for (uint32_t d = 0; d < DIMS; d++) {
        const uint32_t e = (d + 1) % DIMS;
        const uint32_t f = (d + 2) % DIMS;
        normal[d] = 0.5F * ((to[1][e] - to[0][e]) * (to[2][f] - to[0][f]) -
                            (to[1][f] - to[0][f]) * (to[2][e] - to[0][e]));
        inside += normal[d] * (corner[face][d] - to[0][d]);
    }
    for (uint32_t d = 0; d < DIMS && inside < 0.0F; d++)
        normal[d] = -normal[d];
}

static void cfd_fill(app *a) {
    const uint64_t cells = cfd_cells(a);
    for (uint32_t cell = 0; cell < cells; cell++) {
        const uint32_t n = (uint32_t)a->p[0];
        const uint32_t cube[DIMS] = {cell / 6 % n, cell / 6 / n % n, cell / 6 / n / n};
        const uint32_t *way = cfd_ways[cell % 6];
        for (uint32_t face = 0; face < FACES; face++) {
            float normal[DIMS];
            cfd_normal(way, face, normal);
            app_words(a, CFD_NEIGHBOUR)[face * cells + cell] = cfd_neighbour(a, cube, way, face);
            for (uint32_t d = 0; d < DIMS; d++)
                app_floats(a, CFD_NORMAL)[(face * DIMS + d) * cells + cell] = normal[d];
        }
        app_floats(a, CFD_VOLUME)[cell] = SIDE * SIDE * SIDE / 6.0F;
        for (uint32_t k = 0; k < VARS; k++)
            app_floats(a, CFD_STATE)[k * cells + cell] = cfd_beyond[k];
    }
}

static kernel_data *cfd_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, cfd_declare, cfd_fill);
}

/* ---- as warps run it ---- */

static bool cfd_launch(app *a, uint32_t n, launch_shape *s) {
    a->launch = n % LAUNCHES;
    *s = (launch_shape){.name = a->launch == 0       ? "copy"
                                : a->launch == 1     ? "compute_step_factor"
                                : a->launch % 2 == 0 ? "compute_flux"
                                                     : "time_step",
                        .blocks = kernel_blocks(cfd_cells(a), BLOCK_DIM),
                        .block_dim = BLOCK_DIM,
                        .regs = 64,
                        .phases = 1};
    return n < LAUNCHES * a->p[1];
}

typedef struct {
    val of[VARS];
    val velocity[DIMS], pressure, total; /* energy and pressure */
    val reach;                           /* speed of the gas, and of sound in it */
} cfd_gas;

static val cfd_root(simt *w, const val *x) {
    val inverse = simt_do(w, SIMT_RSQ, x, NULL, NULL);
    return simt_fmul(w, x, &inverse);
}

static val cfd_dot(simt *w, const val *a, const val *b) {
    val sum = simt_fmul(w, &a[0], &b[0]);
    sum = simt_ffma(w, &a[1], &b[1], &sum);
    return simt_ffma(w, &a[2], &b[2], &sum);
}

/* Value `which` of the cells behind an address. */
static val cfd_get(const app *a, simt *w, uint32_t array, const val *address, uint32_t which) {
    return simt_at(w, &a->array[array], address, (int32_t)(which * cfd_cells(a)));
}

static void cfd_put(const app *a, simt *w, uint32_t array, const val *address, uint32_t which, const val *x) {
    simt_put(w, &a->array[array], address, (int32_t)(which * cfd_cells(a)), x);
}

static val cfd_place(const app *a, simt *w, uint32_t array, const val *cell) {
    return simt_hold(w, simt_address(w, &a->array[array], cell, APP_WORD));
}

/* What follows from density, momentum and energy. */
static void cfd_derive(simt *w, cfd_gas *g) {
    val inverse = simt_hold(w, simt_do(w, SIMT_RCP, &g->of[0], NULL, NULL));
    for (uint32_t d = 0; d < DIMS; d++)
        g->velocity[d] = simt_hold(w, simt_fmul(w, &g->of[1 + d], &inverse));
    val square = simt_hold(w, cfd_dot(w, g->velocity, g->velocity));
    val moving = simt_fmul(w, &square, &g->of[0]);
    moving = simt_fmul(w, &moving, FIMM(0.5F));
    moving = simt_fsub(w, &g->of[VARS - 1], &moving);
    g->pressure = simt_hold(w, simt_fmul(w, &moving, FIMM(GAMMA - 1.0F)));
    g->total = simt_hold(w, simt_fadd(w, &g->of[VARS - 1], &g->pressure));
    val sound = simt_fmul(w, &g->pressure, FIMM(GAMMA));
    sound = simt_fmul(w, &sound, &inverse);
    sound = cfd_root(w, &sound);
    val speed = cfd_root(w, &square);
    g->reach = simt_hold(w, simt_fadd(w, &speed, &sound));
    simt_drop(w, &inverse);
    simt_drop(w, &square);
}

/* The gas of a cell. */
static cfd_gas cfd_load(const app *a, simt *w, const val *cell) {
    cfd_gas g;
    val place = cfd_place(a, w, CFD_STATE, cell);
    for (uint32_t k = 0; k < VARS; k++)
        g.of[k] = simt_hold(w, cfd_get(a, w, CFD_STATE, &place, k));
    simt_drop(w, &place);
    cfd_derive(w, &g);
    return g;
}

static void cfd_step_factor(const app *a, simt *w, const val *cell) {
    cfd_gas g = cfd_load(a, w, cell);
    val volume = simt_load(w, &a->array[CFD_VOLUME], cell, APP_WORD);
    val size = cfd_root(w, &volume);
    val time = simt_fmul(w, &size, &g.reach);
    val step = simt_fdiv(w, FIMM(0.5F), &time);
    simt_store(w, &a->array[CFD_STEP], cell, APP_WORD, &step);
}

/* How much of variable k the gas carries along axis d. */
static val cfd_carries(simt *w, const cfd_gas *g, uint32_t k, uint32_t d) {
    if (k == 0)
        return g->of[1 + d];
    if (k == VARS - 1)
        return simt_fmul(w, &g->velocity[d], &g->total);
    return k - 1 == d ? simt_ffma(w, &g->velocity[d], &g->of[k], &g->pressure)
                      : simt_fmul(w, &g->velocity[k - 1], &g->of[1 + d]);
}

/* Differences between neighbours wear off. */
static void cfd_smooth(simt *w, const cfd_gas *own, const cfd_gas *other, const val *normal, val *flux) {
    val area = cfd_dot(w, normal, normal);
    area = simt_hold(w, cfd_root(w, &area));
    val reach = simt_fadd(w, &own->reach, &other->reach);
    val factor = simt_fmul(w, &area, &reach);
    factor = simt_hold(w, simt_fmul(w, &factor, FIMM(-0.5F * SMOOTHING)));
    for (uint32_t k = 0; k < VARS; k++) {
        val apart = simt_fsub(w, &own->of[k], &other->of[k]);
        simt_fgrow_product(w, &flux[k], &factor, &apart);
    }
    simt_drop(w, &area);
    simt_drop(w, &factor);
}

/* What the mean of both carries through the face. */
static void cfd_exchange(simt *w, const cfd_gas *own, const cfd_gas *other, const val *normal, val *flux) {
    for (uint32_t d = 0; d < DIMS; d++) {
        val half = simt_hold(w, simt_fmul(w, &normal[d], FIMM(0.5F)));
        for (uint32_t k = 0; k < VARS; k++) {
            val here = cfd_carries(w, own, k, d);
            val there = cfd_carries(w, other, k, d);
            val both = simt_fadd(w, &here, &there);
            simt_fgrow_product(w, &flux[k], &half, &both);
        }
        simt_drop(w, &half);
    }
}

/* Through one face; `number` is its neighbour's. */
static void cfd_face(const app *a, simt *w, const cfd_gas *own, const val *number, const val *normal,
                     val *flux) {
    const uint32_t cell = simt_less(w, number, IMM(cfd_cells(a)));
    const uint32_t plate = simt_equal(w, number, IMM(PLATE));
    cfd_gas other;
    for (uint32_t k = 0; k < VARS; k++)
        other.of[k] = simt_fvariable(w, cfd_beyond[k]);
    uint32_t all = simt_if(w, cell);
    val place = cfd_place(a, w, CFD_STATE, number);
    for (uint32_t k = 0; k < VARS; k++) {
        val x = cfd_get(a, w, CFD_STATE, &place, k);
        simt_into(w, &other.of[k], SIMT_MOV, &x, NULL, NULL);
    }
    simt_drop(w, &place);
    simt_join(w, all);
    cfd_derive(w, &other);
    all = simt_if(w, cell);
    cfd_smooth(w, own, &other, normal, flux);
    simt_join(w, all);
    simt_label(w, 2);
    all = simt_if(w, ~plate);
    cfd_exchange(w, own, &other, normal, flux);
    simt_else(w, all, ~plate);
    for (uint32_t d = 0; d < DIMS; d++)
        simt_fgrow_product(w, &flux[1 + d], &normal[d], &own->pressure);
    simt_join(w, all);
}

static void cfd_flux(const app *a, simt *w, const val *cell) {
    const cfd_gas own = cfd_load(a, w, cell);
    val number = cfd_place(a, w, CFD_NEIGHBOUR, cell);
    val from = cfd_place(a, w, CFD_NORMAL, cell);
    val flux[VARS], normal[DIMS];
    for (uint32_t k = 0; k < VARS; k++)
        flux[k] = simt_fvariable(w, 0.0F);
    const simt_scope scope = simt_scope_begin(w);
    for (uint32_t face = 0; face < FACES; face++) {
        simt_round(w, 1);
        val neighbour = simt_hold(w, cfd_get(a, w, CFD_NEIGHBOUR, &number, 0));
        for (uint32_t d = 0; d < DIMS; d++)
            normal[d] = simt_hold(w, cfd_get(a, w, CFD_NORMAL, &from, d));
        cfd_face(a, w, &own, &neighbour, normal, flux);
        simt_advance(w, &number, (int32_t)(cfd_cells(a) * APP_WORD));
        simt_advance(w, &from, (int32_t)(DIMS * cfd_cells(a) * APP_WORD));
        simt_scope_end(w, &scope);
    }
    simt_loop(w, 3);
    val to = cfd_place(a, w, CFD_FLUX, cell);
    for (uint32_t k = 0; k < VARS; k++)
        cfd_put(a, w, CFD_FLUX, &to, k, &flux[k]);
}

/* Of the step that the cell may make, a third, a half, all. */
static float cfd_part(uint32_t step) {
    return 1.0F / (float)(STEPS - step);
}

static void cfd_time_step(const app *a, simt *w, const val *cell) {
    val old = cfd_place(a, w, CFD_OLD, cell);
    val flux = cfd_place(a, w, CFD_FLUX, cell);
    val to = cfd_place(a, w, CFD_STATE, cell);
    val step = simt_load(w, &a->array[CFD_STEP], cell, APP_WORD);
    val factor = simt_hold(w, simt_fmul(w, &step, FIMM(cfd_part((a->launch - 3) / 2))));
    for (uint32_t k = 0; k < VARS; k++) {
        val x = cfd_get(a, w, CFD_OLD, &old, k);
        val by = cfd_get(a, w, CFD_FLUX, &flux, k);
        val sum = simt_ffma(w, &factor, &by, &x);
        cfd_put(a, w, CFD_STATE, &to, k, &sum);
    }
}

static void cfd_copy(const app *a, simt *w, const val *cell) {
    val from = cfd_place(a, w, CFD_STATE, cell);
    val to = cfd_place(a, w, CFD_OLD, cell);
    for (uint32_t k = 0; k < VARS; k++) {
        val x = cfd_get(a, w, CFD_STATE, &from, k);
        cfd_put(a, w, CFD_OLD, &to, k, &x);
    }
}

static void cfd_warp(app *a, simt *w) {
    simt_loop(w, 0);
    val cell = simt_hold(w, simt_thread(w));
    const uint32_t all = simt_if_less(w, &cell, cfd_cells(a));
    if (!w->mask)
        ; /* no cell: a warp behind the last one */
    else if (a->launch == 0)
        cfd_copy(a, w, &cell);
    else if (a->launch == 1)
        cfd_step_factor(a, w, &cell);
    else if (a->launch % 2 == 0)
        cfd_flux(a, w, &cell);
    else
        cfd_time_step(a, w, &cell);
    simt_join(w, all);
    simt_loop(w, 4);
    simt_exit(w);
}

/* ---- plain ---- */

typedef struct {
    float of[VARS];
    float velocity[DIMS], pressure, total, reach;
} cfd_plain_gas;

static float cfd_plain_root(float x) {
    return x * (1.0F / sqrtf(x));
}

static float cfd_plain_dot(const float *a, const float *b) {
    return a[2] * b[2] + (a[1] * b[1] + a[0] * b[0]);
}

static void cfd_plain_derive(cfd_plain_gas *g) {
    const float inverse = 1.0F / g->of[0];
    for (uint32_t d = 0; d < DIMS; d++)
        g->velocity[d] = g->of[1 + d] * inverse;
    const float square = cfd_plain_dot(g->velocity, g->velocity);
    g->pressure = (g->of[4] - square * g->of[0] * 0.5F) * (GAMMA - 1.0F);
    g->total = g->of[4] + g->pressure;
    g->reach = cfd_plain_root(square) + cfd_plain_root(g->pressure * GAMMA * inverse);
}

static cfd_plain_gas cfd_plain_load(const app *host, uint32_t cell) {
    cfd_plain_gas g;
    for (uint32_t k = 0; k < VARS; k++)
        g.of[k] = cell == BEYOND ? cfd_beyond[k] : app_floats(host, CFD_STATE)[k * cfd_cells(host) + cell];
    cfd_plain_derive(&g);
    return g;
}

static void cfd_plain_carries(const cfd_plain_gas *g, uint32_t d, float *out) {
    out[0] = g->of[1 + d];
    for (uint32_t k = 1; k <= DIMS; k++)
        out[k] = g->velocity[k - 1] * g->of[1 + d];
    out[1 + d] += g->pressure;
    out[4] = g->velocity[d] * g->total;
}

static void cfd_plain_face(const app *host, const cfd_plain_gas *own, uint32_t number, const float *normal,
                           float *flux) {
    if (number == PLATE) {
        for (uint32_t d = 0; d < DIMS; d++)
            flux[1 + d] += normal[d] * own->pressure;
        return;
    }
    const cfd_plain_gas other = cfd_plain_load(host, number);
    const float area = cfd_plain_root(cfd_plain_dot(normal, normal));
    const float factor = area * (own->reach + other.reach) * (-0.5F * SMOOTHING);
    for (uint32_t k = 0; k < VARS && number != BEYOND; k++)
        flux[k] += factor * (own->of[k] - other.of[k]);
    for (uint32_t d = 0; d < DIMS; d++) {
        float here[VARS];
        float there[VARS];
        cfd_plain_carries(own, d, here);
        cfd_plain_carries(&other, d, there);
        for (uint32_t k = 0; k < VARS; k++)
            flux[k] += normal[d] * 0.5F * (here[k] + there[k]);
    }
}

static void cfd_plain_flux(app *host) {
    const uint64_t cells = cfd_cells(host);
    for (uint32_t cell = 0; cell < cells; cell++) {
        const cfd_plain_gas own = cfd_plain_load(host, cell);
        float flux[VARS] = {0.0F};
        for (uint32_t face = 0; face < FACES; face++) {
            float normal[DIMS];
            for (uint32_t d = 0; d < DIMS; d++)
                normal[d] = app_floats(host, CFD_NORMAL)[(face * DIMS + d) * cells + cell];
            cfd_plain_face(host, &own, app_words(host, CFD_NEIGHBOUR)[face * cells + cell], normal, flux);
        }
        for (uint32_t k = 0; k < VARS; k++)
            app_floats(host, CFD_FLUX)[k * cells + cell] = flux[k];
    }
}

static void cfd_reference(app *host) {
    const uint64_t cells = cfd_cells(host);
    for (uint64_t n = 0; n < host->p[1]; n++) {
        memcpy(host->array[CFD_OLD].data, host->array[CFD_STATE].data, host->array[CFD_OLD].bytes);
        for (uint32_t cell = 0; cell < cells; cell++) {
            const float size = cfd_plain_root(app_floats(host, CFD_VOLUME)[cell]);
            app_floats(host, CFD_STEP)[cell] = 0.5F * (1.0F / (size * cfd_plain_load(host, cell).reach));
        }
        for (uint32_t step = 0; step < STEPS; step++) {
            cfd_plain_flux(host);
            for (uint64_t i = 0; i < cells * VARS; i++)
                app_floats(host, CFD_STATE)[i] =
                    app_floats(host, CFD_STEP)[i % cells] * cfd_part(step) * app_floats(host, CFD_FLUX)[i] +
                    app_floats(host, CFD_OLD)[i];
        }
    }
}

/* Does a face of the neighbour lead back, with the opposite normal? */
static bool cfd_leads_back(const app *a, uint32_t cell, uint32_t face) {
    const size_t cells = cfd_cells(a);
    const uint32_t *neighbour = app_words(a, CFD_NEIGHBOUR);
    const float *normal = app_floats(a, CFD_NORMAL);
    const uint32_t other = neighbour[face * cells + cell];
    bool back = other >= cells;
    for (uint32_t f = 0; f < FACES && !back; f++) {
        back = neighbour[f * cells + other] == cell;
        for (uint32_t d = 0; d < DIMS; d++)
            back =
                back && normal[(f * DIMS + d) * cells + other] == -normal[(face * DIMS + d) * cells + cell];
    }
    return back;
}

static const char *cfd_check(const kernel_data *a) {
    const char *wrong = app_check(a, cfd_reference);
    for (uint32_t cell = 0; cell < cfd_cells(a) && !wrong; cell++) {
        const cfd_plain_gas g = cfd_plain_load(a, cell);
        if (!(g.of[0] > 0.0F) || !(g.pressure > 0.0F)) /* nor NaN, which would be the same on both sides */
            wrong = "no gas has this density or pressure";
        for (uint32_t face = 0; face < FACES && !wrong; face++)
            if (!cfd_leads_back(a, cell, face))
                wrong = "cells disagree about neighbours";
    }
    return wrong;
}

const kernel_ops kernel_cfd = {
    .name = "cfd",
    .summary = "flow of a gas through a grid of tetrahedra (Rodinia cfd)",
    .params = {{"n", 25, 1, 100, "cubes a side, of six cells each"},
               {"iterations", 1, 1, 1000, "eight launches each"}},
    .open = cfd_open,
    .close = app_close,
    .reset = app_reset,
    .launch = cfd_launch,
    .warp = cfd_warp,
    .check = cfd_check,
};
