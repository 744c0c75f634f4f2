/*
 * Results as JSON, for machines. docs/output.md lists the fields.
 */
#ifndef GMMU_JSON_H
#define GMMU_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "gpu/experiment.h"

/* One run as an object; alone_ipc may be NULL (no weighted_speedup then). NULL when out of memory. */
json_t *json_result(const experiment *x, const double *alone_ipc);

/* Writes `root` (reference stolen) to `path` through a temporary file beside it, so
 * that no half-written file is ever left. False with one line on stderr. */
bool json_write(json_t *root, const char *path);

#endif
