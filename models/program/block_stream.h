/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads the instructions of an open thread block (spool.c): each warp at its own pace, in program order.
 */
#ifndef GMMU_BLOCK_STREAM_H
#define GMMU_BLOCK_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "config/program.h"

/* The next instruction of warp `warp`, in program order: what of it is static, which stays valid as long as
 * the spool, and its active lanes. NULL: no more. */
const static_inst *block_next(block_stream *b, uint32_t warp, uint32_t *mask);
/* All of the instruction that block_next() has given last of this warp; may be asked again. */
void block_inst(block_stream *b, uint32_t warp, warp_inst *inst);
/* Both. False: no more. */
bool block_next_inst(block_stream *b, uint32_t warp, warp_inst *inst);
/* Has the host fetch what will be read next of a warp of the block. */
void block_prefetch(const block_stream *b, uint32_t warp);
/* Warp instructions of the whole block. */
uint64_t block_inst_count(const block_stream *b);
void block_close(block_stream *b);

#endif
