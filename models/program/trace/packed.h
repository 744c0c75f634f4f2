/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layout of a packed trace (*.tracep): a whole application, list and kernels, in one zstd frame with a
 * checksum. It holds what the text says and not what this reader makes of it, so opcodes, windows and
 * warnings mean the same whether a trace is packed or not. Numbers are written as in program/varint.h.
 *
 *   PACKED_MAGIC, name                              a string is its length and its bytes
 *   PACKED_KERNEL file header block...              header: the text up to "#traces format", as it is
 *   PACKED_END, PACKED_LOOK_AHEAD zeros
 *
 *   block   PACKED_BLOCK number part... PACKED_BLOCK_END
 *   part    PACKED_CLUSTER line                     of a cluster with others; where the text says so
 *           PACKED_WARP + warp, insts, inst...
 *   inst    [PACKED_ENTRY line pc text]             an entry of the kernel's dictionary: numbers from 0
 *           as inst_codec.h, each warp from zero: number of the entry, lanes, addresses as traced
 *
 * text: from the number of destinations to mem_width (trace_memo.h); line: of its first instruction.
 */
#ifndef GMMU_PACKED_H
#define GMMU_PACKED_H

#include "program/inst_codec.h"

#define PACKED_MAGIC      "opengmmu packed trace 1\n"
#define PACKED_SUFFIX     ".tracep"
#define PACKED_HEADER_MAX (1U << 20) /* bytes of a header */
#define PACKED_LOOK_AHEAD                                                                                    \
    (INST_MAX_BYTES + 32U) /* a varint of ten bytes and one of five are also within it */

/* A byte each, but for the number of the warp. Those below 16 begin an instruction (inst_codec.c). */
enum {
    PACKED_END = 16,
    PACKED_KERNEL,
    PACKED_BLOCK,
    PACKED_BLOCK_END,
    PACKED_CLUSTER,
    PACKED_ENTRY,
    PACKED_WARP
};

#endif
