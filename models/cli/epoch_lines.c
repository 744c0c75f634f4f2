/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/epoch_lines.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "report/json.h"

/* Each time all that is new leaves the program: a reader sees whole lines at once. */
static bool epoch_lines_show(void *ctx, experiment *x, const gpu_result *so_far) {
    epoch_lines *lines = ctx;
    errno = 0;
    for (; lines->written < so_far->epoch_samples; lines->written++) {
        json_t *epoch = json_epoch(x, so_far, lines->written);
        const bool ok =
            json_dumpf(epoch, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12)) == 0;
        json_decref(epoch);
        if (!ok || fputc('\n', stdout) == EOF)
            break;
    }
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    snprintf(x->error, sizeof x->error, "cannot write to standard output: %s",
             errno ? strerror(errno) : "not all could be written");
    return false;
}

void epoch_lines_begin(epoch_lines *lines, experiment *x, uint64_t every) {
    *lines = (epoch_lines){0};
    x->show = epoch_lines_show;
    x->show_ctx = lines;
    x->show_every = every;
}
