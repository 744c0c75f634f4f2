/* SPDX-License-Identifier: Apache-2.0 */
#include "thesis_runs.h"

#include <inttypes.h>

#include "unit_test.h"

const char *const thesis_schemes[] = {"stall",     "wd-commit", "wd-lastcheck",  "replay",         "oplog:8K",
                                      "oplog:16K", "oplog:32K", "inorder-issue", "inorder-commit", NULL};

static const char *const thesis_unit_names[] = {"warp_gate", "replay_queue", "operand_log"};

static uint32_t below(uint64_t *random, uint32_t n) {
    return (uint32_t)(unit_test_random(random) % n);
}

/* Small sizes, so that everything that can fill up does. */
static void random_sizes(thesis_rig *r, uint64_t *random) {
    chip_config *c = &r->config.chip;
    c->sm.issue_width = 1 + below(random, 3);
    c->sm.fetch_width = 1 + below(random, 4);
    c->sm.fetch_stops = below(random, 4) ? FETCH_STOPS_MEMORY : FETCH_STOPS_GLOBAL;
    c->sm.issue_queue = 2 + below(random, 96);
    c->sm.math_units = 1 + below(random, 2);
    c->sm.alu_latency = 1 + below(random, 8);
    c->tlb.level[0].entries = 8U << below(random, 3);
    c->tlb.level[0].mshrs = 1 + below(random, 8);
    c->l1.bytes = 4096U << below(random, 4);
    c->l1.mshrs = 1 + below(random, 16);
    c->l1.latency = 1 + below(random, 40);
    r->tlb.latency = 1 + below(random, 100);
    r->memory.latency = 1 + below(random, 300);
    r->tlb.jitter = r->memory.jitter = below(random, 200);
    r->tlb.random = unit_test_random(random);
    r->memory.random = unit_test_random(random);
    r->service = 1 + below(random, 3000);
}

static thesis_program random_program(uint64_t *random) {
    return (thesis_program){.blocks = 1 + below(random, 12),
                            .warps = 1 + below(random, THESIS_PROGRAM_WARPS),
                            .length = 1 + below(random, THESIS_PROGRAM_LENGTH),
                            .registers = 2 + below(random, 30),
                            .memory_percent = 10 + below(random, 60)};
}

static void random_faults(thesis_rig *r, const thesis_program *p, uint64_t *random) {
    exception_config *x = &r->config.exceptions;
    if (below(random, 2)) {
        x->faults = FAULTS_INJECT;
        x->inject_rate = 1.0 / (1 + below(random, 20));
        x->link.allocate_ns = 1 + below(random, 3000);
        r->config.seed = unit_test_random(random);
    }
    if (below(random, 2)) {
        uint32_t share = 1 + below(random, 4);
        for (uint64_t vpn = 0; vpn < thesis_program_pages(p); vpn += THESIS_RIG_REGION)
            if (below(random, share) == 0)
                thesis_rig_absent(r, vpn);
    }
}

thesis_outcome thesis_random_run(const char *scheme, uint64_t seed, uint64_t shuffle,
                                 thesis_variant variant) {
    uint64_t random = seed;
    thesis_rig *r = thesis_rig_new(SCHEME_STALL);
    assert_true(exception_scheme_parse(scheme, &r->config.exceptions));
    const thesis_program p = random_program(&random);
    random_sizes(r, &random);
    random_faults(r, &p, &random);
    r->without_tokens = variant == THESIS_WITHOUT_TOKENS;
    if (variant == THESIS_RTL)
        for (uint32_t i = 0; i < 3; i++)
            r->config.rtl_units[i] = thesis_unit_names[i];
    thesis_rig_start(r);
    engine_shuffle(r->engine, shuffle);
    thesis_rig_add_program(r, &p, unit_test_random(&random));
    if (!thesis_rig_run(r, THESIS_RIG_LIMIT))
        fail_msg("%s, seed %" PRIu64 ": %u of %u blocks done", scheme, seed, r->done, r->blocks);
    const app_stats *s = &thesis_sm_stats(r->sm)[THESIS_RIG_APP];
    assert_int_equal(s->instructions, r->instructions);
    thesis_outcome o = {.hash = engine_event_hash(r->engine),
                        .events = engine_event_count(r->engine),
                        .cycles = r->done_cycle,
                        .stats = *s};
    if (!r->without_tokens && !thesis_rig_tokens_right(r))
        fail_msg("%s, seed %" PRIu64 ": other values than in program order", scheme, seed);
    thesis_rig_free(r);
    return o;
}

void thesis_same_outcome(const thesis_outcome *a, const thesis_outcome *b) {
    assert_int_equal(a->cycles, b->cycles);
    assert_int_equal(a->events, b->events);
    assert_int_equal(a->hash, b->hash);
    assert_memory_equal(&a->stats, &b->stats, sizeof(a->stats));
}
