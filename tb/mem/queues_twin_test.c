/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host twin of the schedulers made of queues shows at every edge what the wired units show: random
 * traffic for every scheduler, both golden queues, few and many banks; and while it rests, an idle edge may
 * be left out.
 */
#include "unit_test.h"

#include <string.h>

#include "mem/dram_scheduler.h"
#include "mem_rig.h"

static const char *const kinds[] = {"frfcfs", "mask", "golden", "mask_rows"};

/* How busy the inputs are, in per cent. */
typedef struct {
    uint32_t push, walks, ready, rows;
} input_traffic;

/* What has happened, so that the comparison was of something. */
static struct {
    uint64_t seed, issued[DRAM_CLASSES], full, left_out, epochs;
} done;

static bool chance(uint64_t *random, uint32_t percent) {
    return unit_test_random(random) % 100 < percent;
}

static uint32_t below(uint64_t *random, uint32_t end) {
    return (uint32_t)(unit_test_random(random) % end);
}

static dram_edge any_edge(uint64_t *random, const input_traffic *t, const dram_schedule *now,
                          uint32_t banks) {
    dram_edge e = {.push_walk = chance(random, t->walks),
                   .push_write = chance(random, 25),
                   .push_app = below(random, 4),
                   .push_id = below(random, DRAM_REQUESTS),
                   .push_bank = below(random, banks),
                   .push_row = below(random, 4),
                   .push_col = below(random, 16),
                   .event_bank = below(random, banks),
                   .event_row = below(random, 4)};
    e.push = chance(random, t->push) && (e.push_walk ? now->walk_room : now->data_room);
    if (chance(random, t->rows)) {
        e.opened = chance(random, 60);
        e.closed = !e.opened;
    }
    for (uint32_t b = 0; b < banks; b++)
        e.ready |= (uint32_t)chance(random, t->ready) << b;
    return e;
}

static void assert_same_schedule(const dram_schedule *units, const dram_schedule *twin) {
    assert_int_equal(units->issue, twin->issue);
    assert_int_equal(units->walk_room, twin->walk_room);
    assert_int_equal(units->data_room, twin->data_room);
    for (uint32_t q = 0; q < DRAM_CLASSES; q++)
        assert_int_equal(units->level[q], twin->level[q]);
    if (!units->issue)
        return;
    assert_int_equal(units->issue_class, twin->issue_class);
    assert_int_equal(units->issue_id, twin->issue_id);
    assert_int_equal(units->issue_write, twin->issue_write);
    assert_int_equal(units->issue_bank, twin->issue_bank);
    assert_int_equal(units->issue_row, twin->issue_row);
}

static void compare_schedulers(const gpu_config *cfg, const dram_scheduler *kind, uint64_t random) {
    static const input_traffic phases[] = {{95, 10, 10, 10}, {50, 20, 60, 20}, {90, 90, 20, 5},
                                           {10, 20, 90, 30}, {0, 0, 90, 1},    {95, 2, 90, 10}};
    gpu_config with_units = *cfg;
    with_units.unit_c = true;
    const uint32_t apps = 1 + below(&random, 4), banks = cfg->chip.memory.banks;
    void *units = kind->create(&with_units, apps), *twin = kind->create(cfg, apps);
    assert_true(units && twin);
    for (uint32_t phase = 0; phase < 40; phase++) {
        const input_traffic *t = &phases[below(&random, sizeof phases / sizeof *phases)];
        for (uint32_t i = 0; i < 150; i++) {
            dram_schedule of_units, of_twin;
            epoch_message epoch;
            kind->outputs(units, &of_units);
            kind->outputs(twin, &of_twin);
            assert_same_schedule(&of_units, &of_twin);
            dram_edge e = any_edge(&random, t, &of_units, banks);
            if (below(&random, 200) == 0) {
                memset(&epoch, 0, sizeof epoch);
                for (uint32_t a = 0; a < apps && chance(&random, 90); a++) {
                    epoch.conptw[a] = (uint8_t)below(&random, 64);
                    epoch.stalled[a] = (uint8_t)below(&random, 64);
                }
                e.epoch = &epoch;
                done.epochs++;
            }
            kind->step(units, &e);
            const bool idle = !e.push && !e.opened && !e.closed && !e.epoch;
            if (idle && kind->rests(twin) && chance(&random, 50))
                done.left_out++;
            else
                kind->step(twin, &e);
            done.issued[of_units.issue ? of_units.issue_class : 0] += of_units.issue;
            done.full += !of_units.data_room && of_units.level[2] > 100;
        }
    }
    kind->destroy(units);
    kind->destroy(twin);
}

static void compare_all_once(void) {
    for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (uint32_t shape = 0; shape < 8; shape++) {
            gpu_config cfg = mem_rig_config("mask");
            cfg.chip.memory.golden = shape & 1U ? GOLDEN_BANKS : GOLDEN_FIFO;
            cfg.chip.memory.banks = shape & 2U ? 16 : 8;
            cfg.chip.memory.hit_cap = shape & 4U ? 1 + (uint32_t)(done.seed % 60) : 0;
            cfg.mask.thresh_max =
                (uint16_t)(2 + shape); /* turns pass often, so a quota that is late is seen */
            compare_schedulers(&cfg, dram_scheduler_find(kinds[k]), done.seed++);
        }
    }
}

static void twin_shows_what_the_units_show(void **state) {
    static const unit_test_goal goals[] = {
        UNIT_TEST_GOAL(done.issued[0], 2000),  UNIT_TEST_GOAL(done.issued[1], 2000),
        UNIT_TEST_GOAL(done.issued[2], 20000), UNIT_TEST_GOAL(done.full, 100),
        UNIT_TEST_GOAL(done.left_out, 1000),   UNIT_TEST_GOAL(done.epochs, 100)};
    (void)state;
    done.seed = unit_test_seed();
    UNIT_TEST_RUN_UNTIL(compare_all_once, 1, goals);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(twin_shows_what_the_units_show)};
    return UNIT_TEST_RUN("queues_twin", tests);
}
