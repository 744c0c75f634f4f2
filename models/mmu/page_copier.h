/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies base pages from frame to frame (Mosaic 4.4: compaction "migrates" them), line by line: a line is
 * read and its copy is written by messages to the L2 cache and memory, like all other accesses. It shares a
 * port of the crossbars with the page coalescer, whose part it is (mmu/inplace_coalescer.h).
 *
 * With bulk copies the DRAM copies a page by itself (Mosaic 4.4: "in-DRAM bulk copy techniques such as
 * RowClone or LISA"). Then the copier has the L2 cache give up all lines of both frames before, a page after
 * the other; its owner does the rest.
 *
 * D: `slots` lines are under way at a time, and one message leaves per cycle. Mosaic says that a page is
 * copied "only 64 bits at a time, due to the narrow width of the memory channel", and names no figure.
 */
#ifndef GMMU_PAGE_COPIER_H
#define GMMU_PAGE_COPIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/engine.h"
#include "config/chip.h"
#include "config/messages.h"
#include "mmu/data_oracle.h"

typedef struct {
    uint64_t vpn, from, to; /* page, frames */
} page_move;

/* Told in the tick in which the last line of a page has been written, of the frames that were read and
 * written.
 */
typedef void (*page_copied)(void *ctx, uint64_t from, uint64_t to);

typedef enum { COPY_FREE, COPY_READ, COPY_TO_WRITE, COPY_WRITTEN } copy_state;

typedef struct {
    const page_move *move; /* `count` of them; not owned */
    size_t count;
    uint64_t next, done; /* lines begun and ended, of all pages */
    struct {
        uint64_t line; /* of all */
        uint64_t from; /* the frame that was read */
        copy_state state;
    } slot[COALESCER_LINES];
    uint64_t *left;            /* lines of each page that have not ended */
    bool drops;                /* lines of both frames leave the L2 cache */
    uint32_t slots, first_tag; /* lines under way, at most; the tag of the first */
    uint16_t port;
    uint8_t app;
    page_copied copied;
    void *ctx;
    data_oracle *data; /* or NULL */
} page_copier;

/* Copies begin with the next page_copier_send(); the pages must stay until all are done. */
void page_copier_begin(page_copier *c, uint8_t app, const page_move *move, size_t count);
/* Likewise, but the lines leave the L2 cache, and nothing is copied. */
void page_copier_begin_drops(page_copier *c, uint8_t app, const page_move *move, size_t count);
/* Is no line of either frame of this page left in the L2 cache? */
bool page_copier_dropped(const page_copier *c, size_t page);
/* Have all ended? Also before the first. */
bool page_copier_done(const page_copier *c);
/* Once per cycle: sends a message, if there is one and the link has room. */
void page_copier_send(page_copier *c, engine_link *to_xbar);
/* A reply with a tag of first_tag or above. */
void page_copier_take(page_copier *c, const mem_message *reply);
void page_copier_free(page_copier *c);

#endif
