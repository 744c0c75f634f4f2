/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction: its modifiers and operands (PTX ISA 8.5, section 9.7). */
#include <string.h>

#include "program/ptx/ptx_build_internal.h"
#include "program/ptx/ptx_compute_internal.h"

typedef bool (*ptx_read_fn)(ptx_builder *b);

typedef struct {
    const char *name;
    ptx_op op;
    uint8_t sources;
    uint8_t class;
    ptx_read_fn read;
} ptx_opcode;

/* ---- modifiers ---- */

bool ptx_modifier(ptx_builder *b, const char *name) {
    for (uint32_t i = 0; i < b->modifiers; i++)
        if (!(b->taken >> i & 1U) && strlen(name) == b->modifier_length[i] &&
            memcmp(name, b->modifier[i], b->modifier_length[i]) == 0) {
            b->taken |= 1U << i;
            return true;
        }
    return false;
}

ptx_type ptx_modifier_type(ptx_builder *b) {
    for (uint32_t i = 0; i < b->modifiers; i++) {
        const ptx_type t = ptx_type_named(b->modifier[i], b->modifier_length[i]);
        if (!(b->taken >> i & 1U) && t != PTX_NO_TYPE) {
            b->taken |= 1U << i;
            return t;
        }
    }
    return PTX_NO_TYPE;
}

bool ptx_modifier_space(ptx_builder *b, ptx_space *space) {
    for (uint32_t i = 0; i < b->modifiers; i++)
        if (!(b->taken >> i & 1U) && ptx_space_named(b->modifier[i], b->modifier_length[i], space)) {
            b->taken |= 1U << i;
            return true;
        }
    return false;
}

int ptx_modifier_of(ptx_builder *b, const char *const *names) {
    for (int i = 0; names[i]; i++)
        if (ptx_modifier(b, names[i]))
            return i;
    return -1;
}

/* All are understood. */
bool ptx_modifiers_end(ptx_builder *b) {
    for (uint32_t i = 0; i < b->modifiers; i++)
        if (!(b->taken >> i & 1U))
            return ptx_fail_at(b->r, &b->opcode, "the modifier .%.*s is not supported here",
                               (int)b->modifier_length[i], b->modifier[i]);
    return !b->r->failed;
}

bool ptx_need_type(ptx_builder *b, ptx_type t) {
    return t != PTX_NO_TYPE || ptx_fail_at(b->r, &b->opcode, "expected a type of docs/reference/ptx.md");
}

bool ptx_comma(ptx_builder *b) {
    return ptx_expect(b->r, ",");
}

bool ptx_not_supported(ptx_builder *b) {
    return ptx_fail_at(b->r, &b->opcode, "this form of the instruction is not supported");
}

/* ---- arithmetic ---- */

/* dst[0] and the sources, all of one type. */
bool ptx_read_sources(ptx_builder *b, ptx_type to, ptx_type from, uint32_t sources) {
    ptx_inst *i = &b->now;
    if (!ptx_read_target(b, to, false, &i->dst[0]))
        return false;
    i->ndst = 1;
    for (uint32_t s = 0; s < sources; s++)
        if (!ptx_comma(b) || !ptx_read_value(b, from, false, &i->src[i->nsrc++]))
            return false;
    i->bits = (uint8_t)ptx_reference_bits(b, i->dst[0]);
    return true;
}

/* Rounding, and how exact a function of floating point is. */
static bool ptx_float_modifiers(ptx_builder *b, ptx_type t) {
    static const char *const rounds[] = {"rn", "rz", "rm", "rp", NULL};
    if (t != PTX_F16 && ptx_rounds((ptx_op)b->now.op)) {
        const int round = ptx_modifier_of(b, rounds);
        b->now.round = (uint8_t)(round < 0 ? PTX_RN : (unsigned)round);
    }
    (void)ptx_modifier(b, "rn");
    (void)ptx_modifier(b, "approx");
    (void)ptx_modifier(b, "full");
    b->now.flush = ptx_modifier(b, "ftz");
    b->now.saturate = ptx_modifier(b, "sat");
    return true;
}

static ptx_type ptx_twice(ptx_type t) {
    return t == PTX_U16 ? PTX_U32 : t == PTX_S16 ? PTX_S32 : t == PTX_U32 ? PTX_U64 : PTX_S64;
}

/* What is done with halves. */
static bool ptx_half_has(uint8_t op) {
    return op == PTX_ADD || op == PTX_SUB || op == PTX_MUL || op == PTX_FMA || op == PTX_ABS ||
           op == PTX_NEG || op == PTX_MIN || op == PTX_MAX || op == PTX_SELP;
}

static bool ptx_read_arithmetic(ptx_builder *b, uint32_t sources) {
    ptx_inst *i = &b->now;
    const ptx_type t = ptx_modifier_type(b);
    i->type = i->from = (uint8_t)t;
    if (!ptx_need_type(b, t))
        return false;
    if (ptx_type_bits(t) < 16 || (t == PTX_F16 && !ptx_half_has(b->now.op)))
        return ptx_not_supported(b);
    if (ptx_type_float(t) && !ptx_float_modifiers(b, t))
        return false;
    if (t == PTX_F64)
        i->class = OP_SFU;
    return ptx_modifiers_end(b) && ptx_read_sources(b, t, t, sources);
}

static bool ptx_read_unary(ptx_builder *b) {
    return ptx_read_arithmetic(b, 1);
}

static bool ptx_is_float(ptx_builder *b) {
    const ptx_token at = b->opcode;
    return at.length > 4 && at.at[at.length - 3] == 'f' && at.at[at.length - 4] == '.';
}

/* add.cc, addc, addc.cc and the same of sub and mad. */
static bool ptx_carries(ptx_builder *b) {
    const ptx_token *t = &b->opcode;
    b->now.carry_in = t->length > 4 && t->at[3] == 'c' && t->at[4] == '.';
    b->now.carry_out = ptx_modifier(b, "cc");
    return b->now.carry_in || b->now.carry_out;
}

/* Of integers with 32 or 64 bits. */
static bool ptx_read_carrying(ptx_builder *b, uint32_t sources) {
    if (ptx_is_float(b) || !ptx_read_arithmetic(b, sources))
        return ptx_not_supported(b);
    return (ptx_type_bits(b->now.from) >= 32 && !b->now.saturate) || ptx_not_supported(b);
}

/* add, sub, min, max, div, rem, sad: integers or floating point. */
static bool ptx_read_binary(ptx_builder *b) {
    if ((b->now.op == PTX_ADD || b->now.op == PTX_SUB) && ptx_carries(b))
        return ptx_read_carrying(b, 2);
    if (!ptx_is_float(b) && (b->now.op == PTX_ADD || b->now.op == PTX_SUB) && ptx_modifier(b, "sat")) {
        b->now.saturate = true;
        if (b->opcode.at[b->opcode.length - 3] != 's' ||
            memcmp(&b->opcode.at[b->opcode.length - 2], "32", 2) != 0)
            return ptx_not_supported(b);
    }
    if (ptx_is_float(b) && b->now.op == PTX_REM)
        return ptx_not_supported(b);
    return ptx_read_arithmetic(b, 2);
}

static bool ptx_read_ternary(ptx_builder *b) {
    if (b->now.op == PTX_FMA && !ptx_is_float(b))
        return ptx_not_supported(b);
    return ptx_read_arithmetic(b, 3);
}

/* mul and mad: .lo, .hi, .wide of integers; of floating point mad is fma. */
static bool ptx_read_product(ptx_builder *b) {
    ptx_inst *i = &b->now;
    const bool mad = i->op == PTX_MAD;
    if (ptx_is_float(b)) {
        i->op = mad ? PTX_FMA : PTX_MUL;
        return ptx_read_arithmetic(b, mad ? 3 : 2);
    }
    if (mad && ptx_carries(b)) {
        i->op = ptx_modifier(b, "hi") ? PTX_MAD_HI : PTX_MAD;
        if (i->op == PTX_MAD && !ptx_modifier(b, "lo"))
            return ptx_not_supported(b);
        return ptx_read_carrying(b, 3);
    }
    if (ptx_modifier(b, "lo"))
        return ptx_read_arithmetic(b, mad ? 3 : 2);
    if (ptx_modifier(b, "hi")) {
        i->op = mad ? PTX_MAD_HI : PTX_MUL_HI;
        return ptx_read_arithmetic(b, mad ? 3 : 2);
    }
    const ptx_type t = ptx_modifier_type(b);
    if (!ptx_modifier(b, "wide") || (ptx_type_bits(t) != 16 && ptx_type_bits(t) != 32) || ptx_type_float(t))
        return ptx_fail_at(b->r, &b->opcode, "expected .lo, .hi or .wide, and a type of 16, 32 or 64 bits");
    i->op = mad ? PTX_MAD_WIDE : PTX_MUL_WIDE;
    i->type = i->from = (uint8_t)t;
    if (!ptx_modifiers_end(b) || !ptx_read_sources(b, ptx_twice(t), t, 2))
        return false;
    return !mad || (ptx_comma(b) && ptx_read_value(b, ptx_twice(t), false, &i->src[i->nsrc++]));
}

static bool ptx_read_product24(ptx_builder *b) {
    if (!ptx_modifier(b, "lo"))
        return ptx_not_supported(b);
    return ptx_read_arithmetic(b, b->now.op == PTX_MAD24 ? 3 : 2);
}

/* and, or, xor, not: also of predicates. */
static bool ptx_read_logic(ptx_builder *b) {
    ptx_inst *i = &b->now;
    const bool unary = i->op == PTX_NOT || i->op == PTX_MOV;
    if (!ptx_modifier(b, "pred"))
        return ptx_read_arithmetic(b, unary ? 1 : 2);
    i->type = PTX_PRED;
    i->op = i->op == PTX_AND   ? PTX_PRED_AND
            : i->op == PTX_OR  ? PTX_PRED_OR
            : i->op == PTX_XOR ? PTX_PRED_XOR
            : i->op == PTX_NOT ? PTX_PRED_NOT
                               : PTX_PRED_MOV;
    if (!ptx_modifiers_end(b) || !ptx_write_predicate(b, &i->to[0]) || !ptx_comma(b) ||
        !ptx_read_predicate(b, &i->pred[0]))
        return false;
    return unary || (ptx_comma(b) && ptx_read_predicate(b, &i->pred[1]));
}

/* The second operand is a number of bits, of type .u32. */
static bool ptx_read_shift(ptx_builder *b) {
    ptx_inst *i = &b->now;
    const ptx_type t = ptx_modifier_type(b);
    i->type = i->from = (uint8_t)t;
    if (!ptx_need_type(b, t) || ptx_type_bits(t) < 16 || ptx_type_float(t))
        return ptx_not_supported(b);
    if (!ptx_modifiers_end(b) || !ptx_read_sources(b, t, t, 1) || !ptx_comma(b))
        return false;
    i->nsrc = 2;
    return ptx_read_value(b, PTX_U32, false, &i->src[1]);
}

/* popc, clz, bfind: the result is of type .u32. */
static bool ptx_read_count(ptx_builder *b) {
    ptx_inst *i = &b->now;
    const ptx_type t = ptx_modifier_type(b);
    i->type = i->from = (uint8_t)t;
    if (!ptx_need_type(b, t) || ptx_type_bits(t) < 32 || ptx_type_float(t))
        return ptx_not_supported(b);
    return ptx_modifiers_end(b) && ptx_read_sources(b, PTX_U32, t, 1);
}

/* bfe d, a, pos, len; bfi d, a, b, pos, len. */
static bool ptx_read_field(ptx_builder *b) {
    ptx_inst *i = &b->now;
    const ptx_type t = ptx_modifier_type(b);
    i->type = i->from = (uint8_t)t;
    if (!ptx_need_type(b, t) || ptx_type_bits(t) < 32 || ptx_type_float(t))
        return ptx_not_supported(b);
    if (!ptx_modifiers_end(b) || !ptx_read_sources(b, t, t, i->op == PTX_BFI ? 2 : 1))
        return false;
    for (uint32_t s = 0; s < 2; s++)
        if (!ptx_comma(b) || !ptx_read_value(b, PTX_U32, false, &i->src[i->nsrc++]))
            return false;
    return true;
}

/* shf.l.wrap.b32 */
static bool ptx_read_funnel(ptx_builder *b) {
    ptx_inst *i = &b->now;
    i->op = ptx_modifier(b, "l") ? PTX_SHF_L : PTX_SHF_R;
    if (i->op == PTX_SHF_R && !ptx_modifier(b, "r"))
        return ptx_not_supported(b);
    i->round = ptx_modifier(b, "clamp");
    if (!i->round && !ptx_modifier(b, "wrap"))
        return ptx_not_supported(b);
    return ptx_read_arithmetic(b, 3);
}

static bool ptx_read_lop3(ptx_builder *b) {
    return ptx_read_arithmetic(b, 4);
}

/* rcp, sqrt, sin ...: of floating point only. */
static bool ptx_read_function(ptx_builder *b) {
    return ptx_is_float(b) ? ptx_read_arithmetic(b, b->now.op == PTX_COPYSIGN ? 2 : 1) : ptx_not_supported(b);
}

/* ---- moves, conversions ---- */

/* {a, b}, to `list`. */
bool ptx_read_vector(ptx_builder *b, ptx_type t, bool target, bool wider, uint32_t *list, uint32_t *count) {
    if (!ptx_expect(b->r, "{"))
        return false;
    do {
        if (*count == PTX_MAX_DATA)
            return ptx_fail(b->r, "expected at most %u elements", PTX_MAX_DATA);
        if (!(target ? ptx_read_target(b, t, wider, &list[*count])
                     : ptx_read_value(b, t, wider, &list[*count])))
            return false;
        ++*count;
    } while (ptx_take(b->r, ","));
    return ptx_expect(b->r, "}");
}

/* How many elements a list in braces has, without moving. */
static uint32_t ptx_count_vector(const ptx_builder *b) {
    ptx_reader look = *b->r;
    uint32_t count = 1;
    while (look.token.kind != PTX_END && !ptx_token_is(&look.token, "}")) {
        count += ptx_token_is(&look.token, ",");
        ptx_next(&look);
    }
    return count;
}

static ptx_type ptx_bits_type(unsigned bits) {
    return bits == 8    ? PTX_B8
           : bits == 16 ? PTX_B16
           : bits == 32 ? PTX_B32
           : bits == 64 ? PTX_B64
                        : PTX_NO_TYPE;
}

/* mov.b64 %rd, {%r1, %r2} and back. */
static bool ptx_read_packing(ptx_builder *b, ptx_type t, bool unpack) {
    ptx_inst *i = &b->now;
    uint32_t count = 0;
    if (!unpack && (!ptx_read_target(b, t, false, &i->dst[0]) || !ptx_comma(b)))
        return false;
    const uint32_t elements = ptx_count_vector(b);
    const ptx_type part =
        elements == 2 || elements == 4 ? ptx_bits_type(ptx_type_bits(t) / elements) : PTX_NO_TYPE;
    if (part == PTX_NO_TYPE || part == PTX_B8)
        return ptx_fail(b->r, "expected 2 or 4 registers of at least 16 bits");
    i->op = unpack ? PTX_UNPACK : PTX_PACK;
    i->from = (uint8_t)part;
    if (!ptx_read_vector(b, part, unpack, false, unpack ? i->dst : i->src, &count))
        return false;
    i->ndst = (uint8_t)(unpack ? count : 1);
    i->nsrc = (uint8_t)(unpack ? 1 : count);
    return !unpack || (ptx_comma(b) && ptx_read_value(b, t, false, &i->src[0]));
}

static bool ptx_read_move(ptx_builder *b) {
    ptx_inst *i = &b->now;
    if (b->opcode.length == 8 && memcmp(b->opcode.at, "mov.pred", 8) == 0)
        return ptx_read_logic(b);
    const ptx_type t = ptx_modifier_type(b);
    i->type = i->from = (uint8_t)t;
    if (!ptx_need_type(b, t) || !ptx_modifiers_end(b))
        return false;
    if (ptx_type_bits(t) < 16)
        return ptx_not_supported(b);
    if (ptx_token_is(&b->r->token, "{"))
        return ptx_read_packing(b, t, true);
    const ptx_token target = b->r->token;
    ptx_reader look = *b->r;
    ptx_next(&look);
    if (ptx_token_is(&look.token, ",")) {
        ptx_next(&look);
        if (ptx_token_is(&look.token, "{"))
            return ptx_read_packing(b, t, false);
    }
    (void)target;
    return ptx_read_sources(b, t, t, 1);
}

/* cvt.rzi.s32.f32: the first type is the result's. */
static bool ptx_read_conversion(ptx_builder *b) {
    static const char *const rounds[] = {"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", NULL};
    ptx_inst *i = &b->now;
    const int round = ptx_modifier_of(b, rounds);
    i->flush = ptx_modifier(b, "ftz");
    i->saturate = ptx_modifier(b, "sat");
    i->type = (uint8_t)ptx_modifier_type(b);
    i->from = (uint8_t)ptx_modifier_type(b);
    if (!ptx_need_type(b, i->type) || !ptx_need_type(b, i->from) || !ptx_modifiers_end(b))
        return false;
    i->integral = round >= 4;
    i->round = (uint8_t)(round < 0 ? PTX_RN : (unsigned)round % 4U);
    const bool real = ptx_type_float(i->type), of_real = ptx_type_float(i->from);
    if ((i->integral && !of_real) || (!real && of_real && !i->integral) ||
        (i->round != PTX_RN && !real && !of_real))
        return ptx_not_supported(b);
    if (real || of_real)
        i->class = OP_SFU;
    if (!ptx_read_target(b, i->type, true, &i->dst[0]) || !ptx_comma(b) ||
        !ptx_read_value(b, i->from, true, &i->src[0]))
        return false;
    i->ndst = i->nsrc = 1;
    i->bits = (uint8_t)ptx_reference_bits(b, i->dst[0]);
    return true;
}

/* cvta.to.shared.u64: a window is subtracted, or added. */
static bool ptx_read_address_conversion(ptx_builder *b) {
    ptx_inst *i = &b->now;
    ptx_space space;
    const bool to = ptx_modifier(b, "to");
    if (!ptx_modifier_space(b, &space) || space == PTX_PARAM || !ptx_modifier(b, "u64"))
        return ptx_not_supported(b);
    i->type = i->from = PTX_U64;
    if (!ptx_modifiers_end(b) || !ptx_read_sources(b, PTX_U64, PTX_U64, 1))
        return false;
    i->op = PTX_MOV;
    if (space == PTX_SHARED || space == PTX_LOCAL) {
        i->op = to ? PTX_SUB : PTX_ADD;
        i->src[1] = ptx_constant(b, space == PTX_SHARED ? PTX_SHARED_WINDOW : PTX_LOCAL_WINDOW);
        i->nsrc = 2;
    }
    return !b->r->failed;
}

/* isspacep.shared p, a */
static bool ptx_read_is_space(ptx_builder *b) {
    ptx_inst *i = &b->now;
    ptx_space space;
    if (!ptx_modifier_space(b, &space) || space == PTX_PARAM || !ptx_modifiers_end(b))
        return ptx_not_supported(b);
    i->space = (uint8_t)space;
    i->nsrc = 1;
    return ptx_write_predicate(b, &i->to[0]) && ptx_comma(b) && ptx_read_value(b, PTX_U64, false, &i->src[0]);
}

/* ---- comparisons ---- */

/* .lt.and and the like, up to the types. */
static bool ptx_compare_modifiers(ptx_builder *b) {
    static const char *const compares[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ", "neu",
                                           "ltu", "leu", "gtu", "geu", "num", "nan", NULL};
    static const char *const unsigned_ones[] = {"lo", "ls", "hi", "hs", NULL};
    static const ptx_compare meanings[] = {PTX_LT, PTX_LE, PTX_GT, PTX_GE};
    static const char *const combines[] = {"and", "or", "xor", NULL};
    const int compare = ptx_modifier_of(b, compares);
    const int other = compare < 0 ? ptx_modifier_of(b, unsigned_ones) : -1;
    if (compare < 0 && other < 0)
        return ptx_fail_at(b->r, &b->opcode, "expected a comparison, as .lt");
    b->now.compare = (uint8_t)(compare >= 0 ? (ptx_compare)compare : meanings[other]);
    b->now.combine = (uint8_t)(ptx_modifier_of(b, combines) + 1);
    b->now.flush = ptx_modifier(b, "ftz");
    return true;
}

/* a, b and, if combined, c. */
static bool ptx_compared_operands(ptx_builder *b) {
    ptx_inst *i = &b->now;
    i->nsrc = 2;
    if (ptx_type_bits(i->from) < 16)
        return ptx_not_supported(b);
    if (!ptx_comma(b) || !ptx_read_value(b, i->from, false, &i->src[0]) || !ptx_comma(b) ||
        !ptx_read_value(b, i->from, false, &i->src[1]))
        return false;
    return i->combine == PTX_NOT_COMBINED || (ptx_comma(b) && ptx_read_predicate(b, &i->pred[0]));
}

static bool ptx_read_setp(ptx_builder *b) {
    ptx_inst *i = &b->now;
    if (!ptx_compare_modifiers(b))
        return false;
    i->type = i->from = (uint8_t)ptx_modifier_type(b);
    if (!ptx_need_type(b, i->from) || !ptx_modifiers_end(b) || !ptx_write_predicate(b, &i->to[0]))
        return false;
    if (ptx_take(b->r, "|") && !ptx_write_predicate(b, &i->to[1]))
        return false;
    if (i->from == PTX_F64)
        i->class = OP_SFU;
    return ptx_compared_operands(b);
}

static bool ptx_read_set(ptx_builder *b) {
    ptx_inst *i = &b->now;
    if (!ptx_compare_modifiers(b))
        return false;
    i->type = (uint8_t)ptx_modifier_type(b);
    i->from = (uint8_t)ptx_modifier_type(b);
    if (!ptx_need_type(b, i->type) || !ptx_need_type(b, i->from) || !ptx_modifiers_end(b))
        return false;
    if (ptx_type_bits(i->type) != 32)
        return ptx_not_supported(b);
    i->ndst = 1;
    return ptx_read_target(b, i->type, false, &i->dst[0]) && ptx_compared_operands(b);
}

static bool ptx_read_selp(ptx_builder *b) {
    return ptx_read_arithmetic(b, 2) && ptx_comma(b) && ptx_read_predicate(b, &b->now.pred[0]);
}

/* ---- all of them ---- */

static const ptx_opcode ptx_opcodes[] = {
    {"add", PTX_ADD, 2, OP_ALU, ptx_read_binary},
    {"sub", PTX_SUB, 2, OP_ALU, ptx_read_binary},
    {"addc", PTX_ADD, 2, OP_ALU, ptx_read_binary},
    {"subc", PTX_SUB, 2, OP_ALU, ptx_read_binary},
    {"madc", PTX_MAD, 3, OP_ALU, ptx_read_product},
    {"mul", PTX_MUL, 2, OP_ALU, ptx_read_product},
    {"mad", PTX_MAD, 3, OP_ALU, ptx_read_product},
    {"mul24", PTX_MUL24, 2, OP_ALU, ptx_read_product24},
    {"mad24", PTX_MAD24, 3, OP_ALU, ptx_read_product24},
    {"fma", PTX_FMA, 3, OP_ALU, ptx_read_ternary},
    {"div", PTX_DIV, 2, OP_SFU, ptx_read_binary},
    {"rem", PTX_REM, 2, OP_SFU, ptx_read_binary},
    {"abs", PTX_ABS, 1, OP_ALU, ptx_read_unary},
    {"neg", PTX_NEG, 1, OP_ALU, ptx_read_unary},
    {"min", PTX_MIN, 2, OP_ALU, ptx_read_binary},
    {"max", PTX_MAX, 2, OP_ALU, ptx_read_binary},
    {"sad", PTX_SAD, 3, OP_ALU, ptx_read_ternary},
    {"and", PTX_AND, 2, OP_ALU, ptx_read_logic},
    {"or", PTX_OR, 2, OP_ALU, ptx_read_logic},
    {"xor", PTX_XOR, 2, OP_ALU, ptx_read_logic},
    {"not", PTX_NOT, 1, OP_ALU, ptx_read_logic},
    {"cnot", PTX_CNOT, 1, OP_ALU, ptx_read_unary},
    {"shl", PTX_SHL, 2, OP_ALU, ptx_read_shift},
    {"shr", PTX_SHR, 2, OP_ALU, ptx_read_shift},
    {"shf", PTX_SHF_L, 3, OP_ALU, ptx_read_funnel},
    {"popc", PTX_POPC, 1, OP_SFU, ptx_read_count},
    {"clz", PTX_CLZ, 1, OP_SFU, ptx_read_count},
    {"bfind", PTX_BFIND, 1, OP_SFU, ptx_read_count},
    {"brev", PTX_BREV, 1, OP_SFU, ptx_read_unary},
    {"bfe", PTX_BFE, 3, OP_ALU, ptx_read_field},
    {"bfi", PTX_BFI, 4, OP_ALU, ptx_read_field},
    {"prmt", PTX_PRMT, 3, OP_ALU, ptx_read_ternary},
    {"lop3", PTX_LOP3, 4, OP_ALU, ptx_read_lop3},
    {"rcp", PTX_RCP, 1, OP_SFU, ptx_read_function},
    {"sqrt", PTX_SQRT, 1, OP_SFU, ptx_read_function},
    {"rsqrt", PTX_RSQRT, 1, OP_SFU, ptx_read_function},
    {"sin", PTX_SIN, 1, OP_SFU, ptx_read_function},
    {"cos", PTX_COS, 1, OP_SFU, ptx_read_function},
    {"ex2", PTX_EX2, 1, OP_SFU, ptx_read_function},
    {"lg2", PTX_LG2, 1, OP_SFU, ptx_read_function},
    {"tanh", PTX_TANH, 1, OP_SFU, ptx_read_function},
    {"copysign", PTX_COPYSIGN, 2, OP_ALU, ptx_read_function},
    {"mov", PTX_MOV, 1, OP_ALU, ptx_read_move},
    {"cvt", PTX_CVT, 1, OP_ALU, ptx_read_conversion},
    {"cvta", PTX_MOV, 1, OP_ALU, ptx_read_address_conversion},
    {"isspacep", PTX_ISSPACEP, 1, OP_ALU, ptx_read_is_space},
    {"setp", PTX_SETP, 2, OP_ALU, ptx_read_setp},
    {"set", PTX_SET, 2, OP_ALU, ptx_read_set},
    {"selp", PTX_SELP, 2, OP_ALU, ptx_read_selp},
    {"ld", PTX_LD, 1, OP_LOAD, ptx_read_load},
    {"ldu", PTX_LD, 1, OP_LOAD, ptx_read_load},
    {"st", PTX_ST, 2, OP_STORE, ptx_read_store},
    {"atom", PTX_ATOM, 2, OP_ATOMIC, ptx_read_atomic},
    {"red", PTX_ATOM, 2, OP_ATOMIC, ptx_read_atomic},
    {"prefetch", PTX_NOP, 1, OP_ALU, ptx_read_prefetch},
    {"shfl", PTX_SHFL, 3, OP_ALU, ptx_read_shuffle},
    {"vote", PTX_VOTE, 0, OP_ALU, ptx_read_vote},
    {"activemask", PTX_ACTIVEMASK, 0, OP_ALU, ptx_read_active},
    {"match", PTX_MATCH, 1, OP_ALU, ptx_read_match},
    {"redux", PTX_REDUX, 1, OP_ALU, ptx_read_redux},
    {"exit", PTX_EXIT, 0, OP_EXIT, ptx_read_plain},
    {"trap", PTX_TRAP, 0, OP_ALU, ptx_read_plain},
    {"bar", PTX_BAR, 0, OP_BARRIER, ptx_read_barrier},
    {"barrier", PTX_BAR, 0, OP_BARRIER, ptx_read_barrier},
    {"membar", PTX_MEMBAR, 0, OP_MEMBAR, ptx_read_fence},
    {"fence", PTX_MEMBAR, 0, OP_MEMBAR, ptx_read_fence},
    {"nanosleep", PTX_NOP, 0, OP_ALU, ptx_read_sleep},
};

/* ld.global.f32 into "ld" and its modifiers. */
static size_t ptx_split(ptx_builder *b) {
    const ptx_token *t = &b->opcode;
    const char *dot = memchr(t->at, '.', t->length);
    const size_t name = dot ? (size_t)(dot - t->at) : t->length;
    b->modifiers = b->taken = 0;
    for (size_t at = name; at < t->length; b->modifiers++) {
        const char *from = t->at + at + 1;
        const char *next = at + 1 < t->length ? memchr(from, '.', t->length - at - 1) : NULL;
        const size_t length = next ? (size_t)(next - from) : t->length - at - 1;
        if (b->modifiers == sizeof b->modifier / sizeof *b->modifier)
            return 0;
        b->modifier[b->modifiers] = from;
        b->modifier_length[b->modifiers] = length;
        at += length + 1;
    }
    return name;
}

bool ptx_read_instruction(ptx_builder *b) {
    b->opcode = b->r->token;
    const size_t name = ptx_split(b);
    for (size_t i = 0; i < sizeof ptx_opcodes / sizeof *ptx_opcodes; i++) {
        const ptx_opcode *o = &ptx_opcodes[i];
        if (strlen(o->name) != name || memcmp(o->name, b->opcode.at, name) != 0)
            continue;
        b->now.op = (uint8_t)o->op;
        b->now.class = o->class;
        ptx_next(b->r);
        if (o->read(b))
            return !b->r->failed;
        return b->r->failed ? false : ptx_not_supported(b);
    }
    return ptx_fail_at(b->r, &b->opcode,
                       "this instruction is not supported: docs/reference/ptx.md lists those that are");
}
