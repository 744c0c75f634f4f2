/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stops a block between two instructions of each warp. Fetched instructions that have not
 * issued go back, youngest first, as if they had not been fetched, up to the youngest
 * instruction that has issued. Older instructions, issued or not, end as usual. So nothing in
 * the pipeline needs to be saved, except instructions that cannot end:
 *
 * - a warp with a fault whose pages are missing: its waiting instructions are in the replay
 *   queue (and their operands in the operand log), or not fetched again yet (warp disable);
 * - a warp at a barrier that others have not reached.
 *
 * A scheme that is not preemptible has neither: a fault is a long miss, and ends.
 */
#ifndef GMMU_THESIS_HALT_H
#define GMMU_THESIS_HALT_H

#include "sm/thesis/thesis_sm.h"

typedef struct thesis_block thesis_block;

typedef enum {
    HALT_NONE, /* runs */
    HALT_STOPPING,
    HALT_STOPPED /* quiet, and stays so */
} block_halt;

/* From now on nothing of the block is fetched. If it is stopped or stopping, nothing changes. */
void block_stop(thesis_sm *c, thesis_block *b);
/* Is nothing of the block in flight except instructions that cannot end? */
bool block_quiet(const thesis_block *b);
/* The block is quiet: its warps are not resumed either, even when their pages come. */
void block_freeze(thesis_sm *c, thesis_block *b);
/* A stopped block stops again: its warps are resumed when their pages come, and nothing is fetched. */
void block_thaw(thesis_sm *c, thesis_block *b);
/* The block is done, so it no longer stops. */
void block_halt_over(thesis_sm *c, thesis_block *b);
/* The block runs. */
void block_go_on(thesis_sm *c, thesis_block *b);
/* The slots of its warps, while it is resident. */
uint64_t block_slots(const thesis_block *b);

#endif
