/* SPDX-License-Identifier: Apache-2.0 */
#include "workloads/kernels/halloc_heap.h"

#include <string.h>

#define SLAB_UNITS 1024U

/* ---- host ---- */

static uint32_t bitmap_words(const halloc_heap *h) {
    return h->slab_units / 32;
}

static uint32_t size_class(uint64_t bytes) {
    uint32_t c = 0;
    while ((uint64_t)HALLOC_UNIT << c < bytes)
        c++;
    return c;
}

void halloc_demand(halloc_heap *h, uint64_t bytes) {
    const uint32_t c = size_class(bytes);
    if (c < HALLOC_CLASSES)
        h->demand[c]++;
    if (c >= h->classes)
        h->classes = c + 1;
    h->blocks++;
}

/* A power of two, so that every size has a quarter more than it needs. */
static uint32_t arenas_needed(const halloc_heap *h) {
    uint32_t arenas = 4;
    for (uint32_t c = 0; c < h->classes; c++)
        while ((uint64_t)arenas * h->slab_units * 4 < (h->demand[c] << c) * 5)
            arenas *= 2;
    return arenas;
}

bool halloc_open(halloc_heap *h, va_space *va) {
    if (h->classes > HALLOC_CLASSES)
        return false;
    h->slab_units = SLAB_UNITS;
    while (h->classes && h->slab_units < UINT32_C(1) << (h->classes - 1))
        h->slab_units *= 2;
    h->arenas = arenas_needed(h);
    const uint64_t slabs = (uint64_t)h->classes * h->arenas;
    h->units = kernel_buffer_fresh(va, slabs * h->slab_units * HALLOC_UNIT);
    h->count = kernel_buffer(va, slabs * sizeof(uint32_t));
    h->bitmap = kernel_buffer(va, slabs * bitmap_words(h) * sizeof(uint32_t));
    return h->units.data && h->count.data && h->bitmap.data;
}

void halloc_close(halloc_heap *h) {
    kernel_buffer_free(&h->units);
    kernel_buffer_free(&h->count);
    kernel_buffer_free(&h->bitmap);
}

void halloc_reset(halloc_heap *h) {
    memset(h->units.data, 0, h->units.bytes);
    memset(h->count.data, 0, h->count.bytes);
    memset(h->bitmap.data, 0, h->bitmap.bytes);
}

const void *halloc_at(const halloc_heap *h, uint32_t pointer, uint64_t bytes) {
    const uint64_t offset = (uint64_t)pointer * HALLOC_UNIT;
    return offset + bytes <= h->units.bytes ? (const char *)h->units.data + offset : NULL;
}

const char *halloc_check(const halloc_heap *h) {
    const uint32_t *bitmap = h->bitmap.data;
    const uint32_t *count = h->count.data;
    uint64_t blocks = 0;
    for (uint32_t slab = 0; slab < h->classes * h->arenas; slab++) {
        const uint32_t capacity = h->slab_units >> slab / h->arenas;
        uint32_t used = 0;
        for (uint32_t k = 0; k < bitmap_words(h); k++)
            used += (uint32_t)__builtin_popcount(*bitmap++);
        if (used != (count[slab] < capacity ? count[slab] : capacity))
            return "a slab's count and bitmap differ";
        blocks += used;
    }
    return blocks == h->blocks ? NULL : "a block of the heap is missing";
}

/* ---- device ---- */

/* log2 of the units, rounded up: the exponent of 2 * units - 1 as a float. */
static val device_class(simt *w, const val *bytes) {
    const val round = simt_imm(HALLOC_UNIT - 1);
    const val twice = simt_imm(2);
    const val minus_one = simt_imm(UINT32_MAX);
    const val bias = simt_imm(127);
    val c = simt_add(w, bytes, &round);
    simt_keep(w, &c);
    const val unit_bits = simt_imm(4);
    simt_into(w, &c, SIMT_SHR, &c, &unit_bits, NULL);
    simt_into(w, &c, SIMT_MAD, &c, &twice, &minus_one);
    simt_into(w, &c, SIMT_U2F, &c, NULL, NULL);
    const val mantissa_bits = simt_imm(23);
    simt_into(w, &c, SIMT_SHR, &c, &mantissa_bits, NULL);
    simt_into(w, &c, SIMT_SUB, &c, &bias, NULL);
    return c;
}

/* The number of a block in the slab: beyond its end when it is full. */
static val take_ticket(const halloc_heap *h, simt *w, const val *slab) {
    const val one = simt_imm(1);
    val place = simt_address(w, &h->count, slab, 4);
    return simt_atomic_at(w, SIMT_ATOM_ADD, &h->count, &place, 0, &one);
}

/* Lanes whose slab is full try the next arena, again and again. */
static void next_arenas(const halloc_heap *h, simt *w, const val *class, val *slab, val *ticket) {
    const val slab_units = simt_imm(h->slab_units);
    const val arenas = simt_imm(h->arenas);
    const val last = simt_imm(h->arenas - 1);
    const val one = simt_imm(1);
    const uint32_t all = w->mask;
    val capacity = simt_do(w, SIMT_SHR, &slab_units, class, NULL);
    simt_keep(w, &capacity);
    for (uint32_t tries = 0;; tries++) {
        simt_loop(w, HALLOC_LABEL + 1);
        if (!simt_while(w, simt_compare(w, SIMT_ULE, &capacity, ticket)))
            break;
        if (tries == h->arenas) {
            w->failed = true;
            w->why = "the heap is full";
            break;
        }
        val arena = simt_add(w, slab, &one);
        simt_into(w, &arena, SIMT_AND, &arena, &last, NULL);
        simt_into(w, slab, SIMT_MAD, class, &arenas, &arena);
        val again = take_ticket(h, w, slab);
        simt_into(w, ticket, SIMT_MOV, &again, NULL, NULL);
    }
    simt_join(w, all);
    simt_drop(w, &capacity);
}

static void mark_used(const halloc_heap *h, simt *w, const val *slab, const val *ticket) {
    const val words = simt_imm(bitmap_words(h));
    const val last_bit = simt_imm(31);
    const val one = simt_imm(1);
    val word = simt_shift_right(w, ticket, 5);
    val index = simt_mad(w, slab, &words, &word);
    val bit = simt_do(w, SIMT_AND, ticket, &last_bit, NULL);
    val mask = simt_do(w, SIMT_SHL, &one, &bit, NULL);
    val place = simt_address(w, &h->bitmap, &index, 4);
    simt_reduce_at(w, SIMT_ATOM_OR, &h->bitmap, &place, 0, &mask);
}

val halloc_malloc(const halloc_heap *h, simt *w, const val *bytes) {
    const uint64_t caller = w->pc;
    const val arenas = simt_imm(h->arenas);
    const val slab_units = simt_imm(h->slab_units);
    simt_label(w, HALLOC_LABEL);
    val class = device_class(w, bytes);
    val arena = simt_constant(w, w->block % h->arenas);
    val slab = simt_mad(w, &class, &arenas, &arena);
    simt_keep(w, &slab);
    val ticket = take_ticket(h, w, &slab);
    simt_keep(w, &ticket);
    next_arenas(h, w, &class, &slab, &ticket);
    simt_label(w, HALLOC_LABEL + 2);
    mark_used(h, w, &slab, &ticket);
    val in_slab = simt_do(w, SIMT_SHL, &ticket, &class, NULL);
    val pointer = simt_mad(w, &slab, &slab_units, &in_slab);
    simt_drop(w, &class);
    simt_drop(w, &slab);
    simt_drop(w, &ticket);
    w->pc = caller;
    return pointer;
}
