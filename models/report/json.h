/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results as JSON, for machines. docs/reference/output.md lists the fields.
 */
#ifndef GMMU_JSON_H
#define GMMU_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "chip/experiment.h"
#include "report/trace_file.h"

/* How text is made of results, and of descriptions and lists: flags of json_dumps(). */
#define RESULT_TEXT (JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12))
#define SHOWN_TEXT  (JSON_INDENT(2) | JSON_PRESERVE_ORDER)

/* One run as an object; alone_ipc may be NULL: there were no alone runs. NULL when out of memory. */
json_t *json_result(const experiment *x, const double *alone_ipc);

/* One of the epochs of a result of x, which may be one of a run that is under way: epochs[i] of
 * json_result(). */
json_t *json_epoch(const experiment *x, const gpu_result *r, size_t i);

/* A string of JSON, which is UTF-8 alone: what a terminal would not show is \xNN (base/visible.h). */
json_t *json_text(const char *text);

/* null for a value that is not finite: the turnaround of a program that has got nothing done. */
json_t *json_finite(double value);

/* Writes `root` (reference stolen) to the file, which stays open; false with one line on stderr, and the file
 * is closed without its name. */
bool json_write(json_t *root, trace_file *out);

#endif
