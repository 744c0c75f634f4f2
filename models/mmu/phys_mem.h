/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Simulated physical memory as far as address translation needs it: a 40-bit
 * space of 4 KB frames, handed out in ascending order. Data frames have no
 * contents (nothing of a translation depends on data). Table frames, which hold
 * 512 64-bit page-table entries, come from a region of their own at the top of
 * the space, as a driver would carve it out (decision); its size bounds the host
 * memory that page tables can take, whatever a trace touches.
 */
#ifndef GMMU_PHYS_MEM_H
#define GMMU_PHYS_MEM_H

#include <stdbool.h>
#include <stdint.h>

#define PHYS_MEM_MAX_FRAMES    (UINT64_C(1) << 28)
#define PHYS_MEM_FRAME_BITS    12U
#define PHYS_MEM_TABLE_ENTRIES 512U
/* Default bound on page tables: 64 Ki frames, 256 MB of host memory. */
#define PHYS_MEM_TABLE_FRAMES (UINT64_C(1) << 16)

typedef struct phys_mem phys_mem;

/* `frames` in all (at most PHYS_MEM_MAX_FRAMES), the last `table_frames` of them for
 * page tables. NULL when the sizes make no sense or the host is out of memory. */
phys_mem *phys_mem_new(uint64_t frames, uint64_t table_frames);
void phys_mem_free(phys_mem *m);

/* The next 1 << frame_bits frames, aligned to as many; *ppn: the first. Frames skipped for the alignment stay
 * unused. False when there are not as many left. */
bool phys_mem_alloc_run(phys_mem *m, uint32_t frame_bits, uint64_t *ppn);
/* The next frame for a table. False when there is none left, or no host memory. */
bool phys_mem_alloc_table(phys_mem *m, uint64_t *ppn); /* all entries 0 */

/* The aligned 64-bit word at a physical byte address: 0 outside allocated tables,
 * where writes are dropped. */
uint64_t phys_mem_read(const phys_mem *m, uint64_t paddr);
void phys_mem_write(phys_mem *m, uint64_t paddr, uint64_t value);

/* Frames handed out. */
uint64_t phys_mem_data_frames(const phys_mem *m);
uint64_t phys_mem_table_frames(const phys_mem *m);

#endif
