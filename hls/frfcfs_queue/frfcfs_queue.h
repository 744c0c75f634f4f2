/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FR-FCFS request queue (MASK 5.4), one mechanism at two depths: configuration
 * silver_queue, 64 entries, holds the data requests of the application whose turn it is;
 * normal_queue, 192 entries, requests of all other applications.
 *
 * Entries stay in order of arrival: entry 0 is the oldest, and a removal shifts the
 * younger ones down. In each cycle the queue chooses, among the entries whose bank
 * is ready (bank_ready of that cycle), the oldest that hits the open row of its
 * bank, or else the oldest, and shows it in the next cycle on pick_*.
 *
 * `pop` in cycle t removes the pick shown in cycle t-1 (last_*), even if pick_*
 * shows another one in t. It is ignored when nothing was shown in t-1. In the cycle of a
 * removal nothing is picked, because indices move, so pick_valid is 0 in t+1, and there is
 * nothing left to pop in t+1. So a taker that looks at pick_* in t-1 and answers
 * with `pop` in t gets at most one request every three cycles.
 *
 * The choice sees the rows as they were before the edge, so pick_hit can be one
 * cycle old (a row closed since then): it is a priority, not a promise to the bank.
 *
 * An old request of another row waits as long as row hits come, which is FR-FCFS. cfg_hit_cap bounds that
 * where it is not 0: once so many younger requests have left since entry 0 became the oldest (`passed`), hits
 * have no priority, and the oldest whose bank is ready is chosen, until entry 0 leaves. So before a request
 * with k older ones at most (k + 1) * cfg_hit_cap younger ones of its bank leave.
 *
 * Row state: act_valid opens act_row in act_bank, pre closes the banks of its
 * mask (if both name one bank in one cycle, the activate wins).
 * Handshake of push: valid/ready, as everywhere; push_ready depends on the state
 * alone, so a full queue refuses even while an entry leaves.
 */
#ifndef GMMU_FRFCFS_QUEUE_H
#define GMMU_FRFCFS_QUEUE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_FRFCFS_DEPTH >= 2 && GMMU_FRFCFS_DEPTH <= 256, "GMMU_FRFCFS_DEPTH must be 2 to 256");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_NUM_BANKS, 2, 32), "GMMU_NUM_BANKS must be 2, 4, 8, 16 or 32");

typedef struct {
    GMMU_U(GMMU_REQUEST_W) id[GMMU_FRFCFS_DEPTH]; /* all reset 0 */
    u1 write[GMMU_FRFCFS_DEPTH];
    GMMU_U(GMMU_BANK_W) bank[GMMU_FRFCFS_DEPTH];
    GMMU_U(GMMU_ROW_W) row[GMMU_FRFCFS_DEPTH];
    GMMU_U(GMMU_COL_W) col[GMMU_FRFCFS_DEPTH];
    u1 hit[GMMU_FRFCFS_DEPTH];         /* row is open in its bank */
    GMMU_U(GMMU_FRFCFS_COUNT_W) count; /* entries held; entries at and above it are not valid */
    u1 open[GMMU_NUM_BANKS];           /* bank has an open row */
    GMMU_U(GMMU_ROW_W) open_row[GMMU_NUM_BANKS];
    u1 pick_valid;                        /* the pick shown now ... */
    GMMU_U(GMMU_FRFCFS_INDEX_W) pick_idx; /* (all 0 while nothing is picked) */
    GMMU_U(GMMU_REQUEST_W) pick_id;
    u1 pick_write;
    GMMU_U(GMMU_BANK_W) pick_bank;
    GMMU_U(GMMU_ROW_W) pick_row;
    GMMU_U(GMMU_COL_W) pick_col;
    u1 pick_hit;
    u1 last_valid;                        /* ... and the one shown in the previous cycle, still there */
    GMMU_U(GMMU_FRFCFS_INDEX_W) last_idx; /* (0 while there is none) */
    u8 passed; /* younger requests that left since entry 0 became the oldest; up to cfg_hit_cap */
} frfcfs_queue_state;

typedef struct {
    u1 push_valid;
    GMMU_U(GMMU_REQUEST_W) push_id; /* names the request for the channel */
    u1 push_write;
    GMMU_U(GMMU_BANK_W) push_bank;
    GMMU_U(GMMU_ROW_W) push_row;
    GMMU_U(GMMU_COL_W) push_col;
    u1 pop;
    GMMU_U(GMMU_NUM_BANKS) bank_ready; /* bit b: bank b takes a request */
    u1 act_valid;
    GMMU_U(GMMU_BANK_W) act_bank;
    GMMU_U(GMMU_ROW_W) act_row;
    GMMU_U(GMMU_NUM_BANKS) pre; /* bit b: the row of bank b is closed */
    u8 cfg_hit_cap; /* younger ones that may leave first until row hits lose their priority; 0: any number */
} frfcfs_queue_in;

typedef struct {
    u1 push_ready;
    u1 pick_valid;
    GMMU_U(GMMU_REQUEST_W) pick_id; /* pick_* are 0 while pick_valid is 0 */
    u1 pick_write;
    GMMU_U(GMMU_BANK_W) pick_bank;
    GMMU_U(GMMU_ROW_W) pick_row;
    GMMU_U(GMMU_COL_W) pick_col;
    u1 pick_hit;
    GMMU_U(GMMU_FRFCFS_COUNT_W) level; /* entries held */
} frfcfs_queue_out;

void frfcfs_queue_reset(frfcfs_queue_state *s);
void frfcfs_queue_outputs(const frfcfs_queue_state *s, frfcfs_queue_out *out);
void frfcfs_queue_step(frfcfs_queue_state *s, const frfcfs_queue_in *in, frfcfs_queue_out *out);

#endif
