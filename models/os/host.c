/* SPDX-License-Identifier: Apache-2.0 */
#include "os/host.h"

#include "base/alloc.h"
#include "base/engine.h"

void host_init(host *h, const gpu_config *config, uint32_t count, uint64_t bytes, uint64_t spent) {
    const exception_config *x = &config->exceptions;
    uint64_t allocate = chip_cycles(&config->chip, x->link.allocate_ns);
    *h = (host){.cpu = chip_cycles(&config->chip, x->cpu_ns), .handled = INDEX_NONE};
    uint64_t latency = allocate > h->cpu ? allocate - h->cpu : 0;
    h->out = latency / 2;
    h->back = latency - h->out > spent ? latency - h->out - spent : 0;
    h->transfer = chip_cycles(&config->chip, x->link.allocate_ns + host_link_busy_ns(x, bytes)) - allocate;
    h->fault = alloc_zeroed(count, sizeof *h->fault);
    h->next = alloc_zeroed(count, sizeof *h->next);
    h->on_the_way = h->pending = h->batch = h->answers[0] = h->answers[1] = INDEX_LIST_EMPTY;
}

void host_free(host *h) {
    free(h->fault);
    free(h->next);
}

void host_send(host *h, uint64_t cycle, uint32_t number, bool transfer) {
    h->fault[number] = (host_fault){.due = cycle + h->out, .requests = 1, .transfer = transfer};
    index_list_push(&h->on_the_way, h->next, number);
}

void host_merge(host *h, uint32_t number) {
    h->fault[number].requests++;
}

/* The head of a list, if its time has come. */
static bool host_due(const host *h, const index_list *l, uint64_t cycle) {
    return !index_list_empty(l) && h->fault[l->head].due <= cycle;
}

/* The handler has done its part; what is left is the transfer and the way back. */
static void host_hand_over(host *h, uint64_t cycle) {
    uint32_t number = h->handled;
    host_fault *f = &h->fault[number];
    uint64_t done = cycle;
    if (f->transfer) {
        h->link_free = (h->link_free > cycle ? h->link_free : cycle) + h->transfer;
        h->totals.link_cycles += h->transfer;
        done = h->link_free;
    }
    f->due = done + h->back;
    index_list_push(&h->answers[f->transfer], h->next, number);
    h->handled = INDEX_NONE;
}

static void take_batch(host *h) {
    uint64_t requests = 0;
    h->batch = h->pending;
    h->pending = INDEX_LIST_EMPTY;
    for (uint32_t i = h->batch.head; i != INDEX_NONE; i = h->next[i])
        requests += h->fault[i].requests;
    h->totals.batches++;
    if (requests > h->totals.largest_batch)
        h->totals.largest_batch = requests;
}

static void host_handle_next(host *h, uint64_t cycle) {
    if (index_list_empty(&h->batch) && !index_list_empty(&h->pending))
        take_batch(h);
    h->handled = index_list_pop(&h->batch, h->next);
    if (h->handled == INDEX_NONE)
        return;
    h->fault[h->handled].due = cycle + h->cpu;
    h->totals.handler_cycles += h->cpu;
}

void host_tick(host *h, uint64_t cycle) {
    while (host_due(h, &h->on_the_way, cycle))
        index_list_push(&h->pending, h->next, index_list_pop(&h->on_the_way, h->next));
    do { /* once, unless the handler takes no time */
        if (h->handled != INDEX_NONE && h->fault[h->handled].due <= cycle)
            host_hand_over(h, cycle);
        if (h->handled == INDEX_NONE)
            host_handle_next(h, cycle);
    } while (h->handled != INDEX_NONE && h->fault[h->handled].due <= cycle);
}

uint32_t host_answer(host *h, uint64_t cycle) {
    for (int k = 0; k < 2; k++)
        if (host_due(h, &h->answers[k], cycle))
            return index_list_pop(&h->answers[k], h->next);
    return INDEX_NONE;
}

uint64_t host_next(const host *h) {
    const uint32_t heads[] = {h->on_the_way.head, h->handled, h->answers[0].head, h->answers[1].head};
    uint64_t next = GMMU_NEVER;
    for (uint32_t k = 0; k < 4; k++)
        if (heads[k] != INDEX_NONE && h->fault[heads[k]].due < next)
            next = h->fault[heads[k]].due;
    return next;
}
