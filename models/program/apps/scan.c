/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums of an array (SHOC Scan): 64 blocks of 256 threads have a region each. The first launch adds up
 * every region, the second, one block, scans these 64 sums, and the third goes through the regions again,
 * four elements a thread, from the sum of all before. A block scans in shared memory, in steps that double.
 *
 * The elements are small whole numbers, so that every order of additions gives the same sum.
 */
#include "program/apps/app.h"

#define BLOCKS    64U
#define BLOCK_DIM 256U
#define LEVELS    8U              /* BLOCK_DIM = 1 << LEVELS */
#define WINDOW    (4 * BLOCK_DIM) /* elements that a block scans at a time */
#define SEED_AT   (2 * BLOCK_DIM) /* word of shared memory: the sum of all before the window */

/* Phases of a scan in shared memory: put, a read and a write for each level, and what uses it. */
#define SCAN_PHASES (2 * LEVELS + 2)

enum { SCAN_IN, SCAN_OUT, SCAN_SUMS };

static void scan_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0]);
    app_array(a, APP_OUTPUT, a->p[0]);
    app_array(a, APP_SCRATCH, BLOCKS);
}

static void scan_fill(app *a) {
    for (uint64_t i = 0; i < a->p[0]; i++)
        app_floats(a, SCAN_IN)[i] = (float)app_random(a, 4);
}

static kernel_data *scan_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t all = BLOCKS * WINDOW;
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + all - 1) / all * all, p[1]};
    return app_open(whole, seed, va, scan_declare, scan_fill);
}

/* What a thread keeps across barriers. */
typedef struct {
    val from, to; /* its next four elements */
    val x[4];     /* and their prefix sums */
    val place;    /* its word of the upper half of shared memory; the lower half stays 0 */
    val sum;      /* up to the thread, as far as the scan has come */
    val below;    /* what the next step adds */
    val seed;     /* the sum of all before the window */
} scan_state;

static uint32_t scan_region(const app *a) {
    return (uint32_t)a->p[0] / BLOCKS;
}

static bool scan_launch(app *a, uint32_t n, launch_shape *s) {
    static const char *const name[] = {"reduce", "top_scan", "bottom_scan"};
    const uint32_t phases[] = {LEVELS + 2, SCAN_PHASES, SCAN_PHASES * (scan_region(a) / WINDOW)};
    a->launch = n % 3;
    *s = (launch_shape){.name = name[a->launch],
                        .blocks = a->launch == 1 ? 1 : BLOCKS,
                        .block_dim = BLOCK_DIM,
                        .regs = 32,
                        .shared_bytes = (SEED_AT + 1) * APP_WORD,
                        .phases = phases[a->launch],
                        .state_bytes = sizeof(scan_state)};
    return n < 3 * a->p[1];
}

/* ---- the sum of a region ---- */

static void scan_add_up(const app *a, simt *w) {
    val t = simt_hold(w, simt_thread_in_block(w));
    val first = simt_affine(w, &t, 1, (uint32_t)w->block * scan_region(a));
    val from = simt_hold(w, simt_address(w, &a->array[SCAN_IN], &first, APP_WORD));
    val sum = simt_fvariable(w, 0.0F);
    for (uint32_t i = 0; i < scan_region(a); i += BLOCK_DIM) {
        simt_round(w, 1);
        val x = simt_at(w, &a->array[SCAN_IN], &from, 0);
        simt_fgrow(w, &sum, &x);
        simt_advance(w, &from, BLOCK_DIM * APP_WORD);
    }
    simt_loop(w, 2);
    val to = simt_shared(w, &t);
    simt_put(w, NULL, &to, 0, &sum);
}

/* ---- a scan in shared memory ---- */

static void scan_begin(simt *w, scan_state *s, const val *t) {
    val word = simt_add_constant(w, t, BLOCK_DIM);
    s->place = simt_hold(w, simt_shared(w, &word));
    s->sum = simt_fvariable(w, 0.0F);
    s->below = simt_fvariable(w, 0.0F);
}

/* Step 2 l reads the sum of the thread 2^l below, step 2 l + 1 adds it. */
static void scan_step(simt *w, scan_state *s, uint32_t step) {
    if (step % 2 == 0) {
        val below = simt_at(w, NULL, &s->place, -(int32_t)(1U << step / 2));
        simt_into(w, &s->below, SIMT_MOV, &below, NULL, NULL);
    } else {
        simt_fgrow(w, &s->sum, &s->below);
        simt_put(w, NULL, &s->place, 0, &s->sum);
    }
}

static void scan_set(simt *w, scan_state *s, const val *x) {
    simt_into(w, &s->sum, SIMT_MOV, x, NULL, NULL);
    simt_put(w, NULL, &s->place, 0, &s->sum);
}

/* The sum of all threads below. */
static val scan_before(simt *w, const scan_state *s) {
    return simt_at(w, NULL, &s->place, -1);
}

/* ---- the sums of the regions ---- */

static void scan_top(const app *a, simt *w, scan_state *s) {
    simt_loop(w, w->phase);
    if (w->phase > 0 && w->phase + 1 < SCAN_PHASES) {
        scan_step(w, s, w->phase - 1);
        return;
    }
    val t = simt_hold(w, simt_thread_in_block(w));
    if (w->phase == 0)
        scan_begin(w, s, &t);
    const uint32_t all = simt_if_less(w, &t, BLOCKS);
    if (w->phase == 0) {
        val x = simt_load(w, &a->array[SCAN_SUMS], &t, APP_WORD);
        scan_set(w, s, &x);
    } else {
        val before = scan_before(w, s);
        simt_store(w, &a->array[SCAN_SUMS], &t, APP_WORD, &before);
    }
    simt_join(w, all);
    simt_drop(w, &t);
    if (w->phase > 0)
        simt_exit(w);
}

/* ---- the scan of a region ---- */

static void scan_first_window(const app *a, simt *w, scan_state *s) {
    val t = simt_hold(w, simt_thread_in_block(w));
    val four = simt_hold(w, simt_affine(w, &t, 4, (uint32_t)w->block * scan_region(a)));
    s->from = simt_hold(w, simt_address(w, &a->array[SCAN_IN], &four, APP_WORD));
    s->to = simt_hold(w, simt_address(w, &a->array[SCAN_OUT], &four, APP_WORD));
    simt_drop(w, &four);
    simt_vector(w, 4, s->x);
    for (uint32_t k = 0; k < 4; k++)
        simt_keep(w, &s->x[k]);
    scan_begin(w, s, &t);
    simt_drop(w, &t);
    val sum = simt_load(w, &a->array[SCAN_SUMS], IMM((uint32_t)w->block), APP_WORD);
    s->seed = simt_hold(w, sum);
}

/* Brings four elements, adds them up one by one, and gives their sum to the scan. */
static void scan_bring(const app *a, simt *w, scan_state *s) {
    val in[4];
    simt_load_at(w, &a->array[SCAN_IN], &s->from, 0, 4 * APP_WORD, in);
    simt_into(w, &s->x[0], SIMT_MOV, &in[0], NULL, NULL);
    for (uint32_t k = 1; k < 4; k++)
        simt_into(w, &s->x[k], SIMT_FADD, &in[k], &s->x[k - 1], NULL);
    scan_set(w, s, &s->x[3]);
    simt_advance(w, &s->from, WINDOW * APP_WORD);
}

static void scan_finish(const app *a, simt *w, scan_state *s) {
    val before = scan_before(w, s);
    val plus = simt_hold(w, simt_fadd(w, &before, &s->seed));
    for (uint32_t k = 0; k < 4; k++)
        simt_fgrow(w, &s->x[k], &plus);
    simt_drop(w, &plus);
    simt_store_at(w, &a->array[SCAN_OUT], &s->to, 0, 4 * APP_WORD, s->x);
    simt_advance(w, &s->to, WINDOW * APP_WORD);
    val t = simt_thread_in_block(w);
    const uint32_t all = simt_if(w, simt_equal(w, &t, IMM(BLOCK_DIM - 1)));
    simt_put(w, NULL, IMM(SEED_AT * APP_WORD), 0, &s->x[3]);
    simt_join(w, all);
}

static void scan_bottom(const app *a, simt *w, scan_state *s) {
    const uint32_t phase = w->phase % SCAN_PHASES;
    if (w->phase == 0) {
        simt_loop(w, 0);
        scan_first_window(a, w, s);
    }
    simt_loop(w, 1 + phase);
    if (phase == 0 && w->phase > 0) {
        val seed = simt_at(w, NULL, IMM(SEED_AT * APP_WORD), 0);
        simt_into(w, &s->seed, SIMT_MOV, &seed, NULL, NULL);
    }
    simt_loop(w, 1 + SCAN_PHASES + phase);
    if (phase == 0)
        scan_bring(a, w, s);
    else if (phase + 1 < SCAN_PHASES)
        scan_step(w, s, phase - 1);
    else
        scan_finish(a, w, s);
    if (w->phase + 1 == SCAN_PHASES * (scan_region(a) / WINDOW)) {
        simt_loop(w, 1 + 2 * SCAN_PHASES);
        simt_exit(w);
    }
}

static void scan_warp(app *a, simt *w) {
    if (a->launch == 0)
        app_block_sum(a, w, LEVELS, SCAN_SUMS, scan_add_up);
    else if (a->launch == 1)
        scan_top(a, w, w->state);
    else
        scan_bottom(a, w, w->state);
}

static void scan_reference(app *host) {
    float sum = 0.0F;
    for (uint64_t i = 0; i < host->p[0]; i++) {
        sum += app_floats(host, SCAN_IN)[i];
        app_floats(host, SCAN_OUT)[i] = sum;
    }
}

static const char *scan_check(const kernel_data *a) {
    return app_check(a, scan_reference);
}

const kernel_ops kernel_scan = {
    .name = "scan",
    .summary = "prefix sums of an array (SHOC Scan)",
    .params = {{"n", UINT64_C(1) << 20, 1, UINT64_C(1) << 22, "elements, rounded up to 64K"},
               {"passes", 1, 1, 1000, "over the same array, three launches each"}},
    .open = scan_open,
    .close = app_close,
    .reset = app_reset,
    .launch = scan_launch,
    .warp = scan_warp,
    .check = scan_check,
};
