/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random instructions of many warps on load/store units of random size, with pages
 * that are not resident, injected faults and squashes: a small core in the test replays
 * what faults. Every instruction passes its last check once and is done once, in the
 * order the unit promises; memory sees every line of every store and atomic once, and
 * no store before its check; the order of ticks changes nothing.
 */
#include "unit_test.h"

#include "lsu_rig.h"
#include "sm/parts/coalescer.h"

#include <stdlib.h>
#include <string.h>

#define RUNS   40U
#define WARPS  12U
#define LENGTH 24U
/* Atomics use pages of their own, so that memory tells their reads from loads. */
#define ATOMIC_PAGE 48U
#define LINES       (LSU_RIG_PAGES * LINES_PER_PAGE)

typedef enum { TO_ISSUE, IN_FLIGHT, CHECKED, DONE } progress;

typedef struct {
    warp_inst access;
    progress at;
    bool faults; /* to be injected; once */
} item;

typedef struct {
    item program[LENGTH];
    uint64_t missing; /* pages it waits for */
} warp_model;

typedef struct {
    lsu_rig *rig;
    uint64_t random;
    uint32_t squash_rate; /* percent of cycles */
    warp_model warp[WARPS];
    uint32_t faulted, squashed;
} soak;

typedef struct {
    uint64_t hash, events;
    app_stats stats[LSU_RIG_SPACES];
} outcome;

static uint32_t below(uint64_t *random, uint32_t n) {
    return (uint32_t)(unit_test_random(random) % n);
}

static uint32_t app_of(uint32_t warp) {
    return warp % LSU_RIG_SPACES;
}

/* ---- the core ---- */

/* What has not passed its last check is issued again, oldest first. */
static void squash(soak *s, uint32_t warp) {
    lsu_squash(s->rig->lsu, warp);
    for (uint32_t i = 0; i < LENGTH; i++)
        if (s->warp[warp].program[i].at == IN_FLIGHT)
            s->warp[warp].program[i].at = TO_ISSUE;
}

static bool is_load(const item *i) {
    return i->access.op == OP_LOAD;
}

static bool share_a_line(const item *a, const item *b) {
    coalesced_access x, y;
    coalesce(&a->access, GMMU_PAGE_BITS, &x);
    coalesce(&b->access, GMMU_PAGE_BITS, &y);
    for (uint32_t m = 0; m < x.lines; m++)
        for (uint32_t n = 0; n < y.lines; n++)
            if (x.line[m] == y.line[n])
                return true;
    return false;
}

/* Two loads may pass each other; what replays nothing lets all pass that share no line. */
static void on_checked(const soak *s, const warp_model *w, item *checked) {
    const bool in_order = scheme_preemptible(s->rig->config.exceptions.scheme);
    assert_int_equal(checked->at, IN_FLIGHT);
    checked->at = CHECKED;
    for (const item *i = w->program; i < checked; i++)
        if (i->at < CHECKED && !(is_load(i) && is_load(checked)))
            assert_false(in_order || share_a_line(i, checked));
}

static void on_faulted(soak *s, const lsu_event *e) {
    warp_model *w = &s->warp[e->inst.warp];
    item *it = &w->program[e->inst.seq];
    coalesced_access access;
    uint64_t own = 0;
    coalesce(&it->access, GMMU_PAGE_BITS, &access);
    for (uint32_t i = 0; i < access.lines; i++)
        own |= UINT64_C(1) << (access.line[i] / LINES_PER_PAGE);
    assert_int_equal(it->at, IN_FLIGHT);
    for (uint32_t i = 0; i < e->page_count; i++) {
        assert_true(own >> e->pages[i] & 1);
        assert_false(w->missing >> e->pages[i] & 1); /* distinct, and the warp waited for nothing */
        w->missing |= UINT64_C(1) << e->pages[i];
    }
    it->faults = false;
    s->faulted++;
    squash(s, e->inst.warp);
}

static void on_event(void *self, uint64_t cycle, const lsu_event *e) {
    soak *s = self;
    (void)cycle;
    if (e->kind == LSU_RESOLVED) {
        uint64_t pages = ((UINT64_C(1) << e->page_count) - 1) << e->first_vpn;
        for (uint32_t w = app_of(0) + (e->asid - LSU_RIG_ASID); w < WARPS; w += LSU_RIG_SPACES)
            s->warp[w].missing &= ~pages;
        return;
    }
    warp_model *w = &s->warp[e->inst.warp];
    item *it = &w->program[e->inst.seq];
    if (e->kind == LSU_CHECKED) {
        on_checked(s, w, it);
    } else if (e->kind == LSU_DONE) {
        assert_int_equal(it->at, CHECKED);
        it->at = DONE;
    } else {
        on_faulted(s, e);
    }
}

static item *next_item(warp_model *w) {
    for (uint32_t i = 0; i < LENGTH; i++)
        if (w->program[i].at == TO_ISSUE)
            return &w->program[i];
    return NULL;
}

static uint64_t on_cycle(void *self, uint64_t cycle) {
    soak *s = self;
    bool left = false;
    uint32_t first = below(&s->random, WARPS);
    if (s->squash_rate && below(&s->random, 100) < s->squash_rate) {
        squash(s, first);
        s->squashed++;
    }
    for (uint32_t n = 0; n < WARPS; n++) {
        uint32_t warp = (first + n) % WARPS;
        warp_model *w = &s->warp[warp];
        item *it = next_item(w);
        left |= it != NULL;
        if (!it || w->missing || !lsu_accepts(s->rig->lsu) || below(&s->random, 3))
            continue;
        uint32_t app = app_of(warp);
        uint32_t seq = (uint32_t)(it - w->program);
        inflight_inst inst = {.uid = warp * LENGTH + seq,
                              .warp = (uint8_t)warp,
                              .app = (uint8_t)app,
                              .asid = (uint16_t)(LSU_RIG_ASID + app),
                              .seq = (uint16_t)seq};
        lsu_issue(s->rig->lsu, &it->access, &inst, it->faults);
        it->at = IN_FLIGHT;
        break;
    }
    return left ? cycle + 1 : GMMU_NEVER;
}

/* ---- a random program ---- */

static item random_item(uint64_t *random) {
    static const op_class ops[] = {OP_LOAD, OP_LOAD, OP_LOAD, OP_STORE, OP_ATOMIC};
    static const uint32_t strides[] = {0, 4, 128, 132, 520, 4096};
    op_class op = ops[below(random, 5)];
    uint32_t first = op == OP_ATOMIC ? ATOMIC_PAGE : 0;
    uint32_t pages = op == OP_ATOMIC ? LSU_RIG_PAGES - ATOMIC_PAGE : ATOMIC_PAGE;
    item it = {.access = lsu_rig_access(op, 0, 0), .faults = below(random, 20) == 0};
    uint32_t stride = strides[below(random, 6)];
    uint32_t base = below(random, pages * 4096);
    for (uint32_t lane = 0; lane < GMMU_LANES; lane++)
        it.access.addr[lane] = first * 4096 + (base + lane * stride) % (pages * 4096 - 16);
    it.access.width = (uint8_t)(1U << below(random, 4));
    if (below(random, 4) == 0)
        it.access.mask = (uint32_t)unit_test_random(random) | 1;
    return it;
}

static void random_sizes(lsu_rig *r, uint64_t *random) {
    chip_config *c = &r->config.chip;
    c->tlb.level[0].entries = 8U << below(random, 3);
    c->tlb.level[0].ways = below(random, 2) ? 4 : 0;
    c->tlb.level[0].mshrs = 1 + below(random, 32);
    c->tlb.level[0].latency = 1 + below(random, 3);
    c->sm.lookups = below(random, 4) ? LOOKUPS_PARALLEL : LOOKUPS_SERIAL;
    c->sm.lsu_queue = 1 + below(random, 8);
    c->sm.lsu_insts = below(random, 2) ? 128 : 1 + below(random, 128);
    c->sm.lsu_lines = below(random, 2) ? 512 : 64 + below(random, 100);
    c->l1.bytes = 1024U << below(random, 5);
    c->l1.mshrs = 1 + below(random, 32);
    c->l1.mshr_from = below(random, 2) ? MSHR_FROM_TRANSLATION : MSHR_FROM_LOOKUP;
    if (c->l1.mshr_from == MSHR_FROM_LOOKUP)
        c->l1.mshrs += 16; /* with few, 32 lines take longer than a warp has until its next squash */
    c->l1.latency = 1 + below(random, 40);
    c->l2.sector_bytes = 32U << below(random, 3);
    r->tlb.latency = 1 + below(random, 60);
    r->memory.latency = 1 + below(random, 200);
    r->tlb.jitter = r->memory.jitter = below(random, 100);
    r->tlb.random = unit_test_random(random);
    r->memory.random = unit_test_random(random);
    r->service = below(random, 2) ? below(random, 40) : below(random, 3000);
    r->config.exceptions.link.allocate_ns = 1 + below(random, 2000);
}

static void random_program(soak *s, uint64_t *random) {
    for (uint32_t w = 0; w < WARPS; w++)
        for (uint32_t i = 0; i < LENGTH; i++)
            s->warp[w].program[i] = random_item(random);
}

/* ---- what memory saw ---- */

/* The application's line a message is about. */
static uint32_t virtual_line(const lsu_rig *r, const mem_message *m) {
    for (uint64_t vpn = 0; vpn < LSU_RIG_PAGES; vpn++) {
        translation t = {0};
        assert_true(address_space_translate(r->space[m->app], vpn, &t));
        if (t.ppn == m->paddr >> 12)
            return (uint32_t)(vpn * LINES_PER_PAGE + (m->paddr >> LINE_BITS) % LINES_PER_PAGE);
    }
    fail_msg("a line of nobody");
    return 0;
}

static void check_memory(const soak *s) {
    static int32_t left[LSU_RIG_SPACES][LINES];
    const lsu_rig *r = s->rig;
    uint32_t m = 0;
    memset(left, 0, sizeof(left));
    for (uint32_t e = 0; e <= r->events; e++) {
        /* Messages up to the event of now left before its stores may. */
        uint64_t now = e < r->events ? r->event[e].cycle : UINT64_MAX;
        for (; m < r->messages && r->message[m].cycle - 1 <= now; m++) {
            const mem_message *message = &r->message[m].message;
            uint32_t line = virtual_line(r, message);
            if (message->write || line >= ATOMIC_PAGE * LINES_PER_PAGE)
                assert_true(--left[message->app][line] >= 0);
        }
        if (e == r->events || r->event[e].event.kind != LSU_CHECKED)
            continue;
        const inflight_inst *inst = &r->event[e].event.inst;
        const warp_inst *access = &s->warp[inst->warp].program[inst->seq].access;
        coalesced_access lines;
        coalesce(access, GMMU_PAGE_BITS, &lines);
        for (uint32_t i = 0; access->op != OP_LOAD && i < lines.lines; i++)
            left[inst->app][lines.line[i]]++;
    }
    for (uint32_t app = 0; app < LSU_RIG_SPACES; app++)
        for (uint32_t line = 0; line < LINES; line++)
            assert_int_equal(left[app][line], 0);
}

static outcome run_random(uint64_t seed, exception_scheme scheme, uint64_t shuffle) {
    uint64_t random = seed;
    soak *s = calloc(1, sizeof(*s));
    assert_non_null(s);
    lsu_rig *r = lsu_rig_new(scheme);
    random_sizes(r, &random);
    lsu_rig_start(r);
    engine_shuffle(r->engine, shuffle);
    for (uint32_t page = 0; page < LSU_RIG_PAGES; page += LSU_RIG_REGION)
        for (uint32_t app = 0; app < LSU_RIG_SPACES; app++)
            if (below(&random, 2))
                lsu_rig_absent(r, app, page);
    random_program(s, &random);
    s->rig = r;
    s->random = random;
    s->squash_rate = scheme_preemptible(scheme) ? below(&random, 3) : 0;
    r->ctx = s;
    r->on_event = on_event;
    r->on_cycle = on_cycle;
    lsu_rig_run(r);

    for (uint32_t w = 0; w < WARPS; w++) {
        assert_int_equal(s->warp[w].missing, 0);
        for (uint32_t i = 0; i < LENGTH; i++)
            assert_int_equal(s->warp[w].program[i].at, DONE);
    }
    assert_int_equal(r->stats[0].mem_instructions + r->stats[1].mem_instructions, WARPS * LENGTH);
    assert_int_equal(s->faulted > 0, scheme_preemptible(scheme));
    check_memory(s);
    outcome o = {.hash = engine_event_hash(r->engine), .events = engine_event_count(r->engine)};
    memcpy(o.stats, r->stats, sizeof(o.stats));
    lsu_rig_free(r);
    free(s);
    return o;
}

static void soak_scheme(exception_scheme scheme) {
    uint64_t random = unit_test_seed();
    for (uint32_t run = 0; run < RUNS; run++) {
        uint64_t seed = unit_test_random(&random);
        outcome fixed = run_random(seed, scheme, 0);
        outcome shuffled = run_random(seed, scheme, seed | 1);
        assert_int_equal(fixed.events, shuffled.events);
        assert_int_equal(fixed.hash, shuffled.hash);
        assert_memory_equal(fixed.stats, shuffled.stats, sizeof(fixed.stats));
    }
}

static void test_faults_stall(void **state) {
    (void)state;
    soak_scheme(SCHEME_STALL);
}

static void test_faults_replay(void **state) {
    (void)state;
    soak_scheme(SCHEME_REPLAY);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_faults_stall),
                                       cmocka_unit_test(test_faults_replay)};
    return UNIT_TEST_RUN("lsu_soak", tests);
}
