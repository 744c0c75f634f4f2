/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The instruction spool of one application: instructions of opened thread blocks
 * in a compact encoding, in fixed-size pages. Pages beyond the window are spilled
 * to an unnamed temporary file, so memory stays bounded for blocks of any size.
 * A reader holds one decoded position per warp. Freed blocks give their pages back.
 *
 * Writers (the trace reader, the SIMT layer) fill a block in any warp order.
 */
#ifndef GMMU_SPOOL_H
#define GMMU_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/program.h"
#include "program/block_stream.h"

typedef struct spool spool;

/* What a caller says of a false. */
#define SPOOL_FULL                                                                                           \
    "out of memory or of space in the temporary directory, or more than 2^20 static instructions"

/* NULL when out of memory. window_bytes: pages held in memory, all blocks together. */
spool *spool_new(size_t window_bytes);
void spool_free(spool *s);

/* Starts a block of `warps` warps. NULL when out of memory. */
block_stream *spool_block_new(spool *s, uint32_t warps);
/* Appends to a warp. False when out of memory or disk, or beyond INST_TABLE_LIMIT. */
bool spool_block_add(block_stream *b, uint32_t warp, const warp_inst *inst);
/* Its two halves, for instructions that are appended later than they are made: shows one to the watcher;
 * appends it. */
bool spool_block_show(block_stream *b, const warp_inst *inst);
bool spool_block_append(block_stream *b, uint32_t warp, const warp_inst *inst);
/* No more writes; reading (block_next_inst) starts. False when out of memory or disk. */
bool spool_block_finish(block_stream *b);

/* Called with every instruction added, before it is stored. False (out of memory)
 * makes spool_block_add fail. One watcher per spool. */
typedef bool (*spool_watch_fn)(void *ctx, const warp_inst *inst);
void spool_watch(spool *s, spool_watch_fn watch, void *ctx);

/* Of the instructions that are added from now on. */
void spool_ask_opcodes(spool *s, opcode_fn ask, void *ctx);
bool spool_block_asks(const block_stream *b);
/* For warp_inst.opcode: of the word at `text`, which ends behind its letters, digits, dots, colons and
 * underscores. 0: nobody asks, or there is no word. */
uint16_t spool_block_opcode(const block_stream *b, const char *text);

/* The temporary file could not be written or read back: all later results are void.
 * block_next_inst then says "no more", so the owner must ask here. */
bool spool_failed(const spool *s);
/* "FOLDER: reason" of a spool that has failed. */
void spool_failure(const spool *s, char *text, size_t size);

/* Bytes of pages now in memory and in the temporary file (statistics, tests). */
size_t spool_memory_bytes(const spool *s);
size_t spool_file_bytes(const spool *s);

#endif
