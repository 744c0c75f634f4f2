/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/visible.h"
#include "report/statistics.h"

#define NAME_BYTES   512
#define COLUMN_WIDTH 13 /* at least */
#define HASH_DIGITS  8

/* Characters of a column: its head fits, with a space before it. */
static int column_width(experiment *const *runs, size_t count) {
    char name[NAME_BYTES];
    size_t width = COLUMN_WIDTH;
    for (size_t k = 0; k < count; k++) {
        const size_t head = strlen(visible(name, sizeof name, runs[k]->label)) + 1;
        width = head > width ? head : width;
    }
    return (int)width;
}

/* NAN: a dash. */
static double table_cell(const statistic *row, const experiment *x, const double *alone_ipc, uint32_t app) {
    statistic_source from;
    statistics_begin(&from, x, alone_ipc, app);
    return statistic_there(row, &from) ? statistic_shown(row, &from) : NAN;
}

/* A statistic that some runs have alone is left out where none of these has counted anything. */
static bool row_shown(const statistic *row, const double *cell, size_t count) {
    for (size_t k = 0; row->only && k < count; k++)
        if (cell[k] > 0.0)
            return true;
    return !row->only;
}

static void print_rows(FILE *out, experiment *const *runs, size_t count, const double *alone_ipc,
                       uint32_t app) {
    const int width = column_width(runs, count);
    double *cell = alloc_zeroed(count, sizeof *cell);
    for (const statistic *row = statistics; row->name; row++) {
        if (!row->line || row->of_application != (app != STATISTICS_CHIP))
            continue;
        for (size_t k = 0; k < count; k++)
            cell[k] = table_cell(row, runs[k], alone_ipc, app);
        if (!row_shown(row, cell, count))
            continue;
        fprintf(out, "  %-29s", row->line);
        for (size_t k = 0; k < count; k++) {
            if (isnan(cell[k]))
                fprintf(out, "%*s", width, "-");
            else
                fprintf(out, "%*.*f", width, row->decimals, cell[k]);
        }
        fputc('\n', out);
    }
    free(cell);
}

void table_print(FILE *out, experiment *const *runs, size_t count, const double *alone_ipc) {
    const gpu_result *first = &runs[0]->result;
    const int width = column_width(runs, count);
    char name[NAME_BYTES];
    fprintf(out, "%-31s", "");
    for (size_t k = 0; k < count; k++)
        fprintf(out, "%*s", width, visible(name, sizeof name, runs[k]->label));
    fputc('\n', out);
    print_rows(out, runs, count, alone_ipc, STATISTICS_CHIP);
    for (uint32_t a = 0; a < first->apps; a++) {
        fprintf(out, "%s (ASID %u, %u SMs, %" PRIu64 " warp instructions%s)\n",
                visible(name, sizeof name, first->app[a].name), first->app[a].asid, first->app[a].sms,
                app_ipc_instructions(&first->app[a]), first->app[a].follows ? ", follows the one above" : "");
        print_rows(out, runs, count, alone_ipc, a);
    }
    fprintf(out, "%-31s", "event hash");
    for (size_t k = 0; k < count; k++)
        fprintf(out, "%*s%08" PRIx64, width - HASH_DIGITS, "", runs[k]->result.event_hash >> 32);
    fputc('\n', out);
}
