/* SPDX-License-Identifier: Apache-2.0 */
#include "units/unit_twin.h"

#include <stdlib.h>
#include <string.h>

#include "units/bypass_twin.h"

static void *bypass_create(void) {
    bypass_twin *t = malloc(sizeof *t);
    if (t)
        bypass_twin_reset(t);
    return t;
}

static void bypass_reset(void *unit) {
    bypass_twin_reset(unit);
}

static const void *bypass_pins(const void *unit) {
    return &((const bypass_twin *)unit)->pins;
}

static void bypass_outputs(void *unit, void *out) {
    memcpy(out, bypass_pins(unit), sizeof(l2_bypass_out));
}

static void bypass_edge(void *unit, const void *in) {
    bypass_twin_step(unit, in);
}

static void bypass_step(void *unit, const void *in, void *out) {
    bypass_outputs(unit, out);
    bypass_twin_step(unit, in);
}

static const unit_size bypass_sizes[] = {{"NUM_DEPTHS", GMMU_NUM_DEPTHS}, {NULL, 0}};

static const unit_twin_ops twins[] = {
    {.ops = {.name = "l2_bypass",
             .in_bytes = sizeof(l2_bypass_in),
             .out_bytes = sizeof(l2_bypass_out),
             .create = bypass_create,
             .destroy = free,
             .reset = bypass_reset,
             .outputs = bypass_outputs,
             .step = bypass_step,
             .unit = "l2_bypass",
             .sizes = bypass_sizes},
     .pins = bypass_pins,
     .edge = bypass_edge},
};

const unit_twin_ops *unit_twin(const unit_ops *unit) {
    for (size_t i = 0; !unit->rtl && i < sizeof twins / sizeof *twins; i++)
        if (strcmp(twins[i].ops.name, unit->name) == 0)
            return &twins[i];
    return NULL;
}
