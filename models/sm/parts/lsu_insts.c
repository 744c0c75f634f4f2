/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/lsu_insts.h"

#include <assert.h>

/* ---- life ---- */

void lsu_insts_init(lsu *l) {
    const sm_config *sm = &l->sm.config->chip.sm;
    lsu_insts *s = &l->insts;
    s->queue = s->passed = s->faulted = s->done = INDEX_LIST_EMPTY;
    for (uint32_t w = 0; w < GMMU_SM_WARPS; w++)
        s->warp[w] = INDEX_LIST_EMPTY;
    index_stack_fill(&s->free_op, s->op_next, sm->lsu_insts);
    index_stack_fill(&s->free_line, s->line_next, sm->lsu_lines);
}

/* ---- order of a warp ---- */

static void lsu_insts_enqueue(lsu_insts *s, uint32_t number) {
    s->queued++;
    index_list_push(&s->queue, s->op_next, number);
}

/* Instructions that are not interchangeable: those with a store or an atomic. */
static bool lsu_insts_ordered(const mem_inst *a, const mem_inst *b) {
    return a->class != OP_LOAD || b->class != OP_LOAD;
}

static uint64_t line_marks(const coalesced_access *access) {
    uint64_t marks = 0;
    for (uint32_t i = 0; i < access->lines; i++)
        marks |= UINT64_C(1) << access->line[i] % 64;
    return marks;
}

static bool share_a_line(const mem_inst *a, const mem_inst *b) {
    if ((a->line_marks & b->line_marks) == 0)
        return false;
    for (uint32_t m = 0; m < a->access.lines; m++)
        for (uint32_t n = 0; n < b->access.lines; n++)
            if (a->access.line[m] == b->access.line[n])
                return true;
    return false;
}

/* Is the first older than the second, in program order of their warp? Sequence numbers wrap. */
static bool older_seq(uint16_t first, uint16_t second) {
    return (int16_t)(first - second) < 0;
}

/* Is it younger than a FAULTED one of its warp that it must not overtake? */
static bool behind_a_fault(const lsu_insts *s, const mem_inst *op) {
    const uint32_t warp = op->inst.warp;
    const bool load = op->class == OP_LOAD;
    const uint16_t oldest = load ? s->stopped_write_seq[warp] : s->stopped_seq[warp];
    return ((load ? s->stopped_writes : s->stopped) >> warp & 1) && older_seq(oldest, op->inst.seq);
}

/* Is there an older one of its warp that it must not overtake? Any, or one that shares a line. */
static bool has_older(const lsu_insts *s, uint32_t number, bool any) {
    const mem_inst *op = &s->op[number];
    if (behind_a_fault(s, op))
        return true;
    for (uint32_t i = s->warp[op->inst.warp].head; i != number; i = s->warp_next[i])
        if (lsu_insts_ordered(&s->op[i], op) && (any || share_a_line(&s->op[i], op)))
            return true;
    return false;
}

/* Has its look-up to wait? It must see the data of an older one with a line of its own, or leave them alone.
 */
static bool must_park(const lsu *l, uint32_t number) {
    return has_older(&l->insts, number, l->serial);
}

/* Has it to wait to be CHECKED? */
static bool must_wait(const lsu *l, uint32_t number) {
    return l->in_order && has_older(&l->insts, number, true);
}

/* It looks up although it will have to wait, and keeps its line requests meanwhile; false: they are too many.
 * As many as one instruction can need are left to those that wait for nobody, so that these go on. */
static bool go_ahead(lsu *l, uint32_t number) {
    mem_inst *op = &l->insts.op[number];
    const uint32_t lines = l->insts.ahead_lines + op->access.lines;
    if (lines > l->sm.config->chip.sm.lsu_lines - COALESCER_MAX_LINES)
        return false;
    l->insts.ahead_lines = lines;
    op->ahead = true;
    return true;
}

/* It is CHECKED, or drops. */
static void leave_ahead(lsu_insts *s, mem_inst *op) {
    s->ahead_lines -= op->ahead ? op->access.lines : 0;
    op->ahead = false;
}

static void enqueue_or_park(lsu *l, uint32_t number) {
    const bool park = must_park(l, number) || (must_wait(l, number) && !go_ahead(l, number));
    l->insts.op[number].state = park ? MEM_PARKED : MEM_QUEUED;
    if (!park)
        lsu_insts_enqueue(&l->insts, number);
}

static void pass_or_wait(lsu *l, uint32_t number) {
    const bool wait = must_wait(l, number);
    l->insts.op[number].state = wait ? MEM_ANSWERED : MEM_PASSED;
    if (!wait)
        index_list_push(&l->insts.passed, l->insts.op_next, number);
}

/* Those of the warp that have not to wait any more. */
static void go_on(lsu *l, uint32_t warp) {
    lsu_insts *s = &l->insts;
    for (uint32_t i = s->warp[warp].head; i != INDEX_NONE; i = s->warp_next[i]) {
        if (s->op[i].state == MEM_PARKED)
            enqueue_or_park(l, i);
        else if (s->op[i].state == MEM_ANSWERED)
            pass_or_wait(l, i);
    }
}

/* ---- an instruction begins ---- */

bool lsu_accepts(const lsu *l) {
    return l->insts.queued < l->sm.config->chip.sm.lsu_queue && l->insts.free_op != INDEX_NONE;
}

bool lsu_port_held(const lsu *l) {
    return l1_tlb_blocked(&l->translate.tlb) && !lsu_accepts(l);
}

/* It cannot fault any more. */
static void lsu_insts_count(const lsu *l, const mem_inst *op) {
    app_stats *stats = &l->sm.stats[op->inst.app];
    stats->mem_instructions++;
    stats->mem_transactions += op->access.lines;
}

void lsu_issue(lsu *l, const warp_inst *access, const inflight_inst *inst, bool faults) {
    lsu_insts *s = &l->insts;
    assert(s->free_op != INDEX_NONE && inst->warp < GMMU_SM_WARPS);
    const uint32_t number = index_stack_pop(&s->free_op, s->op_next);
    mem_inst *op = &s->op[number];
    s->ops++;

    op->inst = *inst;
    coalesce(access, l->translate.tlb.request_bits, &op->access);
    if (l->cache.tags.sectors)
        coalesce_sectors(access, l->sm.config->chip.l2.sector_bytes, &op->access);
    op->missing = 0;
    op->held = INDEX_LIST_EMPTY;
    op->looked_up = op->requests = op->tlb_waiting = 0;
    op->unanswered = op->unfinished = op->access.lines;
    op->class = access->op;
    op->stage = STAGE_ISSUE;
    op->fault = false;
    op->inject = faults;
    op->ahead = false;

    if (l->policy.last_check) {
        op->line_marks = line_marks(&op->access);
        index_list_push(&s->warp[inst->warp], s->warp_next, number);
        enqueue_or_park(l, number);
    } else {
        op->state = MEM_CHECKED;
        lsu_insts_enqueue(s, number);
        lsu_insts_count(l, op);
    }
}

/* ---- lines, and the end of an instruction ---- */

static void free_if_gone(lsu_insts *s, uint32_t number) {
    mem_inst *op = &s->op[number];
    if (op->state != MEM_DROPPED || op->requests)
        return;
    op->state = MEM_FREE;
    index_stack_push(&s->free_op, s->op_next, number);
    s->ops--;
}

/* It is in no list of op_next any more. */
static void lsu_insts_drop(lsu *l, uint32_t number) {
    lsu_insts *s = &l->insts;
    mem_inst *op = &s->op[number];
    const uint32_t warp = op->inst.warp;
    leave_ahead(s, op);
    op->state = MEM_DROPPED;
    op->missing = 0;
    s->tlb_waiting[warp] -= op->tlb_waiting;
    if (s->tlb_waiting[warp] == 0)
        s->tlb_waiting_warps &= ~(UINT64_C(1) << warp);
    op->requests++; /* keeps it until its last line has been freed here */
    while (!index_list_empty(&op->held))
        lsu_free_line(l, index_list_pop(&op->held, s->line_next));
    op->requests--;
    free_if_gone(s, number);
    l->translate.stalled = l->cache.stalled = false;
}

void lsu_line_waits(lsu *l, mem_inst *op) {
    op->tlb_waiting++;
    l->insts.tlb_waiting[op->inst.warp]++;
    l->insts.tlb_waiting_warps |= UINT64_C(1) << op->inst.warp;
}

void lsu_line_waits_no_more(lsu *l, mem_inst *op) {
    op->tlb_waiting--;
    if (--l->insts.tlb_waiting[op->inst.warp] == 0)
        l->insts.tlb_waiting_warps &= ~(UINT64_C(1) << op->inst.warp);
}

void lsu_line_answered(lsu *l, mem_inst *op) {
    lsu_insts *s = &l->insts;
    if (--op->unanswered)
        return;
    const uint32_t number = (uint32_t)(op - s->op);
    if (!op->fault) {
        pass_or_wait(l, number);
        return;
    }
    op->state = MEM_FAULTED;
    index_list_push(&s->faulted, s->op_next, number);
}

void lsu_line_missing(lsu *l, uint32_t i) {
    mem_inst *op = line_inst(l, i);
    op->fault = true;
    op->missing |= UINT64_C(1) << l->insts.line[i].index;
    lsu_line_answered(l, op);
    lsu_free_line(l, i);
}

void lsu_free_line(lsu *l, uint32_t i) {
    lsu_insts *s = &l->insts;
    const uint32_t number = s->line[i].op;
    lsu_keep_no_mshr(l, i);
    index_stack_push(&s->free_line, s->line_next, i);
    s->op[number].requests--;
    free_if_gone(s, number);
}

void lsu_finish_line(lsu *l, uint32_t i) {
    lsu_insts *s = &l->insts;
    const uint32_t number = s->line[i].op;
    mem_inst *op = &s->op[number];
    if (op->state != MEM_DROPPED && --op->unfinished == 0 && op->state == MEM_CHECKED)
        index_list_push(&s->done, s->op_next, number);
    lsu_free_line(l, i);
}

/* Takes it out of the list that it is in by its state. */
static void leave_list(lsu_insts *s, uint32_t number) {
    const uint32_t state = s->op[number].state;
    s->queued -= state == MEM_QUEUED;
    if (state == MEM_QUEUED)
        index_list_remove(&s->queue, s->op_next, number);
    else if (state == MEM_PASSED)
        index_list_remove(&s->passed, s->op_next, number);
    else if (state == MEM_FAULTED)
        index_list_remove(&s->faulted, s->op_next, number);
}

void lsu_squash(lsu *l, uint32_t warp) {
    lsu_insts *s = &l->insts;
    uint32_t number;
    while ((number = index_list_pop(&s->warp[warp], s->warp_next)) != INDEX_NONE) {
        leave_list(s, number);
        lsu_insts_drop(l, number);
    }
    s->stopped &= ~(UINT64_C(1) << warp);
    s->stopped_writes &= s->stopped;
}

/* ---- events ---- */

static lsu_event *add_event(lsu_insts *s, lsu_event_kind kind) {
    assert(s->events < LSU_EVENTS);
    lsu_event *e = &s->event[s->events++];
    e->kind = kind;
    return e;
}

bool lsu_take_event(lsu *l, lsu_event *event) {
    if (l->insts.events_taken == l->insts.events)
        return false;
    *event = l->insts.event[l->insts.events_taken++];
    return true;
}

void lsu_resolved(lsu *l, uint16_t asid, uint64_t vpn, uint32_t pages) {
    lsu_event *e = add_event(&l->insts, LSU_RESOLVED);
    e->asid = asid;
    e->first_vpn = vpn;
    e->page_count = pages;
    for (uint32_t i = 0; i < LSU_OPS; i++) {
        mem_inst *op = &l->insts.op[i];
        for (uint64_t todo = op->inst.asid == asid ? op->missing : 0; todo; todo &= todo - 1) {
            uint32_t line = (uint32_t)__builtin_ctzll(todo);
            if (op->access.line[line] / LINES_PER_PAGE - vpn < pages)
                op->missing &= ~(UINT64_C(1) << line);
        }
    }
}

static void done_event(lsu *l) {
    lsu_insts *s = &l->insts;
    const uint32_t number = index_list_pop(&s->done, s->op_next);
    mem_inst *op = &s->op[number];
    add_event(s, LSU_DONE)->inst = op->inst;
    engine_event(l->sm.engine, l->sm.component, SM_EVENT_MEM_DONE, op->inst.uid, op->inst.warp);
    op->state = MEM_DROPPED;
    free_if_gone(s, number);
}

/* From now on it cannot fault, and a store or an atomic may take effect. */
static void checked_event(lsu *l) {
    lsu_insts *s = &l->insts;
    const uint32_t number = index_list_pop(&s->passed, s->op_next);
    mem_inst *op = &s->op[number];
    add_event(s, LSU_CHECKED)->inst = op->inst;
    lsu_insts_count(l, op);
    leave_ahead(s, op);
    op->state = MEM_CHECKED;
    index_list_remove(&s->warp[op->inst.warp], s->warp_next, number);
    go_on(l, op->inst.warp);
    while (!index_list_empty(&op->held))
        index_list_push(&l->cache.to_l2, s->line_next, index_list_pop(&op->held, s->line_next));
    if (op->unfinished == 0)
        index_list_push(&s->done, s->op_next, number);
}

/* Lists the distinct pages that the instruction misses. */
static void list_pages(lsu *l, const mem_inst *op, lsu_event *e) {
    lsu_insts *s = &l->insts;
    e->pages = s->pages;
    e->page_count = 0;
    for (uint64_t todo = op->missing; todo; todo &= todo - 1) {
        uint64_t vpn = op->access.line[__builtin_ctzll(todo)] / LINES_PER_PAGE;
        uint32_t i = 0;
        while (i < e->page_count && (s->pages[i] ^ vpn) >> l->page_shift != 0)
            i++;
        if (i == e->page_count)
            s->pages[e->page_count++] = vpn;
    }
}

/* Of the FAULTED instructions of a warp, the oldest one counts. */
static void stop_at(uint64_t *warps, uint16_t *oldest, const inflight_inst *inst) {
    const uint64_t warp = UINT64_C(1) << inst->warp;
    if ((*warps & warp) == 0 || older_seq(inst->seq, oldest[inst->warp]))
        oldest[inst->warp] = inst->seq;
    *warps |= warp;
}

static void faulted_event(lsu *l) {
    lsu_insts *s = &l->insts;
    const uint32_t number = index_list_pop(&s->faulted, s->op_next);
    mem_inst *op = &s->op[number];
    lsu_event *e = add_event(s, LSU_FAULTED);
    e->inst = op->inst;
    list_pages(l, op, e);
    stop_at(&s->stopped, s->stopped_seq, &op->inst);
    if (op->class != OP_LOAD)
        stop_at(&s->stopped_writes, s->stopped_write_seq, &op->inst);
    index_list_remove(&s->warp[op->inst.warp], s->warp_next, number);
    lsu_insts_drop(l, number);
}

/* DONE goes before CHECKED: of one instruction they come in different cycles. */
void lsu_insts_events(lsu *l) {
    lsu_insts *s = &l->insts;
    while (!index_list_empty(&s->done)) {
        done_event(l);
        if (l->policy.last_check)
            break;
    }
    if (!index_list_empty(&s->passed))
        checked_event(l);
    if (!index_list_empty(&s->faulted))
        faulted_event(l);
}
