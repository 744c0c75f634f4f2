/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The units next to the shared L2 TLB, bypass_cache and token_controller, as C or as RTL:
 * their pins of this cycle, their inputs of this cycle, and the rule when a step may be
 * left out (idle is identity, so only cycles with a request or pending work count).
 */
#ifndef GMMU_TLB_UNITS_H
#define GMMU_TLB_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "bypass_cache.h"
#include "config/config.h"
#include "token_controller_model.h"
#include "units/unit_needs.h"
#include "units/unit_use.h"

typedef struct {
    unit_use bypass, token;
    bypass_cache_out bypass_pins; /* of this cycle */
    token_controller_model_out token_pins;
    bypass_cache_in bypass_in; /* of this cycle; the valid bits are cleared by the step */
    token_controller_model_in token_in;
    bool was_busy;                       /* an evaluation ran in the cycle before ... */
    token_controller_model_in token_was; /* ... with these inputs */
} tlb_units;

/* What it has of units. */
extern const unit_need tlb_units_needs[];

/* False with one clear line in err when a unit is missing. */
bool tlb_units_open(tlb_units *u, const gpu_config *config, const uint8_t *sm_app, char *err,
                    size_t err_size);
void tlb_units_close(tlb_units *u);

/* At the start of a cycle: fetches the pins. */
void tlb_units_sample(tlb_units *u);
/* At its end: the clock edge. */
void tlb_units_step(tlb_units *u);
/* After the step: must the next cycle be simulated? */
bool tlb_units_pending(const tlb_units *u);

#endif
