/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Versions of memory lines. A line_data says what a line of 128 bytes holds: which physical line it is, and
 * how many writes it has seen. It stands for the bytes themselves, and travels where they would.
 * A table keeps the line_data of every line that was written, by line; all others have version 0.
 */
#ifndef GMMU_LINE_TABLE_H
#define GMMU_LINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#define LINE_ADDRESS_BITS 7U /* of a byte within a line */
#define LINE_VERSION_BITS 30U
#define LINE_VERSION_LAST                                                                                    \
    ((UINT32_C(1) << LINE_VERSION_BITS) - 1U) /* a line written more often stays there */

/* Number of the line (address / 128, 34 bits: memory.bytes is at most 2^41) << LINE_VERSION_BITS | version.
 */
typedef uint64_t line_data;

static inline line_data line_data_make(uint64_t line, uint32_t version) {
    return line << LINE_VERSION_BITS | version;
}

static inline uint64_t line_data_line(line_data d) {
    return d >> LINE_VERSION_BITS;
}

static inline uint32_t line_data_version(line_data d) {
    return (uint32_t)(d & LINE_VERSION_LAST);
}

/* The same line after one more write. */
static inline line_data line_data_next(line_data d) {
    return line_data_version(d) == LINE_VERSION_LAST ? d : d + 1;
}

/* Of two of one line the one after more writes; 0: nothing is known. */
static inline line_data line_data_newer(line_data a, line_data b) {
    return a > b ? a : b;
}

/* Open addressing; all 0 is an empty table. */
typedef struct {
    line_data *slot; /* 0: free */
    size_t slots;    /* a power of two, or 0 */
    size_t used;
} line_table;

void line_table_free(line_table *t);
/* What the line with this number holds. */
line_data line_table_get(const line_table *t, uint64_t line);
/* Has the host fetch the words that the two functions next to it will read for this line. */
void line_table_prefetch(const line_table *t, uint64_t line);
/* Keeps it in place of what its line held before; its version is not 0. */
void line_table_put(line_table *t, line_data data);

#endif
