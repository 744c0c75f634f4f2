/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "program/inst_codec.h"
#include "unit_test.h"

static char *format_header(unsigned version, const char *keys, const char *body) {
    static const char format[] = "-kernel name = _Z4kernPf\n-kernel id = 1\n-grid dim = (1,1,1)\n"
                                 "-block dim = (64,1,1)\n-shmem = 128\n-nregs = 16\n-binary version = 70\n"
                                 "-cuda stream id = 0\n-shmem base_addr = 0x%llx\n"
                                 "-local mem base_addr = 0x%llx\n%s%s\n#traces format = PC mask ...\n\n%s";
    char version_key[64] = "";
    if (version > 1)
        snprintf(version_key, sizeof version_key, "-accelsim tracer version = %u\n", version);
    size_t size = sizeof format + strlen(keys) + strlen(body) + 128;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, format, TEXT_SHARED_BASE, TEXT_LOCAL_BASE, version_key, keys, body);
    return text;
}

char *trace_text(unsigned version, const char *keys, const char *body) {
    return format_header(version, keys, body);
}

char *trace_text_inst(unsigned version, const char *keys, const char *inst) {
    char body[1024];
    snprintf(body, sizeof body,
             "#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 1\ninsts = 1\n%s%s%s\n\n#END_TB\n",
             version < 3 ? "0 0 0 1 " : "", inst, version > 4 ? " 0" : "");
    return format_header(version, keys, body);
}

int trace_text_read(const char *text, warp_inst *first, uint64_t *insts, char error[LINE_ERROR_SIZE]) {
    kernel_trace t = {0};
    notes n = {.quiet = true};
    spool *sp = spool_new(0);
    block_stream *block;
    warp_inst inst;
    bool have_first = false;
    uint64_t count = 0;
    int blocks = 0;
    int r = lines_open_memory(&t.lines, "t.g", text, strlen(text)) && kernel_trace_start(&t, &n) ? 1 : -1;
    while (r > 0 && (r = kernel_trace_block(&t, &n, sp, &block)) > 0) {
        blocks++;
        count += block_inst_count(block);
        for (uint32_t w = 0; w < t.header.info.warps_per_block; w++)
            while (block_next_inst(block, w, &inst)) {
                if (first && !have_first)
                    *first = inst;
                have_first = true;
            }
        block_close(block);
    }
    snprintf(error, LINE_ERROR_SIZE, "%s", r < 0 ? t.lines.error : "");
    if (insts)
        *insts = count;
    kernel_trace_close(&t);
    spool_free(sp);
    return r < 0 ? -1 : blocks;
}

bool trace_text_same_inst(const warp_inst *x, const warp_inst *y) {
    bool same = x->pc == y->pc && x->mask == y->mask && x->op == y->op && x->space == y->space &&
                x->width == y->width && x->ndst == y->ndst && x->nsrc == y->nsrc &&
                memcmp(x->dst, y->dst, x->ndst) == 0 && memcmp(x->src, y->src, x->nsrc) == 0;
    for (uint32_t m = inst_has_addresses(x->space, x->mask) ? x->mask : 0; m; m &= m - 1)
        same = same && x->addr[__builtin_ctz(m)] == y->addr[__builtin_ctz(m)];
    return same;
}

void trace_text_write(const char *path, const void *data, size_t size) {
    FILE *f = fopen(path, "wb");
    const bool whole = f && fwrite(data, 1, size, f) == size;
    if ((f && fclose(f) != 0) || !whole)
        fail_msg("cannot write %s", path);
}

const char *trace_text_real_traces(void) {
    const char *directory = getenv("GMMU_TRACES");
    struct stat st;
    if (!directory)
        directory = "../shared/traces";
    if (stat(directory, &st) == 0 && S_ISDIR(st.st_mode))
        return directory;
    fprintf(stderr, "SKIPPED: no real traces in %s; set GMMU_TRACES to where they are\n", directory);
    return NULL;
}
