/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of experiments (chip/probe_gpu.h) as sources of instructions. */
#ifndef GMMU_PROBE_SOURCE_H
#define GMMU_PROBE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "program/source.h"
#include "study/probe/probe_machine.h"

#define PROBE_SOURCE_ADDRESS (UINT64_C(1) << 36) /* of the allocation: aligned to any size it has */

/* The time of an SM, as its program reads it. */
typedef struct {
    uint64_t now;    /* core cycle of the last instruction seen */
    uint64_t pace;   /* cycles between two instructions that depend on each other; 0: not known yet */
    uint64_t before; /* core cycle in which the last ALU instruction was issued; 0: none */
} probe_time;

typedef struct {
    const probe_launch *launch;
    uint32_t launches;
    uint64_t bytes; /* of the allocation */
    /* Each launch is a block of one kernel, which goes over its addresses `rounds` times. Else each is a
     * kernel of its own, whose last block makes the accesses. */
    bool together;
    uint32_t rounds;
    /* Not NULL: each launch is a kernel of one block, which computes until core cycle `begin` of the launch.
     * After the last one it computes for ever. */
    const probe_time *time;
} probe_program;

/* A source_maker; ctx is a probe_program, which must outlive it. */
source *probe_source_make(void *ctx, spool *sp, char *err, size_t n);

#endif
