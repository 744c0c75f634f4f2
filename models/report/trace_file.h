/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An output file that appears under its name only when it is complete.
 *
 * It is written without a name in the folder of that name, and gets the name at
 * trace_file_close(); so whatever ends the program before leaves nothing. Where the file
 * system has no files without names (O_TMPFILE), it is written as .gmmu-PID-N.tmp, which
 * only a signal or a crash leaves behind. A file that is replaced keeps its permissions; a
 * symbolic link stays, and the file behind it is replaced.
 *
 * What is no regular file (devices, FIFOs, sockets) is written through, and so are "-",
 * standard output, and open descriptors: /dev/stdout, /dev/stderr, /dev/fd/N.
 */
#ifndef GMMU_TRACE_FILE_H
#define GMMU_TRACE_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/input_files.h"

typedef struct {
    FILE *file;      /* NULL: not open */
    char *path;      /* as given, for messages */
    char *target;    /* the file that gets the name, links followed; NULL: written through */
    char *temporary; /* its name until then; NULL: none */
} trace_file;

/* All of a command's output files, of which a name may be NULL: that file is not asked for. False with one
 * line on stderr, and then none is open; so it is when two of them are one file, or one of them is an input.
 */
bool trace_files_open(trace_file *files, const char *const *names, size_t count, const input_files *inputs);
/* Does it go where standard output goes by name: "-", /dev/stdout? NULL: no. */
bool trace_file_is_stdout(const char *path);
/* Does it name standard error: /dev/stderr? NULL: no. */
bool trace_file_is_stderr(const char *path);
/* A progress bar would stand between its lines. False: it is not open. */
bool trace_file_is_terminal(const trace_file *t);
/* False, with one line on stderr, when something was not written. */
bool trace_file_close(trace_file *t);
/* Always false: closes an open file without its name, with one line on stderr that says why. NULL: errno says
 * it. */
bool trace_file_give_up(trace_file *t, const char *why);
/* All of a command's output files: none gets its name unless all of them have been written. False: what is
 * still open is the caller's to discard. */
bool trace_files_close(trace_file *files, size_t count);
void trace_file_discard(trace_file *t);

#endif
