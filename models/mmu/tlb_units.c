/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_units.h"

#include <assert.h>
#include <string.h>

/* After a step that was asked something, one more shows the answer and takes it away again. */
#define SETTLE 1U

/* An application that no size of the unit has. */
#define NO_APP 127U

static unit_needs token_sizes(const chip_config *chip, uint32_t apps) {
    return (unit_needs){{{"NUM_CORES", chip->sm.count}, {"NUM_APPS", apps}}};
}

const unit_need tlb_units_needs[] = {
    {.unit = "token_controller", .sizes = token_sizes}, {.unit = "bypass_cache"}, {.unit = NULL}};

static bool tlb_units_runs(const gpu_config *config, const uint8_t *sm_app, uint32_t sm) {
    return sm < config->chip.sm.count && sm_app[sm] != CHIP_NO_APP;
}

/* Applications with an SM, those between included. */
static uint32_t apps_of(const gpu_config *config, const uint8_t *sm_app) {
    uint32_t apps = 0;
    for (uint32_t c = 0; c < config->chip.sm.count; c++)
        if (tlb_units_runs(config, sm_app, c) && sm_app[c] >= apps)
            apps = sm_app[c] + 1U;
    return apps;
}

bool tlb_units_open(tlb_units *u, const gpu_config *config, const uint8_t *sm_app, char *err,
                    size_t err_size) {
    const unit_needs needs = token_sizes(&config->chip, apps_of(config, sm_app));
    if (!unit_use_open(&u->bypass, config, "bypass_cache", NULL, err, err_size) ||
        !unit_use_open(&u->token, config, "token_controller", needs.size, err, err_size)) {
        tlb_units_close(u);
        return false;
    }
    for (uint32_t c = 0; c < CHIP_MAX_SMS; c++)
        u->token_in.core_app[c] = tlb_units_runs(config, sm_app, c) ? sm_app[c] : NO_APP;
    u->token_in.cfg_initial = config->mask.initial_tokens;
    u->token_in.cfg_margin = config->mask.margin;
    u->token_in.cfg_step = config->mask.token_step;
    return true;
}

void tlb_units_close(tlb_units *u) {
    unit_use_close(&u->bypass);
    unit_use_close(&u->token);
}

void tlb_units_sample(tlb_units *u) {
    unit_use_pins(&u->bypass, &u->bypass_pins);
    unit_use_pins(&u->token, &u->token_pins);
}

/* hls/token_controller/token_controller_duties.h, at any size. */
static void assert_token_csrs_steady(tlb_units *u) {
    const token_controller_model_in *was = &u->token_was;
    const token_controller_model_in *is = &u->token_in;
    const bool busy = u->token_pins.busy;
    if (busy && u->was_busy) {
        assert(was->cfg_initial == is->cfg_initial && was->cfg_margin == is->cfg_margin);
        assert(was->cfg_step == is->cfg_step);
        assert(memcmp(was->core_app, is->core_app, sizeof is->core_app) == 0);
    }
    if (busy)
        u->token_was = *is;
    u->was_busy = busy;
}

void tlb_units_step(tlb_units *u) {
    bypass_cache_in *b = &u->bypass_in;
    bool bypass_asked = b->lk0_valid || b->lk1_valid || b->fill_valid || b->flush;
    unit_use_step(&u->bypass, b, &u->bypass_pins, bypass_asked, SETTLE);
    b->lk0_valid = b->lk1_valid = b->fill_valid = b->flush = 0;

    token_controller_model_in *t = &u->token_in;
    assert_token_csrs_steady(u);
    bool token_asked = t->ev0_valid || t->ev1_valid || t->q_valid || t->epoch_end || t->ho_valid;
    unit_use_step(&u->token, t, &u->token_pins, token_asked || u->token_pins.busy, SETTLE);
    t->ev0_valid = t->ev1_valid = t->q_valid = t->epoch_end = t->ho_valid = 0;
}

bool tlb_units_pending(const tlb_units *u) {
    return unit_use_lingers(&u->bypass) || unit_use_lingers(&u->token);
}
