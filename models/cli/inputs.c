/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/inputs.h"

#include <stdio.h>

#include "cli/bad_option.h"
#include "program/ptx/ptx_source.h"
#include "program/trace/trace_inputs.h"
#include "program/workload.h"

bool inputs_of_workload(const char *spec, input_files *files) {
    char err[2048];
    const char *path = workload_after(spec, "trace:");
    if (path                  ? trace_inputs(path, files, err, sizeof err)
        : ptx_source_is(spec) ? ptx_source_inputs(spec, files, err, sizeof err)
                              : true)
        return true;
    return bad_line(err);
}

bool inputs_find(const gpu_app *app, uint32_t napps, input_files *files) {
    for (uint32_t i = 0; i < napps; i++)
        if (!inputs_of_workload(app[i].spec, files))
            return false;
    return true;
}
