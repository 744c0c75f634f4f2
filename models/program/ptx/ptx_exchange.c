/* SPDX-License-Identifier: Apache-2.0 */
/* What lanes of a warp tell each other: shuffles, votes, matches, reductions (PTX ISA 9.7.8.6, 9.7.13). */
#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_machine_internal.h"

/* The lanes that are named as taking part are here, or gone; each lane that is here is named. */
static bool ptx_members(ptx_machine *m, const ptx_warp *w, const ptx_inst *i, uint32_t mask, uint32_t ref) {
    const uint64_t *members = ptx_lanes(m, w, ref);
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctz(left);
        if (!(members[l] >> l & 1U) || ((uint32_t)members[l] & w->threads & ~mask))
            return ptx_machine_fail(m, i, "thread %u names lanes 0x%x, and 0x%x are here: expected the same",
                                    w->number * GMMU_LANES + l, (unsigned)members[l], mask);
    }
    return true;
}

/* The lane that a lane reads, and whether it is in its part of the warp. */
static uint32_t ptx_shuffled(ptx_shuffle way, uint32_t lane, uint32_t b, uint32_t c, bool *inside) {
    const uint32_t segment = c >> 8 & 31U, clamp = c & 31U, by = b & 31U;
    const uint32_t first = lane & segment, last = (lane & segment) | (clamp & ~segment);
    uint32_t from;
    switch (way) {
    case PTX_SHFL_UP:
        from = lane - by;
        *inside = lane >= by && from >= last; /* clamp is 0: the part's first lane */
        break;
    case PTX_SHFL_DOWN:
        from = lane + by;
        *inside = from <= last;
        break;
    case PTX_SHFL_BFLY:
        from = lane ^ by;
        *inside = from <= last;
        break;
    default:
        from = first | (by & ~segment);
        *inside = from <= last;
        break;
    }
    return *inside ? from : lane;
}

static bool ptx_do_shuffle(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const uint64_t *a = ptx_lanes(m, w, i->src[0]), *b = ptx_lanes(m, w, i->src[1]),
                   *c = ptx_lanes(m, w, i->src[2]);
    uint64_t value[GMMU_LANES] = {0};
    uint32_t in = 0;
    if (i->nsrc > 3 && !ptx_members(m, w, i, mask, i->src[3]))
        return false;
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctz(left);
        bool inside;
        const uint32_t from =
            ptx_shuffled((ptx_shuffle)i->compare, l, (uint32_t)b[l], (uint32_t)c[l], &inside);
        if (w->threads & ~mask & UINT32_C(1) << from)
            return ptx_machine_fail(m, i,
                                    "thread %u reads lane %u, which is not here: expected an active lane",
                                    w->number * GMMU_LANES + l, from);
        value[l] = a[mask >> from & 1U ? from : l]; /* of a lane that is gone: nothing is said */
        in |= (uint32_t)inside << l;
    }
    ptx_write_lanes(w, i->dst[0], mask, value);
    if (i->to[0] != PTX_NONE)
        w->predicate[i->to[0]] = (w->predicate[i->to[0]] & ~mask) | (in & mask);
    return true;
}

static void ptx_write_all(ptx_warp *w, const ptx_inst *i, uint32_t mask, uint32_t number) {
    uint64_t value[GMMU_LANES];
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        value[l] = number;
    if (i->ndst)
        ptx_write_lanes(w, i->dst[0], mask, value);
    else if (i->to[0] != PTX_NONE)
        w->predicate[i->to[0]] = (w->predicate[i->to[0]] & ~mask) | (number ? mask : 0);
}

static bool ptx_do_vote(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const uint32_t lanes = w->predicate[i->pred[0] / 2], yes = (i->pred[0] & 1U ? ~lanes : lanes) & mask;
    if (i->nsrc && !ptx_members(m, w, i, mask, i->src[0]))
        return false;
    const uint32_t results[] = {yes == mask, yes != 0, yes == mask || yes == 0, yes};
    ptx_write_all(w, i, mask, results[i->compare]);
    return true;
}

static bool ptx_do_match(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const uint64_t *a = ptx_lanes(m, w, i->src[0]);
    uint64_t value[GMMU_LANES] = {0};
    if (!ptx_members(m, w, i, mask, i->src[1]))
        return false;
    bool all = true;
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctz(left);
        uint32_t same = 0;
        for (uint32_t o = mask; o; o &= o - 1)
            same |= (uint32_t)(a[__builtin_ctz(o)] == a[l]) << __builtin_ctz(o);
        value[l] = same;
        all &= same == mask;
    }
    if (i->compare == PTX_MATCH_ALL) {
        for (uint32_t l = 0; l < GMMU_LANES; l++)
            value[l] = all ? mask : 0;
        if (i->to[0] != PTX_NONE)
            w->predicate[i->to[0]] = (w->predicate[i->to[0]] & ~mask) | (all ? mask : 0);
    }
    ptx_write_lanes(w, i->dst[0], mask, value);
    return true;
}

static bool ptx_do_redux(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    static const ptx_atomic ops[] = {PTX_ATOM_ADD, PTX_ATOM_MIN, PTX_ATOM_MAX,
                                     PTX_ATOM_AND, PTX_ATOM_OR,  PTX_ATOM_XOR};
    const uint64_t *a = ptx_lanes(m, w, i->src[0]);
    uint64_t result = 0;
    if (!ptx_members(m, w, i, mask, i->src[1]))
        return false;
    for (uint32_t left = mask, first = mask; left; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctz(left);
        result = left == first ? a[l] : ptx_updated(ops[i->compare], i->type, result, a[l], 0);
    }
    ptx_write_all(w, i, mask, (uint32_t)result);
    return true;
}

bool ptx_exchange(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    switch (i->op) {
    case PTX_SHFL:
        return ptx_do_shuffle(m, w, i, mask);
    case PTX_VOTE:
        return ptx_do_vote(m, w, i, mask);
    case PTX_MATCH:
        return ptx_do_match(m, w, i, mask);
    case PTX_REDUX:
        return ptx_do_redux(m, w, i, mask);
    default: /* PTX_ACTIVEMASK */
        ptx_write_all(w, i, mask, mask);
        return true;
    }
}
