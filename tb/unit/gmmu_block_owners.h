/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of gmmu as a block: the block in its world, and in one of owners that leave nothing tidy behind,
 * whose software does what a test says and nothing else. */
#ifndef GMMU_TB_GMMU_BLOCK_OWNERS_H
#define GMMU_TB_GMMU_BLOCK_OWNERS_H

#include "gmmu_bench.h"

/* ---- owners of a space that leave nothing tidy behind ---- */

enum { OWNED = 1, OTHER = 2, OWNED_PAGES = 16, OLD_FRAME = 0x100, NEW_FRAME = 0x200 };
enum { OLD_RING = 90, NEW_RING }; /* frames of the memory */
#define FIRST_OWNED UINT64_C(0x100)

/* One owner of space OWNED after the other, each with tables of its own; who asked for it. Software does what
 * it is told here and nothing else: it serves no fault. */
static struct {
    memory m;
    dice d;
    unsigned owner, root[3];
    struct {
        bool waits, answered;
        unsigned owner, fault;
        uint64_t ppn, since, took;
    } request[PORTS][IDS];
    struct {
        bool asks;
        unsigned space, id;
        uint64_t vpn;
    } next[PORTS];
    unsigned next_id[PORTS];
    bool write, read, address, data;
    unsigned addr;
    uint32_t value;
    bool refused; /* the register has answered SLVERR */
    uint64_t cycle;
} owners;

/* An answer: never a frame of another owner than the one that asked. */
static inline void owners_take_answer(unsigned p) {
    const unsigned id = (unsigned)b.out.a_id[p] % IDS;
    assert_true(owners.request[p][id].waits);
    owners.request[p][id].waits = false;
    owners.request[p][id].answered = true;
    owners.request[p][id].fault = (unsigned)b.out.a_fault[p];
    owners.request[p][id].ppn = (uint64_t)b.out.a_ppn[p];
    owners.request[p][id].took = owners.cycle - owners.request[p][id].since;
    if (b.out.a_fault[p] == 0 && b.out.a_ppn[p] >= NEW_FRAME && owners.request[p][id].owner == 0)
        fail_msg("a request of the old owner gets a frame of the new one");
}

static inline bool owners_edge(void) {
    bool through = false;
    memset(&b.in, 0, sizeof b.in);
    memory_drive(&owners.m, &owners.d, &b.in);
    b.in.inv_ack = b.in.lite_bready = b.in.lite_rready = 1;
    b.in.lite_awvalid = (u1)(owners.write && !owners.address);
    b.in.lite_wvalid = (u1)(owners.write && !owners.data);
    b.in.lite_arvalid = (u1)(owners.read && !owners.address);
    b.in.lite_awaddr = b.in.lite_araddr = (GMMU_U(GMMU_LITE_ADDR_W))owners.addr;
    b.in.lite_wdata = owners.value;
    b.in.lite_wstrb = 15;
    for (unsigned p = 0; p < PORTS; p++) {
        b.in.a_ready[p] = 1;
        b.in.q_valid[p] = (u1)owners.next[p].asks;
        b.in.q_asid[p] = (GMMU_U(GMMU_ASID_W))owners.next[p].space;
        b.in.q_vpn[p] = (GMMU_U(GMMU_VPN_W))owners.next[p].vpn;
        b.in.q_access[p] = 1;
        b.in.q_id[p] = (GMMU_U(GMMU_PORT_ID_W))owners.next[p].id;
        if (b.out.a_valid[p])
            owners_take_answer(p);
        if (owners.next[p].asks && b.out.q_ready[p]) {
            owners.request[p][owners.next[p].id].waits = true;
            owners.request[p][owners.next[p].id].answered = false;
            owners.request[p][owners.next[p].id].owner = owners.owner;
            owners.request[p][owners.next[p].id].since = owners.cycle;
            owners.next[p].asks = false;
        }
    }
    owners.address =
        owners.address || (owners.write && b.out.lite_awready) || (owners.read && b.out.lite_arready);
    owners.data = owners.data || (owners.write && b.out.lite_wready);
    if (b.out.lite_bvalid || b.out.lite_rvalid) {
        owners.value = (uint32_t)b.out.lite_rdata;
        owners.refused = (b.out.lite_bvalid ? b.out.lite_bresp : b.out.lite_rresp) != LITE_OKAY;
        through = true;
        owners.write = owners.read = owners.address = owners.data = false;
    }
    assert_true(memory_edge(&owners.m, &b.in, &b.out) || owners.m.crosses);
    gmmu_step(&b.s, &b.in, &b.out);
    gmmu_outputs(&b.s, &b.out);
    owners.cycle++;
    return through;
}

static inline void owners_run(unsigned cycles) {
    for (unsigned c = 0; c < cycles; c++)
        (void)owners_edge();
}

static inline void owners_access(bool write, unsigned addr, uint32_t value) {
    owners.write = write;
    owners.read = !write;
    owners.addr = addr;
    owners.value = value;
    for (unsigned c = 0; !owners_edge(); c++)
        assert_true(c < 100);
}

static inline void owners_command(unsigned kind, unsigned space, bool enable, unsigned root) {
    owners_access(true, MMU_COMMAND_ROOT, root);
    owners_access(true, MMU_COMMAND,
                  kind << MMU_CMD_KIND_AT | (uint32_t)enable << MMU_CMD_ENABLE_AT | space << MMU_CMD_ASID_AT);
    for (unsigned c = 0; c < 1000; c++) {
        owners_access(false, MMU_COMMAND, 0);
        if ((owners.value & MMU_CMD_MASK) == 0)
            return;
    }
    fail_msg("a command does not complete");
}

static inline void owners_map(unsigned root, uint64_t vpn, unsigned frame) {
    map_page(&owners.m, &world_formats[0], owners.root[root], 0, vpn, frame, WALK_ALL_RIGHTS,
             ENTRY_ACCESSED | ENTRY_DIRTY);
}

static inline unsigned owners_ask(unsigned p, unsigned space, uint64_t vpn) {
    const unsigned id = owners.next_id[p]++ % IDS;
    assert_false(owners.next[p].asks || owners.request[p][id].waits);
    owners.next[p].asks = true;
    owners.next[p].space = space;
    owners.next[p].vpn = vpn;
    owners.next[p].id = id;
    return id;
}

/* The registers of the format, a ring, spaces of all pages. */
static inline void owners_set_up(uint32_t sharing, unsigned ring) {
    static driver set_up; /* for the registers of the format alone */
    static memory unused;
    memset(&unused, 0, sizeof unused);
    driver_start(&set_up, &unused, &world_formats[0], 0, NO_TOKENS, TOKEN_MARGIN, sharing);
    for (unsigned i = 0; i < set_up.count; i++)
        owners_access(true, set_up.ops[i].addr,
                      set_up.ops[i].addr == MMU_RING_FRAME ? ring : set_up.ops[i].data);
    owners_access(true, MMU_CONTROL, MMU_PARK_MASK);
    owners_access(true, MMU_COMMAND_HIGHEST_LOW, 0x7fff);
}

/* Tables: root 0 of the old owner, without a page; root 1 of the new one, with all of them; root 2 of space
 * OTHER, which has the first page. */
static inline void owners_start(uint32_t sharing) {
    memset(&b, 0, sizeof b);
    memset(&owners, 0, sizeof owners);
    gmmu_reset(&b.s);
    gmmu_outputs(&b.s, &b.out);
    owners.d.state = unit_test_seed();
    owners_set_up(sharing, OLD_RING);
    for (unsigned r = 0; r < 3; r++)
        owners.root[r] = memory_new_frame(&owners.m);
    for (unsigned i = 0; i < OWNED_PAGES; i++)
        owners_map(1, FIRST_OWNED + i, NEW_FRAME + i);
    owners_map(2, FIRST_OWNED, OLD_FRAME);
    owners_command(ASID_SET, OWNED, true, owners.root[0]);
    owners_command(ASID_SET, OTHER, true, owners.root[2]);
}

/* Is the request answered in so many cycles, with this fault? */
static inline bool is_answered(unsigned p, unsigned id, unsigned cycles, unsigned fault) {
    owners_run(cycles);
    return owners.request[p][id].answered && owners.request[p][id].fault == fault;
}

static inline bool is_refused(unsigned addr, uint32_t value) {
    owners_access(true, addr, value);
    return owners.refused;
}

/* The request of a port that is offered next, if there is a name for it. */
static inline bool owners_offer(unsigned p, unsigned space, uint64_t vpn, unsigned *id) {
    if (owners.next[p].asks)
        return false;
    for (unsigned k = 0; k < IDS && owners.request[p][owners.next_id[p] % IDS].waits; k++)
        owners.next_id[p]++;
    if (owners.request[p][owners.next_id[p] % IDS].waits)
        return false;
    *id = owners_ask(p, space, vpn);
    owners.request[p][*id].answered = false; /* of the one that had the name before */
    return true;
}

#endif
