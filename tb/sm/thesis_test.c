/* SPDX-License-Identifier: Apache-2.0 */
/* The thesis's SM: random programs leave what a run in program order leaves, whatever faults. */
#include "unit_test.h"

#include <inttypes.h>
#include <string.h>

#include "sm/thesis/thesis_state.h" /* to put broken units into it */
#include "thesis_runs.h"

#define RUNS 6U

/* ---- random programs ---- */

static void test_random_programs(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t run = 0; run < RUNS; run++) {
        uint64_t seed = unit_test_random(&random);
        for (const char *const *s = thesis_schemes; *s; s++) {
            thesis_outcome fixed = thesis_random_run(*s, seed, 0, THESIS_PLAIN);
            thesis_outcome shuffled = thesis_random_run(*s, seed, seed | 1, THESIS_PLAIN);
            thesis_outcome without = thesis_random_run(*s, seed, 0, THESIS_WITHOUT_TOKENS);
            thesis_same_outcome(&fixed, &shuffled);
            thesis_same_outcome(&fixed, &without);
        }
    }
}

/* ---- every access faults in turn ---- */

/* Runs with a fault at access `nth` of the SM (0: none); gives the number of accesses. */
static uint64_t run_nth(const char *scheme, uint64_t seed, uint64_t nth) {
    const thesis_program p = {.blocks = 2, .warps = 3, .length = 30, .registers = 5, .memory_percent = 50};
    thesis_rig *r = thesis_rig_new(SCHEME_STALL);
    assert_true(exception_scheme_parse(scheme, &r->config.exceptions));
    r->config.exceptions.faults = FAULTS_INJECT;
    r->config.exceptions.inject_nth = nth;
    thesis_rig_start(r);
    thesis_rig_add_program(r, &p, seed);
    assert_true(thesis_rig_run(r, THESIS_RIG_LIMIT));
    assert_int_equal(thesis_sm_stats(r->sm)[THESIS_RIG_APP].instructions, r->instructions);
    if (!thesis_rig_tokens_right(r))
        fail_msg("%s, seed %" PRIu64 ", fault %" PRIu64 ": other values than in program order", scheme, seed,
                 nth);
    uint64_t accesses = r->sm->injectable;
    thesis_rig_free(r);
    return accesses;
}

static void test_every_access_faults(void **state) {
    (void)state;
    const uint64_t seed = unit_test_seed();
    for (const char *const *s = thesis_schemes; *s; s++) {
        uint64_t accesses = run_nth(*s, seed, UINT64_MAX);
        for (uint64_t nth = 1; nth <= accesses; nth++)
            (void)run_nth(*s, seed, nth);
    }
}

/* ---- broken units are found ---- */

typedef struct {
    const unit_ops *real;
    replay_queue_in committed; /* the instruction that will be replayed without having faulted */
    bool armed;
} broken_unit;

static broken_unit broken; /* unit_ops have no context */

/* Shows a committed instruction at the replay port, in front of those that wait. */
static void queue_outputs(void *unit, void *out) {
    replay_queue_out *pins = out;
    broken.real->outputs(unit, out);
    if (broken.armed && pins->replay_valid) {
        pins->replay_warp = broken.committed.commit_warp;
        pins->replay_seq = broken.committed.commit_seq;
        pins->replay_memory = 1;
    }
}

static void queue_step(void *unit, const void *in, void *out) {
    replay_queue_in changed = *(const replay_queue_in *)in;
    replay_queue_out pins;
    queue_outputs(unit, &pins);
    if (changed.commit_valid && !broken.committed.commit_valid) {
        broken.committed = changed;
        broken.armed = true;
    }
    if (broken.armed && pins.replay_valid && changed.replay_ready) {
        changed.replay_ready = 0;
        broken.armed = false;
    }
    broken.real->step(unit, &changed, out);
    *(replay_queue_out *)out = pins;
}

/* Finds no operand: a replay reads the register file. */
static void log_outputs(void *unit, void *out) {
    broken.real->outputs(unit, out);
    ((operand_log_out *)out)->a_hit = 0;
    ((operand_log_out *)out)->ram_re = 0;
}

/* An atomic, and the first instructions of thesis Fig. 6.3, whose load faults. */
static bool run_broken(const char *scheme, bool queue, bool log) {
    warp_inst p[] = {
        {.pc = 0, .mask = 1, .op = OP_ATOMIC, .space = SPACE_GLOBAL, .width = 4},
        {.pc = 1, .mask = UINT32_MAX, .op = OP_MEMBAR},
        {.pc = 2,
         .mask = 1,
         .op = OP_LOAD,
         .space = SPACE_GLOBAL,
         .width = 4,
         .ndst = 1,
         .nsrc = 1,
         .dst = {3},
         .src = {2}},
        {.pc = 3, .mask = UINT32_MAX, .op = OP_ALU, .ndst = 1, .nsrc = 1, .dst = {2}, .src = {7}},
    };
    const uint32_t count = sizeof p / sizeof *p;
    thesis_rig *r = thesis_rig_new(SCHEME_STALL);
    assert_true(exception_scheme_parse(scheme, &r->config.exceptions));
    r->config.exceptions.faults = FAULTS_INJECT;
    r->config.exceptions.inject_nth = 2;
    thesis_rig_start(r);
    unit_use *use = queue ? &r->sm->units.queue.use : &r->sm->units.log.use;
    broken = (broken_unit){.real = use->ops};
    unit_ops ops = *use->ops;
    if (queue) {
        ops.outputs = queue_outputs;
        ops.step = queue_step;
    } else if (log) {
        ops.outputs = log_outputs;
    }
    use->ops = &ops;
    thesis_rig_add_block(r, 1, (const warp_inst *[]){p}, &count);
    assert_true(thesis_rig_run(r, THESIS_RIG_LIMIT));
    const bool right = thesis_rig_tokens_right(r);
    use->ops = broken.real;
    thesis_rig_free(r);
    return right;
}

static void test_broken_units_are_found(void **state) {
    (void)state;
    assert_true(run_broken("replay", false, false));
    assert_true(run_broken("oplog:16K", false, false));
    assert_false(run_broken("replay", true, false));
    assert_false(run_broken("oplog:16K", true, false));
    assert_false(run_broken("oplog:16K", false, true));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
        cmocka_unit_test(test_every_access_faults),
        cmocka_unit_test(test_broken_units_are_found),
    };
    return UNIT_TEST_RUN("core", tests);
}
