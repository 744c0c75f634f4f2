/* SPDX-License-Identifier: Apache-2.0 */
/*
 *   #BEGIN_TB
 *   thread block = x,y,z
 *   cluster id = ..., cluster cta = ..., cluster rank = ... (Accel-Sim 2.0)
 *   warp = W
 *   insts = N
 *   N instruction lines, and so on for further warps
 *   #END_TB
 * Blank lines may stand anywhere. A warp without instructions may be missing.
 */
#include "program/trace/kernel_trace.h"

#include <stdlib.h>
#include <string.h>

#include "program/spool.h"
#include "program/trace/packer.h"
#include "program/trace/scan.h"
#include "program/trace/trace_inst.h"

/* A block being read. */
typedef struct {
    kernel_trace *trace;
    notes *notes;
    block_stream *block;
    trace_place place;
    warp_set warps;
} reader;

bool kernel_trace_start(kernel_trace *t, notes *n) {
    t->blocks = (kernel_blocks){0};
    t->memo = calloc(1, sizeof *t->memo);
    if (!t->memo)
        return lines_fail(&t->lines, NULL, "out of memory");
    return trace_header_read(&t->header, &t->lines, n, &t->limits);
}

void kernel_trace_end(kernel_trace *t) {
    kernel_blocks_clear(&t->blocks);
    free(t->memo);
    t->memo = NULL;
}

void kernel_trace_close(kernel_trace *t) {
    lines_close(&t->lines);
    kernel_trace_end(t);
}

/* The next line with text, which must be there. */
static bool need_line(lines *l, char **line, const char *expected) {
    int r = lines_next_text(l, line);
    if (r == 0)
        return lines_fail(l, NULL, "the file ends inside a thread block, expected %s", expected);
    return r > 0;
}

/* "thread block = x,y,z": in the grid and not seen before. */
static bool read_place(reader *r) {
    kernel_trace *t = r->trace;
    lines *l = &t->lines;
    const uint32_t *grid = t->header.info.grid;
    uint32_t *id = r->place.block;
    char *line;
    if (!need_line(l, &line, "'thread block = x,y,z'"))
        return false;
    char *value = scan_value(line, "thread block");
    if (!value || !scan_triple(value, UINT32_MAX, id))
        return lines_fail(l, line, "bad thread block, expected 'thread block = x,y,z'");
    if (id[0] >= grid[0] || id[1] >= grid[1] || id[2] >= grid[2])
        return lines_fail(l, value, "thread block outside the grid, expected less than %u,%u,%u", grid[0],
                          grid[1], grid[2]);
    r->place.block_number = ((uint64_t)id[2] * grid[1] + id[1]) * grid[0] + id[0];
    return kernel_blocks_add(&t->blocks, l, value, r->place.block_number) &&
           (!t->packer || packer_block(t->packer, l, r->place.block_number));
}

static bool is_instruction(const char *line) {
    return strncmp(line, "warp", 4) != 0 && strncmp(line, "insts", 5) != 0 && line[0] != '#' &&
           strncmp(line, "thread", 6) != 0;
}

static bool read_inst(reader *r, char *line) {
    const kernel_trace *t = r->trace;
    lines *l = &r->trace->lines;
    const opcode_info *info;
    warp_inst inst;
    if (!trace_inst_read(&t->header, &r->place, t->memo, l, r->notes, line, &info, &inst) ||
        (t->packer && !packer_inst(t->packer, l, trace_memo_of(t->memo, inst.pc), &inst)) ||
        !trace_inst_map(&t->header, &r->place, l, info, &inst))
        return false;
    inst.opcode = trace_memo_opcode(trace_memo_of(t->memo, inst.pc), r->block);
    return spool_block_add(r->block, r->place.warp, &inst) ? true : lines_fail(l, NULL, SPOOL_FULL);
}

/* "insts = N" and N instructions. */
static bool read_insts(reader *r) {
    lines *l = &r->trace->lines;
    char *line;
    uint64_t insts;
    if (!need_line(l, &line, "'insts = N'"))
        return false;
    char *value = scan_value(line, "insts");
    if (!value || !scan_decimal(value, UINT64_MAX, &insts))
        return lines_fail(l, line, "bad instruction count, expected 'insts = N'");
    if (r->trace->packer && !packer_warp(r->trace->packer, l, r->place.warp, insts))
        return false;
    for (uint64_t i = 0; i < insts; i++) {
        if (!need_line(l, &line, "an instruction"))
            return false;
        if (!is_instruction(line))
            return lines_fail(l, line, "warp %u has %llu instructions, expected %llu by 'insts ='",
                              r->place.warp, (unsigned long long)i, (unsigned long long)insts);
        if (!read_inst(r, line))
            return false;
    }
    return true;
}

/* A line "warp = W" was read; the rest of that warp follows. */
static bool read_warp(reader *r, char *line) {
    lines *l = &r->trace->lines;
    const uint32_t warps = r->trace->header.info.warps_per_block;
    uint64_t warp;
    char *value = scan_value(line, "warp");
    if (!value)
        return lines_fail(l, line, "unknown line in a thread block, expected 'warp = W' or '#END_TB'");
    if (!scan_decimal(value, warps - 1, &warp))
        return lines_fail(l, value, "bad warp, expected a number from 0 to %u", warps - 1);
    if (!warp_set_add(&r->warps, l, value, (uint32_t)warp))
        return false;
    r->place.warp = (uint32_t)warp;
    return read_insts(r);
}

/* "cluster id = x,y,z", "cluster cta = x,y,z", "cluster rank = N" of Accel-Sim 2.0: blocks of a cluster run
 * together in hardware, and alone here. */
static bool note_cluster(reader *r, const char *line) {
    const char *rank = strncmp(line, "cluster rank = ", 15) == 0 ? line + 15 : "0";
    if (strcmp(rank, "0") == 0)
        return true;
    kernel_blocks_note_cluster(r->notes, &r->trace->lines);
    return !r->trace->packer || packer_cluster(r->trace->packer, &r->trace->lines);
}

static bool read_block(reader *r) {
    lines *l = &r->trace->lines;
    char *line;
    if (!read_place(r))
        return false;
    for (;;) {
        if (!need_line(l, &line, "'warp = W' or '#END_TB'"))
            return false;
        if (strncmp(line, "#END_TB", 7) == 0)
            break;
        if (strncmp(line, "cluster ", 8) == 0) {
            if (!note_cluster(r, line))
                return false;
            continue;
        }
        if (!read_warp(r, line))
            return false;
    }
    if (r->trace->packer && !packer_block_end(r->trace->packer, l))
        return false;
    return spool_block_finish(r->block) ? true : lines_fail(l, NULL, SPOOL_FULL);
}

int kernel_trace_block(kernel_trace *t, notes *n, spool *sp, block_stream **block) {
    lines *l = &t->lines;
    char *line;
    int r = lines_next_text(l, &line);
    if (r <= 0)
        return r < 0 ? r : kernel_blocks_complete(&t->blocks, l, t->header.info.blocks) ? 0 : -1;
    if (strncmp(line, "#BEGIN_TB", 9) != 0) {
        lines_fail(l, line, "unknown line between thread blocks, expected '#BEGIN_TB'");
        return -1;
    }
    reader reading = {.trace = t, .notes = n, .block = spool_block_new(sp, t->header.info.warps_per_block)};
    if (!reading.block) {
        lines_fail(l, NULL, "out of memory");
        return -1;
    }
    if (!read_block(&reading)) {
        block_close(reading.block);
        return -1;
    }
    *block = reading.block;
    return 1;
}
