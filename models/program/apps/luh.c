/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A blast in a corner of a block of matter, in coordinates that move with it (LULESH): a grid of hexahedra,
 * whose pressure pushes their corners. A step is three launches: elements  what pressure and viscosity do to
 * each of the eight corners, from the faces that meet there; nodes     add up the forces of up to eight
 * elements, and move; elements  find their new volume, and from it viscosity, energy and pressure. Elements
 * and nodes find each other through lists, as in a grid that has no order.
 *
 * D: steps are of equal length, viscosity follows from the element alone, and no force works against
 * hourglass shapes, which need more steps than are made here.
 */
#include "program/apps/app.h"

#include <math.h>
#include <string.h>

#define BLOCK_DIM 128U
#define CORNERS   8U
#define FACES     6U
#define DIMS      3U
#define NONE      UINT32_MAX
#define WIDTH     1.125F /* of the block */
#define BLAST     1.0F   /* energy of the first element, per volume; the others have none */
#define GAMMA     (5.0F / 3.0F)
#define LINEAR    0.5F /* parts of viscosity */
#define QUADRATIC 2.0F
#define TINY      1e-20F

enum {
    LUH_PLACE,
    LUH_SPEED,
    LUH_MASS,
    LUH_NODES,
    LUH_CORNERS,
    LUH_FORCE,
    LUH_ENERGY,
    LUH_PRESSURE,
    LUH_VISCOSITY,
    LUH_VOLUME
};
typedef enum { LUH_PUSH, LUH_MOVE, LUH_STATE } luh_kind;

/* Corners of the faces, seen from outside. */
static const uint32_t luh_faces[FACES][4] = {{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2},
                                             {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}};

/* Twelve volumes of an element are three triple products; a factor is a sum of differences of corners. */
static const uint32_t luh_triples[3][4][2] = {
    {{3, 1}, {7, 2}, {6, 3}, {2, 0}}, {{4, 3}, {5, 7}, {6, 4}, {7, 0}}, {{1, 4}, {2, 5}, {6, 1}, {5, 0}}};

static uint32_t luh_elements(const app *a) {
    return (uint32_t)(a->p[0] * a->p[0] * a->p[0]);
}

static uint32_t luh_nodes(const app *a) {
    return (uint32_t)((a->p[0] + 1) * (a->p[0] + 1) * (a->p[0] + 1));
}

static float luh_side(const app *a) {
    return WIDTH / (float)a->p[0];
}

static float luh_time(const app *a) {
    return 0.1F * luh_side(a);
}

static void luh_declare(app *a) {
    const uint64_t elements = luh_elements(a);
    const uint64_t nodes = luh_nodes(a);
    app_array(a, APP_INOUT, DIMS * nodes);
    app_array(a, APP_INOUT, DIMS * nodes);
    app_array(a, APP_INPUT, nodes);
    app_array(a, APP_INPUT, CORNERS * elements);          /* node of a corner */
    app_array(a, APP_INPUT, CORNERS * nodes);             /* corners at a node; NONE: no more */
    app_array(a, APP_SCRATCH, DIMS * CORNERS * elements); /* of a corner */
    for (uint32_t i = LUH_ENERGY; i <= LUH_VOLUME; i++)
        app_array(a, APP_INOUT, elements);
}

/* Corner c of an element lies one further along x, y, z for c = 1, 2, 5, 6, for c = 2, 3, 6, 7, and from 4
 * on. */
static uint32_t luh_node_of(const app *a, uint32_t element, uint32_t corner) {
    const uint32_t n = (uint32_t)a->p[0];
    const uint32_t x = element % n + (corner % 4 == 1 || corner % 4 == 2);
    const uint32_t y = element / n % n + (corner % 4 > 1);
    const uint32_t z = element / n / n + corner / 4;
    return (z * (n + 1) + y) * (n + 1) + x;
}

static void luh_fill(app *a) {
    const uint32_t n = (uint32_t)a->p[0];
    const uint32_t elements = luh_elements(a);
    const size_t nodes = luh_nodes(a);
    const float volume = luh_side(a) * luh_side(a) * luh_side(a);
    uint32_t *corners = app_words(a, LUH_CORNERS);
    memset(corners, 0xFF, a->array[LUH_CORNERS].bytes);
    for (uint32_t i = 0; i < nodes; i++) {
        const uint32_t at[DIMS] = {i % (n + 1), i / (n + 1) % (n + 1), i / (n + 1) / (n + 1)};
        for (uint32_t d = 0; d < DIMS; d++)
            app_floats(a, LUH_PLACE)[d * nodes + i] = (float)at[d] * luh_side(a);
    }
    for (uint32_t element = 0; element < elements; element++) {
        app_floats(a, LUH_VOLUME)[element] = 1.0F;
        for (uint32_t corner = 0; corner < CORNERS; corner++) {
            const uint32_t node = luh_node_of(a, element, corner);
            uint32_t slot = 0;
            while (corners[slot * nodes + node] != NONE)
                slot++;
            corners[slot * nodes + node] = corner * elements + element;
            app_words(a, LUH_NODES)[corner * elements + element] = node;
            app_floats(a, LUH_MASS)[node] += volume / (float)CORNERS; /* of density 1 */
        }
    }
    app_floats(a, LUH_ENERGY)[0] = BLAST;
    app_floats(a, LUH_PRESSURE)[0] = (GAMMA - 1.0F) * BLAST;
}

static kernel_data *luh_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, luh_declare, luh_fill);
}

/* ---- as warps run it ---- */

static bool luh_launch(app *a, uint32_t n, launch_shape *s) {
    static const char *const name[] = {"CalcVolumeForceForElems", "CalcPositionForNodes",
                                       "CalcKinematicsAndEOS"};
    a->launch = n % 3;
    *s = (launch_shape){.name = name[a->launch],
                        .blocks =
                            kernel_blocks(a->launch == LUH_MOVE ? luh_nodes(a) : luh_elements(a), BLOCK_DIM),
                        .block_dim = BLOCK_DIM,
                        .regs = 80,
                        .phases = 1};
    return n < 3 * a->p[1];
}

static val luh_get(const app *a, simt *w, uint32_t array, const val *i) {
    return simt_hold(w, simt_load(w, &a->array[array], i, APP_WORD));
}

/* The corners of an element, where they are now. */
static void luh_corners(const app *a, simt *w, const val *element, val at[CORNERS][DIMS]) {
    val list = simt_hold(w, simt_address(w, &a->array[LUH_NODES], element, APP_WORD));
    for (uint32_t c = 0; c < CORNERS; c++) {
        val node = simt_at(w, &a->array[LUH_NODES], &list, (int32_t)(c * luh_elements(a)));
        val place = simt_hold(w, simt_address(w, &a->array[LUH_PLACE], &node, APP_WORD));
        for (uint32_t d = 0; d < DIMS; d++)
            at[c][d] = simt_hold(w, simt_at(w, &a->array[LUH_PLACE], &place, (int32_t)(d * luh_nodes(a))));
        simt_drop(w, &place);
    }
    simt_drop(w, &list);
}

static void luh_cross(simt *w, const val *a, const val *b, val *out) {
    for (uint32_t d = 0; d < DIMS; d++) {
        val plus = simt_hold(w, simt_fmul(w, &a[(d + 1) % DIMS], &b[(d + 2) % DIMS]));
        val minus = simt_fmul(w, &a[(d + 2) % DIMS], &b[(d + 1) % DIMS]);
        out[d] = simt_hold(w, simt_fsub(w, &plus, &minus));
        simt_drop(w, &plus);
    }
}

/* Half of (a + b) - c - e. */
static val luh_bisector(simt *w, const val *a, const val *b, const val *c, const val *e) {
    val sum = simt_fadd(w, a, b);
    sum = simt_fsub(w, &sum, c);
    sum = simt_fsub(w, &sum, e);
    return simt_hold(w, simt_fmul(w, &sum, FIMM(0.5F)));
}

/* A quarter of the face's area, along its normal. */
static void luh_face(simt *w, val at[CORNERS][DIMS], const uint32_t *face, val *area) {
    val one[DIMS], other[DIMS];
    for (uint32_t d = 0; d < DIMS; d++) {
        const val *x[] = {&at[face[0]][d], &at[face[1]][d], &at[face[2]][d], &at[face[3]][d]};
        one[d] = luh_bisector(w, x[3], x[2], x[1], x[0]);
        other[d] = luh_bisector(w, x[2], x[1], x[3], x[0]);
    }
    luh_cross(w, one, other, area);
    for (uint32_t d = 0; d < DIMS; d++)
        simt_into(w, &area[d], SIMT_FMUL, &area[d], FIMM(0.25F), NULL);
}

static void luh_push(const app *a, simt *w, const val *element) {
    val at[CORNERS][DIMS], normal[CORNERS][DIMS];
    luh_corners(a, w, element, at);
    for (uint32_t i = 0; i < CORNERS * DIMS; i++)
        normal[i / DIMS][i % DIMS] = simt_fvariable(w, 0.0F);
    for (uint32_t face = 0; face < FACES; face++) {
        const simt_scope scope = simt_scope_begin(w);
        val area[DIMS];
        simt_loop(w, 1 + face);
        luh_face(w, at, luh_faces[face], area);
        for (uint32_t i = 0; i < 4 * DIMS; i++)
            simt_fgrow(w, &normal[luh_faces[face][i / DIMS]][i % DIMS], &area[i % DIMS]);
        simt_scope_end(w, &scope);
    }
    simt_loop(w, 1 + FACES);
    val pressure = luh_get(a, w, LUH_PRESSURE, element);
    val viscosity = luh_get(a, w, LUH_VISCOSITY, element);
    val stress = simt_hold(w, simt_fadd(w, &pressure, &viscosity));
    val to = simt_hold(w, simt_address(w, &a->array[LUH_FORCE], element, APP_WORD));
    for (uint32_t i = 0; i < CORNERS * DIMS; i++) {
        val force = simt_fmul(w, &stress, &normal[i / DIMS][i % DIMS]);
        simt_put(w, &a->array[LUH_FORCE], &to, (int32_t)((i % DIMS * CORNERS + i / DIMS) * luh_elements(a)),
                 &force);
    }
}

/* Of all elements around the node. */
static void luh_force(const app *a, simt *w, const val *node, val *force) {
    val list = simt_hold(w, simt_address(w, &a->array[LUH_CORNERS], node, APP_WORD));
    for (uint32_t d = 0; d < DIMS; d++)
        force[d] = simt_fvariable(w, 0.0F);
    for (uint32_t slot = 0; slot < CORNERS; slot++) {
        simt_round(w, 1);
        val corner = simt_hold(w, simt_at(w, &a->array[LUH_CORNERS], &list, 0));
        const uint32_t all = simt_if(w, simt_compare(w, SIMT_NE, &corner, IMM(NONE)));
        val from = simt_hold(w, simt_address(w, &a->array[LUH_FORCE], &corner, APP_WORD));
        for (uint32_t d = 0; d < DIMS; d++) {
            val x = simt_at(w, &a->array[LUH_FORCE], &from, (int32_t)(d * CORNERS * luh_elements(a)));
            simt_fgrow(w, &force[d], &x);
        }
        simt_join(w, all);
        simt_drop(w, &from);
        simt_drop(w, &corner);
        simt_advance(w, &list, (int32_t)(luh_nodes(a) * APP_WORD));
    }
    simt_loop(w, 2);
    simt_drop(w, &list);
}

/* Nodes on the three sides through the blast stay on them. */
static void luh_move(const app *a, simt *w, const val *node) {
    val force[DIMS];
    luh_force(a, w, node, force);
    val mass = luh_get(a, w, LUH_MASS, node);
    val place = simt_hold(w, simt_address(w, &a->array[LUH_PLACE], node, APP_WORD));
    val speed = simt_hold(w, simt_address(w, &a->array[LUH_SPEED], node, APP_WORD));
    for (uint32_t d = 0; d < DIMS; d++) {
        const int32_t along = (int32_t)(d * luh_nodes(a));
        val at = simt_hold(w, simt_at(w, &a->array[LUH_PLACE], &place, along));
        val faster = simt_hold(w, simt_fdiv(w, &force[d], &mass));
        const uint32_t all = simt_predicate(w, simt_equal(w, &at, FIMM(0.0F)));
        simt_into(w, &faster, SIMT_MOV, FIMM(0.0F), NULL, NULL);
        simt_join(w, all);
        val now = simt_at(w, &a->array[LUH_SPEED], &speed, along);
        now = simt_hold(w, simt_ffma(w, &faster, FIMM(luh_time(a)), &now));
        simt_put(w, &a->array[LUH_SPEED], &speed, along, &now);
        val to = simt_ffma(w, &now, FIMM(luh_time(a)), &at);
        simt_put(w, &a->array[LUH_PLACE], &place, along, &to);
        simt_drop(w, &at);
        simt_drop(w, &faster);
        simt_drop(w, &now);
    }
}

/* Of the element now, over that at first. */
static val luh_volume(const app *a, simt *w, const val *element) {
    val at[CORNERS][DIMS];
    luh_corners(a, w, element, at);
    val sum = simt_fvariable(w, 0.0F);
    for (uint32_t i = 0; i < 3; i++) {
        const simt_scope scope = simt_scope_begin(w);
        val apart[4][DIMS], product[DIMS];
        for (uint32_t k = 0; k < 4 * DIMS; k++) {
            const uint32_t *of = luh_triples[i][k / DIMS];
            apart[k / DIMS][k % DIMS] =
                simt_hold(w, simt_fsub(w, &at[of[0]][k % DIMS], &at[of[1]][k % DIMS]));
        }
        luh_cross(w, apart[2], apart[3], product);
        for (uint32_t d = 0; d < DIMS; d++) {
            val first = simt_fadd(w, &apart[0][d], &apart[1][d]);
            simt_fgrow_product(w, &sum, &first, &product[d]);
        }
        simt_scope_end(w, &scope);
    }
    const float cube = luh_side(a) * luh_side(a) * luh_side(a);
    simt_into(w, &sum, SIMT_FMUL, &sum, FIMM(1.0F / (12.0F * cube)), NULL);
    return sum;
}

/* Viscosity of matter that is pressed together at this rate. */
static val luh_viscosity(const app *a, simt *w, const val *change, const val *volume, const val *pressure) {
    val less = simt_fsub(w, FIMM(0.0F), change); /* never -0, of which and 0 no maximum is defined */
    less = simt_do(w, SIMT_FMAX, &less, FIMM(0.0F), NULL);
    val fast = simt_hold(w, simt_fmul(w, &less, FIMM(luh_side(a) / luh_time(a))));
    val square = simt_fmul(w, pressure, FIMM(GAMMA));
    square = simt_fmul(w, &square, volume);
    square = simt_hold(w, simt_do(w, SIMT_FMAX, &square, FIMM(TINY), NULL));
    val inverse = simt_do(w, SIMT_RSQ, &square, NULL, NULL);
    val sound = simt_fmul(w, &square, &inverse);
    val both = simt_fmul(w, &sound, FIMM(LINEAR));
    both = simt_ffma(w, &fast, FIMM(QUADRATIC), &both);
    both = simt_hold(w, simt_fmul(w, &both, &fast));
    return simt_hold(w, simt_fdiv(w, &both, volume));
}

/* energy -= change / 2 * (pressure + viscosity) */
static void luh_work(simt *w, val *energy, const val *change, const val *pressure, const val *viscosity) {
    val stress = simt_fadd(w, pressure, viscosity);
    val half = simt_fmul(w, change, FIMM(-0.5F));
    simt_fgrow_product(w, energy, &half, &stress);
}

static val luh_pressure(simt *w, const val *energy, const val *volume) {
    val dense = simt_fdiv(w, energy, volume);
    val pressure = simt_fmul(w, &dense, FIMM(GAMMA - 1.0F));
    return simt_hold(w, simt_do(w, SIMT_FMAX, &pressure, FIMM(0.0F), NULL));
}

static void luh_state(const app *a, simt *w, const val *element) {
    const simt_scope scope = simt_scope_begin(w);
    val volume = luh_volume(a, w, element);
    simt_scope_end(w, &scope);
    simt_keep(w, &volume);
    simt_loop(w, 1);
    val before = luh_get(a, w, LUH_VOLUME, element);
    val pressure = luh_get(a, w, LUH_PRESSURE, element);
    val viscosity = luh_get(a, w, LUH_VISCOSITY, element);
    val energy = luh_get(a, w, LUH_ENERGY, element);
    val change = simt_hold(w, simt_fsub(w, &volume, &before));
    luh_work(w, &energy, &change, &pressure, &viscosity);
    viscosity = luh_viscosity(a, w, &change, &volume, &pressure);
    val middle = simt_hold(w, simt_ffma(w, &change, FIMM(0.5F), &before));
    pressure = luh_pressure(w, &energy, &middle);
    luh_work(w, &energy, &change, &pressure, &viscosity);
    pressure = luh_pressure(w, &energy, &volume);
    simt_store(w, &a->array[LUH_ENERGY], element, APP_WORD, &energy);
    simt_store(w, &a->array[LUH_PRESSURE], element, APP_WORD, &pressure);
    simt_store(w, &a->array[LUH_VISCOSITY], element, APP_WORD, &viscosity);
    simt_store(w, &a->array[LUH_VOLUME], element, APP_WORD, &volume);
}

static void luh_warp(app *a, simt *w) {
    simt_loop(w, 0);
    val i = simt_hold(w, simt_thread(w));
    const uint32_t all = simt_if_less(w, &i, a->launch == LUH_MOVE ? luh_nodes(a) : luh_elements(a));
    if (!w->mask)
        ; /* a warp behind the last one */
    else if (a->launch == LUH_PUSH)
        luh_push(a, w, &i);
    else if (a->launch == LUH_MOVE)
        luh_move(a, w, &i);
    else
        luh_state(a, w, &i);
    simt_join(w, all);
    simt_loop(w, 2 + FACES);
    simt_exit(w);
}

/* ---- plain ---- */

static void luh_plain_corners(const app *host, uint32_t element, float at[CORNERS][DIMS]) {
    for (uint32_t c = 0; c < CORNERS; c++) {
        const uint32_t node = app_words(host, LUH_NODES)[c * luh_elements(host) + element];
        for (uint32_t d = 0; d < DIMS; d++)
            at[c][d] = app_floats(host, LUH_PLACE)[d * luh_nodes(host) + node];
    }
}

static float luh_plain_cross(const float *a, const float *b, uint32_t d) {
    return a[(d + 1) % DIMS] * b[(d + 2) % DIMS] - a[(d + 2) % DIMS] * b[(d + 1) % DIMS];
}

static void luh_plain_push(app *host, uint32_t element) {
    const size_t elements = luh_elements(host);
    const float stress = app_floats(host, LUH_PRESSURE)[element] + app_floats(host, LUH_VISCOSITY)[element];
    float at[CORNERS][DIMS];
    float normal[CORNERS][DIMS] = {{0.0F}};
    luh_plain_corners(host, element, at);
    for (uint32_t face = 0; face < FACES; face++) {
        const uint32_t *of = luh_faces[face];
        float one[DIMS];
        float other[DIMS];
        for (uint32_t d = 0; d < DIMS; d++) {
            one[d] = (at[of[3]][d] + at[of[2]][d] - at[of[1]][d] - at[of[0]][d]) * 0.5F;
            other[d] = (at[of[2]][d] + at[of[1]][d] - at[of[3]][d] - at[of[0]][d]) * 0.5F;
        }
        for (uint32_t i = 0; i < 4 * DIMS; i++)
            normal[of[i / DIMS]][i % DIMS] += luh_plain_cross(one, other, i % DIMS) * 0.25F;
    }
    for (uint32_t c = 0; c < CORNERS; c++)
        for (uint32_t d = 0; d < DIMS; d++)
            app_floats(host, LUH_FORCE)[(d * CORNERS + c) * elements + element] = stress * normal[c][d];
}

static void luh_plain_move(app *host, uint32_t node) {
    const size_t nodes = luh_nodes(host);
    for (uint32_t d = 0; d < DIMS; d++) {
        float *place = &app_floats(host, LUH_PLACE)[d * nodes + node];
        float *speed = &app_floats(host, LUH_SPEED)[d * nodes + node];
        float force = 0.0F;
        for (uint32_t slot = 0; slot < CORNERS; slot++) {
            const uint32_t corner = app_words(host, LUH_CORNERS)[slot * nodes + node];
            if (corner != NONE)
                force += app_floats(host, LUH_FORCE)[d * CORNERS * (size_t)luh_elements(host) + corner];
        }
        const float faster = *place == 0.0F ? 0.0F : force * (1.0F / app_floats(host, LUH_MASS)[node]);
        *speed = faster * luh_time(host) + *speed;
        *place = *speed * luh_time(host) + *place;
    }
}

static float luh_plain_volume(const app *host, uint32_t element) {
    const float cube = luh_side(host) * luh_side(host) * luh_side(host);
    float at[CORNERS][DIMS];
    float sum = 0.0F;
    luh_plain_corners(host, element, at);
    for (uint32_t i = 0; i < 3; i++) {
        float apart[4][DIMS];
        for (uint32_t k = 0; k < 4 * DIMS; k++) {
            const uint32_t *of = luh_triples[i][k / DIMS];
            apart[k / DIMS][k % DIMS] = at[of[0]][k % DIMS] - at[of[1]][k % DIMS];
        }
        for (uint32_t d = 0; d < DIMS; d++)
            sum = (apart[0][d] + apart[1][d]) * luh_plain_cross(apart[2], apart[3], d) + sum;
    }
    return sum * (1.0F / (12.0F * cube));
}

static void luh_plain_state(app *host, uint32_t i) {
    const float volume = luh_plain_volume(host, i);
    const float before = app_floats(host, LUH_VOLUME)[i];
    const float change = volume - before;
    float pressure = app_floats(host, LUH_PRESSURE)[i];
    float *energy = &app_floats(host, LUH_ENERGY)[i];
    float *viscosity = &app_floats(host, LUH_VISCOSITY)[i];
    *energy = change * -0.5F * (pressure + *viscosity) + *energy;
    const float fast = fmaxf(0.0F - change, 0.0F) * (luh_side(host) / luh_time(host));
    const float square = fmaxf(pressure * GAMMA * volume, TINY);
    const float sound = square * (1.0F / sqrtf(square));
    *viscosity = (fast * QUADRATIC + sound * LINEAR) * fast * (1.0F / volume);
    pressure = fmaxf(*energy * (1.0F / (change * 0.5F + before)) * (GAMMA - 1.0F), 0.0F);
    *energy = change * -0.5F * (pressure + *viscosity) + *energy;
    app_floats(host, LUH_PRESSURE)[i] = fmaxf(*energy * (1.0F / volume) * (GAMMA - 1.0F), 0.0F);
    app_floats(host, LUH_VOLUME)[i] = volume;
}

static void luh_reference(app *host) {
    for (uint64_t step = 0; step < host->p[1]; step++) {
        for (uint32_t i = 0; i < luh_elements(host); i++)
            luh_plain_push(host, i);
        for (uint32_t i = 0; i < luh_nodes(host); i++)
            luh_plain_move(host, i);
        for (uint32_t i = 0; i < luh_elements(host); i++)
            luh_plain_state(host, i);
    }
}

/* The blast widens the first element, and what it loses in energy is what moves. Steps of this length lose up
 * to 3 % of it. */
static bool luh_is_blast(const app *a) {
    const double cube = (double)luh_side(a) * luh_side(a) * luh_side(a);
    double energy = 0.0;
    for (uint32_t i = 0; i < luh_elements(a); i++)
        energy += cube * app_floats(a, LUH_ENERGY)[i];
    for (uint32_t i = 0; i < luh_nodes(a); i++)
        for (uint32_t d = 0; d < DIMS; d++) {
            const double speed = app_floats(a, LUH_SPEED)[d * luh_nodes(a) + i];
            energy += 0.5 * app_floats(a, LUH_MASS)[i] * speed * speed;
        }
    return app_floats(a, LUH_VOLUME)[0] > 1.0F && fabs(energy / (cube * BLAST) - 1.0) < 0.05;
}

/* Pressure pushes an element's corners apart, and the element nowhere. */
static bool luh_is_balanced(const app *a) {
    for (uint32_t d = 0; d < DIMS; d++) {
        double sum = 0.0;
        double size = 0.0;
        for (uint32_t c = 0; c < CORNERS; c++) {
            const double force = app_floats(a, LUH_FORCE)[(d * CORNERS + c) * (size_t)luh_elements(a)];
            sum += force;
            size += fabs(force);
        }
        if (fabs(sum) > 1e-5 * size)
            return false;
    }
    return true;
}

static const char *luh_check(const kernel_data *a) {
    const char *wrong = app_check(a, luh_reference);
    if (!wrong && !luh_is_blast(a))
        wrong = "energy is lost or won";
    if (!wrong && !luh_is_balanced(a))
        wrong = "an element pushes itself";
    return wrong;
}

const kernel_ops kernel_luh = {
    .name = "luh",
    .summary = "a blast in a grid of hexahedra that moves with it (LULESH)",
    .params = {{"n", 30, 2, 128, "elements a side"}, {"steps", 2, 1, 1000, "three launches each"}},
    .open = luh_open,
    .close = app_close,
    .reset = app_reset,
    .launch = luh_launch,
    .warp = luh_warp,
    .check = luh_check,
};
