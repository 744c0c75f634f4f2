/* SPDX-License-Identifier: Apache-2.0 */
/* Which thread blocks of a grid, and which warps of a block, have been read: each may come once, in any
 * order. Errors are in l; `offending` is the text that they quote, or NULL. */
#ifndef GMMU_KERNEL_BLOCKS_H
#define GMMU_KERNEL_BLOCKS_H

#include "program/page_set.h"
#include "program/trace/lines.h"
#include "program/trace/notes.h"

typedef struct {
    page_set seen; /* by number */
    uint64_t count;
} kernel_blocks; /* all 0: none */

bool kernel_blocks_add(kernel_blocks *b, lines *l, const char *offending, uint64_t number);
/* At the end of the kernel: is the grid complete? */
bool kernel_blocks_complete(const kernel_blocks *b, lines *l, uint64_t expected);
void kernel_blocks_clear(kernel_blocks *b);
/* A block is of a cluster, with others. */
void kernel_blocks_note_cluster(notes *n, const lines *l);

typedef uint64_t warp_set; /* a bit per warp of a block */

bool warp_set_add(warp_set *w, lines *l, const char *offending, uint32_t warp);

#endif
