/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/timing_wheel.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "base/index_list.h"

void wheel_init(timing_wheel *w, uint32_t horizon, uint32_t per_cycle) {
    /* At least one word of `used`; more cycles than the horizon, so that `now` and the last differ. */
    w->size = 64;
    while (w->size <= horizon)
        w->size *= 2;
    uint32_t events = w->size * per_cycle;
    w->head = alloc_zeroed(w->size, sizeof(*w->head));
    memset(w->head, 0xff, w->size * sizeof(*w->head));
    w->used = alloc_zeroed(w->size / 64, sizeof(*w->used));
    w->event = alloc_zeroed(events, sizeof(*w->event));
    w->next = alloc_zeroed(events, sizeof(*w->next));
    w->first = UINT64_MAX;
    index_stack_fill(&w->free, w->next, events);
}

void wheel_destroy(timing_wheel *w) {
    free(w->head);
    free(w->next);
    free(w->used);
    free(w->event);
}

wheel_event *wheel_add(timing_wheel *w, uint64_t when) {
    uint32_t slot = (uint32_t)when & (w->size - 1);
    assert(w->free != INDEX_NONE);
    uint32_t i = index_stack_pop(&w->free, w->next);
    index_stack_push(&w->head[slot], w->next, i);
    w->used[slot / 64] |= UINT64_C(1) << (slot % 64);
    w->first = when < w->first ? when : w->first;
    return &w->event[i];
}

/* The first cycle after `now` in which an event is due, or UINT64_MAX. */
static uint64_t wheel_search(const timing_wheel *w, uint64_t now) {
    uint32_t words = w->size / 64;
    uint64_t cycle = now + 1;
    /* The first word may be looked at twice: its upper bits first, its lower bits last. */
    for (uint32_t i = 0; i <= words; i++) {
        uint32_t slot = (uint32_t)cycle & (w->size - 1);
        uint64_t bits = w->used[slot / 64] >> (slot % 64);
        if (bits)
            return cycle + (uint32_t)__builtin_ctzll(bits);
        cycle += 64 - slot % 64;
    }
    return UINT64_MAX;
}

bool wheel_take(timing_wheel *w, uint64_t now, wheel_event *event) {
    if (w->first != now)
        return false;
    uint32_t slot = (uint32_t)now & (w->size - 1);
    uint32_t i = index_stack_pop(&w->head[slot], w->next);
    *event = w->event[i];
    if (w->head[slot] == INDEX_NONE) {
        w->used[slot / 64] &= ~(UINT64_C(1) << (slot % 64));
        w->first = wheel_search(w, now);
    }
    index_stack_push(&w->free, w->next, i);
    return true;
}

uint64_t wheel_next(const timing_wheel *w, uint64_t now) {
    return w->first > now ? w->first : wheel_search(w, now);
}
