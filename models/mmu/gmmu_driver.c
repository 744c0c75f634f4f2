/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/gmmu_driver.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "config/messages.h"
#include "mmu_registers_map.h"

enum { RECORD_BEAT = 8, HEADS = 2 * GMMU_RING_RECORDS };

static void add_access(gmmu_accesses *a, uint32_t address, uint64_t data, gmmu_access_kind kind) {
    if (a->at == a->count)
        a->count = a->at = 0;
    if (a->count == a->room) {
        a->room = a->room * 2 + 16;
        a->list = alloc_resize(a->list, a->room, sizeof *a->list);
    }
    a->list[a->count++] = (gmmu_access){.address = address, .data = (uint32_t)data, .kind = kind};
}

/* The next one; NULL: none. */
static const gmmu_access *next_access(const gmmu_accesses *a) {
    return a->at == a->count ? NULL : &a->list[a->at];
}

static void add_write(gmmu_driver *d, uint32_t address, uint64_t data) {
    add_access(&d->orders, address, data, ACCESS_WRITE);
}

static void add_service(gmmu_driver *d, uint32_t address, uint64_t data) {
    add_access(&d->service, address, data, ACCESS_WRITE);
}

static void add_command(gmmu_driver *d, uint64_t command) {
    add_write(d, MMU_COMMAND, command);
    add_access(&d->orders, MMU_COMMAND, 0, ACCESS_COMMAND_DONE);
}

/* ---- set-up ---- */

/* Level 0 of the unit is the leaf, level[0] here the root; entries are as in config/page_table.h. */
static void set_format(gmmu_driver *d, const page_table_format *f) {
    const page_table_level *leaf = &f->level[f->levels - 1];
    const bool dual = f->dual_low != 0;
    add_write(d, MMU_FORMAT,
              (uint64_t)(f->levels - 1) << MMU_FMT_ROOT_AT | (uint64_t)dual << MMU_FMT_DUAL_AT |
                  MMU_FMT_LARGE_WORD_MASK | MMU_FMT_READ_NO_MASK | MMU_FMT_EXEC_ALL_MASK |
                  (uint64_t)GMMU_PAGE_BITS << MMU_FMT_FRAME_AT |
                  (uint64_t)(64 - GMMU_PAGE_BITS) << MMU_FMT_FRAME_BITS_AT);
    if (dual)
        add_write(d, MMU_FORMAT_LARGE,
                  (uint64_t)(f->dual_low - GMMU_PAGE_BITS) << MMU_FMT_LARGE_LOW_AT |
                      ((uint64_t)leaf->low + leaf->bits - f->dual_low) << MMU_FMT_LARGE_BITS_AT);
    add_write(d, MMU_FORMAT_FLAGS,
              PTE_PRESENT << MMU_FMT_POINTER_AT | PTE_PRESENT << MMU_FMT_PAGE_AT |
                  PTE_LARGE << MMU_FMT_LARGE_AT);
    add_write(d, MMU_FORMAT_RIGHTS, PTE_WRITABLE << MMU_FMT_WRITE_AT | PTE_SYSTEM << MMU_FMT_SYSTEM_AT);
    for (uint32_t i = 0; i < f->levels; i++) {
        const page_table_level *level = &f->level[f->levels - 1 - i];
        add_write(d, MMU_FORMAT_LEVEL + 4 * i,
                  (uint64_t)(level->low - GMMU_PAGE_BITS) << MMU_FMT_LOW_AT |
                      (uint64_t)level->bits << MMU_FMT_BITS_AT | (uint64_t)level->leaf << MMU_FMT_LEAF_AT);
    }
}

void gmmu_driver_enable(gmmu_driver *d, const address_space *s) {
    const uint32_t bits = page_table_virtual_bits(address_space_format(s)) - GMMU_PAGE_BITS;
    const uint64_t highest = (UINT64_C(1) << bits) - 1;
    add_write(d, MMU_COMMAND_PAGE_LOW, 0);
    add_write(d, MMU_COMMAND_PAGE_HIGH, 0);
    add_write(d, MMU_COMMAND_HIGHEST_LOW, highest & UINT32_MAX);
    add_write(d, MMU_COMMAND_HIGHEST_HIGH, highest >> 32);
    add_write(d, MMU_COMMAND_ROOT, address_space_root(s));
    add_command(d, (uint64_t)ASID_SET << MMU_CMD_KIND_AT | MMU_CMD_ENABLE_MASK |
                       (uint64_t)address_space_asid(s) << MMU_CMD_ASID_AT);
}

/* An interrupt for each record, and requests for absent pages wait. Returns the bits of CONTROL. */
static uint64_t set_ring(gmmu_driver *d) {
    add_write(d, MMU_RING_FRAME, GMMU_RING_FRAME);
    add_write(d, MMU_RING, MMU_RING_ENABLE_MASK);
    return MMU_PARK_MASK | MMU_IRQ_MASK_MASK | UINT64_C(1) << MMU_IRQ_RECORDS_AT;
}

static uint64_t set_tokens(gmmu_driver *d, const mask_config *m) {
    add_write(d, MMU_TOKENS,
              (uint64_t)m->initial_tokens << MMU_TOKEN_INITIAL_AT | (uint64_t)m->margin
                                                                        << MMU_TOKEN_MARGIN_AT);
    add_write(d, MMU_TOKEN_STEP, (uint64_t)m->token_step << MMU_TOKEN_STEP_AT);
    return MMU_USE_TOKENS_MASK;
}

void gmmu_driver_init(gmmu_driver *d, address_space *const *spaces, uint32_t apps, bool faults,
                      const mask_config *tokens) {
    *d = (gmmu_driver){.busy = false};
    set_format(d, address_space_format(spaces[0]));
    for (uint32_t i = 0; i < apps; i++)
        gmmu_driver_enable(d, spaces[i]);
    const uint64_t waits = faults ? set_ring(d) : 0;
    const uint64_t fills = tokens != NULL ? set_tokens(d, tokens) : 0;
    d->control = (uint32_t)(waits | fills);
    add_write(d, MMU_CONTROL, d->control);
}

void gmmu_driver_free(gmmu_driver *d) {
    free(d->orders.list);
    free(d->service.list);
}

/* ---- registers ---- */

bool gmmu_driver_may_serve(const gmmu_driver *d) {
    const gmmu_access *order = next_access(&d->orders);
    return next_access(&d->service) == NULL && (order == NULL || order->kind == ACCESS_COMMAND_DONE);
}

/* The access that has begun; NULL: none. */
static const gmmu_access *access_of(const gmmu_driver *d) {
    return d->busy ? next_access(d->serves ? &d->service : &d->orders) : NULL;
}

/* An access that has begun is not put off. */
static void begin_access(gmmu_driver *d) {
    d->serves = d->busy ? d->serves : next_access(&d->service) != NULL;
    d->busy = !gmmu_driver_idle(d);
}

void gmmu_driver_drive(gmmu_driver *d, gmmu_in *in) {
    begin_access(d);
    const gmmu_access *a = d->busy ? access_of(d) : &(const gmmu_access){.address = 0};
    const bool write = a->kind == ACCESS_WRITE;
    in->lite_awvalid = (u1)(d->busy && write && !d->address_sent);
    in->lite_wvalid = (u1)(d->busy && write && !d->data_sent);
    in->lite_arvalid = (u1)(d->busy && !write && !d->address_sent);
    in->lite_awaddr = (GMMU_U(GMMU_LITE_ADDR_W))a->address;
    in->lite_araddr = (GMMU_U(GMMU_LITE_ADDR_W))a->address;
    in->lite_wdata = a->data;
    in->lite_wstrb = 15;
    in->lite_bready = 1;
    in->lite_rready = 1;
    in->awready = 1;
    in->wready = 1;
    in->bvalid = (u1)d->acknowledge;
    in->bresp = 0;
}

static void take_ring_state(gmmu_driver *d, uint32_t state) {
    assert((state & MMU_RING_FIRST_MASK) >> MMU_RING_FIRST_AT == d->head);
    d->tail = (state & MMU_RING_TAIL_MASK) >> MMU_RING_TAIL_AT;
}

/* Or must a read be repeated? */
static bool access_ends(const gmmu_access *a, uint32_t data) {
    if (a->kind == ACCESS_COMMAND_DONE)
        return (data & MMU_CMD_MASK) == 0;
    return a->kind != ACCESS_QUIET || (data & MMU_QUIET_MASK) != 0;
}

static void registers_edge(gmmu_driver *d, const gmmu_in *in, const gmmu_out *pins) {
    const gmmu_access *a = access_of(d);
    d->address_sent |= (in->lite_awvalid && pins->lite_awready) || (in->lite_arvalid && pins->lite_arready);
    d->data_sent |= in->lite_wvalid && pins->lite_wready;
    if (a == NULL || (!pins->lite_rvalid && !pins->lite_bvalid))
        return;
    assert((pins->lite_rvalid ? pins->lite_rresp : pins->lite_bresp) == LITE_OKAY);
    d->address_sent = d->data_sent = d->busy = false;
    if (a->kind == ACCESS_RING_STATE)
        take_ring_state(d, pins->lite_rdata);
    if (!access_ends(a, pins->lite_rdata))
        return;
    d->refused |= a->kind == ACCESS_COMMAND_DONE && (pins->lite_rdata & MMU_CMD_REFUSED_MASK) != 0;
    (d->serves ? &d->service : &d->orders)->at++;
}

/* ---- records ---- */

void gmmu_driver_record(gmmu_driver *d, uint32_t byte, uint64_t word) {
    d->ring[byte / RECORD_BYTES % GMMU_RING_RECORDS][byte / RECORD_BEAT % 2] = word;
}

static void records_edge(gmmu_driver *d, const gmmu_in *in, const gmmu_out *pins) {
    if (d->acknowledge && pins->bready)
        d->acknowledge = false;
    if (in->awready && pins->awvalid)
        d->beat_at = (uint32_t)((uint64_t)pins->awaddr - (GMMU_RING_FRAME << GMMU_PAGE_BITS));
    if (!in->wready || !pins->wvalid)
        return;
    gmmu_driver_record(d, d->beat_at, (uint64_t)pins->wdata[1] << 32 | (uint64_t)pins->wdata[0]);
    d->beat_at += RECORD_BEAT;
    d->acknowledge |= pins->wlast != 0;
}

/* An interrupt, and nothing known of the ring that is still to be served. */
static bool asks_for_service(const gmmu_driver *d, const gmmu_out *pins) {
    return pins->irq && gmmu_driver_may_serve(d) && d->head == d->tail;
}

void gmmu_driver_edge(gmmu_driver *d, const gmmu_in *in, const gmmu_out *pins) {
    records_edge(d, in, pins);
    registers_edge(d, in, pins);
    if (asks_for_service(d, pins))
        add_access(&d->service, MMU_RING_STATE, 0, ACCESS_RING_STATE);
}

bool gmmu_driver_fault(const gmmu_driver *d, gmmu_fault *f) {
    if (d->head == d->tail)
        return false;
    const uint64_t *record = d->ring[d->head % GMMU_RING_RECORDS];
    const uint32_t info = (uint32_t)record[1] & ((1U << GMMU_FAULT_INFO_W) - 1);
    *f = (gmmu_fault){.vpn = record[0] & ((UINT64_C(1) << 48) - 1),
                      .asid = (uint16_t)(record[0] >> 48),
                      .port = info >> GMMU_PORT_ID_W,
                      .id = info & ((1U << GMMU_PORT_ID_W) - 1)};
    return true;
}

void gmmu_driver_give_back(gmmu_driver *d) {
    d->head = (d->head + 1) % HEADS;
    add_service(d, MMU_RING_HEAD, d->head);
}

void gmmu_driver_invalidate(gmmu_driver *d) {
    add_command(d, ASID_INV_ALL << MMU_CMD_KIND_AT);
    add_command(d, ASID_FENCE << MMU_CMD_KIND_AT);
}

void gmmu_driver_invalidate_page(gmmu_driver *d, uint16_t asid, uint64_t vpn) {
    add_write(d, MMU_COMMAND_PAGE_LOW, vpn & UINT32_MAX);
    add_write(d, MMU_COMMAND_PAGE_HIGH, vpn >> 32);
    add_command(d, ASID_INV_PAGE << MMU_CMD_KIND_AT | (uint64_t)asid << MMU_CMD_ASID_AT);
    add_command(d, ASID_FENCE << MMU_CMD_KIND_AT);
}

void gmmu_driver_end(gmmu_driver *d, uint16_t asid) {
    add_command(d, (uint64_t)ASID_SET << MMU_CMD_KIND_AT | (uint64_t)asid << MMU_CMD_ASID_AT);
}

void gmmu_driver_quiesce(gmmu_driver *d, bool on) {
    add_write(d, MMU_CONTROL, d->control | (on ? MMU_QUIESCE_MASK : 0U));
    if (on)
        add_access(&d->orders, MMU_STATUS, 0, ACCESS_QUIET);
}

void gmmu_driver_hold_all(gmmu_driver *d, uint32_t ports) {
    add_write(d, MMU_SHARING, (uint64_t)ports << MMU_HOLD_ALL_AT);
}

void gmmu_driver_resume(gmmu_driver *d, uint16_t asid, uint64_t vpn) {
    add_service(d, MMU_RESUME_PAGE_LOW, vpn & UINT32_MAX);
    add_service(d, MMU_RESUME_PAGE_HIGH, vpn >> 32);
    add_service(d, MMU_RESUME, (uint64_t)asid << MMU_RESUME_ASID_AT);
}
