/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_BYTES    (2U * LINE_MAX_BYTES)
#define OFFENDING_CHARS 60U

/* The text in printable ASCII, cut to OFFENDING_CHARS. */
static void lines_clean(char to[OFFENDING_CHARS + 4U], const char *text) {
    size_t n = 0;
    for (; text[n] && n < OFFENDING_CHARS; n++)
        to[n] = text[n] >= ' ' && text[n] <= '~' ? text[n] : '?';
    memcpy(to + n, text[n] ? "..." : "", text[n] ? 4 : 1);
}

bool lines_fail(lines *l, const char *offending, const char *format, ...) {
    char what[512], quoted[OFFENDING_CHARS + 4U];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    lines_clean(quoted, offending ? offending : "");
    char place[24] = ""; /* none before the first line: the file as such is meant */
    if (l->number)
        snprintf(place, sizeof place, "%llu:", (unsigned long long)l->number);
    snprintf(l->error, sizeof l->error, offending ? "%.900s:%s %s (%s)" : "%.900s:%s %s", l->name, place,
             what, quoted);
    return false;
}

/* The rest of opening, once there is a byte source. */
static bool lines_start(lines *l) {
    if (!l->buffer)
        l->buffer = malloc(BUFFER_BYTES + 1U); /* one more to end a last line without newline */
    return l->buffer ? true : lines_fail(l, NULL, "out of memory");
}

static bool lines_set_name(lines *l, const char *name) {
    *l = (lines){.bytes = l->bytes, .buffer = l->buffer};
    int n = snprintf(l->name, sizeof l->name, "%s", name);
    if (n < 0 || (size_t)n >= sizeof l->name)
        return lines_fail(l, NULL, "the file name is too long, expected at most %u characters",
                          LINE_NAME_SIZE - 1U);
    return true;
}

bool lines_next_file(lines *l, const char *path) {
    const char *problem = NULL;
    if (!lines_set_name(l, path))
        return false;
    l->bytes = bytes_next_file(l->bytes, path, &problem);
    if (!l->bytes)
        return lines_fail(l, NULL, "cannot be opened: %s", problem);
    return lines_start(l);
}

bool lines_open_file(lines *l, const char *path) {
    *l = (lines){0};
    return lines_next_file(l, path);
}

bool lines_open_memory(lines *l, const char *name, const void *text, size_t size) {
    *l = (lines){0};
    if (!lines_set_name(l, name))
        return false;
    l->bytes = bytes_from_memory(text, size);
    if (!l->bytes)
        return lines_fail(l, NULL, "out of memory");
    return lines_start(l);
}

void lines_close(lines *l) {
    bytes_close(l->bytes);
    free(l->buffer);
    l->bytes = NULL;
    l->buffer = NULL;
    l->begin = l->end = 0;
    l->drained = true;
}

/* Moves the rest to the front and reads behind it. */
static void lines_refill(lines *l) {
    memmove(l->buffer, l->buffer + l->begin, l->end - l->begin);
    l->end -= l->begin;
    l->begin = 0;
    size_t room = BUFFER_BYTES - l->end;
    size_t n = bytes_read(l->bytes, l->buffer + l->end, room, &l->problem);
    l->end += n;
    l->drained = n < room || l->problem;
}

static int finish_line(lines *l, char *text, size_t length) {
    if (length > LINE_MAX_BYTES) {
        lines_fail(l, NULL, "line too long, expected at most %u bytes", LINE_MAX_BYTES);
        return -1;
    }
    text[length] = '\0';
    if (strlen(text) != length) {
        lines_fail(l, NULL, "binary data (a zero byte), expected text");
        return -1;
    }
    if (length && text[length - 1] == '\r')
        text[length - 1] = '\0';
    return 1;
}

int lines_next(lines *l, char **line) {
    char *newline = NULL;
    size_t searched = 0;
    for (;;) {
        size_t have = l->end - l->begin;
        if (have > searched)
            newline = memchr(l->buffer + l->begin + searched, '\n', have - searched);
        if (newline || l->drained || have > LINE_MAX_BYTES)
            break;
        searched = have;
        lines_refill(l);
    }
    size_t have = l->end - l->begin;
    if (!have && !l->problem)
        return 0;
    l->number++;
    if (!newline && l->problem && have <= LINE_MAX_BYTES) {
        lines_fail(l, NULL, "%s", l->problem);
        return -1;
    }
    *line = l->buffer + l->begin;
    size_t length = newline ? (size_t)(newline - *line) : have;
    l->begin += newline ? length + 1 : length;
    return finish_line(l, *line, length);
}

int lines_next_text(lines *l, char **line) {
    int r = lines_next(l, line);
    for (uint32_t blank = 0; r > 0 && !(*line)[strspn(*line, " \t")]; blank++) {
        if (blank == LINES_BLANK_MAX) {
            lines_fail(l, NULL, "more than %u blank lines in a row, expected text", LINES_BLANK_MAX);
            return -1;
        }
        r = lines_next(l, line);
    }
    return r;
}
