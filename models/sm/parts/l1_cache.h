/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tags of the L1 data cache and its miss-status registers. Set associative,
 * LRU, 128-byte lines, physical addresses; write-through without write-allocate,
 * so a line comes in only by a load's fill. In the place of data it holds what
 * the data are of (base/line_table.h). D: where the L2 cache has sectors (l2.sector_bytes), this one has
 * the same, or no load would ask for less than a line. Lines are given as physical line numbers (address /
 * 128).
 */
#ifndef GMMU_L1_CACHE_H
#define GMMU_L1_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/index_list.h"
#include "base/line_table.h"

#define L1_NO_MSHR INDEX_NONE

#define L1_MSHR_HASHES 256U

typedef struct {
    uint64_t line;
    bool valid;
    bool merges; /* later misses of the line join, and the reply fills */
} l1_mshr;

typedef struct {
    uint64_t tag; /* line + 1, or 0 when empty */
    line_data data;
} l1_line;

typedef struct {
    uint32_t sets, ways;
    uint64_t set_mask; /* sets - 1 when they are a power of two, else 0 */
    l1_line *lines;    /* [set][way], the most recently used first */
    uint8_t *sectors;  /* [set][way]: which of a line are there; NULL: a line is one sector */
    uint32_t mshrs, taken;
    l1_mshr *mshr;
    uint32_t free_mshr, *next; /* stack of free registers */
    /* How many merging registers hold a line of each hash: this saves most searches. */
    uint16_t hashed[L1_MSHR_HASHES];
} l1_cache;

/* bytes / ways / 128 sets, at least one. */
void l1_cache_init(l1_cache *c, uint32_t bytes, uint32_t ways, uint32_t mshrs, uint32_t sector_bytes);
void l1_cache_destroy(l1_cache *c);

/* Has the host fetch what the functions below will look at for this line. */
void l1_cache_prefetch(const l1_cache *c, uint64_t line);

/* The data of the line, or NULL: nothing of it is in the cache. A hit becomes the most recently used. The
 * pointer is valid until the next call. */
line_data *l1_cache_access(l1_cache *c, uint64_t line);
/* Of `asked`, the sectors that the line lacks that was found last. */
uint8_t l1_cache_lack(const l1_cache *c, uint64_t line, uint8_t asked);
/* Puts these sectors of the line in the cache, in place of the least recently used line of its set if nothing
 * of it is there. */
void l1_cache_fill(l1_cache *c, uint64_t line, line_data data, uint8_t sectors);
void l1_cache_invalidate(l1_cache *c, uint64_t line);
void l1_cache_flush(l1_cache *c); /* all lines; the registers stay */

/* The register that later misses of this line join, or L1_NO_MSHR. */
uint32_t l1_mshr_find(const l1_cache *c, uint64_t line);
bool l1_mshr_available(const l1_cache *c);
/* Besides `kept` ones that are reserved for later. */
bool l1_mshr_available_beside(const l1_cache *c, uint32_t kept);
/* Takes a free register; one must be available. */
uint32_t l1_mshr_take(l1_cache *c, uint64_t line, bool merges);
void l1_mshr_release(l1_cache *c, uint32_t number);

#endif
