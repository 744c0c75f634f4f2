/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/page_copier.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "gmmu_params.h"

#define PAGE_LINES ((UINT64_C(1) << GMMU_PAGE_BITS) / GMMU_LINE_BYTES)

void page_copier_begin(page_copier *c, uint8_t app, const page_move *move, size_t count) {
    c->app = app;
    c->move = move;
    c->count = count;
    c->next = c->done = 0;
    c->left = alloc_resize(c->left, count + 1, sizeof *c->left);
    for (size_t i = 0; i < count; i++)
        c->left[i] = PAGE_LINES;
}

bool page_copier_done(const page_copier *c) {
    return c->done == c->count * PAGE_LINES;
}

static uint64_t address_in(uint64_t frame, uint64_t line) {
    return (frame << GMMU_PAGE_BITS) + line % PAGE_LINES * GMMU_LINE_BYTES;
}

static uint64_t copier_source(const page_copier *c, uint64_t line) {
    return address_in(c->move[line / PAGE_LINES].from, line);
}

/* The slot that has something to send: a line that has been read goes first; COPIER_LINES: none. */
static uint32_t slot_to_send(const page_copier *c) {
    uint32_t found = COPIER_LINES;
    for (uint32_t i = 0; i < COPIER_LINES; i++) {
        if (c->slot[i].state == COPY_TO_WRITE)
            return i;
        if (c->slot[i].state == COPY_FREE && c->next < c->count * PAGE_LINES)
            found = i;
    }
    return found;
}

void page_copier_send(page_copier *c, engine_link *to_xbar) {
    const uint32_t i = slot_to_send(c);
    mem_message *m = i != COPIER_LINES ? link_push(to_xbar) : NULL;
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
