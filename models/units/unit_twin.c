/* SPDX-License-Identifier: Apache-2.0 */
#include "units/unit_twin.h"

#include <stdlib.h>
#include <string.h>

#include "units/frfcfs_twin.h"

/* ---- frfcfs_queue ---- */

static void *queue_twin_create(uint32_t depth, uint32_t banks) {
    frfcfs_twin *t = malloc(sizeof *t);
    if (t)
        frfcfs_twin_reset(t, depth, banks);
    return t;
}

static void queue_twin_reset(void *unit) {
    frfcfs_twin *t = unit;
    frfcfs_twin_reset(t, t->depth, t->banks);
}

static void queue_twin_outputs(void *unit, void *out) {
    const frfcfs_twin *t = unit;
    memcpy(out, &t->pins, sizeof t->pins);
}

static void queue_twin_step(void *unit, const void *in, void *out) {
    queue_twin_outputs(unit, out);
    frfcfs_twin_step(unit, in);
}

/* A build of the queue: role, name of the build, sizes. */
#define FRFCFS_TWINS(TWIN)                                                                                   \
    TWIN(silver_queue, silver_queue, 64, 8)                                                                  \
    TWIN(normal_queue, normal_queue, 192, 8)                                                                 \
    TWIN(silver_queue, silver_queue_b16, 64, 16)                                                             \
    TWIN(normal_queue, normal_queue_b16, 192, 16)

#define FRFCFS_TWIN(role, build, depth, banks)                                                               \
    static void *create_##build(void) {                                                                      \
        return queue_twin_create(depth, banks);                                                              \
    }                                                                                                        \
    static const unit_size sizes_##build[] = {{"FRFCFS_DEPTH", depth}, {"NUM_BANKS", banks}, {NULL, 0}};
FRFCFS_TWINS(FRFCFS_TWIN)
#undef FRFCFS_TWIN

static const unit_ops twins[] = {
#define FRFCFS_TWIN(role, build, depth, banks)                                                               \
    {.name = #build,                                                                                         \
     .in_bytes = sizeof(frfcfs_queue_model_in),                                                              \
     .out_bytes = sizeof(frfcfs_queue_model_out),                                                            \
     .create = create_##build,                                                                               \
     .destroy = free,                                                                                        \
     .reset = queue_twin_reset,                                                                              \
     .outputs = queue_twin_outputs,                                                                          \
     .step = queue_twin_step,                                                                                \
     .unit = #role,                                                                                          \
     .sizes = sizes_##build},
    FRFCFS_TWINS(FRFCFS_TWIN)
#undef FRFCFS_TWIN
};

const unit_ops *unit_twin(const unit_ops *unit) {
    for (size_t i = 0; !unit->rtl && i < sizeof twins / sizeof *twins; i++)
        if (strcmp(twins[i].name, unit->name) == 0)
            return &twins[i];
    return NULL;
}
