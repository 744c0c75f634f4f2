/* SPDX-License-Identifier: Apache-2.0 */
#include "program/apps/app.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- data ---- */

static bool app_from_host(app_role role) {
    return role == APP_INPUT || role == APP_INOUT;
}

static bool app_is_result(app_role role) {
    return role == APP_INOUT || role == APP_OUTPUT;
}

void app_array(app *a, app_role role, uint64_t words) {
    assert(a->arrays < APP_ARRAYS);
    a->role[a->arrays] = role;
    a->array[a->arrays++] = app_from_host(role) ? kernel_buffer(a->va, words * APP_WORD)
                                                : kernel_buffer_fresh(a->va, words * APP_WORD);
}

void app_constants(app *a, const void *data, uint64_t bytes) {
    a->constants = kernel_constants(a->va, data, bytes);
}

float *app_floats(const app *a, uint32_t array) {
    return a->array[array].data;
}

uint32_t *app_words(const app *a, uint32_t array) {
    return a->array[array].data;
}

uint64_t app_length(const app *a, uint32_t array) {
    return a->array[array].bytes / APP_WORD;
}

float app_random_float(app *a, float low, float high) {
    return low + (high - low) * ((float)(random_next(&a->random) >> 40) * 0x1p-24F);
}

void app_random_floats(app *a, uint32_t array, float low, float high) {
    for (uint64_t i = 0; i < app_length(a, array); i++)
        app_floats(a, array)[i] = app_random_float(a, low, high);
}

uint32_t app_random(app *a, uint32_t below) {
    return (uint32_t)((random_next(&a->random) >> 32) * below >> 32);
}

void app_close(kernel_data *a) {
    for (uint32_t i = 0; i < a->arrays; i++) {
        kernel_buffer_free(&a->array[i]);
        free(a->first[i]);
    }
    free(a);
}

/* Copies of what the host writes; false when out of memory. */
static bool app_remember(app *a) {
    for (uint32_t i = 0; i < a->arrays; i++) {
        if (!app_from_host(a->role[i]))
            continue;
        a->first[i] = malloc(a->array[i].bytes);
        if (!a->first[i])
            return false;
        memcpy(a->first[i], a->array[i].data, a->array[i].bytes);
    }
    return true;
}

kernel_data *app_open(const uint64_t *p, uint64_t seed, va_space *va, void (*declare)(app *a),
                      void (*fill)(app *a)) {
    app *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    memcpy(a->p, p, sizeof a->p);
    a->random = random_seeded(seed);
    a->va = va;
    declare(a);
    bool room = true;
    for (uint32_t i = 0; i < a->arrays; i++)
        room = room && a->array[i].data;
    if (room)
        fill(a);
    if (!room || !app_remember(a)) {
        app_close(a);
        return NULL;
    }
    return a;
}

static void app_first_contents(const app *a, uint32_t i, void *to) {
    if (a->first[i])
        memcpy(to, a->first[i], a->array[i].bytes);
    else
        memset(to, 0, a->array[i].bytes);
}

void app_reset(kernel_data *a) {
    for (uint32_t i = 0; i < a->arrays; i++)
        app_first_contents(a, i, a->array[i].data);
}

const char *app_check(const kernel_data *a, void (*reference)(app *host)) {
    app host = *a;
    const char *wrong = NULL;
    for (uint32_t i = 0; i < a->arrays; i++) {
        host.array[i].data = malloc(a->array[i].bytes ? a->array[i].bytes : 1);
        if (host.array[i].data)
            app_first_contents(a, i, host.array[i].data);
        else
            wrong = "out of memory";
    }
    if (!wrong)
        reference(&host);
    for (uint32_t i = 0; i < a->arrays; i++) {
        if (!wrong && app_is_result(a->role[i]) &&
            memcmp(host.array[i].data, a->array[i].data, a->array[i].bytes) != 0)
            wrong = "an element differs from the reference";
        kernel_buffer_free(&host.array[i]);
    }
    return wrong;
}

/* ---- registers ---- */

simt_scope simt_scope_begin(const simt *w) {
    simt_scope s;
    memcpy(s.pinned, w->pinned, sizeof s.pinned);
    return s;
}

void simt_scope_end(simt *w, const simt_scope *scope) {
    memcpy(w->pinned, scope->pinned, sizeof w->pinned);
}

val simt_hold(simt *w, val v) {
    simt_keep(w, &v);
    return v;
}

val simt_variable(simt *w, uint32_t first) {
    return simt_hold(w, simt_do(w, SIMT_MOV, IMM(first), NULL, NULL));
}

val simt_fvariable(simt *w, float first) {
    return simt_variable(w, (uint32_t)simt_bits(first));
}

/* ---- arithmetic ---- */

val simt_affine(simt *w, const val *i, uint32_t factor, uint32_t plus) {
    return simt_do(w, SIMT_MAD, i, IMM(factor), IMM(plus));
}

val simt_fsub(simt *w, const val *a, const val *b) {
    return simt_do(w, SIMT_FSUB, a, b, NULL);
}

val simt_fdiv(simt *w, const val *a, const val *b) {
    val inverse = simt_do(w, SIMT_RCP, b, NULL, NULL);
    return simt_fmul(w, a, &inverse);
}

void simt_step(simt *w, val *i, uint32_t by) {
    simt_into(w, i, SIMT_ADD, i, IMM(by), NULL);
}

void simt_fgrow(simt *w, val *sum, const val *x) {
    simt_into(w, sum, SIMT_FADD, sum, x, NULL);
}

void simt_fgrow_product(simt *w, val *sum, const val *a, const val *b) {
    simt_into(w, sum, SIMT_FFMA, a, b, sum);
}

/* ---- control ---- */

void simt_round(simt *w, uint32_t label) {
    simt_loop(w, label);
    simt_branch(w, simt_compare(w, SIMT_EQ, IMM(0), IMM(0)));
}

uint32_t simt_if_less(simt *w, const val *i, uint32_t n) {
    return simt_if(w, simt_less(w, i, IMM(n)));
}

/* ---- memory ---- */

val simt_at(simt *w, const buffer *b, const val *address, int32_t words) {
    val x;
    simt_load_at(w, b, address, words * (int32_t)APP_WORD, APP_WORD, &x);
    return x;
}

void simt_put(simt *w, const buffer *b, const val *address, int32_t words, const val *x) {
    simt_store_at(w, b, address, words * (int32_t)APP_WORD, APP_WORD, x);
}

val simt_shared(simt *w, const val *index) {
    return simt_shift_left(w, index, 2);
}

#define LOCAL_WORDS 32U /* of a thread */

uint64_t app_local_words(uint64_t warps) {
    return warps * LOCAL_WORDS * GMMU_LANES;
}

val app_local(const app *a, simt *w, uint32_t array) {
    const uint64_t warps = kernel_blocks(w->block_dim, GMMU_LANES);
    const uint32_t page = (uint32_t)((w->block * warps + w->warp) * LOCAL_WORDS * GMMU_LANES);
    val lane = simt_thread_x(w, GMMU_LANES);
    val first = simt_affine(w, &lane, 1, page);
    return simt_address(w, &a->array[array], &first, APP_WORD);
}

void simt_fold(simt *w, simt_op op, uint32_t stride) {
    val t = simt_thread_in_block(w);
    const uint32_t all = simt_if_less(w, &t, stride);
    val place = simt_shared(w, &t);
    val a = simt_at(w, NULL, &place, 0);
    val b = simt_at(w, NULL, &place, (int32_t)stride);
    val sum = simt_do(w, op, &a, &b, NULL);
    simt_put(w, NULL, &place, 0, &sum);
    simt_join(w, all);
}

void app_block_sum(const app *a, simt *w, uint32_t levels, uint32_t sums,
                   void (*gather)(const app *a, simt *w)) {
    simt_loop(w, w->phase == 0 ? 0 : 2 + w->phase);
    if (w->phase == 0) {
        const simt_scope scope = simt_scope_begin(w);
        gather(a, w);
        simt_scope_end(w, &scope);
    } else if (w->phase <= levels) {
        simt_fold(w, SIMT_FADD, (1U << levels) >> w->phase);
    } else {
        val t = simt_thread_in_block(w);
        const uint32_t all = simt_if_less(w, &t, 1);
        val place = simt_shared(w, &t);
        val sum = simt_at(w, NULL, &place, 0);
        val block = simt_affine(w, &t, 1, (uint32_t)w->block);
        simt_store(w, &a->array[sums], &block, APP_WORD, &sum);
        simt_join(w, all);
        simt_exit(w);
    }
}
