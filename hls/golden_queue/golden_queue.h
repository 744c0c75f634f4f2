/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden queue (MASK 5.4): the FIFO of page-walk requests of one memory
 * channel, GOLDEN_DEPTH entries, 16 by default, served strictly in order.
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

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_GOLDEN_DEPTH, 2, 256), "GMMU_GOLDEN_DEPTH must be 2, 4, ... 256");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_NUM_BANKS, 2, 32), "GMMU_NUM_BANKS must be 2, 4, 8, 16 or 32");

typedef struct {
    GMMU_U(GMMU_REQUEST_W) id[GMMU_GOLDEN_DEPTH]; /* all reset 0 */
    u1 write[GMMU_GOLDEN_DEPTH];
    GMMU_U(GMMU_BANK_W) bank[GMMU_GOLDEN_DEPTH];
    GMMU_U(GMMU_ROW_W) row[GMMU_GOLDEN_DEPTH];
    GMMU_U(GMMU_COL_W) col[GMMU_GOLDEN_DEPTH];
    GMMU_U(GMMU_GOLDEN_INDEX_W) rd;    /* oldest entry */
    GMMU_U(GMMU_GOLDEN_INDEX_W) wr;    /* next free entry */
    GMMU_U(GMMU_GOLDEN_COUNT_W) count; /* entries held */
} golden_queue_state;

typedef struct {
    u1 push_valid;
    GMMU_U(GMMU_REQUEST_W) push_id; /* names the request for the channel */
    u1 push_write;
    GMMU_U(GMMU_BANK_W) push_bank;
    GMMU_U(GMMU_ROW_W) push_row;
    GMMU_U(GMMU_COL_W) push_col;
    u1 pop;
} golden_queue_in;

typedef struct {
    u1 push_ready;
    u1 pick_valid;
    GMMU_U(GMMU_REQUEST_W) pick_id; /* pick_* are 0 while pick_valid is 0 */
    u1 pick_write;
    GMMU_U(GMMU_BANK_W) pick_bank;
    GMMU_U(GMMU_ROW_W) pick_row;
    GMMU_U(GMMU_COL_W) pick_col;
    GMMU_U(GMMU_GOLDEN_COUNT_W) level; /* entries held */
} golden_queue_out;

void golden_queue_reset(golden_queue_state *s);
void golden_queue_outputs(const golden_queue_state *s, golden_queue_out *out);
void golden_queue_step(golden_queue_state *s, const golden_queue_in *in, golden_queue_out *out);

#endif
