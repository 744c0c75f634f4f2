/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Block switching on fault (thesis 6.4.1, Fig. 6.10): the local block scheduler of an SM and what
 * moves contexts. A block of which every warp is faulted, or at a barrier, is switched
 * out when another one can come in for it:
 *
 *   1. a block of the SM's own that was switched out and whose faults are served, else
 *   2. a block of the dispatcher's beyond those that fit, of which the SM holds at most
 *      extra_blocks at a time, switched out or not. It is asked for while some block could
 *      be switched out, and waits in the link until one is.
 *
 * The context of a block is its registers, its shared memory, one line a warp for PC and
 * masks, what its warps have in the replay queue (16 bytes an instruction) and in the operand
 * log (256 bytes an operand). It goes to memory and comes back line by line behind all other
 * accesses of the SM, at most one line a cycle; the two units give and take one entry a cycle
 * by their ports. D: one block is moved at a time; of several that could go the one in
 * the lowest slot goes, of several that could come back the one that has arrived first. D: contexts lie in
 * the upper half of physical memory, where a driver would have reserved frames for them. SWITCH_IDEAL: no
 * memory is accessed, only the units' ports take their time.
 */
#ifndef GMMU_THESIS_SWITCH_H
#define GMMU_THESIS_SWITCH_H

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
    uint32_t region; /* of memory */
    uint32_t lines;
    uint32_t insts, operands;
    saved_inst inst[GMMU_REPLAY_DEPTH];
    saved_operand operand[GMMU_LOG_ENTRIES];
} thesis_context;

typedef enum { MOVE_NONE, MOVE_OUT, MOVE_IN } block_move;

typedef struct {
    block_switching mode;
    uint32_t limit;      /* extra blocks */
    uint32_t fit;        /* blocks of the kernel that fit the SM */
    uint32_t off;        /* blocks off the SM */
    bool asked;          /* for an extra one */
    bool refused;        /* the kernel has no block left */
    uint64_t regions;    /* of memory in use */
    uint64_t first_line; /* address of region 0 */

    block_move move;
    thesis_block *block; /* that is moved */
    uint64_t started;
    gmmu_time started_time;   /* the same, for the observer */
    uint32_t lines;           /* sent to memory or asked for */
    uint64_t lines_read;      /* by the load/store unit before */
    uint32_t insts, operands; /* to save: expected; to restore: done */
    uint32_t writes;          /* to restore: operands back in the RAM */
    bool operand_comes;       /* from the RAM, in this cycle */
    switch_stats stats;
} thesis_switch;

void thesis_switch_init(thesis_sm *c);
/* One cycle, before a block that has arrived is accepted. */
void thesis_switch_cycle(thesis_sm *c, uint64_t cycle);
/* Is there a switched-out block that goes before one that has arrived? */
bool thesis_switch_own_first(const thesis_sm *c);
/* A block has arrived, of which `fit` fit the SM. */
void thesis_switch_arrived(thesis_sm *c, uint32_t fit, bool extra);
/* The dispatcher has no extra block. */
void thesis_switch_refused(thesis_sm *c);

#endif
