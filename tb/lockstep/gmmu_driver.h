/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver of gmmu, as software at its AXI4-Lite port, its interrupt and its memory: sets up page tables,
 * serves faults (maps the page, resumes it, gives the record back; of one that memory has refused it knows
 * the page from a register), sets the ring up anew, changes and takes away pages, makes base pages of the
 * large one and back, moves a space to other tables, gives it other limits, each with one invalidation and a
 * fence. It ends a space by one command, and enables it for another owner by one, whatever is under way: it
 * tidies up nothing. It keeps what each page was and is, so that any answer can be judged: a frame says its
 * space, page and version; what a fence has ended has a version below `floor`.
 */
#ifndef GMMU_TB_GMMU_DRIVER_H
#define GMMU_TB_GMMU_DRIVER_H

#include "gmmu_memory.h"
#include "mmu_registers_map.h"

enum { SPACES = 3, PAGES = 12, LARGE_PAGE = PAGES - 1, HALVES = 2, OPS = 40, VERSIONS = 2048 };
enum { NO_TOKENS = 1 << 16, TOKEN_MARGIN = 1311, TOKEN_STEP = 6554 /* 2 and 10 percent (MASK 5.2) */ };
enum { NO_SUCH_SPACE = 200, UNUSED_SPACE = 3, RING_RECORDS = 1 << GMMU_FAULT_RING_W };
#define BROKEN_PAGE     UINT64_C(0x6000) /* its table is not in memory */
#define MALFORMED_PAGE  UINT64_C(0x6400) /* the first of four */
#define MALFORMED_TABLE UINT64_C(0x6600) /* so is the pointer to its table */
#define OUTSIDE_PAGE    UINT64_C(0x7fff) /* beyond the limits of each space */

typedef struct {
    uint64_t lowest, highest;
} page_limits;

/* The first are the widest; others end within the large page, or leave just all of it. */
static const page_limits limits_of_spaces[] = {{0, OUTSIDE_PAGE - 1},      {0, 0x20ff},
                                               {0x2080, OUTSIDE_PAGE - 1}, {0x2000, 0x21ff},
                                               {0x1001, 0x21fe},           {0x2001, 0x4000}};
enum { LIMITS = sizeof limits_of_spaces / sizeof limits_of_spaces[0] };

/* Pages that share all tables, some, and none; the last one is of 512 base pages. */
static const uint64_t page_numbers[PAGES] = {0,      1,      2,      3,      511,    512,
                                             0x1000, 0x1001, 0x3fff, 0x4000, 0x5200, 0x2000};

typedef struct {
    bool mapped;
    bool accessed;    /* else it is absent for the walker */
    unsigned version; /* of the entry, or of the last one */
    unsigned floor;   /* no answer has a lower one */
} page_truth;

typedef struct {
    bool read;
    unsigned addr;
    uint32_t data;  /* of a read: ... */
    uint32_t until; /* ... these bits are awaited, as in data */
} operation;

/* What is done when the operations are through. */
enum { JOB_NONE, JOB_SETUP, JOB_RING, JOB_RECORD, JOB_FENCED, JOB_ENDED, JOB_RING_SET_UP, JOB_REFUSED };

/* What JOB_RING reads: the ring first, so that an error of a record that is in it is seen. */
enum { READ_RING, READ_ERROR, READ_ERROR_LOW, READ_ERROR_HIGH, RING_READS };

typedef struct {
    const page_walker_format *format;
    page_truth page[SPACES][PAGES];
    bool split[SPACES];               /* the large page is mapped by base pages, ... */
    bool was_split[SPACES][VERSIONS]; /* ... as this version of it */
    unsigned below[SPACES][HALVES];   /* table of its base pages; 0: none yet */
    unsigned root[SPACES][HALVES], half[SPACES];
    unsigned initial, margin; /* of the tokens, of 65536; initial NO_TOKENS: they are off */
    bool enabled[SPACES];     /* by the last command that has been given */
    page_limits limits[SPACES];
    page_limits limits_before[SPACES]; /* until a fence has made sure of the others */
    bool disabled_for[SPACES];         /* and that has completed */
    bool ended;                        /* a space, at this edge */
    uint64_t written;                  /* no part of the job has been done before this cycle */
    unsigned ring, head;
    uint32_t read[OPS];   /* what the operations of the job have read */
    uint32_t sharing;     /* the register of the name */
    bool ring_off;        /* an absent page may be answered with the fault; ... */
    uint64_t ring_off_at; /* ... and so may one that was asked for before this cycle */
    operation ops[OPS];
    unsigned count, at, job;
    uint64_t jobs, idle; /* that it has begun unasked or for an interrupt; cycles in which it had none */
    unsigned job_space;  /* of JOB_FENCED, JOB_ENDED */
    bool aw_sent, w_sent, ar_sent, aw_offered, w_offered, ar_offered;
    bool ready;         /* set up */
    bool calm;          /* only faults are served */
    bool keeps_limits;  /* of the spaces */
    unsigned rate;      /* changes, per mille of the cycles */
    const char *failed; /* the first thing that was wrong */
    struct {
        uint64_t records, changes, moves, disables, alls, resumed_spaces, spurious, limits, accesses, lost,
            many_lost, offs, splits, merges, quiets;
    } seen;
} driver;

static inline void driver_check(driver *d, bool holds, const char *what) {
    if (!holds && d->failed == NULL)
        d->failed = what;
}

/* The versions of a page that a frame can name. */
static inline unsigned versions_of(const page_walker_format *f) {
    return f->frame_bits < GMMU_PPN_W ? 32 : VERSIONS;
}

/* A frame that names its page: {1, version, space, page, 0}, so a large page is aligned. */
static inline uint64_t frame_of(const page_walker_format *f, unsigned space, unsigned page,
                                unsigned version) {
    const uint64_t versions = versions_of(f);
    return (versions | version % versions) << 16 | (uint64_t)space << 13 | (uint64_t)page << 9;
}

static inline bool page_is_dirty(unsigned page, unsigned version) {
    return (5 * page + version) % 3 != 0;
}

/* What the entry of the page itself allows, as far as the format can say it. */
static inline unsigned entry_rights(const page_walker_format *f, unsigned page, unsigned version) {
    const unsigned n = 5 * page + version;
    const bool exec = n % 4 != 1 || f->exec_all, write = (page + version) % 2 != 0;
    const bool read = n % 8 > 3 || f->read == 0 || (f->write_reads && write) || !exec;
    return (page % 3 != 0 ? (unsigned)WALK_USER : 0U) | (exec ? (unsigned)WALK_EXEC : 0U) |
           (read ? (unsigned)WALK_READ : 0U) | (write ? (unsigned)WALK_WRITE : 0U);
}

static inline unsigned page_size(unsigned page) {
    return page == LARGE_PAGE ? 512 : 1;
}

/* The page that holds this number, or PAGES. */
static inline unsigned page_at(uint64_t vpn) {
    unsigned page = 0;
    while (page < PAGES && !(vpn >= page_numbers[page] && vpn < page_numbers[page] + page_size(page)))
        page++;
    return page;
}

/* What may be done with the page: what its entry, and in some formats the pointers above it, allow; and it
 * may be written only when it is dirty. */
static inline unsigned page_rights(const page_walker_format *f, unsigned page, unsigned version) {
    unsigned rights = entry_rights(f, page, version);
    if (f->dirty != 0 && !page_is_dirty(page, version))
        rights &= ~(unsigned)WALK_WRITE;
    return page == LARGE_PAGE ? rights : rights & pointer_rights(f, page_numbers[page]);
}

static inline void write_entry(driver *d, memory *m, unsigned space, unsigned page) {
    const page_truth *p = &d->page[space][page];
    const unsigned root = d->root[space][d->half[space]];
    const uint64_t frame = p->mapped ? frame_of(d->format, space, page, p->version) : 0;
    const unsigned rights = entry_rights(d->format, page, p->version);
    const unsigned use = (p->accessed ? (unsigned)ENTRY_ACCESSED : 0U) |
                         (page_is_dirty(page, p->version) ? (unsigned)ENTRY_DIRTY : 0U);
    if (page != LARGE_PAGE) {
        map_page(m, d->format, root, 0, page_numbers[page], frame, rights, use);
        return;
    }
    unsigned *below = &d->below[space][d->half[space]];
    *below = point_to_table(m, d->format, root, page_numbers[page], *below, d->split[space]);
    for (unsigned i = 0; i < page_size(page) && d->split[space]; i++)
        map_page(m, d->format, root, 0, page_numbers[page] + i, frame != 0 ? frame + i : 0, rights, use);
    if (!d->split[space])
        map_page(m, d->format, root, 1, page_numbers[page], frame, rights, use);
}

/* ---- operations ---- */

static inline void driver_write(driver *d, unsigned addr, uint32_t data) {
    driver_check(d, d->count < OPS, "the driver has too many operations");
    if (d->count < OPS)
        d->ops[d->count++] = (operation){false, addr, data, 0};
}

static inline void driver_await(driver *d, unsigned addr, uint32_t until, uint32_t data) {
    driver_write(d, addr, data);
    d->ops[d->count - 1].read = true;
    d->ops[d->count - 1].until = until;
}

static inline void driver_command(driver *d, unsigned kind, unsigned space, bool enable) {
    driver_write(d, MMU_COMMAND,
                 kind << MMU_CMD_KIND_AT | (uint32_t)enable << MMU_CMD_ENABLE_AT | space << MMU_CMD_ASID_AT);
    driver_await(d, MMU_COMMAND, MMU_CMD_MASK, 0);
}

static inline void driver_set_space(driver *d, unsigned space) {
    driver_write(d, MMU_COMMAND_PAGE_LOW, (uint32_t)GMMU_WRAP(d->limits[space].lowest, 32));
    driver_write(d, MMU_COMMAND_PAGE_HIGH, 0);
    driver_write(d, MMU_COMMAND_HIGHEST_LOW, (uint32_t)GMMU_WRAP(d->limits[space].highest, 32));
    driver_write(d, MMU_COMMAND_ROOT, d->root[space][d->half[space]]);
    driver_command(d, ASID_SET, space, d->enabled[space]);
}

static inline void driver_resume(driver *d, unsigned space, uint64_t vpn, bool whole) {
    driver_write(d, MMU_RESUME_PAGE_LOW, (uint32_t)GMMU_WRAP(vpn, 32));
    driver_write(d, MMU_RESUME_PAGE_HIGH, (uint32_t)(vpn >> 32));
    driver_write(d, MMU_RESUME, (uint32_t)whole << MMU_RESUME_SPACE_AT | space << MMU_RESUME_ASID_AT);
}

static inline void driver_control(driver *d, bool quiesce) {
    driver_write(d, MMU_CONTROL,
                 MMU_PARK_MASK | MMU_IRQ_MASK_MASK | 1U << MMU_IRQ_RECORDS_AT |
                     (d->initial == NO_TOKENS ? 0U : MMU_USE_TOKENS_MASK) |
                     (quiesce ? MMU_QUIESCE_MASK : 0U));
}

static inline void driver_start(driver *d, memory *m, const page_walker_format *f, unsigned rate,
                                unsigned initial, unsigned margin, uint32_t sharing) {
    memset(d, 0, sizeof *d);
    d->format = f;
    d->rate = rate;
    d->sharing = sharing;
    d->initial = initial;
    d->margin = margin;
    d->ring = memory_new_frame(m);
    for (unsigned s = 0; s < SPACES; s++) {
        d->limits[s] = d->limits_before[s] = limits_of_spaces[0];
        d->split[s] = f->low[1] != 9; /* there is no page of 512 */
        for (unsigned h = 0; h < HALVES; h++) {
            d->root[s][h] = memory_new_frame(m);
            break_page(m, f, d->root[s][h], BROKEN_PAGE);
            spoil_pages(m, f, d->root[s][h], MALFORMED_PAGE, MALFORMED_TABLE);
        }
    }
    driver_write(
        d, MMU_FORMAT,
        f->root | (uint32_t)f->dual << MMU_FMT_DUAL_AT | (uint32_t)f->large_word << MMU_FMT_LARGE_WORD_AT |
            (uint32_t)f->marked << MMU_FMT_MARKED_AT | (uint32_t)f->write_no << MMU_FMT_WRITE_NO_AT |
            (uint32_t)f->system_no << MMU_FMT_SYSTEM_NO_AT | (uint32_t)f->read_no << MMU_FMT_READ_NO_AT |
            (uint32_t)f->exec_no << MMU_FMT_EXEC_NO_AT | (uint32_t)f->exec_all << MMU_FMT_EXEC_ALL_AT |
            (uint32_t)f->frame << MMU_FMT_FRAME_AT | (uint32_t)f->frame_bits << MMU_FMT_FRAME_BITS_AT);
    driver_write(d, MMU_FORMAT_LARGE, f->large_low | (uint32_t)f->large_bits << MMU_FMT_LARGE_BITS_AT);
    driver_write(d, MMU_FORMAT_FLAGS,
                 f->pointer | (uint32_t)f->page << MMU_FMT_PAGE_AT | (uint32_t)f->large << MMU_FMT_LARGE_AT);
    driver_write(d, MMU_FORMAT_RIGHTS,
                 f->write | (uint32_t)f->system << MMU_FMT_SYSTEM_AT | (uint32_t)f->read << MMU_FMT_READ_AT |
                     (uint32_t)f->exec << MMU_FMT_EXEC_AT);
    driver_write(d, MMU_FORMAT_ENTRIES,
                 f->accessed | (uint32_t)f->dirty << MMU_FMT_DIRTY_AT |
                     (uint32_t)f->pointer_no << MMU_FMT_POINTER_NO_AT |
                     (uint32_t)f->write_reads << MMU_FMT_WRITE_READS_AT |
                     (uint32_t)f->every_level << MMU_FMT_EVERY_LEVEL_AT |
                     (uint32_t)f->short_entries << MMU_FMT_SHORT_AT);
    for (unsigned i = 0; i < GMMU_WALK_LEVELS && i < PAGE_WALKER_LONGEST; i++)
        driver_write(d, MMU_FORMAT_LEVEL + 4U * i,
                     f->low[i] | (uint32_t)f->bits[i] << MMU_FMT_BITS_AT |
                         (uint32_t)f->leaf[i] << MMU_FMT_LEAF_AT);
    driver_write(d, MMU_RING_FRAME, d->ring);
    driver_write(d, MMU_RING, MMU_RING_ENABLE_MASK);
    driver_write(d, MMU_TOKENS, GMMU_WRAP(initial, 16) | margin << MMU_TOKEN_MARGIN_AT);
    driver_write(d, MMU_TOKEN_STEP, TOKEN_STEP);
    driver_write(d, MMU_SHARING, sharing);
    driver_control(d, false);
    d->job = JOB_SETUP;
}

static inline void driver_resume_all(driver *d) {
    for (unsigned s = 0; s < SPACES; s++)
        driver_resume(d, s, 0, true);
}

/* ---- jobs ---- */

static inline void begin_job(driver *d, unsigned job) {
    d->count = d->at = 0;
    d->job = job;
}

/* A new version of the page; its frame, or none. Where frames are short a page stays mapped as its last one.
 */
static inline void change_page(driver *d, memory *m, unsigned space, unsigned page, bool mapped) {
    page_truth *p = &d->page[space][page];
    const unsigned versions = versions_of(d->format);
    const bool few = versions < VERSIONS;
    if (!few || p->version + 1U < versions) {
        p->version++;
        p->mapped = mapped || (few && p->version + 1U == versions);
        p->accessed = d->format->accessed == 0 || (page + p->version / 2U) % 4U != 0;
    }
    driver_check(d, p->version < versions, "a page has too many versions");
    if (page == LARGE_PAGE)
        d->was_split[space][p->version % VERSIONS] = d->split[space];
    write_entry(d, m, space, page);
}

static inline void invalidate(driver *d, unsigned kind, unsigned space, uint64_t vpn) {
    driver_write(d, MMU_COMMAND_PAGE_LOW, (uint32_t)GMMU_WRAP(vpn, 32));
    driver_write(d, MMU_COMMAND_PAGE_HIGH, (uint32_t)(vpn >> 32));
    driver_command(d, kind, space, false);
    driver_command(d, ASID_FENCE, 0, false);
}

/* The space has other tables; some of its pages are there at once. */
static inline void move_space(driver *d, memory *m, dice *r, unsigned space) {
    d->half[space] ^= 1U;
    for (unsigned p = 0; p < PAGES; p++)
        change_page(d, m, space, p, dice_chance(r, 50));
    const bool goes_on = d->enabled[space];
    d->enabled[space] = true;
    driver_set_space(d, space);
    if (goes_on) {
        driver_command(d, ASID_FENCE, 0, false);
        driver_resume(d, space, 0, true);
    } else {
        d->job = JOB_NONE; /* nothing of before is left */
    }
    d->seen.moves++;
}

/* Each of its pages has another version, after the space has ended as well. */
static inline bool has_versions(const driver *d, unsigned space) {
    bool all = true;
    for (unsigned p = 0; p < PAGES; p++)
        all = all && d->page[space][p].version + 2U < versions_of(d->format);
    return all;
}

/* The one command that ends it. */
static inline void end_space(driver *d, unsigned space) {
    d->job = JOB_ENDED;
    d->enabled[space] = false;
    driver_command(d, ASID_SET, space, false);
    d->seen.disables++;
}

/* The space has other limits, and the same tables. */
static inline void limit_space(driver *d, unsigned space, const page_limits *limits) {
    d->limits[space] = *limits;
    driver_set_space(d, space);
    driver_command(d, ASID_FENCE, 0, false);
    driver_resume(d, space, 0, true);
    d->seen.limits++;
}

/* A large page that limits cut is held as base pages, as one that is split: one of them does not stand for
 * the others. */
static inline bool is_pieces(const driver *d, unsigned space, unsigned page) {
    const page_limits *l = &d->limits[space];
    const uint64_t first = page_numbers[page], last = first + page_size(page) - 1U;
    return first != last && (d->split[space] || first < l->lowest || last > l->highest);
}

/* Base pages are made of the large page of the space, or a large page of these. One invalidation takes back
 * all that was there before, whichever of the pages it names. */
static inline void change_size(driver *d, memory *m, unsigned space, uint64_t inside, bool mapped) {
    d->split[space] = !d->split[space];
    change_page(d, m, space, LARGE_PAGE, mapped);
    invalidate(d, ASID_INV_LARGE, space, inside);
    d->seen.splits += d->split[space];
    d->seen.merges += !d->split[space];
}

/* The ring is set up anew, perhaps after it has been off; its records are forgotten, those that memory has
 * refused as well, so all who wait walk again. */
static inline void set_up_ring(driver *d, bool off) {
    begin_job(d, JOB_RING_SET_UP);
    d->ring_off = off;
    for (unsigned on = off ? 0 : 1; on < 2; on++) {
        driver_write(d, MMU_RING, on * MMU_RING_ENABLE_MASK);
        driver_await(d, MMU_RING, MMU_RING_MASK, 0);
    }
    driver_resume_all(d);
    d->head = 0;
    d->seen.offs += off;
}

/* A command that must do nothing, and say so: to no space, one that is none, of a space without a page. */
static inline void command_in_error(driver *d, dice *r) {
    static const struct {
        unsigned kind, space;
        bool enable;
    } bad[] = {{ASID_SET, NO_SUCH_SPACE, true},
               {ASID_INV_PAGE, NO_SUCH_SPACE, false},
               {7, 0, true},
               {ASID_SET, 0, true}};
    const unsigned n = (unsigned)dice_roll(r, sizeof bad / sizeof bad[0]);
    begin_job(d, JOB_REFUSED);
    driver_write(d, MMU_COMMAND_PAGE_LOW, 2);
    driver_write(d, MMU_COMMAND_HIGHEST_LOW, 1);
    driver_command(d, bad[n].kind, bad[n].space, bad[n].enable);
}

/* The block is as before a reset, and goes on. */
static inline void be_quiet(driver *d, unsigned reads) {
    d->job = JOB_NONE;
    driver_control(d, true);
    driver_await(d, MMU_STATUS, MMU_QUIET_MASK, MMU_QUIET_MASK);
    for (unsigned i = 0; i < reads; i++)
        driver_await(d, MMU_STATUS, MMU_QUIET_MASK, MMU_QUIET_MASK);
    driver_control(d, false);
    d->seen.quiets++;
}

/* One of the things that a driver does unasked. */
static inline void change_something(driver *d, memory *m, dice *r) {
    const unsigned space = (unsigned)dice_roll(r, SPACES), any = (unsigned)dice_roll(r, PAGES);
    const unsigned page = dice_chance(r, 15) ? LARGE_PAGE : any;
    const uint64_t inside = page_numbers[page] + dice_roll(r, page_size(page));
    begin_job(d, JOB_FENCED);
    d->job_space = space;
    if (!d->enabled[space] || dice_chance(r, 15)) {
        d->disabled_for[space] = false;
        move_space(d, m, r, space);
    } else if (has_versions(d, space) && dice_chance(r, 10)) {
        end_space(d, space);
    } else if (dice_chance(r, 5)) {
        be_quiet(d, (unsigned)dice_roll(r, 10));
    } else if (!d->keeps_limits && dice_chance(r, 10)) {
        limit_space(d, space, &limits_of_spaces[dice_chance(r, 40) ? 0 : dice_roll(r, LIMITS)]);
    } else {
        const bool alone = !is_pieces(d, space, page);
        const unsigned kind = alone && dice_chance(r, 70) ? ASID_INV_PAGE
                              : dice_chance(r, 50)        ? ASID_INV_LARGE
                              : dice_chance(r, 50)        ? ASID_INV_SPACE
                                                          : ASID_INV_ALL;
        if (page == LARGE_PAGE && d->format->low[1] == 9 && dice_chance(r, 60)) {
            change_size(d, m, space, inside, dice_chance(r, 80));
        } else {
            change_page(d, m, space, page, dice_chance(r, 60));
            invalidate(d, kind, space, inside);
        }
        if (d->page[space][page].mapped && dice_chance(r, 50))
            driver_resume(d, space, inside, false); /* who has parked for it meanwhile */
        d->seen.changes += kind == ASID_INV_PAGE;
        d->seen.alls += kind == ASID_INV_ALL;
    }
}

static inline void clear_errors(driver *d) {
    driver_write(d, MMU_RECORD_ERROR, 0); /* the first, ... */
    driver_write(d, MMU_RECORD_ERROR, 0); /* ... and that there were more */
}

/* The record at the head of the ring: its page is mapped, unless it has been since, has been accessed, and is
 * resumed. Memory may have refused it. */
static inline void serve_record(driver *d, memory *m, dice *r, uint32_t now) {
    const uint32_t error = d->read[READ_ERROR], slot = d->head % RING_RECORDS;
    const bool lost = (error & MMU_ERROR_SEEN_MASK) != 0 && (error & MMU_ERROR_SLOT_MASK) == slot;
    const uint64_t *record = &m->word[d->ring][(uint64_t)slot * 2U];
    const uint64_t page_of_error = (uint64_t)d->read[READ_ERROR_HIGH] << 32 | d->read[READ_ERROR_LOW];
    const uint64_t vpn = lost ? page_of_error : record[0] & UINT64_C(0xFFFFFFFFFFFF);
    const unsigned space = lost ? error >> MMU_ERROR_ASID_AT : (unsigned)(record[0] >> 48),
                   page = page_at(vpn);
    const uint32_t about = (uint32_t)GMMU_WRAP(record[1], 32), when = (uint32_t)(record[1] >> 32);
    begin_job(d, JOB_RECORD);
    driver_check(d, space < SPACES && page < PAGES, "a record names a page that nobody asks for");
    driver_check(d, lost || (about >> 28 == WALK_ABSENT && (about >> 24 & 3U) != 0),
                 "a record says another fault");
    driver_check(d, lost || ((about & 0xFFFFU) >> GMMU_PORT_ID_W < GMMU_MMU_PORTS && when <= now),
                 "a record says a port, or a time, that was not");
    if (d->failed != NULL)
        return;
    if (lost)
        driver_write(d, MMU_RECORD_ERROR, 0);
    d->seen.lost += lost;
    page_truth *t = &d->page[space][page];
    d->seen.spurious += t->mapped && t->accessed;
    d->seen.accesses += t->mapped && !t->accessed;
    if (!t->mapped)
        change_page(d, m, space, page, true);
    t->accessed = true;
    write_entry(d, m, space, page);
    const bool whole = dice_chance(r, 20);
    driver_resume(d, space, vpn, whole);
    d->head = (d->head + 1) % (2 * RING_RECORDS);
    driver_write(d, MMU_RING_HEAD, d->head);
    d->seen.records++;
    d->seen.resumed_spaces += whole;
}

/* A fence has completed: what was before answers no more. */
static inline void fenced(driver *d) {
    for (unsigned s = 0; s < SPACES; s++) {
        d->limits_before[s] = d->limits[s];
        for (unsigned p = 0; p < PAGES; p++) {
            page_truth *t = &d->page[s][p];
            t->floor = t->mapped ? t->version : t->version + 1U;
        }
    }
    d->disabled_for[d->job_space] = !d->enabled[d->job_space];
}

/* The space has ended: of its pages nothing answers any more. */
static inline void ended(driver *d) {
    for (unsigned p = 0; p < PAGES; p++) {
        d->page[d->job_space][p].mapped = false;
        d->page[d->job_space][p].floor = d->page[d->job_space][p].version + 1U;
    }
    d->disabled_for[d->job_space] = d->ended = true;
}

static inline void end_job(driver *d, memory *m, dice *r, uint32_t now) {
    const uint32_t ring = d->read[READ_RING];
    const unsigned job = d->job, tail = (ring & MMU_RING_TAIL_MASK) >> MMU_RING_TAIL_AT;
    begin_job(d, JOB_NONE);
    d->ready = d->ready || job == JOB_SETUP;
    if (job == JOB_FENCED)
        fenced(d);
    if (job == JOB_ENDED)
        ended(d);
    if (job == JOB_RING_SET_UP && d->ring_off) {
        d->ring_off = false;
        d->ring_off_at = (uint64_t)now;
    }
    if (job != JOB_RING)
        return;
    driver_check(d, (ring & MMU_RING_FIRST_MASK) == d->head,
                 "the ring begins elsewhere than the driver says");
    d->seen.many_lost += (d->read[READ_ERROR] & MMU_ERROR_MORE_MASK) != 0;
    if ((d->read[READ_ERROR] & MMU_ERROR_MORE_MASK) != 0)
        set_up_ring(d, false); /* which they were is not known */
    else if (tail != d->head)
        serve_record(d, m, r, now);
}

static inline void next_job(driver *d, memory *m, dice *r, bool irq) {
    unsigned first = 0;
    while (first < SPACES && (d->enabled[first] || !d->ready || d->page[first][0].version != 0))
        first++;
    if (d->ready && first < SPACES) { /* at the beginning */
        begin_job(d, JOB_FENCED);
        d->job_space = first;
        move_space(d, m, r, first);
    } else if (irq && dice_chance(r, 20)) {
        static const unsigned addr[RING_READS] = {MMU_RING_STATE, MMU_RECORD_ERROR, MMU_RECORD_ERROR_PAGE_LOW,
                                                  MMU_RECORD_ERROR_PAGE_HIGH};
        begin_job(d, JOB_RING);
        for (unsigned i = 0; i < RING_READS; i++)
            driver_await(d, addr[i], 0, 0);
    } else if (!d->calm && dice_roll(r, 1000) < d->rate) {
        if (dice_chance(r, 3))
            set_up_ring(d, true);
        else if (dice_chance(r, 3))
            command_in_error(d, r);
        else
            change_something(d, m, r);
    }
}

/* ---- AXI4-Lite ---- */

static inline void driver_drive(driver *d, memory *m, dice *r, bool irq, gmmu_in *in) {
    if (d->at == d->count && d->failed == NULL) {
        next_job(d, m, r, irq);
        d->jobs += d->at != d->count;
    }
    const bool busy = d->at != d->count;
    d->idle += !busy;
    const operation *o = &d->ops[d->at % OPS];
    d->aw_offered = d->aw_offered || (busy && !o->read && !d->aw_sent && !dice_chance(r, m->stalls));
    d->w_offered = d->w_offered || (busy && !o->read && !d->w_sent && !dice_chance(r, m->stalls));
    d->ar_offered = d->ar_offered || (busy && o->read && !d->ar_sent && !dice_chance(r, m->stalls));
    in->lite_awvalid = (u1)d->aw_offered;
    in->lite_awaddr = (GMMU_U(GMMU_LITE_ADDR_W))o->addr;
    in->lite_wvalid = (u1)d->w_offered;
    in->lite_wdata = o->data;
    in->lite_wstrb = 15;
    in->lite_arvalid = (u1)d->ar_offered;
    in->lite_araddr = (GMMU_U(GMMU_LITE_ADDR_W))o->addr;
    in->lite_bready = (u1)!dice_chance(r, m->stalls);
    in->lite_rready = (u1)!dice_chance(r, m->stalls);
}

static inline void driver_edge(driver *d, memory *m, dice *r, const gmmu_in *in, const gmmu_out *pins) {
    const operation *o = &d->ops[d->at % OPS];
    bool through = false;
    uint32_t word = 0;
    d->ended = false;
    if (d->at == 0 && !(d->aw_sent && d->w_sent))
        d->written = (uint64_t)in->now;
    if (in->lite_awvalid && pins->lite_awready) {
        d->aw_offered = false;
        d->aw_sent = true;
    }
    if (in->lite_wvalid && pins->lite_wready) {
        d->w_offered = false;
        d->w_sent = true;
    }
    if (in->lite_arvalid && pins->lite_arready) {
        d->ar_offered = false;
        d->ar_sent = true;
    }
    if (pins->lite_bvalid && in->lite_bready) {
        driver_check(d, d->aw_sent && d->w_sent && pins->lite_bresp == LITE_OKAY,
                     "a register refuses a write");
        through = true;
    }
    if (pins->lite_rvalid && in->lite_rready) {
        driver_check(d, d->ar_sent && pins->lite_rresp == LITE_OKAY, "a register refuses a read");
        word = (uint32_t)pins->lite_rdata;
        d->ar_sent = false;
        through = (word & o->until) == o->data;
    }
    if (!through)
        return;
    d->aw_sent = d->w_sent = false;
    driver_check(d,
                 !o->read || o->addr != MMU_COMMAND ||
                     ((word & MMU_CMD_REFUSED_MASK) != 0) == (d->job == JOB_REFUSED),
                 "a command is refused, or one that is none is not");
    d->read[d->at % OPS] = word;
    if (++d->at == d->count)
        end_job(d, m, r, (uint32_t)in->now);
}

#endif
