/*
 * An instance of a hardware unit inside a component, as C or RTL after the
 * configuration. Pins are read first, then all units of a component step: units
 * are Moore, so the order among them does not matter. A unit with nothing to do
 * is identity and need not step; its pins stay as they are.
 */
#ifndef GMMU_UNIT_USE_H
#define GMMU_UNIT_USE_H

#include <stdbool.h>
#include <stddef.h>

#include "gpu/config.h"
#include "units/unit.h"

typedef struct {
    const unit_ops *ops;
    void *state;
    bool stale;      /* stepped since its pins were read */
    unsigned linger; /* cycles it still steps after its last input, for what is in its registers */
} unit_use;

/* Creates the unit in reset; false when it does not exist or memory is out. */
static inline bool unit_use_open(unit_use *u, const gpu_config *cfg, const char *name) {
    u->ops = unit_find(name, config_unit_is_rtl(cfg, name));
    u->state = u->ops ? u->ops->create() : NULL;
    u->stale = true;
    u->linger = 0;
    return u->state != NULL;
}

static inline void unit_use_close(unit_use *u) {
    if (u->state)
        u->ops->destroy(u->state);
    u->state = NULL;
}

/* Brings `pins` up to date. */
static inline void unit_use_pins(unit_use *u, void *pins) {
    if (u->stale)
        u->ops->outputs(u->state, pins);
    u->stale = false;
}

/* One clock edge, unless nothing has been going on for `settle` cycles. `pins` is
 * written, but with what unit_use_pins() gave for this cycle. */
static inline void unit_use_step(unit_use *u, const void *in, void *pins, bool active, unsigned settle) {
    if (active)
        u->linger = settle + 1;
    if (u->linger == 0)
        return;
    u->linger--;
    u->ops->step(u->state, in, pins);
    u->stale = true;
}

#endif
