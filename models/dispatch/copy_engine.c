/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/copy_engine.h"

#include <string.h>

void copy_engine_init(copy_engine *e, bool by_priority) {
    memset(e, 0, sizeof *e);
    e->by_priority = by_priority;
    for (int w = 0; w < COPY_WAYS; w++) {
        e->way[w].process = COPY_NONE;
        e->way[w].ends = COPY_NEVER;
    }
}

uint64_t copy_engine_cycles(const pcie_bus *bus, uint64_t bytes, uint32_t mhz) {
    if (bytes == 0)
        return 0;
    const uint64_t bursts = (bytes + bus->burst - 1) / bus->burst;
    /* The rate of a direction is mhz * lanes / 2 bytes in a microsecond. */
    const uint64_t cycles = bursts * bus->burst * mhz * 2 / ((uint64_t)bus->mhz * bus->lanes);
    return cycles ? cycles : 1;
}

void copy_engine_ask(copy_engine *e, copy_way way, uint32_t process, uint32_t priority, uint64_t cycles) {
    e->way[way].request[process] =
        (copy_request){.waits = true, .priority = priority, .asked = e->asked++, .cycles = cycles};
}

static bool goes_before(const copy_engine *e, const copy_request *a, const copy_request *b) {
    return e->by_priority && a->priority != b->priority ? a->priority > b->priority : a->asked < b->asked;
}

static void begin_one(copy_engine *e, int way, uint64_t cycle) {
    copy_request *first = NULL;
    for (uint32_t p = 0; p < CHIP_MAX_APPS; p++) {
        copy_request *r = &e->way[way].request[p];
        if (!r->waits || (first && !goes_before(e, r, first)))
            continue;
        first = r;
        e->way[way].process = p;
    }
    if (!first)
        return;
    first->waits = false;
    e->way[way].began = cycle;
    e->way[way].ends = cycle + first->cycles;
}

void copy_engine_begin(copy_engine *e, uint64_t cycle) {
    for (int w = 0; w < COPY_WAYS; w++)
        if (e->way[w].process == COPY_NONE)
            begin_one(e, w, cycle);
}

uint64_t copy_engine_next(const copy_engine *e) {
    const uint64_t in = e->way[COPY_IN].ends, out = e->way[COPY_OUT].ends;
    return in < out ? in : out;
}

bool copy_engine_take(copy_engine *e, uint64_t cycle, copy_done *done) {
    for (int w = 0; w < COPY_WAYS; w++) {
        if (e->way[w].ends > cycle)
            continue;
        *done = (copy_done){.process = e->way[w].process, .way = (copy_way)w, .began = e->way[w].began};
        e->way[w].process = COPY_NONE;
        e->way[w].ends = COPY_NEVER;
        return true;
    }
    return false;
}
