/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What was run, for every file that a command writes: version, commit, command, and what these mean in full.
 * docs/reference/output.md lists the fields.
 */
#ifndef GMMU_PROVENANCE_H
#define GMMU_PROVENANCE_H

#include <jansson.h>
#include <stdio.h>

#include "cli/chip_options.h"
#include "dispatch/gpu_app.h"

/* Version, commit and command; argv[0] is the command word. */
json_t *provenance_new(int argc, char **argv);
/* Adds the chip as it is with the first design. */
void provenance_chip(json_t *provenance, const chip_options *o);
/* Adds the designs, the seed, and the applications with all parameters. */
void provenance_runs(json_t *provenance, const chip_options *o, const gpu_app *app, uint32_t napps);
/* {"provenance": ..., and the fields of `results`}; steals both references. */
json_t *provenance_before(json_t *provenance, json_t *results);
/* The same as the first line of a CSV file, a comment. NULL: there is no file. */
void provenance_comment(const json_t *provenance, FILE *csv);

#endif
