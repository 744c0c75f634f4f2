/* SPDX-License-Identifier: Apache-2.0 */
/* The unit page_walker on the page tables of the model: in every format that it knows, its results are those
 * of address_space_translate(), with and without its cache. */
#include "unit_test.h"

#include <string.h>

#include "mmu/address_space.h"
#include "page_walker_formats.h"

#define FRAMES (UINT64_C(1) << 22)
#define PAGES  400U

typedef struct {
    page_walker_state s;
    page_walker_in in;
    page_walker_out out;
    const phys_mem *mem;
    uint64_t root;
    unsigned reads;
    bool flush; /* before each walk */
} walk_rig;

/* The model's format, from the leaf, with the model's entries. */
static page_walker_format format_of_model(const page_table_format *f) {
    page_walker_format to = {PAGE_WALKER_OWN_ENTRIES};
    to.root = (uint8_t)(f->levels - 1);
    for (uint32_t i = 0; i < f->levels; i++) {
        const page_table_level *level = &f->level[f->levels - 1 - i];
        to.low[i] = (uint8_t)(level->low - PHYS_MEM_FRAME_BITS);
        to.bits[i] = level->bits;
        to.leaf[i] = level->leaf;
    }
    if (f->dual_low != 0) {
        const page_table_level *last = &f->level[f->levels - 1];
        to.dual = 1;
        to.large_low = (uint8_t)(f->dual_low - PHYS_MEM_FRAME_BITS);
        to.large_bits = (uint8_t)(last->bits + last->low - f->dual_low);
    }
    return to;
}

/* One edge; a memory and a table of spaces that answer in the next cycle. */
static void rig_edge(walk_rig *r) {
    const page_walker_out before = r->out;
    page_walker_step(&r->s, &r->in, &r->out);
    page_walker_outputs(&r->s, &r->out);
    r->in.walk_valid = r->in.inv_valid = 0;
    r->in.r_valid = before.l_valid;
    r->in.r_root = (GMMU_U(GMMU_PPN_W))r->root;
    r->in.rsp_valid[0] = before.rd_valid[0];
    r->in.rsp_walker[0] = before.rd_walker[0];
    r->in.rsp_data[0] = phys_mem_read(r->mem, (uint64_t)before.rd_table[0] << PHYS_MEM_FRAME_BITS |
                                                  (uint64_t)before.rd_word[0] << 3);
    r->reads += before.rd_valid[0];
}

static void rig_walk(walk_rig *r, uint64_t vpn) {
    if (r->flush) {
        r->in.inv_valid = r->in.inv_all = 1;
        rig_edge(r);
        rig_edge(r);
    }
    r->in.walk_valid = 1;
    r->in.walk_vpn = (GMMU_U(GMMU_VPN_W))vpn;
    rig_edge(r);
    for (unsigned i = 0; i < 100 && !r->out.done_valid; i++)
        rig_edge(r);
    assert_int_equal(r->out.done_valid, 1);
    r->in.done_ready = 1;
    rig_edge(r);
    r->in.done_ready = 0;
}

static void check_walk(walk_rig *r, const address_space *as, uint64_t vpn) {
    translation t;
    const bool mapped = address_space_translate(as, vpn, &t);
    rig_walk(r, vpn);
    assert_int_equal(r->out.done_vpn, vpn);
    assert_int_equal(r->out.done_kind, mapped ? WALK_MAPPED : WALK_ABSENT);
    if (!mapped)
        return;
    assert_int_equal(r->out.done_ppn, t.ppn);
    assert_int_equal(r->out.done_size + PHYS_MEM_FRAME_BITS, t.bits);
    assert_int_equal(r->out.done_write, t.writable);
    assert_int_equal(r->out.done_read & r->out.done_exec, 1); /* its entries know neither */
    assert_int_equal(r->out.done_system, t.system);
}

/* A size of the format: the rnd-th of them. */
static uint32_t draw_size(const page_table_format *f, uint64_t rnd) {
    const uint64_t sizes = page_table_sizes(f);
    uint32_t bits = PHYS_MEM_FRAME_BITS;
    do
        bits = bits == 29 ? PHYS_MEM_FRAME_BITS : bits + 1; /* not those of 512 MB and more */
    while ((sizes >> bits & 1) == 0 || rnd-- % 4 != 0);
    return bits;
}

/* Pages of all sizes, close together so that they share tables: mapped, reserved, read-only, of the system.
 */
static unsigned fill_space(address_space *as, uint64_t *rnd, uint64_t *vpn) {
    const page_table_format *f = address_space_format(as);
    const uint64_t last = (UINT64_C(1) << (page_table_virtual_bits(f) - PHYS_MEM_FRAME_BITS)) - 1;
    unsigned mapped = 0;
    for (unsigned p = 0; p < PAGES; p++) {
        const uint64_t r = unit_test_random(rnd);
        const uint32_t bits = draw_size(f, r >> 50);
        vpn[p] = (p % 8 == 0 ? r : vpn[p - p % 8] ^ (r & 0x3fff)) & last;
        if ((r >> 40 & 7U) == 0) {
            (void)address_space_reserve(as, vpn[p], bits);
            continue;
        }
        mapped += address_space_map(as, vpn[p], bits) == MAP_OK;
        if ((r >> 43 & 3U) == 0)
            (void)address_space_protect(as, vpn[p], false);
        if ((r >> 45 & 3U) == 0)
            (void)address_space_restrict(as, vpn[p], true);
    }
    return mapped;
}

static void check_format(page_table_kind kind) {
    static const bool flushes[] = {true, false};
    const page_table_format *f = &page_table_formats[kind];
    const page_walker_format format = format_of_model(f);
    phys_mem *mem = phys_mem_new(FRAMES, 1 << 14);
    address_space *as = address_space_new(mem, 0, f);
    uint64_t rnd = unit_test_seed(), vpn[PAGES];
    unsigned reads[2];

    assert_non_null(as);
    assert_true(fill_space(as, &rnd, vpn) > PAGES / 4);
    for (unsigned i = 0; i < 2; i++) {
        walk_rig r = {.mem = mem, .root = address_space_root(as), .flush = flushes[i]};
        page_walker_reset(&r.s);
        page_walker_set_format(&r.in, &format);
        r.in.rd_ready[0] = 1;
        for (unsigned p = 0; p < PAGES; p++) {
            check_walk(&r, as, vpn[p]);
            check_walk(&r, as, vpn[p] ^ 1);
            check_walk(&r, as, vpn[p] ^ 0x10);
            check_walk(&r, as, vpn[p] ^ 0x200);
        }
        reads[i] = r.reads;
    }
    assert_true(reads[1] < reads[0] / 2 + PAGES);
    address_space_free(as);
    phys_mem_free(mem);
}

static void x86_as_the_model(void **unused) {
    (void)unused;
    check_format(PAGE_TABLE_X86);
}

static void sv39_as_the_model(void **unused) {
    (void)unused;
    check_format(PAGE_TABLE_SV39);
}

static void pascal_as_the_model(void **unused) {
    (void)unused;
    check_format(PAGE_TABLE_PASCAL);
}

static void hopper_as_the_model(void **unused) {
    (void)unused;
    check_format(PAGE_TABLE_HOPPER);
}

/* The shapes in hls/page_walker/page_walker_formats.h are those of models/config/page_table.h. */
static void shapes_are_the_models(void **unused) {
    static const struct {
        page_table_kind kind;
        page_walker_format unit;
    } pairs[] = {{PAGE_TABLE_X86, PAGE_WALKER_X86},
                 {PAGE_TABLE_SV39, PAGE_WALKER_SV39},
                 {PAGE_TABLE_PASCAL, PAGE_WALKER_PASCAL},
                 {PAGE_TABLE_HOPPER, PAGE_WALKER_HOPPER}};
    (void)unused;
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const page_walker_format *unit = &pairs[i].unit;
        const page_walker_format model = format_of_model(&page_table_formats[pairs[i].kind]);
        assert_int_equal(unit->root, model.root);
        assert_memory_equal(unit->low, model.low, sizeof model.low);
        assert_memory_equal(unit->bits, model.bits, sizeof model.bits);
        assert_memory_equal(unit->leaf, model.leaf, sizeof model.leaf);
        assert_int_equal(unit->dual, model.dual);
        assert_int_equal(unit->large_low, model.large_low);
        assert_int_equal(unit->large_bits, model.large_bits);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x86_as_the_model),      cmocka_unit_test(sv39_as_the_model),
        cmocka_unit_test(pascal_as_the_model),   cmocka_unit_test(hopper_as_the_model),
        cmocka_unit_test(shapes_are_the_models),
    };
    return UNIT_TEST_RUN("walker_unit", tests);
}
