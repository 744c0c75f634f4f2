/* SPDX-License-Identifier: Apache-2.0 */
/* MASK's way (MASK 6): each application runs on the SMs that the user gave it, for the whole run. */
#include "base/engine.h"
#include "dispatch/block_scheduler.h"

static uint64_t schedule_static_assign(const schedule *s, void *state, uint64_t cycle) {
    bool *done = state;
    (void)cycle;
    if (!*done)
        schedule_give_shares(s);
    *done = true;
    return GMMU_NEVER;
}

const block_scheduler block_scheduler_static = {
    .row = {"static", "each application on its own SMs (--sms), fewest blocks first"},
    .state_bytes = sizeof(bool),
    .assign = schedule_static_assign,
    .choose = schedule_fewest,
};
