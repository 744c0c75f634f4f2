/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves a block that is quiet (thesis_halt.h) off the SM and onto it.
 *
 * The context of a block is one line a warp for PC and masks, the entries of its warps in the replay queue
 * (16 bytes per instruction) and in the operand log (256 bytes per operand), its registers and its shared
 * memory (context_values.h). It goes to memory and comes back line by line behind all other
 * accesses of the SM, at most one line per cycle; the two units give and take one entry per cycle
 * by their ports. D: one block is moved at a time. SWITCH_IDEAL: no memory is accessed, and only the
 * units' ports take their time.
 */
#ifndef GMMU_THESIS_MOVE_H
#define GMMU_THESIS_MOVE_H

#include "base/engine.h"
#include "gmmu_params.h"
#include "sm/parts/lsu.h"
#include "sm/thesis/thesis_sm.h"

typedef struct thesis_block thesis_block;

/* An entry of the replay queue, by the warp's number in the block. */
typedef struct {
    uint8_t warp;
    uint16_t seq;
    uint32_t pc, lanes;
    bool memory;
} saved_inst;

/* An entry of the operand log. */
typedef struct {
    uint8_t warp;
    uint16_t seq;
    uint8_t part;
    bool written;
    uint64_t operand;
} saved_operand;

/* State of a block off the SM that its units held; the rest is in the block. */
typedef struct {
    uint64_t address; /* of the first line: context_line */
    uint32_t lines;
    uint32_t insts, operands;
    uint32_t head;     /* of these lines, those before registers and shared memory */
    saved_lines saved; /* context_line.saved */
    saved_inst inst[GMMU_REPLAY_DEPTH];
    saved_operand operand[GMMU_LOG_ENTRIES];
} thesis_context;

typedef enum { MOVE_NONE, MOVE_OUT, MOVE_IN } block_move;

/* Only thesis_move.c writes it. */
typedef struct {
    block_move move;
    thesis_block *block; /* the block that is moved */
    bool ideal;
    uint64_t started;
    gmmu_time started_time;   /* the same, for the observer */
    uint32_t lines;           /* sent to memory or asked for */
    uint64_t answered_before; /* lines of which the load/store unit had had an answer before */
    uint32_t insts, operands; /* to save: expected; to restore: done */
    uint32_t writes;          /* to restore: operands back in the RAM */
    bool operand_comes;       /* out of the RAM, in this cycle */
    switch_stats stats;
} thesis_mover;

/* Begins to move a quiet resident block out, to `address`; no other move may be under way. */
void thesis_move_out(thesis_sm *c, thesis_block *b, uint64_t address, uint64_t cycle);
/* Begins to move back a block that thesis_move_out() has moved out; there must be room for it. Its
 * warps are resident at once, and do nothing until the move ends. */
void thesis_move_in(thesis_sm *c, thesis_block *b, uint64_t cycle);
/* One cycle. Returns the block whose move is done, or NULL; *way is its direction. */
thesis_block *thesis_move_cycle(thesis_sm *c, uint64_t cycle, block_move *way);
/* The dispatcher has given this many blocks beyond those that fit. */
void thesis_move_count_extra(thesis_sm *c, uint32_t blocks);
/* Lines of the context of a block with this many warps and bytes of registers and shared memory. */
uint32_t thesis_context_lines(uint64_t bytes, uint32_t warps, uint32_t insts, uint32_t operands);

#endif
