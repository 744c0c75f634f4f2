/* SPDX-License-Identifier: Apache-2.0 */
/* Where the SMs of a chip lie on its die, and so which of them share a cluster. */
#include <string.h>

#include "config/chip.h"
#include "unit_test.h"

static chip_config die(uint32_t count, uint32_t tpc, uint32_t gpc, sm_order order) {
    return (chip_config){.sm = {.count = count, .tpc = tpc, .gpc = gpc, .order = order}};
}

/* The SMs of the chip lie at these places. */
static void check_places(const chip_config *chip, const uint32_t *expected) {
    uint8_t place[CHIP_MAX_SMS];
    chip_sm_places(chip, place);
    for (uint32_t i = 0; i < chip->sm.count; i++)
        assert_int_equal(place[i], expected[i]);
}

/* SMs that share a GPC with SM `sm`, itself included. */
static uint32_t in_gpc_of(const chip_config *chip, uint32_t sm) {
    uint8_t place[CHIP_MAX_SMS];
    uint32_t count = 0;
    chip_sm_places(chip, place);
    for (uint32_t i = 0; i < chip->sm.count; i++)
        count += place[i] / chip->sm.gpc == place[sm] / chip->sm.gpc;
    return count;
}

static void test_neighbours(void **state) {
    (void)state;
    chip_config chip = die(6, 2, 4, SM_NEIGHBOURS);
    check_places(&chip, (const uint32_t[]){0, 1, 2, 3, 4, 5});
    chip.sm.count = 4;
    chip.sm.off = (sm_list){2, {4, 0}};
    check_places(&chip, (const uint32_t[]){1, 2, 3, 5});
}

/* TPCs of two SMs are dealt to three GPCs of four SMs. */
static void test_interleaved(void **state) {
    (void)state;
    const chip_config chip = die(12, 2, 4, SM_INTERLEAVED);
    check_places(&chip, (const uint32_t[]){0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11});
}

/* Karnagel App. A, Table 3: the SMs that are off on 256 K80 GPUs. "Most GPUs have the deactivated SMs in two
 * different sharing groups, leaving two groups of 2 SMs"; with 5 and 10 off it is "1 SM to have its own L2
 * TLB, while the other L2 TLBs are shared each by three SMs". */
static void test_k80(void **state) {
    (void)state;
    static const uint32_t off[][2] = {{10, 11}, {10, 13}, {10, 12}, {10, 14}, {12, 14}, {11, 14},
                                      {11, 12}, {13, 14}, {11, 13}, {12, 13}, {5, 10}};
    const size_t gpus = sizeof off / sizeof *off;
    for (size_t k = 0; k < gpus; k++) {
        chip_config chip = die(13, 0, 3, SM_INTERLEAVED);
        chip.sm.off = (sm_list){2, {off[k][0], off[k][1]}};
        uint32_t in[4] = {0}; /* SMs in groups of so many */
        for (uint32_t i = 0; i < 13; i++)
            in[in_gpc_of(&chip, i)]++;
        const bool one_group = k + 1 == gpus;
        assert_int_equal(in[1], one_group ? 1 : 0);
        assert_int_equal(in[2], one_group ? 0 : 4);
        assert_int_equal(in[3], one_group ? 12 : 9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_interleaved),
        cmocka_unit_test(test_k80),
    };
    return UNIT_TEST_RUN("sm_place", tests);
}
