/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/gmmu_reads.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "spec/messages.h"

enum { TABLES = PHYS_MEM_TABLE_FRAMES }; /* their frames follow one another */

static gmmu_table *table_at(const gmmu_reads *r, uint64_t paddr) {
    return &r->table[(paddr >> PHYS_MEM_FRAME_BITS) % TABLES];
}

void gmmu_reads_init(gmmu_reads *r, const chip_config *chip, address_space *const *spaces, uint32_t apps) {
    *r = (gmmu_reads){
        .spaces = spaces, .ports = chip_walk_ports(chip), .first_port = (uint16_t)chip->sm.count};
    r->table = alloc_zeroed(TABLES, sizeof *r->table);
    r->port = alloc_zeroed(r->ports, sizeof *r->port);
    for (uint32_t i = 0; i < apps; i++)
        *table_at(r, address_space_root(spaces[i]) << PHYS_MEM_FRAME_BITS) =
            (gmmu_table){.app = (uint8_t)i, .level = 1};
}

void gmmu_reads_free(gmmu_reads *r) {
    free(r->table);
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

/* True: the read is taken. */
static bool send_read(gmmu_reads *r, uint64_t entry, uint32_t walker) {
    gmmu_read_port *port = &r->port[walker % r->ports];
    mem_message *read = link_push(port->to_xbar);
    if (read == NULL)
        return false;
    const gmmu_table *table = table_at(r, entry);
    r->entry[walker] = entry;
    *read = (mem_message){.paddr = line_of(entry),
                          .tag = walker,
                          .port = (uint16_t)(r->first_port + walker % r->ports),
                          .app = table->app,
                          .depth = table->level};
    port->under_way++;
    r->under_way++;
    return true;
}

/* The entry at this address; the table that it points to becomes known. */
static uint64_t read_entry(gmmu_reads *r, uint64_t paddr) {
    const gmmu_table *table = table_at(r, paddr);
    const address_space *space = r->spaces[table->app];
    const page_table_format *f = address_space_format(space);
    const uint64_t pte = phys_mem_read(address_space_memory(space), paddr);
    if (table->level < f->levels && (pte & PTE_PRESENT) != 0 && !page_walk_is_large_leaf(f, pte))
        *table_at(r, pte_ppn(pte) << PHYS_MEM_FRAME_BITS) =
            (gmmu_table){.app = table->app, .level = (uint8_t)(table->level + 1)};
    return pte;
}

void gmmu_reads_drive(gmmu_reads *r, const gmmu_out *pins, gmmu_in *in) {
    take_replies(r);
    in->rvalid = (u1)(r->answers != 0);
    if (r->answers != 0) {
        const uint32_t walker = r->answered[r->first];
        const uint64_t pte = read_entry(r, r->entry[walker]);
        in->rid = (GMMU_U(GMMU_WALKER_W))walker;
        in->rdata[0] = (uint32_t)pte;
        in->rdata[1] = (uint32_t)(pte >> 32);
        in->rresp = 0;
        in->rlast = 1;
        r->first = (r->first + 1) % GMMU_WALKERS;
        r->answers--;
    }
    in->arready = (u1)(pins->arvalid && send_read(r, (uint64_t)pins->araddr, (uint32_t)pins->arid));
}
