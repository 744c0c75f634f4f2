/* SPDX-License-Identifier: Apache-2.0 */
/* kernelslist.g: the actions of the traced program, in order. */
#ifndef GMMU_KERNELS_LIST_H
#define GMMU_KERNELS_LIST_H

#include "program/trace/lines.h"
#include "program/trace/notes.h"

typedef struct {
    char *file;    /* as written, relative to the list */
    uint64_t line; /* where in the list */
} listed_kernel;

typedef struct {
    listed_kernel *kernel;
    size_t count, room;
} kernels_list;

/* Does a file with this name hold a kernel's trace? */
bool kernels_list_names(const char *path);

/* The file, or a kernel of this name, is what the tracer writes before its post-processor has run. */
bool kernels_list_is_raw(const char *path);
#define POST_PROCESSOR "post-traces-processing"

/* Reads all lines. False: the error is in l. Free in any case. */
bool kernels_list_read(kernels_list *k, lines *l, notes *n);
void kernels_list_free(kernels_list *k);

#endif
