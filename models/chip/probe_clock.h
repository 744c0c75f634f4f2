/* SPDX-License-Identifier: Apache-2.0 */
/* The clock of the SM under test: cycles from the issue to the commit of its accesses, for experiments whose
 * threads run at once. Other SMs are not looked at. */
#ifndef GMMU_PROBE_CLOCK_H
#define GMMU_PROBE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "config/observer.h"

typedef struct {
    uint32_t sm;
    uint32_t *latency;
    uint32_t warm, wanted; /* accesses that are not timed, and that are */
    uint32_t seen;
    uint64_t uid, issued; /* of the access under way */
    bool under_way;
} probe_clock;

static inline void probe_clock_watch(probe_clock *c, uint64_t cycle, uint32_t sm, uint64_t uid,
                                     inst_stage stage, const warp_inst *inst) {
    if (sm != c->sm)
        return;
    if (stage == STAGE_ISSUE && inst->op == OP_ATOMIC) {
        c->uid = uid;
        c->issued = cycle;
        c->under_way = true;
    } else if (stage == STAGE_COMMIT && c->under_way && uid == c->uid) {
        if (c->seen >= c->warm && c->seen - c->warm < c->wanted)
            c->latency[c->seen - c->warm] = (uint32_t)(cycle - c->issued);
        c->seen++;
        c->under_way = false;
    }
}

/* All accesses have been timed. */
static inline bool probe_clock_done(const probe_clock *c) {
    return c->seen >= c->warm + c->wanted;
}

#endif
