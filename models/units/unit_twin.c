/* SPDX-License-Identifier: Apache-2.0 */
#include "units/unit_twin.h"

#include <stdlib.h>
#include <string.h>

#include "units/arbiter_twin.h"
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

static const void *queue_twin_pins(const void *unit) {
    return &((const frfcfs_twin *)unit)->pins;
}

static void queue_twin_outputs(void *unit, void *out) {
    memcpy(out, queue_twin_pins(unit), sizeof(frfcfs_queue_model_out));
}

static void queue_twin_edge(void *unit, const void *in) {
    frfcfs_twin_step(unit, in);
}

static void queue_twin_step(void *unit, const void *in, void *out) {
    queue_twin_outputs(unit, out);
    queue_twin_edge(unit, in);
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

/* ---- dram_arbiter ---- */

static void *arbiter_twin_create(uint32_t apps, uint32_t banks) {
    arbiter_twin *t = malloc(sizeof *t);
    if (t)
        arbiter_twin_reset(t, apps, banks);
    return t;
}

static void arbiter_twin_reset_again(void *unit) {
    arbiter_twin *t = unit;
    arbiter_twin_reset(t, t->apps, t->banks);
}

static const void *arbiter_twin_pins(const void *unit) {
    return &((const arbiter_twin *)unit)->pins;
}

static void arbiter_twin_outputs(void *unit, void *out) {
    memcpy(out, arbiter_twin_pins(unit), sizeof(dram_arbiter_model_out));
}

static void arbiter_twin_edge(void *unit, const void *in) {
    arbiter_twin_step(unit, in);
}

static void arbiter_twin_clock(void *unit, const void *in, void *out) {
    arbiter_twin_outputs(unit, out);
    arbiter_twin_edge(unit, in);
}

/* A build of the arbiter: name, sizes. */
#define ARBITER_TWINS(TWIN)                                                                                  \
    TWIN(dram_arbiter, 30, 8)                                                                                \
    TWIN(dram_arbiter_64, 64, 16)

#define ARBITER_TWIN(build, apps, banks)                                                                     \
    static void *create_##build(void) {                                                                      \
        return arbiter_twin_create(apps, banks);                                                             \
    }                                                                                                        \
    static const unit_size sizes_##build[] = {{"NUM_APPS", apps}, {"NUM_BANKS", banks}, {NULL, 0}};
ARBITER_TWINS(ARBITER_TWIN)
#undef ARBITER_TWIN

/* ---- all ---- */

static const unit_twin_ops twins[] = {
#define FRFCFS_TWIN(role, build, depth, banks)                                                               \
    {.ops = {.name = #build,                                                                                 \
             .in_bytes = sizeof(frfcfs_queue_model_in),                                                      \
             .out_bytes = sizeof(frfcfs_queue_model_out),                                                    \
             .create = create_##build,                                                                       \
             .destroy = free,                                                                                \
             .reset = queue_twin_reset,                                                                      \
             .outputs = queue_twin_outputs,                                                                  \
             .step = queue_twin_step,                                                                        \
             .unit = #role,                                                                                  \
             .sizes = sizes_##build},                                                                        \
     .pins = queue_twin_pins,                                                                                \
     .edge = queue_twin_edge},
    FRFCFS_TWINS(FRFCFS_TWIN)
#undef FRFCFS_TWIN
#define ARBITER_TWIN(build, apps, banks)                                                                     \
    {.ops = {.name = #build,                                                                                 \
             .in_bytes = sizeof(dram_arbiter_model_in),                                                      \
             .out_bytes = sizeof(dram_arbiter_model_out),                                                    \
             .create = create_##build,                                                                       \
             .destroy = free,                                                                                \
             .reset = arbiter_twin_reset_again,                                                              \
             .outputs = arbiter_twin_outputs,                                                                \
             .step = arbiter_twin_clock,                                                                     \
             .unit = "dram_arbiter",                                                                         \
             .sizes = sizes_##build},                                                                        \
     .pins = arbiter_twin_pins,                                                                              \
     .edge = arbiter_twin_edge},
        ARBITER_TWINS(ARBITER_TWIN)
#undef ARBITER_TWIN
};

const unit_twin_ops *unit_twin(const unit_ops *unit) {
    for (size_t i = 0; !unit->rtl && i < sizeof twins / sizeof *twins; i++)
        if (strcmp(twins[i].ops.name, unit->name) == 0)
            return &twins[i];
    return NULL;
}
