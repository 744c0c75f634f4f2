/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks of a kernel that an SM holds. Thesis Table 5.2 gives, for each kernel, shared memory and registers
 * of a block, and blocks per SM; here are the rows that those two and the 16 places decide (in the others it
 * is the threads, which the table does not give).
 */
#include "sm/parts/occupancy.h"

#include "config/config.h"
#include "unit_test.h"

typedef struct {
    const char *name;
    uint32_t shared, regs, blocks;
} table52_row;

static const table52_row rows[] = {
    {"lbm StreamCollide", 0, 4320, 15},
    {"histo final", 0, 19456, 3},
    {"histo prescan", 4096, 9216, 4},
    {"histo main", 24576, 16896, 1},
    {"tpacf genhists", 13312, 7680, 1},
    {"spmv spmvjds", 0, 928, 16},
    {"sad largersadcalc8", 0, 3328, 16},
    {"sad largersadcalc16", 0, 832, 16},
    {"sad mbsadcalc", 2224, 2135, 7},
    {"sgemm mysgemmNT", 512, 4480, 14},
    {"stencil block2Dregtiling", 0, 41984, 1},
    {"cutcp lattice6overlap", 4116, 3328, 3},
    {"mri-gridding scaninter1", 665, 1173, 16},
    {"mri-gridding scanL1", 4368, 9216, 3},
    {"mri-gridding splitSort", 4484, 10240, 3},
    {"mri-gridding griddingGPU", 1536, 3648, 10},
    {"mri-gridding splitRearrange", 4160, 5888, 3},
};

/* Table 5.1, note 2: "If the default configuration does not allow the kernel to be launched because it needs
 * more shared memory, the SM will be configured for the first bigger configuration that satisfies the shared
 * memory requirement." */
static void test_table_5_2(void **state) {
    (void)state;
    const chip_config *chip = chip_preset("tanasic5");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        kernel_info kernel = {.block = {rows[i].regs, 1, 1},
                              .regs_per_thread = 1,
                              .warps_per_block = 1,
                              .shared_bytes = rows[i].shared};
        const uint32_t fit = sm_blocks_fit(chip, &kernel);
        if (fit != rows[i].blocks)
            fail_msg("%s: %u blocks per SM, expected %u", rows[i].name, fit, rows[i].blocks);
    }
}

/* A block of more than the largest part fits nowhere; without steps a kernel has all of it. */
static void test_largest_part(void **state) {
    (void)state;
    chip_config chip = *chip_preset("tanasic5");
    kernel_info kernel = {
        .block = {32, 1, 1}, .regs_per_thread = 1, .warps_per_block = 1, .shared_bytes = 48 << 10};
    assert_int_equal(sm_blocks_fit(&chip, &kernel), 1);
    kernel.shared_bytes++;
    assert_int_equal(sm_blocks_fit(&chip, &kernel), 0);
    kernel.shared_bytes = 4 << 10;
    assert_int_equal(sm_blocks_fit(&chip, &kernel), 4);
    chip.sm.shared_step = 0;
    assert_int_equal(sm_blocks_fit(&chip, &kernel), 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_5_2),
        cmocka_unit_test(test_largest_part),
    };
    return UNIT_TEST_RUN("occupancy", tests);
}
