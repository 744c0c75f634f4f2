/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that access memory, exchange values between lanes, or wait (PTX
 * ISA 9.7.8.6, 9.7.9, 9.7.12, 9.7.13). */
#include <string.h>

#include "program/ptx/ptx_build_internal.h"

/* ---- memory ---- */

/* Order and scope, which are the same here: a block's warps run in turn. Caching. */
static void ptx_memory_modifiers(ptx_builder *b) {
    static const char *const order[] = {"weak", "volatile", "relaxed", "acquire", "release", "acq_rel", NULL};
    static const char *const scope[] = {"cta", "gpu", "sys", NULL};
    static const char *const cache[] = {"ca", "cg", "cs", "lu", "cv", "wb", "wt", NULL};
    (void)ptx_modifier_of(b, order);
    (void)ptx_modifier_of(b, scope);
    (void)ptx_modifier_of(b, cache);
    (void)ptx_modifier(b, "nc");
}

/* .v2.f32: the number of elements; the instruction has the type of each. */
static bool ptx_data_modifiers(ptx_builder *b, uint32_t *elements) {
    ptx_inst *i = &b->now;
    ptx_space space = PTX_GENERIC;
    *elements = ptx_modifier(b, "v2") ? 2 : ptx_modifier(b, "v4") ? 4 : 1;
    (void)ptx_modifier_space(b, &space);
    ptx_memory_modifiers(b);
    i->space = (uint8_t)space;
    i->type = i->from = (uint8_t)ptx_modifier_type(b);
    if (!ptx_need_type(b, i->type) || !ptx_modifiers_end(b))
        return false;
    return ptx_type_bits(i->type) / 8 * *elements <= 16 || ptx_not_supported(b);
}

/* ld.param is no access: parameters of a kernel are constants, and of a call registers. */
bool ptx_read_load(ptx_builder *b) {
    ptx_inst *i = &b->now;
    uint32_t elements, count = 0;
    if (!ptx_data_modifiers(b, &elements))
        return false;
    if (elements > 1 && !ptx_read_vector(b, i->type, true, true, i->dst, &count))
        return false;
    if (elements == 1 && !ptx_read_target(b, i->type, true, &i->dst[count++]))
        return false;
    if (count != elements)
        return ptx_fail_at(b->r, &b->opcode, "expected %u registers", elements);
    i->ndst = (uint8_t)count;
    for (uint32_t d = 0; d < count && !i->bits; d++)
        i->bits = (uint8_t)(i->dst[d] == PTX_NONE ? 0 : ptx_reference_bits(b, i->dst[d]));
    return ptx_comma(b) && ptx_read_address(b);
}

bool ptx_read_store(ptx_builder *b) {
    ptx_inst *i = &b->now;
    uint32_t elements, count = 0;
    if (!ptx_data_modifiers(b, &elements) || !ptx_read_address(b) || !ptx_comma(b))
        return false;
    if (i->space == PTX_CONST)
        return ptx_not_supported(b);
    if (elements > 1 && !ptx_read_vector(b, i->type, false, true, i->src + 1, &count))
        return false;
    if (elements == 1 && !ptx_read_value(b, i->type, true, &i->src[1 + count++]))
        return false;
    if (count != elements)
        return ptx_fail_at(b->r, &b->opcode, "expected %u registers", elements);
    i->nsrc = (uint8_t)(1 + count);
    return true;
}

/* Does this operation have that type? */
static bool ptx_atomic_types(ptx_atomic op, ptx_type t) {
    const unsigned bits = ptx_type_bits(t);
    if (bits != 32 && bits != 64)
        return false;
    switch (op) {
    case PTX_ATOM_ADD:
        return t != PTX_B32 && t != PTX_B64;
    case PTX_ATOM_MIN:
    case PTX_ATOM_MAX:
        return t == PTX_U32 || t == PTX_S32 || t == PTX_U64 || t == PTX_S64;
    case PTX_ATOM_INC:
    case PTX_ATOM_DEC:
        return t == PTX_U32;
    default:
        return !ptx_type_float(t);
    }
}

/* atom d, [a], b[, c]; red [a], b */
bool ptx_read_atomic(ptx_builder *b) {
    static const char *const ops[] = {"add",  "min", "max", "and", "or", "xor",
                                      "exch", "cas", "inc", "dec", NULL};
    ptx_inst *i = &b->now;
    const bool result = b->opcode.at[0] == 'a';
    uint32_t elements;
    const int op = ptx_modifier_of(b, ops);
    if (op < 0)
        return ptx_not_supported(b);
    i->compare = (uint8_t)op;
    if (!ptx_data_modifiers(b, &elements))
        return false;
    if (elements != 1 || !ptx_atomic_types((ptx_atomic)op, i->type) ||
        (i->space != PTX_GENERIC && i->space != PTX_GLOBAL && i->space != PTX_SHARED) ||
        (!result && (op == PTX_ATOM_EXCH || op == PTX_ATOM_CAS)))
        return ptx_not_supported(b);
    if (result && (!ptx_read_target(b, i->type, false, &i->dst[0]) || !ptx_comma(b)))
        return false;
    i->ndst = result;
    i->bits = (uint8_t)ptx_type_bits(i->type);
    if (!ptx_read_address(b) || !ptx_comma(b) || !ptx_read_value(b, i->type, false, &i->src[1]))
        return false;
    i->nsrc = op == PTX_ATOM_CAS ? 3 : 2;
    return op != PTX_ATOM_CAS || (ptx_comma(b) && ptx_read_value(b, i->type, false, &i->src[2]));
}

/* prefetch.global.L2 [a]: no access, as nothing waits for it. */
bool ptx_read_prefetch(ptx_builder *b) {
    ptx_space space;
    (void)ptx_modifier_space(b, &space);
    if (!ptx_modifier(b, "L1") && !ptx_modifier(b, "L2"))
        return ptx_not_supported(b);
    return ptx_modifiers_end(b) && ptx_read_address(b);
}

/* ---- lanes of a warp ---- */

/* The mask of lanes that take part; it is read, and has to be those that are active. */
static bool ptx_read_members(ptx_builder *b) {
    return ptx_comma(b) && ptx_read_value(b, PTX_B32, false, &b->now.src[b->now.nsrc++]);
}

/* shfl.sync.down.b32 d|p, a, b, c, members */
bool ptx_read_shuffle(ptx_builder *b) {
    static const char *const ways[] = {"up", "down", "bfly", "idx", NULL};
    ptx_inst *i = &b->now;
    const bool sync = ptx_modifier(b, "sync");
    const int way = ptx_modifier_of(b, ways);
    if (way < 0 || !ptx_modifier(b, "b32") || !ptx_modifiers_end(b))
        return ptx_not_supported(b);
    i->compare = (uint8_t)way;
    i->type = i->from = PTX_B32;
    i->ndst = 1;
    if (!ptx_read_target(b, PTX_B32, false, &i->dst[0]))
        return false;
    if (ptx_take(b->r, "|") && !ptx_write_predicate(b, &i->to[0]))
        return false;
    for (uint32_t s = 0; s < 3; s++)
        if (!ptx_comma(b) || !ptx_read_value(b, PTX_B32, false, &i->src[i->nsrc++]))
            return false;
    return !sync || ptx_read_members(b);
}

/* vote.sync.all.pred p, q, members; vote.sync.ballot.b32 d, q, members */
bool ptx_read_vote(ptx_builder *b) {
    static const char *const ways[] = {"all", "any", "uni", "ballot", NULL};
    ptx_inst *i = &b->now;
    const bool sync = ptx_modifier(b, "sync");
    const int way = ptx_modifier_of(b, ways);
    if (way < 0 || !ptx_modifier(b, way == PTX_VOTE_BALLOT ? "b32" : "pred") || !ptx_modifiers_end(b))
        return ptx_not_supported(b);
    i->compare = (uint8_t)way;
    i->type = PTX_B32;
    i->ndst = way == PTX_VOTE_BALLOT;
    if (!(i->ndst ? ptx_read_target(b, PTX_B32, false, &i->dst[0]) : ptx_write_predicate(b, &i->to[0])))
        return false;
    return ptx_comma(b) && ptx_read_predicate(b, &i->pred[0]) && (!sync || ptx_read_members(b));
}

bool ptx_read_active(ptx_builder *b) {
    b->now.type = PTX_B32;
    b->now.ndst = 1;
    return (ptx_modifier(b, "b32") && ptx_modifiers_end(b) &&
            ptx_read_target(b, PTX_B32, false, &b->now.dst[0])) ||
           ptx_not_supported(b);
}

/* match.any.sync.b32 d, a, members; match.all.sync.b32 d|p, a, members */
bool ptx_read_match(ptx_builder *b) {
    ptx_inst *i = &b->now;
    i->compare = ptx_modifier(b, "all") ? PTX_MATCH_ALL : PTX_MATCH_ANY;
    if ((i->compare == PTX_MATCH_ANY && !ptx_modifier(b, "any")) || !ptx_modifier(b, "sync"))
        return ptx_not_supported(b);
    i->from = (uint8_t)ptx_modifier_type(b);
    i->type = PTX_B32;
    i->ndst = 1;
    if ((i->from != PTX_B32 && i->from != PTX_B64) || !ptx_modifiers_end(b))
        return ptx_not_supported(b);
    if (!ptx_read_target(b, PTX_B32, false, &i->dst[0]))
        return false;
    if (ptx_take(b->r, "|") && !ptx_write_predicate(b, &i->to[0]))
        return false;
    i->nsrc = 1;
    return ptx_comma(b) && ptx_read_value(b, i->from, false, &i->src[0]) && ptx_read_members(b);
}

/* redux.sync.add.s32 d, a, members */
bool ptx_read_redux(ptx_builder *b) {
    static const char *const ops[] = {"add", "min", "max", "and", "or", "xor", NULL};
    ptx_inst *i = &b->now;
    const int op = ptx_modifier_of(b, ops);
    i->type = i->from = (uint8_t)ptx_modifier_type(b);
    if (!ptx_modifier(b, "sync") || op < 0 || ptx_type_bits(i->type) != 32 || ptx_type_float(i->type))
        return ptx_not_supported(b);
    i->compare = (uint8_t)op;
    return ptx_modifiers_end(b) && ptx_read_sources(b, i->type, i->type, 1) && ptx_read_members(b);
}

/* ---- control ---- */

bool ptx_read_plain(ptx_builder *b) {
    return ptx_modifiers_end(b);
}

/* bar.sync 0; barrier.sync.aligned 0: all warps of the block. bar.warp.sync: lanes are together anyway. */
bool ptx_read_barrier(ptx_builder *b) {
    ptx_reader *r = b->r;
    uint32_t ref;
    if (ptx_modifier(b, "warp")) {
        b->now.op = PTX_NOP;
        b->now.class = OP_ALU;
        return ptx_modifier(b, "sync") && ptx_modifiers_end(b) && ptx_read_value(b, PTX_B32, false, &ref);
    }
    (void)ptx_modifier(b, "cta");
    (void)ptx_modifier(b, "aligned");
    if (!ptx_modifier(b, "sync") || !ptx_modifiers_end(b))
        return ptx_not_supported(b);
    if (r->token.kind != PTX_NUMBER || r->token.bits != 0)
        return ptx_fail(r, "expected barrier 0");
    ptx_next(r);
    return !ptx_token_is(&r->token, ",") || ptx_fail(r, "expected a barrier of all threads of the block");
}

bool ptx_read_fence(ptx_builder *b) {
    static const char *const order[] = {"sc", "acq_rel", NULL};
    static const char *const scope[] = {"cta", "gpu", "sys", "gl", NULL};
    (void)ptx_modifier_of(b, order);
    (void)ptx_modifier_of(b, scope);
    return ptx_modifiers_end(b);
}

bool ptx_read_sleep(ptx_builder *b) {
    uint32_t ref;
    return ptx_modifier(b, "u32") && ptx_modifiers_end(b) && ptx_read_value(b, PTX_U32, false, &ref);
}
