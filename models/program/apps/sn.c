/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorting of keys with their values by a bitonic network (CUDA SDK sortingNetworks). A comparator of the step
 * (size, stride) looks at two elements `stride` apart; where the bit size / 2 of its number is 0, the smaller
 * key comes first. The first launch does all steps up to pieces of 1024 elements in shared memory, 512
 * threads a block; then, for each size, a launch for each stride from 1024 elements on, and one in shared
 * memory for the strides below: many short launches.
 *
 * No key is there twice (D: keys of the SDK may be), so there is one right result.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "program/apps/app.h"

#define PIECE_LOG2 10U /* elements that a block sorts in shared memory */
#define PIECE      (1U << PIECE_LOG2)
#define SHARED_DIM (PIECE / 2)
#define GLOBAL_DIM 256U
#define KEY_FACTOR UINT32_C(2654435761) /* odd, so no product is there twice */

enum { SN_KEY, SN_VALUE };

typedef enum { SN_SORT_SHARED, SN_MERGE_GLOBAL, SN_MERGE_SHARED } sn_kind;

static uint32_t sn_length(const app *a) {
    return UINT32_C(1) << a->p[0];
}

static void sn_declare(app *a) {
    app_array(a, APP_INOUT, sn_length(a));
    app_array(a, APP_INOUT, sn_length(a));
}

static void sn_fill(app *a) {
    const uint32_t other = (uint32_t)random_next(&a->random);
    for (uint32_t i = 0; i < sn_length(a); i++) {
        app_words(a, SN_KEY)[i] = (i * KEY_FACTOR) ^ other;
        app_words(a, SN_VALUE)[i] = i;
    }
}

static kernel_data *sn_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, sn_declare, sn_fill);
}

/* What launch a->launch does; false behind the last. A size of 2^(PIECE_LOG2 + k) has k launches in global
 * memory before that in shared memory. */
static bool sn_plan(const app *a, sn_kind *kind, uint32_t *size, uint32_t *stride) {
    uint32_t n = a->launch, larger = 0;
    *kind = SN_SORT_SHARED;
    *size = PIECE;
    *stride = PIECE / 2;
    if (n == 0)
        return true;
    for (n--, larger = 1; n > larger; larger++)
        n -= larger + 1;
    *kind = n == larger ? SN_MERGE_SHARED : SN_MERGE_GLOBAL;
    *size = PIECE << larger;
    *stride = *size >> (n + 1);
    return PIECE_LOG2 + larger <= a->p[0];
}

/* In shared memory a step is a phase, between those that copy the piece in and out. */
static uint32_t sn_phases(sn_kind kind) {
    if (kind == SN_MERGE_GLOBAL)
        return 1;
    return 2 + (kind == SN_SORT_SHARED ? PIECE_LOG2 * (PIECE_LOG2 + 1) / 2 : PIECE_LOG2);
}

static bool sn_launch(app *a, uint32_t n, launch_shape *s) {
    static const char *const name[] = {"bitonicSortShared1", "bitonicMergeGlobal", "bitonicMergeShared"};
    sn_kind kind;
    uint32_t size, stride;
    a->launch = n;
    const bool runs = sn_plan(a, &kind, &size, &stride);
    const uint32_t dim = kind == SN_MERGE_GLOBAL ? GLOBAL_DIM : SHARED_DIM;
    *s = (launch_shape){.name = name[kind],
                        .blocks = sn_length(a) / 2 / dim,
                        .block_dim = dim,
                        .regs = 24,
                        .shared_bytes = kind == SN_MERGE_GLOBAL ? 0 : 2 * PIECE * APP_WORD,
                        .phases = sn_phases(kind)};
    return runs;
}

/* Element 2 i - (i & (stride - 1)): the first that comparator i of a stride looks at. */
static val sn_first(simt *w, const val *i, uint32_t stride) {
    val low = simt_hold(w, simt_and(w, i, IMM(stride - 1)));
    val twice = simt_shift_left(w, i, 1);
    val first = simt_do(w, SIMT_SUB, &twice, &low, NULL);
    simt_drop(w, &low);
    return first;
}

/* The lanes whose keys are in the wrong order: both comparisons are one instruction with the logic. */
static uint32_t sn_wrong(simt *w, const val *i, uint32_t size, const val *x, const val *y) {
    val bit = simt_and(w, i, IMM(size / 2));
    const uint32_t up = simt_equal(w, &bit, IMM(0));
    const uint32_t less = simt_less(w, x, y);
    return w->mask & (up ^ less);
}

/* One comparator in shared memory, where the values lie behind the keys. */
static void sn_compare_shared(simt *w, const val *i, const val *t, uint32_t size, uint32_t stride) {
    const int32_t apart = (int32_t)stride;
    val first = sn_first(w, t, stride);
    val place = simt_hold(w, simt_shared(w, &first));
    val x = simt_hold(w, simt_at(w, NULL, &place, 0));
    val y = simt_hold(w, simt_at(w, NULL, &place, apart));
    const uint32_t all = simt_if(w, sn_wrong(w, i, size, &x, &y));
    simt_put(w, NULL, &place, 0, &y);
    simt_put(w, NULL, &place, apart, &x);
    val p = simt_hold(w, simt_at(w, NULL, &place, (int32_t)PIECE));
    val q = simt_at(w, NULL, &place, (int32_t)PIECE + apart);
    simt_put(w, NULL, &place, (int32_t)PIECE, &q);
    simt_put(w, NULL, &place, (int32_t)PIECE + apart, &p);
    simt_join(w, all);
}

/* Step `step` of a launch in shared memory: its size and stride. */
static void sn_step(sn_kind kind, uint32_t step, uint32_t *size, uint32_t *stride) {
    if (kind == SN_SORT_SHARED)
        for (*size = 2, *stride = 1; step > 0; step--) {
            *size = *stride == 1 ? 2 * *size : *size;
            *stride = *stride == 1 ? *size / 2 : *stride / 2;
        }
    else
        *stride = PIECE >> (step + 1);
}

/* In and out: two elements a thread, half a piece apart. */
static void sn_copy_piece(const app *a, simt *w, const val *t, bool in) {
    val i = simt_hold(w, simt_affine(w, t, 1, (uint32_t)w->block * PIECE));
    val place = simt_hold(w, simt_shared(w, t));
    for (uint32_t array = SN_KEY; array <= SN_VALUE; array++) {
        const buffer *b = &a->array[array];
        val global = simt_hold(w, simt_address(w, b, &i, APP_WORD));
        for (uint32_t half = 0; half < PIECE; half += PIECE / 2) {
            const int32_t word = (int32_t)(array * PIECE + half);
            val x = in ? simt_at(w, b, &global, (int32_t)half) : simt_at(w, NULL, &place, word);
            simt_put(w, in ? NULL : b, in ? &place : &global, in ? word : (int32_t)half, &x);
        }
    }
}

static void sn_in_shared(const app *a, simt *w, sn_kind kind, uint32_t size) {
    val t = simt_hold(w, simt_thread_in_block(w));
    uint32_t stride = 0;
    if (w->phase == 0 || w->phase + 1 == sn_phases(kind)) {
        sn_copy_piece(a, w, &t, w->phase == 0);
        return;
    }
    val i = simt_hold(w, simt_affine(w, &t, 1, (uint32_t)w->block * SHARED_DIM));
    sn_step(kind, w->phase - 1, &size, &stride);
    sn_compare_shared(w, &i, &t, size, stride);
}

/* One comparator of a thread; it also writes back what it has not swapped. */
static void sn_merge_global(const app *a, simt *w, uint32_t size, uint32_t stride) {
    val at[2], x[2], y[2];
    val i = simt_hold(w, simt_thread(w));
    val first = simt_hold(w, sn_first(w, &i, stride));
    for (uint32_t array = SN_KEY; array <= SN_VALUE; array++) {
        const buffer *b = &a->array[array];
        at[array] = simt_hold(w, simt_address(w, b, &first, APP_WORD));
        x[array] = simt_hold(w, simt_at(w, b, &at[array], 0));
        y[array] = simt_hold(w, simt_at(w, b, &at[array], (int32_t)stride));
    }
    const uint32_t wrong = sn_wrong(w, &i, size, &x[SN_KEY], &y[SN_KEY]);
    for (uint32_t array = SN_KEY; array <= SN_VALUE; array++) {
        val lower = simt_select(w, wrong, &y[array], &x[array]);
        simt_put(w, &a->array[array], &at[array], 0, &lower);
        val upper = simt_select(w, wrong, &x[array], &y[array]);
        simt_put(w, &a->array[array], &at[array], (int32_t)stride, &upper);
    }
}

static void sn_warp(app *a, simt *w) {
    const simt_scope scope = simt_scope_begin(w);
    sn_kind kind;
    uint32_t size, stride;
    (void)sn_plan(a, &kind, &size, &stride);
    simt_loop(w, w->phase);
    if (kind == SN_MERGE_GLOBAL)
        sn_merge_global(a, w, size, stride);
    else
        sn_in_shared(a, w, kind, size);
    if (w->phase + 1 == sn_phases(kind))
        simt_exit(w);
    simt_scope_end(w, &scope);
}

static int sn_order(const void *x, const void *y) {
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

/* The C library's sort, no network. */
static void sn_reference(app *host) {
    const uint32_t n = sn_length(host);
    uint64_t *x = alloc_zeroed(n, sizeof *x);
    for (uint32_t i = 0; i < n; i++)
        x[i] = (uint64_t)app_words(host, SN_KEY)[i] << 32 | app_words(host, SN_VALUE)[i];
    qsort(x, n, sizeof *x, sn_order);
    for (uint32_t i = 0; i < n; i++) {
        app_words(host, SN_KEY)[i] = (uint32_t)(x[i] >> 32);
        app_words(host, SN_VALUE)[i] = (uint32_t)x[i];
    }
    free(x);
}

static const char *sn_check(const kernel_data *a) {
    return app_check(a, sn_reference);
}

const kernel_ops kernel_sn = {
    .name = "sn",
    .summary = "a bitonic network sorts keys with their values (CUDA SDK sortingNetworks)",
    .params = {{"log2", 17, PIECE_LOG2, 26, "of the elements"}},
    .open = sn_open,
    .close = app_close,
    .reset = app_reset,
    .launch = sn_launch,
    .warp = sn_warp,
    .check = sn_check,
};
