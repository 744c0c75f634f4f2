/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An application from Accel-Sim traces: a kernelslist.g and the kernel traces it
 * names. At most one kernel trace is open, and only the blocks handed out are held.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/trace/kernel_trace.h"
#include "program/trace/packed_source.h"
#include "program/trace/trace_list.h"

typedef struct {
    source base;
    spool *spool;
    trace_list list;
    size_t next; /* kernel to open next */
    bool open;
    kernel_trace kernel;
} trace_source;

/* Its lines stay, with their memory, for the next one. */
static void trace_source_end_kernel(trace_source *t) {
    if (t->open)
        kernel_trace_end(&t->kernel);
    t->open = false;
}

/* The error of the open kernel, as result -1. */
static int trace_source_fail(trace_source *t, char *err, size_t n) {
    snprintf(err, n, "%s", t->kernel.lines.error);
    trace_source_end_kernel(t);
    return -1;
}

static int trace_source_next_kernel(source *s, kernel_info *info, char *err, size_t n) {
    trace_source *t = (trace_source *)s;
    char path[LINE_NAME_SIZE];
    block_stream *extra = NULL;
    if (t->open) { /* read to its end, where the grid is checked */
        int r = kernel_trace_block(&t->kernel, &t->list.notes, t->spool, &extra);
        block_close(extra);
        if (r > 0)
            lines_fail(&t->kernel.lines, NULL, "more thread blocks than were asked for");
        if (r != 0)
            return trace_source_fail(t, err, n);
    }
    trace_source_end_kernel(t);
    if (t->next == t->list.kernels.count)
        return 0;
    if (!trace_list_path(&t->list, t->next++, path, err, n))
        return -1;
    t->open = true;
    t->kernel.limits = s->limits;
    if (!lines_next_file(&t->kernel.lines, path) || !kernel_trace_start(&t->kernel, &t->list.notes))
        return trace_source_fail(t, err, n);
    *info = t->kernel.header.info;
    return 1;
}

static int trace_source_next_block(source *s, block_stream **block, char *err, size_t n) {
    trace_source *t = (trace_source *)s;
    if (!t->open)
        return 0;
    int r = kernel_trace_block(&t->kernel, &t->list.notes, t->spool, block);
    if (r < 0)
        return trace_source_fail(t, err, n);
    if (r == 0)
        trace_source_end_kernel(t);
    return r;
}

static int rewind_trace(source *s, char *err, size_t n) {
    trace_source *t = (trace_source *)s;
    snprintf(err, n, "%s", "");
    trace_source_end_kernel(t);
    t->next = 0;
    return 1;
}

static void close_source(source *s) {
    trace_source *t = (trace_source *)s;
    kernel_trace_close(&t->kernel);
    trace_list_close(&t->list);
    free(t);
}

source *trace_source_open(const char *path, spool *sp, char *err, size_t n) {
    static const source_ops ops = {.next_kernel = trace_source_next_kernel,
                                   .next_block = trace_source_next_block,
                                   .rewind = rewind_trace,
                                   .close = close_source};
    if (packed_source_is(path))
        return packed_source_open(path, sp, err, n);
    trace_source *t = calloc(1, sizeof *t);
    if (!t) {
        snprintf(err, n, "%.900s: out of memory", path);
        return NULL;
    }
    t->base.ops = &ops;
    t->spool = sp;
    if (!trace_list_open(&t->list, path, err, n)) {
        close_source(&t->base);
        return NULL;
    }
    trace_list_name(&t->list, t->base.name);
    return &t->base;
}
