/* SPDX-License-Identifier: Apache-2.0 */
/* The shared TLB with its units as Verilated RTL does what it does with the C, event by event. */
#include "mmu_rig.h"

#include "units/unit.h"

static mmu_rig *run(const gpu_config *config, uint64_t seed) {
    mmu_rig *g = mmu_rig_new(*config, seed);
    mmu_rig_ask_randomly(g, 300, 30000, RIG_PAGES, seed);
    mmu_rig_finish(g);
    mmu_rig_check(g);
    return g;
}

static void rtl_equals_c(void **state) {
    (void)state;
    const char *units[] = {"bypass_cache", "token_controller"};
    uint64_t seed = unit_test_seed();
    gpu_config config = mmu_rig_config(true);
    config.mask.epoch_cycles = 5000;
    config.chip.tlb.level[1].entries = 64;
    mmu_rig *c = run(&config, seed);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        config.rtl_units[i] = units[i];
        assert_true(unit_find(units[i], true)->rtl);
    }
    mmu_rig *rtl = run(&config, seed);
    assert_int_equal(engine_event_hash(rtl->e), engine_event_hash(c->e));
    assert_memory_equal(last_level_stats(rtl->t), last_level_stats(c->t), RIG_APPS * sizeof(app_stats));
    for (uint32_t a = 0; a < RIG_APPS; a++)
        assert_int_equal(last_level_tokens(rtl->t, a), last_level_tokens(c->t, a));
    assert_true(mmu_rig_stats(c).bypass_fills > 0 && mmu_rig_stats(c).bypass_hits > 0);
    mmu_rig_free(c);
    mmu_rig_free(rtl);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rtl_equals_c)};
    return UNIT_TEST_RUN("shared_tlb_rtl", tests);
}
