/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus and functional coverage of token_controller for the lock-step harness.
 * 16-bit counters do not fill up between two resets; their saturation is left to
 * the unit test and the proof.
 */
#include "token_controller.h"
#include "lockstep.h"

#define CORES     GMMU_NUM_CORES
#define APPS      GMMU_NUM_APPS
#define ALL_CORES (1U << GMMU_CORE_W) /* also those that do not exist */

/* Per phase: applications and cores in use, warps per core, events in percent, length of an
 * epoch in cycles. Applications beyond the cores in use have cores, but no accesses. */
static const struct {
    unsigned apps, cores, warps, event, epoch;
} profile[LS_PHASES] = {
    {2, CORES, 64, 80, 1500},    {3, CORES, 16, 90, 1300},         {1, 2, 256, 100, 3000},
    {APPS, CORES, 8, 100, 3000}, {5, CORES * 2 / 5, 48, 60, 1000}, {APPS, CORES - 1, 2, 100, 2500},
    {2, ALL_CORES, 64, 50, 300}, {4, CORES, 64, 2, 900},
};

/* Where one application has many warps on two cores there are times of a single warp each, in short epochs:
 * so it has far more tokens than warps. */
static bool alone(lockstep *ls, unsigned p) {
    return p == 2 && ls_cycle(ls) / 2048 % 2 == 1;
}

/* Hit rates drift, so that miss rates rise, fall and stay; in every other time of single warps they stay. */
static u1 hit(lockstep *ls, unsigned p) {
    static const unsigned rates[] = {50, 50, 20, 90, 0, 10, 100, 60};
    const bool stays = p == 2 && ls_cycle(ls) / 4096 % 2 == 1;
    return (u1)ls_chance(ls, stays ? 50 : rates[ls_cycle(ls) / 1024 % 8]);
}

static GMMU_U(GMMU_CORE_W) core(lockstep *ls, unsigned p) {
    return (GMMU_U(GMMU_CORE_W))ls_below(ls, profile[p].cores);
}

/* As many warps as a core may run, and now and then more than it can. */
static GMMU_U(GMMU_WARP_COUNT_W) warps(lockstep *ls, unsigned p) {
    if (alone(ls, p))
        return 1;
    return (GMMU_U(GMMU_WARP_COUNT_W))(ls_chance(ls, 1)   ? ls_below(ls, 1U << GMMU_WARP_COUNT_W)
                                       : ls_chance(ls, 2) ? GMMU_NUM_WARPS
                                                          : ls_below(ls, profile[p].warps + 1U));
}

/* In phases in which cores change hands application 0 gets the first ones, another number every 1024 cycles.
 */
static bool moves(unsigned p) {
    return p == 0 || p == 1 || p == 4;
}

static unsigned app_of(lockstep *ls, unsigned p, unsigned c) {
    const unsigned first = moves(p) ? (unsigned)(ls_cycle(ls) / 1024 * 11 % CORES) : 0;
    return c < first ? 0 : c % profile[p].apps;
}

/* Other CSRs stay put within a phase; every third one has cores that run nothing. */
static void drive_csrs(lockstep *ls, unsigned p, token_controller_in *in) {
    const bool few = p == 3 || p == 7; /* tokens at first: none for a few warps */

    for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
        in->core_app[c] =
            (GMMU_U(GMMU_APP_W))(p % 3 == 1 && c % 7 == 6 ? GMMU_NO_APP - c % 2 : app_of(ls, p, c));
    in->cfg_initial = (u16)(few ? 100 : p == 5 ? 65535 : 52429); /* 0.8 */
    in->cfg_margin = (u16)(p == 4 ? 0 : 1311);                   /* 0.02 */
    in->cfg_step = (u16)(p == 2 ? 60000 : 6554);                 /* 0.1 */
    if (p == 6 && ls_chance(ls, 5)) /* against the rules, but both sides must agree */
        in->core_app[ls_below(ls, GMMU_NUM_CORES)] = (GMMU_U(GMMU_APP_W))ls_below(ls, 1U << GMMU_APP_W);
}

void token_controller_stimulus(lockstep *ls, const token_controller_state *s,
                               const token_controller_out *pins, token_controller_in *in) {
    const unsigned p = ls_phase(ls);
    const unsigned epoch = profile[p].epoch / (alone(ls, p) ? 8 : 1);
    const bool at_limit = ls_chance(ls, 50);

    in->ev0_valid = (u1)ls_chance(ls, profile[p].event);
    in->ev0_core = core(ls, p);
    in->ev0_warps = warps(ls, p);
    in->ev0_hit = hit(ls, p);
    in->ev1_valid = (u1)ls_chance(ls, profile[p].event);
    in->ev1_core = ls_chance(ls, 30) ? in->ev0_core : core(ls, p);
    in->ev1_warps = ls_chance(ls, 30) ? in->ev0_warps : warps(ls, p);
    in->ev1_hit = hit(ls, p);
    in->q_valid = (u1)ls_chance(ls, 50);
    in->q_core = (GMMU_U(GMMU_CORE_W))ls_below(ls, ALL_CORES);
    in->q_rank = (GMMU_U(GMMU_WARP_W))GMMU_WRAP(ls_random(ls), GMMU_WARP_W);
    if (at_limit && in->q_core < GMMU_NUM_CORES) /* around the limit */
        in->q_rank =
            (GMMU_U(GMMU_WARP_W))GMMU_WRAP((uint64_t)s->limit[in->q_core] - ls_below(ls, 2), GMMU_WARP_W);
    in->epoch_end = (u1)(ls_below(ls, pins->busy ? 5 * epoch : epoch) == 0);
    in->ho_valid = (u1)ls_chance(ls, in->epoch_end ? 50 : moves(p) ? 3 : 1);
    in->ho_core = (GMMU_U(GMMU_CORE_W))(ls_chance(ls, 30) ? (uint64_t)in->ev0_core : ls_below(ls, ALL_CORES));
    drive_csrs(ls, p, in);
}

static void cover_ports(lockstep *ls, const token_controller_state *s, const token_controller_in *in,
                        const token_controller_out *pins) {
    const bool both = in->ev0_valid && in->ev1_valid;
    const bool same_core = both && in->ev0_core == in->ev1_core && in->ev0_core < GMMU_NUM_CORES;
    const unsigned c = in->ev0_core % GMMU_NUM_CORES;
    const bool known = s->warps[c] >= in->ev0_warps;
    const unsigned q_limit = s->limit[in->q_core % GMMU_NUM_CORES];
    const bool asked = in->q_valid && in->q_core < GMMU_NUM_CORES;
    const bool begins = in->epoch_end && !pins->busy;

    ls_cover(ls, "more warps on port 0", same_core && in->ev0_warps > in->ev1_warps && !known);
    ls_cover(ls, "more warps on port 1", same_core && in->ev0_warps < in->ev1_warps && !known);
    ls_cover(ls, "more warps before", same_core && known && s->warps[c] > in->ev1_warps);
    ls_cover(ls, "more warps than a core has", in->ev0_valid && in->ev0_warps > GMMU_NUM_WARPS);
    ls_cover(ls, "no warps", in->ev1_valid && in->ev1_warps == 0);
    ls_cover(ls, "two hits of one core", same_core && in->ev0_hit && in->ev1_hit);
    ls_cover(ls, "two misses of one core", same_core && !in->ev0_hit && !in->ev1_hit);
    ls_cover(ls, "two cores", both && in->ev0_core != in->ev1_core);
    ls_cover(ls, "event of no core", in->ev0_valid && in->ev0_core >= GMMU_NUM_CORES);
    ls_cover(ls, "event of the last core", in->ev1_valid && in->ev1_core == GMMU_NUM_CORES - 1);
    ls_cover(ls, "all warps of a core run", s->warps[c] == GMMU_NUM_WARPS);
    ls_cover(ls, "epoch ends", begins);
    ls_cover(ls, "epoch ends with an event", begins && in->ev0_valid && in->ev0_core < GMMU_NUM_CORES);
    ls_cover(ls, "epoch ends with an event of fewer warps", begins && in->ev0_valid && known);
    ls_cover(ls, "epoch ends while busy", in->epoch_end && pins->busy);
    ls_cover(ls, "warp just below the limit", asked && q_limit != 0 && in->q_rank == q_limit - 1);
    ls_cover(ls, "warp just at the limit", asked && in->q_rank == q_limit);
    ls_cover(ls, "core without tokens", asked && q_limit == 0);
    ls_cover(ls, "core without limit", asked && q_limit == GMMU_NUM_WARPS && in->q_rank == 255);
    ls_cover(ls, "no core: the lowest number of none", in->q_valid && in->q_core == GMMU_NUM_CORES);
    ls_cover(ls, "no core: all ones", in->q_valid && in->q_core == ALL_CORES - 1);
    ls_cover(ls, "query while busy", asked && pins->busy);
    ls_cover(ls, "it may", pins->a_valid && pins->a_fill);
    ls_cover(ls, "it may not", pins->a_valid && !pins->a_fill);
}

static void cover_hand_over(lockstep *ls, const token_controller_state *s, const token_controller_in *in,
                            const token_controller_out *pins) {
    const bool there = in->ho_valid && in->ho_core < GMMU_NUM_CORES;
    const bool taken = there && !pins->busy;
    const unsigned c = in->ho_core % GMMU_NUM_CORES, a = in->core_app[c] % GMMU_NUM_APPS;
    const bool owned = taken && in->core_app[c] < GMMU_NUM_APPS;

    ls_cover(ls, "core handed over", owned);
    ls_cover(ls, "core handed to nobody", taken && !owned);
    ls_cover(ls, "no core handed over", in->ho_valid && !there);
    ls_cover(ls, "core handed over while busy", there && pins->busy);
    ls_cover(ls, "last core handed over", owned && c == GMMU_NUM_CORES - 1);
    ls_cover(ls, "core with lookups handed over", owned && s->hits[c] != 0 && s->misses[c] != 0);
    ls_cover(ls, "core handed over with a lookup", owned && in->ev0_valid && in->ev0_core == in->ho_core);
    ls_cover(ls, "core handed over as the epoch ends", owned && in->epoch_end && s->warps[c] != 0);
    ls_cover(ls, "to an application without limit", owned && !s->known[a]);
    ls_cover(ls, "to an application with limit", owned && s->known[a] && s->part[a] < GMMU_NUM_WARPS);
    ls_cover(ls, "to a larger limit", owned && s->part[a] > s->limit[c]);
    ls_cover(ls, "to a smaller limit", owned && s->part[a] < s->limit[c]);
}

static void cover_follow(lockstep *ls, const token_controller_state *s) {
    const bool rate = s->phase == TC_RATE && s->ncores != 0 && s->was_known;
    const bool others = rate && s->ncores != s->was_cores;
    const bool done = s->phase == TC_DIVIDE_WAIT && s->div.done;
    const unsigned a = s->app % GMMU_NUM_APPS;
    const bool grant = s->phase == TC_GRANT && s->was_known && s->cores[a] != s->ncores;

    ls_cover(ls, "cores have come", others && s->ncores > s->was_cores);
    ls_cover(ls, "cores have gone", others && s->ncores < s->was_cores);
    ls_cover(ls, "cores have come or gone, no access", others && s->sum_accesses == 0);
    ls_cover(ls, "no tokens follow", done && s->was_tokens == 0);
    ls_cover(ls, "tokens follow, a part is cut off", done && s->div.rem != 0);
    ls_cover(ls, "tokens follow, nothing is cut off", done && s->div.rem == 0 && s->was_tokens != 0);
    ls_cover(ls, "the cores of the base are back", rate && !others && s->tokens[a] != s->base[a]);
    ls_cover(ls, "a new base after tokens have followed", grant && (s->fewer || s->more));
    ls_cover(ls, "no new base after tokens have followed", grant && !s->fewer && !s->more);
}

static void cover_rate(lockstep *ls, const token_controller_state *s) {
    const unsigned a = s->app % GMMU_NUM_APPS;
    const bool rate = s->phase == TC_RATE;
    const bool idle = rate && s->ncores != 0 && s->sum_accesses == 0;

    ls_cover(ls, "application without cores", rate && s->ncores == 0);
    ls_cover(ls, "application with one core", rate && s->ncores == 1);
    ls_cover(ls, "application with all cores", rate && s->ncores == GMMU_NUM_CORES);
    ls_cover(ls, "never an access", idle && !s->known[a]);
    ls_cover(ls, "no access this time", idle && s->known[a]);
    ls_cover(ls, "nothing but misses", rate && s->sum_accesses != 0 && s->sum_misses == s->sum_accesses);
    ls_cover(ls, "nothing but hits", rate && s->sum_accesses != 0 && s->sum_misses == 0);
    ls_cover(ls, "last application", s->phase == TC_WRITE && s->app == GMMU_NUM_APPS - 1);
    ls_cover(ls, "last application without a core",
             s->phase == TC_RATE && s->app == GMMU_NUM_APPS - 1 && s->ncores == 0);
}

static void cover_update(lockstep *ls, const token_controller_state *s, const token_controller_in *in) {
    const unsigned a = s->app % GMMU_NUM_APPS;
    const bool update = s->phase == TC_UPDATE;
    const bool later = update && s->known[a];
    const int64_t change = (int64_t)s->new_rate - (int64_t)s->rate[a];
    const bool fewer = later && change > (int64_t)in->cfg_margin;
    const bool more = later && change < -(int64_t)in->cfg_margin;
    const unsigned amount = (unsigned)(s->prod >> 16);

    ls_cover(ls, "first tokens", update && !s->known[a]);
    ls_cover(ls, "first tokens: none", update && !s->known[a] && amount == 0);
    ls_cover(ls, "fewer tokens", fewer);
    ls_cover(ls, "fewer, none left", fewer && s->was_tokens != 0 && s->was_tokens <= amount);
    ls_cover(ls, "fewer, none before", fewer && s->was_tokens == 0);
    ls_cover(ls, "more tokens", more);
    ls_cover(ls, "more, all warps",
             more && s->was_tokens < s->sum_warps && s->was_tokens + amount >= s->sum_warps);
    ls_cover(ls, "more, but more than warps before", more && s->was_tokens > s->sum_warps);
    ls_cover(ls, "tokens stay", later && !fewer && !more);
    ls_cover(ls, "tokens stay, warps are gone", later && !fewer && !more && s->was_tokens > s->sum_warps);
    ls_cover(ls, "smallest step", later && amount == 0);
}

static void cover_limits(lockstep *ls, const token_controller_state *s, const token_controller_in *in) {
    const bool core = s->phase == TC_CORE && s->core < GMMU_NUM_CORES;
    const bool mine = core && in->core_app[s->core % GMMU_NUM_CORES] == s->app;
    const bool done = s->phase == TC_SHARE_WAIT && s->div.done;
    const bool write = s->phase == TC_WRITE && s->core < GMMU_NUM_CORES;
    const bool silent = write && s->snap_warps[s->core % GMMU_NUM_CORES] == 0;
    const uint32_t limit = (uint32_t)(((uint64_t)s->prod + s->carry) >> 16);

    ls_cover(ls, "some warps fill", done && s->div.quo != 0 && s->div.quo < 65536);
    ls_cover(ls, "no warp fills", done && s->div.quo == 0);
    ls_cover(ls, "as many tokens as warps", done && s->div.quo == 65536);
    ls_cover(ls, "more tokens than warps", done && s->div.quo > 65536 && s->sum_warps != 0);
    ls_cover(ls, "far more tokens than warps", done && s->div.quo >> 23 != 0 && s->sum_warps != 0);
    ls_cover(ls, "limit beyond the warps of a core", write && !s->all && limit > GMMU_NUM_WARPS);
    ls_cover(ls, "no warps at all", done && s->sum_warps == 0);
    ls_cover(ls, "core of another application", core && !mine);
    ls_cover(ls, "last core is of another application", core && !mine && s->core == GMMU_NUM_CORES - 1);
    ls_cover(ls, "core without lookups", silent && !s->all);
    ls_cover(ls, "core with all warps", write && !s->all && s->snap_warps[s->core % GMMU_NUM_CORES] == 256);
    ls_cover(ls, "core without tokens written", write && !s->all && limit == 0);
    ls_cover(ls, "a cut-off part makes one more", write && !s->all && limit != (uint32_t)(s->prod >> 16));
    ls_cover(ls, "core without limit written", write && s->all);
    ls_cover(ls, "fullest core so far", write && !silent && !s->all && s->fullest != 0 && limit > s->fullest);
    ls_cover(ls, "a fuller core before", write && !silent && !s->all && limit < s->fullest);
}

void token_controller_coverage(lockstep *ls, const token_controller_state *s, const token_controller_in *in,
                               const token_controller_out *pins) {
    cover_ports(ls, s, in, pins);
    cover_hand_over(ls, s, in, pins);
    cover_follow(ls, s);
    cover_rate(ls, s);
    cover_update(ls, s, in);
    cover_limits(ls, s, in);
}
