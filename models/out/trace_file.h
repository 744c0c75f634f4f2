/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An output file that appears under its name only when it is complete. It is written
 * beside that name with the ending .tmp, renamed by trace_file_close(), and removed by
 * trace_file_discard().
 */
#ifndef GMMU_TRACE_FILE_H
#define GMMU_TRACE_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *file; /* NULL: not open */
    char *path;
    char *temporary;
} trace_file;

/* False with one line on stderr. */
bool trace_file_open(trace_file *t, const char *path);
/* False, with one line on stderr, when something was not written. */
bool trace_file_close(trace_file *t);
void trace_file_discard(trace_file *t);

#endif
