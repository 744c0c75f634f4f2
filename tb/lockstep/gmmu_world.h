/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All that is around gmmu: memory, driver, cores. The cores ask for pages of three spaces, of spaces that are
 * none, and beyond limits; each answer is judged:
 *
 * - it is one to a request of the port that has not been answered;
 * - its frame is that of the page and the space asked for, with its permissions, at a version that no fence
 * has ended, and that has been;
 * - the page is within the limits of the space, and so is all of the large page that the answer speaks of;
 * - a fault is one that the page, or the space, can have.
 */
#ifndef GMMU_TB_GMMU_WORLD_H
#define GMMU_TB_GMMU_WORLD_H

#include "gmmu_driver.h"

enum { PORTS = GMMU_MMU_PORTS, IDS = 64, WARPS = 24, EPOCH = 4096 /* twice as long as an evaluation */ };
enum { MOST_JOBS = 160 }; /* of the driver, for which a request may wait */

typedef struct {
    bool waits;
    unsigned space;
    uint64_t vpn;
    uint64_t since, jobs, idle; /* cycle, and what the driver had done by then */
} asked;

typedef struct {
    dice dice;
    memory memory;
    driver driver;
    asked request[PORTS][IDS];
    bool offered[PORTS];
    unsigned offered_id[PORTS];
    unsigned core_app[GMMU_NUM_CORES];
    uint64_t cycle;
    uint64_t patience;  /* idle cycles of the driver for which a request may wait */
    unsigned ask, take; /* in percent: requests, takers of answers */
    bool quiet;         /* no new requests */
    uint32_t sharing;   /* what may wait for software */
    struct {
        uint64_t asked, answered, mapped, large, cut, no_read, no_write, no_exec, malformed, refused, outside,
            bus_errors, absent, ask, waited_most;
        unsigned most_of_page; /* requests that waited for one page */
    } seen;
} world;

/* Every kind of tables that the block can walk at its size. */
static const page_walker_format world_formats[] = {PAGE_WALKER_X86, PAGE_WALKER_SV39, PAGE_WALKER_PASCAL,
                                                   PAGE_WALKER_SV32};
enum { WORLD_FORMATS = sizeof world_formats / sizeof world_formats[0] };
enum { WORLD_LARGE_FORMATS = WORLD_FORMATS - 1 }; /* those that have pages of 512 base pages */

/* Begins with these tokens, and this change of a miss rate that changes them. */
static inline void world_tokens(world *w, const page_walker_format *format, unsigned rate, unsigned initial,
                                unsigned margin) {
    memset(&w->memory.word, 0, sizeof w->memory.word);
    w->memory.frames = 0;
    driver_start(&w->driver, &w->memory, format, rate, initial, margin, w->sharing);
}

static inline void world_start(world *w, uint64_t seed, const page_walker_format *format, unsigned stalls,
                               unsigned rate) {
    static const unsigned initial[] = {NO_TOKENS, 0, 0x3000, 0xCCCD};
    memset(w, 0, sizeof *w);
    w->dice.state = seed;
    w->memory.stalls = stalls;
    for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
        w->core_app[c] = c % 2;
    w->ask = w->take = 100U - stalls;
    w->patience = 60000;
    world_tokens(w, format, rate, initial[dice_roll(&w->dice, sizeof initial / sizeof initial[0])],
                 TOKEN_MARGIN);
}

/* Some ports may have all places waiting, and a space so many pages: before the driver has set the block up.
 */
static inline void world_share(world *w) {
    if (dice_chance(&w->dice, 30))
        w->sharing = (uint32_t)dice_roll(&w->dice, 1U << PORTS) << MMU_HOLD_ALL_AT;
    if (dice_chance(&w->dice, 30))
        w->sharing |= 1U + (uint32_t)dice_roll(&w->dice, GMMU_FAULT_PAGES);
    w->driver.sharing = w->sharing;
    driver_write(&w->driver, MMU_SHARING, w->sharing);
}

static inline void draw_request(world *w, asked *a) {
    dice *d = &w->dice;
    const unsigned page = (unsigned)dice_roll(d, PAGES);
    const uint64_t inside = dice_roll(d, page_size(page));
    a->space = (unsigned)dice_roll(d, SPACES);
    /* Some of a large page come again. */
    a->vpn = page_numbers[page] + (dice_chance(d, 50) ? inside : inside % 4);
    if (dice_chance(d, 3))
        a->vpn = dice_chance(d, 50) ? BROKEN_PAGE + dice_roll(d, 8) : OUTSIDE_PAGE + dice_roll(d, 8);
    if (dice_chance(d, 3))
        a->vpn = (dice_chance(d, 70) ? MALFORMED_PAGE : MALFORMED_TABLE) + dice_roll(d, 4);
    if (dice_chance(d, 3))
        a->space = dice_chance(d, 50) ? UNUSED_SPACE : NO_SUCH_SPACE;
}

static inline void world_drive(world *w, const gmmu_out *pins, gmmu_in *in) {
    memory_drive(&w->memory, &w->dice, in);
    driver_drive(&w->driver, &w->memory, &w->dice, pins->irq, in);
    for (unsigned p = 0; p < PORTS; p++) {
        const unsigned id = (unsigned)dice_roll(&w->dice, IDS);
        if (!w->offered[p] && !w->quiet && w->driver.ready && !w->request[p][id].waits &&
            dice_chance(&w->dice, w->ask)) {
            w->offered[p] = true;
            w->offered_id[p] = id;
            draw_request(w, &w->request[p][id]);
        }
        const asked *a = &w->request[p][w->offered_id[p]];
        in->q_valid[p] = (u1)w->offered[p];
        in->q_asid[p] = (GMMU_U(GMMU_ASID_W))a->space;
        in->q_vpn[p] = (GMMU_U(GMMU_VPN_W))a->vpn;
        in->q_access[p] = (u2)(1U + a->vpn % 3U);
        in->q_id[p] = (GMMU_U(GMMU_PORT_ID_W))w->offered_id[p];
        in->q_core[p] = (GMMU_U(GMMU_CORE_W))(w->offered_id[p] % GMMU_NUM_CORES);
        in->q_warps[p] = WARPS;
        in->q_rank[p] = (GMMU_U(GMMU_WARP_W))(w->offered_id[p] % WARPS);
        in->a_ready[p] = (u1)dice_chance(&w->dice, w->take);
    }
    in->inv_ack = (u1)!dice_chance(&w->dice, w->memory.stalls);
    in->ho_valid = (u1)(w->cycle % (4 * EPOCH) == EPOCH - 1); /* a core changes hands */
    in->ho_core = (GMMU_U(GMMU_CORE_W))(w->cycle / EPOCH % GMMU_NUM_CORES);
    if (in->ho_valid)
        w->core_app[in->ho_core] ^= 1U;
    for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
        in->core_app[c] = (GMMU_U(GMMU_APP_W))w->core_app[c];
    in->epoch_end = (u1)(w->cycle % EPOCH == EPOCH / 2);
    in->tick = (u1)(w->cycle % 256 == 0);
    in->now = (u32)GMMU_WRAP(w->cycle, 32);
}

static inline bool limits_hold(const page_limits *l, uint64_t vpn) {
    return l->lowest <= vpn && vpn <= l->highest;
}

/* Do these limits allow an answer with a frame for the page, of this size? */
static inline bool limits_allow(const page_limits *l, uint64_t vpn, bool is_large, bool large) {
    const uint64_t first = vpn / 512U * 512U;
    const bool whole = l->lowest <= first && first + 511U <= l->highest;
    return limits_hold(l, vpn) && large == (is_large && whole);
}

/* A frame for a request. */
static inline void judge_frame(world *w, const asked *a, const gmmu_out *pins, unsigned p) {
    driver *d = &w->driver;
    const uint64_t ppn = (uint64_t)pins->a_ppn[p];
    const unsigned page = page_at(a->vpn), version = (unsigned)(ppn >> 16 & (versions_of(d->format) - 1U));
    driver_check(d, a->space < SPACES && page < PAGES, "a page that no table maps is answered with a frame");
    if (d->failed != NULL)
        return;
    const page_truth *t = &d->page[a->space][page];
    const uint64_t frame = frame_of(d->format, a->space, page, version) + (a->vpn - page_numbers[page]);
    driver_check(d, (ppn >> 13 & 7U) == a->space, "an answer carries a frame of another space");
    driver_check(d, ppn == frame, "an answer carries a frame of another page");
    driver_check(d, version >= t->floor, "after a fence an old translation answers");
    driver_check(d, version <= t->version, "an answer carries a frame that never was");
    driver_check(d, !d->disabled_for[a->space], "a space that is disabled is translated");
    const unsigned may = page_rights(d->format, page, version);
    const unsigned told = (unsigned)pins->a_write[p] * WALK_WRITE | (unsigned)pins->a_read[p] * WALK_READ |
                          (unsigned)pins->a_exec[p] * WALK_EXEC |
                          (pins->a_system[p] ? 0U : (unsigned)WALK_USER);
    driver_check(d, told == may, "an answer carries other permissions");
    driver_check(d, version != t->version || t->accessed, "a page that has not been accessed is translated");
    const bool is_large = page == LARGE_PAGE && !d->was_split[a->space][version], large = pins->a_large[p];
    driver_check(d,
                 limits_allow(&d->limits[a->space], a->vpn, is_large, large) ||
                     limits_allow(&d->limits_before[a->space], a->vpn, is_large, large),
                 "an answer is beyond the limits, or carries another size");
    w->seen.mapped++;
    w->seen.large += large;
    w->seen.cut += is_large && !large;
    w->seen.no_read += (may & WALK_READ) == 0;
    w->seen.no_write += (may & WALK_WRITE) == 0;
    w->seen.no_exec += (may & WALK_EXEC) == 0;
}

static inline void judge_fault(world *w, const asked *a, unsigned p, unsigned fault) {
    driver *d = &w->driver;
    const bool none = a->space >= SPACES;
    const bool off = fault == WALK_REFUSED + ASID_DISABLED;
    if (none)
        driver_check(d,
                     fault == WALK_REFUSED + (a->space >= GMMU_ASID_SPACES ? ASID_NO_SPACE : ASID_DISABLED),
                     "a space that is none has another fault");
    else if (fault == WALK_REFUSED + ASID_OUTSIDE)
        driver_check(d,
                     !limits_hold(&d->limits[a->space], a->vpn) ||
                         !limits_hold(&d->limits_before[a->space], a->vpn),
                     "a page within the limits is refused");
    else if (!limits_hold(&d->limits[a->space], a->vpn) && !limits_hold(&d->limits_before[a->space], a->vpn))
        driver_check(d, off, "a page outside has another fault");
    else if (a->vpn >= MALFORMED_PAGE)
        driver_check(d, fault == WALK_MALFORMED || off, "a malformed entry has another fault");
    else if (a->vpn >= BROKEN_PAGE)
        driver_check(d, fault == WALK_BUS_ERROR || off, "a page without a table has another fault");
    else if (fault == RESULT_ASK)
        driver_check(d, (d->sharing >> MMU_HOLD_ALL_AT >> p & 1U) == 0,
                     "a request may not wait though all of its port may");
    else if (fault == WALK_ABSENT)
        driver_check(d, d->ring_off || a->since < d->ring_off_at,
                     "a page is not waited for though there is a ring");
    else
        driver_check(d, off, "a page that can be mapped is answered with a fault");
    w->seen.refused += off || none;
    w->seen.outside += fault == WALK_REFUSED + ASID_OUTSIDE;
    w->seen.malformed += fault == WALK_MALFORMED;
    w->seen.bus_errors += fault == WALK_BUS_ERROR;
    w->seen.absent += fault == WALK_ABSENT;
    w->seen.ask += fault == RESULT_ASK;
}

/* A space has ended: its requests from before the command have their answers. */
static inline void judge_end(driver *d, const asked *a) {
    driver_check(d, !a->waits || a->space != d->job_space || a->since >= d->written,
                 "a space has ended, and one of its requests still waits");
}

static inline void answer_port(world *w, const gmmu_out *pins, unsigned p) {
    asked *a = &w->request[p][(unsigned)pins->a_id[p] % IDS];
    const bool own = pins->a_id[p] < IDS && a->waits;
    driver_check(&w->driver, own, "an answer to nobody, or a second one");
    if (!own)
        return;
    if (pins->a_fault[p] == 0)
        judge_frame(w, a, pins, p);
    else
        judge_fault(w, a, p, (unsigned)pins->a_fault[p]);
    if (w->cycle - a->since > w->seen.waited_most)
        w->seen.waited_most = w->cycle - a->since;
    a->waits = false;
    w->seen.answered++;
}

/* A page that is absent waits for the driver, and a driver at a slow port may be busy for most of the time:
 * so the judge counts what the driver does, not the cycles that it needs for it. 73 worlds had at most 53
 * jobs and 1606 idle cycles, and 17180 cycles. */
static inline bool is_patient(const world *w, const asked *a) {
    return w->driver.jobs - a->jobs < MOST_JOBS && w->driver.idle - a->idle < w->patience;
}

/* Before the edge: what moves at it. The first error is in driver.failed. */
static inline void world_edge(world *w, const gmmu_in *in, const gmmu_out *pins) {
    for (unsigned p = 0; p < PORTS; p++) {
        if (pins->a_valid[p] && in->a_ready[p])
            answer_port(w, pins, p);
        if (in->q_valid[p] && pins->q_ready[p]) {
            asked *a = &w->request[p][w->offered_id[p]];
            a->waits = true;
            a->since = w->cycle;
            a->jobs = w->driver.jobs;
            a->idle = w->driver.idle;
            w->offered[p] = false;
            w->seen.asked++;
        }
    }
    for (unsigned p = 0; p < PORTS && w->cycle % 64 == 0; p++)
        for (unsigned i = 0; i < IDS; i++)
            driver_check(&w->driver, !w->request[p][i].waits || is_patient(w, &w->request[p][i]),
                         "a request is not answered");
    driver_check(&w->driver,
                 !pins->quiet ||
                     (memory_rests(&w->memory) && !pins->arvalid && !pins->awvalid && !pins->wvalid),
                 "the block says that it is quiet, and is not");
    driver_check(&w->driver, memory_edge(&w->memory, in, pins), "a rule of the memory is broken");
    driver_edge(&w->driver, &w->memory, &w->dice, in, pins);
    for (unsigned i = 0; i < PORTS * IDS && w->driver.ended; i++)
        judge_end(&w->driver, &w->request[i / IDS][i % IDS]);
    w->cycle++;
}

static inline unsigned world_waiting(const world *w) {
    unsigned count = 0;
    for (unsigned p = 0; p < PORTS; p++) {
        count += w->offered[p];
        for (unsigned i = 0; i < IDS; i++)
            count += w->request[p][i].waits;
    }
    return count;
}

#endif
