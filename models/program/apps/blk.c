/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prices of European options after Black and Scholes (CUDA SDK BlackScholes): 480 blocks of 128 threads
 * stride through the options. Each pass is a launch, as the SDK repeats it.
 */
#include "program/apps/app.h"

#include <math.h>

#define BLOCK_DIM  128U
#define BLOCKS     480U
#define THREADS    (BLOCK_DIM * BLOCKS)
#define RATE       0.02F
#define VOLATILITY 0.30F
#define LOG2_E     1.44269504F
#define LN_2       0.693147181F

/* The cumulative normal distribution as a polynomial of 1 / (1 + 0.2316419 |d|) (Abramowitz and
 * Stegun 26.2.17). */
#define SLOPE 0.2316419F
static const float blk_term[5] = {0.319381530F, -0.356563782F, 1.781477937F, -1.821255978F, 1.330274429F};
#define INVERSE_ROOT_2_PI 0.398942280F

enum { BLK_PRICE, BLK_STRIKE, BLK_YEARS, BLK_CALL, BLK_PUT };

static void blk_declare(app *a) {
    for (uint32_t i = 0; i < 5; i++)
        app_array(a, i <= BLK_YEARS ? APP_INPUT : APP_OUTPUT, a->p[0]);
}

static void blk_fill(app *a) {
    app_random_floats(a, BLK_PRICE, 5.0F, 30.0F);
    app_random_floats(a, BLK_STRIKE, 1.0F, 100.0F);
    app_random_floats(a, BLK_YEARS, 0.25F, 10.0F);
}

static kernel_data *blk_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, blk_declare, blk_fill);
}

static bool blk_launch(app *a, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.blocks = BLOCKS, .block_dim = BLOCK_DIM, .regs = 32, .phases = 1};
    return n < a->p[1];
}

static val blk_exp(simt *w, const val *x) {
    val scaled = simt_fmul(w, x, FIMM(LOG2_E));
    return simt_do(w, SIMT_EX2, &scaled, NULL, NULL);
}

/* The cumulative normal distribution at d. */
static val blk_cnd(simt *w, const val *d) {
    val distance = simt_do(w, SIMT_FABS, d, NULL, NULL);
    val below = simt_ffma(w, &distance, FIMM(SLOPE), FIMM(1.0F));
    val k = simt_hold(w, simt_do(w, SIMT_RCP, &below, NULL, NULL));
    val sum = simt_hold(w, simt_fmul(w, &k, FIMM(blk_term[4])));
    for (uint32_t i = 4; i-- > 0;) {
        simt_into(w, &sum, SIMT_FADD, &sum, FIMM(blk_term[i]), NULL);
        simt_into(w, &sum, SIMT_FMUL, &sum, &k, NULL);
    }
    val half = simt_fmul(w, d, FIMM(-0.5F));
    val exponent = simt_fmul(w, &half, d);
    val bell = blk_exp(w, &exponent);
    val density = simt_fmul(w, &bell, FIMM(INVERSE_ROOT_2_PI));
    simt_into(w, &sum, SIMT_FMUL, &sum, &density, NULL);
    const uint32_t all = simt_predicate(w, simt_compare(w, SIMT_FLT, FIMM(0.0F), d));
    simt_into(w, &sum, SIMT_FSUB, FIMM(1.0F), &sum, NULL);
    simt_join(w, all);
    simt_drop(w, &k);
    return sum; /* pinned */
}

static void blk_option(const app *a, simt *w, const val *i) {
    val s = simt_hold(w, simt_load(w, &a->array[BLK_PRICE], i, APP_WORD));
    val x = simt_hold(w, simt_load(w, &a->array[BLK_STRIKE], i, APP_WORD));
    val t = simt_hold(w, simt_load(w, &a->array[BLK_YEARS], i, APP_WORD));
    val inverse_root = simt_do(w, SIMT_RSQ, &t, NULL, NULL);
    val root = simt_do(w, SIMT_RCP, &inverse_root, NULL, NULL);
    val spread = simt_hold(w, simt_fmul(w, &root, FIMM(VOLATILITY)));
    val ratio = simt_fdiv(w, &s, &x);
    val log2 = simt_do(w, SIMT_LG2, &ratio, NULL, NULL);
    val drift = simt_fmul(w, &t, FIMM(RATE + 0.5F * VOLATILITY * VOLATILITY));
    val sum = simt_ffma(w, &log2, FIMM(LN_2), &drift);
    val d1 = simt_hold(w, simt_fdiv(w, &sum, &spread));
    val d2 = simt_hold(w, simt_fsub(w, &d1, &spread));
    val cnd1 = blk_cnd(w, &d1);
    val cnd2 = blk_cnd(w, &d2);
    val minus = simt_fmul(w, &t, FIMM(-RATE));
    val discount = blk_exp(w, &minus);
    val owed = simt_hold(w, simt_fmul(w, &x, &discount));
    val gain = simt_fmul(w, &s, &cnd1);
    val cost = simt_fmul(w, &owed, &cnd2);
    val call = simt_fsub(w, &gain, &cost);
    simt_store(w, &a->array[BLK_CALL], i, APP_WORD, &call);
    val not2 = simt_fsub(w, FIMM(1.0F), &cnd2);
    val income = simt_hold(w, simt_fmul(w, &owed, &not2));
    val not1 = simt_fsub(w, FIMM(1.0F), &cnd1);
    val loss = simt_fmul(w, &s, &not1);
    val put = simt_fsub(w, &income, &loss);
    simt_store(w, &a->array[BLK_PUT], i, APP_WORD, &put);
}

static void blk_warp(app *a, simt *w) {
    simt_label(w, 0);
    val i = simt_hold(w, simt_thread(w));
    const uint32_t all = w->mask;
    for (;;) {
        simt_loop(w, 1);
        if (!simt_while(w, simt_less(w, &i, IMM((uint32_t)a->p[0]))))
            break;
        const simt_scope scope = simt_scope_begin(w);
        blk_option(a, w, &i);
        simt_scope_end(w, &scope);
        simt_step(w, &i, THREADS);
    }
    simt_join(w, all);
    simt_label(w, 2);
    simt_exit(w);
}

static float blk_cnd_plain(float d) {
    const float k = 1.0F / (fabsf(d) * SLOPE + 1.0F);
    float sum = k * blk_term[4];
    for (uint32_t i = 4; i-- > 0;)
        sum = (sum + blk_term[i]) * k;
    sum *= exp2f(d * -0.5F * d * LOG2_E) * INVERSE_ROOT_2_PI;
    return d > 0.0F ? 1.0F - sum : sum;
}

static void blk_reference(app *host) {
    for (uint64_t i = 0; i < host->p[0]; i++) {
        const float s = app_floats(host, BLK_PRICE)[i];
        const float x = app_floats(host, BLK_STRIKE)[i];
        const float t = app_floats(host, BLK_YEARS)[i];
        const float spread = 1.0F / (1.0F / sqrtf(t)) * VOLATILITY;
        const float drift = t * (RATE + 0.5F * VOLATILITY * VOLATILITY);
        const float d1 = (log2f(s * (1.0F / x)) * LN_2 + drift) * (1.0F / spread);
        const float cnd1 = blk_cnd_plain(d1);
        const float cnd2 = blk_cnd_plain(d1 - spread);
        const float owed = x * exp2f(t * -RATE * LOG2_E);
        app_floats(host, BLK_CALL)[i] = s * cnd1 - owed * cnd2;
        app_floats(host, BLK_PUT)[i] = owed * (1.0F - cnd2) - s * (1.0F - cnd1);
    }
}

static const char *blk_check(const kernel_data *a) {
    return app_check(a, blk_reference);
}

const kernel_ops kernel_blk = {
    .name = "blk",
    .summary = "option prices (CUDA SDK BlackScholes)",
    .params = {{"options", 400000, 1, UINT64_C(1) << 26, "options, 20 bytes each"},
               {"passes", 2, 1, 1000, "launches over the same options"}},
    .open = blk_open,
    .close = app_close,
    .reset = app_reset,
    .launch = blk_launch,
    .warp = blk_warp,
    .check = blk_check,
};
