/* SPDX-License-Identifier: Apache-2.0 */
/* Shared TLB and fault unit together: faults as long misses, preemptible faults, races, protection. */
#include <stdlib.h>
#include <string.h>

#include "mmu_rig.h"

#define WALK 500U

static gpu_config faulting(exception_scheme scheme, fault_mode faults) {
    gpu_config c = mmu_rig_config(false);
    c.chip.core_mhz = 1000;
    c.chip.walk.cycles = WALK;
    c.exceptions.scheme = scheme;
    c.exceptions.faults = faults;
    return c;
}

/* The cycle in which one request is answered when its page is resident. */
static uint64_t plain_answer(void) {
    mmu_rig *g = mmu_rig_new(faulting(SCHEME_STALL, FAULTS_NONE), 1);
    const ask *a = mmu_rig_ask(g, 0, 10, RIG_VPN, 0);
    mmu_rig_finish(g);
    mmu_rig_check(g);
    uint64_t answered = a->answered;
    mmu_rig_free(g);
    return answered;
}

/* A fault is a miss that is longer by its round trip and a second walk. */
static void a_fault_takes_its_round_trip(void **state) {
    (void)state;
    const struct {
        page_origin origin;
        const char *link;
        uint64_t cycles;
    } cases[] = {{PAGE_HOST, "nvlink", 12000},
                 {PAGE_FRESH, "nvlink", 10000},
                 {PAGE_HOST, "pcie", 25000},
                 {PAGE_FRESH, "pcie", 12000}};
    uint64_t plain = plain_answer();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gpu_config c = faulting(SCHEME_STALL, FAULTS_MIGRATE);
        c.exceptions.link = *host_link_find(cases[i].link);
        mmu_rig *g = mmu_rig_new(c, 1);
        mmu_rig_origin(g, 0, RIG_PAGES, cases[i].origin);
        const ask *a = mmu_rig_ask(g, 0, 10, RIG_VPN, 0);
        mmu_rig_finish(g);
        mmu_rig_check_answers(g);
        assert_int_equal(a->faults, 0);
        assert_int_equal(a->answered, plain + cases[i].cycles + WALK);
        fault_stats s = fault_unit_stats(g->faults);
        assert_int_equal(s.faults, 1);
        assert_int_equal(s.cycles, cases[i].cycles);
        assert_int_equal(s.migrated + s.allocated, 16);
        mmu_rig_free(g);
    }
}

static void a_preemptible_fault_is_told(void **state) {
    (void)state;
    uint64_t plain = plain_answer();
    mmu_rig *g = mmu_rig_new(faulting(SCHEME_REPLAY, FAULTS_MIGRATE), 1);
    const ask *a = mmu_rig_ask(g, 0, 10, RIG_VPN + 3, 0);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_int_equal(a->faults, 1);
    /* Token controller and fill, 2 cycles, are for pages only. */
    assert_int_equal(a->faulted, plain - 2);
    assert_int_equal(a->resolved, a->faulted + 12000);
    assert_int_equal(g->sm[0].notes, 1);
    assert_int_equal(a->answered, a->resolved + plain - 10);
    mmu_rig_free(g);
}

/* All who wait are told, each core once, and nobody else; the region becomes resident as a whole. */
static void a_region_is_served_once(void **state) {
    (void)state;
    for (int scheme = 0; scheme < 2; scheme++) {
        mmu_rig *g = mmu_rig_new(faulting(scheme ? SCHEME_OPLOG : SCHEME_STALL, FAULTS_MIGRATE), 1);
        for (uint32_t s = 0; s < 3; s++)
            for (uint32_t k = 0; k < 4; k++)
                mmu_rig_ask(g, s, 100 * k, RIG_VPN + 2 * k + s, (uint8_t)k);
        ask *late = mmu_rig_ask(g, 3, 30000, RIG_VPN + 15, 0);
        mmu_rig_finish(g);
        mmu_rig_check_answers(g);
        fault_stats s = fault_unit_stats(g->faults);
        assert_int_equal(s.faults, 1);
        assert_int_equal(s.migrated, 16);
        assert_int_equal(s.merged + s.late + 1, s.requests);
        assert_int_equal(late->faults, 0);
        for (uint32_t n = 0; n < 4; n++)
            assert_int_equal(g->sm[n].notes, scheme && n < 3 ? 1 : 0);
        assert_int_equal(address_space_pages(g->spaces[0]), 16);
        mmu_rig_free(g);
    }
}

/* Pages of the application that lie between pages that are none of its own. */
static void holes_stay_unmapped(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(faulting(SCHEME_REPLAY, FAULTS_MIGRATE), 1);
    mmu_rig_origin(g, 0, 16, PAGE_INVALID);
    mmu_rig_origin(g, 5, 1, PAGE_FRESH);
    mmu_rig_origin(g, 7, 2, PAGE_FRESH);
    mmu_rig_ask(g, 0, 0, RIG_VPN + 5, 0);
    mmu_rig_ask(g, 0, 20000, RIG_VPN + 8, 0);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_int_equal(address_space_pages(g->spaces[0]), 3);
    fault_stats s = fault_unit_stats(g->faults);
    assert_int_equal(s.faults, 1);
    assert_int_equal(s.allocated, 3);
    mmu_rig_free(g);
}

static void nobody_may_touch_nothing(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(faulting(SCHEME_REPLAY, FAULTS_MIGRATE), 1);
    mmu_rig_origin(g, 9, 1, PAGE_INVALID);
    mmu_rig_ask(g, 6, 0, RIG_VPN + 9, 33);
    assert_int_equal(engine_run(g->e, 100000), ENGINE_STOPPED);
    access_violation v = fault_unit_violation(g->faults);
    assert_string_equal(v.what, "there is no such page");
    assert_int_equal(v.vpn, RIG_VPN + 9);
    assert_int_equal(v.app, 1);
    assert_int_equal(v.sm, 6);
    assert_int_equal(v.warp, 33);
    mmu_rig_free(g);
}

/* A warp in user mode and a page of the system, each time it asks: nothing of it stays in the TLB. */
static void the_system_has_its_own_pages(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(faulting(SCHEME_STALL, FAULTS_NONE), 1);
    assert_true(address_space_restrict(g->spaces[0], RIG_VPN + 1, true));
    g->sm[0].system = true;
    const ask *first = mmu_rig_ask(g, 0, 0, RIG_VPN + 1, 0);
    const ask *again = mmu_rig_ask(g, 0, 2000, RIG_VPN + 1, 0);
    const ask *user = mmu_rig_ask(g, 1, 4000, RIG_VPN + 2, 0);
    mmu_rig_ask(g, 1, 5000, RIG_VPN + 1, 4);
    assert_int_equal(engine_run(g->e, 20000), ENGINE_STOPPED);
    assert_int_equal(first->answers + again->answers + user->answers, 3);
    assert_int_equal(first->ppn, mmu_rig_ppn(g, 0, RIG_VPN + 1));
    app_stats s = mmu_rig_stats(g);
    assert_int_equal(s.l2_tlb_fills, 1); /* the user's */
    assert_int_equal(s.walks, 4);
    access_violation v = last_level_violation(g->t);
    assert_string_equal(v.what, "only the system may use the page");
    assert_int_equal(v.sm, 1);
    assert_int_equal(v.warp, 4);
    mmu_rig_free(g);
}

/* Random requests that fault all the time, SMs that take replies late: everybody is answered,
 * every page comes once, and no order of ticks is seen. */
static void random_faults(void **state) {
    (void)state;
    static const exception_scheme schemes[] = {SCHEME_STALL, SCHEME_REPLAY};
    uint64_t seed = unit_test_seed();
    for (uint32_t k = 0; k < 8; k++) {
        mmu_rig *runs[3];
        for (uint64_t n = 0; n < 3; n++) {
            gpu_config c = faulting(schemes[k % 2], k & 2 ? FAULTS_LAZY : FAULTS_MIGRATE);
            c.chip.tlb.level[1].mshrs = k & 4 ? 8 : 128;
            c.chip.walk.cycles = k & 4 ? 0 : WALK;
            c.design = *design_preset(k & 4 ? "mask" : "sharedtlb");
            c.exceptions.local_faults = k % 2;
            mmu_rig *g = runs[n] = mmu_rig_new(c, seed);
            for (uint32_t p = 0; p + 24 <= RIG_PAGES; p += 48)
                mmu_rig_origin(g, p, 24, PAGE_FRESH);
            for (uint32_t p = 0; p < RIG_PAGES && c.exceptions.faults == FAULTS_LAZY; p++)
                for (uint32_t a = 0; g->origin[p] == PAGE_HOST && a < RIG_APPS; a++)
                    assert_true(address_space_make_resident(g->spaces[a], RIG_VPN + p));
            engine_shuffle(g->e, n == 0 ? 0 : seed + n);
            mmu_rig_ask_randomly(g, 200, 60000, RIG_PAGES, seed + k);
            mmu_rig_finish(g);
            mmu_rig_check_answers(g);
            fault_stats s = fault_unit_stats(g->faults);
            fault_stats first = fault_unit_stats(runs[0]->faults);
            assert_true(s.faults > 0 && s.faults <= 50);
            assert_int_equal(s.requests, s.faults + s.merged + s.late);
            assert_int_equal(s.local != 0, k % 2);
            if (c.exceptions.faults == FAULTS_LAZY)
                assert_int_equal(s.migrated, 0);
            else
                assert_int_equal(s.migrated + s.allocated,
                                 address_space_pages(g->spaces[0]) + address_space_pages(g->spaces[1]));
            assert_int_equal(engine_event_hash(g->e), engine_event_hash(runs[0]->e));
            assert_memory_equal(&s, &first, sizeof s);
        }
        for (uint64_t n = 0; n < 3; n++)
            mmu_rig_free(runs[n]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_takes_its_round_trip),
        cmocka_unit_test(a_preemptible_fault_is_told),
        cmocka_unit_test(a_region_is_served_once),
        cmocka_unit_test(holes_stay_unmapped),
        cmocka_unit_test(nobody_may_touch_nothing),
        cmocka_unit_test(the_system_has_its_own_pages),
        cmocka_unit_test(random_faults),
    };
    return UNIT_TEST_RUN("fault_tlb", tests);
}
