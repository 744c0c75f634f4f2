/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target of the trace reader: any text must be read or refused with an
 * error line of the form FILE:LINE: what (offending text). The first byte picks the
 * reader: 'l' a kernelslist.g, 'p' a packed trace without its compression, anything else a kernel trace.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/trace/kernel_trace.h"
#include "program/trace/kernels_list.h"
#include "program/trace/packed_source.h"
#include "require.h"

#define NAME         "fuzz.g"
#define SPOOL_WINDOW (64U << 10) /* spills in long inputs */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One line, with its place, printable. Of a packed trace the place is in a kernel's text: NAME(KERNEL). */
static void check_error(const char *error) {
    require(strncmp(error, NAME, sizeof NAME - 1) == 0 && strchr(":(", error[sizeof NAME - 1]) != NULL,
            "the error does not name the file");
    require_line(error);
}

static void check_inst(const warp_inst *inst) {
    require(inst->op <= OP_EXIT && inst->space <= SPACE_CONST, "class or space out of range");
    require(inst->ndst <= GMMU_MAX_DST && inst->nsrc <= GMMU_MAX_SRC, "too many registers");
    require((inst->width > 0) == (inst->space != SPACE_NONE) && inst->width <= 16, "bad width");
    require(inst->space == SPACE_NONE || inst->mask, "access without lanes");
    for (uint32_t m = inst->mask; m && inst->space == SPACE_GLOBAL; m &= m - 1U)
        require((inst->addr[__builtin_ctz(m)] + inst->width - 1) >> VIRTUAL_BITS == 0,
                "address out of range");
}

static void read_back(block_stream *block, uint32_t warps) {
    uint64_t count = 0;
    warp_inst inst;
    for (uint32_t warp = 0; warp < warps; warp++)
        for (; block_next_inst(block, warp, &inst); count++)
            check_inst(&inst);
    require(count == block_inst_count(block), "the spool returns another number of instructions");
    block_close(block);
}

static void read_kernel(const uint8_t *text, size_t size) {
    kernel_trace t = {0};
    notes n = {.quiet = true};
    spool *sp = spool_new(SPOOL_WINDOW);
    block_stream *block;
    require(sp != NULL, "out of memory");
    int r = lines_open_memory(&t.lines, NAME, text, size) && kernel_trace_start(&t, &n) ? 1 : -1;
    while (r > 0 && (r = kernel_trace_block(&t, &n, sp, &block)) > 0)
        read_back(block, t.header.info.warps_per_block);
    if (r < 0)
        check_error(t.lines.error);
    require(spool_memory_bytes(sp) == 0 && spool_file_bytes(sp) == 0, "pages are left");
    kernel_trace_close(&t);
    spool_free(sp);
}

static void read_packed(const uint8_t *data, size_t size) {
    char err[LINE_ERROR_SIZE] = "";
    kernel_info info;
    block_stream *block;
    spool *sp = spool_new(SPOOL_WINDOW);
    require(sp != NULL, "out of memory");
    source *s = packed_source_open_memory(NAME, data, size, sp, err, sizeof err);
    int kernel = s ? 1 : -1;
    while (kernel > 0 && (kernel = s->ops->next_kernel(s, &info, err, sizeof err)) > 0) {
        int r;
        while ((r = s->ops->next_block(s, &block, err, sizeof err)) > 0)
            read_back(block, info.warps_per_block);
        kernel = r < 0 ? r : 1;
    }
    if (kernel < 0)
        check_error(err);
    require(spool_memory_bytes(sp) == 0 && spool_file_bytes(sp) == 0, "pages are left");
    if (s)
        s->ops->close(s);
    spool_free(sp);
}

static void read_list(const uint8_t *text, size_t size) {
    kernels_list k = {0};
    notes n = {.quiet = true};
    lines l;
    if (!lines_open_memory(&l, NAME, text, size) || !kernels_list_read(&k, &l, &n))
        check_error(l.error);
    lines_close(&l);
    kernels_list_free(&k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size)
        return 0;
    if (data[0] == 'l')
        read_list(data + 1, size - 1);
    else if (data[0] == 'p')
        read_packed(data + 1, size - 1);
    else
        read_kernel(data + 1, size - 1);
    return 0;
}
