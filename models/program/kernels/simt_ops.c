/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of the SIMT layer: one table of operations, lane by lane. */
#include <math.h>

#include "program/kernels/simt_internal.h"

/* Floating point rounds after every operation: compiled with -ffp-contract=off. */

static int32_t simt_ops_sign(uint64_t x) {
    return (int32_t)(uint32_t)x;
}

static uint64_t simt_ops_wrap(int64_t x) {
    return (uint32_t)x;
}

/* The hardware's conversions saturate; NaN gives 0. */
static int32_t to_int(float x) {
    if (isnan(x))
        return 0;
    return x >= 0x1p31F ? INT32_MAX : x <= -0x1p31F ? INT32_MIN : (int32_t)x;
}

static uint32_t to_unsigned(float x) {
    if (isnan(x) || x <= 0.0F)
        return 0;
    return x >= 0x1p32F ? UINT32_MAX : (uint32_t)x;
}

static uint64_t simt_ops_integer(simt_op op, uint64_t a, uint64_t b, uint64_t c) {
    switch (op) {
    case SIMT_MOV:
        return a;
    case SIMT_ADD:
        return (uint32_t)(a + b);
    case SIMT_SUB:
        return (uint32_t)(a - b);
    case SIMT_MUL:
        return (uint32_t)(a * b);
    case SIMT_MAD:
        return (uint32_t)(a * b + c);
    case SIMT_MULHI:
        return ((a & UINT32_MAX) * (b & UINT32_MAX)) >> 32;
    case SIMT_AND:
        return a & b;
    case SIMT_OR:
        return a | b;
    case SIMT_XOR:
        return a ^ b;
    case SIMT_NOT:
        return (uint32_t)~a;
    case SIMT_SHL:
        return b > 31 ? 0 : (uint32_t)((uint32_t)a << b);
    case SIMT_SHR:
        return b > 31 ? 0 : (uint32_t)a >> b;
    case SIMT_SAR:
        return simt_ops_wrap(simt_ops_sign(a) >> (b > 31 ? 31 : b));
    case SIMT_UMIN:
        return a < b ? a : b;
    case SIMT_UMAX:
        return a > b ? a : b;
    case SIMT_IMIN:
        return simt_ops_sign(a) < simt_ops_sign(b) ? a : b;
    case SIMT_IMAX:
        return simt_ops_sign(a) > simt_ops_sign(b) ? a : b;
    case SIMT_IABS:
        return simt_ops_sign(a) < 0 ? (uint32_t)(0 - a) : a;
    default: /* SIMT_SAD: |a - b| + c, unsigned */
        return (uint32_t)((a > b ? a - b : b - a) + c);
    }
}

static float simt_ops_real(simt_op op, float a, float b, float c) {
    switch (op) {
    case SIMT_FADD:
        return a + b;
    case SIMT_FSUB:
        return a - b;
    case SIMT_FMUL:
        return a * b;
    case SIMT_FFMA:
        return a * b + c;
    case SIMT_FNEG:
        return -a;
    case SIMT_FABS:
        return fabsf(a);
    case SIMT_FMIN:
        return fminf(a, b);
    case SIMT_FMAX:
        return fmaxf(a, b);
    case SIMT_RCP:
        return 1.0F / a;
    case SIMT_RSQ:
        return 1.0F / sqrtf(a);
    case SIMT_SIN:
        return sinf(a);
    case SIMT_COS:
        return cosf(a);
    case SIMT_EX2:
        return exp2f(a);
    default: /* SIMT_LG2 */
        return log2f(a);
    }
}

static uint64_t simt_ops_convert(simt_op op, uint64_t a) {
    switch (op) {
    case SIMT_I2F:
        return simt_bits((float)simt_ops_sign(a));
    case SIMT_U2F:
        return simt_bits((float)(uint32_t)a);
    case SIMT_F2I:
        return simt_ops_wrap(to_int(simt_float(a)));
    default: /* SIMT_F2U */
        return to_unsigned(simt_float(a));
    }
}

static uint64_t simt_ops_compute(simt_op op, uint64_t a, uint64_t b, uint64_t c) {
    if (op >= SIMT_I2F)
        return simt_ops_convert(op, a);
    if (op >= SIMT_FADD)
        return simt_bits(simt_ops_real(op, simt_float(a), simt_float(b), simt_float(c)));
    return simt_ops_integer(op, a, b, c);
}

/* As PTX has them, without types where these say nothing. */
static const char *const simt_ops_names[] = {
    [SIMT_MOV] = "mov",         [SIMT_ADD] = "add",         [SIMT_SUB] = "sub",
    [SIMT_MUL] = "mul",         [SIMT_MAD] = "mad",         [SIMT_MULHI] = "mul.hi",
    [SIMT_AND] = "and",         [SIMT_OR] = "or",           [SIMT_XOR] = "xor",
    [SIMT_NOT] = "not",         [SIMT_SHL] = "shl",         [SIMT_SHR] = "shr.u32",
    [SIMT_SAR] = "shr.s32",     [SIMT_UMIN] = "min.u32",    [SIMT_UMAX] = "max.u32",
    [SIMT_IMIN] = "min.s32",    [SIMT_IMAX] = "max.s32",    [SIMT_IABS] = "abs",
    [SIMT_SAD] = "sad",         [SIMT_FADD] = "add.f32",    [SIMT_FSUB] = "sub.f32",
    [SIMT_FMUL] = "mul.f32",    [SIMT_FFMA] = "mad.f32",    [SIMT_FNEG] = "neg.f32",
    [SIMT_FABS] = "abs.f32",    [SIMT_FMIN] = "min.f32",    [SIMT_FMAX] = "max.f32",
    [SIMT_RCP] = "rcp",         [SIMT_RSQ] = "rsqrt",       [SIMT_SIN] = "sin",
    [SIMT_COS] = "cos",         [SIMT_EX2] = "ex2",         [SIMT_LG2] = "lg2",
    [SIMT_I2F] = "cvt.f32.s32", [SIMT_U2F] = "cvt.f32.u32", [SIMT_F2I] = "cvt.s32.f32",
    [SIMT_F2U] = "cvt.u32.f32"};

static void simt_ops_named(simt *w, op_class class, const char *opcode, const val *a, const val *b,
                           const val *c, warp_inst *i) {
    simt_start(w, class, opcode, i);
    simt_source(w, i, a);
    simt_source(w, i, b);
    simt_source(w, i, c);
}

static void simt_ops_operation(simt *w, simt_op op, const val *a, const val *b, const val *c, warp_inst *i) {
    simt_ops_named(w, op >= SIMT_RCP ? OP_SFU : OP_ALU, simt_ops_names[op], a, b, c, i);
}

static uint64_t simt_ops_lane(const val *v, uint32_t l) {
    return v ? v->lane[l] : 0;
}

val simt_do(simt *w, simt_op op, const val *a, const val *b, const val *c) {
    warp_inst i;
    simt_ops_operation(w, op, a, b, c, &i);
    val v;
    simt_new(w, 1, &v);
    simt_target(w, &i, &v);
    simt_record(w, &i);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = simt_ops_compute(op, simt_ops_lane(a, l), simt_ops_lane(b, l), simt_ops_lane(c, l));
    return v;
}

void simt_into(simt *w, val *to, simt_op op, const val *a, const val *b, const val *c) {
    warp_inst i;
    simt_ops_operation(w, op, a, b, c, &i);
    simt_check(w, to);
    simt_renew(w, to);
    simt_target(w, &i, to);
    simt_record(w, &i);
    for (uint32_t l = 0; l < GMMU_LANES; l++) /* a, b or c may be `to` itself */
        if (simt_active(w, l))
            to->lane[l] = simt_ops_compute(op, simt_ops_lane(a, l), simt_ops_lane(b, l), simt_ops_lane(c, l));
}

/* ---- thread and block numbers (S2R) ---- */

static val simt_ops_special(simt *w) {
    return simt_do(w, SIMT_MOV, NULL, NULL, NULL);
}

val simt_constant(simt *w, uint64_t x) {
    val v = simt_ops_special(w);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = x;
    return v;
}

val simt_thread_in_block(simt *w) {
    val v = simt_ops_special(w);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint64_t)w->warp * GMMU_LANES + l;
    return v;
}

val simt_thread_x(simt *w, uint32_t width) {
    val v = simt_ops_special(w);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (w->warp * GMMU_LANES + l) % width;
    return v;
}

val simt_thread_y(simt *w, uint32_t width) {
    val v = simt_ops_special(w);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (w->warp * GMMU_LANES + l) / width;
    return v;
}

val simt_thread(simt *w) {
    val local = simt_thread_in_block(w);
    val v = simt_do(w, SIMT_MOV, &local, NULL, NULL);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint32_t)(w->block * w->block_dim + local.lane[l]);
    return v;
}

/* ---- named forms ---- */

val simt_add(simt *w, const val *a, const val *b) {
    return simt_do(w, SIMT_ADD, a, b, NULL);
}

val simt_mul(simt *w, const val *a, const val *b) {
    return simt_do(w, SIMT_MUL, a, b, NULL);
}

val simt_mad(simt *w, const val *a, const val *b, const val *c) {
    return simt_do(w, SIMT_MAD, a, b, c);
}

val simt_and(simt *w, const val *a, const val *b) {
    return simt_do(w, SIMT_AND, a, b, NULL);
}

val simt_xor(simt *w, const val *a, const val *b) {
    return simt_do(w, SIMT_XOR, a, b, NULL);
}

val simt_shift_right(simt *w, const val *a, uint32_t bits) {
    val by = simt_imm(bits);
    return simt_do(w, SIMT_SHR, a, &by, NULL);
}

val simt_shift_left(simt *w, const val *a, uint32_t bits) {
    val by = simt_imm(bits);
    return simt_do(w, SIMT_SHL, a, &by, NULL);
}

val simt_add_constant(simt *w, const val *a, uint32_t x) {
    val by = simt_imm(x);
    return simt_do(w, SIMT_ADD, a, &by, NULL);
}

val simt_fadd(simt *w, const val *a, const val *b) {
    return simt_do(w, SIMT_FADD, a, b, NULL);
}

val simt_fmul(simt *w, const val *a, const val *b) {
    return simt_do(w, SIMT_FMUL, a, b, NULL);
}

val simt_ffma(simt *w, const val *a, const val *b, const val *c) {
    return simt_do(w, SIMT_FFMA, a, b, c);
}

val simt_select(simt *w, uint32_t mask, const val *a, const val *b) {
    warp_inst i;
    simt_ops_named(w, OP_ALU, "selp", a, b, NULL, &i);
    val v;
    simt_new(w, 1, &v);
    simt_target(w, &i, &v);
    simt_record(w, &i);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (mask >> l) & 1U ? a->lane[l] : b->lane[l];
    return v;
}

/* ---- predicates ---- */

static bool simt_ops_holds(simt_test test, uint64_t a, uint64_t b) {
    switch (test) {
    case SIMT_ULT:
        return a < b;
    case SIMT_ULE:
        return a <= b;
    case SIMT_ILT:
        return simt_ops_sign(a) < simt_ops_sign(b);
    case SIMT_ILE:
        return simt_ops_sign(a) <= simt_ops_sign(b);
    case SIMT_FLT:
        return simt_float(a) < simt_float(b);
    case SIMT_FLE:
        return simt_float(a) <= simt_float(b);
    case SIMT_NE:
        return a != b;
    default: /* SIMT_EQ */
        return a == b;
    }
}

uint32_t simt_compare(simt *w, simt_test test, const val *a, const val *b) {
    uint32_t mask = 0;
    warp_inst i;
    simt_ops_named(w, OP_ALU, "setp", a, b, NULL, &i);
    simt_record(w, &i);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        mask |= (uint32_t)simt_ops_holds(test, a->lane[l], b->lane[l]) << l;
    return mask & w->mask;
}

uint32_t simt_less(simt *w, const val *a, const val *b) {
    return simt_compare(w, SIMT_ULT, a, b);
}

uint32_t simt_equal(simt *w, const val *a, const val *b) {
    return simt_compare(w, SIMT_EQ, a, b);
}
