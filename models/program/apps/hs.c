/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Temperatures on a chip (Rodinia hotspot): a cell heats up by its own power, and exchanges heat with its
 * four neighbours and the air. A launch is two steps: blocks of 16 x 16 overlap, bring their cells into
 * shared memory, and compute one ring less in each step. Beyond the border lies the border's cell.
 */
#include "program/apps/app.h"

#include <stdlib.h>

#define TILE   16U
#define HEIGHT 2U                  /* steps of a launch */
#define INNER  (TILE - 2 * HEIGHT) /* cells of a block in the end, a side */
#define CELLS  (TILE * TILE)

/* Of a step: heat capacity, conductance in x, in y, to the air; temperature of that. */
#define CAPACITY 0.341F
#define RX       0.102F
#define RY       0.098F
#define RZ       0.005F
#define AIR      80.0F

enum { HS_POWER, HS_EVEN, HS_ODD }; /* temperatures before and after a launch, in turn */

static void hs_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0] * a->p[0]);
    app_array(a, APP_INOUT, a->p[0] * a->p[0]);
    app_array(a, APP_OUTPUT, a->p[0] * a->p[0]);
}

static void hs_fill(app *a) {
    app_random_floats(a, HS_POWER, 0.0F, 2.0F);
    app_random_floats(a, HS_EVEN, 320.0F, 340.0F);
}

static kernel_data *hs_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, hs_declare, hs_fill);
}

/* What a thread keeps across barriers: its place in shared memory, and the cell that it has computed. */
typedef struct {
    val place, next;
    uint32_t computed; /* lanes */
} hs_state;

static bool hs_launch(app *a, uint32_t n, launch_shape *s) {
    const uint64_t tiles = kernel_blocks(a->p[0], INNER);
    a->launch = n;
    *s = (launch_shape){.blocks = tiles * tiles,
                        .block_dim = CELLS,
                        .regs = 32,
                        .shared_bytes = 2 * CELLS * APP_WORD,
                        .phases = 2 * HEIGHT,
                        .state_bytes = sizeof(hs_state)};
    return n < a->p[1];
}

/* The cell of a thread; the first of the block may lie outside, so the numbers are signed. */
typedef struct {
    val x, y;       /* in the block */
    int32_t x0, y0; /* of the block's first cell */
    int32_t last;   /* of the chip */
} hs_cell;

static hs_cell hs_find(const app *a, simt *w) {
    const uint32_t tiles = (uint32_t)kernel_blocks(a->p[0], INNER);
    hs_cell c = {.x0 = (int32_t)(w->block % tiles * INNER) - (int32_t)HEIGHT,
                 .y0 = (int32_t)(w->block / tiles * INNER) - (int32_t)HEIGHT,
                 .last = (int32_t)a->p[0] - 1};
    c.x = simt_hold(w, simt_thread_x(w, TILE));
    c.y = simt_hold(w, simt_thread_y(w, TILE));
    return c;
}

/* The lanes from `from` to `to`. */
static uint32_t hs_between(simt *w, const val *i, int32_t from, int32_t to) {
    val apart = simt_add_constant(w, i, (uint32_t)-from);
    return simt_compare(w, SIMT_ULE, &apart, IMM((uint32_t)(to - from)));
}

/* Lanes whose cell is on the chip and at least `ring` away from the edge of the block. */
static uint32_t hs_inside(simt *w, const hs_cell *c, int32_t ring) {
    const int32_t last = (int32_t)TILE - 1 - ring;
    const uint32_t x = hs_between(w, &c->x, c->x0 + ring < 0 ? -c->x0 : ring,
                                  c->x0 + last > c->last ? c->last - c->x0 : last);
    return x & hs_between(w, &c->y, c->y0 + ring < 0 ? -c->y0 : ring,
                          c->y0 + last > c->last ? c->last - c->y0 : last);
}

static val hs_global(const app *a, simt *w, const hs_cell *c) {
    const uint32_t n = (uint32_t)a->p[0];
    val row = simt_affine(w, &c->y, n, (uint32_t)c->y0 * n + (uint32_t)c->x0);
    return simt_hold(w, simt_add(w, &row, &c->x));
}

static void hs_bring(const app *a, simt *w, const hs_cell *c, hs_state *s) {
    val row = simt_affine(w, &c->y, TILE, 0);
    val word = simt_add(w, &row, &c->x);
    s->place = simt_hold(w, simt_shared(w, &word));
    s->next = simt_fvariable(w, 0.0F);
    const simt_scope scope = simt_scope_begin(w);
    const uint32_t all = simt_if(w, hs_inside(w, c, 0));
    val i = hs_global(a, w, c);
    val heat = simt_load(w, &a->array[HS_EVEN + a->launch % 2], &i, APP_WORD);
    simt_put(w, NULL, &s->place, 0, &heat);
    val power = simt_load(w, &a->array[HS_POWER], &i, APP_WORD);
    simt_put(w, NULL, &s->place, CELLS, &power);
    simt_join(w, all);
    simt_scope_end(w, &scope);
}

/* The neighbour `step` words away, or the cell itself where that would leave the chip. */
static val hs_neighbour(simt *w, const hs_state *s, const val *i, int32_t border, int32_t step) {
    val place = simt_hold(w, simt_do(w, SIMT_MOV, &s->place, NULL, NULL));
    const uint32_t all = simt_predicate(w, simt_compare(w, SIMT_NE, i, IMM((uint32_t)border)));
    simt_step(w, &place, (uint32_t)(step * (int32_t)APP_WORD));
    simt_join(w, all);
    simt_drop(w, &place);
    return simt_at(w, NULL, &place, 0);
}

/* The flow from both neighbours along an axis. */
static val hs_flow(simt *w, const hs_cell *c, const hs_state *s, const val *heat, bool vertical) {
    const val *i = vertical ? &c->y : &c->x;
    const int32_t first = vertical ? c->y0 : c->x0;
    const int32_t step = vertical ? (int32_t)TILE : 1;
    val up = simt_hold(w, hs_neighbour(w, s, i, c->last - first, step));
    val down = hs_neighbour(w, s, i, -first, -step);
    val both = simt_fadd(w, &up, &down);
    simt_drop(w, &up);
    return simt_ffma(w, heat, FIMM(-2.0F), &both);
}

static void hs_compute(simt *w, const hs_cell *c, hs_state *s, uint32_t ring) {
    s->computed = hs_inside(w, c, (int32_t)ring);
    const uint32_t all = simt_if(w, s->computed);
    val heat = simt_hold(w, simt_at(w, NULL, &s->place, 0));
    val gain = simt_hold(w, simt_at(w, NULL, &s->place, CELLS));
    val flow = hs_flow(w, c, s, &heat, true);
    simt_fgrow_product(w, &gain, &flow, FIMM(RY));
    flow = hs_flow(w, c, s, &heat, false);
    simt_fgrow_product(w, &gain, &flow, FIMM(RX));
    val cooler = simt_fsub(w, FIMM(AIR), &heat);
    simt_fgrow_product(w, &gain, &cooler, FIMM(RZ));
    simt_into(w, &s->next, SIMT_FFMA, &gain, FIMM(CAPACITY), &heat);
    simt_join(w, all);
}

/* Phases: bring, compute, exchange, compute and store. */
static void hs_warp(app *a, simt *w) {
    hs_state *s = w->state;
    simt_scope scope = simt_scope_begin(w);
    simt_loop(w, w->phase);
    hs_cell c = hs_find(a, w);
    if (w->phase == 0) {
        hs_bring(a, w, &c, s);
        scope.pinned[s->place.reg] = scope.pinned[s->next.reg] = true;
    } else if (w->phase % 2 == 1) {
        hs_compute(w, &c, s, w->phase / 2 + 1);
    } else {
        const uint32_t all = simt_if(w, s->computed);
        simt_put(w, NULL, &s->place, 0, &s->next);
        simt_join(w, all);
    }
    if (w->phase == 2 * HEIGHT - 1) {
        const uint32_t all = simt_if(w, s->computed);
        val i = hs_global(a, w, &c);
        simt_store(w, &a->array[HS_ODD - a->launch % 2], &i, APP_WORD, &s->next);
        simt_join(w, all);
        simt_exit(w);
    }
    simt_scope_end(w, &scope);
}

static void hs_step(const app *host, const float *in, float *out) {
    const uint64_t n = host->p[0];
    for (uint64_t y = 0; y < n; y++)
        for (uint64_t x = 0; x < n; x++) {
            const float *row = in + y * n;
            const float heat = row[x];
            const float vertical = in[(y + 1 < n ? y + 1 : y) * n + x] + in[(y > 0 ? y - 1 : y) * n + x];
            const float across = row[x + 1 < n ? x + 1 : x] + row[x > 0 ? x - 1 : x];
            float gain = app_floats(host, HS_POWER)[y * n + x];
            gain = (heat * -2.0F + vertical) * RY + gain;
            gain = (heat * -2.0F + across) * RX + gain;
            gain = (AIR - heat) * RZ + gain;
            out[y * n + x] = gain * CAPACITY + heat;
        }
}

/* Between the two steps of a launch the kernel has the cells in shared memory alone. */
static void hs_reference(app *host) {
    float *between = malloc(host->array[HS_EVEN].bytes);
    for (uint64_t n = 0; between && n < host->p[1]; n++) {
        hs_step(host, app_floats(host, HS_EVEN + n % 2), between);
        hs_step(host, between, app_floats(host, HS_ODD - n % 2));
    }
    free(between); /* without memory the results differ from the kernel's */
}

static const char *hs_check(const kernel_data *a) {
    return app_check(a, hs_reference);
}

const kernel_ops kernel_hs = {
    .name = "hs",
    .summary = "temperatures on a chip (Rodinia hotspot)",
    .params = {{"n", 1024, 1, 8192, "rows and columns"}, {"launches", 2, 1, 1000, "two steps each"}},
    .open = hs_open,
    .close = app_close,
    .reset = app_reset,
    .launch = hs_launch,
    .warp = hs_warp,
    .check = hs_check,
};
