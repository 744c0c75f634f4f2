/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/crossbar.h"

#include "base/alloc.h"
#include "base/bit_set.h"
#include "config/chip.h"
#include "mem/mem_map.h"

/* What an output sends: a message of several flits holds it, and its input, until the last one. */
typedef struct {
    uint64_t last;  /* cycle of its last flit */
    uint32_t input; /* whose head it is */
    bool busy;
} crossbar_transfer;

struct crossbar {
    const engine *e;
    int component;
    uint32_t inputs, outputs;
    uint32_t flit_bytes; /* 0: every message has one flit */
    uint32_t sector_bytes;
    crossbar_kind kind;
    const void *ctx;
    uint32_t input_words, output_words; /* of sets of inputs, of outputs */
    uint64_t *routed;                   /* inputs whose head is entered in `wanted` */
    uint64_t *wanting;                  /* outputs with anything in `wanted` */
    uint64_t *wanted;                   /* input_words per output: the inputs that want it */
    uint32_t *first;                    /* per output: input with the highest priority */
    crossbar_transfer *transfer;        /* per output */
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
            const uint32_t to = x->kind.route(x->ctx, link_peek(x->in[i]));
            bit_set_add(wanted_of(x, to), i);
            bit_set_add(x->wanting, to);
        }
    }
}

/* True when the output is wanted by another input. */
static bool crossbar_deliver(crossbar *x, uint32_t output, uint32_t winner, mem_message *slot) {
    uint64_t *wanted = wanted_of(x, output);
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

static uint32_t next_input(const crossbar *x, uint32_t output) {
    return bit_set_next_round(wanted_of(x, output), x->input_words, x->first[output]);
}

/* The cycle in which the output has sent the last flit of what it sends; begins with the next message. */
static uint64_t last_flit(crossbar *x, uint32_t output, uint64_t cycle) {
    crossbar_transfer *t = &x->transfer[output];
    if (!t->busy) {
        const uint32_t input = next_input(x, output);
        const uint32_t bytes = x->kind.bytes(link_peek(x->in[input]), x->sector_bytes);
        const uint32_t flits = (bytes + x->flit_bytes - 1) / x->flit_bytes;
        *t = (crossbar_transfer){.last = cycle + flits - 1, .input = input, .busy = true};
    }
    return t->last;
}

/* The input whose message leaves now: the one whose last flit it was, or whose turn it is. */
static uint32_t leaving_input(crossbar *x, uint32_t output) {
    if (!x->flit_bytes)
        return next_input(x, output);
    x->transfer[output].busy = false;
    return x->transfer[output].input;
}

/* One cycle of an output that is wanted. Returns the next cycle in which it could do something that no link
 * wakes the crossbar for. */
static uint64_t crossbar_output(crossbar *x, uint32_t output, uint64_t cycle) {
    if (x->flit_bytes && last_flit(x, output, cycle) > cycle)
        return x->transfer[output].last;
    mem_message *slot = link_push(x->out[output]);
    if (!slot)
        return GMMU_NEVER; /* woken when there is room */
    return crossbar_deliver(x, output, leaving_input(x, output), slot) ? cycle + 1 : GMMU_NEVER;
}

static uint64_t crossbar_tick(void *self, uint64_t cycle) {
    crossbar *x = self;
    uint64_t next = GMMU_NEVER;
    route_heads(x);
    for (uint32_t w = 0; w < x->output_words; w++) {
        for (uint64_t left = x->wanting[w]; left; left &= left - 1) {
            const uint64_t then = crossbar_output(x, w * 64 + (uint32_t)__builtin_ctzll(left), cycle);
            next = then < next ? then : next;
        }
    }
    return next;
}

crossbar *crossbar_new(engine *e, int domain, const char *name, crossbar_shape shape, crossbar_kind kind,
                       const void *ctx) {
    const uint32_t inputs = shape.inputs, outputs = shape.outputs;
    crossbar *x = alloc_zeroed(1, sizeof(crossbar));
    x->inputs = inputs;
    x->outputs = outputs;
    x->flit_bytes = shape.flit_bytes;
    x->sector_bytes = shape.sector_bytes;
    x->input_words = BIT_SET_WORDS(inputs);
    x->output_words = BIT_SET_WORDS(outputs);
    x->routed = alloc_zeroed(x->input_words, sizeof *x->routed);
    x->wanting = alloc_zeroed(x->output_words, sizeof *x->wanting);
    x->wanted = alloc_zeroed((size_t)outputs * x->input_words, sizeof *x->wanted);
    x->first = alloc_zeroed(outputs, sizeof *x->first);
    x->transfer = alloc_zeroed(outputs, sizeof *x->transfer);
    x->in = (engine_link **)alloc_zeroed(inputs, sizeof *x->in);
    x->out = (engine_link **)alloc_zeroed(outputs, sizeof *x->out);
    x->place = alloc_zeroed(inputs, sizeof *x->place);
    x->e = e;
    x->kind = kind;
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
    free(x->transfer);
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

static uint32_t request_route(const void *map, const mem_message *message) {
    return mem_map_output(map, message->paddr);
}

static uint32_t request_bytes(const mem_message *message, uint32_t sector_bytes) {
    return CROSSBAR_HEAD_BYTES + (message->write ? mem_message_bytes(message, sector_bytes) : 0);
}

static uint32_t reply_route(const void *unused, const mem_message *message) {
    (void)unused;
    return message->port;
}

/* A walk reads an entry; what is acknowledged has no data. */
static uint32_t reply_bytes(const mem_message *message, uint32_t sector_bytes) {
    if (message->write || message->drop)
        return CROSSBAR_HEAD_BYTES;
    return CROSSBAR_HEAD_BYTES +
           (message->depth ? CROSSBAR_ENTRY_BYTES : mem_message_bytes(message, sector_bytes));
}

const crossbar_kind crossbar_requests = {request_route, request_bytes};
const crossbar_kind crossbar_replies = {reply_route, reply_bytes};
