/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of page_walker for the lock-step harness. */
#include "lockstep.h"
#include "page_walker_duties.h"
#include "page_walker_formats.h"

#define WALKERS ((unsigned)GMMU_WALKERS)
#define CACHED  ((unsigned)GMMU_WALK_CACHED)
#define WAYS    ((unsigned)GMMU_WALK_WAYS)
#define READS   ((unsigned)GMMU_WALK_READS)
#define NOBODY  WALKERS

/* Tables of two entries: those of the upper levels, too, are told apart by low bits of the page's number. */
#define SMALL_TABLES                                                                                         \
    {.root = 5,                                                                                              \
     .low = {0, 1, 2, 3, 4, 5},                                                                              \
     .bits = {1, 1, 1, 1, 1, 15},                                                                            \
     .leaf = {1, 1, 1},                                                                                      \
     PAGE_WALKER_X86_ENTRIES}

enum { X86, SV32, SV39, PASCAL, HOPPER, SMALL, ANY_FORMAT };

static const page_walker_format formats[] = {
    [X86] = PAGE_WALKER_X86,       [SV32] = PAGE_WALKER_SV32,     [SV39] = PAGE_WALKER_SV39,
    [PASCAL] = PAGE_WALKER_PASCAL, [HOPPER] = PAGE_WALKER_HOPPER, [SMALL] = SMALL_TABLES};

/* Per phase: the format; in percent walks, answers to reads, ports that are ready; of 1000 cycles
 * invalidations; how many pages, and address spaces. */
static const struct {
    unsigned format, walk, answer, read, done, inv, pages, spaces;
} profile[LS_PHASES] = {
    {X86, 60, 60, 90, 90, 5, 40, 2},       {SV39, 90, 90, 100, 100, 20, 400, 3},
    {PASCAL, 60, 60, 90, 90, 5, 40, 2},    {HOPPER, 95, 30, 40, 80, 30, 9, 2},
    {PASCAL, 80, 90, 90, 30, 60, 12, 4},   {SV32, 30, 90, 95, 95, 300, 20, 2},
    {SMALL, 100, 100, 100, 100, 2, 60, 1}, {ANY_FORMAT, 50, 50, 80, 80, 10, 60, 3},
};

/* Any bits at all; phase 7 has another format in every cycle. */
static void draw_format(lockstep *ls, page_walker_in *in) {
    for (unsigned i = 0; i < GMMU_WALK_LEVELS; i++) {
        in->fmt_low[i] = (u6)(ls_chance(ls, 90) ? 9 * i + ls_below(ls, 2) : ls_below(ls, 64));
        in->fmt_bits[i] = (u4)ls_below(ls, 16);
        in->fmt_leaf[i] = (u1)ls_below(ls, 2);
    }
    in->fmt_root = (u3)ls_below(ls, 8);
    in->fmt_short = (u1)ls_below(ls, 2);
    in->fmt_dual = (u1)ls_below(ls, 2);
    in->fmt_large_word = (u1)ls_below(ls, 2);
    in->fmt_large_low = (u6)ls_below(ls, 64);
    in->fmt_large_bits = (u4)ls_below(ls, 16);
    in->fmt_frame = (u6)ls_below(ls, 64);
    in->fmt_pointer = (u8)ls_below(ls, 256);
    in->fmt_page = (u8)ls_below(ls, 256);
    in->fmt_large = (u8)ls_below(ls, 256);
    in->fmt_marked = (u1)ls_below(ls, 2);
    in->fmt_frame_bits = (u6)(ls_chance(ls, 50) ? GMMU_PPN_W : ls_below(ls, 64));
    in->fmt_read = (u8)ls_below(ls, 256);
    in->fmt_read_no = (u1)ls_below(ls, 2);
    in->fmt_accessed = (u8)(ls_chance(ls, 50) ? 0 : ls_below(ls, 256));
    in->fmt_dirty = (u8)(ls_chance(ls, 50) ? 0 : ls_below(ls, 256));
    in->fmt_pointer_no = (u8)(ls_chance(ls, 50) ? 0 : ls_below(ls, 256));
    in->fmt_exec = (u6)ls_below(ls, 64);
    in->fmt_exec_no = (u1)ls_below(ls, 2);
    in->fmt_exec_all = (u1)ls_below(ls, 2);
    in->fmt_write_reads = (u1)ls_below(ls, 2);
    in->fmt_every_level = (u1)ls_below(ls, 2);
    in->fmt_write = (u8)ls_below(ls, 256);
    in->fmt_write_no = (u1)ls_below(ls, 2);
    in->fmt_system = (u8)ls_below(ls, 256);
    in->fmt_system_no = (u1)ls_below(ls, 2);
}

/* A walker in this phase, of every n-th from `first` on, where there is one. */
static unsigned walker_in_phase(lockstep *ls, const page_walker_state *s, unsigned phase, unsigned first,
                                unsigned n) {
    const unsigned from = (unsigned)ls_below(ls, WALKERS);
    for (unsigned i = 0; i < WALKERS; i++) {
        const unsigned w = (from + i) % WALKERS;
        if (s->w_phase[w] == phase && w % n == first)
            return w;
    }
    return NOBODY;
}

/* Pages that lie close together, and some that differ from these in one bit. */
static uint64_t draw_page(lockstep *ls, unsigned pages) {
    const uint64_t k = ls_below(ls, pages);
    const uint64_t vpn = k % 3 == 0 ? k * UINT64_C(0x9e3779b97f4a7c15) >> (64 - GMMU_VPN_W) : k * 77;
    return vpn ^ (ls_chance(ls, 20) ? UINT64_C(1) << ls_below(ls, GMMU_VPN_W) : 0U);
}

/* A page of a cached table, but for a bit of its number or its space. */
static void draw_beside_table(lockstep *ls, const page_walker_state *s, page_walker_in *in) {
    const unsigned e = (unsigned)ls_below(ls, CACHED * WAYS);
    const uint64_t bit = UINT64_C(1) << ls_below(ls, GMMU_ASID_W + GMMU_VPN_W);
    in->walk_asid = (GMMU_U(GMMU_ASID_W))((uint64_t)s->c_asid[e] ^ (bit >> GMMU_VPN_W));
    in->walk_vpn = (GMMU_U(GMMU_VPN_W))((uint64_t)s->c_vpn[e] ^ (bit & ((UINT64_C(1) << GMMU_VPN_W) - 1)));
}

/* An entry: mostly one that points to a table, or maps a page of its level. */
static uint64_t draw_entry(lockstep *ls, const page_walker_in *in, unsigned level) {
    const uint64_t fits = ls_chance(ls, 90) ? (UINT64_C(1) << GMMU_PPN_W) - 1U : UINT64_MAX;
    const uint64_t exec = ls_random(ls) & UINT64_C(1) << in->fmt_exec;
    const uint64_t page_no = ls_chance(ls, 90) ? in->fmt_accessed : 0U;
    const uint64_t frame = fits & ls_random(ls) << (level == 0 || ls_chance(ls, 10)
                                                        ? 0
                                                        : (unsigned)in->fmt_low[level % GMMU_WALK_LEVELS]);
    const unsigned kind = (unsigned)ls_below(ls, 100);
    const uint64_t flags = ls_random(ls) & 0xffU;

    if (kind < 10)
        return ls_chance(ls, 50) ? 0 : ls_random(ls);
    if (kind < 20 || level == 0)
        return (frame << in->fmt_frame & ~UINT64_C(0xff)) | exec | page_no |
               ((flags & ~(uint64_t)in->fmt_pointer) | (kind < 60 || in->fmt_marked ? in->fmt_large : 0U) |
                in->fmt_page);
    const uint64_t not = in->fmt_large | (ls_chance(ls, 90) ? in->fmt_pointer_no : 0U);
    return (frame << in->fmt_frame & ~UINT64_C(0xff)) | exec | (flags & ~not) | in->fmt_pointer;
}

/* An answer at port r: mostly to a walker that waits for it there. */
static void draw_answer(lockstep *ls, const page_walker_state *s, unsigned r, bool rests,
                        page_walker_in *in) {
    const unsigned phase = ls_chance(ls, 70) ? WALKER_WAIT : WALKER_WAIT_OLD;
    const unsigned waits = walker_in_phase(ls, s, phase, r, READS);
    const unsigned any = (unsigned)ls_below(ls, WALKERS / READS) * READS + r;
    const unsigned answered = waits == NOBODY || ls_chance(ls, 3) ? any : waits;

    in->rd_ready[r] = (u1)ls_chance(ls, profile[ls_phase(ls)].read);
    in->rsp_valid[r] = (u1)(ls_chance(ls, profile[ls_phase(ls)].answer) && !rests);
    in->rsp_walker[r] = (GMMU_U(GMMU_WALK_NAME_W))(answered / READS);
    in->rsp_error[r] = (u1)ls_chance(ls, 2);
    in->rsp_data[r] = draw_entry(ls, in, (unsigned)s->w_level[answered]);
    if (in->fmt_short)
        in->rsp_data[r] = (u64)(draw_entry(ls, in, (unsigned)s->w_level[answered]) << 32 |
                                GMMU_WRAP((uint64_t)in->rsp_data[r], 32));
}

void page_walker_stimulus(lockstep *ls, const page_walker_state *s, const page_walker_out *pins,
                          page_walker_in *in) {
    const unsigned phase = ls_phase(ls), spaces = profile[phase].spaces;
    const unsigned rooted = walker_in_phase(ls, s, WALKER_ROOT, 0, 1);
    const bool rests = ls_chance(ls, 20); /* the memory, at all ports */

    if (profile[phase].format < ANY_FORMAT)
        page_walker_set_format(in, &formats[profile[phase].format]);
    else
        draw_format(ls, in);
    in->walk_valid = (u1)ls_chance(ls, profile[phase].walk);
    in->walk_asid =
        (GMMU_U(GMMU_ASID_W))(ls_chance(ls, 2) ? ls_random(ls) >> (64 - GMMU_ASID_W) : ls_below(ls, spaces));
    in->walk_vpn = (GMMU_U(GMMU_VPN_W))draw_page(ls, profile[phase].pages);
    if (ls_chance(ls, 40))
        draw_beside_table(ls, s, in);
    in->r_valid = (u1)(rooted != NOBODY && !pins->l_valid ? ls_chance(ls, 80) : ls_chance(ls, 20));
    in->r_why = (u2)(ls_chance(ls, 10) ? ls_below(ls, 4) : 0U);
    in->r_whole = (u1)ls_chance(ls, 60);
    in->r_root = (GMMU_U(GMMU_PPN_W))(ls_random(ls) >> (64 - GMMU_PPN_W));
    for (unsigned r = 0; r < READS; r++)
        draw_answer(ls, s, r, rests, in);
    in->inv_valid = (u1)(ls_below(ls, 1000) < profile[phase].inv);
    in->inv_all = (u1)ls_chance(ls, 20);
    in->inv_asid = (GMMU_U(GMMU_ASID_W))(ls_chance(ls, 50) ? (unsigned)s->w_asid[ls_below(ls, WALKERS)]
                                                           : (unsigned)ls_below(ls, spaces));
    in->hold = (u1)(ls_cycle(ls) / 32 % 16 == 15);
    in->done_ready = (u1)ls_chance(ls, profile[phase].done);
}

/* ---- coverage ---- */

static unsigned count_in(const page_walker_state *s, unsigned phase) {
    unsigned count = 0;
    for (unsigned w = 0; w < WALKERS; w++)
        count += s->w_phase[w] == phase;
    return count;
}

static bool is_hit_by(const page_walker_in *in, unsigned asid) {
    return in->inv_valid && (in->inv_all || (unsigned)in->inv_asid == asid);
}

/* Is a walker in this phase hit by the invalidation? */
static bool hit_in(const page_walker_state *s, const page_walker_in *in, unsigned phase) {
    bool hit = false;
    for (unsigned w = 0; w < WALKERS; w++)
        hit |= s->w_phase[w] == phase && is_hit_by(in, (unsigned)s->w_asid[w]);
    return hit;
}

static bool covers(const page_walker_state *s, const page_walker_in *in, unsigned e, unsigned asid,
                   uint64_t vpn) {
    const unsigned low = (unsigned)in->fmt_low[e / WAYS + 1];
    return s->c_valid[e] && (unsigned)s->c_asid[e] == asid && (uint64_t)s->c_vpn[e] >> low == vpn >> low;
}

/* The level of the cached table that a walk begins in. */
static unsigned first_level(const page_walker_state *s, const page_walker_in *in, unsigned asid,
                            uint64_t vpn) {
    for (unsigned e = 0; e < CACHED * WAYS; e++)
        if (covers(s, in, e, asid, vpn))
            return e / WAYS;
    return CACHED;
}

/* The walker that port r names in an answer. */
static unsigned answered_at(const page_walker_in *in, unsigned r) {
    return ((unsigned)in->rsp_walker[r] * READS + r) % WALKERS;
}

static bool is_offered(const page_walker_state *s, unsigned w) {
    return s->rd_valid[w % READS] && s->rd_walker[w % READS] == w / READS;
}

/* The entry for it. */
static uint64_t entry_at(const page_walker_state *s, const page_walker_in *in, unsigned r) {
    return page_walker_entry(s, in, r, answered_at(in, r));
}

static uint64_t frame_in(const page_walker_state *s, const page_walker_in *in, unsigned r) {
    return entry_at(s, in, r) >> in->fmt_frame & ~(UINT64_MAX << in->fmt_frame_bits);
}

/* Nothing that is reserved is in a pointer. */
static bool leads_on(const page_walker_state *s, const page_walker_in *in, unsigned r) {
    return frame_in(s, in, r) >> GMMU_PPN_W == 0 && (entry_at(s, in, r) & in->fmt_pointer_no) == 0;
}

/* The level of the cache that an answer at port r gives a table, or CACHED. */
static unsigned filled_level(const page_walker_state *s, const page_walker_in *in, unsigned r) {
    const unsigned w = answered_at(in, r), level = (unsigned)s->w_level[w];
    const uint64_t flags = entry_at(s, in, r) & 0xffU;
    const bool used = in->rsp_valid[r] && s->w_phase[w] == WALKER_WAIT && !is_offered(s, w) &&
                      !is_hit_by(in, (unsigned)s->w_asid[w]);
    const bool points = !in->rsp_error[r] && (flags & in->fmt_large) == 0 && (flags & in->fmt_pointer) != 0 &&
                        leads_on(s, in, r);
    bool held = false;

    if (!used || !points || level == 0 || level > CACHED || s->w_part[w] != WALK_PLAIN)
        return CACHED;
    for (unsigned e = 0; e < WAYS; e++)
        held |= covers(s, in, (level - 1) * WAYS + e, (unsigned)s->w_asid[w], (uint64_t)s->w_vpn[w]);
    return held ? CACHED : level - 1;
}

/* Two ports beside each other. */
static void cover_pairs(lockstep *ls, const page_walker_state *s, const page_walker_in *in) {
    for (unsigned r = 0; r + 1 < READS; r++) {
        const unsigned low = filled_level(s, in, r), high = filled_level(s, in, r + 1);
        ls_cover(ls, "two reads leave",
                 s->rd_valid[r] && in->rd_ready[r] && s->rd_valid[r + 1] && in->rd_ready[r + 1]);
        ls_cover(ls, "a read waits beside one that leaves",
                 s->rd_valid[r] && !in->rd_ready[r] && s->rd_valid[r + 1] && in->rd_ready[r + 1]);
        ls_cover(ls, "two tables of a level at once", low < CACHED && low == high);
        ls_cover(ls, "two tables of two levels at once", low < CACHED && high < CACHED && low != high);
    }
}

static void cover_answers(lockstep *ls, const page_walker_state *s, const page_walker_in *in, unsigned r) {
    const unsigned w = answered_at(in, r);
    const bool waits = in->rsp_valid[r] && s->w_phase[w] == WALKER_WAIT && !is_offered(s, w);
    const bool used = waits && !is_hit_by(in, (unsigned)s->w_asid[w]);
    const unsigned level = (unsigned)s->w_level[w], part = (unsigned)s->w_part[w];
    const uint64_t flags = entry_at(s, in, r) & 0xffU;
    const bool bottom = level == 0 || part == WALK_LARGE_PAGE;
    const bool leaf = (flags & in->fmt_large) != 0 || (bottom && !in->fmt_marked);
    const bool maps = leaf && (flags & in->fmt_page) != 0, points = !leaf && (flags & in->fmt_pointer) != 0;
    const bool good = used && !in->rsp_error[r];
    const bool fills =
        good && points && !bottom && part == WALK_PLAIN && level <= CACHED && leads_on(s, in, r);
    const uint64_t above = part == WALK_LARGE_PAGE ? s->w_large_rights[w] : s->w_rights[w];
    bool same = false;

    for (unsigned e = 0; fills && e < WAYS; e++)
        same |= covers(s, in, (level - 1) * WAYS + e, (unsigned)s->w_asid[w], (uint64_t)s->w_vpn[w]);
    ls_cover(ls, "an answer to nobody", in->rsp_valid[r] && s->w_phase[w] == WALKER_FREE);
    ls_cover(ls, "an answer to a read that is not taken yet",
             in->rsp_valid[r] && is_offered(s, w) && s->w_phase[w] == WALKER_WAIT);
    ls_cover(ls, "an answer that comes too late", in->rsp_valid[r] && s->w_phase[w] == WALKER_WAIT_OLD);
    ls_cover(ls, "an answer and an invalidation", waits && !used);
    ls_cover(ls, "bus error", used && in->rsp_error[r]);
    ls_cover(ls, "a table below", fills);
    ls_cover(ls, "a pointer takes rights", fills && in->fmt_every_level && (flags & in->fmt_write) == 0);
    ls_cover(ls, "a page below a pointer that has taken rights", good && maps && above != WALK_ALL_RIGHTS);
    ls_cover(ls, "a pointer that is reserved", good && points && !bottom && !leads_on(s, in, r));
    ls_cover(ls, "a frame that is too wide", good && maps && frame_in(s, in, r) >> GMMU_PPN_W != 0);
    ls_cover(ls, "a page that has not been accessed",
             good && maps && in->fmt_accessed != 0 && (flags & in->fmt_accessed) == 0);
    ls_cover(ls, "a page that is not dirty",
             good && maps && in->fmt_dirty != 0 && (flags & in->fmt_dirty) == 0);
    ls_cover(ls, "a page that may be written, but not read",
             good && maps && in->fmt_write_reads && (flags & in->fmt_write) != 0 &&
                 (flags & in->fmt_read) == 0);
    ls_cover(ls, "a table below, cached already", fills && same);
    ls_cover(ls, "the last cached level is filled", fills && !same && level == CACHED);
    ls_cover(ls, "an entry of the cache is overwritten",
             fills && !same && s->c_valid[(level - 1) * WAYS + (unsigned)s->c_next[level - 1]]);
    ls_cover(ls, "a short entry in the lower half", good && in->fmt_short && !s->w_upper[w]);
    ls_cover(ls, "a short entry in the upper half", good && in->fmt_short && s->w_upper[w]);
    ls_cover(ls, "a page", good && maps && level == 0 && part == WALK_PLAIN);
    ls_cover(ls, "a page of level 1", good && maps && level == 1 && part == WALK_PLAIN);
    ls_cover(ls, "a page in a dual entry", good && maps && part == WALK_SMALL_WORD);
    ls_cover(ls, "a page in the larger word of a dual entry", good && maps && part == WALK_LARGE_WORD);
    ls_cover(ls, "a page of a table of larger pages", good && maps && part == WALK_LARGE_PAGE);
    ls_cover(ls, "a table of larger pages", good && points && part == WALK_LARGE_WORD);
    ls_cover(ls, "no table of larger pages", good && !maps && !points && part == WALK_LARGE_WORD);
    ls_cover(ls, "no larger page", good && flags == 0 && part == WALK_LARGE_PAGE);
    ls_cover(ls, "a larger page that is not there", good && !maps && flags != 0 && part == WALK_LARGE_PAGE);
    ls_cover(ls, "the table of a dual entry", good && points && part == WALK_SMALL_WORD);
    ls_cover(ls, "absent", good && !maps && !points && part == WALK_PLAIN);
    ls_cover(ls, "a pointer at the last level", good && points && bottom);
    ls_cover(ls, "a page where none may be",
             good && maps && !bottom && !in->fmt_leaf[level % GMMU_WALK_LEVELS]);
}

static void cover_reads(lockstep *ls, const page_walker_state *s, const page_walker_in *in, unsigned r) {
    const bool goes = s->rd_valid[r] && in->rd_ready[r], waits = s->rd_valid[r] && !in->rd_ready[r];
    unsigned wanted = 0;

    for (unsigned w = r; w < WALKERS; w += READS)
        wanted += s->w_phase[w] == WALKER_READ;
    ls_cover(ls, "reads wait for the port", waits && wanted != 0);
    ls_cover(ls, "a read as the one before goes", goes && wanted != 0);
    ls_cover(ls, "many reads wait for their turn", !waits && wanted > 2);
}

void page_walker_coverage(lockstep *ls, const page_walker_state *s, const page_walker_in *in,
                          const page_walker_out *pins) {
    const unsigned first = first_level(s, in, (unsigned)s->l_asid, (uint64_t)s->l_vpn);
    const bool rooted =
        in->r_valid && count_in(s, WALKER_ROOT) == 1 && in->r_why == 0 && !hit_in(s, in, WALKER_ROOT);
    const bool done_old = s->done_valid && is_hit_by(in, (unsigned)s->done_asid);
    const bool done_free = !s->done_valid || in->done_ready;
    bool answer = false;

    for (unsigned r = 0; r < READS; r++) {
        answer |= in->rsp_valid[r];
        cover_answers(ls, s, in, r);
        cover_reads(ls, s, in, r);
    }
    cover_pairs(ls, s, in);
    ls_cover(ls, "the first walker is taken", in->walk_valid && s->w_phase[0] == WALKER_FREE);
    ls_cover(ls, "the last walker is taken",
             in->walk_valid && count_in(s, WALKER_FREE) == 1 && s->w_phase[WALKERS - 1] == WALKER_FREE);
    ls_cover(ls, "no walker is free", in->walk_valid && !pins->walk_ready);
    ls_cover(ls, "a look-up as the one before is answered",
             in->r_valid && count_in(s, WALKER_ROOT) != 0 && count_in(s, WALKER_LOOK) != 0);
    ls_cover(ls, "look-ups wait",
             !in->r_valid && count_in(s, WALKER_ROOT) != 0 && count_in(s, WALKER_LOOK) > 1);
    ls_cover(ls, "an answer to no look-up",
             in->r_valid && count_in(s, WALKER_ROOT) + count_in(s, WALKER_ROOT_OLD) == 0);
    ls_cover(ls, "a look-up from before an invalidation", in->r_valid && count_in(s, WALKER_ROOT_OLD) != 0);
    ls_cover(ls, "refused", in->r_valid && count_in(s, WALKER_ROOT) == 1 && in->r_why != 0);
    ls_cover(ls, "begins at the root", rooted && first == CACHED);
    ls_cover(ls, "begins at the last level", rooted && first == 0);
    ls_cover(ls, "begins at a dual entry", rooted && first == 1 && in->fmt_dual);
    ls_cover(ls, "begins at the highest cached level", rooted && first == CACHED - 1);
    ls_cover(ls, "results wait for the port", !done_free && count_in(s, WALKER_DONE) != 0);
    ls_cover(ls, "results wait for their turn", done_free && count_in(s, WALKER_DONE) > 2);
    ls_cover(ls, "invalidated: look-up", hit_in(s, in, WALKER_ROOT));
    ls_cover(ls, "invalidated: to be read", hit_in(s, in, WALKER_READ));
    ls_cover(ls, "invalidated: is read", hit_in(s, in, WALKER_WAIT));
    ls_cover(ls, "invalidated: has a result", hit_in(s, in, WALKER_DONE));
    ls_cover(ls, "invalidated: a free walker", hit_in(s, in, WALKER_FREE));
    ls_cover(ls, "invalidated: result at the port, waits", done_old && !in->done_ready);
    ls_cover(ls, "invalidated: result at the port, goes", done_old && in->done_ready);
    ls_cover(ls, "invalidated: another space",
             in->inv_valid && !hit_in(s, in, WALKER_WAIT) && count_in(s, WALKER_WAIT) != 0);
    ls_cover(ls, "acknowledged", pins->inv_ack);
    ls_cover(ls, "mapped", pins->done_valid && in->done_ready && pins->done_kind == WALK_MAPPED);
    ls_cover(ls, "a whole large page", pins->done_valid && pins->done_large);
    ls_cover(ls, "a large page that limits cut",
             pins->done_valid && pins->done_kind == WALK_MAPPED && !pins->done_large &&
                 pins->done_size >= GMMU_VPN_W - GMMU_LARGE_VPN_W);
    ls_cover(ls, "malformed", pins->done_valid && in->done_ready && pins->done_kind == WALK_MALFORMED);
    ls_cover(ls, "may not be written",
             pins->done_valid && pins->done_kind == WALK_MAPPED && !pins->done_write);
    ls_cover(ls, "may not be read", pins->done_valid && pins->done_kind == WALK_MAPPED && !pins->done_read);
    ls_cover(ls, "may not be executed",
             pins->done_valid && pins->done_kind == WALK_MAPPED && !pins->done_exec);
    ls_cover(ls, "for system mode", pins->done_valid && pins->done_kind == WALK_MAPPED && pins->done_system);
    ls_cover(ls, "held, with a read to come", in->hold && count_in(s, WALKER_READ) != 0 && pins->rd_open);
    ls_cover(ls, "held, and nothing is read", in->hold && count_in(s, WALKER_READ) != 0 && !pins->rd_open);
    ls_cover(ls, "nothing happens",
             !in->walk_valid && !answer && !in->r_valid && count_in(s, WALKER_FREE) == WALKERS);
}
