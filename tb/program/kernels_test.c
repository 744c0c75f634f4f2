/* SPDX-License-Identifier: Apache-2.0 */
/* Built-in kernels: every one runs to the end, touches what it says, and its result check can fail. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "program/kernels/kernel.h"
#include "program/workload.h"
#include "unit_test.h"

static const char *const small[] = {
    "kernel:gups,size=64K,updates=4096",
    "kernel:stream,size=100000,passes=2",
    "kernel:stencil3d,n=20,steps=4",
    "kernel:spmv,rows=1000,nnz=5",
    "kernel:bfs,nodes=1000,degree=3",
    "kernel:histo,size=40000",
    "kernel:page-stride,threads=100",
    "kernel:pagemix,hot=3,cold=40,share=3,touches=3,visits=30,blocks=5",
    "kernel:random-sample,size=1M,scope=300K,samples=3,blocks=3",
    "kernel:group-by,size=64K,scope=10K,rows=2,blocks=4",
    "kernel:group-by,size=64K,scope=10K,rows=2,blocks=4,input=1",
    "kernel:group-by,size=64K,scope=10K,rows=2,blocks=4,input=2",
    "kernel:stream,size=100000,pinned=1",
};
#define COUNT (sizeof small / sizeof *small)

typedef struct {
    uint64_t instructions, accesses, barriers, exits, pages;
    uint64_t addresses; /* hash of them and their PCs */
} totals;

static void on_touch(void *ctx, uint64_t vpn) {
    (void)vpn;
    ((totals *)ctx)->pages++;
}

static uint64_t add_addresses(uint64_t hash, const warp_inst *i) {
    for (uint32_t mask = i->mask; mask; mask &= mask - 1)
        hash = mix(hash ^ i->addr[__builtin_ctz(mask)] ^ i->pc << 48);
    return hash;
}

static void read_block(block_stream *b, uint32_t warps, totals *t) {
    warp_inst i;
    for (uint32_t w = 0; w < warps; w++) {
        while (block_next_inst(b, w, &i)) {
            t->instructions++;
            t->accesses += i.space == SPACE_GLOBAL;
            if (i.space == SPACE_GLOBAL)
                t->addresses = add_addresses(t->addresses, &i);
            t->barriers += i.op == OP_BARRIER;
            t->exits += i.op == OP_EXIT;
        }
    }
    block_close(b);
}

static totals run_all(workload *w) {
    totals t = {0};
    char err[256] = "";
    kernel_info info;
    workload_set_touch(w, on_touch, &t);
    while (workload_next_kernel(w, &info, err, sizeof err) == 1) {
        block_stream *b = NULL;
        uint64_t blocks = 0;
        uint64_t exits = t.exits;
        while (workload_next_block(w, &b, err, sizeof err) == 1) {
            read_block(b, info.warps_per_block, &t);
            blocks++;
        }
        assert_int_equal(blocks, info.blocks);
        assert_int_equal(t.exits - exits, blocks * info.warps_per_block);
    }
    assert_string_equal(err, "");
    return t;
}

static void test_results(void **state) {
    (void)state;
    for (size_t k = 0; k < COUNT; k++) {
        char err[256] = "";
        workload *w =
            workload_open(small[k], 1 << 20, unit_test_seed() | 1, (code_style){0}, err, sizeof err);
        assert_string_equal(err, "");
        totals first = run_all(w);
        assert_true(workload_check(w, err, sizeof err));
        assert_true(first.accesses > 0 && first.pages > 0);
        assert_int_equal(workload_rewind(w, err, sizeof err) < 0, 0);
        totals second = run_all(w);
        assert_true(workload_check(w, err, sizeof err));
        assert_int_equal(first.instructions, second.instructions);
        assert_int_equal(first.accesses, second.accesses);
        assert_true(first.addresses == second.addresses); /* a relaunch is the same run */
        assert_int_equal(second.pages, 0);                /* the same pages as before: already touched */
        workload_close(w);
    }
}

static uint64_t addresses_of(const char *spec, uint64_t seed) {
    char err[256] = "";
    workload *w = workload_open(spec, 1 << 20, seed, (code_style){0}, err, sizeof err);
    assert_string_equal(err, "");
    const uint64_t addresses = run_all(w).addresses;
    workload_close(w);
    return addresses;
}

/* Neighbouring seeds are samples of their own: addresses that come from drawn data differ. */
static void test_seeds(void **state) {
    (void)state;
    static const char *const drawn[] = {"kernel:gups,size=64K,updates=64", "kernel:spmv,rows=256",
                                        "kernel:bfs,nodes=256", "kernel:random-sample,size=1M,blocks=1",
                                        "kernel:group-by,size=1M,blocks=1"};
    for (size_t k = 0; k < sizeof drawn / sizeof *drawn; k++)
        for (uint64_t seed = 0; seed < 6; seed++)
            assert_true(addresses_of(drawn[k], seed) != addresses_of(drawn[k], seed + 1));
}

/* A kernel that has not run all its blocks has not computed its result. */
static void test_check_can_fail(void **state) {
    (void)state;
    for (size_t k = 0; k < COUNT; k++) {
        char err[256] = "";
        kernel_info info;
        block_stream *b = NULL;
        workload *w = workload_open(small[k], 1 << 20, 1, (code_style){0}, err, sizeof err);
        assert_non_null(w);
        assert_int_equal(workload_next_kernel(w, &info, err, sizeof err), 1);
        assert_int_equal(workload_next_block(w, &b, err, sizeof err), 1);
        block_close(b);
        assert_false(workload_check(w, err, sizeof err));
        assert_non_null(strstr(err, "the check of its result: "));
        workload_close(w);
    }
}

static void test_bad_arguments(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"kernel:nothing", "unknown kernel 'nothing'"},
        {"kernel:", "unknown kernel ''"},
        {"kernel:gups,size", "gups: size: expected a value, for example size="},
        {"kernel:gups,size=", "expected size from"},
        {"kernel:gups,size=12x", "expected size from"},
        {"kernel:gups,size=-1", "expected size from"},
        {"kernel:gups,size=99999999999999999999", "expected size from"},
        {"kernel:gups,size=17179869184G", "expected size from"},
        {"kernel:gups,colour=1", "unknown parameter 'colour': see"},
        {"kernel:gups,size=1M,", "unknown parameter ''"},
        {"kernel:stencil3d,n=3", "expected n from 4 to 512"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char err[256] = "";
        assert_null(workload_open(bad[i][0], 1 << 20, 1, (code_style){0}, err, sizeof err));
        assert_non_null(strstr(err, bad[i][1]));
    }
}

/* What `gmmu list` shows: a default within its range, and words for every parameter. */
static void test_described(void **state) {
    (void)state;
    for (const kernel_ops *const *k = kernel_table(); *k; k++) {
        assert_true((*k)->summary && (*k)->summary[0]);
        for (const kernel_param *p = (*k)->params; p->key; p++) {
            assert_true(p->what && p->what[0]);
            assert_in_range(p->value, p->min, p->max);
        }
    }
}

/* ---- TLB-conscious access ---- */

/* Lanes that access the first range of an application, in one launch. */
typedef struct {
    uint64_t lanes, lowest, highest; /* bytes from the start of the range */
} scope_use;

static void scope_add(scope_use *u, const warp_inst *i, uint64_t bytes) {
    for (uint32_t mask = i->space == SPACE_GLOBAL ? i->mask : 0; mask; mask &= mask - 1) {
        const uint64_t offset = i->addr[__builtin_ctz(mask)] - KERNEL_VA_BASE;
        if (offset >= bytes)
            continue;
        u->lowest = u->lanes == 0 || offset < u->lowest ? offset : u->lowest;
        u->highest = offset > u->highest ? offset : u->highest;
        u->lanes++;
    }
}

/* Of each launch, up to `most`; how many launches there are. */
static uint32_t scope_uses(const char *spec, uint64_t bytes, scope_use *use, uint32_t most) {
    char err[256] = "";
    kernel_info info;
    uint32_t n = 0;
    workload *w = workload_open(spec, 1 << 20, 1, (code_style){0}, err, sizeof err);
    assert_non_null(w);
    for (; workload_next_kernel(w, &info, err, sizeof err) == 1; n++) {
        block_stream *b = NULL;
        assert_true(n < most);
        use[n] = (scope_use){0};
        while (workload_next_block(w, &b, err, sizeof err) == 1) {
            warp_inst i;
            for (uint32_t warp = 0; warp < info.warps_per_block; warp++)
                while (block_next_inst(b, warp, &i))
                    scope_add(&use[n], &i, bytes);
            block_close(b);
        }
    }
    assert_true(workload_check(w, err, sizeof err));
    workload_close(w);
    return n;
}

/* Karnagel §5.1: "The data accesses of a GPU kernel are only executed when they fall within the current TLB
 * scope, while other accesses are ignored"; "In total, we have the same amount of memory accesses". */
static void test_scopes(void **state) {
    (void)state;
    const uint64_t size = UINT64_C(12) << 30;
    const uint64_t scope = UINT64_C(2) << 30;
    scope_use one = {0};
    scope_use use[6] = {{0}};
    uint64_t lanes = 0;
    assert_int_equal(scope_uses("kernel:random-sample,size=12G,samples=8,blocks=4", size, &one, 1), 1);
    assert_int_equal(scope_uses("kernel:random-sample,size=12G,scope=2G,samples=8,blocks=4", size, use, 6),
                     6);
    for (uint32_t n = 0; n < 6; n++) {
        assert_in_range(use[n].lowest, n * scope, n * scope + scope / 10);
        assert_in_range(use[n].highest, (n + 1) * scope - scope / 10, (n + 1) * scope - 1);
        lanes += use[n].lanes;
    }
    assert_int_equal(one.lanes, 4 * 256 * 8);
    assert_int_equal(lanes, one.lanes);
}

/* §2.2: "use linear probing to access subsequent hash buckets until we match the current search key or an
 * empty bucket", with a fill factor of 0.5: a probe may leave the scope by the length of a run of taken
 * buckets. */
static void test_hash_table_scopes(void **state) {
    (void)state;
    const uint64_t size = UINT64_C(12) << 30;
    const uint64_t scope = UINT64_C(2) << 30;
    const uint64_t run = 64 * 8;
    scope_use use[7] = {{0}};
    uint64_t lanes = 0;
    assert_int_equal(scope_uses("kernel:group-by,size=13G,scope=2G,rows=4,blocks=4", size, use, 7), 7);
    for (uint32_t n = 0; n < 6; n++) {
        assert_in_range(use[n].lowest, n * scope, n * scope + scope / 10);
        assert_in_range(use[n].highest, (n + 1) * scope - scope / 10, (n + 1) * scope + run);
        lanes += use[n].lanes;
    }
    /* 12 of 13 GB: a row reads about two buckets, claims one, and counts it */
    assert_in_range(lanes, 3 * 4096 * 12 / 13, 5 * 4096 * 12 / 13);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),           cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_check_can_fail),    cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_described),         cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_hash_table_scopes),
    };
    return UNIT_TEST_RUN("kernels", tests);
}
