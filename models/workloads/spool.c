/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block stream is one chain of pages per warp. Writing appends to the last page
 * of the chain; reading consumes from the first and frees each page it has left
 * behind, so a block shrinks while it runs.
 */
#include "workloads/spool.h"

#include <stdlib.h>
#include <string.h>

#include "base/host_cache.h"
#include "workloads/inst_codec.h"
#include "workloads/page_store.h"

_Static_assert(INST_READ_AHEAD <= STORE_READ_AHEAD, "the last instruction of a page can be decoded");

/* The reading position is a pointer into the first page, so that the next instruction is one look away. It
 * holds until the store moves pages out of memory. */
typedef struct {
    const uint8_t *next; /* NULL: not looked up yet in the first page */
    uint32_t unread;     /* bytes from there to the end of what the page holds */
    uint32_t moves;      /* of the store when `next` was looked up */
    uint64_t left;       /* instructions written and not yet read */
    inst_context context;
    page *first, *last;
} warp_stream;

struct spool {
    page_store *store;
    spool_watch_fn watch;
    void *watch_ctx;
};

struct block_stream {
    spool *spool;
    uint64_t inst_count;
    uint32_t warps;
    warp_stream warp[];
};

spool *spool_new(size_t window_bytes) {
    spool *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->store = page_store_new(window_bytes);
    if (!s->store) {
        free(s);
        return NULL;
    }
    return s;
}

void spool_free(spool *s) {
    if (!s)
        return;
    page_store_free(s->store);
    free(s);
}

void spool_watch(spool *s, spool_watch_fn watch, void *ctx) {
    s->watch = watch;
    s->watch_ctx = ctx;
}

bool spool_failed(const spool *s) {
    return page_store_failed(s->store);
}

size_t spool_memory_bytes(const spool *s) {
    return page_store_memory_bytes(s->store);
}

size_t spool_file_bytes(const spool *s) {
    return page_store_file_bytes(s->store);
}

block_stream *spool_block_new(spool *s, uint32_t warps) {
    if (warps > GMMU_MAX_WARPS_PER_BLOCK)
        return NULL;
    block_stream *b = calloc(1, sizeof *b + warps * sizeof b->warp[0]);
    if (!b)
        return NULL;
    b->spool = s;
    b->warps = warps;
    return b;
}

static bool append_page(page_store *store, warp_stream *w) {
    page *p = page_new(store);
    if (!p)
        return false;
    if (w->last) {
        w->last->recent = w->last == w->first; /* later pages are needed last: spill them first */
        w->last->next = p;
    } else {
        w->first = p;
    }
    w->last = p;
    return true;
}

bool spool_block_show(block_stream *b, const warp_inst *inst) {
    const spool *s = b->spool;
    return !s->watch || s->watch(s->watch_ctx, inst);
}

bool spool_block_append(block_stream *b, uint32_t warp, const warp_inst *inst) {
    const spool *s = b->spool;
    if (warp >= b->warps)
        return false;
    warp_stream *w = &b->warp[warp];
    uint8_t encoded[INST_MAX_BYTES];
    size_t bytes = inst_encode(&w->context, inst, encoded);
    if ((!w->last || w->last->used + bytes > STORE_PAGE_BYTES) && !append_page(s->store, w))
        return false;
    uint8_t *data = page_data(s->store, w->last);
    if (!data)
        return false;
    memcpy(data + w->last->used, encoded, bytes);
    w->last->used += (uint32_t)bytes;
    w->last->dirty = true;
    w->left++;
    b->inst_count++;
    return true;
}

bool spool_block_add(block_stream *b, uint32_t warp, const warp_inst *inst) {
    return spool_block_show(b, inst) && spool_block_append(b, warp, inst);
}

bool spool_block_finish(block_stream *b) {
    for (uint32_t i = 0; i < b->warps; i++)
        b->warp[i].context = (inst_context){0};
    return !spool_failed(b->spool);
}

/* Finds the next instruction anew: in the next page after the last one of a page, or where its page is now.
 */
static bool look_up(page_store *store, warp_stream *w) {
    if (w->next && !w->unread) {
        page *done = w->first;
        w->first = done->next;
        w->next = NULL;
        page_free(store, done);
    }
    const uint32_t unread = w->next ? w->unread : w->first->used;
    const uint8_t *data = page_data(store, w->first);
    if (!data)
        return false;
    w->next = data + (w->first->used - unread);
    w->unread = unread;
    w->moves = page_store_moves(store);
    return true;
}

bool block_next_inst(block_stream *b, uint32_t warp, warp_inst *inst) {
    if (warp >= b->warps || !b->warp[warp].left)
        return false;
    page_store *store = b->spool->store;
    warp_stream *w = &b->warp[warp];
    if ((!w->unread || w->moves != page_store_moves(store)) && !look_up(store, w))
        return false;
    const uint32_t bytes = (uint32_t)inst_decode(&w->context, w->next, inst);
    w->next += bytes;
    w->unread -= bytes;
    w->left--;
    return true;
}

void block_prefetch(const block_stream *b, uint32_t warp) {
    host_prefetch(b->warp[warp].next, 1);
}

uint64_t block_inst_count(const block_stream *b) {
    return b->inst_count;
}

void block_close(block_stream *b) {
    if (!b)
        return;
    for (uint32_t i = 0; i < b->warps; i++) {
        for (page *p = b->warp[i].first, *next; p; p = next) {
            next = p->next;
            page_free(b->spool->store, p);
        }
    }
    free(b);
}
