/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The coalescer: the addresses of a warp's active lanes become one request per
 * distinct 128-byte line. Lines come in the order of the first lane, lowest
 * first, that names them; an access across a line border names two.
 */
#ifndef GMMU_COALESCER_H
#define GMMU_COALESCER_H

#include <stdint.h>

#include "spec/messages.h"
#include "workloads/workload.h"

#define COALESCER_MAX_LINES (2U * GMMU_LANES)

#define LINE_BITS      7U
#define LINES_PER_PAGE (1U << (GMMU_PAGE_BITS - LINE_BITS))

typedef struct {
    uint64_t line[COALESCER_MAX_LINES]; /* virtual line numbers: address / 128 */
    uint64_t opens_page;                /* bit i: line i is the first of its 4 KB page */
    uint32_t lines;
} coalesced_access;

/* inst: a global access with at least one active lane. */
void coalesce(const warp_inst *inst, coalesced_access *access);

#endif
