/* SPDX-License-Identifier: Apache-2.0 */
/* The block hls/gmmu in the chip, in the place of the shared TLB and the walkers: what it is for. */
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "mmu_rig.h"

/* Chip preset mask with 8 SMs and the block. */
static gpu_config with_block(void) {
    gpu_config c = mmu_rig_config(false);
    c.design = *design_preset("gmmu");
    design_shape_chip(&c, RIG_APPS);
    return c;
}

static mmu_rig *run_randomly(const gpu_config *c, uint64_t seed, bool never_sleep) {
    mmu_rig *g = mmu_rig_new(*c, seed);
    mmu_rig_ask_randomly(g, 300, 20000, RIG_PAGES, seed);
    if (never_sleep)
        engine_never_sleep(g->e);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    return g;
}

/* The same pages of both applications, more of them than the TLB has room for, and more requests than the
 * block has places: each is answered once, with the frame of its own address space. */
static void all_are_answered_with_their_frames(void **state) {
    (void)state;
    const gpu_config c = with_block();
    mmu_rig *g = run_randomly(&c, unit_test_seed(), false);
    const app_stats sum = mmu_rig_stats(g);
    assert_int_equal(sum.translations, 300 * 8);
    assert_true(sum.l2_tlb_hits + sum.l2_tlb_misses >= sum.translations); /* some look up again */
    assert_true(sum.l2_tlb_hits > 0 && sum.walks > RIG_PAGES);
    assert_int_equal(sum.walks, sum.l2_tlb_fills);
    /* A few find no place in the miss file, and their page in the TLB when they look again. */
    assert_in_range(sum.walks + sum.l2_tlb_pending_hits, sum.l2_tlb_misses * 99 / 100, sum.l2_tlb_misses);
    assert_int_equal(g->spans, sum.walks);
    assert_true(g->memory.most <= c.chip.walk.walkers);
    mmu_rig_free(g);
}

/* Edges at which nothing is asked of the block may be left out. */
static void a_block_at_rest_does_nothing(void **state) {
    (void)state;
    const gpu_config c = with_block();
    mmu_rig *sleeps = run_randomly(&c, 5, false), *wakes = run_randomly(&c, 5, true);
    assert_int_equal(engine_event_hash(sleeps->e), engine_event_hash(wakes->e));
    mmu_rig_free(sleeps);
    mmu_rig_free(wakes);
}

/* MASK 5.2: "TLB-Fill Tokens ... only warps that hold a token may fill the shared TLB": in the block they are
 * those of its token controller, and the others fill its bypass cache. */
static void tokens_of_the_block_decide(void **state) {
    (void)state;
    gpu_config c = with_block();
    c.design.tlb_fill = "tokens";
    config_set_defaults(&c);
    c.mask.epoch_cycles = 5000;
    mmu_rig *g = run_randomly(&c, 7, false), *wakes = run_randomly(&c, 7, true);
    const app_stats sum = mmu_rig_stats(g);
    assert_int_equal(sum.walks, sum.l2_tlb_fills + sum.bypass_fills);
    assert_true(sum.bypass_fills > 20 && sum.l2_tlb_fills > 100 && sum.bypass_hits > 0);
    assert_true(last_level_tokens(g->t, 0) > 0 && last_level_tokens(g->t, 1) > 0);
    assert_int_equal(engine_event_hash(g->e), engine_event_hash(wakes->e));
    mmu_rig_free(g);
    mmu_rig_free(wakes);

    c.mask.initial_tokens = 0; /* after the first epoch nobody fills */
    c.mask.token_step = 0;
    g = run_randomly(&c, 7, false);
    const app_stats none = mmu_rig_stats(g);
    assert_true(none.l2_tlb_fills < sum.l2_tlb_fills && none.bypass_fills > sum.bypass_fills);
    mmu_rig_free(g);
}

/* Formats of page tables are registers of the block. */
static void every_format_is_walked(void **state) {
    (void)state;
    const struct {
        page_table_kind kind;
        page_size_list sizes;
    } cases[] = {{PAGE_TABLE_X86, {1, {1 << 12}}},    {PAGE_TABLE_X86, {1, {1 << 21}}},
                 {PAGE_TABLE_SV39, {1, {1 << 12}}},   {PAGE_TABLE_PASCAL, {2, {1 << 12, 1 << 16}}},
                 {PAGE_TABLE_PASCAL, {1, {1 << 21}}}, {PAGE_TABLE_HOPPER, {2, {1 << 12, 1 << 16}}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gpu_config c = with_block();
        c.chip.page_table = page_table_formats[cases[i].kind];
        c.chip.page_sizes = cases[i].sizes;
        mmu_rig *g = run_randomly(&c, i + 1, false);
        assert_true(mmu_rig_stats(g).l2_tlb_hits > 0);
        mmu_rig_free(g);
    }
}

/* Cycles of a request whose page another SM has asked for before. */
static uint64_t second_request(gpu_config c) {
    mmu_rig *g = mmu_rig_new(c, 1);
    mmu_rig_ask(g, 0, 1000, RIG_VPN, 0);
    const ask *again = mmu_rig_ask(g, 1, 5000, RIG_VPN, 0);
    mmu_rig_run(g, 4000);
    assert_int_equal(g->memory.reads, 4);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_int_equal(g->memory.reads, 4);
    assert_int_equal(mmu_rig_stats(g).l2_tlb_hits, 1);
    const uint64_t cycles = again->answered - again->cycle;
    mmu_rig_free(g);
    return cycles;
}

/* A page that has been walked is in the TLB: no read, and the answer comes in the seventh cycle behind the
 * request (docs/reference/units/gmmu.md), as from a shared TLB of that latency. */
static void a_second_request_hits(void **state) {
    (void)state;
    const gpu_config c = with_block();
    gpu_config model = c;
    model.design = *design_preset("sharedtlb");
    assert_int_equal(chip_last_tlb(&c.chip)->latency, 7);
    assert_int_equal(second_request(c), second_request(model));
}

/* After an invalidation and its fence no old translation is answered. */
static void an_invalidated_page_is_walked_again(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(with_block(), 1);
    mmu_rig_ask(g, 0, 1000, RIG_VPN, 0);
    const ask *again = mmu_rig_ask(g, 1, 5000, RIG_VPN, 0);
    mmu_rig_run(g, 4000);
    const uint64_t old = mmu_rig_ppn(g, 0, RIG_VPN);
    assert_true(address_space_move(g->spaces[0], RIG_VPN));
    last_level_invalidate(g->t);
    mmu_rig_finish(g);
    assert_int_equal(again->ppn, mmu_rig_ppn(g, 0, RIG_VPN));
    assert_int_not_equal(again->ppn, old);
    mmu_rig_free(g);
}

static gpu_config faulting(void) {
    gpu_config c = with_block();
    c.chip.core_mhz = 1000;
    c.exceptions.scheme = SCHEME_STALL;
    c.exceptions.faults = FAULTS_MIGRATE;
    return c;
}

/* A page made resident wakes everyone who waited for it, of all SMs, and the host is told of it once. */
static void a_resident_page_wakes_all(void **state) {
    (void)state;
    mmu_rig *g = mmu_rig_new(faulting(), 1);
    for (uint32_t sm = 0; sm < 4; sm++)
        mmu_rig_ask(g, sm, 1000 + 100 * sm, RIG_VPN, 0);
    mmu_rig_finish(g);
    mmu_rig_check_answers(g);
    assert_int_equal(last_level_get_totals(g->t).faults, 1);
    assert_int_equal(fault_unit_stats(g->faults).faults, 1);
    const uint64_t trip = fault_unit_stats(g->faults).cycles;
    for (uint32_t sm = 0; sm < 4; sm++)
        assert_in_range(g->sm[sm].asks[0].answered, 1000 + trip, 1000 + trip + 2000);
    mmu_rig_free(g);
}

/* Far more pages fault than the block can record or park for: nothing is lost. */
static void no_fault_is_lost(void **state) {
    (void)state;
    gpu_config c = faulting();
    mmu_rig *g = run_randomly(&c, unit_test_seed(), false);
    assert_true(last_level_get_totals(g->t).faults >= 2 * RIG_PAGES / 16); /* regions of 16 pages */
    mmu_rig_free(g);
}

/* The block has its sizes; a description with others is refused. */
static void other_sizes_are_refused(void **state) {
    (void)state;
    gpu_config c = with_block();
    uint8_t sm_app[RIG_SMS] = {0};
    char err[256] = "";
    engine *e = engine_new();
    const int core = engine_add_domain(e, "core", 1);
    phys_mem *mem = phys_mem_new(1 << 20, 1 << 10);
    address_space *space = address_space_new(mem, 1, chip_page_table(&c.chip));
    c.chip.walk.walkers = 64;
    assert_null(last_level_new(e, core, &c, 1, &space, sm_app, NULL, err, sizeof err));
    assert_string_equal(
        err, "walk.walkers: 64: expected 8, as its walker of the block gmmu is built (design gmmu)");
    address_space_free(space);
    phys_mem_free(mem);
    engine_free(e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_answered_with_their_frames),
        cmocka_unit_test(a_block_at_rest_does_nothing),
        cmocka_unit_test(tokens_of_the_block_decide),
        cmocka_unit_test(every_format_is_walked),
        cmocka_unit_test(a_second_request_hits),
        cmocka_unit_test(an_invalidated_page_is_walked_again),
        cmocka_unit_test(a_resident_page_wakes_all),
        cmocka_unit_test(no_fault_is_lost),
        cmocka_unit_test(other_sizes_are_refused),
    };
    return UNIT_TEST_RUN("gmmu_seat", tests);
}
