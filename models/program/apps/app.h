/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the applications of MASK Table 2 and Caffe share, so that a file holds little more than its algorithm
 * twice: as warps run it, and plain for the check. An application declares its arrays and fills them;
 * opening, closing, starting over and comparing the results are here.
 *
 *     enum { A, B, C };
 *     static void trd_declare(app *a) { app_array(a, APP_INPUT, a->p[0]); ... }
 *     static void trd_fill(app *a) { app_random_floats(a, A, 0.0F, 1.0F); ... }
 *     static void trd_reference(app *host) { ... app_floats(host, C)[i] = ...; }
 *
 * Below that are forms of SIMT instructions that kernels repeat (program/kernels/simt.h).
 */
#ifndef GMMU_APP_H
#define GMMU_APP_H

#include "program/kernels/kernel.h"

#define APP_ARRAYS 32U
#define APP_WORD   4U /* bytes of an element of every array */

typedef enum {
    APP_INPUT,   /* written by the host */
    APP_INOUT,   /* written by the host, and a result */
    APP_OUTPUT,  /* first written by the kernel: a result */
    APP_SCRATCH, /* first written by the kernel; not a result */
} app_role;

/* The data of an application. */
struct kernel_data {
    uint64_t p[KERNEL_MAX_PARAMS]; /* the parameters */
    uint64_t random;               /* state for random_next(), from the seed */
    uint32_t launch;               /* that runs: the launch function sets it */
    uint32_t arrays;
    buffer array[APP_ARRAYS]; /* in the order of declaration */
    app_role role[APP_ARRAYS];
    void *first[APP_ARRAYS]; /* contents of those that the host writes, before the first launch */
    buffer constants;        /* app_constants() */
    va_space *va;            /* while arrays are declared */
};
typedef kernel_data app;

/* ---- data ---- */

/* The next array, of `words` words, zero at first; its number is how many were declared before. Its contents
 * are there when fill() is called. */
void app_array(app *a, app_role role, uint64_t words);
/* The constants, at `data`; declared behind the arrays (kernel_constants()). */
void app_constants(app *a, const void *data, uint64_t bytes);
float *app_floats(const app *a, uint32_t array);
uint32_t *app_words(const app *a, uint32_t array);
uint64_t app_length(const app *a, uint32_t array); /* words */

/* Uniform in [low, high). */
float app_random_float(app *a, float low, float high);
void app_random_floats(app *a, uint32_t array, float low, float high);
/* In [0, below). */
uint32_t app_random(app *a, uint32_t below);

/* open() of an application: NULL when out of memory. */
kernel_data *app_open(const uint64_t *p, uint64_t seed, va_space *va, void (*declare)(app *a),
                      void (*fill)(app *a));
void app_close(kernel_data *a);
void app_reset(kernel_data *a);
/* check(): runs the reference on a copy of the first contents, and compares every result bit by bit. Both
 * sides compute in the same order, so there is nothing to tolerate. */
const char *app_check(const kernel_data *a, void (*reference)(app *host));

/* ---- operands ---- */

/* A constant as operand, alive to the end of the block. */
#define IMM(x)  ((const val[]){simt_imm(x)})
#define FIMM(x) ((const val[]){simt_fimm(x)})

/* ---- registers ---- */

/* Variables live until the scope ends: all that was pinned in between is free again. */
typedef struct {
    bool pinned[256];
} simt_scope;

simt_scope simt_scope_begin(const simt *w);
void simt_scope_end(simt *w, const simt_scope *scope);
/* Pins a value and passes it on: val x = simt_hold(w, simt_load(...)). */
val simt_hold(simt *w, val v);
/* A variable with a first value, in a register of its own. */
val simt_variable(simt *w, uint32_t first);
val simt_fvariable(simt *w, float first);

/* ---- arithmetic ---- */

val simt_affine(simt *w, const val *i, uint32_t factor, uint32_t plus); /* i * factor + plus */
val simt_fsub(simt *w, const val *a, const val *b);
val simt_fdiv(simt *w, const val *a, const val *b); /* a * (1 / b) */
/* In place. */
void simt_step(simt *w, val *i, uint32_t by);
void simt_fgrow(simt *w, val *sum, const val *x);                       /* sum += x */
void simt_fgrow_product(simt *w, val *sum, const val *a, const val *b); /* sum += a * b */

/* ---- control ---- */

/* The head of a round of a loop whose length all threads know: label, compare, branch. */
void simt_round(simt *w, uint32_t label);
/* The lanes with i < n stay active, until simt_join(): a guard of the last block. */
uint32_t simt_if_less(simt *w, const val *i, uint32_t n);

/* ---- memory ---- */

/* The word `words` behind an address (simt_address() of a global element, simt_shared() of a shared word, for
 * which b is NULL). */
val simt_at(simt *w, const buffer *b, const val *address, int32_t words);
void simt_put(simt *w, const buffer *b, const val *address, int32_t words, const val *x);
val simt_shared(simt *w, const val *index);
/* Local memory of the threads of some warps, 32 words each, is an array of as many words. A warp has a
 * page of it, in which the same word of its lanes is contiguous, as in traces (program/trace/address_map.h).
 * The address belongs to word 0, the next one is GMMU_LANES words behind it. */
uint64_t app_local_words(uint64_t warps);
val app_local(const app *a, simt *w, uint32_t array);
/* One step of a tree over the first 2 * stride words of shared memory: threads below stride add (or op) the
 * word of the thread `stride` above. A barrier follows each step. */
void simt_fold(simt *w, simt_op op, uint32_t stride);
/* One phase of a block of 1 << levels threads that adds up: in phase 0 `gather` leaves the sum of each thread
 * in shared memory, phases 1 to `levels` fold them, and phase levels + 1 stores the block's in array `sums`.
 */
void app_block_sum(const app *a, simt *w, uint32_t levels, uint32_t sums,
                   void (*gather)(const app *a, simt *w));

#endif
