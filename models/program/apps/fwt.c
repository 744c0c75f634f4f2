/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dyadic convolution by fast Walsh transforms (CUDA SDK fastWalshTransform): kernel and data are transformed,
 * multiplied, and transformed back. A transform goes through the array in place, radix 4, a launch per stage,
 * from strides of a quarter of the array down to 1024 elements; these a block does in shared memory. If the
 * elements are no power of four, a block has 2048, and adds a step of radix 2.
 */
#include "program/apps/app.h"

#define BLOCK_DIM   256U
#define SHARED_LOG2 10U /* elements that a block transforms in shared memory, or one more */
#define ELEMENTS    (1U << SHARED_LOG2)
#define STAGES      (SHARED_LOG2 / 2)

enum { FWT_DATA, FWT_KERNEL };

static uint32_t fwt_length(const app *a) {
    return UINT32_C(1) << a->p[0];
}

/* 1 for a last step of radix 2. */
static uint32_t fwt_odd(const app *a) {
    return (uint32_t)a->p[0] % 2;
}

/* Elements that a block has in shared memory. */
static uint32_t fwt_shared(const app *a) {
    return ELEMENTS << fwt_odd(a);
}

static void fwt_declare(app *a) {
    app_array(a, APP_INOUT, fwt_length(a));
    app_array(a, APP_INOUT, fwt_length(a));
}

static void fwt_fill(app *a) {
    app_random_floats(a, FWT_DATA, 0.0F, 1.0F);
    for (uint32_t i = 0; i < 128 && i < fwt_length(a); i++)
        app_floats(a, FWT_KERNEL)[i] = app_random_float(a, 0.0F, 1.0F);
}

static kernel_data *fwt_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, fwt_declare, fwt_fill);
}

/* Launches of a transform; the last is that in shared memory. */
static uint32_t fwt_stages(const app *a) {
    return ((uint32_t)a->p[0] - SHARED_LOG2) / 2 + 1;
}

typedef enum { FWT_STRIDE, FWT_SHARED, FWT_MULTIPLY } fwt_kind;

/* What a launch does: kernel, data, product, data. */
static fwt_kind fwt_plan(const app *a, uint32_t *array, uint32_t *stride) {
    const uint32_t stages = fwt_stages(a);
    const uint32_t n = a->launch > 2 * stages ? a->launch - 1 : a->launch;
    *array = a->launch < stages ? FWT_KERNEL : FWT_DATA;
    *stride = fwt_length(a) >> 2 * (n % stages + 1);
    return a->launch == 2 * stages ? FWT_MULTIPLY : n % stages + 1 == stages ? FWT_SHARED : FWT_STRIDE;
}

static uint32_t fwt_product_blocks(const app *a) {
    const uint32_t most = fwt_length(a) / BLOCK_DIM;
    return a->p[1] == 0 ? fwt_length(a) / ELEMENTS : a->p[1] < most ? (uint32_t)a->p[1] : most;
}

static bool fwt_launch(app *a, uint32_t n, launch_shape *s) {
    static const char *const name[] = {"fwtBatch2Kernel", "fwtBatch1Kernel", "modulateKernel"};
    uint32_t array, stride;
    a->launch = n;
    const fwt_kind kind = fwt_plan(a, &array, &stride);
    const bool shared = kind == FWT_SHARED;
    *s = (launch_shape){.name = name[kind],
                        .blocks = kind == FWT_MULTIPLY ? fwt_product_blocks(a)
                                                       : fwt_length(a) / (shared ? fwt_shared(a) : ELEMENTS),
                        .block_dim = shared ? fwt_shared(a) / 4 : BLOCK_DIM,
                        .regs = 24,
                        .shared_bytes = shared ? fwt_shared(a) * APP_WORD : 0,
                        .phases = shared ? STAGES + fwt_odd(a) + 2 : 1};
    return n < 3 * fwt_stages(a) + 1;
}

/* Four elements `stride` words apart, behind an address in global or (b NULL) shared memory. */
static void fwt_butterfly(simt *w, const buffer *b, const val *place, uint32_t stride) {
    val x[4], y[4];
    for (uint32_t k = 0; k < 4; k++)
        x[k] = simt_hold(w, simt_at(w, b, place, (int32_t)(k * stride)));
    for (uint32_t k = 0; k < 2; k++) {
        y[k] = simt_hold(w, simt_fadd(w, &x[k], &x[k + 2]));
        y[k + 2] = simt_hold(w, simt_fsub(w, &x[k], &x[k + 2]));
    }
    for (uint32_t k = 0; k < 4; k += 2) {
        val sum = simt_fadd(w, &y[k], &y[k + 1]);
        simt_put(w, b, place, (int32_t)(k * stride), &sum);
        val apart = simt_fsub(w, &y[k], &y[k + 1]);
        simt_put(w, b, place, (int32_t)((k + 1) * stride), &apart);
    }
}

/* The first of the four elements of thread i: the bits of i below the stride stay, those above move up by
 * two. */
static val fwt_first(simt *w, const val *i, uint32_t stride) {
    val low = simt_hold(w, simt_and(w, i, IMM(stride - 1)));
    val high = simt_do(w, SIMT_SUB, i, &low, NULL);
    val first = simt_do(w, SIMT_MAD, &high, IMM(4), &low);
    simt_drop(w, &low);
    return first;
}

/* The step of radix 2: two pairs a thread. */
static void fwt_pairs(const app *a, simt *w, const val *t) {
    for (uint32_t first = 0; first < fwt_shared(a) / 2; first += fwt_shared(a) / 4) {
        val word = simt_affine(w, t, 2, 2 * first);
        val place = simt_hold(w, simt_shared(w, &word));
        val x = simt_hold(w, simt_at(w, NULL, &place, 0));
        val y = simt_hold(w, simt_at(w, NULL, &place, 1));
        val sum = simt_fadd(w, &x, &y);
        simt_put(w, NULL, &place, 0, &sum);
        val apart = simt_fsub(w, &x, &y);
        simt_put(w, NULL, &place, 1, &apart);
    }
}

static void fwt_in_shared(const app *a, simt *w, uint32_t array) {
    val t = simt_hold(w, simt_thread_in_block(w));
    if (w->phase == STAGES + 1 && fwt_odd(a)) {
        fwt_pairs(a, w, &t);
        return;
    }
    if (w->phase > 0 && w->phase <= STAGES) {
        const uint32_t stride = fwt_shared(a) >> 2 * w->phase;
        val first = fwt_first(w, &t, stride);
        val place = simt_hold(w, simt_shared(w, &first));
        fwt_butterfly(w, NULL, &place, stride);
        return;
    }
    val i = simt_affine(w, &t, 1, (uint32_t)w->block * fwt_shared(a));
    val global = simt_hold(w, simt_address(w, &a->array[array], &i, APP_WORD));
    val place = simt_hold(w, simt_shared(w, &t));
    for (int32_t k = 0; k < (int32_t)fwt_shared(a); k += (int32_t)fwt_shared(a) / 4) {
        const bool in = w->phase == 0;
        val x = simt_at(w, in ? &a->array[array] : NULL, in ? &global : &place, k);
        simt_put(w, in ? NULL : &a->array[array], in ? &place : &global, k, &x);
    }
}

static void fwt_multiply_one(const app *a, simt *w, const val *data, const val *kernel, int32_t k) {
    val x = simt_at(w, &a->array[FWT_DATA], data, k);
    val y = simt_at(w, &a->array[FWT_KERNEL], kernel, k);
    val product = simt_fmul(w, &x, &y);
    val scaled = simt_fmul(w, &product, FIMM(1.0F / (float)fwt_length(a)));
    simt_put(w, &a->array[FWT_DATA], data, k, &scaled);
}

/* Blocks that are fewer stride through the array. */
static void fwt_multiply_stride(const app *a, simt *w) {
    const uint32_t stride = fwt_product_blocks(a) * BLOCK_DIM;
    const uint32_t all = w->mask;
    val i = simt_hold(w, simt_thread(w));
    val data = simt_hold(w, simt_address(w, &a->array[FWT_DATA], &i, APP_WORD));
    val kernel = simt_hold(w, simt_address(w, &a->array[FWT_KERNEL], &i, APP_WORD));
    for (;;) {
        simt_loop(w, 2 + STAGES + 3);
        if (!simt_while(w, simt_less(w, &i, IMM(fwt_length(a)))))
            break;
        fwt_multiply_one(a, w, &data, &kernel, 0);
        simt_advance(w, &data, (int32_t)(stride * APP_WORD));
        simt_advance(w, &kernel, (int32_t)(stride * APP_WORD));
        simt_step(w, &i, stride);
    }
    simt_join(w, all);
    simt_loop(w, 2 + STAGES + 4);
}

/* Four elements a thread. */
static void fwt_multiply(const app *a, simt *w) {
    val t = simt_thread_in_block(w);
    val i = simt_hold(w, simt_affine(w, &t, 1, (uint32_t)w->block * ELEMENTS));
    val data = simt_hold(w, simt_address(w, &a->array[FWT_DATA], &i, APP_WORD));
    val kernel = simt_hold(w, simt_address(w, &a->array[FWT_KERNEL], &i, APP_WORD));
    for (int32_t k = 0; k < (int32_t)ELEMENTS; k += (int32_t)BLOCK_DIM)
        fwt_multiply_one(a, w, &data, &kernel, k);
}

static void fwt_warp(app *a, simt *w) {
    const simt_scope scope = simt_scope_begin(w);
    uint32_t array, stride;
    const fwt_kind kind = fwt_plan(a, &array, &stride);
    simt_loop(w, kind == FWT_SHARED ? 2 + w->phase : kind == FWT_STRIDE ? 0 : 1);
    if (kind == FWT_SHARED) {
        fwt_in_shared(a, w, array);
    } else if (kind == FWT_MULTIPLY && a->p[1]) {
        fwt_multiply_stride(a, w);
    } else if (kind == FWT_MULTIPLY) {
        fwt_multiply(a, w);
    } else {
        val i = simt_hold(w, simt_thread(w));
        val first = fwt_first(w, &i, stride);
        val place = simt_hold(w, simt_address(w, &a->array[array], &first, APP_WORD));
        fwt_butterfly(w, &a->array[array], &place, stride);
    }
    if (kind != FWT_SHARED || w->phase == STAGES + fwt_odd(a) + 1)
        simt_exit(w);
    simt_scope_end(w, &scope);
}

/* The textbook's transform, radix 2: the sums are the same, in the same order. */
static void fwt_plain(float *x, uint32_t n) {
    for (uint32_t stride = n / 2; stride > 0; stride /= 2)
        for (uint32_t i = 0; i < n; i++)
            if (!(i & stride)) {
                const float a = x[i];
                const float b = x[i + stride];
                x[i] = a + b;
                x[i + stride] = a - b;
            }
}

static void fwt_reference(app *host) {
    const uint32_t n = fwt_length(host);
    fwt_plain(app_floats(host, FWT_KERNEL), n);
    fwt_plain(app_floats(host, FWT_DATA), n);
    for (uint32_t i = 0; i < n; i++)
        app_floats(host, FWT_DATA)[i] =
            app_floats(host, FWT_DATA)[i] * app_floats(host, FWT_KERNEL)[i] * (1.0F / (float)n);
    fwt_plain(app_floats(host, FWT_DATA), n);
}

static const char *fwt_check(const kernel_data *a) {
    return app_check(a, fwt_reference);
}

const kernel_ops kernel_fwt = {
    .name = "fwt",
    .summary = "dyadic convolution by Walsh transforms (CUDA SDK fastWalshTransform)",
    .params = {{"log2", 20, SHARED_LOG2, 26, "of the elements"},
               {"product", 0, 0, 65536, "blocks that multiply; 0: one for 1024 elements"}},
    .open = fwt_open,
    .close = app_close,
    .reset = app_reset,
    .launch = fwt_launch,
    .warp = fwt_warp,
    .check = fwt_check,
};
