/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the lines of one PC have in common, so that it is parsed once: the text from the number of
 * destinations to mem_width, and what it means. A line whose text differs is parsed in full. The quick
 * scanners here take the usual forms of numbers only; what they refuse is parsed in full as well,
 * so they need no messages.
 */
#ifndef GMMU_TRACE_MEMO_H
#define GMMU_TRACE_MEMO_H

#include "program/spool.h"
#include "program/trace/opcodes.h"

#define TRACE_MEMO_LINES                                                                                     \
    1024U /* a power of two: PCs 16 bytes apart of a kernel of 16 KB, and more of older ones */
#define TRACE_MEMO_TEXT 120U

typedef struct {
    uint64_t pc;
    const opcode_info *info;
    uint32_t length; /* of text; 0: nothing is known */
    uint8_t op;      /* op_class, if a lane is active */
    uint8_t width, ndst, nsrc;
    bool addresses; /* mem_width is not 0: mode and addresses follow */
    uint8_t dst[GMMU_MAX_DST], src[GMMU_MAX_SRC];
    char text[TRACE_MEMO_TEXT];
} trace_known;

typedef struct {
    trace_known line[TRACE_MEMO_LINES];
} trace_memo;

/* Where a PC is kept, known or not. */
static inline trace_known *trace_memo_of(trace_memo *m, uint64_t pc) {
    return &m->line[(pc >> 3 ^ pc >> 13) % TRACE_MEMO_LINES];
}

/* Does the line go on at *at with the text, and then a blank or the end? Moves *at behind it. */
bool trace_memo_matches(const trace_known *k, uint64_t pc, const char **at);

/* For warp_inst.opcode of an instruction of the block; 0 also when nothing is known. */
uint16_t trace_memo_opcode(const trace_known *k, const block_stream *b);

/* The next word of the line is a number: 1 to 16 hexadecimal digits with or without 0x; 1 to 18 decimal
 * digits; the same with or without a minus (two's complement). Moves *at behind it, to a blank or the end. */
bool quick_hex(const char **at, uint64_t *value);
bool quick_decimal(const char **at, uint64_t *value);
bool quick_signed(const char **at, uint64_t *value);
/* Is nothing left but blanks? */
bool quick_end(const char *at);

#endif
