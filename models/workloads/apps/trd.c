/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Triad (SHOC): c = a + s * b, an element per thread, blocks of 128. SHOC goes over the arrays again and
 * again; here each pass is a launch.
 */
#include "workloads/apps/app.h"

#define BLOCK_DIM 128U
#define SCALE     1.75F

enum { TRD_A, TRD_B, TRD_C };

static void trd_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0]);
    app_array(a, APP_INPUT, a->p[0]);
    app_array(a, APP_OUTPUT, a->p[0]);
}

static void trd_fill(app *a) {
    app_random_floats(a, TRD_A, -1.0F, 1.0F);
    app_random_floats(a, TRD_B, -1.0F, 1.0F);
}

static kernel_data *trd_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, trd_declare, trd_fill);
}

static bool trd_launch(app *a, uint32_t n, launch_shape *s) {
    *s = (launch_shape){
        .blocks = kernel_blocks(a->p[0], BLOCK_DIM), .block_dim = BLOCK_DIM, .regs = 16, .phases = 1};
    return n < a->p[1];
}

static void trd_warp(app *a, simt *w) {
    simt_label(w, 0);
    val i = simt_hold(w, simt_thread(w));
    const uint32_t all = simt_if_less(w, &i, (uint32_t)a->p[0]);
    val x = simt_load(w, &a->array[TRD_A], &i, APP_WORD);
    val y = simt_load(w, &a->array[TRD_B], &i, APP_WORD);
    val sum = simt_ffma(w, &y, FIMM(SCALE), &x);
    simt_store(w, &a->array[TRD_C], &i, APP_WORD, &sum);
    simt_join(w, all);
    simt_exit(w);
}

static void trd_reference(app *host) {
    for (uint64_t i = 0; i < host->p[0]; i++)
        app_floats(host, TRD_C)[i] = app_floats(host, TRD_B)[i] * SCALE + app_floats(host, TRD_A)[i];
}

static const char *trd_check(const kernel_data *a) {
    return app_check(a, trd_reference);
}

const kernel_ops kernel_trd = {
    .name = "trd",
    .summary = "triad c = a + s * b (SHOC Triad)",
    .params = {{"n", UINT64_C(1) << 20, 1, UINT64_C(1) << 26, "elements of each array"},
               {"passes", 2, 1, 1000, "launches over the same arrays"}},
    .open = trd_open,
    .close = app_close,
    .reset = app_reset,
    .launch = trd_launch,
    .warp = trd_warp,
    .check = trd_check,
};
