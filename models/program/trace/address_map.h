/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Translates the addresses of a trace to addresses of the model.
 *
 * Generic instructions (LD, ST, ATOM, RED) see the whole virtual address space with
 * two windows in it, for shared and for local memory; their bases are in the trace
 * header. Hardware windows are 16 MB. In the traces at hand local lies 32 MB below
 * shared, in older ones above. So each window begins at its own base, has
 * 16 MB, and ends early where the other one begins. Everything else is global.
 *
 * Local memory is private to a thread; the hardware lays it out in virtual memory
 * so that the same word of the 32 lanes is contiguous. Here it occupies
 *   [LOCAL_REGION, LOCAL_REGION + 256 GB)
 * at the start of the upper half of the 48-bit space, above what CUDA allocates:
 *   bits 37..26  which 128 bytes of the thread's local memory (512 KB, the limit)
 *   bits 25..12  warp slot: (block number * warps per block + warp) mod 16384, more
 *                than any chip holds at once, so slots are reused as hardware does
 *   bits 11..7   word in the 128 bytes
 *   bits  6..2   lane
 *   bits  1..0   byte
 * Neighbouring warps at the same stack depth use neighbouring pages.
 */
#ifndef GMMU_ADDRESS_MAP_H
#define GMMU_ADDRESS_MAP_H

#include "program/workload.h"

#define WINDOW_BYTES      (1ULL << 24)
#define VIRTUAL_BITS      48U
#define LOCAL_REGION      (1ULL << 47)
#define LOCAL_REGION_SIZE (1ULL << 38)
#define LOCAL_WARP_SLOTS  16384U

/* 0: not in the header, so there is no such window. */
typedef struct {
    uint64_t shared_base, local_base;
} address_windows;

typedef enum { WINDOW_NONE, WINDOW_SHARED, WINDOW_LOCAL } address_window;

address_window window_of(const address_windows *w, uint64_t address);
/* The address of a byte of a thread's local memory; offset: in the local window. */
uint64_t local_address(uint32_t warp_slot, uint32_t lane, uint64_t offset);

#endif
