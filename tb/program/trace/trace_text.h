/* SPDX-License-Identifier: Apache-2.0 */
/* Small traces from strings, for the tests of the trace reader. */
#ifndef GMMU_TRACE_TEXT_H
#define GMMU_TRACE_TEXT_H

#include "program/trace/kernel_trace.h"

#define TEXT_SHARED_BASE 0x7fb139000000ULL
#define TEXT_LOCAL_BASE  0x7fb137000000ULL

/* A whole kernel trace of a version, 1 to 5: a grid of one block of 64 threads, the
 * bases above, `keys` added to the header, and `body` behind it. Free the result. */
char *trace_text(unsigned version, const char *keys, const char *body);
/* The same with one block, one warp (1) and one instruction; columns of old versions
 * and the immediate of new ones are added. */
char *trace_text_inst(unsigned version, const char *keys, const char *inst);

/* Reads the whole trace. Returns the number of blocks, or -1 with the error ("t.g:LINE: ...") in `error`. The
 * first instruction goes to *first, if given, and the number of instructions to *insts. */
int trace_text_read(const char *text, warp_inst *first, uint64_t *insts, char error[LINE_ERROR_SIZE]);

/* Do they mean the same? Registers and addresses count as far as the instruction has them. */
bool trace_text_same_inst(const warp_inst *x, const warp_inst *y);

/* A file of these bytes; else the test fails. */
void trace_text_write(const char *path, const void *data, size_t size);

/* The directory of the real traces, $GMMU_TRACES or ../shared/traces; NULL, after
 * a loud message, when it is missing. */
const char *trace_text_real_traces(void);

#endif
