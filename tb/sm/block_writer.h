/* SPDX-License-Identifier: Apache-2.0 */
/* The stream of a thread block, from the programs of its warps. */
#ifndef GMMU_BLOCK_WRITER_H
#define GMMU_BLOCK_WRITER_H

#include "program/spool.h"

/* A new block in `s`, ready to be read: warp w executes program[w], of count[w] instructions. The caller
 * closes it. The test fails when the spool does not take it. */
block_stream *block_writer_block(spool *s, uint32_t warps, const warp_inst *const *program,
                                 const uint32_t *count);

#endif
