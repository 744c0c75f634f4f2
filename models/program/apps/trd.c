/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Triad (SHOC): c = a + s * b, an element per thread, blocks of 128. SHOC goes over the arrays again and
 * again; here each pass is a launch.
 *
 * With `chunk` the passes are SHOC's: it goes through so many elements at a time, in two sets of arrays in
 * turn, then through twice as many, up to all. The host would bring each chunk into the set that is free;
 * here the sets keep what they have.
 */
#include "program/apps/app.h"

#define BLOCK_DIM 128U
#define SCALE     1.75F

enum { TRD_A, TRD_B, TRD_C, TRD_SET }; /* the second set follows */

static uint32_t trd_sets(const app *a) {
    return a->p[2] ? 2 : 1;
}

static void trd_declare(app *a) {
    for (uint32_t i = 0; i < TRD_SET * trd_sets(a); i++)
        app_array(a, i % TRD_SET == TRD_C ? APP_OUTPUT : APP_INPUT, a->p[0]);
}

static void trd_fill(app *a) {
    for (uint32_t i = 0; i < TRD_SET * trd_sets(a); i += TRD_SET) {
        app_random_floats(a, i + TRD_A, -1.0F, 1.0F);
        app_random_floats(a, i + TRD_B, -1.0F, 1.0F);
    }
}

static kernel_data *trd_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, trd_declare, trd_fill);
}

/* Elements of launch n, 0 behind the last one, and the first array of its set. */
static uint64_t trd_plan(const app *a, uint32_t n, uint32_t *set) {
    uint64_t size = a->p[2] && a->p[2] < a->p[0] ? a->p[2] : a->p[0];
    uint64_t passed = 0; /* launches of smaller chunks, in this pass */
    uint64_t of_a_pass = 0;
    for (uint64_t k = size; k < a->p[0]; k *= 2)
        of_a_pass += kernel_blocks(a->p[0], (uint32_t)k);
    of_a_pass++;
    *set = 0;
    if (n >= a->p[1] * of_a_pass)
        return 0;
    n = (uint32_t)(n % of_a_pass);
    while (size < a->p[0] && n - passed >= kernel_blocks(a->p[0], (uint32_t)size)) {
        passed += kernel_blocks(a->p[0], (uint32_t)size);
        size *= 2;
    }
    *set = (uint32_t)(n - passed) % trd_sets(a) * TRD_SET;
    const uint64_t left = a->p[0] - (n - passed) * size;
    return left < size ? left : size;
}

static bool trd_launch(app *a, uint32_t n, launch_shape *s) {
    uint32_t set;
    a->launch = n;
    const uint64_t elements = trd_plan(a, n, &set);
    *s = (launch_shape){
        .blocks = kernel_blocks(elements, BLOCK_DIM), .block_dim = BLOCK_DIM, .regs = 16, .phases = 1};
    return elements > 0;
}

static void trd_warp(app *a, simt *w) {
    uint32_t set;
    const uint32_t elements = (uint32_t)trd_plan(a, a->launch, &set);
    simt_label(w, 0);
    val i = simt_hold(w, simt_thread(w));
    const uint32_t all = simt_if_less(w, &i, elements);
    val x = simt_load(w, &a->array[set + TRD_A], &i, APP_WORD);
    val y = simt_load(w, &a->array[set + TRD_B], &i, APP_WORD);
    val sum = simt_ffma(w, &y, FIMM(SCALE), &x);
    simt_store(w, &a->array[set + TRD_C], &i, APP_WORD, &sum);
    simt_join(w, all);
    simt_exit(w);
}

static void trd_reference(app *host) {
    uint32_t set;
    uint64_t elements;
    for (uint32_t n = 0; (elements = trd_plan(host, n, &set)) > 0; n++)
        for (uint64_t i = 0; i < elements; i++)
            app_floats(host, set + TRD_C)[i] =
                app_floats(host, set + TRD_B)[i] * SCALE + app_floats(host, set + TRD_A)[i];
}

static const char *trd_check(const kernel_data *a) {
    return app_check(a, trd_reference);
}

const kernel_ops kernel_trd = {
    .name = "trd",
    .summary = "triad c = a + s * b (SHOC Triad)",
    .params = {{"n", UINT64_C(1) << 20, 1, UINT64_C(1) << 26, "elements of each array"},
               {"passes", 2, 1, 1000, "over the same arrays, a launch each"},
               {"chunk", 0, 0, UINT64_C(1) << 26, "elements of a pass's first launches; 0: it has one"}},
    .open = trd_open,
    .close = app_close,
    .reset = app_reset,
    .launch = trd_launch,
    .warp = trd_warp,
    .check = trd_check,
};
