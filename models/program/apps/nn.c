/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Nearest neighbours (Rodinia nn): the distance of every record, a latitude and a longitude, to a point. A
 * thread reads a record and writes a distance; the host picks the nearest. Each query is a launch with
 * another point.
 */
#include "program/apps/app.h"

#include <math.h>

#define BLOCK_DIM 256U

enum { NN_PLACES, NN_DISTANCES };

static void nn_declare(app *a) {
    app_array(a, APP_INPUT, 2 * a->p[0]);
    app_array(a, APP_OUTPUT, a->p[0]);
}

static void nn_fill(app *a) {
    for (uint64_t i = 0; i < a->p[0]; i++) {
        app_floats(a, NN_PLACES)[2 * i] = app_random_float(a, 0.0F, 90.0F);
        app_floats(a, NN_PLACES)[2 * i + 1] = app_random_float(a, 0.0F, 180.0F);
    }
}

static kernel_data *nn_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, nn_declare, nn_fill);
}

static float nn_latitude(uint32_t query) {
    return 30.0F + (float)(query % 16);
}

static float nn_longitude(uint32_t query) {
    return 90.0F - (float)(query % 64);
}

static bool nn_launch(app *a, uint32_t n, launch_shape *s) {
    a->launch = n;
    *s = (launch_shape){
        .blocks = kernel_blocks(a->p[0], BLOCK_DIM), .block_dim = BLOCK_DIM, .regs = 16, .phases = 1};
    return n < a->p[1];
}

static void nn_warp(app *a, simt *w) {
    simt_label(w, 0);
    val i = simt_hold(w, simt_thread(w));
    const uint32_t all = simt_if_less(w, &i, (uint32_t)a->p[0]);
    val place = simt_hold(w, simt_address(w, &a->array[NN_PLACES], &i, 2 * APP_WORD));
    val latitude = simt_at(w, &a->array[NN_PLACES], &place, 0);
    val x = simt_fsub(w, &latitude, FIMM(nn_latitude(a->launch)));
    val longitude = simt_at(w, &a->array[NN_PLACES], &place, 1);
    val y = simt_fsub(w, &longitude, FIMM(nn_longitude(a->launch)));
    val square = simt_fmul(w, &x, &x);
    square = simt_ffma(w, &y, &y, &square);
    val inverse = simt_do(w, SIMT_RSQ, &square, NULL, NULL);
    val distance = simt_fmul(w, &square, &inverse);
    simt_store(w, &a->array[NN_DISTANCES], &i, APP_WORD, &distance);
    simt_join(w, all);
    simt_exit(w);
}

/* The distances of the last query are what remains. */
static void nn_reference(app *host) {
    for (uint64_t i = 0; i < host->p[0]; i++) {
        const float x = app_floats(host, NN_PLACES)[2 * i] - nn_latitude((uint32_t)host->p[1] - 1);
        const float y = app_floats(host, NN_PLACES)[2 * i + 1] - nn_longitude((uint32_t)host->p[1] - 1);
        const float square = y * y + x * x;
        app_floats(host, NN_DISTANCES)[i] = square * (1.0F / sqrtf(square));
    }
}

static const char *nn_check(const kernel_data *a) {
    return app_check(a, nn_reference);
}

const kernel_ops kernel_nn = {
    .name = "nn",
    .summary = "distances of records to a point (Rodinia nn)",
    .params = {{"records", 42764, 1, UINT64_C(1) << 26, "records of 8 bytes"},
               {"queries", 16, 1, 1000, "points, a launch each"}},
    .open = nn_open,
    .close = app_close,
    .reset = app_reset,
    .launch = nn_launch,
    .warp = nn_warp,
    .check = nn_check,
};
