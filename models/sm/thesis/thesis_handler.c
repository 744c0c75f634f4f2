/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The page fault handler that the SM of a faulted warp executes (thesis 6.4.2), as the slots that it takes
 * from programs. exceptions.gpu_ns has its latency from end to end, as the thesis measured it (6.5.4); its
 * instructions, exceptions.gpu_insts, issue evenly over that time, from the cycle in which the warp has
 * drained.
 *
 * D: each warp that faults executes it, also one whose page another warp's handler already allocates or the
 * host must send: only the handler finds that out. It ends when the pages are there. D: an instruction takes
 * the fetch of a cycle, and then a way of issue and a math unit, before programs do; its registers are its
 * own. D: a block that leaves the SM takes the rest of its handlers with it.
 */
#include "sm/thesis/thesis_state.h"

void handler_init(thesis_sm *c) {
    const exception_config *x = &c->config->exceptions;
    if (!x->local_faults || x->gpu_insts == 0)
        return;
    const uint64_t interval = chip_cycles(&c->config->chip, x->gpu_ns) / x->gpu_insts;
    c->handler_interval = interval != 0 ? interval : 1;
}

void handler_begin(const thesis_sm *c, thesis_warp *w, uint64_t cycle) {
    w->handler_left = c->handler_interval != 0 ? c->config->exceptions.gpu_insts : 0;
    w->handler_due = cycle + 1;
}

/* A warp that has stopped stays so until its pages are there. */
static bool handler_runs(const thesis_warp *w) {
    return w->drained && w->handler_left != 0 && w->missing.count != 0;
}

bool handler_fetch(thesis_sm *c, uint64_t cycle) {
    for (uint64_t todo = c->handler_interval ? c->stopped : 0; todo; todo &= todo - 1) {
        thesis_warp *w = c->warp[lowest_bit(todo)];
        if (!handler_runs(w) || w->handler_due > cycle)
            continue;
        w->handler_left--;
        w->handler_due = cycle + c->handler_interval;
        c->handler_fetched++;
        c->stats[w->block->app].handler_instructions++;
        engine_event(c->engine, c->component, SM_EVENT_HANDLER, w->slot, w->handler_left);
        return true;
    }
    return false;
}

uint32_t handler_issue(thesis_sm *c, uint32_t ways) {
    const uint32_t taken = c->handler_fetched < ways ? c->handler_fetched : ways;
    c->handler_fetched -= taken;
    return taken;
}

uint64_t handler_next(const thesis_sm *c, uint64_t cycle) {
    uint64_t next = c->handler_fetched ? cycle + 1 : GMMU_NEVER;
    for (uint64_t todo = c->handler_interval ? c->stopped : 0; todo; todo &= todo - 1) {
        const thesis_warp *w = c->warp[lowest_bit(todo)];
        const uint64_t due = w->handler_due > cycle ? w->handler_due : cycle + 1;
        if (handler_runs(w) && due < next)
            next = due;
    }
    return next;
}
