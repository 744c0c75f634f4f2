/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small SIMT layer in C: the built-in kernels are written against it, one call
 * per warp instruction. Every call computes its result on real data, lane by
 * lane, and appends the instruction to the block's stream.
 *
 * Registers: a result takes the next register of a ring of `regs`, skipping those
 * pinned by simt_keep(), as a compiler with a bounded register file would reuse them;
 * so WAR and WAW hazards are real: the fewest that a number of registers allows. With a scan
 * (register_scan.h) these are names of values, and an instruction that is recorded gets
 * the registers that a compiler would give it: the most hazards. Using a value whose register has been reused
 * is an error of the kernel (simt.failed, found by the tests). 64-bit addresses take two
 * registers, as in SASS. A variable that changes in a loop is pinned once and then
 * written in place by the _into form.
 *
 * Program counters: simt_label(w, n) starts the code at n * 0x1000, each
 * instruction adds 0x10; a loop calls it at its head, so that iterations share PCs.
 * Code of more than 256 instructions takes several numbers.
 */
#ifndef GMMU_SIMT_H
#define GMMU_SIMT_H

#include "program/kernels/register_scan.h"
#include "program/kernels/sparse_data.h"
#include "program/spool.h"

/* A per-thread value in a register: one element per lane. */
typedef struct {
    uint64_t lane[GMMU_LANES];
    uint32_t generation; /* of the register, when the value was written */
    uint8_t reg;
    uint8_t regs; /* 1, or 2 for an address; 0: an immediate */
} val;

/* A buffer of a kernel in the application's address space. */
typedef struct {
    uint64_t base; /* virtual address, page-aligned */
    uint64_t bytes;
    void *data;          /* host copy; NULL in a sparse one */
    sparse_data *sparse; /* what it holds instead, or NULL */
} buffer;

typedef struct {
    /* set by the runner */
    block_stream *out;
    register_scan *scan; /* NULL: registers come from the ring */
    constants_place constants;
    uint64_t block;     /* number in the grid */
    uint32_t block_dim; /* threads of a block */
    uint32_t warp;      /* in the block */
    uint32_t phase;     /* barrier-separated part of the kernel */
    uint32_t regs;      /* registers of a thread */
    void *shared;       /* shared memory of the block, zero at its start */
    uint32_t shared_bytes;
    void *state;   /* launch_shape.state_bytes, zero at first: variables that live across barriers */
    uint32_t live; /* lanes that are threads: fewer than 32 in the last warp of an odd block */
    /* state */
    uint32_t mask; /* active lanes; the runner sets it to live at the start of a phase */
    bool skipped;  /* in a side of simt_if() without lanes: nothing is recorded */
    uint64_t pc;
    uint8_t next_reg;
    bool pinned[256];
    uint32_t generation[256]; /* of each register: the number of its last write */
    uint32_t writes;
    bool exited; /* by simt_exit(): the warp has no more phases */
    bool failed; /* stale register, access out of bounds, or no memory for the stream */
    const char *why;
} simt;

void simt_label(simt *w, uint32_t n);
/* The head of a loop: a label, and the ring starts again, so that every iteration has the same
 * registers at the same PC, as static code does (with the same variables pinned). */
void simt_loop(simt *w, uint32_t n);

/* ---- registers and operands ---- */

/* Pins the registers of v until simt_drop(): a variable that lives long. */
void simt_keep(simt *w, const val *v);
void simt_drop(simt *w, const val *v);
/* n (2 or 4) consecutive aligned registers, one val each, for the data of a wide store. No
 * instruction; each is zero until written by an _into form. */
void simt_vector(simt *w, uint32_t n, val *out);
/* An immediate or a kernel parameter c[0][..] as operand: no register, no instruction. */
val simt_imm(uint32_t x);
val simt_fimm(float x);

val simt_constant(simt *w, uint64_t x); /* in a register */
val simt_thread(simt *w);               /* global thread number: block * block_dim + thread in block */
val simt_thread_in_block(simt *w);
val simt_thread_x(simt *w, uint32_t width); /* of a 2-D block `width` threads wide */
val simt_thread_y(simt *w, uint32_t width);

/* ---- arithmetic ---- */

/* 32-bit integers (results wrap; the logic operations keep 64 bits), IEEE single precision
 * as its bits. In brackets: operands. */
typedef enum {
    SIMT_MOV,   /* a */
    SIMT_ADD,   /* a + b */
    SIMT_SUB,   /* a - b */
    SIMT_MUL,   /* a * b */
    SIMT_MAD,   /* a * b + c */
    SIMT_MULHI, /* upper half of the unsigned 64-bit product a * b */
    SIMT_AND,
    SIMT_OR,
    SIMT_XOR,
    SIMT_NOT, /* ~a */
    SIMT_SHL, /* a << b; 0 from 32 on */
    SIMT_SHR, /* logical */
    SIMT_SAR, /* arithmetic */
    SIMT_UMIN,
    SIMT_UMAX,
    SIMT_IMIN,
    SIMT_IMAX,
    SIMT_IABS,
    SIMT_SAD, /* |a - b| + c, unsigned */
    SIMT_FADD,
    SIMT_FSUB,
    SIMT_FMUL,
    SIMT_FFMA, /* a * b + c, both roundings */
    SIMT_FNEG,
    SIMT_FABS,
    SIMT_FMIN,
    SIMT_FMAX,
    /* the special function unit executes the following */
    SIMT_RCP, /* 1 / a */
    SIMT_RSQ, /* 1 / sqrt(a) */
    SIMT_SIN,
    SIMT_COS,
    SIMT_EX2,
    SIMT_LG2,
    SIMT_I2F, /* signed to float */
    SIMT_U2F,
    SIMT_F2I, /* towards zero, saturating */
    SIMT_F2U
} simt_op;

/* Pass NULL for operands that op does not have. */
val simt_do(simt *w, simt_op op, const val *a, const val *b, const val *c);
/* The same into the register of `to`, which may be an operand: x += y is
 * simt_into(w, &x, SIMT_ADD, &x, &y, NULL). Inactive lanes keep their value. */
void simt_into(simt *w, val *to, simt_op op, const val *a, const val *b, const val *c);

/* The common ones by name. */
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
val simt_ffma(simt *w, const val *a, const val *b, const val *c);
val simt_select(simt *w, uint32_t mask, const val *a, const val *b); /* a in the lanes of mask, else b */

/* ---- predicates and control flow ---- */

typedef enum {
    SIMT_ULT, /* unsigned: a < b */
    SIMT_ULE,
    SIMT_ILT, /* signed */
    SIMT_ILE,
    SIMT_FLT,
    SIMT_FLE,
    SIMT_EQ,
    SIMT_NE
} simt_test;

/* Comparisons set a predicate: the active lanes in which they hold. */
uint32_t simt_compare(simt *w, simt_test test, const val *a, const val *b);
uint32_t simt_less(simt *w, const val *a, const val *b); /* unsigned */
uint32_t simt_equal(simt *w, const val *a, const val *b);

/* Votes over the active lanes. */
bool simt_any(simt *w, uint32_t mask);
bool simt_all(simt *w, uint32_t mask);

/* A branch that leaves `mask` active (the caller restores w->mask later). */
void simt_branch(simt *w, uint32_t mask);

/*
 * Structured divergence. simt_if() branches and leaves the lanes of mask active; it
 * returns the lanes that were active, for simt_else() and simt_join():
 *     uint32_t all = simt_if(w, p);
 *     ...
 *     simt_else(w, all, p);
 *     ...
 *     simt_join(w, all);
 * A side without lanes is jumped over: it records nothing, but PC and registers advance, so
 * that the following code is the same in every case. If a label follows, the caller may
 * also leave the side out (if (w->mask)).
 * A loop: uint32_t all = w->mask; while (simt_while(w, condition)) ...; simt_join(w, all);
 */
uint32_t simt_if(simt *w, uint32_t mask);
void simt_else(simt *w, uint32_t all, uint32_t mask);
void simt_join(simt *w, uint32_t all);
bool simt_while(simt *w, uint32_t mask);
/* Predicated instructions follow, without a branch, until simt_join(). */
uint32_t simt_predicate(simt *w, uint32_t mask);

void simt_barrier(simt *w);
void simt_exit(simt *w);

/* ---- memory ---- */

/* Element index[lane] of a buffer, with the instruction that makes the address; width 1, 2, 4 or
 * 8 bytes (8: one val of two registers). */
val simt_load(simt *w, const buffer *b, const val *index, uint32_t width);
void simt_store(simt *w, const buffer *b, const val *index, uint32_t width, const val *x);
/* 32-bit integer add in memory, lanes in order; no return value (RED). */
void simt_atomic_add(simt *w, const buffer *b, const val *index, const val *x);

/* 32-bit words of shared memory. */
val simt_load_shared(simt *w, const val *index);
void simt_store_shared(simt *w, const val *index, const val *x);
void simt_atomic_add_shared(simt *w, const val *index, const val *x);

/*
 * Address register plus immediate offset, [R4+0x10], as in unrolled code. b NULL means shared
 * memory: the address is then any 32-bit value, the byte offset in the block's shared memory.
 */
val simt_address(simt *w, const buffer *b, const val *index, uint32_t bytes); /* of element `index` */
void simt_advance(simt *w, val *address, int32_t bytes);                      /* in place */
/* width 1, 2 (zero-extended), 4, 8 or 16 bytes: out[1], [2] or [4], one register each. */
void simt_load_at(simt *w, const buffer *b, const val *address, int32_t offset, uint32_t width, val *out);
/* Wide data in the registers of simt_vector(). */
void simt_store_at(simt *w, const buffer *b, const val *address, int32_t offset, uint32_t width,
                   const val *x);

typedef enum {
    SIMT_ATOM_ADD,
    SIMT_ATOM_FADD,
    SIMT_ATOM_UMIN,
    SIMT_ATOM_UMAX,
    SIMT_ATOM_OR,
    SIMT_ATOM_XOR,
    SIMT_ATOM_EXCH
} simt_atomic;

/* 32-bit atomics, lanes in order; _atomic_ returns the words before, _reduce_ nothing (RED). */
val simt_atomic_at(simt *w, simt_atomic op, const buffer *b, const val *address, int32_t offset,
                   const val *x);
void simt_reduce_at(simt *w, simt_atomic op, const buffer *b, const val *address, int32_t offset,
                    const val *x);

/* The word becomes x where it is `expected`; returns the words before. Lanes in order. */
val simt_compare_and_swap_at(simt *w, const buffer *b, const val *address, int32_t offset,
                             const val *expected, const val *x);

/* Element index[lane] of constants (kernel_constants()); width 4, 8 or 16. One instruction from the constant
 * bank; with CONSTANTS_GLOBAL two: the address, and a load. */
void simt_load_const(simt *w, const buffer *b, const val *index, uint32_t width, val *out);

float simt_float(uint64_t bits);
uint64_t simt_bits(float x);

#endif
