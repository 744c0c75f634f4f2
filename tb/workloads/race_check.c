/* SPDX-License-Identifier: Apache-2.0 */
#include "race_check.h"

#include <stdio.h>
#include <stdlib.h>

/* Hash table of the words touched, open addressing. */
#define FIRST_SIZE 4096U
#define SHARED_KEY (UINT64_C(1) << 63) /* shared memory is a space of its own for each block */

enum { READ, WRITE, NARROW_WRITE, ATOMIC, KINDS };

/* Who has done it: nobody, one, or several. */
enum { NOBODY = 0, SEVERAL = -1 };

typedef struct {
    uint64_t key; /* 0: free */
    uint64_t launch, interval;
    int64_t block[KINDS]; /* number + 1, in the launch */
    int64_t warp[KINDS];  /* number + 1, in the interval */
} word;

struct race_check {
    word *words;
    uint64_t size, used;
    uint64_t launch, interval; /* numbers, never reused */
    int64_t block;
    char error[160];
};

race_check *race_check_new(void) {
    race_check *r = calloc(1, sizeof *r);
    if (r) {
        r->size = FIRST_SIZE;
        r->words = calloc(r->size, sizeof *r->words);
    }
    if (!r || !r->words)
        abort();
    return r;
}

void race_check_free(race_check *r) {
    free(r->words);
    free(r);
}

void race_check_launch(race_check *r) {
    r->launch++;
    r->block = 0;
}

void race_check_block(race_check *r) {
    r->block++;
    r->interval++;
}

void race_check_interval(race_check *r) {
    r->interval++;
}

const char *race_check_error(const race_check *r) {
    return r->error[0] ? r->error : NULL;
}

static word *slot(word *words, uint64_t size, uint64_t key) {
    uint64_t i = (key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (size - 1);
    while (words[i].key && words[i].key != key)
        i = (i + 1) & (size - 1);
    return &words[i];
}

static void grow(race_check *r) {
    word *larger = calloc(r->size * 2, sizeof *larger);
    if (!larger)
        abort();
    for (uint64_t i = 0; i < r->size; i++)
        if (r->words[i].key)
            *slot(larger, r->size * 2, r->words[i].key) = r->words[i];
    free(r->words);
    r->words = larger;
    r->size *= 2;
}

static word *find(race_check *r, uint64_t key) {
    if (r->used * 2 >= r->size)
        grow(r);
    word *x = slot(r->words, r->size, key);
    r->used += x->key == 0;
    x->key = key;
    if (x->launch != r->launch)
        for (uint32_t k = 0; k < KINDS; k++)
            x->block[k] = NOBODY;
    if (x->interval != r->interval)
        for (uint32_t k = 0; k < KINDS; k++)
            x->warp[k] = NOBODY;
    x->launch = r->launch;
    x->interval = r->interval;
    return x;
}

static void note(int64_t *who, int64_t me) {
    *who = *who == NOBODY || *who == me ? me : SEVERAL;
}

static bool other(int64_t who, int64_t me) {
    return who != NOBODY && who != me;
}

static void touch(race_check *r, uint64_t key, int64_t warp, uint32_t kind, uint64_t pc) {
    word *x = find(r, key);
    const bool shared = key & SHARED_KEY;
    for (uint32_t k = 0; k < KINDS; k++) {
        if (k == kind && kind != WRITE)
            continue;
        if (!other(x->warp[k], warp) && (shared || !other(x->block[k], r->block)))
            continue;
        if (!r->error[0])
            snprintf(r->error, sizeof r->error, "%s word 0x%llx, block %lld, warp %lld, pc 0x%llx",
                     shared ? "shared" : "global", (unsigned long long)((key & ~SHARED_KEY) - 1) * 4,
                     (long long)r->block - 1, (long long)warp - 1, (unsigned long long)pc);
    }
    note(&x->warp[kind], warp);
    note(&x->block[kind], r->block);
}

void race_check_inst(race_check *r, uint32_t warp, const warp_inst *inst) {
    if (inst->space != SPACE_GLOBAL && inst->space != SPACE_SHARED)
        return;
    uint32_t kind = inst->op == OP_LOAD ? READ : inst->op == OP_ATOMIC ? ATOMIC : WRITE;
    if (kind == WRITE && inst->width < 4)
        kind = NARROW_WRITE;
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        if (!((inst->mask >> l) & 1U))
            continue;
        const uint64_t first = inst->addr[l] / 4;
        for (uint64_t w = first; w <= (inst->addr[l] + inst->width - 1) / 4; w++)
            touch(r, (w + 1) | (inst->space == SPACE_SHARED ? SHARED_KEY : 0), (int64_t)warp + 1, kind,
                  inst->pc);
    }
}
