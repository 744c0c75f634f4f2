/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves a block that is quiet (thesis_halt.h) off the SM and onto it.
 *
 * The context of a block is its registers, its shared memory, one line a warp for PC and
 * masks, what its warps have in the replay queue (16 bytes an instruction) and in the operand
 * log (256 bytes an operand). It goes to memory and comes back line by line behind all other
 * accesses of the SM, at most one line a cycle; the two units give and take one entry a cycle
 * by their ports. D: one block is moved at a time. SWITCH_IDEAL: no memory is accessed, only the
 * units' ports take their time.
 */
#ifndef GMMU_THESIS_MOVE_H
#define GMMU_THESIS_MOVE_H

#include "base/engine.h"
#include "gmmu_params.h"
#include "sm/thesis/thesis_sm.h"

typedef struct thesis_block thesis_block;

/* Of the replay queue, by the warp's number in the block. */
typedef struct {
    uint8_t warp;
    uint16_t seq;
    uint32_t pc, lanes;
    bool memory;
} saved_inst;

/* Of the operand log. */
typedef struct {
    uint8_t warp;
    uint16_t seq;
    uint8_t part;
    bool written;
    uint64_t operand;
} saved_operand;

/* What of a block off the SM was in the units; the rest is in the block. */
typedef struct {
    uint64_t address; /* physical, of the first line */
    uint32_t lines;
    uint32_t insts, operands;
    saved_inst inst[GMMU_REPLAY_DEPTH];
    saved_operand operand[GMMU_LOG_ENTRIES];
} thesis_context;

typedef enum { MOVE_NONE, MOVE_OUT, MOVE_IN } block_move;

/* Written by thesis_move.c alone. */
typedef struct {
    block_move move;
    thesis_block *block; /* that is moved */
    bool ideal;
    uint64_t started;
    gmmu_time started_time;   /* the same, for the observer */
    uint32_t lines;           /* sent to memory or asked for */
    uint64_t lines_read;      /* by the load/store unit before */
    uint32_t insts, operands; /* to save: expected; to restore: done */
    uint32_t writes;          /* to restore: operands back in the RAM */
    bool operand_comes;       /* from the RAM, in this cycle */
    switch_stats stats;
} thesis_mover;

/* Begins to move a quiet resident block out, to `address`; nothing else is moved. */
void thesis_move_out(thesis_sm *c, thesis_block *b, uint64_t address, uint64_t cycle);
/* Begins to move a block back in that thesis_move_out() has taken off; there is room for it. Its
 * warps are resident at once, and do nothing before its end. */
void thesis_move_in(thesis_sm *c, thesis_block *b, uint64_t cycle);
/* One cycle. The block whose move has ended, or NULL; which way it went is in *way. */
thesis_block *thesis_move_cycle(thesis_sm *c, uint64_t cycle, block_move *way);
/* The dispatcher has given so many blocks beyond those that fit. */
void thesis_move_count_extra(thesis_sm *c, uint32_t blocks);
/* Lines of the context of a block with so many warps and bytes of registers and shared memory. */
uint32_t thesis_context_lines(uint64_t bytes, uint32_t warps, uint32_t insts, uint32_t operands);

#endif
