/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a packed trace (program/trace/packed.h), front to back. Functions with `l` leave the error there; of
 * the others false is PACKER_FULL. */
#ifndef GMMU_PACKER_H
#define GMMU_PACKER_H

#include <stdio.h>

#include "program/trace/lines.h"
#include "program/trace/trace_memo.h"

#define PACKER_FULL "cannot be packed: out of memory, or the packed trace cannot be written"

typedef struct packer packer;

/* The file stays with the caller. NULL when out of memory. */
packer *packer_new(FILE *to);
void packer_free(packer *p);

bool packer_begin(packer *p, const char *name);
/* listed: its name in the list; header: its text. */
bool packer_kernel(packer *p, const char *listed, const char *header, size_t length);
bool packer_end(packer *p);

/* What the reader of a kernel's text tells (program/trace/kernel_trace.c), in the order of the text. */
bool packer_block(packer *p, lines *l, uint64_t number);
bool packer_cluster(packer *p, lines *l);
bool packer_warp(packer *p, lines *l, uint32_t warp, uint64_t insts);
/* As read: addresses as traced. known: what the memo has for its PC. Sets inst->space. */
bool packer_inst(packer *p, lines *l, const trace_known *known, warp_inst *inst);
bool packer_block_end(packer *p, lines *l);

#endif
