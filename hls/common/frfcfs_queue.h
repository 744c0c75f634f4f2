/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Types and functions of an FR-FCFS request queue: the contract that silver_queue
 * and normal_queue share. They are one mechanism at two depths, so it is written
 * once and stamped out per unit: the unit's header defines
 *
 *   FRFCFS(name)   name with the unit's prefix, e.g. silver_queue_##name
 *   FRFCFS_DEPTH   entries, at most 256
 *
 * and includes this file, which therefore has no include guard. frfcfs_queue.inc
 * holds the bodies, rtl/frfcfs_queue.sv the RTL (instance `q` of the unit).
 * FRFCFS_PLACE is the type of an index and of a count of entries, FRFCFS_PLACE_W its
 * width, FRFCFS_PLACE_PIN its plain twin at the HLS top; they stay defined for the
 * bodies of the unit whose header was included last.
 *
 * Entries stay in arrival order: entry 0 is the oldest, a removal shifts the
 * younger ones down. Each cycle the queue chooses, among the entries whose bank
 * is ready (bank_ready of that cycle), the oldest that hits the open row of its
 * bank, else the oldest, and shows it in the next cycle on pick_*.
 *
 * `pop` in cycle t removes the pick shown in cycle t-1 (last_*), whatever pick_*
 * shows in t. It is ignored when nothing was shown in t-1. With a removal nothing
 * is picked, because indices move, so pick_valid is 0 in t+1; nor is there
 * anything left to pop in t+1. A taker that looks at pick_* in t-1 and answers
 * with `pop` in t so gets at most one request every three cycles.
 *
 * The choice sees the rows as they were before the edge, so pick_hit can be one
 * cycle old (a row closed meanwhile): a priority, not a promise to the bank.
 *
 * Row state: act_valid opens act_row in act_bank, pre closes the banks of its
 * mask (both in one cycle for one bank: the activate wins).
 * Handshake of push: valid/ready, as everywhere; push_ready depends on the state
 * alone, so a full queue refuses even while an entry leaves.
 */
#undef FRFCFS_PLACE
#undef FRFCFS_PLACE_W
#undef FRFCFS_PLACE_PIN
#if FRFCFS_DEPTH > 254
#define FRFCFS_PLACE     u9
#define FRFCFS_PLACE_W   9
#define FRFCFS_PLACE_PIN uint16_t
#else
#define FRFCFS_PLACE     u8
#define FRFCFS_PLACE_W   8
#define FRFCFS_PLACE_PIN uint8_t
#endif

typedef struct {
    u9 id[FRFCFS_DEPTH]; /* all reset 0 */
    u1 write[FRFCFS_DEPTH];
    u3 bank[FRFCFS_DEPTH];
    u23 row[FRFCFS_DEPTH];
    u4 col[FRFCFS_DEPTH];
    u1 hit[FRFCFS_DEPTH];    /* row is open in its bank */
    FRFCFS_PLACE count;      /* entries held; entries at and above it are not valid */
    u1 open[GMMU_NUM_BANKS]; /* bank has an open row */
    u23 open_row[GMMU_NUM_BANKS];
    u1 pick_valid;         /* the pick shown now ... */
    FRFCFS_PLACE pick_idx; /* (all 0 while nothing is picked) */
    u9 pick_id;
    u1 pick_write;
    u3 pick_bank;
    u23 pick_row;
    u4 pick_col;
    u1 pick_hit;
    u1 last_valid;         /* ... and the one shown in the previous cycle, still there */
    FRFCFS_PLACE last_idx; /* (0 while there is none) */
} FRFCFS(entries);

typedef struct {
    FRFCFS(entries) q;
} FRFCFS(state);

typedef struct {
    u1 push_valid;
    u9 push_id; /* names the request towards the channel */
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
} FRFCFS(in);

typedef struct {
    u1 push_ready;
    u1 pick_valid;
    u9 pick_id; /* pick_* are 0 while pick_valid is 0 */
    u1 pick_write;
    u3 pick_bank;
    u23 pick_row;
    u4 pick_col;
    u1 pick_hit;
    FRFCFS_PLACE level; /* entries held */
} FRFCFS(out);

void FRFCFS(reset)(FRFCFS(state) * s);
void FRFCFS(outputs)(const FRFCFS(state) * s, FRFCFS(out) * out);
void FRFCFS(step)(FRFCFS(state) * s, const FRFCFS(in) * in, FRFCFS(out) * out);
