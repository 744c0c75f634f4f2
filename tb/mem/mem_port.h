/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A traffic port for the tests of the memory system: sends a list of messages,
 * each not before its cycle, and records what comes back and when. It can sometimes refuse
 * to receive.
 */
#ifndef GMMU_MEM_PORT_H
#define GMMU_MEM_PORT_H

#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/engine.h"
#include "base/mix.h"
#include "config/messages.h"

typedef struct {
    mem_message message;
    uint64_t cycle; /* to send: not before it; received: when */
} mem_record;

typedef struct {
    int component;
    engine_link *out, *in;  /* either may be NULL */
    uint32_t per_cycle;     /* messages each way; 0: any number */
    unsigned stall_percent; /* of the cycles, always the same ones for a value of `random` */
    uint64_t random;
    mem_record *send, *got;
    size_t sends, sent, gots;
} mem_port;

/* Room for one more than `count`: grows by doubling, since a sanitizer copies at each growth. */
static inline mem_record *mem_port_grown(mem_record *list, size_t count) {
    return (count & (count - 1)) == 0 ? alloc_resize(list, count ? 2 * count : 1, sizeof(mem_record)) : list;
}

static inline void mem_port_send(mem_port *p, uint64_t cycle, mem_message m) {
    p->send = mem_port_grown(p->send, p->sends);
    p->send[p->sends++] = (mem_record){.message = m, .cycle = cycle};
}

static inline void mem_port_receive(mem_port *p, uint64_t cycle) {
    const mem_message *m = NULL;
    for (uint32_t n = 0; (p->per_cycle == 0 || n < p->per_cycle) && (m = link_peek(p->in)) != NULL; n++) {
        p->got = mem_port_grown(p->got, p->gots);
        p->got[p->gots++] = (mem_record){.message = *m, .cycle = cycle};
        link_pop(p->in);
    }
}

static inline bool mem_port_stalls(unsigned percent, uint64_t random, uint64_t cycle) {
    return mix(random * MIX_GOLDEN + cycle) % 100 < percent;
}

static inline uint64_t mem_port_tick(void *self, uint64_t cycle) {
    mem_port *p = self;
    bool stalled = mem_port_stalls(p->stall_percent, p->random, cycle);
    for (uint32_t n = 0; p->sent < p->sends && (p->per_cycle == 0 || n < p->per_cycle); n++) {
        if (p->send[p->sent].cycle > cycle)
            break;
        mem_message *m = link_push(p->out);
        if (!m)
            break;
        p->send[p->sent].cycle = cycle; /* when it left */
        *m = p->send[p->sent++].message;
    }
    if (p->in && !stalled)
        mem_port_receive(p, cycle);
    if (p->stall_percent && p->in && (p->sent < p->sends || link_peek(p->in)))
        return cycle + 1;
    if (p->sent < p->sends && p->send[p->sent].cycle > cycle)
        return p->send[p->sent].cycle;
    return p->sent < p->sends || (p->in && link_peek(p->in)) ? cycle + 1 : GMMU_NEVER;
}

static inline void mem_port_open(mem_port *p, engine *e, int domain) {
    *p = (mem_port){.random = 88172645463325252U};
    p->component = engine_add_component(e, "port", domain, mem_port_tick, p);
}

static inline void mem_port_close(mem_port *p) {
    free(p->send);
    free(p->got);
    *p = (mem_port){.random = 88172645463325252U};
}

#endif
