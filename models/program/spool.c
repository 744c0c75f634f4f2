/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block stream is one chain of pages per warp. Writing appends to the last page
 * of the chain; reading consumes from the first and frees each page it has left
 * behind, so a block shrinks while it runs.
 */
#include "program/spool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_cache.h"
#include "base/visible.h"
#include "program/inst_codec.h"
#include "program/inst_table.h"
#include "program/page_store.h"

/* The reading position is a pointer into the first page, so that the next instruction is one look away. It
 * holds until the store moves pages out of memory. One line of the host's caches. */
typedef struct {
    _Alignas(HOST_LINE_BYTES) const uint8_t *next; /* NULL: not looked up yet in the first page */
    page *first, *last;
    uint64_t left;   /* instructions written and not yet read */
    uint32_t moves;  /* of the store when `next` was looked up */
    uint16_t unread; /* bytes from there to the end of what the page holds */
    bool addresses;  /* `next` is at those of the instruction that was read last */
    inst_context context;
} warp_stream;

_Static_assert(sizeof(warp_stream) == HOST_LINE_BYTES, "one line of the host");
_Static_assert(STORE_PAGE_BYTES <= UINT16_MAX, "unread bytes of a page");

struct spool {
    page_store *store;
    inst_table insts;
    spool_watch_fn watch;
    void *watch_ctx;
    opcode_fn opcode; /* or NULL */
    void *opcode_ctx;
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
    inst_table_free(&s->insts);
    free(s);
}

void spool_watch(spool *s, spool_watch_fn watch, void *ctx) {
    s->watch = watch;
    s->watch_ctx = ctx;
}

void spool_ask_opcodes(spool *s, opcode_fn ask, void *ctx) {
    s->opcode = ask;
    s->opcode_ctx = ctx;
}

bool spool_block_asks(const block_stream *b) {
    return b->spool->opcode != NULL;
}

uint16_t spool_block_opcode(const block_stream *b, const char *text) {
    const spool *s = b->spool;
    if (!s->opcode)
        return 0;
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:_");
    return length != 0 ? s->opcode(s->opcode_ctx, text, length) : 0;
}

bool spool_failed(const spool *s) {
    return page_store_failed(s->store);
}

void spool_failure(const spool *s, char *text, size_t size) {
    char folder[SHORTENED_BYTES];
    (void)snprintf(text, size, "%s: %s", shortened(folder, page_store_folder()),
                   strerror(page_store_error(s->store)));
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
    const size_t bytes = sizeof(block_stream) + warps * sizeof(warp_stream);
    block_stream *b = aligned_alloc(HOST_LINE_BYTES, bytes);
    if (!b)
        return NULL;
    memset(b, 0, bytes);
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
    spool *s = b->spool;
    if (warp >= b->warps)
        return false;
    warp_stream *w = &b->warp[warp];
    inst_context *c = &w->context;
    uint8_t encoded[INST_MAX_BYTES];
    const uint32_t number = inst_table_number(&s->insts, inst, c->number, c->number - 1U);
    if (number == INST_TABLE_FULL)
        return false;
    size_t bytes = inst_encode(c, number, inst, encoded);
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
    w->unread = (uint16_t)unread;
    w->moves = page_store_moves(store);
    return true;
}

/* Is `next` where the stream goes on? If it was not, it is now. False: the store has failed. */
static inline bool spool_found(page_store *store, warp_stream *w) {
    return (w->unread && w->moves == page_store_moves(store)) || look_up(store, w);
}

static inline void spool_passed(warp_stream *w, size_t bytes) {
    w->next += bytes;
    w->unread = (uint16_t)(w->unread - bytes);
}

const static_inst *block_next(block_stream *b, uint32_t warp, uint32_t *mask) {
    if (warp >= b->warps || !b->warp[warp].left)
        return NULL;
    const spool *s = b->spool;
    warp_stream *w = &b->warp[warp];
    if (w->addresses) {
        if (!spool_found(s->store, w))
            return NULL;
        spool_passed(w, inst_pass_addresses(&w->context, w->next));
    }
    if (!spool_found(s->store, w))
        return NULL;
    spool_passed(w, inst_decode_head(&w->context, w->next));
    w->left--;
    *mask = w->context.mask;
    const static_inst *inst = inst_table_at(&s->insts, w->context.number - 1U);
    w->addresses = inst_has_addresses(inst->space, *mask);
    return inst;
}

void block_inst(block_stream *b, uint32_t warp, warp_inst *inst) {
    const spool *s = b->spool;
    warp_stream *w = &b->warp[warp];
    const static_inst *same = inst_table_at(&s->insts, w->context.number - 1U);
    inst->pc = same->pc;
    inst->mask = w->context.mask;
    inst->op = same->op;
    inst->space = same->space;
    inst->width = same->width;
    inst->ndst = same->ndst;
    inst->nsrc = same->nsrc;
    memcpy(inst->dst, same->dst, sizeof inst->dst);
    memcpy(inst->src, same->src, sizeof inst->src);
    inst->opcode = (uint16_t)(same->opcode[0] | same->opcode[1] << 8);
    if (!w->addresses)
        return;
    if (spool_found(s->store, w))
        inst_decode_addresses(&w->context, w->next, inst->addr);
    else
        memset(inst->addr, 0, sizeof inst->addr);
}

bool block_next_inst(block_stream *b, uint32_t warp, warp_inst *inst) {
    uint32_t mask;
    if (!block_next(b, warp, &mask))
        return false;
    block_inst(b, warp, inst);
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
