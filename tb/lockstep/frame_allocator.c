/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of frame_allocator for the lock-step harness. The bench has no RAM: the
 * map is made up to suit the count of the frame, and sometimes not to. */
#include "frame_allocator.h"
#include "lockstep.h"

#define FRAMES GMMU_LARGE_FRAMES
#define PAGES  GMMU_LARGE_PAGES
#define MAPS   GMMU_PAGE_MAPS
#define MAP_W  GMMU_PAGE_MAP_W
#define ALL    (UINT64_MAX >> (64U - MAP_W))

/* Per phase: shares of the five requests in 64ths (the rest is none of them), applications, and
 * how often a cycle with jumps makes frames nearly full or nearly empty, in per cent. */
static const struct {
    unsigned share[5], apps, edges;
} profile[LS_PHASES] = {
    {{40, 4, 10, 4, 4}, 3, 10}, {{10, 40, 4, 4, 4}, 30, 0}, {{16, 2, 30, 10, 2}, 2, 30},
    {{54, 10, 0, 0, 0}, 1, 50}, {{4, 20, 8, 20, 8}, 2, 10}, {{12, 12, 12, 12, 12}, 30, 20},
    {{50, 10, 2, 0, 0}, 4, 40}, {{20, 2, 40, 1, 1}, 2, 60},
};

#define FILL_PHASE  3U    /* one application takes all memory; so do some stretches ... */
#define FILL_CYCLES 4000U /* ... for so long */

static unsigned phase_of(lockstep *ls) {
    const unsigned p = ls_phase(ls);

    return p % 2 == 0 && ls_cycle(ls) < FILL_CYCLES ? FILL_PHASE : p;
}

static unsigned draw_op(lockstep *ls, unsigned p) {
    unsigned dice = (unsigned)ls_below(ls, 64), op = 0;

    while (op < 5 && dice >= profile[p].share[op])
        dice -= profile[p].share[op++];
    return op < 5 ? op : 5 + (unsigned)ls_below(ls, 3);
}

/* A frame in use, if the dice find one. */
static unsigned some_frame(lockstep *ls, const frame_allocator_state *s) {
    unsigned i = (unsigned)ls_below(ls, FRAMES);

    for (unsigned tries = 0; tries < 12 && s->empty[i]; tries++)
        i = (unsigned)ls_below(ls, FRAMES);
    return i;
}

static uint64_t bit_of(unsigned page, unsigned word) {
    return page / MAP_W == word ? UINT64_C(1) << page % MAP_W : 0;
}

/* A map that is rather full or rather empty, as its frame is; or with one page, all but one, all up to one,
 * all or none; or with all but two, which are often in one row of eight, or in rows of one word. */
static void draw_map(lockstep *ls, unsigned count, frame_allocator_in *in) {
    const unsigned kind = (unsigned)ls_below(ls, 16);
    const unsigned one = (unsigned)ls_below(ls, PAGES);
    const unsigned apart[] = {1 + (unsigned)ls_below(ls, 7), 8 * (1 + (unsigned)ls_below(ls, 7)), one / 3};
    const unsigned other = (one ^ apart[ls_below(ls, 3)]) % PAGES;
    const bool most = count > PAGES / 2;

    for (unsigned m = 0; m < MAPS; m++) {
        const unsigned bit = one % MAP_W, at = one / MAP_W;
        const uint64_t here = at == m ? UINT64_C(1) << bit : 0;
        const uint64_t below = m < at ? ALL : m == at ? (UINT64_C(1) << bit) - 1U : 0;
        const uint64_t a = ls_random(ls), b = ls_random(ls);
        const uint64_t kinds[] = {here, ~here, below, most ? ALL : 0, most ? a | b : a & b};

        in->ram_rdata[m] = (GMMU_U(GMMU_PAGE_MAP_W))(
            (kind > 10 ? ~(bit_of(one, m) | bit_of(other, m)) : kinds[kind < 4 ? kind : 4]) & ALL);
    }
}

/* So many pages of the frame are handed out, and it is on the list for that. */
static void poke_count(lockstep *ls, unsigned frame, uint64_t count) {
    ls_poke(ls, "count", frame, count);
    ls_poke(ls, "empty", frame, count == 0);
    ls_poke(ls, "partial", frame, count != 0 && count != PAGES);
}

/* Chance does not make frames nearly full, or all of them used. */
static void poke_edges(lockstep *ls, unsigned p) {
    static const unsigned counts[] = {1, 2, PAGES - 1, PAGES, PAGES}, kinds[] = {0, 5, PAGES};
    const unsigned frame = (unsigned)ls_below(ls, FRAMES);

    if (ls_chance(ls, 30))
        poke_count(ls, frame, counts[ls_below(ls, 5)]);
    if (ls_below(ls, 400) < profile[p].edges) {
        const unsigned but = (unsigned)ls_below(ls, FRAMES + 8);

        for (unsigned i = 0; i < FRAMES; i++) {
            poke_count(ls, i, i == but ? ls_below(ls, PAGES) : PAGES);
            ls_poke(ls, "owner", i, 1 + ls_below(ls, profile[p].apps));
        }
    }
    if (ls_below(ls, 500) == 0)
        for (unsigned i = 0; i < FRAMES; i++)
            poke_count(ls, i, 0);
    if (ls_below(ls, 10) == 0) { /* lists with gaps of any length */
        const unsigned some = 1 + (unsigned)ls_below(ls, 8), kind = (unsigned)ls_below(ls, 3);

        for (unsigned i = 0; i < FRAMES; i++) {
            poke_count(ls, i, ls_below(ls, some) == 0 ? kinds[kind] : kinds[(kind + 1) % 3]);
            ls_poke(ls, "owner", i, 1 + ls_below(ls, 3));
        }
    }
    if (ls_below(ls, 100) == 0)
        ls_poke(ls, "broken", 0, UINT32_MAX - ls_below(ls, 2));
}

void frame_allocator_stimulus(lockstep *ls, const frame_allocator_state *s, const frame_allocator_out *pins,
                              frame_allocator_in *in) {
    const unsigned p = phase_of(ls);
    const unsigned frame = some_frame(ls, s);

    if (pins->req_ready && ls_chance(ls, profile[p].edges))
        poke_edges(ls, p);
    in->cfg_failsafe = (u1)ls_chance(ls, 70);
    in->req_valid = (u1)ls_chance(ls, p == 0 ? 30 : 90);
    in->req_op = (u3)draw_op(ls, p);
    in->req_app = (GMMU_U(GMMU_APP_W))(1 + ls_below(ls, profile[p].apps));
    if (in->req_op > FRAME_LARGE && ls_chance(ls, 70))
        in->req_app = s->owner[frame];
    if (p != FILL_PHASE && ls_chance(ls, 2)) /* each would leave a frame of its own, far from full */
        in->req_app = (GMMU_U(GMMU_APP_W))ls_below(ls, 1U << GMMU_APP_W);
    in->req_frame =
        (GMMU_U(GMMU_LARGE_FRAME_W))(ls_chance(ls, 95) ? frame : ls_below(ls, 1U << GMMU_LARGE_FRAME_W));
    in->req_page = (GMMU_U(GMMU_LARGE_PAGE_W))ls_below(ls, PAGES);
    draw_map(ls, s->frame < FRAMES ? (unsigned)s->count[s->frame] : 0, in);
}

typedef struct {
    unsigned free, own, partial; /* frames on the lists */
} lengths;

static lengths count_lists(const frame_allocator_state *s, unsigned app) {
    lengths l = {0, 0, 0};

    for (unsigned i = 0; i < FRAMES; i++) {
        l.free += s->empty[i];
        l.partial += s->partial[i];
        l.own += s->partial[i] && s->owner[i] == app;
    }
    return l;
}

static void cover_requests(lockstep *ls, const frame_allocator_state *s, const frame_allocator_in *in,
                           const frame_allocator_out *pins) {
    const lengths l = count_lists(s, in->req_app);
    const bool base = in->req_valid && pins->req_ready && in->req_op == FRAME_BASE;
    const bool large = in->req_valid && pins->req_ready && in->req_op == FRAME_LARGE;

    ls_cover(ls, "base page of its list", base && l.own != 0 && l.free != 0);
    ls_cover(ls, "base page of its list, no frame is free", base && l.own != 0 && l.free == 0);
    ls_cover(ls, "base page of the last frame of its list", base && l.own == 1);
    ls_cover(ls, "base page of a free frame", base && l.own == 0 && l.free > 1);
    ls_cover(ls, "base page of the last free frame", base && l.own == 0 && l.free == 1);
    ls_cover(ls, "failsafe", base && l.own == 0 && l.free == 0 && l.partial != 0 && in->cfg_failsafe);
    ls_cover(ls, "failsafe off", base && l.own == 0 && l.free == 0 && l.partial != 0 && !in->cfg_failsafe);
    ls_cover(ls, "no page is left", base && l.free == 0 && l.partial == 0);
    ls_cover(ls, "whole frame", large && l.free > 1);
    ls_cover(ls, "the last whole frame", large && l.free == 1);
    ls_cover(ls, "no frame is left", large && l.free == 0);
    ls_cover(ls, "all frames are free", (base || large) && l.free == FRAMES);
    ls_cover(ls, "request with the answer of another", in->req_valid && pins->ans_valid && pins->req_ready);
    ls_cover(ls, "request that must wait", in->req_valid && !pins->req_ready);
}

static bool handed_out(const frame_allocator_in *in, unsigned page) {
    return ((uint64_t)in->ram_rdata[page / MAP_W] >> page % MAP_W & 1U) != 0;
}

static unsigned lowest_free(const frame_allocator_in *in) {
    unsigned page = 0;

    while (page < PAGES && handed_out(in, page))
        page++;
    return page;
}

static void cover_acts(lockstep *ls, const frame_allocator_state *s, const frame_allocator_in *in) {
    const bool acts = s->stage == FRAME_ACT && s->found && s->frame < FRAMES;
    const unsigned f = s->frame < FRAMES ? s->frame : 0;
    const unsigned first = lowest_free(in);
    const bool base = acts && s->op == FRAME_BASE, old = base && !s->fresh;
    const bool back = acts && s->op == FRAME_FREE && handed_out(in, s->page);
    const bool whole_back = acts && s->op == FRAME_FREE_LARGE, splinter = acts && s->op == FRAME_SPLINTER;
    const bool mine = s->owner[f] == s->app;

    ls_cover(ls, "page of a frame that was free", base && s->fresh);
    ls_cover(ls, "page 0", old && first == 0);
    ls_cover(ls, "page within a word", old && first % MAP_W != 0 && first < PAGES);
    ls_cover(ls, "first page of a later word", old && first != 0 && first % MAP_W == 0 && first < PAGES);
    ls_cover(ls, "last page", old && first == PAGES - 1);
    ls_cover(ls, "last page of a frame", old && s->count[f] == PAGES - 1 && first < PAGES);
    ls_cover(ls, "map without a free page", old && first == PAGES);
    ls_cover(ls, "frame gets mixed", old && s->failsafe && !s->mixed[f] && first < PAGES);
    ls_cover(ls, "page comes back", back && mine && s->count[f] > 1);
    ls_cover(ls, "last page comes back", back && mine && s->count[f] == 1);
    ls_cover(ls, "page of a mixed frame from another", back && !mine && s->mixed[f]);
    ls_cover(ls, "page from another", back && !mine && !s->mixed[f]);
    ls_cover(ls, "page that is not handed out",
             acts && s->op == FRAME_FREE && mine && !handed_out(in, s->page));
    ls_cover(ls, "page of a whole frame", back && mine && s->whole[f] && s->count[f] > 1);
    ls_cover(ls, "full whole frame comes back", whole_back && s->whole[f] && mine && s->count[f] == PAGES);
    ls_cover(ls, "rest of a whole frame comes back",
             whole_back && s->whole[f] && mine && s->count[f] < PAGES);
    ls_cover(ls, "whole frame from another", whole_back && s->whole[f] && !mine && !s->mixed[f]);
    ls_cover(ls, "frame is not whole", whole_back && !s->whole[f] && mine);
    ls_cover(ls, "splinter", splinter && s->whole[f] && mine);
    ls_cover(ls, "splinter a frame that is not whole", splinter && !s->whole[f] && mine);
    ls_cover(ls, "splinter from another", splinter && s->whole[f] && !mine && !s->mixed[f]);
    ls_cover(ls, "no such request", acts && s->op > FRAME_SPLINTER);
    ls_cover(ls, "named frame is free", s->stage == FRAME_ACT && s->op == FRAME_FREE && !s->found);
}

void frame_allocator_coverage(lockstep *ls, const frame_allocator_state *s, const frame_allocator_in *in,
                              const frame_allocator_out *pins) {
    cover_requests(ls, s, in, pins);
    cover_acts(ls, s, in);
}
