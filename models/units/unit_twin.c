/* SPDX-License-Identifier: Apache-2.0 */
#include "units/unit_twin.h"

#include <stdlib.h>
#include <string.h>

#include "units/arbiter_twin.h"
#include "units/bypass_twin.h"
#include "units/frfcfs_twin.h"

/* What every twin has. K_twin, with the sizes `first` and `second`, has K_twin_reset(), K_twin_step(), and
 * its pins, the pins of `model`, in `pins`. */
#define TWIN(kind, model, first, second)                                                                     \
    static void *create_##kind(uint32_t a, uint32_t b) {                                                     \
        kind##_twin *t = malloc(sizeof *t);                                                                  \
        if (t)                                                                                               \
            kind##_twin_reset(t, a, b);                                                                      \
        return t;                                                                                            \
    }                                                                                                        \
    static void reset_##kind(void *unit) {                                                                   \
        kind##_twin *t = unit;                                                                               \
        kind##_twin_reset(t, t->first, t->second);                                                           \
    }                                                                                                        \
    static const void *pins_of_##kind(const void *unit) {                                                    \
        return &((const kind##_twin *)unit)->pins;                                                           \
    }                                                                                                        \
    static void outputs_of_##kind(void *unit, void *out) {                                                   \
        memcpy(out, pins_of_##kind(unit), sizeof(model##_out));                                              \
    }                                                                                                        \
    static void edge_of_##kind(void *unit, const void *in) {                                                 \
        kind##_twin_step(unit, in);                                                                          \
    }                                                                                                        \
    static void step_##kind(void *unit, const void *in, void *out) {                                         \
        outputs_of_##kind(unit, out);                                                                        \
        kind##_twin_step(unit, in);                                                                          \
    }
TWIN(frfcfs, frfcfs_queue_model, depth, banks)
TWIN(arbiter, dram_arbiter_model, apps, banks)
TWIN(bypass, l2_bypass, depths, none)
#undef TWIN

/* The builds that have one: role, name of the build, kind of twin, pins, name and value of its first size,
 * and NUM_BANKS, which is the second of all; 0: it has no second one. */
#define TWINS(BUILD)                                                                                         \
    BUILD(silver_queue, silver_queue, frfcfs, frfcfs_queue_model, "FRFCFS_DEPTH", 64, 8)                     \
    BUILD(normal_queue, normal_queue, frfcfs, frfcfs_queue_model, "FRFCFS_DEPTH", 192, 8)                    \
    BUILD(golden_bank_queue, golden_bank_queue, frfcfs, frfcfs_queue_model, "FRFCFS_DEPTH", 16, 8)           \
    BUILD(golden_bank_queue, golden_bank_queue_b16, frfcfs, frfcfs_queue_model, "FRFCFS_DEPTH", 16, 16)      \
    BUILD(silver_queue, silver_queue_b16, frfcfs, frfcfs_queue_model, "FRFCFS_DEPTH", 64, 16)                \
    BUILD(normal_queue, normal_queue_b16, frfcfs, frfcfs_queue_model, "FRFCFS_DEPTH", 192, 16)               \
    BUILD(dram_arbiter, dram_arbiter, arbiter, dram_arbiter_model, "NUM_APPS", 30, 8)                        \
    BUILD(dram_arbiter, dram_arbiter_64, arbiter, dram_arbiter_model, "NUM_APPS", 64, 16)                    \
    BUILD(l2_bypass, l2_bypass, bypass, l2_bypass, "NUM_DEPTHS", GMMU_NUM_DEPTHS, 0)

#define BUILD(role, build, kind, model, size, value, banks)                                                  \
    static void *create_##build(void) {                                                                      \
        return create_##kind(value, banks);                                                                  \
    }                                                                                                        \
    static const unit_size sizes_##build[] = {                                                               \
        {size, value}, {(banks) ? "NUM_BANKS" : NULL, banks}, {NULL, 0}};
TWINS(BUILD)
#undef BUILD

static const unit_twin_ops twins[] = {
#define BUILD(role, build, kind, model, size, value, banks)                                                  \
    {.ops = {.name = #build,                                                                                 \
             .in_bytes = sizeof(model##_in),                                                                 \
             .out_bytes = sizeof(model##_out),                                                               \
             .create = create_##build,                                                                       \
             .destroy = free,                                                                                \
             .reset = reset_##kind,                                                                          \
             .outputs = outputs_of_##kind,                                                                   \
             .step = step_##kind,                                                                            \
             .unit = #role,                                                                                  \
             .sizes = sizes_##build},                                                                        \
     .pins = pins_of_##kind,                                                                                 \
     .edge = edge_of_##kind},
    TWINS(BUILD)
#undef BUILD
};

const unit_twin_ops *unit_twin(const unit_ops *unit) {
    for (size_t i = 0; !unit->rtl && i < sizeof twins / sizeof *twins; i++)
        if (strcmp(twins[i].ops.name, unit->name) == 0)
            return &twins[i];
    return NULL;
}
