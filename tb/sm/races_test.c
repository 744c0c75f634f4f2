/* SPDX-License-Identifier: Apache-2.0 */
/* Data races: what races and what does not, against a plain search through all pairs of accesses. */
#include "unit_test.h"

#include <string.h>

#include "base/mix.h"
#include "program/trace/address_map.h"
#include "sm/parts/races.h"

static warp_inst access_to(uint8_t op, uint8_t space, uint8_t width, uint64_t address) {
    return (warp_inst){.pc = 16 * (op + UINT64_C(1)),
                       .mask = 1,
                       .op = op,
                       .space = space,
                       .width = width,
                       .addr = {address}};
}

static uint64_t count_of(races *r) {
    const uint64_t count = races_found(r)->count;
    races_free(r);
    return count;
}

/* Two accesses by warps 0 and 1 of a block. */
static uint64_t pair(warp_inst a, warp_inst b, bool barrier) {
    races *r = races_new();
    races_launch(r, "k");
    races_block(r, 0);
    races_inst(r, 0, &a);
    if (barrier)
        races_barrier(r);
    races_inst(r, 1, &b);
    return count_of(r);
}

static void test_kinds(void **state) {
    (void)state;
    const uint8_t op[] = {OP_LOAD, OP_STORE, OP_ATOMIC};
    const uint8_t space[] = {SPACE_GLOBAL, SPACE_SHARED};
    for (int i = 0; i < 18; i++) {
        const uint8_t a = op[i % 3];
        const uint8_t b = op[i / 3 % 3];
        const uint8_t s = space[i / 9];
        const bool racing = a != b || a == OP_STORE;
        assert_int_equal(pair(access_to(a, s, 4, 64), access_to(b, s, 4, 64), false), racing);
        assert_int_equal(pair(access_to(a, s, 4, 64), access_to(b, s, 4, 68), false), 0);
        assert_int_equal(pair(access_to(a, s, 4, 64), access_to(b, s, 4, 64), true), 0);
        assert_int_equal(pair(access_to(a, s, 16, 64), access_to(b, s, 4, 76), false), racing);
        assert_int_equal(pair(access_to(a, s, 1, 65), access_to(b, s, 1, 66), false), 0);
        assert_int_equal(pair(access_to(a, s, 1, 65), access_to(b, s, 1, 65), false), racing);
        assert_int_equal(pair(access_to(a, s, 4, 64), access_to(b, s, 1, 66), false), racing);
        assert_int_equal(pair(access_to(a, s, 8, 4094), access_to(b, s, 2, 4100), false), racing);
    }
    assert_int_equal(
        pair(access_to(OP_STORE, SPACE_SHARED, 4, 64), access_to(OP_STORE, SPACE_GLOBAL, 4, 64), false), 0);
    const warp_inst local = access_to(OP_STORE, SPACE_GLOBAL, 4, LOCAL_REGION + 64);
    assert_int_equal(pair(local, local, false), 0);
    warp_inst constant = access_to(OP_LOAD, SPACE_CONST, 4, 64);
    constant.op = OP_STORE;
    assert_int_equal(pair(constant, constant, false), 0);
}

/* A barrier orders one block, the end of a launch everything. */
static void test_order(void **state) {
    (void)state;
    const warp_inst store = access_to(OP_STORE, SPACE_GLOBAL, 4, UINT64_C(0x7f0000001000));
    const warp_inst load = access_to(OP_LOAD, SPACE_GLOBAL, 4, UINT64_C(0x7f0000001000));
    const warp_inst shared = access_to(OP_STORE, SPACE_SHARED, 4, 0);
    races *r = races_new();
    for (int launch = 0; launch < 2; launch++) {
        races_launch(r, "first");
        races_block(r, 7);
        races_inst(r, 3, &store);
        races_inst(r, 3, &load); /* the same warp */
        races_inst(r, 3, &shared);
        races_barrier(r);
        races_inst(r, 4, &load);
        races_barrier(r);
        races_inst(r, 3, &store);
    }
    races_block(r, 8);
    races_inst(r, 4, &shared); /* a block's own */
    assert_int_equal(races_found(r)->count, 0);
    races_barrier(r); /* of this block only */
    races_inst(r, 2, &load);
    races_inst(r, 2, &load);
    const race_report *found = races_found(r);
    assert_int_equal(found->count, 2);
    char text[512];
    race_report_text(found, text, sizeof text);
    assert_string_equal(
        text, "2 instructions of warps race; the first in launch 2 (first): load at PC 0x30 by block "
              "8, warp 2 after store at PC 0x40 by block 7, global address 0x7f0000001000");
    races_free(r);
}

/* ---- random programs against every pair ---- */

typedef struct {
    warp_inst inst;
    uint32_t launch, block, interval, warp;
} step;

static bool races_with(const step *a, const step *b) {
    const bool shared = a->inst.space == SPACE_SHARED;
    if (a->launch != b->launch || a->inst.space != b->inst.space || (shared && a->block != b->block))
        return false;
    if (a->block == b->block && (a->interval != b->interval || a->warp == b->warp))
        return false;
    if (a->inst.op == b->inst.op && a->inst.op != OP_STORE)
        return false;
    for (uint32_t i = a->inst.mask; i; i &= i - 1) {
        const uint64_t first = a->inst.addr[__builtin_ctz(i)];
        for (uint32_t k = b->inst.mask; k; k &= k - 1) {
            const uint64_t other = b->inst.addr[__builtin_ctz(k)];
            if (first < other + b->inst.width && other < first + a->inst.width)
                return true;
        }
    }
    return false;
}

static warp_inst random_access(uint64_t *random, uint64_t span) {
    static const uint8_t op[] = {OP_LOAD, OP_STORE, OP_ATOMIC};
    const uint32_t some = (uint32_t)random_next(random) & 0x8000f00fU;
    warp_inst i = {.pc = random_next(random) % 64,
                   .op = op[random_next(random) % 3],
                   .space = (uint8_t)(random_next(random) % 4 ? SPACE_GLOBAL : SPACE_SHARED),
                   .width = (uint8_t)(1U << random_next(random) % 5),
                   .mask = some & (uint32_t)random_next(random)};
    for (uint32_t lane = 0; lane < GMMU_LANES; lane++)
        i.addr[lane] = (1U << 20) - span / 2 +
                       (random_next(random) % span & (random_next(random) % 2 ? ~UINT64_C(0) : ~UINT64_C(3)));
    return i;
}

static void test_random(void **state) {
    (void)state;
    enum { STEPS = 300 };
    static step all[STEPS];
    uint64_t random = unit_test_seed() | 1;
    uint32_t programs_with_races = 0;
    for (uint32_t program = 0; program < 40; program++) {
        const uint64_t span = UINT64_C(64) << random_next(&random) % 12;
        races *r = races_new();
        races_launch(r, "k");
        step at = {0};
        uint64_t expected = 0;
        for (uint32_t n = 0; n < STEPS; n++) {
            const uint64_t what = random_next(&random) % 120;
            if (what == 0) {
                at = (step){.launch = at.launch + 1};
                races_launch(r, "k");
            } else if (what < 4) {
                at.block++;
                at.interval++;
                races_block(r, at.block);
            } else if (what < 7) {
                at.interval++;
                races_barrier(r);
            }
            all[n] = at;
            all[n].warp = (uint32_t)(random_next(&random) % 4);
            all[n].inst = random_access(&random, span);
            races_inst(r, all[n].warp, &all[n].inst);
            bool any = false;
            for (uint32_t k = 0; k < n && !any; k++)
                any = races_with(&all[n], &all[k]);
            expected += any;
            if (races_found(r)->count != expected)
                fail_msg("program %u, step %u: %llu races, expected %llu", program, n,
                         (unsigned long long)races_found(r)->count, (unsigned long long)expected);
        }
        programs_with_races += expected != 0;
        races_free(r);
    }
    assert_true(programs_with_races > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_random),
    };
    return UNIT_TEST_RUN("races", tests);
}
