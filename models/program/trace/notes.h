/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Oddities that the reader noticed and passed over: unknown lines and keys, doubtful
 * widths. Printed to stderr, one line each with its place; a subject is reported
 * once per trace, and not more than NOTES_MAX subjects.
 */
#ifndef GMMU_NOTES_H
#define GMMU_NOTES_H

#include "program/trace/lines.h"

#define NOTES_MAX          16U
#define NOTES_SUBJECT_SIZE 32U

typedef struct {
    char subject[NOTES_MAX][NOTES_SUBJECT_SIZE];
    unsigned count;
    bool quiet; /* tests and fuzzing */
} notes;

__attribute__((format(printf, 4, 5))) void notes_add(notes *n, const lines *l, const char *subject,
                                                     const char *format, ...);

#endif
