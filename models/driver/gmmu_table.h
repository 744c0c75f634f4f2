/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Page tables in memory, in a format of gmmu_format.h: maps, rights, and ranges of both. It tells what the
 * block must forget (gmmu_changes, for gmmu_device_changed), and calls nothing of the block itself. A range
 * gets pages of 2 MB where page and frame allow them, and a large page is split where a range cuts it.
 *
 * Tables are given back by gmmu_table_free alone: a walk may still read one that has become empty.
 */
#ifndef GMMU_GMMU_TABLE_H
#define GMMU_GMMU_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/gmmu_format.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GMMU_READ = 1, GMMU_WRITE = 2, GMMU_EXEC = 4, GMMU_USER = 8 /* not for system mode alone */ };

/* Memory of the tables. Frames are of 4 KB. */
typedef struct {
    void *context; /* first argument of each */
    /* A frame of zeros; false: there is none. */
    bool (*take)(void *context, uint64_t *frame);
    void (*give)(void *context, uint64_t frame);
    /* Its 4096 bytes, on a host with the little end first; a store is one of a whole entry. */
    void *(*at)(void *context, uint64_t frame);
} gmmu_table_memory;

typedef struct {
    const gmmu_format *format;
    gmmu_table_memory memory;
    uint64_t root; /* frame, for gmmu_device_begin */
} gmmu_table;

/* What has changed of pages that were mapped before; pages 0: nothing. */
typedef struct {
    uint64_t vpn, pages;
    bool resized; /* some of them have another size */
} gmmu_changes;

typedef struct {
    uint64_t frame;
    unsigned rights; /* GMMU_READ ... */
    bool large;
} gmmu_mapping;

/* false: no frame for the root. */
bool gmmu_table_init(gmmu_table *t, const gmmu_format *format, const gmmu_table_memory *memory);
void gmmu_table_free(gmmu_table *t);

/* Pages that the format has: 2^n of them. */
unsigned gmmu_table_page_bits(const gmmu_format *format);

/* `pages` pages from vpn on get the frames from `frame` on. false, and nothing has changed: one of them is
 * mapped or lies outside, rights that the format has not (writes without reads, none), or frames beyond its
 * entries. false, and some are mapped: no frame for a table; gmmu_table_unmap of the range takes them back.
 */
bool gmmu_table_map(gmmu_table *t, uint64_t vpn, uint64_t frame, uint64_t pages, unsigned rights);

/* The range is absent, or has these rights where it is mapped. `changes` are for the block. false: no frame
 * for the table of a large page that the range cuts, or rights that the format has not; then nothing has
 * changed. */
bool gmmu_table_unmap(gmmu_table *t, uint64_t vpn, uint64_t pages, gmmu_changes *changes);
bool gmmu_table_protect(gmmu_table *t, uint64_t vpn, uint64_t pages, unsigned rights, gmmu_changes *changes);

/* false: the page is absent. */
bool gmmu_table_look(const gmmu_table *t, uint64_t vpn, gmmu_mapping *m);

#ifdef __cplusplus
}
#endif

#endif
