/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random updates of a table (HPC Challenge RandomAccess on a GPU; GUPS of the programs published with MASK):
 * 512 blocks of 128 threads. A thread has a piece of the sequence of numbers, which begins where a table has
 * it, and combines each number with the element that its lowest bits name, by exclusive or. That is two
 * atomic operations, as elements have 64 bits and the operation 32.
 */
#include "program/apps/app.h"

#define BLOCK_DIM  128U
#define BLOCKS     512U
#define THREADS    (BLOCK_DIM * BLOCKS)
#define POLYNOMIAL 7U
#define HALVES     2U /* words of an element */

enum { RA_TABLE, RA_STARTS };

static uint32_t ra_elements(const app *a) {
    return UINT32_C(1) << a->p[0];
}

/* Of a thread. */
static uint32_t ra_updates(const app *a) {
    return (uint32_t)a->p[1];
}

static uint64_t ra_next(uint64_t x) {
    return x << 1 ^ (x >> 63 ? POLYNOMIAL : 0);
}

static void ra_declare(app *a) {
    app_array(a, APP_INOUT, (uint64_t)ra_elements(a) * HALVES);
    app_array(a, APP_INPUT, THREADS * HALVES);
}

static void ra_put(uint32_t *to, uint64_t x) {
    to[0] = (uint32_t)x;
    to[1] = (uint32_t)(x >> 32);
}

static void ra_fill(app *a) {
    uint64_t x = random_next(&a->random) | 1; /* the sequence of 0 has nothing else */
    for (uint32_t i = 0; i < ra_elements(a); i++)
        ra_put(app_words(a, RA_TABLE) + (uint64_t)i * HALVES, i);
    for (uint32_t thread = 0; thread < THREADS; thread++) {
        ra_put(app_words(a, RA_STARTS) + thread * HALVES, x);
        for (uint32_t i = 0; i < ra_updates(a); i++)
            x = ra_next(x);
    }
}

static kernel_data *ra_open(const uint64_t *p, uint64_t seed, va_space *va) {
    return app_open(p, seed, va, ra_declare, ra_fill);
}

static bool ra_launch(app *a, uint32_t n, launch_shape *s) {
    (void)a;
    *s = (launch_shape){
        .name = "RandomAccessUpdate", .blocks = BLOCKS, .block_dim = BLOCK_DIM, .regs = 20, .phases = 1};
    return n == 0;
}

/* The next number of the sequence, in two halves. */
static void ra_step(simt *w, val x[HALVES]) {
    val sign = simt_do(w, SIMT_SAR, &x[1], IMM(31), NULL);
    val feedback = simt_hold(w, simt_and(w, &sign, IMM(POLYNOMIAL)));
    val carry = simt_hold(w, simt_shift_right(w, &x[0], 31));
    simt_into(w, &x[1], SIMT_SHL, &x[1], IMM(1), NULL);
    simt_into(w, &x[1], SIMT_OR, &x[1], &carry, NULL);
    simt_into(w, &x[0], SIMT_SHL, &x[0], IMM(1), NULL);
    simt_into(w, &x[0], SIMT_XOR, &x[0], &feedback, NULL);
    simt_drop(w, &carry);
    simt_drop(w, &feedback);
}

static void ra_warp(app *a, simt *w) {
    val x[HALVES];
    simt_loop(w, 0);
    val thread = simt_thread(w);
    val from = simt_address(w, &a->array[RA_STARTS], &thread, HALVES * APP_WORD);
    simt_load_at(w, &a->array[RA_STARTS], &from, 0, HALVES * APP_WORD, x);
    simt_keep(w, &x[0]);
    simt_keep(w, &x[1]);
    for (uint32_t i = 0; i < ra_updates(a); i++) {
        simt_round(w, 1);
        ra_step(w, x);
        val index = simt_and(w, &x[0], IMM(ra_elements(a) - 1));
        val place = simt_hold(w, simt_address(w, &a->array[RA_TABLE], &index, HALVES * APP_WORD));
        for (uint32_t k = 0; k < HALVES; k++)
            simt_reduce_at(w, SIMT_ATOM_XOR, &a->array[RA_TABLE], &place, (int32_t)(k * APP_WORD), &x[k]);
        simt_drop(w, &place);
    }
    simt_loop(w, 2);
    simt_exit(w);
}

/* One sequence of all updates: exclusive or has no order. */
static void ra_reference(app *host) {
    uint64_t x = app_words(host, RA_STARTS)[0] | (uint64_t)app_words(host, RA_STARTS)[1] << 32;
    for (uint64_t i = 0; i < (uint64_t)THREADS * ra_updates(host); i++) {
        x = ra_next(x);
        uint32_t *to = app_words(host, RA_TABLE) + (x & (ra_elements(host) - 1)) * HALVES;
        to[0] ^= (uint32_t)x;
        to[1] ^= (uint32_t)(x >> 32);
    }
}

static const char *ra_check(const kernel_data *a) {
    return app_check(a, ra_reference);
}

const kernel_ops kernel_randomaccess = {
    .name = "randomaccess",
    .summary = "random atomic updates of a table (HPC Challenge RandomAccess on a GPU)",
    .params = {{"log2", 19, 10, 26, "of the table's elements of 8 bytes"},
               {"updates", 32, 1, 1U << 20, "of each of the 64K threads"}},
    .open = ra_open,
    .close = app_close,
    .reset = app_reset,
    .launch = ra_launch,
    .warp = ra_warp,
    .check = ra_check,
};
