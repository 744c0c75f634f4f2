/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stream clustering (Rodinia streamcluster), the kernel of pgain(): what opening a candidate centre would
 * save. A thread has a point and goes through its coordinates, which lie dimension by dimension; the
 * candidate's are in shared memory. A point that is nearer to it than to its centre would move, which saves
 * the difference. Each candidate is a launch; none is opened, so the costs stay as they are.
 */
#include "program/apps/app.h"

#define BLOCK_DIM 512U

enum { SC_COORDINATES, SC_WEIGHT, SC_COST, SC_MOVES, SC_SAVED };

static void sc_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0] * a->p[1]);
    app_array(a, APP_INPUT, a->p[0]);
    app_array(a, APP_INPUT, a->p[0]);  /* of the point at its centre */
    app_array(a, APP_OUTPUT, a->p[0]); /* 1: to the candidate */
    app_array(a, APP_OUTPUT, a->p[0]); /* by moving */
}

static void sc_fill(app *a) {
    app_random_floats(a, SC_COORDINATES, 0.0F, 1.0F);
    app_random_floats(a, SC_WEIGHT, 1.0F, 2.0F);
    app_random_floats(a, SC_COST, 0.0F, (float)a->p[1] * 0.5F);
}

static kernel_data *sc_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, sc_declare, sc_fill);
}

static bool sc_launch(app *a, uint32_t n, launch_shape *s) {
    a->launch = n;
    *s = (launch_shape){.blocks = kernel_blocks(a->p[0], BLOCK_DIM),
                        .block_dim = BLOCK_DIM,
                        .regs = 20,
                        .shared_bytes = (uint32_t)a->p[1] * APP_WORD,
                        .phases = 2};
    return n < a->p[2];
}

/* Candidates are spread over the points. */
static uint32_t sc_candidate(const app *a, uint32_t launch) {
    return (uint32_t)(launch * a->p[0] / a->p[2]);
}

static void sc_share(const app *a, simt *w) {
    val t = simt_hold(w, simt_thread_in_block(w));
    const uint32_t all = simt_if_less(w, &t, (uint32_t)a->p[1]);
    val from = simt_affine(w, &t, (uint32_t)a->p[0], sc_candidate(a, a->launch));
    val x = simt_load(w, &a->array[SC_COORDINATES], &from, APP_WORD);
    val to = simt_shared(w, &t);
    simt_put(w, NULL, &to, 0, &x);
    simt_join(w, all);
}

/* The square of the distance to the candidate. */
static val sc_distance(const app *a, simt *w, const val *point) {
    val i = simt_hold(w, simt_do(w, SIMT_MOV, point, NULL, NULL));
    val place = simt_variable(w, 0);
    val sum = simt_fvariable(w, 0.0F);
    for (uint64_t d = 0; d < a->p[1]; d++) {
        simt_round(w, 2);
        val x = simt_load(w, &a->array[SC_COORDINATES], &i, APP_WORD);
        val y = simt_at(w, NULL, &place, 0);
        val apart = simt_fsub(w, &x, &y);
        simt_fgrow_product(w, &sum, &apart, &apart);
        simt_step(w, &i, (uint32_t)a->p[0]);
        simt_step(w, &place, APP_WORD);
    }
    simt_loop(w, 3);
    return sum;
}

/* Does the point of each lane move, and what does that save? */
static void sc_decide(const app *a, simt *w, const val *i) {
    val distance = sc_distance(a, w, i);
    val weight = simt_load(w, &a->array[SC_WEIGHT], i, APP_WORD);
    val cost = simt_hold(w, simt_fmul(w, &distance, &weight));
    val now = simt_load(w, &a->array[SC_COST], i, APP_WORD);
    val saved = simt_hold(w, simt_fsub(w, &now, &cost));
    val moves = simt_variable(w, 0);
    const uint32_t all = simt_predicate(w, simt_compare(w, SIMT_FLT, FIMM(0.0F), &saved));
    simt_into(w, &moves, SIMT_MOV, IMM(1), NULL, NULL);
    simt_join(w, all);
    simt_into(w, &saved, SIMT_FMAX, &saved, FIMM(0.0F), NULL);
    simt_store(w, &a->array[SC_MOVES], i, APP_WORD, &moves);
    simt_store(w, &a->array[SC_SAVED], i, APP_WORD, &saved);
}

static void sc_warp(app *a, simt *w) {
    const simt_scope scope = simt_scope_begin(w);
    simt_loop(w, w->phase);
    if (w->phase == 0) {
        sc_share(a, w);
    } else {
        val i = simt_hold(w, simt_thread(w));
        const uint32_t all = simt_if_less(w, &i, (uint32_t)a->p[0]);
        if (w->mask)
            sc_decide(a, w, &i);
        simt_join(w, all);
        simt_label(w, 4);
        simt_exit(w);
    }
    simt_scope_end(w, &scope);
}

static void sc_reference(app *host) {
    const uint64_t n = host->p[0];
    const float *x = app_floats(host, SC_COORDINATES);
    const uint32_t candidate = sc_candidate(host, (uint32_t)host->p[2] - 1);
    for (uint64_t i = 0; i < n; i++) {
        float sum = 0.0F;
        for (uint64_t d = 0; d < host->p[1]; d++) {
            const float apart = x[d * n + i] - x[d * n + candidate];
            sum = apart * apart + sum;
        }
        const float saved = app_floats(host, SC_COST)[i] - sum * app_floats(host, SC_WEIGHT)[i];
        app_words(host, SC_MOVES)[i] = saved > 0.0F;
        app_floats(host, SC_SAVED)[i] = saved > 0.0F ? saved : 0.0F;
    }
}

static const char *sc_check(const kernel_data *a) {
    return app_check(a, sc_reference);
}

const kernel_ops kernel_sc = {
    .name = "sc",
    .summary = "what a new cluster centre saves (Rodinia streamcluster)",
    .params = {{"points", 65536, 1, UINT64_C(1) << 22, "points"},
               {"dims", 32, 1, 512, "dimensions"},
               {"candidates", 3, 1, 1000, "centres that are tried, a launch each"}},
    .open = sc_open,
    .close = app_close,
    .reset = app_reset,
    .launch = sc_launch,
    .warp = sc_warp,
    .check = sc_check,
};
