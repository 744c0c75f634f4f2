/* SPDX-License-Identifier: Apache-2.0 */
#include "units/unit_use.h"

#include <stddef.h>
#include <stdio.h>

#include "units/unit_twin.h"

bool unit_use_open(unit_use *u, const gpu_config *config, const char *name, const unit_size *needs, char *err,
                   size_t err_size) {
    *u = (unit_use){.ops = unit_find_for(name, config_unit_is_rtl(config, name), needs, err, err_size),
                    .stale = true};
    if (!u->ops)
        return false;
    const unit_twin_ops *twin = config->unit_c ? NULL : unit_twin(u->ops);
    if (twin)
        u->ops = &twin->ops;
    u->state = u->ops->create();
    if (twin && u->state) {
        u->edge_alone = twin->edge;
        u->shown = twin->pins(u->state);
    }
    if (!u->state && err)
        (void)snprintf(err, err_size, "unit %s: out of memory", name);
    return u->state != NULL;
}

void unit_use_close(unit_use *u) {
    if (u->state)
        u->ops->destroy(u->state);
    u->state = NULL;
}

/* The edges before `cycle` that the unit has not seen and that would change it. */
static void catch_up(unit_use *u, uint64_t cycle, const void *idle, void *pins) {
    for (; u->edge < cycle && u->linger; u->edge++, u->linger--)
        u->ops->step(u->state, idle, pins);
}

void unit_use_pins_at(unit_use *u, uint64_t cycle, const void *idle, void *pins) {
    catch_up(u, cycle, idle, pins);
    u->ops->outputs(u->state, pins);
}

void unit_use_step_at(unit_use *u, uint64_t cycle, const void *idle, const void *in, void *pins,
                      unsigned settle) {
    catch_up(u, cycle, idle, pins);
    u->ops->step(u->state, in, pins);
    u->edge = cycle + 1;
    u->linger -= u->linger != 0;
    if (u->linger < settle)
        u->linger = settle;
}
