/* SPDX-License-Identifier: Apache-2.0 */
/* The crossbar: latency, one per port and cycle, fairness, order, back-pressure, flits. */
#include "unit_test.h"

#include <string.h>

#include "base/alloc.h"
#include "mem/crossbar.h"
#include "mem_port.h"

#define LATENCY 8U

/* Few ports, and more than two words of a set have bits; the few with flits of 32 bytes, too. */
static const crossbar_shape few = {7, 4, 0, 128}, many = {130, 257, 0, 128}, narrow = {7, 4, 32, 128};

/* Flits of 32 bytes for a line and its head. */
#define LINE_FLITS 5U

typedef struct {
    engine *e;
    crossbar *x;
    uint32_t inputs, outputs;
    mem_port *in, *out;
} bench;

static void bench_open(bench *b, crossbar_shape p, uint64_t shuffle) {
    b->e = engine_new();
    b->inputs = p.inputs;
    b->outputs = p.outputs;
    b->in = alloc_zeroed(p.inputs, sizeof *b->in);
    b->out = alloc_zeroed(p.outputs, sizeof *b->out);
    int core = engine_add_domain(b->e, "core", 1);
    b->x = crossbar_new(b->e, core, "crossbar", p, crossbar_replies, NULL);
    int number = crossbar_component(b->x);
    for (uint32_t i = 0; i < b->inputs; i++) {
        mem_port_open(&b->in[i], b->e, core);
        b->in[i].out = engine_add_link(b->e, "in", b->in[i].component, number, sizeof(mem_message), 4, 1);
        crossbar_attach_input(b->x, i, b->in[i].out);
    }
    for (uint32_t i = 0; i < b->outputs; i++) {
        mem_port_open(&b->out[i], b->e, core);
        b->out[i].in =
            engine_add_link(b->e, "out", number, b->out[i].component, sizeof(mem_message), 16, LATENCY);
        crossbar_attach_output(b->x, i, b->out[i].in);
    }
    engine_shuffle(b->e, shuffle);
}

static void bench_close(bench *b) {
    for (uint32_t i = 0; i < b->inputs; i++)
        mem_port_close(&b->in[i]);
    for (uint32_t i = 0; i < b->outputs; i++)
        mem_port_close(&b->out[i]);
    free(b->in);
    free(b->out);
    crossbar_free(b->x);
    engine_free(b->e);
}

static mem_message to(uint32_t output, uint32_t input, uint32_t number) {
    mem_message m = {.port = (uint16_t)output, .app = (uint8_t)input, .tag = number};
    return m;
}

static void test_latency(void **state) {
    (void)state;
    bench b;
    bench_open(&b, few, 0);
    mem_port_send(&b.in[3], 10, to(2, 3, 5));
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(b.out[2].gots, 1);
    assert_int_equal(b.out[2].got[0].message.tag, 5);
    assert_int_equal(b.out[2].got[0].cycle, 10 + 1 + LATENCY);
    bench_close(&b);
}

/* All inputs want one output: one message in `cycles`, turns in order, nobody twice in a round. */
static void fairness(crossbar_shape p, uint32_t cycles) {
    bench b;
    bench_open(&b, p, 0);
    for (uint32_t i = 0; i < b.inputs; i++)
        for (uint32_t k = 0; k < 20; k++)
            mem_port_send(&b.in[i], 0, to(1, i, k));
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(b.out[1].gots, 20 * b.inputs);
    for (uint32_t k = 0; k < 20 * b.inputs; k++) {
        assert_int_equal(b.out[1].got[k].message.app, k % b.inputs);
        assert_int_equal(b.out[1].got[k].message.tag, k / b.inputs);
        assert_int_equal(b.out[1].got[k].cycle, b.out[1].got[0].cycle + (uint64_t)k * cycles);
    }
    bench_close(&b);
}

static void test_fairness(void **state) {
    (void)state;
    fairness(few, 1);
    fairness(many, 1);
    fairness(narrow, LINE_FLITS);
}

/* Different outputs do not disturb each other: full throughput side by side. */
static void test_parallel(void **state) {
    (void)state;
    bench b;
    bench_open(&b, few, 0);
    for (uint32_t i = 0; i < b.outputs; i++)
        for (uint32_t k = 0; k < 50; k++)
            mem_port_send(&b.in[i], 0, to((i + 1) % b.outputs, i, k));
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    for (uint32_t i = 0; i < b.outputs; i++) {
        assert_int_equal(b.out[i].gots, 50);
        assert_int_equal(b.out[i].got[49].cycle, 49 + 1 + LATENCY);
    }
    bench_close(&b);
}

/* Random traffic with receivers that refuse: all arrive once, in order per pair, whatever the tick order. */
static uint64_t random_traffic(crossbar_shape p, uint32_t each, uint64_t shuffle) {
    bench b;
    uint64_t r = 4711, signature = 0;
    bench_open(&b, p, shuffle);
    for (uint32_t i = 0; i < b.inputs; i++)
        for (uint32_t k = 0; k < each; k++)
            mem_port_send(&b.in[i], k * (i % 3), to((uint32_t)(random_next(&r) % b.outputs), i, k));
    for (uint32_t i = 0; i < b.outputs; i++) {
        b.out[i].stall_percent = 10 + 25 * (i % 4);
        b.out[i].random = i + 1;
    }
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(crossbar_messages(b.x), each * b.inputs);
    size_t total = 0;
    for (uint32_t o = 0; o < b.outputs; o++) {
        uint32_t next[256] = {0};
        for (size_t k = 0; k < b.out[o].gots; k++) {
            const mem_record *got = &b.out[o].got[k];
            assert_int_equal(got->message.port, o);
            assert_true(got->message.tag + 1 > next[got->message.app]);
            next[got->message.app] = got->message.tag + 1;
            signature = signature * 31 + got->cycle * 7 + got->message.app;
        }
        total += b.out[o].gots;
    }
    assert_int_equal(total, each * b.inputs);
    bench_close(&b);
    return signature;
}

static void test_random_traffic(void **state) {
    (void)state;
    uint64_t fixed = random_traffic(few, 300, 0);
    for (uint64_t seed = 1; seed < 4; seed++)
        assert_int_equal(random_traffic(few, 300, seed), fixed);
    assert_int_equal(random_traffic(many, 100, 1), random_traffic(many, 100, 0));
    fixed = random_traffic(narrow, 300, 0);
    for (uint64_t seed = 1; seed < 4; seed++)
        assert_int_equal(random_traffic(narrow, 300, seed), fixed);
}

/* A port of 32 bytes needs five cycles for a line, and one for an entry of a page table or an
 * acknowledgement; the next message of the input comes behind the last flit. */
static void test_flits(void **state) {
    (void)state;
    bench b;
    bench_open(&b, narrow, 0);
    mem_message entry = to(1, 3, 1), written = to(1, 3, 2);
    entry.depth = 4;
    written.write = true;
    mem_port_send(&b.in[3], 10, to(2, 3, 0));
    mem_port_send(&b.in[3], 10, entry);
    mem_port_send(&b.in[3], 10, written);
    mem_port_send(&b.in[4], 10, to(0, 4, 3));
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    const uint64_t begin = 10 + 1 + LATENCY;
    assert_int_equal(b.out[2].got[0].cycle, begin + LINE_FLITS - 1);
    assert_int_equal(b.out[1].got[0].cycle, begin + LINE_FLITS);
    assert_int_equal(b.out[1].got[1].cycle, begin + LINE_FLITS + 1);
    assert_int_equal(b.out[0].got[0].cycle, begin + LINE_FLITS - 1); /* beside the first */
    bench_close(&b);
}

/* Who comes while a message of several flits crosses waits for its last one, also when the receiver has no
 * room: flits of two messages never mix. */
static void test_flits_hold_the_output(void **state) {
    (void)state;
    bench b;
    bench_open(&b, narrow, 0);
    mem_port_send(&b.in[6], 10, to(2, 6, 0));
    mem_message entry = to(2, 0, 1);
    entry.depth = 4;
    mem_port_send(&b.in[0], 11, entry); /* its turn would come first */
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(b.out[2].got[0].message.app, 6);
    assert_int_equal(b.out[2].got[1].cycle, b.out[2].got[0].cycle + 1);
    bench_close(&b);
}

/* What crosses, in bytes: a line, or the sectors of it that are named, with a write and with the reply to a
 * read, an entry to a walker, else the head alone. */
static void test_bytes(void **state) {
    (void)state;
    const mem_message read = {0}, walk = {.depth = 4}, write = {.write = true}, drop = {.drop = true};
    assert_int_equal(crossbar_requests.bytes(&read, 128), 8);
    assert_int_equal(crossbar_requests.bytes(&walk, 128), 8);
    assert_int_equal(crossbar_requests.bytes(&write, 128), 8 + 128);
    assert_int_equal(crossbar_replies.bytes(&read, 128), 8 + 128);
    assert_int_equal(crossbar_replies.bytes(&walk, 128), 8 + 8);
    assert_int_equal(crossbar_replies.bytes(&write, 128), 8);
    assert_int_equal(crossbar_replies.bytes(&drop, 128), 8);
    const mem_message part = {.sectors = 5}, part_written = {.sectors = 8, .write = true};
    assert_int_equal(crossbar_replies.bytes(&read, 32), 8 + 128);
    assert_int_equal(crossbar_replies.bytes(&part, 32), 8 + 64);
    assert_int_equal(crossbar_requests.bytes(&part_written, 32), 8 + 32);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_latency),  cmocka_unit_test(test_fairness),
        cmocka_unit_test(test_parallel), cmocka_unit_test(test_random_traffic),
        cmocka_unit_test(test_flits),    cmocka_unit_test(test_flits_hold_the_output),
        cmocka_unit_test(test_bytes),
    };
    return UNIT_TEST_RUN("crossbar", tests);
}
