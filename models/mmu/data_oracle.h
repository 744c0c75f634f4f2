/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The data oracle: does every read get the data of its line? A line_data (base/line_table.h) travels in the
 * place of a line's 128 bytes: in messages, in the L1 and L2 caches and their MSHRs, in write-backs, and in
 * the memory. The oracle stands next to the machine and costs no cycle. It knows how many writes of each
 * physical line have been ordered, and judges what arrives by address alone:
 *
 *   - an L2 bank orders a write when its tag check succeeds: the line gets its next version;
 *   - a read may be answered with the data of its own line only, and with no version older than the one
 *     that was in force when the request left its SM, nor newer than the last one;
 *   - memory may be written with the data of the line at that address only.
 *
 * What an SM may demand of its own L1 cache is in sm/parts/lsu_data.h. Versions are of whole lines, as the
 * model does not keep which bytes a write has written.
 *
 * Every function takes NULL for no oracle: then nothing is counted or checked, and all versions are 0.
 */
#ifndef GMMU_DATA_ORACLE_H
#define GMMU_DATA_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/line_table.h"

typedef struct data_oracle data_oracle;

/* Ends the program when out of memory. */
data_oracle *data_oracle_new(void);
void data_oracle_free(data_oracle *o);

/* What the line of this address holds after all writes ordered so far. */
line_data data_oracle_now(const data_oracle *o, uint64_t paddr);
/* Has the host fetch what the function above will look at. */
void data_oracle_prefetch(const data_oracle *o, uint64_t paddr);
/* A write has been ordered; `data` is line_data_next(data_oracle_now()) of its line. */
void data_oracle_write(data_oracle *o, line_data data);

/* Which check it is, for the report. */
typedef enum {
    DATA_AT_SM,
    DATA_AT_L1,
    DATA_AT_CONTEXT,
    DATA_IN_CONTEXT,
    DATA_AT_WALKERS,
    DATA_AT_COPIER,
    DATA_AT_CHANNEL,
    DATA_AT_MEMORY
} data_place;

/* May `data` answer a read of this address that accepts versions from `oldest` on? A mismatch is
 * counted, and the first one is recorded; the run goes on and fails at its end. */
bool data_oracle_check(data_oracle *o, data_place where, uint32_t number, uint64_t paddr, line_data data,
                       uint32_t oldest);
/* Is `data` of the line at this address, at least of version `oldest`? Likewise. What an L1 cache holds may
 * be a store that has not been ordered yet. */
bool data_oracle_check_held(data_oracle *o, data_place where, uint32_t number, uint64_t paddr, line_data data,
                            uint32_t oldest);

/* A line of a context comes back to SM `number`: is it what was saved, this version and no other? Likewise. A
 * context that shares a line with another one, or with itself, fails. */
bool data_oracle_check_saved(data_oracle *o, uint32_t number, uint64_t paddr, line_data data,
                             line_data saved);

/* That line is read for a place of the block on SM `number`: does it hold what lies in this place? Tokens
 * stand for values; `saved` is the token with which this address was written. Likewise. */
bool data_oracle_check_token(data_oracle *o, uint32_t number, uint64_t paddr, uint32_t token, uint32_t saved);

/* Memory channel `number` is written: judges the data and keeps it, unless it is of another line. */
void data_oracle_keep(data_oracle *o, line_table *memory, uint32_t number, uint64_t paddr, line_data data);

uint64_t data_oracle_checks(const data_oracle *o); /* of reads and of lines */
uint64_t data_oracle_mismatches(const data_oracle *o);
/* The first mismatch as one line without a newline; "" when there was none. */
void data_oracle_report(const data_oracle *o, char *text, size_t size);

#endif
