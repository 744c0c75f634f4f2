/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/outside.h"

/* Its first time? Subjects differ within NOTES_SUBJECT_SIZE - 1 characters. */
static bool is_new(notes *n, const char *subject) {
    char cut[NOTES_SUBJECT_SIZE];
    size_t length = 0;
    for (; subject[length] && length < sizeof cut - 1; length++)
        cut[length] = subject[length] >= ' ' && subject[length] <= '~' ? subject[length] : '?';
    cut[length] = '\0';
    for (unsigned i = 0; i < n->count && i < NOTES_MAX; i++)
        if (strcmp(n->subject[i], cut) == 0)
            return false;
    if (n->count < NOTES_MAX)
        memcpy(n->subject[n->count], cut, length + 1);
    return true;
}

void notes_add(notes *n, const lines *l, const char *subject, const char *format, ...) {
    if (n->count > NOTES_MAX || !is_new(n, subject))
        return;
    n->count++;
    if (n->quiet)
        return;
    if (n->count > NOTES_MAX) {
        message_line("gmmu: %s:%llu: warning: more oddities in this trace are not reported", l->name,
                     (unsigned long long)l->number);
        return;
    }
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    message_line("gmmu: %s:%llu: warning: %s (%s)", l->name, (unsigned long long)l->number, text,
                 n->subject[n->count - 1]);
}
