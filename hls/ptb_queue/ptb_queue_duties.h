/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the driver owes a ptb_queue in every cycle: 1 while it keeps the duty. The proof assumes it where it
 * is named (tb/formal/ptb_queue.c), and the unit test asserts it of a driver that works as the thesis says.
 */
#ifndef GMMU_PTB_QUEUE_DUTIES_H
#define GMMU_PTB_QUEUE_DUTIES_H

#include "ptb_queue.h"

/* A push is of an active kernel whose queue has room. It has: a driver that issues preempted blocks first
 * never has more unfinished blocks of a kernel than the SMs hold. */
static inline u1 ptb_queue_push_fits(const ptb_queue_state *s, const ptb_queue_in *in) {
    u1 room = 0;

    for (unsigned k = 0; k < GMMU_NUM_KERNELS; k++)
        room = (u1)(room | ((in->push_kernel == k) & (s->count[k] < GMMU_PTB_ENTRIES)));
    return (u1)((u1)!in->push_valid | room);
}

#endif
