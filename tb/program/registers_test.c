/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of built-in kernels by liveness (register_scan.h): the same values flow from instruction to
 * instruction as with the ring, in the lowest registers that are free.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "program/kernels/kernel.h"
#include "program/workload.h"
#include "unit_test.h"

#define MOST   8192U /* instructions of a program */
#define VALUES 6U

/* A warp that is recorded, with a scan or without. */
typedef struct {
    spool *sp;
    simt w;
    uint32_t global[64], shared[64];
    buffer b;
    register_scan *scan;
    warp_inst inst[MOST];
    uint32_t count;
} recording;

static recording *recording_new(bool with_scan, uint32_t regs) {
    recording *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->sp = spool_new(1 << 20);
    r->b = (buffer){.base = KERNEL_VA_BASE, .bytes = sizeof r->global, .data = r->global};
    r->w = (simt){.out = spool_block_new(r->sp, 1),
                  .block_dim = GMMU_LANES,
                  .regs = regs,
                  .shared = r->shared,
                  .shared_bytes = sizeof r->shared,
                  .live = UINT32_MAX,
                  .mask = UINT32_MAX};
    if (with_scan) {
        r->w.scan = r->scan = register_scan_new();
        assert_non_null(r->scan);
        register_scan_start(r->scan, r->w.out, 0, regs);
    }
    return r;
}

/* Reads what has been recorded. */
static void recording_end(recording *r) {
    assert_false(r->w.failed);
    if (r->scan)
        assert_null(register_scan_end(r->scan));
    assert_true(spool_block_finish(r->w.out));
    while (r->count < MOST && block_next_inst(r->w.out, 0, &r->inst[r->count]))
        r->count++;
    assert_true(r->count < MOST);
}

static void recording_free(recording *r) {
    block_close(r->w.out);
    spool_free(r->sp);
    register_scan_free(r->scan);
    free(r);
}

/* ---- what flows where ---- */

/* Who wrote a register last: instruction and target, from 1; 0: nobody. */
typedef struct {
    uint32_t writer[256];
    uint32_t number;
} flow;

/* The writers of the sources of the next instruction. */
static void flow_next(flow *f, const warp_inst *i, uint32_t from[GMMU_MAX_SRC]) {
    for (uint32_t n = 0; n < i->nsrc; n++)
        from[n] = f->writer[i->src[n]];
    f->number++;
    for (uint32_t n = 0; n < i->ndst; n++)
        f->writer[i->dst[n]] = f->number * GMMU_MAX_DST + n;
}

static void same_flow(flow *f, const warp_inst *a, flow *g, const warp_inst *b) {
    uint32_t from_a[GMMU_MAX_SRC];
    uint32_t from_b[GMMU_MAX_SRC];
    assert_int_equal(a->pc, b->pc);
    assert_int_equal(a->op, b->op);
    assert_int_equal(a->mask, b->mask);
    assert_int_equal(a->space, b->space);
    assert_int_equal(a->nsrc, b->nsrc);
    assert_int_equal(a->ndst, b->ndst);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        if ((a->space == SPACE_GLOBAL || a->space == SPACE_SHARED) && a->mask >> l & 1U)
            assert_true(a->addr[l] == b->addr[l]);
    flow_next(f, a, from_a);
    flow_next(g, b, from_b);
    for (uint32_t n = 0; n < a->nsrc; n++)
        assert_int_equal(from_a[n], from_b[n]);
}

/* ---- programs ---- */

/* Values that die early, and one that does not. */
static void chain(simt *w) {
    const val sum = simt_constant(w, 0);
    simt_keep(w, &sum);
    val x = simt_constant(w, 1);
    for (uint32_t i = 0; i < 100; i++)
        x = simt_add_constant(w, &x, i);
    (void)simt_add(w, &sum, &x);
}

/* The chain needs a register for its link, which each overwrites, and one for the sum; the ring has all 24
 * in turn. So whatever is under way in a window of 64 instructions, each instruction overwrites what an
 * older one reads. */
static void test_few_registers(void **state) {
    (void)state;
    for (uint32_t scanned = 0; scanned < 2; scanned++) {
        recording *r = recording_new(scanned, 24);
        uint32_t most = 0;
        uint32_t hazards = 0;
        chain(&r->w);
        recording_end(r);
        assert_int_equal(r->count, 103);
        for (uint32_t i = 0; i < r->count; i++) {
            most = r->inst[i].dst[0] + 1U > most ? r->inst[i].dst[0] + 1U : most;
            if (i > 2 && r->inst[i].dst[0] == r->inst[i - 1].src[0])
                hazards++;
        }
        assert_int_equal(most, scanned ? 2 : 24);
        assert_int_equal(hazards, scanned ? 99 : 0);
        if (scanned)
            assert_int_equal(register_scan_used(r->scan).most, 2);
        recording_free(r);
    }
}

/* A value that is used again behind all that wait keeps its register, and one that is not used again gives
 * it back when the ring takes its name. */
static void test_long_lives(void **state) {
    (void)state;
    recording *r = recording_new(true, 16);
    simt *w = &r->w;
    const uint32_t end = 2 + 2 * REGISTER_SCAN_AHEAD;
    const val used = simt_constant(w, 1);
    const val unused = simt_constant(w, 2);
    simt_keep(w, &used);
    simt_keep(w, &unused);
    for (uint32_t i = 2; i < end; i++)
        (void)simt_constant(w, i);
    simt_drop(w, &unused);
    for (uint32_t i = 0; i < 16; i++)
        (void)simt_constant(w, i);
    (void)simt_add(w, &used, &used);
    recording_end(r);
    assert_int_equal(r->inst[0].dst[0], 0);
    assert_int_equal(r->inst[r->count - 1].src[0], 0);
    assert_int_equal(r->inst[r->count - 1].dst[0], 0);
    for (uint32_t i = 2; i < end - REGISTER_SCAN_AHEAD; i++)
        assert_int_equal(r->inst[i].dst[0], 2);
    assert_int_equal(r->inst[r->count - 2].dst[0], 1);
    recording_free(r);
}

/* Any program: results, results in place, pairs, fours, sides of branches without lanes. The choice of
 * values is the same with and without a scan. */
static void any_program(simt *w, const buffer *b, uint64_t random, uint32_t length) {
    val v[VALUES];
    for (uint32_t i = 0; i < VALUES; i++) {
        v[i] = simt_constant(w, i);
        simt_keep(w, &v[i]);
    }
    for (uint32_t i = 0; i < length; i++) {
        random = mix(random + i);
        val *to = &v[random % VALUES];
        const val *x = &v[random >> 8 & 3];
        const val *y = &v[random >> 16 & 3];
        const uint32_t kind = random >> 24 & 7;
        const uint32_t all = w->mask;
        if ((random >> 32 & 7) == 0)
            (void)simt_if(w, random >> 40 & 1 ? 0xff : 0);
        if (kind < 2) {
            simt_into(w, to, SIMT_ADD, x, y, NULL);
        } else if (kind < 4) {
            const val zero = simt_imm(0);
            val four[4];
            const val at = simt_address(w, b, &zero, 4);
            simt_load_at(w, b, &at, 0, kind == 2 ? 8 : 16, four);
            if (random >> 41 & 1)
                simt_into(w, &four[1], SIMT_ADD, &four[0], x, NULL);
            simt_store_at(w, b, &at, 16, kind == 2 ? 8 : 16, four);
        } else if (kind == 4) {
            const val zero = simt_imm(0);
            val four[4];
            simt_vector(w, 4, four);
            for (uint32_t n = 0; n < 4; n++)
                simt_into(w, &four[(n + random) & 3], SIMT_ADD, x, y, NULL);
            simt_store_at(w, NULL, &zero, 0, 16, four);
        } else if (!w->skipped) {
            simt_drop(w, to);
            *to = simt_mad(w, x, y, x);
            simt_keep(w, to);
        }
        simt_join(w, all);
    }
}

/* The register of each result is the lowest one that holds no value with a use to come. */
static void lowest(const recording *r, uint32_t regs) {
    for (uint32_t i = 0; i < r->count; i++) {
        bool busy[256] = {false};
        bool decided[256] = {false};
        const uint8_t dst = r->inst[i].dst[0];
        if (r->inst[i].ndst == 0)
            continue;
        for (uint32_t k = i + 1; k < r->count; k++) {
            for (uint32_t n = 0; n < r->inst[k].nsrc; n++) {
                busy[r->inst[k].src[n]] |= !decided[r->inst[k].src[n]];
                decided[r->inst[k].src[n]] = true;
            }
            for (uint32_t n = 0; n < r->inst[k].ndst; n++)
                decided[r->inst[k].dst[n]] = true;
        }
        for (uint32_t reg = 0; reg < dst; reg++)
            assert_true(busy[reg]);
        assert_true(dst < regs);
    }
}

static void test_any_program(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        const uint32_t length = seed % 3 == 0 ? 800 : 100; /* more than wait, or fewer */
        const uint32_t regs = 32 + (uint32_t)(seed % 5); /* six that are kept may each lie in another four */
        recording *ring = recording_new(false, regs);
        recording *scan = recording_new(true, regs);
        any_program(&ring->w, &ring->b, mix(unit_test_seed() + seed), length);
        any_program(&scan->w, &scan->b, mix(unit_test_seed() + seed), length);
        recording_end(ring);
        recording_end(scan);
        assert_int_equal(ring->count, scan->count);
        flow f = {.number = 0};
        flow g = {.number = 0};
        for (uint32_t i = 0; i < ring->count; i++)
            same_flow(&f, &ring->inst[i], &g, &scan->inst[i]);
        recording_free(ring);
        recording_free(scan);
    }
}

/* New values alone, in a straight line: what a compiler with the whole program before it would take. */
static void test_lowest(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        recording *r = recording_new(true, 16);
        uint64_t random = mix(unit_test_seed() + seed);
        val v[VALUES];
        for (uint32_t i = 0; i < VALUES; i++) {
            v[i] = simt_constant(&r->w, i);
            simt_keep(&r->w, &v[i]);
        }
        for (uint32_t i = 0; i < 300; i++) {
            random = mix(random + i);
            val *to = &v[random % VALUES];
            simt_drop(&r->w, to);
            *to = simt_add(&r->w, &v[random >> 8 & 3], &v[random >> 16 & 3]);
            simt_keep(&r->w, to);
        }
        recording_end(r);
        lowest(r, 16);
        recording_free(r);
    }
}

/* A four does not fit between two singles that lie apart, where the ring has room: it is scattered, and
 * counted. */
static void test_scattered(void **state) {
    (void)state;
    recording *r = recording_new(true, 8);
    simt *w = &r->w;
    const val zero = simt_imm(0);
    const val low = simt_constant(w, 0); /* register 0, as in the ring */
    val three[3];
    val four[4];
    simt_keep(w, &low);
    for (uint32_t i = 0; i < 3; i++)
        (void)simt_constant(w, i); /* used by nobody */
    for (uint32_t i = 0; i < 3; i++)
        three[i] = simt_constant(w, i); /* registers 1 to 3 */
    (void)simt_constant(w, 7);
    const val high = simt_constant(w, 4); /* register 4; 1 of the ring */
    simt_keep(w, &high);
    for (uint32_t i = 0; i < 3; i++)
        simt_store_at(w, NULL, &zero, 0, 4, &three[i]);
    simt_load_at(w, NULL, &zero, 0, 16, four);
    simt_store_at(w, NULL, &zero, 16, 16, four);
    (void)simt_add(w, &low, &high);
    recording_end(r);
    const warp_inst *load = &r->inst[r->count - 3];
    static const uint8_t expected[4] = {1, 2, 3, 5};
    assert_int_equal(r->inst[8].dst[0], 4);
    assert_memory_equal(load->dst, expected, sizeof expected);
    assert_memory_equal(r->inst[r->count - 2].src, expected, sizeof expected);
    assert_int_equal(register_scan_used(r->scan).scattered, 1);
    assert_int_equal(register_scan_used(r->scan).most, 6);
    recording_free(r);
}

/* ---- kernels ---- */

static const char *const kernels[] = {
    "kernel:gups,size=64K,updates=512",
    "kernel:parboil-sgemm,m=130,n=16,k=16",
    "kernel:parboil-cutcp,regions=1",
    "kernel:parboil-tpacf,sets=1,points=70",
    "kernel:parboil-mri-q,samples=100,voxels=100",
    "kernel:parboil-stencil,n=33,nz=5,steps=1",
    "kernel:parboil-lbm,ny=4,nz=4,steps=1",
    "kernel:parboil-histo,size=10000",
    "kernel:parboil-sad,width=12,height=8",
    "kernel:parboil-spmv,rows=200,nnz=5",
    "kernel:parboil-bfs,nodes=1000,degree=3",
    "kernel:parboil-mri-gridding,n=4,samples=100",
    "kernel:halloc-random-graph,nodes=100,degree=20",
    "kernel:fft,transforms=1",
    "kernel:ray,width=32,height=32",
    "kernel:luh,n=4,steps=1",
    "kernel:random-sample,size=1M,scope=300K,samples=3,blocks=1",
    "kernel:group-by,size=64K,scope=20K,rows=2,blocks=1",
};

static void same_block(block_stream *ring, block_stream *scan, const kernel_info *info) {
    assert_int_equal(block_inst_count(ring), block_inst_count(scan));
    for (uint32_t w = 0; w < info->warps_per_block; w++) {
        warp_inst a;
        warp_inst b;
        flow f = {.number = 0};
        flow g = {.number = 0};
        while (block_next_inst(ring, w, &a)) {
            assert_true(block_next_inst(scan, w, &b));
            same_flow(&f, &a, &g, &b);
            for (uint32_t n = 0; n < b.ndst; n++)
                assert_true(b.dst[n] < info->regs_per_thread);
        }
    }
    block_close(ring);
    block_close(scan);
}

typedef struct {
    uint64_t vpn[4096];
    uint32_t count;
} touches;

static void on_touch(void *ctx, uint64_t vpn) {
    touches *t = ctx;
    assert_true(t->count < 4096);
    t->vpn[t->count++] = vpn;
}

/* The same instructions with the same flow of values, and pages touched in the same order. */
static void test_kernels(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        char err[256] = "";
        kernel_info info;
        block_stream *block[2];
        workload *w[2];
        touches *t = calloc(2, sizeof *t);
        for (uint32_t i = 0; i < 2; i++) {
            w[i] = workload_open(kernels[k], 1 << 20, 1,
                                 (code_style){.registers = i ? REGISTERS_LIVENESS : REGISTERS_RING}, err,
                                 sizeof err);
            assert_non_null(w[i]);
            workload_set_touch(w[i], on_touch, &t[i]);
        }
        while (workload_next_kernel(w[0], &info, err, sizeof err) == 1) {
            assert_int_equal(workload_next_kernel(w[1], &info, err, sizeof err), 1);
            while (workload_next_block(w[0], &block[0], err, sizeof err) == 1) {
                if (workload_next_block(w[1], &block[1], err, sizeof err) != 1)
                    fail_msg("%s", err);
                same_block(block[0], block[1], &info);
            }
        }
        assert_true(workload_check(w[1], err, sizeof err));
        assert_string_equal(err, "");
        assert_memory_equal(&t[0], &t[1], sizeof t[0]);
        assert_int_equal(workload_registers(w[0]).most, 0);
        assert_true(workload_registers(w[1]).most > 1);
        workload_close(w[0]);
        workload_close(w[1]);
        free(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_registers), cmocka_unit_test(test_long_lives),
        cmocka_unit_test(test_any_program),   cmocka_unit_test(test_lowest),
        cmocka_unit_test(test_scattered),     cmocka_unit_test(test_kernels),
    };
    return UNIT_TEST_RUN("registers", tests);
}
