/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/thesis/lsu.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "sm/thesis/lsu_state.h"
#include "spec/messages.h"

/* ---- lists of instructions ---- */

static void mem_append(lsu *l, mem_list *list, uint32_t number) {
    l->op[number].next = LSU_NONE;
    if (list->head == LSU_NONE)
        list->head = number;
    else
        l->op[list->tail].next = number;
    list->tail = number;
}

static uint32_t mem_take(const lsu *l, mem_list *list) {
    uint32_t number = list->head;
    list->head = l->op[number].next;
    return number;
}

static void mem_remove(lsu *l, mem_list *list, uint32_t number) {
    uint32_t before = LSU_NONE;
    for (uint32_t i = list->head; i != number; i = l->op[i].next)
        before = i;
    if (before == LSU_NONE)
        list->head = l->op[number].next;
    else
        l->op[before].next = l->op[number].next;
    if (list->tail == number)
        list->tail = before;
}

/* ---- life ---- */

lsu *lsu_new(const lsu_context *context) {
    const gpu_config *config = context->config;
    const chip_config *chip = &config->chip;
    lsu *l = alloc_zeroed(1, sizeof(*l));

    l->sm = *context;
    l->preemptible = scheme_preemptible(config->exceptions.scheme);
    l->tlb_latency = chip->tlb.level[0].latency;
    l->hit_latency = chip->l1.latency > l->tlb_latency ? chip->l1.latency - l->tlb_latency : 0;
    l->fault_cycles = ((uint64_t)config->exceptions.link.allocate_ns * chip->core_mhz + 999) / 1000;
    l1_tlb_init(&l->tlb, config, context->oracle);
    l1_cache_init(&l->cache, chip->l1.bytes, chip->l1.ways, chip->l1.mshrs);
    l->miss = alloc_zeroed(chip->l1.mshrs, sizeof(*l->miss));

    line_list *const lines[] = {&l->delayed, &l->checking, &l->hits, &l->to_l2};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        line_list_clear(lines[i]);
    mem_list *const lists[] = {&l->queue, &l->passed, &l->faulted, &l->done};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        lists[i]->head = LSU_NONE;
    for (uint32_t w = 0; w < GMMU_SM_WARPS; w++)
        l->warp[w].head = LSU_NONE;
    for (uint32_t i = 0; i < LSU_OPS; i++)
        l->op[i].next = i + 1 < LSU_OPS ? i + 1 : LSU_NONE;
    line_pool_init(l->request, LSU_LINES);
    return l;
}

void lsu_free(lsu *l) {
    if (!l)
        return;
    l1_tlb_destroy(&l->tlb);
    l1_cache_destroy(&l->cache);
    free(l->miss);
    free(l->injected);
    free(l);
}

void lsu_attach_tlb(lsu *l, engine_link *to, engine_link *from) {
    l->to_tlb = to;
    l->from_tlb = from;
}

void lsu_attach_memory(lsu *l, engine_link *to, engine_link *from) {
    l->to_memory = to;
    l->from_memory = from;
}

bool lsu_empty(const lsu *l) {
    return l->ops == 0 && l->injected_first == l->injected_end && l->context_asked == l->context_read;
}

void lsu_flush_tlb(lsu *l) {
    l1_tlb_flush(&l->tlb);
    l1_cache_flush(&l->cache);
    for (uint32_t i = 0; i < LSU_LINES; i++)
        l->detail[i].stale = true;
    for (uint32_t i = 0; i < l->cache.mshrs; i++)
        l->miss[i].stale = true;
}

uint64_t lsu_tlb_waiting(const lsu *l) {
    return l->tlb_waiting_warps;
}

void lsu_reach(lsu *l, mem_inst *op, inst_stage stage, uint64_t cycle) {
    const observer *watch = l->sm.watch;
    if (!watch || op->stage >= stage)
        return;
    op->stage = (uint8_t)stage;
    if (watch->inst)
        watch->inst(watch->ctx, cycle, l->sm.number, op->inst.warp, op->inst.uid, stage, NULL);
}

/* ---- an instruction ends ---- */

static void free_if_gone(lsu *l, uint32_t number) {
    mem_inst *op = &l->op[number];
    if (op->state != MEM_DROPPED || op->requests)
        return;
    op->state = MEM_FREE;
    op->next = l->free_op;
    l->free_op = number;
    l->ops--;
}

/* It is in no mem_list any more. */
static void drop(lsu *l, uint32_t number) {
    mem_inst *op = &l->op[number];
    uint32_t warp = op->inst.warp;
    op->state = MEM_DROPPED;
    op->missing = 0;
    l->tlb_waiting[warp] -= op->tlb_waiting;
    if (l->tlb_waiting[warp] == 0)
        l->tlb_waiting_warps &= ~(UINT64_C(1) << warp);
    op->requests++; /* keeps it until its last line has been freed here */
    while (op->held.head != LINE_NONE)
        lsu_free_line(l, line_list_take(l->request, &op->held));
    op->requests--;
    free_if_gone(l, number);
    l->lookup_stalled = l->l2_stalled = false;
}

void lsu_free_line(lsu *l, uint32_t i) {
    uint32_t number = l->request[i].op;
    l->request[i].next = l->free_request;
    l->free_request = i;
    l->op[number].requests--;
    free_if_gone(l, number);
}

void lsu_finish_line(lsu *l, uint32_t i) {
    uint32_t number = l->request[i].op;
    mem_inst *op = &l->op[number];
    if (op->state != MEM_DROPPED && --op->unfinished == 0 && op->state == MEM_CHECKED)
        mem_append(l, &l->done, number);
    lsu_free_line(l, i);
}

/* ---- order of a warp ---- */

static void enqueue(lsu *l, uint32_t number) {
    l->op[number].state = MEM_QUEUED;
    l->queued++;
    mem_append(l, &l->queue, number);
}

/* Instructions that pass their last TLB checks in program order: those with a store or an atomic. */
static bool ordered(const mem_inst *a, const mem_inst *b) {
    return a->class != OP_LOAD || b->class != OP_LOAD;
}

/* Has it to wait for an older one of its warp: one before it in the list, or a faulted one? */
static bool must_park(const lsu *l, uint32_t number) {
    const mem_inst *op = &l->op[number];
    const uint64_t faulted = op->class == OP_LOAD ? l->stopped_writes : l->stopped;
    if (faulted >> op->inst.warp & 1)
        return true;
    for (uint32_t i = l->warp[op->inst.warp].head; i != number; i = l->op[i].warp_next)
        if (ordered(&l->op[i], op))
            return true;
    return false;
}

static void add_to_warp(lsu *l, uint32_t number) {
    mem_list *list = &l->warp[l->op[number].inst.warp];
    l->op[number].warp_next = LSU_NONE;
    if (list->head == LSU_NONE)
        list->head = number;
    else
        l->op[list->tail].warp_next = number;
    list->tail = number;
}

static void remove_from_warp(lsu *l, uint32_t number) {
    mem_list *list = &l->warp[l->op[number].inst.warp];
    uint32_t before = LSU_NONE;
    for (uint32_t i = list->head; i != number; i = l->op[i].warp_next)
        before = i;
    if (before == LSU_NONE)
        list->head = l->op[number].warp_next;
    else
        l->op[before].warp_next = l->op[number].warp_next;
    if (list->tail == number)
        list->tail = before;
}

/* Those of the warp that have not to wait any more. */
static void leave_parking(lsu *l, uint32_t warp) {
    for (uint32_t i = l->warp[warp].head; i != LSU_NONE; i = l->op[i].warp_next)
        if (l->op[i].state == MEM_PARKED && !must_park(l, i))
            enqueue(l, i);
}

bool lsu_accepts(const lsu *l) {
    return l->queued < LSU_QUEUE && l->free_op != LSU_NONE;
}

void lsu_issue(lsu *l, const warp_inst *access, const lsu_inst *inst, bool faults) {
    uint32_t number = l->free_op;
    mem_inst *op = &l->op[number];
    assert(number != LSU_NONE && inst->warp < GMMU_SM_WARPS);
    l->free_op = op->next;
    l->ops++;

    op->inst = *inst;
    coalesce(access, &op->access);
    op->missing = 0;
    line_list_clear(&op->held);
    op->looked_up = op->requests = op->tlb_waiting = 0;
    op->unanswered = op->unfinished = op->access.lines;
    op->class = access->op;
    op->stage = STAGE_ISSUE;
    op->fault = false;
    op->inject = faults;
    op->state = MEM_PARKED;

    add_to_warp(l, number);
    if (!must_park(l, number))
        enqueue(l, number);
}

void lsu_squash(lsu *l, uint32_t warp) {
    while (l->warp[warp].head != LSU_NONE) {
        uint32_t number = l->warp[warp].head;
        uint32_t state = l->op[number].state;
        if (state == MEM_QUEUED) {
            mem_remove(l, &l->queue, number);
            l->queued--;
        } else if (state == MEM_PASSED) {
            mem_remove(l, &l->passed, number);
        } else if (state == MEM_FAULTED) {
            mem_remove(l, &l->faulted, number);
        }
        l->warp[warp].head = l->op[number].warp_next;
        drop(l, number);
    }
    l->stopped &= ~(UINT64_C(1) << warp);
    l->stopped_writes &= l->stopped;
}

/* ---- events ---- */

static lsu_event *add_event(lsu *l, lsu_event_kind kind) {
    assert(l->events < LSU_EVENTS);
    lsu_event *e = &l->event[l->events++];
    *e = (lsu_event){.kind = kind};
    return e;
}

bool lsu_take_event(lsu *l, lsu_event *event) {
    if (l->events_taken == l->events)
        return false;
    *event = l->event[l->events_taken++];
    return true;
}

void lsu_answered(lsu *l, mem_inst *op) {
    if (--op->unanswered)
        return;
    op->state = op->fault ? MEM_FAULTED : MEM_PASSED;
    mem_append(l, op->fault ? &l->faulted : &l->passed, (uint32_t)(op - l->op));
}

void lsu_resolved(lsu *l, uint16_t asid, uint64_t vpn, uint32_t pages) {
    lsu_event *e = add_event(l, LSU_RESOLVED);
    e->asid = asid;
    e->first_vpn = vpn;
    e->page_count = pages;
    for (uint32_t i = 0; i < LSU_OPS; i++) {
        mem_inst *op = &l->op[i];
        for (uint64_t todo = op->inst.asid == asid ? op->missing : 0; todo; todo &= todo - 1) {
            uint32_t line = (uint32_t)__builtin_ctzll(todo);
            if (op->access.line[line] / LINES_PER_PAGE - vpn < pages)
                op->missing &= ~(UINT64_C(1) << line);
        }
    }
}

static void done_event(lsu *l) {
    if (l->done.head == LSU_NONE)
        return;
    uint32_t number = mem_take(l, &l->done);
    mem_inst *op = &l->op[number];
    add_event(l, LSU_DONE)->inst = op->inst;
    engine_event(l->sm.engine, l->sm.component, SM_EVENT_MEM_DONE, op->inst.uid, op->inst.warp);
    op->state = MEM_DROPPED;
    free_if_gone(l, number);
}

/* From now on it cannot fault, and a store or an atomic may take effect. */
static void checked_event(lsu *l) {
    if (l->passed.head == LSU_NONE)
        return;
    uint32_t number = mem_take(l, &l->passed);
    mem_inst *op = &l->op[number];
    app_stats *stats = &l->sm.stats[op->inst.app];
    add_event(l, LSU_CHECKED)->inst = op->inst;
    stats->mem_instructions++;
    stats->mem_transactions += op->access.lines;
    op->state = MEM_CHECKED;
    remove_from_warp(l, number);
    leave_parking(l, op->inst.warp);
    while (op->held.head != LINE_NONE)
        line_list_append(l->request, &l->to_l2, line_list_take(l->request, &op->held));
    if (op->unfinished == 0)
        mem_append(l, &l->done, number);
}

static void faulted_event(lsu *l) {
    if (l->faulted.head == LSU_NONE)
        return;
    uint32_t number = mem_take(l, &l->faulted);
    mem_inst *op = &l->op[number];
    lsu_event *e = add_event(l, LSU_FAULTED);
    e->inst = op->inst;
    e->pages = l->pages;
    for (uint64_t todo = op->missing; todo; todo &= todo - 1) {
        uint64_t vpn = op->access.line[__builtin_ctzll(todo)] / LINES_PER_PAGE;
        uint32_t i = 0;
        while (i < e->page_count && l->pages[i] != vpn)
            i++;
        if (i == e->page_count)
            l->pages[e->page_count++] = vpn;
    }
    l->stopped |= UINT64_C(1) << op->inst.warp;
    l->stopped_writes |= (uint64_t)(op->class != OP_LOAD) << op->inst.warp;
    remove_from_warp(l, number);
    drop(l, number);
}

/* ---- one cycle ---- */

void lsu_tick(lsu *l, uint64_t cycle) {
    l->events = l->events_taken = 0;
    l->port_used = false;
    /* What arrives first. The look-up port is last: what the others free, it can use in the
     * same cycle, so when it stalls it has to wait for the outside. DONE goes before CHECKED:
     * of one instruction they come in different cycles. */
    lsu_receive_line(l);
    lsu_hit_stage(l, cycle);
    lsu_end_injected(l, cycle);
    lsu_receive_translation(l, cycle);
    lsu_check_stage(l, cycle);
    lsu_l2_stage(l, cycle);
    done_event(l);
    checked_event(l);
    faulted_event(l);
    lsu_lookup_stage(l, cycle);
}

static void earlier(uint64_t *next, uint64_t cycle) {
    if (cycle < *next)
        *next = cycle;
}

uint64_t lsu_next(const lsu *l, uint64_t cycle) {
    uint64_t next = GMMU_NEVER;
    bool busy = (l->to_l2.head != LINE_NONE && !l->l2_stalled) ||
                (l->queue.head != LSU_NONE && !l->lookup_stalled) || l->passed.head != LSU_NONE ||
                l->faulted.head != LSU_NONE || l->done.head != LSU_NONE;
    if (busy)
        return cycle + 1;
    if (l->hits.head != LINE_NONE)
        earlier(&next, l->request[l->hits.head].ready);
    if (l->checking.head != LINE_NONE)
        earlier(&next, l->request[l->checking.head].ready);
    if (l->delayed.head != LINE_NONE && !l->lookup_stalled)
        earlier(&next, l->request[l->delayed.head].ready);
    if (l->injected_first != l->injected_end)
        earlier(&next, l->injected[l->injected_first].due);
    return next > cycle ? next : cycle + 1;
}
