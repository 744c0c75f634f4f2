/* SPDX-License-Identifier: Apache-2.0 */
/* Issue: which warps, to which execution units, with which latency. */
#include <string.h>

#include "sm/gto/gto_state.h"
#include "sm/parts/shared_memory.h"

/* The result comes in cycle `when`. */
static void execute_until(gto_sm *s, const inflight_inst *inst, uint64_t when) {
    wheel_event *e = wheel_add(&s->wheel, when);
    e->inst = *inst;
    e->branch = s->warp[inst->warp].inst->op == OP_BRANCH;
    if (e->branch)
        s->branching |= warp_bit(inst->warp);
}

/* `whole` is for units that need addresses. */
static void gto_issue_execute(gto_sm *s, const inflight_inst *inst, const warp_inst *whole, uint64_t cycle) {
    const chip_config *chip = &s->context.config->chip;
    warp_slot *w = &s->warp[inst->warp];
    const block_slot *b = &s->block[w->block];
    uint32_t passes;

    switch ((exec_unit)w->unit) {
    case EXEC_SFU:
        s->sfu_free = cycle + chip->sm.sfu_interval;
        execute_until(s, inst, cycle + chip->sm.sfu_latency);
        break;
    case EXEC_SHARED:
        passes = shared_memory_passes(whole);
        s->shared_free = cycle + passes;
        execute_until(s, inst, cycle + chip->sm.shared_latency + passes - 1);
        break;
    case EXEC_CONST:
        execute_until(s, inst, cycle + chip->sm.const_latency);
        break;
    case EXEC_LDST:
        w->mem_inflight++;
        lsu_issue(s->lsu, whole, inst, false);
        break;
    case EXEC_CONTROL:
        if (w->inst->op == OP_BARRIER) {
            s->at_barrier |= warp_bit(inst->warp);
            warp_release_barrier(s, b);
        }
        break;
    case EXEC_ALU:
    case EXEC_UNITS:
        execute_until(s, inst, cycle + chip->sm.alu_latency);
        break;
    }
}

/* Does anybody look at more of the warp's next instruction than what is static, and the lanes? */
static bool needs_whole(const gto_sm *s, const warp_slot *w) {
    return w->unit == EXEC_LDST || w->unit == EXEC_SHARED || s->values || watches_insts(s);
}

static void gto_issue_issue(gto_sm *s, uint32_t slot, uint64_t cycle) {
    warp_slot *w = &s->warp[slot];
    const block_slot *b = &s->block[w->block];
    const static_inst *same = w->inst;
    bool over = w->unit == EXEC_CONTROL;
    warp_inst whole;
    inflight_inst inst = {.uid = w->uid,
                          .warp = (uint8_t)slot,
                          .app = b->app,
                          .asid = b->asid,
                          .lanes = (uint8_t)__builtin_popcount(w->mask),
                          .ndst = same->ndst};
    memcpy(inst.dst, same->dst, sizeof(inst.dst));
    block_prefetch(b->stream, w->number); /* for warp_fetch() below */

    engine_event(s->context.engine, s->context.component, SM_EVENT_ISSUE, slot, same->pc);
    if (needs_whole(s, w))
        block_inst(b->stream, w->number, &whole);
    watch_inst(s, cycle, slot, w->uid, STAGE_ISSUE, &whole);
    if (s->values)
        gto_values_issue(s->values, slot, w->block, &whole, b->app);
    w->inflight++;
    reg_set_add(&w->pending, inst.dst, inst.ndst);
    gto_issue_execute(s, &inst, &whole, cycle);
    warp_fetch(s, slot, cycle);
    if (over)
        warp_commit(s, &inst, cycle);
}

/* Of these warps, the ones whose unit can take their instruction in this cycle. */
static uint64_t with_free_unit(const gto_sm *s, uint64_t warps, uint64_t cycle) {
    if (cycle < s->sfu_free)
        warps &= ~s->unit[EXEC_SFU];
    if (cycle < s->shared_free)
        warps &= ~s->unit[EXEC_SHARED];
    if (!lsu_accepts(s->lsu))
        warps &= ~s->unit[EXEC_LDST];
    return warps;
}

void issue_cycle(gto_sm *s, uint64_t cycle) {
    /* What this cycle's instructions bring about (a barrier opening, the next
     * instruction of a warp) counts from the next cycle on. */
    uint64_t ready = ready_warps(s);
    for (uint32_t port = 0; port < s->ports && ready; port++) {
        uint64_t pick = gto_pick(&s->gto, port, with_free_unit(s, ready, cycle));
        ready &= ~pick;
        if (pick)
            gto_issue_issue(s, lowest_warp(pick), cycle);
    }
}

uint64_t issue_next(const gto_sm *s, uint64_t cycle) {
    uint64_t ready = ready_warps(s);
    uint64_t next = GMMU_NEVER;
    if (with_free_unit(s, ready, cycle + 1))
        return cycle + 1;
    if (ready & s->unit[EXEC_SFU])
        next = s->sfu_free;
    if ((ready & s->unit[EXEC_SHARED]) && s->shared_free < next)
        next = s->shared_free;
    return next;
}
