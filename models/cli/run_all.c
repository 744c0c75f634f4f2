/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/run_all.h"

#include "base/alloc.h"
#include "base/outside.h"
#include "cli/progress.h"

/* Runs with RTL take longest, so they start first. */
static experiment **order_runs(experiment *const *list, size_t count) {
    experiment **order = alloc_zeroed(count, sizeof *order);
    size_t ordered = 0;
    for (int rtl = 1; rtl >= 0; rtl--)
        for (size_t i = 0; i < count; i++)
            if ((list[i]->config.rtl_units[0] != NULL) == rtl)
                order[ordered++] = list[i];
    return order;
}

static const char *first_error(experiment *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (list[i]->error[0])
            return list[i]->error;
    return "out of memory";
}

bool run_all(experiment *const *list, size_t count, unsigned jobs, bool quiet) {
    experiment **order = order_runs(list, count);
    progress_bar bar = progress_begin(quiet);
    const bool ok = experiments_run(order, count, jobs, progress_show, &bar);
    progress_end(&bar);
    free(order);
    if (!ok)
        message_line("gmmu: %s", first_error(list, count));
    return ok;
}
