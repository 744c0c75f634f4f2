/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Block switching on fault (thesis 6.4.1, Fig. 6.10): the local block scheduler of an SM. A block of which
 * every warp is faulted, or at a barrier, is switched out when another one can come in for it:
 *
 *   1. a block of the SM's own that was switched out and whose faults are served, else
 *   2. a block of the dispatcher's beyond those that fit, of which the SM holds at most
 *      extra_blocks at a time, switched out or not. It is asked for while some block could
 *      be switched out, and waits in the link until one is.
 *
 * D: of several that could go the one in the lowest slot goes, of several that could come back the
 * one that has arrived first. Contexts lie in frames that the driver keeps for them
 * (thesis_sm_set_contexts).
 */
#ifndef GMMU_THESIS_SWITCH_H
#define GMMU_THESIS_SWITCH_H

#include "sm/thesis/thesis_move.h"

typedef struct {
    block_switching mode;
    uint32_t limit;      /* extra blocks */
    uint32_t fit;        /* blocks of the kernel that fit the SM */
    uint32_t off;        /* blocks off the SM */
    bool asked;          /* for an extra one */
    bool refused;        /* the kernel has no block left */
    uint64_t regions;    /* of memory in use */
    uint64_t first_line; /* address of region 0 */
    uint64_t returning;  /* the region that comes free at the end of the move */
} thesis_switch;

void thesis_switch_init(thesis_sm *c);
/* One cycle, before a block that has arrived is accepted: begins a move. */
void thesis_switch_cycle(thesis_sm *c, uint64_t cycle);
/* A move that this scheduler has begun is over. */
void thesis_switch_moved(thesis_sm *c, block_move way);
/* Is there a switched-out block that goes before one that has arrived? */
bool thesis_switch_own_first(const thesis_sm *c);
/* A block has arrived, of which `fit` fit the SM. */
void thesis_switch_arrived(thesis_sm *c, uint32_t fit, bool extra);
/* The dispatcher has no extra block. */
void thesis_switch_refused(thesis_sm *c);

#endif
