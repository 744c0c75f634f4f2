/* SPDX-License-Identifier: Apache-2.0 */
/* Names in scope, and the operands of instructions. */
#include <stdlib.h>
#include <string.h>

#include "program/ptx/ptx_build_internal.h"

#define CONSTANTS_COMPARED 64U

void *ptx_list_add(ptx_builder *b, ptx_list *list, size_t bytes) {
    if (list->count == list->room) {
        const uint32_t room = list->room ? 2 * list->room : 32;
        void *grown = realloc(list->item, room * bytes);
        if (!grown) {
            (void)ptx_fail(b->r, "out of memory");
            return NULL;
        }
        list->item = grown;
        list->room = room;
    }
    return memset((char *)list->item + list->count++ * bytes, 0, bytes);
}

/* ---- names ---- */

/* The number behind the prefix of %r<5>: a decimal one without zeros before it. */
static bool ptx_numbered(const ptx_names *n, const char *name, size_t length, uint32_t *number) {
    uint64_t value = 0;
    if (length <= n->length || length - n->length > 7 || memcmp(name, n->prefix, n->length) != 0)
        return false;
    for (size_t i = n->length; i < length; i++) {
        if (name[i] < '0' || name[i] > '9' || (name[i] == '0' && i == n->length && i + 1 < length))
            return false;
        value = value * 10 + (uint64_t)(name[i] - '0');
    }
    *number = n->first + (uint32_t)value;
    return value < n->count;
}

const ptx_names *ptx_find_name(const ptx_builder *b, const char *name, size_t length, uint32_t *number) {
    const ptx_names *all = b->names.item;
    for (uint32_t i = b->names.count; i > b->first_name; i--) {
        const ptx_names *n = &all[i - 1];
        if (n->counted ? ptx_numbered(n, name, length, number)
                       : n->length == length && memcmp(n->prefix, name, length) == 0) {
            if (!n->counted)
                *number = n->first;
            return n;
        }
    }
    return NULL;
}

ptx_variable *ptx_find_variable(ptx_builder *b, const char *name, size_t length) {
    ptx_variable *all = b->variables.item;
    for (uint32_t i = b->variables.count; i > b->first_variable; i--)
        if (all[i - 1].length == length && memcmp(all[i - 1].name, name, length) == 0)
            return &all[i - 1];
    return ptx_module_variable(b->m, name, length);
}

/* The next place of some bytes. */
static bool ptx_place(ptx_builder *b, uint32_t *used, const ptx_variable *v, uint64_t *address) {
    const uint64_t at = (*used + (uint64_t)v->align - 1) / v->align * v->align;
    if (at + v->bytes > PTX_BYTES_LIMIT)
        return ptx_fail(b->r, "expected at most %u bytes of variables in this space", PTX_BYTES_LIMIT);
    *address = at;
    *used = (uint32_t)(at + v->bytes);
    return true;
}

bool ptx_place_variable(ptx_builder *b, ptx_variable *v) {
    if (v->space == PTX_SHARED && v->external) {
        b->has_dynamic = true;
        v->address = b->dynamic_shared;
        return true;
    }
    if (v->address != PTX_UNPLACED)
        return true;
    uint32_t *used = v->space == PTX_SHARED  ? &b->k->shared_bytes
                     : v->space == PTX_LOCAL ? &b->k->local_bytes
                                             : &b->k->param_bytes;
    return ptx_place(b, used, v, &v->address);
}

/* ---- values ---- */

uint32_t ptx_constant(ptx_builder *b, uint64_t value) {
    ptx_kernel *k = b->k;
    const uint32_t from = k->constants > CONSTANTS_COMPARED ? k->constants - CONSTANTS_COMPARED : 0;
    for (uint32_t i = from; i < k->constants; i++)
        if (k->constant[i][0] == value)
            return PTX_CONSTANT | i;
    if (k->constants == k->constant_room) {
        const uint32_t room = k->constant_room ? 2 * k->constant_room : 64;
        void *grown = realloc(k->constant, room * sizeof *k->constant);
        if (!grown) {
            (void)ptx_fail(b->r, "out of memory");
            return PTX_CONSTANT;
        }
        k->constant = grown;
        k->constant_room = room;
    }
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        k->constant[k->constants][l] = value;
    return PTX_CONSTANT | k->constants++;
}

unsigned ptx_reference_bits(const ptx_builder *b, uint32_t ref) {
    if (ref & PTX_CONSTANT || ref == PTX_NONE)
        return 64;
    return ref & PTX_SPECIAL ? 32 : b->k->reg_bits[ref];
}

static bool ptx_read_number(ptx_builder *b, ptx_type type, uint32_t *ref) {
    ptx_reader *r = b->r;
    const bool minus = ptx_take(r, "-");
    const ptx_token t = r->token;
    const unsigned bits = ptx_type_bits(type);
    uint64_t value = t.bits;
    if (t.kind != PTX_NUMBER)
        return ptx_fail(r, "expected a register or a number");
    if (t.real && (type == PTX_F32 || type == PTX_B32)) {
        double x;
        memcpy(&x, &value, sizeof x);
        const float single = (float)x;
        value = 0;
        memcpy(&value, &single, sizeof single);
    } else if (t.single && bits != 32) {
        return ptx_fail(r, "expected a number of type .%s", ptx_type_name(type));
    } else if (t.real ? bits != 64 : ptx_type_float(type) && !t.single) {
        return ptx_fail(r, "expected a number of type .%s", ptx_type_name(type));
    }
    if (minus && (t.real || t.single))
        value ^= UINT64_C(1) << (bits - 1);
    else if (minus)
        value = 0 - value;
    *ref = ptx_constant(b, bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value);
    ptx_next(r);
    return !r->failed;
}

/* %tid.x and the like; WARP_SZ. */
static bool ptx_read_special(ptx_builder *b, uint32_t *ref) {
    static const char *const names[PTX_SPECIALS] = {
        "%tid.x",   "%tid.y",       "%tid.z",       "%ntid.x",      "%ntid.y",      "%ntid.z",     "%ctaid.x",
        "%ctaid.y", "%ctaid.z",     "%nctaid.x",    "%nctaid.y",    "%nctaid.z",    "%laneid",     "%warpid",
        "%nwarpid", "%lanemask_eq", "%lanemask_le", "%lanemask_lt", "%lanemask_ge", "%lanemask_gt"};
    if (ptx_take(b->r, "WARP_SZ")) {
        *ref = ptx_constant(b, GMMU_LANES);
        return true;
    }
    for (uint32_t i = 0; i < PTX_SPECIALS; i++)
        if (ptx_take(b->r, names[i])) {
            *ref = PTX_SPECIAL | i;
            return true;
        }
    return false;
}

/* The address of a variable, with + or - a number. */
static bool ptx_read_symbol(ptx_builder *b, ptx_variable *v, uint32_t *ref) {
    ptx_reader *r = b->r;
    if (!ptx_place_variable(b, v))
        return false;
    uint64_t address = v->address;
    ptx_next(r);
    const bool minus = ptx_token_is(&r->token, "-");
    if (minus || ptx_token_is(&r->token, "+")) {
        ptx_next(r);
        if (r->token.kind != PTX_NUMBER || r->token.real || r->token.single)
            return ptx_fail(r, "expected a number");
        address += minus ? 0 - r->token.bits : r->token.bits;
        ptx_next(r);
    }
    *ref = ptx_constant(b, address);
    return !r->failed;
}

static bool ptx_check_width(ptx_builder *b, const ptx_token *at, unsigned bits, ptx_type type, bool wider) {
    const unsigned wanted = ptx_type_bits(type) < 16 ? 16 : ptx_type_bits(type);
    if (bits == 1)
        return ptx_fail_at(b->r, at, "expected a register of type .%s, not a predicate", ptx_type_name(type));
    if (bits == wanted || (wider && bits > wanted) || (wider && ptx_type_bits(type) == 8))
        return true;
    return ptx_fail_at(b->r, at, "expected a register of type .%s, not one of %u bits", ptx_type_name(type),
                       bits);
}

bool ptx_read_value(ptx_builder *b, ptx_type type, bool wider, uint32_t *ref) {
    ptx_reader *r = b->r;
    const ptx_token at = r->token;
    uint32_t number;
    if (at.kind != PTX_WORD)
        return ptx_read_number(b, type, ref);
    const ptx_names *n = ptx_find_name(b, at.at, at.length, &number);
    if (n) {
        *ref = number;
        ptx_next(r);
        return ptx_check_width(b, &at, n->bits, type, wider);
    }
    if (ptx_read_special(b, ref))
        return *ref & PTX_CONSTANT || ptx_check_width(b, &at, 32, type, ptx_type_bits(type) == 16);
    ptx_variable *v = ptx_find_variable(b, at.at, at.length);
    if (v && (ptx_type_bits(type) == 64 || ptx_type_bits(type) == 32) && !ptx_type_float(type))
        return ptx_read_symbol(b, v, ref);
    if (*at.at == '%' && !v)
        return ptx_fail(r, "expected a declared register; special registers are %%tid, %%ntid, %%ctaid, "
                           "%%nctaid, %%laneid, %%warpid, %%nwarpid and %%lanemask_...");
    return ptx_fail(r, "expected a register, a number or a variable");
}

bool ptx_read_target(ptx_builder *b, ptx_type type, bool wider, uint32_t *ref) {
    const ptx_token at = b->r->token;
    uint32_t number;
    if (ptx_take(b->r, "_")) {
        *ref = PTX_NONE;
        return true;
    }
    const ptx_names *n = at.kind == PTX_WORD ? ptx_find_name(b, at.at, at.length, &number) : NULL;
    if (!n)
        return ptx_fail(b->r, "expected a declared register");
    *ref = number;
    ptx_next(b->r);
    return ptx_check_width(b, &at, n->bits, type, wider);
}

static bool ptx_predicate(ptx_builder *b, uint32_t *number) {
    const ptx_token at = b->r->token;
    const ptx_names *n = at.kind == PTX_WORD ? ptx_find_name(b, at.at, at.length, number) : NULL;
    if (!n || n->bits != 1)
        return ptx_fail(b->r, "expected a declared predicate");
    ptx_next(b->r);
    return true;
}

bool ptx_read_predicate(ptx_builder *b, uint32_t *operand) {
    const bool negated = ptx_take(b->r, "!");
    const ptx_token at = b->r->token;
    uint32_t number = 0;
    if (at.kind == PTX_NUMBER && at.bits <= 1) { /* a constant: predicate 0 is true for ever */
        *operand = (at.bits == 0) != negated;
        ptx_next(b->r);
        return true;
    }
    if (!ptx_predicate(b, &number))
        return false;
    *operand = 2 * number + negated;
    return true;
}

bool ptx_write_predicate(ptx_builder *b, uint32_t *number) {
    if (ptx_take(b->r, "_")) {
        *number = PTX_NONE;
        return true;
    }
    return ptx_predicate(b, number);
}

bool ptx_read_address(ptx_builder *b) {
    ptx_reader *r = b->r;
    if (!ptx_expect(r, "[") || !ptx_read_value(b, PTX_B32, true, &b->now.src[0]))
        return false;
    const bool minus = ptx_token_is(&r->token, "-");
    if (minus || ptx_token_is(&r->token, "+")) {
        ptx_next(r);
        const bool negative = ptx_take(r, "-") != minus;
        if (r->token.kind != PTX_NUMBER || r->token.real || r->token.single)
            return ptx_fail(r, "expected a number");
        b->now.offset = (int64_t)(negative ? 0 - r->token.bits : r->token.bits);
        ptx_next(r);
    }
    b->now.nsrc = 1;
    return ptx_expect(r, "]");
}
