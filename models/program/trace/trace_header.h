/* SPDX-License-Identifier: Apache-2.0 */
/* The header of a kernel trace: "-key = value" lines up to "#traces format". */
#ifndef GMMU_TRACE_HEADER_H
#define GMMU_TRACE_HEADER_H

#include "program/trace/address_map.h"
#include "program/trace/lines.h"
#include "program/trace/notes.h"
#include "program/workload.h"

/* Tracer versions. The oldest ones do not state theirs and count as the first. */
#define TRACE_VERSION_MIN       1U
#define TRACE_VERSION_NO_PLACE  3U /* from here on, no block and warp columns */
#define TRACE_VERSION_IMMEDIATE 5U /* from here on, an immediate ends the line */
#define TRACE_VERSION_MAX       5U

typedef struct {
    kernel_info info;
    uint32_t version;
    bool lineinfo; /* a source line number before the PC */
    address_windows windows;
    uint64_t regs_line, shared_line; /* of what decides occupancy; 0: the header does not say */
} trace_header;

/* Reads the whole header; registers and shared memory beyond the limits are lowered to them. False: the error
 * is in l. */
bool trace_header_read(trace_header *h, lines *l, notes *n, const kernel_limits *limits);

#endif
