/* SPDX-License-Identifier: Apache-2.0 */
/* What token_controller promises. */
#include "divider_claims.h"
#include "token_controller_duties.h"

#define CORES GMMU_NUM_CORES
#define APPS  GMMU_NUM_APPS

#define CYCLE                                                                                                \
    const token_controller_state *s, const token_controller_in *in, const token_controller_out *out,         \
        const token_controller_state *n

static u1 waits(const token_controller_state *s) {
    return (u1)((s->phase == TC_RATE_WAIT) | (s->phase == TC_SHARE_WAIT) | (s->phase == TC_DIVIDE_WAIT));
}

static u1 walks(const token_controller_state *s) {
    return (u1)((s->phase == TC_SCAN) | (s->phase >= TC_CORE));
}

/* The divider works exactly while somebody waits for it. */
static u1 divider_good(const token_controller_state *s) {
    return (u1)((waits(s) == (s->div.busy | s->div.done)) & !(s->div.busy & s->div.done) &
                (((s->div.count >= 1) & (s->div.count <= GMMU_DIVIDEND_W)) | !s->div.busy));
}

/* What n cores can add up to, at most: misses, accesses and warps. */
static u1 sums_fit(const token_controller_state *s) {
    const uint32_t most = ((uint32_t)s->ncores << 16) - (uint32_t)s->ncores;
    const uint32_t cores = s->phase == TC_SCAN ? (uint32_t)s->core : (uint32_t)CORES;
    return (u1)(((uint32_t)s->ncores <= cores) & ((uint32_t)s->sum_misses <= most) &
                ((uint32_t)s->sum_accesses <= 2U * most) & (s->sum_misses <= s->sum_accesses) &
                ((uint32_t)s->sum_warps <= (uint32_t)s->ncores * GMMU_NUM_WARPS));
}

/* From the end of the scan until its update, what application a had before stands by: its base until that has
 * followed its cores, which it does only when they are others. */
static u1 recalled(const token_controller_state *s, unsigned a) {
    const u1 scanned = (u1)((s->phase == TC_SCAN) & (s->core != 0));
    const u1 needed = (u1)(scanned | ((s->phase >= TC_FOLLOW) & (s->phase <= TC_GRANT)));
    const u1 same = (u1)((s->was_known == s->known[a]) & (s->was_rate == s->rate[a]));
    const u1 base = (u1)((s->was_tokens == s->base[a]) & (s->was_cores == s->cores[a]));
    const u1 followed =
        (u1)((s->phase >= TC_RATE) & (s->was_cores == s->ncores) & (s->cores[a] != s->ncores));
    return (u1)((same & (base | followed)) | !needed | (s->app != a));
}

/* Only an application that has other cores than at its base follows them; past TC_RATE its tokens belong to
 * the cores now. */
static u1 of_these_cores(const token_controller_state *s) {
    const u1 same = (u1)(s->was_cores == s->ncores);
    if ((s->phase >= TC_FOLLOW) & (s->phase <= TC_DIVIDE_WAIT))
        return (u1)(s->was_known & !same & (s->ncores != 0));
    return (u1)((s->phase <= TC_RATE) | (s->phase > TC_GRANT) | !s->was_known | same);
}

/* The tokens that are shown in this cycle become application a's base. */
static u1 renews_base(const token_controller_state *s, unsigned a) {
    return (u1)((s->phase == TC_SHARE) & (s->app == a) & s->moved);
}

/* Just before its tokens are shown, application a has its base if it has the cores of then. */
static u1 base_is_back(const token_controller_state *s, unsigned a) {
    return (u1)((s->phase != TC_SHARE) | (s->app != a) | s->moved | (s->cores[a] != s->ncores) |
                (s->was_tokens == s->base[a]));
}

/* The core that is looked at is known as a flag, and so is its snapshot. */
static u1 looks_right(const token_controller_state *s) {
    u1 good = 1;
    for (unsigned c = 0; c < CORES; c++) {
        const u1 same = (u1)((s->its_hits == s->snap_hits[c]) & (s->its_misses == s->snap_misses[c]) &
                             (s->its_warps == s->snap_warps[c]));
        good = (u1)(good & (s->here[c] == (s->core == c)) & ((s->core != c) | same));
    }
    return good;
}

/* What is multiplied, and the bit of the carry that comes in with the next bit of the product. */
static u1 factors_good(const token_controller_state *s) {
    const u1 bit = (u1)(((uint32_t)s->carry >> ((uint32_t)s->mul_bit & 15U)) & 1U);
    if (s->phase == TC_SCALE)
        return (u1)((s->mul_bit < GMMU_WARP_COUNT_W) & (s->carry_bit == bit));
    if (s->phase == TC_FOLLOW)
        return (u1)(!s->carry_bit & ((uint32_t)s->share == (uint32_t)s->was_tokens));
    return (u1)((s->phase != TC_RATE_WAIT) |
                (!s->carry_bit & ((uint32_t)s->share == (uint32_t)s->sum_warps)));
}

/* A core whose limit is still to be written exists, and has one application; no limit is written for another
 * reason in that cycle. */
static u1 new_good(const token_controller_state *s) {
    uint32_t apps = 0;
    for (unsigned a = 0; a < APPS; a++)
        apps += s->new_app[a] ? 1U : 0U;
    return (u1)(!s->new_valid | ((s->new_core < CORES) & (apps == 1) & (s->phase <= TC_SCAN)));
}

/* The limit of core c, also before it is written. */
static uint32_t limit_of(const token_controller_state *s, unsigned c) {
    uint32_t limit = 0;
    for (unsigned a = 0; a < APPS; a++)
        limit |= s->new_app[a] ? (uint32_t)s->part[a] : 0U;
    return (s->new_valid & (s->new_core == c)) ? limit : (uint32_t)s->limit[c];
}

/* A wish is below the tokens, above them or the same. */
static u1 wish_good(const token_controller_state *s) {
    const u1 lower = (u1)((s->wish < s->was_tokens) | (s->wish == 0));
    const u1 right = s->fewer  ? lower
                     : s->more ? (u1)(s->wish > s->was_tokens)
                               : (u1)(s->wish == s->was_tokens);
    return (u1)((s->phase != TC_GRANT) | !s->was_known | (right & !(s->fewer & s->more)));
}

u1 token_controller_inv(const token_controller_state *s) {
    u1 good = (u1)((s->phase <= TC_WRITE) & (s->rests == (s->phase == TC_IDLE)) & (s->app < APPS) &
                   (s->core < CORES) & (walks(s) | (s->core == 0)) & (s->ans_valid | !s->ans_fill) &
                   divider_good(s) & sums_fit(s) & wish_good(s) & of_these_cores(s) & looks_right(s) &
                   factors_good(s) & new_good(s) & (s->fullest <= GMMU_NUM_WARPS) &
                   ((s->ncores != 0) | (s->phase <= TC_SCAN) | (s->phase == TC_RATE)));

    for (unsigned a = 0; a < APPS; a++)
        good = (u1)(good & (s->known[a] ? renews_base(s, a) | (s->cores[a] != 0) : s->active[a] == 0) &
                    (s->cores[a] <= CORES) & (s->part[a] <= GMMU_NUM_WARPS) & recalled(s, a) &
                    base_is_back(s, a));
    for (unsigned c = 0; c < CORES; c++)
        good = (u1)(good & (s->limit[c] <= GMMU_NUM_WARPS) & (s->warps[c] <= GMMU_NUM_WARPS) &
                    (s->snap_warps[c] <= GMMU_NUM_WARPS));
    return good;
}

/* After reset every register is 0, but the limits, so that all warps fill, the flag of core 0, and that of
 * no evaluation. */
u1 token_controller_start_values(const token_controller_state *s) {
    const u1 walk =
        (u1)((s->phase == TC_IDLE) & s->rests & (s->app == 0) & (s->core == 0) & (s->ncores == 0) &
             (s->sum_misses == 0) & (s->sum_accesses == 0) & (s->sum_warps == 0));
    const u1 update =
        (u1)((s->mul_bit == 0) & (s->prod == 0) & (s->new_rate == 0) & !s->was_known & (s->was_tokens == 0) &
             (s->was_cores == 0) & (s->was_rate == 0) & (s->wish == 0) & !s->fewer & !s->more & !s->moved &
             !s->carry_bit & (s->its_hits == 0) & (s->its_misses == 0) & (s->its_warps == 0));
    const u1 divider = (u1)(!s->div.busy & !s->div.done & (s->div.count == 0) & (s->div.den == 0) &
                            (s->div.rem == 0) & (s->div.quo == 0));
    u1 right = (u1)(walk & update & divider & !s->all & (s->share == 0) & (s->carry == 0) &
                    (s->fullest == 0) & !s->new_valid & (s->new_core == 0) & !s->ans_valid & !s->ans_fill);

    for (unsigned c = 0; c < CORES; c++)
        right = (u1)(right & (s->hits[c] == 0) & (s->misses[c] == 0) & (s->warps[c] == 0) &
                     (s->limit[c] == GMMU_NUM_WARPS) & (s->snap_hits[c] == 0) & (s->snap_misses[c] == 0) &
                     (s->snap_warps[c] == 0) & (s->here[c] == (c == 0)));
    for (unsigned a = 0; a < APPS; a++)
        right = (u1)(right & (s->tokens[a] == 0) & (s->base[a] == 0) & (s->cores[a] == 0) &
                     (s->part[a] == GMMU_NUM_WARPS) & !s->dir[a] & (s->active[a] == 0) & (s->rate[a] == 0) &
                     !s->known[a] & !s->new_app[a]);
    return right;
}

u1 token_controller_idle(const token_controller_state *s, const token_controller_in *in) {
    return (u1) !(in->ev0_valid | in->ev1_valid | in->q_valid | in->epoch_end | in->ho_valid |
                  (s->phase != TC_IDLE) | s->new_valid | s->ans_valid);
}

/* The CSRs, and the applications of the cores, do not change within an evaluation. */
u1 token_controller_duty_steady(const token_controller_state *s, const token_controller_in *in,
                                const token_controller_state *n, const token_controller_in *next) {
    return token_controller_csrs_steady(s, in, n, next);
}

/* A miss rate raises the tokens of no application k beyond its active warps. */
u1 token_controller_prop_rise_within_active(const token_controller_state *s, const token_controller_in *in,
                                            const token_controller_out *out, const token_controller_state *n,
                                            u32 k) {
    u1 good = 1;
    (void)in;
    (void)out;
    for (unsigned a = 0; a < APPS; a++)
        good = (u1)(good &
                    ((a != k) | (s->phase != TC_GRANT) | (s->app != a) |
                     (s->was_known & (n->was_tokens <= s->was_tokens)) | (n->was_tokens <= n->active[a])));
    return good;
}

/* The lowest warp IDs that run on a core fill, as many as its limit says; nobody of a core 30 or 31. */
u1 token_controller_prop_answer(const token_controller_state *s, const token_controller_in *in,
                                const token_controller_out *out, const token_controller_state *n) {
    u1 may = 0;
    (void)out;
    for (unsigned c = 0; c < CORES; c++)
        may = (u1)(may | ((in->q_core == c) & ((uint32_t)in->q_rank < limit_of(s, c))));
    return (u1)((n->ans_valid == in->q_valid) & (n->ans_fill == (in->q_valid & may)));
}

/* Core k is handed over in this cycle. */
static u1 is_handed_over(const token_controller_state *s, const token_controller_in *in, u32 k) {
    return (u1)(in->ho_valid & (s->phase == TC_IDLE) & (in->ho_core == k));
}

/* Until its first evaluation is written, all warps of core k fill; limits move only then, and when the core
 * is handed over: then its warps fill as those of the fullest core of its new application k, if it has one.
 */
u1 token_controller_prop_limits_hold(const token_controller_state *s, const token_controller_in *in,
                                     const token_controller_out *out, const token_controller_state *n,
                                     u32 k) {
    u1 good = 1;
    (void)out;
    for (unsigned c = 0; c < CORES; c++) {
        const u1 written = (u1)((s->phase == TC_WRITE) & (s->core == c) & (in->core_app[c] == s->app));
        const u1 taken = (u1)(is_handed_over(s, in, c) & (in->core_app[c] < APPS));
        const uint32_t a = in->core_app[c] < APPS ? (uint32_t)in->core_app[c] : 0U;
        const u1 right = (u1)(limit_of(n, c) == (taken ? (uint32_t)s->part[a] : limit_of(s, c)));
        good = (u1)(good & ((c != k) | written | right));
    }
    return good;
}

/* A limit that is written is what the core has of the tokens, with what was cut off before, and all of it
 * when there are enough. */
u1 token_controller_prop_limit(const token_controller_state *s, const token_controller_in *in,
                               const token_controller_out *out, const token_controller_state *n, u32 k) {
    const uint64_t part = (uint64_t)s->prod;
    u1 good = 1;
    (void)out;
    for (unsigned c = 0; c < CORES; c++) {
        const u1 written = (u1)((s->phase == TC_WRITE) & (s->core == c) & (in->core_app[c] == s->app));
        const u1 whole =
            (u1)(((uint64_t)n->limit[c] == (part & UINT32_MAX) >> 16) |
                 (((part & UINT32_MAX) >> 16 > GMMU_NUM_WARPS) & (n->limit[c] == GMMU_NUM_WARPS)));
        const u1 kept = (u1)(s->snap_warps[c] != 0 ? n->carry == (part & UINT16_MAX) : n->carry == s->carry);
        const u1 right = (u1)(kept & (s->all ? (u1)(n->limit[c] == GMMU_NUM_WARPS) : whole));
        good = (u1)(good & ((c != k) | !written | right));
    }
    return good;
}

/* The product of a core: from its warps, or all when it had no lookups, and the share; one bit a cycle. It
 * begins with what the limits before have cut off. */
u1 token_controller_prop_scale(const token_controller_state *s, const token_controller_in *in,
                               const token_controller_out *out, const token_controller_state *n) {
    const uint32_t warps = s->core < CORES ? (uint32_t)s->snap_warps[s->core] : 0U;
    const uint32_t by = warps != 0 ? warps : (uint32_t)GMMU_NUM_WARPS;
    const uint64_t more = ((by >> (uint32_t)s->mul_bit) & 1U) != 0 ? (uint64_t)s->share : 0U;
    const uint64_t cut_off = ((uint32_t)s->carry >> ((uint32_t)s->mul_bit & 15U)) & 1U;
    const uint64_t next = GMMU_WRAP(2U * (uint64_t)s->prod + cut_off + more, GMMU_TOKEN_PRODUCT_W);
    const u1 begins = (u1)((n->phase != TC_SCALE) | (s->phase == TC_SCALE) |
                           (((uint32_t)n->prod == (uint32_t)s->carry >> GMMU_WARP_COUNT_W) &
                            (n->mul_bit == GMMU_WARP_COUNT_W - 1)));
    (void)in;
    (void)out;
    return (u1)(begins & ((s->phase != TC_SCALE) | (n->prod == next)));
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Counters of core k count its lookups and stop at 65535, and its warps are the most that a lookup told;
 * an epoch that ends restarts them, and so does a hand-over of the core; the lookups of that cycle belong to
 * the next epoch, or to the new application. */
u1 token_controller_prop_counters(CYCLE, u32 k) {
    u1 good = 1;
    for (unsigned c = 0; c < CORES; c++) {
        const u1 begins = (u1)((in->epoch_end & !out->busy) | is_handed_over(s, in, c));
        const u1 at0 = (u1)(in->ev0_valid & (in->ev0_core == c));
        const u1 at1 = (u1)(in->ev1_valid & (in->ev1_core == c));
        const uint32_t hits = (uint32_t)(at0 & in->ev0_hit) + (uint32_t)(at1 & in->ev1_hit);
        const uint32_t all = (uint32_t)at0 + (uint32_t)at1;
        const uint32_t told0 = at0 ? least(in->ev0_warps, GMMU_NUM_WARPS) : 0U;
        const uint32_t told1 = at1 ? least(in->ev1_warps, GMMU_NUM_WARPS) : 0U;
        const uint32_t told = told0 > told1 ? told0 : told1;
        const uint32_t warps = begins ? 0U : (uint32_t)s->warps[c];
        const uint32_t hits_before = begins ? 0U : (uint32_t)s->hits[c];
        const uint32_t misses_before = begins ? 0U : (uint32_t)s->misses[c];
        const u1 right = (u1)((n->hits[c] == least(hits_before + hits, UINT16_MAX)) &
                              (n->misses[c] == least(misses_before + all - hits, UINT16_MAX)) &
                              (n->warps[c] == (told > warps ? told : warps)));
        good = (u1)(good & ((c != k) | right));
    }
    return good;
}

/* The end of an epoch is ignored while busy: the snapshot of core k moves only when it counts. It has nothing
 * of the old application of a core that is handed over in this cycle. */
u1 token_controller_prop_snapshot(const token_controller_state *s, const token_controller_in *in,
                                  const token_controller_out *out, const token_controller_state *n, u32 k) {
    const u1 begins = (u1)(in->epoch_end & !out->busy);
    u1 good = 1;
    for (unsigned c = 0; c < CORES; c++) {
        const u1 kept = (u1)((n->snap_hits[c] == s->snap_hits[c]) & (n->snap_misses[c] == s->snap_misses[c]) &
                             (n->snap_warps[c] == s->snap_warps[c]));
        const u1 taken = (u1)((n->snap_hits[c] == s->hits[c]) & (n->snap_misses[c] == s->misses[c]) &
                              (n->snap_warps[c] == s->warps[c]));
        const u1 none = (u1)((n->snap_hits[c] == 0) & (n->snap_misses[c] == 0) & (n->snap_warps[c] == 0));
        const u1 right = !begins ? kept : is_handed_over(s, in, c) ? none : taken;
        good = (u1)(good & ((c != k) | right));
    }
    return good;
}

/* The miss rate of the application under evaluation rose by more than the margin, fell by more,
 * or neither (the invariant: was_* is what the application had). */
u1 token_controller_prop_margin(const token_controller_state *s, const token_controller_in *in,
                                const token_controller_out *out, const token_controller_state *n) {
    const uint32_t before = (uint32_t)s->was_rate;
    const uint32_t now = (uint32_t)s->new_rate;
    const u1 rose = (u1)((now >= before) & (now - before > (uint32_t)in->cfg_margin));
    const u1 fell = (u1)((before >= now) & (before - now > (uint32_t)in->cfg_margin));
    (void)out;
    return (u1)((s->phase != TC_UPDATE) | !s->was_known | ((n->fewer == rose) & (n->more == fell)));
}

/* A miss rate moves the tokens of application k by its grant: down when it rose, up when it fell, else not at
 * all, whatever warps are gone. A count that has moved becomes the base when it is shown, with the cores of
 * now; nothing else touches the base. */
u1 token_controller_prop_grant(const token_controller_state *s, const token_controller_in *in,
                               const token_controller_out *out, const token_controller_state *n, u32 k) {
    u1 good = 1;
    (void)in;
    (void)out;
    for (unsigned a = 0; a < APPS; a++) {
        const u1 granted = (u1)((s->phase == TC_GRANT) & (s->app == a));
        const u1 stay = (u1)(n->was_tokens == s->was_tokens);
        const u1 down = (u1)((n->was_tokens < s->was_tokens) | (n->was_tokens == 0));
        const u1 up = (u1)((n->was_tokens > s->was_tokens) | (stay & (n->was_tokens >= n->active[a])));
        const u1 right =
            (u1)(s->fewer ? down & !n->dir[a] : (s->more ? up & n->dir[a] : stay & (n->dir[a] == s->dir[a])));
        const u1 same = (u1)((n->base[a] == s->base[a]) & (n->cores[a] == s->cores[a]));
        const u1 renewed = (u1)((n->base[a] == s->was_tokens) & (n->cores[a] == s->ncores));
        const u1 given = (u1)(right & (n->moved == (u1)!stay));
        good =
            (u1)(good &
                 ((a != k) | (granted ? given | (n->moved & !s->known[a]) : (u1)(n->dir[a] == s->dir[a]))) &
                 ((a != k) | (renews_base(s, a) ? renewed : same)));
    }
    return (u1)(good & ((s->phase != TC_RATE) | !n->moved));
}

/* ---- The evaluation, step by step ---- */

/* The core that the evaluation looks at belongs to its application. */
static u1 is_mine(const token_controller_state *s, const token_controller_in *in) {
    return (u1)((s->core < CORES) && in->core_app[s->core < CORES ? (uint32_t)s->core : 0U] == s->app);
}

/* The application is done with this cycle: it has no cores, or the last of all cores has been looked at. */
static u1 is_done(const token_controller_state *s, const token_controller_in *in) {
    const u1 last = (u1)(s->core == CORES - 1);
    const u1 walked = (u1)((s->phase == TC_WRITE) | ((s->phase == TC_CORE) & !is_mine(s, in)));

    return (u1)(((s->phase == TC_RATE) & (s->ncores == 0)) | (walked & last));
}

static u1 begins_epoch(const token_controller_state *s, const token_controller_in *in) {
    return (u1)((s->phase == TC_IDLE) & in->epoch_end);
}

/* An application that has other cores now than its tokens belong to. */
static u1 has_others(const token_controller_state *s) {
    return (u1)((s->phase == TC_RATE) & (s->ncores != 0) & s->was_known & (s->was_cores != s->ncores));
}

/* Else an application with cores that had accesses, or none. */
static u1 is_rated(const token_controller_state *s) {
    return (u1)((s->phase == TC_RATE) & (s->ncores != 0) & !has_others(s) & (s->sum_accesses != 0));
}

static u1 is_without(const token_controller_state *s) {
    return (u1)((s->phase == TC_RATE) & (s->ncores != 0) & !has_others(s) & (s->sum_accesses == 0));
}

/* The phase that follows when the application is not done. */
static uint32_t next_phase(const token_controller_state *s, const token_controller_in *in) {
    const u1 mine = is_mine(s, in);
    const u1 last = (u1)(s->core == CORES - 1);

    switch ((uint32_t)s->phase) {
    case TC_IDLE:
        return in->epoch_end ? TC_SCAN : TC_IDLE;
    case TC_SCAN:
        return last ? TC_RATE : TC_SCAN;
    case TC_FOLLOW:
        return s->mul_bit == 0 ? TC_DIVIDE : TC_FOLLOW;
    case TC_DIVIDE_WAIT:
        return s->div.done ? TC_RATE : TC_DIVIDE_WAIT;
    case TC_RATE:
        return has_others(s)          ? TC_FOLLOW
               : s->sum_accesses != 0 ? TC_RATE_WAIT
               : s->was_known         ? TC_SHARE
                                      : TC_CORE;
    case TC_RATE_WAIT:
        return s->div.done ? TC_UPDATE : TC_RATE_WAIT;
    case TC_SHARE_WAIT:
        return s->div.done ? TC_CORE : TC_SHARE_WAIT;
    case TC_CORE:
        return mine ? TC_SCALE : TC_CORE;
    case TC_SCALE:
        return s->mul_bit == 0 ? TC_WRITE : TC_SCALE;
    case TC_WRITE:
        return TC_CORE;
    default: /* TC_DIVIDE, TC_UPDATE, TC_GRANT, TC_SHARE */
        return (uint32_t)s->phase + 1U;
    }
}

/* An evaluation takes the applications in order, and each through the phases of the header; it looks at
 * its cores in order, twice. */
u1 token_controller_prop_walk(CYCLE) {
    const u1 done = is_done(s, in);
    const u1 last_app = (u1)(s->app == APPS - 1);
    const u1 begins = begins_epoch(s, in);
    const u1 looks =
        (u1)((s->phase == TC_SCAN) | (s->phase == TC_WRITE) | ((s->phase == TC_CORE) & !is_mine(s, in)));
    const uint32_t next_app = last_app ? 0U : (uint32_t)s->app + 1U;
    const uint32_t next_core = s->core == CORES - 1 ? 0U : (uint32_t)s->core + 1U;
    const uint32_t phase = !done ? next_phase(s, in) : last_app ? (uint32_t)TC_IDLE : (uint32_t)TC_SCAN;

    (void)out;
    return (u1)((n->phase == phase) &
                (n->app == (begins ? 0U
                            : done ? next_app
                                   : (uint32_t)s->app)) &
                (n->core == (begins  ? 0U
                             : looks ? next_core
                                     : (uint32_t)s->core)));
}

/* Misses, accesses, warps and cores of an application are the sums over just its cores. */
u1 token_controller_prop_sums(CYCLE) {
    const uint32_t c = s->core < CORES ? (uint32_t)s->core : 0U;
    const uint32_t add = (uint32_t)((s->phase == TC_SCAN) & is_mine(s, in));
    const uint32_t misses = (uint32_t)s->snap_misses[c];
    const uint32_t accesses = misses + (uint32_t)s->snap_hits[c];
    const u1 zero =
        (u1)((n->ncores == 0) & (n->sum_misses == 0) & (n->sum_accesses == 0) & (n->sum_warps == 0));
    const u1 added =
        (u1)(((uint32_t)n->ncores == (uint32_t)s->ncores + add) &
             ((uint32_t)n->sum_misses == (uint32_t)s->sum_misses + add * misses) &
             ((uint32_t)n->sum_accesses == (uint32_t)s->sum_accesses + add * accesses) &
             ((uint32_t)n->sum_warps == (uint32_t)s->sum_warps + add * (uint32_t)s->snap_warps[c]));

    (void)out;
    return (u1)((is_done(s, in) | begins_epoch(s, in)) ? zero : added);
}

/* While its cores are looked at for the first time, what the application had is read. */
u1 token_controller_prop_recall(CYCLE) {
    const uint32_t a = s->app < APPS ? (uint32_t)s->app : 0U;
    const u1 read = (u1)((n->was_known == s->known[a]) & (n->was_tokens == s->base[a]) &
                         (n->was_cores == s->cores[a]) & (n->was_rate == s->rate[a]));
    const u1 follows = (u1)((s->phase == TC_DIVIDE_WAIT) & s->div.done); /* prop_follow */
    const u1 kept = (u1)((n->was_known == s->was_known) & (n->was_rate == s->was_rate) &
                         ((n->was_cores == s->was_cores) | follows) &
                         ((n->was_tokens == s->was_tokens) | follows | (s->phase == TC_GRANT)));

    (void)in;
    (void)out;
    return s->phase == TC_SCAN ? read : kept;
}

/* The tokens of application k change where its evaluation shows them, and whenever it has the cores of its
 * base, it has the tokens of its base: after any number of hand-overs none is lost, none is won. */
u1 token_controller_prop_tokens(CYCLE, u32 k) {
    const uint32_t a = (uint32_t)k < APPS ? (uint32_t)k : 0U;
    const u1 shown = (u1)((s->phase == TC_SHARE) & (s->app == a));
    const u1 right =
        (u1)((n->tokens[a] == s->was_tokens) & ((n->cores[a] != s->ncores) | (n->tokens[a] == n->base[a])));

    (void)in;
    (void)out;
    return shown ? right : (u1)(n->tokens[a] == s->tokens[a]);
}

/* Tokens follow the cores: an application that has had an epoch, and has other cores than at its base, has
 * its base multiplied by its cores now, one bit a cycle, and divided by its cores then. */
u1 token_controller_prop_follow(CYCLE) {
    const uint64_t more =
        (((uint32_t)s->ncores >> ((uint32_t)s->mul_bit & 31U)) & 1U) != 0 ? (uint64_t)s->was_tokens : 0U;
    const uint64_t next = GMMU_WRAP(2U * (uint64_t)s->prod + more, GMMU_TOKEN_PRODUCT_W);
    const u1 begins = (u1)((n->phase == TC_FOLLOW) & (n->prod == 0) & (n->mul_bit == GMMU_CORE_W - 1));

    (void)in;
    (void)out;
    if (s->phase == TC_RATE)
        return has_others(s) ? begins : (u1)(n->phase != TC_FOLLOW);
    if (s->phase == TC_FOLLOW)
        return (u1)((uint64_t)n->prod == next);
    return (u1)((s->phase != TC_DIVIDE_WAIT) | !s->div.done |
                (((uint64_t)n->was_tokens == GMMU_WRAP((uint64_t)s->div.quo, GMMU_TOKEN_W)) &
                 (n->was_cores == s->ncores)));
}

/* The limit that a core handed to application k gets is the largest that its evaluation has written to a core
 * with lookups; one that had none has no limit to give. */
u1 token_controller_prop_part(CYCLE, u32 k) {
    const uint32_t a = (uint32_t)k < APPS ? (uint32_t)k : 0U;
    const uint32_t c = s->core < CORES ? (uint32_t)s->core : 0U;
    const u1 writes = (u1)((s->phase == TC_WRITE) & is_mine(s, in) & (s->snap_warps[c] != 0));
    const uint32_t before = (uint32_t)s->fullest;
    const uint32_t most = (writes & (n->limit[c] > before)) ? (uint32_t)n->limit[c] : before;
    const u1 anew = (u1)(is_done(s, in) | begins_epoch(s, in));

    (void)out;
    return (u1)(((uint32_t)n->part[a] == ((writes & (s->app == a)) ? most : (uint32_t)s->part[a])) &
                ((uint32_t)n->fullest == (anew ? 0U : most)));
}

/* Multiplication, one bit of the multiplier a cycle: a fraction of the active warps, which is the step or
 * at first the initial tokens, and later the warps of a core and the share. */
u1 token_controller_prop_product(CYCLE) {
    const uint32_t fraction = s->was_known ? (uint32_t)in->cfg_step : (uint32_t)in->cfg_initial;
    const u1 weighs = (u1)((s->phase == TC_RATE_WAIT) & (s->mul_bit < 16));
    const u1 bit = (u1)((fraction >> ((uint32_t)s->mul_bit & 15U)) & 1U);
    const uint64_t next = 2U * (uint64_t)s->prod + (bit ? (uint64_t)s->sum_warps : 0U);
    const u1 stepped = (u1)(n->mul_bit == (((uint32_t)s->mul_bit - 1U) & 31U));
    const u1 kept = (u1)((n->prod == s->prod) & (n->mul_bit == s->mul_bit));
    (void)out;
    if (has_others(s)) /* prop_follow */
        return 1;
    if (is_rated(s))
        return (u1)((n->prod == 0) & (n->mul_bit == 15));
    if (s->phase == TC_CORE)
        return (u1)(((uint32_t)n->prod == (uint32_t)s->carry >> GMMU_WARP_COUNT_W) &
                    (n->mul_bit == GMMU_WARP_COUNT_W - 1));
    if ((s->phase == TC_SCALE) | (s->phase == TC_FOLLOW)) /* the product: prop_scale, prop_follow */
        return stepped;
    return weighs ? (u1)(stepped & ((uint64_t)n->prod == GMMU_WRAP(next, GMMU_TOKEN_PRODUCT_W))) : kept;
}

/* What is divided: misses by accesses, then tokens by active warps, both in Q0.16; before them, when an
 * application has other cores, what prop_follow says. All bit by bit. */
u1 token_controller_prop_division(CYCLE) {
    (void)in;
    (void)out;
    if (s->phase == TC_DIVIDE)
        return divider_loaded(&n->div, (uint64_t)s->prod, (uint64_t)s->was_cores);
    if (is_rated(s))
        return divider_loaded(&n->div, (uint64_t)s->sum_misses << 16, (uint64_t)s->sum_accesses);
    if (s->phase == TC_SHARE)
        return divider_loaded(&n->div, (uint64_t)s->was_tokens << 16, (uint64_t)s->sum_warps);
    return s->div.busy ? divider_one_bit(&s->div, &n->div) : divider_rests(&s->div, &n->div);
}

/* The miss rate is the quotient, just below one if need be, and stays until the next application. */
u1 token_controller_prop_rate(CYCLE) {
    const uint64_t quotient = (uint64_t)s->div.quo;
    const u1 ready = (u1)((s->phase == TC_RATE_WAIT) & s->div.done);

    (void)in;
    (void)out;
    return (u1)(n->new_rate == (!ready                  ? (uint64_t)s->new_rate
                                : quotient > UINT16_MAX ? (uint64_t)UINT16_MAX
                                                        : quotient));
}

/* The step is the fraction cfg_step of the active warps, one at least; at first the tokens are the
 * fraction cfg_initial of them. */
u1 token_controller_prop_step(CYCLE) {
    const uint32_t amount = (uint32_t)((uint64_t)s->prod >> 16);
    const uint32_t step = amount != 0 ? amount : 1U;
    const uint32_t tokens = (uint32_t)s->was_tokens;
    const uint32_t wish = !s->was_known ? amount
                          : n->fewer    ? (tokens > step ? tokens - step : 0U)
                          : n->more     ? tokens + step
                                        : tokens;

    (void)in;
    (void)out;
    if (s->phase != TC_UPDATE)
        return (u1)((n->wish == s->wish) & (n->fewer == s->fewer) & (n->more == s->more));
    return (u1)(((uint32_t)n->wish == GMMU_WRAP(wish, GMMU_TOKEN_SUM_W)) &
                (s->was_known | (!n->fewer & !n->more)));
}

/* Application k is granted what it wished for, but a rise ends at the active warps, and leaves tokens that
 * are beyond them; with the grant its active warps and its miss rate are on record. What becomes of the
 * tokens: prop_grant, prop_tokens. */
u1 token_controller_prop_granted(CYCLE, u32 k) {
    const uint32_t a = (uint32_t)k < APPS ? (uint32_t)k : 0U;
    const uint32_t warps = (uint32_t)s->sum_warps;
    const uint32_t had = s->was_known ? (uint32_t)s->was_tokens : 0U;
    const u1 clamps = (u1)((s->more | !s->was_known) & (s->wish > warps));
    const uint32_t tokens = !clamps ? (uint32_t)s->wish : had > warps ? had : warps;
    const u1 granted = (u1)((s->phase == TC_GRANT) & (s->app == a));
    const u1 kept =
        (u1)((n->active[a] == s->active[a]) & (n->rate[a] == s->rate[a]) & (n->known[a] == s->known[a]));
    const u1 right = (u1)(((uint32_t)n->was_tokens == GMMU_WRAP(tokens, GMMU_TOKEN_W)) &
                          (n->active[a] == s->sum_warps) & (n->rate[a] == s->new_rate) & n->known[a]);

    (void)in;
    (void)out;
    return granted ? right : kept;
}

/* The share is tokens / warps; before, it is what a CSR or the cores multiply. There is no limit when it has
 * more than 7 bits before the point, and none for an application that was without accesses. What the limits
 * cut off begins just below one token, so that they add up to all tokens. */
u1 token_controller_prop_share(CYCLE) {
    const uint64_t quotient = (uint64_t)s->div.quo;
    const u1 ready = (u1)((s->phase == TC_SHARE_WAIT) & s->div.done);
    const u1 without = is_without(s);
    const u1 carry_kept = (u1)((n->carry == s->carry) | (s->phase == TC_WRITE)); /* prop_limit */
    const u1 begins = (u1)((uint32_t)n->carry == (((uint32_t)s->sum_warps + UINT16_MAX) & UINT16_MAX));
    const u1 follows = (u1)(s->was_known & (s->was_cores != s->ncores));
    const uint64_t multiplied = follows ? (uint64_t)s->was_tokens : (uint64_t)s->sum_warps;
    const uint64_t kept = s->phase == TC_RATE ? multiplied : (uint64_t)s->share;

    (void)in;
    (void)out;
    return (u1)((n->share == (ready ? quotient & 0x7FFFFFU : kept)) &
                (n->all == (ready ? (u1)(quotient > 0x7FFFFFU) : (u1)(s->all | without))) &
                (ready ? begins : carry_kept));
}

/* The pins show the answer, whether an evaluation runs, and tokens, direction and active warps of any
 * application k. */
u1 token_controller_prop_pins(CYCLE, u32 k) {
    const uint32_t a = (uint32_t)k < APPS ? (uint32_t)k : 0U;

    (void)in;
    (void)n;
    return (u1)((out->a_valid == s->ans_valid) & (out->a_fill == s->ans_fill) &
                (out->busy == (s->phase != TC_IDLE)) & (out->tokens[a] == s->tokens[a]) &
                (out->dir[a] == s->dir[a]) & (out->active[a] == s->active[a]));
}
