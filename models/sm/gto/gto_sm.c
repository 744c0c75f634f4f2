/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/gto/gto_sm.h"

#include <stdio.h>

#include "base/alloc.h"
#include "sm/gto/gto_state.h"
#include "sm/parts/shared_memory.h"

/* ---- thread blocks ---- */

static void start_block(gto_sm *s, const block_command *m, const sm_resources *needs, uint64_t cycle) {
    uint32_t number = 0;
    while (s->block[number].stream)
        number++;
    block_slot *b = &s->block[number];
    *b = (block_slot){.stream = m->stream,
                      .block = m->block,
                      .fetching = m->kernel->warps_per_block,
                      .alive = m->kernel->warps_per_block,
                      .asid = m->asid,
                      .app = m->app,
                      .needs = *needs};
    uint64_t free_slots = ~s->resident;
    for (uint32_t i = 0; i < m->kernel->warps_per_block; i++) {
        uint32_t slot = lowest_warp(free_slots);
        free_slots &= free_slots - 1;
        b->members |= warp_bit(slot);
        s->warp[slot].block = (uint8_t)number;
        s->warp[slot].number = (uint8_t)i;
    }
    s->resident |= b->members;
    s->app = m->app;
    gto_add_block(&s->gto, b->members);
    for (uint64_t todo = b->members; todo; todo &= todo - 1) {
        warp_fetch(s, lowest_warp(todo), cycle);
        warp_end_if_done(s, lowest_warp(todo));
    }
}

/* D: one block per cycle; blocks wait for each other in the order of arrival. */
static void accept_block(gto_sm *s, uint64_t cycle) {
    const block_command *m = link_peek(s->from_dispatcher);
    if (!m || s->no_room)
        return;
    sm_resources needs = sm_block_needs(&s->context.config->chip, m->kernel);
    s->no_room = !sm_take(&s->free, &needs);
    if (s->no_room)
        return;
    start_block(s, m, &needs, cycle);
    link_pop(s->from_dispatcher);
}

static void retire_blocks(gto_sm *s) {
    while (s->done_blocks) {
        uint32_t number = lowest_warp(s->done_blocks);
        block_slot *b = &s->block[number];
        block_report *m = link_push(s->to_dispatcher);
        if (!m)
            return;
        *m = (block_report){
            .kind = BLOCK_DONE, .block = b->block, .sm = s->context.number, .asid = b->asid, .app = b->app};
        sm_give_back(&s->free, &b->needs);
        s->resident &= ~b->members;
        gto_remove_block(&s->gto, b->members);
        block_close(b->stream);
        b->stream = NULL;
        s->no_room = false;
        s->done_blocks &= s->done_blocks - 1;
    }
}

/* ---- one cycle ---- */

static void commit_fixed_latency(gto_sm *s, uint64_t cycle) {
    wheel_event e;
    while (wheel_take(&s->wheel, cycle, &e)) {
        if (e.branch)
            s->branching &= ~warp_bit(e.inst.warp);
        warp_commit(s, &e.inst, cycle);
    }
}

static void commit_accesses(gto_sm *s, uint64_t cycle) {
    lsu_event e;
    while (lsu_take_event(s->lsu, &e)) {
        s->warp[e.inst.warp].mem_inflight--;
        warp_commit(s, &e.inst, cycle);
    }
}

/* Warps times cycles since the last tick; nothing has changed in between. */
static void count_stalls(gto_sm *s, uint64_t cycle) {
    s->stats[s->app].stall_tlb_cycles += s->tlb_stalled * (cycle - s->counted_to);
    s->counted_to = cycle;
}

static uint64_t earlier(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t next_tick(const gto_sm *s, uint64_t cycle) {
    uint64_t next = issue_next(s, cycle);
    if (next == cycle + 1)
        return next; /* the usual case, and nothing is earlier */
    /* A block without instructions is over on arrival. */
    if (s->done_blocks && link_can_push(s->to_dispatcher))
        return cycle + 1;
    return earlier(next, earlier(lsu_next(s->lsu, cycle), wheel_next(&s->wheel, cycle)));
}

static uint64_t sm_tick(void *self, uint64_t cycle) {
    gto_sm *s = self;
    count_stalls(s, cycle);
    commit_fixed_latency(s, cycle);
    lsu_tick(s->lsu, cycle);
    commit_accesses(s, cycle);
    issue_cycle(s, cycle);
    retire_blocks(s);
    accept_block(s, cycle);
    s->tlb_stalled = (uint32_t)__builtin_popcountll(lsu_tlb_waiting(s->lsu) & s->fetched & s->hazard);
    return next_tick(s, cycle);
}

/* ---- life ---- */

static uint32_t max32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

gto_sm *gto_sm_new(engine *e, int domain, const gpu_config *config, uint32_t number, oracle *check,
                   const observer *watch) {
    const chip_config *chip = &config->chip;
    gto_sm *s = alloc_zeroed(1, sizeof(*s));
    uint32_t longest = max32(max32(chip->sm.alu_latency, chip->sm.sfu_latency),
                             max32(chip->sm.const_latency, chip->sm.shared_latency + SHARED_MAX_PASSES));
    char name[16];

    (void)snprintf(name, sizeof(name), "sm%u", number);
    s->context = (lsu_context){.engine = e,
                               .component = engine_add_component(e, name, domain, sm_tick, s),
                               .number = number,
                               .config = config,
                               .oracle = check,
                               .watch = watch,
                               .stats = s->stats};
    s->domain = domain;
    s->ports = chip->sm.issue_width < GTO_MAX_PORTS ? chip->sm.issue_width : GTO_MAX_PORTS;
    s->free = sm_capacity(chip);
    wheel_init(&s->wheel, longest, s->ports);
    s->lsu = lsu_new(&s->context, &lsu_policy_gto);
    return s;
}

void gto_sm_free(gto_sm *s) {
    if (!s)
        return;
    for (uint32_t i = 0; i < SM_BLOCKS; i++)
        if (s->block[i].stream)
            block_close(s->block[i].stream);
    wheel_destroy(&s->wheel);
    lsu_free(s->lsu);
    free(s);
}

int gto_sm_component(const gto_sm *s) {
    return s->context.component;
}

void gto_sm_attach_dispatcher(gto_sm *s, engine_link *in, engine_link *out) {
    s->from_dispatcher = in;
    s->to_dispatcher = out;
}

void gto_sm_attach_tlb(gto_sm *s, engine_link *to, engine_link *from) {
    lsu_attach_tlb(s->lsu, to, from);
}

void gto_sm_attach_memory(gto_sm *s, engine_link *to, engine_link *from) {
    lsu_attach_memory(s->lsu, to, from);
}

const app_stats *gto_sm_stats(gto_sm *s) {
    count_stalls(s, engine_cycle(s->context.engine, s->domain));
    return s->stats;
}

bool gto_sm_idle(const gto_sm *s) {
    return s->resident == 0 && lsu_empty(s->lsu);
}

void gto_sm_flush_tlb(gto_sm *s) {
    lsu_flush_tlb(s->lsu);
}
