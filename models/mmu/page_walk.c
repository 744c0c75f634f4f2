/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/page_walk.h"

uint64_t page_walk_entry(const page_table_format *f, const page_walk *w, uint64_t vpn) {
    if (w->coalesced)
        return w->table << PHYS_MEM_FRAME_BITS;
    const page_table_level *level = &f->level[w->level - 1];
    uint32_t low = page_walk_bits(f, w);
    uint32_t bits = level->bits + level->low - low; /* fewer in a table of larger pages */
    uint64_t index = (vpn >> (low - PHYS_MEM_FRAME_BITS)) & ((UINT64_C(1) << bits) - 1);
    return (w->table << PHYS_MEM_FRAME_BITS) + index * page_table_entry_spacing(f, w->level);
}

/* The entry of the last level. */
static page_walk_state last_step(page_walk *w, uint64_t pte) {
    if (pte == 0 && w->second != 0) {
        *w = (page_walk){.table = w->second, .level = w->level};
        return PAGE_WALK_DOWN;
    }
    return (pte & PTE_PRESENT) != 0 ? PAGE_WALK_LEAF : PAGE_WALK_ABSENT;
}

page_walk_state page_walk_step(const page_table_format *f, const phys_mem *m, page_walk *w, uint64_t vpn,
                               uint64_t *pte) {
    uint64_t entry = page_walk_entry(f, w, vpn);
    *pte = phys_mem_read(m, entry);
    if (w->level == f->levels)
        return last_step(w, *pte);
    if (page_walk_is_large_leaf(f, *pte))
        return (*pte & PTE_PRESENT) != 0 ? PAGE_WALK_LEAF : PAGE_WALK_ABSENT;
    uint64_t small = (*pte & PTE_PRESENT) != 0 ? pte_ppn(*pte) : 0;
    uint64_t large = 0;
    if (page_table_entry_bytes(f, w->level) == 16) {
        uint64_t other = phys_mem_read(m, entry + sizeof *pte);
        large = (other & PTE_PRESENT) != 0 ? pte_ppn(other) : 0;
    }
    if (small == 0 && large == 0)
        return PAGE_WALK_ABSENT;
    *w = (page_walk){.table = large != 0 ? large : small,
                     .second = large != 0 ? small : 0,
                     .level = (uint8_t)(w->level + 1),
                     .large = large != 0,
                     .coalesced = (*pte & PTE_LARGE) != 0 && w->level + 1U == f->levels};
    return PAGE_WALK_DOWN;
}
