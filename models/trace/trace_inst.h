/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction line of a trace. */
#ifndef GMMU_TRACE_INST_H
#define GMMU_TRACE_INST_H

#include "trace/lines.h"
#include "trace/notes.h"
#include "trace/trace_header.h"
#include "trace/trace_memo.h"

/* The place of the line in the trace. */
typedef struct {
    uint32_t block[3];
    uint64_t block_number; /* x fastest */
    uint32_t warp;
} trace_place;

/* Parses (and cuts up) the line. False: the error is in l. `memo` begins zeroed and belongs to the header:
 * to one kernel. It changes nothing but the time. */
bool trace_inst_parse(const trace_header *h, const trace_place *place, trace_memo *memo, lines *l, notes *n,
                      char *line, warp_inst *inst);

#endif
