/* SPDX-License-Identifier: Apache-2.0 */
/* The SIMT layer under the built-in kernels: arithmetic, masks, registers, memory, and what it refuses. */
#include <stdlib.h>

#include "program/kernels/kernel.h"
#include "unit_test.h"

/* A warp with a block stream of its own, 64 words of global and of shared memory. */
typedef struct {
    spool *sp;
    simt w;
    uint32_t global[64], shared[64];
    buffer b;
} rig;

static rig *rig_new(void) {
    rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->sp = spool_new(1 << 20);
    assert_non_null(r->sp);
    r->b = (buffer){.base = KERNEL_VA_BASE, .bytes = sizeof r->global, .data = r->global};
    r->w = (simt){.out = spool_block_new(r->sp, 1),
                  .block_dim = GMMU_LANES,
                  .regs = 16,
                  .shared = r->shared,
                  .shared_bytes = sizeof r->shared,
                  .live = UINT32_MAX,
                  .mask = UINT32_MAX};
    assert_non_null(r->w.out);
    return r;
}

/* The instructions recorded, up to `most`; ends the recording. */
static uint32_t recorded(rig *r, warp_inst *inst, uint32_t most) {
    uint32_t n = 0;
    assert_true(spool_block_finish(r->w.out));
    while (n < most && block_next_inst(r->w.out, 0, &inst[n]))
        n++;
    return n;
}

static void rig_free(rig *r) {
    block_close(r->w.out);
    spool_free(r->sp);
    free(r);
}

static uint32_t f(float x) {
    return (uint32_t)simt_bits(x);
}

static void test_operations(void **state) {
    (void)state;
    const struct {
        simt_op op;
        uint32_t a, b, c, result;
    } cases[] = {
        {SIMT_MOV, 7, 0, 0, 7},
        {SIMT_ADD, UINT32_MAX, 2, 0, 1},
        {SIMT_SUB, 1, 2, 0, UINT32_MAX},
        {SIMT_MUL, 0x10001, 0x10001, 0, 0x20001},
        {SIMT_MAD, 3, 4, 5, 17},
        {SIMT_MULHI, 0x80000000, 6, 0, 3},
        {SIMT_AND, 12, 10, 0, 8},
        {SIMT_OR, 12, 10, 0, 14},
        {SIMT_XOR, 12, 10, 0, 6},
        {SIMT_NOT, 1, 0, 0, 0xfffffffe},
        {SIMT_SHL, 3, 31, 0, 0x80000000},
        {SIMT_SHL, 3, 32, 0, 0},
        {SIMT_SHR, 0x80000000, 31, 0, 1},
        {SIMT_SHR, 0x80000000, 32, 0, 0},
        {SIMT_SAR, 0x80000000, 31, 0, UINT32_MAX},
        {SIMT_SAR, 0x80000000, 99, 0, UINT32_MAX},
        {SIMT_UMIN, UINT32_MAX, 1, 0, 1},
        {SIMT_UMAX, UINT32_MAX, 1, 0, UINT32_MAX},
        {SIMT_IMIN, UINT32_MAX, 1, 0, UINT32_MAX},
        {SIMT_IMAX, UINT32_MAX, 1, 0, 1},
        {SIMT_IABS, UINT32_MAX, 0, 0, 1},
        {SIMT_IABS, 0x80000000, 0, 0, 0x80000000},
        {SIMT_SAD, 3, 10, 5, 12},
        {SIMT_SAD, 10, 3, 5, 12},
        {SIMT_FADD, f(1.5F), f(2.0F), 0, f(3.5F)},
        {SIMT_FSUB, f(1.5F), f(2.0F), 0, f(-0.5F)},
        {SIMT_FMUL, f(1.5F), f(2.0F), 0, f(3.0F)},
        {SIMT_FFMA, f(1.5F), f(2.0F), f(1.0F), f(4.0F)},
        {SIMT_FNEG, f(1.5F), 0, 0, f(-1.5F)},
        {SIMT_FABS, f(-1.5F), 0, 0, f(1.5F)},
        {SIMT_FMIN, f(-1.5F), f(1.0F), 0, f(-1.5F)},
        {SIMT_FMAX, f(-1.5F), f(1.0F), 0, f(1.0F)},
        {SIMT_RCP, f(4.0F), 0, 0, f(0.25F)},
        {SIMT_RSQ, f(4.0F), 0, 0, f(0.5F)},
        {SIMT_SIN, 0, 0, 0, 0},
        {SIMT_COS, 0, 0, 0, f(1.0F)},
        {SIMT_EX2, f(3.0F), 0, 0, f(8.0F)},
        {SIMT_LG2, f(8.0F), 0, 0, f(3.0F)},
        {SIMT_I2F, UINT32_MAX, 0, 0, f(-1.0F)},
        {SIMT_U2F, 0x80000000, 0, 0, f(0x1p31F)},
        {SIMT_F2I, f(-2.75F), 0, 0, 0xfffffffe},
        {SIMT_F2I, f(1e20F), 0, 0, INT32_MAX},
        {SIMT_F2I, f(-1e20F), 0, 0, 0x80000000},
        {SIMT_F2I, 0x7fc00000, 0, 0, 0},
        {SIMT_F2U, f(-3.0F), 0, 0, 0},
        {SIMT_F2U, f(3e9F), 0, 0, 3000000000U},
        {SIMT_F2U, f(1e20F), 0, 0, UINT32_MAX},
    };
    const size_t count = sizeof cases / sizeof *cases;
    rig *r = rig_new();
    for (size_t i = 0; i < count; i++) {
        const val a = simt_imm(cases[i].a);
        const val b = simt_imm(cases[i].b);
        const val c = simt_imm(cases[i].c);
        const val x = simt_do(&r->w, cases[i].op, &a, &b, &c);
        assert_int_equal(x.lane[31], cases[i].result);
    }
    assert_false(r->w.failed);
    warp_inst inst[64];
    assert_int_equal(recorded(r, inst, 64), count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(inst[i].op, cases[i].op >= SIMT_RCP ? OP_SFU : OP_ALU);
        assert_int_equal(inst[i].ndst, 1);
        assert_int_equal(inst[i].nsrc, 0); /* immediates */
    }
    rig_free(r);
}

static void test_comparisons(void **state) {
    (void)state;
    rig *r = rig_new();
    const val minus = simt_imm(UINT32_MAX);
    const val one = simt_imm(1);
    const val half = simt_fimm(0.5F);
    const val nan = simt_imm(0x7fc00000);
    r->w.mask = 0xf0;
    assert_int_equal(simt_compare(&r->w, SIMT_ULT, &one, &minus), 0xf0);
    assert_int_equal(simt_compare(&r->w, SIMT_ULE, &minus, &one), 0);
    assert_int_equal(simt_compare(&r->w, SIMT_ILT, &minus, &one), 0xf0);
    assert_int_equal(simt_compare(&r->w, SIMT_ILE, &one, &one), 0xf0);
    assert_int_equal(simt_compare(&r->w, SIMT_FLT, &half, &half), 0);
    assert_int_equal(simt_compare(&r->w, SIMT_FLE, &half, &half), 0xf0);
    assert_int_equal(simt_compare(&r->w, SIMT_FLE, &half, &nan), 0);
    assert_int_equal(simt_compare(&r->w, SIMT_EQ, &one, &one), 0xf0);
    assert_int_equal(simt_compare(&r->w, SIMT_NE, &one, &half), 0xf0);
    assert_true(simt_any(&r->w, 0x10));
    assert_false(simt_any(&r->w, 0x0f));
    assert_true(simt_all(&r->w, 0xff));
    assert_false(simt_all(&r->w, 0x70));
    rig_free(r);
}

/* x += 5 in some lanes, in the register of x. */
static void test_in_place(void **state) {
    (void)state;
    rig *r = rig_new();
    warp_inst inst[4];
    const val five = simt_imm(5);
    val x = simt_constant(&r->w, 1);
    const val before = x;
    const uint32_t all = simt_predicate(&r->w, 0xff);
    simt_into(&r->w, &x, SIMT_ADD, &x, &five, NULL);
    simt_join(&r->w, all);
    assert_int_equal(x.lane[7], 6);
    assert_int_equal(x.lane[8], 1);
    assert_false(r->w.failed);
    (void)simt_add(&r->w, &before, &five); /* the old contents are gone */
    assert_true(r->w.failed);
    assert_int_equal(recorded(r, inst, 4), 3);
    assert_int_equal(inst[1].dst[0], x.reg);
    assert_int_equal(inst[1].src[0], x.reg);
    assert_int_equal(inst[1].mask, 0xff);
    rig_free(r);
}

/* Both sides of a branch, one of them without lanes: it leaves no instruction but its PCs. */
static void test_divergence(void **state) {
    (void)state;
    rig *r = rig_new();
    warp_inst inst[8];
    const uint32_t all = simt_if(&r->w, 0);
    (void)simt_constant(&r->w, 1);
    simt_else(&r->w, all, 0);
    assert_int_equal(r->w.mask, UINT32_MAX);
    (void)simt_constant(&r->w, 2);
    simt_join(&r->w, all);
    const uint32_t some = simt_if(&r->w, 3);
    const uint32_t inner = simt_if(&r->w, 4);
    (void)simt_constant(&r->w, 3);
    simt_join(&r->w, inner);
    (void)simt_constant(&r->w, 4);
    simt_join(&r->w, some);
    assert_int_equal(recorded(r, inst, 8), 5);
    assert_int_equal(inst[0].op, OP_BRANCH);
    assert_int_equal(inst[1].op, OP_ALU);
    assert_int_equal(inst[1].pc, 0x30);
    assert_int_equal(inst[4].mask, 3);
    assert_int_equal(inst[4].pc, 0x70);
    rig_free(r);
}

static void test_wide_accesses(void **state) {
    (void)state;
    rig *r = rig_new();
    warp_inst inst[8];
    val x[4];
    val y[4];
    for (uint32_t i = 0; i < 64; i++)
        r->global[i] = 100 + i;
    r->w.mask = 0xf;
    const val lane = simt_thread_in_block(&r->w);
    const val at = simt_address(&r->w, &r->b, &lane, 16);
    simt_load_at(&r->w, &r->b, &at, 64, 16, x); /* inst[2] */
    const val byte = simt_shift_left(&r->w, &lane, 4);
    simt_keep(&r->w, &byte);
    simt_store_at(&r->w, NULL, &byte, 0, 16, x);
    simt_load_at(&r->w, NULL, &byte, 8, 8, y);
    assert_false(r->w.failed);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(r->shared[i], 116 + i);
    assert_int_equal(y[1].lane[3], 131);
    assert_int_equal(recorded(r, inst, 8), 6);
    assert_int_equal(inst[2].ndst, 4);
    assert_int_equal(inst[2].nsrc, 2);
    assert_int_equal(inst[2].dst[0] % 4, 0);
    assert_int_equal(inst[2].addr[3], KERNEL_VA_BASE + 64 + 48);
    assert_int_equal(inst[4].nsrc, 5);
    rig_free(r);
}

static void test_atomics_and_constants(void **state) {
    (void)state;
    static const float bank[8] = {0.0F, 1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F, 7.0F};
    rig *r = rig_new();
    warp_inst inst[8];
    val c[2];
    const buffer constants = {.base = 0x7000, .bytes = sizeof bank, .data = (void *)bank};
    const val zero = simt_imm(0);
    const val two = simt_imm(2);
    const val half = simt_fimm(0.5F);
    r->w.mask = 0x7;
    const val old = simt_atomic_at(&r->w, SIMT_ATOM_ADD, NULL, &zero, 4, &two);
    assert_int_equal(old.lane[2], 4);
    assert_int_equal(r->shared[1], 6);
    simt_reduce_at(&r->w, SIMT_ATOM_FADD, NULL, &zero, 8, &half);
    assert_int_equal(r->shared[2], f(1.5F));
    simt_reduce_at(&r->w, SIMT_ATOM_UMIN, NULL, &zero, 4, &two);
    simt_reduce_at(&r->w, SIMT_ATOM_UMAX, NULL, &zero, 12, &two);
    simt_reduce_at(&r->w, SIMT_ATOM_EXCH, NULL, &zero, 16, &two);
    assert_int_equal(r->shared[1] + r->shared[3] + r->shared[4], 6);
    simt_load_const(&r->w, &constants, &two, 8, c);
    assert_int_equal(c[1].lane[0], f(5.0F));
    assert_false(r->w.failed);
    assert_int_equal(recorded(r, inst, 8), 6);
    assert_int_equal(inst[0].ndst, 1);
    assert_int_equal(inst[1].ndst, 0);
    assert_int_equal(inst[5].space, SPACE_CONST);
    rig_free(r);
}

/* "We do not simulate texture caches and constant caches, thus benchmarks that use texture or constant memory
 * spaces are modified to use global memory instead" (thesis 4.2.2). */
static void test_constants_in_global_memory(void **state) {
    (void)state;
    static const uint32_t bank[8] = {0, 10, 20, 30, 40, 50, 60, 70};
    rig *r = rig_new();
    warp_inst inst[3];
    val c[2];
    const buffer constants = {.base = 0x7000, .bytes = sizeof bank, .data = (void *)bank};
    val index = simt_thread_in_block(&r->w);
    simt_keep(&r->w, &index);
    r->w.constants = CONSTANTS_GLOBAL;
    r->w.mask = 0xf;
    simt_load_const(&r->w, &constants, &index, 8, c);
    assert_false(r->w.failed);
    for (uint32_t l = 0; l < 4; l++)
        assert_int_equal(c[0].lane[l] + c[1].lane[l], bank[2 * l] + bank[2 * l + 1]);
    assert_int_equal(recorded(r, inst, 3), 3);
    assert_int_equal(inst[1].op, OP_ALU); /* the address */
    assert_int_equal(inst[1].ndst, 2);
    assert_int_equal(inst[2].space, SPACE_GLOBAL);
    assert_int_equal(inst[2].addr[3], 0x7000 + 3 * 8);
    assert_int_equal(inst[2].nsrc, 2);
    rig_free(r);
}

/* Every error of a kernel is found; after it memory is not touched. */
static void test_refused(void **state) {
    (void)state;
    for (uint32_t error = 0; error < 6; error++) {
        rig *r = rig_new();
        simt *w = &r->w;
        val x[4];
        const val out = simt_imm(sizeof r->shared - 4);
        const val index = simt_imm(16);
        x[0] = simt_constant(w, 1);
        x[1] = simt_constant(w, 1);
        if (error == 0) /* a stale value */
            for (uint32_t i = 0; i < r->w.regs; i++)
                (void)simt_constant(w, 0);
        if (error == 1) /* no register left */
            for (uint32_t i = 0; i <= r->w.regs; i++) {
                const val v = simt_constant(w, 0);
                simt_keep(w, &v);
            }
        if (error == 2)
            simt_load_at(w, NULL, &out, 4, 4, x);
        if (error == 3)
            simt_load_at(w, NULL, &out, -2, 4, x); /* not aligned */
        if (error == 4)
            simt_load_const(w, &(buffer){.bytes = 64, .data = r->global}, &index, 4, x);
        if (error == 5) { /* a wide store of registers that do not follow each other */
            const val zero = simt_imm(0);
            const val v[2] = {x[1], x[0]};
            simt_store_at(w, NULL, &zero, 0, 8, v);
        } else {
            simt_store_at(w, NULL, &out, 0, 4, &x[0]);
        }
        assert_true(w->failed);
        assert_non_null(w->why);
        assert_int_equal(r->shared[0] + r->shared[63], 0);
        rig_free(r);
    }
}

/* ---- compare and swap, sparse data ---- */

static void test_compare_and_swap(void **state) {
    (void)state;
    rig *r = rig_new();
    const val zero = simt_imm(0);
    for (uint32_t i = 0; i < 32; i++)
        r->global[i] = i % 2 ? 7 : 0;
    val lane = simt_thread(&r->w);
    val half = simt_shift_right(&r->w, &lane, 1); /* lanes 2n and 2n+1 want word n */
    val address = simt_address(&r->w, &r->b, &half, 4);
    val one = simt_add_constant(&r->w, &lane, 100);
    val old = simt_compare_and_swap_at(&r->w, &r->b, &address, 0, &zero, &one);
    assert_false(r->w.failed);
    for (uint32_t n = 0; n < 16; n++) {
        const uint32_t before = n % 2 ? 7 : 0;
        assert_int_equal(r->global[n], n % 2 ? 7 : 100 + 2 * n); /* the lower lane has won */
        assert_int_equal(old.lane[2 * n], before);
        assert_int_equal(old.lane[2 * n + 1], n % 2 ? 7 : 100 + 2 * n);
    }
    warp_inst inst[8];
    const uint32_t count = recorded(r, inst, 8);
    assert_in_range(count, 1, 7);
    assert_int_equal(inst[count - 1].op, OP_ATOMIC);
    assert_int_equal(inst[count - 1].nsrc, 3); /* two of the address, the new word; an immediate takes none */
    rig_free(r);
}

static void fill_with_numbers(const void *context, uint64_t line, uint32_t word[SPARSE_LINE_WORDS]) {
    for (uint32_t i = 0; i < SPARSE_LINE_WORDS; i++)
        word[i] = *(const uint32_t *)context + (uint32_t)(line * SPARSE_LINE_WORDS + i);
}

static void test_sparse_data(void **state) {
    (void)state;
    const uint32_t first = 5;
    sparse_data *s = sparse_data_new(fill_with_numbers, &first);
    assert_non_null(s);
    uint64_t line;
    uint32_t word;
    size_t at = 0;
    assert_null(sparse_data_next(s, &at, &line));
    for (uint32_t i = 0; i < 20000; i++) { /* grows; every third line of 7.5 MB */
        word = ~i;
        assert_true(sparse_data_write(s, (uint64_t)i * 3 * 128 + (UINT64_C(1) << 33) + 8, &word, 4));
    }
    for (uint32_t i = 0; i < 60000; i++) {
        const uint64_t offset = (uint64_t)i * 128 + (UINT64_C(1) << 33);
        uint32_t pair[2];
        sparse_data_read(s, offset + 4, pair, sizeof pair);
        assert_int_equal(pair[0], (uint32_t)(offset / 4 + 1 + 5));
        assert_int_equal(pair[1], i % 3 ? (uint32_t)(offset / 4 + 2 + 5) : ~(i / 3));
    }
    at = 0;
    for (word = 0; sparse_data_next(s, &at, &line); word++)
        assert_int_equal(line, (UINT64_C(1) << 26) + UINT64_C(3) * word); /* as they were written */
    assert_int_equal(word, 20000);                                        /* reading keeps nothing */
    sparse_data_reset(s);
    sparse_data_read(s, (UINT64_C(1) << 33) + 8, &word, 4);
    assert_int_equal(word, (uint32_t)((UINT64_C(1) << 31) + 2 + 5));
    sparse_data_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_divergence),
        cmocka_unit_test(test_wide_accesses),
        cmocka_unit_test(test_atomics_and_constants),
        cmocka_unit_test(test_constants_in_global_memory),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_compare_and_swap),
        cmocka_unit_test(test_sparse_data),
    };
    return UNIT_TEST_RUN("simt", tests);
}
