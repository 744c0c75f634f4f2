/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host twin shows at every edge the pins of its unit: random traffic at the sizes that are built, and all
 * that can ever happen at a small size.
 */
#include "units/unit_twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frfcfs_queue_model.h"
#include "unit_test.h"
#include "units/frfcfs_twin.h"

/* The unit once more, at the small size. */
#undef GMMU_FRFCFS_DEPTH
#undef GMMU_NUM_BANKS
#define GMMU_FRFCFS_DEPTH    2
#define GMMU_NUM_BANKS       2
#define frfcfs_queue_reset   small_queue_reset
#define frfcfs_queue_outputs small_queue_outputs
#define frfcfs_queue_step    small_queue_step
#include "frfcfs_queue.c" /* NOLINT(bugprone-suspicious-include) */

static const char *const queues[] = {"silver_queue", "normal_queue", "golden_bank_queue"};

/* The build that serves so many banks. */
static const unit_ops *unit_with_banks(const char *name, uint32_t banks) {
    const unit_size needs[] = {{"NUM_BANKS", banks}, {NULL, 0}};
    return unit_find_for(name, false, needs, NULL, 0);
}

static uint32_t size_named(const unit_ops *ops, const char *name) {
    for (const unit_size *s = ops->sizes; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s->value;
    return 0;
}

/* ---- random traffic ---- */

/* How busy the pins are, in per cent, and the cap. */
typedef struct {
    uint32_t push, pop, ready, act, pre;
    uint8_t cap;
} traffic;

static bool drawn(uint64_t *random, uint32_t percent) {
    return unit_test_random(random) % 100 < percent;
}

static frfcfs_queue_model_in draw(uint64_t *random, const traffic *t) {
    frfcfs_queue_model_in in = {.push_valid = drawn(random, t->push),
                                .push_id = (uint16_t)(unit_test_random(random) & 511U),
                                .push_write = unit_test_random(random) & 1U,
                                .push_bank = unit_test_random(random) & 15U,
                                .push_row = (uint32_t)(unit_test_random(random) & 3U),
                                .push_col = unit_test_random(random) & 15U,
                                .pop = drawn(random, t->pop),
                                .act_valid = drawn(random, t->act),
                                .act_bank = unit_test_random(random) & 15U,
                                .act_row = (uint32_t)(unit_test_random(random) & 3U),
                                .cfg_hit_cap = t->cap};
    for (uint32_t b = 0; b < FRFCFS_TWIN_BANKS; b++) {
        in.bank_ready |= (uint16_t)(drawn(random, t->ready) << b);
        in.pre |= (uint16_t)(drawn(random, t->pre) << b);
    }
    return in;
}

static void assert_same_pins(const frfcfs_queue_model_out *unit, const frfcfs_queue_model_out *twin) {
    assert_int_equal(unit->push_ready, twin->push_ready);
    assert_int_equal(unit->pick_valid, twin->pick_valid);
    assert_int_equal(unit->pick_id, twin->pick_id);
    assert_int_equal(unit->pick_write, twin->pick_write);
    assert_int_equal(unit->pick_bank, twin->pick_bank);
    assert_int_equal(unit->pick_row, twin->pick_row);
    assert_int_equal(unit->pick_col, twin->pick_col);
    assert_int_equal(unit->pick_hit, twin->pick_hit);
    assert_int_equal(unit->level, twin->level);
}

static void compare_random(const unit_ops *unit, const unit_twin_ops *twins, uint64_t seed) {
    static const traffic phases[] = {{90, 0, 50, 10, 1, 0},   {40, 60, 40, 10, 2, 3}, {40, 60, 40, 10, 2, 0},
                                     {10, 90, 90, 20, 5, 1},  {0, 90, 90, 5, 1, 9},   {90, 90, 5, 30, 30, 0},
                                     {50, 50, 90, 50, 10, 2}, {90, 90, 90, 3, 1, 60}};
    const unit_ops *twin = &twins->ops;
    uint64_t random = seed;
    uint32_t most = 0, picks = 0;
    void *u = unit->create();
    void *t = twin->create();
    for (uint32_t phase = 0; phase < 60; phase++) {
        const traffic *now = &phases[unit_test_random(&random) % (sizeof phases / sizeof *phases)];
        for (uint32_t i = 0; i < 300; i++) {
            const frfcfs_queue_model_in in = draw(&random, now);
            frfcfs_queue_model_out of_unit = {0}, of_twin = {0};
            unit->step(u, &in, &of_unit);
            twin->step(t, &in, &of_twin);
            assert_same_pins(&of_unit, &of_twin);
            unit->outputs(u, &of_unit);
            twin->outputs(t, &of_twin);
            assert_same_pins(&of_unit, &of_twin);
            assert_same_pins(&of_unit, twins->pins(t));
            most = of_unit.level > most ? of_unit.level : most;
            picks += of_unit.pick_valid;
        }
    }
    assert_int_equal(most, size_named(unit, "FRFCFS_DEPTH")); /* it has been full, and has worked */
    assert_true(picks > 1000);
    unit->reset(u);
    twin->reset(t);
    frfcfs_queue_model_out of_unit = {0}, of_twin = {0};
    unit->outputs(u, &of_unit);
    twin->outputs(t, &of_twin);
    assert_same_pins(&of_unit, &of_twin);
    unit->destroy(u);
    twin->destroy(t);
}

static void test_random_traffic(void **state) {
    (void)state;
    for (uint32_t q = 0; q < sizeof queues / sizeof *queues; q++) {
        for (uint32_t banks = 8; banks <= 16; banks += 8) {
            const unit_ops *unit = unit_with_banks(queues[q], banks);
            const unit_twin_ops *twin = unit_twin(unit);
            assert_non_null(twin);
            assert_ptr_not_equal(unit, &twin->ops);
            for (const unit_size *s = twin->ops.sizes; s->name; s++)
                assert_int_equal(s->value, size_named(unit, s->name));
            compare_random(unit, twin, unit_test_seed() + q + banks);
        }
    }
}

static void test_rtl_and_others_have_none(void **state) {
    (void)state;
    unit_ops rtl = *unit_with_banks("silver_queue", 8);
    assert_null(unit_twin(unit_find("golden_queue", false)));
    rtl.rtl = true;
    assert_null(unit_twin(&rtl));
}

/* ---- all that can happen, two entries and two banks ---- */

/* Unit and twin, side by side. Padding is zero, so pairs are compared as bytes. */
typedef struct {
    frfcfs_queue_state unit;
    uint32_t count, pick, last, last_valid, passed, open, open_row[2];
    frfcfs_queue_model_out pins;
    uint64_t hits, of_bank[2];
    uint8_t place[GMMU_FRFCFS_DEPTH];
    frfcfs_twin_entry entry[GMMU_FRFCFS_DEPTH];
} pair;

#define PAIRS  (1U << 16)
#define BUCKET (1U << 18)

typedef struct {
    pair *pairs;
    uint32_t count;
    uint32_t *bucket; /* number of a pair + 1; 0: free */
} reached;

static uint64_t hash_of(const pair *p) {
    const unsigned char *bytes = (const unsigned char *)p;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < sizeof *p; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash ^ hash >> 29;
}

static void reach(reached *r, const pair *p) {
    uint64_t at = hash_of(p) % BUCKET;
    while (r->bucket[at]) {
        /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): forget() has cleared the padding */
        if (memcmp(&r->pairs[r->bucket[at] - 1], p, sizeof *p) == 0)
            return;
        at = (at + 1) % BUCKET;
    }
    assert_true(r->count < PAIRS);
    memcpy(&r->pairs[r->count++], p, sizeof *p);
    r->bucket[at] = r->count;
}

/* What is left of an entry that is gone means nothing to either: one state instead of many. */
static void forget(pair *p, const frfcfs_queue_state *unit, const frfcfs_twin *twin) {
    memset(p, 0, sizeof *p);
    p->unit.count = unit->count;
    for (uint32_t i = 0; i < unit->count; i++) {
        p->unit.id[i] = unit->id[i];
        p->unit.write[i] = unit->write[i];
        p->unit.bank[i] = unit->bank[i];
        p->unit.row[i] = unit->row[i];
        p->unit.col[i] = unit->col[i];
        p->unit.hit[i] = unit->hit[i];
    }
    for (uint32_t b = 0; b < 2; b++) {
        p->unit.open[b] = unit->open[b];
        p->unit.open_row[b] = unit->open_row[b];
    }
    p->unit.pick_valid = unit->pick_valid;
    p->unit.pick_idx = unit->pick_idx;
    p->unit.pick_id = unit->pick_id;
    p->unit.pick_write = unit->pick_write;
    p->unit.pick_bank = unit->pick_bank;
    p->unit.pick_row = unit->pick_row;
    p->unit.pick_col = unit->pick_col;
    p->unit.pick_hit = unit->pick_hit;
    p->unit.last_valid = unit->last_valid;
    p->unit.last_idx = unit->last_idx;
    p->unit.passed = unit->passed;
    p->count = twin->count;
    p->pick = twin->pick;
    p->last = twin->last;
    p->last_valid = twin->last_valid;
    p->passed = twin->passed;
    p->open = twin->open;
    memcpy(p->open_row, twin->open_row, sizeof p->open_row);
    p->pins.push_ready = twin->pins.push_ready;
    p->pins.pick_valid = twin->pins.pick_valid;
    p->pins.pick_id = twin->pins.pick_id;
    p->pins.pick_bank = twin->pins.pick_bank;
    p->pins.pick_row = twin->pins.pick_row;
    p->pins.pick_hit = twin->pins.pick_hit;
    p->pins.level = twin->pins.level;
    p->hits = twin->hits[0];
    p->of_bank[0] = twin->of_bank[0][0];
    p->of_bank[1] = twin->of_bank[1][0];
    for (uint32_t i = 0; i < GMMU_FRFCFS_DEPTH; i++) /* the entries in the order of their positions */
        p->place[i] = (uint8_t)i;
    for (uint32_t i = 0; i < twin->count; i++) {
        const frfcfs_twin_entry *e = &twin->entry[twin->place[i]];
        p->entry[i].row = e->row;
        p->entry[i].id = e->id;
        p->entry[i].bank = e->bank;
    }
}

static void remember(const pair *p, frfcfs_twin *twin) {
    frfcfs_twin_reset(twin, GMMU_FRFCFS_DEPTH, GMMU_NUM_BANKS);
    twin->count = p->count;
    twin->pick = p->pick;
    twin->last = p->last;
    twin->last_valid = p->last_valid;
    twin->passed = p->passed;
    twin->open = p->open;
    memcpy(twin->open_row, p->open_row, sizeof p->open_row);
    twin->pins = p->pins;
    twin->hits[0] = p->hits;
    twin->of_bank[0][0] = p->of_bank[0];
    twin->of_bank[1][0] = p->of_bank[1];
    memcpy(twin->place, p->place, sizeof p->place);
    memcpy(twin->entry, p->entry, sizeof p->entry);
}

static void assert_same_small(const frfcfs_queue_state *unit, const frfcfs_twin *twin) {
    frfcfs_queue_out out;
    memset(&out, 0, sizeof out);
    small_queue_outputs(unit, &out);
    const frfcfs_queue_model_out pins = {.push_ready = out.push_ready,
                                         .pick_valid = out.pick_valid,
                                         .pick_id = out.pick_id,
                                         .pick_write = out.pick_write,
                                         .pick_bank = out.pick_bank,
                                         .pick_row = out.pick_row,
                                         .pick_col = out.pick_col,
                                         .pick_hit = out.pick_hit,
                                         .level = out.level};
    assert_same_pins(&pins, &twin->pins);
}

/* One edge from a pair that has been reached. Numbers of inputs: 5 of push (none, bank and row), 5 of
 * activate, 4 of ready, 4 of precharge, 2 of pop; the cap is 0 or 1, since of two one is older. */
#define SMALL_INPUTS (5U * 5U * 4U * 4U * 2U * 2U)

static void small_edge(reached *r, const pair *from, uint32_t input) {
    const uint32_t push = input % 5, act = input / 5 % 5;
    const uint32_t place = push ? push - 1 : 0, row = act ? act - 1 : 0;
    /* Entries of one bank and row differ in their id. */
    const frfcfs_queue_in in = {.push_valid = push != 0,
                                .push_id = (uint16_t)(from->unit.count),
                                .push_bank = (uint8_t)(place & 1U),
                                .push_row = place >> 1,
                                .act_valid = act != 0,
                                .act_bank = (uint8_t)(row & 1U),
                                .act_row = row >> 1,
                                .bank_ready = (uint8_t)(input / 25 % 4),
                                .pre = (uint8_t)(input / 100 % 4),
                                .pop = (uint8_t)(input / 400 % 2),
                                .cfg_hit_cap = (uint8_t)(input / 800)};
    const frfcfs_queue_model_in pins = {.push_valid = in.push_valid,
                                        .push_id = in.push_id,
                                        .push_bank = in.push_bank,
                                        .push_row = in.push_row,
                                        .act_valid = in.act_valid,
                                        .act_bank = in.act_bank,
                                        .act_row = in.act_row,
                                        .bank_ready = in.bank_ready,
                                        .pre = in.pre,
                                        .pop = in.pop,
                                        .cfg_hit_cap = in.cfg_hit_cap};
    frfcfs_queue_state unit = from->unit;
    frfcfs_queue_out out;
    frfcfs_twin twin;
    pair to;
    remember(from, &twin);
    small_queue_step(&unit, &in, &out);
    frfcfs_twin_step(&twin, &pins);
    assert_same_small(&unit, &twin);
    forget(&to, &unit, &twin);
    reach(r, &to);
}

static void test_everything_at_a_small_size(void **state) {
    (void)state;
    reached r = {.pairs = malloc(PAIRS * sizeof(pair)), .bucket = calloc(BUCKET, sizeof(uint32_t))};
    frfcfs_queue_state unit;
    frfcfs_twin twin;
    pair first;
    small_queue_reset(&unit);
    frfcfs_twin_reset(&twin, GMMU_FRFCFS_DEPTH, GMMU_NUM_BANKS);
    forget(&first, &unit, &twin);
    reach(&r, &first);
    for (uint32_t i = 0; i < r.count; i++)
        for (uint32_t input = 0; input < SMALL_INPUTS; input++)
            small_edge(&r, &r.pairs[i], input);
    printf("%u pairs of states, %u inputs each\n", r.count, SMALL_INPUTS);
    free(r.pairs);
    free(r.bucket);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_traffic),
        cmocka_unit_test(test_rtl_and_others_have_none),
        cmocka_unit_test(test_everything_at_a_small_size),
    };
    return UNIT_TEST_RUN("unit_twin", tests);
}
