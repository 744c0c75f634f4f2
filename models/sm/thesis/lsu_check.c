/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The look-up port and the L1 TLB: one line a cycle looks up the TLB and, at the same
 * time, the L1 cache; l1_tlb_latency later it is answered. A miss is answered when the
 * shared TLB answers.
 *
 * D: one answer of the shared TLB is taken a cycle; it serves all lines that wait for it.
 */
#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "sm/thesis/lsu_state.h"
#include "spec/messages.h"

/* ---- answers ---- */

/* The line can be used: `line` becomes physical. */
static void translated(lsu *l, uint32_t i, uint64_t ppn) {
    line_request *r = &l->request[i];
    const mem_inst *op = line_inst(l, i);
    uint64_t line = line_virtual(l, i);
    (void)oracle_check(l->sm.oracle, op->inst.asid, line / LINES_PER_PAGE, ppn, op->class != OP_LOAD);
    l->sm.stats[op->inst.app].oracle_checks++;
    r->line = ppn * LINES_PER_PAGE + line % LINES_PER_PAGE;
}

static void missing(lsu *l, uint32_t i) {
    mem_inst *op = line_inst(l, i);
    op->fault = true;
    op->missing |= UINT64_C(1) << l->detail[i].index;
    lsu_answered(l, op);
    lsu_free_line(l, i);
}

/* An answer that came late, for a line that waited at an MSHR. */
static void answer_late(lsu *l, uint32_t i, const tlb_reply *reply, uint64_t cycle) {
    mem_inst *op = line_inst(l, i);
    if (op->state == MEM_DROPPED) {
        lsu_free_line(l, i);
        return;
    }
    op->tlb_waiting--;
    if (--l->tlb_waiting[op->inst.warp] == 0)
        l->tlb_waiting_warps &= ~(UINT64_C(1) << op->inst.warp);
    if (reply->kind == TLB_REPLY_FAULT) {
        missing(l, i);
        return;
    }
    translated(l, i, reply->ppn);
    lsu_checked_line(l, i, cycle);
    lsu_answered(l, op);
}

void lsu_receive_translation(lsu *l, uint64_t cycle) {
    const tlb_reply *reply = link_peek(l->from_tlb);
    if (!reply)
        return;
    if (reply->kind == TLB_REPLY_RESOLVED) {
        lsu_resolved(l, reply->asid, reply->vpn, reply->pages);
    } else {
        l1_tlb_mshr *m = l1_tlb_answer(&l->tlb, reply);
        while (m->waiting.head != LINE_NONE) {
            uint32_t i = line_list_take(l->request, &m->waiting);
            l->detail[i].stale |= m->stale;
            answer_late(l, i, reply, cycle);
        }
    }
    link_pop(l->from_tlb);
}

/* ---- injected faults ---- */

static void start_injected(lsu *l, uint32_t i, uint64_t cycle) {
    if (l->injected_end == l->injected_size && l->injected_first) {
        l->injected_end -= l->injected_first;
        memmove(l->injected, &l->injected[l->injected_first], l->injected_end * sizeof(*l->injected));
        l->injected_first = 0;
    } else if (l->injected_end == l->injected_size) {
        l->injected_size = l->injected_size ? 2 * l->injected_size : 64;
        l->injected = alloc_resize(l->injected, l->injected_size, sizeof(*l->injected));
    }
    l->injected[l->injected_end++] = (injected_fault){.due = cycle + l->fault_cycles,
                                                      .vpn = line_virtual(l, i) / LINES_PER_PAGE,
                                                      .asid = line_inst(l, i)->inst.asid};
}

void lsu_end_injected(lsu *l, uint64_t cycle) {
    if (l->injected_first == l->injected_end)
        return;
    const injected_fault *f = &l->injected[l->injected_first];
    if (f->due > cycle)
        return;
    lsu_resolved(l, f->asid, f->vpn, 1);
    if (++l->injected_first == l->injected_end)
        l->injected_first = l->injected_end = 0;
}

/* ---- the pipeline of the TLB ---- */

void lsu_check_stage(lsu *l, uint64_t cycle) {
    if (!line_list_ready(l->request, &l->checking, cycle))
        return;
    uint32_t i = line_list_take(l->request, &l->checking);
    mem_inst *op = line_inst(l, i);
    if (op->state == MEM_DROPPED) {
        lsu_free_line(l, i);
    } else if (l->detail[i].fault) {
        start_injected(l, i, cycle);
        missing(l, i);
    } else {
        lsu_checked_line(l, i, cycle);
        lsu_answered(l, op);
    }
}

/* ---- the port ---- */

static void count_page(lsu *l, const mem_inst *op, uint64_t vpn, bool hit) {
    app_stats *stats = &l->sm.stats[op->inst.app];
    stats->l1_tlb_hits += hit;
    stats->l1_tlb_misses += !hit;
    engine_event(l->sm.engine, l->sm.component, hit ? SM_EVENT_TLB_HIT : SM_EVENT_TLB_MISS, vpn,
                 op->inst.asid);
}

static void wait_for_page(lsu *l, mem_inst *op, uint32_t mshr, uint32_t i) {
    line_list_append(l->request, &l->tlb.mshr[mshr].waiting, i);
    op->tlb_waiting++;
    l->tlb_waiting[op->inst.warp]++;
    l->tlb_waiting_warps |= UINT64_C(1) << op->inst.warp;
}

/* Is this line to fault? Then it goes its way here. */
static bool inject(lsu *l, mem_inst *op, uint32_t i, uint64_t cycle) {
    if (!op->inject || l->detail[i].index + 1U != op->access.lines)
        return false;
    op->inject = false;
    if (l->preemptible) {
        l->detail[i].fault = true;
        l->request[i].ready = cycle + l->tlb_latency;
        line_list_append(l->request, &l->checking, i);
    } else {
        l->request[i].ready = cycle + l->fault_cycles;
        line_list_append(l->request, &l->delayed, i);
    }
    return true;
}

/* A line that is in no list looks up TLB and cache; false when it has to wait. */
static bool look_up(lsu *l, uint32_t i, uint64_t cycle) {
    mem_inst *op = line_inst(l, i);
    const lsu_inst *inst = &op->inst;
    uint64_t vpn = line_virtual(l, i) / LINES_PER_PAGE;
    uint64_t ppn = 0;
    uint32_t mshr = L1_TLB_NO_MSHR;

    if (inject(l, op, i, cycle))
        return true;
    bool hit = l1_tlb_lookup(&l->tlb, inst->asid, vpn, &ppn);
    if (!hit) {
        tlb_request what = {.vpn = vpn,
                            .asid = inst->asid,
                            .app = inst->app,
                            .sm = (uint8_t)l->sm.number,
                            .warp = inst->warp,
                            .system = inst->system};
        mshr = l1_tlb_miss(&l->tlb, &what, l->to_tlb);
        if (mshr == L1_TLB_NO_MSHR)
            return false;
    }
    l->request[i].ready = cycle + l->tlb_latency;
    lsu_reach(l, op, STAGE_TLB, cycle);
    if (op->access.opens_page >> l->detail[i].index & 1)
        count_page(l, op, vpn, hit);
    l->detail[i].l1_hit = op->class == OP_LOAD && lsu_probe(l, i);
    if (hit) {
        translated(l, i, ppn);
        line_list_append(l->request, &l->checking, i);
    } else {
        wait_for_page(l, op, mshr, i);
    }
    return true;
}

/* The next line of the oldest instruction in the queue. */
static bool look_up_queued(lsu *l, uint64_t cycle) {
    uint32_t number = l->queue.head;
    mem_inst *op = &l->op[number];
    uint32_t i = l->free_request;
    if (i == LINE_NONE)
        return false;
    uint32_t next_free = l->request[i].next;
    l->request[i].op = number;
    l->detail[i] = (line_detail){.index = (uint8_t)op->looked_up};
    if (!look_up(l, i, cycle))
        return false;
    l->free_request = next_free;
    op->requests++;
    if (++op->looked_up == op->access.lines) {
        op->state = MEM_CHECKING;
        l->queue.head = op->next;
        l->queued--;
    }
    return true;
}

void lsu_lookup_stage(lsu *l, uint64_t cycle) {
    l->lookup_stalled = false;
    if (line_list_ready(l->request, &l->delayed, cycle)) {
        uint32_t i = l->delayed.head;
        uint32_t next = l->request[i].next;
        l->lookup_stalled = !look_up(l, i, cycle);
        if (!l->lookup_stalled) {
            l->delayed.head = next;
            l->delayed.count--;
        }
    } else if (l->queue.head != LSU_NONE) {
        l->lookup_stalled = !look_up_queued(l, cycle);
    }
}
