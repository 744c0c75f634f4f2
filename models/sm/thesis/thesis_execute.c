/* SPDX-License-Identifier: Apache-2.0 */
/* From operand read to commit. */
#include <assert.h>

#include "sm/parts/shared_memory.h"
#include "sm/thesis/thesis_state.h"

/* ---- execute ---- */

/* Cycles of E. */
static uint32_t latency_of(const thesis_sm *c, const thesis_inst *i) {
    const chip_config *chip = c->chip;
    switch ((exec_unit)i->unit) {
    case EXEC_SFU:
        return chip->sm.sfu_latency;
    case EXEC_LDST:
        return chip->sm.shared_latency + shared_memory_passes(&i->inst) - 1;
    case EXEC_CONTROL:
        return i->inst.op == OP_BRANCH ? chip->sm.alu_latency : 1;
    case EXEC_MATH:
    default:
        return i->inst.space == SPACE_CONST && i->inst.mask ? chip->sm.const_latency : chip->sm.alu_latency;
    }
}

static void wheel_put(thesis_sm *c, const thesis_warp *w, uint32_t place, uint64_t when) {
    wheel_event *e = wheel_add(&c->wheel, when);
    e->inst = (inflight_inst){.uid = w->window[place].uid, .warp = w->slot};
    e->place = (uint8_t)place;
}

/* For the observer only: the stage begins in the cycle after the last one of operand read. */
void thesis_execute_starts(thesis_sm *c, uint64_t cycle) {
    for (uint32_t n = 0; n < c->started; n++) {
        const thesis_read *s = &c->starts[n];
        thesis_watch(c, cycle, s->slot, c->warp[s->slot]->window[s->place].uid, STAGE_EXECUTE, NULL);
    }
    c->started = 0;
}

static void access_global(thesis_sm *c, thesis_warp *w, uint32_t place) {
    const thesis_inst *i = &w->window[place];
    const inflight_inst inst = {.uid = i->uid,
                                .warp = w->slot,
                                .app = w->block->app,
                                .asid = w->block->asid,
                                .seq = (uint16_t)i->seq,
                                .system = w->system};
    /* Ahead of a faulted one in the load/store unit it would take effect before that one's replay. */
    if (w->stopped && must_not_overtake(w, place))
        w->waiting |= bit64(place);
    else
        lsu_issue(c->lsu, &i->inst, &inst, i->faults);
}

static void thesis_execute_execute(thesis_sm *c, thesis_warp *w, uint32_t place, uint64_t cycle) {
    thesis_inst *i = &w->window[place];
    const bool global = w->global & bit64(place);
    w->reading &= ~bit64(place);
    if (c->watch) {
        assert(c->started < THESIS_READERS);
        c->starts[c->started++] = (thesis_read){.slot = w->slot, .place = (uint8_t)place};
    }
    if (global) {
        access_global(c, w, place);
        return;
    }
    if (w->block->shared)
        i->result = i->unit == EXEC_LDST ? value_access(w->block->shared, &i->inst, i->sources)
                                         : value_result(&i->inst, i->sources);
    /* A barrier's one cycle of E is its arrival; it commits after the last warp's. */
    wheel_put(c, w, place, cycle + (i->inst.op == OP_BARRIER ? 1 : latency_of(c, i) + 1));
}

/* ---- operand read ---- */

/* An instruction that came out of the replay queue as another one has other values. */
static uint64_t sources_of(const thesis_warp *w, const thesis_inst *i) {
    return value_sources(&w->regs, &i->inst) ^ i->unlike;
}

static void read_registers(thesis_sm *c, thesis_warp *w, uint32_t place) {
    thesis_inst *i = &w->window[place];
    const bool global = w->global & bit64(place);
    if (w->block->shared)
        i->sources = sources_of(w, i);
    if (global && c->logs)
        log_write(&c->units, w->slot, (uint16_t)i->seq, i->inst.op != OP_LOAD, i->sources);
    /* Under the replay queue alone an access may have to read its sources again. */
    if (!global || c->scheme != SCHEME_REPLAY)
        window_release_sources(w, place);
}

/*
 * A replayed access takes its operands from the operand log: asked for in step 0 (the second
 * of a store or an atomic in step 1), addressed in the RAM a cycle later, there at the end
 * of the cycle after that. True when all are there.
 */
static bool read_log(thesis_sm *c, thesis_warp *w, thesis_read *r, uint64_t cycle) {
    thesis_inst *i = &w->window[r->place];
    const bool two = i->inst.op != OP_LOAD;
    const uint8_t step = r->step++;
    r->cycle = cycle + 1;
    if (step == 0) {
        log_ask(&c->units, w->slot, (uint16_t)i->seq, 0);
    } else if (step <= (two ? 2 : 1)) {
        const operand_log_out *pins = log_pins(&c->units, cycle);
        const uint64_t part = pins->ram_re ? c->units.ram[pins->ram_raddr] : 0;
        if (!pins->a_hit) { /* never logged: it reads the registers */
            if (w->block->shared)
                i->sources = sources_of(w, i);
        } else if (step == 1) {
            i->sources = part ^ i->unlike;
        } else if (part != log_second_part(i->sources ^ i->unlike)) {
            i->sources ^= part; /* not its operand: whatever comes of it is wrong */
        }
        if (step == 1 && two)
            log_ask(&c->units, w->slot, (uint16_t)i->seq, 1);
    }
    return step == (two ? 3 : 2);
}

void thesis_operand_read_begins(thesis_sm *c, thesis_read r) {
    assert(c->reads < THESIS_READERS);
    c->read[c->reads++] = r;
}

void thesis_operand_read_cycle(thesis_sm *c, uint64_t cycle) {
    uint32_t left = 0;
    for (uint32_t n = 0; n < c->reads; n++) {
        thesis_read r = c->read[n];
        thesis_warp *w = c->warp[r.slot];
        bool all = r.cycle == cycle;
        if (all) {
            if (r.step == 0)
                thesis_watch(c, cycle, r.slot, w->window[r.place].uid, STAGE_OPREAD, NULL);
            if (r.from_log)
                all = read_log(c, w, &r, cycle);
            else
                read_registers(c, w, r.place);
            thesis_touch(c, w);
            thesis_busy(c);
        }
        if (all)
            thesis_execute_execute(c, w, r.place, cycle);
        else
            c->read[left++] = r;
    }
    c->reads = left;
}

/* ---- commit ---- */

static void thesis_execute_commit(thesis_sm *c, thesis_warp *w, uint32_t place, uint64_t cycle) {
    const thesis_inst *i = &w->window[place];
    const uint64_t bit = bit64(place);
    app_stats *stats = &c->stats[w->block->app];
    stats->instructions++;
    stats->thread_instructions += (uint32_t)__builtin_popcount(i->inst.mask);
    if (w->block->shared)
        value_write(&w->regs, &i->inst, i->result);
    if ((w->global & bit) && w->gate == i->seq)
        gate_committed(&c->units, w->slot);
    if (w->held & bit)
        queue_committed(&c->units, w->slot, (uint16_t)i->seq);
    if (i->unit == EXEC_CONTROL)
        w->behind_control = false;
    thesis_watch(c, cycle, w->slot, i->uid, STAGE_COMMIT, NULL);
    window_remove(w, place);
    window_decode(w);
    update_fetchable(c, w);
    thesis_end_warp(c, w, cycle);
}

void thesis_complete(thesis_sm *c, thesis_warp *w, uint32_t place, uint64_t cycle) {
    thesis_touch(c, w);
    thesis_busy(c);
    if (!c->commit_in_order) {
        thesis_execute_commit(c, w, place, cycle);
        return;
    }
    w->finished |= bit64(place);
    while (w->finished & bit64(place_of(w->head)))
        thesis_execute_commit(c, w, place_of(w->head), cycle);
}

/* The first event of a barrier is its arrival, the second one its end. */
static bool thesis_execute_arrives(thesis_sm *c, thesis_warp *w, uint32_t place, uint64_t cycle) {
    if (w->window[place].inst.op != OP_BARRIER)
        return false;
    w->at_barrier = !w->at_barrier;
    if (!w->at_barrier)
        return false;
    w->block->arrived++;
    open_barrier(c, w->block, cycle);
    thesis_busy(c);
    return true;
}

void thesis_complete_cycle(thesis_sm *c, uint64_t cycle) {
    wheel_event e;
    while (wheel_take(&c->wheel, cycle, &e)) {
        thesis_warp *w = c->warp[e.inst.warp];
        if (!thesis_execute_arrives(c, w, e.place, cycle))
            thesis_complete(c, w, e.place, cycle);
    }
}

void access_checked(thesis_sm *c, thesis_warp *w, uint32_t place) {
    thesis_inst *i = &w->window[place];
    const uint64_t bit = bit64(place);
    w->unchecked &= ~bit;
    if (w->block->shared)
        i->result = value_access(c->values[w->block->app], &i->inst, i->sources);
    if (w->unread & bit)
        window_release_sources(w, place);
    if (w->gate == i->seq)
        gate_checked(&c->units, w->slot);
    if (w->held & bit)
        queue_checked(&c->units, w->slot, (uint16_t)i->seq);
    if (w->logged & bit) {
        log_checked(&c->units, w->slot, (uint16_t)i->seq);
        w->logged &= ~bit;
    }
    thesis_touch(c, w);
    thesis_busy(c);
}
