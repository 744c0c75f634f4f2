/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/bypass_units.h"

#include <stdlib.h>

#include "base/alloc.h"

static const l2_bypass_in idle_input = {.cfg_enable = 1};

static uint32_t bypass_unit_of(const bypass_units *u, uint32_t app) {
    return u->count > 1 ? app : 0;
}

/* The lowest of some units. */
static uint32_t first_of(uint64_t units) {
    return (uint32_t)__builtin_ctzll(units);
}

/* Deeper levels count as the deepest. */
static u3 depth_pin(uint32_t depth) {
    return (u3)(depth & (GMMU_NUM_DEPTHS - 1U));
}

bool bypass_units_open(bypass_units *u, const gpu_config *config, bool deciding) {
    const bool each = deciding && config->chip.l2.bypass_counters == BYPASS_COUNTERS_APPLICATION;
    u->count = each ? CHIP_MAX_APPS : 1;
    u->units = alloc_zeroed(u->count, sizeof *u->units);
    u->deciding = deciding;
    u->told = u->asked = u->counted = 0;
    for (uint32_t i = 0; i < u->count; i++)
        if (!unit_use_open(&u->units[i].unit, config, "l2_bypass", NULL, NULL, 0)) {
            bypass_units_close(u);
            return false;
        }
    for (uint32_t i = 0; i < u->count; i++)
        u->units[i].in = idle_input;
    return true;
}

void bypass_units_close(bypass_units *u) {
    for (uint32_t i = 0; i < u->count; i++)
        unit_use_close(&u->units[i].unit);
    free(u->units);
    *u = (bypass_units){.units = NULL};
}

void bypass_units_begin(bypass_units *u) {
    for (; u->told; u->told &= u->told - 1)
        u->units[first_of(u->told)].in = idle_input;
}

void bypass_units_end_epoch(bypass_units *u) {
    for (uint64_t left = u->counted; left; left &= left - 1)
        u->units[first_of(left)].in.epoch_end = 1;
    u->told |= u->counted;
}

void bypass_units_count(bypass_units *u, uint32_t app, uint32_t depth, bool is_hit) {
    const uint32_t number = bypass_unit_of(u, app);
    l2_bypass_in *in = &u->units[number].in;
    u->told |= UINT64_C(1) << number;
    u->counted |= UINT64_C(1) << number;
    if (!in->ev0_valid) {
        in->ev0_valid = 1;
        in->ev0_depth = depth_pin(depth);
        in->ev0_hit = is_hit;
    } else {
        in->ev1_valid = 1;
        in->ev1_depth = depth_pin(depth);
        in->ev1_hit = is_hit;
    }
}

uint32_t bypass_units_ask(bypass_units *u, uint32_t app, uint32_t depth, bool sampled) {
    const uint32_t number = bypass_unit_of(u, app);
    l2_bypass_in *in = &u->units[number].in;
    if (!u->deciding)
        return BYPASS_NOT_ASKED;
    u->told |= UINT64_C(1) << number;
    u->asked |= UINT64_C(1) << number;
    if (!in->q0_valid) {
        in->q0_valid = 1;
        in->q0_depth = depth_pin(depth);
        in->q0_sampled = sampled;
        return 0;
    }
    in->q1_valid = 1;
    in->q1_depth = depth_pin(depth);
    in->q1_sampled = sampled;
    return 1;
}

void bypass_units_show(bypass_units *u, uint64_t cycle) {
    for (; u->asked; u->asked &= u->asked - 1) {
        bypass_unit *unit = &u->units[first_of(u->asked)];
        unit_use_pins_at(&unit->unit, cycle, &idle_input, &unit->pins);
    }
}

bool bypass_units_answer(const bypass_units *u, uint32_t app, uint32_t port) {
    const l2_bypass_out *pins = &u->units[bypass_unit_of(u, app)].pins;
    return (port == 0 && pins->a0_valid && pins->a0_bypass) ||
           (port == 1 && pins->a1_valid && pins->a1_bypass);
}

void bypass_units_step(bypass_units *u, uint64_t cycle) {
    for (uint64_t left = u->deciding ? u->told : 0; left; left &= left - 1) {
        bypass_unit *unit = &u->units[first_of(left)];
        l2_bypass_out pins;
        unit_use_step_at(&unit->unit, cycle, &idle_input, &unit->in, &pins,
                         L2_BYPASS_SETTLE(unit->in.epoch_end));
    }
}
