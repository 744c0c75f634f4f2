/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text from outside (names of files, of kernels, of options) as one line that a terminal
 * only shows: control characters and bytes that are not UTF-8 become \xNN.
 */
#ifndef GMMU_VISIBLE_H
#define GMMU_VISIBLE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* Writes `text` to `to`, cut to `size` bytes at a whole character, with a zero at the end; returns `to`. */
char *visible(char *to, size_t size, const char *text);

/* What one message quotes of a text that may have any length, so that there is room for what was expected. */
#define SHORTENED_BYTES 204

/* `text`, or of one that is longer the first 200 bytes, cut at a whole character, and "...", which go to the
 * SHORTENED_BYTES at `to`. */
const char *shortened(char *to, const char *text);

/* Prints one line, made visible; the newline is added. For what may quote something; messages have
 * base/outside.h. */
__attribute__((format(printf, 2, 3))) void visible_line(FILE *to, const char *format, ...);
__attribute__((format(printf, 2, 0))) void visible_line_of(FILE *to, const char *format, va_list args);

#endif
