/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much slower does a thread read memory when others also do (Fractional GPUs V-F, Fig. 8)? The primary
 * thread has lines of one cache set and one DRAM bank, more than the set has ways, so each read goes to DRAM.
 * So has each secondary thread, all of them in one relation to the primary's set and bank. The first thread
 * shares its SM with nobody.
 *
 * It stands on what address_hash_find() has found: the functions are known up to a change of basis, which is
 * enough to tell equal numbers from different ones.
 *
 * D: where sets, banks or modules differ from the primary's, each secondary's are drawn at random.
 */
#ifndef GMMU_INTERFERENCE_H
#define GMMU_INTERFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "study/probe/address_hash.h"

#define INTERFERENCE_THREADS 50U /* at most, as in the paper */

typedef enum {
    SAME_SET_SAME_BANK,   /* SCSB */
    OTHER_SET_SAME_BANK,  /* DCSB */
    SAME_SET_OTHER_BANK,  /* SCDB */
    OTHER_SET_OTHER_BANK, /* DCDB: of the same module */
    OTHER_MODULE,         /* DM */
    INTERFERENCE_CASES
} interference_case;

extern const char *const interference_names[INTERFERENCE_CASES]; /* as in the paper */

typedef struct {
    interference_case relation;
    uint32_t threads; /* the primary included */
    double cycles;    /* average of a read of the primary */
} interference_point;

typedef void (*interference_point_fn)(void *ctx, const interference_point *point);

/* Measures the case for each of these numbers of threads, 1 .. INTERFERENCE_THREADS; seed, not 0, of what is
 * drawn. False: the machine failed and knows why, or *failed says why there is nothing to measure. */
bool interference_measure(const probe_machine *m, const address_hash *hash, interference_case relation,
                          const uint32_t *threads, uint32_t count, uint64_t seed, interference_point_fn take,
                          void *ctx, const char **failed);

#endif
