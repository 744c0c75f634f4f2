/* SPDX-License-Identifier: Apache-2.0 */
/* A traced application on disk: its kernelslist.g and where the kernel traces are that it names. */
#ifndef GMMU_TRACE_LIST_H
#define GMMU_TRACE_LIST_H

#include "program/source.h"
#include "program/trace/kernels_list.h"

typedef struct {
    char path[LINE_NAME_SIZE]; /* of the list */
    kernels_list kernels;
    notes notes; /* about the whole trace */
} trace_list;

/* Reads the list at `path`, or in the folder of that name; all kernels that it names must be there. False:
 * one line in err. *t begins zeroed; close in any case. */
bool trace_list_open(trace_list *t, const char *path, char *err, size_t n);
void trace_list_close(trace_list *t);
/* Where kernel i is. */
bool trace_list_path(const trace_list *t, size_t i, char path[LINE_NAME_SIZE], char *err, size_t n);
/* The application's name. */
void trace_list_name(const trace_list *t, char name[SOURCE_NAME_SIZE]);

#endif
