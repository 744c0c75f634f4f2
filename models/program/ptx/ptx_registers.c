/* SPDX-License-Identifier: Apache-2.0 */
#include "program/ptx/ptx_registers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/ptx/ptx_flow.h"

#define SETS_LIMIT (UINT64_C(256) << 20) /* bytes of the sets of a kernel's blocks */
#define WORD_BITS  64U

/* Places of an instruction: it reads at 2 n and writes at 2 n + 1. */
typedef struct {
    uint32_t reg, from, to; /* from > to: never used */
} ptx_lifetime;

typedef struct {
    ptx_kernel *k;
    ptx_graph graph;
    uint32_t words;           /* of a set of registers */
    uint64_t *read, *written; /* of each block: before any write; for all lanes that are in it */
    uint64_t *in, *out;       /* alive at its begin and its end */
    ptx_lifetime *life;       /* of each register */
} ptx_scan;

static bool ptx_is_register(uint32_t ref) {
    return ref != PTX_NONE && !(ref & (PTX_CONSTANT | PTX_SPECIAL));
}

static bool ptx_has(const uint64_t *set, uint32_t reg) {
    return set[reg / WORD_BITS] >> (reg % WORD_BITS) & 1U;
}

static void ptx_put(uint64_t *set, uint32_t reg) {
    set[reg / WORD_BITS] |= UINT64_C(1) << (reg % WORD_BITS);
}

/* ---- lifetimes ---- */

static void ptx_scan_block(ptx_scan *s, uint32_t block) {
    uint64_t *read = s->read + (size_t)block * s->words;
    uint64_t *written = s->written + (size_t)block * s->words;
    for (uint32_t n = s->graph.block[block].first; n < s->graph.block[block].end; n++) {
        const ptx_inst *i = &s->k->inst[n];
        for (uint32_t o = 0; o < i->nsrc; o++)
            if (ptx_is_register(i->src[o]) && !ptx_has(written, i->src[o]))
                ptx_put(read, i->src[o]);
        for (uint32_t o = 0; o < i->ndst; o++)
            if (ptx_is_register(i->dst[o]) && i->guard == PTX_NONE)
                ptx_put(written, i->dst[o]);
    }
}

static bool ptx_scan_round(ptx_scan *s) {
    bool changed = false;
    for (uint32_t b = s->graph.count; b-- > 0;) {
        uint64_t *in = s->in + (size_t)b * s->words, *out = s->out + (size_t)b * s->words;
        const uint64_t *read = s->read + (size_t)b * s->words, *written = s->written + (size_t)b * s->words;
        for (uint32_t e = 0; e < 2; e++) {
            const uint32_t next = s->graph.block[b].next[e];
            for (uint32_t w = 0; next != PTX_NONE && w < s->words; w++)
                out[w] |= s->in[(size_t)next * s->words + w];
        }
        for (uint32_t w = 0; w < s->words; w++) {
            const uint64_t alive = read[w] | (out[w] & ~written[w]);
            changed |= alive != in[w];
            in[w] = alive;
        }
    }
    return changed;
}

static void ptx_live_at(ptx_lifetime *l, uint32_t place) {
    l->from = place < l->from ? place : l->from;
    l->to = place > l->to || l->from > l->to ? place : l->to;
}

static void ptx_scan_lifetimes(ptx_scan *s) {
    for (uint32_t r = 0; r < s->k->regs; r++)
        s->life[r] = (ptx_lifetime){.reg = r, .from = UINT32_MAX, .to = 0};
    for (uint32_t b = 0; b < s->graph.count; b++) {
        const ptx_block *block = &s->graph.block[b];
        for (uint32_t r = 0; r < s->k->regs; r++) {
            if (ptx_has(s->in + (size_t)b * s->words, r))
                ptx_live_at(&s->life[r], 2 * block->first);
            if (ptx_has(s->out + (size_t)b * s->words, r))
                ptx_live_at(&s->life[r], 2 * block->end - 1);
        }
    }
    for (uint32_t n = 0; n < s->k->count; n++) {
        const ptx_inst *i = &s->k->inst[n];
        for (uint32_t o = 0; o < i->nsrc; o++)
            if (ptx_is_register(i->src[o]))
                ptx_live_at(&s->life[i->src[o]], 2 * n);
        for (uint32_t o = 0; o < i->ndst; o++)
            if (ptx_is_register(i->dst[o]))
                ptx_live_at(&s->life[i->dst[o]], 2 * n + 1);
    }
}

/* ---- allocation ---- */

static int ptx_by_begin(const void *a, const void *b) {
    const ptx_lifetime *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->reg < y->reg ? -1 : 1;
}

/* The lowest of `count` registers that are free at `from`; PTX_NONE: none. until: of each, where it is free.
 */
static uint32_t ptx_lowest_free(const uint32_t *until, uint32_t count, uint32_t from, uint32_t registers) {
    for (uint32_t r = 0; r + count <= registers; r += count)
        if (until[r] <= from && (count == 1 || until[r + 1] <= from))
            return r;
    return PTX_NONE;
}

/* place: of each register of the text. The registers that were used; more than there are: not enough. */
static uint32_t ptx_scan_allocate(ptx_scan *s, uint32_t registers, uint32_t *place) {
    uint32_t until[PTX_REGISTERS_MOST] = {0};
    uint32_t used = 0;
    qsort(s->life, s->k->regs, sizeof *s->life, ptx_by_begin);
    for (uint32_t n = 0; n < s->k->regs && s->life[n].from <= s->life[n].to; n++) {
        const ptx_lifetime *l = &s->life[n];
        const uint32_t count = s->k->reg_bits[l->reg] == 64 ? 2 : 1;
        const uint32_t r = ptx_lowest_free(until, count, l->from, registers);
        if (r == PTX_NONE)
            return registers + 1;
        for (uint32_t i = 0; i < count; i++)
            until[r + i] = l->to + 1;
        place[l->reg] = r;
        used = r + count > used ? r + count : used;
    }
    return used;
}

/* ---- the code with them ---- */

static void ptx_name(const ptx_scan *s, uint32_t ref, const uint32_t *place, uint8_t *names, uint8_t *count,
                     uint32_t most) {
    if (!ptx_is_register(ref))
        return;
    for (uint32_t i = 0; i < (s->k->reg_bits[ref] == 64 ? 2U : 1U) && *count < most; i++)
        names[(*count)++] = (uint8_t)(place[ref] + i);
}

static void ptx_rename(ptx_scan *s, const uint32_t *place) {
    for (uint32_t n = 0; n < s->k->count; n++) {
        ptx_inst *i = &s->k->inst[n];
        for (uint32_t o = 0; o < i->nsrc; o++) {
            ptx_name(s, i->src[o], place, i->name_src, &i->names_src, GMMU_MAX_SRC);
            if (ptx_is_register(i->src[o]))
                i->src[o] = place[i->src[o]];
        }
        for (uint32_t o = 0; o < i->ndst; o++) {
            ptx_name(s, i->dst[o], place, i->name_dst, &i->names_dst, GMMU_MAX_DST);
            if (ptx_is_register(i->dst[o]))
                i->dst[o] = place[i->dst[o]];
        }
    }
}

static bool ptx_scan_run(ptx_scan *s, uint32_t registers, uint32_t *place, const char *file, char *err,
                         size_t err_size) {
    for (uint32_t b = 0; b < s->graph.count; b++)
        ptx_scan_block(s, b);
    while (ptx_scan_round(s)) {
    }
    ptx_scan_lifetimes(s);
    s->k->used = ptx_scan_allocate(s, registers, place);
    if (s->k->used <= registers) {
        ptx_rename(s, place);
        return true;
    }
    (void)snprintf(
        err, err_size,
        "%.900s: kernel %s needs more than %u registers a thread, and nothing is spilled: expected a larger "
        "registers=, at most %u, or shorter lifetimes",
        file, s->k->name, registers, PTX_REGISTERS_MOST);
    return false;
}

bool ptx_registers(ptx_kernel *k, uint32_t registers, const char *file, char *err, size_t err_size) {
    ptx_scan s = {.k = k, .words = (k->regs + WORD_BITS) / WORD_BITS};
    bool ok = false;
    const char *wrong = "out of memory";
    if (ptx_graph_make(k, &s.graph)) {
        const size_t set = (size_t)s.graph.count * s.words;
        uint64_t *sets = NULL;
        if (4 * set * sizeof *sets > SETS_LIMIT)
            wrong = "the kernel is too large: expected fewer registers or branches";
        else
            sets = calloc(4 * set, sizeof *sets);
        uint32_t *place = calloc((size_t)k->regs + 1, sizeof *place);
        s.life = calloc((size_t)k->regs + 1, sizeof *s.life);
        if (sets && place && s.life) {
            wrong = NULL;
            s.read = sets;
            s.written = sets + set;
            s.in = sets + 2 * set;
            s.out = sets + 3 * set;
            ok = ptx_scan_run(&s, registers, place, file, err, err_size);
        }
        free(sets);
        free(place);
        free(s.life);
        ptx_graph_free(&s.graph);
    }
    if (wrong)
        (void)snprintf(err, err_size, "%.900s: %s: kernel %s", file, wrong, k->name);
    return ok;
}
