/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control flow of a kernel: its basic blocks, and for each branch the instruction where its lanes are
 * together again, the first one that every path from it passes: the branch's immediate post-dominator.
 */
#ifndef GMMU_PTX_FLOW_H
#define GMMU_PTX_FLOW_H

#include "program/ptx/ptx_code.h"

typedef struct {
    uint32_t first, end; /* instructions [first, end) */
    uint32_t next[2];    /* blocks; PTX_NONE: none */
} ptx_block;

typedef struct {
    ptx_block *block;
    uint32_t count;
    uint32_t *block_of; /* of each instruction */
} ptx_graph;

/* False: out of memory. */
bool ptx_graph_make(const ptx_kernel *k, ptx_graph *g);
void ptx_graph_free(ptx_graph *g);

/* Fills in `rejoin`. False with a line in err. */
bool ptx_flow(ptx_kernel *k, const char *file, char *err, size_t err_size);

#endif
