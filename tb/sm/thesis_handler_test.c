/* SPDX-License-Identifier: Apache-2.0 */
/*
 * "The SM of the faulted warp executes a page fault handler" (thesis 6.4.2): its instructions take issue
 * slots of the programs beside it, spread over the handler's time, and none without exceptions.gpu_insts.
 */
#include "unit_test.h"

#include "thesis_rig.h"

#define BUSY_WARPS 8U
#define BUSY_INSTS 1200U
#define SERVICE_NS 2000U

typedef struct {
    uint64_t handler, cycles; /* its instructions, the end of the last block */
} outcome;

/* A block of one warp that faults once, beside a block whose warps issue in every cycle. */
static outcome run(exception_scheme scheme, uint32_t insts) {
    static const warp_inst faulting[] = {
        {.pc = 0, .mask = 1, .op = OP_LOAD, .space = SPACE_GLOBAL, .width = 4, .ndst = 1, .dst = {3}},
        {.pc = 1, .mask = 1, .op = OP_ALU, .ndst = 1, .nsrc = 1, .dst = {4}, .src = {3}}};
    warp_inst busy[BUSY_INSTS];
    const warp_inst *program[BUSY_WARPS];
    uint32_t count[BUSY_WARPS];
    for (uint32_t i = 0; i < BUSY_INSTS; i++)
        busy[i] = (warp_inst){.pc = i,
                              .mask = UINT32_MAX,
                              .op = OP_ALU,
                              .ndst = 1,
                              .nsrc = 1,
                              .dst = {(uint8_t)(8 + i % 16)},
                              .src = {2}};
    thesis_rig *r = thesis_rig_new(scheme);
    r->config.chip.core_mhz = 1000;
    r->config.exceptions.local_faults = true;
    r->config.exceptions.gpu_ns = SERVICE_NS;
    r->config.exceptions.gpu_insts = insts;
    r->service = SERVICE_NS;
    thesis_rig_absent(r, 0);
    thesis_rig_start(r);
    program[0] = faulting;
    count[0] = 2;
    thesis_rig_add_block(r, 1, program, count);
    for (uint32_t w = 0; w < BUSY_WARPS; w++) {
        program[w] = busy;
        count[w] = BUSY_INSTS;
    }
    thesis_rig_add_block(r, BUSY_WARPS, program, count);
    assert_true(thesis_rig_run(r, THESIS_RIG_LIMIT));
    assert_true(thesis_rig_tokens_right(r));
    const app_stats *s = &thesis_sm_stats(r->sm)[THESIS_RIG_APP];
    assert_int_equal(s->instructions, 2U + BUSY_WARPS * BUSY_INSTS);
    const outcome o = {s->handler_instructions, r->done_cycle};
    thesis_rig_free(r);
    return o;
}

static void test_each_instruction_issues_once(void **state) {
    (void)state;
    const exception_scheme schemes[] = {SCHEME_WD_COMMIT, SCHEME_REPLAY, SCHEME_OPLOG};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(run(schemes[i], 0).handler, 0);
        assert_int_equal(run(schemes[i], 1).handler, 1);
        assert_int_equal(run(schemes[i], 100).handler, 100);
    }
}

/* The time is the handler's own, so that the fault is over as early; more instructions than its cycles do not
 * fit. */
static void test_time_stays(void **state) {
    (void)state;
    const outcome none = run(SCHEME_REPLAY, 0), few = run(SCHEME_REPLAY, 100),
                  many = run(SCHEME_REPLAY, 100000);
    assert_int_equal(few.handler, 100);
    assert_in_range(many.handler, SERVICE_NS / 2, SERVICE_NS);
    assert_in_range(none.cycles, SERVICE_NS, 2 * SERVICE_NS + BUSY_WARPS * BUSY_INSTS);
    assert_true(few.cycles >= none.cycles);
}

/* One instruction is fetched in a cycle, so the other block, which fetches in every one, ends later by what
 * the handler takes. */
static void test_programs_pay(void **state) {
    (void)state;
    const outcome none = run(SCHEME_REPLAY, 0), half = run(SCHEME_REPLAY, SERVICE_NS / 2);
    assert_true(none.cycles > BUSY_WARPS * BUSY_INSTS);
    assert_int_equal(half.handler, SERVICE_NS / 2);
    assert_in_range(half.cycles - none.cycles, half.handler - 50, half.handler + 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_instruction_issues_once),
        cmocka_unit_test(test_time_stays),
        cmocka_unit_test(test_programs_pay),
    };
    return UNIT_TEST_RUN("thesis_handler", tests);
}
