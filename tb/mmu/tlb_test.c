/* SPDX-License-Identifier: Apache-2.0 */
/* The TLB arrays against lists in order of use. */
#include "unit_test.h"

#include <string.h>

#include "config/tlb_policy.h"
#include "config/tlb_shape.h"
#include "mmu/tlb.h"
#include "mmu/tlb_policies.h"

#define MAX_WAYS 64
#define MAX_SETS 64

#define KB4   UINT64_C(4096)
#define KB64  (16 * KB4)
#define KB128 (32 * KB4)
#define MB2   (512 * KB4)

typedef struct {
    uint64_t number; /* of the group of pages */
    uint64_t ppn[64];
    uint64_t valid;
    uint32_t bits;
    uint16_t asid;
} list_entry;

/* One set: the most recently used first. */
typedef struct {
    list_entry entry[MAX_WAYS + 1];
    uint32_t count;
} lru_list;

typedef struct {
    const tlb_level_config *level;
    uint64_t sizes;
    lru_list set[MAX_SETS];
} reference;

static uint32_t log2_of(uint64_t n) {
    return (uint32_t)__builtin_ctzll(n);
}

/* One array of LRU: bits of the address from `low` on, XORed in groups bit by bit when the level says so. */
static lru_list *list_of(reference *r, uint64_t vpn, uint32_t low) {
    const tlb_level_config *l = r->level;
    uint32_t sets = l->entries / (l->ways != 0 ? l->ways : l->entries);
    uint64_t address = vpn << 12;
    if (tlb_index_find(l->index)->any_sets)
        return &r->set[((address & ((UINT64_C(1) << 47) - 1)) >> low) % sets];
    uint32_t bits = log2_of(sets), set = 0;
    uint32_t end = tlb_index_find(l->index) == &tlb_index_xor ? 47 : low + bits;
    for (uint32_t b = low; bits != 0 && b < end; b++)
        set ^= (uint32_t)(address >> b & 1) << (b - low) % bits;
    return &r->set[set];
}

static list_entry *list_find(lru_list *l, uint16_t asid, uint32_t bits, uint64_t number) {
    for (uint32_t i = 0; i < l->count; i++)
        if (l->entry[i].asid == asid && l->entry[i].bits == bits && l->entry[i].number == number)
            return &l->entry[i];
    return NULL;
}

static list_entry *list_to_front(lru_list *l, const list_entry *e) {
    list_entry copy = *e;
    memmove(&l->entry[1], &l->entry[0], (size_t)(e - l->entry) * sizeof copy);
    l->entry[0] = copy;
    return &l->entry[0];
}

static uint32_t pages_log2(const reference *r) {
    return r->level->pages != 0 ? log2_of(r->level->pages) : 0;
}

/* The largest page that is kept; *list: where it lies. */
static list_entry *find_page(reference *r, uint16_t asid, uint64_t vpn, lru_list **list) {
    for (uint32_t bits = 30; bits >= 12; bits--) {
        uint32_t low = bits + pages_log2(r);
        lru_list *l = list_of(r, vpn, low);
        list_entry *e = (r->sizes >> bits & 1) != 0 ? list_find(l, asid, bits, (vpn << 12) >> low) : NULL;
        if (e == NULL || (e->valid >> ((vpn >> (bits - 12)) & ((1U << pages_log2(r)) - 1)) & 1) == 0)
            continue;
        *list = l;
        return e;
    }
    return NULL;
}

static uint32_t page_of(const reference *r, const list_entry *e, uint64_t vpn) {
    return (uint32_t)(vpn >> (e->bits - 12)) & ((1U << pages_log2(r)) - 1);
}

static uint64_t frame_of(const reference *r, const list_entry *e, uint64_t vpn) {
    return e->ppn[page_of(r, e, vpn)] + vpn % (UINT64_C(1) << (e->bits - 12));
}

static bool reference_fill(reference *r, uint16_t asid, uint64_t vpn, const tlb_page *page) {
    uint32_t bits = page->bits;
    while (bits >= 12 && (r->sizes >> bits & 1) == 0)
        bits--;
    if (bits < 12)
        return false;
    uint32_t low = bits + pages_log2(r), ways = r->level->ways != 0 ? r->level->ways : r->level->entries;
    lru_list *l = list_of(r, vpn, low);
    list_entry *e = list_find(l, asid, bits, (vpn << 12) >> low);
    if (e == NULL) {
        l->count -= l->count == ways;
        e = &l->entry[l->count++];
        *e = (list_entry){.asid = asid, .bits = bits, .number = (vpn << 12) >> low};
    }
    e = list_to_front(l, e);
    e->ppn[page_of(r, e, vpn)] = page->ppn - vpn % (UINT64_C(1) << (bits - 12));
    e->valid |= UINT64_C(1) << page_of(r, e, vpn);
    return true;
}

static bool reference_invalidate(reference *r, uint16_t asid, uint64_t vpn) {
    lru_list *l = NULL;
    bool found = false;
    list_entry *e;
    while ((e = find_page(r, asid, vpn, &l)) != NULL) {
        found = true;
        e->valid &= ~(UINT64_C(1) << page_of(r, e, vpn));
        if (e->valid != 0)
            continue;
        memmove(e, e + 1, (size_t)(&l->entry[l->count] - (e + 1)) * sizeof *e);
        l->count--;
    }
    return found;
}

static uint32_t draw_size(uint64_t sizes, uint64_t r) {
    uint32_t bits = 12 + (uint32_t)(r % 18);
    while ((sizes >> bits & 1) == 0)
        bits = bits == 29 ? 12 : bits + 1;
    return bits;
}

/* Random use of one array; chip_sizes: of the pages that are filled. */
static void compare(tlb_level_config level, uint64_t held, uint64_t chip_sizes, uint64_t pages,
                    uint64_t *random) {
    static reference ref;
    for (uint64_t left = held; left != 0; left &= left - 1)
        level.sizes.bytes[level.sizes.count++] = (uint32_t)(left & -left);
    tlb *t = tlb_new(&level, chip_sizes);
    assert_non_null(t);
    memset(&ref, 0, sizeof ref);
    ref.level = &level;
    ref.sizes = held;
    for (uint32_t n = 0; n < 20000; n++) {
        uint64_t r = unit_test_random(random);
        uint16_t asid = (uint16_t)(r % 3 * 255 + 1);
        uint64_t vpn = (r >> 8) % pages + ((r >> 40) % 2 << 35);
        uint32_t what = (uint32_t)(r >> 48) % 1000;
        lru_list *l = NULL;
        list_entry *e = find_page(&ref, asid, vpn, &l);
        tlb_page got, page = {.bits = draw_size(chip_sizes, r >> 20)};
        page.ppn = ((r >> 30) % (1U << 20) << (page.bits - 12)) + vpn % (UINT64_C(1) << (page.bits - 12));
        if (what < 650) {
            bool hit = what < 500 ? tlb_lookup(t, asid, vpn, &got) : tlb_probe(t, asid, vpn, &got);
            assert_int_equal(hit, e != NULL);
            if (e != NULL) {
                assert_int_equal(got.ppn, frame_of(&ref, e, vpn));
                assert_int_equal(got.bits, e->bits);
                if (what < 500)
                    list_to_front(l, e);
            }
        } else if (what < 950) {
            assert_int_equal(tlb_fill(t, asid, vpn, &page), reference_fill(&ref, asid, vpn, &page));
        } else if (what < 999) {
            assert_int_equal(tlb_invalidate(t, asid, vpn), reference_invalidate(&ref, asid, vpn));
        } else {
            tlb_flush(t);
            memset(ref.set, 0, sizeof ref.set);
        }
    }
    tlb_free(t);
}

static void all_shapes_against_lists(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    compare((tlb_level_config){.entries = 512, .ways = 16}, KB4, KB4, 600, &random); /* the L2 TLB */
    compare((tlb_level_config){.entries = 64}, KB4, KB4, 40, &random);               /* an L1 TLB */
    compare((tlb_level_config){.entries = 64, .ways = 64}, KB4, KB4, 15, &random);
    compare((tlb_level_config){.entries = 1, .ways = 1}, KB4, KB4, 2, &random);
    compare((tlb_level_config){.entries = 32, .ways = 8}, KB4, KB4, 30, &random);
    compare((tlb_level_config){.entries = 12, .ways = 3}, KB4, KB4, 10, &random);
    compare((tlb_level_config){.entries = 48, .ways = 8, .index = "modulo"}, KB4, KB4, 70, &random);
}

/* Pages of several sizes in one array, groups of pages in one entry, sets by XOR. */
static void sizes_groups_and_hashes(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    const tlb_level_config small = {.entries = 16};
    compare(small, KB4 | MB2, KB4 | MB2, 3000, &random);
    compare(small, KB128, MB2, 3000, &random);        /* pieces of large pages */
    compare(small, KB128, KB64 | MB2, 3000, &random); /* too small ones are not kept */
    compare((tlb_level_config){.entries = 64, .ways = 8, .pages = 16}, KB64, KB64, 9000, &random);
    compare((tlb_level_config){.entries = 64, .ways = 8, .pages = 16, .index = "xor"}, KB64 | MB2, KB64 | MB2,
            1 << 18, &random);
    compare((tlb_level_config){.entries = 128, .ways = 4, .index = "xor"}, KB4, KB4, 700, &random);
}

static tlb_page page_at(uint64_t vpn, uint32_t bits) {
    return (tlb_page){.ppn = 7 * vpn, .bits = bits};
}

/* Figures of TunneLs: 128 sets x 8 ways x 16 pages of 64 KB, XOR-7 from bit 20 to 46; ways + 1 addresses that
 * share a set throw one entry out, and with it all of its pages. */
static void an_entry_that_goes_takes_its_pages_along(void **state) {
    (void)state;
    const tlb_level_config level = {.entries = 1024, .ways = 8, .pages = 16, .index = "xor"};
    tlb *t = tlb_new(&level, KB64);
    tlb_page page;
    for (uint64_t i = 0; i < 16; i++) {
        page = page_at(i * 16, 16);
        assert_true(tlb_fill(t, 1, i * 16, &page));
    }
    for (uint64_t k = 1; k <= 8; k++) {
        for (uint64_t i = 0; i < 16; i++)
            assert_true(tlb_probe(t, 1, i * 16 + 5, &page));
        uint64_t address = k << 20 | k << 27; /* the two groups cancel */
        page = page_at(address >> 12, 16);
        assert_true(tlb_fill(t, 1, address >> 12, &page));
    }
    for (uint64_t i = 0; i < 16; i++)
        assert_false(tlb_probe(t, 1, i * 16, &page));
    tlb_free(t);
}

/* A size of its own array does not disturb the others; the largest is found first. */
static void arrays_of_their_own(void **state) {
    (void)state;
    tlb_level_config level = {.entries = 4, .arrays = 1};
    level.array[0] = (tlb_array_config){.entries = 2, .sizes = {.count = 1, .bytes = {MB2}}};
    tlb *t = tlb_new(&level, KB4 | MB2);
    tlb_page page;
    for (uint64_t i = 0; i < 4; i++) {
        page = page_at(i, 12);
        assert_true(tlb_fill(t, 1, i, &page));
    }
    for (uint64_t i = 0; i < 3; i++) {
        page = page_at(i << 9, 21);
        assert_true(tlb_fill(t, 1, i << 9, &page));
    }
    assert_true(tlb_probe(t, 1, 3, &page)); /* the first large page has gone */
    assert_int_equal(page.bits, 12);
    assert_true(tlb_probe(t, 1, (2 << 9) + 3, &page));
    assert_int_equal(page.bits, 21);
    assert_int_equal(page.ppn, 7 * (2 << 9) + 3);
    assert_false(tlb_probe(t, 1, 5, &page));
    assert_false(tlb_probe(t, 2, 3, &page));
    tlb_free(t);
}

/* 2 MB pages reach 512 times as far as 4 KB pages in as many entries. */
static void large_pages_multiply_the_reach(void **state) {
    (void)state;
    const tlb_level_config level = {.entries = 32, .ways = 8};
    for (uint32_t bits = 12; bits <= 21; bits += 9) {
        tlb *t = tlb_new(&level, KB4 | MB2);
        uint64_t kept = 0;
        tlb_page page;
        for (uint64_t vpn = 0; vpn < 32 * 512; vpn++) {
            page = (tlb_page){.ppn = vpn, .bits = bits};
            assert_true(tlb_fill(t, 1, vpn, &page));
        }
        for (uint64_t vpn = 0; vpn < 64 * 512; vpn++)
            kept += tlb_probe(t, 1, vpn, &page);
        assert_int_equal(kept, bits == 12 ? 32 : 32 * 512);
        tlb_free(t);
    }
}

/* With FIFO a hit does not save an entry, with random some entry goes; both take empty ones first. */
static void other_replacements(void **state) {
    (void)state;
    for (const policy_row *const *row = tlb_replacements; *row; row++) {
        const tlb_level_config level = {.entries = 4, .replacement = (*row)->name};
        tlb *t = tlb_new(&level, KB4);
        tlb_page page;
        for (uint64_t vpn = 0; vpn < 4; vpn++) {
            page = page_at(vpn, 12);
            assert_true(tlb_fill(t, 1, vpn, &page));
        }
        for (uint64_t vpn = 0; vpn < 4; vpn++)
            assert_true(tlb_probe(t, 1, vpn, &page));
        assert_true(tlb_lookup(t, 1, 0, &page));
        page = page_at(9, 12);
        assert_true(tlb_fill(t, 1, 9, &page));
        uint32_t kept = 0;
        for (uint64_t vpn = 0; vpn < 4; vpn++)
            kept += tlb_probe(t, 1, vpn, &page);
        assert_int_equal(kept, 3);
        if (strcmp((*row)->name, "lru") == 0)
            assert_false(tlb_probe(t, 1, 1, &page));
        if (strcmp((*row)->name, "fifo") == 0)
            assert_false(tlb_probe(t, 1, 0, &page));
        tlb_free(t);
    }
}

/* Two slices: the parity of VA[46:25] chooses, and each has half of the sets. */
static void slices(void **state) {
    (void)state;
    const tlb_level_config level = {.entries = 4, .ways = 1, .slices = 2, .slice_from = 25};
    tlb *t = tlb_new(&level, KB4);
    tlb_page page;
    const uint64_t same[] = {0, UINT64_C(3) << 13, UINT64_C(5) << 13};
    const uint64_t other = UINT64_C(1) << 13;
    page = page_at(other, 12);
    assert_true(tlb_fill(t, 1, other, &page));
    for (uint32_t i = 0; i < 3; i++) {
        page = page_at(same[i], 12);
        assert_true(tlb_fill(t, 1, same[i], &page));
        assert_true(tlb_probe(t, 1, same[i], &page));
        assert_true(tlb_probe(t, 1, other, &page));
        if (i > 0)
            assert_false(tlb_probe(t, 1, same[i - 1], &page));
    }
    tlb_free(t);
}

/* The number of group k of set 5 of 256, XOR-8, in slice 0 of 2 by VA[46:25]; pages of 64 KB, 16 in a group.
 */
static uint64_t in_set_5(uint64_t k) {
    for (uint64_t group = 0, seen = 0;; group++)
        if (tlb_xor_fold(group, 256) == 5 && tlb_xor_fold(group >> 5, 2) == 0 && seen++ == k)
            return group;
}

static uint32_t groups_held(const tlb *t, uint64_t groups, uint64_t pages) {
    uint32_t held = 0;
    tlb_page page;
    for (uint64_t k = 0; k < groups; k++)
        for (uint64_t i = 0; i < pages; i++)
            held += tlb_probe(t, 1, (in_set_5(k) * 16 + i) * 16, &page);
    return held;
}

static void fill_group(tlb *t, uint64_t group, uint64_t pages) {
    for (uint64_t i = 0; i < pages; i++) {
        const tlb_page page = page_at((group * 16 + i) * 16, 16);
        assert_true(tlb_fill(t, 1, (group * 16 + i) * 16, &page));
    }
}

/* TunneLs, Table 1, L3 uTLB of an A100: 2 slices of 256 sets x 8 ways x 16 pages, XOR-8, and 8 victims in
 * each. So 16 groups that share a set are held at once, with all their pages, and a 17th throws one out; and
 * as the buffer is flushed when another set of the slice evicts, 8 are left then. An eviction in the other
 * slice takes none. */
static void victims_until_another_set_evicts(void **state) {
    (void)state;
    tlb_level_config level = chip_preset("a100")->tlb.level[2];
    assert_int_equal(level.victims, 8);
    tlb *t = tlb_new(&level, KB64 | MB2);
    tlb_page page;
    for (uint64_t k = 0; k < 16; k++)
        fill_group(t, in_set_5(k), 16);
    assert_int_equal(groups_held(t, 16, 16), 256);
    for (uint64_t i = 0; i < 16; i++) {
        assert_true(tlb_lookup(t, 1, (in_set_5(0) * 16 + i) * 16, &page)); /* a victim */
        assert_int_equal(page.ppn, page_at((in_set_5(0) * 16 + i) * 16, 16).ppn);
    }
    for (uint64_t group = 0, filled = 0; filled < 9; group++) /* set 5 of the other slice */
        if (tlb_xor_fold(group, 256) == 5 && tlb_xor_fold(group >> 5, 2) == 1 && ++filled != 0)
            fill_group(t, group, 1);
    assert_int_equal(groups_held(t, 16, 16), 256);
    for (uint64_t group = 0, filled = 0; filled < 9; group++) { /* set 6 of this one: its ninth evicts */
        if (tlb_xor_fold(group, 256) != 6 || tlb_xor_fold(group >> 5, 2) != 0)
            continue;
        assert_int_equal(groups_held(t, 16, 16), 256);
        fill_group(t, group, 1);
        filled++;
    }
    assert_int_equal(groups_held(t, 16, 16), 128);
    assert_false(tlb_probe(t, 1, in_set_5(0) * 256, &page));
    tlb_flush(t);
    for (uint64_t k = 0; k < 17; k++)
        fill_group(t, in_set_5(k), 16);
    assert_int_equal(groups_held(t, 17, 16), 256);
    assert_false(tlb_probe(t, 1, in_set_5(0) * 256, &page));
    assert_true(tlb_invalidate(t, 1, in_set_5(1) * 256)); /* a page of a victim; the others stay */
    assert_int_equal(groups_held(t, 17, 16), 255);
    assert_true(tlb_invalidate_space(t, 1));
    assert_int_equal(groups_held(t, 17, 16), 0);
    tlb_free(t);
    level.victims = 0;
    t = tlb_new(&level, KB64 | MB2);
    for (uint64_t k = 0; k < 9; k++)
        fill_group(t, in_set_5(k), 1);
    assert_int_equal(groups_held(t, 9, 1), 8);
    tlb_free(t);
}

static void no_array_holds_nothing(void **state) {
    (void)state;
    const tlb_level_config level = {.entries = 0};
    tlb *t = tlb_new(&level, KB4);
    tlb_page page = page_at(1, 12);
    assert_non_null(t);
    assert_false(tlb_fill(t, 1, 1, &page));
    assert_false(tlb_lookup(t, 1, 1, &page));
    tlb_flush(t);
    tlb_free(t);
}

/* The hits of application 1 over a fixed loop, while application 2 touches `others` pages after each of its
 * accesses. */
static uint64_t hits_beside(const tlb_level_config *level, uint32_t others) {
    tlb *t = tlb_new(level, KB4);
    tlb_page page;
    uint64_t pattern = 0, other = 0;
    assert_non_null(t);
    for (uint32_t i = 0; i < 640; i++) {
        const uint64_t vpn = i * 7 % 29;
        const bool hit = tlb_lookup(t, 1, vpn, &page);
        pattern = pattern * 31 + hit;
        if (!hit)
            assert_true(tlb_fill(t, 1, vpn, &(tlb_page){.ppn = vpn, .bits = 12}));
        for (uint32_t j = 0; j < others; j++, other = (other + 1) % 97)
            if (!tlb_lookup(t, 2, other, &page))
                assert_true(tlb_fill(t, 2, other, &(tlb_page){.ppn = other, .bits = 12}));
    }
    tlb_free(t);
    return pattern;
}

/* Fractional GPUs colours the L2 cache and DRAM and leaves the TLB shared. With partitions an application
 * finds the same entries whatever another one touches; without them it does not. */
static void partitions_isolate_hits(void **state) {
    (void)state;
    for (const policy_row *const *row = tlb_replacements; *row; row++) {
        for (uint32_t victims = 0; victims <= 4; victims += 4) {
            tlb_level_config level = {.entries = 64,
                                      .ways = 8,
                                      .index = "xor",
                                      .replacement = (*row)->name,
                                      .slices = 2,
                                      .slice_from = 14,
                                      .victims = victims};
            assert_int_not_equal(hits_beside(&level, 0), hits_beside(&level, 16));
            level.partitions = 2;
            const uint64_t alone = hits_beside(&level, 0);
            for (uint32_t others = 1; others <= 32; others *= 2)
                assert_int_equal(hits_beside(&level, others), alone);
        }
    }
}

static void refused(tlb_level_config level) {
    assert_non_null(tlb_shape_wrong(&level, KB4));
    assert_null(tlb_new(&level, KB4));
}

static void odd_shapes_are_refused(void **state) {
    (void)state;
    refused((tlb_level_config){.entries = 64, .ways = 65});
    refused((tlb_level_config){.entries = 10, .ways = 4});
    refused((tlb_level_config){.entries = 12, .ways = 4}); /* 3 sets */
    refused((tlb_level_config){.entries = UINT32_MAX, .ways = 1});
    refused((tlb_level_config){.entries = 64, .ways = 8, .partitions = 3});
    refused((tlb_level_config){.entries = 64, .ways = 16, .partitions = 16});
    refused((tlb_level_config){.entries = 64, .pages = 3});
    refused((tlb_level_config){.entries = 64, .pages = 128});
    refused((tlb_level_config){.entries = 64, .ways = 8, .slices = 3, .slice_from = 25});
    refused((tlb_level_config){.entries = 64, .ways = 8, .slices = 2}); /* by which bits? */
    refused((tlb_level_config){.entries = 64, .ways = 8, .pages = 16, .index_from = 15});
    refused((tlb_level_config){.entries = 64, .sizes = {.count = 1, .bytes = {2048}}});
    refused((tlb_level_config){
        .entries = 64, .arrays = 1, .sizes = {1, {KB4}}, .array[0] = {.entries = 4, .sizes = {1, {KB4}}}});
    tlb_free(NULL);
}

/* Mosaic 4.3: arrays with a latency of their own come one after another, larger pages first. */
static void stages_are(const chip_config *chip, const tlb_level_config *level, uint32_t base, uint32_t middle,
                       uint32_t large, uint32_t miss) {
    const tlb_stages s = tlb_stages_of(chip, level);
    assert_int_equal(tlb_stages_hit(&s, 12), base);
    assert_int_equal(tlb_stages_hit(&s, 16), middle);
    assert_int_equal(tlb_stages_hit(&s, 21), large);
    assert_int_equal(tlb_stages_all(&s), miss);
}

static void arrays_in_turn(void **state) {
    (void)state;
    const page_size_list all = {.count = 3, .bytes = {4096, 65536, 2U << 20}};
    chip_config chip = {.page_sizes = all};
    tlb_level_config level = {.entries = 16, .sizes = {1, {4096}}, .latency = 10, .arrays = 2};
    level.array[0] = (tlb_array_config){.entries = 8, .sizes = {1, {65536}}};
    level.array[1] = (tlb_array_config){.entries = 4, .sizes = {1, {2U << 20}}};
    stages_are(&chip, &level, 10, 10, 10, 10);
    level.array[1].latency = 3;
    stages_are(&chip, &level, 13, 13, 3, 13);
    level.array[0].latency = 5;
    stages_are(&chip, &level, 18, 8, 3, 18);
    chip.page_sizes =
        (page_size_list){.count = 2, .bytes = {4096, 65536}}; /* none gets into the array of 2 MB */
    stages_are(&chip, &level, 15, 5, 15, 15);
    chip.page_sizes = (page_size_list){.count = 1, .bytes = {2U << 20}}; /* and into that array alone */
    stages_are(&chip, &level, 3, 3, 3, 3);
    level.array[1].entries = 0; /* kept as pieces of 64 KB */
    stages_are(&chip, &level, 5, 5, 5, 5);
    chip.page_sizes = (page_size_list){.count = 1, .bytes = {4096}};
    stages_are(&chip, &level, 10, 10, 10, 10);
    level.array[1].entries = 4;
    chip.page_table = page_table_formats[PAGE_TABLE_MOSAIC]; /* coalesced pages */
    stages_are(&chip, &level, 13, 13, 3, 13);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_shapes_against_lists),
        cmocka_unit_test(sizes_groups_and_hashes),
        cmocka_unit_test(an_entry_that_goes_takes_its_pages_along),
        cmocka_unit_test(arrays_of_their_own),
        cmocka_unit_test(large_pages_multiply_the_reach),
        cmocka_unit_test(other_replacements),
        cmocka_unit_test(slices),
        cmocka_unit_test(victims_until_another_set_evicts),
        cmocka_unit_test(partitions_isolate_hits),
        cmocka_unit_test(no_array_holds_nothing),
        cmocka_unit_test(odd_shapes_are_refused),
        cmocka_unit_test(arrays_in_turn),
    };
    return UNIT_TEST_RUN("tlb", tests);
}
