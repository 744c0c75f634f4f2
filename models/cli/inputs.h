/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_INPUTS_H
#define GMMU_INPUTS_H

#include "base/input_files.h"
#include "dispatch/gpu_app.h"

/* Adds the traces of all applications to the descriptions that have been read: o->changed.files are then all
 * the files that the command reads. False with one line on stderr. */
bool inputs_find(const gpu_app *app, uint32_t napps, input_files *files);
/* The same of one workload: a kernel has no files. */
bool inputs_of_workload(const char *spec, input_files *files);

#endif
