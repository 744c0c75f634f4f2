/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gmmu between cores, a driver and an AXI4 memory (gmmu_world.h), the same that its block test has around the
 * C: here every pin and every register of the RTL is compared, too. tb/formal/axi4_checker.sv looks at AXI4.
 */
#include "gmmu.h"
#include "lockstep.h"

#include <stdio.h>
#include <stdlib.h>

#include "gmmu_world.h"

/* Per phase, in percent: requests, takers of answers. */
static const struct {
    unsigned ask, take;
} profile[LS_PHASES] = {{50, 50}, {100, 100}, {90, 10}, {20, 100}, {100, 60}, {70, 3}, {5, 90}, {100, 90}};

static world env;

static void start(lockstep *ls) {
    static const unsigned stalls[] = {0, 0, 10, 40, 70}, rates[] = {0, 5, 20, 100};
    const page_walker_format *format = &world_formats[ls_below(ls, WORLD_FORMATS)];
    const unsigned stall = stalls[ls_below(ls, sizeof stalls / sizeof stalls[0])];
    world_start(&env, ls_random(ls), format, stall, rates[ls_below(ls, sizeof rates / sizeof rates[0])]);
    world_share(&env);
    env.patience = 6000;
    if (ls_below(ls, 3) == 0)
        env.memory.write_stalls = 98; /* records wait, so more of them are refused */
    if (ls_below(ls, 3) == 0)
        env.memory.write_errors = 20;
}

void gmmu_stimulus(lockstep *ls, const gmmu_state *s, const gmmu_out *pins, gmmu_in *in) {
    (void)s;
    if (ls_cycle(ls) == 0) { /* AXI4-Lite: nothing is valid yet in the first cycle */
        start(ls);
        return;
    }
    env.ask = profile[ls_phase(ls)].ask;
    env.take = profile[ls_phase(ls)].take;
    world_drive(&env, pins, in);
    world_edge(&env, in, pins);
    if (LOCKSTEP_JUDGES && env.driver.failed != NULL) {
        printf("FAIL lockstep gmmu: cycle %llu after reset: %s\n", (unsigned long long)env.cycle,
               env.driver.failed);
        exit(1);
    }
}

static unsigned in_phase(const gmmu_state *s, unsigned phase) {
    unsigned count = 0;
    for (unsigned i = 0; i < REQUEST_FILE_SLOTS; i++)
        count += s->requests.s_phase[i] == phase;
    return count;
}

/* Its walk has been filled, and it walks again. */
static bool missing_again(const gmmu_state *s) {
    const request_file_state *r = &s->requests;
    const unsigned t = (unsigned)r->t_slot % REQUEST_FILE_SLOTS;
    return r->t_valid && !s->tlb.ans_hit && !s->bypass.ans0_hit && s->tlb.f_valid && !s->tlb.f_large &&
           r->s_asid[t] == s->tlb.f_asid && r->s_vpn[t] == s->tlb.f_vpn;
}

static void cover_requests(lockstep *ls, const gmmu_state *s, const gmmu_in *in, const gmmu_out *pins) {
    const request_file_state *r = &s->requests;
    bypass_cache_out bypass;
    unsigned held = 0, full = 0;
    bypass_cache_outputs(&s->bypass, &bypass);
    for (unsigned p = 0; p < PORTS; p++) {
        held += pins->a_valid[p] && !in->a_ready[p];
        full += in->q_valid[p] && !pins->q_ready[p];
    }
    ls_cover(ls, "a port has no place", full != 0);
    ls_cover(ls, "answers wait at all ports", held == PORTS);
    ls_cover(ls, "a look-up hits", r->t_valid && s->tlb.ans_hit);
    ls_cover(ls, "a look-up hits a large page", r->t_valid && s->tlb.ans_large);
    ls_cover(ls, "a look-up misses", r->t_valid && !s->tlb.ans_hit);
    ls_cover(ls, "a look-up hits the bypass cache", r->t_valid && s->bypass.ans0_hit && !s->tlb.ans_hit);
    ls_cover(ls, "a look-up hits both", r->t_valid && s->bypass.ans0_hit && s->tlb.ans_hit);
    ls_cover(ls, "the bypass cache has a base page of a large one",
             r->t_valid && !s->tlb.ans_hit && (bypass.a0_ppn >> GMMU_ENTRY_W & 1U) != 0);
    ls_cover(ls, "a warp without a token asks", r->t_valid && s->regs.use_tokens && !s->controller.ans_fill);
    ls_cover(ls, "the bypass cache is filled", r->f_phase == FILL_NOW && r->fill_kind == 0 && !r->fill_may);
    ls_cover(ls, "the bypass cache is filled as it is told",
             r->f_phase == FILL_NOW && r->fill_kind == 0 && !r->fill_may && s->spaces.inv_valid[1]);
    ls_cover(ls, "a look-up waits for the TLB",
             in_phase(s, SLOT_LOOK) != 0 && (s->tlb.phase == SRAM_TLB_STOP || s->tlb.phase == SRAM_TLB_READ));
    ls_cover(ls, "a walk waits for the TLB", s->walker.done_valid && s->mshrs.d_count == 0 && s->tlb.f_valid);
    ls_cover(ls, "a page misses that is on its way into the TLB", missing_again(s));
    ls_cover(ls, "the miss file refuses", r->r_valid && !s->mshrs.r_taken);
    ls_cover(ls, "a fill with several waiters", s->mshrs.d_count > 1);
    ls_cover(ls, "requests are parked", in_phase(s, SLOT_PARKED) > 1);
    ls_cover(ls, "most requests are parked", in_phase(s, SLOT_PARKED) > REQUEST_FILE_SLOTS / 2);
    ls_cover(ls, "a large page fills", r->f_phase == FILL_NOW && r->fill_kind == 0 && r->fill_large);
    ls_cover(ls, "a fault is an answer", r->f_phase == FILL_NOW && r->fill_kind != 0 && r->fill_kind < 8);
    ls_cover(ls, "memory answers a walk with an error", in->rvalid && in->rresp != 0);
    ls_cover(ls, "all walkers walk", !s->mshrs.walk_valid ? 0 : env.memory.reads == READS);
}

static bool all_wait(const gmmu_state *s) {
    bool any = false;
    for (unsigned p = 0; p < PORTS; p++) {
        bool all = true;
        for (unsigned k = 0; k < GMMU_PORT_REQUESTS; k++)
            all = all && s->requests.s_held[p * GMMU_PORT_REQUESTS + k];
        any = any || all;
    }
    return any;
}

static void cover_faults(lockstep *ls, const gmmu_state *s, const gmmu_out *pins) {
    const request_file_state *r = &s->requests;
    unsigned waits = 0;
    for (unsigned e = 0; e < GMMU_FAULT_PAGES; e++)
        waits += s->faults.e_state[e] != FAULT_FREE;
    ls_cover(ls, "the fault queue takes a page", r->f_phase == FILL_VERDICT && s->faults.r_taken);
    ls_cover(ls, "the fault queue refuses a page", r->f_phase == FILL_VERDICT && !s->faults.r_taken);
    ls_cover(ls, "three pages are waited for", waits >= 3);
    ls_cover(ls, "a retry while a fault is looked at",
             (r->f_phase == FILL_FAULT || r->f_phase == FILL_VERDICT) && s->faults.head != s->faults.tail);
    ls_cover(ls, "a retry wakes", r->f_phase == FILL_RETRY && in_phase(s, SLOT_PARKED) != 0);
    ls_cover(ls, "a record is written", pins->wvalid && pins->wlast);
    ls_cover(ls, "a record is lost", env.driver.seen.lost != 0);
    ls_cover(ls, "records are lost before the first is seen", env.driver.seen.many_lost != 0);
    ls_cover(ls, "an absent page as there is no ring", env.seen.absent != 0);
    ls_cover(ls, "a request that may not wait asks again", env.seen.ask != 0);
    ls_cover(ls, "a port with all places waiting", all_wait(s));
    ls_cover(ls, "a space has as many pages waiting as it may",
             r->f_phase == FILL_VERDICT && !s->faults.r_taken && s->regs.space_pages != 0);
    ls_cover(ls, "a request that was refused has its turn", r->u_valid && r->m_shown && pins->ev_miss);
    ls_cover(ls, "the interrupt is up", pins->irq);
    ls_cover(ls, "a record of a page that is mapped", env.driver.seen.spurious != 0);
    ls_cover(ls, "a space is resumed", env.driver.seen.resumed_spaces != 0);
}

static void cover_quiet(lockstep *ls, const gmmu_state *s, const gmmu_out *pins) {
    bool to_read = false;
    for (unsigned w = 0; w < GMMU_WALKERS; w++)
        to_read = to_read || s->walker.w_phase[w] == WALKER_READ;
    ls_cover(ls, "quiet waits for reads", s->regs.quiesce && !pins->quiet && !s->writer.busy);
    ls_cover(ls, "quiet waits for a record", s->regs.quiesce && s->writer.busy);
    ls_cover(ls, "quiet holds a read", pins->quiet && to_read);
    ls_cover(ls, "quiet holds a record", pins->quiet && s->faults.q_count != 0);
}

static void cover_commands(lockstep *ls, const gmmu_state *s, const gmmu_in *in, const gmmu_out *pins) {
    const asid_table_state *a = &s->spaces;
    const unsigned older = a->generation ? 0 : 1;
    ls_cover(ls, "a page is taken back", pins->inv_valid && pins->inv_kind == ASID_INV_PAGE);
    ls_cover(ls, "a space is taken back", pins->inv_valid && pins->inv_kind == ASID_INV_SPACE);
    ls_cover(ls, "all is taken back", pins->inv_valid && pins->inv_kind == ASID_INV_ALL);
    ls_cover(ls, "all inside a large page is taken back",
             pins->inv_valid && pins->inv_kind == ASID_INV_LARGE);
    ls_cover(ls, "the cores let it wait", pins->inv_valid && !in->inv_ack);
    ls_cover(ls, "the TLB drops a page", a->inv_valid[1] && a->inv_kind == ASID_INV_PAGE);
    ls_cover(ls, "the TLB drops a space", a->inv_valid[1] && a->inv_kind == ASID_INV_SPACE);
    ls_cover(ls, "the TLB drops all", a->inv_valid[1] && a->inv_kind == ASID_INV_ALL);
    ls_cover(ls, "the TLB drops all inside a large page", a->inv_valid[1] && a->inv_kind == ASID_INV_LARGE);
    ls_cover(ls, "a fill as the TLB is told", a->inv_valid[1] && s->requests.f_phase == FILL_NOW);
    ls_cover(ls, "the TLB is told while it fills", a->inv_valid[1] && s->tlb.f_valid);
    ls_cover(ls, "a fence waits for requests", a->fencing && a->flight[older] != 0);
    ls_cover(ls, "requests begin while a fence waits", a->fencing && s->requests.l_valid);
    ls_cover(ls, "a page is accessed for the first time", env.driver.seen.accesses != 0);
    ls_cover(ls, "an entry is malformed", env.seen.malformed != 0);
    ls_cover(ls, "limits cut a large page", env.seen.cut != 0);
    ls_cover(ls, "a space is disabled", env.driver.seen.disables != 0);
    ls_cover(ls, "a space gets other tables", env.driver.seen.moves > SPACES);
    ls_cover(ls, "a large page is split", env.driver.seen.splits != 0);
    ls_cover(ls, "base pages become a large one", env.driver.seen.merges != 0);
    ls_cover(ls, "tables of four levels", env.driver.format == &world_formats[0]);
    ls_cover(ls, "tables of three levels", env.driver.format == &world_formats[1]);
    ls_cover(ls, "tables of five levels, dual", env.driver.format == &world_formats[2]);
    ls_cover(ls, "tables of two levels, of short entries", env.driver.format == &world_formats[3]);
}

void gmmu_coverage(lockstep *ls, const gmmu_state *s, const gmmu_in *in, const gmmu_out *pins) {
    cover_requests(ls, s, in, pins);
    cover_faults(ls, s, pins);
    cover_quiet(ls, s, pins);
    cover_commands(ls, s, in, pins);
}
