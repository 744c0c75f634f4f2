/* SPDX-License-Identifier: Apache-2.0 */
/* Values: what changes a value and what must not. */
#include "unit_test.h"

#include <string.h>

#include "base/line_table.h"
#include "sm/parts/context_values.h"
#include "sm/parts/values.h"

static warp_inst access_of(op_class op, uint8_t width, uint64_t base, uint64_t stride) {
    warp_inst i = {.pc = 7, .mask = UINT32_MAX, .op = (uint8_t)op, .space = SPACE_GLOBAL, .width = width};
    for (uint32_t lane = 0; lane < GMMU_LANES; lane++)
        i.addr[lane] = base + lane * stride;
    return i;
}

static uint64_t load(value_memory *m, uint64_t base) {
    const warp_inst i = access_of(OP_LOAD, 4, base, 4);
    return value_access(m, &i, 1);
}

static void test_memory(void **state) {
    (void)state;
    value_memory *a = value_memory_new();
    value_memory *b = value_memory_new();
    assert_int_equal(load(a, 4096), load(b, 4096)); /* never written: of the address alone */
    assert_int_not_equal(load(a, 4096), load(a, 4100));
    assert_int_equal(value_memory_hash(a), value_memory_hash(b));

    const warp_inst first = access_of(OP_STORE, 4, 4096, 4);
    const warp_inst far = access_of(OP_STORE, 8, UINT64_C(1) << 40, 4096);
    (void)value_access(a, &first, 1);
    (void)value_access(a, &far, 2);
    (void)value_access(b, &far, 2);
    assert_int_not_equal(value_memory_hash(a), value_memory_hash(b));
    (void)value_access(b, &first, 1);
    assert_int_equal(value_memory_hash(a), value_memory_hash(b)); /* the order of addresses is nothing */
    assert_int_equal(load(a, 4096), load(b, 4096));
    (void)value_access(b, &first, 3); /* the value is */
    assert_int_not_equal(load(a, 4096), load(b, 4096));
    assert_false(value_memory_failed(a));
    value_memory_free(a);
    value_memory_free(b);
}

/* Pages 1 and 2 lie in frames that the test chooses; others have none. */
static bool frame_of_test(void *ctx, uint64_t vpn, uint64_t *ppn) {
    const uint64_t *frames = ctx;
    *ppn = vpn == 1 || vpn == 2 ? frames[vpn] : 0;
    return *ppn != 0;
}

/* A page that moves takes its values along, written or not; one whose copy is forgotten does not. */
static void test_values_move_with_their_page(void **state) {
    (void)state;
    uint64_t frames[3] = {0, 100, 200};
    value_memory *m = value_memory_new_in_frames(frame_of_test, frames);
    value_memory *plain = value_memory_new();
    const warp_inst store = access_of(OP_STORE, 4, 4096, 4), beside = access_of(OP_STORE, 4, 8192, 4);
    for (uint32_t i = 0; i < 2; i++) {
        value_memory *both = i ? m : plain;
        (void)value_access(both, &store, 1);
        (void)value_access(both, &beside, 2);
    }
    assert_int_equal(value_memory_hash(m), value_memory_hash(plain));
    value_memory_copy(m, 100, 300);
    frames[1] = 300;
    assert_int_equal(load(m, 4096), load(plain, 4096));
    assert_int_equal(load(m, 4096 + 1024), load(plain, 4096 + 1024)); /* never written */
    assert_int_equal(value_memory_hash(m), value_memory_hash(plain));
    frames[2] = 100; /* over the frame that the other one has left */
    assert_int_not_equal(load(m, 8192), load(plain, 8192));
    assert_int_not_equal(value_memory_hash(m), value_memory_hash(plain));
    value_memory_copy(m, 200, 100);
    assert_int_equal(load(m, 8192), load(plain, 8192));
    assert_int_equal(value_memory_hash(m), value_memory_hash(plain));
    frames[2] = 400; /* nothing was ever there */
    assert_int_not_equal(load(m, 8192), load(plain, 8192));
    assert_int_not_equal(value_memory_hash(m), value_memory_hash(plain));
    assert_false(value_memory_failed(m));
    value_memory_free(m);
    value_memory_free(plain);
}

/* Atomics and bytes add up, so that their order does not matter but their number does. */
static void test_sums(void **state) {
    (void)state;
    value_memory *a = value_memory_new();
    value_memory *b = value_memory_new();
    const warp_inst atomic = access_of(OP_ATOMIC, 4, 64, 4);
    const warp_inst even = access_of(OP_STORE, 1, 4096, 2);
    const warp_inst odd = access_of(OP_STORE, 1, 4097, 2);
    const warp_inst byte = access_of(OP_LOAD, 1, 4096, 2);
    const uint64_t before = value_access(a, &byte, 9);
    (void)value_access(a, &atomic, 1);
    (void)value_access(a, &atomic, 2);
    (void)value_access(a, &even, 5);
    (void)value_access(a, &odd, 6);
    (void)value_access(b, &odd, 6);
    (void)value_access(b, &even, 5);
    (void)value_access(b, &atomic, 2);
    assert_int_not_equal(value_memory_hash(a), value_memory_hash(b));
    (void)value_access(b, &atomic, 1);
    assert_int_equal(value_memory_hash(a), value_memory_hash(b));
    assert_int_equal(value_access(a, &byte, 9), before); /* a neighbour may be writing */
    (void)value_access(b, &even, 5);
    assert_int_not_equal(value_memory_hash(a), value_memory_hash(b));
    value_memory_free(a);
    value_memory_free(b);
}

static void test_registers(void **state) {
    (void)state;
    value_registers r, s;
    value_registers_reset(&r, 1, 2);
    value_registers_reset(&s, 1, 3);
    assert_int_not_equal(r.reg[5], s.reg[5]);
    const warp_inst add = {
        .pc = 3, .mask = UINT32_MAX, .nsrc = 2, .ndst = 2, .src = {5, GMMU_NO_REG}, .dst = {6, GMMU_NO_REG}};
    warp_inst part = add;
    part.mask = 1;
    s = r;
    value_write(&r, &add, value_result(&add, value_sources(&r, &add)));
    assert_int_equal(r.reg[GMMU_NO_REG], 0);
    assert_int_equal(r.reg[5], s.reg[5]);
    assert_int_not_equal(r.reg[6], s.reg[6]);
    /* Some lanes of a register leave the others as they were. */
    const uint64_t result = value_result(&part, value_sources(&r, &part));
    value_registers t = r;
    value_write(&t, &part, result);
    value_write(&s, &part, result);
    assert_int_not_equal(t.reg[6], s.reg[6]);
    assert_int_not_equal(value_registers_hash(&t, 1, 2), value_registers_hash(&s, 1, 2));
}

/* A whole application: the same whenever it is run, another with other data. */
static void test_reference(void **state) {
    (void)state;
    char err[256] = "";
    value_result_hash hash[3];
    race_report found;
    for (uint32_t i = 0; i < 3; i++) {
        workload *w =
            workload_open("kernel:histo", 1U << 20, i == 2 ? 2 : 1, (code_style){0}, err, sizeof(err));
        if (!w)
            fail_msg("%s", err);
        assert_true(value_reference(w, &hash[i], &found, err, sizeof(err)));
        value_result_hash again;
        assert_true(value_reference(w, &again, &found, err, sizeof(err)));
        assert_memory_equal(&again, &hash[i], sizeof(again));
        assert_int_equal(found.count, 0);
        workload_close(w);
    }
    assert_memory_equal(&hash[0], &hash[1], sizeof(hash[0]));
    assert_int_not_equal(hash[0].registers, hash[2].registers);
}

/* A block, and the lines of its context before registers. */
enum { WARPS = 2, REGS = 4, HEAD = 3, SHARED_LINES = 2, LINES = HEAD + WARPS * REGS + SHARED_LINES };
static const sm_resources needs = {
    .warps = WARPS, .regs = WARPS * REGS * GMMU_LANES, .shared = SHARED_LINES * 128};

/* Thesis 5.2.2: a context is "registers and shared memory"; what no line has brought back is not there. */
static void test_context(void **state) {
    (void)state;
    const warp_inst store = access_of(OP_STORE, 4, 0, 4), next = access_of(OP_STORE, 4, 128, 4);
    for (uint32_t lines = 0; lines <= LINES; lines++) {
        const uint64_t bytes = context_values_bytes(lines, HEAD);
        value_memory *shared = value_memory_new();
        (void)value_access(shared, &store, 1);
        (void)value_access(shared, &next, 1);
        const uint64_t low = load(shared, 0), high = load(shared, 128);
        for (uint32_t warp = 0; warp < WARPS; warp++) {
            value_registers before, r;
            value_registers_reset(&before, 0, warp);
            r = before;
            context_values_registers(&needs, bytes, warp, &r);
            for (uint32_t i = 0; i < 256; i++)
                assert_true((r.reg[i] == before.reg[i]) == (i >= REGS || lines > HEAD + warp * REGS + i));
        }
        context_values_shared(&needs, bytes, shared);
        assert_true((load(shared, 0) == low) == (lines > HEAD + WARPS * REGS));
        assert_true((load(shared, 128) == high) == (lines == LINES));
        value_memory_free(shared);
    }
}

/* The tokens of all lines of a context. */
typedef struct {
    uint32_t line[LINES];
} context_tokens;

static context_tokens tokens_of(const value_registers *r, value_memory *shared) {
    context_tokens t;
    for (uint32_t i = 0; i < LINES; i++) {
        const uint32_t warp = context_values_warp(&needs, HEAD, i);
        if (i >= HEAD && i < HEAD + WARPS * REGS)
            assert_int_equal(warp, (i - HEAD) / REGS);
        t.line[i] = context_values_token(&needs, HEAD, i, r ? &r[warp] : NULL, shared);
        assert_in_range(t.line[i], 1, LINE_VERSION_LAST);
        for (uint32_t j = 0; j < i; j++) /* equal values in another place are something else */
            assert_int_not_equal(t.line[i], t.line[j]);
    }
    return t;
}

static void assert_one_differs(const context_tokens *a, const context_tokens *b, uint32_t which) {
    for (uint32_t i = 0; i < LINES; i++)
        assert_true((a->line[i] != b->line[i]) == (i == which));
}

/* The same: each register and each word of shared memory lies in one line, which tells it and its place. */
static void test_tokens_of_a_context(void **state) {
    value_registers r[2] = {0};
    value_memory *shared = value_memory_new();
    const context_tokens before = tokens_of(r, shared), places = tokens_of(NULL, NULL);
    (void)state;
    for (uint32_t i = 0; i < WARPS * REGS; i++) {
        r[i / REGS].reg[i % REGS] = 1;
        const context_tokens after = tokens_of(r, shared);
        assert_one_differs(&before, &after, HEAD + i);
        r[i / REGS].reg[i % REGS] = 0;
    }
    r[0].reg[REGS] = 1; /* the kernel has none of this number */
    const context_tokens same = tokens_of(r, shared);
    assert_memory_equal(&same, &before, sizeof same);
    for (uint32_t word = 0; word < 32 * SHARED_LINES; word++) {
        value_memory *other = value_memory_new();
        warp_inst store = access_of(OP_STORE, 4, 4 * word, 4);
        store.mask = 1;
        (void)value_access(other, &store, 1);
        const context_tokens after = tokens_of(r, other);
        assert_one_differs(&before, &after, HEAD + WARPS * REGS + word / 32);
        value_memory_free(other);
    }
    assert_memory_equal(places.line, before.line, HEAD * sizeof *places.line); /* of the pipeline */
    value_memory_free(shared);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_values_move_with_their_page),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_reference),
        cmocka_unit_test(test_context),
        cmocka_unit_test(test_tokens_of_a_context),
    };
    return UNIT_TEST_RUN("values", tests);
}
