/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/address_space.h"

#include <stdlib.h>

#include "base/alloc.h"

#include "gmmu_params.h"

/* A table out of use, with nothing below it but tables. */
typedef struct {
    uint64_t table; /* PPN */
    uint32_t level;
} old_table;

struct address_space {
    phys_mem *mem;
    const page_table_format *format;
    uint64_t root; /* PPN */
    uint64_t pages;
    uint64_t generation;
    uint16_t asid;
    old_table *old;
    size_t olds;
};

const char *map_result_text(map_result r) {
    switch (r) {
    case MAP_OK:
        return "mapped";
    case MAP_ALREADY:
        return "the page is mapped already";
    case MAP_BAD_VPN:
        return "the address is beyond the virtual address space";
    case MAP_BAD_SIZE:
        return "the page table has no pages of this size";
    case MAP_SMALLER:
        return "smaller pages are mapped within the page";
    case MAP_NO_MEMORY:
        return "the simulated physical memory is used up";
    }
    return "unknown result";
}

address_space *address_space_new(phys_mem *mem, uint16_t asid, const page_table_format *format) {
    if (asid >> GMMU_ASID_W != 0)
        return NULL;
    address_space *as = calloc(1, sizeof *as);
    if (as == NULL)
        return NULL;
    as->mem = mem;
    as->asid = asid;
    as->format = format;
    if (!phys_mem_alloc_table(mem, asid, &as->root)) {
        free(as);
        return NULL;
    }
    return as;
}

/* Gives back all that a table of `level` leads to; its own pages have 1 << bits bytes. */
static void release_below(address_space *as, uint64_t table, uint32_t level, uint32_t bits) {
    const page_table_format *f = as->format;
    const uint64_t first = table << PHYS_MEM_FRAME_BITS;
    const bool dual = page_table_entry_bytes(f, level) == 16;
    for (uint64_t at = first; at < first + (1U << PHYS_MEM_FRAME_BITS); at += sizeof(uint64_t)) {
        uint64_t pte = phys_mem_read(as->mem, at);
        if (pte == 0)
            continue;
        if (level >= f->levels || level == PAGE_TABLE_MAX_LEVELS || page_walk_is_large_leaf(f, pte)) {
            (void)phys_mem_release_run(as->mem, as->asid, pte_ppn(pte), bits - PHYS_MEM_FRAME_BITS);
        } else {
            bool larger = dual && at % 16 != 0; /* the second word leads to larger pages */
            release_below(as, pte_ppn(pte), level + 1, larger ? f->dual_low : f->level[level].low);
            phys_mem_release_table(as->mem, pte_ppn(pte));
        }
        phys_mem_write(as->mem, at, 0);
    }
}

void address_space_clear(address_space *as) {
    release_below(as, as->root, 1, as->format->level[0].low);
    for (size_t i = 0; i < as->olds; i++) {
        release_below(as, as->old[i].table, as->old[i].level, PHYS_MEM_FRAME_BITS); /* no pages there */
        phys_mem_release_table(as->mem, as->old[i].table);
    }
    as->olds = 0;
    as->pages = 0;
    as->generation++;
}

void address_space_free(address_space *as) {
    if (as == NULL)
        return;
    address_space_clear(as);
    phys_mem_release_table(as->mem, as->root);
    free(as->old);
    free(as);
}

uint16_t address_space_asid(const address_space *as) {
    return as->asid;
}

const page_table_format *address_space_format(const address_space *as) {
    return as->format;
}

uint64_t address_space_root(const address_space *as) {
    return as->root;
}

phys_mem *address_space_memory(const address_space *as) {
    return as->mem;
}

uint64_t address_space_pages(const address_space *as) {
    return as->pages;
}

uint64_t address_space_generation(const address_space *as) {
    return as->generation;
}

static bool vpn_in_range(const address_space *as, uint64_t vpn) {
    return vpn >> (page_table_virtual_bits(as->format) - PHYS_MEM_FRAME_BITS) == 0;
}

/* ---- the entry of a page that is to be ---- */

static bool is_zero(const phys_mem *m, uint64_t first, uint64_t bytes) {
    for (uint64_t at = first; at < first + bytes; at += sizeof(uint64_t))
        if (phys_mem_read(m, at) != 0)
            return false;
    return true;
}

/* The table that the pointer at `entry` leads to, added when there is none; false: out of memory. */
static bool enter_table(address_space *as, uint64_t entry, uint64_t *table) {
    uint64_t pte = phys_mem_read(as->mem, entry);
    if ((pte & PTE_PRESENT) == 0) {
        if (!phys_mem_alloc_table(as->mem, as->asid, table))
            return false;
        phys_mem_write(as->mem, entry, pte_make(*table, PTE_PRESENT));
        return true;
    }
    *table = pte_ppn(pte);
    return true;
}

/* The entries of the other table of a dual entry that lie under the page at w, as bytes. */
static bool other_table_clear(const address_space *as, const page_walk *w, uint64_t dual, uint64_t vpn) {
    const page_table_format *f = as->format;
    uint64_t pte = phys_mem_read(as->mem, w->large ? dual : dual + sizeof pte);
    if ((pte & PTE_PRESENT) == 0)
        return true;
    page_walk other = {.table = pte_ppn(pte), .level = w->level, .large = !w->large};
    uint32_t small = f->level[f->levels - 1].low;
    uint64_t pages = w->large ? UINT64_C(1) << (f->dual_low - small) : 1;
    uint64_t frames = UINT64_C(1) << (page_walk_bits(f, w) - PHYS_MEM_FRAME_BITS);
    uint64_t first = page_walk_entry(f, &other, vpn & ~(frames - 1));
    return is_zero(as->mem, first, pages * page_table_entry_spacing(f, other.level));
}

/* Is nothing mapped or reserved below a table of `level`? At most as deep as the format. */
static bool table_empty(const address_space *as, uint64_t table, uint32_t level) {
    uint64_t first = table << PHYS_MEM_FRAME_BITS;
    for (uint64_t at = first; at < first + (1U << PHYS_MEM_FRAME_BITS); at += sizeof(uint64_t)) {
        uint64_t pte = phys_mem_read(as->mem, at);
        bool pointer = level < as->format->levels && !page_walk_is_large_leaf(as->format, pte);
        if (pte != 0 && !(pointer && table_empty(as, pte_ppn(pte), level + 1)))
            return false;
    }
    return true;
}

/* A pointer stands where the leaf of a larger page is to be: it must lead to nothing but empty tables, which
 * are kept aside until the address space is cleared: a walk may be on its way to them. */
static map_result forget_tables(address_space *as, const page_walk *w, uint64_t entry) {
    uint32_t words = page_table_entry_bytes(as->format, w->level) / sizeof(uint64_t);
    bool any = false;
    for (uint32_t i = 0; i < words; i++) {
        uint64_t pte = phys_mem_read(as->mem, entry + i * sizeof pte);
        if (pte != 0 && !table_empty(as, pte_ppn(pte), w->level + 1U))
            return MAP_SMALLER;
        any |= pte != 0;
    }
    for (uint32_t i = 0; any && i < words; i++) {
        uint64_t pte = phys_mem_read(as->mem, entry + i * sizeof pte);
        if (pte == 0)
            continue;
        as->old = alloc_resize(as->old, as->olds + 1, sizeof *as->old);
        as->old[as->olds++] = (old_table){.table = pte_ppn(pte), .level = w->level + 1U};
        phys_mem_write(as->mem, entry + i * sizeof pte, 0);
    }
    as->generation += any;
    return MAP_OK;
}

/* Finds the empty entry for a page, adding missing tables on the way down. */
static map_result make_place(address_space *as, uint64_t vpn, uint32_t bits, page_walk *w, uint64_t *entry) {
    const page_table_format *f = as->format;
    uint64_t dual = 0;
    *w = page_walk_begin(as->root);
    while (*entry = page_walk_entry(f, w, vpn), page_walk_bits(f, w) != bits) {
        bool two = page_table_entry_bytes(f, w->level) == 16;
        if (page_walk_is_large_leaf(f, phys_mem_read(as->mem, *entry)))
            return MAP_ALREADY;
        dual = two ? *entry : 0;
        w->large = two && bits == f->dual_low;
        if (!enter_table(as, w->large ? *entry + sizeof(uint64_t) : *entry, &w->table))
            return MAP_NO_MEMORY;
        w->level++;
    }
    uint64_t pte = phys_mem_read(as->mem, *entry);
    if (w->level == f->levels) {
        if (pte != 0)
            return MAP_ALREADY;
        return dual == 0 || other_table_clear(as, w, dual, vpn) ? MAP_OK
               : w->large                                       ? MAP_SMALLER
                                                                : MAP_ALREADY;
    }
    return (pte & PTE_LARGE) != 0 ? MAP_ALREADY : forget_tables(as, w, *entry);
}

static map_result reserve_page(address_space *as, uint64_t vpn, uint32_t bits, bool host) {
    if (!vpn_in_range(as, vpn))
        return MAP_BAD_VPN;
    if (bits >= PAGE_TABLE_VIRTUAL_BITS || (page_table_sizes(as->format) >> bits & 1) == 0)
        return MAP_BAD_SIZE;
    page_walk w;
    uint64_t entry, ppn;
    map_result r = make_place(as, vpn, bits, &w, &entry);
    if (r != MAP_OK)
        return r;
    if (!(host ? phys_mem_alloc_host_run(as->mem, bits - PHYS_MEM_FRAME_BITS, &ppn)
               : phys_mem_alloc_run(as->mem, as->asid, bits - PHYS_MEM_FRAME_BITS, &ppn)))
        return MAP_NO_MEMORY;
    uint64_t large = w.level != as->format->levels ? PTE_LARGE : 0;
    phys_mem_write(as->mem, entry, pte_make(ppn, PTE_RESERVED | PTE_WRITABLE | large));
    return MAP_OK;
}

map_result address_space_reserve(address_space *as, uint64_t vpn, uint32_t bits) {
    return reserve_page(as, vpn, bits, false);
}

/* ---- pages that are ---- */

typedef struct {
    uint64_t entry; /* physical byte address */
    uint64_t pte;
    uint32_t bits;
    bool coalesced;
} leaf;

/* The leaf of a page that has one of `flags`; of a coalesced page the leaf of its first page. */
static bool find_leaf(const address_space *as, uint64_t vpn, uint64_t flags, leaf *l) {
    if (!vpn_in_range(as, vpn))
        return false;
    page_walk w = page_walk_begin(as->root);
    do {
        l->entry = page_walk_entry(as->format, &w, vpn);
        l->bits = page_walk_bits(as->format, &w);
    } while (page_walk_step(as->format, as->mem, &w, vpn, &l->pte) == PAGE_WALK_DOWN);
    l->coalesced = w.coalesced;
    return (l->pte & flags) != 0;
}

/* The same, of a page that can be changed: while it is coalesced, others rely on it. */
static bool find_own_leaf(const address_space *as, uint64_t vpn, uint64_t flags, leaf *l) {
    return find_leaf(as, vpn, flags, l) && !l->coalesced;
}

bool address_space_make_resident(address_space *as, uint64_t vpn) {
    leaf l;
    if (!find_own_leaf(as, vpn, PTE_RESERVED, &l))
        return false;
    phys_mem_write(as->mem, l.entry, (l.pte & ~PTE_RESERVED) | PTE_PRESENT);
    as->pages++;
    return true;
}

static map_result map_page(address_space *as, uint64_t vpn, uint32_t bits, bool host) {
    const map_result r = reserve_page(as, vpn, bits, host);
    if (r != MAP_OK && r != MAP_ALREADY)
        return r;
    return address_space_make_resident(as, vpn) ? MAP_OK : MAP_ALREADY;
}

map_result address_space_map(address_space *as, uint64_t vpn, uint32_t bits) {
    return map_page(as, vpn, bits, false);
}

map_result address_space_map_host(address_space *as, uint64_t vpn, uint32_t bits) {
    return map_page(as, vpn, bits, true);
}

map_result address_space_give_frame(address_space *as, uint64_t vpn, bool resident) {
    const uint64_t pages = UINT64_C(1) << PAGE_ALLOCATOR_LARGE, first = vpn & ~(pages - 1);
    uint64_t ppn, entry;
    page_walk w;
    leaf l;
    if (!vpn_in_range(as, vpn))
        return MAP_BAD_VPN;
    for (uint64_t i = 0; i < pages; i++)
        if (find_leaf(as, first + i, PTE_PRESENT | PTE_RESERVED, &l))
            return MAP_ALREADY;
    if (!phys_mem_alloc_run(as->mem, as->asid, PAGE_ALLOCATOR_LARGE, &ppn))
        return MAP_NO_MEMORY;
    for (uint64_t i = 0; i < pages; i++) {
        const map_result r = make_place(as, first + i, PHYS_MEM_FRAME_BITS, &w, &entry);
        if (r != MAP_OK) { /* no table: the frames left over go back */
            for (; i < pages; i++)
                (void)phys_mem_release_run(as->mem, as->asid, ppn + i, 0);
            return r;
        }
        phys_mem_write(as->mem, entry,
                       pte_make(ppn + i, (resident ? PTE_PRESENT : PTE_RESERVED) | PTE_WRITABLE));
        as->pages += resident;
    }
    return MAP_OK;
}

static void change_leaf(address_space *as, const leaf *l, uint64_t pte) {
    phys_mem_write(as->mem, l->entry, pte);
    as->generation++;
}

bool address_space_protect(address_space *as, uint64_t vpn, bool writable) {
    leaf l;
    if (!find_own_leaf(as, vpn, PTE_PRESENT, &l))
        return false;
    change_leaf(as, &l, writable ? l.pte | PTE_WRITABLE : l.pte & ~PTE_WRITABLE);
    return true;
}

bool address_space_restrict(address_space *as, uint64_t vpn, bool system) {
    leaf l;
    if (!find_own_leaf(as, vpn, PTE_PRESENT, &l))
        return false;
    change_leaf(as, &l, system ? l.pte | PTE_SYSTEM : l.pte & ~PTE_SYSTEM);
    return true;
}

/* The page goes to other frames, which are taken; its own come back. */
static void move_leaf(address_space *as, const leaf *l, uint64_t ppn) {
    (void)phys_mem_release_run(as->mem, as->asid, pte_ppn(l->pte), l->bits - PHYS_MEM_FRAME_BITS);
    change_leaf(as, l, pte_make(ppn, l->pte & ((UINT64_C(1) << PHYS_MEM_FRAME_BITS) - 1)));
}

bool address_space_move(address_space *as, uint64_t vpn) {
    leaf l;
    uint64_t ppn;
    if (!find_own_leaf(as, vpn, PTE_PRESENT, &l) ||
        !phys_mem_alloc_run(as->mem, as->asid, l.bits - PHYS_MEM_FRAME_BITS, &ppn))
        return false;
    move_leaf(as, &l, ppn);
    return true;
}

bool address_space_move_to(address_space *as, uint64_t vpn, uint64_t ppn) {
    leaf l;
    if (!find_own_leaf(as, vpn, PTE_PRESENT, &l) || l.bits != PHYS_MEM_FRAME_BITS)
        return false;
    move_leaf(as, &l, ppn);
    return true;
}

/* Returns its frames. */
static uint64_t unmap_leaf(address_space *as, const leaf *l) {
    const uint32_t order = l->bits - PHYS_MEM_FRAME_BITS;
    as->pages -= (l->pte & PTE_PRESENT) != 0;
    (void)phys_mem_release_run(as->mem, as->asid, pte_ppn(l->pte), order);
    change_leaf(as, l, 0);
    return UINT64_C(1) << order;
}

bool address_space_unmap(address_space *as, uint64_t vpn) {
    leaf l;
    if (!find_own_leaf(as, vpn, PTE_PRESENT | PTE_RESERVED, &l))
        return false;
    (void)unmap_leaf(as, &l);
    return true;
}

uint64_t address_space_unmap_range(address_space *as, uint64_t vpn, uint64_t pages) {
    const uint64_t end = pages < UINT64_MAX - vpn ? vpn + pages : UINT64_MAX;
    uint64_t unmapped = 0;
    for (uint64_t at = vpn, beyond; at < end && vpn_in_range(as, at); at = beyond) {
        leaf l = {.bits = PHYS_MEM_FRAME_BITS};
        bool found = find_own_leaf(as, at, PTE_PRESENT | PTE_RESERVED, &l);
        const uint64_t within = (UINT64_C(1) << (l.bits - PHYS_MEM_FRAME_BITS)) - 1;
        beyond = (at | within) + 1; /* the end of the page, or of what has none */
        if (found && (at & ~within) >= vpn && beyond <= end)
            unmapped += unmap_leaf(as, &l);
    }
    return unmapped;
}

bool address_space_translate(const address_space *as, uint64_t vpn, translation *t) {
    leaf l;
    if (!find_leaf(as, vpn, PTE_PRESENT, &l))
        return false;
    t->ppn = page_walk_frame(l.pte, l.bits, vpn);
    t->bits = l.bits;
    t->writable = (l.pte & PTE_WRITABLE) != 0;
    t->system = (l.pte & PTE_SYSTEM) != 0;
    return true;
}

bool address_space_frame(const address_space *as, uint64_t vpn, uint64_t *ppn) {
    leaf l;
    if (!find_leaf(as, vpn, PTE_PRESENT | PTE_RESERVED, &l))
        return false;
    *ppn = page_walk_frame(l.pte, l.bits, vpn);
    return true;
}

/* Of the pages below a table of `level`, the first of which is `vpn`. */
static uint64_t pages_below(const address_space *as, uint64_t table, uint32_t level, uint64_t vpn,
                            uint64_t first, uint64_t frames, uint64_t *found) {
    const page_table_format *f = as->format;
    const uint64_t step = UINT64_C(1) << (f->level[level - 1].low - PHYS_MEM_FRAME_BITS);
    uint64_t count = 0;
    for (uint64_t i = 0; i < PHYS_MEM_TABLE_ENTRIES; i++) {
        const uint64_t pte = phys_mem_read(as->mem, (table << PHYS_MEM_FRAME_BITS) + i * sizeof pte);
        const uint64_t at = vpn + i * step, ppn = pte_ppn(pte);
        if ((pte & PTE_PRESENT) == 0)
            continue;
        if (level < f->levels) {
            count += pages_below(as, ppn, level + 1, at, first, frames, found);
        } else if (ppn - first < frames && ppn >= first) {
            found[ppn - first] = at;
            count++;
        }
    }
    return count;
}

uint64_t address_space_pages_in(const address_space *as, uint64_t first, uint64_t frames, uint64_t *vpn) {
    for (uint64_t i = 0; i < frames; i++)
        vpn[i] = ADDRESS_SPACE_NO_PAGE;
    return as->format->coalesces ? pages_below(as, as->root, 1, 0, first, frames, vpn) : 0;
}

bool address_space_write_bit(address_space *as, uint64_t vpn, bool leaf_entry, bool set) {
    const page_table_format *f = as->format;
    page_walk w = page_walk_begin(as->root);
    uint64_t pte;
    if (!f->coalesces || !vpn_in_range(as, vpn))
        return false;
    while (w.level + (leaf_entry ? 0U : 1U) < f->levels)
        if (page_walk_step(f, as->mem, &w, vpn, &pte) != PAGE_WALK_DOWN)
            return false;
    w.coalesced = false; /* the entry of the page itself */
    const uint64_t entry = page_walk_entry(f, &w, vpn), bit = leaf_entry ? PTE_DISABLED : PTE_LARGE;
    pte = phys_mem_read(as->mem, entry);
    if ((pte & PTE_PRESENT) == 0)
        return false;
    phys_mem_write(as->mem, entry, set ? pte | bit : pte & ~bit);
    as->generation += !leaf_entry; /* the size of the page has changed */
    return true;
}

bool address_space_entry_address(const address_space *as, uint64_t vpn, uint32_t n, uint64_t *paddr) {
    page_walk w = page_walk_begin(as->root);
    uint64_t pte;
    if (!vpn_in_range(as, vpn) || n == 0)
        return false;
    while (--n != 0)
        if (page_walk_step(as->format, as->mem, &w, vpn, &pte) != PAGE_WALK_DOWN)
            return false;
    *paddr = page_walk_entry(as->format, &w, vpn);
    return true;
}
