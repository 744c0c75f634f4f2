/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One training step of a neural network with a hidden layer of 16 (Rodinia backprop). Launch 0: blocks of 16
 * x 16 multiply 16 inputs with their weights in shared memory and add them up per hidden unit; the host adds
 * the sums of the blocks and takes the errors of the hidden layer. Launch 1: every weight moves along its
 * gradient.
 *
 * With stores=1 it stores and reads as often as Rodinia's program: launch 0 writes the sums of its tree over
 * the weights, which the host puts back, and has the sums of the block stored by a thread of each row; launch
 * 1 reads weight changes, errors and inputs a second time after its first store, and also moves the weights
 * of the bias.
 */
#include "program/apps/app.h"

#include <math.h>
#include <string.h>

#define HIDDEN   16U
#define PITCH    (HIDDEN + 1U) /* of the weights: unit 0 is the bias */
#define LEVELS   4U            /* of the tree over 16 inputs */
#define RATE     0.3F
#define MOMENTUM 0.3F

enum { BP_INPUT, BP_WEIGHT, BP_OLD, BP_PARTIAL, BP_DELTA };

static void bp_declare(app *a) {
    app_array(a, APP_INPUT, a->p[0] + 1);
    app_array(a, APP_INOUT, (a->p[0] + 1) * PITCH);
    app_array(a, APP_INOUT, (a->p[0] + 1) * PITCH); /* the change of the step before */
    app_array(a, APP_OUTPUT, a->p[0] / HIDDEN * HIDDEN);
    app_array(a, APP_INOUT, PITCH);
}

static void bp_fill(app *a) {
    app_random_floats(a, BP_INPUT, 0.0F, 1.0F);
    app_random_floats(a, BP_WEIGHT, -0.01F, 0.01F);
}

static kernel_data *bp_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + HIDDEN - 1) / HIDDEN * HIDDEN, p[1]};
    return app_open(whole, seed, va, bp_declare, bp_fill);
}

/* What the host does between the launches: the errors of the hidden units, from the sums of the blocks. */
static void bp_errors(const app *a) {
    for (uint32_t unit = 1; unit <= HIDDEN; unit++) {
        float sum = app_floats(a, BP_WEIGHT)[unit];
        for (uint64_t block = 0; block < a->p[0] / HIDDEN; block++)
            sum += app_floats(a, BP_PARTIAL)[block * HIDDEN + unit - 1];
        const float out = 1.0F / (1.0F + expf(-sum));
        app_floats(a, BP_DELTA)[unit] = out * (1.0F - out) * (0.1F - out);
    }
}

static bool bp_stores(const app *a) {
    return a->p[1] != 0;
}

static bool bp_launch(app *a, uint32_t n, launch_shape *s) {
    a->launch = n;
    if (n == 1 && bp_stores(a))
        memcpy(a->array[BP_WEIGHT].data, a->first[BP_WEIGHT], a->array[BP_WEIGHT].bytes);
    if (n == 1)
        bp_errors(a);
    *s = (launch_shape){.name = n == 0 ? "bpnn_layerforward" : "bpnn_adjust_weights",
                        .blocks = a->p[0] / HIDDEN,
                        .block_dim = HIDDEN * HIDDEN,
                        .regs = 20,
                        .shared_bytes = n == 0 ? (HIDDEN + HIDDEN * HIDDEN) * APP_WORD : 0,
                        .phases = n == 0         ? LEVELS + 4
                                  : bp_stores(a) ? 2
                                                 : 1};
    return n < 2;
}

/* The thread's weight: of input (16 * block + y + 1) and hidden unit (x + 1). */
static val bp_weight(simt *w, const val *x, const val *y) {
    val row = simt_affine(w, y, PITCH, (uint32_t)(w->block * HIDDEN + 1) * PITCH + 1);
    return simt_hold(w, simt_add(w, &row, x));
}

/* Words of shared memory: the inputs first, then the products, a row per input. */
static val bp_product(simt *w, const val *x, const val *y) {
    val row = simt_affine(w, y, HIDDEN, HIDDEN);
    val word = simt_add(w, &row, x);
    return simt_hold(w, simt_shared(w, &word));
}

static void bp_forward_inputs(const app *a, simt *w, const val *x, const val *y) {
    const uint32_t all = simt_if(w, simt_equal(w, x, IMM(0)));
    val from = simt_affine(w, y, 1, (uint32_t)(w->block * HIDDEN + 1));
    val input = simt_load(w, &a->array[BP_INPUT], &from, APP_WORD);
    val to = simt_shared(w, y);
    simt_put(w, NULL, &to, 0, &input);
    simt_join(w, all);
}

static void bp_forward_multiply(simt *w, const val *x, const val *y) {
    val place = bp_product(w, x, y);
    val weight = simt_at(w, NULL, &place, 0);
    val of_row = simt_shared(w, y);
    val input = simt_at(w, NULL, &of_row, 0);
    val product = simt_fmul(w, &weight, &input);
    simt_put(w, NULL, &place, 0, &product);
}

/* Rows that divide by 2^level take the row 2^(level - 1) below them in. */
static void bp_forward_level(simt *w, const val *x, const val *y, uint32_t level) {
    val rest = simt_and(w, y, IMM((1U << level) - 1));
    const uint32_t all = simt_if(w, simt_equal(w, &rest, IMM(0)));
    val place = bp_product(w, x, y);
    val upper = simt_at(w, NULL, &place, 0);
    val lower = simt_at(w, NULL, &place, (int32_t)(HIDDEN << (level - 1)));
    val sum = simt_fadd(w, &upper, &lower);
    simt_put(w, NULL, &place, 0, &sum);
    simt_join(w, all);
}

/* What is left in shared memory, over the weights; and the sums, which are in row 0, by the first thread of
 * each row. */
static void bp_forward_store_all(const app *a, simt *w, const val *x, const val *y) {
    val place = bp_product(w, x, y);
    val left = simt_hold(w, simt_at(w, NULL, &place, 0));
    val weight = bp_weight(w, x, y);
    simt_store(w, &a->array[BP_WEIGHT], &weight, APP_WORD, &left);
    const uint32_t all = simt_if(w, simt_equal(w, x, IMM(0)));
    place = bp_product(w, y, x);
    val sum = simt_at(w, NULL, &place, 0);
    val to = simt_affine(w, y, 1, (uint32_t)w->block * HIDDEN);
    simt_store(w, &a->array[BP_PARTIAL], &to, APP_WORD, &sum);
    simt_join(w, all);
}

static void bp_forward_store(const app *a, simt *w, const val *x, const val *y) {
    const uint32_t all = simt_if(w, simt_equal(w, y, IMM(0)));
    val place = bp_product(w, x, y);
    val sum = simt_at(w, NULL, &place, 0);
    val to = simt_affine(w, x, 1, (uint32_t)w->block * HIDDEN);
    simt_store(w, &a->array[BP_PARTIAL], &to, APP_WORD, &sum);
    simt_join(w, all);
}

static void bp_forward(const app *a, simt *w, const val *x, const val *y) {
    if (w->phase == 0) {
        bp_forward_inputs(a, w, x, y);
    } else if (w->phase == 1) {
        val from = bp_weight(w, x, y);
        val weight = simt_load(w, &a->array[BP_WEIGHT], &from, APP_WORD);
        val place = bp_product(w, x, y);
        simt_put(w, NULL, &place, 0, &weight);
    } else if (w->phase == 2) {
        bp_forward_multiply(w, x, y);
    } else if (w->phase < LEVELS + 3) {
        bp_forward_level(w, x, y, w->phase - 2);
    } else if (bp_stores(a)) {
        bp_forward_store_all(a, w, x, y);
    } else {
        bp_forward_store(a, w, x, y);
    }
}

/* The change of a weight, rounded as its own change before is added to it. */
static val bp_change(const app *a, simt *w, const val *i, const val *unit, const val *from) {
    val error = simt_hold(w, simt_load(w, &a->array[BP_DELTA], unit, APP_WORD));
    val input = from ? simt_load(w, &a->array[BP_INPUT], from, APP_WORD) : simt_fimm(1.0F);
    if (from)
        simt_keep(w, &input);
    val before = simt_load(w, &a->array[BP_OLD], i, APP_WORD);
    val kept = simt_hold(w, simt_fmul(w, &before, FIMM(MOMENTUM)));
    val scaled = simt_fmul(w, &error, FIMM(RATE));
    return simt_hold(w, simt_ffma(w, &scaled, &input, &kept));
}

/* A weight moves; what its change was is read again for the next step. `from`: the input; NULL: the bias. */
static void bp_adjust_twice(const app *a, simt *w, const val *i, const val *unit, const val *from) {
    val change = bp_change(a, w, i, unit, from);
    val weight = simt_load(w, &a->array[BP_WEIGHT], i, APP_WORD);
    val next = simt_fadd(w, &weight, &change);
    simt_store(w, &a->array[BP_WEIGHT], i, APP_WORD, &next);
    change = bp_change(a, w, i, unit, from);
    simt_store(w, &a->array[BP_OLD], i, APP_WORD, &change);
}

/* Phase 1: the bias, by the first row of the first block. */
static void bp_adjust_all(const app *a, simt *w, const val *x, const val *y) {
    val unit = simt_hold(w, simt_affine(w, x, 1, 1));
    if (w->phase == 0) {
        val i = bp_weight(w, x, y);
        val from = simt_hold(w, simt_affine(w, y, 1, (uint32_t)(w->block * HIDDEN + 1)));
        bp_adjust_twice(a, w, &i, &unit, &from);
    } else {
        const uint32_t row = simt_equal(w, y, IMM(0));
        const uint32_t all = simt_if(w, w->block == 0 ? row : 0);
        bp_adjust_twice(a, w, &unit, &unit, NULL);
        simt_join(w, all);
    }
}

static void bp_adjust(const app *a, simt *w, const val *x, const val *y) {
    val i = bp_weight(w, x, y);
    val unit = simt_affine(w, x, 1, 1);
    val error = simt_hold(w, simt_load(w, &a->array[BP_DELTA], &unit, APP_WORD));
    val from = simt_affine(w, y, 1, (uint32_t)(w->block * HIDDEN + 1));
    val input = simt_hold(w, simt_load(w, &a->array[BP_INPUT], &from, APP_WORD));
    val before = simt_load(w, &a->array[BP_OLD], &i, APP_WORD);
    val kept = simt_hold(w, simt_fmul(w, &before, FIMM(MOMENTUM)));
    val scaled = simt_fmul(w, &error, FIMM(RATE));
    val change = simt_hold(w, simt_ffma(w, &scaled, &input, &kept));
    val weight = simt_load(w, &a->array[BP_WEIGHT], &i, APP_WORD);
    val next = simt_fadd(w, &weight, &change);
    simt_store(w, &a->array[BP_WEIGHT], &i, APP_WORD, &next);
    simt_store(w, &a->array[BP_OLD], &i, APP_WORD, &change);
}

static void bp_warp(app *a, simt *w) {
    const simt_scope scope = simt_scope_begin(w);
    simt_loop(w, w->phase);
    val x = simt_hold(w, simt_thread_x(w, HIDDEN));
    val y = simt_hold(w, simt_thread_y(w, HIDDEN));
    if (a->launch == 0)
        bp_forward(a, w, &x, &y);
    else if (bp_stores(a))
        bp_adjust_all(a, w, &x, &y);
    else
        bp_adjust(a, w, &x, &y);
    if (w->phase == (a->launch == 0 ? LEVELS + 3 : bp_stores(a)))
        simt_exit(w);
    simt_scope_end(w, &scope);
}

static void bp_reference(app *host) {
    for (uint64_t block = 0; block < host->p[0] / HIDDEN; block++)
        for (uint32_t unit = 0; unit < HIDDEN; unit++) {
            float product[HIDDEN];
            for (uint32_t k = 0; k < HIDDEN; k++) {
                const uint64_t input = block * HIDDEN + k + 1;
                product[k] =
                    app_floats(host, BP_WEIGHT)[input * PITCH + unit + 1] * app_floats(host, BP_INPUT)[input];
            }
            for (uint32_t apart = 1; apart < HIDDEN; apart *= 2)
                for (uint32_t k = 0; k < HIDDEN; k += 2 * apart)
                    product[k] += product[k + apart];
            app_floats(host, BP_PARTIAL)[block * HIDDEN + unit] = product[0];
        }
    bp_errors(host);
    for (uint64_t i = bp_stores(host) ? 0 : 1; i <= host->p[0]; i++)
        for (uint32_t unit = 1; unit <= HIDDEN; unit++) {
            const float input = i > 0 ? app_floats(host, BP_INPUT)[i] : 1.0F;
            float *old = &app_floats(host, BP_OLD)[i * PITCH + unit];
            *old = app_floats(host, BP_DELTA)[unit] * RATE * input + *old * MOMENTUM;
            app_floats(host, BP_WEIGHT)[i * PITCH + unit] += *old;
        }
}

static const char *bp_check(const kernel_data *a) {
    return app_check(a, bp_reference);
}

const kernel_ops kernel_bp = {
    .name = "bp",
    .summary = "a training step of a neural network (Rodinia backprop)",
    .params = {{"inputs", 65536, 16, UINT64_C(1) << 22, "units of the input layer, rounded up to 16"},
               {"stores", 0, 0, 1, "1: stores and reads as often as Rodinia's"}},
    .open = bp_open,
    .close = app_close,
    .reset = app_reset,
    .launch = bp_launch,
    .warp = bp_warp,
    .check = bp_check,
};
