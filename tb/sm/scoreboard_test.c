/* SPDX-License-Identifier: Apache-2.0 */
/* What issue depends on: register hazards, greedy-then-oldest choice, results of fixed latency. */
#include "unit_test.h"

#include "sm/gto/gto_scheduler.h"
#include "sm/parts/scoreboard.h"
#include "sm/parts/timing_wheel.h"

#include <string.h>

static void test_hazards(void **state) {
    (void)state;
    reg_set pending = {{0}};
    const uint8_t written[] = {3, 64, 254};
    reg_set_add(&pending, written, 3);

    warp_inst inst = {.nsrc = 2, .src = {1, 2}, .ndst = 1, .dst = {5}};
    reg_set needs = inst_registers(inst.dst, inst.ndst, inst.src, inst.nsrc);
    assert_false(reg_set_meets(&pending, &needs));
    inst.src[1] = 64; /* RAW */
    needs = inst_registers(inst.dst, inst.ndst, inst.src, inst.nsrc);
    assert_true(reg_set_meets(&pending, &needs));
    inst.src[1] = 2;
    inst.dst[0] = 254; /* WAW */
    needs = inst_registers(inst.dst, inst.ndst, inst.src, inst.nsrc);
    assert_true(reg_set_meets(&pending, &needs));
    reg_set_remove(&pending, &written[2], 1);
    assert_false(reg_set_meets(&pending, &needs));

    const uint8_t zero = GMMU_NO_REG;
    reg_set_add(&pending, &zero, 1); /* a write to RZ holds up nobody */
    inst = (warp_inst){.nsrc = 1, .src = {GMMU_NO_REG}, .ndst = 1, .dst = {GMMU_NO_REG}};
    needs = inst_registers(inst.dst, inst.ndst, inst.src, inst.nsrc);
    assert_false(reg_set_meets(&pending, &needs));
}

static void test_random_hazards(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    for (uint32_t run = 0; run < 5000; run++) {
        bool busy[256] = {false};
        reg_set pending = {{0}};
        for (uint32_t i = 0; i < 12; i++) {
            uint8_t reg = (uint8_t)unit_test_random(&random);
            bool add = unit_test_random(&random) % 3 != 0;
            busy[reg] = add;
            if (add)
                reg_set_add(&pending, &reg, 1);
            else
                reg_set_remove(&pending, &reg, 1);
        }
        warp_inst inst = {.nsrc = (uint8_t)(run % 9), .ndst = (uint8_t)(run / 9 % 9)};
        bool waits = false;
        for (uint32_t i = 0; i < GMMU_MAX_SRC; i++) {
            inst.src[i] = (uint8_t)unit_test_random(&random);
            inst.dst[i] = (uint8_t)unit_test_random(&random);
            waits |= i < inst.nsrc && inst.src[i] != GMMU_NO_REG && busy[inst.src[i]];
            waits |= i < inst.ndst && inst.dst[i] != GMMU_NO_REG && busy[inst.dst[i]];
        }
        reg_set needs = inst_registers(inst.dst, inst.ndst, inst.src, inst.nsrc);
        assert_int_equal(reg_set_meets(&pending, &needs), waits);
    }
}

static void test_greedy_then_oldest(void **state) {
    (void)state;
    gto_scheduler g = {.blocks = 0};
    gto_add_block(&g, 0xf0); /* the older block in the higher slots */
    gto_add_block(&g, 0x0f);
    assert_int_equal(gto_pick(&g, 0, 0xff), 0x10);
    assert_int_equal(gto_pick(&g, 0, 0xff), 0x10); /* greedy */
    assert_int_equal(gto_pick(&g, 0, 0xcf), 0x40); /* oldest */
    assert_int_equal(gto_pick(&g, 0, 0x0f), 0x01);
    assert_int_equal(gto_pick(&g, 0, 0xff), 0x01); /* greedy, though younger */
    assert_int_equal(gto_pick(&g, 0, 0), 0);
    assert_int_equal(gto_pick(&g, 0, 0xff), 0x01); /* a cycle without issue changes nothing */
    gto_remove_block(&g, 0x0f);
    gto_add_block(&g, 0x0f);
    assert_int_equal(gto_pick(&g, 0, 0xff), 0x10); /* new warps do not inherit the greed */

    g = (gto_scheduler){.blocks = 0};
    gto_add_block(&g, 0xff);
    assert_int_equal(gto_pick(&g, 0, 0xff), 0x01);
    assert_int_equal(gto_pick(&g, 1, 0xfe), 0x02);
    assert_int_equal(gto_pick(&g, 0, 0xfe), 0x04); /* not the other port's warp */
}

static void test_timing_wheel(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    timing_wheel w;
    uint64_t due[64] = {0}; /* per warp */
    wheel_event e;
    wheel_init(&w, 100, 2);
    for (uint64_t now = 0, steps = 0; steps < 20000; steps++) {
        uint64_t next = UINT64_MAX;
        while (wheel_take(&w, now, &e)) {
            assert_int_equal(due[e.inst.warp], now);
            due[e.inst.warp] = 0;
        }
        for (uint32_t i = 0; i < 2; i++) {
            uint8_t warp = (uint8_t)(unit_test_random(&random) % 64);
            if (due[warp] == 0 && unit_test_random(&random) % 3 == 0) {
                due[warp] = now + 1 + unit_test_random(&random) % 100;
                wheel_add(&w, due[warp])->inst.warp = warp;
            }
        }
        for (uint32_t i = 0; i < 64; i++) {
            assert_true(due[i] == 0 || due[i] > now); /* none was missed */
            if (due[i] && due[i] < next)
                next = due[i];
        }
        assert_int_equal(wheel_next(&w, now), next);
        now = steps % 4 == 0 && next != UINT64_MAX ? next : now + 1;
    }
    wheel_destroy(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hazards),
        cmocka_unit_test(test_random_hazards),
        cmocka_unit_test(test_greedy_then_oldest),
        cmocka_unit_test(test_timing_wheel),
    };
    return UNIT_TEST_RUN("scoreboard", tests);
}
