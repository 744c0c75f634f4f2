/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Handwritten digits read by a neural network (NN of the ISPASS 2009 set), many pictures at a time, a launch
 * per layer: two of convolution by 5 x 5, which halve the side, and two in which every neuron takes all of
 * the layer before. A block computes a map of a picture, a thread a neuron of it; a map of the last two
 * layers is a single neuron, so their blocks have one thread.
 *
 * D: pictures and weights are random, as no weights are shipped here; what is read and computed does not
 * depend on them.
 */
#include "program/apps/app.h"

#include <math.h>

#define LAYERS 4U
#define WINDOW 5U
#define STRIDE 2U
#define UNROLL 10U         /* products of a round where every neuron takes all */
#define SCALE  1.7159F     /* of the hyperbolic tangent */
#define SLOPE  0.66666667F /* of its argument */
#define LOG2_E 1.44269504F

/* from: maps and side of the layer before; maps, side: of this one; pitch: words of weights of a map, the
 * bias first. A window of 0: every neuron takes all. */
typedef struct {
    const char *name;
    uint32_t from_maps, from_side, maps, side, pitch, window;
} nnet_layer;

static const nnet_layer layer_of[LAYERS] = {
    {"first", 1, 29, 6, 13, 1 + WINDOW *WINDOW, WINDOW},
    {"second", 6, 13, 50, 5, 6 * (1 + WINDOW * WINDOW), WINDOW},
    {"third", 50, 5, 100, 1, 1 + 50 * 5 * 5, 0},
    {"fourth", 100, 1, 10, 1, 1 + 100, 0},
};

/* Array 2 l: the neurons before layer l, of all pictures; array 2 l + 1: its weights. */
static uint32_t nnet_inputs(uint32_t layer) {
    return 2 * layer;
}

static uint32_t nnet_weights(uint32_t layer) {
    return 2 * layer + 1;
}

/* Neurons of a picture, before the layer and in it. */
static uint32_t nnet_before(const nnet_layer *l) {
    return l->from_maps * l->from_side * l->from_side;
}

static uint32_t nnet_neurons(const nnet_layer *l) {
    return l->maps * l->side * l->side;
}

static void nnet_declare(app *a) {
    for (uint32_t i = 0; i < LAYERS; i++) {
        app_array(a, i == 0 ? APP_INPUT : APP_OUTPUT, a->p[0] * nnet_before(&layer_of[i]));
        app_array(a, APP_INPUT, (uint64_t)layer_of[i].maps * layer_of[i].pitch);
    }
    app_array(a, APP_OUTPUT, a->p[0] * nnet_neurons(&layer_of[LAYERS - 1]));
}

static void nnet_fill(app *a) {
    app_random_floats(a, nnet_inputs(0), 0.0F, 1.0F);
    for (uint32_t i = 0; i < LAYERS; i++)
        app_random_floats(a, nnet_weights(i), -0.1F, 0.1F);
}

static kernel_data *nnet_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, nnet_declare, nnet_fill);
}

static bool nnet_launch(app *a, uint32_t n, launch_shape *s) {
    if (n >= LAYERS)
        return false;
    a->launch = n;
    *s = (launch_shape){.name = layer_of[n].name,
                        .blocks = a->p[0] * layer_of[n].maps,
                        .block_dim = layer_of[n].side * layer_of[n].side,
                        .regs = 24,
                        .phases = 1};
    return true;
}

/* ---- as warps run it ---- */

typedef struct {
    const buffer *neurons, *weights;
    val from, weight; /* addresses: of the window's first neuron, of the next weight */
    val sum;
} nnet_state;

static void nnet_product(simt *w, nnet_state *s, uint32_t neuron, uint32_t weight) {
    val x = simt_at(w, s->neurons, &s->from, (int32_t)neuron);
    val y = simt_at(w, s->weights, &s->weight, (int32_t)weight);
    simt_fgrow_product(w, &s->sum, &x, &y);
}

/* A round per row of the window. */
static void nnet_convolve(simt *w, nnet_state *s, const nnet_layer *l) {
    for (uint32_t row = 0; row < l->window; row++) {
        simt_round(w, 1);
        for (uint32_t column = 0; column < l->window; column++)
            for (uint32_t map = 0; map < l->from_maps; map++)
                nnet_product(w, s, map * l->from_side * l->from_side + column, column * l->from_maps + map);
        simt_advance(w, &s->from, (int32_t)(l->from_side * APP_WORD));
        simt_advance(w, &s->weight, (int32_t)(l->window * l->from_maps * APP_WORD));
    }
}

static void nnet_take_all(simt *w, nnet_state *s, const nnet_layer *l) {
    for (uint32_t i = 0; i < nnet_before(l); i += UNROLL) {
        simt_round(w, 1);
        for (uint32_t k = 0; k < UNROLL; k++)
            nnet_product(w, s, k, k);
        simt_advance(w, &s->from, UNROLL * APP_WORD);
        simt_advance(w, &s->weight, UNROLL * APP_WORD);
    }
}

/* 1.7159 tanh(2/3 x), as 1 - 2 / (1 + e^2y). */
static val nnet_squash(simt *w, const val *x) {
    val scaled = simt_fmul(w, x, FIMM(2 * SLOPE * LOG2_E));
    val power = simt_do(w, SIMT_EX2, &scaled, NULL, NULL);
    val below = simt_fadd(w, &power, FIMM(1.0F));
    val part = simt_do(w, SIMT_RCP, &below, NULL, NULL);
    val tanh = simt_ffma(w, &part, FIMM(-2.0F), FIMM(1.0F));
    return simt_fmul(w, &tanh, FIMM(SCALE));
}

static void nnet_warp(app *a, simt *w) {
    const nnet_layer *l = &layer_of[a->launch];
    const uint32_t picture = (uint32_t)(w->block / l->maps), map = (uint32_t)(w->block % l->maps);
    nnet_state s = {.neurons = &a->array[nnet_inputs(a->launch)],
                    .weights = &a->array[nnet_weights(a->launch)]};
    simt_label(w, 0);
    val x = simt_hold(w, simt_thread_x(w, l->side));
    val y = simt_hold(w, simt_thread_y(w, l->side));
    val corner = simt_affine(w, &y, STRIDE * l->from_side, picture * nnet_before(l));
    corner = simt_mad(w, &x, IMM(STRIDE), &corner);
    s.from = simt_hold(w, simt_address(w, s.neurons, &corner, APP_WORD));
    s.weight = simt_hold(w, simt_address(w, s.weights, IMM(map * l->pitch), APP_WORD));
    val bias = simt_at(w, s.weights, &s.weight, 0);
    s.sum = simt_fvariable(w, 0.0F);
    simt_fgrow(w, &s.sum, &bias);
    simt_advance(w, &s.weight, APP_WORD);
    if (l->window)
        nnet_convolve(w, &s, l);
    else
        nnet_take_all(w, &s, l);
    simt_loop(w, 2);
    val result = simt_hold(w, nnet_squash(w, &s.sum));
    val place = simt_affine(w, &y, l->side, (picture * l->maps + map) * l->side * l->side);
    place = simt_add(w, &place, &x);
    simt_store(w, &a->array[nnet_inputs(a->launch + 1)], &place, APP_WORD, &result);
    simt_exit(w);
}

/* ---- plain ---- */

static float nnet_neuron(const nnet_layer *l, const float *from, const float *weight) {
    float sum = *weight++;
    if (l->window) {
        for (uint32_t row = 0; row < l->window; row++)
            for (uint32_t column = 0; column < l->window; column++)
                for (uint32_t map = 0; map < l->from_maps; map++)
                    sum += from[(map * l->from_side + row) * l->from_side + column] * *weight++;
    } else {
        for (uint32_t i = 0; i < nnet_before(l); i++)
            sum += from[i] * *weight++;
    }
    return (1.0F / (exp2f(sum * (2 * SLOPE * LOG2_E)) + 1.0F) * -2.0F + 1.0F) * SCALE;
}

static void nnet_reference(app *host) {
    for (uint32_t i = 0; i < LAYERS; i++) {
        const nnet_layer *l = &layer_of[i];
        float *to = app_floats(host, nnet_inputs(i + 1));
        for (uint64_t picture = 0; picture < host->p[0]; picture++)
            for (uint32_t map = 0; map < l->maps; map++)
                for (uint32_t y = 0; y < l->side; y++)
                    for (uint32_t x = 0; x < l->side; x++)
                        *to++ = nnet_neuron(l,
                                            app_floats(host, nnet_inputs(i)) + picture * nnet_before(l) +
                                                STRIDE * (y * l->from_side + x),
                                            app_floats(host, nnet_weights(i)) + map * l->pitch);
    }
}

static const char *nnet_check(const kernel_data *a) {
    return app_check(a, nnet_reference);
}

const kernel_ops kernel_nnet = {
    .name = "nnet",
    .summary = "handwritten digits read by a neural network (ISPASS 2009 NN)",
    .params = {{"pictures", 28, 1, 10000, "of 29 x 29 pixels"}},
    .open = nnet_open,
    .close = app_close,
    .reset = app_reset,
    .launch = nnet_launch,
    .warp = nnet_warp,
    .check = nnet_check,
};
