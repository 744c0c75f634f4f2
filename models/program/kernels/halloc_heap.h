/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A heap on the device in the manner of the Halloc allocator: slabs hold blocks of one size,
 * powers of two from 16 bytes on; a count of the blocks handed out and a bitmap of the blocks
 * in use, per slab, are changed by atomics alone. Where Halloc spreads warps over slabs by
 * hashing, it is a plain rule here: every size has one slab in each arena, a thread block
 * begins in the arena of its number and goes on to the next arena when the slab is full.
 *
 * `hashed` asks for Halloc's own layout instead (github.com/canonizer/halloc, src/halloc.cu, slab.cuh,
 * halloc.h): slabs of 4 MB, one at a time for each size, up to 87 % of its blocks; a thread hashes its number
 * to a block and goes on by a fixed step from one that is in use. Its 1.5 sizes per power of two, its bytes
 * with the size of each block and the counter of each warp are left out: the caller counts.
 *
 * A pointer is the number of a 16-byte unit of the heap.
 */
#ifndef GMMU_HALLOC_HEAP_H
#define GMMU_HALLOC_HEAP_H

#include "program/kernels/kernel.h"

#define HALLOC_UNIT    16U /* bytes */
#define HALLOC_CLASSES 21U /* blocks of 16 bytes to 16 MB */
#define HALLOC_LABEL   48U /* of malloc's code */

/* The parameter of a kernel that asks for it. */
#define HALLOC_HASHED_PARAM {"hashed", 0, 0, 1, "1: slabs of 4 MB and blocks found by hashing, as in Halloc"}

typedef struct {
    buffer units;  /* PAGE_FRESH: the heap has not been written */
    buffer count;  /* of blocks handed out, by slab */
    buffer bitmap; /* of blocks in use, by slab */
    buffer head;   /* hashed: the slab in use, by size */
    uint32_t classes, arenas;
    bool hashed;                     /* set before halloc_open */
    uint32_t slab_units;             /* 1024: 16 KB; more where the largest block needs it; hashed: 4 MB */
    uint64_t demand[HALLOC_CLASSES]; /* blocks */
    uint64_t blocks;                 /* all demanded */
} halloc_heap;

/* Before halloc_open: the kernel will allocate a block of `bytes` bytes (up to 16 MB). */
void halloc_demand(halloc_heap *h, uint64_t bytes);
/* Makes a heap that holds the demand; the first buffers of va, so that slabs are aligned.
 * False when out of memory. */
bool halloc_open(halloc_heap *h, va_space *va);
void halloc_close(halloc_heap *h);
void halloc_reset(halloc_heap *h);

/* A block of bytes[lane] > 0 for every active lane; turn: how many the thread had before. */
val halloc_malloc(const halloc_heap *h, simt *w, const val *bytes, const val *turn);

/* The host's view of a pointer; NULL when it is none. */
const void *halloc_at(const halloc_heap *h, uint32_t pointer, uint64_t bytes);
/* All demanded blocks are in use, each once. NULL, or what is wrong. */
const char *halloc_check(const halloc_heap *h);

#endif
