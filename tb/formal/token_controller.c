/* SPDX-License-Identifier: Apache-2.0 */
/* What token_controller promises. */
#include "token_controller.h"

#define CORES GMMU_NUM_CORES
#define APPS  GMMU_NUM_APPS

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

u1 token_controller_idle(const token_controller_state *s, const token_controller_in *in) {
    return (u1) !(in->ev0_valid | in->ev1_valid | in->q_valid | in->epoch_end | (s->phase != TC_IDLE) |
                  s->ans_valid);
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

static u1 counts(u16 before, u16 after) {
    return (u1)((after >= before) & ((uint32_t)after <= (uint32_t)before + 2U));
}

/* Counters of core k saturate and never wrap, and its warps are the most that a lookup told; only an epoch
 * that ends restarts them. */
u1 token_controller_prop_counters(const token_controller_state *s, const token_controller_in *in,
                                  const token_controller_out *out, const token_controller_state *n, u32 k) {
    const u1 begins = (u1)(in->epoch_end & !out->busy);
    u1 good = 1;
    for (unsigned c = 0; c < CORES; c++) {
        const u1 at0 = (u1)(in->ev0_valid & (in->ev0_core == c));
        const u1 at1 = (u1)(in->ev1_valid & (in->ev1_core == c));
        const u1 told = (u1)((at0 & ((n->warps[c] == in->ev0_warps) | (in->ev0_warps > GMMU_NUM_WARPS))) |
                             (at1 & ((n->warps[c] == in->ev1_warps) | (in->ev1_warps > GMMU_NUM_WARPS))));
        const u1 enough = (u1)((!at0 | (n->warps[c] >= in->ev0_warps) | (n->warps[c] == GMMU_NUM_WARPS)) &
                               (!at1 | (n->warps[c] >= in->ev1_warps) | (n->warps[c] == GMMU_NUM_WARPS)));
        const u1 goes_on =
            (u1)(counts(s->hits[c], n->hits[c]) & counts(s->misses[c], n->misses[c]) &
                 (n->warps[c] >= s->warps[c]) & enough & ((n->warps[c] == s->warps[c]) | told));
        const u1 restarts =
            (u1)((n->hits[c] <= 2) & (n->misses[c] <= 2) & enough & ((n->warps[c] == 0) | told));
        good = (u1)(good & ((c != k) | (begins ? restarts : goes_on)));
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
