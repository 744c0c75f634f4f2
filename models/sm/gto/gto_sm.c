/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/gto/gto_sm.h"

#include <stdio.h>

#include "base/alloc.h"
#include "sm/gto/gto_state.h"
#include "sm/parts/shared_memory.h"

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
static void gto_sm_count_stalls(gto_sm *s, uint64_t cycle) {
    for (uint64_t todo = s->tlb_stalled ? s->apps : 0; todo; todo &= todo - 1) {
        const uint32_t app = (uint32_t)__builtin_ctzll(todo);
        const uint64_t warps = (uint64_t)__builtin_popcountll(s->tlb_stalled & s->of_app[app]);
        s->stats[app].stall_tlb_cycles += warps * (cycle - s->counted_to);
    }
    s->counted_to = cycle;
}

static uint64_t gto_sm_earlier(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t gto_sm_next_tick(const gto_sm *s, uint64_t cycle) {
    uint64_t next = s->paused ? cycle + 1 : issue_next(s, cycle); /* nobody wakes it when it may go on */
    if (next == cycle + 1)
        return next; /* the usual case, and nothing is earlier */
    /* A block without instructions is over on arrival. */
    if (s->done_blocks && link_can_push(s->to_dispatcher))
        return cycle + 1;
    if (s->commanded || s->move.sent < s->move.lines)
        return cycle + 1;
    return gto_sm_earlier(next, gto_sm_earlier(lsu_next(s->lsu, cycle), wheel_next(&s->wheel, cycle)));
}

static uint64_t sm_tick(void *self, uint64_t cycle) {
    gto_sm *s = self;
    gto_sm_count_stalls(s, cycle);
    commit_fixed_latency(s, cycle);
    lsu_tick(s->lsu, cycle);
    commit_accesses(s, cycle);
    issue_cycle(s, cycle);
    if (s->done_blocks)
        gto_retire_blocks(s);
    if (s->stopping || s->move.way != MOVE_NONE)
        gto_move_cycle(s, cycle);
    s->commanded = false;
    if (!s->no_room && engine_input_shows(s->context.engine, s->context.component, s->command_input))
        gto_accept_command(s, cycle);
    s->port_held = lsu_port_held(s->lsu) ? unpaused_warps(s) & s->unit[EXEC_LDST] : 0;
    s->tlb_stalled = lsu_tlb_waiting(s->lsu) & s->fetched & (s->hazard | s->port_held);
    return gto_sm_next_tick(s, cycle);
}

/* ---- life ---- */

static uint32_t gto_sm_max32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

gto_sm *gto_sm_new(engine *e, int domain, const gpu_config *config, uint32_t number, oracle *check,
                   value_memory *const *values, const observer *watch) {
    const chip_config *chip = &config->chip;
    gto_sm *s = alloc_zeroed(1, sizeof(*s));
    uint32_t longest =
        gto_sm_max32(gto_sm_max32(chip->sm.alu_latency, chip->sm.sfu_latency),
                     gto_sm_max32(chip->sm.const_latency, chip->sm.shared_latency + SHARED_MAX_PASSES));
    char name[16];

    (void)snprintf(name, sizeof(name), "sm%u", number);
    s->context = (lsu_context){.engine = e,
                               .component = engine_add_component(e, name, domain, sm_tick, s),
                               .number = number,
                               .config = config,
                               .oracle = check,
                               .watch = watch,
                               .stats = s->stats,
                               .running = &s->running,
                               .held = &s->port_held};
    s->domain = domain;
    s->ports = chip->sm.issue_width < GTO_MAX_PORTS ? chip->sm.issue_width : GTO_MAX_PORTS;
    s->free = sm_capacity(chip);
    wheel_init(&s->wheel, longest, s->ports);
    s->lsu = lsu_new(&s->context, &lsu_policy_gto);
    if (config->check_values && values)
        s->values = gto_values_new(values);
    return s;
}

void gto_sm_free(gto_sm *s) {
    if (!s)
        return;
    for (uint32_t i = 0; i < SM_BLOCKS; i++)
        if (s->block[i].stream)
            block_close(s->block[i].stream);
    saved_lines_free(&s->move.saved);
    wheel_destroy(&s->wheel);
    lsu_free(s->lsu);
    gto_values_free(s->values);
    free(s);
}

int gto_sm_component(const gto_sm *s) {
    return s->context.component;
}

void gto_sm_attach_dispatcher(gto_sm *s, engine_link *in, engine_link *out) {
    s->from_dispatcher = in;
    s->to_dispatcher = out;
    s->command_input = link_input(in);
}

void gto_sm_attach_tlb(gto_sm *s, engine_link *to, engine_link *from) {
    lsu_attach_tlb(s->lsu, to, from);
}

void gto_sm_attach_memory(gto_sm *s, engine_link *to, engine_link *from) {
    lsu_attach_memory(s->lsu, to, from);
}

void gto_sm_attach_data(gto_sm *s, data_oracle *data) {
    lsu_attach_data(s->lsu, data);
}

const app_stats *gto_sm_stats(gto_sm *s) {
    gto_sm_count_stalls(s, engine_cycle(s->context.engine, s->domain));
    return s->stats;
}

uint64_t gto_sm_register_hash(const gto_sm *s, uint32_t app) {
    return s->values ? s->values->hash[app] : 0;
}

const switch_stats *gto_sm_switching(const gto_sm *s) {
    return &s->move.stats;
}

bool gto_sm_idle(const gto_sm *s) {
    return s->resident == 0 && lsu_empty(s->lsu);
}

void gto_sm_flush_tlb(gto_sm *s) {
    lsu_flush_tlb(s->lsu);
}

bool gto_sm_quiet(const gto_sm *s, uint16_t asid) {
    return lsu_quiet(s->lsu, asid);
}

sm_wait gto_sm_waits(const gto_sm *s, uint32_t app, uint16_t asid) {
    const sm_wait access = lsu_waits(s->lsu, asid);
    if (access.what != SM_WAITS_NOT || s->of_app[app] == 0)
        return access;
    return (sm_wait){.what = s->of_app[app] & s->at_barrier ? SM_WAITS_FOR_BARRIER : SM_WAITS_FOR_UNITS};
}

void gto_sm_flush(gto_sm *s) {
    lsu_flush_frames(s->lsu);
}

void gto_sm_pause(gto_sm *s, uint32_t app, bool paused) {
    const uint64_t bit = UINT64_C(1) << app;
    s->paused_apps = paused ? s->paused_apps | bit : s->paused_apps & ~bit;
    s->paused = paused ? s->paused | s->of_app[app] : s->paused & ~s->of_app[app];
}

bool gto_sm_still(const gto_sm *s) {
    return lsu_empty(s->lsu);
}
