/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/phys_mem.h"

#include <stdlib.h>

struct phys_mem {
    uint64_t data_limit, data_used; /* data frames are 0 .. data_limit - 1 */
    uint64_t table_limit, table_used;
    uint64_t **tables; /* table i lies in frame data_limit + i */
};

phys_mem *phys_mem_new(uint64_t frames, uint64_t table_frames) {
    if (frames > PHYS_MEM_MAX_FRAMES || table_frames == 0 || table_frames >= frames)
        return NULL;
    phys_mem *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->data_limit = frames - table_frames;
    m->table_limit = table_frames;
    m->tables = (uint64_t **)calloc(table_frames, sizeof *m->tables);
    if (m->tables == NULL) {
        free(m);
        return NULL;
    }
    return m;
}

void phys_mem_free(phys_mem *m) {
    if (m == NULL)
        return;
    for (uint64_t i = 0; i < m->table_used; i++)
        free(m->tables[i]);
    free((void *)m->tables);
    free(m);
}

bool phys_mem_alloc_run(phys_mem *m, uint32_t frame_bits, uint64_t *ppn) {
    uint64_t frames = UINT64_C(1) << frame_bits;
    uint64_t first = (m->data_used + frames - 1) & ~(frames - 1);
    if (first > m->data_limit || frames > m->data_limit - first)
        return false;
    *ppn = first;
    m->data_used = first + frames;
    return true;
}

bool phys_mem_alloc_table(phys_mem *m, uint64_t *ppn) {
    if (m->table_used == m->table_limit)
        return false;
    uint64_t *table = calloc(PHYS_MEM_TABLE_ENTRIES, sizeof *table);
    if (table == NULL)
        return false;
    m->tables[m->table_used] = table;
    *ppn = m->data_limit + m->table_used++;
    return true;
}

/* The host's copy of the word at paddr, or NULL outside allocated tables. */
static uint64_t *word_at(const phys_mem *m, uint64_t paddr) {
    uint64_t ppn = paddr >> PHYS_MEM_FRAME_BITS;
    if (ppn < m->data_limit || ppn - m->data_limit >= m->table_used)
        return NULL;
    return &m->tables[ppn - m->data_limit][(paddr >> 3) % PHYS_MEM_TABLE_ENTRIES];
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

uint64_t phys_mem_data_frames(const phys_mem *m) {
    return m->data_used;
}

uint64_t phys_mem_table_frames(const phys_mem *m) {
    return m->table_used;
}
