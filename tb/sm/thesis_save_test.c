/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stop, save and restore of blocks by the dispatcher's command, at any time, on either of
 * two SMs: whatever is moved and when, a run leaves what a run in program order leaves.
 */
#include "unit_test.h"

#include <inttypes.h>
#include <string.h>

#include "base/mix.h"
#include "sm/parts/occupancy.h"
#include "thesis_rig.h"
#include "thesis_runs.h"

#define SLOT_BYTES UINT64_C(0x100000) /* of a context in memory */
#define CONTEXTS   UINT64_C(0x40000000)
#define SOAK_RUNS  5U

static uint32_t below(uint64_t *random, uint32_t n) {
    return (uint32_t)(unit_test_random(random) % n);
}

/* ---- a dispatcher that commands ---- */

typedef enum { AT_HOME, RUNNING, STOPPING, STOPPED, SAVING, SAVED, ENDED } block_place_of;

typedef struct {
    block_place_of at;
    uint32_t sm;
    block_context *context;
} commanded_block;

typedef struct {
    thesis_rig *rig;
    commanded_block block[THESIS_RIG_BLOCKS];
    uint32_t held[2]; /* blocks of each SM */
    uint32_t fit, saved, moved, stopped;
    uint64_t acks[2]; /* writes that the memory of an SM had acknowledged at the last SAVED */
    /* A plan: at `when` block 0 is saved (or stopped), and restored on SM `target`. */
    bool planned, only_stop;
    uint64_t when, stopped_at, instructions;
    uint32_t target;
    uint64_t random; /* without a plan */
    uint32_t every;  /* a command about every so many cycles */
    uint64_t end;    /* of the commands; nobody is stopped after it */
} commander;

static engine_link *link_to(const commander *d, uint32_t sm) {
    return sm ? d->rig->second.to_sm : d->rig->to_sm;
}

static bool command(commander *d, uint32_t index, block_command_kind kind, uint32_t sm) {
    block_command *m = link_push(link_to(d, sm));
    if (!m)
        return false;
    *m = (block_command){.kind = (uint8_t)kind,
                         .stream = kind == BLOCK_RUN ? d->rig->block[index] : NULL,
                         .kernel = &d->rig->kernel,
                         .context = d->block[index].context,
                         .address = CONTEXTS + index * SLOT_BYTES,
                         .block = index,
                         .asid = THESIS_RIG_ASID,
                         .app = THESIS_RIG_APP};
    d->block[index].sm = sm;
    return true;
}

/* The other SM may read the context now: no line of it is on its way to memory. */
static void check_acknowledged(commander *d, uint32_t sm) {
    const thesis_rig_server *memory = sm ? &d->rig->second.memory : &d->rig->memory;
    assert_true(memory->acks > d->acks[sm]);
    assert_int_equal(memory->open_acks, 0);
    d->acks[sm] = memory->acks;
}

static void take_report(commander *d, const block_report *m, uint32_t sm, uint64_t cycle) {
    commanded_block *b = &d->block[m->block];
    assert_int_equal(m->sm, sm);
    assert_int_equal(m->app, THESIS_RIG_APP);
    assert_true(b->sm == sm && b->at != AT_HOME && b->at != ENDED && b->at != SAVED);
    if (m->kind == BLOCK_STOPPED) {
        /* What it was told since may have crossed it. */
        if (b->at == STOPPING) {
            b->at = STOPPED;
            d->stopped++;
            d->stopped_at = cycle;
            d->instructions = thesis_sm_stats(d->rig->sm)[THESIS_RIG_APP].instructions;
        }
        return;
    }
    assert_true(m->kind == BLOCK_DONE || (m->kind == BLOCK_SAVED && b->at == SAVING));
    d->held[sm]--;
    b->at = m->kind == BLOCK_DONE ? ENDED : SAVED;
    b->context = m->kind == BLOCK_DONE ? NULL : m->context;
    assert_true((m->kind == BLOCK_SAVED) == (m->context != NULL));
    d->saved += m->kind == BLOCK_SAVED;
    if (m->kind == BLOCK_SAVED)
        check_acknowledged(d, sm);
    if (m->kind == BLOCK_DONE) {
        d->rig->done++;
        d->rig->done_cycle = cycle;
    }
}

/* Starts or restores a block where there is room. */
static void place(commander *d, uint32_t index, uint32_t sm) {
    commanded_block *b = &d->block[index];
    const bool first = b->at == AT_HOME;
    const uint32_t old = b->sm;
    if (d->held[sm] >= d->fit || !command(d, index, first ? BLOCK_RUN : BLOCK_RESTORE, sm))
        return;
    b->context = NULL;
    b->at = RUNNING;
    d->held[sm]++;
    d->rig->sent += first;
    d->moved += !first && old != sm;
}

static void follow_plan(commander *d, uint64_t cycle) {
    commanded_block *b = &d->block[0];
    if (b->at == AT_HOME)
        place(d, 0, 0);
    else if (b->at == RUNNING && cycle >= d->when && d->when && d->rig->done == 0) {
        if (command(d, 0, d->only_stop ? BLOCK_STOP : BLOCK_SAVE, 0)) {
            b->at = d->only_stop ? STOPPING : SAVING;
            d->when = 0;
        }
    } else if (b->at == SAVED)
        place(d, 0, d->target);
    else if (b->at == STOPPED && cycle >= d->stopped_at + 700) {
        /* Nothing has happened. */
        assert_int_equal(thesis_sm_stats(d->rig->sm)[THESIS_RIG_APP].instructions, d->instructions);
        if (command(d, 0, BLOCK_RESUME, 0))
            b->at = RUNNING;
    }
}

static void command_at_random(commander *d, uint64_t cycle) {
    const uint32_t index = below(&d->random, d->rig->blocks);
    commanded_block *b = &d->block[index];
    const uint32_t kind = below(&d->random, 3);
    const bool stops = cycle < d->end;
    if (b->at == AT_HOME && d->rig->sent == index)
        place(d, index, below(&d->random, 2));
    else if (b->at == SAVED)
        place(d, index, below(&d->random, 2));
    else if (b->at == RUNNING && stops && kind < 2 &&
             command(d, index, kind ? BLOCK_SAVE : BLOCK_STOP, b->sm))
        b->at = kind ? SAVING : STOPPING;
    else if ((b->at == STOPPED || b->at == STOPPING) && (kind || !stops)) {
        const bool save = stops && kind == 2;
        if (command(d, index, save ? BLOCK_SAVE : BLOCK_RESUME, b->sm))
            b->at = save ? SAVING : RUNNING;
    }
}

static uint64_t commander_tick(void *self, uint64_t cycle) {
    commander *d = self;
    const block_report *m;
    for (uint32_t sm = 0; sm < 2; sm++) {
        engine_link *from = sm ? d->rig->second.from_sm : d->rig->from_sm;
        for (; (m = link_peek(from)); link_pop(from))
            take_report(d, m, sm, cycle);
    }
    if (d->rig->done == d->rig->blocks)
        return GMMU_NEVER;
    if (d->planned)
        follow_plan(d, cycle);
    else if (mix(d->random ^ cycle) % d->every == 0)
        command_at_random(d, cycle);
    return cycle + 1;
}

static thesis_rig *new_rig(commander *d, const char *scheme) {
    thesis_rig *r = thesis_rig_new(SCHEME_STALL);
    assert_true(exception_scheme_parse(scheme, &r->config.exceptions));
    r->two_sms = true;
    r->dispatch = commander_tick;
    r->dispatch_self = d;
    d->rig = r;
    d->fit = 1;
    return r;
}

static void run_to_end(commander *d, const char *scheme, uint64_t seed) {
    thesis_rig *r = d->rig;
    if (!thesis_rig_run(r, THESIS_RIG_LIMIT))
        fail_msg("%s, seed %" PRIu64 ": %u of %u blocks done", scheme, seed, r->done, r->blocks);
    const uint64_t instructions = thesis_sm_stats(r->sm)[THESIS_RIG_APP].instructions +
                                  thesis_sm_stats(r->second.sm)[THESIS_RIG_APP].instructions;
    const switch_stats *s = thesis_switching(r->sm), *t = thesis_switching(r->second.sm);
    assert_int_equal(instructions, r->instructions);
    assert_int_equal(s->out + t->out, d->saved);
    assert_int_equal(s->in + t->in, d->saved);
    if (!thesis_rig_tokens_right(r))
        fail_msg("%s, seed %" PRIu64 ": other values than in program order", scheme, seed);
}

/* ---- at every cycle of a small run ---- */

typedef enum { PLAIN, ABSENT, INJECTED } sweep_faults;

/* One run with one command in cycle `when`; false: the block had ended before it. */
static bool sweep_run(const char *scheme, const thesis_program *p, sweep_faults faults, uint64_t when,
                      bool only_stop) {
    commander d = {.planned = true, .when = when, .only_stop = only_stop, .target = when % 2};
    thesis_rig *r = new_rig(&d, scheme);
    r->tlb.latency = 6;
    r->memory.latency = 20;
    r->service = 60;
    r->config.chip.l1.latency = 4;
    if (faults == INJECTED) {
        r->config.exceptions.faults = FAULTS_INJECT;
        r->config.exceptions.inject_rate = 0.3;
        r->config.exceptions.link.allocate_ns = 100;
    }
    thesis_rig_start(r);
    for (uint64_t vpn = 0; faults == ABSENT && vpn < thesis_program_pages(p); vpn += THESIS_RIG_REGION)
        thesis_rig_absent(r, vpn);
    thesis_rig_add_program(r, p, 11);
    run_to_end(&d, scheme, when);
    const bool in_time = d.saved + d.stopped > 0;
    thesis_rig_free(r);
    return in_time;
}

static void sweep(const thesis_program *p, uint32_t step) {
    for (const char *const *scheme = thesis_schemes; *scheme; scheme++) {
        for (uint32_t faults = PLAIN; faults <= INJECTED; faults++) {
            uint32_t saved = 0;
            uint64_t when = 2;
            while (sweep_run(*scheme, p, (sweep_faults)faults, when, false)) {
                saved++;
                when += step;
            }
            assert_true(saved > 40 / step);
            for (when = 2; sweep_run(*scheme, p, (sweep_faults)faults, when, true); when += 7 * step)
                ;
        }
    }
}

static void test_save_at_every_cycle(void **state) {
    (void)state;
    const thesis_program one = {.blocks = 1, .warps = 1, .length = 24, .registers = 4, .memory_percent = 40};
    sweep(&one, 1);
}

/* With barriers and shared memory. */
static void test_save_several_warps(void **state) {
    (void)state;
    const thesis_program few = {.blocks = 1, .warps = 3, .length = 40, .registers = 5, .memory_percent = 50};
    sweep(&few, 5);
}

/* ---- at random times ---- */

static void random_sizes(thesis_rig *r, uint64_t *random) {
    chip_config *c = &r->config.chip;
    c->sm.issue_width = 1 + below(random, 3);
    c->sm.issue_queue = 2 + below(random, 96);
    c->sm.math_units = 1 + below(random, 2);
    c->l1.mshrs = 1 + below(random, 16);
    r->tlb.latency = 1 + below(random, 100);
    r->memory.latency = 1 + below(random, 300);
    r->tlb.jitter = r->memory.jitter = below(random, 100);
    r->tlb.random = unit_test_random(random);
    r->memory.random = unit_test_random(random);
    r->service = 1 + below(random, 4000);
    r->kernel.regs_per_thread = 1 + below(random, 40);
    r->kernel.shared_bytes = THESIS_PROGRAM_SHARED + below(random, 4096);
}

static void random_faults(thesis_rig *r, const thesis_program *p, uint64_t *random) {
    if (below(random, 2)) {
        r->config.exceptions.faults = FAULTS_INJECT;
        r->config.exceptions.inject_rate = 1.0 / (1 + below(random, 20));
        r->config.exceptions.link.allocate_ns = 1 + below(random, 3000);
        r->config.seed = unit_test_random(random);
    }
    for (uint64_t vpn = 0; vpn < thesis_program_pages(p); vpn += THESIS_RIG_REGION)
        if (below(random, 3) == 0)
            thesis_rig_absent(r, vpn);
}

typedef struct {
    uint64_t hash, cycles;
    uint32_t saved, moved, stopped;
} outcome;

static outcome soak_run(const char *scheme, uint64_t seed, uint64_t shuffle) {
    uint64_t random = seed;
    commander d = {.every = 1 + below(&random, 200), .end = 3000 + below(&random, 200000)};
    const thesis_program p = {.blocks = 2 + below(&random, 12),
                              .warps = 1 + below(&random, 6),
                              .length = 20 + below(&random, THESIS_PROGRAM_LENGTH - 20),
                              .registers = 2 + below(&random, 30),
                              .memory_percent = 10 + below(&random, 60)};
    thesis_rig *r = new_rig(&d, scheme);
    d.fit = 1 + below(&random, 4);
    d.random = unit_test_random(&random);
    random_sizes(r, &random);
    random_faults(r, &p, &random);
    r->config.chip.sm.max_blocks = d.fit;
    thesis_rig_start(r);
    engine_shuffle(r->engine, shuffle);
    thesis_rig_add_program(r, &p, unit_test_random(&random));
    const sm_resources needs = sm_block_needs(&r->config.chip, &r->kernel);
    sm_resources room = sm_capacity(&r->config.chip);
    for (d.fit = 0; sm_take(&room, &needs); d.fit++)
        ;
    run_to_end(&d, scheme, seed);
    const outcome o = {.hash = engine_event_hash(r->engine),
                       .cycles = r->done_cycle,
                       .saved = d.saved,
                       .moved = d.moved,
                       .stopped = d.stopped};
    thesis_rig_free(r);
    return o;
}

static void test_soak(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    outcome sum = {0};
    for (uint32_t run = 0; run < SOAK_RUNS; run++) {
        const uint64_t seed = unit_test_random(&random);
        for (const char *const *scheme = thesis_schemes; *scheme; scheme++) {
            const outcome fixed = soak_run(*scheme, seed, 0), shuffled = soak_run(*scheme, seed, seed | 1);
            assert_int_equal(fixed.hash, shuffled.hash);
            assert_int_equal(fixed.cycles, shuffled.cycles);
            assert_int_equal(fixed.saved, shuffled.saved);
            sum.saved += fixed.saved;
            sum.moved += fixed.moved;
            sum.stopped += fixed.stopped;
        }
    }
    print_message("%u blocks saved, %u restored on the other SM, %u stopped\n", sum.saved, sum.moved,
                  sum.stopped);
    assert_true(sum.saved > 100 && sum.moved > 50 && sum.stopped > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_save_at_every_cycle),
        cmocka_unit_test(test_save_several_warps),
        cmocka_unit_test(test_soak),
    };
    return UNIT_TEST_RUN("thesis_save", tests);
}
