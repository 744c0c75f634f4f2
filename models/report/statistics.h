/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The statistics of a run: a row each in report/statistics.inc. Table, JSON, CSV, the report page, sweeps and
 * docs/reference/statistics.md are made of these rows, so none of them can lack one.
 */
#ifndef GMMU_STATISTICS_H
#define GMMU_STATISTICS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "chip/experiment.h"

typedef enum {
    STATISTIC_SUM,     /* a count */
    STATISTIC_RATE,    /* a part of a whole, 0 to 1; in per cent for people */
    STATISTIC_AVERAGE, /* a sum over a count */
    STATISTIC_NUMBER   /* any other */
} statistic_kind;

/* What a row's expressions name: of a run, and of one application or of all. */
typedef struct {
    const experiment *x;
    const gpu_result *r;
    const app_result *a;     /* NULL: of the chip */
    const app_stats *s;      /* of the application; of the chip: summed over all */
    uint32_t app;            /* its number */
    const double *alone_ipc; /* of alone runs, or NULL */
    const double *known_ipc; /* the same, or with one application the IPC of the run itself, or NULL */
    app_stats total;
    double own_ipc;
} statistic_source;

typedef struct {
    uint64_t part, whole; /* of a rate or an average; a sum has its value in `part` */
    double number;
} statistic_value;

/* Runs that have a statistic. */
typedef struct {
    const char *when; /* a phrase */
    bool (*has)(const statistic_source *from);
} statistic_condition;

typedef struct {
    const char *name; /* path in the JSON of a run, or of an application; NULL ends the table */
    statistic_kind kind;
    bool of_application;             /* or of the chip */
    const char *unit;                /* "" without one */
    const statistic_condition *only; /* NULL: every run has it */
    statistic_value (*value)(const statistic_source *from);
    const char *line; /* of the table and the page; NULL: it has none there */
    int decimals;     /* there */
    const char *meaning;
} statistic;

extern const statistic statistics[];
extern const char *const statistic_kind_names[];

/* alone_ipc may be NULL; app: of which application, or STATISTICS_CHIP. */
#define STATISTICS_CHIP UINT32_MAX
void statistics_begin(statistic_source *from, const experiment *x, const double *alone_ipc, uint32_t app);
/* Is it a row about this application, or the chip, which this run has? */
bool statistic_there(const statistic *row, const statistic_source *from);
/* As people read it, rates in per cent; NAN where it does not apply: nothing to divide by, no limit, no end.
 */
double statistic_shown(const statistic *row, const statistic_source *from);

/* Puts every statistic of the chip or the application into the object, and the names of those that do not
 * apply into its list "not_applicable". */
void statistics_json(json_t *object, const statistic_source *from);
/* The table itself, for `gmmu list --statistics`. */
json_t *statistics_list(void);
/* All of these runs as CSV: run, application, name, unit, value. */
void statistics_csv(FILE *csv, experiment *const *runs, size_t count, const double *alone_ipc);
/* Of runs with config.measure_ticks, as CSV: run, kind of component, how many there are, ticks, CPU seconds.
 */
void statistics_ticks(FILE *csv, experiment *const *runs, size_t count);

#endif
