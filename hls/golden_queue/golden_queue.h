/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden queue (MASK 5.4): the FIFO of page-walk requests of one memory
 * channel, 16 entries, served strictly in order.
 *
 * Handshake: a request enters on an edge with push_valid and push_ready both
 * high. pick_* shows the oldest request; `pop` removes it (ignored when
 * pick_valid is low). Push and pop may happen in the same cycle; a full queue
 * refuses a push even while its head leaves (push_ready depends on the state alone).
 */
#ifndef GMMU_GOLDEN_QUEUE_H
#define GMMU_GOLDEN_QUEUE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

typedef struct {
    u9 id[GMMU_GOLDEN_DEPTH]; /* all reset 0 */
    u1 write[GMMU_GOLDEN_DEPTH];
    u3 bank[GMMU_GOLDEN_DEPTH];
    u23 row[GMMU_GOLDEN_DEPTH];
    u4 col[GMMU_GOLDEN_DEPTH];
    u4 rd;    /* oldest entry */
    u4 wr;    /* next free entry */
    u5 count; /* entries held, 0..16 */
} golden_queue_state;

typedef struct {
    u1 push_valid;
    u9 push_id; /* names the request towards the channel */
    u1 push_write;
    u3 push_bank;
    u23 push_row;
    u4 push_col;
    u1 pop;
} golden_queue_in;

typedef struct {
    u1 push_ready;
    u1 pick_valid;
    u9 pick_id; /* pick_* are 0 while pick_valid is 0 */
    u1 pick_write;
    u3 pick_bank;
    u23 pick_row;
    u4 pick_col;
    u5 level; /* entries held */
} golden_queue_out;

void golden_queue_reset(golden_queue_state *s);
void golden_queue_outputs(const golden_queue_state *s, golden_queue_out *out);
void golden_queue_step(golden_queue_state *s, const golden_queue_in *in, golden_queue_out *out);

#endif
