/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/crossbar.h"

#include "base/alloc.h"
#include "base/bit_set.h"
#include "mem/mem_map.h"

struct crossbar {
    const engine *e;
    int component;
    uint32_t inputs, outputs;
    crossbar_route route;
    const void *ctx;
    uint32_t input_words, output_words; /* of sets of inputs, of outputs */
    uint64_t *routed;                   /* inputs whose head is entered in `wanted` */
    uint64_t *wanting;                  /* outputs with anything in `wanted` */
    uint64_t *wanted;                   /* input_words per output: the inputs that want it */
    uint32_t *first;                    /* per output: input with the highest priority */
    engine_link **in, **out;
    uint32_t *place; /* per input: its link_input() */
    uint64_t messages;
};

static uint64_t *wanted_of(const crossbar *x, uint32_t output) {
    return &x->wanted[(size_t)output * x->input_words];
}

/* The inputs of word `w` that have a message. */
static uint64_t crossbar_arrived(const crossbar *x, uint32_t w) {
    const gmmu_time *visible = engine_inputs(x->e, x->component);
    const gmmu_time now = engine_now(x->e);
    const uint32_t first = w * 64, end = first + 64 < x->inputs ? first + 64 : x->inputs;
    uint64_t arrived = 0;
    for (uint32_t i = first; i < end; i++)
        arrived |= (uint64_t)(visible[x->place[i]] <= now) << (i - first);
    return arrived;
}

/* Enters heads that came forward since the last cycle. */
static void route_heads(crossbar *x) {
    for (uint32_t w = 0; w < x->input_words; w++) {
        const uint64_t heads = crossbar_arrived(x, w) & ~x->routed[w];
        x->routed[w] |= heads;
        for (uint64_t left = heads; left; left &= left - 1) {
            const uint32_t i = w * 64 + (uint32_t)__builtin_ctzll(left);
            const uint32_t to = x->route(x->ctx, link_peek(x->in[i]));
            bit_set_add(wanted_of(x, to), i);
            bit_set_add(x->wanting, to);
        }
    }
}

/* True when the output is wanted by another input. */
static bool crossbar_deliver(crossbar *x, uint32_t output, mem_message *slot) {
    uint64_t *wanted = wanted_of(x, output);
    uint32_t winner = bit_set_next_round(wanted, x->input_words, x->first[output]);
    *slot = *(const mem_message *)link_peek(x->in[winner]);
    link_pop(x->in[winner]);
    x->first[output] = winner + 1 == x->inputs ? 0 : winner + 1;
    x->messages++;
    bit_set_remove(x->routed, winner);
    bit_set_remove(wanted, winner);
    if (!bit_set_empty(wanted, x->input_words))
        return true;
    bit_set_remove(x->wanting, output);
    return false;
}

static uint64_t crossbar_tick(void *self, uint64_t cycle) {
    crossbar *x = self;
    bool more = false; /* something could move in the next cycle that no link wakes us for */
    route_heads(x);
    for (uint32_t w = 0; w < x->output_words; w++) {
        for (uint64_t left = x->wanting[w]; left; left &= left - 1) {
            uint32_t output = w * 64 + (uint32_t)__builtin_ctzll(left);
            mem_message *slot = link_push(x->out[output]);
            if (slot) /* else woken when there is room */
                more = crossbar_deliver(x, output, slot) || more;
        }
    }
    return more ? cycle + 1 : GMMU_NEVER;
}

crossbar *crossbar_new(engine *e, const gpu_config *cfg, int domain, const char *name, uint32_t inputs,
                       uint32_t outputs, crossbar_route route, const void *ctx) {
    (void)cfg;
    crossbar *x = alloc_zeroed(1, sizeof(crossbar));
    x->inputs = inputs;
    x->outputs = outputs;
    x->input_words = BIT_SET_WORDS(inputs);
    x->output_words = BIT_SET_WORDS(outputs);
    x->routed = alloc_zeroed(x->input_words, sizeof *x->routed);
    x->wanting = alloc_zeroed(x->output_words, sizeof *x->wanting);
    x->wanted = alloc_zeroed((size_t)outputs * x->input_words, sizeof *x->wanted);
    x->first = alloc_zeroed(outputs, sizeof *x->first);
    x->in = (engine_link **)alloc_zeroed(inputs, sizeof *x->in);
    x->out = (engine_link **)alloc_zeroed(outputs, sizeof *x->out);
    x->place = alloc_zeroed(inputs, sizeof *x->place);
    x->e = e;
    x->route = route;
    x->ctx = ctx;
    x->component = engine_add_component(e, name, domain, crossbar_tick, x);
    return x;
}

void crossbar_free(crossbar *x) {
    if (!x)
        return;
    free(x->routed);
    free(x->wanting);
    free(x->wanted);
    free(x->first);
    free((void *)x->in);
    free((void *)x->out);
    free(x->place);
    free(x);
}

int crossbar_component(const crossbar *x) {
    return x->component;
}

void crossbar_attach_input(crossbar *x, uint32_t input, engine_link *l) {
    x->in[input] = l;
    x->place[input] = link_input(l);
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
