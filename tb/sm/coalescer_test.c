/* SPDX-License-Identifier: Apache-2.0 */
/* The coalescer against a plain reference on random addresses; bank conflicts of shared memory. */
#include "unit_test.h"

#include "sm/parts/coalescer.h"
#include "sm/parts/shared_memory.h"

#include <stdbool.h>
#include <string.h>

enum { PAGE_4K = 12, PAGE_64K = 16, PAGE_2M = 21 };

static warp_inst access_of(uint32_t mask, uint8_t width) {
    return (warp_inst){.op = OP_LOAD, .space = SPACE_GLOBAL, .mask = mask, .width = width};
}

static warp_inst strided(uint64_t base, uint64_t stride, uint8_t width) {
    warp_inst inst = access_of(UINT32_MAX, width);
    for (uint32_t i = 0; i < GMMU_LANES; i++)
        inst.addr[i] = base + i * stride;
    return inst;
}

static void test_patterns(void **state) {
    (void)state;
    coalesced_access a;
    warp_inst inst = strided(0x1000, 4, 4);
    coalesce(&inst, PAGE_4K, &a);
    assert_int_equal(a.lines, 1);
    assert_int_equal(a.line[0], 0x20);
    assert_int_equal(a.opens_page, 1);

    inst = strided(0x1040, 4, 4); /* half a line off */
    coalesce(&inst, PAGE_4K, &a);
    assert_int_equal(a.lines, 2);
    assert_int_equal(a.opens_page, 1);

    inst = strided(0x1000, 16, 16);
    coalesce(&inst, PAGE_4K, &a);
    assert_int_equal(a.lines, 4);

    inst = strided(0, 4096, 4);
    coalesce(&inst, PAGE_4K, &a);
    assert_int_equal(a.lines, 32);
    assert_int_equal(a.opens_page, UINT32_MAX);

    inst = strided(4096 - 8, 4096, 16); /* each across a page border */
    coalesce(&inst, PAGE_4K, &a);
    assert_int_equal(a.lines, 64);
    assert_int_equal(__builtin_popcountll(a.opens_page), 33);

    inst = access_of(1, 16);
    inst.addr[0] = UINT64_MAX;
    coalesce(&inst, PAGE_4K, &a);
    assert_int_equal(a.lines, 1);
}

/* One translation request per page, whatever the size of a page. */
static void test_page_sizes(void **state) {
    (void)state;
    coalesced_access a;
    warp_inst inst = strided(0x7f0000, 4096, 4); /* 32 pages of 4 KB, the last of 64 KB and 2 MB among them */
    coalesce(&inst, PAGE_4K, &a);
    assert_int_equal(__builtin_popcountll(a.opens_page), 32);
    coalesce(&inst, PAGE_64K, &a);
    assert_int_equal(a.opens_page, 1U | 1U << 16);
    coalesce(&inst, PAGE_2M, &a);
    assert_int_equal(a.opens_page, 1U | 1U << 16);
}

/* A page turns out to be larger than the smallest one: its later lines, and no others, open no page. */
static void test_larger_page(void **state) {
    (void)state;
    coalesced_access a;
    warp_inst inst = strided(0x7f0000, 4096, 4);
    coalesce(&inst, PAGE_4K, &a);
    coalesced_found_page(&a, 2, PAGE_2M); /* ends with line 15 */
    assert_int_equal(a.opens_page, 0xffff0007);
    coalesced_found_page(&a, 31, PAGE_2M); /* nothing comes after it */
    assert_int_equal(a.opens_page, 0xffff0007);

    inst = strided(4096 - 8, 4096, 16); /* 64 lines */
    coalesce(&inst, PAGE_4K, &a);
    const uint64_t before = a.opens_page;
    coalesced_found_page(&a, 63, PAGE_2M);
    assert_int_equal(a.opens_page, before);
}

/* Reference: byte by byte. */
static void test_random_addresses(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t run = 0; run < 3000; run++) {
        uint64_t range = UINT64_C(1) << (4 + unit_test_random(&random) % 40);
        const uint32_t page_bits = 12 + (uint32_t)unit_test_random(&random) % 10;
        warp_inst inst = access_of((uint32_t)unit_test_random(&random), (uint8_t)(1U << run % 5));
        for (uint32_t i = 0; i < GMMU_LANES; i++)
            inst.addr[i] = unit_test_random(&random) % range;
        if (inst.mask == 0)
            continue;

        uint64_t line[COALESCER_MAX_LINES], opens = 0;
        uint32_t lines = 0;
        for (uint32_t i = 0; i < GMMU_LANES; i++) {
            for (uint32_t byte = 0; byte < inst.width && (inst.mask >> i & 1); byte++) {
                uint64_t l = (inst.addr[i] + byte) / GMMU_LINE_BYTES;
                bool known = false, page_known = false;
                for (uint32_t k = 0; k < lines; k++) {
                    known |= line[k] == l;
                    page_known |= line[k] * GMMU_LINE_BYTES >> page_bits == l * GMMU_LINE_BYTES >> page_bits;
                }
                if (known)
                    continue;
                opens |= (uint64_t)!page_known << lines;
                line[lines++] = l;
            }
        }
        coalesced_access a;
        coalesce(&inst, page_bits, &a);
        assert_int_equal(a.lines, lines);
        assert_int_equal(a.opens_page, opens);
        assert_memory_equal(a.line, line, lines * sizeof(line[0]));
    }
}

/* Each line has the sectors that a byte of an active lane lies in, and no others. */
static void test_sectors(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (int run = 0; run < 2000; run++) {
        static const uint8_t widths[] = {1, 4, 8, 16};
        const uint32_t sector = 32U << unit_test_random(&random) % 3;
        warp_inst inst =
            access_of((uint32_t)unit_test_random(&random) | 1U, widths[unit_test_random(&random) % 4]);
        for (uint32_t i = 0; i < GMMU_LANES; i++)
            inst.addr[i] = unit_test_random(&random) % 4096;
        coalesced_access a;
        coalesce(&inst, PAGE_4K, &a);
        coalesce_sectors(&inst, sector, &a);
        uint8_t named[COALESCER_MAX_LINES] = {0};
        for (uint32_t i = 0; i < GMMU_LANES; i++)
            for (uint32_t b = 0; b < inst.width && (inst.mask >> i & 1); b++)
                for (uint32_t k = 0; k < a.lines; k++)
                    if (a.line[k] == (inst.addr[i] + b) / GMMU_LINE_BYTES)
                        named[k] |= (uint8_t)(1U << (inst.addr[i] + b) % GMMU_LINE_BYTES / sector);
        assert_memory_equal(a.sectors, named, a.lines);
    }
}

static void test_bank_conflicts(void **state) {
    (void)state;
    warp_inst inst = strided(0, 4, 4);
    assert_int_equal(shared_memory_passes(&inst), 1);
    inst = strided(64, 0, 4); /* broadcast */
    assert_int_equal(shared_memory_passes(&inst), 1);
    inst.op = OP_ATOMIC; /* one after the other */
    assert_int_equal(shared_memory_passes(&inst), 32);
    inst = strided(0, 8, 4);
    assert_int_equal(shared_memory_passes(&inst), 2);
    inst = strided(0, 128, 4);
    assert_int_equal(shared_memory_passes(&inst), 32);
    inst = strided(0, 132, 4); /* padded rows */
    assert_int_equal(shared_memory_passes(&inst), 1);
    inst = strided(0, 8, 8);
    assert_int_equal(shared_memory_passes(&inst), 2);
    inst = strided(0, 16, 16);
    assert_int_equal(shared_memory_passes(&inst), 4);
    inst = strided(0, 1, 1); /* 8 words */
    assert_int_equal(shared_memory_passes(&inst), 1);
    inst = strided(2, 128 * 32, 16); /* 5 words each, all lanes in the same 5 banks */
    assert_int_equal(shared_memory_passes(&inst), 32);
    inst = strided(UINT64_MAX, UINT64_MAX, 16);
    assert_true(shared_memory_passes(&inst) <= SHARED_MAX_PASSES);
    inst = strided(2, 0, 16);
    inst.op = OP_ATOMIC;
    assert_int_equal(shared_memory_passes(&inst), 32);
    inst.mask = 0;
    assert_int_equal(shared_memory_passes(&inst), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns),    cmocka_unit_test(test_page_sizes),
        cmocka_unit_test(test_larger_page), cmocka_unit_test(test_random_addresses),
        cmocka_unit_test(test_sectors),     cmocka_unit_test(test_bank_conflicts),
    };
    return UNIT_TEST_RUN("coalescer", tests);
}
