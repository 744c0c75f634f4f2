/* SPDX-License-Identifier: Apache-2.0 */
/* page_walker: walks of tables written by hand in four formats, several at a time, the cache of tables,
 * invalidations, faults, turns, and random traffic. tb/mmu/page_walker_test.c walks the tables of the model.
 */
#include "page_walker_bench.h"

static const page_walker_format x86 = PAGE_WALKER_X86, sv32 = PAGE_WALKER_SV32, sv39 = PAGE_WALKER_SV39,
                                pascal = PAGE_WALKER_PASCAL, hopper = PAGE_WALKER_HOPPER;

/* ---- formats ---- */

static void test_empty_after_reset(void **unused) {
    bench b;
    (void)unused;
    start(&b, &x86);
    assert_int_equal(b.out.walk_ready, 1);
    assert_int_equal(b.out.l_valid, 0);
    for (unsigned r = 0; r < READS; r++)
        assert_int_equal(b.out.rd_valid[r], 0);
    assert_int_equal(b.out.done_valid, 0);
    assert_int_equal(b.out.inv_ack, 0);
}

/* x86-64 as the Intel SDM has it: present 0, writable 1, user 2, page size 7, frame from bit 12. */
static void test_x86(void **unused) {
    const uint64_t vpn = UINT64_C(1) << 27 | 2U << 18 | 3U << 9 | 4;
    bench b;
    (void)unused;
    start(&b, &x86);
    b.root[1] = 10;
    b.word[10][1] = 11U << 12 | 0x7;
    b.word[11][2] = 12U << 12 | 0x7;
    b.word[12][3] = 13U << 12 | 0x7;
    b.word[13][4] = UINT64_C(1) << 63 | 0x4567000U | 0x67; /* no execution */
    b.word[12][5] = 0x400000U | 0xe7;                      /* 2 MB */
    b.word[11][6] = UINT64_C(0x80000000) | 0xa1;
    expect_page(&b, 1, vpn, 0x4567, 0);
    assert_int_equal(b.reads, 4);
    assert_int_equal(b.out.done_exec, 0);
    assert_int_equal(b.out.done_read, 1);
    assert_int_equal(b.out.done_write, 1);
    assert_int_equal(b.out.done_system, 0);
    expect_page(&b, 1, (vpn & ~UINT64_C(0x3ffff)) | 5U << 9 | 0x1ab, 0x400 + 0x1ab, 9);
    expect_page(&b, 1, UINT64_C(1) << 27 | 6U << 18 | 0x2abcd, 0x80000 + 0x2abcd, 18);
    assert_int_equal(b.out.done_write, 0);
    assert_int_equal(b.out.done_system, 1);
}

/* Sv39: valid 0, R W X 1 to 3, user 4, frame from bit 10. An entry with R, W or X is a leaf, at every level.
 */
static void test_sv39(void **unused) {
    const uint64_t vpn = 300U << 18 | 200U << 9 | 100;
    bench b;
    (void)unused;
    start(&b, &sv39);
    b.root[0] = 20;
    b.word[20][300] = 21U << 10 | 0x01;
    b.word[21][200] = 22U << 10 | 0x01;
    b.word[22][100] = 0x1234U << 10 | 0xd7; /* R, W, user */
    b.word[22][101] = 0x1235U << 10 | 0x49; /* X alone */
    b.word[22][102] = 23U << 10 | 0x01;     /* a pointer */
    b.word[21][201] = 0x600U << 10 | 0x43;
    b.word[21][202] = 0x601U << 10 | 0x03; /* not aligned */
    expect_page(&b, 0, vpn, 0x1234, 0);
    assert_int_equal(b.out.done_write, 1);
    assert_int_equal(b.out.done_system, 0);
    expect_page(&b, 0, vpn + 1, 0x1235, 0);
    assert_int_equal(b.out.done_read, 0);
    assert_int_equal(b.out.done_exec, 1);
    assert_int_equal(b.out.done_write, 0);
    assert_int_equal(b.out.done_system, 1);
    expect_fault(&b, 0, vpn + 2, WALK_MALFORMED, 0);
    expect_page(&b, 0, 300U << 18 | 201U << 9 | 7, 0x607, 9);
    expect_fault(&b, 0, 300U << 18 | 202U << 9 | 7, WALK_MALFORMED, 1);
}

/* Sv32: entries of 32 bits, 1024 in a table, two in each word that is read; their flags are those of Sv39,
 * their frame has 22 bits from bit 10, and an entry of the root maps 4 MB. */
static void test_sv32(void **unused) {
    const uint64_t vpn = 0x2a5U << 10 | 0x133;
    bench b;
    (void)unused;
    start(&b, &sv32);
    b.root[0] = 20;
    b.word[20][0x2a5 / 2] =
        UINT64_C(0x5401) << 32 | 0xffffffffU; /* entry 0x2a5, a pointer to frame 21; 0x2a4 is not it */
    b.word[21][0x133 / 2] = UINT64_C(0xfffffcd7) << 32 | 0x12340049; /* R, W, user; X alone */
    b.word[21][0x134 / 2] = 0x5801;                                  /* a pointer; and an empty entry */
    b.word[20][0x2a6 / 2] = UINT64_C(0x00200443) << 32 | (0x800U << 10 | 0x43); /* not aligned; 4 MB */
    expect_page(&b, 0, vpn, 0x3fffff, 0);
    assert_int_equal(b.reads, 2);
    assert_int_equal(b.out.done_write, 1);
    assert_int_equal(b.out.done_system, 0);
    expect_page(&b, 0, vpn - 1, 0x12340049 >> 10, 0);
    assert_int_equal(b.out.done_exec, 1);
    assert_int_equal(b.out.done_read, 0);
    assert_int_equal(b.out.done_system, 1);
    expect_fault(&b, 0, vpn + 1, WALK_MALFORMED, 0);
    expect_fault(&b, 0, vpn + 2, WALK_ABSENT, 0);
    expect_page(&b, 0, 0x2a6U << 10 | 0x3ff, 0x800 | 0x3ff, 10);
    assert_int_equal(b.out.done_large, b.in.r_whole);
    expect_fault(&b, 0, 0x2a7U << 10 | 5, WALK_MALFORMED, 1);
}

/* Pascal: a pointer has an aperture in bits 2..1, a page its valid bit 0, both their frame from bit 8. A dual
 * entry has the table of 64 KB pages in its first word, that of 4 KB pages in the second. */
static void test_pascal(void **unused) {
    const uint64_t dir = UINT64_C(1) << 35 | UINT64_C(2) << 26 | 3U << 17;
    bench b;
    (void)unused;
    start(&b, &pascal);
    b.root[2] = 30;
    b.word[30][1] = 31U << 8 | 0x2;
    b.word[31][2] = 32U << 8 | 0x4;
    b.word[32][3] = 33U << 8 | 0x2;
    b.word[33][2 * 9] = 34U << 8 | 0x2; /* entry 9: 64 KB pages, and 4 KB pages */
    b.word[33][2 * 9 + 1] = 35U << 8 | 0x2;
    b.word[34][5] = 0x120U << 8 | 0x61; /* read-only, privileged */
    b.word[34][7] = 0x08;               /* volatile and not valid: sparse */
    b.word[35][6 * 16 + 1] = 0x777U << 8 | 0x1;
    b.word[33][2 * 10 + 1] = 35U << 8 | 0x6; /* entry 10: 4 KB pages alone */
    b.word[33][2 * 11] = 0xa00U << 8 | 0x1;  /* entry 11: a page of 2 MB */
    expect_page(&b, 2, dir | 9U << 9 | 0x5a, 0x12a, 4);
    assert_int_equal(b.reads, 5);
    assert_int_equal(b.out.done_write, 0);
    assert_int_equal(b.out.done_system, 1);
    expect_page(&b, 2, dir | 9U << 9 | 0x61, 0x777,
                0); /* no larger page there: first word, page, second, page */
    assert_int_equal(b.reads, 5 + 4);
    assert_int_equal(b.out.done_write, 1);
    expect_fault(&b, 2, dir | 9U << 9 | 0x70, WALK_ABSENT, 1);
    expect_page(&b, 2, dir | 10U << 9 | 0x61, 0x777, 0);
    expect_page(&b, 2, dir | 11U << 9 | 0x155, 0xa00 + 0x155, 9);
    expect_fault(&b, 2, dir | 12U << 9, WALK_ABSENT, 1);
}

/* Six levels; this project's own entries, whose second word points to larger pages. Bit 56 of an address is
 * beyond its 48 bits, so the root has one entry that counts. */
static void test_hopper(void **unused) {
    const uint64_t vpn = UINT64_C(1) << 35 | UINT64_C(2) << 26 | 3U << 17 | 4U << 9 | 5;
    bench b;
    (void)unused;
    start(&b, &hopper);
    b.root[1] = 40;
    for (unsigned level = 5; level > 2; level--)
        b.word[45 - level][level == 5 ? 0 : 5 - level] = (46U - level) << 12 | 1;
    b.word[43][3] = 44U << 12 | 1;
    b.word[43][6] = 0x40000000U | 0x11; /* 512 MB */
    b.word[44][2 * 4] = 45U << 12 | 1;
    b.word[45][5] = 0x999000U | 0x3;
    expect_page(&b, 1, vpn, 0x999, 0);
    assert_int_equal(b.reads, 7);
    assert_int_equal(b.out.done_write, 1);
    expect_page(&b, 1, UINT64_C(1) << 35 | UINT64_C(2) << 26 | 6U << 17 | 0x1ffff, 0x40000 + 0x1ffff, 17);
}

/* ---- rights, and what is reserved ---- */

/* Intel SDM 4.6: a page may be written, executed, and used by all, only if each entry on the way allows it;
 * cached tables keep that. */
static void test_rights_of_every_level(void **unused) {
    const uint64_t nx = UINT64_C(1) << 63;
    uint64_t rnd = unit_test_seed();
    unsigned seen[2][3] = {{0, 0, 0}, {0, 0, 0}};
    bench b;
    (void)unused;
    for (unsigned round = 0; round < 300; round++) {
        start(&b, &x86);
        b.root[0] = 1;
        bool write = true, user = true, exec = true;
        for (unsigned level = 0; level < 4; level++) {
            const uint64_t draw = unit_test_random(&rnd);
            const bool w = (draw & 7) != 0, u = (draw >> 3 & 7) != 0, x = (draw >> 6 & 7) != 0;
            const bool dirty = level == 3 && (draw >> 9 & 3) != 0;
            const uint64_t flags = 1U | (w ? 2U : 0U) | (u ? 4U : 0U) | (x ? 0U : nx) | (dirty ? 0x40U : 0U);
            b.word[1 + level][0] = (uint64_t)(2 + level) << 12 | flags | (level == 3 ? 0x20U : 0U);
            b.word[1 + level][1] = b.word[1 + level][0];
            write = write && w && (level != 3 || dirty);
            user = user && u;
            exec = exec && x;
        }
        for (unsigned page = 0; page < 2; page++) { /* the second begins in a cached table */
            expect_page(&b, 0, page, 5, 0);
            assert_int_equal(b.out.done_read, 1);
            assert_int_equal(b.out.done_write, write);
            assert_int_equal(b.out.done_exec, exec);
            assert_int_equal(b.out.done_system, !user);
        }
        assert_int_equal(b.reads, 5);
        seen[write][0]++;
        seen[user][1]++;
        seen[exec][2]++;
    }
    for (unsigned k = 0; k < 3; k++)
        assert_true(seen[0][k] > 20 && seen[1][k] > 20);
}

/* RISC-V privileged architecture, 4.3.1 and 4.4.1: W without R is reserved, bits 63 to 54 are, and in a
 * pointer D, A and U; with A clear a page is absent here, with D clear it may not be written. */
static void test_reserved_by_sv39(void **unused) {
    static const struct {
        uint64_t entry;
        unsigned kind;
    } leaf[] = {{0x1000U << 10 | 0xc5, WALK_MALFORMED},
                {0x1000U << 10 | 0xcd, WALK_MALFORMED},
                {0x1000U << 10 | 0x05, WALK_MALFORMED},
                {UINT64_C(1) << 54 | 0x1000U << 10 | 0xc7, WALK_MALFORMED},
                {UINT64_C(1) << 63 | 0x1000U << 10 | 0xc7, WALK_MALFORMED},
                {UINT64_C(1) << (10 + GMMU_PPN_W) | 0x1000U << 10 | 0xc7, WALK_MALFORMED},
                {0x1000U << 10 | 0x87, WALK_ABSENT},
                {0x1000U << 10 | 0xc6, WALK_ABSENT}};
    static const uint64_t pointer[] = {0x11, 0x41, 0x81, UINT64_C(1) << 54 | 1,
                                       UINT64_C(1) << (10 + GMMU_PPN_W) | 1};
    bench b;
    (void)unused;
    for (unsigned i = 0; i < sizeof leaf / sizeof leaf[0]; i++) {
        start(&b, &sv39);
        b.root[0] = 1;
        b.word[1][0] = 2U << 10 | 1;
        b.word[2][0] = 3U << 10 | 1;
        b.word[3][0] = leaf[i].entry;
        expect_fault(&b, 0, 0, leaf[i].kind, 0);
    }
    for (unsigned i = 0; i < sizeof pointer / sizeof pointer[0]; i++) {
        start(&b, &sv39);
        b.root[0] = 1;
        b.word[1][0] = 2U << 10 | pointer[i];
        expect_fault(&b, 0, 0, WALK_MALFORMED, 2);
    }
    b.word[1][0] = 2U << 10 | 1;
    b.word[2][0] = 3U << 10 | 1;
    b.word[3][0] = 0x1000U << 10 | 0x4f; /* not dirty */
    expect_page(&b, 0, 0, 0x1000, 0);
    assert_int_equal(b.out.done_write, 0);
    assert_int_equal(b.out.done_exec, 1);
}

/* ---- several walks, and what they share ---- */

/* Tables of x86 for two levels of pages: space a, root at 4 a + 1, pages 0 .. 511 in frames 0x1000 a on. */
static void small_space(bench *b, unsigned a) {
    const unsigned root = 4 * a + 1;
    b->root[a] = root;
    for (unsigned level = 0; level < 3; level++)
        b->word[root + level][0] = (uint64_t)(root + level + 1) << 12 | 1;
    for (unsigned p = 0; p < 512; p++)
        b->word[root + 3][p] = (uint64_t)(0x1000 * a + p) << 12 | 0x21;
}

/* MASK 6: the shared walker admits up to 64 walks at a time. As many walks as there are walkers have a read
 * under way at a time; the answers come in the opposite order, and each result is that of its own walk. */
static void test_walks_at_a_time(void **unused) {
    bool seen[WALKERS] = {false};
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 1);
    b.held = true;
    for (unsigned w = 0; w < WALKERS; w++)
        begin(&b, 1, 7 * w);
    assert_int_equal(b.out.walk_ready, 0);
    for (unsigned i = 0; i < 4 * WALKERS; i++)
        edge(&b);
    assert_int_equal(b.asked, WALKERS);
    b.in.done_ready = 1;
    for (unsigned done = 0, i = 0; done < WALKERS; i++) {
        assert_true(i < 50 * WALKERS);
        if (b.out.done_valid) {
            const unsigned w = (unsigned)b.out.done_vpn / 7;
            assert_int_equal(b.out.done_ppn, 0x1000 + 7 * w);
            assert_false(seen[w]);
            seen[w] = true;
            done++;
        }
        if (b.asked != 0)
            answer(&b, b.asked - 1);
        edge(&b);
    }
    assert_int_equal(b.out.done_valid, 0);
}

/* MASK 6: the shared walker admits up to 64 walks at a time, so that as many entries are on their way from
 * memory. A memory that answers in the next cycle is read at each port in each cycle while there are walks
 * for that: WALK_READS entries in a cycle, never more. */
static void test_reads_in_a_cycle(void **unused) {
    unsigned cycles = 0, most = 0;
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    set_ready(&b, 0);
    b.in.done_ready = 1;
    for (unsigned w = 0; w < WALKERS; w++) /* all begin at the root: nothing is cached yet */
        begin(&b, 0, w);
    for (unsigned i = 0; i < 4 * WALKERS; i++)
        edge(&b);
    set_ready(&b, 1);
    for (unsigned before; b.reads < 4 * WALKERS; cycles++) {
        before = b.reads;
        edge(&b);
        most = b.reads - before > most ? b.reads - before : most;
        assert_true(cycles < 4 * WALKERS + 8);
    }
    assert_int_equal(most, READS);
    assert_in_range(cycles, 4 * WALKERS / READS, 4 * WALKERS / READS + 4);
}

/* MASK 3: a page walk cache knows upper levels of the table, so that a walk reads the last entry
 * alone. Not those of another address space. */
static void test_cache_saves_reads(void **unused) {
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    small_space(&b, 1);
    expect_page(&b, 0, 3, 3, 0);
    assert_int_equal(b.reads, 4);
    expect_page(&b, 0, 511, 511, 0);
    assert_int_equal(b.reads, 5);
    expect_fault(&b, 0, 512, WALK_ABSENT, 1); /* the table above is known */
    assert_int_equal(b.reads, 6);
    expect_page(&b, 1, 3, 0x1003, 0);
    assert_int_equal(b.reads, 10);
    invalidate(&b, false, 1);
    expect_page(&b, 0, 4, 4, 0);
    assert_int_equal(b.reads, 11);
    expect_page(&b, 1, 4, 0x1004, 0);
    assert_int_equal(b.reads, 15);
    invalidate(&b, true, 2);
    expect_page(&b, 0, 5, 5, 0);
    expect_page(&b, 1, 5, 0x1005, 0);
    assert_int_equal(b.reads, 23);
}

/* In a memory that answers in the next cycle a walk of one read has its result 8 cycles after it is taken,
 * and each further read takes 3. */
static void test_latency(void **unused) {
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    for (unsigned reads = 4; reads == 4 || reads == 1; reads -= 3) {
        unsigned cycles = 1;
        for (begin(&b, 0, 1); !b.out.done_valid; cycles++)
            edge(&b);
        assert_int_equal(cycles, 8 + 3 * (reads - 1));
        take_result(&b);
    }
}

/* The cache keeps WALK_WAYS tables of a level; one more displaces the oldest. */
static void test_cache_displaces(void **unused) {
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    for (unsigned k = 0; k <= GMMU_WALK_WAYS; k++)
        b.word[3][k] = UINT64_C(4) << 12 | 1; /* one table for all */
    for (uint64_t k = 0; k <= GMMU_WALK_WAYS; k++)
        expect_page(&b, 0, k << 9 | 1, 1, 0);
    b.reads = 0;
    expect_page(&b, 0, UINT64_C(1) << 9 | 2, 2, 0);
    assert_int_equal(b.reads, 1);
    expect_page(&b, 0, 2, 2, 0);
    assert_int_equal(b.reads, 3);
}

/* ---- invalidations ---- */

/* A table is exchanged under a walk that has read the pointer to it: after the invalidation, in whatever
 * state it finds the walk, its result is that of the new table. */
static void test_invalidation_under_way(void **unused) {
    (void)unused;
    for (unsigned when = 0; when < 40; when++) {
        bench b;
        start(&b, &x86);
        small_space(&b, 0);
        begin(&b, 0, 8);
        for (unsigned i = 0; i < when; i++)
            edge(&b);
        b.root[0] = 20; /* another tree: even the root has changed */
        b.word[20][0] = 21U << 12 | 1;
        b.word[21][0] = 22U << 12 | 1;
        b.word[22][0] = 23U << 12 | 1;
        b.word[23][8] = 0x888U << 12 | 0x21;
        if (b.out.done_valid) { /* this result is from before, and leaves before inv_ack */
            assert_int_equal(b.out.done_ppn, 8);
            b.in.inv_valid = 1;
            edge(&b);
            assert_int_equal(b.out.inv_ack, 0);
            assert_int_equal(b.out.done_ppn, 8);
            b.in.done_ready = 1;
            invalidate(&b, false, 0);
            b.in.done_ready = 0;
            assert_int_equal(b.out.done_valid, 0);
            begin(&b, 0, 8);
        } else {
            invalidate(&b, false, 0);
        }
        wait_for_result(&b);
        assert_int_equal(b.out.done_ppn, 0x888);
        take_result(&b);
        for (unsigned i = 0; i < 20; i++)
            edge(&b);
        assert_int_equal(b.out.done_valid, 0); /* one result alone */
        expect_page(&b, 0, 8, 0x888, 0);       /* and nothing old in the cache */
    }
}

/* The answer to a read from before the invalidation fills nothing, though it comes after it. */
static void test_late_answer(void **unused) {
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    small_space(&b, 2);
    b.held = true;
    begin(&b, 0, 1);
    for (unsigned i = 0; i < 8; i++)
        edge(&b);
    assert_int_equal(b.asked, 1);
    invalidate(&b, false, 0);
    assert_int_equal(b.asked, 1);
    answer(&b, 0); /* the old word */
    b.root[0] = b.root[2];
    edge(&b);
    b.held = false;
    wait_for_result(&b);
    assert_int_equal(b.out.done_ppn, 0x2001);
    assert_int_equal(b.reads, 5);
}

/* Nor does the root that was looked up before it. */
static void test_late_look_up(void **unused) {
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    small_space(&b, 2);
    begin(&b, 0, 1);
    b.slow = true;
    for (unsigned i = 0; i < 4; i++)
        edge(&b);
    assert_int_equal(b.look, 0);
    invalidate(&b, true, 0);
    b.root[0] = b.root[2];
    b.slow = false; /* the old root */
    wait_for_result(&b);
    assert_int_equal(b.out.done_ppn, 0x2001);
    assert_int_equal(b.reads, 4);
}

/* Another space goes on: an invalidation costs it nothing. */
static void test_invalidation_of_another(void **unused) {
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    begin(&b, 0, 1);
    for (unsigned i = 0; i < 8; i++)
        edge(&b);
    invalidate(&b, false, 1);
    wait_for_result(&b);
    assert_int_equal(b.reads, 4);
    assert_int_equal(b.out.done_ppn, 1);
}

/* ---- faults ---- */

static void test_faults(void **unused) {
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    b.word[4][9] = 0xfffU << 12 | 0x2;         /* not present */
    b.word[3][1] = (uint64_t)TABLES << 12 | 1; /* a table where no memory is */
    b.word[1][1] = UINT64_C(1) << 39 | 0x81;   /* a page of 512 GB: no such */
    b.word[3][2] = 0x201U << 12 | 0x81;        /* 2 MB, not aligned */
    expect_fault(&b, 0, 9, WALK_ABSENT, 0);
    expect_fault(&b, 0, 512, WALK_BUS_ERROR, 0);
    expect_fault(&b, 0, UINT64_C(1) << 27, WALK_MALFORMED, 3);
    expect_fault(&b, 0, 1024, WALK_MALFORMED, 1);
    for (unsigned why = 1; why < 4; why++) { /* the table of spaces refuses it: nothing is read */
        b.reads = 0;
        b.why[1] = why;
        expect_fault(&b, 1, 9, WALK_REFUSED + why, 3);
        assert_int_equal(b.reads, 0);
    }
    b.word[4][9] =
        0x99U << 12 | 0x21; /* made present: no invalidation is needed, as nothing absent is kept */
    expect_page(&b, 0, 9, 0x99, 0);
}

/* Answers that nobody waits for change nothing. */
static void test_answers_to_nobody(void **unused) {
    page_walker_state before;
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    set_ready(&b, 0);
    begin(&b, 0, 1);
    for (unsigned i = 0; i < 6; i++)
        edge(&b);
    assert_int_equal(b.out.rd_valid[0], 1);
    before = b.s;
    for (unsigned w = 0; w < WALKERS; w++) { /* even of the walker whose read is still at the port */
        for (unsigned r = 0; r < READS; r++) {
            b.in.rsp_valid[r] = 1;
            b.in.rsp_walker[r] = (GMMU_U(GMMU_WALK_NAME_W))(w / READS);
            b.in.rsp_data[r] = 1;
        }
        b.in.r_valid = 1;
        edge(&b);
        assert_memory_equal(&b.s, &before, sizeof before);
    }
}

/* Turns: while others come to the port again and again, a walker waits for each of them once at most. */
static void test_turns(void **unused) {
    unsigned passed[WALKERS] = {0};
    bench b;
    (void)unused;
    start(&b, &x86);
    small_space(&b, 0);
    b.in.done_ready = 1;
    for (unsigned cycle = 0; cycle < 400; cycle++) {
        b.in.walk_valid = 1;
        b.in.walk_vpn = cycle % 512;
        for (unsigned w = 0; w < WALKERS; w++) {
            const bool waits = b.s.w_phase[w] == WALKER_READ;
            passed[w] = waits ? passed[w] + b.out.rd_valid[w % READS] : 0;
            assert_true(passed[w] <= WALKERS / READS);
        }
        edge(&b);
    }
}

/* ---- random traffic ---- */

/* Two spaces, a tree each of random depth and sizes, rewritten between invalidations: each walk that is taken
 * gives one result, and its frame is in the tree as it was after the last invalidation of its space. */
static void test_random(void **unused) {
    uint64_t rnd = unit_test_seed();
    unsigned taken[SPACES][512] = {{0}}, ended = 0, begun = 0;
    unsigned bias[SPACES] = {0};
    bench b;
    (void)unused;
    start(&b, &x86);
    for (unsigned a = 0; a < SPACES; a++)
        small_space(&b, a);
    for (unsigned cycle = 0; cycle < 60000; cycle++) {
        const uint64_t r = unit_test_random(&rnd);
        const unsigned asid = (unsigned)(r % SPACES), page = (unsigned)(r >> 8 & 511U);
        set_ready(&b, (u1)((r >> 20 & 3U) != 0));
        b.in.done_ready = (u1)((r >> 22 & 3U) != 0);
        b.held = (r >> 24 & 3U) == 0;
        if (b.asked > 1 && (r >> 26 & 1U) != 0)
            answer(&b, (unsigned)(r >> 27) % b.asked);
        if (b.out.walk_ready && (r >> 40 & 1U) != 0) {
            b.in.walk_valid = 1;
            b.in.walk_asid = (GMMU_U(GMMU_ASID_W))asid;
            b.in.walk_vpn = page;
            taken[asid][page]++;
            begun++;
        }
        if (b.out.done_valid && b.in.done_ready) {
            const unsigned a = (unsigned)b.out.done_asid, p = (unsigned)b.out.done_vpn;
            assert_true(taken[a][p] != 0);
            taken[a][p]--;
            ended++;
            assert_int_equal(b.out.done_kind, WALK_MAPPED);
            assert_int_equal(b.out.done_ppn, 0x1000 * a + (p ^ bias[a]));
        }
        edge(&b);
        if (r >> 52 == 0 && !b.out.done_valid) { /* the tables of a space change, and it is told */
            b.in.walk_valid = 0;
            bias[asid] = page;
            for (unsigned p = 0; p < 512; p++)
                b.word[4 * asid + 4][p] = (uint64_t)(0x1000 * asid + (p ^ page)) << 12 | 0x21;
            b.in.done_ready = 0;
            invalidate(&b, (r >> 50 & 1U) != 0, asid);
        }
    }
    b.held = false;
    set_ready(&b, 1);
    b.in.done_ready = 1;
    for (unsigned i = 0; i < 50 * WALKERS; i++) {
        ended += b.out.done_valid;
        edge(&b);
    }
    assert_int_equal(begun, ended);
    assert_true(begun > 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_after_reset),
        cmocka_unit_test(test_x86),
        cmocka_unit_test(test_sv39),
        cmocka_unit_test(test_sv32),
        cmocka_unit_test(test_pascal),
        cmocka_unit_test(test_hopper),
        cmocka_unit_test(test_rights_of_every_level),
        cmocka_unit_test(test_reserved_by_sv39),
        cmocka_unit_test(test_walks_at_a_time),
        cmocka_unit_test(test_reads_in_a_cycle),
        cmocka_unit_test(test_cache_saves_reads),
        cmocka_unit_test(test_latency),
        cmocka_unit_test(test_cache_displaces),
        cmocka_unit_test(test_invalidation_under_way),
        cmocka_unit_test(test_late_answer),
        cmocka_unit_test(test_late_look_up),
        cmocka_unit_test(test_invalidation_of_another),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_answers_to_nobody),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_random),
    };
    return UNIT_TEST_RUN("page_walker", tests);
}
