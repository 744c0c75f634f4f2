/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What frame_allocator promises, of any one frame k and any one page q. The maps are in the RAM; its
 * address, what is read and what is written are pins, so what is said of them here is all there is to
 * say about the control. That counts add up: tb/formal/frame_totals.c.
 */
#include "frame_allocator_duties.h"

#define FRAMES GMMU_LARGE_FRAMES
#define PAGES  GMMU_LARGE_PAGES

/* ---- words of the claims ---- */

static uint32_t frame_of(u32 k) {
    return (uint32_t)k % FRAMES;
}

static u1 map_bit(const GMMU_U(GMMU_PAGE_MAP_W) * map, uint32_t page) {
    uint64_t word = 0;

    for (unsigned m = 0; m < GMMU_PAGE_MAPS; m++)
        word |= page / GMMU_PAGE_MAP_W == m ? (uint64_t)map[m] : 0U;
    return (u1)((word >> page % GMMU_PAGE_MAP_W) & 1U);
}

/* Page q of the frame of the request is handed out, before the request: nothing of a free frame is. */
static u1 was_out(const frame_allocator_state *s, const frame_allocator_in *in, uint32_t q) {
    return (u1)((u1)!s->fresh & map_bit(in->ram_rdata, q));
}

/* What a good answer has made of frame k is written back a cycle later; it holds at once. */
static u1 is_answered(const frame_allocator_state *s, uint32_t k) {
    return (u1)(s->ans_ok & ((uint32_t)s->frame == k));
}

static uint32_t count_of(const frame_allocator_state *s, uint32_t k) {
    return is_answered(s, k) ? (uint32_t)s->its_count : (uint32_t)s->count[k];
}

static u1 whole(const frame_allocator_state *s, uint32_t k) {
    return is_answered(s, k) ? s->its_whole : s->whole[k];
}

static u1 mixed(const frame_allocator_state *s, uint32_t k) {
    return is_answered(s, k) ? s->its_mixed : s->mixed[k];
}

static u1 is_free(const frame_allocator_state *s, uint32_t k) {
    return (u1)(count_of(s, k) == 0);
}

/* Frame k is in use, not whole, and has a free page. */
static u1 partial(const frame_allocator_state *s, uint32_t k) {
    return (u1)(!is_free(s, k) & (count_of(s, k) != PAGES) & !whole(s, k));
}

/* Page q in the map that the pins show. */
static u1 shown(const frame_allocator_state *s, uint32_t q) {
    const uint64_t page = (uint32_t)s->page == q ? 1U : 0U;
    const uint64_t set = s->sets ? page : 0U, cleared = s->clears ? page : 0U;

    return (u1)(((uint64_t)map_bit(s->map, q) | set) & ~cleared & 1U);
}

/* The request under way, as it is once its own list counts, a cycle after it was taken. */
typedef struct {
    uint32_t frame;
    u1 found, fresh, failsafe;
} request_now;

static request_now under_way(const frame_allocator_state *s) {
    request_now r = {(uint32_t)s->frame, s->found, s->fresh, s->failsafe};
    u1 own = 0;

    for (unsigned i = 0; i < GMMU_FRAME_ROWS; i++) {
        r.frame = (u1)!own & s->own_any[i] ? i * 8 + (uint32_t)s->own_low[i] : r.frame;
        own = (u1)(own | s->own_any[i]);
    }
    r.found = (u1)(r.found | own);
    r.fresh = (u1)(r.fresh & !own);
    r.failsafe = (u1)(r.failsafe & !own);
    return r;
}

/* A request is taken at this edge; one is carried out. */
static u1 asks(const frame_allocator_state *s, const frame_allocator_in *in) {
    return (u1)((s->stage == FRAME_IDLE) & in->req_valid);
}

static u1 acts(const frame_allocator_state *s) {
    return (u1)(s->stage == FRAME_ACT);
}

/* The request `op` is carried out in frame k at this edge, with success. */
static u1 does(const frame_allocator_state *s, const frame_allocator_state *n, uint32_t op, uint32_t k) {
    return (u1)(acts(s) & n->ans_ok & ((uint32_t)s->op == op) & ((uint32_t)s->frame == k));
}

/* The application of the request may give back what is in frame k. */
static u1 may_free(const frame_allocator_state *s, uint32_t k) {
    return (u1)((s->owner[k] == s->app) | mixed(s, k));
}

/* ---- invariants ---- */

/* The stages of a request are the three, and a request that has found nothing has neither a free frame nor
 * one of the failsafe. The RAM is written only with a good answer, and answers come between requests. */
u1 frame_allocator_inv(const frame_allocator_state *s) {
    const u1 allocates = (u1)((s->op == FRAME_BASE) | (s->op == FRAME_LARGE));
    const u1 found =
        (u1)((s->found | (!s->fresh & !s->failsafe)) & (!s->found | ((uint32_t)s->frame < FRAMES)) &
             (!s->fresh | allocates) & (!s->failsafe | ((s->op == FRAME_BASE) & !s->fresh)));
    const u1 answer =
        (u1)((!s->ans_valid | (s->stage == FRAME_IDLE)) & (!s->ans_ok | (s->ans_valid & s->found)) &
             (!s->ram_we | s->ans_ok) & (!(s->sets | s->clears) | s->ans_valid) &
             (!s->sets | (s->op == FRAME_BASE)) & (!s->clears | !allocates));
    const u1 page =
        (u1)((s->stage == FRAME_IDLE) | ((uint32_t)s->page_bit == 1U << ((uint32_t)s->page & 7U)));
    u1 own = 1;

    for (unsigned r = 0; r < GMMU_FRAME_ROWS; r++)
        own = (u1)(own & (!s->own_any[r] | ((s->stage == FRAME_READ) & (s->op == FRAME_BASE) &
                                            (r * 8 + (uint32_t)s->own_low[r] < FRAMES))));
    return (u1)((s->stage <= FRAME_ACT) & found & answer & page & own);
}

/* Frame k has no more pages handed out than it has; while none is, it is neither whole nor mixed, and no
 * whole frame is mixed. It is on the list to which it belongs. */
u1 frame_allocator_inv_frame(const frame_allocator_state *s, u32 k) {
    const uint32_t f = frame_of(k);

    return (u1)((count_of(s, f) <= PAGES) & (!is_free(s, f) | (!whole(s, f) & !mixed(s, f))) &
                (!whole(s, f) | !mixed(s, f)) & (s->empty[f] == is_free(s, f)) &
                (s->partial[f] == partial(s, f)));
}

/* What a request under way has found about its frame is still so when it is carried out. */
u1 frame_allocator_inv_request(const frame_allocator_state *s, u32 k) {
    const uint32_t f = frame_of(k);
    const request_now r = under_way(s);
    const u1 base = (u1)((s->op == FRAME_BASE) & !r.fresh);
    const u1 its = (u1)(!base | (partial(s, f) & (r.failsafe == (s->owner[f] != s->app))));

    return (u1)((s->stage == FRAME_IDLE) | !r.found | (r.frame != f) |
                ((r.fresh == is_free(s, f)) & its & ((s->op != FRAME_LARGE) | r.fresh)));
}

/* Frame k on the application's own list is in a row of which the request knows; it knows of no other. */
u1 frame_allocator_inv_own(const frame_allocator_state *s, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 own = (u1)((s->op == FRAME_BASE) & partial(s, f) & (s->owner[f] == s->app));
    const u1 row = s->own_any[f / 8];

    return (u1)((s->stage != FRAME_READ) |
                ((!own | row) & (!(row & ((uint32_t)s->own_low[f / 8] == f % 8)) | own)));
}

/* The registers of frame k are those that the request has read, when it is carried out. */
u1 frame_allocator_inv_read(const frame_allocator_state *s, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 same = (u1)((s->its_owner == s->owner[f]) & (s->its_count == s->count[f]) &
                         (s->its_whole == s->whole[f]) & (s->its_mixed == s->mixed[f]));

    return (u1)((s->stage != FRAME_ACT) | ((uint32_t)s->frame != f) | same);
}

/* After reset every frame is free, nothing is handed out, and no request is under way. */
u1 frame_allocator_start_free(const frame_allocator_state *s) {
    const u1 request = (u1)((s->stage == FRAME_IDLE) & (s->op == 0) & (s->app == 0) & (s->frame == 0) &
                            (s->page == 0) & (s->page_bit == 0) & !s->found & !s->fresh & !s->failsafe);
    const u1 its = (u1)((s->its_owner == 0) & (s->its_count == 0) & !s->its_whole & !s->its_mixed & !s->sets &
                        !s->clears);
    u1 zero =
        (u1)(request & its & !s->ans_valid & !s->ans_ok & !s->ram_we & (s->handed == 0) & (s->broken == 0));

    for (unsigned i = 0; i < FRAMES; i++)
        zero = (u1)(zero & (s->owner[i] == 0) & (s->count[i] == 0) & !s->whole[i] & !s->mixed[i] &
                    s->empty[i] & !s->partial[i]);
    for (unsigned r = 0; r < GMMU_FRAME_ROWS; r++)
        zero = (u1)(zero & !s->own_any[r] & (s->own_low[r] == 0));
    for (unsigned m = 0; m < GMMU_PAGE_MAPS; m++)
        zero = (u1)(zero & (s->map[m] == 0));
    return (u1)(zero & (s->free_frames == FRAMES));
}

u1 frame_allocator_idle(const frame_allocator_state *s, const frame_allocator_in *in) {
    u1 own = 0;

    for (unsigned r = 0; r < GMMU_FRAME_ROWS; r++)
        own = (u1)(own | s->own_any[r]);
    return (u1)(!in->req_valid & (s->stage == FRAME_IDLE) & !s->ans_valid & !s->ans_ok & !s->ram_we & !own &
                !s->sets & !s->clears);
}

/* The RAM gives the map that was written last for this frame: it has a free page if the frame has one. */
u1 frame_allocator_duty_map(const frame_allocator_state *s, const frame_allocator_in *in) {
    return frame_allocator_map_suits(s, in);
}

void frame_allocator_given_inv_frame(const frame_allocator_state *s, u32 k);
void frame_allocator_given_inv_request(const frame_allocator_state *s, u32 k);
void frame_allocator_given_inv_own(const frame_allocator_state *s, u32 k);
void frame_allocator_given_inv_read(const frame_allocator_state *s, u32 k);
void frame_allocator_given_duty_map(const frame_allocator_state *s, const frame_allocator_in *in);

#define CYCLE                                                                                                \
    const frame_allocator_state *s, const frame_allocator_in *in, const frame_allocator_out *out,            \
        const frame_allocator_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

/* All that is known of frame k and of the request. */
static void known(const frame_allocator_state *s, u32 k) {
    frame_allocator_given_inv_frame(s, k);
    frame_allocator_given_inv_request(s, k);
    frame_allocator_given_inv_read(s, k);
}

void frame_allocator_keeps_frame(CYCLE, u32 k);
void frame_allocator_keeps_frame(CYCLE, u32 k) {
    UNUSED;
    known(s, k);
}

void frame_allocator_keeps_request(CYCLE, u32 k);
void frame_allocator_keeps_request(CYCLE, u32 k) {
    UNUSED;
    known(s, k);
    frame_allocator_given_inv_own(s, k);
}

void frame_allocator_keeps_own(CYCLE, u32 k);
void frame_allocator_keeps_own(CYCLE, u32 k) {
    UNUSED;
    known(s, k);
}

void frame_allocator_keeps_read(CYCLE, u32 k);
void frame_allocator_keeps_read(CYCLE, u32 k) {
    UNUSED;
    known(s, k);
}

/* ---- a frame holds one application's pages only ---- */

/* What an application gets is of a frame that is its own, or that was free and is its own from now on. The
 * one exception is the failsafe: the answer says so, it is counted, and the frame is mixed from now on. */
u1 frame_allocator_prop_own_frame(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 gets = (u1)(does(s, n, FRAME_BASE, f) | does(s, n, FRAME_LARGE, f));
    const u1 own = (u1)((n->owner[f] == s->app) & (is_free(s, f) | (s->owner[f] == s->app)));
    const u1 counted = (u1)((s->broken == UINT32_MAX) | ((uint64_t)n->broken == (uint64_t)s->broken + 1U));
    const u1 broken = (u1)(n->failsafe & mixed(n, f) & counted & (s->op == FRAME_BASE));

    UNUSED;
    known(s, k);
    return (u1)(!gets | (own & !n->failsafe) | broken);
}

/* A frame keeps its application as long as a page of it is handed out. */
u1 frame_allocator_prop_owner_stays(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);

    UNUSED;
    known(s, k);
    return (u1)(is_free(s, f) | (n->owner[f] == s->owner[f]));
}

/* A frame gets mixed by the failsafe alone, and stays so until it is free. */
u1 frame_allocator_prop_mixed(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 by_failsafe = (u1)(does(s, n, FRAME_BASE, f) & s->failsafe);

    UNUSED;
    known(s, k);
    return (u1)(mixed(n, f) == ((mixed(s, f) | by_failsafe) & !is_free(n, f)));
}

/* The failsafe is counted when it gives a page, and nothing else is. */
u1 frame_allocator_prop_broken(CYCLE) {
    const u1 gives = (u1)(acts(s) & n->ans_ok & (s->op == FRAME_BASE) & s->failsafe);
    const uint64_t more = (uint64_t)s->broken + 1U;

    UNUSED;
    return (u1)((uint64_t)n->broken == (gives && s->broken != UINT32_MAX ? more : (uint64_t)s->broken));
}

/* ---- nothing is handed out twice ---- */

/* A base page that is handed out was free; the map that is written says that it no longer is, and
 * is the map that was read but for this page. */
u1 frame_allocator_prop_once(CYCLE, u32 q) {
    const uint32_t page = (uint32_t)q % PAGES;
    const u1 it = (u1)((uint32_t)n->page == page);
    const u1 before = was_out(s, in, page);
    const u1 after = shown(n, page);

    UNUSED;
    return (u1)(!(acts(s) & n->ans_ok & (s->op == FRAME_BASE)) |
                (n->ram_we & (it ? (u1)((u1)!before & after) : (u1)(before == after))));
}

/* A whole frame was free; then all its pages are handed out, and the map says so. */
u1 frame_allocator_prop_whole_frame(CYCLE, u32 k, u32 q) {
    const uint32_t f = frame_of(k);

    UNUSED;
    known(s, k);
    return (u1)(!does(s, n, FRAME_LARGE, f) | (is_free(s, f) & (count_of(n, f) == PAGES) & whole(n, f) &
                                               n->ram_we & shown(n, (uint32_t)q % PAGES)));
}

/* No base page is given of a whole frame; a frame is whole from FRAME_LARGE until it is splintered or
 * free. */
u1 frame_allocator_prop_whole_stays(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 starts = does(s, n, FRAME_LARGE, f);
    const u1 ends = (u1)(does(s, n, FRAME_SPLINTER, f) | is_free(n, f));

    UNUSED;
    known(s, k);
    return (u1)((whole(n, f) == ((whole(s, f) | starts) & !ends)) &
                !(does(s, n, FRAME_BASE, f) & whole(s, f)));
}

/* ---- nothing is lost ---- */

/* A page comes back when it is handed out, and its frame is the application's or mixed; only then. The map
 * that is written is the one that was read without this page. */
u1 frame_allocator_prop_comes_back(CYCLE, u32 k, u32 q) {
    const uint32_t f = frame_of(k);
    const uint32_t page = (uint32_t)q % PAGES;
    const u1 it = (u1)((uint32_t)s->page == page);
    const u1 frees = (u1)(acts(s) & (s->op == FRAME_FREE) & ((uint32_t)s->frame == f));
    const u1 good = (u1)((u1)!is_free(s, f) & may_free(s, f) & map_bit(in->ram_rdata, (uint32_t)s->page));
    const u1 written = (u1)(shown(n, page) == (map_bit(in->ram_rdata, page) & (u1)!it));

    UNUSED;
    known(s, k);
    return (u1)(!frees | ((n->ans_ok == (good & s->found)) & (n->ram_we == n->ans_ok) &
                          (!n->ans_ok | (written & ((uint32_t)n->page == (uint32_t)s->page)))));
}

/* A whole frame comes back, and is splintered, if it is whole and the application's; only then. */
u1 frame_allocator_prop_whole_requests(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 asked =
        (u1)(acts(s) & ((s->op == FRAME_FREE_LARGE) | (s->op == FRAME_SPLINTER)) & ((uint32_t)s->frame == f));

    UNUSED;
    known(s, k);
    return (u1)(!asked | ((n->ans_ok == (s->found & whole(s, f) & (s->owner[f] == s->app))) & !n->ram_we));
}

/* The count of a frame follows the answers: one more for a base page, all for a whole frame, one less for a
 * page that came back, none for a whole frame that came back. It does not change otherwise. */
u1 frame_allocator_prop_counts(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const uint32_t before = count_of(s, f);
    const uint32_t after = does(s, n, FRAME_BASE, f)         ? before + 1U
                           : does(s, n, FRAME_LARGE, f)      ? PAGES
                           : does(s, n, FRAME_FREE, f)       ? before - 1U
                           : does(s, n, FRAME_FREE_LARGE, f) ? 0U
                                                             : before;

    UNUSED;
    known(s, k);
    return (u1)(count_of(n, f) == after);
}

/* `handed` and `free_frames` move with the frame of the request that is carried out, by as much as its
 * count and by its being free; in no other cycle. */
u1 frame_allocator_prop_totals(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const uint32_t handed = (uint32_t)n->handed - (uint32_t)s->handed;
    const uint32_t frames = (uint32_t)n->free_frames - (uint32_t)s->free_frames;
    const uint32_t pages = count_of(n, f) - count_of(s, f);
    const uint32_t empty = (uint32_t)is_free(n, f) - (uint32_t)is_free(s, f);
    const u1 it = (u1)(acts(s) & s->found & ((uint32_t)s->frame == f));
    const u1 moves = (u1)((GMMU_WRAP(handed - pages, GMMU_FRAME_PAGES_W) == 0) &
                          (GMMU_WRAP(frames - empty, GMMU_LARGE_FRAMES_W) == 0));

    UNUSED;
    known(s, k);
    return (u1)((!it | moves) &
                ((acts(s) & s->found) | ((n->handed == s->handed) & (n->free_frames == s->free_frames))));
}

/* A request without success changes no frame; neither does a cycle in which none is carried out. */
u1 frame_allocator_prop_refused(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 same = (u1)((n->owner[f] == s->owner[f]) & (count_of(n, f) == count_of(s, f)) &
                         (whole(n, f) == whole(s, f)) & (mixed(n, f) == mixed(s, f)));

    UNUSED;
    known(s, k);
    return (u1)((acts(s) & n->ans_ok & ((uint32_t)s->frame == f)) | (same & !(n->ram_we & !n->ans_ok)));
}

/* ---- who is served, and how ---- */

/* A base page comes from the application's lowest frame with a free page; from the lowest free frame only if
 * it has none; from another application's only if no frame is free and the CSR allows it. What is there is
 * given. */
u1 frame_allocator_prop_base(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 asked = (u1)(asks(s, in) & (in->req_op == FRAME_BASE));
    const u1 own = (u1)(partial(s, f) & (s->owner[f] == in->req_app));
    const request_now r = under_way(n);
    const u1 not_above = (u1)(r.frame <= f);
    const u1 by_own = (u1)(r.found & !r.fresh & !r.failsafe & not_above);
    const u1 by_free = (u1)(r.found & !r.failsafe & (!r.fresh | not_above));
    const u1 by_other = (u1)(r.found & (!r.failsafe | not_above));

    UNUSED;
    frame_allocator_given_inv_frame(s, k);
    return (u1)(!asked |
                ((!own | by_own) & (!is_free(s, f) | by_free) &
                 (!(partial(s, f) & in->cfg_failsafe) | by_other) & (!r.failsafe | in->cfg_failsafe)));
}

/* A whole frame is the lowest free one, if there is one. */
u1 frame_allocator_prop_large(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 asked = (u1)(asks(s, in) & (in->req_op == FRAME_LARGE));
    const request_now r = under_way(n);

    UNUSED;
    frame_allocator_given_inv_frame(s, k);
    return (u1)(!(asked & is_free(s, f)) | (r.found & r.fresh & (r.frame <= f)));
}

/* The request under way is the one that was taken; the others name their frame. */
u1 frame_allocator_prop_request(CYCLE, u32 k) {
    const uint32_t f = frame_of(k);
    const u1 named = (u1)((in->req_op != FRAME_BASE) & (in->req_op != FRAME_LARGE));
    const u1 taken = (u1)((n->op == in->req_op) & (n->app == in->req_app) & (n->page == in->req_page));
    const request_now r = under_way(n);
    const request_now before = under_way(s);
    const u1 its_frame = (u1)((r.frame == (uint32_t)in->req_frame) & !r.fresh & !r.failsafe &
                              (((uint32_t)in->req_frame != f) | (r.found == !is_free(s, f))));
    const u1 kept =
        (u1)((n->op == s->op) & (n->app == s->app) & (r.frame == before.frame) & (r.found == before.found) &
             (r.fresh == before.fresh) & (r.failsafe == before.failsafe));
    const u1 same_page = (u1)((n->page == s->page) | (acts(s) & (s->op == FRAME_BASE)));

    UNUSED;
    frame_allocator_given_inv_frame(s, k);
    return asks(s, in) ? (u1)(taken & (!named | its_frame)) : (u1)(kept & same_page);
}

/* A base page is the lowest free one of its frame. */
u1 frame_allocator_prop_lowest_page(CYCLE, u32 q) {
    const uint32_t page = (uint32_t)q % PAGES;

    UNUSED;
    return (u1)(!(acts(s) & n->ans_ok & (s->op == FRAME_BASE)) | (page >= (uint32_t)n->page) |
                was_out(s, in, page));
}

/* A request that has found a page or a frame gets it, if the RAM keeps what is written there. */
u1 frame_allocator_prop_given(CYCLE, u32 k) {
    const u1 allocates = (u1)((s->op == FRAME_BASE) | (s->op == FRAME_LARGE));

    UNUSED;
    known(s, k);
    frame_allocator_given_duty_map(s, in);
    return (u1)(!(acts(s) & allocates & ((uint32_t)s->frame == frame_of(k))) | (n->ans_ok == s->found));
}

/* A request is carried out two cycles after it was taken, and answered in the next one; the RAM is read in
 * between and never written in the same cycle. Nothing else is answered, and no other request is known. */
u1 frame_allocator_prop_stages(CYCLE) {
    const u2 next = asks(s, in) ? (u2)FRAME_READ : s->stage == FRAME_READ ? (u2)FRAME_ACT : (u2)FRAME_IDLE;

    UNUSED;
    return (u1)((n->stage == next) & (n->ans_valid == acts(s)) & (out->ram_re == (s->stage == FRAME_READ)) &
                (u1) !(out->ram_re & out->ram_we) & (!(acts(s) & (s->op > FRAME_SPLINTER)) | !n->ans_ok));
}

/* The map that waits to be written stays until a request is carried out. */
u1 frame_allocator_prop_map_stays(CYCLE, u32 q) {
    const uint32_t page = (uint32_t)q % PAGES;

    UNUSED;
    return (u1)(acts(s) | (shown(n, page) == shown(s, page)));
}

/* The pins tell the state. */
u1 frame_allocator_prop_pins(CYCLE, u32 q) {
    const uint32_t page = (uint32_t)q % PAGES;
    const request_now r = under_way(s);
    const u1 answer = (u1)((out->ans_valid == s->ans_valid) & (out->ans_ok == s->ans_ok) &
                           (out->ans_failsafe == r.failsafe) & ((uint32_t)out->ans_frame == r.frame) &
                           (out->ans_page == s->page));
    const u1 ram = (u1)((out->ram_we == s->ram_we) & ((uint32_t)out->ram_addr == r.frame) &
                        (map_bit(out->ram_wdata, page) == shown(s, page)));
    const u1 counters =
        (u1)((out->free_frames == s->free_frames) & (out->handed == s->handed) & (out->broken == s->broken));

    UNUSED;
    return (u1)(answer & ram & counters & (out->req_ready == (s->stage == FRAME_IDLE)));
}
