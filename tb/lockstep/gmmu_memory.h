/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory and page tables around gmmu, for its block test and its lock-step bench: an AXI4 slave that answers
 * reads in any order and after any time, and takes the records of faults; tables in any format of
 * page_walker_formats.h, written as a driver writes them.
 */
#ifndef GMMU_TB_GMMU_MEMORY_H
#define GMMU_TB_GMMU_MEMORY_H

#include "gmmu.h"
#include "page_walker_formats.h"

#include <stdbool.h>
#include <string.h>

#include "base/mix.h"

enum { MEMORY_FRAMES = 128, FRAME_WORDS = 512, READS = GMMU_WALKERS, BROKEN_FRAME = 4000 };

/* What is in the place of a record that is lost: anything. */
#define LOST_RECORD UINT64_C(0xdeaddeaddeaddead)

/* A source of random numbers, the same for every compiler. */
typedef struct {
    uint64_t state;
} dice;

static inline uint64_t dice_roll(dice *d, uint64_t below) {
    d->state += UINT64_C(0x9e3779b97f4a7c15);
    return mix(d->state) % below;
}

static inline bool dice_chance(dice *d, unsigned percent) {
    return dice_roll(d, 100) < percent;
}

typedef struct {
    uint64_t word[MEMORY_FRAMES][FRAME_WORDS];
    unsigned frames; /* that are tables, or the ring */
    struct {
        unsigned id;
        uint64_t addr, since;
    } read[READS];
    unsigned reads;
    bool offered; /* R: this one of them */
    unsigned at;
    bool has_address;
    uint64_t address; /* of the record that is being written */
    uint64_t beat[2];
    unsigned beats;
    bool answers;          /* B, ... */
    bool refuses;          /* ... with an error: the record is lost */
    bool crosses;          /* reads from before a reset may be open, so two of one ID */
    unsigned stalls;       /* in percent */
    unsigned read_stalls;  /* of the answers to reads, in percent beside these, ... */
    unsigned write_stalls; /* ... and to writes */
    unsigned latency;      /* cycles that a read takes at least */
    uint64_t cycle;
    unsigned write_errors; /* records that are lost, in percent */
} memory;

static inline unsigned memory_new_frame(memory *m) {
    return m->frames < MEMORY_FRAMES ? m->frames++ : MEMORY_FRAMES - 1;
}

/* ---- AXI4 ---- */

/* AXI4 answers reads of one ID in their order. */
static inline unsigned oldest_of_id(const memory *m, unsigned n) {
    unsigned oldest = n;
    while (n-- > 0)
        oldest = m->read[n].id == m->read[oldest].id ? n : oldest;
    return oldest;
}

/* Nothing is under way. */
static inline bool memory_rests(const memory *m) {
    return m->reads == 0 && !m->has_address && m->beats == 0 && !m->answers;
}

static inline void memory_drive(memory *m, dice *d, gmmu_in *in) {
    in->arready = (u1)(m->reads < READS && !dice_chance(d, m->stalls));
    if (!m->offered && m->reads != 0 && !dice_chance(d, m->stalls) && !dice_chance(d, m->read_stalls)) {
        const unsigned n = oldest_of_id(m, (unsigned)dice_roll(d, m->reads));
        m->at = n;
        m->offered = m->cycle - m->read[n].since >= m->latency;
    }
    const uint64_t frame = m->read[m->at].addr >> 12;
    const uint64_t data = frame < MEMORY_FRAMES ? m->word[frame][m->read[m->at].addr >> 3 & 511U] : 0;
    in->rvalid = (u1)m->offered;
    in->rid = (GMMU_U(GMMU_WALKER_W))m->read[m->at].id;
    in->rdata[0] = (u32)GMMU_WRAP(data, 32);
    in->rdata[1] = (u32)(data >> 32);
    in->rresp = (u2)(frame < MEMORY_FRAMES ? 0 : 2);
    in->rlast = 1;
    in->awready = (u1)(!m->has_address && !m->answers && !dice_chance(d, m->stalls));
    in->wready = (u1)(m->beats < 2 && !m->answers && !dice_chance(d, m->stalls));
    if (m->has_address && m->beats == 2 && !m->answers && !dice_chance(d, m->stalls) &&
        !dice_chance(d, m->write_stalls)) {
        m->answers = true;
        m->refuses = m->write_errors != 0 && dice_chance(d, m->write_errors);
    }
    in->bvalid = (u1)m->answers;
    in->bresp = (u2)(m->refuses ? 2 : 0);
}

/* What happens at the edge; false: the block has broken a rule that the AXI4 checker does not know. */
static inline bool memory_edge(memory *m, const gmmu_in *in, const gmmu_out *pins) {
    bool right = true;
    m->cycle++;
    if (in->rvalid && pins->rready) {
        m->reads--;
        for (unsigned n = m->at; n < m->reads; n++)
            m->read[n] = m->read[n + 1];
        m->offered = false;
    }
    if (pins->arvalid && in->arready) {
        for (unsigned n = 0; n < m->reads; n++)
            right = right && (m->crosses || m->read[n].id != pins->arid);
        right = right && m->reads < READS;
        if (right) {
            m->read[m->reads].id = (unsigned)pins->arid;
            m->read[m->reads].since = m->cycle;
            m->read[m->reads++].addr = (uint64_t)pins->araddr;
        }
    }
    if (pins->awvalid && in->awready) {
        m->has_address = true;
        m->address = (uint64_t)pins->awaddr;
    }
    if (pins->wvalid && in->wready) {
        right = right && pins->wlast == (m->beats == 1);
        m->beat[m->beats++ % 2] = (uint64_t)pins->wdata[1] << 32 | (uint64_t)pins->wdata[0];
    }
    if (in->bvalid && pins->bready) {
        const uint64_t frame = m->address >> 12;
        right = right && frame < MEMORY_FRAMES && m->address % 16 == 0;
        for (unsigned k = 0; k < 2 && right; k++)
            m->word[frame][(m->address >> 3 & 511U) + k] = m->refuses ? LOST_RECORD : m->beat[k];
        m->answers = m->has_address = false;
        m->beats = 0;
    }
    return right;
}

/* ---- page tables ---- */

static inline uint64_t lowest_flag(uint64_t flags) {
    return flags & (~flags + 1U);
}

/* An entry: a word, or half of one. */
typedef struct {
    uint64_t *word;
    unsigned shift;
    uint64_t mask;
} entry_place;

/* Where it is in a table; of a dual one the word for larger pages holds a page of its own level, the other
 * one the table below. */
static inline entry_place entry_in(memory *m, const page_walker_format *f, unsigned table, unsigned level,
                                   uint64_t vpn, bool leaf) {
    const unsigned n = (unsigned)(vpn >> f->low[level]), mask = (1U << f->bits[level]) - 1U;
    const unsigned word = leaf ? f->large_word : f->large_word ^ 1U;
    if (f->short_entries)
        return (entry_place){&m->word[table][n >> 1 & mask], n % 2 * 32, UINT32_MAX};
    return (entry_place){&m->word[table][f->dual && level == 1 ? (n & mask) << 1 | word : n & mask], 0,
                         UINT64_MAX};
}

static inline uint64_t entry_read(entry_place e) {
    return *e.word >> e.shift & e.mask;
}

static inline void entry_write(entry_place e, uint64_t entry) {
    *e.word = (*e.word & ~(e.mask << e.shift)) | (entry & e.mask) << e.shift;
}

/* The flags of an entry that allows these rights. */
static inline uint64_t rights_flags(const page_walker_format *f, unsigned rights) {
    uint64_t flags = ((rights & WALK_READ) != 0) != (bool)f->read_no ? f->read : 0U;
    flags |= ((rights & WALK_WRITE) != 0) != (bool)f->write_no ? f->write : 0U;
    flags |= ((rights & WALK_USER) == 0) != (bool)f->system_no ? f->system : 0U;
    if (!f->exec_all && ((rights & WALK_EXEC) != 0) != (bool)f->exec_no)
        flags |= UINT64_C(1) << f->exec;
    return flags;
}

/* What the pointers to the table of level 0 above a page allow. Those of the upper levels allow all. */
static inline unsigned pointer_rights(const page_walker_format *f, uint64_t vpn) {
    if (!f->every_level)
        return WALK_ALL_RIGHTS;
    switch (vpn >> 9) {
    case 1:
        return WALK_ALL_RIGHTS ^ WALK_WRITE;
    case 8:
        return WALK_ALL_RIGHTS ^ WALK_EXEC;
    case 31:
        return WALK_ALL_RIGHTS ^ WALK_USER;
    case 41:
        return WALK_READ | WALK_USER;
    default:
        return WALK_ALL_RIGHTS;
    }
}

static inline uint64_t pointer_to(const page_walker_format *f, uint64_t table, unsigned rights) {
    return table << f->frame | lowest_flag(f->pointer) | (f->every_level ? rights_flags(f, rights) : 0U);
}

/* The table of this level above the page, made on the way down. */
static inline unsigned table_of(memory *m, const page_walker_format *f, unsigned root, unsigned level,
                                uint64_t vpn) {
    unsigned table = root;
    for (unsigned l = f->root; l > level; l--) {
        const entry_place entry = entry_in(m, f, table, l, vpn, false);
        if (entry_read(entry) == 0)
            entry_write(
                entry, pointer_to(f, memory_new_frame(m), l == 1 ? pointer_rights(f, vpn) : WALK_ALL_RIGHTS));
        table = (unsigned)GMMU_WRAP(entry_read(entry) >> f->frame, GMMU_PPN_W);
    }
    return table;
}

/* What is beside the rights in an entry that maps a page. */
enum { ENTRY_ACCESSED = 1, ENTRY_DIRTY = 2 };

static inline uint64_t leaf_entry(const page_walker_format *f, unsigned level, uint64_t ppn, unsigned rights,
                                  unsigned use) {
    uint64_t flags = lowest_flag(f->page) | rights_flags(f, rights);
    if ((f->marked || level != 0) && (flags & f->large) == 0)
        flags |= lowest_flag(f->large);
    flags |= (use & ENTRY_ACCESSED) != 0 ? f->accessed : 0U;
    flags |= (use & ENTRY_DIRTY) != 0 ? f->dirty : 0U;
    return ppn << f->frame | flags;
}

/* Maps a page at a level, or with ppn 0 takes it away. */
static inline void map_page(memory *m, const page_walker_format *f, unsigned root, unsigned level,
                            uint64_t vpn, uint64_t ppn, unsigned rights, unsigned use) {
    entry_write(entry_in(m, f, table_of(m, f, root, level, vpn), level, vpn, true),
                ppn != 0 ? leaf_entry(f, level, ppn, rights, use) : 0U);
}

/* The entry of level 1 above the page points to this table, or to a new one when that is 0; or to none.
 * Returns the table, which stays what it is while nothing points to it. */
static inline unsigned point_to_table(memory *m, const page_walker_format *f, unsigned root, uint64_t vpn,
                                      unsigned table, bool points) {
    const unsigned upper = table_of(m, f, root, 1, vpn);
    entry_write(entry_in(m, f, upper, 1, vpn, true), 0);
    entry_write(entry_in(m, f, upper, 1, vpn, false), 0);
    if (!points)
        return table;
    const unsigned below = table != 0 ? table : memory_new_frame(m);
    entry_write(entry_in(m, f, upper, 1, vpn, false), pointer_to(f, below, pointer_rights(f, vpn)));
    return below;
}

/* The last table above the page lies where there is no memory. */
static inline void break_page(memory *m, const page_walker_format *f, unsigned root, uint64_t vpn) {
    entry_write(entry_in(m, f, table_of(m, f, root, 1, vpn), 1, vpn, false),
                pointer_to(f, BROKEN_FRAME, WALK_ALL_RIGHTS));
}

/* Entries that are malformed: of the first four pages from this one on, and the pointer above the others. */
static inline void spoil_pages(memory *m, const page_walker_format *f, unsigned root, uint64_t vpn,
                               uint64_t others) {
    const uint64_t used = leaf_entry(f, 0, 1, WALK_ALL_RIGHTS, ENTRY_ACCESSED | ENTRY_DIRTY);
    const uint64_t write_only = leaf_entry(f, 0, 1, WALK_WRITE | WALK_USER, ENTRY_ACCESSED);
    const bool all_fit = f->frame_bits <= GMMU_PPN_W; /* then a pointer at the last level is malformed */
    const uint64_t too_wide = all_fit ? 0U : UINT64_C(1) << (f->frame + GMMU_PPN_W);
    const uint64_t widest = all_fit ? 0U : UINT64_C(1) << (f->frame + f->frame_bits - 1);
    const uint64_t pointer = pointer_to(f, 1, WALK_ALL_RIGHTS);
    const uint64_t not_used = leaf_entry(f, 0, 1, WALK_ALL_RIGHTS, 0); /* malformed all the same */
    const uint64_t bad[] = {all_fit ? pointer : used | too_wide, all_fit ? pointer : used | widest,
                            f->write_reads ? write_only : used | too_wide,
                            all_fit ? pointer : not_used | widest};
    const unsigned table = table_of(m, f, root, 0, vpn);
    for (unsigned i = 0; i < 4; i++)
        entry_write(entry_in(m, f, table, 0, vpn + i, true), bad[i]);
    entry_write(entry_in(m, f, table_of(m, f, root, 1, others), 1, others, false),
                pointer_to(f, f->pointer_no != 0 ? 1 : UINT64_C(1) << GMMU_PPN_W, WALK_ALL_RIGHTS) |
                    lowest_flag(f->pointer_no));
}

#endif
