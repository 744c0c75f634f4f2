/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The page coalescer (Mosaic 4.3, 4.4) on page tables as the walkers read them, write by write, and what it
 * is for: the reach of the TLBs.
 */
#include <string.h>

#include "mmu_rig.h"
#include "page_coalescer.h"

#define BASE  12U
#define LARGE 21U
#define PAGES 512U
#define VPN   UINT64_C(0x123400) /* of a large page */

/* The unit, with the record of the one frame it sees. */
typedef struct {
    page_coalescer_state s;
    page_coalescer_out pins;
    page_coalescer_in record;
    address_space *as;
    uint32_t writes, invalidations;
} coalescer;

static void coalescer_start(coalescer *c, address_space *as) {
    memset(c, 0, sizeof *c);
    c->as = as;
    page_coalescer_reset(&c->s);
    page_coalescer_outputs(&c->s, &c->pins);
}

static uint64_t frame_of(const address_space *as, uint64_t vpn) {
    translation t;
    assert_true(address_space_translate(as, vpn, &t));
    return t.ppn;
}

/* One cycle; what it writes is in the page table at its end. */
static void coalescer_cycle(coalescer *c, const page_coalescer_in *event) {
    const page_coalescer_out was = c->pins;
    page_coalescer_in in = *event;

    in.record_asid = c->record.record_asid;
    in.record_region = c->record.record_region;
    in.record_held = c->record.record_held;
    in.record_large = c->record.record_large;
    in.write_ready = in.invalidate_ready = 1;
    if (was.store_valid)
        c->record = (page_coalescer_in){.record_asid = was.store_asid,
                                        .record_region = was.store_region,
                                        .record_held = was.store_held,
                                        .record_large = was.store_large};
    if (was.write_valid) {
        assert_true(address_space_write_bit(c->as, ((uint64_t)was.store_region << 9) + was.write_page,
                                            was.write_leaf, was.write_set));
        c->writes++;
    }
    c->invalidations += was.invalidate_valid;
    page_coalescer_step(&c->s, &in, &c->pins);
    page_coalescer_outputs(&c->s, &c->pins);
}

static void coalescer_event(coalescer *c, unsigned kind, uint64_t vpn, uint64_t ppn) {
    const page_coalescer_in event = {.event_valid = 1,
                                     .event_kind = (u2)kind,
                                     .event_asid = (u9)address_space_asid(c->as),
                                     .event_region = (u27)(vpn >> 9),
                                     .event_page = (u9)(vpn % PAGES),
                                     .event_frame = (u19)(ppn >> 9),
                                     .event_slot = (u9)(ppn % PAGES)};
    assert_true(c->pins.event_ready);
    coalescer_cycle(c, &event);
}

static void coalescer_cycles(coalescer *c, uint32_t cycles) {
    const page_coalescer_in none = {.event_valid = 0};
    while (cycles-- != 0)
        coalescer_cycle(c, &none);
}

/* Pages of another region, until the next frame is the first of a large one. */
static void align_frames(address_space *as) {
    for (uint64_t vpn = 0; vpn == 0 || (frame_of(as, vpn - 1) + 1) % PAGES != 0; vpn++)
        assert_int_equal(address_space_map(as, vpn, BASE), MAP_OK);
}

/* Maps the large page at VPN in place, and tells the unit all but the update that follows. */
static void fill(coalescer *c) {
    align_frames(c->as);
    for (uint64_t p = 0; p < PAGES; p++) {
        assert_int_equal(address_space_map(c->as, VPN + p, BASE), MAP_OK);
        const uint64_t ppn = frame_of(c->as, VPN + p);
        assert_int_equal(ppn % PAGES, p);
        coalescer_event(c, PAGE_COALESCER_ALLOC, VPN + p, ppn);
        coalescer_cycles(c, 3);
    }
    assert_true(c->pins.write_valid);
}

/* ---- walks at every moment ---- */

/* A walk of each page, that has read any number of entries. */
typedef struct {
    page_walk at;
    uint64_t pte;
} walk_under_way;

/* What the walker does with an entry; true: the walk is over. (walker_step() in models/mmu/walker.c) */
static bool walk_on(const address_space *as, walk_under_way *w, uint64_t vpn) {
    const page_walk_state state =
        page_walk_step(address_space_format(as), address_space_memory(as), &w->at, vpn, &w->pte);
    assert_int_not_equal(state, PAGE_WALK_ABSENT);
    return state == PAGE_WALK_LEAF;
}

static uint64_t walk_frame(const address_space *as, const walk_under_way *w, uint64_t vpn) {
    return page_walk_frame(w->pte, page_walk_bits(address_space_format(as), &w->at), vpn);
}

/* Runs the update under way. In every cycle all pages are walked from the root, and one walk more of each
 * page, begun at another time, reads its next entry. */
static void walk_during_update(coalescer *c, const uint64_t *frame) {
    static walk_under_way slow[PAGES];
    const page_walk root = page_walk_begin(address_space_root(c->as));

    for (uint32_t p = 0; p < PAGES; p++)
        slow[p].at = root;
    for (uint32_t cycle = 0; !c->pins.event_ready; cycle++) {
        for (uint32_t p = 0; p < PAGES; p++) {
            walk_under_way now = {.at = root};
            while (!walk_on(c->as, &now, VPN + p))
                ;
            assert_int_equal(walk_frame(c->as, &now, VPN + p), frame[p]);
            assert_true(now.at.coalesced || (now.pte & PTE_DISABLED) == 0);
            if ((cycle + p) % 7 != 0 || !walk_on(c->as, &slow[p], VPN + p))
                continue;
            assert_int_equal(walk_frame(c->as, &slow[p], VPN + p), frame[p]);
            slow[p].at = root;
        }
        coalescer_cycles(c, 1);
    }
}

static void walks_find_every_page_at_every_moment(void **state) {
    (void)state;
    phys_mem *mem = phys_mem_new(1 << 14, 64);
    address_space *as = address_space_new(mem, 3, &page_table_formats[PAGE_TABLE_MOSAIC]);
    uint64_t frame[PAGES];
    translation t;
    coalescer c;

    coalescer_start(&c, as);
    fill(&c);
    for (uint32_t p = 0; p < PAGES; p++)
        frame[p] = frame_of(as, VPN + p);
    walk_during_update(&c, frame);
    assert_int_equal(c.writes, 513);
    assert_true(address_space_translate(as, VPN + 300, &t));
    assert_int_equal(t.bits, LARGE);
    assert_false(address_space_move(as, VPN + 300)); /* others rely on it */
    assert_false(address_space_unmap(as, VPN));
    assert_int_equal(address_space_map(as, VPN + 1, BASE), MAP_ALREADY);

    coalescer_event(&c, PAGE_COALESCER_SPLINTER, 0, frame[0]);
    walk_during_update(&c, frame);
    assert_int_equal(c.writes, 2 * 513);
    assert_int_equal(c.invalidations, 1);
    assert_true(address_space_translate(as, VPN + 300, &t));
    assert_int_equal(t.bits, BASE);
    assert_true(address_space_unmap(as, VPN + 300));
    address_space_free(as);
    assert_int_equal(phys_mem_data_frames(mem), 0);
    phys_mem_free(mem);
}

/* An address space ends with a coalesced page: everything comes back. */
static void a_coalesced_page_is_cleared(void **state) {
    (void)state;
    phys_mem *mem = phys_mem_new(1 << 14, 64);
    address_space *as = address_space_new(mem, 3, &page_table_formats[PAGE_TABLE_MOSAIC]);
    coalescer c;

    coalescer_start(&c, as);
    fill(&c);
    coalescer_cycles(&c, 513);
    assert_int_equal(address_space_unmap_range(as, VPN, PAGES), 0); /* not before it is splintered */
    address_space_clear(as);
    assert_int_equal(phys_mem_data_frames(mem), 0);
    assert_int_equal(address_space_map(as, VPN, BASE), MAP_OK);
    address_space_free(as);
    phys_mem_free(mem);
}

/* ---- what it is for ---- */

/* Both TLBs with 16 entries of base pages and 2 of large ones. */
static gpu_config small_tlbs(void) {
    gpu_config c = mmu_rig_config(false);
    c.chip.page_table = page_table_formats[PAGE_TABLE_MOSAIC];
    c.chip.page_sizes = (page_size_list){.count = 1, .bytes = {1 << BASE}};
    for (uint32_t i = 0; i < 2; i++) {
        tlb_level_config *l = &c.chip.tlb.level[i];
        l->entries = 16;
        l->ways = 0;
        l->sizes = c.chip.page_sizes;
        l->arrays = 1;
        l->array[0] = (tlb_array_config){.entries = 2, .sizes = {.count = 1, .bytes = {1 << LARGE}}};
    }
    return c;
}

/* Application 0 reads `pages` pages of the large page in turn; its walks until `cycle`. */
static uint64_t walks_until(mmu_rig *g, uint64_t cycle) {
    mmu_rig_run(g, cycle);
    return mmu_rig_stats(g).walks;
}

/*
 * Mosaic 1: coalescing increases the TLB reach of an application whose base pages it leaves where they are.
 * 100 pages thrash 16 entries. The unit coalesces while the requests go on, and from then on they hit.
 */
static void the_reach_recovers_without_moving_data(void **state) {
    (void)state;
    enum { TURN = 100, GAP = 1000, TURNS = 5 };
    mmu_rig *g = mmu_rig_new(small_tlbs(), 1);
    uint64_t frame[PAGES], walks[TURNS + 1] = {0};
    coalescer c;

    coalescer_start(&c, g->spaces[0]);
    fill(&c);
    for (uint32_t p = 0; p < PAGES; p++)
        frame[p] = frame_of(g->spaces[0], VPN + p);
    for (uint32_t i = 0; i < TURNS * TURN; i++)
        mmu_rig_ask(g, 0, i * GAP, VPN + i % TURN * 5, 0);
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        for (uint32_t i = 0; i < TURN; i++) {
            walks[turn + 1] = walks_until(g, (uint64_t)(turn * TURN + i + 1) * GAP);
            if (turn == 2) /* here it coalesces, half a dozen writes between two requests */
                coalescer_cycles(&c, 6);
        }
    }
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_true(c.pins.event_ready);
    assert_int_equal(walks[2] - walks[0], 2 * TURN); /* it thrashes */
    assert_int_equal(walks[5] - walks[3], 0);        /* it does not */
    for (uint32_t p = 0; p < PAGES; p++)
        assert_int_equal(frame_of(g->spaces[0], VPN + p), frame[p]);
    mmu_rig_free(g);
}

/*
 * The whole update falls into any cycle of a walk. One that has not read the L3 PTE yet finds the large page
 * in four reads; one that has read it finds its page disabled and begins anew, eight reads; one that has
 * read the L4 PTE, too, leaves its base page to the TLBs. A later request for another page hits in the first
 * two cases, and walks in the third.
 */
static void a_walk_under_way_finds_the_large_page(void **state) {
    (void)state;
    uint32_t found = 0, anew = 0, too_late = 0;
    for (uint64_t at = 1; at < 60; at++) {
        mmu_rig *g = mmu_rig_new(small_tlbs(), 1);
        coalescer c;

        g->memory.latency = 1;
        coalescer_start(&c, g->spaces[0]);
        fill(&c);
        mmu_rig_ask(g, 0, 0, VPN + 9, 0);
        mmu_rig_ask(g, 0, 5000, VPN + 400, 0);
        mmu_rig_run(g, at);
        coalescer_cycles(&c, 513);
        mmu_rig_finish(g);
        mmu_rig_check_answers(g);
        const uint64_t walks = mmu_rig_stats(g).walks;
        assert_int_equal(g->memory.reads % 4, 0);
        found += g->memory.reads == 4 && walks == 1;
        anew += g->memory.reads == 8 && walks == 1;
        too_late += g->memory.reads == 8 && walks == 2;
        assert_int_equal(found + anew + too_late, at);
        mmu_rig_free(g);
    }
    assert_true(found > 0 && anew > 0 && too_late > 0);
}

/* ---- one array after another ---- */

typedef struct {
    uint64_t walk, large, base; /* cycles to the answer: of a walk, of a hit on either kind of page */
} reach_times;

static gpu_config with_middle(gpu_config c) {
    c.chip.tlb.levels = 3;
    c.chip.tlb.level[2] = c.chip.tlb.level[1];
    c.chip.tlb.level[1].shared_by = TLB_OF_SMS;
    c.chip.tlb.level[1].shared_sms = 2;
    c.chip.tlb.level[1].latency = 4;
    return c;
}

/* own: latency of the array of large pages in the first level behind the SMs. */
static reach_times times_of(gpu_config config, uint32_t own, bool coalesces) {
    config.chip.tlb.level[1].array[0].latency = own;
    config.chip.page_table.coalesces = coalesces;
    mmu_rig *g = mmu_rig_new(config, 1);
    coalescer c;
    const ask *asks[4];

    g->memory.latency = 1;
    if (coalesces) {
        coalescer_start(&c, g->spaces[0]);
        fill(&c);
        coalescer_cycles(&c, 513);
    }
    asks[0] = mmu_rig_ask(g, 0, 0, coalesces ? VPN : RIG_VPN + 1, 0);
    asks[1] = mmu_rig_ask(g, 0, 5000, coalesces ? VPN + 9 : RIG_VPN + 1, 0);
    asks[2] = mmu_rig_ask(g, 0, 10000, RIG_VPN, 0);
    asks[3] = mmu_rig_ask(g, 0, 15000, RIG_VPN, 0);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_int_equal(mmu_rig_stats(g).walks, 2);
    const reach_times t = {.walk = asks[2]->answered - asks[2]->cycle,
                           .large = asks[1]->answered - asks[1]->cycle,
                           .base = asks[3]->answered - asks[3]->cycle};
    mmu_rig_free(g);
    return t;
}

/*
 * Mosaic 4.3: "it first checks if the address belongs to a coalesced page by looking up the TLB large page
 * entries. If the SM locates a valid large page entry for the request [...], it avoids looking up TLB base
 * page entries"; 6.2: "higher access latency to the shared L2 TLB (which increases because TLB requests have
 * to probe both the large page and base page TLBs)". So a large page is found after one look-up, a base page
 * and a miss after both. Where no page is coalesced there is nothing to probe for.
 */
static void base_pages_wait_for_the_large_array(void **state) {
    (void)state;
    for (uint32_t middle = 0; middle < 2; middle++) {
        const gpu_config c = middle ? with_middle(small_tlbs()) : small_tlbs();
        const uint32_t level = c.chip.tlb.level[1].latency;
        const reach_times together = times_of(c, 0, true), alone = times_of(c, 0, false);
        assert_int_equal(together.base, together.large);
        for (uint32_t own = 1; own < 20; own += 6) {
            const reach_times apart = times_of(c, own, true), none = times_of(c, own, false);
            assert_int_equal(apart.large, together.large + own - level);
            assert_int_equal(apart.base, together.base + own);
            assert_int_equal(apart.walk, together.walk + own);
            assert_true(none.base == alone.base && none.walk == alone.walk);
        }
    }
}

/* Requests that come out at both places of the pipeline in the same cycle are all answered, and right. */
static void both_places_of_the_pipeline_at_once(void **state) {
    (void)state;
    for (uint32_t middle = 0; middle < 2; middle++) {
        gpu_config config = middle ? with_middle(small_tlbs()) : small_tlbs();
        config.chip.tlb.level[1].array[0].latency = 7;
        mmu_rig *g = mmu_rig_new(config, 1);
        coalescer c;

        coalescer_start(&c, g->spaces[0]);
        fill(&c);
        coalescer_cycles(&c, 513);
        for (uint32_t i = 0; i < 400; i++) /* both pages are in the TLB soon, and one of 40 is another one */
            mmu_rig_ask(g, i % 4, 5 * i, i % 3 != 0 ? VPN + i % PAGES : RIG_VPN + (i % 40 == 0 ? i : 2), 0);
        mmu_rig_finish(g);
        mmu_rig_check_answers(g);
        mmu_rig_free(g);
    }
}

/* ---- planted: what would be seen ---- */

/* A frame that lacks a page, coalesced all the same: a request for that page is answered with the frame's. */
static void one_page_missing_is_seen(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(small_tlbs(), 1);
    coalescer c;

    coalescer_start(&c, g->spaces[0]);
    fill(&c);
    assert_true(address_space_move(g->spaces[0], VPN + 77));
    const uint64_t elsewhere = frame_of(g->spaces[0], VPN + 77);
    coalescer_cycles(&c, 513);
    const ask *good = mmu_rig_ask(g, 0, 0, VPN + 76, 0);
    const ask *bad = mmu_rig_ask(g, 0, 5000, VPN + 77, 0);
    mmu_rig_finish(g);
    assert_int_equal(bad->ppn, good->ppn + 1);
    assert_int_not_equal(bad->ppn, elsewhere);
    mmu_rig_free(g);
}

/* The large page is in the TLBs; it is splintered, and a base page moves. With the invalidation the request
 * finds it; without, it gets the old frame. */
static void a_forgotten_invalidation_is_seen(void **state) {
    (void)state;
    for (int forgotten = 0; forgotten < 2; forgotten++) {
        mmu_rig *g = mmu_rig_new(small_tlbs(), 1);
        coalescer c;

        coalescer_start(&c, g->spaces[0]);
        fill(&c);
        coalescer_cycles(&c, 513);
        const ask *before = mmu_rig_ask(g, 0, 0, VPN + 9, 0);
        const ask *after = mmu_rig_ask(g, 0, 5000, VPN + 9, 0);
        mmu_rig_run(g, 4000);
        coalescer_event(&c, PAGE_COALESCER_SPLINTER, 0, before->ppn);
        coalescer_cycles(&c, 3 + 513 + 1);
        assert_int_equal(c.invalidations, 1);
        if (!forgotten)
            tlb_tree_invalidate(&g->tree);
        assert_true(address_space_move(g->spaces[0], VPN + 9));
        mmu_rig_finish(g);
        if (forgotten)
            assert_int_equal(after->ppn, before->ppn);
        else
            assert_int_equal(after->ppn, frame_of(g->spaces[0], VPN + 9));
        assert_int_not_equal(before->ppn, frame_of(g->spaces[0], VPN + 9));
        mmu_rig_free(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_find_every_page_at_every_moment),
        cmocka_unit_test(a_coalesced_page_is_cleared),
        cmocka_unit_test(the_reach_recovers_without_moving_data),
        cmocka_unit_test(a_walk_under_way_finds_the_large_page),
        cmocka_unit_test(base_pages_wait_for_the_large_array),
        cmocka_unit_test(both_places_of_the_pipeline_at_once),
        cmocka_unit_test(one_page_missing_is_seen),
        cmocka_unit_test(a_forgotten_invalidation_is_seen),
    };
    return UNIT_TEST_RUN("coalescing", tests);
}
