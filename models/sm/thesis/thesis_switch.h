/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Block switching on fault (thesis 6.4.1, Fig. 6.10): the local block scheduler of an SM. A block whose
 * warps are all faulted, or at a barrier, is switched out when another block can come in for it:
 *
 *   1. a block of the SM that was switched out and whose faults are served, else
 *   2. a block of the dispatcher beyond those that fit, of which the SM holds at most
 *      extra_blocks at a time, switched out or not. The SM asks for it while a block could
 *      be switched out; it waits in the link until one is.
 *
 * D: of several blocks that could leave, the one in the lowest slot leaves; of several that could come back,
 * the one that arrived first does. Contexts are in frames that the driver keeps for them
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
    uint64_t returning;  /* the region that becomes free at the end of the move */
} thesis_switch;

void thesis_switch_init(thesis_sm *c);
/* One cycle, before a block that has arrived is accepted: begins a move. */
void thesis_switch_cycle(thesis_sm *c, uint64_t cycle);
/* A move that this scheduler began is over. */
void thesis_switch_moved(thesis_sm *c, block_move way);
/* Is there a switched-out block that goes before an arrived one? */
bool thesis_switch_own_first(const thesis_sm *c);
/* A block has arrived; `fit` blocks of its kernel fit the SM. */
void thesis_switch_arrived(thesis_sm *c, uint32_t fit, bool extra);
/* The dispatcher has no extra block. */
void thesis_switch_refused(thesis_sm *c);

#endif
