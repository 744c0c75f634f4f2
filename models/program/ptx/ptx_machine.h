/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executes thread blocks of a kernel: warps of 32 lanes in turn, each to its next barrier, lanes that diverge
 * one path after the other by a stack. Every instruction goes into the block's stream as a warp instruction.
 */
#ifndef GMMU_PTX_MACHINE_H
#define GMMU_PTX_MACHINE_H

#include "program/block_stream.h"
#include "program/ptx/ptx_code.h"

/* A range of global memory; host memory behind it. */
typedef struct {
    uint64_t base, bytes;
    uint8_t *data;
} ptx_region;

typedef struct {
    ptx_region *region; /* by address */
    uint32_t count;
} ptx_memory;

typedef struct {
    const ptx_kernel *kernel;
    const char *file;
    const ptx_memory *memory;
    const uint8_t *parameters; /* kernel->parameter_bytes */
    uint32_t grid[3], block[3];
    uint32_t shared_bytes; /* with those that the launch adds */
    uint64_t steps;        /* warp instructions of a block, at most */
    constants_place constants;
} ptx_launch_state;

typedef struct ptx_machine ptx_machine;

/* For blocks of one launch; the state stays the caller's, and may change between blocks. NULL: out of memory.
 */
ptx_machine *ptx_machine_new(const ptx_launch_state *launch);
void ptx_machine_free(ptx_machine *m);
uint32_t ptx_machine_warps(const ptx_launch_state *launch);
/* Executes block `number` of the grid into the stream, which is not finished. False with a line in err. */
bool ptx_machine_run(ptx_machine *m, uint64_t number, block_stream *out, char *err, size_t err_size);

/* Host memory of `bytes` bytes of global memory; NULL: not all of them are in one region. */
uint8_t *ptx_memory_at(const ptx_memory *m, uint64_t address, uint64_t bytes);

#endif
