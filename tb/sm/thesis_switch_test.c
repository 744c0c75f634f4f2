/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Block switching: whatever is switched out and when, a run leaves what a run in program
 * order leaves; and the local scheduler keeps its rules.
 */
#include "unit_test.h"

#include <inttypes.h>

#include "thesis_rig.h"

#define RUNS 6U
#define LINE UINT64_C(128)

static const char *const schemes[] = {"wd-commit", "wd-lastcheck", "replay", "oplog:8K", "oplog:32K"};
#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

static uint32_t below(uint64_t *random, uint32_t n) {
    return (uint32_t)(unit_test_random(random) % n);
}

/* An SM for `fit` blocks at a time. */
static thesis_rig *new_rig(const char *scheme, block_switching mode, uint32_t fit) {
    thesis_rig *r = thesis_rig_new(SCHEME_STALL);
    assert_true(exception_scheme_parse(scheme, &r->config.exceptions));
    r->config.exceptions.switch_blocks = mode;
    r->config.chip.sm.max_blocks = fit;
    return r;
}

static void run_to_end(thesis_rig *r, const char *scheme, uint64_t seed) {
    if (!thesis_rig_run(r, THESIS_RIG_LIMIT))
        fail_msg("%s, seed %" PRIu64 ": %u of %u blocks done", scheme, seed, r->done, r->blocks);
    const switch_stats *s = thesis_switching(r->sm);
    assert_int_equal(s->out, s->in);
    assert_int_equal(s->extra + r->refused, r->asked);
    assert_int_equal(thesis_sm_stats(r->sm)[THESIS_RIG_APP].instructions, r->instructions);
    /* Never more than the extra blocks. */
    assert_true(r->most_resident <= r->fit + r->config.exceptions.extra_blocks);
}

/* ---- the same values ---- */

typedef struct {
    uint64_t hash, cycles;
    switch_stats stats;
} outcome;

static void random_sizes(thesis_rig *r, uint64_t *random) {
    chip_config *c = &r->config.chip;
    c->sm.issue_width = 1 + below(random, 3);
    c->sm.issue_queue = 4 + below(random, 96);
    c->l1.mshrs = 1 + below(random, 16);
    r->tlb.latency = 1 + below(random, 100);
    r->memory.latency = 1 + below(random, 300);
    r->tlb.jitter = r->memory.jitter = below(random, 100);
    r->tlb.random = unit_test_random(random);
    r->memory.random = unit_test_random(random);
    r->service = below(random, 6000);
    r->kernel.regs_per_thread = 1 + below(random, 40);
    r->kernel.shared_bytes = THESIS_PROGRAM_SHARED + below(random, 4096);
    r->config.exceptions.extra_blocks = 1 + below(random, 4);
}

static outcome run_random(const char *scheme, uint64_t seed, uint64_t shuffle) {
    uint64_t random = seed;
    thesis_rig *r = new_rig(scheme, below(&random, 3) ? SWITCH_ON : SWITCH_IDEAL, 1 + below(&random, 3));
    const thesis_program p = {.blocks = 4 + below(&random, 20),
                              .warps = 1 + below(&random, 4),
                              .length = 20 + below(&random, THESIS_PROGRAM_LENGTH - 20),
                              .registers = 2 + below(&random, 30),
                              .memory_percent = 10 + below(&random, 60)};
    random_sizes(r, &random);
    if (below(&random, 2)) {
        r->config.exceptions.faults = FAULTS_INJECT;
        r->config.exceptions.inject_rate = 1.0 / (1 + below(&random, 20));
        r->config.exceptions.link.allocate_ns = 1 + below(&random, 3000);
        r->config.seed = unit_test_random(&random);
    } else {
        for (uint64_t vpn = 0; vpn < thesis_program_pages(&p); vpn += THESIS_RIG_REGION)
            if (below(&random, 3))
                thesis_rig_absent(r, vpn);
    }
    thesis_rig_start(r);
    engine_shuffle(r->engine, shuffle);
    thesis_rig_add_program(r, &p, unit_test_random(&random));
    run_to_end(r, scheme, seed);
    outcome o = {
        .hash = engine_event_hash(r->engine), .cycles = r->done_cycle, .stats = *thesis_switching(r->sm)};
    if (!thesis_rig_tokens_right(r))
        fail_msg("%s, seed %" PRIu64 ": other values than in program order", scheme, seed);
    thesis_rig_free(r);
    return o;
}

static void test_random_programs(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    uint64_t switched = 0;
    for (uint32_t run = 0; run < RUNS; run++) {
        uint64_t seed = unit_test_random(&random);
        for (uint32_t s = 0; s < COUNT(schemes); s++) {
            outcome fixed = run_random(schemes[s], seed, 0);
            outcome shuffled = run_random(schemes[s], seed, seed | 1);
            assert_int_equal(fixed.cycles, shuffled.cycles);
            assert_int_equal(fixed.hash, shuffled.hash);
            assert_memory_equal(&fixed.stats, &shuffled.stats, sizeof(fixed.stats));
            switched += fixed.stats.out;
        }
    }
    assert_true(switched > 0);
}

/* Every global access of a small run faults in its turn, and its block is switched out there. */
static void fault_everywhere(const char *scheme, block_switching mode, uint32_t warps) {
    const thesis_program p = {
        .blocks = 4, .warps = warps, .length = 24, .registers = 6, .memory_percent = 60};
    uint64_t switched = 0;
    for (uint64_t nth = 1;; nth++) {
        thesis_rig *r = new_rig(scheme, mode, 1);
        r->config.exceptions.faults = FAULTS_INJECT;
        r->config.exceptions.inject_nth = nth;
        r->config.exceptions.link.allocate_ns = 2000;
        thesis_rig_start(r);
        thesis_rig_add_program(r, &p, 3);
        run_to_end(r, scheme, nth);
        const switch_stats *s = thesis_switching(r->sm);
        bool over = nth > thesis_sm_stats(r->sm)[THESIS_RIG_APP].mem_instructions;
        switched += s->out;
        assert_true(s->out <= 1);
        if (!thesis_rig_tokens_right(r))
            fail_msg("%s, access %" PRIu64 ": other values than in program order", scheme, nth);
        thesis_rig_free(r);
        if (over)
            break;
    }
    assert_true(switched > (warps == 1 ? 10 : 0));
}

static void test_a_fault_at_every_access(void **state) {
    (void)state;
    for (uint32_t s = 0; s < COUNT(schemes); s++) {
        fault_everywhere(schemes[s], SWITCH_ON, 1);
        fault_everywhere(schemes[s], SWITCH_IDEAL, 1);
        fault_everywhere(schemes[s], SWITCH_ON, 3); /* when the others have ended or wait at a barrier */
    }
}

/* Operands are saved while others are read: many blocks on the SM, most accesses fault. */
static void test_busy_operand_log(void **state) {
    (void)state;
    const thesis_program p = {.blocks = 40, .warps = 1, .length = 60, .registers = 30, .memory_percent = 90};
    uint64_t random = unit_test_seed();
    for (uint32_t run = 0; run < 4; run++) {
        const uint64_t seed = unit_test_random(&random);
        thesis_rig *r = new_rig("oplog:32K", SWITCH_IDEAL, 12);
        r->config.exceptions.faults = FAULTS_INJECT;
        r->config.exceptions.inject_rate = 0.7;
        r->config.exceptions.link.allocate_ns = 150;
        r->config.seed = seed;
        thesis_rig_start(r);
        thesis_rig_add_program(r, &p, seed);
        run_to_end(r, "oplog:32K", seed);
        assert_true(thesis_switching(r->sm)->out > 10);
        if (!thesis_rig_tokens_right(r))
            fail_msg("seed %" PRIu64 ": other values than in program order", seed);
        thesis_rig_free(r);
    }
}

/* ---- the rules ---- */

/* Blocks of one warp that load one page each, from page 64 on in steps of a region, and add. */
static void add_loads(thesis_rig *r, uint32_t blocks, uint32_t adds) {
    warp_inst inst[64] = {0};
    const warp_inst *program = inst;
    const uint32_t count = adds + 1;
    assert_true(count <= COUNT(inst));
    for (uint32_t b = 0; b < blocks; b++) {
        const uint64_t page = 64 + (uint64_t)b * THESIS_RIG_REGION;
        inst[0] = (warp_inst){.mask = UINT32_MAX, .op = OP_LOAD, .space = SPACE_GLOBAL, .width = 4};
        inst[0].ndst = 1;
        for (uint32_t lane = 0; lane < GMMU_LANES; lane++)
            inst[0].addr[lane] = page * THESIS_RIG_PAGE;
        for (uint32_t i = 1; i < count; i++) /* each waits for the one before */
            inst[i] = (warp_inst){.pc = i * 16U, .mask = UINT32_MAX, .op = OP_ALU, .ndst = 1, .nsrc = 1};
        thesis_rig_absent(r, page);
        thesis_rig_add_block(r, 1, &program, &count);
    }
}

static uint64_t cycles_of_loads(block_switching mode, uint32_t blocks, uint32_t fit, switch_stats *stats,
                                uint32_t *most) {
    thesis_rig *r = new_rig("replay", mode, fit);
    r->service = 20000;
    thesis_rig_start(r);
    add_loads(r, blocks, 4);
    run_to_end(r, "replay", blocks);
    assert_true(thesis_rig_tokens_right(r));
    *stats = *thesis_switching(r->sm);
    *most = r->most_resident;
    const uint64_t cycles = r->done_cycle;
    thesis_rig_free(r);
    return cycles;
}

/* All blocks fault; with 2 on the SM and 4 extra ones, 6 faults are served at a time instead of 2. */
static void test_extra_blocks(void **state) {
    (void)state;
    switch_stats off, on, ideal;
    uint32_t most = 0;
    const uint64_t stalled = cycles_of_loads(SWITCH_OFF, 12, 2, &off, &most);
    assert_int_equal(off.out + off.extra + off.lines, 0);
    const uint64_t switched = cycles_of_loads(SWITCH_ON, 12, 2, &on, &most);
    assert_int_equal(most, 2 + 4);
    assert_true(on.out >= 8 && on.extra >= 4);
    assert_true(switched < stalled / 2);
    const uint64_t at_once = cycles_of_loads(SWITCH_IDEAL, 12, 2, &ideal, &most);
    assert_true(at_once < switched);
    assert_int_equal(ideal.lines, 0);
    assert_true(ideal.cycles < on.cycles / 4);
}

/* A context of registers (16 a thread), a line for PC and masks, and one entry of the replay queue. */
static void test_size_of_a_context(void **state) {
    (void)state;
    switch_stats s;
    uint32_t most = 0;
    (void)cycles_of_loads(SWITCH_ON, 2, 1, &s, &most);
    assert_in_range(s.out, 1, 2);
    assert_int_equal(s.lines, s.out * 2 * (16 * 32 * 4 / LINE + 1 + 1));
    /* Out: a line a cycle. In: the same, and memory and links once. */
    assert_in_range(s.cycles, s.lines + s.out * 202, s.lines + s.out * 215);
}

/* Without another block nobody is switched out, and one question is enough. */
static void test_nothing_to_come_in(void **state) {
    (void)state;
    switch_stats s;
    uint32_t most = 0;
    (void)cycles_of_loads(SWITCH_ON, 3, 3, &s, &most);
    assert_int_equal(s.out + s.extra + s.lines, 0);
    assert_int_equal(most, 3);
}

/* A block with a warp that still computes stays; one whose other warps are at a barrier goes. */
static void test_all_warps_must_be_blocked(void **state) {
    (void)state;
    for (uint32_t barrier = 0; barrier < 2; barrier++) {
        thesis_rig *r = new_rig("replay", SWITCH_ON, 1);
        warp_inst load = {.mask = UINT32_MAX, .op = OP_LOAD, .space = SPACE_GLOBAL, .width = 4, .ndst = 1};
        warp_inst other[32] = {0};
        const warp_inst *program[2] = {&load, other};
        const uint32_t count[2] = {1, barrier ? 1 : COUNT(other)};
        for (uint32_t lane = 0; lane < GMMU_LANES; lane++)
            load.addr[lane] = 64 * THESIS_RIG_PAGE;
        other[0] = (warp_inst){.mask = UINT32_MAX, .op = OP_BARRIER};
        for (uint32_t i = 0; !barrier && i < COUNT(other); i++)
            other[i] = (warp_inst){.pc = i * 16U, .mask = UINT32_MAX, .op = OP_ALU, .ndst = 1, .nsrc = 1};
        r->config.chip.sm.alu_latency = 300; /* longer than the fault */
        r->service = 3000;
        thesis_rig_start(r);
        thesis_rig_absent(r, 64);
        for (uint32_t b = 0; b < 2; b++)
            thesis_rig_add_block(r, 2, program, count);
        run_to_end(r, "replay", barrier);
        assert_int_equal(thesis_switching(r->sm)->out, barrier);
        assert_true(thesis_rig_tokens_right(r));
        thesis_rig_free(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),           cmocka_unit_test(test_a_fault_at_every_access),
        cmocka_unit_test(test_busy_operand_log),          cmocka_unit_test(test_extra_blocks),
        cmocka_unit_test(test_size_of_a_context),         cmocka_unit_test(test_nothing_to_come_in),
        cmocka_unit_test(test_all_warps_must_be_blocked),
    };
    return UNIT_TEST_RUN("switch", tests);
}
