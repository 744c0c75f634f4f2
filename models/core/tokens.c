/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tokens.h"

#include <stdlib.h>

#define WORD_BYTES    4U
#define PAGE_WORDS    1024U
#define PAGE_BITS     10U
#define MASK_BITS     64U
#define FIRST_BUCKETS 256U

/* Salts that keep the kinds of hashes apart. */
#define SALT_WORD     UINT64_C(0x9e3779b97f4a7c15)
#define SALT_REGISTER UINT64_C(0xc2b2ae3d27d4eb4f)
#define SALT_SHARED   UINT64_C(0x165667b19e3779f9)

typedef struct token_page {
    uint64_t number; /* word address / PAGE_WORDS */
    uint64_t written[PAGE_WORDS / MASK_BITS];
    uint64_t token[PAGE_WORDS];
} token_page;

struct token_memory {
    token_page **bucket; /* open addressing; NULL: empty */
    uint64_t buckets;    /* a power of two */
    uint64_t pages;
    token_page *last; /* found last */
    bool failed;
};

/* The finalizer of splitmix64: a bijection whose every output bit depends on all input bits. */
static inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* What a word holds before it is written. */
static inline uint64_t fresh_word(uint64_t word) {
    return mix(word * SALT_WORD);
}

/* ---- memory ---- */

token_memory *token_memory_new(void) {
    token_memory *m = calloc(1, sizeof(*m));
    if (!m)
        return NULL;
    m->buckets = FIRST_BUCKETS;
    m->bucket = calloc(m->buckets, sizeof(*m->bucket));
    if (m->bucket)
        return m;
    free(m);
    return NULL;
}

void token_memory_free(token_memory *m) {
    if (!m)
        return;
    for (uint64_t i = 0; i < m->buckets; i++)
        free(m->bucket[i]);
    free(m->bucket);
    free(m);
}

bool token_memory_failed(const token_memory *m) {
    return m->failed;
}

/* The bucket of the page, or the empty one where it would go. */
static token_page **bucket_of(token_page **bucket, uint64_t buckets, uint64_t number) {
    uint64_t i = mix(number) & (buckets - 1);
    while (bucket[i] && bucket[i]->number != number)
        i = (i + 1) & (buckets - 1);
    return &bucket[i];
}

static bool grow(token_memory *m) {
    uint64_t buckets = 2 * m->buckets;
    token_page **bucket = calloc(buckets, sizeof(*bucket));
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
static token_page *find_page(token_memory *m, uint64_t number) {
    if (m->last && m->last->number == number)
        return m->last;
    token_page *page = *bucket_of(m->bucket, m->buckets, number);
    if (page)
        m->last = page;
    return page;
}

static token_page *make_page(token_memory *m, uint64_t number) {
    token_page *page = find_page(m, number);
    if (page)
        return page;
    page = calloc(1, sizeof(*page));
    if (!page || (2 * m->pages >= m->buckets && !grow(m))) {
        free(page);
        m->failed = true;
        return NULL;
    }
    page->number = number;
    for (uint64_t i = 0; i < PAGE_WORDS; i++)
        page->token[i] = fresh_word(number * PAGE_WORDS + i);
    *bucket_of(m->bucket, m->buckets, number) = page;
    m->pages++;
    m->last = page;
    return page;
}

static uint64_t read_word(token_memory *m, uint64_t word) {
    const token_page *page = find_page(m, word >> PAGE_BITS);
    return page ? page->token[word % PAGE_WORDS] : fresh_word(word);
}

static void write_word(token_memory *m, uint64_t word, uint64_t token, bool add) {
    token_page *page = make_page(m, word >> PAGE_BITS);
    if (!page)
        return;
    uint64_t i = word % PAGE_WORDS;
    page->token[i] = add ? page->token[i] + token : token;
    page->written[i / MASK_BITS] |= UINT64_C(1) << (i % MASK_BITS);
}

uint64_t token_memory_hash(const token_memory *m) {
    uint64_t sum = 0;
    for (uint64_t b = 0; b < m->buckets; b++) {
        const token_page *page = m->bucket[b];
        for (uint64_t i = 0; page && i < PAGE_WORDS; i++)
            if (page->written[i / MASK_BITS] >> (i % MASK_BITS) & 1)
                sum += mix(page->token[i] ^ mix(page->number * PAGE_WORDS + i));
    }
    return sum;
}

uint64_t token_shared_hash(const token_memory *shared, uint64_t block) {
    return mix(token_memory_hash(shared) ^ mix(block ^ SALT_SHARED));
}

/* ---- registers ---- */

void token_registers_reset(token_registers *r, uint64_t block, uint32_t warp) {
    const uint64_t base = mix(block * GMMU_MAX_WARPS_PER_BLOCK + warp + SALT_REGISTER);
    for (uint64_t i = 0; i < 256; i++)
        r->reg[i] = mix(base + i);
    r->reg[GMMU_NO_REG] = 0;
}

uint64_t token_registers_hash(const token_registers *r, uint64_t block, uint32_t warp) {
    uint64_t hash = mix(block * GMMU_MAX_WARPS_PER_BLOCK + warp + 1);
    for (uint64_t i = 0; i < 256; i++)
        hash = mix(hash + r->reg[i]);
    return hash;
}

/* ---- instructions ---- */

uint64_t token_sources(const token_registers *r, const warp_inst *inst) {
    uint64_t hash = mix(inst->pc ^ (uint64_t)inst->mask << 32);
    for (uint32_t i = 0; i < inst->nsrc; i++)
        hash = mix(hash + r->reg[inst->src[i]]);
    return hash;
}

uint64_t token_result(const warp_inst *inst, uint64_t sources) {
    return mix(sources + inst->op);
}

uint64_t token_access(token_memory *m, const warp_inst *inst, uint64_t sources) {
    const bool narrow = inst->width < WORD_BYTES;
    uint64_t result = token_result(inst, sources);
    for (uint32_t lanes = inst->mask; lanes; lanes &= lanes - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        const uint64_t first = inst->addr[lane] / WORD_BYTES;
        const uint64_t last = (inst->addr[lane] + inst->width - 1) / WORD_BYTES;
        for (uint64_t word = first; word <= last; word++) {
            if (inst->op == OP_ATOMIC)
                write_word(m, word, 1, true);
            else if (inst->op == OP_STORE)
                write_word(m, word, mix(sources + inst->addr[lane] + lane), narrow);
            else if (!narrow)
                result = mix(result + read_word(m, word));
        }
    }
    return result;
}

void token_write(token_registers *r, const warp_inst *inst, uint64_t result) {
    for (uint32_t i = 0; i < inst->ndst; i++) {
        const uint8_t reg = inst->dst[i];
        const uint64_t rest = inst->mask == UINT32_MAX ? 0 : r->reg[reg];
        if (reg != GMMU_NO_REG)
            r->reg[reg] = mix(rest + mix(result + i + 1));
    }
}
