/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What was run, for every file that a command writes: version, commit, command, and what these mean in full.
 * docs/reference/output.md lists the fields.
 */
#ifndef GMMU_PROVENANCE_H
#define GMMU_PROVENANCE_H

#include <jansson.h>
#include <stdio.h>

#include "cli/options.h"

/* argv[0] is the command word; o: what the command line says, or NULL: nothing but the command is known. */
json_t *provenance_new(int argc, char **argv, const options *o);
/* {"provenance": ..., and the fields of `results`}; steals both references. */
json_t *provenance_before(json_t *provenance, json_t *results);
/* The same as the first line of a CSV file, a comment. NULL: there is no file. */
void provenance_comment(const json_t *provenance, FILE *csv);

#endif
