/* SPDX-License-Identifier: Apache-2.0 */
/* Memory accesses of the SIMT layer: global memory, shared memory, the constant bank. */
#include <string.h>

#include "program/kernels/simt_internal.h"

static unsigned char *simt_memory_host(const simt *w, const buffer *b, uint64_t address) {
    return b ? (unsigned char *)b->data + (address - b->base) : (unsigned char *)w->shared + address;
}

/* size bytes, all of one line. */
static void simt_memory_read(const simt *w, const buffer *b, uint64_t address, void *to, size_t size) {
    if (b && b->sparse)
        sparse_data_read(b->sparse, address - b->base, to, size);
    else
        memcpy(to, simt_memory_host(w, b, address), size);
}

static void simt_memory_write(simt *w, const buffer *b, uint64_t address, const void *from, size_t size) {
    if (!b || !b->sparse)
        memcpy(simt_memory_host(w, b, address), from, size);
    else if (!sparse_data_write(b->sparse, address - b->base, from, size))
        simt_fail(w, "out of memory");
}

/* The lanes whose [address, address + width) is not inside the buffer, or (b NULL) the shared memory, or not
 * aligned; the width is a power of two. No branches, so that it becomes vector compares; an address below the
 * buffer is far beyond it. */
static uint32_t simt_memory_outside(const simt *w, const buffer *b, const uint64_t *address, uint32_t width) {
    const uint64_t base = b ? b->base : 0;
    const uint64_t bytes = b ? b->bytes : w->shared_bytes;
    uint32_t outside = 0;
    if (bytes < width)
        return UINT32_MAX;
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        outside |= (uint32_t)((address[l] - base > bytes - width) | ((address[l] & (width - 1U)) != 0)) << l;
    return outside;
}

/* The access of the active lanes, addresses + offset, all checked. */
static void access_inst(simt *w, op_class op, const buffer *b, const val *address, int32_t offset,
                        uint32_t width, warp_inst *i) {
    simt_start(w, op, NULL, i);
    mem_space space = b ? SPACE_GLOBAL : SPACE_SHARED;
    simt_source(w, i, address);
    i->space = (uint8_t)(i->mask ? space : SPACE_NONE);
    i->width = (uint8_t)(i->mask ? width : 0);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        i->addr[l] = address->lane[l] + (uint64_t)(int64_t)offset;
    if (w->mask & simt_memory_outside(w, b, i->addr, width))
        simt_fail(w, "an access out of bounds or not aligned");
}

/* The lanes that may touch the host's memory. */
static uint32_t simt_memory_lanes(const simt *w) {
    return w->failed ? 0 : w->mask;
}

/* The first of them; the others are lanes & (lanes - 1). */
static uint32_t simt_memory_first(uint32_t lanes) {
    return (uint32_t)__builtin_ctz(lanes);
}

/* ---- an address in registers plus an offset ---- */

val simt_address(simt *w, const buffer *b, const val *index, uint32_t bytes) {
    warp_inst i;
    simt_start(w, OP_ALU, "mad.wide", &i);
    simt_source(w, &i, index);
    val v;
    simt_new(w, 2, &v);
    simt_target(w, &i, &v);
    simt_record(w, &i);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = b->base + index->lane[l] * bytes;
    return v;
}

void simt_advance(simt *w, val *address, int32_t bytes) {
    simt_check(w, address);
    for (uint32_t half = 0; half < address->regs; half++) {
        warp_inst i;
        simt_start(w, OP_ALU, half ? "addc" : "add.cc", &i);
        simt_read(w, &i, address->reg + half);
        simt_write(w, &i, address->reg + half);
        simt_record(w, &i);
    }
    simt_renew(w, address);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        if (simt_active(w, l))
            address->lane[l] += (uint64_t)(int64_t)bytes;
}

void simt_load_at(simt *w, const buffer *b, const val *address, int32_t offset, uint32_t width, val *out) {
    warp_inst i;
    access_inst(w, OP_LOAD, b, address, offset, width, &i);
    const uint32_t words = width > 4 ? width / 4 : 1;
    simt_vector(w, words, out);
    for (uint32_t k = 0; k < words; k++)
        simt_target(w, &i, &out[k]);
    simt_record(w, &i);
    for (uint32_t left = simt_memory_lanes(w); left; left &= left - 1) {
        const uint32_t l = simt_memory_first(left);
        for (uint32_t k = 0; k < words; k++) /* narrow words in the low bytes */
            simt_memory_read(w, b, i.addr[l] + (size_t)k * 4, &out[k].lane[l], width < 4 ? width : 4);
    }
}

void simt_store_at(simt *w, const buffer *b, const val *address, int32_t offset, uint32_t width,
                   const val *x) {
    warp_inst i;
    access_inst(w, OP_STORE, b, address, offset, width, &i);
    const uint32_t words = width > 4 ? width / 4 : 1;
    for (uint32_t k = 0; k < words; k++) {
        if (words > 1 && (x[k].reg != x[0].reg + k || x[0].reg % words))
            simt_fail(w, "a wide store of registers that are not consecutive and aligned");
        simt_source(w, &i, &x[k]);
    }
    simt_record(w, &i);
    for (uint32_t left = simt_memory_lanes(w); left; left &= left - 1) {
        const uint32_t l = simt_memory_first(left);
        for (uint32_t k = 0; k < words; k++)
            simt_memory_write(w, b, i.addr[l] + (size_t)k * 4, &x[k].lane[l], width < 4 ? width : 4);
    }
}

static uint64_t simt_memory_updated(simt_atomic op, uint64_t old, uint64_t x) {
    switch (op) {
    case SIMT_ATOM_ADD:
        return (uint32_t)(old + x);
    case SIMT_ATOM_FADD:
        return simt_bits(simt_float(old) + simt_float(x));
    case SIMT_ATOM_UMIN:
        return old < x ? old : x;
    case SIMT_ATOM_UMAX:
        return old > x ? old : x;
    case SIMT_ATOM_OR:
        return old | x;
    case SIMT_ATOM_XOR:
        return (old ^ x) & UINT32_MAX;
    default: /* SIMT_ATOM_EXCH */
        return x;
    }
}

/* Lanes in order; the words before go to old_words when wanted. */
static void simt_memory_update(simt *w, simt_atomic op, const buffer *b, const warp_inst *i, const val *x,
                               val *old_words) {
    for (uint32_t left = simt_memory_lanes(w); left; left &= left - 1) {
        const uint32_t l = simt_memory_first(left);
        uint32_t word;
        simt_memory_read(w, b, i->addr[l], &word, sizeof word);
        if (old_words)
            old_words->lane[l] = word;
        word = (uint32_t)simt_memory_updated(op, word, x->lane[l] & UINT32_MAX);
        simt_memory_write(w, b, i->addr[l], &word, sizeof word);
    }
}

void simt_reduce_at(simt *w, simt_atomic op, const buffer *b, const val *address, int32_t offset,
                    const val *x) {
    warp_inst i;
    access_inst(w, OP_ATOMIC, b, address, offset, 4, &i);
    simt_source(w, &i, x);
    simt_record(w, &i);
    simt_memory_update(w, op, b, &i, x, NULL);
}

val simt_atomic_at(simt *w, simt_atomic op, const buffer *b, const val *address, int32_t offset,
                   const val *x) {
    val old;
    warp_inst i;
    access_inst(w, OP_ATOMIC, b, address, offset, 4, &i);
    simt_source(w, &i, x);
    simt_vector(w, 1, &old);
    simt_target(w, &i, &old);
    simt_record(w, &i);
    simt_memory_update(w, op, b, &i, x, &old);
    return old;
}

val simt_compare_and_swap_at(simt *w, const buffer *b, const val *address, int32_t offset,
                             const val *expected, const val *x) {
    val old;
    warp_inst i;
    access_inst(w, OP_ATOMIC, b, address, offset, 4, &i);
    simt_source(w, &i, expected);
    simt_source(w, &i, x);
    simt_vector(w, 1, &old);
    simt_target(w, &i, &old);
    simt_record(w, &i);
    for (uint32_t left = simt_memory_lanes(w); left; left &= left - 1) {
        const uint32_t l = simt_memory_first(left);
        uint32_t word;
        simt_memory_read(w, b, i.addr[l], &word, sizeof word);
        old.lane[l] = word;
        if (word == (uint32_t)expected->lane[l])
            simt_memory_write(w, b, i.addr[l], &x->lane[l], sizeof word);
    }
    return old;
}

void simt_load_const(simt *w, const buffer *b, const val *index, uint32_t width, val *out) {
    if (w->constants == CONSTANTS_GLOBAL) {
        const val address = simt_address(w, b, index, width);
        simt_load_at(w, b, &address, 0, width, out);
        return;
    }
    warp_inst i;
    simt_start(w, OP_LOAD, NULL, &i);
    const uint32_t words = width > 4 ? width / 4 : 1;
    simt_source(w, &i, index);
    i.space = (uint8_t)(i.mask ? SPACE_CONST : SPACE_NONE);
    i.width = (uint8_t)(i.mask ? width : 0);
    simt_vector(w, words, out);
    for (uint32_t k = 0; k < words; k++)
        simt_target(w, &i, &out[k]);
    simt_record(w, &i);
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        uint64_t place = index->lane[l] * width;
        if (simt_active(w, l) && place + width > b->bytes)
            simt_fail(w, "a constant out of bounds");
        for (uint32_t k = 0; k < words && simt_active(w, l) && !w->failed; k++)
            memcpy(&out[k].lane[l], (const unsigned char *)b->data + place + (size_t)k * 4, 4);
    }
}

/* ---- an element of a buffer by its index ---- */

val simt_load(simt *w, const buffer *b, const val *index, uint32_t width) {
    val address = simt_address(w, b, index, width);
    warp_inst i;
    access_inst(w, OP_LOAD, b, &address, 0, width, &i);
    val v;
    simt_new(w, width == 8 ? 2 : 1, &v);
    simt_target(w, &i, &v);
    simt_record(w, &i);
    memset(v.lane, 0, sizeof v.lane);
    for (uint32_t left = simt_memory_lanes(w); left; left &= left - 1) {
        const uint32_t l = simt_memory_first(left);
        simt_memory_read(w, b, i.addr[l], &v.lane[l], width);
    }
    return v;
}

void simt_store(simt *w, const buffer *b, const val *index, uint32_t width, const val *x) {
    val address = simt_address(w, b, index, width);
    warp_inst i;
    access_inst(w, OP_STORE, b, &address, 0, width, &i);
    simt_source(w, &i, x);
    simt_record(w, &i);
    for (uint32_t left = simt_memory_lanes(w); left; left &= left - 1) {
        const uint32_t l = simt_memory_first(left);
        simt_memory_write(w, b, i.addr[l], &x->lane[l], width);
    }
}

void simt_atomic_add(simt *w, const buffer *b, const val *index, const val *x) {
    val address = simt_address(w, b, index, 4);
    simt_reduce_at(w, SIMT_ATOM_ADD, b, &address, 0, x);
}

/* ---- 32-bit words of shared memory ---- */

/* The word index as a byte address in the same register: the shift is free in the access. */
static val word_address(const val *index) {
    val address = *index;
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        address.lane[l] = index->lane[l] * 4;
    return address;
}

val simt_load_shared(simt *w, const val *index) {
    val address = word_address(index);
    val v;
    simt_load_at(w, NULL, &address, 0, 4, &v);
    return v;
}

void simt_store_shared(simt *w, const val *index, const val *x) {
    val address = word_address(index);
    simt_store_at(w, NULL, &address, 0, 4, x);
}

void simt_atomic_add_shared(simt *w, const val *index, const val *x) {
    val address = word_address(index);
    simt_reduce_at(w, SIMT_ATOM_ADD, NULL, &address, 0, x);
}
