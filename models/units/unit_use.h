/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An instance of a hardware unit inside a component, as C or RTL according to the
 * configuration, and the rules for leaving out its steps. Pins are read
 * first, then all units of a component step: units are Moore, so the order among
 * them does not matter. A unit with nothing to do is identity and need not step;
 * its pins stay as they are.
 *
 * A component looks at its unit in one of two ways:
 * - awake: unit_use_pins() and unit_use_step() in every cycle; the component must
 *   tick while unit_use_lingers();
 * - on demand: unit_use_pins_at() and unit_use_step_at() only when the component reads
 *   or sets pins. The edges in between, at which nothing is asked, are made up for then;
 *   a component that seldom asks its unit need not tick for the unit.
 */
#ifndef GMMU_UNIT_USE_H
#define GMMU_UNIT_USE_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "units/unit.h"

typedef struct {
    const unit_ops *ops;
    void *state;
    /* Of a host twin, else NULL: */
    void (*edge_alone)(void *unit, const void *in); /* an edge that copies no pins */
    const void *shown;                              /* its pins, always up to date */
    bool stale;                                     /* stepped since its pins were last read */
    unsigned linger; /* cycles it still steps after its last input, until its registers are at rest */
    uint64_t edge;   /* on demand: cycle of the next edge, from which `linger` counts */
} unit_use;

/* Creates the unit in reset, at the smallest size built that has at least `needs` (NULL: any); its pins
 * are the same as in unit_find_for(). False, and one line in err (which may be NULL), when this simulator has
 * no such unit or none that is large enough, or memory has run out. */
bool unit_use_open(unit_use *u, const gpu_config *config, const char *name, const unit_size *needs, char *err,
                   size_t err_size);
/* Also after unit_use_open() has failed, and on a zeroed unit_use. */
void unit_use_close(unit_use *u);

/* ---- awake ---- */

/* Brings `pins` up to date. */
static inline void unit_use_pins(unit_use *u, void *pins) {
    if (u->stale)
        u->ops->outputs(u->state, pins);
    u->stale = false;
}

/* The pins up to date, where a twin keeps them or else in `pins`. A component that reads them there has wired
 * all its units before it steps the first. */
static inline const void *unit_use_shows(unit_use *u, void *pins) {
    if (u->shown)
        return u->shown;
    unit_use_pins(u, pins);
    return pins;
}

/* Would unit_use_step() step the unit? */
static inline bool unit_use_steps(const unit_use *u, bool active) {
    return active || u->linger != 0;
}

/* One clock edge, unless the unit has been idle for `settle` cycles. `pins` may be
 * written, but with the values that unit_use_pins() gave for this cycle. */
static inline void unit_use_step(unit_use *u, const void *in, void *pins, bool active, unsigned settle) {
    if (active)
        u->linger = settle + 1;
    if (u->linger == 0)
        return;
    u->linger--;
    if (u->edge_alone)
        u->edge_alone(u->state, in);
    else
        u->ops->step(u->state, in, pins);
    u->stale = true;
}

/* Must the next cycle be simulated because of the contents of the registers? */
static inline bool unit_use_lingers(const unit_use *u) {
    return u->linger != 0;
}

/* ---- on demand: `idle` is the input of a cycle in which nothing is asked ---- */

/* The pins in `cycle`. */
void unit_use_pins_at(unit_use *u, uint64_t cycle, const void *idle, void *pins);
/* The edge of `cycle` with the inputs `in`; `settle` cycles later the unit is at rest, unless what an earlier
 * edge began takes longer. */
void unit_use_step_at(unit_use *u, uint64_t cycle, const void *idle, const void *in, void *pins,
                      unsigned settle);

#endif
