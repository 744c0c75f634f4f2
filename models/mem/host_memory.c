/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/host_memory.h"

#include "base/alloc.h"
#include "config/messages.h"

#define MOST_ANSWERS 16U /* writes and drops that wait for the crossbar; more wait in their link */

typedef struct {
    mem_message message;
    uint64_t entered, due; /* cycles */
} host_read;

struct host_memory {
    engine *e;
    int component;
    engine_link *requests, *replies;
    uint64_t latency; /* cycles of a read on an idle bus */
    /* Bandwidth of a direction in exact integers: a cycle has `per_cycle` shares, a byte takes `per_byte`. */
    uint64_t per_cycle, per_byte;
    uint64_t in_until, out_until; /* shares taken since cycle 0, of what comes from the host and goes to it */
    uint32_t sector_bytes;
    host_read *reads; /* a ring, oldest first */
    uint32_t most_reads, first_read, read_count;
    mem_message answer[MOST_ANSWERS]; /* likewise */
    uint32_t first_answer, answer_count;
    line_table memory;   /* what the lines hold that were written */
    data_oracle *oracle; /* or NULL */
    app_stats stats[CHIP_MAX_APPS];
};

static uint64_t host_later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static void host_memory_read(host_memory *m, const mem_message *request, uint64_t cycle) {
    app_stats *s = &m->stats[request->app];
    const uint32_t bytes = mem_message_bytes(request, m->sector_bytes);
    const uint64_t transfer = m->per_byte * bytes, idle = (cycle + m->latency) * m->per_cycle;
    m->in_until = host_later(m->in_until, idle > transfer ? idle - transfer : 0) + transfer;
    host_read *r = &m->reads[(m->first_read + m->read_count++) % m->most_reads];
    *r = (host_read){
        .message = *request, .entered = cycle, .due = (m->in_until + m->per_cycle - 1) / m->per_cycle};
    r->message.data = line_table_get(&m->memory, request->paddr >> LINE_ADDRESS_BITS);
    s->host_reads++;
    s->host_read_bytes += bytes;
}

static void host_memory_write(host_memory *m, const mem_message *request, uint64_t cycle) {
    app_stats *s = &m->stats[request->app];
    const uint32_t bytes = mem_message_bytes(request, m->sector_bytes);
    m->out_until = host_later(m->out_until, cycle * m->per_cycle) + m->per_byte * bytes;
    if (m->oracle) { /* here it takes its place in the order of all writes */
        const line_data data = line_data_next(data_oracle_now(m->oracle, request->paddr));
        data_oracle_write(m->oracle, data);
        line_table_put(&m->memory, data);
    }
    s->host_writes++;
    s->host_written_bytes += bytes;
}

/* The oldest request is taken, if there is room for it; false: it waits. */
static bool host_memory_enter(host_memory *m, const mem_message *request, uint64_t cycle) {
    const bool read = !request->write && !request->drop;
    const bool answers = request->drop || (request->write && request->ack);
    if ((read && m->read_count == m->most_reads) || (answers && m->answer_count == MOST_ANSWERS) ||
        (request->write && m->out_until >= (cycle + 1) * m->per_cycle))
        return false;
    if (read)
        host_memory_read(m, request, cycle);
    else if (request->write)
        host_memory_write(m, request, cycle);
    if (answers)
        m->answer[(m->first_answer + m->answer_count++) % MOST_ANSWERS] = *request;
    if (!request->drop)
        engine_event(m->e, m->component, request->write ? HOST_EVENT_WRITE : HOST_EVENT_READ, request->paddr,
                     request->app);
    return true;
}

/* One reply a cycle: of a read whose data are here, else of a write. */
static void host_memory_send(host_memory *m, uint64_t cycle) {
    const host_read *r = &m->reads[m->first_read];
    const bool due = m->read_count && r->due <= cycle;
    mem_message *reply = due || m->answer_count ? link_push(m->replies) : NULL;
    if (!reply)
        return; /* woken when there is room */
    if (due) {
        *reply = r->message;
        m->stats[r->message.app].host_read_cycles += cycle - r->entered;
        m->first_read = (m->first_read + 1) % m->most_reads;
        m->read_count--;
    } else {
        *reply = m->answer[m->first_answer];
        m->first_answer = (m->first_answer + 1) % MOST_ANSWERS;
        m->answer_count--;
    }
}

/* The next cycle in which something goes on that no link wakes the port for. */
static uint64_t host_memory_next(const host_memory *m, uint64_t cycle) {
    const mem_message *waiting = link_peek(m->requests);
    const uint64_t due = m->read_count ? m->reads[m->first_read].due : GMMU_NEVER;
    uint64_t next = due > cycle ? due : GMMU_NEVER;
    if ((m->answer_count || due <= cycle) && link_can_push(m->replies))
        return cycle + 1;
    if (waiting && waiting->write) {
        const uint64_t free = host_later(m->out_until / m->per_cycle, cycle + 1);
        next = free < next ? free : next;
    }
    return next;
}

static uint64_t host_memory_tick(void *self, uint64_t cycle) {
    host_memory *m = self;
    host_memory_send(m, cycle);
    for (const mem_message *q; (q = link_peek(m->requests)) != NULL && host_memory_enter(m, q, cycle);)
        link_pop(m->requests);
    return host_memory_next(m, cycle);
}

host_memory *host_memory_new(engine *e, const gpu_config *config, int domain) {
    const pcie_bus *bus = &config->schedule.pcie;
    host_memory *m = alloc_zeroed(1, sizeof *m);
    m->e = e;
    m->latency = chip_cycles(&config->chip, bus->latency_ns);
    m->per_cycle = (uint64_t)bus->mhz * bus->lanes; /* twice the bytes of a direction in 1 us */
    m->per_byte = UINT64_C(2) * config->chip.core_mhz;
    m->sector_bytes = config->chip.l2.sector_bytes;
    m->most_reads = bus->reads;
    m->reads = alloc_zeroed(m->most_reads, sizeof *m->reads);
    m->component = engine_add_component(e, "host memory", domain, host_memory_tick, m);
    return m;
}

void host_memory_free(host_memory *m) {
    if (m == NULL)
        return;
    line_table_free(&m->memory);
    free(m->reads);
    free(m);
}

int host_memory_component(const host_memory *m) {
    return m->component;
}

void host_memory_attach(host_memory *m, engine_link *requests, engine_link *replies) {
    m->requests = requests;
    m->replies = replies;
}

void host_memory_attach_oracle(host_memory *m, data_oracle *oracle) {
    m->oracle = oracle;
}

const app_stats *host_memory_stats(const host_memory *m) {
    return m->stats;
}
