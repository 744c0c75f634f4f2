/* SPDX-License-Identifier: Apache-2.0 */
#include "driver/gmmu_table.h"

enum { LARGE_LEVEL = 1, LARGE_PAGES = 512 };

/* Where a walk of a page ends: an empty entry, or a leaf. */
typedef struct {
    uint64_t table, index, value;
    unsigned level; /* 0: of base pages */
} place;

/* ---- entries ---- */

static uint64_t read_entry(const gmmu_table *t, uint64_t table, uint64_t index) {
    void *words = t->memory.at(t->memory.context, table);
    return t->format->entry_bytes == 4 ? ((volatile uint32_t *)words)[index]
                                       : ((volatile uint64_t *)words)[index];
}

static void write_entry(const gmmu_table *t, uint64_t table, uint64_t index, uint64_t value) {
    void *words = t->memory.at(t->memory.context, table);
    if (t->format->entry_bytes == 4)
        ((volatile uint32_t *)words)[index] = (uint32_t)value;
    else
        ((volatile uint64_t *)words)[index] = value;
}

static uint64_t entry_frame(const gmmu_format *f, uint64_t value) {
    return value >> f->frame_at & ((UINT64_C(1) << f->frame_bits) - 1);
}

static bool is_pointer(const gmmu_format *f, uint64_t value, unsigned level) {
    return level != 0 && (value & f->valid) != 0 && (value & f->leaf_marks) == 0;
}

static bool is_allowed(const gmmu_format *f, unsigned rights) {
    const bool reads = (rights & GMMU_READ) != 0, writes = (rights & GMMU_WRITE) != 0;
    if ((rights & ~(unsigned)(GMMU_READ | GMMU_WRITE | GMMU_EXEC | GMMU_USER)) != 0)
        return false;
    return reads || (f->read != 0 && !writes && (rights & GMMU_EXEC) != 0);
}

static uint64_t flags_of(const gmmu_format *f, unsigned rights) {
    return f->leaf | ((rights & GMMU_READ) != 0 ? f->read : 0) | ((rights & GMMU_WRITE) != 0 ? f->write : 0) |
           ((rights & GMMU_EXEC) != 0 ? f->exec : f->no_exec) | ((rights & GMMU_USER) != 0 ? f->user : 0);
}

static unsigned rights_of(const gmmu_format *f, uint64_t value) {
    const bool reads = f->read == 0 || (value & f->read) != 0;
    const bool exec = f->no_exec != 0 ? (value & f->no_exec) == 0 : (value & f->exec) != 0;
    return (reads ? GMMU_READ : 0U) | ((value & f->write) != 0 ? GMMU_WRITE : 0U) | (exec ? GMMU_EXEC : 0U) |
           ((value & f->user) != 0 ? GMMU_USER : 0U);
}

/* ---- places ---- */

static uint64_t pages_at(const gmmu_format *f, unsigned level) {
    return UINT64_C(1) << f->index_bits * level;
}

static place find_place(const gmmu_table *t, uint64_t vpn) {
    const gmmu_format *f = t->format;
    place p = {.table = t->root, .level = f->levels - 1U};
    for (;;) {
        p.index = vpn >> f->index_bits * p.level & (pages_at(f, 1) - 1);
        p.value = read_entry(t, p.table, p.index);
        if (!is_pointer(f, p.value, p.level))
            return p;
        p.table = entry_frame(f, p.value);
        p.level--;
    }
}

static bool is_mapped(const gmmu_table *t, const place *p) {
    return (p->value & t->format->valid) != 0;
}

/* Pages from vpn to the end of the place, but no more than these. */
static uint64_t pages_here(const gmmu_table *t, const place *p, uint64_t vpn, uint64_t most) {
    const uint64_t size = pages_at(t->format, p->level), left = size - vpn % size;
    return left < most ? left : most;
}

static void set_pointer(const gmmu_table *t, const place *p, uint64_t table) {
    write_entry(t, p->table, p->index, table << t->format->frame_at | t->format->pointer);
}

unsigned gmmu_table_page_bits(const gmmu_format *format) {
    return (unsigned)format->index_bits * format->levels;
}

static bool is_inside(const gmmu_table *t, uint64_t vpn, uint64_t pages) {
    const uint64_t all = UINT64_C(1) << gmmu_table_page_bits(t->format);
    return vpn <= all && pages <= all - vpn;
}

static bool is_empty(const gmmu_table *t, uint64_t vpn, uint64_t pages) {
    while (pages != 0) {
        const place p = find_place(t, vpn);
        if (is_mapped(t, &p))
            return false;
        const uint64_t here = pages_here(t, &p, vpn, pages);
        vpn += here;
        pages -= here;
    }
    return true;
}

/* ---- begin and end ---- */

bool gmmu_table_init(gmmu_table *t, const gmmu_format *format, const gmmu_table_memory *memory) {
    *t = (gmmu_table){.format = format, .memory = *memory};
    return memory->take(memory->context, &t->root);
}

/* Of the tables below the root, deepest first, without recursion: at most GMMU_FORMAT_LEVELS are open. */
void gmmu_table_free(gmmu_table *t) {
    const gmmu_format *f = t->format;
    uint64_t open[GMMU_FORMAT_LEVELS] = {0}, at[GMMU_FORMAT_LEVELS] = {0};
    unsigned level = f->levels - 1U;
    open[level] = t->root;
    for (;;) {
        const uint64_t i = at[level];
        if (level == 0 || i == pages_at(f, 1)) {
            t->memory.give(t->memory.context, open[level]);
            if (++level == f->levels)
                return;
            at[level]++;
            continue;
        }
        const uint64_t value = read_entry(t, open[level], i);
        if (!is_pointer(f, value, level)) {
            at[level]++;
            continue;
        }
        open[--level] = entry_frame(f, value);
        at[level] = 0;
    }
}

/* ---- maps ---- */

static bool add_table(const gmmu_table *t, place *p) {
    uint64_t table;
    if (!t->memory.take(t->memory.context, &table))
        return false;
    set_pointer(t, p, table);
    return true;
}

bool gmmu_table_map(gmmu_table *t, uint64_t vpn, uint64_t frame, uint64_t pages, unsigned rights) {
    const gmmu_format *f = t->format;
    const uint64_t frames = UINT64_C(1) << f->frame_bits, flags = flags_of(f, rights);
    if (!is_allowed(f, rights) || !is_inside(t, vpn, pages) || frame > frames || pages > frames - frame ||
        !is_empty(t, vpn, pages))
        return false;
    while (pages != 0) {
        const bool fits =
            f->large && vpn % LARGE_PAGES == 0 && frame % LARGE_PAGES == 0 && pages >= LARGE_PAGES;
        place p = find_place(t, vpn);
        const bool large = fits && p.level == LARGE_LEVEL;
        if (p.level != 0 && !large) {
            if (!add_table(t, &p))
                return false;
            continue;
        }
        write_entry(t, p.table, p.index, frame << f->frame_at | flags | (large ? f->large_leaf : 0));
        const uint64_t here = large ? LARGE_PAGES : 1;
        vpn += here;
        frame += here;
        pages -= here;
    }
    return true;
}

bool gmmu_table_look(const gmmu_table *t, uint64_t vpn, gmmu_mapping *m) {
    if (!is_inside(t, vpn, 1))
        return false;
    const place p = find_place(t, vpn);
    if (!is_mapped(t, &p))
        return false;
    *m = (gmmu_mapping){.frame = entry_frame(t->format, p.value) + vpn % pages_at(t->format, p.level),
                        .rights = rights_of(t->format, p.value),
                        .large = p.level != 0};
    return true;
}

/* ---- changes of a range ---- */

/* Does the range begin or end inside the large page of vpn? */
static bool is_page_cut(const gmmu_table *t, uint64_t vpn, uint64_t from, uint64_t until) {
    const place p = find_place(t, vpn);
    const uint64_t first = vpn - vpn % LARGE_PAGES;
    return is_mapped(t, &p) && p.level == LARGE_LEVEL && (from > first || until < first + LARGE_PAGES);
}

/* The large page of vpn becomes base pages, in this table. */
static void split_page(const gmmu_table *t, uint64_t vpn, uint64_t table) {
    const gmmu_format *f = t->format;
    const place p = find_place(t, vpn);
    for (uint64_t i = 0; i < LARGE_PAGES; i++)
        write_entry(t, table, i, (p.value & ~f->large_leaf) + (i << f->frame_at));
    set_pointer(t, &p, table);
}

/* False: no frames, and nothing has changed. */
static bool split_ends(const gmmu_table *t, uint64_t vpn, uint64_t pages, bool *resized) {
    const uint64_t last = vpn + pages - 1;
    const bool first_cut = is_page_cut(t, vpn, vpn, vpn + pages);
    const bool last_cut =
        is_page_cut(t, last, vpn, vpn + pages) && !(first_cut && vpn / LARGE_PAGES == last / LARGE_PAGES);
    uint64_t first_table = 0, last_table = 0;
    if (first_cut && !t->memory.take(t->memory.context, &first_table))
        return false;
    if (last_cut && !t->memory.take(t->memory.context, &last_table)) {
        if (first_cut)
            t->memory.give(t->memory.context, first_table);
        return false;
    }
    if (first_cut)
        split_page(t, vpn, first_table);
    if (last_cut)
        split_page(t, last, last_table);
    *resized = first_cut || last_cut;
    return true;
}

/* Mapped pages of the range get these flags; empty: they are absent. */
static bool change_pages(gmmu_table *t, uint64_t vpn, uint64_t pages, uint64_t flags, gmmu_changes *changes) {
    const gmmu_format *f = t->format;
    const uint64_t frames = ((UINT64_C(1) << f->frame_bits) - 1) << f->frame_at;
    *changes = (gmmu_changes){.vpn = vpn};
    if (pages == 0 || !is_inside(t, vpn, pages))
        return pages == 0;
    if (!split_ends(t, vpn, pages, &changes->resized))
        return false;
    for (uint64_t at = vpn; at != vpn + pages;) {
        const place p = find_place(t, at);
        if (is_mapped(t, &p)) {
            const uint64_t kept =
                flags == 0 ? 0 : (p.value & frames) | flags | (p.level != 0 ? f->large_leaf : 0);
            write_entry(t, p.table, p.index, kept);
            changes->pages = pages;
        }
        at += pages_here(t, &p, at, vpn + pages - at);
    }
    return true;
}

bool gmmu_table_unmap(gmmu_table *t, uint64_t vpn, uint64_t pages, gmmu_changes *changes) {
    return change_pages(t, vpn, pages, 0, changes);
}

bool gmmu_table_protect(gmmu_table *t, uint64_t vpn, uint64_t pages, unsigned rights, gmmu_changes *changes) {
    *changes = (gmmu_changes){.vpn = vpn};
    return is_allowed(t->format, rights) && change_pages(t, vpn, pages, flags_of(t->format, rights), changes);
}
