/* SPDX-License-Identifier: Apache-2.0 */
/* One kernel trace: its header, then its thread blocks one after the other. */
#ifndef GMMU_KERNEL_TRACE_H
#define GMMU_KERNEL_TRACE_H

#include "program/spool.h"
#include "program/trace/kernel_blocks.h"
#include "program/trace/lines.h"
#include "program/trace/notes.h"
#include "program/trace/trace_header.h"
#include "program/trace/trace_memo.h"

typedef struct {
    lines lines; /* opened by the owner before kernel_trace_start */
    trace_header header;
    kernel_limits limits; /* of the header's sizes, set by the owner before kernel_trace_start */
    kernel_blocks blocks;
    trace_memo *memo;
    struct packer *packer; /* gets all records that are read (program/trace/packer.h); NULL: nothing does */
} kernel_trace;

/* All of these leave the error in t->lines.error. Close in any case. */
bool kernel_trace_start(kernel_trace *t, notes *n);
/* 1: a finished block; 0: no more blocks, and the file holds the whole grid and nothing
 * more; -1: error, no block is left open. */
int kernel_trace_block(kernel_trace *t, notes *n, spool *sp, block_stream **block);
/* All but the lines is given back. */
void kernel_trace_end(kernel_trace *t);
void kernel_trace_close(kernel_trace *t);

#endif
