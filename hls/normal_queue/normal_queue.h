/*
 * Normal queue (MASK 5.4): data requests of all other applications,
 * 192 entries, FR-FCFS inside.
 *
 * Entries stay in arrival order: entry 0 is the oldest, a removal shifts the
 * younger ones down. Each cycle the queue chooses among the entries whose bank
 * is ready (bank_ready of that cycle) the oldest that hits the open row of its
 * bank, else the oldest, and shows it in the next cycle on pick_*. `pop`, given
 * one cycle after a pick was seen, removes the pick that was shown in the
 * previous cycle; while it is removed nothing is picked, so a class gives at
 * most one request every three cycles. `pop` is ignored when no pick was shown in
 * the previous cycle.
 *
 * Row state: act_valid opens act_row in act_bank, pre closes the banks of its
 * mask (both in one cycle for one bank: the activate wins).
 * Handshake of push: valid/ready, as everywhere.
 */
#ifndef GMMU_NORMAL_QUEUE_H
#define GMMU_NORMAL_QUEUE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

typedef struct {
    u9 id[GMMU_NORMAL_DEPTH]; /* all reset 0 */
    u1 write[GMMU_NORMAL_DEPTH];
    u3 bank[GMMU_NORMAL_DEPTH];
    u23 row[GMMU_NORMAL_DEPTH];
    u4 col[GMMU_NORMAL_DEPTH];
    u1 hit[GMMU_NORMAL_DEPTH];      /* row is open in its bank */
    u8 count;                       /* entries held; entries at and above it are not valid */
    u1 open[GMMU_NUM_BANKS];        /* bank has an open row */
    u23 open_row[GMMU_NUM_BANKS];
    u1 pick_valid;                  /* the pick shown now ... */
    u8 pick_idx;
    u9 pick_id;
    u1 pick_write;
    u3 pick_bank;
    u23 pick_row;
    u4 pick_col;
    u1 pick_hit;
    u1 last_valid;                  /* ... and the one shown in the previous cycle */
    u8 last_idx;
} normal_queue_state;

typedef struct {
    u1 push_valid;
    u9 push_id;
    u1 push_write;
    u3 push_bank;
    u23 push_row;
    u4 push_col;
    u1 pop;
    u8 bank_ready; /* bit b: bank b takes a request */
    u1 act_valid;
    u3 act_bank;
    u23 act_row;
    u8 pre; /* bit b: the row of bank b is closed */
} normal_queue_in;

typedef struct {
    u1 push_ready;
    u1 pick_valid;
    u9 pick_id; /* pick_* are 0 while pick_valid is 0 */
    u1 pick_write;
    u3 pick_bank;
    u23 pick_row;
    u4 pick_col;
    u1 pick_hit;
    u8 level; /* entries held */
} normal_queue_out;

void normal_queue_reset(normal_queue_state *s);
void normal_queue_outputs(const normal_queue_state *s, normal_queue_out *out);
void normal_queue_step(normal_queue_state *s, const normal_queue_in *in, normal_queue_out *out);

#endif
