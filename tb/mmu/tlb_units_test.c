/* SPDX-License-Identifier: Apache-2.0 */
/* Bypass cache and token controller, left out of cycles in which nothing is asked or pending,
 * show the same pins as units that are stepped in every cycle. */
#include "unit_test.h"

#include <string.h>

#include "mmu/tlb_units.h"

static uint32_t below(uint64_t *random, uint32_t n) {
    return (uint32_t)(unit_test_random(random) % n);
}

static void ask_bypass(bypass_cache_in *in, uint64_t *r) {
    in->lk0_valid = below(r, 2) != 0;
    in->lk0_asid = (u9)below(r, 3);
    in->lk0_vpn = below(r, 60);
    in->lk1_valid = below(r, 3) == 0;
    in->lk1_asid = (u9)below(r, 3);
    in->lk1_vpn = below(r, 60);
    in->fill_valid = below(r, 2) != 0;
    in->fill_asid = (u9)below(r, 3);
    in->fill_vpn = below(r, 60);
    in->fill_ppn = (u28)below(r, 1U << 28);
    in->flush = below(r, 100) == 0;
}

static void ask_token(token_controller_model_in *in, uint64_t *r) {
    in->ev0_valid = below(r, 2) != 0;
    in->ev0_core = (u5)below(r, 30);
    in->ev0_warps = (u9)(1 + below(r, 64));
    in->ev0_hit = below(r, 3) != 0;
    in->ev1_valid = below(r, 2) != 0;
    in->ev1_core = (u5)below(r, 30);
    in->ev1_warps = (u9)(1 + below(r, 64));
    in->ev1_hit = below(r, 3) == 0;
    in->q_valid = below(r, 2) != 0;
    in->q_core = (u5)below(r, 30);
    in->q_rank = (u8)below(r, 64);
    in->epoch_end = below(r, 500) == 0;
    in->ho_valid = below(r, 20) == 0;
    in->ho_core = (u5)below(r, 30);
}

static void resting_units_show_the_same_pins(void **state) {
    (void)state;
    uint64_t r = unit_test_seed();
    gpu_config config = {
        .chip = *chip_preset("mask"), .design = *design_preset("mask"), .mask = mask_defaults};
    uint8_t sm_app[GMMU_NUM_CORES];
    for (uint32_t c = 0; c < GMMU_NUM_CORES; c++)
        sm_app[c] = (uint8_t)(c % 4);
    tlb_units u;
    bypass_cache_out bypass_pins;
    token_controller_model_out token_pins;
    memset(&u, 0, sizeof u); /* padding is compared too */
    memset(&bypass_pins, 0, sizeof bypass_pins);
    memset(&token_pins, 0, sizeof token_pins);
    char err[128];
    assert_true(tlb_units_open(&u, &config, sm_app, err, sizeof err));
    bypass_cache_state bypass;
    const unit_ops *controller = unit_find_for("token_controller", false, NULL, NULL, 0);
    void *token = controller->create();
    bypass_cache_reset(&bypass);

    uint32_t rested = 0;
    bool pending = true; /* the first cycle is always simulated */
    /* The division behind an epoch's end keeps quiet phases of some seeds busy: such runs are longer. */
    for (uint32_t cycle = 0; cycle < 60000 || (rested <= 10000 && cycle < 240000); cycle++) {
        bool busy = cycle / 1000 % 2 == 0; /* else mostly quiet */
        bool ask = below(&r, busy ? 2 : 50) == 0;
        if (!ask && !pending) { /* the units rest, their twins do not */
            rested++;
            u.bypass_in = (bypass_cache_in){.lk0_valid = 0};
            bypass_cache_step(&bypass, &u.bypass_in, &bypass_pins);
            controller->step(token, &u.token_in, &token_pins);
            continue;
        }
        tlb_units_sample(&u);
        if (ask) {
            ask_bypass(&u.bypass_in, &r);
            ask_token(&u.token_in, &r);
        }
        bypass_cache_step(&bypass, &u.bypass_in, &bypass_pins);
        controller->step(token, &u.token_in, &token_pins);
        assert_memory_equal(&u.bypass_pins, &bypass_pins, sizeof bypass_pins);
        assert_memory_equal(&u.token_pins, &token_pins, sizeof token_pins);
        tlb_units_step(&u);
        pending = tlb_units_pending(&u);
    }
    assert_true(rested > 10000);
    tlb_units_close(&u);
    controller->destroy(token);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(resting_units_show_the_same_pins)};
    return UNIT_TEST_RUN("tlb_units", tests);
}
