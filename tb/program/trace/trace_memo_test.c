/* SPDX-License-Identifier: Apache-2.0 */
/* A line means the same with what other lines have taught as without: lines of all forms, right and wrong,
 * and lines with random characters changed, each read after another one. */
#include "unit_test.h"

#include <stdio.h>
#include <string.h>

#include "program/trace/trace_inst.h"
#include "trace_text.h"

#define LINE_SIZE 512U
#define ROUNDS    30000U

static const char *const examples[] = {
    "0010 ffffffff 1 R6 S2R 0 0 ",
    "0010 00000000 0 EXIT 0 0 ",
    "0010 ffffffff 0 BAR.SYNC 0 0 ",
    "0010 00000000 0 BAR.SYNC 0 0 ",
    "0010 ffffffff 0 BAR.ARV 0 0 ",
    "0010 0000000f 2 R4 R6 IMAD.WIDE 3 R3 R17 R0 0 ",
    "0010 0000ffff 0 NOSUCH 1 R3 0 ",
    "0010 ffffffff 1 R2 LDG.E.64 1 R8 8 1 0x7f0000001000 8 ",
    "0010 0000ff00 1 R2 LDG.E.64 1 R8 8 1 0x7f0000001000 -8 ",
    "0010 0000f0f0 1 R2 LDG.E.64 1 R8 8 1 0x7f0000001000 8 ", /* a stride needs neighbours */
    "0010 0000000f 1 R2 LDG.E 1 R8 4 0 0x7f00 0x7f04 0x1000 7f08 ",
    "0010 0000000f 1 R2 LDG.E 1 R8 4 2 0x7f0000 4 -4 128 ",
    "0010 0000000f 1 R2 LDG.E 1 R8 4 2 0x7f0000 4 -4 ", /* one is missing */
    "0010 0000000f 1 R2 LDG.E 1 R8 4 -0 0x7f00 0x7f04 0x1000 7f08 ",
    "0010 00000000 1 R2 LDG.E 1 R8 4 0 0x0 ",
    "0010 00000000 1 R2 LDG.E 1 R8 4 1 0x0 0 ",
    "0010 0000000f 1 R2 LDG.E 1 R8 0 ",
    "0010 00000001 0 STG.E 2 R8 R2 4 0 0xffffffffffff ",
    "0010 00000001 0 STG.E 2 R8 R2 4 0 0x1ffffffffffff ",
    "0010 00000003 0 ST.E 2 R8 R2 4 0 0x7fb139000010 0x7fb139000020 ", /* generic: shared */
    "0010 00000003 0 ST.E 2 R8 R2 4 0 0x7fb139000010 0x10 ",           /* shared and global */
    "0010 00000003 1 R2 LDL 1 R1 4 0 0x7fb137000010 0x18 ",
    "0010 00000001 1 R2 LDS 1 R1 4 0 0x2000000 ",
    "0010 00000001 1 R2 LDC 1 R1 4 0 0x20 ",
    "0010\t00000001 1  R2 LDS 1\tR1 4 0 0x20 ",
    "0010 100000001 1 R2 LDS 1 R1 4 0 0x20 ",
    "0010 ffffffff 9 R1 R2 R3 R4 R5 R6 R7 R8 R9 MOV 0 0 ",
    "0020 ffffffff 1 R6 S2R 0 0 ",
    "2018 ffffffff 1 R6 S2R 0 0 ", /* in the place of the one before */
};
#define EXAMPLES (sizeof examples / sizeof examples[0])

typedef struct {
    bool ok;
    warp_inst inst;
    char error[LINE_ERROR_SIZE];
} outcome;

static void read_line(unsigned version, trace_memo *memo, const char *text, outcome *o) {
    static const trace_header plain = {.info = {.warps_per_block = 2},
                                       .windows = {0x7fb139000000, 0x7fb137000000}};
    static const trace_place place = {.warp = 1};
    lines l = {.name = "t", .number = 7};
    notes n = {.quiet = true};
    trace_header h = plain;
    char line[LINE_SIZE];
    h.version = version;
    (void)snprintf(line, sizeof line, "%s", text);
    memset(o, 0, sizeof *o);
    const opcode_info *info;
    o->ok = trace_inst_read(&h, &place, memo, &l, &n, line, &info, &o->inst) &&
            trace_inst_map(&h, &place, &l, info, &o->inst);
    (void)snprintf(o->error, sizeof o->error, "%s", o->ok ? "" : l.error);
}

static void assert_same(const char *text, const outcome *a, const outcome *b) {
    if (a->ok != b->ok || strcmp(a->error, b->error) != 0)
        fail_msg("%s: '%s' and '%s'", text, a->error, b->error);
    if (!a->ok)
        return;
    if (!trace_text_same_inst(&a->inst, &b->inst))
        fail_msg("%s: differs after other lines", text);
}

/* The line after all that `memo` knows, and alone. */
static bool compare(unsigned version, trace_memo *memo, const char *text) {
    static trace_memo none;
    outcome after, alone;
    memset(&none, 0, sizeof none);
    read_line(version, memo, text, &after);
    read_line(version, &none, text, &alone);
    assert_same(text, &after, &alone);
    return alone.ok;
}

/* Each after each, and itself again. Versions with and without an immediate. */
static void test_examples(void **state) {
    (void)state;
    static trace_memo memo;
    uint32_t right = 0;
    for (unsigned version = 3; version <= 5; version++) {
        for (size_t i = 0; i < EXAMPLES * EXAMPLES; i++) {
            char line[LINE_SIZE], before[LINE_SIZE];
            const char *end = version < TRACE_VERSION_IMMEDIATE ? "" : i % 3 ? "-12 " : "0x1f";
            (void)snprintf(before, sizeof before, "%s%s", examples[i / EXAMPLES], end);
            (void)snprintf(line, sizeof line, "%s%s", examples[i % EXAMPLES], end);
            memset(&memo, 0, sizeof memo);
            (void)compare(version, &memo, before);
            right += compare(version, &memo, line);
            right += compare(version, &memo, line);
        }
    }
    assert_true(right > EXAMPLES * EXAMPLES);
}

static void test_changed_characters(void **state) {
    (void)state;
    static const char characters[] = "0123456789abcdefxR. \t-LDSTX";
    static trace_memo memo;
    uint64_t random = unit_test_seed();
    uint32_t right = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        char line[LINE_SIZE];
        (void)snprintf(line, sizeof line, "%s", examples[unit_test_random(&random) % EXAMPLES]);
        (void)compare(4, &memo, line);
        for (uint64_t n = unit_test_random(&random) % 3; n > 0; n--)
            line[unit_test_random(&random) % strlen(line)] =
                characters[unit_test_random(&random) % (sizeof characters - 1)];
        right += compare(4, &memo, line);
    }
    assert_true(right > ROUNDS / 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_changed_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
