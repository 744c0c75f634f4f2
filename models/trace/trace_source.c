/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An application from Accel-Sim traces: a kernelslist.g and the kernel traces it
 * names. At most one kernel trace is open, and only the blocks handed out are held.
 */
#define _XOPEN_SOURCE 700

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/kernel_trace.h"
#include "trace/kernels_list.h"
#include "workloads/source.h"

typedef struct {
    source base;
    spool *spool;
    char list_name[LINE_NAME_SIZE];
    kernels_list list;
    notes notes;
    size_t next; /* kernel to open next */
    bool open;
    kernel_trace kernel;
} trace_source;

static bool trace_source_is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* `file` relative to the list, or compressed since the list was written. */
static bool file_beside(const trace_source *t, const char *file, char path[LINE_NAME_SIZE]) {
    const char *slash = strrchr(t->list_name, '/');
    int directory = file[0] != '/' && slash ? (int)(slash - t->list_name) + 1 : 0;
    int length = snprintf(path, LINE_NAME_SIZE, "%.*s%s", directory, t->list_name, file);
    if (length <= 0 || (size_t)length + sizeof ".xz" > LINE_NAME_SIZE)
        return false;
    if (trace_source_is_file(path))
        return true;
    memcpy(path + length, ".xz", sizeof ".xz");
    return trace_source_is_file(path);
}

/* The path of kernel i. A list may have been written elsewhere: then the file's name beside the list counts.
 */
static bool kernel_path(const trace_source *t, size_t i, char path[LINE_NAME_SIZE], char *err, size_t n) {
    const char *file = t->list.kernel[i].file;
    const char *slash = strrchr(file, '/');
    if (file_beside(t, file, path) || (slash && file_beside(t, slash + 1, path)))
        return true;
    snprintf(err, n, "%.900s:%llu: no such kernel trace, expected a file beside the list (%.60s)",
             t->list_name, (unsigned long long)t->list.kernel[i].line, file);
    return false;
}

/* The directory's name: traces are kept as APPLICATION/kernelslist.g. */
static void trace_source_set_name(trace_source *t) {
    char *full = realpath(t->list_name, NULL);
    char *slash = full ? strrchr(full, '/') : NULL;
    const char *name = "trace";
    if (slash && slash != full) {
        *slash = '\0';
        name = strrchr(full, '/') + 1;
    }
    snprintf(t->base.name, sizeof t->base.name, "%.*s", (int)sizeof t->base.name - 1, name);
    free(full);
}

static void trace_source_close_kernel(trace_source *t) {
    if (t->open)
        kernel_trace_close(&t->kernel);
    t->open = false;
}

/* The error of the open kernel, as result -1. */
static int trace_source_fail(trace_source *t, char *err, size_t n) {
    snprintf(err, n, "%s", t->kernel.lines.error);
    trace_source_close_kernel(t);
    return -1;
}

static int trace_source_next_kernel(source *s, kernel_info *info, char *err, size_t n) {
    trace_source *t = (trace_source *)s;
    char path[LINE_NAME_SIZE];
    block_stream *extra = NULL;
    if (t->open) { /* read to its end, where the grid is checked */
        int r = kernel_trace_block(&t->kernel, &t->notes, t->spool, &extra);
        block_close(extra);
        if (r > 0)
            lines_fail(&t->kernel.lines, NULL, "more thread blocks than were asked for");
        if (r != 0)
            return trace_source_fail(t, err, n);
    }
    trace_source_close_kernel(t);
    if (t->next == t->list.count)
        return 0;
    if (!kernel_path(t, t->next++, path, err, n))
        return -1;
    t->open = true;
    if (!lines_open_file(&t->kernel.lines, path) || !kernel_trace_start(&t->kernel, &t->notes))
        return trace_source_fail(t, err, n);
    *info = t->kernel.header.info;
    return 1;
}

static int trace_source_next_block(source *s, block_stream **block, char *err, size_t n) {
    trace_source *t = (trace_source *)s;
    if (!t->open)
        return 0;
    int r = kernel_trace_block(&t->kernel, &t->notes, t->spool, block);
    if (r < 0)
        return trace_source_fail(t, err, n);
    if (r == 0)
        trace_source_close_kernel(t);
    return r;
}

static int rewind_trace(source *s, char *err, size_t n) {
    trace_source *t = (trace_source *)s;
    snprintf(err, n, "%s", "");
    trace_source_close_kernel(t);
    t->next = 0;
    return 1;
}

/* A trace has no results to check. */
static bool trace_source_check(source *s, char *err, size_t n) {
    (void)s;
    snprintf(err, n, "%s", "");
    return true;
}

static void close_source(source *s) {
    trace_source *t = (trace_source *)s;
    trace_source_close_kernel(t);
    kernels_list_free(&t->list);
    free(t);
}

/* The list, and that every kernel it names is there. */
static bool read_list(trace_source *t, char *err, size_t n) {
    char path[LINE_NAME_SIZE];
    lines l;
    bool ok = lines_open_file(&l, t->list_name) && kernels_list_read(&t->list, &l, &t->notes);
    if (!ok)
        snprintf(err, n, "%s", l.error);
    lines_close(&l);
    for (size_t i = 0; ok && i < t->list.count; i++)
        ok = kernel_path(t, i, path, err, n);
    return ok;
}

/* What is missing of the list's name when a folder is named. */
static const char *list_in(const char *path) {
    struct stat found;
    const size_t length = strlen(path);
    if (stat(path, &found) != 0 || !S_ISDIR(found.st_mode))
        return "";
    return length && path[length - 1] == '/' ? "kernelslist.g" : "/kernelslist.g";
}

source *trace_source_open(const char *path, spool *sp, char *err, size_t n) {
    static const source_ops ops = {trace_source_next_kernel,
                                   trace_source_next_block,
                                   rewind_trace,
                                   trace_source_check,
                                   NULL,
                                   NULL,
                                   close_source};
    trace_source *t = calloc(1, sizeof *t);
    if (!t) {
        snprintf(err, n, "%.900s: out of memory", path);
        return NULL;
    }
    t->base.ops = &ops;
    t->spool = sp;
    int length = snprintf(t->list_name, sizeof t->list_name, "%s%s", path, list_in(path));
    if (length < 0 || (size_t)length >= sizeof t->list_name) {
        snprintf(err, n, "%.200s...: the file name is too long, expected at most %u characters", path,
                 LINE_NAME_SIZE - 1U);
        close_source(&t->base);
        return NULL;
    }
    if (!read_list(t, err, n)) {
        close_source(&t->base);
        return NULL;
    }
    trace_source_set_name(t);
    return &t->base;
}
