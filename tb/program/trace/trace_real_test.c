/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three real traces (tracer versions 3, 4 and 5), read through the workload
 * interface: instruction counts and every address against what is known of the
 * programs, pages against addresses. Skipped, loudly, where they are not.
 */
#include "unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/trace/kernels_list.h"
#include "program/workload.h"
#include "trace_text.h"

#define WINDOW (64U << 10) /* small, so that blocks spill */

typedef struct {
    uint64_t instructions, accesses, lanes; /* lanes: active ones of global accesses */
    unsigned kernels, blocks;
    unsigned by_op[OP_EXIT + 1];
    unsigned shared, pages;
    uint64_t page[1024]; /* reported so far */
} totals;

typedef void (*access_fn)(void *ctx, const warp_inst *inst, uint32_t block, uint32_t warp);

static void touch(void *ctx, uint64_t vpn) {
    totals *t = ctx;
    for (unsigned i = 0; i < t->pages; i++)
        assert_int_not_equal(t->page[i], vpn);
    assert_true(t->pages < 1024);
    t->page[t->pages++] = vpn;
}

static void check_touched(const totals *t, uint64_t address) {
    for (unsigned i = 0; i < t->pages; i++)
        if (t->page[i] == address >> 12)
            return;
    fail_msg("page of 0x%llx was not reported", (unsigned long long)address);
}

static void take_inst(totals *t, const warp_inst *inst) {
    t->instructions++;
    t->by_op[inst->op]++;
    t->shared += inst->space == SPACE_SHARED;
    t->accesses += inst->space == SPACE_GLOBAL;
    for (uint32_t m = inst->mask; m && inst->space == SPACE_GLOBAL; m &= m - 1U) {
        uint64_t address = inst->addr[__builtin_ctz(m)];
        check_touched(t, address);
        check_touched(t, address + inst->width - 1);
        t->lanes++;
    }
}

static void read_kernel(workload *w, const kernel_info *info, totals *t, access_fn access, void *ctx) {
    char err[LINE_ERROR_SIZE];
    block_stream *b;
    warp_inst inst;
    uint32_t block = 0;
    int r;
    for (; (r = workload_next_block(w, &b, err, sizeof err)) > 0; block++) {
        for (uint32_t warp = 0; warp < info->warps_per_block; warp++)
            while (block_next_inst(b, warp, &inst)) {
                take_inst(t, &inst);
                if (access && inst.space == SPACE_GLOBAL)
                    access(ctx, &inst, block, warp);
            }
        block_close(b);
    }
    if (r < 0)
        fail_msg("%s", err);
    assert_int_equal(block, info->blocks);
    t->blocks += block;
}

/* The whole trace, twice: the second run must be the first again. */
static totals read_trace(const char *directory, const char *name, access_fn access, void *ctx) {
    char spec[LINE_NAME_SIZE], err[LINE_ERROR_SIZE];
    kernel_info info;
    totals t = {0}, first = {0};
    snprintf(spec, sizeof spec, "trace:%s/%s/kernelslist.g", directory, name);
    workload *w = workload_open(spec, WINDOW, 1, (code_style){0}, err, sizeof err);
    if (!w)
        fail_msg("%s", err);
    assert_string_equal(workload_name(w), name);
    workload_set_touch(w, touch, &t);
    for (unsigned round = 0; round < 2; round++) {
        int r;
        while ((r = workload_next_kernel(w, &info, err, sizeof err)) > 0) {
            t.kernels++;
            read_kernel(w, &info, &t, access, ctx);
        }
        if (r < 0)
            fail_msg("%s", err);
        assert_true(workload_check(w, err, sizeof err));
        if (round == 0) {
            first = t;
            assert_int_equal(workload_rewind(w, err, sizeof err) < 0, false);
        }
    }
    workload_close(w);
    assert_int_equal(t.instructions, 2 * first.instructions);
    assert_int_equal(t.lanes, 2 * first.lanes);
    assert_int_equal(t.pages, first.pages);
    return first;
}

/* base = array + 4 * (blockIdx * 256 + warp * 32), in three arrays of 50000 floats. */
static void check_vectoradd(void *ctx, const warp_inst *inst, uint32_t block, uint32_t warp) {
    static const uint64_t load[] = {0x7fb0fc430e00, 0x7fb0fc400000}, store = 0x7fb0fc461c00;
    uint64_t offset = 4ULL * (block * 256ULL + warp * 32ULL);
    unsigned *loads = ctx;
    uint64_t array = inst->op == OP_STORE ? store : load[(*loads)++ & 1U];
    assert_int_equal(inst->width, 4);
    for (uint32_t m = inst->mask; m; m &= m - 1U) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        assert_int_equal(inst->addr[lane], array + offset + 4ULL * lane);
    }
}

static void vectoradd(void **state) {
    const char *directory = trace_text_real_traces();
    unsigned loads = 0;
    (void)state;
    if (!directory)
        skip();
    totals t = read_trace(directory, "vectoradd_sm80", check_vectoradd, &loads);
    assert_int_equal(t.kernels, 1);
    assert_int_equal(t.blocks, 196);
    assert_int_equal(t.instructions, 26601);
    assert_int_equal(t.accesses, 4689);
    assert_int_equal(t.lanes, 3 * 50000);
    assert_int_equal(t.pages, 147);
}

static void matmul(void **state) {
    const char *directory = trace_text_real_traces();
    (void)state;
    if (!directory)
        skip();
    totals t = read_trace(directory, "matmul_tiled_sm61", NULL, NULL);
    assert_int_equal(t.kernels, 1);
    assert_int_equal(t.blocks, 1);
    assert_int_equal(t.instructions, 4416);
    assert_int_equal(t.by_op[OP_BARRIER], 64);
    assert_int_equal(t.by_op[OP_MEMBAR], 64);
    assert_int_equal(t.shared, 1024 + 256 + 64);
    assert_int_equal(t.accesses, 3 * 32);
    assert_int_equal(t.pages, 3); /* three matrices of 4 KB */
}

/* The MemcpyHtoD ranges of a list. */
typedef struct {
    uint64_t from[32], bytes[32];
    unsigned count;
} ranges;

static void read_ranges(ranges *r, const char *directory, const char *name) {
    char path[LINE_NAME_SIZE], line[256];
    snprintf(path, sizeof path, "%s/%s/kernelslist.g", directory, name);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("cannot read %s", path);
    while (f && fgets(line, sizeof line, f)) {
        unsigned long long from, bytes;
        if (sscanf(line, "MemcpyHtoD,%llx,%llu", &from, &bytes) != 2)
            continue;
        assert_true(r->count < 32);
        r->from[r->count] = from;
        r->bytes[r->count++] = bytes;
    }
    if (f)
        fclose(f);
}

static void check_ranges(void *ctx, const warp_inst *inst, uint32_t block, uint32_t warp) {
    const ranges *r = ctx;
    for (uint32_t m = inst->mask; m; m &= m - 1U) {
        uint64_t address = inst->addr[__builtin_ctz(m)];
        bool inside = false;
        for (unsigned i = 0; i < r->count; i++)
            inside |= address >= r->from[i] && address + inst->width <= r->from[i] + r->bytes[i];
        if (!inside)
            fail_msg("block %u warp %u: 0x%llx in no copied range", block, warp, (unsigned long long)address);
    }
}

static void bfs(void **state) {
    const char *directory = trace_text_real_traces();
    ranges r = {.count = 0};
    (void)state;
    if (!directory)
        skip();
    read_ranges(&r, directory, "bfs_rodinia_sm80");
    totals t = read_trace(directory, "bfs_rodinia_sm80", check_ranges, &r);
    assert_int_equal(t.kernels, 16);
    assert_int_equal(t.blocks, 16 * 8);
    assert_int_equal(t.instructions, 159509); /* the sum of all "insts =" */
    assert_int_equal(t.lanes, 181816);
}

/* Opens blocks ahead, as the dispatcher of many SMs does, and closes them in another order. */
static void blocks_held_open(void **state) {
    enum { HELD = 64 };
    const char *directory = trace_text_real_traces();
    char spec[LINE_NAME_SIZE], err[LINE_ERROR_SIZE];
    block_stream *b[HELD];
    kernel_info info;
    warp_inst inst;
    (void)state;
    if (!directory)
        skip();
    snprintf(spec, sizeof spec, "trace:%s/vectoradd_sm80/kernelslist.g", directory);
    workload *w = workload_open(spec, WINDOW, 1, (code_style){0}, err, sizeof err);
    assert_non_null(w);
    assert_int_equal(workload_next_kernel(w, &info, err, sizeof err), 1);
    for (unsigned i = 0; i < HELD; i++)
        assert_int_equal(workload_next_block(w, &b[i], err, sizeof err), 1);
    for (unsigned i = HELD; i-- > 0;) {
        uint64_t count = 0;
        for (uint32_t warp = 0; warp < info.warps_per_block; warp++)
            for (; block_next_inst(b[i], warp, &inst); count++)
                if (inst.space == SPACE_GLOBAL && inst.op == OP_STORE)
                    assert_int_equal(inst.addr[0], 0x7fb0fc461c00 + 4 * (i * 256ULL + warp * 32ULL));
        assert_int_equal(count, block_inst_count(b[i]));
        block_close(b[i]);
    }
    /* the kernel is not finished: 132 blocks were never asked for */
    assert_int_equal(workload_next_kernel(w, &info, err, sizeof err), -1);
    workload_close(w);
}

static void unknown_source(void **state) {
    char err[LINE_ERROR_SIZE];
    (void)state;
    assert_null(workload_open("vectoradd", WINDOW, 1, (code_style){0}, err, sizeof err));
    assert_string_equal(err, "application 'vectoradd': expected " WORKLOAD_FORMS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectoradd),        cmocka_unit_test(matmul),         cmocka_unit_test(bfs),
        cmocka_unit_test(blocks_held_open), cmocka_unit_test(unknown_source),
    };
    return UNIT_TEST_RUN("real traces", tests);
}
