/* SPDX-License-Identifier: Apache-2.0 */
#include "units/unit.h"

#include <stdio.h>
#include <string.h>

uint32_t unit_size_of(const unit_ops *ops, const char *name) {
    for (const unit_size *s = ops->sizes; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s->value;
    return 0;
}

static bool large_enough(const unit_ops *ops, const unit_size *needs) {
    for (; needs && needs->name; needs++)
        if (unit_size_of(ops, needs->name) < needs->value)
            return false;
    return true;
}

/* No size of `a` is larger than `b`'s. */
static bool no_larger(const unit_ops *a, const unit_ops *b) {
    return large_enough(b, a->sizes);
}

static void unit_find_explain(const char *unit, bool rtl, const unit_size *needs, char *err,
                              size_t err_size) {
    const char *kind = rtl ? "RTL" : "C";
    bool known = false;
    for (const unit_size *need = needs; need && need->name; need++) {
        uint32_t largest = 0;
        for (const unit_ops *const *b = unit_builds(rtl); *b; b++) {
            if (strcmp((*b)->unit, unit) == 0) {
                known = true;
                largest = unit_size_of(*b, need->name) > largest ? unit_size_of(*b, need->name) : largest;
            }
        }
        if (known && largest < need->value) {
            (void)snprintf(err, err_size,
                           "unit %s (%s): %s of %u is needed, the largest that is built has %u", unit, kind,
                           need->name, need->value, largest);
            return;
        }
    }
    if (known)
        (void)snprintf(err, err_size, "unit %s (%s): no size that is built meets all needs", unit, kind);
    else
        (void)snprintf(err, err_size, "unit %s (%s): not in this build", unit, kind);
}

const unit_ops *unit_find_for(const char *unit, bool rtl, const unit_size *needs, char *err,
                              size_t err_size) {
    const unit_ops *best = NULL;
    for (const unit_ops *const *b = unit_builds(rtl); *b; b++)
        if (strcmp((*b)->unit, unit) == 0 && large_enough(*b, needs) && (!best || no_larger(*b, best)))
            best = *b;
    if (!best && err)
        unit_find_explain(unit, rtl, needs, err, err_size);
    return best;
}
