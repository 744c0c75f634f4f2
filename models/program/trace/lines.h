/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text line by line, in bounded memory, with the place of every line for error
 * messages. All errors of the trace reader are one line of this form:
 *   FILE:LINE: what was wrong, what was expected (offending text)
 */
#ifndef GMMU_LINES_H
#define GMMU_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "program/trace/byte_source.h"

#define LINE_MAX_BYTES  65536U
#define LINE_NAME_SIZE  1024U
#define LINE_ERROR_SIZE 1536U
#define LINES_BLANK_MAX 100000U

typedef struct {
    char name[LINE_NAME_SIZE];
    uint64_t number; /* of the line returned last, from 1; in the decompressed text */
    char error[LINE_ERROR_SIZE];
    byte_source *bytes;
    char *buffer;
    size_t begin, end;   /* text in the buffer not yet returned */
    bool drained;        /* the byte source has no more */
    const char *problem; /* why, when not the proper end */
} lines;

/* All fail with l->error set. lines_close may be called in any case. */
bool lines_open_file(lines *l, const char *path);
/* The same in the memory that was used for the file before; *l is zero before the first. */
bool lines_next_file(lines *l, const char *path);
bool lines_open_memory(lines *l, const char *name, const void *text, size_t size);
void lines_close(lines *l);

/* 1: *line is the next one without its end, valid until the next call, and may
 * be changed; 0: no more; -1: l->error is set. */
int lines_next(lines *l, char **line);
/* The same, but skips blank lines; more than LINES_BLANK_MAX in a row are an error. */
int lines_next_text(lines *l, char **line);

/* Sets l->error for the line returned last and returns false. `offending` may be
 * NULL; it is cut and cleaned of unprintable bytes. */
__attribute__((format(printf, 3, 4))) bool lines_fail(lines *l, const char *offending, const char *format,
                                                      ...);

#endif
