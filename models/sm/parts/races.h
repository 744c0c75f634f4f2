/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data races of an application, found in its instructions. Two warps race when they touch the same byte of
 * memory, one of them writing, with no order between: neither a barrier of their block nor the end of the
 * launch. Two atomics do not race. An order that programs make by atomics, flags or fences is not seen, so
 * a program that synchronizes in this way is also reported. The lanes of one warp do not race, and local
 * memory of traces (program/trace/address_map.h) belongs to its thread.
 *
 * Instructions come launch by launch, block by block, from barrier to barrier, in any order of the warps.
 * Host memory: four bytes per word of global memory that a launch touches (per byte, in pages with narrow
 * or unaligned accesses), and what tells the different histories of words apart.
 */
#ifndef GMMU_RACES_H
#define GMMU_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/program.h"

/* One of the two that race. */
typedef struct {
    const char *what; /* "load", "store", "atomic" */
    uint64_t pc;
    uint64_t block; /* number in the launch */
    uint32_t warp;  /* in the block; RACE_SOME_WARP: one of another block, which is not known */
} race_party;

#define RACE_SOME_WARP UINT32_MAX

typedef struct {
    uint64_t count; /* warp instructions that race with an earlier one; 0: the rest has no meaning */
    /* The first of them, and one that it races with. */
    char kernel[128];
    uint64_t launch; /* from 1 */
    bool shared;     /* shared memory */
    uint64_t address;
    race_party later, earlier;
} race_report;

typedef struct races races;

/* All functions end the program when memory runs out. */
races *races_new(void);
void races_free(races *r);

void races_launch(races *r, const char *kernel);
void races_block(races *r, uint64_t block);
void races_barrier(races *r);
void races_inst(races *r, uint32_t warp, const warp_inst *inst);

const race_report *races_found(const races *r);
/* One line without the name of the application: the count, and the first race. */
void race_report_text(const race_report *report, char *text, size_t size);

#endif
