/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/flat_memory.h"

#include "base/alloc.h"
#include "base/index_list.h"
#include "config/messages.h"

#define NORMAL 2 /* class of the statistics */

typedef struct {
    mem_message message;
    uint64_t entered, due; /* cycles */
} read_reply;

typedef struct {
    engine_link *down, *walks, *up;
    index_list replies; /* of one latency, hence in the order in which they are due */
} bank_port;

struct flat_memory {
    engine *e;
    int component;
    bank_port *port;
    uint32_t banks;
    uint64_t latency;
    /* Bandwidth in exact integers: a cycle has `per_cycle` shares, a byte takes `per_byte` of them. */
    uint64_t per_cycle, per_byte, taken_until;
    uint32_t sector_bytes;
    read_reply *reads; /* a pool; what finds none free waits in its link */
    uint32_t *next;
    index_list free;
    line_table memory; /* what the lines hold that were written */
    data_oracle *oracle;
    app_stats stats[CHIP_MAX_APPS];
};

static void flat_memory_enter(flat_memory *m, bank_port *p, const mem_message *request, uint64_t cycle) {
    app_stats *s = &m->stats[request->app];
    uint64_t now = cycle * m->per_cycle;
    const uint32_t bytes = mem_message_bytes(request, m->sector_bytes);
    m->taken_until = (m->taken_until > now ? m->taken_until : now) + m->per_byte * bytes;
    *(request->write ? &s->dram_written_bytes : &s->dram_read_bytes) += bytes;
    s->dram_walk_requests += request->depth != 0;
    engine_event(m->e, m->component, request->write ? FLAT_EVENT_WRITE : FLAT_EVENT_READ, request->paddr,
                 ((uint64_t)request->depth << 8) | request->app);
    if (request->write) {
        s->dram_writes++;
        data_oracle_keep(m->oracle, &m->memory, 0, request->paddr, request->data);
        return;
    }
    s->dram_requests[NORMAL]++;
    uint32_t i = index_list_pop(&m->free, m->next);
    m->reads[i] = (read_reply){.message = *request, .entered = cycle, .due = cycle + m->latency};
    m->reads[i].message.data = line_table_get(&m->memory, request->paddr >> LINE_ADDRESS_BITS);
    index_list_push(&p->replies, m->next, i);
}

/* Is there bandwidth left in this cycle, and a place for a read? */
static bool flat_memory_has_room(const flat_memory *m, uint64_t cycle) {
    return m->taken_until < (cycle + 1) * m->per_cycle && !index_list_empty(&m->free);
}

/* Takes what the bandwidth allows, one request per link and round, another bank first in every cycle. True
 * when something is left. */
static bool flat_memory_take(flat_memory *m, uint64_t cycle) {
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t k = 0; k < 2 * m->banks; k++) { /* the walks of all banks, then the rest */
            bank_port *p = &m->port[(cycle + k) % m->banks];
            engine_link *from = k < m->banks ? p->walks : p->down;
            const mem_message *request = link_peek(from);
            if (request == NULL)
                continue;
            if (!flat_memory_has_room(m, cycle))
                return true;
            flat_memory_enter(m, p, request, cycle);
            link_pop(from);
            more = true;
        }
    }
    return false;
}

/* One reply per bank. */
static void flat_memory_send(flat_memory *m, uint64_t cycle) {
    for (uint32_t b = 0; b < m->banks; b++) {
        bank_port *p = &m->port[b];
        if (index_list_empty(&p->replies) || m->reads[p->replies.head].due > cycle)
            continue;
        mem_message *reply = link_push(p->up);
        if (reply == NULL)
            continue; /* woken when there is room */
        uint32_t i = index_list_pop(&p->replies, m->next);
        const read_reply *r = &m->reads[i];
        *reply = r->message;
        app_stats *s = &m->stats[r->message.app];
        s->dram_cycles[NORMAL] += cycle - r->entered;
        s->dram_walk_cycles += r->message.depth != 0 ? cycle - r->entered : 0;
        index_list_push(&m->free, m->next, i);
    }
}

/* The next cycle in which a reply is due. */
static uint64_t next_due(const flat_memory *m, uint64_t cycle) {
    uint64_t next = GMMU_NEVER;
    for (uint32_t b = 0; b < m->banks; b++) {
        const bank_port *p = &m->port[b];
        if (index_list_empty(&p->replies))
            continue;
        uint64_t due = m->reads[p->replies.head].due;
        if (due <= cycle && !link_can_push(p->up))
            continue;
        due = due > cycle ? due : cycle + 1;
        next = due < next ? due : next;
    }
    return next;
}

static uint64_t flat_memory_tick(void *self, uint64_t cycle) {
    flat_memory *m = self;
    flat_memory_send(m, cycle);
    return flat_memory_take(m, cycle) ? cycle + 1 : next_due(m, cycle);
}

flat_memory *flat_memory_new(engine *e, const chip_config *chip, int domain) {
    flat_memory *m = alloc_zeroed(1, sizeof *m);
    uint32_t reads = chip->l2.banks * chip->l2.mshrs;
    m->e = e;
    m->banks = chip->l2.banks;
    m->latency = chip->memory.flat_latency;
    m->per_cycle = (uint64_t)chip->memory.flat_bytes_per_ns * 1000; /* bytes per us, over core_mhz cycles */
    m->per_byte = chip->core_mhz;
    m->sector_bytes = chip->l2.sector_bytes;
    m->port = alloc_zeroed(m->banks, sizeof *m->port);
    m->reads = alloc_zeroed(reads, sizeof *m->reads);
    m->next = alloc_zeroed(reads, sizeof *m->next);
    m->free = INDEX_LIST_EMPTY;
    for (uint32_t i = 0; i < reads; i++)
        index_list_push(&m->free, m->next, i);
    for (uint32_t b = 0; b < m->banks; b++)
        m->port[b].replies = INDEX_LIST_EMPTY;
    m->component = engine_add_component(e, "flat memory", domain, flat_memory_tick, m);
    return m;
}

void flat_memory_free(flat_memory *m) {
    if (m == NULL)
        return;
    line_table_free(&m->memory);
    free(m->port);
    free(m->reads);
    free(m->next);
    free(m);
}

int flat_memory_component(const flat_memory *m) {
    return m->component;
}

void flat_memory_attach_bank(flat_memory *m, uint32_t bank, engine_link *down, engine_link *walks,
                             engine_link *up) {
    m->port[bank].down = down;
    m->port[bank].walks = walks;
    m->port[bank].up = up;
}

void flat_memory_attach_oracle(flat_memory *m, data_oracle *oracle) {
    m->oracle = oracle;
}

line_table *flat_memory_lines(flat_memory *m) {
    return &m->memory;
}

const app_stats *flat_memory_stats(const flat_memory *m) {
    return m->stats;
}
