/* SPDX-License-Identifier: Apache-2.0 */
/* The schedulers made of golden, silver and normal queue, and those that go by turns, in front of DRAM banks:
 * who goes before whom, and what that costs in rows. */
#include "unit_test.h"

#include <string.h>

#include "base/mix.h"
#include "mem/dram_scheduler.h"
#include "mem/gddr5.h"
#include "mem_rig.h"

#define MOST 4096U /* requests of a test */

typedef struct {
    uint32_t app, bank, row;
    bool walk;
} demand;

typedef struct {
    const dram_scheduler *kind;
    void *self;
    gddr5 dram;
    const epoch_message *epoch; /* ends in the next cycle, or NULL */
    uint64_t cycle;
    uint32_t entered, ended, activates;
    uint32_t silver;                  /* requests that went through the silver queue */
    uint32_t order[MOST];             /* requests by their columns; 0 is the first that entered */
    uint32_t number[DRAM_REQUESTS];   /* of the request that has an id */
    uint32_t free_ids[DRAM_REQUESTS]; /* a stack */
    uint32_t ids;                     /* on it */
} channel;

static void channel_open_of(channel *c, const char *policy, uint32_t hit_cap, golden_order golden) {
    gpu_config cfg = mem_rig_config("mask-dram");
    cfg.chip.memory.hit_cap = hit_cap;
    cfg.chip.memory.golden = golden;
    cfg.chip.memory.timing.refi = 0;
    *c = (channel){.kind = dram_scheduler_find(policy), .ids = DRAM_REQUESTS};
    c->self = c->kind->create(&cfg, 2);
    assert_non_null(c->self);
    gddr5_init(&c->dram, &cfg.chip.memory.timing, cfg.chip.memory.rows, cfg.chip.memory.banks, 1);
    for (uint32_t i = 0; i < DRAM_REQUESTS; i++)
        c->free_ids[i] = i;
}

static void channel_open(channel *c, const char *policy) {
    channel_open_of(c, policy, 0, GOLDEN_FIFO);
}

static void channel_close(channel *c) {
    c->kind->destroy(c->self);
}

/* The command of this cycle. */
static void channel_command(channel *c, dram_edge *edge) {
    const gddr5_command cmd = gddr5_cycle(&c->dram, c->cycle);
    edge->opened = cmd.kind == GDDR5_ACTIVATE;
    edge->closed = cmd.kind == GDDR5_PRECHARGE;
    edge->event_bank = cmd.bank;
    edge->event_row = cmd.row;
    c->activates += edge->opened;
    if (cmd.kind == GDDR5_READ) {
        c->order[c->ended++] = c->number[cmd.id];
        c->free_ids[c->ids++] = cmd.id;
    }
}

/* One memory cycle, in which `d` wants to enter, or nobody (NULL). Has it? */
static bool channel_cycle(channel *c, const demand *d) {
    dram_schedule now;
    dram_edge edge = {.epoch = c->epoch};
    c->epoch = NULL;
    c->kind->outputs(c->self, &now);
    channel_command(c, &edge);
    edge.ready = gddr5_ready(&c->dram);
    if (now.issue) {
        c->silver += now.issue_class == 1;
        gddr5_accept(&c->dram, c->cycle, now.issue_bank,
                     (gddr5_request){
                         .id = now.issue_id, .row = now.issue_row, .sectors = 1, .write = now.issue_write});
        edge.ready &= ~(1U << now.issue_bank);
    }
    edge.push = d != NULL && c->ids != 0 && c->entered < MOST && (d->walk ? now.walk_room : now.data_room);
    if (edge.push) {
        edge.push_id = c->free_ids[--c->ids];
        edge.push_walk = d->walk;
        edge.push_app = d->app;
        edge.push_bank = d->bank;
        edge.push_row = d->row;
        c->number[edge.push_id] = c->entered++;
    }
    c->kind->step(c->self, &edge);
    c->cycle++;
    return edge.push;
}

static void channel_enter(channel *c, const demand *d) {
    while (!channel_cycle(c, d))
        assert_true(c->cycle < 1000000);
}

static void channel_until(channel *c, uint32_t ended) {
    while (c->ended < ended) {
        (void)channel_cycle(c, NULL);
        assert_true(c->cycle < 1000000);
    }
}

/* ---- who goes first ---- */

#define HITS 8U

/* Of the n-th request that entered, in the order of columns. */
static uint32_t place_of(const channel *c, uint32_t n) {
    uint32_t place = 0;
    while (place < c->ended && c->order[place] != n)
        place++;
    assert_true(place < c->ended);
    return place;
}

/* Eight reads of a row by application 1, and while the first has it open one of another row of that bank by
 * application 0, whose turn it is: its place in the order, 0 being the first. */
static uint32_t place_of_conflict(const char *policy, bool walk, uint32_t *activates) {
    channel c;
    channel_open(&c, policy);
    for (uint32_t i = 0; i < HITS; i++)
        channel_enter(&c, &(demand){.app = 1, .bank = 2, .row = 5});
    channel_until(&c, 1);
    channel_enter(&c, &(demand){.app = 0, .bank = 2, .row = 9, .walk = walk});
    channel_until(&c, HITS + 1);
    const uint32_t place = place_of(&c, HITS);
    *activates = c.activates;
    channel_close(&c);
    return place;
}

/*
 * MASK 5.4: "always prioritizes requests in the Golden Queue over requests in the Silver Queue, which are
 * always prioritized over requests in the Normal Queue": whatever row is open. So the normal queue's row is
 * closed and opened again. mask_rows, which is ours, makes a silver request wait for the rest of the row, but
 * no walk; golden has no silver requests.
 */
static void classes_go_before_rows(void **state) {
    (void)state;
    static const struct {
        const char *policy;
        bool silver_first, golden_first;
    } says[] = {{"frfcfs", false, false},   {"golden", false, true}, {"mask", true, true},
                {"mask_rows", false, true}, {"turns", false, false}, {"golden_turns", false, true}};
    for (size_t i = 0; i < sizeof says / sizeof *says; i++)
        for (uint32_t walk = 0; walk < 2; walk++) {
            const bool first = walk ? says[i].golden_first : says[i].silver_first;
            uint32_t activates = 0;
            const uint32_t place = place_of_conflict(says[i].policy, walk != 0, &activates);
            if (first)
                assert_true(place < HITS / 2);
            else
                assert_int_equal(place, HITS);
            assert_int_equal(activates, first ? 3 : 2);
        }
}

/* The cycle of the column of `d`, which application 0 wants `later` than application 1 has asked for eight
 * lines of one row, or of `rows` rows of that bank. */
static uint64_t end_of_silver(const char *policy, uint32_t later, const demand *d, uint32_t rows) {
    channel c;
    channel_open(&c, policy);
    for (uint32_t i = 0; i < HITS; i++)
        channel_enter(&c, &(demand){.app = 1, .bank = 2, .row = 5 + i % rows});
    for (uint32_t i = 0; i < later; i++)
        (void)channel_cycle(&c, NULL);
    channel_enter(&c, d);
    while (c.ended == 0 || c.order[c.ended - 1] != HITS)
        channel_until(&c, c.ended + 1);
    const uint64_t end = c.cycle;
    channel_close(&c);
    return end;
}

/* Only what closes a row that is wanted waits for it. A silver request to another bank, one to that row, and
 * one to a bank where the normal queue has no row hit keep the place that MASK gives them. */
static void others_do_not_wait(void **state) {
    (void)state;
    static const struct {
        demand silver;
        uint32_t rows;
    } of[] = {{{.bank = 3, .row = 9}, 1}, {{.bank = 2, .row = 5}, 1}, {{.bank = 2, .row = 99}, HITS}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++)
        for (uint32_t later = 20; later < 60; later++)
            assert_int_equal(end_of_silver("mask_rows", later, &of[k].silver, of[k].rows),
                             end_of_silver("mask", later, &of[k].silver, of[k].rows));
}

/* ---- how long an old row waits ---- */

/* A row of bank 2 is open and its reads never end. How many of them go before a read of another row there, at
 * most `most`: all of application 0, whose turn it is (MASK's weights, computed first), or all of application
 * 1, which has none. */
static uint32_t hits_before_an_old_row(const char *policy, uint32_t app, uint32_t hit_cap, uint32_t most) {
    enum { QUOTAS = 4000 };
    static const epoch_message weights = {.conptw = {63, 1}, .stalled = {63, 1}};
    channel c;
    channel_open_of(&c, policy, hit_cap, GOLDEN_FIFO);
    c.epoch = &weights;
    while (c.cycle < QUOTAS)
        (void)channel_cycle(&c, NULL);
    for (uint32_t i = 0; i < 2; i++) /* the first turns are of one request */
        channel_enter(&c, &(demand){.app = i, .bank = 3, .row = 5});
    for (uint32_t i = 0; i < HITS; i++)
        channel_enter(&c, &(demand){.app = app, .bank = 2, .row = 5});
    channel_until(&c, 3);
    const uint32_t before = c.ended, old = c.entered;
    channel_enter(&c, &(demand){.app = app, .bank = 2, .row = 9});
    while (c.ended < before + most && c.order[c.ended - 1] != old)
        (void)channel_cycle(&c, &(demand){.app = app, .bank = 2, .row = 5});
    const uint32_t served = c.ended - before;
    assert_int_equal(c.silver > served, strcmp(policy, "mask") == 0 && app == 0);
    channel_close(&c);
    return served;
}

/* FR-FCFS has no bound, with or without MASK's classes; memory.hit_cap is one, in both data queues. In front
 * of the old row are its elders, the cap, and what its bank has taken already. */
static void hit_cap_bounds_the_wait_of_an_old_row(void **state) {
    (void)state;
    enum { MANY = 300, IN_BANK = 4 };
    static const struct {
        const char *policy;
        uint32_t app;
    } of[] = {{"frfcfs", 1},    {"mask", 0},  {"mask", 1},  {"golden", 0},
              {"mask_rows", 1}, {"turns", 0}, {"turns", 1}, {"golden_turns", 0}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        assert_int_equal(hits_before_an_old_row(of[k].policy, of[k].app, 0, MANY), MANY);
        for (uint32_t cap = 1; cap < 64; cap *= 3) {
            const uint32_t hits = hits_before_an_old_row(of[k].policy, of[k].app, cap, MANY);
            assert_in_range(hits, cap, HITS + cap + IN_BANK);
        }
    }
}

/* ---- walks and banks ---- */

/* Twelve walks to twelve rows of bank 2, which takes a few at a time, and one to bank 3: its place. */
static uint32_t place_of_walk_to_an_idle_bank(const char *policy, golden_order golden) {
    enum { BUSY = 12 };
    channel c;
    channel_open_of(&c, policy, 0, golden);
    for (uint32_t i = 0; i < BUSY; i++)
        channel_enter(&c, &(demand){.bank = 2, .row = i, .walk = true});
    channel_enter(&c, &(demand){.bank = 3, .row = 1, .walk = true});
    channel_until(&c, BUSY + 1);
    const uint32_t place = place_of(&c, BUSY);
    channel_close(&c);
    return place;
}

/* MASK 5.4, footnote 7, by memory.golden: one FIFO holds a walk to an idle bank back until those of the busy
 * one have gone in; with an order for each bank it does not wait for them. */
static void a_walk_waits_for_its_own_bank_alone(void **state) {
    (void)state;
    static const char *const of[] = {"mask", "golden_turns"};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        assert_in_range(place_of_walk_to_an_idle_bank(of[i], GOLDEN_FIFO), 7, 12);
        assert_in_range(place_of_walk_to_an_idle_bank(of[i], GOLDEN_BANKS), 0, 2);
    }
}

/* Walks as fast as they enter, half of them to bank 2: those of a bank leave in the order in which they
 * entered, whatever rows they open, so each waits for its elders there alone, and nothing starves. */
static void keep_their_order(const char *policy) {
    for (golden_order golden = GOLDEN_FIFO; golden <= GOLDEN_BANKS; golden++) {
        uint32_t bank_of[MOST], last[8] = {0}, overtaken = 0, most = 0;
        uint64_t random = unit_test_seed();
        channel c;
        channel_open_of(&c, policy, 0, golden);
        while (c.entered < MOST) {
            const uint32_t drawn = (uint32_t)random_next(&random);
            const uint32_t bank = drawn & 1U ? 2 : drawn >> 1 & 7U;
            bank_of[c.entered] = bank;
            channel_enter(&c, &(demand){.bank = bank, .row = drawn >> 4 & 3U, .walk = true});
        }
        channel_until(&c, MOST);
        for (uint32_t i = 0; i < MOST; i++) {
            const uint32_t bank = bank_of[c.order[i]];
            assert_true(c.order[i] >= last[bank]);
            last[bank] = c.order[i];
            overtaken = c.order[i] > i ? c.order[i] - i : 0;
            most = overtaken > most ? overtaken : most;
        }
        assert_int_equal(most > 16, golden == GOLDEN_BANKS);
        channel_close(&c);
    }
}

static void walks_of_a_bank_keep_their_order(void **state) {
    (void)state;
    keep_their_order("golden");
    keep_their_order("golden_turns");
}

/* ---- turns of applications ---- */

/* Sixty reads of application 1, each to another row of bank 2, and behind them four of application 0, of rows
 * of their own: the place of the last of these. */
static uint32_t place_behind_many(const char *policy) {
    enum { MANY = 60, FEW = 4 };
    channel c;
    channel_open(&c, policy);
    for (uint32_t i = 0; i < MANY; i++)
        channel_enter(&c, &(demand){.app = 1, .bank = 2, .row = i});
    const uint32_t before = c.ended;
    for (uint32_t i = 0; i < FEW; i++)
        channel_enter(&c, &(demand){.app = 0, .bank = 2, .row = MANY + i});
    channel_until(&c, MANY + FEW);
    const uint32_t place = place_of(&c, MANY + FEW - 1) - before;
    channel_close(&c);
    return place;
}

/* Jog et al., the scheduler of MASK 7.3: without row hits applications alternate, so four reads wait for
 * three others and for what the bank has taken, and not for all that came before them. */
static void applications_take_turns(void **state) {
    (void)state;
    assert_in_range(place_behind_many("turns"), 7, 12);
    assert_in_range(place_behind_many("golden_turns"), 7, 12);
    assert_true(place_behind_many("frfcfs") > 40);
}

/* ---- what it costs ---- */

/* Rows opened for 1000 reads: of application 1, row after row and as fast as they enter, and of application
 * 0, whose turn it nearly always is, one in every 40 cycles, to a new row of any bank. */
static uint32_t rows_opened(const char *policy) {
    enum { READS = 2048, EVERY = 40, LINES = 16, BANKS = 8, QUOTAS = 4000 };
    static const epoch_message weights = {.conptw = {63, 1}, .stalled = {63, 1}};
    channel c;
    uint64_t random = 7, due = 0;
    channel_open(&c, policy);
    c.epoch = &weights;
    while (c.cycle < QUOTAS) /* until the quotas are computed */
        (void)channel_cycle(&c, NULL);
    for (uint32_t i = 0; i < READS; i++) {
        const uint32_t row = i / LINES;
        channel_enter(&c, &(demand){.app = 1, .bank = row % BANKS, .row = row / BANKS});
        if (c.cycle < due)
            continue;
        due = c.cycle + EVERY;
        channel_enter(&c, &(demand){.bank = (uint32_t)(random_next(&random) % BANKS), .row = READS + i});
    }
    channel_until(&c, c.entered);
    const bool has_silver = strncmp(policy, "mask", 4) == 0;
    assert_int_equal(c.silver > (c.entered - READS) / 2, has_silver);
    const uint32_t opened = c.activates * 1000 / c.entered;
    channel_close(&c);
    return opened;
}

/* The price of MASK's order, and that mask_rows does not pay it: docs/reports/mask-text.md, "What the queues
 * cost". */
static void silver_closes_rows(void **state) {
    (void)state;
    const uint32_t frfcfs = rows_opened("frfcfs"), mask_rows = rows_opened("mask_rows");
    assert_int_equal(rows_opened("golden"), frfcfs);
    assert_true(rows_opened("mask") * 10 > frfcfs * 14);
    assert_true(mask_rows * 20 < frfcfs * 21);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_go_before_rows),
        cmocka_unit_test(others_do_not_wait),
        cmocka_unit_test(hit_cap_bounds_the_wait_of_an_old_row),
        cmocka_unit_test(a_walk_waits_for_its_own_bank_alone),
        cmocka_unit_test(walks_of_a_bank_keep_their_order),
        cmocka_unit_test(applications_take_turns),
        cmocka_unit_test(silver_closes_rows),
    };
    return UNIT_TEST_RUN("sched_queues", tests);
}
