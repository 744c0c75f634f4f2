/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pipeline diagrams of thesis chapter 6, cycle for cycle, read from the Kanata log: four
 * instructions of one warp, a load/store unit of the figures' latency.
 */
#include "unit_test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report/recorder.h"
#include "thesis_rig.h"

#include "thesis_fake_lsu.inc"

#define INSTS  4U
#define CYCLES 64U

#define LOAD(at, threads, where, to, from)                                                                   \
    {                                                                                                        \
        .pc = (at), .mask = (threads), .op = OP_LOAD, .space = (where), .width = 4, .ndst = 1, .nsrc = 1,    \
        .dst = {(to)}, .src = {                                                                              \
            (from)                                                                                           \
        }                                                                                                    \
    }

/* Fig. 6.3 */
static const warp_inst program[INSTS] = {
    LOAD(0, UINT32_MAX, SPACE_GLOBAL, 3, 2),
    {.pc = 1, .mask = UINT32_MAX, .op = OP_ALU, .ndst = 1, .nsrc = 1, .dst = {2}, .src = {7}},
    {.pc = 2, .mask = UINT32_MAX, .op = OP_ALU, .ndst = 1, .nsrc = 1, .dst = {8}, .src = {3}},
    {.pc = 3, .mask = UINT32_MAX, .op = OP_ALU, .ndst = 1, .nsrc = 1, .dst = {9}, .src = {9}},
};

/* What a viewer shows: of each instruction a letter per cycle, F first, C at its commit. Waiting in
 * the issue queue is a dot. */
typedef struct {
    char row[INSTS][CYCLES];
} diagram;

static uint32_t letter_of(const char *stage) {
    static const char *const names[] = {"F", "Is", "Or", "Ex"};
    for (uint32_t i = 0; i < 4; i++)
        if (strncmp(stage, names[i], strlen(names[i])) == 0)
            return i;
    fail_msg("stage %s", stage);
    return 0;
}

/* Fills a stage up to the cycle in which the next one begins. */
static void fill(diagram *d, uint32_t inst, char letter, int64_t from, int64_t to) {
    for (int64_t i = from; i < to; i++)
        d->row[inst][i] = letter == 'F' && i > from ? '.' : letter;
}

static diagram read_kanata(const char *path) {
    diagram d;
    char line[256], stage[INSTS] = {0};
    int64_t cycle = 0, start[INSTS] = {0}, first = -1;
    FILE *f = fopen(path, "r");
    memset(&d, ' ', sizeof(d));
    if (!f) {
        fail_msg("%s cannot be read", path);
        return d;
    }
    while (fgets(line, sizeof(line), f)) {
        uint64_t value = 0;
        char name[32] = "";
        if (sscanf(line, "C=\t%" SCNu64, &value) == 1 || sscanf(line, "C\t%" SCNu64, &value) == 1)
            cycle += (int64_t)value;
        if (sscanf(line, "S\t%" SCNu64 "\t0\t%31s", &value, name) == 2 ||
            sscanf(line, "R\t%" SCNu64, &value) == 1) {
            first = first < 0 ? cycle : first;
            assert_true(value < INSTS && cycle - first < (int64_t)CYCLES - 1);
            if (stage[value])
                fill(&d, (uint32_t)value, stage[value], start[value], cycle - first);
            start[value] = cycle - first;
            stage[value] = name[0] ? "FIOE"[letter_of(name)] : 'C';
        }
    }
    (void)fclose(f);
    for (uint32_t i = 0; i < INSTS; i++) {
        assert_int_equal(stage[i], 'C');
        d.row[i][start[i]] = 'C';
        d.row[i][start[i] + 1] = '\0';
    }
    return d;
}

static diagram run(const warp_inst *insts, sm_fetch_stops stops, const char *scheme, bool faults) {
    char path[] = "/tmp/thesis_figures_XXXXXX";
    const int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file) {
        fail();
        return (diagram){0};
    }
    recorder *log = recorder_new(file, NULL, 1, NULL);
    thesis_rig *r = thesis_rig_new(SCHEME_STALL);
    assert_true(exception_scheme_parse(scheme, &r->config.exceptions));
    r->config.chip.sm.alu_latency = 1;
    r->config.chip.sm.shared_latency = 2;
    r->config.chip.sm.fetch_stops = stops;
    r->config.exceptions.faults = faults ? FAULTS_INJECT : FAULTS_NONE;
    r->config.exceptions.inject_nth = 1;
    r->watch = recorder_observer(log);
    thesis_rig_start(r);
    thesis_rig_add_block(r, 1, (const warp_inst *[]){insts}, (uint32_t[]){INSTS});
    assert_true(thesis_rig_run(r, 1000));
    assert_true(thesis_rig_tokens_right(r));
    thesis_rig_free(r);
    assert_true(recorder_end(log));
    assert_int_equal(fclose(file), 0);
    diagram d = read_kanata(path);
    (void)unlink(path);
    return d;
}

static void expect_rows(const diagram *d, const char *const *rows) {
    for (uint32_t i = 0; i < INSTS; i++)
        assert_string_equal(d->row[i], rows[i]);
}

/* Without an access to shared memory it is the same wherever fetch stops. */
static void expect(const char *scheme, bool faults, const char *const *rows) {
    for (int stops = FETCH_STOPS_GLOBAL; stops <= FETCH_STOPS_MEMORY; stops++) {
        const diagram d = run(program, (sm_fetch_stops)stops, scheme, faults);
        expect_rows(&d, rows);
    }
}

static void test_baseline(void **state) { /* Fig. 6.3 */
    (void)state;
    expect("stall", false,
           (const char *[]){"FIOEEEEEEEC",     /* R3 <- ld [R2] */
                            " F.IOEC",         /* R2 <- add R7, 8 */
                            "  F........IOEC", /* R8 <- mul R3, 3 */
                            "   FIOEC"});      /* R9 <- sub R9, 4 */
}

static void test_wd_commit(void **state) { /* Fig. 6.4 */
    (void)state;
    expect("wd-commit", false,
           (const char *[]){"FIOEEEEEEEC",          /* 1 to 11 */
                            "           FIOEC",     /* 12 to 16 */
                            "            FIOEC",    /* 13 to 17 */
                            "             FIOEC"}); /* 14 to 18 */
}

/* As Fig. 6.4, with the gate open in the cycle after the last TLB check, which is cycle 10. */
static void test_wd_lastcheck(void **state) {
    (void)state;
    expect("wd-lastcheck", false,
           (const char *[]){"FIOEEEEEEEC", "          FIOEC", "           FIOEC", "            FIOEC"});
}

/* The add waits for the last TLB check of the ld (WAR), the mul for its commit (RAW). */
static void test_replay_queue(void **state) { /* Fig. 6.6 */
    (void)state;
    expect("replay", false, (const char *[]){"FIOEEEEEEEC", " F........IOEC", "  F........IOEC", "   FIOEC"});
}

static void test_operand_log(void **state) { /* Fig. 6.8 */
    (void)state;
    expect("oplog:16K", false, (const char *[]){"FIOEEEEEEEC", " F.IOEC", "  F........IOEC", "   FIOEC"});
}

/*
 * The ld faults in cycle 10 and its page is there in cycle 30. Under warp disable nothing else was
 * fetched; the ld is fetched again. The replay queue gives back what has not committed, one
 * a cycle from 31 on (F): ld, add and mul, not sub. With the operand log add has committed,
 * too, and the ld reads its old R2 from the log, two cycles later than from the registers.
 */
static void test_faults(void **state) {
    (void)state;
    expect("wd-commit", true,
           (const char *[]){"FIOEEEEEEEEEEEEEEEEEEEEEEEEEEEFIOEEEEEEEC",
                            "                                         FIOEC",
                            "                                          FIOEC",
                            "                                           FIOEC"});
    expect("wd-lastcheck", true,
           (const char *[]){"FIOEEEEEEEEEEEEEEEEEEEEEEEEEEEFIOEEEEEEEC",
                            "                                        FIOEC",
                            "                                         FIOEC",
                            "                                          FIOEC"});
    expect("replay", true,
           (const char *[]){"FIOEEEEEEEEEEEEEEEEEEEEEEEEEEEFIOEEEEEEEC",
                            " F.............................F........IOEC",
                            "  F.............................F........IOEC", "   FIOEC"});
    expect("oplog:16K", true,
           (const char *[]){"FIOEEEEEEEEEEEEEEEEEEEEEEEEEEEFIOOOEEEEEEEC", " F.IOEC",
                            "  F............................F...........IOEC", "   FIOEC"});
}

/*
 * Thesis 2.4: memory dependence speculation is avoided "by briefly disabling the fetch for a warp upon
 * fetching a control flow or memory instruction. Memory instructions re-enable the warp at issue time".
 * Shared memory has a memory pipeline of its own there, so a load from it is such an instruction. It cannot
 * fault, and 6.3.1 disables the warp for longer at global memory instructions alone, "the only instructions
 * that can potentially page fault": so the schemes agree.
 */
static void test_shared_memory_stops_fetch_until_issue(void **state) {
    static const char *const schemes[] = {"stall", "wd-commit", "wd-lastcheck", "replay", "oplog:16K"};
    static const char *const by_the_text[] = {"FIOEC",           /* R2 <- add R7, 8 */
                                              " F...IOEEC",      /* R3 <- lds [R2] */
                                              "     FIOEC",      /* R9 <- sub R9, 4 */
                                              "      F...IOEC"}; /* R8 <- mul R3, 3 */
    static const char *const at_global_alone[] = {"FIOEC", " F...IOEEC", "  FIOEC", "   F......IOEC"};
    const warp_inst insts[INSTS] = {program[1], LOAD(1, 1, SPACE_SHARED, 3, 2), program[3], program[2]};
    (void)state;
    for (uint32_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        const diagram memory = run(insts, FETCH_STOPS_MEMORY, schemes[i], false);
        const diagram global = run(insts, FETCH_STOPS_GLOBAL, schemes[i], false);
        expect_rows(&memory, by_the_text);
        expect_rows(&global, at_global_alone);
    }
}

/* So it is for an access that is fetched in the cycle in which the one before it issues: the sub waits for
 * the issue of the second ld, which waits for the data of the first. */
static void test_every_access_stops_fetch(void **state) {
    const warp_inst second = LOAD(1, UINT32_MAX, SPACE_GLOBAL, 4, 3);
    const warp_inst insts[INSTS] = {program[0], second, program[3], program[2]};
    (void)state;
    for (int stops = FETCH_STOPS_GLOBAL; stops <= FETCH_STOPS_MEMORY; stops++) {
        const diagram d = run(insts, (sm_fetch_stops)stops, "stall", false);
        expect_rows(&d, (const char *[]){"FIOEEEEEEEC",           /* R3 <- ld [R2] */
                                         " F.........IOEEEEEEEC", /* R4 <- ld [R3] */
                                         "           FIOEC",      /* R9 <- sub R9, 4 */
                                         "            FIOEC"});   /* R8 <- mul R3, 3 */
    }
}

/* The chips' own value is the one of the text. */
static void test_the_chips_have_the_rule_of_the_text(void **state) {
    (void)state;
    assert_int_equal(chip_preset("tanasic")->sm.fetch_stops, FETCH_STOPS_MEMORY);
    assert_int_equal(chip_preset("tanasic5")->sm.fetch_stops, FETCH_STOPS_MEMORY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_baseline),
        cmocka_unit_test(test_wd_commit),
        cmocka_unit_test(test_wd_lastcheck),
        cmocka_unit_test(test_replay_queue),
        cmocka_unit_test(test_operand_log),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_shared_memory_stops_fetch_until_issue),
        cmocka_unit_test(test_every_access_stops_fetch),
        cmocka_unit_test(test_the_chips_have_the_rule_of_the_text),
    };
    return UNIT_TEST_RUN("thesis_figures", tests);
}
