/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads the instructions of an open thread block (spool.c): each warp at its own pace, in program order.
 */
#ifndef GMMU_BLOCK_STREAM_H
#define GMMU_BLOCK_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "spec/program.h"

/* Warp-level instructions of warp `warp` in program order. False: no more. */
bool block_next_inst(block_stream *b, uint32_t warp, warp_inst *inst);
/* Has the host fetch what block_next_inst() will read next of a warp of the block. */
void block_prefetch(const block_stream *b, uint32_t warp);
/* Warp instructions of the whole block. */
uint64_t block_inst_count(const block_stream *b);
void block_close(block_stream *b);

#endif
