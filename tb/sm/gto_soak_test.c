/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random blocks on SMs of random size: everything runs to its end, every
 * instruction is issued once and in its warp's order, every load comes back, and
 * the order of ticks changes nothing.
 */
#include "unit_test.h"

#include "gto_rig.h"

#include <stdlib.h>
#include <string.h>

#define RUNS       24U
#define MAX_WARPS  12U
#define MAX_LENGTH 60U
#define PAGES      40U

/* pc = block, warp, position */
#define PC(block, warp, i) ((uint64_t)(block) << 32 | (uint64_t)(warp) << 16 | (i))

typedef struct {
    uint64_t hash, events, cycles;
    app_stats stats;
} outcome;

static uint32_t below(uint64_t *random, uint32_t n) {
    return (uint32_t)(unit_test_random(random) % n);
}

static warp_inst random_access(uint64_t *random, uint64_t pc) {
    static const op_class ops[] = {OP_LOAD, OP_LOAD, OP_STORE, OP_ATOMIC};
    static const uint32_t strides[] = {0, 4, 8, 128, 260, 4096};
    op_class op = ops[below(random, 4)];
    mem_space space = below(random, 5) ? SPACE_GLOBAL : below(random, 2) ? SPACE_SHARED : SPACE_CONST;
    uint8_t reg = (uint8_t)below(random, 256);
    uint32_t stride = strides[below(random, 6)];
    warp_inst inst = inst_access(pc, op, space, reg, 0, 0);
    inst.width = (uint8_t)(1U << below(random, 5));
    for (uint32_t lane = 0; lane < GMMU_LANES; lane++) {
        uint32_t at = stride == 4096 ? below(random, PAGES * 4096) : below(random, 64) * 64 + lane * stride;
        inst.addr[lane] = at % (PAGES * 4096 - 16);
    }
    if (below(random, 4) == 0)
        inst.mask = (uint32_t)unit_test_random(random);
    return inst;
}

static warp_inst random_inst(uint64_t *random, uint64_t pc) {
    uint32_t kind = below(random, 20);
    if (kind < 8)
        return random_access(random, pc);
    if (kind == 8)
        return inst_op(pc, OP_MEMBAR);
    if (kind == 9)
        return inst_op(pc, OP_BRANCH);
    if (kind == 10)
        return inst_op(pc, OP_EXIT); /* of some lanes */
    warp_inst inst = inst_alu(pc, (uint8_t)below(random, 256), (uint8_t)below(random, 256));
    inst.op = kind == 11 ? OP_SFU : OP_ALU;
    inst.ndst = (uint8_t)(1 + below(random, 4));
    for (uint32_t i = 1; i < inst.ndst; i++)
        inst.dst[i] = (uint8_t)(inst.dst[0] + i);
    return inst;
}

/* Warps of different lengths, which also pass different numbers of barriers. */
static uint32_t add_random_block(sm_rig *r, uint64_t *random, uint32_t number, uint32_t warps) {
    warp_inst *inst = calloc((size_t)warps * MAX_LENGTH, sizeof(*inst));
    const warp_inst *program[MAX_WARPS];
    uint32_t count[MAX_WARPS], total = 0;
    assert_non_null(inst);
    for (uint32_t w = 0; w < warps; w++) {
        program[w] = &inst[w * MAX_LENGTH];
        count[w] = below(random, MAX_LENGTH);
        total += count[w];
        for (uint32_t i = 0; i < count[w]; i++)
            inst[w * MAX_LENGTH + i] = below(random, 15) == 0 ? inst_op(PC(number, w, i), OP_BARRIER)
                                                              : random_inst(random, PC(number, w, i));
    }
    sm_rig_add_block(r, warps, program, count);
    free(inst);
    return total;
}

/* Small sizes, so that everything that can fill up does. */
static void random_sizes(sm_rig *r, uint64_t *random) {
    chip_config *c = &r->config.chip;
    c->sm.issue_width = 1 + below(random, 3);
    c->sm.warps = MAX_WARPS + below(random, 64 - MAX_WARPS + 1);
    c->tlb.level[0].entries = 1U << below(random, 7);
    c->tlb.level[0].mshrs = 1 + below(random, 8);
    c->tlb.level[0].latency = 1 + below(random, 3);
    c->l1.bytes = 1024U << below(random, 5);
    c->l1.mshrs = 1 + below(random, 16);
    c->l1.latency = 1 + below(random, 30);
    r->tlb.latency = 1 + below(random, 100);
    r->memory.latency = 1 + below(random, 300);
    r->tlb.jitter = r->memory.jitter = below(random, 200);
    r->tlb.random = unit_test_random(random);
    r->memory.random = unit_test_random(random);
    if (below(random, 4) == 0)
        r->config.design.ideal_tlb = true;
}

/* Every instruction once, and each warp's in order. */
static void check_issues(const sm_rig *r, uint32_t total) {
    static const uint32_t none = UINT32_MAX;
    uint32_t last[SM_RIG_MAX_BLOCKS][MAX_WARPS];
    memset(last, 0xff, sizeof(last));
    assert_int_equal(r->issues, total);
    for (uint32_t i = 0; i < r->issues; i++) {
        uint64_t pc = r->issue[i].pc;
        uint32_t *before = &last[pc >> 32][pc >> 16 & 0xffff];
        assert_int_equal((uint32_t)(pc & 0xffff), *before == none ? 0 : *before + 1);
        *before = (uint32_t)(pc & 0xffff);
    }
}

static outcome run_random(uint64_t seed, uint64_t shuffle) {
    uint64_t random = seed;
    uint32_t total = 0;
    sm_rig *r = sm_rig_new();
    random_sizes(r, &random);
    sm_rig_start(r, PAGES);
    engine_shuffle(r->engine, shuffle);
    uint32_t warps = 1 + below(&random, MAX_WARPS);
    uint32_t blocks = 1 + below(&random, 20);
    for (uint32_t b = 0; b < blocks; b++)
        total += add_random_block(r, &random, b, warps);
    sm_rig_run(r);
    check_issues(r, total);

    const app_stats *s = &gto_sm_stats(r->sm)[SM_RIG_APP];
    assert_int_equal(s->instructions, total);
    assert_int_equal(s->oracle_checks, s->mem_transactions);
    assert_int_equal(r->tlb.duplicates, 0);
    assert_int_equal(r->tlb.open, 0);
    assert_int_equal(r->memory.open, 0);
    assert_true(r->tlb.most_open <= r->config.chip.tlb.level[0].mshrs);
    assert_true(r->memory.most_open <= r->config.chip.l1.mshrs);
    if (r->config.design.ideal_tlb)
        assert_int_equal(r->tlb.reads, 0);
    outcome o = {.hash = engine_event_hash(r->engine),
                 .events = engine_event_count(r->engine),
                 .cycles = r->done_cycle,
                 .stats = *s};
    sm_rig_free(r);
    return o;
}

static void test_random_blocks(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t run = 0; run < RUNS; run++) {
        uint64_t seed = unit_test_random(&random);
        outcome fixed = run_random(seed, 0);
        outcome shuffled = run_random(seed, seed | 1);
        assert_int_equal(fixed.cycles, shuffled.cycles);
        assert_int_equal(fixed.events, shuffled.events);
        assert_int_equal(fixed.hash, shuffled.hash);
        assert_memory_equal(&fixed.stats, &shuffled.stats, sizeof(fixed.stats));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_blocks)};
    return UNIT_TEST_RUN("sm_soak", tests);
}
