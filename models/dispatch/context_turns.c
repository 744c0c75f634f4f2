/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/context_turns.h"

#include <string.h>

#define CONTEXT_NONE UINT32_MAX

void context_turns_init(context_turns *t, bool one_at_a_time) {
    memset(t, 0, sizeof *t);
    t->one_at_a_time = one_at_a_time;
    t->active = CONTEXT_NONE;
}

void context_turns_come(context_turns *t, uint32_t context) {
    if (t->place[context] == 0)
        t->place[context] = ++t->came;
}

static bool is_first_in_line(const context_turns *t, uint32_t context) {
    for (uint32_t c = 0; c < CHIP_MAX_APPS; c++)
        if (t->place[c] != 0 && t->place[c] < t->place[context])
            return false;
    return true;
}

bool context_turns_take(context_turns *t, uint32_t context, uint64_t completed) {
    if (t->one_at_a_time) {
        if (t->active == CONTEXT_NONE ? !is_first_in_line(t, context) : t->active != context)
            return false;
        if (t->active == CONTEXT_NONE)
            t->completed = completed;
        t->active = context;
    }
    t->place[context] = 0;
    return true;
}

void context_turns_end(context_turns *t, uint32_t context, uint64_t completed) {
    if (t->active == context && t->completed != completed)
        t->active = CONTEXT_NONE;
}
