/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_allocator.h"

#define FRAMES GMMU_LARGE_FRAMES
#define ROWS   GMMU_FRAME_ROWS
#define PAGES  GMMU_LARGE_PAGES
#define MAPS   GMMU_PAGE_MAPS
#define MAP_W  GMMU_PAGE_MAP_W
/* Every page of a word of the map. */
#define MAP_ALL (UINT64_MAX >> (64U - MAP_W))
/* Above every index: "no frame". */
#define NONE 0xFFFFU

typedef GMMU_U(GMMU_PAGE_MAP_W) page_map;

void frame_allocator_reset(frame_allocator_state *s) {
    for (unsigned i = 0; i < FRAMES; i++) {
        s->owner[i] = 0;
        s->count[i] = 0;
        s->whole[i] = 0;
        s->mixed[i] = 0;
        s->empty[i] = 1;
        s->partial[i] = 0;
    }
    for (unsigned r = 0; r < ROWS; r++) {
        s->own_any[r] = 0;
        s->own_low[r] = 0;
    }
    s->free_frames = FRAMES;
    s->handed = 0;
    s->broken = 0;
    s->stage = FRAME_IDLE;
    s->op = 0;
    s->app = 0;
    s->frame = 0;
    s->page = 0;
    s->page_bit = 0;
    s->found = 0;
    s->fresh = 0;
    s->failsafe = 0;
    s->its_owner = 0;
    s->its_count = 0;
    s->its_whole = 0;
    s->its_mixed = 0;
    s->ans_valid = 0;
    s->ans_ok = 0;
    s->ram_we = 0;
    for (unsigned m = 0; m < MAPS; m++)
        s->map[m] = 0;
    s->sets = 0;
    s->clears = 0;
}

/* The lowest frame on the application's own list: row of eight and place in it are there already. */
typedef struct {
    u1 some;
    uint32_t frame;
} own_frame;

static inline own_frame find_own(const frame_allocator_state *s) {
    own_frame own = {0, 0};

    for (unsigned r = 0; r < ROWS; r++) {
        own.frame = s->own_any[r] && !own.some ? r * 8 + (uint32_t)s->own_low[r] : own.frame;
        own.some = (u1)(own.some || s->own_any[r]);
    }
    return own;
}

static inline GMMU_U(GMMU_LARGE_FRAME_W)
    frame_in_question(const frame_allocator_state *s, const own_frame *own) {
    return own->some ? (GMMU_U(GMMU_LARGE_FRAME_W))GMMU_WRAP(own->frame, GMMU_LARGE_FRAME_W) : s->frame;
}

/* The map that the pins show: with the page of the answer. */
static inline page_map shown_map(const frame_allocator_state *s, unsigned m) {
    const uint64_t page = (uint32_t)s->page / MAP_W == m ? UINT64_C(1) << (uint32_t)s->page % MAP_W : 0U;

    return (page_map)(((uint64_t)s->map[m] | (s->sets ? page : 0U)) & ~(s->clears ? page : 0U));
}

void frame_allocator_outputs(const frame_allocator_state *s, frame_allocator_out *out) {
    const own_frame own = find_own(s);
    const GMMU_U(GMMU_LARGE_FRAME_W) frame = frame_in_question(s, &own);

    out->req_ready = (u1)(s->stage == FRAME_IDLE);
    out->ans_valid = s->ans_valid;
    out->ans_ok = s->ans_ok;
    out->ans_failsafe = (u1)(s->failsafe && !own.some);
    out->ans_frame = frame;
    out->ans_page = s->page;
    out->ram_re = (u1)(s->stage == FRAME_READ);
    out->ram_we = s->ram_we;
    out->ram_addr = frame;
    for (unsigned m = 0; m < MAPS; m++)
        out->ram_wdata[m] = shown_map(s, m);
    out->free_frames = s->free_frames;
    out->handed = s->handed;
    out->broken = s->broken;
}

/* ---- the request comes: the first frame of each list; of the application's own one in each row ---- */

static void take_request(frame_allocator_state *s, const frame_allocator_in *in) {
    const u1 base = (u1)(in->req_op == FRAME_BASE);
    const u1 allocates = (u1)(base || in->req_op == FRAME_LARGE);
    uint32_t first_empty = NONE;
    uint32_t first_partial = NONE;
    u1 named = 0;

    for (unsigned i = 0; i < FRAMES; i++) {
        const uint32_t at_empty = s->empty[i] ? i : NONE;
        const uint32_t at_partial = s->partial[i] ? i : NONE;

        first_empty = at_empty < first_empty ? at_empty : first_empty;
        first_partial = at_partial < first_partial ? at_partial : first_partial;
        named = (u1)(named || (in->req_frame == i && !s->empty[i]));
    }
    for (unsigned r = 0; r < ROWS; r++) {
        u1 any = 0;
        u3 low = 0;

        for (unsigned b = 0; b < 8; b++) {
            const unsigned i = r * 8 + b < FRAMES ? r * 8 + b : 0;
            const u1 own = (u1)(r * 8 + b < FRAMES && s->partial[i] && s->owner[i] == in->req_app);

            low = own && !any ? (u3)b : low;
            any = (u1)(any || own);
        }
        s->own_any[r] = (u1)(any && base);
        s->own_low[r] = low;
    }
    const u1 fresh = (u1)(allocates && first_empty != NONE);
    const u1 failsafe = (u1)(base && first_empty == NONE && first_partial != NONE && in->cfg_failsafe);
    const uint32_t first = fresh ? first_empty : failsafe ? first_partial : 0U;

    s->op = in->req_op;
    s->app = in->req_app;
    s->page = in->req_page;
    s->page_bit = (u8)(1U << ((uint32_t)in->req_page & 7U));
    s->found = allocates ? (u1)(fresh || failsafe) : named;
    s->fresh = fresh;
    s->failsafe = failsafe;
    s->frame = allocates ? (GMMU_U(GMMU_LARGE_FRAME_W))GMMU_WRAP(first, GMMU_LARGE_FRAME_W) : in->req_frame;
}

/* ---- its map is read, and the registers of its frame: all 0 if there is no such frame ---- */

static void use_own(frame_allocator_state *s, const own_frame *own) {
    s->frame = (GMMU_U(GMMU_LARGE_FRAME_W))GMMU_WRAP(own->frame, GMMU_LARGE_FRAME_W);
    s->found = 1;
    s->fresh = 0;
    s->failsafe = 0;
}

/* The registers of a frame. */
typedef struct {
    GMMU_U(GMMU_APP_W) owner;
    GMMU_U(GMMU_LARGE_COUNT_W) count;
    u1 whole, mixed;
} frame_registers;

static inline frame_registers read_frame(const frame_allocator_state *s, uint32_t frame) {
    frame_registers f = {0, 0, 0, 0};

    for (unsigned i = 0; i < FRAMES; i++) {
        const u1 it = (u1)(frame == i);

        f.owner = it ? s->owner[i] : f.owner;
        f.count = it ? s->count[i] : f.count;
        f.whole = it ? s->whole[i] : f.whole;
        f.mixed = it ? s->mixed[i] : f.mixed;
    }
    return f;
}

/* ---- the map is there: what becomes of both ---- */

/* The lowest page that is not handed out; 0 if all are. */
typedef struct {
    u1 any;
    uint32_t page;
} free_page;

static inline free_page lowest_free(const frame_allocator_in *in) {
    free_page lowest = {0, 0};

    for (unsigned m = 0; m < MAPS; m++) {
        const uint64_t map = (uint64_t)in->ram_rdata[m];
        uint32_t at = 0;
        u1 any = 0;

        for (unsigned b = 0; b < MAP_W; b++) {
            const u1 is_free = (u1)((map >> b & 1U) == 0);

            at = is_free && !any ? b : at;
            any = (u1)(any || is_free);
        }
        lowest.page = any && !lowest.any ? m * MAP_W + at : lowest.page;
        lowest.any = (u1)(lowest.any || any);
    }
    return lowest;
}

static inline u1 is_taken(const frame_allocator_state *s, const frame_allocator_in *in) {
    uint64_t word = 0;

    for (unsigned m = 0; m < MAPS; m++)
        word |= (uint32_t)s->page / MAP_W == m ? (uint64_t)in->ram_rdata[m] : 0U;
    return (u1)((word >> ((uint32_t)s->page % MAP_W & ~7U) & s->page_bit) != 0);
}

/* What becomes of the frame if the request is good. */
typedef struct {
    uint32_t more; /* pages handed out, or less */
    uint32_t count;
    u1 empty, partial, whole, mixed;
} outcome;

static inline outcome find_outcome(const frame_allocator_state *s) {
    const u1 base = (u1)(s->op == FRAME_BASE);
    const u1 large = (u1)(s->op == FRAME_LARGE);
    const u1 back = (u1)(s->op == FRAME_FREE);
    const u1 whole_back = (u1)(s->op == FRAME_FREE_LARGE);
    const u1 splinters = (u1)(s->op == FRAME_SPLINTER);
    const uint32_t count = (uint32_t)s->its_count;
    const uint32_t one = back ? UINT32_MAX : (uint32_t)base;
    outcome o;

    o.more = large ? PAGES : whole_back ? 0U - count : one;
    o.count = large ? PAGES : whole_back ? 0U : count + one;
    o.empty = (u1)(whole_back || (back && count == 1));
    o.partial = base   ? (u1)(count != PAGES - 1)
                : back ? (u1)(!s->its_whole && count != 1)
                       : (u1)(splinters && count != PAGES);
    o.whole = (u1)((s->its_whole || large) && !splinters && !o.empty);
    o.mixed = (u1)((s->its_mixed || (base && s->failsafe)) && !o.empty);
    return o;
}

static void change_frame(frame_allocator_state *s, const outcome *o) {
    for (unsigned i = 0; i < FRAMES; i++) {
        const u1 it = (u1)(s->frame == i);

        s->empty[i] = it ? o->empty : s->empty[i];
        s->partial[i] = it ? o->partial : s->partial[i];
    }
    s->free_frames = (GMMU_U(GMMU_LARGE_FRAMES_W))GMMU_WRAP(
        (uint32_t)s->free_frames + (uint32_t)o->empty - (uint32_t)s->fresh, GMMU_LARGE_FRAMES_W);
    s->handed = (GMMU_U(GMMU_FRAME_PAGES_W))GMMU_WRAP((uint32_t)s->handed + o->more, GMMU_FRAME_PAGES_W);
}

static void act(frame_allocator_state *s, const frame_allocator_in *in) {
    const u1 base = (u1)(s->op == FRAME_BASE);
    const u1 large = (u1)(s->op == FRAME_LARGE);
    const u1 back = (u1)(s->op == FRAME_FREE);
    const u1 frame_op = (u1)(s->op == FRAME_FREE_LARGE || s->op == FRAME_SPLINTER);
    const u1 allowed = (u1)(s->its_owner == s->app || s->its_mixed);
    const u1 may = (u1)(s->found && (base || large || (allowed && (back || (frame_op && s->its_whole)))));
    const free_page lowest = lowest_free(in);
    const u1 gives = (u1)(s->fresh || lowest.any);
    const u1 good = (u1)(may && (!base || gives) && (!back || is_taken(s, in)));
    const outcome o = find_outcome(s);

    for (unsigned i = 0; i < FRAMES; i++)
        s->owner[i] = s->frame == i && may && s->fresh ? s->app : s->owner[i];
    if (good)
        change_frame(s, &o);
    if (s->failsafe && lowest.any && s->broken != UINT32_MAX) /* failsafe: found for a base page */
        s->broken = (u32)GMMU_WRAP((uint64_t)s->broken + 1U, 32);
    s->its_count = (GMMU_U(GMMU_LARGE_COUNT_W))GMMU_WRAP(o.count, GMMU_LARGE_COUNT_W);
    s->its_whole = o.whole;
    s->its_mixed = o.mixed;
    for (unsigned m = 0; m < MAPS; m++)
        s->map[m] = large ? (page_map)MAP_ALL : base && s->fresh ? (page_map)0 : in->ram_rdata[m];
    if (base)
        s->page = s->fresh ? (GMMU_U(GMMU_LARGE_PAGE_W))0 : (GMMU_U(GMMU_LARGE_PAGE_W))lowest.page;
    s->sets = (u1)(base && gives);
    s->clears = (u1)(!base && !large);
    s->ans_ok = good;
    s->ram_we = (u1)(good && !frame_op);
}

/* ---- the answer ---- */

static void write_back(frame_allocator_state *s) {
    for (unsigned i = 0; i < FRAMES; i++) {
        const u1 it = (u1)(s->ans_ok && s->frame == i);

        s->count[i] = it ? s->its_count : s->count[i];
        s->whole[i] = it ? s->its_whole : s->whole[i];
        s->mixed[i] = it ? s->its_mixed : s->mixed[i];
    }
}

void frame_allocator_step(frame_allocator_state *s, const frame_allocator_in *in, frame_allocator_out *out) {
    const own_frame own = find_own(s);
    const u1 takes = (u1)(s->stage == FRAME_IDLE && in->req_valid);
    const u1 reads = (u1)(s->stage == FRAME_READ);
    const u1 acts = (u1)(s->stage == FRAME_ACT);

    const frame_registers its = read_frame(s, own.some ? own.frame : (uint32_t)s->frame);

    frame_allocator_outputs(s, out);
    s->ans_valid = acts;
    write_back(s);
    if (acts) {
        act(s, in);
    } else {
        s->ans_ok = 0;
        s->ram_we = 0;
        for (unsigned m = 0; m < MAPS; m++)
            s->map[m] = out->ram_wdata[m];
        s->sets = 0;
        s->clears = 0;
    }
    if (reads) {
        s->its_owner = its.owner;
        s->its_count = its.count;
        s->its_whole = its.whole;
        s->its_mixed = its.mixed;
    }
    if (takes)
        take_request(s, in);
    else
        for (unsigned r = 0; r < ROWS; r++)
            s->own_any[r] = 0;
    if (own.some)
        use_own(s, &own);
    s->stage = takes ? (u2)FRAME_READ : reads ? (u2)FRAME_ACT : (u2)FRAME_IDLE;
}
