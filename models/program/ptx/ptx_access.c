/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads, stores and atomics. The lanes of a generic access may be in several spaces: each space is a warp
 * instruction of its own. Local memory lies in the address space as in traces (trace/address_map.h), where
 * each word of it is an access.
 */
#include <inttypes.h>
#include <string.h>

#include "program/ptx/ptx_build_internal.h"
#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_machine_internal.h"
#include "program/trace/address_map.h"

typedef struct {
    ptx_machine *m;
    ptx_warp *w;
    const ptx_inst *i;
    unsigned bytes; /* of an element */
    uint32_t elements;
    uint64_t address[GMMU_LANES];
    uint64_t data[PTX_MAX_DATA][GMMU_LANES]; /* loaded */
} ptx_accessed;

uint8_t *ptx_memory_at(const ptx_memory *m, uint64_t address, uint64_t bytes) {
    uint32_t low = 0, high = m->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const ptx_region *r = &m->region[middle];
        if (address < r->base)
            high = middle;
        else if (address - r->base < r->bytes)
            return bytes <= r->bytes - (address - r->base) ? r->data + (address - r->base) : NULL;
        else
            low = middle + 1;
    }
    return NULL;
}

static uint8_t *ptx_global_at(ptx_machine *m, uint64_t address, uint64_t bytes) {
    const ptx_memory *all = m->launch->memory;
    if (m->region < all->count) {
        const ptx_region *r = &all->region[m->region];
        if (address >= r->base && address - r->base < r->bytes && bytes <= r->bytes - (address - r->base))
            return r->data + (address - r->base);
    }
    uint8_t *data = ptx_memory_at(all, address, bytes);
    for (uint32_t r = 0; data && r < all->count; r++)
        if (address >= all->region[r].base && address - all->region[r].base < all->region[r].bytes)
            m->region = r;
    return data;
}

/* Host memory of a lane's access; NULL: there is none. */
static uint8_t *ptx_host_at(const ptx_accessed *a, ptx_space space, uint32_t lane, uint64_t bytes) {
    ptx_machine *m = a->m;
    const uint64_t address = a->address[lane];
    const uint32_t calls = m->k->param_bytes - m->k->parameter_bytes;
    uint8_t *own = a->w->own + (size_t)lane * m->own_bytes;
    switch (space) {
    case PTX_SHARED:
        return address < m->launch->shared_bytes && bytes <= m->launch->shared_bytes - address
                   ? m->shared + address
                   : NULL;
    case PTX_LOCAL:
        return address < m->k->local_bytes && bytes <= m->k->local_bytes - address ? own + calls + address
                                                                                   : NULL;
    case PTX_PARAM:
        if (address < m->k->parameter_bytes)
            return bytes <= m->k->parameter_bytes - address ? (uint8_t *)m->launch->parameters + address
                                                            : NULL;
        return address < m->k->param_bytes && bytes <= m->k->param_bytes - address
                   ? own + (address - m->k->parameter_bytes)
                   : NULL;
    default:
        return ptx_global_at(m, address, bytes);
    }
}

static const char *ptx_space_name(ptx_space space) {
    static const char *const names[] = {"generic", "global", "constant", "shared", "local", "parameter"};
    return names[space];
}

/* Nobody writes to the parameters of the kernel. */
static bool ptx_outside(const ptx_accessed *a, ptx_space space, uint32_t lane) {
    return ptx_machine_fail(a->m, a->i,
                            "thread %u accesses %u bytes of %s memory at 0x%" PRIx64
                            ": expected an address inside a buffer or variable",
                            a->w->number * GMMU_LANES + lane, a->bytes * a->elements, ptx_space_name(space),
                            a->address[lane]);
}

static bool ptx_one_lane(ptx_accessed *a, ptx_space space, uint32_t lane) {
    const ptx_inst *i = a->i;
    const uint32_t bytes = a->bytes * a->elements;
    uint8_t *host = ptx_host_at(a, space, lane, bytes);
    const bool constant =
        i->op != PTX_LD && space == PTX_PARAM && a->address[lane] < a->m->k->parameter_bytes;
    if (!host || constant)
        return ptx_outside(a, space, lane);
    if (a->address[lane] & (bytes - 1U))
        return ptx_machine_fail(a->m, i,
                                "thread %u accesses %u bytes at 0x%" PRIx64 ": expected an aligned address",
                                a->w->number * GMMU_LANES + lane, bytes, a->address[lane]);
    if (i->op == PTX_LD) {
        for (uint32_t e = 0; e < a->elements; e++) {
            uint64_t x = 0;
            memcpy(&x, host + (size_t)e * a->bytes, a->bytes);
            a->data[e][lane] = ptx_widen(x, i->type, i->bits ? i->bits : 64);
        }
    } else if (i->op == PTX_ST) {
        for (uint32_t e = 0; e < a->elements; e++)
            memcpy(host + (size_t)e * a->bytes, &ptx_lanes(a->m, a->w, i->src[1 + e])[lane], a->bytes);
    } else {
        uint64_t old = 0;
        memcpy(&old, host, a->bytes);
        const uint64_t swap = i->compare == PTX_ATOM_CAS ? ptx_lanes(a->m, a->w, i->src[2])[lane] : 0;
        const uint64_t x = ptx_lanes(a->m, a->w, i->src[1])[lane];
        const uint64_t now = ptx_updated((ptx_atomic)i->compare, i->type, old, x, swap);
        memcpy(host, &now, a->bytes);
        a->data[0][lane] = old;
    }
    return true;
}

/* ---- recording ---- */

static bool ptx_record_local(const ptx_accessed *a, uint32_t lanes, warp_inst *made) {
    const uint64_t slot = a->m->block * a->m->warps + a->w->number;
    const uint32_t bytes = a->bytes * a->elements;
    made->space = SPACE_GLOBAL;
    made->width = (uint8_t)(bytes < 4 ? bytes : 4);
    for (uint32_t at = 0; at < bytes; at += 4) {
        for (uint32_t left = lanes; left; left &= left - 1) {
            const uint32_t l = (uint32_t)__builtin_ctz(left);
            made->addr[l] = local_address((uint32_t)(slot % LOCAL_WARP_SLOTS), l, a->address[l] + at);
        }
        if (!ptx_record_made(a->m, a->w, made))
            return false;
    }
    return true;
}

static bool ptx_record_access(const ptx_accessed *a, ptx_space space, uint32_t lanes) {
    warp_inst made;
    ptx_warp_inst(a->m, a->i, lanes, &made);
    if (!lanes)
        return ptx_record_made(a->m, a->w, &made);
    if (space == PTX_LOCAL)
        return ptx_record_local(a, lanes, &made);
    if (space == PTX_PARAM && a->i->src[0] & PTX_CONSTANT &&
        a->m->k->constant[a->i->src[0] & PTX_NUMBERED][0] + (uint64_t)a->i->offset >=
            a->m->k->parameter_bytes) {
        made.op = OP_ALU; /* a parameter of a call is a register */
        return ptx_record_made(a->m, a->w, &made);
    }
    const bool bank = space == PTX_PARAM || (space == PTX_CONST && a->m->launch->constants == CONSTANTS_BANK);
    made.space = bank ? SPACE_CONST : space == PTX_SHARED ? SPACE_SHARED : SPACE_GLOBAL;
    made.width = (uint8_t)(a->bytes * a->elements);
    memcpy(made.addr, a->address, sizeof made.addr);
    return ptx_record_made(a->m, a->w, &made);
}

/* ---- an instruction ---- */

static bool ptx_some_lanes(ptx_accessed *a, ptx_space space, uint32_t lanes) {
    for (uint32_t left = lanes; left; left &= left - 1)
        if (!ptx_one_lane(a, space, (uint32_t)__builtin_ctz(left)))
            return false;
    return ptx_record_access(a, space, lanes);
}

/* The lanes of a generic access in each of the windows; their addresses become offsets. */
static uint32_t ptx_window_lanes(ptx_accessed *a, uint32_t lanes, uint64_t window) {
    uint32_t in = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctz(left);
        if (a->address[l] - window < PTX_WINDOW_BYTES) {
            in |= UINT32_C(1) << l;
            a->address[l] -= window;
        }
    }
    return in;
}

static bool ptx_generic(ptx_accessed *a, uint32_t mask) {
    const uint32_t shared = ptx_window_lanes(a, mask, PTX_SHARED_WINDOW);
    const uint32_t local = ptx_window_lanes(a, mask & ~shared, PTX_LOCAL_WINDOW);
    const uint32_t global = mask & ~shared & ~local;
    return (!shared || ptx_some_lanes(a, PTX_SHARED, shared)) &&
           (!local || ptx_some_lanes(a, PTX_LOCAL, local)) &&
           ((!global && mask) || ptx_some_lanes(a, PTX_GLOBAL, global));
}

bool ptx_access(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    ptx_accessed a = {.m = m, .w = w, .i = i, .bytes = ptx_type_bits(i->type) / 8};
    const uint64_t *base = ptx_lanes(m, w, i->src[0]);
    a.elements = i->op == PTX_LD ? i->ndst : i->op == PTX_ST ? i->nsrc - 1U : 1;
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        a.address[l] = base[l] + (uint64_t)i->offset;
    if (!(i->space == PTX_GENERIC ? ptx_generic(&a, mask) : ptx_some_lanes(&a, (ptx_space)i->space, mask)))
        return false;
    for (uint32_t d = 0; d < i->ndst; d++)
        ptx_write_lanes(w, i->dst[d], mask, a.data[d]);
    return true;
}
