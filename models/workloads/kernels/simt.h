/*
 * A small SIMT layer in C: the built-in kernels are written against it, one call
 * per warp instruction. Every call computes its result on real data, lane by
 * lane, and appends the instruction to the block's stream.
 *
 * Registers: a result takes the next register of a ring of `regs`, skipping those
 * pinned by simt_keep(), as a compiler with a bounded register file reuses them;
 * so WAR and WAW hazards are real. Using a value whose register has been reused
 * is an error of the kernel (simt.failed, found by the tests). 64-bit addresses take two
 * registers, as in SASS.
 *
 * Program counters: simt_label(w, n) starts the code at n * 0x1000, each
 * instruction adds 0x10; a loop calls it at its head, so that iterations share PCs.
 */
#ifndef GMMU_SIMT_H
#define GMMU_SIMT_H

#include "workloads/spool.h"

/* A per-thread value in a register: one element per lane. */
typedef struct {
    uint64_t lane[GMMU_LANES];
    uint32_t generation; /* of the register, when the value was written */
    uint8_t reg;
    uint8_t regs; /* 1, or 2 for an address */
} val;

/* Memory of a kernel in the application's address space. */
typedef struct {
    uint64_t base; /* virtual address, page-aligned */
    uint64_t bytes;
    void *data; /* host copy */
} buffer;

typedef struct {
    /* set by the runner */
    block_stream *out;
    uint64_t block;     /* number in the grid */
    uint32_t block_dim; /* threads of a block */
    uint32_t warp;      /* in the block */
    uint32_t phase;     /* barrier-separated part of the kernel */
    uint32_t regs;      /* registers of a thread */
    void *shared;       /* shared memory of the block */
    uint32_t shared_bytes;
    /* state */
    uint32_t mask; /* active lanes */
    uint64_t pc;
    uint8_t next_reg;
    bool pinned[256];
    uint32_t generation[256];
    bool failed; /* stale register, access out of bounds, or no memory for the stream */
} simt;

void simt_label(simt *w, uint32_t n);

/* Pins the registers of v until simt_drop(): a variable that lives long. */
void simt_keep(simt *w, const val *v);
void simt_drop(simt *w, const val *v);

val simt_constant(simt *w, uint64_t x);
val simt_thread(simt *w); /* global thread number: block * block_dim + thread in block */
val simt_thread_in_block(simt *w);

/* 32-bit integers (results wrap), IEEE single precision as its bits. */
val simt_add(simt *w, const val *a, const val *b);
val simt_mul(simt *w, const val *a, const val *b);
val simt_mad(simt *w, const val *a, const val *b, const val *c);
val simt_and(simt *w, const val *a, const val *b);
val simt_xor(simt *w, const val *a, const val *b);
val simt_shift_right(simt *w, const val *a, uint32_t bits);
val simt_shift_left(simt *w, const val *a, uint32_t bits);
val simt_add_constant(simt *w, const val *a, uint32_t x);
val simt_fadd(simt *w, const val *a, const val *b);
val simt_fmul(simt *w, const val *a, const val *b);
val simt_ffma(simt *w, const val *a, const val *b, const val *c); /* a * b + c, both roundings */

/* Comparisons set a predicate: the active lanes in which they hold. */
uint32_t simt_less(simt *w, const val *a, const val *b);
uint32_t simt_equal(simt *w, const val *a, const val *b);

/* A branch that leaves `mask` active (the caller restores w->mask later). */
void simt_branch(simt *w, uint32_t mask);

/* Element index[lane] of a buffer; width 1, 2, 4 or 8 bytes. */
val simt_load(simt *w, const buffer *b, const val *index, uint32_t width);
void simt_store(simt *w, const buffer *b, const val *index, uint32_t width, const val *x);
/* 32-bit integer add in memory, lanes in order; no return value (RED). */
void simt_atomic_add(simt *w, const buffer *b, const val *index, const val *x);

/* 32-bit words of shared memory. */
val simt_load_shared(simt *w, const val *index);
void simt_store_shared(simt *w, const val *index, const val *x);
void simt_atomic_add_shared(simt *w, const val *index, const val *x);

void simt_barrier(simt *w);
void simt_exit(simt *w);

float simt_float(uint64_t bits);
uint64_t simt_bits(float x);

#endif
