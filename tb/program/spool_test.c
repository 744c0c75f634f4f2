/* SPDX-License-Identifier: Apache-2.0 */
/* The instruction spool: what goes in comes out, whatever the window; and the set of
 * touched pages. */
#include "unit_test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/inst_table.h"
#include "program/page_set.h"
#include "program/spool.h"

#define SMALL_WINDOW 1U /* as few pages in memory as the spool can do with */
#define SMALL_BYTES  (64U << 10)
#define LARGE_WINDOW (256U << 20)

static uint64_t below(uint64_t *random, uint64_t n) {
    return unit_test_random(random) % n;
}

/* Addresses of the kinds programs have, and some of no kind at all. */
static void random_addresses(uint64_t *random, warp_inst *inst) {
    uint64_t base = unit_test_random(random) >> below(random, 64);
    uint64_t stride = (uint64_t)((int64_t)below(random, 300) - 100);
    unsigned kind = (unsigned)below(random, 4), bits = (unsigned)below(random, 63) + 1;
    for (unsigned lane = 0; lane < GMMU_LANES; lane++) {
        if (kind == 0)
            inst->addr[lane] = base + lane * stride;
        else if (kind == 1)
            inst->addr[lane] = base + below(random, 1ULL << bits);
        else if (kind == 2)
            inst->addr[lane] = base - below(random, 1ULL << bits);
        else
            inst->addr[lane] = unit_test_random(random);
    }
}

static warp_inst random_inst(uint64_t *random) {
    static const uint32_t masks[] = {0xFFFFFFFF, 0, 1, 0x80000000, 0xFFFF, 0xFFFF0000, 0x55555555};
    warp_inst inst;
    memset(&inst, 0, sizeof inst);
    inst.pc = below(random, 4) ? below(random, 64) * 16 : unit_test_random(random);
    inst.mask = below(random, 3) ? masks[below(random, 7)] : (uint32_t)unit_test_random(random);
    inst.op = (uint8_t)below(random, OP_EXIT + 1);
    inst.space = (uint8_t)below(random, SPACE_CONST + 1);
    inst.width = inst.space == SPACE_NONE ? 0 : (uint8_t)(below(random, 16) + 1);
    inst.ndst = (uint8_t)below(random, GMMU_MAX_DST + 1);
    inst.nsrc = (uint8_t)below(random, GMMU_MAX_SRC + 1);
    for (unsigned i = 0; i < inst.ndst; i++)
        inst.dst[i] = (uint8_t)below(random, 256);
    for (unsigned i = 0; i < inst.nsrc; i++)
        inst.src[i] = (uint8_t)below(random, 256);
    inst.opcode = below(random, 2) ? (uint16_t)unit_test_random(random) : 0;
    random_addresses(random, &inst);
    return inst;
}

static void assert_same(const warp_inst *a, const warp_inst *b) {
    assert_int_equal(a->pc, b->pc);
    assert_int_equal(a->mask, b->mask);
    assert_int_equal(a->op, b->op);
    assert_int_equal(a->space, b->space);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->ndst, b->ndst);
    assert_int_equal(a->nsrc, b->nsrc);
    assert_int_equal(a->opcode, b->opcode);
    assert_memory_equal(a->dst, b->dst, a->ndst);
    assert_memory_equal(a->src, b->src, a->nsrc);
    if (a->space != SPACE_GLOBAL && a->space != SPACE_SHARED)
        return;
    for (unsigned lane = 0; lane < GMMU_LANES; lane++)
        if (a->mask >> lane & 1U)
            assert_int_equal(a->addr[lane], b->addr[lane]);
}

/* A block whose warps are written in random turns; warp w draws from its own stream,
 * so that it can be drawn again to compare. */
typedef struct {
    block_stream *stream;
    uint32_t warps;
    uint64_t seed, left[GMMU_MAX_WARPS_PER_BLOCK], random[GMMU_MAX_WARPS_PER_BLOCK];
} test_block;

static void restart(test_block *b, uint64_t insts) {
    for (uint32_t w = 0; w < b->warps; w++) {
        b->random[w] = b->seed + w * 1000003U;
        b->left[w] = insts / b->warps + below(&b->random[w], 9);
    }
}

static uint64_t write_block(spool *s, test_block *b, uint64_t *random, uint64_t insts) {
    uint64_t total = 0, pending = b->warps;
    b->stream = spool_block_new(s, b->warps);
    assert_non_null(b->stream);
    restart(b, insts);
    while (pending) {
        uint32_t w = (uint32_t)below(random, b->warps);
        if (!b->left[w])
            continue;
        warp_inst inst = random_inst(&b->random[w]);
        assert_true(spool_block_add(b->stream, w, &inst));
        total++;
        pending -= --b->left[w] == 0;
    }
    assert_true(spool_block_finish(b->stream));
    assert_int_equal(block_inst_count(b->stream), total);
    restart(b, insts);
    return total;
}

/* Up to `count` instructions of random warps; addresses are asked for never, once or twice. */
static uint64_t read_some(test_block *b, uint64_t *random, uint64_t count) {
    uint64_t done = 0;
    uint32_t mask;
    warp_inst inst;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t w = (uint32_t)below(random, b->warps);
        const static_inst *same = block_next(b->stream, w, &mask);
        assert_int_equal(same != NULL, b->left[w] > 0);
        if (!same)
            continue;
        warp_inst expected = random_inst(&b->random[w]);
        assert_int_equal(same->pc, expected.pc);
        assert_int_equal(mask, expected.mask);
        for (uint64_t times = below(random, 3); times > 0; times--) {
            block_inst(b->stream, w, &inst);
            assert_same(&expected, &inst);
        }
        b->left[w]--;
        done++;
    }
    return done;
}

/* Three blocks open at once, of the same spool. */
static void round_trip(size_t window, uint64_t insts, bool spills) {
    uint64_t random = unit_test_seed();
    spool *s = spool_new(window);
    assert_non_null(s);
    test_block block[3] = {
        {.warps = 1, .seed = random}, {.warps = 64, .seed = random + 1}, {.warps = 7, .seed = random + 2}};
    uint64_t left = 0;
    for (unsigned i = 0; i < 3; i++)
        left += write_block(s, &block[i], &random, insts);
    assert_int_equal(spool_file_bytes(s) > 0, spills);
    while (left) {
        left -= read_some(&block[below(&random, 3)], &random, 50);
        assert_true(spool_memory_bytes(s) <= (window > SMALL_BYTES ? window : SMALL_BYTES));
    }
    for (unsigned i = 0; i < 3; i++)
        block_close(block[i].stream);
    assert_int_equal(spool_memory_bytes(s), 0);
    assert_int_equal(spool_file_bytes(s), 0);
    assert_false(spool_failed(s));
    spool_free(s);
}

static void everything_in_memory(void **state) {
    (void)state;
    round_trip(LARGE_WINDOW, 5000, false);
}

static void nearly_everything_spilled(void **state) {
    (void)state;
    round_trip(SMALL_WINDOW, 5000, true);
}

/* Blocks come and go: places in the file and in memory are used again. */
static void pages_are_reused(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    spool *s = spool_new(SMALL_WINDOW);
    size_t most = 0;
    test_block held = {.warps = 4, .seed = 1};
    write_block(s, &held, &random, 2000);
    for (unsigned round = 0; round < 20; round++) {
        test_block b = {.warps = 8, .seed = random};
        write_block(s, &b, &random, 3000);
        if (round == 0)
            most = spool_file_bytes(s);
        assert_true(spool_file_bytes(s) < most + most / 2);
        read_some(&b, &random, 100);
        block_close(b.stream);
    }
    uint64_t left = 0;
    for (uint32_t w = 0; w < held.warps; w++)
        left += held.left[w];
    while (left)
        left -= read_some(&held, &random, 64);
    block_close(held.stream);
    spool_free(s);
}

static void plain_code_is_small(void **state) {
    (void)state;
    spool *s = spool_new(LARGE_WINDOW);
    block_stream *b = spool_block_new(s, 1);
    warp_inst inst = {.mask = 0xFFFFFFFF, .ndst = 1, .nsrc = 2, .dst = {1}, .src = {2, 3}};
    for (unsigned i = 0; i < 100000; i++) {
        inst.pc = i % 1000 * 16; /* a loop */
        assert_true(spool_block_add(b, 0, &inst));
    }
    assert_true(spool_memory_bytes(s) < 100000 * 5 / 4);
    block_close(b);
    spool_free(s);
}

/* What is static of an instruction is kept once, whichever warps execute it with whichever lanes and
 * addresses. */
static void static_parts_are_shared(void **state) {
    (void)state;
    spool *s = spool_new(LARGE_WINDOW);
    block_stream *b = spool_block_new(s, 2);
    const static_inst *first[200];
    uint32_t mask;
    for (uint32_t w = 0; w < 2; w++) {
        for (unsigned i = 0; i < 200; i++) {
            const unsigned at = w == 0 ? i : i * 7 % 200; /* in another order */
            warp_inst inst = {.pc = at * 16, .mask = w + 1, .ndst = 1, .dst = {(uint8_t)at, (uint8_t)w}};
            assert_true(spool_block_add(b, w, &inst)); /* names beyond ndst mean nothing */
        }
    }
    assert_true(spool_block_finish(b));
    for (unsigned i = 0; i < 200; i++) {
        first[i] = block_next(b, 0, &mask);
        assert_int_equal(mask, 1);
        assert_int_equal(first[i]->pc, i * 16);
        assert_int_equal(first[i]->registers.word[i / 64], UINT64_C(1) << i % 64);
        assert_true(i == 0 || first[i] != first[i - 1]);
    }
    for (unsigned i = 0; i < 200; i++) {
        assert_ptr_equal(block_next(b, 1, &mask), first[i * 7 % 200]);
        assert_int_equal(mask, 2);
    }
    block_close(b);
    spool_free(s);
}

/* Static instructions stay in memory, so a stream that has no end of them is refused. */
static void static_instructions_are_bounded(void **state) {
    (void)state;
    spool *s = spool_new(LARGE_WINDOW);
    block_stream *b = spool_block_new(s, 1);
    for (uint64_t pc = 0; pc < INST_TABLE_LIMIT; pc++)
        assert_true(spool_block_add(b, 0, &(warp_inst){.pc = pc, .mask = 1}));
    assert_true(spool_block_add(b, 0, &(warp_inst){.pc = 0, .mask = 1}));
    assert_false(spool_block_add(b, 0, &(warp_inst){.pc = INST_TABLE_LIMIT, .mask = 1}));
    block_close(b);
    spool_free(s);
}

static void empty_warps(void **state) {
    (void)state;
    spool *s = spool_new(LARGE_WINDOW);
    block_stream *b = spool_block_new(s, 2);
    warp_inst inst = {.op = OP_EXIT, .mask = 1};
    assert_true(spool_block_add(b, 1, &inst));
    assert_false(spool_block_add(b, 2, &inst));
    assert_true(spool_block_finish(b));
    assert_false(block_next_inst(b, 0, &inst));
    assert_true(block_next_inst(b, 1, &inst));
    assert_int_equal(inst.op, OP_EXIT);
    assert_false(block_next_inst(b, 1, &inst));
    assert_false(block_next_inst(b, 2, &inst));
    block_close(b);
    assert_null(spool_block_new(s, GMMU_MAX_WARPS_PER_BLOCK + 1));
    spool_free(s);
}

static unsigned files_in(const char *directory) {
    unsigned count = 0;
    DIR *d = opendir(directory);
    if (!d)
        fail_msg("cannot read %s", directory);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        count += e->d_name[0] != '.';
    if (d)
        closedir(d);
    return count;
}

/* The temporary file has no name; and where none can be made, that is said. */
static void temporary_file(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    const char *old = getenv("TMPDIR");
    char *saved = old ? strdup(old) : NULL;
    char directory[] = "/tmp/spool_test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    setenv("TMPDIR", directory, 1);
    spool *s = spool_new(SMALL_WINDOW);
    test_block b = {.warps = 2, .seed = 3};
    write_block(s, &b, &random, 5000);
    assert_true(spool_file_bytes(s) > 0);
    assert_int_equal(files_in(directory), 0);
    block_close(b.stream);
    spool_free(s);
    rmdir(directory);

    s = spool_new(SMALL_WINDOW); /* the directory is gone */
    b.stream = spool_block_new(s, 1);
    warp_inst inst = random_inst(&random);
    unsigned added = 0;
    while (added < 1000000 && spool_block_add(b.stream, 0, &inst))
        added++;
    assert_true(added < 1000000);
    assert_true(spool_failed(s));
    char why[128], expected[128];
    spool_failure(s, why, sizeof why);
    snprintf(expected, sizeof expected, "%s: No such file or directory", directory);
    assert_string_equal(why, expected);
    assert_false(spool_block_finish(b.stream));
    block_close(b.stream);
    spool_free(s);
    if (saved)
        setenv("TMPDIR", saved, 1);
    else
        unsetenv("TMPDIR");
    free(saved);
}

static bool count_up_to_three(void *ctx, const warp_inst *inst) {
    unsigned *count = ctx;
    return inst->op == OP_ALU && ++*count <= 3;
}

static void watcher_sees_and_stops(void **state) {
    (void)state;
    unsigned count = 0;
    spool *s = spool_new(LARGE_WINDOW);
    spool_watch(s, count_up_to_three, &count);
    block_stream *b = spool_block_new(s, 1);
    warp_inst inst = {0};
    for (unsigned i = 0; i < 3; i++)
        assert_true(spool_block_add(b, 0, &inst));
    assert_false(spool_block_add(b, 0, &inst));
    block_close(b);
    spool_free(s);
}

/* opcode_fn: the length of the text, and how often it was asked. */
static uint16_t length_of(void *ctx, const char *text, size_t length) {
    assert_non_null(text);
    ++*(unsigned *)ctx;
    return (uint16_t)length;
}

static void opcodes_are_asked_for(void **state) {
    (void)state;
    unsigned asked = 0;
    spool *s = spool_new(LARGE_WINDOW);
    assert_non_null(s);
    block_stream *b = spool_block_new(s, 1);
    assert_non_null(b);
    assert_int_equal(spool_block_opcode(b, "ld.global.f32"), 0); /* nobody asks */
    spool_ask_opcodes(s, length_of, &asked);
    assert_int_equal(spool_block_opcode(b, "ld.global.f32\t%f1;"), 13);
    assert_int_equal(spool_block_opcode(b, "ret;"), 3);
    assert_int_equal(spool_block_opcode(b, "st.shared::cta_x"), 16);
    assert_int_equal(spool_block_opcode(b, "}"), 0);
    assert_int_equal(asked, 3);
    block_close(b);
    spool_free(s);
}

static void page_set_finds_every_page_once(void **state) {
    (void)state;
    enum { PAGES = 20000 };
    uint64_t random = unit_test_seed(), first = random;
    page_set set = {0};
    for (unsigned i = 0; i < PAGES; i++)
        page_set_add(&set, unit_test_random(&random) >> 20);
    random = first;
    for (unsigned i = 0; i < PAGES; i++)
        assert_int_equal(page_set_add(&set, unit_test_random(&random) >> 20), PAGE_SET_KNOWN);
    page_set_clear(&set);
    for (uint64_t vpn = 0; vpn < PAGES; vpn++)
        assert_int_equal(page_set_add(&set, vpn), PAGE_SET_NEW);
    assert_true(set.used <= PAGES / 512 + 1);
    assert_int_equal(page_set_add(&set, UINT64_MAX >> 12), PAGE_SET_NEW);
    page_set_clear(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_in_memory),
        cmocka_unit_test(nearly_everything_spilled),
        cmocka_unit_test(pages_are_reused),
        cmocka_unit_test(plain_code_is_small),
        cmocka_unit_test(static_parts_are_shared),
        cmocka_unit_test(static_instructions_are_bounded),
        cmocka_unit_test(empty_warps),
        cmocka_unit_test(temporary_file),
        cmocka_unit_test(watcher_sees_and_stops),
        cmocka_unit_test(opcodes_are_asked_for),
        cmocka_unit_test(page_set_finds_every_page_once),
    };
    return UNIT_TEST_RUN("spool", tests);
}
