/* SPDX-License-Identifier: Apache-2.0 */
#include "program/inst_table.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"

#define CHUNK_BYTES (INST_TABLE_CHUNK * sizeof(static_inst))

_Static_assert(sizeof(static_inst) == 64, "a line of the host's caches");

/* ---- keys ---- */

enum { KEY_WORDS = 4 }; /* pc, dst, src; op to nsrc, a byte of zero, opcode */

typedef struct {
    uint64_t word[KEY_WORDS];
} inst_key;

_Static_assert(sizeof(inst_key) == offsetof(static_inst, registers), "a key is all that is not derived");

static uint64_t little_endian(uint64_t v) {
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? v : __builtin_bswap64(v);
}

/* The first `count` of 8 names, in their bytes; the others are 0. */
static uint64_t first_names(const uint8_t names[8], uint32_t count) {
    uint64_t all;
    memcpy(&all, names, sizeof all);
    return count >= 8 ? all : all & little_endian((UINT64_C(1) << (8 * count)) - 1);
}

static inst_key key_of(const warp_inst *inst) {
    const uint32_t ndst = inst->ndst < GMMU_MAX_DST ? inst->ndst : GMMU_MAX_DST;
    const uint32_t nsrc = inst->nsrc < GMMU_MAX_SRC ? inst->nsrc : GMMU_MAX_SRC;
    const uint32_t width = inst->space == SPACE_NONE ? 0 : inst->width;
    return (inst_key){
        {inst->pc, first_names(inst->dst, ndst), first_names(inst->src, nsrc),
         little_endian(inst->op | (uint64_t)inst->space << 8 | (uint64_t)width << 16 | (uint64_t)ndst << 24 |
                       (uint64_t)nsrc << 32 | (uint64_t)inst->opcode << 48)}};
}

static bool is_key_of(const inst_table *t, uint32_t number, const inst_key *key) {
    return memcmp(inst_table_at(t, number), key, sizeof *key) == 0;
}

static uint64_t hash_of_key(const inst_key *key) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < KEY_WORDS; i++)
        hash = mix(hash ^ key->word[i]);
    return hash;
}

/* ---- the table ---- */

void inst_table_free(inst_table *t) {
    for (uint32_t i = 0; i < t->chunks; i++)
        free(t->chunk[i]);
    free((void *)t->chunk);
    free(t->after);
    free(t->slot);
    *t = (inst_table){.count = 0};
}

/* The slot of the instruction, or the free one where it would be; there is a free one. */
static uint32_t *find_slot(const inst_table *t, const inst_key *key) {
    uint32_t i = (uint32_t)hash_of_key(key) & (t->slots - 1);
    while (t->slot[i] != 0 && !is_key_of(t, t->slot[i] - 1, key))
        i = (i + 1) & (t->slots - 1);
    return &t->slot[i];
}

/* Twice the slots, and room for half as many instructions. */
static bool double_slots(inst_table *t) {
    const uint32_t slots = t->slots ? 2 * t->slots : 2 * INST_TABLE_CHUNK;
    static_inst **chunk =
        (static_inst **)realloc((void *)t->chunk, slots / 2 / INST_TABLE_CHUNK * sizeof *chunk);
    t->chunk = chunk ? chunk : t->chunk;
    uint32_t *after = realloc(t->after, slots / 2 * sizeof *after);
    t->after = after ? after : t->after;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!chunk || !after || !slot) {
        free(slot);
        return false;
    }
    free(t->slot);
    t->slot = slot;
    t->slots = slots;
    for (uint32_t i = 0; i < t->count; i++) {
        inst_key key;
        memcpy(&key, inst_table_at(t, i), sizeof key);
        *find_slot(t, &key) = i + 1;
    }
    return true;
}

/* Half of the slots stay free. */
static bool add_chunk(inst_table *t) {
    const uint32_t room = (t->chunks + 1) * INST_TABLE_CHUNK;
    if (room > INST_TABLE_LIMIT || (t->slots < 2 * room && !double_slots(t)))
        return false;
    t->chunk[t->chunks] = aligned_alloc(64, CHUNK_BYTES);
    if (!t->chunk[t->chunks])
        return false;
    t->chunks++;
    return true;
}

static uint32_t add_inst(inst_table *t, const inst_key *key) {
    if (t->count == t->chunks * INST_TABLE_CHUNK && !add_chunk(t))
        return INST_TABLE_FULL;
    const uint32_t number = t->count++;
    static_inst *inst = &t->chunk[number / INST_TABLE_CHUNK][number % INST_TABLE_CHUNK];
    memcpy(inst, key, sizeof *key);
    inst->registers = inst_registers(inst->dst, inst->ndst, inst->src, inst->nsrc);
    t->after[number] = number;
    *find_slot(t, key) = number + 1;
    return number;
}

uint32_t inst_table_number(inst_table *t, const warp_inst *inst, uint32_t guess, uint32_t before) {
    const inst_key key = key_of(inst);
    if (guess < t->count && is_key_of(t, guess, &key))
        return guess;
    if (before < t->count && is_key_of(t, t->after[before], &key))
        return t->after[before];
    uint32_t number = t->slots ? *find_slot(t, &key) : 0;
    number = number != 0 ? number - 1 : add_inst(t, &key);
    if (number != INST_TABLE_FULL && before < t->count)
        t->after[before] = number;
    return number;
}
