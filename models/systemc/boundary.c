/* SPDX-License-Identifier: Apache-2.0 */
#include "systemc/boundary.h"

#include <string.h>

#include "base/alloc.h"
#include "base/engine.h"

typedef struct {
    engine_link *link;
    uint32_t taken;    /* messages in the link that the outside has */
    uint32_t released; /* of these, popped by the far side */
} outlet;

typedef struct {
    engine_link *link;
    unsigned char *message; /* offered, not yet in the link */
    bool waits;
    uint64_t pushed;
} inlet;

struct boundary {
    int component;
    uint32_t period;
    outlet *outlets;
    inlet *inlets;
    uint32_t outlet_count, inlet_count;
};

static void pop_released(outlet *o) {
    while (o->released && link_peek(o->link)) {
        link_pop(o->link);
        o->released--;
        o->taken--;
    }
}

static void push_offered(inlet *i) {
    void *slot = i->waits ? link_push(i->link) : NULL;
    if (!slot)
        return;
    memcpy(slot, i->message, i->link->slot_bytes);
    i->waits = false;
    i->pushed++;
}

static uint64_t boundary_tick(void *self, uint64_t cycle) {
    boundary *b = self;
    for (uint32_t i = 0; i < b->outlet_count; i++)
        pop_released(&b->outlets[i]);
    for (uint32_t i = 0; i < b->inlet_count; i++)
        push_offered(&b->inlets[i]);
    return ((cycle + 1) / b->period + 1) * b->period - 1;
}

boundary *boundary_new(engine *e, uint32_t period) {
    boundary *b = alloc_zeroed(1, sizeof(*b));
    b->period = period;
    b->component = engine_add_component(e, "boundary", engine_add_domain(e, "base", 1), boundary_tick, b);
    return b;
}

void boundary_free(boundary *b) {
    if (!b)
        return;
    for (uint32_t i = 0; i < b->inlet_count; i++)
        free(b->inlets[i].message);
    free(b->inlets);
    free(b->outlets);
    free(b);
}

int boundary_component(const boundary *b) {
    return b->component;
}

uint32_t boundary_add_outlet(boundary *b, engine_link *l) {
    b->outlets = alloc_resize(b->outlets, (size_t)b->outlet_count + 1, sizeof(outlet));
    b->outlets[b->outlet_count] = (outlet){.link = l};
    return b->outlet_count++;
}

uint32_t boundary_add_inlet(boundary *b, engine_link *l) {
    b->inlets = alloc_resize(b->inlets, (size_t)b->inlet_count + 1, sizeof(inlet));
    b->inlets[b->inlet_count] = (inlet){.link = l, .message = alloc_zeroed(1, l->slot_bytes)};
    return b->inlet_count++;
}

const void *boundary_take(boundary *b, uint32_t number) {
    outlet *o = &b->outlets[number];
    const void *message = link_message(o->link, o->taken);
    if (message)
        o->taken++;
    return message;
}

void boundary_release(boundary *b, uint32_t number) {
    outlet *o = &b->outlets[number];
    if (o->released < o->taken)
        o->released++;
}

bool boundary_accepts(const boundary *b, uint32_t number) {
    return !b->inlets[number].waits;
}

void *boundary_offer(boundary *b, uint32_t number) {
    inlet *i = &b->inlets[number];
    if (i->waits)
        return NULL;
    i->waits = true;
    return i->message;
}

uint64_t boundary_popped(const boundary *b, uint32_t number) {
    const inlet *i = &b->inlets[number];
    return i->pushed - link_level(i->link);
}
