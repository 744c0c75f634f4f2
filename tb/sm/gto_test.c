/* SPDX-License-Identifier: Apache-2.0 */
/* The SM: exact cycles of dependences and accesses, scheduling, barriers, translation. */
#include "unit_test.h"

#include "gto_rig.h"

#include <string.h>

#define PAGE         4096U
#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

/* One block of one warp. */
static void add_warp(sm_rig *r, const warp_inst *program, uint32_t count) {
    sm_rig_add_block(r, 1, &program, &count);
}

static const app_stats *stats_of(const sm_rig *r) {
    return &gto_sm_stats(r->sm)[SM_RIG_APP];
}

/* Runs one warp alone. */
static sm_rig *run_warp(const warp_inst *program, uint32_t count) {
    sm_rig *r = sm_rig_new();
    sm_rig_start(r, 64);
    add_warp(r, program, count);
    sm_rig_run(r);
    assert_int_equal(r->issues, count);
    assert_int_equal(stats_of(r)->instructions, count);
    return r;
}

/* ---- fixed latencies ---- */

static void test_dependent_chain(void **state) {
    (void)state;
    warp_inst p[20];
    for (uint32_t i = 0; i < COUNT(p); i++)
        p[i] = inst_alu(i, (uint8_t)(i + 1), (uint8_t)i);
    sm_rig *r = run_warp(p, COUNT(p));
    /* Sent at 0, arrived at 1, first issue at 2. */
    for (uint32_t i = 0; i < COUNT(p); i++)
        assert_int_equal(sm_rig_issued(r, i), 2 + i * r->config.chip.sm.alu_latency);
    /* The last result, and a cycle on the link back. */
    assert_int_equal(r->done_cycle, 2 + COUNT(p) * r->config.chip.sm.alu_latency + 1);
    assert_int_equal(stats_of(r)->thread_instructions, COUNT(p) * 32);
    sm_rig_free(r);
}

static void test_independent_instructions(void **state) {
    (void)state;
    warp_inst p[20];
    for (uint32_t i = 0; i < COUNT(p); i++)
        p[i] = inst_alu(i, (uint8_t)(i + 100), (uint8_t)i);
    sm_rig *r = run_warp(p, COUNT(p));
    for (uint32_t i = 0; i < COUNT(p); i++)
        assert_int_equal(sm_rig_issued(r, i), 2 + i);
    sm_rig_free(r);
}

static void test_hazards(void **state) {
    (void)state;
    const warp_inst p[] = {
        inst_alu(0, 1, 9),
        inst_alu(1, 9, 9), /* WAR: sources are read at issue */
        inst_alu(2, 1, 8), /* WAW behind 0 */
        inst_alu(3, GMMU_NO_REG, 7),
        inst_alu(4, GMMU_NO_REG, GMMU_NO_REG), /* RZ is never waited for */
        inst_op(5, OP_BRANCH),
        inst_alu(6, 5, 5), /* behind the branch */
        inst_access(7, OP_LOAD, SPACE_CONST, 3, 0, 0),
        inst_alu(8, 4, 3),
    };
    sm_rig *r = run_warp(p, COUNT(p));
    const chip_config *c = &r->config.chip;
    assert_int_equal(sm_rig_issued(r, 1), 3);
    assert_int_equal(sm_rig_issued(r, 2), 2 + c->sm.alu_latency);
    assert_int_equal(sm_rig_issued(r, 3), 3 + c->sm.alu_latency);
    assert_int_equal(sm_rig_issued(r, 4), 4 + c->sm.alu_latency);
    assert_int_equal(sm_rig_issued(r, 6), sm_rig_issued(r, 5) + c->sm.alu_latency);
    assert_int_equal(sm_rig_issued(r, 8), sm_rig_issued(r, 7) + c->sm.const_latency);
    sm_rig_free(r);
}

static void test_sfu(void **state) {
    (void)state;
    warp_inst p[4];
    for (uint32_t i = 0; i < 3; i++) {
        p[i] = inst_alu(i, (uint8_t)(i + 1), 9);
        p[i].op = OP_SFU;
    }
    p[3] = inst_alu(3, 8, 3);
    sm_rig *r = run_warp(p, COUNT(p));
    const chip_config *c = &r->config.chip;
    assert_int_equal(sm_rig_issued(r, 1), 2 + c->sm.sfu_interval);
    assert_int_equal(sm_rig_issued(r, 2), 2 + 2 * c->sm.sfu_interval);
    assert_int_equal(sm_rig_issued(r, 3), sm_rig_issued(r, 2) + c->sm.sfu_latency);
    sm_rig_free(r);
}

static void test_shared_memory(void **state) {
    (void)state;
    const warp_inst p[] = {
        inst_access(0, OP_LOAD, SPACE_SHARED, 1, 0, 128), /* 32 words of one bank */
        inst_access(1, OP_LOAD, SPACE_SHARED, 2, 0, 4),
        inst_access(2, OP_LOAD, SPACE_SHARED, 3, 0, 0), /* one word for all */
        inst_alu(3, 4, 3),
        inst_alu(4, 5, 1),
    };
    sm_rig *r = run_warp(p, COUNT(p));
    uint32_t latency = r->config.chip.sm.shared_latency;
    assert_int_equal(sm_rig_issued(r, 1), 2 + 32);
    assert_int_equal(sm_rig_issued(r, 2), 2 + 33);
    assert_int_equal(sm_rig_issued(r, 3), 2 + 33 + latency);
    assert_true(sm_rig_issued(r, 4) >= 2 + latency + 31);
    sm_rig_free(r);
}

/* ---- global memory ---- */

static void test_load_latency(void **state) {
    (void)state;
    const warp_inst p[] = {
        inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0x3000, 4), /* misses TLB and cache */
        inst_alu(1, 2, 1),
        inst_access(2, OP_LOAD, SPACE_GLOBAL, 1, 0x3000, 4), /* hits both */
        inst_alu(3, 3, 1),
        inst_access(4, OP_LOAD, SPACE_GLOBAL, 1, 0x3080, 4), /* misses the cache alone */
        inst_alu(5, 4, 1),
    };
    sm_rig *r = run_warp(p, COUNT(p));
    const chip_config *c = &r->config.chip;
    uint32_t l1 = c->tlb.level[0].latency;
    /* Lookup at t + 1, a cycle on every link, answer taken up in the cycle it arrives. */
    uint64_t translated = sm_rig_issued(r, 0) + 1 + 1 + r->tlb.latency + 1;
    assert_int_equal(sm_rig_issued(r, 1), translated + l1 + 1 + r->memory.latency + 1);
    assert_int_equal(sm_rig_issued(r, 3), sm_rig_issued(r, 2) + 1 + l1 + c->l1.latency);
    assert_int_equal(sm_rig_issued(r, 5), sm_rig_issued(r, 4) + 1 + l1 + 1 + r->memory.latency + 1);
    assert_int_equal(r->tlb.reads, 1);
    assert_int_equal(r->memory.reads, 2);
    const app_stats *s = stats_of(r);
    assert_int_equal(s->l1_tlb_misses, 1);
    assert_int_equal(s->l1_tlb_hits, 2);
    assert_int_equal(s->l1_misses, 2);
    assert_int_equal(s->l1_hits, 1);
    assert_int_equal(s->mem_instructions, 3);
    assert_int_equal(s->mem_transactions, 3);
    assert_int_equal(s->oracle_checks, 3);
    /* From the cycle after the lookup to the answer, instruction 1 waits. */
    assert_int_equal(s->stall_tlb_cycles, translated - sm_rig_issued(r, 0) - 1);
    sm_rig_free(r);
}

static void test_divergent_load(void **state) {
    (void)state;
    const warp_inst p[] = {
        inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0, PAGE / 2), /* 32 lines in 16 pages */
        inst_alu(1, 2, 1),
        inst_access(2, OP_LOAD, SPACE_GLOBAL, 1, 0, PAGE / 2), /* all there */
        inst_alu(3, 2, 1),
    };
    sm_rig *r = run_warp(p, COUNT(p));
    const chip_config *c = &r->config.chip;
    assert_int_equal(r->tlb.reads, 16);
    assert_int_equal(r->tlb.duplicates, 0);
    assert_int_equal(stats_of(r)->l1_tlb_misses, 16);
    assert_int_equal(stats_of(r)->l1_tlb_hits, 16);
    assert_int_equal(stats_of(r)->mem_transactions, 64);
    /* Stride 2 KB: the lines share 2 sets of 4 ways; the last 8 stayed until the others came. */
    assert_int_equal(stats_of(r)->l1_hits, 8);
    assert_int_equal(sm_rig_issued(r, 3),
                     sm_rig_issued(r, 2) + 24 + c->tlb.level[0].latency + 1 + r->memory.latency + 1);
    sm_rig_free(r);
}

static void test_stores_and_atomics(void **state) {
    (void)state;
    const warp_inst p[] = {
        inst_access(0, OP_STORE, SPACE_GLOBAL, 1, 0, 4),
        inst_access(1, OP_LOAD, SPACE_GLOBAL, 2, 0, 4),
        inst_op(2, OP_MEMBAR),
        inst_access(3, OP_ATOMIC, SPACE_GLOBAL, 3, 0, 4),
        inst_op(4, OP_MEMBAR),
        inst_access(5, OP_LOAD, SPACE_GLOBAL, 4, 0, 4),
    };
    sm_rig *r = run_warp(p, COUNT(p));
    assert_int_equal(r->memory.writes, 1);
    /* The store allocates nothing, the atomic goes past the cache and drops the line. */
    assert_int_equal(r->memory.reads, 3);
    assert_int_equal(stats_of(r)->l1_misses, 2);
    assert_int_equal(stats_of(r)->l1_hits, 0);
    /* The fences wait for the replies. */
    assert_true(sm_rig_issued(r, 2) > sm_rig_issued(r, 1) + r->memory.latency);
    assert_true(sm_rig_issued(r, 4) > sm_rig_issued(r, 3) + r->memory.latency);
    sm_rig_free(r);
}

static void test_inactive_access(void **state) {
    (void)state;
    warp_inst p[] = {inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0, 4), inst_alu(1, 2, 1)};
    p[0].mask = 0;
    sm_rig *r = run_warp(p, COUNT(p));
    assert_int_equal(sm_rig_issued(r, 1), 2 + r->config.chip.sm.alu_latency);
    assert_int_equal(stats_of(r)->mem_instructions, 0);
    sm_rig_free(r);
}

static void test_translations_merge_and_hit_under_miss(void **state) {
    (void)state;
    const warp_inst a[] = {inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0x1000, 4), inst_alu(1, 2, 1),
                           inst_access(2, OP_LOAD, SPACE_GLOBAL, 1, 0x5000, 4), inst_alu(3, 2, 1)};
    const warp_inst b[] = {inst_access(10, OP_LOAD, SPACE_GLOBAL, 1, 0x1080, 4), inst_alu(11, 2, 1),
                           inst_access(12, OP_LOAD, SPACE_GLOBAL, 1, 0x1000, 4), inst_alu(13, 2, 1)};
    const warp_inst *const programs[] = {a, b};
    const uint32_t counts[] = {COUNT(a), COUNT(b)};
    sm_rig *r = sm_rig_new();
    r->tlb.latency = 1000;
    sm_rig_start(r, 8);
    sm_rig_add_block(r, 2, programs, counts);
    sm_rig_run(r);
    assert_int_equal(r->tlb.reads, 2); /* pages 1 and 5 */
    assert_int_equal(r->tlb.duplicates, 0);
    assert_int_equal(stats_of(r)->l1_tlb_misses, 3); /* the joining one too */
    assert_int_equal(stats_of(r)->l1_tlb_pending_hits, 1);
    assert_int_equal(stats_of(r)->l1_tlb_hits, 1);
    /* Both loads of page 1 come back together (greedy: 2 goes before 11); then 12 overtakes 2. */
    assert_int_equal(sm_rig_issued(r, 2), sm_rig_issued(r, 1) + 1);
    assert_int_equal(sm_rig_issued(r, 11), sm_rig_issued(r, 2) + 1);
    assert_true(sm_rig_issued(r, 13) < sm_rig_issued(r, 12) + 20);
    assert_true(sm_rig_issued(r, 3) > sm_rig_issued(r, 2) + 1000);
    sm_rig_free(r);
}

/*
 * MASK 4.1, Fig. 6: "each TLB miss can stall more than 30 warps out of the 64 warps in the core". Warp 0
 * misses and blocks the port; all others of the SM have an access behind it, in the queue or, where that is
 * full, at issue. The next request tells of them, and they count as stalled until the answer.
 */
static void test_a_miss_stalls_all_warps_behind_the_port(void **state) {
    (void)state;
    enum { WARPS = 40 };
    const warp_inst p[] = {inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0x1000, 4), inst_alu(1, 2, 1),
                           inst_access(2, OP_LOAD, SPACE_GLOBAL, 1, 0x2000, 4)};
    const warp_inst *programs[WARPS];
    uint32_t counts[WARPS];
    for (uint32_t i = 0; i < WARPS; i++) {
        programs[i] = p;
        counts[i] = i == 0 ? 3 : 2;
    }
    for (uint32_t queue = 1; queue <= GMMU_SM_WARPS; queue *= 8) {
        sm_rig *r = sm_rig_new();
        r->config.chip.sm.tlb_misses = TLB_MISSES_BLOCKING;
        r->config.chip.sm.lsu_queue = queue;
        r->tlb.latency = 1000;
        sm_rig_start(r, 8);
        sm_rig_add_block(r, WARPS, programs, counts);
        sm_rig_run(r);
        assert_int_equal(stats_of(r)->tlb_answers, 2);
        assert_int_equal(stats_of(r)->tlb_warps, WARPS + 1);
        assert_int_equal(r->tlb.last.vpn, 2);
        assert_int_equal(r->tlb.last.stalled, WARPS);
        assert_true(stats_of(r)->stall_tlb_cycles > WARPS * (r->tlb.latency - WARPS));
        sm_rig_free(r);
    }
}

/* MASK 5.2: tokens go to the lowest warp IDs. Warps that have ended hold none: a request tells how many warps
 * run, and how many of them come before the one that asks. */
static void test_requests_tell_running_warps(void **state) {
    (void)state;
    enum { WARPS = 6, CHAIN = 40 };
    warp_inst chain[CHAIN + 1];
    for (uint32_t i = 0; i < CHAIN; i++)
        chain[i] = inst_alu(i, (uint8_t)(i + 1), (uint8_t)i);
    chain[CHAIN] = inst_alu(CHAIN, 1, CHAIN);
    warp_inst load[CHAIN / 2 + 1];
    memcpy(load, chain, CHAIN / 2 * sizeof load[0]);
    load[CHAIN / 2] = inst_access(100, OP_LOAD, SPACE_GLOBAL, 1, 3 * PAGE, 4);
    const warp_inst *const program[WARPS] = {chain, chain, chain, load, chain, chain};
    const uint32_t count[WARPS] = {1, 1, CHAIN + 1, COUNT(load), 1, CHAIN + 1}; /* 0, 1 and 4 end early */
    sm_rig *r = sm_rig_new();
    sm_rig_start(r, 64);
    sm_rig_add_block(r, WARPS, program, count);
    sm_rig_run(r);
    assert_int_equal(r->tlb.reads, 1);
    assert_int_equal(r->tlb.last.warp, 3);
    assert_int_equal(r->tlb.last.rank, 1);
    assert_int_equal(r->tlb.last.running, 3);
    sm_rig_free(r);
}

static void test_ideal_tlb(void **state) {
    (void)state;
    const warp_inst p[] = {inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0, PAGE), inst_alu(1, 2, 1)};
    sm_rig *r = sm_rig_new();
    r->config.design = *design_preset("ideal");
    sm_rig_start(r, 64);
    add_warp(r, p, COUNT(p));
    sm_rig_run(r);
    assert_int_equal(r->tlb.reads, 0);
    assert_int_equal(stats_of(r)->l1_tlb_hits, 32);
    assert_int_equal(stats_of(r)->l1_tlb_misses, 0);
    assert_int_equal(stats_of(r)->oracle_checks, 32);
    assert_int_equal(stats_of(r)->stall_tlb_cycles, 0);
    sm_rig_free(r);
}

static void test_flush(void **state) {
    (void)state;
    const warp_inst p[] = {inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0, 4)};
    sm_rig *r = run_warp(p, COUNT(p));
    assert_int_equal(r->tlb.reads, 1);
    gto_sm_flush_tlb(r->sm);
    sm_rig_free(r);

    /* Flushed while the translation is on its way: it serves the load and is forgotten. */
    const warp_inst q[] = {inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0, 4), inst_alu(1, 2, 1),
                           inst_access(2, OP_LOAD, SPACE_GLOBAL, 1, 0, 4)};
    r = sm_rig_new();
    r->tlb.latency = 200;
    sm_rig_start(r, 1);
    add_warp(r, q, COUNT(q));
    assert_int_equal(engine_run(r->engine, 100), ENGINE_UNTIL);
    gto_sm_flush_tlb(r->sm);
    sm_rig_run(r);
    assert_int_equal(r->tlb.reads, 2);
    sm_rig_free(r);
}

/* ---- scheduling ---- */

static void test_greedy_then_oldest(void **state) {
    (void)state;
    /* Three warps of: two independent instructions, then one that waits for them. */
    warp_inst p[3][3];
    const warp_inst *programs[3];
    uint32_t counts[3];
    for (uint32_t w = 0; w < 3; w++) {
        p[w][0] = inst_alu(10 * w, 1, 9);
        p[w][1] = inst_alu(10 * w + 1, 2, 9);
        p[w][2] = inst_alu(10 * w + 2, 3, 2);
        programs[w] = p[w];
        counts[w] = 3;
    }
    sm_rig *r = sm_rig_new();
    sm_rig_start(r, 1);
    sm_rig_add_block(r, 3, programs, counts);
    sm_rig_run(r);
    /* Greedy: both of warp 0, then of 1, then of 2; result of pc 1 at 3 + 6. */
    static const struct {
        uint64_t pc, cycle;
    } expected[] = {{0, 2}, {1, 3}, {10, 4}, {11, 5}, {20, 6}, {21, 7}, {2, 9}, {12, 11}, {22, 13}};
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        assert_int_equal(r->issue[i].pc, expected[i].pc);
        assert_int_equal(r->issue[i].cycle, expected[i].cycle);
    }
    sm_rig_free(r);
}

static void test_two_ports(void **state) {
    (void)state;
    warp_inst p[2][4];
    const warp_inst *programs[2] = {p[0], p[1]};
    const uint32_t counts[2] = {4, 4};
    for (uint32_t w = 0; w < 2; w++)
        for (uint32_t i = 0; i < 4; i++)
            p[w][i] = inst_alu(10 * w + i, (uint8_t)i, 9);
    sm_rig *r = sm_rig_new();
    r->config.chip.sm.issue_width = 2;
    sm_rig_start(r, 1);
    sm_rig_add_block(r, 2, programs, counts);
    sm_rig_run(r);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(sm_rig_issued(r, i), 2 + i);
        assert_int_equal(sm_rig_issued(r, 10 + i), 2 + i);
    }
    sm_rig_free(r);
}

static void test_barrier(void **state) {
    (void)state;
    const warp_inst slow[] = {inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0, 4), inst_alu(1, 2, 1),
                              inst_op(2, OP_BARRIER), inst_alu(3, 3, 3), inst_op(4, OP_EXIT)};
    const warp_inst fast[] = {inst_op(10, OP_BARRIER), inst_alu(11, 1, 2), inst_op(12, OP_BARRIER),
                              inst_alu(13, 1, 2), inst_op(14, OP_EXIT)};
    const warp_inst gone[] = {inst_op(20, OP_EXIT)};
    const warp_inst *const programs[] = {slow, fast, gone};
    const uint32_t counts[] = {COUNT(slow), COUNT(fast), COUNT(gone)};
    sm_rig *r = sm_rig_new();
    sm_rig_start(r, 1);
    sm_rig_add_block(r, 3, programs, counts);
    sm_rig_run(r);
    assert_true(sm_rig_issued(r, 10) < 10);
    assert_int_equal(sm_rig_issued(r, 3), sm_rig_issued(r, 2) + 1);
    assert_true(sm_rig_issued(r, 11) > sm_rig_issued(r, 2));
    /* The second one opens when the other warp has left. */
    assert_true(sm_rig_issued(r, 13) > sm_rig_issued(r, 4));
    sm_rig_free(r);
}

/* Who ends with its barrier has arrived once, as a warp that is gone. */
static void test_barrier_at_the_end(void **state) {
    (void)state;
    const warp_inst ends[] = {inst_op(0, OP_BARRIER)};
    const warp_inst waits[] = {inst_op(10, OP_BARRIER), inst_alu(11, 1, 2)};
    const warp_inst late[] = {inst_access(20, OP_LOAD, SPACE_GLOBAL, 1, 0, 4), inst_alu(21, 2, 1),
                              inst_op(22, OP_BARRIER)};
    const warp_inst *const programs[] = {ends, waits, late};
    const uint32_t counts[] = {COUNT(ends), COUNT(waits), COUNT(late)};
    sm_rig *r = sm_rig_new();
    sm_rig_start(r, 1);
    sm_rig_add_block(r, 3, programs, counts);
    sm_rig_run(r);
    assert_int_equal(sm_rig_issued(r, 11), sm_rig_issued(r, 22) + 1);
    sm_rig_free(r);
}

static void test_blocks_and_resources(void **state) {
    (void)state;
    chip_config chip = *chip_preset("mask");
    kernel_info k = {.warps_per_block = 8, .regs_per_thread = 32, .shared_bytes = 0};
    assert_int_equal(sm_blocks_fit(&chip, &k), 8); /* warps */
    k.regs_per_thread = 250;                       /* 256 * 32 * 8 = 65536 */
    assert_int_equal(sm_blocks_fit(&chip, &k), 1);
    k.warps_per_block = 9;
    assert_int_equal(sm_blocks_fit(&chip, &k), 0);
    k = (kernel_info){.warps_per_block = 1, .shared_bytes = 49152};
    assert_int_equal(sm_blocks_fit(&chip, &k), 2);
    k.shared_bytes = 0;
    assert_int_equal(sm_blocks_fit(&chip, &k), chip.sm.max_blocks);

    /* Three blocks where two fit: the third starts when one has ended. */
    warp_inst p[3][2];
    sm_rig *r = sm_rig_new();
    sm_rig_start(r, 1);
    r->kernel.shared_bytes = 49152;
    for (uint32_t b = 0; b < 3; b++) {
        p[b][0] = inst_access(10 * b, OP_LOAD, SPACE_GLOBAL, 1, 0, 4);
        p[b][1] = inst_alu(10 * b + 1, 2, 1);
        add_warp(r, p[b], 2);
    }
    sm_rig_run(r);
    assert_true(sm_rig_issued(r, 10) < 10);
    assert_true(sm_rig_issued(r, 20) > sm_rig_issued(r, 1));
    sm_rig_free(r);
}

static void test_empty_warps(void **state) {
    (void)state;
    const warp_inst p[] = {inst_op(0, OP_BARRIER)};
    const warp_inst *const programs[] = {p, p, p};
    const uint32_t some[] = {0, 1, 0}, none[] = {0, 0, 0};
    sm_rig *r = sm_rig_new();
    sm_rig_start(r, 1);
    for (uint32_t i = 0; i < 11; i++) /* an empty block is the last */
        sm_rig_add_block(r, 3, programs, i % 2 ? some : none);
    sm_rig_run(r);
    assert_int_equal(r->issues, 5);
    sm_rig_free(r);
}

static void test_free_in_the_middle(void **state) {
    (void)state;
    const warp_inst p[] = {inst_access(0, OP_LOAD, SPACE_GLOBAL, 1, 0, 4), inst_alu(1, 2, 1)};
    sm_rig *r = sm_rig_new();
    sm_rig_start(r, 1);
    add_warp(r, p, COUNT(p));
    assert_int_equal(engine_run(r->engine, 50), ENGINE_UNTIL);
    assert_false(gto_sm_idle(r->sm));
    sm_rig_free(r); /* a sanitizer build finds a stream left open */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dependent_chain),
        cmocka_unit_test(test_independent_instructions),
        cmocka_unit_test(test_hazards),
        cmocka_unit_test(test_sfu),
        cmocka_unit_test(test_shared_memory),
        cmocka_unit_test(test_load_latency),
        cmocka_unit_test(test_divergent_load),
        cmocka_unit_test(test_stores_and_atomics),
        cmocka_unit_test(test_inactive_access),
        cmocka_unit_test(test_translations_merge_and_hit_under_miss),
        cmocka_unit_test(test_a_miss_stalls_all_warps_behind_the_port),
        cmocka_unit_test(test_requests_tell_running_warps),
        cmocka_unit_test(test_ideal_tlb),
        cmocka_unit_test(test_flush),
        cmocka_unit_test(test_greedy_then_oldest),
        cmocka_unit_test(test_two_ports),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_barrier_at_the_end),
        cmocka_unit_test(test_blocks_and_resources),
        cmocka_unit_test(test_empty_warps),
        cmocka_unit_test(test_free_in_the_middle),
    };
    return UNIT_TEST_RUN("sm", tests);
}
