/* SPDX-License-Identifier: Apache-2.0 */
#include "core_runs.h"

#include <inttypes.h>

#include "unit_test.h"

#define MAX_CYCLES UINT64_C(3000000)

const char *const core_schemes[] = {"stall",     "wd-commit", "wd-lastcheck",  "replay",         "oplog:8K",
                                    "oplog:16K", "oplog:32K", "inorder-issue", "inorder-commit", NULL};

static const char *const core_unit_names[] = {"warp_gate", "replay_queue", "operand_log"};

static uint32_t below(uint64_t *random, uint32_t n) {
    return (uint32_t)(unit_test_random(random) % n);
}

/* Small sizes, so that everything that can fill up does. */
static void random_sizes(core_rig *r, uint64_t *random) {
    chip_config *c = &r->config.chip;
    c->issue_width = 1 + below(random, 3);
    c->issue_queue = 2 + below(random, 96);
    c->math_units = 1 + below(random, 2);
    c->alu_latency = 1 + below(random, 8);
    c->l1_tlb_entries = 8U << below(random, 3);
    c->l1_tlb_mshrs = 1 + below(random, 8);
    c->l1_bytes = 4096U << below(random, 4);
    c->l1_mshrs = 1 + below(random, 16);
    c->l1_latency = 1 + below(random, 40);
    r->tlb.latency = 1 + below(random, 100);
    r->memory.latency = 1 + below(random, 300);
    r->tlb.jitter = r->memory.jitter = below(random, 200);
    r->tlb.random = unit_test_random(random);
    r->memory.random = unit_test_random(random);
    r->service = 1 + below(random, 3000);
}

static core_program random_program(uint64_t *random) {
    return (core_program){.blocks = 1 + below(random, 12),
                          .warps = 1 + below(random, CORE_PROGRAM_WARPS),
                          .length = 1 + below(random, CORE_PROGRAM_LENGTH),
                          .registers = 2 + below(random, 30),
                          .memory_percent = 10 + below(random, 60)};
}

static void random_faults(core_rig *r, const core_program *p, uint64_t *random) {
    exception_config *x = &r->config.exceptions;
    if (below(random, 2)) {
        x->faults = FAULTS_INJECT;
        x->inject_rate = 1.0 / (1 + below(random, 20));
        x->link.allocate_ns = 1 + below(random, 3000);
        r->config.seed = unit_test_random(random);
    }
    if (below(random, 2)) {
        uint32_t share = 1 + below(random, 4);
        for (uint64_t vpn = 0; vpn < core_program_pages(p); vpn += CORE_RIG_REGION)
            if (below(random, share) == 0)
                core_rig_absent(r, vpn);
    }
}

core_outcome core_random_run(const char *scheme, uint64_t seed, uint64_t shuffle, core_variant variant) {
    uint64_t random = seed;
    core_rig *r = core_rig_new(SCHEME_STALL);
    assert_true(exception_scheme_parse(scheme, &r->config.exceptions));
    const core_program p = random_program(&random);
    random_sizes(r, &random);
    random_faults(r, &p, &random);
    r->without_tokens = variant == CORE_WITHOUT_TOKENS;
    if (variant == CORE_RTL)
        for (uint32_t i = 0; i < 3; i++)
            r->config.rtl_units[i] = core_unit_names[i];
    core_rig_start(r);
    engine_shuffle(r->engine, shuffle);
    core_rig_add_program(r, &p, unit_test_random(&random));
    if (!core_rig_run(r, MAX_CYCLES))
        fail_msg("%s, seed %" PRIu64 ": %u of %u blocks done", scheme, seed, r->done, r->blocks);
    const app_stats *s = &core_stats(r->core)[CORE_RIG_APP];
    assert_int_equal(s->instructions, r->instructions);
    core_outcome o = {.hash = engine_event_hash(r->engine),
                      .events = engine_event_count(r->engine),
                      .cycles = r->done_cycle,
                      .stats = *s};
    if (!r->without_tokens && !core_rig_tokens_right(r))
        fail_msg("%s, seed %" PRIu64 ": other tokens than in program order", scheme, seed);
    core_rig_free(r);
    return o;
}

void core_same_outcome(const core_outcome *a, const core_outcome *b) {
    assert_int_equal(a->cycles, b->cycles);
    assert_int_equal(a->events, b->events);
    assert_int_equal(a->hash, b->hash);
    assert_memory_equal(&a->stats, &b->stats, sizeof(a->stats));
}
