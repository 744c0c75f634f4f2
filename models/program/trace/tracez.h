/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A kernel trace as Accel-Sim 2.0 compresses it (*.tracez), read as the text of a *.traceg.
 *
 *   header, a text that ends with a zero byte
 *   u32 size of a zstd dictionary, u32 usual instructions in a part, the dictionary
 *   for each warp  u32 instructions, u32 parts; each part u32 bytes, a zstd frame of lines without the last
 * newline index          u32 thread blocks; for each: u32 x, y, z, seven u32 of its cluster, u32 warps; for
 * each of these u32 instructions, u32 parts, u64 place of the warp, u32 instructions of each part u64 place
 * of the index
 *
 * Numbers are little-endian. (Accel-Sim, util/tracer_nvbit/tracer_tool/tracez_format.h.) None of them decides
 * how much memory is taken: the index is read as it is needed, the frames in pieces.
 */
#ifndef GMMU_TRACEZ_H
#define GMMU_TRACEZ_H

#include <stddef.h>
#include <stdio.h>

typedef struct tracez tracez;

/* Reads `file`, a regular file named `path`, from its begin; it stays the caller's. NULL with a reason in
 * *problem. */
tracez *tracez_open(FILE *file, const char *path, const char **problem);
void tracez_close(tracez *t);
/* As bytes_read(). */
size_t tracez_read(tracez *t, void *to, size_t size, const char **problem);

#endif
