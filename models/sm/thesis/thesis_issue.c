/* SPDX-License-Identifier: Apache-2.0 */
/* From fetch to issue: the instructions an SM chooses in a cycle. */
#include "sm/parts/shared_memory.h"
#include "sm/thesis/thesis_state.h"

/* ---- fetch ---- */

/* Is it an access behind which nothing is fetched until it issues (thesis 2.4)? */
static bool stops_fetch(const thesis_sm *c, const thesis_warp *w, uint32_t place) {
    return (c->chip->sm.fetch_stops == FETCH_STOPS_MEMORY ? w->memory : w->global) & bit64(place);
}

/*
 * The next instruction of a warp. warp_gate learns of a global one, and keeps its warp disabled for as long
 * as the scheme wants. It has registers at its output, and takes no fetch of the very cycle in which an
 * access opens it, when the warp is already fetched again (Fig. 6.3): so the warp itself knows what stops it
 * until issue.
 */
static void thesis_issue_fetch(thesis_sm *c, thesis_warp *w, uint64_t cycle) {
    const uint32_t place = window_insert(w);
    thesis_inst *i = &w->window[place];
    if (i->uid == 0)
        i->uid = c->next_uid++;
    issue_queue_enter(c);
    w->behind_access = stops_fetch(c, w, place);
    if (w->global & bit64(place))
        gate_fetched(&c->units, w->slot);
    thesis_watch(c, cycle, w->slot, i->uid, STAGE_FETCH, &i->inst);
    update_fetchable(c, w);
    thesis_touch(c, w);
    thesis_busy(c);
}

/* A line of instructions of a warp: it ends where fetch of the warp stops. */
static void fetch_line(thesis_sm *c, thesis_warp *w, uint64_t cycle) {
    const uint64_t bit = bit64(w->slot);
    for (uint32_t n = 0;
         n < c->chip->sm.fetch_width && (c->fetchable & bit) && c->queued < c->chip->sm.issue_queue; n++)
        thesis_issue_fetch(c, w, cycle);
}

/* D: loose round robin. */
void thesis_fetch_cycle(thesis_sm *c, uint64_t cycle) {
    if (handler_fetch(c, cycle))
        return;
    if (c->fetchable == 0 || c->queued >= c->chip->sm.issue_queue)
        return;
    const uint64_t open = gate_pins(&c->units, cycle)->enable | c->open;
    const uint64_t candidates = c->fetchable & open;
    if (candidates == 0)
        return;
    const uint64_t behind = candidates & ~(UINT64_MAX >> (63 - c->last_fetched));
    c->last_fetched = lowest_bit(behind ? behind : candidates);
    fetch_line(c, c->warp[c->last_fetched], cycle);
}

/* ---- replay ---- */

/* What the replay queue gives back goes to the issue queue even if that is full: else
 * faulted warps could wait for each other. It is executed whether or not the SM knows that it
 * waits: the queue's word is what counts. */
static void take_replayed(thesis_sm *c, const replay_queue_out *pins, uint64_t cycle) {
    thesis_warp *w = c->warp[pins->replay_warp];
    const uint32_t place = place_of(pins->replay_seq);
    const uint64_t bit = bit64(place);
    if (!w)
        return;
    thesis_inst *i = &w->window[place];
    i->unlike =
        (uint64_t)(pins->replay_lanes ^ i->inst.mask) << 32 | (pins->replay_pc ^ (uint32_t)i->inst.pc);
    if (i->seq < w->head)
        w->head = i->seq;
    window_replay(w, place);
    w->waiting &= ~bit;
    w->queued |= bit;
    issue_queue_enter(c);
    if (!pins->replay_memory)
        w->held &= ~bit;
    if (w->waiting == 0)
        faults_replayed(c, w);
    thesis_watch(c, cycle, w->slot, i->uid, STAGE_FETCH, &i->inst);
    update_fetchable(c, w);
    thesis_touch(c, w);
}

void thesis_replay_cycle(thesis_sm *c, uint64_t cycle) {
    if (c->replaying == 0)
        return;
    const replay_queue_out *pins = queue_pins(&c->units, cycle);
    thesis_busy(c); /* also while nothing comes yet: that the entries are ready shows a cycle later */
    if (!pins->replay_valid || (c->stopped & bit64(pins->replay_warp)))
        return;
    queue_take_replay(&c->units);
    take_replayed(c, pins, cycle);
}

/* ---- issue ---- */

/* Units taken in this cycle. */
typedef struct {
    uint32_t math;
    bool control;
} units_taken;

/* Besides a free unit a global access needs a place in the load/store unit, in the replay
 * queue, and in its block's part of the operand log. */
static bool can_access(thesis_sm *c, const ready_inst *r, uint64_t cycle) {
    const thesis_warp *w = c->warp[r->slot];
    const uint64_t bit = bit64(r->place);
    if ((w->global & bit) == 0)
        return true;
    if (!lsu_accepts(c->lsu))
        return false;
    if (c->replays && (w->held & bit) == 0 && !queue_has_room(&c->units, cycle))
        return false;
    if (!c->logs)
        return true;
    const operand_log_out *pins = log_pins(&c->units, cycle);
    if (w->logged & bit)
        return pins->rd_ready;
    const uint32_t room = w->window[r->place].inst.op == OP_LOAD ? pins->room1 : pins->room2;
    return room >> w->block->slot & 1;
}

/* The oldest ready instruction of a unit that can issue, as an index; or its list's count. */
static uint32_t thesis_issue_candidate(thesis_sm *c, exec_unit unit, const units_taken *taken,
                                       uint64_t cycle) {
    const ready_list *list = &c->ready[unit];
    uint32_t i = 0;
    if (list->count == 0)
        return 0;
    switch (unit) {
    case EXEC_MATH:
        return taken->math < c->chip->sm.math_units ? 0 : list->count;
    case EXEC_SFU:
        return cycle >= c->sfu_free ? 0 : list->count;
    case EXEC_CONTROL:
        return taken->control ? list->count : 0;
    case EXEC_LDST:
    default:
        if (cycle < c->ldst_free)
            return list->count;
        while (i < list->count && !can_access(c, &list->inst[i], cycle))
            i++;
        return i;
    }
}

/* A global access enters the replay queue and takes its entries of the operand log, unless
 * it has them; both name it by warp and number. */
static void enter_units(thesis_sm *c, thesis_warp *w, uint32_t place) {
    const thesis_inst *i = &w->window[place];
    const uint64_t bit = bit64(place);
    if (w->gate == i->seq) {
        gate_issued(&c->units, w->slot);
        if (c->units.gate_scheme == WARP_GATE_OFF)
            c->open |= bit64(w->slot);
    }
    if (c->replays && (w->held & bit) == 0) {
        queue_push(&c->units, &(queue_entry){.warp = w->slot,
                                             .seq = (uint16_t)i->seq,
                                             .pc = (uint32_t)i->inst.pc,
                                             .lanes = i->inst.mask,
                                             .memory = true});
        w->held |= bit;
    }
    if (c->logs && (w->logged & bit) == 0) {
        log_alloc(&c->units, w->block->slot, w->slot, (uint16_t)i->seq, i->inst.op == OP_LOAD ? 1 : 3);
        w->logged |= bit;
    }
}

/* Cycles until the load/store unit takes the next instruction. D: the operand log has one
 * write and one read port, so two operands take two cycles, and a replay reads them two
 * cycles later than the register file would give them. */
static uint32_t ldst_interval(const thesis_sm *c, const thesis_warp *w, uint32_t place) {
    const thesis_inst *i = &w->window[place];
    if ((w->global & bit64(place)) == 0)
        return shared_memory_passes(&i->inst);
    if (!c->logs)
        return 1;
    return (i->inst.op == OP_LOAD ? 1U : 2U) + (w->logged & bit64(place) ? 2U : 0U);
}

/* The youngest instruction issues: fetch goes on in the same cycle, if the gate lets it. */
static void goes_on_behind(thesis_sm *c, thesis_warp *w, const thesis_inst *i) {
    if (!w->behind_access || i->seq + 1 != w->next)
        return;
    w->behind_access = false;
    update_fetchable(c, w);
}

static void thesis_issue_issue(thesis_sm *c, exec_unit unit, uint32_t index, units_taken *taken,
                               uint64_t cycle) {
    const ready_inst r = c->ready[unit].inst[index];
    thesis_warp *w = c->warp[r.slot];
    thesis_inst *i = &w->window[r.place];
    const uint64_t bit = bit64(r.place);
    ready_take(c, unit, index);
    w->queued &= ~bit;
    w->reading |= bit;
    issue_queue_leave(c, 1);
    taken->math += unit == EXEC_MATH;
    taken->control = taken->control || unit == EXEC_CONTROL;
    if (unit == EXEC_SFU)
        c->sfu_free = cycle + c->chip->sm.sfu_interval;
    if (unit == EXEC_LDST)
        c->ldst_free = cycle + ldst_interval(c, w, r.place);
    const bool from_log = c->logs && (w->logged & bit);
    if (w->global & bit) {
        i->faults = i->drawn ? i->faults : draw_fault(c, w, i);
        i->drawn = true;
        enter_units(c, w, r.place);
    }
    goes_on_behind(c, w, i);
    thesis_operand_read_begins(
        c, (thesis_read){.cycle = cycle + 1, .slot = r.slot, .place = r.place, .from_log = from_log});
    engine_event(c->engine, c->component, SM_EVENT_ISSUE, r.slot, i->inst.pc);
    thesis_watch(c, cycle, r.slot, i->uid, STAGE_ISSUE, &i->inst);
    thesis_touch(c, w);
    thesis_busy(c);
}

static uint32_t least_of(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* D: oldest first, in the order of fetch; one warp may take all ways. The page fault handler, which others
 * wait for, goes before the programs. */
void thesis_issue_cycle(thesis_sm *c, uint64_t cycle) {
    units_taken taken = {0};
    c->open = 0;
    taken.math = handler_issue(c, least_of(c->chip->sm.issue_width, c->chip->sm.math_units));
    for (uint32_t way = taken.math; way < c->chip->sm.issue_width && c->with_ready; way++) {
        uint64_t oldest = UINT64_MAX;
        uint32_t index = 0;
        exec_unit unit = EXEC_UNITS;
        for (uint32_t u = 0; u < EXEC_UNITS; u++) {
            const uint32_t at = thesis_issue_candidate(c, (exec_unit)u, &taken, cycle);
            if (at < c->ready[u].count && c->ready[u].inst[at].uid < oldest) {
                oldest = c->ready[u].inst[at].uid;
                index = at;
                unit = (exec_unit)u;
            }
        }
        if (unit == EXEC_UNITS)
            return;
        thesis_issue_issue(c, unit, index, &taken, cycle);
    }
}

uint64_t thesis_issue_next(const thesis_sm *c, uint64_t cycle) {
    uint64_t next = GMMU_NEVER;
    if (c->ready[EXEC_SFU].count && c->sfu_free > cycle)
        next = c->sfu_free;
    if (c->ready[EXEC_LDST].count && c->ldst_free > cycle && c->ldst_free < next)
        next = c->ldst_free;
    return next;
}
