/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two programs without memory, SM or address space in common talk through the TLB level that they share, as
 * instances of MIG do on an A100 (spec: TunneLs, a covert channel through the L3 TLB, which MIG does not
 * partition). Own ways close the channel of evictions. (The chip here has two levels and few entries.)
 */
#include <string.h>

#include "chip/probe_gpu.h"
#include "study/probe/probe_noise.h"
#include "study/probe/tlb_covert.h"
#include "unit_test.h"

#define BITS 64U

static void start_chip(gpu_config *c) {
    memset(c, 0, sizeof *c);
    c->chip = *chip_preset("mask");
    c->chip.sm.count = 3;
    c->chip.tlb.level[0].entries = 8;
    c->chip.tlb.level[1].entries = 64;
    c->chip.tlb.level[1].ways = 4;
    c->design = *design_preset("static"); /* as of MIG: own channels and L2 banks */
    config_set_defaults(c);
    c->schedule = schedule_defaults;
    c->exceptions = exception_defaults;
    c->seed = 1;
    c->window_bytes = (size_t)64 << 20;
}

/* An A100 of two GPCs of a TPC each, with fewer channels and TLB entries; what it has of them is as TunneLs
 * found it: three levels, hashed sets, entries of 16 pages of 64 KB, slices and their victims. An SM of each
 * GPC talks. */
static void start_a100(gpu_config *c) {
    start_chip(c);
    c->chip = *chip_preset("a100");
    c->chip.page_sizes = (page_size_list){.count = 1, .bytes = {65536}};
    c->chip.sm.count = 4;
    c->chip.sm.gpc = 2;
    memset(&c->chip.sm.off, 0, sizeof c->chip.sm.off);
    c->chip.memory.bytes = UINT64_C(1) << 30;
    c->chip.memory.channels = 4;
    c->chip.l2.banks = 8;
    c->chip.l2.bytes = 1280U << 10;
    c->chip.tlb.level[1].entries = 32;
    c->chip.tlb.level[2].entries = 256;
}

typedef struct {
    tlb_covert_point point;
    bool changes;
} outcome;

/* The ways first to last, in symbols of twice the time that both need. */
static void try_channels(const gpu_config *config, covert_way first, covert_way last, uint32_t noise,
                         outcome *o) {
    char err[512];
    tlb_boundary boundary;
    tlb_covert c;
    const char *failed = NULL;
    probe_gpu *chip = probe_gpu_new(config, false, err, sizeof err);
    assert_non_null(chip);
    const probe_machine *m = probe_gpu_machine(chip);
    probe_noise n = {.quiet = m, .most = noise, .random = unit_test_seed() | 1};
    const probe_machine noisy = probe_noise_machine(&n);
    if (!tlb_boundary_find(m, &boundary))
        fail_msg("%s", probe_gpu_error(chip));
    if (!tlb_covert_find(m, &boundary, &c, &failed))
        fail_msg("%s", failed ? failed : probe_gpu_error(chip));
    const uint64_t cycles = 2 * c.symbol, seed = unit_test_seed() | 1;
    for (covert_way way = first; way <= last; way++, o++) {
        assert_true(tlb_covert_send(&noisy, &c, way, cycles, BITS, seed, &o->point));
        assert_true(tlb_covert_changes(m, &c, way, cycles, BITS, seed, &o->changes));
        print_message("%s: 0 takes %.1f cycles, 1 %.1f; capacity %.3f, %.1f kbit/s\n", covert_names[way],
                      o->point.channel.mean[0], o->point.channel.mean[1], o->point.channel.capacity,
                      o->point.rate);
    }
    tlb_covert_end(&c);
    probe_gpu_free(chip);
}

static outcome try_channel(const gpu_config *config, covert_way way, uint32_t noise) {
    outcome o;
    try_channels(config, way, way, noise, &o);
    return o;
}

/* No latency changes by a cycle, in any way. */
static void assert_all_closed(const gpu_config *config) {
    outcome o[COVERT_WAYS];
    try_channels(config, COVERT_SETS, COVERT_QUEUES, 0, o);
    for (covert_way way = COVERT_SETS; way < COVERT_WAYS; way++)
        assert_true(o[way].point.channel.capacity == 0 && !o[way].changes);
}

/* A bit in nearly each symbol, also through noise of half a page walk. */
static void test_shared_sets_talk(void **state) {
    (void)state;
    gpu_config config;
    start_chip(&config);
    outcome o = try_channel(&config, COVERT_SETS, 0);
    assert_true(o.point.channel.capacity > 0.9 && o.changes);
    assert_true(try_channel(&config, COVERT_SETS, 50).point.channel.capacity > 0.5);
}

/* Ways of their own: what one evicts is never the other's. */
static void test_own_ways_close_sets(void **state) {
    (void)state;
    gpu_config config;
    start_chip(&config);
    config.chip.tlb.level[1].partitions = 2;
    outcome o = try_channel(&config, COVERT_SETS, 0);
    assert_true(o.point.channel.capacity == 0 && !o.changes);
}

/* But the misses of one still wait for those of the other. */
static void test_queues_stay(void **state) {
    (void)state;
    gpu_config config;
    start_chip(&config);
    config.chip.tlb.level[1].partitions = 2;
    assert_true(try_channel(&config, COVERT_QUEUES, 0).changes);
}

/* Miss registers, slots of the ports and walkers of their own, too. */
static void test_own_queues_close_all(void **state) {
    (void)state;
    gpu_config config;
    start_chip(&config);
    config.chip.tlb.level[1].partitions = config.chip.tlb.level[1].queue_partitions = 2;
    config.chip.walk.partitions = 2;
    assert_all_closed(&config);
}

/* TunneLs: MIG gives instances a memory system each, but no L3 TLB. Nothing is left when that is divided,
 * too.
 */
static void test_instances_of_an_a100(void **state) {
    (void)state;
    gpu_config config;
    start_a100(&config);
    outcome o = try_channel(&config, COVERT_SETS, 0);
    assert_true(o.point.channel.capacity > 0.9 && o.changes);
    config.chip.tlb.level[2].partitions = config.chip.tlb.level[2].queue_partitions = 2;
    config.chip.walk.partitions = 2;
    assert_all_closed(&config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared_sets_talk),     cmocka_unit_test(test_own_ways_close_sets),
        cmocka_unit_test(test_queues_stay),          cmocka_unit_test(test_own_queues_close_all),
        cmocka_unit_test(test_instances_of_an_a100),
    };
    return UNIT_TEST_RUN("covert", tests);
}
