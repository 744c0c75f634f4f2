/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host twin of dram_arbiter shows at every edge the pins of its unit: random traffic with epochs at the
 * sizes that are built, and at a small size every input in every state of its two ways.
 */
#include "units/arbiter_twin.h"

#include <string.h>

#include "unit_test.h"
#include "units/unit_twin.h"

/* The unit once more, at the small size. */
#undef GMMU_NUM_APPS
#undef GMMU_NUM_BANKS
#define GMMU_NUM_APPS        2
#define GMMU_NUM_BANKS       2
#define dram_arbiter_reset   small_arbiter_reset
#define dram_arbiter_outputs small_arbiter_outputs
#define dram_arbiter_step    small_arbiter_step
#include "dram_arbiter.c" /* NOLINT(bugprone-suspicious-include) */

static void assert_same_arbiters(const dram_arbiter_model_out *unit, const dram_arbiter_model_out *twin) {
    assert_int_equal(unit->req_ready, twin->req_ready);
    assert_int_equal(unit->push_g, twin->push_g);
    assert_int_equal(unit->push_s, twin->push_s);
    assert_int_equal(unit->push_n, twin->push_n);
    assert_int_equal(unit->push_id, twin->push_id);
    assert_int_equal(unit->push_write, twin->push_write);
    assert_int_equal(unit->push_bank, twin->push_bank);
    assert_int_equal(unit->push_row, twin->push_row);
    assert_int_equal(unit->push_col, twin->push_col);
    assert_int_equal(unit->pop_g, twin->pop_g);
    assert_int_equal(unit->pop_s, twin->pop_s);
    assert_int_equal(unit->pop_n, twin->pop_n);
    assert_int_equal(unit->issue_valid, twin->issue_valid);
    assert_int_equal(unit->issue_class, twin->issue_class);
    assert_int_equal(unit->issue_id, twin->issue_id);
    assert_int_equal(unit->issue_write, twin->issue_write);
    assert_int_equal(unit->issue_bank, twin->issue_bank);
    assert_int_equal(unit->issue_row, twin->issue_row);
    assert_int_equal(unit->issue_col, twin->issue_col);
    assert_int_equal(unit->silver_app, twin->silver_app);
    assert_int_equal(unit->silver_left, twin->silver_left);
    assert_int_equal(unit->busy, twin->busy);
}

/* ---- random traffic ---- */

static uint32_t bits(uint64_t *random, uint32_t count) {
    return (uint32_t)(unit_test_random(random) & ((1U << count) - 1U));
}

/* True so many times in a hundred. */
static bool often(uint64_t *random, uint32_t percent) {
    return unit_test_random(random) % 100 < percent;
}

/* All pins but the configuration. */
static void draw_traffic(uint64_t *random, dram_arbiter_model_in *in, uint32_t epoch_permille) {
    in->req_valid = often(random, 70);
    in->req_walk = often(random, 20);
    in->req_app = (uint8_t)(often(random, 80) ? bits(random, 2) : bits(random, 7));
    in->req_id = (uint16_t)bits(random, 9);
    in->req_write = often(random, 20);
    in->req_bank = (uint8_t)bits(random, 4);
    in->req_row = bits(random, 23);
    in->req_col = (uint8_t)bits(random, 4);
    in->g_ready = often(random, 80);
    in->s_ready = often(random, 80);
    in->n_ready = often(random, 80);
#define DRAW_HEAD(class, percent)                                                                            \
    in->class##_valid = often(random, percent);                                                              \
    in->class##_id = (uint16_t)bits(random, 9);                                                              \
    in->class##_write = often(random, 50);                                                                   \
    in->class##_bank = (uint8_t)bits(random, 4);                                                             \
    in->class##_row = bits(random, 23);                                                                      \
    in->class##_col = (uint8_t)bits(random, 4)
    DRAW_HEAD(g, 20);
    DRAW_HEAD(s, 50);
    DRAW_HEAD(n, 80);
#undef DRAW_HEAD
    in->bank_ready = (uint16_t)bits(random, 16);
    in->epoch_end = unit_test_random(random) % 1000 < epoch_permille;
    const bool silent = often(random, 10); /* nobody has a weight */
    for (uint32_t i = 0; in->epoch_end && i < ARBITER_TWIN_APPS; i++) {
        in->conptw[i] = silent ? 0 : (uint8_t)bits(random, 6);
        in->stalled[i] = silent ? 0 : (uint8_t)bits(random, 6);
    }
}

static void draw_configuration(uint64_t *random, dram_arbiter_model_in *in) {
    in->cfg_enable = often(random, 90);
    in->cfg_apps = (uint8_t)(often(random, 50) ? bits(random, 2) : bits(random, 7));
    in->cfg_thresh_max = (uint16_t)(often(random, 50) ? bits(random, 4) : bits(random, 9));
}

/* What has happened, so that the comparison was of something. */
typedef struct {
    uint64_t turns, loaded, epochs, ignored, changed;
} seen;

static void compare_arbiters(const unit_ops *unit, const unit_twin_ops *twin, uint64_t seed, seen *all) {
    uint64_t random = seed;
    dram_arbiter_model_in in = {.cfg_enable = 1, .cfg_apps = 2, .cfg_thresh_max = 9};
    dram_arbiter_model_out now = {0}, of_unit = {0}, of_twin = {0};
    bool was_busy = false;
    void *u = unit->create();
    void *t = twin->ops.create();
    unit->outputs(u, &now);
    for (uint32_t i = 0; i < 200000; i++) {
        /* dram_arbiter_duties.h: what quotas are made of is steady while the engine works. */
        if (!(now.busy && was_busy) && often(&random, 10)) {
            draw_configuration(&random, &in);
            all->changed++;
        }
        was_busy = now.busy;
        draw_traffic(&random, &in, 2);
        unit->step(u, &in, &of_unit);
        if (i % 2)
            twin->edge(t, &in);
        else
            twin->ops.step(t, &in, &of_twin);
        assert_same_arbiters(&of_unit, i % 2 ? &now : &of_twin);
        unit->outputs(u, &of_unit);
        twin->ops.outputs(t, &of_twin);
        assert_same_arbiters(&of_unit, &of_twin);
        assert_same_arbiters(&of_unit, twin->pins(t));
        all->turns += of_unit.silver_app != now.silver_app;
        all->loaded += of_unit.silver_left > 1 && now.silver_left == 0;
        all->epochs += now.busy && !of_unit.busy;
        all->ignored += now.busy && in.epoch_end;
        now = of_unit;
    }
    unit->reset(u);
    twin->ops.reset(t);
    unit->outputs(u, &of_unit);
    assert_same_arbiters(&of_unit, twin->pins(t));
    unit->destroy(u);
    twin->ops.destroy(t);
}

/* One more run of what is compared. */
static struct {
    const unit_ops *unit;
    const unit_twin_ops *twin;
    uint64_t seed;
    seen all;
} random_runs;

static void compare_once_more(void) {
    compare_arbiters(random_runs.unit, random_runs.twin, random_runs.seed++, &random_runs.all);
}

static void test_arbiter_random_traffic(void **state) {
    static const uint32_t sizes[][2] = {{30, 8}, {64, 16}};
    static const unit_test_goal goals[] = {
        UNIT_TEST_GOAL(random_runs.all.turns, 200), UNIT_TEST_GOAL(random_runs.all.loaded, 50),
        UNIT_TEST_GOAL(random_runs.all.epochs, 20), UNIT_TEST_GOAL(random_runs.all.ignored, 50),
        UNIT_TEST_GOAL(random_runs.all.changed, 500)};
    (void)state;
    random_runs.seed = unit_test_seed();
    for (uint32_t i = 0; i < 2; i++) {
        const unit_size needs[] = {{"NUM_APPS", sizes[i][0]}, {"NUM_BANKS", sizes[i][1]}, {NULL, 0}};
        const unit_ops *unit = unit_find_for("dram_arbiter", false, needs, NULL, 0);
        const unit_twin_ops *twin = unit_twin(unit);
        assert_non_null(twin);
        for (const unit_size *s = twin->ops.sizes; s->name; s++)
            assert_int_equal(s->value, unit_size_of(unit, s->name));
        assert_int_equal(unit_size_of(unit, "NUM_APPS"), sizes[i][0]);
        random_runs.unit = unit;
        random_runs.twin = twin;
        random_runs.all = (seen){0};
        UNIT_TEST_RUN_UNTIL(compare_once_more, 1, goals);
    }
}

/* ---- both ways at a small size ---- */

/* Unit and twin, side by side, in a state that can be reached. */
typedef struct {
    dram_arbiter_state unit;
    arbiter_twin twin;
} arbiters;

/* Distinct states of the two ways and of the turn: what is in the registers beside a request has no effect.
 */
#define ARBITER_STATES 4096U

typedef struct {
    arbiters list[ARBITER_STATES];
    bool known[ARBITER_STATES];
    uint32_t count;
} arbiter_states;

static void reach_arbiters(arbiter_states *r, const arbiters *p) {
    const dram_arbiter_state *s = &p->unit;
    const uint32_t hold = s->hold_valid ? 1U + s->hold_class : 0U;
    const uint32_t issue = s->issue_valid ? 1U + s->issue_class * 2U + s->issue_bank : 0U;
    const uint32_t code = (((hold * 8U + issue) * 2U + s->silver_app) * 4U + (s->left & 3U)) * 2U + s->fresh;
    assert_true(code < ARBITER_STATES && s->left < 4 && s->silver_app < 2);
    if (r->known[code])
        return;
    r->known[code] = true;
    r->list[r->count++] = *p;
}

static dram_arbiter_in small_pins(const dram_arbiter_model_in *in) {
    return (dram_arbiter_in){.req_valid = in->req_valid,
                             .req_walk = in->req_walk,
                             .req_app = (u2)in->req_app,
                             .req_write = in->req_write,
                             .req_bank = in->req_bank,
                             .g_ready = in->g_ready,
                             .s_ready = in->s_ready,
                             .n_ready = in->n_ready,
                             .g_valid = in->g_valid,
                             .g_bank = in->g_bank,
                             .s_valid = in->s_valid,
                             .s_bank = in->s_bank,
                             .n_valid = in->n_valid,
                             .n_bank = in->n_bank,
                             .bank_ready = (u2)in->bank_ready,
                             .cfg_enable = in->cfg_enable,
                             .cfg_apps = (u2)in->cfg_apps};
}

static void small_arbiter_edge(arbiter_states *r, const arbiters *from, uint32_t way_in, uint32_t way_out) {
    const dram_arbiter_model_in in = {.req_valid = way_in & 1U,
                                      .req_walk = way_in >> 1 & 1U,
                                      .req_write = way_in >> 2 & 1U,
                                      .req_app = way_in >> 3 & 3U,
                                      .g_ready = way_in >> 5 & 1U,
                                      .s_ready = way_in >> 6 & 1U,
                                      .n_ready = way_in >> 7 & 1U,
                                      .cfg_enable = way_in >> 8 & 1U,
                                      .cfg_apps = way_in >> 9 & 3U,
                                      .req_bank = way_in & 1U,
                                      .g_valid = way_out & 1U,
                                      .s_valid = way_out >> 1 & 1U,
                                      .n_valid = way_out >> 2 & 1U,
                                      .g_bank = way_out >> 3 & 1U,
                                      .s_bank = way_out >> 4 & 1U,
                                      .n_bank = way_out >> 5 & 1U,
                                      .bank_ready = way_out >> 6 & 3U};
    const dram_arbiter_in pins = small_pins(&in);
    arbiters to = *from;
    dram_arbiter_out out;
    dram_arbiter_model_out shown;
    small_arbiter_step(&to.unit, &pins, &out);
    arbiter_twin_step(&to.twin, &in);
    small_arbiter_outputs(&to.unit, &out);
    _Static_assert(sizeof out == sizeof shown, "the same pins");
    memcpy(&shown, &out, sizeof shown);
    assert_same_arbiters(&shown, &to.twin.pins);
    reach_arbiters(r, &to);
}

#define WAYS_IN  (1U << 11)
#define WAYS_OUT (1U << 8)

/* From quotas of 2 and 1, every input of the way in beside a random one of the way out, and the reverse. */
static void test_arbiter_ways_at_a_small_size(void **state) {
    static arbiter_states r;
    uint64_t random = unit_test_seed();
    arbiters first;
    (void)state;
    memset(&r, 0, sizeof r);
    memset(&first, 0, sizeof first);
    small_arbiter_reset(&first.unit);
    arbiter_twin_reset(&first.twin, GMMU_NUM_APPS, GMMU_NUM_BANKS);
    first.unit.thresh[0] = 2;
    first.twin.quota[0] = 2;
    reach_arbiters(&r, &first);
    for (uint32_t i = 0; i < r.count; i++) {
        for (uint32_t in = 0; in < WAYS_IN; in++)
            small_arbiter_edge(&r, &r.list[i], in, bits(&random, 8));
        for (uint32_t out = 0; out < WAYS_OUT; out++)
            small_arbiter_edge(&r, &r.list[i], bits(&random, 11), out);
    }
    assert_true(r.count > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arbiter_random_traffic),
        cmocka_unit_test(test_arbiter_ways_at_a_small_size),
    };
    return UNIT_TEST_RUN("arbiter_twin", tests);
}
