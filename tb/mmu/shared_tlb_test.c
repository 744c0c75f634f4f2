/* SPDX-License-Identifier: Apache-2.0 */
/* The shared TLB: pipeline, merging, walks, tokens, flushes, epochs. */
#include "mmu_rig.h"

#include <string.h>

static void random_run(gpu_config config, uint64_t cycles, uint64_t pages, uint64_t seed) {
    mmu_rig *g = mmu_rig_new(config, seed);
    mmu_rig_ask_randomly(g, 300, cycles, pages, seed);
    mmu_rig_finish(g);
    mmu_rig_check(g);
    mmu_rig_free(g);
}

static void every_request_is_answered_once(void **state) {
    (void)state;
    uint64_t seed = unit_test_seed();
    for (int tokens = 0; tokens < 2; tokens++) {
        gpu_config c = mmu_rig_config(tokens);
        c.mask.epoch_cycles = 5000;
        random_run(c, 30000, RIG_PAGES, ++seed);
        random_run(c, 1000, 30, ++seed);      /* a burst */
        c.chip.tlb.level[1].entries = 16;     /* thrashing */
        c.chip.tlb.level[1].mshrs = 3;        /* misses are parked */
        c.chip.walk.walkers = 2;              /* walks are queued */
        c.chip.walk.ports = (uint32_t)tokens; /* none, or one for both */
        random_run(c, 30000, RIG_PAGES, ++seed);
        c.chip.tlb.level[1].latency = 1;
        c.chip.tlb.level[1].ports = 1;
        c.chip.tlb.level[0].mshrs = 0; /* a small pool: requests stay in their links */
        c.chip.tlb.level[1].mshrs = 20;
        c.chip.sm.count = 30;
        random_run(c, 30000, 50, ++seed);
    }
}

/* One chain from link to link: 3 cycles each way, 10 of lookup. */
static void a_hit_takes_the_latency_of_the_pipeline(void **state) {
    (void)state;
    for (int tokens = 0; tokens < 2; tokens++) {
        mmu_rig *g = mmu_rig_new(mmu_rig_config(tokens), 1);
        g->memory.latency = 1;
        const ask *first = mmu_rig_ask(g, 0, 10, RIG_VPN, 0);
        const ask *second = mmu_rig_ask(g, 1, 500, RIG_VPN, 0);
        const ask *other = mmu_rig_ask(g, 4, 500, RIG_VPN + 1, 0);
        mmu_rig_run(g, 2000);
        mmu_rig_check(g);
        assert_int_equal(second->answered, 500 + 3 + 10 + 3);
        /* A read takes 2 + 1 + 2 cycles; then query, fill, reply. */
        assert_int_equal(first->answered, 10 + 3 + 10 + 4 * 5 + 2 + 3);
        assert_int_equal(other->answered, 500 + 3 + 10 + 4 * 5 + 2 + 3);
        const app_stats *s = last_level_stats(g->t);
        assert_int_equal(s[0].l2_tlb_hits, 1);
        assert_int_equal(s[0].walks, 1);
        assert_int_equal(s[0].walk_cycles, 4 * 5);
        assert_int_equal(s[0].translation_cycles, 10 + 10 + 4 * 5 + 2);
        assert_int_equal(g->memory.reads, 8);
        for (uint32_t level = 1; level <= 4; level++) {
            uint64_t entry;
            for (uint32_t a = 0; a < RIG_APPS; a++) {
                assert_true(address_space_entry_address(g->spaces[a], RIG_VPN + a, level, &entry));
                assert_int_equal(g->memory.lines[a][level], entry - entry % GMMU_LINE_BYTES);
            }
        }
        for (uint32_t a = 0; a < RIG_APPS; a++) {
            app_stats all = {.walks = 0};
            last_level_collect(g->t, a, &all);
            assert_int_equal(all.walk_queue_cycles, 0);
            assert_int_equal(all.walk_active_cycles, 4 * 5);
            assert_int_equal(all.walks, 1);
        }
        mmu_rig_free(g);
    }
}

/* All SMs of an application ask for one page at times all over the miss: one walk. */
static void misses_of_one_page_merge(void **state) {
    (void)state;
    for (uint64_t spread = 0; spread < 40; spread++) {
        mmu_rig *g = mmu_rig_new(mmu_rig_config(true), spread);
        g->memory.latency = 30;
        for (uint32_t s = 0; s < 8; s++)
            mmu_rig_ask(g, s, s * spread, RIG_VPN + 7, (uint8_t)s);
        mmu_rig_run(g, 3000);
        mmu_rig_check(g);
        uint32_t began[RIG_APPS] = {0};
        for (uint32_t s = 0; s < 8; s++)
            began[g->sm[s].app] += !g->sm[s].asks[0].found;
        for (uint32_t a = 0; a < RIG_APPS; a++) {
            const app_stats *s = &last_level_stats(g->t)[a];
            assert_int_equal(began[a], 1);
            assert_int_equal(s->walks, 1);
            assert_int_equal(s->l2_tlb_pending_hits, 3 - s->l2_tlb_hits); /* of four SMs each */
            assert_true(spread == 0 ? s->l2_tlb_pending_hits == 3 : spread < 39 || s->l2_tlb_hits > 0);
        }
        mmu_rig_free(g);
    }
}

static void the_walker_holds_64_walks(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(mmu_rig_config(false), unit_test_seed());
    for (uint32_t s = 0; s < 8; s++)
        for (uint32_t i = 0; i < 40; i++)
            mmu_rig_ask(g, s, 0, RIG_VPN + s * 40 + i, 0);
    mmu_rig_run(g, 100);
    assert_true(g->memory.reads > 0);
    mmu_rig_run(g, 50000);
    mmu_rig_check(g);
    last_level_totals totals = last_level_get_totals(g->t);
    assert_int_equal(totals.walk_active_max, 64);
    assert_int_equal(mmu_rig_stats(g).walks, 320);
    assert_int_equal(g->memory.reads, 4 * 320);
    mmu_rig_free(g);
}

/*
 * MASK Fig. 5 is the average number of page walks at a time. Three
 * pages, two walkers, a walk of four reads of 5 cycles: the first two walk, the third waits until the first
 * has ended; one walk ends per cycle. Two SMs wait for the first page.
 */
static void walks_at_a_time(void **state) {
    (void)state;
    gpu_config c = mmu_rig_config(false);
    c.chip.walk.walkers = 2;
    mmu_rig *g = mmu_rig_new(c, 1);
    g->memory.latency = 1;
    mmu_rig_ask(g, 0, 10, RIG_VPN, 0);
    mmu_rig_ask(g, 1, 10, RIG_VPN, 0);
    mmu_rig_ask(g, 0, 11, RIG_VPN + 1, 0);
    mmu_rig_ask(g, 0, 12, RIG_VPN + 2, 0);
    mmu_rig_finish(g);
    mmu_rig_check(g);
    app_stats s = {.walks = 0};
    last_level_collect(g->t, 0, &s);
    assert_int_equal(s.walks, 3);
    assert_int_equal(s.walk_active_cycles, 3 * 20);
    assert_int_equal(s.walk_queue_cycles, 20 - 2); /* begun two cycles after the first */
    assert_int_equal(s.walk_cycles, s.walk_active_cycles + s.walk_queue_cycles);
    assert_int_equal(s.walk_requests, 4);
    assert_int_equal(last_level_get_totals(g->t).walk_active_max, 2);
    mmu_rig_free(g);
}

/* One miss per cycle, pages all different, each read 5 cycles: 4 reads per cycle. Sum of walk cycles. */
static uint64_t cycles_of_walks(uint32_t ports, uint32_t each) {
    gpu_config c = mmu_rig_config(false);
    c.chip.walk.ports = ports;
    mmu_rig *g = mmu_rig_new(c, 1);
    g->memory.latency = 1;
    for (uint32_t i = 0; i < each; i++)
        for (uint32_t s = 0; s < 8; s++)
            mmu_rig_ask(g, s, 8 * i + s, RIG_VPN + 8 * i + s, 0);
    mmu_rig_finish(g);
    mmu_rig_check(g);
    assert_int_equal(mmu_rig_stats(g).walks, 8 * each);
    uint64_t cycles = last_level_stats(g->t)[0].walk_cycles + last_level_stats(g->t)[1].walk_cycles;
    mmu_rig_free(g);
    return cycles;
}

/* The walker is shared and takes 64 threads at a time (MASK 6): below that, a walk takes as long as its own
 * reads take, whatever other walks do. */
static void walks_do_not_wait_for_each_other(void **state) {
    (void)state;
    assert_int_equal(cycles_of_walks(0, 40), 320 * 4 * 5);
    assert_int_equal(cycles_of_walks(4, 40), 320 * 4 * 5);
    assert_true(cycles_of_walks(1, 40) > 4 * UINT64_C(320) * 4 * 5);
}

/* Two MSHRs; RIG_VPN is in the L2 TLB. */
static mmu_rig *rig_with_few_mshrs(void) {
    gpu_config c = mmu_rig_config(false);
    c.chip.tlb.level[1].mshrs = 2;
    mmu_rig *g = mmu_rig_new(c, 1);
    g->memory.latency = 100;
    mmu_rig_ask(g, 0, 0, RIG_VPN, 0);
    return g;
}

/* The TLBs are non-blocking (MASK 6, after Pichai et al.): while misses wait for an MSHR, hits are answered
 * as fast as ever. */
static void hits_pass_parked_misses(void **state) {
    (void)state;
    mmu_rig *g = rig_with_few_mshrs();
    const ask *hits[20];
    for (uint32_t i = 1; i <= 40; i++)
        mmu_rig_ask(g, 1, 1000, RIG_VPN + i, 0);
    for (uint32_t i = 0; i < 20; i++)
        hits[i] = mmu_rig_ask(g, 2, 1100 + 20 * i, RIG_VPN, 0);
    mmu_rig_finish(g);
    mmu_rig_check(g);
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(hits[i]->answered, hits[i]->cycle + 3 + 10 + 3);
    assert_true(g->sm[1].asks[39].answered > 1100 + 20 * 20); /* misses were parked all the time */
    mmu_rig_free(g);
}

/* Parked misses begin in the order in which they came, of one SM and of all, though hits take every port that
 * they leave. A page asked for twice is walked once. */
static void parked_misses_keep_their_order(void **state) {
    (void)state;
    mmu_rig *g = rig_with_few_mshrs();
    for (uint32_t i = 1; i <= 60; i++) {
        mmu_rig_ask(g, 1, 1000 + i, RIG_VPN + i, 0);
        mmu_rig_ask(g, 2, 1200 + i, RIG_VPN + i, 0);
    }
    for (uint32_t s = 0; s < 4; s++)
        for (uint32_t i = 0; i < 380 && s != 1 && s != 2; i++)
            mmu_rig_ask(g, s, 1000 + i, RIG_VPN, 0);
    mmu_rig_finish(g);
    mmu_rig_check(g);
    assert_int_equal(last_level_stats(g->t)[0].walks, 61);
    for (uint32_t s = 1; s <= 2; s++) {
        const ask *a = g->sm[s].asks;
        /* With two MSHRs a walk may overtake the one before it, and no other. */
        for (uint32_t i = 2; i < 60; i++)
            assert_true(a[i].answered > a[i - 2].answered);
    }
    mmu_rig_free(g);
}

/*
 * Epochs of 10000 cycles. Warps 0..19 of all SMs run, so that from
 * the second on warps 0..15 of each SM have a token; in cycle 15000 SM 0 translates TOKEN_PAGE
 * with a token, BYPASS_PAGE without.
 */
#define TOKEN_PAGE  (RIG_VPN + 100)
#define BYPASS_PAGE (RIG_VPN + 101)

static mmu_rig *rig_with_tokens(void) {
    gpu_config c = mmu_rig_config(true);
    c.mask.epoch_cycles = 10000;
    mmu_rig *g = mmu_rig_new(c, 3);
    for (uint32_t s = 0; s < 8; s++) {
        g->sm[s].running = (1U << 20) - 1;
        for (uint8_t warp = 0; warp < 20; warp++)
            mmu_rig_ask(g, s, 100U * warp, RIG_VPN + warp, warp);
    }
    mmu_rig_ask(g, 0, 15000, TOKEN_PAGE, 15);
    mmu_rig_ask(g, 0, 15000, BYPASS_PAGE, 16);
    return g;
}

/* After the first epoch the pages of the highest warps go to the bypass cache alone,
 * and are found there. */
static void warps_without_token_fill_the_bypass_cache(void **state) {
    (void)state;
    mmu_rig *g = rig_with_tokens();
    mmu_rig_ask(g, 1, 17000, TOKEN_PAGE, 19);
    mmu_rig_ask(g, 1, 17000, BYPASS_PAGE, 0);
    const app_stats *s = &last_level_stats(g->t)[0];
    mmu_rig_run(g, 9999);
    assert_int_equal(s->bypass_fills, 0);
    assert_int_equal(s->l2_tlb_fills, 20);
    assert_int_equal(last_level_tokens(g->t, 0), -1);
    mmu_rig_run(g, 17000);
    assert_int_equal(last_level_tokens(g->t, 0), 64); /* 80 % of 4 * 20 */
    assert_int_equal(s->l2_tlb_fills, 21);
    assert_int_equal(s->bypass_fills, 1);
    assert_int_equal(s->l2_tlb_hits, 0);
    mmu_rig_run(g, 25000);
    assert_int_equal(s->l2_tlb_hits, 1);
    assert_int_equal(s->bypass_hits, 1);
    assert_int_equal(last_level_tokens(g->t, 0), 64); /* more than the 40 warps of SMs 0 and 1 */
    assert_int_equal(last_level_tokens(g->t, 1), 64);
    mmu_rig_check(g);

    size_t count;
    const epoch_sample *sample = last_level_history(g->t, &count);
    assert_int_equal(count, 2 * RIG_APPS);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(sample[i].epoch, i / RIG_APPS);
        assert_int_equal(sample[i].app, i % RIG_APPS);
        assert_int_equal(sample[i].tokens, i < RIG_APPS ? -1 : 64);
    }
    assert_int_equal(sample[0].l2_tlb_misses, 80);
    assert_int_equal(sample[2].l2_tlb_hits, 1);
    assert_int_equal(sample[2].l2_tlb_misses, 3);
    assert_int_equal(sample[2].bypass_hits, 1);
    mmu_rig_free(g);
}

#define SHARE_EPOCHS 5U

/* In epoch `epoch` the warps `running` of SM s ask for a page of their own each. */
static void ask_for_pages(mmu_rig *g, uint32_t s, uint32_t epoch, uint64_t running, uint64_t *vpn) {
    uint64_t cycle = epoch * UINT64_C(10000) + 4000;
    g->sm[s].running = running;
    for (uint64_t left = running; left != 0; left &= left - 1)
        mmu_rig_ask(g, s, cycle += 50, (*vpn)++, (uint8_t)__builtin_ctzll(left));
}

/*
 * MASK 5.2: after the first epoch an application's tokens are a fraction of all its warps, and the warps with
 * the lowest IDs get them. So in each epoch the share of walks that may fill the L2 TLB is tokens / warps,
 * whatever the IDs of the warps that still run, and however the SMs differ. Here every lookup misses, so the
 * tokens stay at 80 % of the first epoch's warps.
 */
static void share_of_fills_follows_tokens(void **state) {
    (void)state;
    static const uint64_t running[SHARE_EPOCHS][4] = {
        {0xfffff, 0xfffff, 0xfffff, 0xfffff}, /* 20 warps each, from 0 on */
        {0xfffff00, UINT64_C(0xfffff) << 20, UINT64_C(0xfffff) << 40, 0xfffff0}, /* the low IDs are gone */
        {0x3ff << 10, UINT64_C(0x3ff) << 50, 0x3ff << 20, 0x3ff << 15}, /* half of the warps are left */
        {0xffff0000ffffU, 0xffff << 8, UINT64_C(0xfff) << 44, 0xfffff}, /* all are back, the SMs differ */
        {0xffff0000ffffU, 0xffff << 8, UINT64_C(0xfff) << 44, 0xfffff},
    };
    gpu_config c = mmu_rig_config(true);
    c.mask.epoch_cycles = 10000;
    mmu_rig *g = mmu_rig_new(c, 3);
    uint64_t vpn = RIG_VPN;
    for (uint32_t epoch = 0; epoch < SHARE_EPOCHS; epoch++)
        for (uint32_t s = 0; s < 4; s++)
            ask_for_pages(g, s, epoch, running[epoch][s], &vpn);
    const app_stats *s = &last_level_stats(g->t)[0];
    app_stats before = {0};
    for (uint32_t epoch = 0; epoch < SHARE_EPOCHS; epoch++) {
        uint32_t warps = 0;
        mmu_rig_run(g, epoch * UINT64_C(10000) + 9999);
        for (uint32_t k = 0; k < 4; k++)
            warps += (uint32_t)__builtin_popcountll(running[epoch][k]);
        const uint64_t fills = s->l2_tlb_fills - before.l2_tlb_fills;
        const uint64_t walks = fills + s->bypass_fills - before.bypass_fills;
        /* In the third epoch all warps have a token. */
        const uint64_t percent = epoch == 0 || warps <= 64 ? 100 : 6400 / warps;
        assert_int_equal(walks, warps);
        assert_in_range(fills * 100 / walks + 5, percent, percent + 10);
        assert_int_equal(last_level_tokens(g->t, 0), epoch == 0 ? -1 : 64);
        before = *s;
    }
    mmu_rig_free(g);
}

static void move_page(mmu_rig *g, uint64_t vpn, bool flush) {
    assert_true(address_space_move(g->spaces[0], vpn));
    if (flush)
        last_level_invalidate(g->t);
}

/* A page moves under what L2 TLB and bypass cache hold: seen only after the flush. */
static void a_flush_empties_both(void **state) {
    (void)state;
    const uint64_t pages[] = {TOKEN_PAGE, BYPASS_PAGE};
    for (uint32_t k = 0; k < 2; k++) {
        mmu_rig *g = rig_with_tokens();
        const ask *stale = mmu_rig_ask(g, 1, 16100, pages[k], 0);
        const ask *fresh = mmu_rig_ask(g, 2, 16300, pages[k], 0);
        uint64_t before = mmu_rig_ppn(g, 0, pages[k]);
        mmu_rig_run(g, 16000);
        move_page(g, pages[k], false);
        mmu_rig_run(g, 16200);
        last_level_invalidate(g->t);
        mmu_rig_run(g, 18000);
        assert_int_equal(stale->ppn, before);
        assert_int_equal(fresh->ppn, mmu_rig_ppn(g, 0, pages[k]));
        assert_int_not_equal(fresh->ppn, before);
        mmu_rig_free(g);
    }
}

/* A page moves in any cycle of a walk: who is answered later gets the new frame. */
static void a_flush_repeats_the_walks(void **state) {
    (void)state;
    for (int tokens = 0; tokens < 2; tokens++) {
        for (uint64_t at = 1; at < 60; at++) {
            mmu_rig *g = mmu_rig_new(mmu_rig_config(tokens), at);
            g->memory.latency = 1;
            const ask *first = mmu_rig_ask(g, 0, 0, RIG_VPN, 0);
            const ask *second = mmu_rig_ask(g, 1, 15, RIG_VPN, 0);
            const ask *third = mmu_rig_ask(g, 2, 100, RIG_VPN, 0);
            uint64_t before = mmu_rig_ppn(g, 0, RIG_VPN);
            mmu_rig_run(g, at);
            move_page(g, RIG_VPN, true);
            mmu_rig_run(g, 1000);
            uint64_t after = mmu_rig_ppn(g, 0, RIG_VPN);
            assert_int_equal(first->ppn, first->answered < at + 3 ? before : after);
            assert_int_equal(second->ppn, second->answered < at + 3 ? before : after);
            assert_int_equal(third->ppn, after);
            assert_int_equal(first->answers + second->answers, 2);
            mmu_rig_free(g);
        }
    }
}

/* A page moves while a lookup that would hit in the bypass cache is in the pipeline. */
static void a_flush_overtakes_lookups(void **state) {
    (void)state;
    for (uint64_t at = 16000; at < 16020; at++) {
        mmu_rig *g = rig_with_tokens();
        const ask *a = mmu_rig_ask(g, 1, 16000, BYPASS_PAGE, 0);
        uint64_t before = mmu_rig_ppn(g, 0, BYPASS_PAGE);
        mmu_rig_run(g, at);
        move_page(g, BYPASS_PAGE, true);
        mmu_rig_run(g, 18000);
        assert_int_equal(a->answers, 1);
        assert_int_equal(a->ppn, a->answered < at + 3 ? before : mmu_rig_ppn(g, 0, BYPASS_PAGE));
        mmu_rig_free(g);
    }
}

static void epochs_tell_misses_and_stalls(void **state) {
    (void)state;
    gpu_config c = mmu_rig_config(false);
    c.mask.epoch_cycles = 5000;
    mmu_rig *g = mmu_rig_new(c, 5);
    for (uint32_t i = 0; i < 5; i++)
        mmu_rig_ask(g, 0, 100, RIG_VPN + i, 0);
    for (uint32_t s = 1; s < 4; s++) /* three SMs tell of 20 warps, of 40, of 30, at one MSHR */
        mmu_rig_ask(g, s, 100, RIG_VPN, 0)->stalled = (uint8_t)(s == 2 ? 40 : 10 + 10 * s);
    mmu_rig_ask(g, 0, 5100, RIG_VPN, 0)->stalled = 7; /* a hit tells of what has waited */
    for (uint32_t i = 0; i < 100; i++)                /* the third epoch: more than 6 bits */
        mmu_rig_ask(g, 4, 10000, RIG_VPN + i, 0);
    mmu_rig_ask(g, 0, 19980, RIG_VPN + 300, 0); /* the miss of two epochs */
    mmu_rig_run(g, 30002);
    mmu_rig_check(g);
    const stub_listener *l = &g->listener;
    static const uint8_t conptw[6][2] = {{5, 0}, {0, 0}, {0, 63}, {1, 0}, {1, 0}, {0, 0}};
    static const uint8_t stalled[6][2] = {{40, 0}, {7, 0}, {0, 1}, {1, 0}, {1, 0}, {0, 0}};
    assert_int_equal(l->count, 6);
    /* miss rates, misses, walks, stalls; there is no limit of tokens to tell */
    assert_int_equal(g->values, 4 * 6 * RIG_APPS);
    for (uint32_t n = 0; n < 6; n++) {
        assert_int_equal(l->notes[n].epoch, n);
        for (uint32_t a = 0; a < RIG_APPS; a++) {
            assert_int_equal(l->notes[n].conptw[a], conptw[n][a]);
            assert_int_equal(l->notes[n].stalled[a], stalled[n][a]);
        }
    }
    mmu_rig_free(g);
}

/* Without a fault unit. */
static void an_unmapped_page_is_a_violation(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(mmu_rig_config(true), 1);
    const ask *a = mmu_rig_ask(g, 3, 0, RIG_VPN + 100000, 7);
    assert_int_equal(engine_run(g->e, 3000), ENGINE_STOPPED);
    assert_int_equal(a->answers, 0);
    assert_int_equal(last_level_get_totals(g->t).faults, 1);
    access_violation v = last_level_violation(g->t);
    assert_string_equal(v.what, "there is no such page");
    assert_int_equal(v.vpn, RIG_VPN + 100000);
    assert_int_equal(v.app, 0);
    assert_int_equal(v.sm, 3);
    assert_int_equal(v.warp, 7);
    assert_int_equal(mmu_rig_stats(g).l2_tlb_fills + mmu_rig_stats(g).bypass_fills, 0);
    mmu_rig_free(g);
}

/* The order of ticks changes nothing: not the hash, not a statistic, not an answer's cycle. */
static void the_order_of_ticks_does_not_matter(void **state) {
    (void)state;
    uint64_t seed = unit_test_seed();
    for (int tokens = 0; tokens < 2; tokens++) {
        mmu_rig *runs[3];
        for (uint64_t k = 0; k < 3; k++) {
            gpu_config c = mmu_rig_config(tokens);
            c.mask.epoch_cycles = 5000;
            c.chip.tlb.level[1].entries = 64;
            mmu_rig *g = runs[k] = mmu_rig_new(c, seed);
            engine_shuffle(g->e, k == 0 ? 0 : seed + k);
            mmu_rig_ask_randomly(g, 300, 20000, RIG_PAGES, seed);
            mmu_rig_finish(g);
            mmu_rig_check(g);
            assert_int_equal(engine_event_hash(g->e), engine_event_hash(runs[0]->e));
            assert_int_equal(engine_event_count(g->e), engine_event_count(runs[0]->e));
            assert_memory_equal(last_level_stats(g->t), last_level_stats(runs[0]->t),
                                RIG_APPS * sizeof(app_stats));
            for (uint32_t s = 0; s < c.chip.sm.count; s++)
                assert_memory_equal(g->sm[s].asks, runs[0]->sm[s].asks, sizeof g->sm[s].asks);
        }
        assert_true(engine_event_count(runs[0]->e) > 2400);
        assert_true(!tokens || mmu_rig_stats(runs[0]).bypass_fills > 0);
        for (uint32_t k = 0; k < 3; k++)
            mmu_rig_free(runs[k]);
    }
}

static void refuse(gpu_config config, const char *why) {
    engine *e = engine_new();
    int core = engine_add_domain(e, "core", 1);
    uint8_t sm_app[64] = {0};
    char err[256] = "";
    assert_null(last_level_new(e, core, &config, 1, NULL, sm_app, NULL, err, sizeof err));
    assert_non_null(strstr(err, why));
    assert_null(strchr(err, '\n'));
    engine_free(e);
}

static void impossible_chips_are_refused(void **state) {
    (void)state;
    const gpu_config good = mmu_rig_config(true);
    gpu_config c = good;
    c.chip.sm.count = CHIP_MAX_SMS + 1;
    refuse(c, "1 to 256");
    c = good;
    c.chip.tlb.level[1].ports = 3;
    refuse(c, "1 or 2 ports");
    c = good;
    c.chip.tlb.level[1].latency = 0;
    refuse(c, "latency");
    c = good;
    c.chip.walk.walkers = 0;
    refuse(c, "page walkers");
    c = good;
    c.chip.tlb.level[1].ways = 7;
    refuse(c, "no shared TLB: ways");
    c = good;
    c.mask.epoch_cycles = 100;
    refuse(c, "epoch");
    c = good;
    c.rtl_units[0] = "token_controller"; /* this test has the C units alone */
    refuse(c, "unit token_controller (RTL): not in this build");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_request_is_answered_once),
        cmocka_unit_test(a_hit_takes_the_latency_of_the_pipeline),
        cmocka_unit_test(misses_of_one_page_merge),
        cmocka_unit_test(the_walker_holds_64_walks),
        cmocka_unit_test(walks_at_a_time),
        cmocka_unit_test(walks_do_not_wait_for_each_other),
        cmocka_unit_test(hits_pass_parked_misses),
        cmocka_unit_test(parked_misses_keep_their_order),
        cmocka_unit_test(warps_without_token_fill_the_bypass_cache),
        cmocka_unit_test(share_of_fills_follows_tokens),
        cmocka_unit_test(a_flush_empties_both),
        cmocka_unit_test(a_flush_repeats_the_walks),
        cmocka_unit_test(a_flush_overtakes_lookups),
        cmocka_unit_test(epochs_tell_misses_and_stalls),
        cmocka_unit_test(an_unmapped_page_is_a_violation),
        cmocka_unit_test(the_order_of_ticks_does_not_matter),
        cmocka_unit_test(impossible_chips_are_refused),
    };
    return UNIT_TEST_RUN("shared_tlb", tests);
}
