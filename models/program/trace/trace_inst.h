/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction line of a trace. */
#ifndef GMMU_TRACE_INST_H
#define GMMU_TRACE_INST_H

#include "program/trace/lines.h"
#include "program/trace/notes.h"
#include "program/trace/trace_header.h"
#include "program/trace/trace_memo.h"

/* The place of the line in the trace. */
typedef struct {
    uint32_t block[3];
    uint64_t block_number; /* x fastest */
    uint32_t warp;
} trace_place;

/* Reads (and cuts up) the line: addresses are as traced, space is not set; *info is what the opcode means.
 * False: the error is in l. `memo` begins zeroed and belongs to the header: to one kernel. It changes nothing
 * but the time; afterwards it holds what the line has in common with others of its PC, unless that is too
 * long. */
bool trace_inst_read(const trace_header *h, const trace_place *place, trace_memo *memo, lines *l, notes *n,
                     char *line, const opcode_info **info, warp_inst *inst);
/* From the addresses as traced to addresses of the model, and to the space they are in. */
bool trace_inst_map(const trace_header *h, const trace_place *place, lines *l, const opcode_info *info,
                    warp_inst *inst);

/* The instruction of a known line with these active lanes, as trace_inst_read() gives it but for its
 * addresses. False: it needs addresses, and the line has none. */
bool trace_inst_known(const trace_known *k, uint32_t mask, warp_inst *inst);

#endif
