/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/gmmu_reads.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "config/messages.h"

void gmmu_reads_init(gmmu_reads *r, const chip_config *chip, const phys_mem *mem, const uint8_t *app_of) {
    *r = (gmmu_reads){.mem = mem,
                      .app_of = app_of,
                      .levels = chip->page_table.levels,
                      .sector_bytes = chip->l2.sector_bytes,
                      .ports = chip_walk_ports(chip),
                      .first_port = (uint16_t)chip->sm.count};
    r->port = alloc_zeroed(r->ports, sizeof *r->port);
}

void gmmu_reads_free(gmmu_reads *r) {
    free(r->port);
}

static uint64_t line_of(uint64_t paddr) {
    return paddr & ~(uint64_t)(GMMU_LINE_BYTES - 1);
}

static void take_replies(gmmu_reads *r) {
    for (uint32_t p = 0; p < r->ports; p++) {
        gmmu_read_port *port = &r->port[p];
        const mem_message *reply = port->under_way != 0 ? link_peek(port->from_xbar) : NULL;
        if (reply == NULL)
            continue;
        (void)data_oracle_check(r->data, DATA_AT_WALKERS, p, line_of(r->entry[reply->tag]), reply->data, 0);
        r->answered[(r->first + r->answers++) % GMMU_WALKERS] = (uint8_t)reply->tag;
        port->under_way--;
        r->under_way--;
        link_pop(port->from_xbar);
    }
}

/* True: the read is taken. Depths of walks count from the root. */
static bool send_read(gmmu_reads *r, const gmmu_out *pins) {
    const uint32_t walker = (uint32_t)pins->arid, p = walker % r->ports;
    mem_message *read = link_push(r->port[p].to_xbar);
    if (read == NULL)
        return false;
    const uint32_t byte = (uint32_t)((uint64_t)pins->araddr % GMMU_LINE_BYTES);
    r->entry[walker] = (uint64_t)pins->araddr;
    *read = (mem_message){.paddr = line_of((uint64_t)pins->araddr),
                          .tag = walker,
                          .port = (uint16_t)(r->first_port + p),
                          .app = r->app_of[pins->aruser_asid],
                          .depth = (uint8_t)(r->levels - (uint32_t)pins->aruser_level),
                          .sectors = sectors_of_bytes(byte, byte, r->sector_bytes)};
    r->port[p].under_way++;
    r->under_way++;
    return true;
}

void gmmu_reads_drive(gmmu_reads *r, const gmmu_out *pins, gmmu_in *in) {
    take_replies(r);
    in->rvalid = (u1)(r->answers != 0);
    if (r->answers != 0) {
        const uint32_t walker = r->answered[r->first];
        const uint64_t pte = phys_mem_read(r->mem, r->entry[walker]);
        in->rid = (GMMU_U(GMMU_WALKER_W))walker;
        in->rdata[0] = (uint32_t)pte;
        in->rdata[1] = (uint32_t)(pte >> 32);
        in->rresp = 0;
        in->rlast = 1;
        r->first = (r->first + 1) % GMMU_WALKERS;
        r->answers--;
    }
    in->arready = (u1)(pins->arvalid && send_read(r, pins));
}
