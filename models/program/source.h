/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sources of a workload: the interface between workload.c and the two
 * sources of instructions, Accel-Sim traces (models/program/trace) and built-in kernels
 * (models/program/kernels). A source writes the blocks it opens into the spool
 * it was given. workload.c watches that spool and reports the touched pages, so a
 * source needs to do neither.
 *
 * Return values and errors are as in workload.h: 1 done, 0 no more, -1 with one
 * line in err.
 */
#ifndef GMMU_SOURCE_H
#define GMMU_SOURCE_H

#include "config/program.h"
#include "program/spool.h"

#define SOURCE_NAME_SIZE 64

typedef struct source source;

typedef struct {
    int (*next_kernel)(source *s, kernel_info *info, char *err, size_t n);
    /* A finished block (spool_block_finish done); on -1 nothing is left open. */
    int (*next_block)(source *s, block_stream **block, char *err, size_t n);
    int (*rewind)(source *s, char *err, size_t n);
    bool (*check)(source *s, char *err, size_t n);        /* NULL: there are no results to check */
    page_origin (*origin)(const source *s, uint64_t vpn); /* NULL: every touched page is PAGE_HOST */
    bool (*pins)(const source *s);                        /* is a page PAGE_PINNED? NULL: none */
    register_use (*registers)(const source *s); /* NULL: registers come from the program's compiler */
    void (*close)(source *s);
} source_ops;

/* First member of every source's own struct. */
struct source {
    const source_ops *ops;
    kernel_limits limits; /* for sizes of kernels that a file gives and that decide occupancy alone */
    char name[SOURCE_NAME_SIZE];
};

/* path: a kernelslist.g. NULL with one line in err. The spool stays with the caller. */
source *trace_source_open(const char *path, spool *sp, char *err, size_t n);
/* args: "NAME[,key=value...]". */
source *kernel_source_open(const char *args, spool *sp, uint64_t seed, code_style style, char *err, size_t n);
/* "kernel:NAME,key=value,..." with all parameters. False: kernel_source_open() would refuse it, or no room.
 */
bool kernel_source_spell_out(const char *args, char *text, size_t size);

#endif
