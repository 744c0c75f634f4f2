/* SPDX-License-Identifier: Apache-2.0 */
/* Flat memory: latency and bandwidth to the cycle, walks first, nothing lost under back-pressure. */
#include "unit_test.h"

#include <stdlib.h>

#include "mem/flat_memory.h"
#include "mem_port.h"

#define BANKS 16U

typedef struct {
    engine *e;
    chip_config chip;
    flat_memory *m;
    mem_port port[BANKS], walks[BANKS];
} rig;

static rig *rig_new(uint32_t core_mhz) {
    rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->chip = *chip_preset("tanasic");
    r->chip.core_mhz = core_mhz;
    r->e = engine_new();
    int core = engine_add_domain(r->e, "core", 1);
    r->m = flat_memory_new(r->e, &r->chip, core);
    int memory = flat_memory_component(r->m);
    for (uint32_t b = 0; b < BANKS; b++) {
        mem_port_open(&r->port[b], r->e, core);
        mem_port_open(&r->walks[b], r->e, core);
        mem_port *p = &r->port[b];
        p->out = engine_add_link(r->e, "down", p->component, memory, sizeof(mem_message), 8, 1);
        p->in = engine_add_link(r->e, "up", memory, p->component, sizeof(mem_message), 8, 1);
        p->random += b;
        r->walks[b].out =
            engine_add_link(r->e, "walks", r->walks[b].component, memory, sizeof(mem_message), 8, 1);
        flat_memory_attach_bank(r->m, b, p->out, r->walks[b].out, p->in);
    }
    return r;
}

static void rig_free(rig *r) {
    for (uint32_t b = 0; b < BANKS; b++) {
        mem_port_close(&r->port[b]);
        mem_port_close(&r->walks[b]);
    }
    engine_free(r->e);
    flat_memory_free(r->m);
    free(r);
}

static void one_read(void **state) {
    (void)state;
    rig *r = rig_new(1000);
    mem_port_send(&r->port[3], 10, (mem_message){.paddr = 0x1280, .tag = 5});
    assert_int_equal(engine_run(r->e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(r->port[3].gots, 1);
    assert_int_equal(r->port[3].got[0].cycle, 10 + 1 + 200 + 1); /* a link each way */
    assert_int_equal(r->port[3].got[0].message.paddr, 0x1280);
    assert_int_equal(r->port[3].got[0].message.tag, 5);
    const app_stats *s = flat_memory_stats(r->m);
    assert_int_equal(s->dram_requests[2], 1);
    assert_int_equal(s->dram_cycles[2], 200);
    rig_free(r);
}

/* 250 GB/s are 250 / 128 lines a nanosecond, reads and writes alike. */
static void bandwidth(void **state) {
    (void)state;
    const uint32_t each = 500;
    const uint32_t clocks[] = {1000, 800, 1700};
    for (size_t i = 0; i < 3; i++) {
        rig *r = rig_new(clocks[i]);
        for (uint32_t b = 0; b < BANKS; b++)
            for (uint32_t k = 0; k < each; k++)
                mem_port_send(&r->port[b], 0, (mem_message){.paddr = UINT64_C(128) * k, .write = k % 4 == 3});
        assert_int_equal(engine_run(r->e, GMMU_NEVER), ENGINE_IDLE);
        uint64_t last = 0;
        for (uint32_t b = 0; b < BANKS; b++) {
            assert_int_equal(r->port[b].gots, each / 4 * 3);
            for (size_t k = 0; k < r->port[b].gots; k++)
                last = r->port[b].got[k].cycle > last ? r->port[b].got[k].cycle : last;
        }
        uint64_t cycles = (uint64_t)BANKS * each * 128 * clocks[i] / 250000;
        assert_in_range(last, 200 + cycles - 8, 200 + cycles + 8);
        assert_int_equal(flat_memory_stats(r->m)->dram_writes, BANKS * each / 4);
        rig_free(r);
    }
}

/* A walk does not stand behind a queue of data. */
static void walks_go_first(void **state) {
    (void)state;
    rig *r = rig_new(1000);
    for (uint32_t b = 0; b < BANKS; b++)
        for (uint32_t k = 0; k < 400; k++)
            mem_port_send(&r->port[b], 0, (mem_message){.paddr = UINT64_C(128) * k});
    mem_port_send(&r->walks[9], 500, (mem_message){.paddr = 64, .tag = 77, .depth = 2});
    assert_int_equal(engine_run(r->e, GMMU_NEVER), ENGINE_IDLE);
    uint64_t back = 0;
    for (size_t k = 0; k < r->port[9].gots; k++)
        if (r->port[9].got[k].message.tag == 77)
            back = r->port[9].got[k].cycle;
    assert_in_range(back, 702, 706);
    assert_int_equal(flat_memory_stats(r->m)->dram_walk_requests, 1);
    rig_free(r);
}

static void back_pressure_and_order_of_ticks(void **state) {
    (void)state;
    uint64_t seed = unit_test_seed() | 1, hash[2] = {0, 0};
    for (uint64_t k = 0; k < 2; k++) {
        rig *r = rig_new(1000);
        uint64_t random = seed;
        engine_shuffle(r->e, k * seed);
        for (uint32_t n = 0; n < 4000; n++) {
            uint64_t x = unit_test_random(&random);
            mem_port *p = &r->port[x % BANKS];
            p->stall_percent = 20U * (unsigned)(x % BANKS % 5);
            mem_port_send(p, n / 10,
                          (mem_message){.paddr = (x >> 8) % 4096 * 128, .tag = (uint32_t)p->sends});
        }
        assert_int_equal(engine_run(r->e, GMMU_NEVER), ENGINE_IDLE);
        for (uint32_t b = 0; b < BANKS; b++) {
            assert_int_equal(r->port[b].gots, r->port[b].sends);
            for (uint32_t i = 0; i < r->port[b].gots; i++)
                assert_int_equal(r->port[b].got[i].message.tag, i);
        }
        hash[k] = engine_event_hash(r->e);
        rig_free(r);
    }
    assert_int_equal(hash[0], hash[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_read),
        cmocka_unit_test(bandwidth),
        cmocka_unit_test(walks_go_first),
        cmocka_unit_test(back_pressure_and_order_of_ticks),
    };
    return UNIT_TEST_RUN("flat_memory", tests);
}
