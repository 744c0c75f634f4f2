/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/trace_inputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/trace/packed_source.h"
#include "program/trace/trace_list.h"

static bool add_path(const char *path, input_files *files, char *err, size_t n) {
    struct stat about;
    if (stat(path, &about) == 0 && input_files_add(files, &about))
        return true;
    snprintf(err, n, "%.900s: %s", path, strerror(errno));
    return false;
}

static bool add_list(trace_list *list, const char *path, input_files *files, char *err, size_t n) {
    char kernel[LINE_NAME_SIZE];
    list->notes.quiet = true; /* whoever reads the trace says it */
    bool ok = trace_list_open(list, path, err, n) && add_path(list->path, files, err, n);
    for (size_t i = 0; ok && i < list->kernels.count; i++)
        ok = trace_list_path(list, i, kernel, err, n) && add_path(kernel, files, err, n);
    trace_list_close(list);
    return ok;
}

bool trace_inputs(const char *path, input_files *files, char *err, size_t n) {
    if (packed_source_is(path))
        return add_path(path, files, err, n);
    trace_list *list = calloc(1, sizeof *list);
    if (!list) {
        snprintf(err, n, "%.900s: out of memory", path);
        return false;
    }
    const bool ok = add_list(list, path, files, err, n);
    free(list);
    return ok;
}
