/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fractional GPUs Fig. 8 on chip gtx1080, with the published hash in the place of one that was found. V-F:
 * "the worst interference is seen when both the primary thread and the secondary threads access the same
 * cache set and bank", "closely followed by" another set and the same bank; for the others of its module "the
 * interference comes from conflicts over Miss Status Holding Register"; "the best case [...] is DM where the
 * primary thread sees no interference".
 */
#include <string.h>

#include "chip/probe_gpu.h"
#include "study/probe/interference.h"
#include "unit_test.h"

#define ALONE 0
#define MANY  1
static const uint32_t threads[] = {1, 32};

static void start_chip(gpu_config *c) {
    memset(c, 0, sizeof *c);
    c->chip = *chip_preset("gtx1080");
    c->design = *design_preset("ideal"); /* TLBs are shared by all modules */
    config_set_defaults(c);
    c->schedule = schedule_defaults;
    c->exceptions = exception_defaults;
    c->seed = 1;
    c->window_bytes = (size_t)64 << 20;
}

static void add_bits(hash_function *f, const xor_index *list) {
    for (uint32_t i = 0; i < list->count; i++)
        f->mask[f->bits++] = list->bit[i];
}

static void published_hash(const chip_config *chip, address_hash *h) {
    *h = (address_hash){.lines = chip->memory.bytes - PROBE_LINE_BYTES, .ways = chip->l2.ways};
    add_bits(&h->module, &chip->memory.map.channel);
    h->bank = h->set = h->module;
    add_bits(&h->bank, &chip->memory.map.bank);
    add_bits(&h->set, &chip->memory.map.set);
}

typedef struct {
    double cycles[2];
    uint32_t taken;
} curve;

static void take_point(void *ctx, const interference_point *p) {
    curve *c = ctx;
    c->cycles[c->taken++] = p->cycles;
}

/* How much slower the primary thread reads among 32. */
static double slowdown(const gpu_config *config, interference_case relation) {
    char err[512];
    address_hash hash;
    curve c = {.taken = 0};
    const char *failed = NULL;
    probe_gpu *chip = probe_gpu_new(config, true, err, sizeof err);
    assert_non_null(chip);
    published_hash(&config->chip, &hash);
    if (!interference_measure(probe_gpu_machine(chip), &hash, relation, threads, 2, unit_test_seed(),
                              take_point, &c, &failed))
        fail_msg("%s", failed ? failed : probe_gpu_error(chip));
    probe_gpu_free(chip);
    print_message("%s: %.1f cycles alone, %.1f among 32\n", interference_names[relation], c.cycles[ALONE],
                  c.cycles[MANY]);
    return c.cycles[MANY] / c.cycles[ALONE];
}

static void test_only_other_modules_are_free(void **state) {
    (void)state;
    gpu_config config;
    start_chip(&config);
    const double worst = slowdown(&config, SAME_SET_SAME_BANK), bank = slowdown(&config, OTHER_SET_SAME_BANK);
    assert_true(worst > 3.0 && bank > 3.0 && bank > 0.9 * worst);
    assert_true(slowdown(&config, OTHER_MODULE) == 1.0);
}

/* With two MSHRs in each module, that of a hit rate of 0 shows among 32 threads; other modules stay free. */
static void test_mshrs(void **state) {
    (void)state;
    gpu_config config;
    start_chip(&config);
    config.chip.l2.mshrs = 2;
    assert_true(slowdown(&config, SAME_SET_OTHER_BANK) > 1.5);
    assert_true(slowdown(&config, OTHER_SET_OTHER_BANK) > 1.5);
    assert_true(slowdown(&config, OTHER_MODULE) == 1.0);
}

static void test_bad_machines(void **state) {
    (void)state;
    gpu_config config;
    char err[512];
    uint32_t latency[64];
    const uint64_t address[] = {0, 4096}, other[] = {UINT64_C(1) << 32};
    const probe_launch thread[] = {{.address = address, .count = 2}, {.address = other, .count = 1}};
    start_chip(&config);
    config.chip.sm.count = 1;
    probe_gpu *chip = probe_gpu_new(&config, true, err, sizeof err);
    const probe_machine *m = probe_gpu_machine(chip);
    assert_false(m->run_together(m->ctx, thread, 2, 3, latency));
    assert_string_equal(probe_gpu_error(chip),
                        "sm.count: 1: expected 2 at least for threads that share no SM");
    probe_gpu_free(chip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_other_modules_are_free),
        cmocka_unit_test(test_mshrs),
        cmocka_unit_test(test_bad_machines),
    };
    return UNIT_TEST_RUN("interference", tests);
}
