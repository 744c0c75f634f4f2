/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/values.h"

#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "program/page_set.h"

#define WORD_BYTES    4U
#define PAGE_WORDS    1024U
#define PAGE_BITS     10U
#define MASK_BITS     64U
#define FIRST_BUCKETS 256U

#define NOWHERE UINT64_C(0xbad0bad0bad) /* a page that nobody has: what lies where nothing was put */

/* Salts that keep the kinds of hashes apart. */
#define SALT_WORD     MIX_GOLDEN
#define SALT_REGISTER UINT64_C(0xc2b2ae3d27d4eb4f)
#define SALT_SHARED   UINT64_C(0x165667b19e3779f9)

typedef struct value_page {
    uint64_t number; /* word address / PAGE_WORDS, or the frame */
    uint64_t written[PAGE_WORDS / MASK_BITS];
    uint64_t value[PAGE_WORDS];
} value_page;

struct value_memory {
    value_page **bucket; /* open addressing; NULL: empty */
    uint64_t buckets;    /* a power of two */
    uint64_t pages;
    value_page *last; /* found last */
    bool failed;
    value_frame frame; /* NULL: values lie by address */
    void *frame_ctx;
    page_set placed; /* pages that have been put into a frame */
};

/* What a word holds before it is written. */
static inline uint64_t fresh_word(uint64_t word) {
    return mix(word * SALT_WORD);
}

/* ---- memory ---- */

value_memory *value_memory_new(void) {
    value_memory *m = calloc(1, sizeof(*m));
    if (!m)
        return NULL;
    m->buckets = FIRST_BUCKETS;
    m->bucket = calloc(m->buckets, sizeof(*m->bucket));
    if (m->bucket)
        return m;
    free(m);
    return NULL;
}

void value_memory_free(value_memory *m) {
    if (!m)
        return;
    for (uint64_t i = 0; i < m->buckets; i++)
        free(m->bucket[i]);
    free(m->bucket);
    page_set_clear(&m->placed);
    free(m);
}

bool value_memory_failed(const value_memory *m) {
    return m->failed;
}

/* The bucket of the page, or the empty one where it would go. */
static value_page **bucket_of(value_page **bucket, uint64_t buckets, uint64_t number) {
    uint64_t i = mix(number) & (buckets - 1);
    while (bucket[i] && bucket[i]->number != number)
        i = (i + 1) & (buckets - 1);
    return &bucket[i];
}

static bool values_grow(value_memory *m) {
    uint64_t buckets = 2 * m->buckets;
    value_page **bucket = calloc(buckets, sizeof(*bucket));
    if (!bucket)
        return false;
    for (uint64_t i = 0; i < m->buckets; i++)
        if (m->bucket[i])
            *bucket_of(bucket, buckets, m->bucket[i]->number) = m->bucket[i];
    free(m->bucket);
    m->bucket = bucket;
    m->buckets = buckets;
    return true;
}

/* The page, or NULL when nothing of it was written yet. */
static value_page *values_find_page(value_memory *m, uint64_t number) {
    if (m->last && m->last->number == number)
        return m->last;
    value_page *page = *bucket_of(m->bucket, m->buckets, number);
    if (page)
        m->last = page;
    return page;
}

/* Nothing has been written in it: it holds what lies in page `origin` then. */
static void value_page_fill(value_page *page, uint64_t origin) {
    memset(page->written, 0, sizeof page->written);
    for (uint64_t i = 0; i < PAGE_WORDS; i++)
        page->value[i] = fresh_word(origin * PAGE_WORDS + i);
}

/* The page of this number; a new one holds what lies in page `origin`. */
static value_page *make_page(value_memory *m, uint64_t number, uint64_t origin) {
    value_page *page = values_find_page(m, number);
    if (page)
        return page;
    page = calloc(1, sizeof(*page));
    if (!page || (2 * m->pages >= m->buckets && !values_grow(m))) {
        free(page);
        m->failed = true;
        return NULL;
    }
    page->number = number;
    value_page_fill(page, origin);
    *bucket_of(m->bucket, m->buckets, number) = page;
    m->pages++;
    m->last = page;
    return page;
}

/* ---- values in frames ---- */

value_memory *value_memory_new_in_frames(value_frame frame, void *ctx) {
    value_memory *m = value_memory_new();
    if (!m)
        return NULL;
    m->frame = frame;
    m->frame_ctx = ctx;
    return m;
}

void value_memory_place(value_memory *m, uint64_t vpn, uint64_t ppn) {
    const page_set_result r = page_set_add(&m->placed, vpn);
    m->failed |= r == PAGE_SET_NO_MEMORY;
    if (r != PAGE_SET_NEW)
        return;
    value_page *before = values_find_page(m, ppn);
    if (before) /* the frame has had another page */
        value_page_fill(before, vpn);
    else
        (void)make_page(m, ppn, vpn);
}

void value_memory_copy(value_memory *m, uint64_t from, uint64_t to) {
    value_page *target = make_page(m, to, NOWHERE);
    const value_page *source = values_find_page(m, from);
    if (!target || !source)
        return;
    memcpy(target->written, source->written, sizeof target->written);
    memcpy(target->value, source->value, sizeof target->value);
}

/* The frame of a page, which is placed there if it has not been placed; of a page without a frame: itself. */
static uint64_t page_number(value_memory *m, uint64_t vpn) {
    uint64_t ppn = vpn;
    if (m->frame && m->frame(m->frame_ctx, vpn, &ppn))
        value_memory_place(m, vpn, ppn);
    return ppn;
}

/* ---- words ---- */

static uint64_t read_word(value_memory *m, uint64_t word) {
    const value_page *page = values_find_page(m, page_number(m, word >> PAGE_BITS));
    if (page)
        return page->value[word % PAGE_WORDS];
    return fresh_word(m->frame ? NOWHERE : word);
}

uint64_t value_memory_word(value_memory *m, uint64_t address) {
    return read_word(m, address / WORD_BYTES);
}

static void write_word(value_memory *m, uint64_t word, uint64_t value, bool add) {
    const uint64_t number = page_number(m, word >> PAGE_BITS);
    value_page *page = make_page(m, number, m->frame ? NOWHERE : number);
    if (!page)
        return;
    uint64_t i = word % PAGE_WORDS;
    page->value[i] = add ? page->value[i] + value : value;
    page->written[i / MASK_BITS] |= UINT64_C(1) << (i % MASK_BITS);
}

/* Of the words written in a page that lies at virtual page `vpn`. */
static uint64_t page_hash(const value_page *page, uint64_t vpn) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < PAGE_WORDS; i++)
        if (page->written[i / MASK_BITS] >> (i % MASK_BITS) & 1)
            sum += mix(page->value[i] ^ mix(vpn * PAGE_WORDS + i));
    return sum;
}

/* Of the pages placed, by what lies in their frames now. */
static uint64_t hash_in_frames(const value_memory *m) {
    uint64_t sum = 0, vpn = 0;
    for (uint64_t at = 0; page_set_next(&m->placed, &at, &vpn);) {
        uint64_t ppn = 0;
        if (!m->frame(m->frame_ctx, vpn, &ppn))
            continue;
        const value_page *page = *bucket_of(m->bucket, m->buckets, ppn);
        sum += page ? page_hash(page, vpn) : fresh_word(NOWHERE);
    }
    return sum;
}

static bool holds_fresh(const value_page *page, uint64_t vpn) {
    bool same = page != NULL;
    for (uint64_t i = 0; same && i < PAGE_WORDS; i++)
        same = page->value[i] == fresh_word(vpn * PAGE_WORDS + i);
    return same;
}

uint64_t value_memory_astray(const value_memory *m) {
    uint64_t astray = 0, vpn = 0;
    for (uint64_t at = 0; page_set_next(&m->placed, &at, &vpn);) {
        uint64_t ppn = 0;
        astray +=
            !m->frame(m->frame_ctx, vpn, &ppn) || !holds_fresh(*bucket_of(m->bucket, m->buckets, ppn), vpn);
    }
    return astray;
}

uint64_t value_memory_hash(const value_memory *m) {
    uint64_t sum = 0;
    if (m->frame)
        return hash_in_frames(m);
    for (uint64_t b = 0; b < m->buckets; b++)
        if (m->bucket[b])
            sum += page_hash(m->bucket[b], m->bucket[b]->number);
    return sum;
}

void value_memory_lose(value_memory *m, uint64_t from) {
    for (uint64_t b = 0; b < m->buckets; b++)
        for (uint64_t i = 0; m->bucket[b] && i < PAGE_WORDS; i++)
            if ((m->bucket[b]->number * PAGE_WORDS + i) * WORD_BYTES >= from)
                m->bucket[b]->value[i] = ~m->bucket[b]->value[i];
}

uint64_t value_shared_hash(const value_memory *shared, uint64_t block) {
    return mix(value_memory_hash(shared) ^ mix(block ^ SALT_SHARED));
}

/* ---- registers ---- */

void value_registers_reset(value_registers *r, uint64_t block, uint32_t warp) {
    const uint64_t base = mix(block * GMMU_MAX_WARPS_PER_BLOCK + warp + SALT_REGISTER);
    for (uint64_t i = 0; i < 256; i++)
        r->reg[i] = mix(base + i);
    r->reg[GMMU_NO_REG] = 0;
}

void value_registers_lose(value_registers *r, uint64_t from, uint64_t end) {
    for (uint64_t i = from; i < end && i < 256; i++)
        if (i != GMMU_NO_REG)
            r->reg[i] = ~r->reg[i];
}

uint64_t value_registers_hash(const value_registers *r, uint64_t block, uint32_t warp) {
    uint64_t hash = mix(block * GMMU_MAX_WARPS_PER_BLOCK + warp + 1);
    for (uint64_t i = 0; i < 256; i++)
        hash = mix(hash + r->reg[i]);
    return hash;
}

/* ---- instructions ---- */

uint64_t value_sources(const value_registers *r, const warp_inst *inst) {
    uint64_t hash = mix(inst->pc ^ (uint64_t)inst->mask << 32);
    for (uint32_t i = 0; i < inst->nsrc; i++)
        hash = mix(hash + r->reg[inst->src[i]]);
    return hash;
}

uint64_t value_result(const warp_inst *inst, uint64_t sources) {
    return mix(sources + inst->op);
}

uint64_t value_access(value_memory *m, const warp_inst *inst, uint64_t sources) {
    const bool narrow = inst->width < WORD_BYTES;
    uint64_t result = value_result(inst, sources);
    for (uint32_t lanes = inst->mask; lanes; lanes &= lanes - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        const uint64_t first = inst->addr[lane] / WORD_BYTES;
        const uint64_t last = (inst->addr[lane] + inst->width - 1) / WORD_BYTES;
        for (uint64_t word = first; word <= last; word++) {
            if (inst->op == OP_ATOMIC || inst->op == OP_STORE)
                write_word(m, word, mix(sources + inst->addr[lane] + lane), narrow || inst->op == OP_ATOMIC);
            else if (!narrow)
                result = mix(result + read_word(m, word));
        }
    }
    return result;
}

void value_write(value_registers *r, const warp_inst *inst, uint64_t result) {
    for (uint32_t i = 0; i < inst->ndst; i++) {
        const uint8_t reg = inst->dst[i];
        const uint64_t rest = inst->mask == UINT32_MAX ? 0 : r->reg[reg];
        if (reg != GMMU_NO_REG)
            r->reg[reg] = mix(rest + mix(result + i + 1));
    }
}
