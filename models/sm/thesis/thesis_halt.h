/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stops a block between two instructions of each warp. What has been fetched and not
 * issued goes back, youngest first, as if it had not been fetched, up to the youngest
 * instruction that has been issued. What is older, issued or not, ends as it would. So nothing of
 * the pipeline is left to be saved, but for what cannot end:
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

/* From now on nothing of the block is fetched. Stopped or stopping already: nothing changes. */
void block_stop(thesis_sm *c, thesis_block *b);
/* Is nothing of the block in flight but what cannot end? */
bool block_quiet(const thesis_block *b);
/* Quiet: nothing of it is resumed either, even when its pages come. */
void block_freeze(thesis_sm *c, thesis_block *b);
/* A block that has stopped stops again: its warps are resumed as their pages come, and nothing is fetched. */
void block_thaw(thesis_sm *c, thesis_block *b);
/* It does not stop any more: it has ended. */
void block_halt_over(thesis_sm *c, thesis_block *b);
/* It runs. */
void block_go_on(thesis_sm *c, thesis_block *b);
/* Its warps' slots, while it is resident. */
uint64_t block_slots(const thesis_block *b);

#endif
