/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/crossbar.h"

#include "base/alloc.h"
#include "mem/mem_map.h"

struct crossbar {
    int component;
    uint32_t inputs, outputs;
    crossbar_route route;
    const void *ctx;
    uint64_t routed;                     /* inputs whose head is entered in `wanted` */
    uint64_t wanting;                    /* outputs with anything in `wanted` */
    uint64_t wanted[CROSSBAR_MAX_PORTS]; /* per output: the inputs that want it */
    uint32_t first[CROSSBAR_MAX_PORTS];  /* per output: input with the highest priority */
    engine_link *in[CROSSBAR_MAX_PORTS];
    engine_link *out[CROSSBAR_MAX_PORTS];
    uint64_t messages;
};

/* Enters heads that came forward since the last cycle. */
static void route_heads(crossbar *x) {
    for (uint32_t i = 0; i < x->inputs; i++) {
        uint64_t bit = UINT64_C(1) << i;
        const mem_message *m = (x->routed & bit) ? NULL : link_peek(x->in[i]);
        if (!m)
            continue;
        uint32_t to = x->route(x->ctx, m);
        x->routed |= bit;
        x->wanted[to] |= bit;
        x->wanting |= UINT64_C(1) << to;
    }
}

/* The first of `inputs` at or after `first`, going round. */
static uint32_t round_robin(uint64_t inputs, uint32_t first) {
    uint64_t later = inputs & (UINT64_MAX << first);
    return (uint32_t)__builtin_ctzll(later ? later : inputs);
}

static void deliver(crossbar *x, uint32_t output, mem_message *slot) {
    uint32_t winner = round_robin(x->wanted[output], x->first[output]);
    uint64_t bit = UINT64_C(1) << winner;
    *slot = *(const mem_message *)link_peek(x->in[winner]);
    link_pop(x->in[winner]);
    x->first[output] = winner + 1 == x->inputs ? 0 : winner + 1;
    x->routed &= ~bit;
    x->wanted[output] &= ~bit;
    if (!x->wanted[output])
        x->wanting &= ~(UINT64_C(1) << output);
    x->messages++;
}

static uint64_t crossbar_tick(void *self, uint64_t cycle) {
    crossbar *x = self;
    bool more = false; /* something could move in the next cycle that no link wakes us for */
    route_heads(x);
    for (uint64_t left = x->wanting; left; left &= left - 1) {
        uint32_t output = (uint32_t)__builtin_ctzll(left);
        mem_message *slot = link_push(x->out[output]);
        if (!slot)
            continue; /* woken when there is room */
        deliver(x, output, slot);
        more = more || x->wanted[output];
    }
    return more ? cycle + 1 : GMMU_NEVER;
}

crossbar *crossbar_new(engine *e, const gpu_config *cfg, int domain, const char *name, uint32_t inputs,
                       uint32_t outputs, crossbar_route route, const void *ctx) {
    (void)cfg;
    crossbar *x = alloc_zeroed(1, sizeof(crossbar));
    x->inputs = inputs;
    x->outputs = outputs;
    x->route = route;
    x->ctx = ctx;
    x->component = engine_add_component(e, name, domain, crossbar_tick, x);
    return x;
}

void crossbar_free(crossbar *x) {
    free(x);
}

int crossbar_component(const crossbar *x) {
    return x->component;
}

void crossbar_attach_input(crossbar *x, uint32_t input, engine_link *l) {
    x->in[input] = l;
}

void crossbar_attach_output(crossbar *x, uint32_t output, engine_link *l) {
    x->out[output] = l;
}

uint64_t crossbar_messages(const crossbar *x) {
    return x->messages;
}

uint32_t crossbar_route_request(const void *map, const mem_message *message) {
    return mem_map_l2_bank(map, message->paddr);
}

uint32_t crossbar_route_reply(const void *unused, const mem_message *message) {
    (void)unused;
    return message->port;
}
