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
    return (u1)((s->phase == TC_RATE_WAIT) | (s->phase == TC_SHARE_WAIT));
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

/* From the end of the scan until its update, what application a had before stands by. */
static u1 recalled(const token_controller_state *s, unsigned a) {
    const u1 scanned = (u1)((s->phase == TC_SCAN) & (s->core != 0));
    const u1 needed = (u1)(scanned | ((s->phase >= TC_RATE) & (s->phase <= TC_GRANT)));
    const u1 same =
        (u1)((s->was_known == s->known[a]) & (s->was_tokens == s->tokens[a]) & (s->was_rate == s->rate[a]));
    return (u1)(same | !needed | (s->app != a));
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
    u1 good =
        (u1)((s->phase <= TC_WRITE) & (s->app < APPS) & (s->core < CORES) & (walks(s) | (s->core == 0)) &
             (s->ans_valid | !s->ans_fill) & divider_good(s) & sums_fit(s) & wish_good(s));

    for (unsigned a = 0; a < APPS; a++)
        good = (u1)(good & (s->known[a] | (s->active[a] == 0)) & recalled(s, a));
    for (unsigned c = 0; c < CORES; c++)
        good = (u1)(good & (s->limit[c] <= GMMU_NUM_WARPS) & (s->warps[c] <= GMMU_NUM_WARPS) &
                    (s->snap_warps[c] <= GMMU_NUM_WARPS));
    return good;
}

/* After reset every register is 0, but the limits: all warps fill. */
u1 token_controller_start_values(const token_controller_state *s) {
    const u1 walk = (u1)((s->phase == TC_IDLE) & (s->app == 0) & (s->core == 0) & (s->ncores == 0) &
                         (s->sum_misses == 0) & (s->sum_accesses == 0) & (s->sum_warps == 0));
    const u1 update = (u1)((s->mul_bit == 0) & (s->prod == 0) & (s->new_rate == 0) & !s->was_known &
                           (s->was_tokens == 0) & (s->was_rate == 0) & (s->wish == 0) & !s->fewer & !s->more);
    const u1 divider = (u1)(!s->div.busy & !s->div.done & (s->div.count == 0) & (s->div.den == 0) &
                            (s->div.rem == 0) & (s->div.quo == 0));
    u1 right = (u1)(walk & update & divider & !s->all & (s->share == 0) & (s->carry == 0) & !s->ans_valid &
                    !s->ans_fill);

    for (unsigned c = 0; c < CORES; c++)
        right = (u1)(right & (s->hits[c] == 0) & (s->misses[c] == 0) & (s->warps[c] == 0) &
                     (s->limit[c] == GMMU_NUM_WARPS) & (s->snap_hits[c] == 0) & (s->snap_misses[c] == 0) &
                     (s->snap_warps[c] == 0));
    for (unsigned a = 0; a < APPS; a++)
        right = (u1)(right & (s->tokens[a] == 0) & !s->dir[a] & (s->active[a] == 0) & (s->rate[a] == 0) &
                     !s->known[a]);
    return right;
}

u1 token_controller_idle(const token_controller_state *s, const token_controller_in *in) {
    return (u1) !(in->ev0_valid | in->ev1_valid | in->q_valid | in->epoch_end | (s->phase != TC_IDLE) |
                  s->ans_valid);
}

/* The CSRs, and the applications of the cores, do not change within an evaluation. */
u1 token_controller_duty_steady(const token_controller_state *s, const token_controller_in *in,
                                const token_controller_state *n, const token_controller_in *next) {
    return token_controller_csrs_steady(s, in, n, next);
}

/* The tokens of no application k rise beyond its active warps. */
u1 token_controller_prop_rise_within_active(const token_controller_state *s, const token_controller_in *in,
                                            const token_controller_out *out, const token_controller_state *n,
                                            u32 k) {
    u1 good = 1;
    (void)in;
    (void)out;
    for (unsigned a = 0; a < APPS; a++)
        good = (u1)(good & ((a != k) | (n->tokens[a] <= s->tokens[a]) | (n->tokens[a] <= n->active[a])));
    return good;
}

/* The lowest warp IDs that run on a core fill, as many as its limit says; nobody of a core 30 or 31. */
u1 token_controller_prop_answer(const token_controller_state *s, const token_controller_in *in,
                                const token_controller_out *out, const token_controller_state *n) {
    u1 may = 0;
    (void)out;
    for (unsigned c = 0; c < CORES; c++)
        may = (u1)(may | ((in->q_core == c) & ((uint32_t)in->q_rank < (uint32_t)s->limit[c])));
    return (u1)((n->ans_valid == in->q_valid) & (n->ans_fill == (in->q_valid & may)));
}

/* Until its first evaluation is written, all warps of core k fill; limits move only then. */
u1 token_controller_prop_limits_hold(const token_controller_state *s, const token_controller_in *in,
                                     const token_controller_out *out, const token_controller_state *n,
                                     u32 k) {
    u1 good = 1;
    (void)out;
    for (unsigned c = 0; c < CORES; c++) {
        const u1 written = (u1)((s->phase == TC_WRITE) & (s->core == c) & (in->core_app[c] == s->app));
        good = (u1)(good & ((c != k) | written | (n->limit[c] == s->limit[c])));
    }
    return good;
}

/* A limit that is written is what the core has of the tokens, and all of it when there are enough. */
u1 token_controller_prop_limit(const token_controller_state *s, const token_controller_in *in,
                               const token_controller_out *out, const token_controller_state *n, u32 k) {
    const uint64_t part = (uint64_t)s->prod + (uint64_t)s->carry;
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

/* The product of a core: from its warps, or all when it had no lookups, and the share; one bit a cycle. */
u1 token_controller_prop_scale(const token_controller_state *s, const token_controller_in *in,
                               const token_controller_out *out, const token_controller_state *n) {
    const uint32_t warps = s->core < CORES ? (uint32_t)s->snap_warps[s->core] : 0U;
    const uint32_t by = warps != 0 ? warps : (uint32_t)GMMU_NUM_WARPS;
    const uint64_t more = ((by >> (uint32_t)s->mul_bit) & 1U) != 0 ? (uint64_t)s->share : 0U;
    const uint64_t next = (2U * (uint64_t)s->prod + more) & ((UINT64_C(1) << GMMU_TOKEN_PRODUCT_W) - 1U);
    const u1 begins = (u1)((n->phase != TC_SCALE) | (s->phase == TC_SCALE) |
                           ((n->prod == 0) & (n->mul_bit == GMMU_WARP_COUNT_W - 1)));
    (void)in;
    (void)out;
    return (u1)(begins & ((s->phase != TC_SCALE) | (n->prod == next)));
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Counters of core k count its lookups and stop at 65535, and its warps are the most that a lookup told;
 * an epoch that ends restarts them, and the lookups of its last cycle belong to the next. */
u1 token_controller_prop_counters(CYCLE, u32 k) {
    const u1 begins = (u1)(in->epoch_end & !out->busy);
    u1 good = 1;
    for (unsigned c = 0; c < CORES; c++) {
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

/* The end of an epoch is ignored while busy: the snapshot of core k moves only when it counts. */
u1 token_controller_prop_snapshot(const token_controller_state *s, const token_controller_in *in,
                                  const token_controller_out *out, const token_controller_state *n, u32 k) {
    const u1 begins = (u1)(in->epoch_end & !out->busy);
    u1 good = 1;
    for (unsigned c = 0; c < CORES; c++) {
        const u1 kept = (u1)((n->snap_hits[c] == s->snap_hits[c]) & (n->snap_misses[c] == s->snap_misses[c]) &
                             (n->snap_warps[c] == s->snap_warps[c]));
        const u1 taken = (u1)((n->snap_hits[c] == s->hits[c]) & (n->snap_misses[c] == s->misses[c]) &
                              (n->snap_warps[c] == s->warps[c]));
        good = (u1)(good & ((c != k) | (begins ? taken : kept)));
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

/* Tokens of application k move only by its grant: down when the miss rate rose, up when it
 * fell, else not at all, whatever warps are gone. */
u1 token_controller_prop_grant(const token_controller_state *s, const token_controller_in *in,
                               const token_controller_out *out, const token_controller_state *n, u32 k) {
    u1 good = 1;
    (void)in;
    (void)out;
    for (unsigned a = 0; a < APPS; a++) {
        const u1 granted = (u1)((s->phase == TC_GRANT) & (s->app == a));
        const u1 down = (u1)((n->tokens[a] < s->tokens[a]) | (n->tokens[a] == 0));
        const u1 up = (u1)((n->tokens[a] > s->tokens[a]) |
                           ((n->tokens[a] == s->tokens[a]) & (n->tokens[a] >= n->active[a])));
        const u1 stay = (u1)(n->tokens[a] == s->tokens[a]);
        const u1 right =
            (u1)(s->fewer ? down & !n->dir[a] : (s->more ? up & n->dir[a] : stay & (n->dir[a] == s->dir[a])));
        const u1 kept = (u1)((n->tokens[a] == s->tokens[a]) & (n->dir[a] == s->dir[a]));
        good = (u1)(good & ((a != k) | (granted ? right | !s->known[a] : kept)));
    }
    return good;
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

/* An application with cores that had no accesses. */
static u1 is_without(const token_controller_state *s) {
    return (u1)((s->phase == TC_RATE) & (s->ncores != 0) & (s->sum_accesses == 0));
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
    case TC_RATE:
        return s->sum_accesses != 0 ? TC_RATE_WAIT : s->was_known ? TC_SHARE : TC_CORE;
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
    default: /* TC_UPDATE, TC_GRANT, TC_SHARE */
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
    const u1 read =
        (u1)((n->was_known == s->known[a]) & (n->was_tokens == s->tokens[a]) & (n->was_rate == s->rate[a]));
    const u1 kept = (u1)((n->was_known == s->was_known) & (n->was_rate == s->was_rate) &
                         ((n->was_tokens == s->was_tokens) | (s->phase == TC_GRANT)));

    (void)in;
    (void)out;
    return s->phase == TC_SCAN ? read : kept;
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
    const u1 starts = (u1)((s->phase == TC_RATE) & (s->ncores != 0) & (s->sum_accesses != 0));

    (void)out;
    if (starts)
        return (u1)((n->prod == 0) & (n->mul_bit == 15));
    if (s->phase == TC_CORE)
        return (u1)((n->prod == 0) & (n->mul_bit == GMMU_WARP_COUNT_W - 1));
    if (s->phase == TC_SCALE) /* the product: prop_scale */
        return stepped;
    return weighs ? (u1)(stepped & ((uint64_t)n->prod == GMMU_WRAP(next, GMMU_TOKEN_PRODUCT_W))) : kept;
}

/* What is divided: misses by accesses, then tokens by active warps, both in Q0.16 and bit by bit. */
u1 token_controller_prop_division(CYCLE) {
    const u1 rate = (u1)((s->phase == TC_RATE) & (s->ncores != 0) & (s->sum_accesses != 0));

    (void)in;
    (void)out;
    if (rate)
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
 * are beyond them; with the grant its active warps and its miss rate are on record. */
u1 token_controller_prop_granted(CYCLE, u32 k) {
    const uint32_t a = (uint32_t)k < APPS ? (uint32_t)k : 0U;
    const uint32_t warps = (uint32_t)s->sum_warps;
    const uint32_t had = s->was_known ? (uint32_t)s->was_tokens : 0U;
    const u1 clamps = (u1)((s->more | !s->was_known) & (s->wish > warps));
    const uint32_t tokens = !clamps ? (uint32_t)s->wish : had > warps ? had : warps;
    const u1 granted = (u1)((s->phase == TC_GRANT) & (s->app == a));
    const u1 kept = (u1)((n->tokens[a] == s->tokens[a]) & (n->active[a] == s->active[a]) &
                         (n->rate[a] == s->rate[a]) & (n->known[a] == s->known[a]));
    const u1 right =
        (u1)(((uint32_t)n->tokens[a] == GMMU_WRAP(tokens, GMMU_TOKEN_W)) & (n->was_tokens == n->tokens[a]) &
             (n->active[a] == s->sum_warps) & (n->rate[a] == s->new_rate) & n->known[a]);

    (void)in;
    (void)out;
    return granted ? right : kept;
}

/* The share is tokens / warps. There is no limit when it has more than 7 bits before the point, and none
 * for an application that was without accesses. What the limits cut off begins just below one token, so
 * that they add up to all tokens. */
u1 token_controller_prop_share(CYCLE) {
    const uint64_t quotient = (uint64_t)s->div.quo;
    const u1 ready = (u1)((s->phase == TC_SHARE_WAIT) & s->div.done);
    const u1 without = is_without(s);
    const u1 carry_kept = (u1)((n->carry == s->carry) | (s->phase == TC_WRITE)); /* prop_limit */
    const u1 begins = (u1)((uint32_t)n->carry == (((uint32_t)s->sum_warps + UINT16_MAX) & UINT16_MAX));

    (void)in;
    (void)out;
    return (u1)((n->share == (ready ? quotient & 0x7FFFFFU : (uint64_t)s->share)) &
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
