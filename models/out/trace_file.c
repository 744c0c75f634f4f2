/* SPDX-License-Identifier: Apache-2.0 */
#include "out/trace_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void trace_file_forget(trace_file *t) {
    free(t->path);
    free(t->temporary);
    *t = (trace_file){0};
}

bool trace_file_open(trace_file *t, const char *path) {
    size_t length = strlen(path) + 8;
    *t = (trace_file){.path = strdup(path), .temporary = malloc(length)};
    if (t->path && t->temporary) {
        snprintf(t->temporary, length, "%s.tmp", path);
        t->file = fopen(t->temporary, "w");
    }
    if (t->file)
        return true;
    fprintf(stderr, "gmmu: cannot write '%s': %s\n", path, strerror(errno));
    trace_file_forget(t);
    return false;
}

bool trace_file_close(trace_file *t) {
    if (!t->file)
        return true;
    bool written = !ferror(t->file);
    written = fclose(t->file) == 0 && written;
    bool ok = written && rename(t->temporary, t->path) == 0;
    if (!ok) {
        fprintf(stderr, "gmmu: cannot write '%s': %s\n", t->path, strerror(errno));
        remove(t->temporary);
    }
    trace_file_forget(t);
    return ok;
}

void trace_file_discard(trace_file *t) {
    if (!t->file)
        return;
    fclose(t->file);
    remove(t->temporary);
    trace_file_forget(t);
}
