/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The timing of GDDR5 commands from both sides: no rule of the data sheet is broken, and none is invented.
 * Every parameter is tried one cycle too small and one too large, and both must be seen.
 */
#include "unit_test.h"

#include "base/mix.h"
#include "dram_checker.h"

#define BANKS    16U
#define REQUESTS 800U
#define SECTORS  4U

/* Figures under which every rule binds: on the mask chip some hide behind others. */
static const dram_timing harsh = {.ccd = 5,
                                  .rrd = 9,
                                  .rcd = 11,
                                  .ras = 20,
                                  .rp = 10,
                                  .rc = 70,
                                  .cl = 8,
                                  .wl = 13,
                                  .cdlr = 7,
                                  .wr = 9,
                                  .ccdl = 8,
                                  .rtpl = 31,
                                  .bank_groups = 2,
                                  .burst_cycles = 3,
                                  .faw = 60,
                                  .refi = 700,
                                  .rfc = 100,
                                  .turn = 12};

typedef struct {
    gddr5 dram;
    dram_checker checker;
    checker_request request[BANKS];
    uint32_t asked; /* banks with a request */
    bool refresh;   /* due, and not done */
    row_policy rows;
    uint64_t withheld;
} timing_bench;

/* Nobody is disturbed: the refresh is done unseen, in the cycle in which it is due. */
static void refresh_unseen(timing_bench *b, uint64_t cycle) {
    dram_checker *k = &b->checker;
    k->past[k->count++ % CHECKER_HISTORY] = (checker_command){.kind = GDDR5_REFRESH, .cycle = cycle};
}

static void refresh_due(timing_bench *b, uint64_t cycle) {
    bool open = false;
    if (b->checker.t.refi == 0 || cycle == 0 || cycle % b->checker.t.refi != 0)
        return;
    for (uint32_t i = 0; i < BANKS; i++)
        open = open || b->checker.open[i] || b->checker.closed_from[i] > cycle;
    if (b->asked != 0 || open)
        b->refresh = true;
    else
        refresh_unseen(b, cycle);
}

static void one_cycle(timing_bench *b, uint64_t cycle) {
    refresh_due(b, cycle);
    const gddr5_command c = gddr5_cycle(&b->dram, cycle);
    if (c.kind == GDDR5_NONE) {
        b->withheld += checker_withholds(&b->checker, cycle, b->request, BANKS, b->refresh);
        return;
    }
    const checker_request *r = &b->request[c.bank];
    if (c.kind == GDDR5_PRECHARGE && !b->refresh) /* of a row that nobody wants to be closed */
        b->checker.errors += !r->asked || r->row == b->checker.row[c.bank];
    checker_hook(&b->checker, cycle, &c);
    b->checker.errors += c.kind == GDDR5_REFRESH && !b->refresh;
    b->refresh = b->refresh && c.kind != GDDR5_REFRESH;
    if (is_column(c.kind)) {
        b->checker.errors += c.sectors != r->sectors;
        b->checker.errors += c.closes != (b->rows == ROWS_CLOSED) || (c.closes && c.row_hit);
        b->request[c.bank].asked = false;
        b->asked--;
    }
}

/* Of a request: mostly all. */
static uint32_t some_sectors(uint64_t *random) {
    return random_next(random) % 3 ? SECTORS : 1 + (uint32_t)(random_next(random) % SECTORS);
}

/* Random requests, busy times and idle ones, of a memory with `model`, judged by `sheet`. Returns what the
 * checker has found; *withheld: commands that came too late. */
static uint64_t run_timing(const dram_timing *model, const dram_timing *sheet, row_policy rows, uint64_t seed,
                           uint64_t *withheld) {
    static timing_bench b;
    uint64_t r = seed, cycle = 0;
    b = (timing_bench){.checker = {.t = *sheet, .sectors = SECTORS}, .rows = rows};
    gddr5_init(&b.dram, model, rows, BANKS, SECTORS);
    for (uint32_t sent = 0; sent < REQUESTS || b.asked != 0; cycle++) {
        assert_true(cycle < 1000000);
        one_cycle(&b, cycle);
        /* Many banks wait for tFAW, two for their own rows. */
        const uint32_t bank = (uint32_t)(random_next(&r) % (cycle / 1024 % 2 ? BANKS : 2));
        static const uint32_t rare[] = {3, 3, 60, UINT32_MAX}; /* requests: busy times, single ones, none */
        if (sent == REQUESTS || b.request[bank].asked || random_next(&r) % rare[cycle / 2048 % 4] != 0)
            continue;
        b.request[bank] = (checker_request){.asked = true,
                                            .write = random_next(&r) % 3 == 0,
                                            .row = (uint32_t)(random_next(&r) % 3),
                                            .sectors = some_sectors(&r)};
        gddr5_accept(&b.dram, cycle, bank,
                     (gddr5_request){.id = sent++,
                                     .row = b.request[bank].row,
                                     .sectors = b.request[bank].sectors,
                                     .write = b.request[bank].write});
        b.asked++;
    }
    assert_int_equal(b.checker.columns, REQUESTS);
    *withheld = b.withheld;
    return b.checker.errors;
}

/* With closed rows tRC hides tWR, tRTP and tRP, which come one after the other in each access. */
static dram_timing sheet_of(row_policy rows) {
    dram_timing sheet = harsh;
    if (rows == ROWS_CLOSED)
        sheet.rc = 40;
    return sheet;
}

static void test_no_rule_is_broken_or_invented(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        uint64_t withheld = 0;
        const row_policy rows = seed % 2 ? ROWS_OPEN : ROWS_CLOSED;
        const dram_timing sheet = sheet_of(rows);
        assert_int_equal(run_timing(&sheet, &sheet, rows, seed, &withheld), 0);
        assert_int_equal(withheld, 0);
    }
}

/* The judge itself: it must see every parameter that the memory has wrong, in either direction. */
static void test_every_parameter_each_way(void **state) {
    static const struct {
        const char *name;
        size_t at;
    } fields[] = {{"ccd", offsetof(dram_timing, ccd)},
                  {"rrd", offsetof(dram_timing, rrd)},
                  {"rcd", offsetof(dram_timing, rcd)},
                  {"ras", offsetof(dram_timing, ras)},
                  {"rp", offsetof(dram_timing, rp)},
                  {"rc", offsetof(dram_timing, rc)},
                  {"cl", offsetof(dram_timing, cl)},
                  {"wl", offsetof(dram_timing, wl)},
                  {"cdlr", offsetof(dram_timing, cdlr)},
                  {"wr", offsetof(dram_timing, wr)},
                  {"ccdl", offsetof(dram_timing, ccdl)},
                  {"rtpl", offsetof(dram_timing, rtpl)},
                  {"burst", offsetof(dram_timing, burst_cycles)},
                  {"faw", offsetof(dram_timing, faw)},
                  {"refi", offsetof(dram_timing, refi)},
                  {"rfc", offsetof(dram_timing, rfc)},
                  {"turn", offsetof(dram_timing, turn)}};
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        for (uint32_t way = 0; way < 4; way++) {
            const bool late = way % 2 != 0;
            const row_policy rows = way < 2 ? ROWS_OPEN : ROWS_CLOSED;
            dram_timing sheet = sheet_of(rows);
            uint64_t withheld = 0;
            if (strcmp(fields[i].name, "rc") == 0)
                sheet.rc = harsh.rc;
            dram_timing wrong = sheet;
            *(uint32_t *)((char *)&wrong + fields[i].at) += late ? 1U : UINT32_MAX;
            const uint64_t broken = run_timing(&wrong, &sheet, rows, 5, &withheld);
            if (late ? broken + withheld == 0 : broken == 0)
                fail_msg("%s one cycle too %s is not seen, rows %s", fields[i].name, late ? "large" : "small",
                         rows == ROWS_OPEN ? "open" : "closed");
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_rule_is_broken_or_invented),
        cmocka_unit_test(test_every_parameter_each_way),
    };
    return UNIT_TEST_RUN("gddr5", tests);
}
