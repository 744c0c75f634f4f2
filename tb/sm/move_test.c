/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks that are stopped, saved and restored, on the same and on other SMs, at every instruction
 * boundary and at random: they leave what a run in program order leaves. SMs that change their
 * application, and SMs that two applications share.
 */
#include "unit_test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "move_rig.h"
#include "thesis_rig.h" /* random programs */

#define SWEEPS 3U
#define RUNS   12U

static uint32_t below(uint64_t *random, uint32_t n) {
    return (uint32_t)(unit_test_random(random) % n);
}

static void add_to_first(void *ctx, uint32_t warps, const warp_inst *const *program, const uint32_t *count) {
    move_rig_add_block(ctx, 0, warps, program, count);
}

static void add_to_second(void *ctx, uint32_t warps, const warp_inst *const *program, const uint32_t *count) {
    move_rig_add_block(ctx, 1, warps, program, count);
}

/* ---- every boundary ---- */

typedef struct {
    block_command_kind kind; /* STOP or SAVE */
    uint64_t when;           /* cycle of the command for block 0 */
    bool sent;
    bool boundary[THESIS_PROGRAM_LENGTH + 1]; /* instructions that had committed then */
} sweep;

static void sweep_command(move_rig *r, uint64_t cycle) {
    sweep *s = r->ctx;
    move_rig_block *b = &r->block[0];
    if (!s->sent && cycle >= s->when && b->where == MOVE_RIG_ON_SM)
        s->sent = move_rig_send(r, b, s->kind);
    if (b->stopped || b->where == MOVE_RIG_OFF) {
        uint64_t committed = 0;
        for (uint32_t i = 0; i < r->sms; i++)
            committed += r->interface->stats(r->sm[i].sm)[0].instructions;
        if (committed <= THESIS_PROGRAM_LENGTH)
            s->boundary[committed] = true;
    }
    if (b->stopped)
        (void)move_rig_send(r, b, BLOCK_RESUME);
}

/* One run with the command at s->when; the cycle of its end. */
static uint64_t run_sweep(sweep *s, const thesis_program *p, uint64_t seed, uint64_t *instructions) {
    move_rig *r = move_rig_new("mask", 2);
    r->command = sweep_command;
    r->ctx = s;
    r->random = seed + s->when;
    r->config.chip.l1.bytes = 4096;
    for (uint32_t i = 0; i < 2; i++) {
        r->sm[i].tlb.latency = 8;
        r->sm[i].memory.latency = 15;
    }
    s->sent = false;
    move_rig_start(r, thesis_program_pages(p));
    thesis_program_write(p, seed, add_to_first, r);
    move_rig_run(r);
    if (s->kind == BLOCK_SAVE && s->sent)
        assert_true(r->saved <= 1);
    *instructions = r->instructions[0];
    const uint64_t end = r->cycle;
    move_rig_free(r);
    return end;
}

/* The command in every cycle of the block's life; one that comes too late must do no harm. */
static void sweep_cycles(block_command_kind kind, const thesis_program *p, uint64_t seed) {
    sweep s = {.kind = kind};
    uint64_t instructions = 0;
    s.when = UINT64_MAX;
    const uint64_t end = run_sweep(&s, p, seed, &instructions);
    for (s.when = 0; s.when <= end + 1; s.when++)
        (void)run_sweep(&s, p, seed, &instructions);
    /* Of one warp on one issue port: all boundaries but those before it has begun and after its end. */
    for (uint64_t n = 1; p->warps == 1 && n < instructions; n++)
        if (!s.boundary[n])
            fail_msg("seed %" PRIu64 ": not stopped behind instruction %" PRIu64 " of %" PRIu64, seed, n,
                     instructions);
}

static void sweep_programs(block_command_kind kind) {
    uint64_t random = unit_test_seed();
    for (uint32_t i = 0; i < SWEEPS; i++) {
        const thesis_program p = {.blocks = 1,
                                  .warps = i == 0 ? 1 : 1 + below(&random, 4),
                                  .length = 30,
                                  .registers = 2 + below(&random, 8),
                                  .memory_percent = 20 + below(&random, 50)};
        sweep_cycles(kind, &p, unit_test_random(&random));
    }
}

static void test_save_at_every_boundary(void **state) {
    (void)state;
    sweep_programs(BLOCK_SAVE);
}

static void test_stop_at_every_boundary(void **state) {
    (void)state;
    sweep_programs(BLOCK_STOP);
}

/* ---- at random ---- */

typedef struct {
    uint64_t random;
    uint32_t pause; /* a command in one of so many cycles */
    uint32_t left;  /* SAVEs and STOPs still to be given */
} soak;

static void soak_command(move_rig *r, uint64_t cycle) {
    soak *s = r->ctx;
    (void)cycle;
    for (uint32_t i = 0; i < r->blocks; i++) {
        move_rig_block *b = &r->block[i];
        if (b->where != MOVE_RIG_ON_SM || b->saving || below(&s->random, s->pause))
            continue;
        if (b->stopping && below(&s->random, 2)) {
            (void)move_rig_send(r, b, BLOCK_RESUME);
        } else if (s->left) {
            const bool save = below(&s->random, 2);
            s->left -= move_rig_send(r, b, save ? BLOCK_SAVE : BLOCK_STOP);
        }
    }
}

static void random_sizes(move_rig *r, uint64_t *random) {
    chip_config *c = &r->config.chip;
    c->sm.issue_width = 1 + below(random, 3);
    c->tlb.level[0].entries = 1U << below(random, 7);
    if (c->tlb.level[0].ways > c->tlb.level[0].entries)
        c->tlb.level[0].ways = c->tlb.level[0].entries;
    c->tlb.level[0].mshrs = 1 + below(random, 8);
    c->tlb.level[0].latency = 1 + below(random, 3);
    c->l1.bytes = 1024U << below(random, 5);
    c->l1.mshrs = 1 + below(random, 16);
    c->l1.latency = 1 + below(random, 30);
    for (uint32_t a = 0; a < MOVE_RIG_APPS; a++)
        r->kernel[a].shared_bytes = THESIS_PROGRAM_SHARED << below(random, 3);
    for (uint32_t i = 0; i < r->sms; i++) {
        late_server *servers[] = {&r->sm[i].tlb, &r->sm[i].memory};
        for (uint32_t k = 0; k < 2; k++) {
            servers[k]->latency = 1 + below(random, 100 + 200 * k);
            servers[k]->jitter = below(random, 200);
            servers[k]->random = unit_test_random(random);
        }
    }
}

typedef struct {
    uint64_t hash, events, cycles;
    uint32_t saved, stops, moves;
} outcome;

/* Who runs: on MASK's SM, or the thesis's; on SMs that both applications share, or not. */
typedef struct {
    const char *chip;
    bool shared;
} setting;

static outcome run_soak(const setting *how, uint64_t seed, uint64_t shuffle, bool never_sleep) {
    uint64_t random = seed;
    move_rig *r = move_rig_new(how->chip, 1 + below(&random, MOVE_RIG_SMS));
    soak s = {.random = unit_test_random(&random), .pause = 10 + below(&random, 400), .left = 150};
    const thesis_program p = {.blocks = 1 + below(&random, MOVE_RIG_BLOCKS / 2),
                              .warps = 1 + below(&random, THESIS_PROGRAM_WARPS),
                              .length = 20 + below(&random, THESIS_PROGRAM_LENGTH - 20),
                              .registers = 2 + below(&random, 30),
                              .memory_percent = 10 + below(&random, 60)};
    r->shared = how->shared;
    r->command = soak_command;
    r->ctx = &s;
    r->random = unit_test_random(&random);
    random_sizes(r, &random);
    move_rig_start(r, thesis_program_pages(&p));
    engine_shuffle(r->engine, shuffle);
    if (never_sleep)
        engine_never_sleep(r->engine);
    thesis_program_write(&p, unit_test_random(&random), add_to_first, r);
    thesis_program_write(&p, unit_test_random(&random), add_to_second, r);
    move_rig_run(r);
    const outcome o = {.hash = engine_event_hash(r->engine),
                       .events = engine_event_count(r->engine),
                       .cycles = r->cycle,
                       .saved = r->saved,
                       .stops = r->stops,
                       .moves = r->moves};
    move_rig_free(r);
    return o;
}

static void same_outcome(const outcome *a, const outcome *b) {
    assert_int_equal(a->cycles, b->cycles);
    assert_int_equal(a->saved, b->saved);
    assert_int_equal(a->stops, b->stops);
    assert_int_equal(a->moves, b->moves);
    assert_int_equal(a->events, b->events);
    assert_int_equal(a->hash, b->hash);
}

/* Of runs at random: what their seeds are drawn from, and what has happened in all of them. */
static struct {
    const setting *how;
    uint64_t random, saved, stops, moves;
} drawn;

static void random_run(void) {
    const uint64_t seed = unit_test_random(&drawn.random);
    const outcome fixed = run_soak(drawn.how, seed, 0, false);
    const outcome shuffled = run_soak(drawn.how, seed, seed | 1, false);
    const outcome awake = run_soak(drawn.how, seed, 0, true);
    same_outcome(&fixed, &shuffled);
    same_outcome(&fixed, &awake);
    drawn.saved += fixed.saved;
    drawn.stops += fixed.stops;
    drawn.moves += fixed.moves;
}

static void random_moves(const setting *how) {
    static const unit_test_goal goals[] = {UNIT_TEST_GOAL(drawn.saved, RUNS * 10),
                                           UNIT_TEST_GOAL(drawn.stops, RUNS * 10),
                                           UNIT_TEST_GOAL(drawn.moves, RUNS * 3)};
    memset(&drawn, 0, sizeof drawn);
    drawn.how = how;
    drawn.random = unit_test_seed();
    UNIT_TEST_RUN_UNTIL(random_run, RUNS, goals);
}

static void test_random_moves(void **state) {
    (void)state;
    random_moves(&(setting){"mask", false});
}

static void test_random_moves_on_shared_sms(void **state) {
    (void)state;
    random_moves(&(setting){"mask", true});
    random_moves(&(setting){"tanasic", true});
}

/* ---- another application ---- */

static void no_command(move_rig *r, uint64_t cycle) {
    (void)r, (void)cycle;
}

/* Blocks of one warp, sent at once and in this order to an SM of the chip with so many places for blocks. */
static move_rig *run_blocks(const char *chip, uint32_t places, const uint32_t *apps,
                            const warp_inst *const *programs, const uint32_t *counts, uint32_t blocks) {
    move_rig *r = move_rig_new(chip, 1);
    r->config.chip.sm.max_blocks = places;
    r->command = no_command;
    r->eager = true;
    move_rig_start(r, 1);
    for (uint32_t i = 0; i < blocks; i++)
        move_rig_add_block(r, apps[i], 1, &programs[i], &counts[i]);
    move_rig_run(r);
    return r;
}

/* Two blocks of the first application and one of the second, in between, load the same virtual line, one
 * after the other. */
static void test_change_of_application(void **state) {
    (void)state;
    static const uint32_t apps[] = {0, 1, 0}, counts[] = {1, 1, 1};
    static const warp_inst load = {
        .mask = 1, .op = OP_LOAD, .space = SPACE_GLOBAL, .width = 4, .ndst = 1, .addr = {64}};
    static const warp_inst *const programs[] = {&load, &load, &load};
    move_rig *r = run_blocks("mask", 1, apps, programs, counts, 3);
    const app_stats *s = r->interface->stats(r->sm[0].sm);
    /* Neither TLB nor L1 were flushed, and nobody has used the other's translation. */
    assert_int_equal(s[0].instructions, 2);
    assert_int_equal(s[0].l1_tlb_misses, 1);
    assert_int_equal(s[0].l1_tlb_hits, 1);
    assert_int_equal(s[0].l1_misses, 1);
    assert_int_equal(s[0].l1_hits, 1);
    assert_int_equal(s[1].instructions, 1);
    assert_int_equal(s[1].l1_tlb_misses, 1);
    assert_int_equal(s[1].l1_misses, 1);
    move_rig_free(r);
}

#define LONG 100U

/* Fractional GPUs VI-A: "two applications can run on the same SM causing them to share SM resources": the
 * second block runs while the first, of the other application, is still there. */
static void test_two_applications_at_a_time(void **state) {
    (void)state;
    static const char *const chips[] = {"mask", "tanasic"};
    static const uint32_t apps[] = {0, 1}, counts[] = {LONG, 1};
    warp_inst chain[LONG]; /* each needs the result of the one before */
    for (uint32_t i = 0; i < LONG; i++)
        chain[i] = (warp_inst){
            .pc = i, .mask = UINT32_MAX, .op = OP_ALU, .ndst = 1, .nsrc = 1, .dst = {1}, .src = {1}};
    const warp_inst *const programs[] = {chain, chain};
    for (size_t c = 0; c < sizeof chips / sizeof *chips; c++) {
        move_rig *r = run_blocks(chips[c], 2, apps, programs, counts, 2);
        assert_true(r->block[1].ended + LONG < r->block[0].ended);
        move_rig_free(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_save_at_every_boundary), cmocka_unit_test(test_stop_at_every_boundary),
        cmocka_unit_test(test_random_moves),           cmocka_unit_test(test_random_moves_on_shared_sms),
        cmocka_unit_test(test_change_of_application),  cmocka_unit_test(test_two_applications_at_a_time)};
    return UNIT_TEST_RUN("move", tests);
}
