/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu as a block: what a GMMU is for, seen by cores, by a driver and in memory. */
#include "gmmu_block_owners.h"
#include "gmmu_vortex_cores.h"

static void edge(void) {
    memset(&b.in, 0, sizeof b.in);
    world_drive(&b.w, &b.out, &b.in);
    world_edge(&b.w, &b.in, &b.out);
    if (b.w.driver.failed != NULL)
        fail_msg("cycle %llu: %s", (unsigned long long)b.w.cycle, b.w.driver.failed);
    b.walks += b.out.ev_walk;
    b.fills += b.out.ev_fill;
    b.keeps += b.out.ev_keep;
    gmmu_step(&b.s, &b.in, &b.out);
    gmmu_outputs(&b.s, &b.out);
}

static void run(unsigned cycles) {
    for (unsigned c = 0; c < cycles; c++)
        edge();
}

/* Nothing new is asked and changed; the driver serves the faults that are left. Every request that was taken
 * is answered: a page made resident wakes everyone who waits for it. */
static void drain(void) {
    b.w.quiet = b.w.driver.calm = true;
    for (unsigned c = 0; c < 30000 && world_waiting(&b.w) != 0; c++)
        edge();
    assert_int_equal(world_waiting(&b.w), 0);
    assert_int_equal(b.w.seen.asked, b.w.seen.answered);
}

/* Random traffic and a busy driver in every format, with stalls and without. */
static void traffic_in_every_format(void **unused) {
    (void)unused;
    for (unsigned f = 0; f < WORLD_FORMATS; f++)
        for (unsigned stalls = 0; stalls <= 60; stalls += 30) {
            const bool no_exec = !world_formats[f].exec_all, no_read = world_formats[f].read != 0;
            const bool accessed = world_formats[f].accessed != 0;
            const unit_test_goal goals[] = {
                UNIT_TEST_GOAL(b.w.seen.mapped, 500),
                UNIT_TEST_GOAL(b.w.seen.large, f < WORLD_LARGE_FORMATS),
                UNIT_TEST_GOAL(b.w.seen.outside, 1),
                UNIT_TEST_GOAL(b.w.seen.bus_errors, 1),
                UNIT_TEST_GOAL(b.w.seen.refused, 1),
                UNIT_TEST_GOAL(b.w.seen.malformed, 1),
                UNIT_TEST_GOAL(b.w.seen.no_write, 1),
                UNIT_TEST_GOAL(b.w.seen.no_exec, no_exec),
                UNIT_TEST_GOAL(b.w.seen.no_read, no_read),
                UNIT_TEST_GOAL(b.w.driver.seen.accesses, accessed),
                UNIT_TEST_GOAL(b.w.driver.seen.records, 15),
                UNIT_TEST_GOAL(b.w.driver.seen.changes, 3),
                UNIT_TEST_GOAL(b.w.driver.seen.moves, SPACES + 1),
            };
            start(unit_test_seed() + f, &world_formats[f], stalls, 20);
            UNIT_TEST_RUN_UNTIL(edge, 12000, goals);
            drain();
            assert_int_equal(b.w.seen.no_exec != 0, no_exec);
            assert_int_equal(b.w.seen.no_read != 0, no_read);
            assert_int_equal(b.w.driver.seen.accesses != 0, accessed);
        }
}

/* A driver that changes pages all the time: each fence is right after requests have taken the old
 * translation. */
static void translations_are_taken_back_all_the_time(void **unused) {
    static const unit_test_goal goals[] = {
        UNIT_TEST_GOAL(b.w.driver.seen.changes, 100), UNIT_TEST_GOAL(b.w.driver.seen.disables, 4),
        UNIT_TEST_GOAL(b.w.driver.seen.alls, 4),      UNIT_TEST_GOAL(b.w.driver.seen.splits, 4),
        UNIT_TEST_GOAL(b.w.driver.seen.merges, 4),
    };
    (void)unused;
    for (unsigned f = 0; f < WORLD_LARGE_FORMATS; f++) {
        start(unit_test_seed() + 10 + f, &world_formats[f], 10, 500);
        UNIT_TEST_RUN_UNTIL(edge, 40000, goals);
        drain();
    }
}

/* Answers that wait at their ports while pages change: no fence may complete before they have left. */
static void a_fence_waits_for_answers_that_wait(void **unused) {
    static const unit_test_goal goals[] = {UNIT_TEST_GOAL(b.w.driver.seen.changes, 100)};
    (void)unused;
    for (unsigned f = 0; f < WORLD_FORMATS; f++) {
        start(unit_test_seed() + 20 + f, &world_formats[f], 0, 1000);
        b.w.take = 3;
        UNIT_TEST_RUN_UNTIL(edge, 90000, goals);
        b.w.take = 100;
        drain();
    }
}

static void finish_job(void) {
    for (unsigned c = 0; c < 4000 && b.w.driver.at != b.w.driver.count; c++)
        edge();
    assert_int_equal(b.w.driver.at, b.w.driver.count);
}

static void begin_job_of_1(void) {
    begin_job(&b.w.driver, JOB_FENCED);
    b.w.driver.job_space = 1;
}

/* Space 1 has these limits. */
static void limit_now(const page_limits *limits) {
    begin_job_of_1();
    limit_space(&b.w.driver, 1, limits);
    finish_job();
}

/* Nobody asks and nothing changes by itself, and all spaces are enabled. */
static void start_calm(uint64_t seed, const page_walker_format *format, unsigned tokens) {
    start(seed, format, 0, 0);
    world_tokens(&b.w, format, 0, tokens, 0xFFFF);
    b.w.ask = 0;
    for (unsigned c = 0; c < 4000 && (b.w.driver.at != b.w.driver.count || !b.w.driver.enabled[SPACES - 1]);
         c++)
        edge();
}

/* A request of port 0; the judge is told. */
static void ask(unsigned space, uint64_t vpn) {
    b.w.request[0][0].space = space;
    b.w.request[0][0].vpn = vpn;
    b.w.offered[0] = true;
    b.w.offered_id[0] = 0;
}

static void wait_for_answers(void) {
    for (unsigned c = 0; c < 2000 && world_waiting(&b.w) != 0; c++)
        edge();
    assert_int_equal(world_waiting(&b.w), 0);
}

/* One request, until it is answered. */
static void ask_and_wait(unsigned space, uint64_t vpn) {
    ask(space, vpn);
    wait_for_answers();
}

/* Whatever came first into the TLB: limits that end within a large page hold for each of its pages, in TLB
 * and bypass cache, and so do narrower ones from the end of their command on. */
static void limits_hold_for_pages_of_a_large_one(void **unused) {
    static const struct {
        page_limits limits;
        uint64_t inside, outside;
    } cuts[] = {{{0, 0x20ff}, 0x2010, 0x2180},
                {{0x2180, 0x3000}, 0x2181, 0x217f},
                {{0x2000, 0x21fe}, 0x2000, 0x21ff},
                {{0x2001, 0x21ff}, 0x21ff, 0x2000},
                {{0x2000, 0x21ff}, 0x2100, 0x3fff}};
    (void)unused;
    for (unsigned k = 0; k < 2 * WORLD_LARGE_FORMATS; k++) {
        start_calm(unit_test_seed() + 50 + k, &world_formats[k % WORLD_LARGE_FORMATS],
                   k < WORLD_LARGE_FORMATS ? NO_TOKENS : 0);
        for (unsigned i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
            const uint64_t outside = b.w.seen.outside, mapped = b.w.seen.mapped;
            limit_now(&cuts[i].limits);
            ask_and_wait(1, cuts[i].outside);
            ask_and_wait(1, cuts[i].inside);
            ask_and_wait(1, cuts[i].outside);
            assert_int_equal(b.w.seen.outside, outside + 2);
            assert_int_equal(b.w.seen.mapped, mapped + 1);
            limit_now(&limits_of_spaces[0]);
            ask_and_wait(1, cuts[i].inside); /* the TLB has all of it, */
            ask_and_wait(1, cuts[i].outside);
            limit_now(&cuts[i].limits); /* and drops it */
            ask_and_wait(1, cuts[i].outside);
            assert_int_equal(b.w.seen.outside, outside + 3);
        }
        assert_true(b.w.seen.large != 0 && b.w.seen.cut != 0);
    }
}

/* The large page becomes base pages, or these one: one invalidation names any page of it. */
static void change_size_now(uint64_t named) {
    begin_job_of_1();
    change_size(&b.w.driver, &b.w.memory, 1, named, true);
    finish_job();
}

/* Base pages that were held before a merge do not come back after a split, and a large one not after a merge,
 * whether TLB or bypass cache holds them; nor does a walk bring them back that is at any point as the size
 * changes. */
static void pages_change_their_size_and_back(void **unused) {
    static const uint64_t some[] = {0x2000, 0x2001, 0x2023, 0x21ff};
    const unsigned count = sizeof some / sizeof some[0], phases = 48;
    (void)unused;
    for (unsigned k = 0; k < 2 * WORLD_LARGE_FORMATS; k++) {
        start_calm(unit_test_seed() + 60 + k, &world_formats[k % WORLD_LARGE_FORMATS],
                   k < WORLD_LARGE_FORMATS ? NO_TOKENS : 0);
        change_size_now(some[0]);
        for (unsigned i = 0; i < count; i++) {
            const uint64_t large = b.w.seen.large;
            for (unsigned p = 0; p < count; p++)
                ask_and_wait(1, some[p]); /* base pages, ... */
            assert_int_equal(b.w.seen.large, large);
            change_size_now(some[i]);
            if (i % 2 == 0)
                ask_and_wait(1, some[(i + 1) % count]); /* ... the large one, or nobody asks, ... */
            change_size_now(some[(i + 2) % count]);
            for (unsigned p = 0; p < count; p++)
                ask_and_wait(1, some[p]); /* ... and base pages, with other frames */
        }
        for (unsigned after = 0; after < phases; after++) {
            ask(1, some[after % count]);
            run(after);
            change_size_now(some[(after + 1) % count]);
            wait_for_answers();
            ask_and_wait(1, some[after % count]);
            ask_and_wait(1, some[(after + 2) % count]);
        }
        assert_true(b.w.driver.seen.splits > phases / 3 && b.w.driver.seen.merges > phases / 3);
    }
}

/* "Warps with a token fill the shared TLB; the others fill the TLB bypass cache" (MASK 5.2). In the first
 * epoch all fill; then, with no tokens, nobody, and with as many as warps all do. */
static void tokens_say_who_fills_the_tlb(void **unused) {
    (void)unused;
    for (unsigned some = 0; some < 2; some++) {
        start(unit_test_seed() + 30, &world_formats[0], 0, 20);
        world_tokens(&b.w, &world_formats[0], 20, some ? 0xFFFF : 0, 0xFFFF);
        b.w.driver.keeps_limits = true; /* or many walks would end beyond them */
        run(EPOCH / 2);
        assert_true(b.fills != 0);
        run(2 * EPOCH); /* the evaluation, and no hand-over to an application that is not known yet */
        b.walks = b.fills = b.keeps = 0;
        run(4 * EPOCH);
        assert_true(b.walks >= b.fills + b.keeps);
        assert_int_equal(b.fills != 0, some);
        assert_int_equal(b.keeps != 0, !some);
        drain();
    }
}

/* ---- cores behind vortex_port ---- */

/* The cores ask until all are answered; then the driver changes pages while nobody waits. */
static void ask_then_change(void) {
    b.w.quiet = false;
    b.w.driver.rate = 0;
    for (unsigned c = 0; c < 3000; c++)
        vortex_edge();
    b.w.quiet = true;
    for (unsigned c = 0; c < 30000 && world_waiting(&b.w) != 0; c++)
        vortex_edge();
    assert_int_equal(world_waiting(&b.w), 0);
    assert_int_equal(b.w.seen.asked, b.w.seen.answered);
    b.w.driver.rate = 200;
    for (unsigned c = 0; c < 2000; c++)
        vortex_edge();
    b.w.driver.calm = true;
    for (unsigned c = 0; c < 30000 && b.w.driver.at != b.w.driver.count; c++)
        vortex_edge();
    assert_int_equal(b.w.driver.at, b.w.driver.count); /* no command waits for the cores */
    b.w.driver.calm = false;
}

/* The cores of the other tests, each behind a vortex_port. Such a core flushes when all of its requests are
 * answered, and this driver serves no fault while a command is busy. */
static void cores_behind_vortex_ports(void **unused) {
    static const unit_test_goal goals[] = {
        UNIT_TEST_GOAL(b.w.seen.mapped, 500),          UNIT_TEST_GOAL(b.w.seen.large, 20),
        UNIT_TEST_GOAL(refusals[VORTEX_READS], 50),    UNIT_TEST_GOAL(refusals[VORTEX_WRITES], 50),
        UNIT_TEST_GOAL(refusals[VORTEX_EXECUTES], 50), UNIT_TEST_GOAL(b.w.driver.seen.records, 15),
        UNIT_TEST_GOAL(b.w.driver.seen.changes, 20),
    };
    (void)unused;
    start(unit_test_seed() + 40, &world_formats[1], 20, 0);
    start_cores();
    UNIT_TEST_RUN_UNTIL(ask_then_change, 12, goals);
}

/* Cycles of a command to take a page back, whose cores miss all the time; `enough` at most. */
static unsigned cycles_of_a_flush(unsigned space, uint64_t vpn, unsigned enough) {
    unsigned cycles = 0;
    begin_job(&b.w.driver, JOB_NONE);
    driver_write(&b.w.driver, MMU_COMMAND_PAGE_LOW, (uint32_t)GMMU_WRAP(vpn, 32));
    driver_command(&b.w.driver, ASID_INV_PAGE, space, false);
    while (b.w.driver.at != b.w.driver.count && cycles++ < enough)
        vortex_edge();
    return cycles;
}

/* A core that holds its lanes back flushes when what it has missed before is answered, so a command has an
 * end that does not depend on how much they miss; behind lanes that go on it has none. */
static void a_flush_ends_though_lanes_miss(void **unused) {
    enum { BOUND = 1000, ENOUGH = 4000 };
    (void)unused;
    start(unit_test_seed() + 70, &world_formats[1], 0, 0);
    start_cores();
    b.w.driver.calm = true;
    for (unsigned c = 0; c < 20000; c++) /* until all pages have been mapped */
        vortex_edge();
    for (unsigned i = 0; i < 200; i++) {
        const unsigned cycles = cycles_of_a_flush(i % SPACES, page_numbers[i % PAGES], ENOUGH);
        assert_true(cycles < BOUND);
        for (unsigned c = 0; c < 50; c++)
            vortex_edge();
    }
    lanes_go_on = true;
    assert_true(cycles_of_a_flush(0, 0, ENOUGH) > ENOUGH);
    lanes_go_on = false;
    for (unsigned c = 0; c < BOUND && b.w.driver.at != b.w.driver.count; c++)
        vortex_edge();
    assert_int_equal(b.w.driver.at, b.w.driver.count);
}

/* Is anything of the space left where requests wait? */
static unsigned left_of(unsigned space) {
    unsigned left = 0;
    for (unsigned i = 0; i < REQUEST_FILE_SLOTS; i++)
        left += b.s.requests.s_phase[i] != SLOT_FREE && b.s.requests.s_asid[i] == space;
    for (unsigned e = 0; e < GMMU_FAULT_PAGES; e++)
        left += b.s.faults.e_state[e] != FAULT_FREE && b.s.faults.e_asid[e] == space;
    for (unsigned e = 0; e < GMMU_MSHR_ENTRIES; e++)
        left += b.s.mshrs.e_count[e] != 0 && b.s.mshrs.e_asid[e] == space;
    for (unsigned w = 0; w < GMMU_WALKERS; w++)
        left += b.s.walker.w_phase[w] != WALKER_FREE && b.s.walker.w_asid[w] == space;
    return left;
}

/* A number goes to another owner while requests of the first wait for pages: by the one command, and by the
 * commands that were once needed. With `asks` the old owner goes on asking until the command has completed.
 */
static void a_space_goes_to_another_owner(void **unused) {
    (void)unused;
    for (unsigned round = 0; round < 16; round++) {
        const unsigned each = round % 2 != 0 ? GMMU_PORT_REQUESTS : 1, before = round / 8 * 20;
        const bool more = round / 2 % 2 != 0, asks = round / 4 % 2 != 0;
        owners_start(0);
        owners.m.write_stalls = asks ? 98 : 0;
        for (unsigned k = 0; k < each; k++) {
            for (unsigned p = 0; p < PORTS; p++)
                (void)owners_ask(p, OWNED, FIRST_OWNED + k * PORTS + p);
            owners_run(1);
        }
        owners_run(before != 0 ? before : 2000);
        for (unsigned p = 0; p < PORTS && asks; p++)
            (void)owners_ask(p, OWNED, FIRST_OWNED + p);
        owners_command(ASID_SET, OWNED, false, 0);
        assert_int_equal(left_of(OWNED), 0);
        if (b.s.faults.q_count != 0)
            fail_msg("a space has ended before its records are written");
        for (unsigned p = 0; p < PORTS; p++)
            for (unsigned i = 0; i < IDS; i++)
                assert_false(owners.request[p][i].waits);
        if (more) {
            owners_command(ASID_FENCE, 0, false, 0);
            owners_access(true, MMU_RESUME, MMU_RESUME_SPACE_MASK | OWNED << MMU_RESUME_ASID_AT);
        }
        owners.owner = 1;
        owners_command(ASID_SET, OWNED, true, owners.root[1]);
        for (unsigned p = 0; p < PORTS; p++) {
            const unsigned id = owners_ask(p, OWNED, FIRST_OWNED + p);
            owners_run(300);
            assert_true(owners.request[p][id].answered);
            assert_int_equal(owners.request[p][id].fault, 0);
        }
        owners_run(1000);
    }
}

/* ---- spaces that share a port ---- */

/* The datasheet's bound: cycles until a request that waits for no software has its answer, with reads of so
 * many. */
static uint64_t answer_bound(unsigned latency) {
    return 12000U + 240U * (uint64_t)latency;
}

enum { SHARED_CYCLES = 20000, HIT_BOUND = 64 };

/* At each port space OWNED asks for pages that are absent, as fast as it can, and software serves none; space
 * OTHER asks at the first one now and then, for the same page and for pages that are to be walked. Each of
 * its requests has a place and an answer in time. */
static void no_space_stops_another_at_a_port(void **unused) {
    static const unsigned latencies[] = {0, 40};
    (void)unused;
    for (unsigned l = 0; l < 2; l++) {
        unsigned id = 0, answers = 0, asks = 0, other;
        uint64_t offered = 0;
        bool waits = false;
        owners_start(0);
        for (unsigned i = 0; i < 256; i++)
            owners_map(2, FIRST_OWNED + i, OLD_FRAME + i);
        owners.m.latency = latencies[l];
        for (unsigned c = 0; c < SHARED_CYCLES; c++) {
            if (waits && owners.request[0][id].answered) {
                assert_int_equal(owners.request[0][id].fault, WALK_MAPPED);
                assert_true(owners.cycle - offered <= 2 * answer_bound(latencies[l])); /* for a place, too */
                assert_true(owners.request[0][id].took <=
                            (asks % 2 != 0 || asks < 3 ? answer_bound(latencies[l]) : HIT_BOUND));
                waits = false;
                answers++;
            }
            if (!waits && owners_offer(0, OTHER, FIRST_OWNED + (asks % 2 != 0 ? 0U : asks % 256U), &id)) {
                waits = true;
                offered = owners.cycle;
                asks++;
            }
            for (unsigned p = 0; p < PORTS; p++)
                (void)owners_offer(p, OWNED, FIRST_OWNED + c % 64, &other);
            owners_run(1);
        }
        assert_false(waits && owners.cycle - offered > 2 * answer_bound(latencies[l]));
        assert_true(answers > 40);
    }
}

/* Is there a record of a page of this space in the ring? */
static bool is_recorded(unsigned space) {
    bool found = false;
    for (unsigned i = 0; i < RING_RECORDS; i++)
        found = found ||
                (owners.m.word[OLD_RING][2U * i] >> 48 == space && owners.m.word[OLD_RING][2U * i + 1U] != 0);
    return found;
}

/* A space that asks for ever more absent pages takes all places of the fault queue, and software hears of no
 * other's page until it has served some. With a limit it has so many, and the others have room. */
static void a_space_has_so_many_pages_waiting(void **unused) {
    (void)unused;
    for (unsigned most = 0; most <= 4; most += 4) {
        unsigned id, own = 0;
        owners_start(most << MMU_SPACE_PAGES_AT);
        for (unsigned c = 0; c < 4000; c++) {
            for (unsigned p = 0; p < PORTS; p++)
                (void)owners_offer(p, OWNED, FIRST_OWNED + c % 64, &id);
            owners_run(1);
        }
        for (unsigned e = 0; e < GMMU_FAULT_PAGES; e++)
            own += b.s.faults.e_state[e] != FAULT_FREE && b.s.faults.e_asid[e] == OWNED;
        assert_int_equal(own, most != 0 ? most : GMMU_FAULT_PAGES);
        for (unsigned c = 0; c < 4000; c++) {
            (void)owners_offer(0, c < 1000 ? OTHER : OWNED, FIRST_OWNED + 100, &id);
            owners_run(1);
        }
        assert_int_equal(is_recorded(OTHER), most != 0);
    }
}

/* `park` without a ring would wait for ever for software that is never told: an absent page is then answered
 * with the fault. With the ring it waits again; who has waited before the ring went off goes on waiting. */
static void without_a_ring_nobody_waits(void **unused) {
    (void)unused;
    owners_start(0);
    const unsigned waits = owners_ask(0, OWNED, FIRST_OWNED);
    owners_run(1000);
    owners_access(true, MMU_RING, 0);
    const unsigned first = owners_ask(1, OWNED, FIRST_OWNED + 1), same = owners_ask(2, OWNED, FIRST_OWNED);
    assert_true(is_answered(1, first, 500, WALK_ABSENT) && is_answered(2, same, 1, WALK_ABSENT));
    owners_access(true, MMU_RING, MMU_RING_ENABLE_MASK);
    const unsigned parked = owners_ask(1, OWNED, FIRST_OWNED + 1);
    assert_false(is_answered(1, parked, 2000, WALK_ABSENT));
    assert_false(owners.request[0][waits].answered);
    owners_map(0, FIRST_OWNED, OLD_FRAME);
    owners_map(0, FIRST_OWNED + 1, OLD_FRAME);
    owners_access(true, MMU_RESUME, MMU_RESUME_SPACE_MASK | OWNED << MMU_RESUME_ASID_AT);
    assert_true(is_answered(0, waits, 500, WALK_MAPPED) && is_answered(1, parked, 1, WALK_MAPPED));
}

/* Memory loses records: software finds the first of them by name, and that there was another one. */
static void a_record_that_is_lost_has_a_name(void **unused) {
    (void)unused;
    owners_start(0);
    owners.m.write_errors = 100;
    const unsigned lost = owners_ask(0, OWNED, FIRST_OWNED + 5);
    owners_run(500);
    owners_access(false, MMU_STATUS, 0);
    assert_true((owners.value & MMU_RECORD_ERROR_MASK) != 0);
    owners_access(false, MMU_RECORD_ERROR, 0);
    assert_int_equal(owners.value, MMU_ERROR_SEEN_MASK | OWNED << MMU_ERROR_ASID_AT);
    owners_access(false, MMU_RECORD_ERROR_PAGE_LOW, 0);
    assert_int_equal(owners.value, FIRST_OWNED + 5);
    owners_map(0, FIRST_OWNED + 5, OLD_FRAME);
    owners_access(true, MMU_RESUME_PAGE_LOW, (uint32_t)FIRST_OWNED + 5);
    owners_access(true, MMU_RESUME, OWNED << MMU_RESUME_ASID_AT);
    assert_true(is_answered(0, lost, 500, WALK_MAPPED));
    owners_access(true, MMU_RECORD_ERROR, 0);
    owners_access(false, MMU_RECORD_ERROR, 0);
    assert_int_equal(owners.value & (MMU_ERROR_SEEN_MASK | MMU_ERROR_MORE_MASK), 0);
    owners_access(false, MMU_STATUS, 0);
    assert_int_equal(owners.value & MMU_RECORD_ERROR_MASK, 0);
    for (unsigned i = 0; i < 2; i++)
        (void)owners_ask(i, OWNED, FIRST_OWNED + 6 + i);
    owners_run(500);
    owners_access(false, MMU_RECORD_ERROR, 0);
    assert_true((owners.value & MMU_ERROR_SEEN_MASK) != 0 && (owners.value & MMU_ERROR_MORE_MASK) != 0);
    assert_int_equal(owners.value & MMU_ERROR_SLOT_MASK, 1);
    owners_access(true, MMU_RING, MMU_RING_ENABLE_MASK);
    owners_access(false, MMU_RECORD_ERROR, 0);
    assert_int_equal(owners.value & (MMU_ERROR_SEEN_MASK | MMU_ERROR_MORE_MASK), 0);
}

/* Numbers that the block has no room for do not become others: space 517 is not space 5, a frame and a page
 * beyond the widths are none. Commands that make no sense, and heads of the ring that lie elsewhere, do
 * nothing, and say so. */
static void what_makes_no_sense_is_refused(void **unused) {
    const uint32_t beyond = 1U << GMMU_ASID_W, heads = 1U << GMMU_FAULT_COUNT_W;
    (void)unused;
    owners_start(0);
    owners_access(true, MMU_COMMAND_ROOT, owners.root[1]);
    assert_true(is_refused(MMU_COMMAND, MMU_CMD_ENABLE_MASK | (beyond | OTHER) << MMU_CMD_ASID_AT));
    assert_true(is_refused(MMU_RESUME, MMU_RESUME_SPACE_MASK | (beyond | OTHER) << MMU_RESUME_ASID_AT));
    assert_true(is_refused(MMU_COMMAND_ROOT, 1U << GMMU_PPN_W | owners.root[1]));
    assert_true(is_refused(MMU_RING_FRAME, 1U << GMMU_PPN_W));
    assert_true(is_refused(MMU_COMMAND_PAGE_HIGH, 1U << (GMMU_VPN_W - 32)));
    assert_true(is_refused(MMU_RING_HEAD, heads));
    assert_true(is_refused(MMU_FORMAT, GMMU_WALK_LEVELS));
    owners_command(ASID_SET, GMMU_ASID_SPACES + OTHER, true, owners.root[1]);
    assert_true((owners.value & MMU_CMD_REFUSED_MASK) != 0);
    owners_access(true, MMU_COMMAND_PAGE_LOW, 0x8000); /* above the highest page */
    owners_command(ASID_SET, OTHER, true, owners.root[1]);
    assert_true((owners.value & MMU_CMD_REFUSED_MASK) != 0);
    owners_command(ASID_FENCE, 0, false, 0);
    assert_int_equal(owners.value & MMU_CMD_REFUSED_MASK, 0);
    const unsigned id = owners_ask(0, OTHER, FIRST_OWNED);
    assert_true(is_answered(0, id, 500, WALK_MAPPED));
    assert_int_equal(owners.request[0][id].ppn, OLD_FRAME); /* the space is what it was */
    assert_false(is_refused(MMU_RING_HEAD, 1));             /* there is no record */
    owners_access(false, MMU_RING_HEAD, 0);
    assert_true((owners.value & MMU_HEAD_REFUSED_MASK) != 0);
    (void)owners_ask(1, OWNED, FIRST_OWNED);
    owners_run(500);
    owners_access(true, MMU_RING_HEAD, 1);
    owners_access(false, MMU_RING_HEAD, 0);
    assert_int_equal(owners.value & MMU_HEAD_REFUSED_MASK, 0);
    owners_access(false, MMU_RING_STATE, 0);
    assert_int_equal(owners.value, 1U << MMU_RING_FIRST_AT | 1U << MMU_RING_TAIL_AT);
}

/* ---- a reset, in a memory that goes on ---- */

/* What went wrong for the second of two owners. */
typedef struct {
    unsigned translations, records;
} wrongs;

/* The memory answers once the new owner's read is there. */
static void try_new_owner(wrongs *w) {
    owners.m.read_stalls = owners.m.write_stalls = 100;
    owners_set_up(0, NEW_RING);
    owners.owner = 1;
    owners_command(ASID_SET, OWNED, true, owners.root[1]);
    owners_command(ASID_SET, OTHER, true, owners.root[1]);
    const unsigned id = owners_ask(0, OTHER, FIRST_OWNED);
    owners_run(20);
    owners.m.read_stalls = owners.m.write_stalls = 0;
    owners_run(200);
    (void)owners_ask(0, OWNED, FIRST_OWNED + OWNED_PAGES); /* absent, so there is a record */
    owners_run(200);
    w->translations += !owners.request[0][id].answered || owners.request[0][id].ppn != NEW_FRAME;
    w->records += owners.m.word[NEW_RING][0] == 0;
}

/* With a reset between two owners: one page of the first is in its tables, the other gives a record. */
static wrongs of_a_reset(bool waits_for_quiet) {
    wrongs w = {0, 0};
    for (unsigned after = 0; after < 70; after++) {
        owners_start(0);
        owners.d.state += after; /* other waits */
        owners.m.read_stalls = 85;
        owners.m.write_stalls = 95;
        owners.m.crosses = !waits_for_quiet;
        (void)owners_ask(0, OTHER, FIRST_OWNED); /* by the walker that the second owner gets, too */
        owners_run(4);
        (void)owners_ask(1, OWNED, FIRST_OWNED);
        owners_run(after);
        for (unsigned p = 0; p < PORTS; p++)
            owners.next[p].asks = false;
        if (waits_for_quiet) {
            owners_access(true, MMU_CONTROL, MMU_PARK_MASK | MMU_QUIESCE_MASK);
            do {
                owners_access(false, MMU_STATUS, 0);
                assert_true(owners.cycle < 2000);
            } while ((owners.value & MMU_QUIET_MASK) == 0);
            assert_true(b.out.quiet && memory_rests(&owners.m));
        }
        gmmu_reset(&b.s);
        gmmu_outputs(&b.s, &b.out);
        memset(owners.request, 0, sizeof owners.request);
        try_new_owner(&w);
    }
    return w;
}

/* Whatever is under way as the first owner leaves: an answer to its read is not taken for one to the second,
 * and no half of a record of the first is in the way of the second, when software waits for quiet. */
static void a_reset_waits_for_quiet(void **unused) {
    const wrongs in_order = of_a_reset(true), at_once = of_a_reset(false);
    (void)unused;
    assert_int_equal(in_order.translations + in_order.records, 0);
    assert_true(at_once.translations > 2 && at_once.records > 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traffic_in_every_format),
        cmocka_unit_test(translations_are_taken_back_all_the_time),
        cmocka_unit_test(a_fence_waits_for_answers_that_wait),
        cmocka_unit_test(limits_hold_for_pages_of_a_large_one),
        cmocka_unit_test(pages_change_their_size_and_back),
        cmocka_unit_test(tokens_say_who_fills_the_tlb),
        cmocka_unit_test(cores_behind_vortex_ports),
        cmocka_unit_test(a_flush_ends_though_lanes_miss),
        cmocka_unit_test(a_space_goes_to_another_owner),
        cmocka_unit_test(no_space_stops_another_at_a_port),
        cmocka_unit_test(a_space_has_so_many_pages_waiting),
        cmocka_unit_test(without_a_ring_nobody_waits),
        cmocka_unit_test(a_record_that_is_lost_has_a_name),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(a_reset_waits_for_quiet),
    };
    return UNIT_TEST_RUN("gmmu", tests);
}
