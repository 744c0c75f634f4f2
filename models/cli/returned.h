/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands whose result a program gets as JSON (opengmmu.h). Each does what the command of its name does,
 * writes nothing to standard output, and returns the exit code; *result is then the JSON, the caller's
 * reference, also with EXIT_WRONG_VALUES, or NULL after one line (base/outside.h).
 */
#ifndef GMMU_RETURNED_H
#define GMMU_RETURNED_H

#include <jansson.h>

/* argv[0] is the command word. *result is NULL before the call. */
int run_returned(int argc, char **argv, json_t **result);
int compare_returned(int argc, char **argv, json_t **result);
int show_returned(int argc, char **argv, json_t **result);

#endif
