/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/address_space.h"

#include <stdlib.h>

#include "gmmu_params.h"

struct address_space {
    phys_mem *mem;
    uint64_t root; /* PPN */
    uint64_t pages;
    uint64_t generation;
    uint32_t levels;
    uint16_t asid;
};

const char *map_result_text(map_result r) {
    switch (r) {
    case MAP_OK:
        return "mapped";
    case MAP_ALREADY:
        return "the page is mapped already";
    case MAP_BAD_VPN:
        return "the address is beyond the 48-bit virtual address space";
    case MAP_NO_MEMORY:
        return "the simulated physical memory is used up";
    }
    return "unknown result";
}

address_space *address_space_new(phys_mem *mem, uint16_t asid, uint32_t levels) {
    if (asid >> GMMU_ASID_W != 0 || levels == 0 || levels > PT_MAX_LEVELS)
        return NULL;
    address_space *as = calloc(1, sizeof *as);
    if (as == NULL)
        return NULL;
    as->mem = mem;
    as->asid = asid;
    as->levels = levels;
    if (!phys_mem_alloc_table(mem, &as->root)) {
        free(as);
        return NULL;
    }
    return as;
}

void address_space_free(address_space *as) {
    free(as); /* the tables belong to the physical memory */
}

uint16_t address_space_asid(const address_space *as) {
    return as->asid;
}

uint32_t address_space_levels(const address_space *as) {
    return as->levels;
}

uint64_t address_space_root(const address_space *as) {
    return as->root;
}

const phys_mem *address_space_memory(const address_space *as) {
    return as->mem;
}

uint64_t address_space_pages(const address_space *as) {
    return as->pages;
}

uint64_t address_space_generation(const address_space *as) {
    return as->generation;
}

static bool vpn_in_range(const address_space *as, uint64_t vpn) {
    return vpn >> (PT_LEVEL_BITS * as->levels) == 0;
}

/* The entry address at `level`, adding missing tables on the way when `add`. */
static bool walk_to(const address_space *as, uint64_t vpn, uint32_t level, bool add, uint64_t *paddr) {
    uint64_t table = as->root;
    for (uint32_t l = 1; l < level; l++) {
        uint64_t entry = pt_entry_address(table, vpn, l, as->levels);
        uint64_t pte = phys_mem_read(as->mem, entry);
        if ((pte & PTE_PRESENT) == 0) {
            uint64_t ppn;
            if (!add || !phys_mem_alloc_table(as->mem, &ppn))
                return false;
            pte = pte_make(ppn, PTE_PRESENT);
            phys_mem_write(as->mem, entry, pte);
        }
        table = pte_ppn(pte);
    }
    *paddr = pt_entry_address(table, vpn, level, as->levels);
    return true;
}

map_result address_space_reserve(address_space *as, uint64_t vpn) {
    if (!vpn_in_range(as, vpn))
        return MAP_BAD_VPN;
    uint64_t entry;
    if (!walk_to(as, vpn, as->levels, true, &entry))
        return MAP_NO_MEMORY;
    if (phys_mem_read(as->mem, entry) != 0)
        return MAP_ALREADY;
    uint64_t ppn;
    if (!phys_mem_alloc_data(as->mem, &ppn))
        return MAP_NO_MEMORY;
    phys_mem_write(as->mem, entry, pte_make(ppn, PTE_RESERVED | PTE_WRITABLE));
    return MAP_OK;
}

/* The leaf entry of a page that has `flag`, and its address. */
static bool find_leaf(const address_space *as, uint64_t vpn, uint64_t flag, uint64_t *entry, uint64_t *pte) {
    if (!vpn_in_range(as, vpn) || !walk_to(as, vpn, as->levels, false, entry))
        return false;
    *pte = phys_mem_read(as->mem, *entry);
    return (*pte & flag) != 0;
}

bool address_space_make_resident(address_space *as, uint64_t vpn) {
    uint64_t entry, pte;
    if (!find_leaf(as, vpn, PTE_RESERVED, &entry, &pte))
        return false;
    phys_mem_write(as->mem, entry, (pte & ~PTE_RESERVED) | PTE_PRESENT);
    as->pages++;
    return true;
}

map_result address_space_map(address_space *as, uint64_t vpn) {
    map_result r = address_space_reserve(as, vpn);
    if (r != MAP_OK && r != MAP_ALREADY)
        return r;
    return address_space_make_resident(as, vpn) ? MAP_OK : MAP_ALREADY;
}

static void change_leaf(address_space *as, uint64_t entry, uint64_t pte) {
    phys_mem_write(as->mem, entry, pte);
    as->generation++;
}

bool address_space_protect(address_space *as, uint64_t vpn, bool writable) {
    uint64_t entry, pte;
    if (!find_leaf(as, vpn, PTE_PRESENT, &entry, &pte))
        return false;
    change_leaf(as, entry, writable ? pte | PTE_WRITABLE : pte & ~PTE_WRITABLE);
    return true;
}

bool address_space_restrict(address_space *as, uint64_t vpn, bool system) {
    uint64_t entry, pte;
    if (!find_leaf(as, vpn, PTE_PRESENT, &entry, &pte))
        return false;
    change_leaf(as, entry, system ? pte | PTE_SYSTEM : pte & ~PTE_SYSTEM);
    return true;
}

bool address_space_move(address_space *as, uint64_t vpn) {
    uint64_t entry, pte, ppn;
    if (!find_leaf(as, vpn, PTE_PRESENT, &entry, &pte) || !phys_mem_alloc_data(as->mem, &ppn))
        return false;
    change_leaf(as, entry, pte_make(ppn, pte & (PTE_PRESENT | PTE_WRITABLE | PTE_SYSTEM)));
    return true;
}

bool address_space_translate(const address_space *as, uint64_t vpn, translation *t) {
    uint64_t entry, pte;
    if (!find_leaf(as, vpn, PTE_PRESENT, &entry, &pte))
        return false;
    t->ppn = pte_ppn(pte);
    t->writable = (pte & PTE_WRITABLE) != 0;
    t->system = (pte & PTE_SYSTEM) != 0;
    return true;
}

bool address_space_entry_address(const address_space *as, uint64_t vpn, uint32_t level, uint64_t *paddr) {
    return vpn_in_range(as, vpn) && level >= 1 && level <= as->levels &&
           walk_to(as, vpn, level, false, paddr);
}
