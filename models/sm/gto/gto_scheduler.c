/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/gto/gto_scheduler.h"

void gto_add_block(gto_scheduler *g, uint64_t members) {
    g->members[g->blocks++] = members;
}

void gto_remove_block(gto_scheduler *g, uint64_t members) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->blocks; i++)
        if (g->members[i] != members)
            g->members[kept++] = g->members[i];
    g->blocks = kept;
    /* The next warp in a freed slot is young; it does not inherit the greed. */
    for (uint32_t p = 0; p < GTO_MAX_PORTS; p++)
        g->last[p] &= ~members;
}

uint64_t gto_pick(gto_scheduler *g, uint32_t port, uint64_t candidates) {
    if (candidates & g->last[port])
        return g->last[port];
    for (uint32_t p = port + 1; p < GTO_MAX_PORTS; p++)
        candidates &= ~g->last[p];
    for (uint32_t i = 0; i < g->blocks; i++) {
        uint64_t of_block = candidates & g->members[i];
        if (of_block)
            return g->last[port] = of_block & (~of_block + 1);
    }
    return 0;
}
