/* SPDX-License-Identifier: Apache-2.0 */
/* Cores behind a vortex_port each, in the places of those of the world. */
#ifndef GMMU_TB_GMMU_VORTEX_CORES_H
#define GMMU_TB_GMMU_VORTEX_CORES_H

#include "gmmu_bench.h"
#include "vortex_port.h"

typedef struct {
    vortex_port_out out;
    vortex_port_state s;
    vortex_port_in in;
    unsigned fault[IDS]; /* why the block has no frame, which the core is not told */
    bool flushed;        /* for the invalidation that is pending */
} vortex_core;

static bool lanes_go_on; /* in a flush; else they are held back, as a core must */

static vortex_core cores[PORTS];
static uint64_t refusals[3]; /* of accesses by users, by kind */

/* The lanes of the core are held back: what they ask for waits in them. */
static inline bool is_held(unsigned p) {
    return cores[p].out.flush_req && !lanes_go_on;
}

/* The core has no request without an answer: what it needs to say that its TLBs are flushed. */
static inline bool core_is_empty(unsigned p) {
    bool empty = true;
    for (unsigned i = 0; i < IDS; i++)
        empty = empty && !b.w.request[p][i].waits;
    return empty;
}

/* The pins of the block as the judge wants them, from what the core is told: of a large page it puts the low
 * bits of its page in, and reads its rights in the flags. */
static inline void as_the_core_sees(gmmu_out *seen, unsigned p) {
    const vortex_core *c = &cores[p];
    const unsigned id = (unsigned)c->out.rsp_id % IDS, flags = (unsigned)c->out.rsp_flags;
    const uint64_t low = c->out.rsp_level != 0 ? b.w.request[p][id].vpn % 512U : 0U;
    seen->q_ready[p] = (u1)(c->out.req_ready && !is_held(p));
    seen->a_valid[p] = c->out.rsp_valid;
    seen->a_id[p] = c->out.rsp_id;
    seen->a_fault[p] = (u3)(c->out.rsp_fault ? c->fault[id] : 0U);
    seen->a_large[p] = (u1)(c->out.rsp_level == 1);
    seen->a_system[p] = (u1)((flags & VORTEX_U) == 0);
    seen->a_exec[p] = (u1)((flags & VORTEX_X) != 0);
    seen->a_read[p] = (u1)((flags & VORTEX_R) != 0);
    seen->a_write[p] = (u1)((flags & VORTEX_W) != 0);
    seen->a_ppn[p] = (GMMU_U(GMMU_PPN_W))(c->out.rsp_ppn + low);
}

/* From the pins of a core that world_drive() has set to those of its port, and back to those of the block. */
static inline void drive_core(unsigned p, bool done) {
    vortex_core *c = &cores[p];
    memset(&c->in, 0, sizeof c->in);
    c->in.req_valid = (u1)(b.in.q_valid[p] && !is_held(p));
    c->in.req_id = b.in.q_id[p];
    const bool executes = b.in.q_access[p] == 1 && b.in.q_id[p] % 2 != 0;
    c->in.req_access = (u2)(b.in.q_access[p] == 2 ? VORTEX_WRITES
                            : executes            ? VORTEX_EXECUTES
                                                  : VORTEX_READS);
    c->in.req_amo = (u1)(b.in.q_access[p] == 3);
    c->in.req_vpn = (u27)b.in.q_vpn[p];
    c->in.asid = b.in.q_asid[p];
    c->in.rsp_ready = b.in.a_ready[p];
    c->in.flush_done = (u1)(done && core_is_empty(p));
    c->in.q_ready = b.out.q_ready[p];
    c->in.a_valid = b.out.a_valid[p];
    c->in.a_id = b.out.a_id[p];
    c->in.a_fault = b.out.a_fault[p];
    c->in.a_large = b.out.a_large[p];
    c->in.a_system = b.out.a_system[p];
    c->in.a_exec = b.out.a_exec[p];
    c->in.a_read = b.out.a_read[p];
    c->in.a_write = b.out.a_write[p];
    c->in.a_ppn = b.out.a_ppn[p];
    c->in.inv_valid = b.out.inv_valid;
    assert_true(!c->out.inv_ack || c->flushed);
    c->flushed = c->in.inv_valid && (c->flushed || (c->out.flush_req && c->in.flush_done));
    if (b.out.a_valid[p] && c->out.a_ready)
        c->fault[(unsigned)b.out.a_id[p] % IDS] = (unsigned)b.out.a_fault[p];
    b.in.q_valid[p] = c->out.q_valid;
    b.in.q_asid[p] = c->out.q_asid;
    b.in.q_vpn[p] = c->out.q_vpn;
    b.in.q_access[p] = c->out.q_access;
    b.in.q_id[p] = c->out.q_id;
    b.in.a_ready[p] = c->out.a_ready;
}

/* What Vortex's TLB makes of the flags (tlb_perm_ok of VX_tlb_pkg), and what the tables say: each access. */
static inline void judge_accesses(const gmmu_out *seen, unsigned p) {
    const asked *a = &b.w.request[p][(unsigned)seen->a_id[p] % IDS];
    const unsigned flags = (unsigned)cores[p].out.rsp_flags, page = page_at(a->vpn);
    const unsigned may = page_rights(
        b.w.driver.format, page, (unsigned)(seen->a_ppn[p] >> 16 & (versions_of(b.w.driver.format) - 1U)));
    static const unsigned needs[3][2] = {[VORTEX_READS] = {VORTEX_R, WALK_READ},
                                         [VORTEX_WRITES] = {VORTEX_W, WALK_WRITE},
                                         [VORTEX_EXECUTES] = {VORTEX_X, WALK_EXEC}};
    for (unsigned access = 0; access < 3; access++) {
        const bool allowed = (flags & VORTEX_U) != 0 && (flags & needs[access][0]) != 0;
        assert_int_equal(allowed, (may & WALK_USER) != 0 && (may & needs[access][1]) != 0);
        refusals[access] += !allowed && (may & WALK_USER) != 0;
    }
}

static inline void vortex_edge(void) {
    gmmu_out seen = b.out;
    memset(&b.in, 0, sizeof b.in);
    world_drive(&b.w, &b.out, &b.in);
    for (unsigned p = 0; p < PORTS; p++)
        as_the_core_sees(&seen, p);
    const bool done = b.in.inv_ack != 0;
    b.in.inv_ack = 1;
    for (unsigned p = 0; p < PORTS; p++)
        b.in.inv_ack = (u1)(b.in.inv_ack & cores[p].out.inv_ack);
    world_edge(&b.w, &b.in, &seen);
    if (b.w.driver.failed != NULL)
        fail_msg("cycle %llu: %s", (unsigned long long)b.w.cycle, b.w.driver.failed);
    for (unsigned p = 0; p < PORTS; p++)
        if (seen.a_valid[p] && b.in.a_ready[p] && seen.a_fault[p] == 0)
            judge_accesses(&seen, p);
    for (unsigned p = 0; p < PORTS; p++)
        drive_core(p, done);
    gmmu_step(&b.s, &b.in, &b.out);
    gmmu_outputs(&b.s, &b.out);
    for (unsigned p = 0; p < PORTS; p++)
        vortex_port_step(&cores[p].s, &cores[p].in, &cores[p].out);
    for (unsigned p = 0; p < PORTS; p++)
        vortex_port_outputs(&cores[p].s, &cores[p].out);
}

/* Before the driver has set the block up: such a core cannot ask again, and its port serves one space. */
static inline void start_cores(void) {
    b.w.sharing = b.w.driver.sharing = ALL_PORTS_HOLD;
    driver_write(&b.w.driver, MMU_SHARING, ALL_PORTS_HOLD);
    memset(cores, 0, sizeof cores);
    memset(refusals, 0, sizeof refusals);
    lanes_go_on = false;
    for (unsigned p = 0; p < PORTS; p++) {
        vortex_port_reset(&cores[p].s);
        vortex_port_outputs(&cores[p].s, &cores[p].out);
    }
}

#endif
