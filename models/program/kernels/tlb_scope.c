/* SPDX-License-Identifier: Apache-2.0 */
#include "program/kernels/tlb_scope.h"

/* Murmur3's constants (A. Appleby, MurmurHash3_x86_32). */
#define KEY_MUL_1   0xcc9e2d51U
#define KEY_MUL_2   0x1b873593U
#define HASH_MUL    5U
#define HASH_ADD    0xe6546b64U
#define FINAL_MUL_1 0x85ebca6bU
#define FINAL_MUL_2 0xc2b2ae35U
#define KEY_BYTES   4U

tlb_scope tlb_scope_of(uint64_t elements, uint32_t element_bytes, uint64_t scope_bytes) {
    uint64_t each = scope_bytes / element_bytes;
    if (each == 0 || each > elements)
        each = elements;
    return (tlb_scope){
        .elements = elements, .each = each, .passes = (uint32_t)((elements + each - 1) / each)};
}

uint64_t tlb_scope_element(const tlb_scope *s, uint32_t random) {
    return random * s->elements >> 32;
}

/* 2^32 elements do not fit a register: each number is its element. */
val tlb_scope_position(simt *w, const tlb_scope *s, const val *random) {
    const val elements = simt_imm((uint32_t)s->elements);
    return simt_do(w, s->elements >> 32 ? SIMT_MOV : SIMT_MULHI, random, s->elements >> 32 ? NULL : &elements,
                   NULL);
}

uint32_t tlb_scope_inside(simt *w, const tlb_scope *s, const val *position) {
    const uint64_t first = s->pass * s->each;
    const uint64_t left = s->elements - first;
    const val start = simt_imm((uint32_t)first);
    const val last = simt_imm((uint32_t)((left < s->each ? left : s->each) - 1));
    if (s->passes == 1)
        return w->mask;
    val in_scope = simt_do(w, SIMT_SUB, position, &start, NULL);
    return simt_compare(w, SIMT_ULE, &in_scope, &last);
}

static uint32_t murmur3_turn(uint32_t x, uint32_t by) {
    return x << by | x >> (32 - by);
}

uint32_t murmur3_word(uint32_t key) {
    uint32_t h = murmur3_turn(key * KEY_MUL_1, 15) * KEY_MUL_2;
    h = murmur3_turn(h, 13) * HASH_MUL + HASH_ADD;
    h ^= KEY_BYTES;
    h = (h ^ h >> 16) * FINAL_MUL_1;
    h = (h ^ h >> 13) * FINAL_MUL_2;
    return h ^ h >> 16;
}

static val simt_murmur3_turn(simt *w, const val *x, uint32_t by) {
    val high = simt_shift_left(w, x, by);
    val low = simt_shift_right(w, x, 32 - by);
    return simt_do(w, SIMT_OR, &high, &low, NULL);
}

static val simt_murmur3_times(simt *w, const val *x, uint32_t by) {
    const val factor = simt_imm(by);
    return simt_mul(w, x, &factor);
}

/* (x ^ x >> shift) * by */
static val simt_murmur3_step(simt *w, const val *x, uint32_t shift, uint32_t by) {
    val low = simt_shift_right(w, x, shift);
    val both = simt_xor(w, x, &low);
    return simt_murmur3_times(w, &both, by);
}

val simt_murmur3(simt *w, const val *key) {
    const val five = simt_imm(HASH_MUL);
    const val plus = simt_imm(HASH_ADD);
    const val bytes = simt_imm(KEY_BYTES);
    val k = simt_murmur3_times(w, key, KEY_MUL_1);
    k = simt_murmur3_turn(w, &k, 15);
    k = simt_murmur3_times(w, &k, KEY_MUL_2);
    val h = simt_murmur3_turn(w, &k, 13);
    h = simt_mad(w, &h, &five, &plus);
    h = simt_xor(w, &h, &bytes);
    h = simt_murmur3_step(w, &h, 16, FINAL_MUL_1);
    h = simt_murmur3_step(w, &h, 13, FINAL_MUL_2);
    val low = simt_shift_right(w, &h, 16);
    return simt_xor(w, &h, &low);
}
