/* SPDX-License-Identifier: Apache-2.0 */
#include "program/kernels/halloc_heap.h"

#include <string.h>

#define SLAB_UNITS   1024U
#define HASHED_UNITS (UINT32_C(4) << 20 >> 4) /* Halloc: halloc_opts_t.sb_sz_sh */
#define THREAD_STEP  13U                      /* THREAD_FREQ: blocks between two threads */
#define TURN_STEP    3U                       /* COUNTER_INC: and between two allocations of a thread */
#define PROBE_STEP   5119U /* hash_step of 2^18 blocks: the next prime below 2^18 / 256 + 2^18 / 64 */

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

/* Blocks of a slab that are handed out. Hashed: 7/8; Halloc's busy_fraction is 0.87. */
static uint32_t slab_limit(const halloc_heap *h, uint32_t class) {
    const uint32_t blocks = h->slab_units >> class;
    return h->hashed ? blocks - blocks / 8 : blocks;
}

/* A power of two, so that every size has a quarter more than it needs. */
static uint32_t arenas_needed(const halloc_heap *h) {
    uint32_t arenas = h->hashed ? 1 : 4;
    for (uint32_t c = 0; c < h->classes; c++)
        while ((uint64_t)arenas * h->slab_units * 4 < (h->demand[c] << c) * 5)
            arenas *= 2;
    return arenas;
}

bool halloc_open(halloc_heap *h, va_space *va) {
    if (h->classes > HALLOC_CLASSES)
        return false;
    h->slab_units = h->hashed ? HASHED_UNITS : SLAB_UNITS;
    while (h->classes && h->slab_units < UINT32_C(1) << (h->classes - 1))
        h->slab_units *= 2;
    h->arenas = arenas_needed(h);
    const uint64_t slabs = (uint64_t)h->classes * h->arenas;
    h->units = kernel_buffer_fresh(va, slabs * h->slab_units * HALLOC_UNIT);
    h->count = kernel_buffer(va, slabs * sizeof(uint32_t));
    h->bitmap = kernel_buffer(va, slabs * bitmap_words(h) * sizeof(uint32_t));
    if (h->hashed)
        h->head = kernel_buffer(va, HALLOC_CLASSES * sizeof(uint32_t));
    return h->units.data && h->count.data && h->bitmap.data && (h->head.data || !h->hashed);
}

void halloc_close(halloc_heap *h) {
    kernel_buffer_free(&h->units);
    kernel_buffer_free(&h->count);
    kernel_buffer_free(&h->bitmap);
    kernel_buffer_free(&h->head);
}

void halloc_reset(halloc_heap *h) {
    memset(h->units.data, 0, h->units.bytes);
    memset(h->count.data, 0, h->count.bytes);
    memset(h->bitmap.data, 0, h->bitmap.bytes);
    if (h->hashed)
        memset(h->head.data, 0, h->head.bytes);
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
        const uint32_t capacity = slab_limit(h, slab / h->arenas);
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
    if (h->hashed) {
        val spare = simt_shift_right(w, &capacity, 3);
        simt_into(w, &capacity, SIMT_SUB, &capacity, &spare, NULL);
    }
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

/* Where the bit of a block is: its address, and a word with that bit. */
static val bit_of(const halloc_heap *h, simt *w, const val *slab, const val *block, val *mask) {
    const val words = simt_imm(bitmap_words(h));
    const val last_bit = simt_imm(31);
    const val one = simt_imm(1);
    val word = simt_shift_right(w, block, 5);
    val index = simt_mad(w, slab, &words, &word);
    val bit = simt_do(w, SIMT_AND, block, &last_bit, NULL);
    *mask = simt_do(w, SIMT_SHL, &one, &bit, NULL);
    return simt_address(w, &h->bitmap, &index, 4);
}

/* The block of the ticket's number. */
static void take_in_order(const halloc_heap *h, simt *w, const val *slab, const val *ticket) {
    val mask;
    val place = bit_of(h, w, slab, ticket, &mask);
    simt_reduce_at(w, SIMT_ATOM_OR, &h->bitmap, &place, 0, &mask);
}

/* A free block from the hashed one on, into `block`. There is one: an eighth of them has no ticket. */
static void take_hashed(const halloc_heap *h, simt *w, const val *class, const val *slab, const val *turn,
                        val *block) {
    const val slab_units = simt_imm(h->slab_units);
    const val thread_step = simt_imm(THREAD_STEP);
    const val turn_step = simt_imm(TURN_STEP);
    const val probe_step = simt_imm(PROBE_STEP);
    const val one = simt_imm(1);
    const val zero = simt_imm(0);
    const val ones = simt_imm(UINT32_MAX);
    const uint32_t all = w->mask;
    val last = simt_do(w, SIMT_SHR, &slab_units, class, NULL);
    simt_keep(w, &last);
    simt_into(w, &last, SIMT_ADD, &last, &ones, NULL);
    val step = simt_do(w, SIMT_SHR, &probe_step, class, NULL); /* odd: comes to every block */
    simt_keep(w, &step);
    simt_into(w, &step, SIMT_OR, &step, &one, NULL);
    val number = simt_thread(w);
    simt_into(w, block, SIMT_MUL, &number, &thread_step, NULL);
    simt_into(w, block, SIMT_MAD, turn, &turn_step, block);
    simt_into(w, block, SIMT_AND, block, &last, NULL);
    for (;;) {
        val mask;
        simt_loop(w, HALLOC_LABEL + 3);
        val place = bit_of(h, w, slab, block, &mask);
        val before = simt_atomic_at(w, SIMT_ATOM_OR, &h->bitmap, &place, 0, &mask);
        val taken = simt_and(w, &before, &mask);
        if (!simt_while(w, simt_compare(w, SIMT_NE, &taken, &zero)))
            break;
        simt_into(w, block, SIMT_ADD, block, &step, NULL);
        simt_into(w, block, SIMT_AND, block, &last, NULL);
    }
    simt_join(w, all);
    simt_drop(w, &last);
    simt_drop(w, &step);
}

/* The slab at which the search begins: of this block's arena, or the one in use. */
static val first_slab(const halloc_heap *h, simt *w, const val *class) {
    const val arenas = simt_imm(h->arenas);
    const val zero = simt_imm(0);
    val arena;
    if (h->hashed) {
        val place = simt_address(w, &h->head, class, 4);
        arena = simt_atomic_at(w, SIMT_ATOM_UMAX, &h->head, &place, 0, &zero);
    } else {
        arena = simt_constant(w, w->block % h->arenas);
    }
    return simt_mad(w, class, &arenas, &arena);
}

/* The next allocations of this size begin where this one ended. */
static void move_head(const halloc_heap *h, simt *w, const val *class, const val *slab) {
    const val last = simt_imm(h->arenas - 1);
    val arena = simt_and(w, slab, &last);
    val place = simt_address(w, &h->head, class, 4);
    simt_reduce_at(w, SIMT_ATOM_UMAX, &h->head, &place, 0, &arena);
}

val halloc_malloc(const halloc_heap *h, simt *w, const val *bytes, const val *turn) {
    const uint64_t caller = w->pc;
    const val slab_units = simt_imm(h->slab_units);
    simt_label(w, HALLOC_LABEL);
    val class = device_class(w, bytes);
    val slab = first_slab(h, w, &class);
    simt_keep(w, &slab);
    val block = take_ticket(h, w, &slab);
    simt_keep(w, &block);
    next_arenas(h, w, &class, &slab, &block);
    simt_label(w, HALLOC_LABEL + 2);
    if (h->hashed) {
        move_head(h, w, &class, &slab);
        take_hashed(h, w, &class, &slab, turn, &block);
        simt_label(w, HALLOC_LABEL + 4);
    } else {
        take_in_order(h, w, &slab, &block);
    }
    val in_slab = simt_do(w, SIMT_SHL, &block, &class, NULL);
    val pointer = simt_mad(w, &slab, &slab_units, &in_slab);
    simt_drop(w, &class);
    simt_drop(w, &slab);
    simt_drop(w, &block);
    w->pc = caller;
    return pointer;
}
