/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/page_copier.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "gmmu_params.h"

#define PAGE_LINES ((UINT64_C(1) << GMMU_PAGE_BITS) / GMMU_LINE_BYTES)

/* What is under way for a page: its lines are copied, or the lines of both frames are dropped. */
static uint64_t page_share(const page_copier *c) {
    return c->drops ? 2 * PAGE_LINES : PAGE_LINES;
}

static void begin_pages(page_copier *c, uint8_t app, const page_move *move, size_t count, bool drops) {
    c->app = app;
    c->move = move;
    c->count = count;
    c->drops = drops;
    c->next = c->done = 0;
    c->left = alloc_resize(c->left, count + 1, sizeof *c->left);
    for (size_t i = 0; i < count; i++)
        c->left[i] = page_share(c);
}

void page_copier_begin(page_copier *c, uint8_t app, const page_move *move, size_t count) {
    begin_pages(c, app, move, count, false);
}

void page_copier_begin_drops(page_copier *c, uint8_t app, const page_move *move, size_t count) {
    begin_pages(c, app, move, count, true);
}

bool page_copier_dropped(const page_copier *c, size_t page) {
    return c->left[page] == 0;
}

bool page_copier_done(const page_copier *c) {
    return c->done == c->count * page_share(c);
}

static uint64_t address_in(uint64_t frame, uint64_t line) {
    return (frame << GMMU_PAGE_BITS) + line % PAGE_LINES * GMMU_LINE_BYTES;
}

static uint64_t copier_source(const page_copier *c, uint64_t line) {
    return address_in(c->move[line / PAGE_LINES].from, line);
}

/* The slot that has something to send: a line that has been read goes first; c->slots: none. */
static uint32_t slot_to_send(const page_copier *c) {
    uint32_t found = c->slots;
    for (uint32_t i = 0; i < c->slots; i++) {
        if (c->slot[i].state == COPY_TO_WRITE)
            return i;
        if (c->slot[i].state == COPY_FREE && c->next < c->count * PAGE_LINES)
            found = i;
    }
    return found;
}

/* It needs no buffer, so any number may be under way. Tags behind the tags of the slots count pages. */
static void send_drop(page_copier *c, engine_link *to_xbar) {
    mem_message *m = c->next != c->count * page_share(c) ? link_push(to_xbar) : NULL;
    if (m == NULL)
        return;
    const uint64_t page = c->next / page_share(c), line = c->next % page_share(c);
    const uint64_t frame = line < PAGE_LINES ? c->move[page].from : c->move[page].to;
    *m = (mem_message){.paddr = address_in(frame, line),
                       .tag = c->first_tag + COALESCER_LINES + (uint32_t)page,
                       .port = c->port,
                       .app = c->app,
                       .drop = true};
    c->next++;
}

void page_copier_send(page_copier *c, engine_link *to_xbar) {
    if (c->drops) {
        send_drop(c, to_xbar);
        return;
    }
    const uint32_t i = slot_to_send(c);
    mem_message *m = i != c->slots ? link_push(to_xbar) : NULL;
    if (m == NULL)
        return;
    *m = (mem_message){.tag = c->first_tag + i, .port = c->port, .app = c->app};
    if (c->slot[i].state == COPY_TO_WRITE) {
        m->paddr = address_in(c->move[c->slot[i].line / PAGE_LINES].to, c->slot[i].line);
        m->write = m->ack = true;
        c->slot[i].state = COPY_WRITTEN;
        return;
    }
    c->slot[i].line = c->next++;
    c->slot[i].state = COPY_READ;
    m->paddr = copier_source(c, c->slot[i].line);
    /* All stores have been ordered: nothing older than the last one may be copied. */
    m->oldest = line_data_version(data_oracle_now(c->data, m->paddr));
}

void page_copier_take(page_copier *c, const mem_message *reply) {
    const uint32_t i = reply->tag - c->first_tag;
    if (i >= COALESCER_LINES) {
        c->left[i - COALESCER_LINES]--;
        c->done++;
        return;
    }
    const uint64_t line = c->slot[i].line, page = line / PAGE_LINES;
    if (c->slot[i].state == COPY_READ) {
        (void)data_oracle_check(c->data, DATA_AT_COPIER, c->port, copier_source(c, line), reply->data,
                                reply->oldest);
        c->slot[i].from = reply->paddr >> GMMU_PAGE_BITS;
        c->slot[i].state = COPY_TO_WRITE;
        return;
    }
    c->slot[i].state = COPY_FREE;
    c->done++;
    if (--c->left[page] == 0)
        c->copied(c->ctx, c->slot[i].from, reply->paddr >> GMMU_PAGE_BITS);
}

void page_copier_free(page_copier *c) {
    free(c->left);
}
