/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host twin of frfcfs_queue (hls/frfcfs_queue/frfcfs_queue.h) with the pins of frfcfs_queue_model.h. What the
 * unit finds by looking at all its entries is kept here as sets of positions: the positions of each bank, and
 * the positions that hit an open row. The entries themselves never move.
 */
#ifndef GMMU_FRFCFS_TWIN_H
#define GMMU_FRFCFS_TWIN_H

#include <stdint.h>

#include "frfcfs_queue_model.h"

#define FRFCFS_TWIN_DEPTH 256U /* most entries */
#define FRFCFS_TWIN_WORDS (FRFCFS_TWIN_DEPTH / 64U)
#define FRFCFS_TWIN_BANKS 16U /* most banks */

typedef struct {
    uint32_t row;
    uint16_t id;
    uint8_t write, bank, col;
} frfcfs_twin_entry;

typedef struct {
    uint32_t depth, banks; /* sizes of the unit */
    uint32_t count;        /* entries held; the oldest has position 0 */
    uint32_t pick, last;   /* positions of the pick shown now and in the cycle before */
    uint32_t last_valid;
    uint32_t passed; /* younger requests that left since the oldest is the oldest; up to cfg_hit_cap */
    uint32_t open;   /* bit b: bank b has an open row */
    uint32_t open_row[FRFCFS_TWIN_BANKS];
    frfcfs_queue_model_out pins;
    uint64_t hits[FRFCFS_TWIN_WORDS];                       /* positions whose row is open */
    uint64_t of_bank[FRFCFS_TWIN_BANKS][FRFCFS_TWIN_WORDS]; /* positions of requests for each bank */
    uint8_t place[FRFCFS_TWIN_DEPTH]; /* by position: place of the entry; then free places */
    frfcfs_twin_entry entry[FRFCFS_TWIN_DEPTH];
} frfcfs_twin;

/* In reset, with `depth` entries (2 to FRFCFS_TWIN_DEPTH) for `banks` banks (2 to FRFCFS_TWIN_BANKS). */
void frfcfs_twin_reset(frfcfs_twin *t, uint32_t depth, uint32_t banks);
/* One edge; t->pins are those after it. */
void frfcfs_twin_step(frfcfs_twin *t, const frfcfs_queue_model_in *in);

#endif
