/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/phys_mem.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/chip.h"

#define TABLE_LINES ((UINT64_C(1) << PHYS_MEM_FRAME_BITS) / GMMU_LINE_BYTES)

struct phys_mem {
    frame_pool *data; /* frames 0 .. data_limit - 1 */
    frame_pool *host; /* PHYS_MEM_HOST_FRAMES and on; NULL until one is taken */
    const page_allocator *allocator;
    void *self; /* of the allocator */
    uint64_t data_limit;
    uint64_t table_limit, table_used; /* table_used: tables ever handed out */
    uint64_t **tables;                /* table i lies in frame data_limit + i; NULL: given back */
    uint64_t *spare;                  /* stack of those given back, or not yet used */
    uint64_t spares;
    bool spread; /* the lines of table i lie in frames data_limit + TABLE_LINES x i and on */
};

/* ---- the allocator that is always there ---- */

static void *ascending_create(const page_allocator_setup *setup, char *err, size_t err_size) {
    (void)setup;
    void *self = calloc(1, 1); /* has no state */
    if (self == NULL)
        (void)snprintf(err, err_size, "out of memory");
    return self;
}

static uint64_t ascending_choose(void *self, const frame_pool *pool, uint16_t asid, uint32_t order) {
    (void)self;
    (void)asid;
    return order == 0 ? frame_pool_next_free(pool, 0) : frame_pool_next_run(pool, order, 0);
}

const page_allocator page_allocator_ascending = {
    .row = {"ascending", "the lowest free frames"},
    .create = ascending_create,
    .choose = ascending_choose,
};

/* ---- the memory ---- */

uint64_t phys_mem_table_span(uint64_t table_frames, bool spread) {
    return spread ? table_frames * TABLE_LINES : table_frames;
}

phys_mem *phys_mem_new_with(uint64_t frames, uint64_t table_frames, const page_allocator *allocator,
                            const page_allocator_setup *setup, char *err, size_t err_size) {
    (void)snprintf(err, err_size, "out of memory");
    if (frames > PHYS_MEM_MAX_FRAMES || table_frames == 0 || table_frames >= frames)
        return NULL;
    const uint64_t taken = phys_mem_table_span(table_frames, setup->spread_tables);
    if (taken >= frames) {
        (void)snprintf(err, err_size,
                       "memory.bytes: %" PRIu64 ": expected more than the %" PRIu64 " bytes of page tables",
                       frames << PHYS_MEM_FRAME_BITS, taken << PHYS_MEM_FRAME_BITS);
        return NULL;
    }
    phys_mem *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    page_allocator_setup full = *setup;
    full.frames = m->data_limit = frames - taken;
    m->spread = setup->spread_tables;
    m->table_limit = table_frames;
    m->allocator = allocator;
    m->data = frame_pool_new(m->data_limit);
    m->tables = (uint64_t **)calloc(table_frames, sizeof *m->tables);
    m->spare = calloc(table_frames, sizeof *m->spare);
    if (m->data != NULL && m->tables != NULL && m->spare != NULL)
        m->self = allocator->create(&full, err, err_size);
    if (m->self == NULL) {
        phys_mem_free(m);
        return NULL;
    }
    return m;
}

phys_mem *phys_mem_new(uint64_t frames, uint64_t table_frames) {
    char err[64];
    return phys_mem_new_with(frames, table_frames, &page_allocator_ascending, &(page_allocator_setup){0}, err,
                             sizeof err);
}

void phys_mem_free(phys_mem *m) {
    if (m == NULL)
        return;
    for (uint64_t i = 0; m->tables != NULL && i < m->table_used; i++)
        free(m->tables[i]);
    free((void *)m->tables);
    free(m->spare);
    if (m->self != NULL)
        (m->allocator->destroy != NULL ? m->allocator->destroy : free)(m->self);
    frame_pool_free(m->data);
    frame_pool_free(m->host);
    free(m);
}

bool phys_mem_alloc_run(phys_mem *m, uint16_t asid, uint32_t order, uint64_t *ppn) {
    *ppn = m->allocator->choose(m->self, m->data, asid, order);
    return *ppn != FRAME_NONE && frame_pool_take(m->data, *ppn, UINT64_C(1) << order);
}

bool phys_mem_alloc_host_run(phys_mem *m, uint32_t order, uint64_t *ppn) {
    if (m->data_limit + phys_mem_table_span(m->table_limit, m->spread) > PHYS_MEM_HOST_FRAMES)
        return false;
    if (m->host == NULL)
        m->host = frame_pool_new(PHYS_MEM_MAX_FRAMES - PHYS_MEM_HOST_FRAMES);
    const uint64_t first = m->host != NULL ? frame_pool_next_run(m->host, order, 0) : FRAME_NONE;
    *ppn = PHYS_MEM_HOST_FRAMES + first;
    return first != FRAME_NONE && frame_pool_take(m->host, first, UINT64_C(1) << order);
}

bool phys_mem_release_run(phys_mem *m, uint16_t asid, uint64_t ppn, uint32_t order) {
    if (m->host != NULL && phys_mem_is_host(ppn))
        return frame_pool_give(m->host, ppn - PHYS_MEM_HOST_FRAMES, UINT64_C(1) << order);
    if (!frame_pool_give(m->data, ppn, UINT64_C(1) << order))
        return false;
    if (m->allocator->released != NULL)
        m->allocator->released(m->self, asid, ppn, order);
    return true;
}

bool phys_mem_alloc_beside(phys_mem *m, uint16_t asid, uint64_t from, uint64_t *ppn) {
    *ppn = m->allocator->beside != NULL ? m->allocator->beside(m->self, m->data, asid, from) : FRAME_NONE;
    return *ppn != FRAME_NONE && frame_pool_take(m->data, *ppn, 1);
}

void phys_mem_splintered(phys_mem *m, uint64_t ppn) {
    if (m->allocator->splintered != NULL)
        m->allocator->splintered(m->self, ppn);
}

uint64_t phys_mem_owned(const phys_mem *m) {
    return m->allocator->owned != NULL ? m->allocator->owned(m->self) : 0;
}

bool phys_mem_serves(const phys_mem *m, uint64_t ppn, uint16_t *asid) {
    return m->allocator->serves != NULL && m->allocator->serves(m->self, ppn, asid);
}

uint64_t phys_mem_spare(const phys_mem *m) {
    return m->allocator->spare != NULL ? m->allocator->spare(m->self, m->data) : 0;
}

bool phys_mem_apart(const phys_mem *m, uint16_t asid) {
    return m->allocator->apart == NULL || m->allocator->apart(m->self, m->data, asid);
}

bool phys_mem_reserve(phys_mem *m, uint64_t first, uint64_t bytes) {
    uint64_t frame = first >> PHYS_MEM_FRAME_BITS;
    uint64_t end = (first + bytes + (UINT64_C(1) << PHYS_MEM_FRAME_BITS) - 1) >> PHYS_MEM_FRAME_BITS;
    end = end < m->data_limit ? end : m->data_limit;
    return frame >= end || frame_pool_take(m->data, frame, end - frame);
}

bool phys_mem_taken(const phys_mem *m, uint64_t ppn) {
    return frame_pool_next_free(m->data, ppn) != ppn;
}

static bool table_suits(const phys_mem *m, uint16_t asid, uint64_t number) {
    return m->allocator->table == NULL || m->allocator->table(m->self, asid, m->data_limit + number);
}

/* The spare table that was given back last, or a new one; new ones of other address spaces become spare.
 * table_limit: none. */
static uint64_t take_table(phys_mem *m, uint16_t asid) {
    for (uint64_t i = m->spares; i-- > 0;) {
        const uint64_t number = m->spare[i];
        if (!table_suits(m, asid, number))
            continue;
        memmove(&m->spare[i], &m->spare[i + 1], (--m->spares - i) * sizeof *m->spare);
        return number;
    }
    while (m->table_used < m->table_limit && !table_suits(m, asid, m->table_used))
        m->spare[m->spares++] = m->table_used++;
    return m->table_used < m->table_limit ? m->table_used++ : m->table_limit;
}

bool phys_mem_alloc_table(phys_mem *m, uint16_t asid, uint64_t *ppn) {
    uint64_t *table = calloc(PHYS_MEM_TABLE_ENTRIES, sizeof *table);
    const uint64_t number = table != NULL ? take_table(m, asid) : m->table_limit;
    if (number == m->table_limit) {
        free(table);
        return false;
    }
    m->tables[number] = table;
    *ppn = m->data_limit + number;
    return true;
}

void phys_mem_release_table(phys_mem *m, uint64_t ppn) {
    uint64_t number = ppn - m->data_limit;
    free(m->tables[number]);
    m->tables[number] = NULL;
    m->spare[m->spares++] = number;
}

/* The host's copy of the word at paddr, or NULL outside allocated tables. */
static uint64_t *word_at(const phys_mem *m, uint64_t paddr) {
    uint64_t number = (paddr >> PHYS_MEM_FRAME_BITS) - m->data_limit; /* huge below the tables */
    if (number >= m->table_used || m->tables[number] == NULL)
        return NULL;
    return &m->tables[number][(paddr >> 3) % PHYS_MEM_TABLE_ENTRIES];
}

uint64_t phys_mem_read(const phys_mem *m, uint64_t paddr) {
    const uint64_t *word = word_at(m, paddr);
    return word != NULL ? *word : 0;
}

void phys_mem_write(phys_mem *m, uint64_t paddr, uint64_t value) {
    uint64_t *word = word_at(m, paddr);
    if (word != NULL)
        *word = value;
}

uint64_t phys_mem_table_line(const phys_mem *m, uint64_t paddr) {
    if (!m->spread)
        return paddr & ~(uint64_t)(GMMU_LINE_BYTES - 1);
    const uint64_t number = (paddr >> PHYS_MEM_FRAME_BITS) - m->data_limit;
    const uint64_t line = paddr / GMMU_LINE_BYTES % TABLE_LINES;
    return (m->data_limit + number * TABLE_LINES + line) << PHYS_MEM_FRAME_BITS;
}

uint64_t phys_mem_frames(const phys_mem *m) {
    return m->data_limit;
}

uint64_t phys_mem_host_frames(const phys_mem *m) {
    return m->host != NULL ? frame_pool_frames(m->host) - frame_pool_free_frames(m->host) : 0;
}

uint64_t phys_mem_data_frames(const phys_mem *m) {
    return m->data_limit - frame_pool_free_frames(m->data);
}

uint64_t phys_mem_table_frames(const phys_mem *m) {
    return m->table_used - m->spares;
}

bool phys_mem_en_masse(const phys_mem *m) {
    return m->allocator->en_masse;
}

const char *phys_mem_used_up(const phys_mem *m) {
    return m->allocator->used_up != NULL ? m->allocator->used_up : "the simulated physical memory is used up";
}

uint64_t phys_mem_failsafe(const phys_mem *m) {
    return m->allocator->failsafe != NULL ? m->allocator->failsafe(m->self) : 0;
}

uint64_t phys_mem_scattered(const phys_mem *m, uint32_t order) {
    return frame_pool_free_frames(m->data) - (frame_pool_runs(m->data, order) << order);
}
