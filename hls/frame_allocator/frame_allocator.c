/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_allocator.h"

#define FRAMES GMMU_LARGE_FRAMES
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
    }
    s->free_frames = FRAMES;
    s->handed = 0;
    s->broken = 0;
    s->stage = FRAME_IDLE;
    s->op = 0;
    s->app = 0;
    s->frame = 0;
    s->page = 0;
    s->found = 0;
    s->fresh = 0;
    s->failsafe = 0;
    s->ans_valid = 0;
    s->ans_ok = 0;
    s->ram_we = 0;
    for (unsigned m = 0; m < MAPS; m++)
        s->ram_wdata[m] = 0;
}

void frame_allocator_outputs(const frame_allocator_state *s, frame_allocator_out *out) {
    out->req_ready = (u1)(s->stage == FRAME_IDLE);
    out->ans_valid = s->ans_valid;
    out->ans_ok = s->ans_ok;
    out->ans_failsafe = s->failsafe;
    out->ans_frame = s->frame;
    out->ans_page = s->page;
    out->ram_re = (u1)(s->stage == FRAME_READ);
    out->ram_we = s->ram_we;
    out->ram_addr = s->frame;
    for (unsigned m = 0; m < MAPS; m++)
        out->ram_wdata[m] = s->ram_wdata[m];
    out->free_frames = s->free_frames;
    out->handed = s->handed;
    out->broken = s->broken;
}

/* ---- the request comes: its frame ---- */

/* Which lists frame i is on: 1 free frames, 2 frames with free base pages of the application, 4 of any. */
static inline uint32_t lists(const frame_allocator_state *s, unsigned i, uint32_t app) {
    const uint32_t is_free = (uint32_t)(s->count[i] == 0);
    const uint32_t partial = (uint32_t)!is_free & (uint32_t)(s->count[i] != PAGES) & (uint32_t)!s->whole[i];
    const uint32_t own = partial & (uint32_t)(s->owner[i] == app);

    return is_free | own << 1 | partial << 2;
}

static void take_request(frame_allocator_state *s, const frame_allocator_in *in) {
    const uint32_t app = (uint32_t)in->req_app;
    const u1 base = (u1)(in->req_op == FRAME_BASE);
    const u1 allocates = (u1)(base || in->req_op == FRAME_LARGE);
    uint32_t some = 0; /* lists that are not empty */
    uint32_t named = 0;
    uint32_t first = NONE;

    for (unsigned i = 0; i < FRAMES; i++) {
        const uint32_t on = lists(s, i, app);

        some |= on;
        named |= (uint32_t)(in->req_frame == i) & (uint32_t)!(on & 1U);
    }
    const u1 own = (u1)(base && (some & 2U) != 0);
    const u1 fresh = (u1)(!own && (some & 1U) != 0);
    const u1 failsafe = (u1)(base && !own && !fresh && in->cfg_failsafe && (some & 4U) != 0);
    const uint32_t list = own ? 2U : fresh ? 1U : 4U;

    for (unsigned i = 0; i < FRAMES; i++) {
        const uint32_t at = (lists(s, i, app) & list) ? i : NONE;
        first = at < first ? at : first;
    }
    s->op = in->req_op;
    s->app = in->req_app;
    s->page = in->req_page;
    s->found = allocates ? (u1)(own || fresh || failsafe) : (u1)named;
    s->fresh = (u1)(allocates && fresh);
    s->failsafe = failsafe;
    s->frame = !allocates                 ? in->req_frame
               : own || fresh || failsafe ? (GMMU_U(GMMU_LARGE_FRAME_W))GMMU_WRAP(first, GMMU_LARGE_FRAME_W)
                                          : (GMMU_U(GMMU_LARGE_FRAME_W))0;
}

/* ---- the map of its frame is there: what becomes of both ---- */

/* The lowest set bit of x: all bits from the lowest one on, less those above it. */
static inline page_map lowest_bit(page_map x) {
    uint64_t from = (uint64_t)x;

    for (unsigned k = 0; k < 6; k++)
        from |= from << (1U << k);
    return (page_map)(from & ~(from << 1) & MAP_ALL);
}

/* Number of the bit that is set in x. */
static inline uint32_t number_of(page_map x) {
    uint32_t number = 0;

    for (unsigned i = 0; i < MAP_W; i++)
        number |= ((uint64_t)x >> i & 1U) ? i : 0U;
    return number;
}

/* The frame of the request as it is: all 0 if there is no such frame. */
typedef struct {
    GMMU_U(GMMU_APP_W) owner;
    GMMU_U(GMMU_LARGE_COUNT_W) count;
    u1 whole;
    u1 mixed;
} frame_now;

static inline frame_now read_frame(const frame_allocator_state *s) {
    frame_now f = {0, 0, 0, 0};

    for (unsigned i = 0; i < FRAMES; i++) {
        const u1 it = (u1)(s->frame == i);

        f.owner = it ? s->owner[i] : f.owner;
        f.count = it ? s->count[i] : f.count;
        f.whole = it ? s->whole[i] : f.whole;
        f.mixed = it ? s->mixed[i] : f.mixed;
    }
    return f;
}

/* The map with its lowest free page taken (FRAME_BASE), all of them (FRAME_LARGE) or the page of the request
 * given back; `page` is the page, `fits` says that it was free, or taken. */
static inline u1 change_map(frame_allocator_state *s, const frame_allocator_in *in, uint32_t *page) {
    const u1 takes = (u1)(s->op == FRAME_BASE);
    const uint32_t lane = (uint32_t)s->page / MAP_W;
    const uint64_t named = UINT64_C(1) << (uint32_t)s->page % MAP_W;
    page_map free_in = 0; /* the free pages of the first word that has one */
    uint32_t free_at = 0;
    u1 any = 0;
    u1 taken = 0;

    for (unsigned m = 0; m < MAPS; m++) {
        const page_map map = s->fresh ? (page_map)0 : in->ram_rdata[m];
        const page_map is_free = (page_map)(~(uint64_t)map & MAP_ALL);
        const u1 first = (u1)(!any && is_free != 0);

        free_in = first ? is_free : free_in;
        free_at = first ? m : free_at;
        any = (u1)(any || is_free != 0);
        taken = (u1)(taken || (lane == m && ((uint64_t)map & named) != 0));
    }
    const page_map free_bit = lowest_bit(free_in);

    for (unsigned m = 0; m < MAPS; m++) {
        const uint64_t map = s->fresh ? 0U : (uint64_t)in->ram_rdata[m];
        const uint64_t with = map | (free_at == m ? (uint64_t)free_bit : 0U);
        const uint64_t without = map & ~(lane == m ? named : 0U);

        s->ram_wdata[m] = (page_map)(s->op == FRAME_LARGE ? MAP_ALL : takes ? with : without);
    }
    *page = takes ? free_at * MAP_W + number_of(free_bit) : (uint32_t)s->page;
    return takes ? any : taken;
}

static void act(frame_allocator_state *s, const frame_allocator_in *in) {
    const frame_now f = read_frame(s);
    uint32_t page;
    const u1 fits = change_map(s, in, &page);
    const u1 allowed = (u1)(f.owner == s->app || f.mixed);
    const u1 base = (u1)(s->found && s->op == FRAME_BASE && fits);
    const u1 large = (u1)(s->found && s->op == FRAME_LARGE);
    const u1 back = (u1)(s->found && s->op == FRAME_FREE && fits && allowed);
    const u1 whole_back = (u1)(s->found && s->op == FRAME_FREE_LARGE && f.whole && allowed);
    const u1 splinters = (u1)(s->found && s->op == FRAME_SPLINTER && f.whole && allowed);
    const u1 takes = (u1)(base || large);
    const u1 empties = (u1)(whole_back || (back && f.count == 1));
    const u1 fresh = (u1)(takes && s->fresh);
    const uint32_t more = large ? PAGES : base ? 1U : 0U;
    const uint32_t less = whole_back ? (uint32_t)f.count : back ? 1U : 0U;
    const uint32_t count = (uint32_t)f.count + more - less;

    for (unsigned i = 0; i < FRAMES; i++) {
        const u1 it = (u1)(s->frame == i);

        s->owner[i] = it && fresh ? s->app : s->owner[i];
        s->count[i] = it ? (GMMU_U(GMMU_LARGE_COUNT_W))GMMU_WRAP(count, GMMU_LARGE_COUNT_W) : s->count[i];
        s->whole[i] = it ? (u1)((s->whole[i] || large) && !splinters && !empties) : s->whole[i];
        s->mixed[i] = it ? (u1)((s->mixed[i] || (base && s->failsafe)) && !empties) : s->mixed[i];
    }
    s->free_frames = (GMMU_U(GMMU_LARGE_FRAMES_W))GMMU_WRAP(
        (uint32_t)s->free_frames + (uint32_t)empties - (uint32_t)fresh, GMMU_LARGE_FRAMES_W);
    s->handed = (GMMU_U(GMMU_FRAME_PAGES_W))GMMU_WRAP((uint32_t)s->handed + more - less, GMMU_FRAME_PAGES_W);
    if (base && s->failsafe && s->broken != UINT32_MAX)
        s->broken = (u32)GMMU_WRAP((uint64_t)s->broken + 1U, 32);
    s->page = (GMMU_U(GMMU_LARGE_PAGE_W))page;
    s->ans_ok = (u1)(takes || back || whole_back || splinters);
    s->ram_we = (u1)(takes || back);
}

void frame_allocator_step(frame_allocator_state *s, const frame_allocator_in *in, frame_allocator_out *out) {
    frame_allocator_outputs(s, out);

    const u1 takes = (u1)(s->stage == FRAME_IDLE && in->req_valid);
    const u1 acts = (u1)(s->stage == FRAME_ACT);

    s->ans_valid = acts;
    if (acts) {
        act(s, in);
    } else {
        s->ans_ok = 0;
        s->ram_we = 0;
    }
    if (takes)
        take_request(s, in);
    s->stage = takes ? (u2)FRAME_READ : s->stage == FRAME_READ ? (u2)FRAME_ACT : (u2)FRAME_IDLE;
}
