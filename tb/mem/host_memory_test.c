/* SPDX-License-Identifier: Apache-2.0 */
/* The host's memory behind its bus: latency and bandwidth of both directions to the cycle, reads at a time,
 * what is written is read, nothing lost under back-pressure. */
#include "unit_test.h"

#include <stdlib.h>

#include "mem/host_memory.h"
#include "mem_port.h"

#define HOST UINT64_C(0x8000000000)

typedef struct {
    engine *e;
    gpu_config config;
    host_memory *m;
    mem_port port;
    data_oracle *oracle;
} rig;

/* A core of 1 GHz, so a cycle is a nanosecond; 16 bytes of it in each direction. */
static rig *rig_new(uint32_t reads) {
    rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->config.chip = *chip_preset("mask");
    r->config.chip.l2.sector_bytes = 32;
    r->config.chip.core_mhz = 1000;
    config_set_defaults(&r->config);
    r->config.schedule.pcie =
        (pcie_bus){.mhz = 1000, .lanes = 32, .burst = 1, .latency_ns = 900, .reads = reads};
    r->e = engine_new();
    const int core = engine_add_domain(r->e, "core", 1);
    r->m = host_memory_new(r->e, &r->config, core);
    const int memory = host_memory_component(r->m);
    mem_port *p = &r->port;
    mem_port_open(p, r->e, core);
    p->out = engine_add_link(r->e, "requests", p->component, memory, sizeof(mem_message), 8, 1);
    p->in = engine_add_link(r->e, "replies", memory, p->component, sizeof(mem_message), 8, 1);
    host_memory_attach(r->m, p->out, p->in);
    r->oracle = data_oracle_new();
    host_memory_attach_oracle(r->m, r->oracle);
    return r;
}

static void rig_run(rig *r) {
    assert_int_equal(engine_run(r->e, GMMU_NEVER), ENGINE_IDLE);
}

static void rig_free(rig *r) {
    mem_port_close(&r->port);
    engine_free(r->e);
    host_memory_free(r->m);
    data_oracle_free(r->oracle);
    free(r);
}

static uint64_t last_reply(const rig *r) {
    return r->port.got[r->port.gots - 1].cycle;
}

static void one_read(void **state) {
    (void)state;
    rig *r = rig_new(256);
    mem_port_send(&r->port, 10, (mem_message){.paddr = HOST + 0x1280, .tag = 5});
    rig_run(r);
    assert_int_equal(r->port.gots, 1);
    assert_int_equal(r->port.got[0].cycle, 10 + 1 + 900 + 1); /* a link each way */
    assert_int_equal(r->port.got[0].message.paddr, HOST + 0x1280);
    assert_int_equal(r->port.got[0].message.tag, 5);
    const app_stats *s = host_memory_stats(r->m);
    assert_int_equal(s->host_reads, 1);
    assert_int_equal(s->host_read_bytes, 128);
    assert_int_equal(s->host_read_cycles, 900);
    rig_free(r);
}

/* A line of 128 bytes takes 8 cycles of a direction. */
static void bandwidth_of_reads(void **state) {
    (void)state;
    rig *r = rig_new(256);
    for (uint32_t k = 0; k < 1000; k++)
        mem_port_send(&r->port, 0, (mem_message){.paddr = HOST + 128 * k});
    rig_run(r);
    assert_int_equal(r->port.gots, 1000);
    assert_int_equal(last_reply(r), 1 + 900 + 999 * 8 + 1);
    rig_free(r);
}

/* With four at a time the latency alone decides. */
static void reads_at_a_time(void **state) {
    (void)state;
    rig *r = rig_new(4);
    for (uint32_t k = 0; k < 400; k++)
        mem_port_send(&r->port, 0, (mem_message){.paddr = HOST + 128 * k});
    rig_run(r);
    assert_int_equal(r->port.gots, 400);
    assert_in_range(last_reply(r), 100 * 900, 100 * 940);
    rig_free(r);
}

/* Writes leave at the rate of their direction and hold no read up; only those that ask for it are answered.
 */
static void writes_are_posted(void **state) {
    (void)state;
    rig *r = rig_new(256);
    for (uint32_t k = 0; k < 500; k++)
        mem_port_send(&r->port, 0, (mem_message){.paddr = HOST + 128 * k, .write = true, .ack = k == 499});
    rig_run(r);
    assert_int_equal(r->port.gots, 1);
    assert_in_range(last_reply(r), 498 * 8, 500 * 8 + 4);
    assert_int_equal(host_memory_stats(r->m)->host_writes, 500);
    assert_int_equal(host_memory_stats(r->m)->host_written_bytes, 500 * 128);
    rig_free(r);
}

/* A read finds what has been written before it, and no more. */
static void reads_find_writes(void **state) {
    (void)state;
    rig *r = rig_new(256);
    for (uint32_t k = 0; k < 300; k++)
        mem_port_send(&r->port, 0, (mem_message){.paddr = HOST + k % 7 * 128, .tag = k, .write = k % 3 != 0});
    rig_run(r);
    assert_int_equal(r->port.gots, 100);
    for (uint32_t i = 0; i < 100; i++) {
        const mem_message *m = &r->port.got[i].message;
        uint32_t writes = 0;
        for (uint32_t k = 0; k < m->tag; k++)
            writes += k % 3 != 0 && k % 7 == m->tag % 7;
        assert_int_equal(line_data_version(m->data), writes);
        assert_true(writes == 0 || line_data_line(m->data) == m->paddr / 128);
    }
    assert_int_equal(data_oracle_mismatches(r->oracle), 0);
    rig_free(r);
}

/* Of 32 bytes each: a read and a write of one and of three. */
static void sectors_take_their_bytes(void **state) {
    (void)state;
    rig *r = rig_new(256);
    for (uint32_t k = 0; k < 4; k++)
        mem_port_send(&r->port, 0,
                      (mem_message){.paddr = HOST, .sectors = k < 2 ? 1 : 7, .write = k % 2 != 0});
    rig_run(r);
    assert_int_equal(host_memory_stats(r->m)->host_read_bytes, 32 + 96);
    assert_int_equal(host_memory_stats(r->m)->host_written_bytes, 32 + 96);
    rig_free(r);
}

/* A line that is given up is nowhere here, so that is answered at once. */
static void drops(void **state) {
    (void)state;
    rig *r = rig_new(256);
    mem_port_send(&r->port, 0, (mem_message){.paddr = HOST, .tag = 1, .drop = true});
    mem_port_send(&r->port, 0, (mem_message){.paddr = HOST, .tag = 2, .write = true, .ack = true});
    rig_run(r);
    assert_int_equal(r->port.gots, 2);
    assert_int_equal(r->port.got[0].message.tag, 1);
    assert_true(last_reply(r) <= 5);
    assert_int_equal(host_memory_stats(r->m)->host_writes, 1);
    rig_free(r);
}

static void back_pressure_and_order_of_ticks(void **state) {
    (void)state;
    uint64_t hash[2] = {0, 0};
    const uint64_t seed = unit_test_seed() | 1;
    for (uint64_t k = 0; k < 2; k++) {
        rig *r = rig_new(32);
        uint64_t random = seed, expected = 0;
        uint32_t reads = 0;
        r->port.stall_percent = 60;
        engine_shuffle(r->e, k * seed);
        for (uint32_t n = 0; n < 3000; n++) {
            const uint64_t x = unit_test_random(&random);
            const bool write = x % 3 == 0, ack = x % 2 == 0;
            expected += !write || ack;
            reads += !write;
            mem_port_send(
                &r->port, n,
                (mem_message){.paddr = HOST + (x >> 8) % 64 * 128, .tag = n, .write = write, .ack = ack});
        }
        rig_run(r);
        assert_int_equal(r->port.gots, expected);
        assert_int_equal(host_memory_stats(r->m)->host_reads, reads);
        for (size_t i = 1, last = 0; i < r->port.gots; i++) { /* reads among themselves come in their order */
            if (r->port.got[i].message.write)
                continue;
            assert_true(r->port.got[i].message.tag > r->port.got[last].message.tag || last == 0);
            last = i;
        }
        hash[k] = engine_event_hash(r->e);
        rig_free(r);
    }
    assert_int_equal(hash[0], hash[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_read),
        cmocka_unit_test(bandwidth_of_reads),
        cmocka_unit_test(reads_at_a_time),
        cmocka_unit_test(writes_are_posted),
        cmocka_unit_test(reads_find_writes),
        cmocka_unit_test(sectors_take_their_bytes),
        cmocka_unit_test(drops),
        cmocka_unit_test(back_pressure_and_order_of_ticks),
    };
    return UNIT_TEST_RUN("host_memory", tests);
}
