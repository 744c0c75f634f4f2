/* SPDX-License-Identifier: Apache-2.0 */
/* The order of warps, of the scheduler alone: tb/sm/gto_test.c has it in an SM. */
#include "unit_test.h"

#include "sm/gto/gto_scheduler.h"

/*
 * Greedy-then-oldest: a port stays with a warp that it has issued, and else takes the oldest. A warp that has
 * arrived in the slot of one that has ended has issued nothing: it is the youngest.
 */
static void test_a_new_warp_is_not_greedy(void **state) {
    (void)state;
    for (uint32_t port = 0; port < GTO_MAX_PORTS; port++) {
        gto_scheduler g = {.blocks = 0};
        gto_add_block(&g, 0x3);
        gto_add_block(&g, 0xc);
        assert_int_equal(gto_pick(&g, port, 0xf), 0x1);
        assert_int_equal(gto_pick(&g, port, 0xf), 0x1); /* greedy */
        gto_remove_block(&g, 0x3);
        gto_add_block(&g, 0x3);
        assert_int_equal(gto_pick(&g, port, 0xf), 0x4); /* the oldest */
        gto_remove_block(&g, 0x3);
        assert_int_equal(gto_pick(&g, port, 0xc), 0x4); /* the greed of others stays */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_new_warp_is_not_greedy),
    };
    return UNIT_TEST_RUN("gto_scheduler", tests);
}
