/* SPDX-License-Identifier: Apache-2.0 */
/*
 * frfcfs_queue, at the depth of the configuration: corners by hand, then random
 * traffic against a model that is a plain list.
 */
#include "frfcfs_queue.h"
#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define TEXT(number)    TEXT_OF(number)
#define TEXT_OF(number) #number

typedef struct {
    uint32_t id, write, bank, row, col;
} request;

typedef struct {
    frfcfs_queue_state s;
    frfcfs_queue_in in;   /* of the next cycle; cleared by cycle() */
    frfcfs_queue_out out; /* pins of the last cycle */
    u8 cap;               /* cfg_hit_cap */
} bench;

static void cycle(bench *b) {
    b->in.cfg_hit_cap = b->cap;
    frfcfs_queue_step(&b->s, &b->in, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    frfcfs_queue_reset(&b->s);
}

static void set_push(bench *b, request r) {
    b->in.push_valid = 1;
    b->in.push_id = (GMMU_U(GMMU_REQUEST_W))GMMU_WRAP(r.id, GMMU_REQUEST_W);
    b->in.push_write = (u1)GMMU_WRAP(r.write, 1);
    b->in.push_bank = (GMMU_U(GMMU_BANK_W))GMMU_WRAP(r.bank, GMMU_BANK_W);
    b->in.push_row = (GMMU_U(GMMU_ROW_W))GMMU_WRAP(r.row, GMMU_ROW_W);
    b->in.push_col = (GMMU_U(GMMU_COL_W))GMMU_WRAP(r.col, GMMU_COL_W);
}

static void set_act(bench *b, uint32_t bank, uint32_t row) {
    b->in.act_valid = 1;
    b->in.act_bank = (GMMU_U(GMMU_BANK_W))GMMU_WRAP(bank, GMMU_BANK_W);
    b->in.act_row = (GMMU_U(GMMU_ROW_W))GMMU_WRAP(row, GMMU_ROW_W);
}

static void push(bench *b, uint32_t id, uint32_t bank, uint32_t row) {
    const request r = {id, id & 1U, bank, row, id & 15U};

    set_push(b, r);
    cycle(b);
}

/* Chooses with these banks ready; gives the id picked, -1 for none. */
static int choose(bench *b, unsigned bank_ready) {
    b->in.bank_ready = (GMMU_U(GMMU_NUM_BANKS))GMMU_WRAP(bank_ready, GMMU_NUM_BANKS);
    cycle(b);
    frfcfs_queue_outputs(&b->s, &b->out);
    return b->out.pick_valid ? (int)b->out.pick_id : -1;
}

/* Picks, sees the pick, takes it: the three cycles of one request. */
static int take(bench *b, unsigned bank_ready) {
    const int id = choose(b, bank_ready);

    b->in.bank_ready = (GMMU_U(GMMU_NUM_BANKS))GMMU_WRAP(bank_ready, GMMU_NUM_BANKS);
    cycle(b);
    b->in.bank_ready = (GMMU_U(GMMU_NUM_BANKS))GMMU_WRAP(bank_ready, GMMU_NUM_BANKS);
    b->in.pop = 1;
    cycle(b);
    return id;
}

static void is_empty_after_reset(void **unused) {
    bench b;

    (void)unused;
    memset(&b, 0xA5, sizeof b);
    frfcfs_queue_reset(&b.s);
    frfcfs_queue_outputs(&b.s, &b.out);
    assert_true(b.out.push_ready);
    assert_false(b.out.pick_valid);
    assert_int_equal(b.out.level, 0);
    memset(&b.in, 0, sizeof b.in);
    assert_int_equal(choose(&b, 0xFF), -1);
}

static void serves_in_order_without_open_rows(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (uint32_t id = 0; id < 5; id++)
        push(&b, id, id % 2, id);
    for (int id = 0; id < 5; id++)
        assert_int_equal(take(&b, 0xFF), id);
    assert_int_equal(take(&b, 0xFF), -1);
}

static void prefers_row_hits_then_age(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    push(&b, 10, 0, 1);
    push(&b, 11, 1, 7);
    push(&b, 12, 2, 9);
    push(&b, 13, 1, 7);
    set_act(&b, 1, 7);
    cycle(&b);
    assert_int_equal(choose(&b, 0xFF), 11); /* a hit beats the older 10 */
    assert_true(b.out.pick_hit);
    assert_int_equal(take(&b, 0xFF), 11);
    assert_int_equal(take(&b, 0xFF), 13); /* and so does the younger hit */
    assert_int_equal(take(&b, 0xFF), 10);
    assert_false(b.out.pick_hit);
    assert_int_equal(take(&b, 0xFF), 12);
}

static void passes_over_banks_that_are_not_ready(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    push(&b, 1, 3, 5);
    push(&b, 2, 4, 5);
    set_act(&b, 3, 5);
    cycle(&b);
    assert_int_equal(choose(&b, 1U << 4), 2); /* the hit waits for its bank */
    assert_int_equal(choose(&b, 0), -1);
    assert_int_equal(choose(&b, 1U << 3 | 1U << 4), 1);
}

static void knows_rows_of_old_and_new_entries(void **unused) {
    bench b;
    const request together = {3, 0, 0, 8, 0};

    (void)unused;
    start(&b);
    push(&b, 1, 0, 6);
    push(&b, 2, 0, 7);
    set_act(&b, 0, 7);
    cycle(&b);
    assert_int_equal(choose(&b, 1), 2);
    b.in.pre = 1; /* closed: nobody hits */
    cycle(&b);
    assert_int_equal(choose(&b, 1), 1);
    assert_false(b.out.pick_hit);
    b.in.pre = 1; /* activate wins over precharge, and the request pushed meanwhile hits */
    set_act(&b, 0, 8);
    set_push(&b, together);
    cycle(&b);
    assert_int_equal(choose(&b, 1), 3);
    assert_true(b.out.pick_hit);
    push(&b, 4, 0, 8); /* pushed to the row that is open */
    assert_int_equal(take(&b, 1), 3);
    assert_int_equal(take(&b, 1), 4);
    assert_true(b.s.open[0]);
    b.in.pre = 1; /* pushed while the row closes: no hit */
    set_push(&b, together);
    cycle(&b);
    assert_int_equal(choose(&b, 1), 1);
}

static void pops_the_pick_of_the_previous_cycle(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    push(&b, 1, 0, 1);
    push(&b, 2, 1, 1);
    assert_int_equal(choose(&b, 1U << 1), 2); /* shown in the next cycle ... */
    assert_int_equal(choose(&b, 1U << 0), 1); /* ... which chooses another one */
    b.in.pop = 1;
    b.in.bank_ready = 3;
    cycle(&b); /* 1 is shown, 2 is removed */
    assert_int_equal(b.out.pick_id, 1);
    assert_int_equal(b.out.level, 2);
    b.in.pop = 1; /* nothing was left to pop of the previous cycle */
    b.in.bank_ready = 3;
    cycle(&b);
    assert_false(b.out.pick_valid);
    assert_int_equal(b.out.level, 1);
    assert_int_equal(choose(&b, 3), 1);
    assert_int_equal(b.out.level, 1);
}

static void ignores_a_pop_without_a_pick(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    push(&b, 1, 0, 1);
    b.in.pop = 1;
    cycle(&b);
    frfcfs_queue_outputs(&b.s, &b.out);
    assert_int_equal(b.out.level, 1);
}

static void refuses_when_full(void **unused) {
    bench b;
    const request late = {500, 0, 0, 0, 0};

    (void)unused;
    start(&b);
    for (uint32_t id = 0; id < GMMU_FRFCFS_DEPTH; id++)
        push(&b, id, id % 8, 1);
    assert_int_equal(choose(&b, 0xFF), 0);
    cycle(&b);
    set_push(&b, late); /* refused although an entry leaves at this edge */
    b.in.pop = 1;
    cycle(&b);
    assert_false(b.out.push_ready);
    assert_int_equal(b.out.level, GMMU_FRFCFS_DEPTH);
    set_push(&b, late);
    cycle(&b);
    assert_true(b.out.push_ready);
    assert_int_equal(b.out.level, GMMU_FRFCFS_DEPTH - 1);
    for (int id = 1; id < GMMU_FRFCFS_DEPTH; id++)
        assert_int_equal(take(&b, 0xFF), id);
    assert_int_equal(take(&b, 0xFF), 500);
    assert_int_equal(take(&b, 0xFF), -1);
}

/* MASK §7.4: the Golden Queue has 16 requests, the Silver Queue is a buffer of 64, the Normal Queue one of
 * 192. A row hit passes all the others, however old they are. */
static void holds_the_requests_of_mask(void **unused) {
    const uint32_t size = GMMU_FRFCFS_DEPTH == 16 ? 16 : GMMU_FRFCFS_DEPTH == 64 ? 64 : 192;
    bench b;

    (void)unused;
    start(&b);
    for (uint32_t id = 0; id + 1 < size; id++)
        push(&b, id, 0, 1);
    assert_true(b.out.push_ready);
    push(&b, size - 1, 5, 77);
    push(&b, 500, 0, 0); /* refused */
    set_act(&b, 5, 77);
    cycle(&b);
    assert_false(b.out.push_ready);
    assert_int_equal(b.out.level, size);
    assert_int_equal(take(&b, 0xFF), (int)size - 1);
    assert_int_equal(take(&b, 0xFF), 0);
}

static void one_request_every_three_cycles(void **unused) {
    enum { HELD = 16 };
    bench b;
    unsigned taken = 0;
    bool seen = false;

    (void)unused;
    start(&b);
    for (uint32_t id = 0; id < HELD; id++)
        push(&b, id, 0, 1);
    for (unsigned c = 0; c < 3 * HELD - 3; c++) { /* answers each pick one cycle after seeing it */
        b.in.bank_ready = 1;
        b.in.pop = (u1)seen;
        taken += seen ? 1U : 0U;
        cycle(&b);
        seen = b.out.pick_valid && !seen;
    }
    assert_in_range(taken, HELD - 2, HELD - 1);
    frfcfs_queue_outputs(&b.s, &b.out);
    assert_int_equal(b.out.level, HELD - taken);
}

static void stands_still_when_idle(void **unused) {
    bench b;
    frfcfs_queue_state before;

    (void)unused;
    start(&b);
    push(&b, 1, 0, 1);
    push(&b, 2, 0, 1);
    set_act(&b, 0, 1);
    cycle(&b);
    take(&b, 1);
    cycle(&b);
    before = b.s;
    cycle(&b); /* a request waits, but no bank takes it */
    assert_memory_equal(&before, &b.s, sizeof before);
    take(&b, 1);
    cycle(&b);
    before = b.s;
    b.in.bank_ready = 0xFF; /* nothing waits */
    b.in.pop = 1;
    cycle(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* ---- the cap on row hits ---- */

/* One old request of another row of bank 0, and a stream of hits there that never ends: how many of these are
 * served before it, at most `most`. */
static unsigned hits_before_the_oldest(u8 cap, unsigned most) {
    bench b;
    unsigned hits = 0;

    start(&b);
    b.cap = cap;
    set_act(&b, 0, 7);
    cycle(&b);
    push(&b, 500, 0, 1);
    push(&b, 0, 0, 7);
    while (hits < most) {
        push(&b, 0, 0, 7);
        if (take(&b, 0xFF) == 500)
            break;
        hits++;
    }
    return hits;
}

static void cap_bounds_what_goes_before_the_oldest(void **unused) {
    (void)unused;
    assert_int_equal(hits_before_the_oldest(0, 2000), 2000); /* MASK's baseline has no bound */
    for (unsigned cap = 1; cap < 256; cap++)
        assert_int_equal(hits_before_the_oldest((u8)cap, 2000), cap);
}

/* Once the oldest has gone, its successor has a cap of its own; a hit that is the oldest is shown as one. */
static void cap_counts_anew_for_each_oldest(void **unused) {
    static const int order[] = {3, 4, 1, 5, 6, 2, 7, 8};
    bench b;

    (void)unused;
    start(&b);
    b.cap = 2;
    for (uint32_t id = 1; id < 9; id++)
        push(&b, id, 0, id < 3 ? id : 7);
    set_act(&b, 0, 7);
    cycle(&b);
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        assert_int_equal(choose(&b, 1), order[i]);
        assert_int_equal(b.out.pick_hit, order[i] > 2);
        assert_int_equal(take(&b, 1), order[i]);
    }
}

/* At the cap the oldest goes as soon as its bank is ready, and others meanwhile by age. */
static void cap_keeps_to_banks_that_are_ready(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    b.cap = 1;
    push(&b, 1, 0, 1);
    push(&b, 2, 3, 1);
    push(&b, 3, 3, 7);
    push(&b, 4, 3, 7);
    set_act(&b, 3, 7);
    cycle(&b);
    assert_int_equal(take(&b, 1U << 3), 3);
    assert_int_equal(choose(&b, 1U << 3), 2); /* older than the hit */
    assert_false(b.out.pick_hit);
    assert_int_equal(choose(&b, 1U << 3 | 1U), 1);
    b.cap = 0; /* off: hits first, whatever was counted */
    assert_int_equal(choose(&b, 1U << 3 | 1U), 4);
}

/* Who waits under random traffic, told by the pins alone. */
typedef struct {
    unsigned bank, turn,
        older; /* of a request: its place in the order of arrival, and how many were before it */
    unsigned passed,
        passed_oldest; /* younger ones of its bank that left before it; while it was the oldest */
    bool held;
} waiting;

static unsigned oldest_of(const waiting *all) {
    unsigned oldest = 0;

    for (unsigned id = 0; id < 512; id++)
        if (all[id].held && (!all[oldest].held || all[id].turn < all[oldest].turn))
            oldest = id;
    return oldest;
}

static void leave(waiting *all, unsigned gone) {
    const unsigned oldest = oldest_of(all);

    assert_true(all[gone].held);
    all[gone].held = false;
    for (unsigned id = 0; id < 512; id++)
        if (all[id].held && all[id].bank == all[gone].bank && all[id].turn < all[gone].turn) {
            all[id].passed++;
            all[id].passed_oldest += id == oldest;
        }
}

/* The most that went before a request while it was the oldest; no request waits for more than the header
 * says. */
static unsigned most_passed(u8 cap, uint64_t seed) {
    static waiting all[512];
    bench b;
    uint64_t random = seed;
    unsigned turn = 0, most = 0;
    int shown = -1;

    start(&b);
    b.cap = cap;
    memset(all, 0, sizeof all);
    for (unsigned c = 0; c < 6000; c++) {
        const uint64_t r = unit_test_random(&random);
        const unsigned id = turn % 512, bank = r & 1;
        const bool push_now = (r >> 1 & 3) != 0 && !all[id].held && b.s.count < GMMU_FRFCFS_DEPTH;

        if (push_now)
            set_push(&b, (request){id, 0, bank, (r >> 3 & 7) == 0, 0});
        if ((r >> 6 & 63) == 0)
            set_act(&b, r >> 12 & 1, 0); /* row 0, of most requests */
        b.in.bank_ready = (GMMU_U(GMMU_NUM_BANKS))(r >> 13 & 3);
        b.in.pop = (u1)(r >> 15 & 1);
        const bool pop = b.in.pop && shown >= 0;
        const unsigned older = b.s.count - (unsigned)pop;
        cycle(&b);
        if (pop)
            leave(all, (unsigned)shown);
        shown = b.out.pick_valid && !pop ? (int)b.out.pick_id : -1;
        if (push_now)
            all[id] = (waiting){.bank = bank, .turn = turn++, .older = older, .held = true};
        for (unsigned i = 0; i < 512; i++) {
            assert_true(cap == 0 || !all[i].held || all[i].passed <= (all[i].older + 1) * cap);
            most = all[i].held && all[i].passed_oldest > most ? all[i].passed_oldest : most;
        }
    }
    return most;
}

static void cap_bounds_every_wait(void **unused) {
    static const u8 caps[] = {1, 2, 3};

    (void)unused;
    for (unsigned i = 0; i < sizeof caps; i++)
        assert_int_equal(most_passed(caps[i], unit_test_seed()), caps[i]);
    assert_true(most_passed(0, unit_test_seed()) > 8); /* that traffic needs the cap */
}

/* ---- the model: a list, and the words of the header ---- */

typedef struct {
    request list[GMMU_FRFCFS_DEPTH];
    unsigned count;
    bool open[GMMU_NUM_BANKS];
    uint32_t open_row[GMMU_NUM_BANKS];
    int pick, last; /* position in the list, -1 for none */
    bool pick_hit;
    unsigned passed; /* younger ones that left since list[0] is the oldest, counted up to the cap */
} model;

static bool model_hits(const model *m, const request *r) {
    return m->open[r->bank] && m->open_row[r->bank] == r->row;
}

static int model_choose(const model *m, unsigned bank_ready, bool by_age) {
    for (int hits_only = !by_age; hits_only >= 0; hits_only--)
        for (unsigned i = 0; i < m->count; i++)
            if ((bank_ready >> m->list[i].bank & 1U) && (!hits_only || model_hits(m, &m->list[i])))
                return (int)i;
    return -1;
}

static void model_step(model *m, const frfcfs_queue_in *in) {
    const bool push_now = in->push_valid && m->count < GMMU_FRFCFS_DEPTH;
    const bool pop_now = in->pop && m->last >= 0;
    const bool by_age = in->cfg_hit_cap != 0 && m->passed >= in->cfg_hit_cap;
    const int chosen = pop_now ? -1 : model_choose(m, in->bank_ready, by_age);

    m->pick_hit = chosen >= 0 && model_hits(m, &m->list[chosen]);
    if (pop_now) {
        m->passed = m->last == 0 ? 0 : m->passed + (m->passed < in->cfg_hit_cap);
        m->count--;
        for (unsigned i = (unsigned)m->last; i < m->count; i++)
            m->list[i] = m->list[i + 1];
    }
    m->last = pop_now ? -1 : m->pick;
    m->pick = chosen;
    for (unsigned b = 0; b < GMMU_NUM_BANKS; b++)
        if (((unsigned)in->pre >> b) & 1U)
            m->open[b] = false;
    if (in->act_valid) {
        m->open[in->act_bank] = true;
        m->open_row[in->act_bank] = in->act_row;
    }
    if (push_now)
        m->list[m->count++] =
            (request){in->push_id, in->push_write, in->push_bank, in->push_row, in->push_col};
}

static void assert_pins(const model *m, const frfcfs_queue_out *out) {
    const request none = {0, 0, 0, 0, 0};
    const request r = m->pick >= 0 ? m->list[m->pick] : none;

    assert_int_equal(out->push_ready, m->count < GMMU_FRFCFS_DEPTH);
    assert_int_equal(out->level, m->count);
    assert_int_equal(out->pick_valid, m->pick >= 0);
    assert_int_equal(out->pick_id, r.id);
    assert_int_equal(out->pick_write, r.write);
    assert_int_equal(out->pick_bank, r.bank);
    assert_int_equal(out->pick_row, r.row);
    assert_int_equal(out->pick_col, r.col);
    assert_int_equal(out->pick_hit, m->pick_hit);
}

static void agrees_with_a_list(void **unused) {
    static model m;
    bench b;
    uint64_t random = unit_test_seed();

    (void)unused;
    start(&b);
    memset(&m, 0, sizeof m);
    m.pick = m.last = -1;
    for (unsigned c = 0; c < 60000; c++) {
        const unsigned bias = c / 3000 % 4; /* from filling to draining */
        const uint64_t r = unit_test_random(&random), x = unit_test_random(&random);
        const request offered = {(uint32_t)(r & 511), (uint32_t)(r >> 9 & 1), (uint32_t)(r >> 10 & 7),
                                 (uint32_t)(r >> 13 & 3), (uint32_t)(r >> 15 & 15)};

        if ((r >> 20 & 3) >= bias)
            set_push(&b, offered);
        if ((x & 7) == 0)
            set_act(&b, (uint32_t)(x >> 3 & 7), (uint32_t)(x >> 6 & 3));
        b.in.pre = (GMMU_U(GMMU_NUM_BANKS))((x >> 8 & 15) == 0 ? x >> 12 & 0xFF : 0);
        b.in.bank_ready = (GMMU_U(GMMU_NUM_BANKS))(x >> 20 & 0xFF);
        b.in.pop = (u1)((r >> 30 & 3) <= bias);
        b.cap = (u8)((x >> 28 & 63) == 0 ? x >> 34 & 7 : b.cap);
        b.in.cfg_hit_cap = b.cap;
        const frfcfs_queue_in in = b.in;
        cycle(&b);
        assert_pins(&m, &b.out);
        model_step(&m, &in);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_after_reset),
        cmocka_unit_test(serves_in_order_without_open_rows),
        cmocka_unit_test(prefers_row_hits_then_age),
        cmocka_unit_test(passes_over_banks_that_are_not_ready),
        cmocka_unit_test(knows_rows_of_old_and_new_entries),
        cmocka_unit_test(pops_the_pick_of_the_previous_cycle),
        cmocka_unit_test(ignores_a_pop_without_a_pick),
        cmocka_unit_test(refuses_when_full),
        cmocka_unit_test(holds_the_requests_of_mask),
        cmocka_unit_test(one_request_every_three_cycles),
        cmocka_unit_test(stands_still_when_idle),
        cmocka_unit_test(cap_bounds_what_goes_before_the_oldest),
        cmocka_unit_test(cap_counts_anew_for_each_oldest),
        cmocka_unit_test(cap_keeps_to_banks_that_are_ready),
        cmocka_unit_test(cap_bounds_every_wait),
        cmocka_unit_test(agrees_with_a_list),
    };
    return UNIT_TEST_RUN("frfcfs_queue of " TEXT(GMMU_FRFCFS_DEPTH) " entries", tests);
}
