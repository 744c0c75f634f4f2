/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/watchdog.h"

#include <inttypes.h>
#include <stdio.h>

#define LONG_CYCLES 2000000U

bool watchdog_look(watchdog *w, const watchdog_counts *now, bool idle, char *err, size_t err_size) {
    if (now->events != w->event.events)
        w->event = *now;
    if (now->instructions != w->executed.instructions)
        w->executed = *now;
    if (idle || now->cycle - w->event.cycle > LONG_CYCLES) {
        (void)snprintf(err, err_size,
                       "deadlock: nothing happens any more in cycle %" PRIu64 ", but work is left",
                       now->cycle);
        return true;
    }
    if (now->moved != w->executed.moved && now->cycle - w->executed.cycle > LONG_CYCLES) {
        (void)snprintf(err, err_size,
                       "no instruction has ended since cycle %" PRIu64
                       ", because blocks move all the time: expected a longer schedule.slice_cycles",
                       w->executed.cycle);
        return true;
    }
    return false;
}
