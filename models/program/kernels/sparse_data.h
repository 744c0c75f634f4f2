/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The contents of a buffer that is larger than the host's memory: what a line holds at first is a function of
 * its number, and only lines that were written are kept. So a kernel may read and write at random in 64 GB,
 * on real data, and the host holds at most 143 bytes for each of the 128-byte lines written.
 */
#ifndef GMMU_SPARSE_DATA_H
#define GMMU_SPARSE_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPARSE_LINE_BYTES 128U
#define SPARSE_LINE_WORDS (SPARSE_LINE_BYTES / 4U)

/* What line number `line` holds before anything is written. */
typedef void (*sparse_fill)(const void *context, uint64_t line, uint32_t word[SPARSE_LINE_WORDS]);

typedef struct sparse_data sparse_data;

/* NULL when out of memory. context has to live as long. */
sparse_data *sparse_data_new(sparse_fill fill, const void *context);
void sparse_data_free(sparse_data *s);
/* As new: what was written is forgotten. */
void sparse_data_reset(sparse_data *s);

/* size bytes from a byte offset below 512 GB, all of one line. */
void sparse_data_read(const sparse_data *s, uint64_t offset, void *to, size_t size);
/* False when out of memory. */
bool sparse_data_write(sparse_data *s, uint64_t offset, const void *from, size_t size);

/* The lines that were written, in the order of their first writes: from *at on, which starts as 0. NULL: none
 * left. */
const uint32_t *sparse_data_next(const sparse_data *s, size_t *at, uint64_t *line);

#endif
