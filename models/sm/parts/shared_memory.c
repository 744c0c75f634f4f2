/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/shared_memory.h"

#include <stdbool.h>

#define NONE UINT8_MAX

/* The distinct words of an access, as a list per bank. */
typedef struct {
    uint64_t word[SHARED_MAX_PASSES];
    uint8_t next[SHARED_MAX_PASSES];
    uint8_t head[SHARED_BANKS];
    uint8_t length[SHARED_BANKS];
    uint8_t count;
} bank_lists;

static bool holds_word(const bank_lists *b, uint32_t bank, uint64_t word) {
    for (uint8_t i = b->head[bank]; i != NONE; i = b->next[i])
        if (b->word[i] == word)
            return true;
    return false;
}

uint32_t shared_memory_passes(const warp_inst *inst) {
    bank_lists b = {.count = 0};
    uint64_t last_byte = inst->width ? inst->width - 1U : 0;
    bool broadcast = inst->op != OP_ATOMIC;
    uint32_t passes = 1;

    for (uint32_t i = 0; i < SHARED_BANKS; i++)
        b.head[i] = NONE;
    for (uint32_t mask = inst->mask; mask; mask &= mask - 1) {
        /* Offsets are below 2^32; cut, so that no end wraps around. */
        uint64_t addr = (uint32_t)inst->addr[__builtin_ctz(mask)];
        for (uint64_t word = addr / 4; word <= (addr + last_byte) / 4; word++) {
            uint32_t bank = word % SHARED_BANKS;
            if (broadcast && holds_word(&b, bank, word))
                continue;
            b.word[b.count] = word;
            b.next[b.count] = b.head[bank];
            b.head[bank] = b.count++;
            if (++b.length[bank] > passes)
                passes = b.length[bank];
        }
    }
    return passes;
}
