/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels of the Parboil suite, of the device heap, and the applications of MASK Table 2: results,
 * registers, races, and how many blocks fit an SM. A kernel joins by a line in each table.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"
#include "program/workload.h"
#include "sm/parts/occupancy.h"
#include "sm/parts/races.h"
#include "unit_test.h"

/* Small, yet with all borders: partial tiles, several chunks, several launches. */
static const char *const small[] = {
    "kernel:parboil-sgemm,m=200,n=20,k=20",
    "kernel:parboil-cutcp,regions=2",
    "kernel:parboil-cutcp,regions=2,atoms=8,radius=2",
    "kernel:parboil-tpacf,sets=1,points=70",
    "kernel:parboil-tpacf,sets=1,points=300",
    "kernel:parboil-mri-q,samples=1031,voxels=100",
    "kernel:parboil-stencil,n=33,nz=9,steps=3",
    "kernel:parboil-lbm,ny=5,nz=6,steps=3",
    "kernel:parboil-histo,size=100000",
    "kernel:parboil-histo,size=250000,parts=1", /* of three blocks */
    "kernel:parboil-sad,width=12,height=8",
    "kernel:parboil-spmv,rows=1000,nnz=5",
    "kernel:parboil-bfs,nodes=1000,degree=3",
    "kernel:parboil-bfs,nodes=20000,degree=12", /* more than a queue in shared memory holds */
    "kernel:parboil-mri-gridding,n=12,samples=300",
    "kernel:parboil-mri-gridding,n=4,samples=1",
    "kernel:halloc-add-strings,pairs=150,length=9",
    "kernel:halloc-add-strings,pairs=300,length=100",
    "kernel:halloc-random-graph,nodes=1,degree=1",
    "kernel:halloc-random-graph,nodes=300,degree=60", /* full slabs */
    "kernel:halloc-grid-points,points=5000,side=8",
    "kernel:halloc-add-strings,pairs=300,length=31,sample=1,hashed=1",
    "kernel:halloc-random-graph,nodes=300,degree=4,sample=1,hashed=1",
    "kernel:halloc-random-graph,nodes=4500,degree=256,hashed=1", /* more blocks of 2 KB than 7/8 of a slab */
    "kernel:halloc-grid-points,points=3000,side=8,sample=1,hashed=1",
    "kernel:halloc-grid-points,points=3000,side=8,sample=1",
    "kernel:halloc-grid-points,points=3000,side=1", /* a list longer than a usual slab */
    "kernel:trd,n=1000",
    "kernel:trd,n=1000,chunk=130", /* last chunks that are not whole */
    "kernel:scp,pairs=130,length=1500",
    "kernel:red,rounds=2",
    "kernel:nn,records=1000,queries=3",
    "kernel:nnet,pictures=2",
    "kernel:histogram,size=400000",
    "kernel:fft2,log2=5,transforms=20",
    "kernel:fft2,log2=8,transforms=3",
    "kernel:blk,options=62000,passes=1",
    "kernel:sc,points=700,dims=5",
    "kernel:cons,width=256,height=128",
    "kernel:cons,width=128,height=96,steps=4",
    "kernel:mm,n=48",
    "kernel:srad,n=48,steps=2",
    "kernel:srad-v1,rows=64,columns=53,steps=2",   /* seven sums: remainders in both reductions */
    "kernel:srad-v1,rows=19,columns=27,steps=1",   /* a last block of one thread */
    "kernel:srad-v1,rows=520,columns=512,steps=1", /* three reductions, the second of blocks that are full */
    "kernel:srad-v1,rows=512,columns=16,steps=1",  /* blocks that are full */
    "kernel:randomaccess,log2=10,updates=2",
    "kernel:fd3d,x=64,y=16,z=20",
    "kernel:bp,inputs=100",
    "kernel:bp,inputs=100,stores=1",
    "kernel:fwt,log2=10",
    "kernel:fwt,log2=14",
    "kernel:fwt,log2=13,product=3",
    "kernel:fwt,log2=11,product=100",
    "kernel:hs,n=40,launches=3",
    "kernel:lud,n=64",
    "kernel:nw,length=80",
    "kernel:fft,transforms=3",
    "kernel:scan,n=70000,passes=2",
    "kernel:lps,n=37,steps=3",
    "kernel:mum,letters=3K,reads=200,length=21",
    "kernel:ray,width=96,height=64",
    "kernel:ray,width=96,height=64,local=1",
    "kernel:cfd,n=5,iterations=2",
    "kernel:qtc,points=300,clusters=3",
    "kernel:qtc,points=300,clusters=3,shoc=1",
    "kernel:luh,n=5,steps=4",
    "kernel:sn,log2=10",
    "kernel:sn,log2=13",
    "kernel:caffe,size=71,divide=16",
    "kernel:caffe,size=55,divide=13", /* a last map of one element */
    "kernel:caffe,size=60,divide=16,layers=2",
};

/*
 * Thesis, table 5.2: registers and shared memory of a block, blocks on an SM of 65536
 * registers, 64 warps, 16 blocks and 16 KB of shared memory (32 KB where 16 do not hold one).
 */
static const struct {
    const char *spec, *kernel;
    uint32_t threads, regs, shared, shared_kb, blocks;
} occupancy[] = {
    {"kernel:parboil-sgemm,m=1,n=1,k=1", "mysgemmNT", 128, 4480, 512, 16, 14},
    {"kernel:parboil-cutcp,regions=1", "lattice6overlap", 128, 3328, 4116, 16, 3},
    {"kernel:parboil-tpacf,sets=1,points=2", "genhists", 256, 7680, 13312, 16, 1},
    {"kernel:parboil-mri-q,samples=1,voxels=1", "ComputePhiMag", 512, 6144, 0, 16, 4},
    {"kernel:parboil-mri-q,samples=1,voxels=1", "ComputeQ", 256, 5376, 0, 16, 8},
    {"kernel:parboil-stencil,n=32,nz=3,steps=1", "block2D_reg_tiling", 1024, 41984, 0, 16, 1},
    {"kernel:parboil-lbm,ny=3,nz=3,steps=1", "StreamCollide", 120, 4320, 0, 16, 15},
    {"kernel:parboil-histo,size=4", "main", 768, 16896, 24576, 32, 1},
    {"kernel:parboil-histo,size=4", "final", 512, 19456, 0, 16, 3},
    {"kernel:parboil-sad,width=4,height=4", "mbsadcalc", 61, 2135, 2224, 16, 7},
    {"kernel:parboil-spmv,rows=32,nnz=1", "spmvjds", 32, 928, 0, 16, 16},
    {"kernel:parboil-mri-gridding,n=4,samples=1", "griddingGPU", 64, 3648, 1536, 16, 10},
};

#define SLAB_REGIONS 64U  /* of a slab of 4 MB */
#define MOST_REGIONS 512U /* of an application whose regions are counted */
#define COUNT(a)     (sizeof(a) / sizeof *(a))

static workload *open_kernel(const char *spec) {
    char err[256] = "";
    workload *w = workload_open(spec, 1 << 20, unit_test_seed() | 1, (code_style){0}, err, sizeof err);
    assert_string_equal(err, "");
    assert_non_null(w);
    return w;
}

/* The lanes that are threads. */
static uint32_t live_lanes(const kernel_info *info, uint32_t warp) {
    const uint32_t threads = info->block[0] * info->block[1] * info->block[2] - warp * GMMU_LANES;
    return threads >= GMMU_LANES ? UINT32_MAX : (UINT32_C(1) << threads) - 1;
}

/* One block from barrier to barrier: the warps that have not left take the same barriers, and every warp
 * leaves with all its lanes. */
static void check_block(races *found, const kernel_info *info, block_stream *b, uint64_t number) {
    uint32_t left[GMMU_MAX_WARPS_PER_BLOCK];
    bool running = true;
    for (uint32_t w = 0; w < info->warps_per_block; w++)
        left[w] = live_lanes(info, w);
    races_block(found, number);
    while (running) {
        uint32_t barriers = 0;
        uint32_t here = 0;
        for (uint32_t w = 0; w < info->warps_per_block; w++) {
            warp_inst i = {.op = OP_ALU};
            while (i.op != OP_BARRIER && block_next_inst(b, w, &i)) {
                for (uint32_t k = 0; k < i.ndst; k++)
                    assert_true(i.dst[k] < info->regs_per_thread);
                for (uint32_t k = 0; k < i.nsrc; k++)
                    assert_true(i.src[k] < info->regs_per_thread);
                assert_int_equal(i.mask & ~left[w], 0);
                if (i.op == OP_EXIT)
                    left[w] &= ~i.mask;
                races_inst(found, w, &i);
            }
            barriers += i.op == OP_BARRIER;
            here += left[w] != 0;
        }
        assert_int_equal(barriers, here);
        races_barrier(found);
        running = barriers != 0;
    }
    for (uint32_t w = 0; w < info->warps_per_block; w++)
        assert_int_equal(left[w], 0);
}

static void run_once(workload *w) {
    char err[256] = "";
    kernel_info info;
    races *found = races_new();
    while (workload_next_kernel(w, &info, err, sizeof err) == 1) {
        block_stream *b = NULL;
        races_launch(found, info.name);
        uint64_t number = 0;
        while (workload_next_block(w, &b, err, sizeof err) == 1) {
            check_block(found, &info, b, number++);
            block_close(b);
        }
    }
    char text[512];
    race_report_text(races_found(found), text, sizeof text);
    if (races_found(found)->count)
        fail_msg("%s", text);
    assert_string_equal(err, "");
    races_free(found);
}

static void test_results(void **state) {
    (void)state;
    for (size_t k = 0; k < COUNT(small); k++) {
        char err[256] = "";
        workload *w = open_kernel(small[k]);
        for (int again = 0; again < 2; again++) {
            run_once(w);
            if (!workload_check(w, err, sizeof err))
                fail_msg("%s: %s", small[k], err);
            assert_int_equal(workload_rewind(w, err, sizeof err) < 0, 0);
        }
        if (workload_check(w, err, sizeof err)) /* nothing has run since the rewind */
            fail_msg("%s: right without a run", small[k]);
        workload_close(w);
    }
}

#define MAX_CODE 16384U /* instructions of a kernel */

/* The stream is that of static code: at a PC the same instruction with the same registers each
 * time, whatever the data. Compares with what was there before. */
static void check_code(warp_inst *code, const warp_inst *i) {
    assert_true(i->pc / 16 < MAX_CODE);
    warp_inst *first = &code[i->pc / 16];
    if (first->nsrc + first->ndst + first->op == 0)
        *first = *i;
    assert_int_equal(first->op, i->op);
    assert_int_equal(first->ndst, i->ndst);
    assert_int_equal(first->nsrc, i->nsrc);
    assert_memory_equal(first->dst, i->dst, i->ndst);
    assert_memory_equal(first->src, i->src, i->nsrc);
}

static void check_static(workload *w) {
    char err[256] = "";
    kernel_info info;
    while (workload_next_kernel(w, &info, err, sizeof err) == 1) {
        block_stream *b = NULL;
        warp_inst *code = calloc(MAX_CODE, sizeof *code);
        assert_non_null(code);
        while (workload_next_block(w, &b, err, sizeof err) == 1) {
            warp_inst i;
            for (uint32_t warp = 0; warp < info.warps_per_block; warp++)
                while (block_next_inst(b, warp, &i))
                    check_code(code, &i);
            block_close(b);
        }
        free(code);
    }
}

static void test_static_code(void **state) {
    (void)state;
    for (size_t k = 0; k < COUNT(small); k++) {
        workload *w = open_kernel(small[k]);
        check_static(w);
        workload_close(w);
    }
}

/* The block of launch `kernel` of an application. */
static kernel_info launch_of(const char *spec, const char *kernel) {
    char err[256] = "";
    kernel_info info;
    workload *w = open_kernel(spec);
    for (;;) {
        block_stream *b = NULL;
        assert_int_equal(workload_next_kernel(w, &info, err, sizeof err), 1);
        if (strcmp(info.name, kernel) == 0)
            break;
        while (workload_next_block(w, &b, err, sizeof err) == 1)
            block_close(b);
    }
    workload_close(w);
    return info;
}

static void test_occupancy(void **state) {
    (void)state;
    for (size_t k = 0; k < COUNT(occupancy); k++) {
        const uint32_t shared = occupancy[k].shared_kb << 10;
        const chip_config sm = {.sm.max_blocks = 16, .sm.warps = 64, .sm.regs = 65536, .sm.shared = shared};
        const kernel_info info = launch_of(occupancy[k].spec, occupancy[k].kernel);
        assert_int_equal(info.block[0], occupancy[k].threads);
        assert_int_equal(info.regs_per_thread * occupancy[k].threads, occupancy[k].regs);
        assert_int_equal(info.shared_bytes, occupancy[k].shared);
        assert_int_equal(sm_blocks_fit(&sm, &info), occupancy[k].blocks);
    }
}

/* Marks the 64 KB regions of the heap, the first buffer of a kernel, that a store of 16 bytes writes. */
static void mark_regions(const warp_inst *i, bool *written) {
    for (uint32_t lane = 0; lane < GMMU_LANES; lane++) {
        const uint64_t region = (i->addr[lane] - KERNEL_VA_BASE) >> 16;
        if (!(i->mask >> lane & 1))
            continue;
        assert_in_range(region, 0, SLAB_REGIONS - 1);
        written[region % SLAB_REGIONS] = true;
    }
}

/* How many a launch writes. */
static uint32_t heap_regions(const char *spec) {
    char err[256] = "";
    kernel_info info;
    block_stream *b = NULL;
    bool written[SLAB_REGIONS] = {false};
    uint32_t regions = 0;
    workload *w = open_kernel(spec);
    assert_int_equal(workload_next_kernel(w, &info, err, sizeof err), 1);
    while (workload_next_block(w, &b, err, sizeof err) == 1) {
        warp_inst i;
        for (uint32_t warp = 0; warp < info.warps_per_block; warp++)
            while (block_next_inst(b, warp, &i))
                if (i.op == OP_STORE && i.width == 16)
                    mark_regions(&i, written);
        block_close(b);
    }
    workload_close(w);
    for (uint32_t r = 0; r < SLAB_REGIONS; r++)
        regions += written[r];
    return regions;
}

/*
 * Halloc (src/halloc.cu, hamalloc_small): a thread's first block of a slab of 4 MB is 13 times its number. So
 * 16384 threads reach to block 13 * 16383, into the 52nd of its 64 regions, and touch all before; blocks in
 * the order of their allocation would fill 6 regions, 8 with the room of the arenas.
 */
static void test_heap_layouts(void **state) {
    (void)state;
    assert_int_equal(heap_regions("kernel:halloc-random-graph,nodes=16384,degree=1,sample=1,hashed=1"), 52);
    assert_in_range(heap_regions("kernel:halloc-random-graph,nodes=16384,degree=1,sample=1"), 6, 8);
}

/* The regions in which a launch touches pages that the host has not written. */
typedef struct {
    const workload *w;
    bool fresh[MOST_REGIONS];
    uint32_t count;
} fresh_regions;

static void note_fresh(void *ctx, uint64_t vpn) {
    fresh_regions *r = ctx;
    const uint64_t region = ((vpn << 12) - KERNEL_VA_BASE) >> 16;
    assert_in_range(region, 0, MOST_REGIONS - 1);
    if (workload_page_origin(r->w, vpn) != PAGE_FRESH || r->fresh[region % MOST_REGIONS])
        return;
    r->fresh[region % MOST_REGIONS] = true;
    r->count++;
}

/* In the first launch of an application. */
static uint32_t regions_of_output(const char *spec) {
    char err[256] = "";
    kernel_info info;
    block_stream *b = NULL;
    workload *w = open_kernel(spec);
    fresh_regions r = {.w = w};
    workload_set_touch(w, note_fresh, &r);
    assert_int_equal(workload_next_kernel(w, &info, err, sizeof err), 1);
    while (workload_next_block(w, &b, err, sizeof err) == 1)
        block_close(b);
    workload_close(w);
    return r.count;
}

/*
 * Parboil's histo (src/cuda/histo_main.cu) writes 24 KB for each block of the middle, an area as long as the
 * histogram apart for each group of blocks; nothing of it and of the global counters comes from the host. So
 * 42 blocks write as many regions, and the counters of the other bins, 1 MB, touch 17.
 */
static void test_histo_outputs(void **state) {
    (void)state;
    assert_int_equal(regions_of_output("kernel:parboil-histo"), 0);
    assert_int_equal(regions_of_output("kernel:parboil-histo,parts=1"), 42 + 17);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),       cmocka_unit_test(test_static_code),
        cmocka_unit_test(test_occupancy),     cmocka_unit_test(test_heap_layouts),
        cmocka_unit_test(test_histo_outputs),
    };
    return UNIT_TEST_RUN("parboil", tests);
}
