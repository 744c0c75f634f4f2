/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sum over an evaluation (MASK 5.2: tokens limit the warps that fill): the limits of an application's
 * cores with warps add up to its tokens at most. And tokens follow the cores: they are the same part of its
 * warps after a hand-over, but for less than one token, and never more than its cores can run. No cycle says
 * so; the invariants below carry it from the division to the last limit, for any application `which` with any
 * cores `mine`. The duty says that the CSRs give it these cores. The invariants about them are true of any
 * cores when an application is taken up, so the CSRs may change between evaluations
 * (token_controller_duties.h: they are steady within one).
 */
#include "token_controller.c"

#ifndef MOST_WARPS
#define MOST_WARPS 4U /* of a core. A bound: with more the products are too hard for the solvers */
#endif

static u1 is_of(u32 mine, unsigned c) {
    return (u1)(((uint32_t)mine >> c) & 1U);
}

/* Warps of the application's cores below `end`. */
static uint32_t warps_below(const token_controller_state *s, u32 mine, uint32_t end) {
    uint32_t sum = 0;
    for (unsigned c = 0; c < CORES; c++)
        sum += ((c < end) & is_of(mine, c)) ? (uint32_t)s->snap_warps[c] : 0U;
    return sum;
}

/* Limits of those of them that have warps. */
static uint32_t limits_below(const token_controller_state *s, u32 mine, uint32_t end) {
    uint32_t sum = 0;
    for (unsigned c = 0; c < CORES; c++)
        sum += ((c < end) & is_of(mine, c) & (s->snap_warps[c] != 0)) ? (uint32_t)s->limit[c] : 0U;
    return sum;
}

static u1 evaluates(const token_controller_state *s, u32 which) {
    return (u1)((s->phase != TC_IDLE) & (s->app == which));
}

static u1 divides_tokens(const token_controller_state *s) {
    return (u1)(s->phase == TC_SHARE_WAIT);
}

static u1 divides_base(const token_controller_state *s) {
    return (u1)(s->phase == TC_DIVIDE_WAIT);
}

static u1 writes(const token_controller_state *s) {
    return (u1)((s->phase >= TC_CORE) & !s->all);
}

/* While application `which` is evaluated, the CSRs give it just the cores of `mine`. */
u1 token_controller_duty_mine(const token_controller_state *s, const token_controller_in *in, u32 mine,
                              u32 which) {
    u1 same = 1;
    for (unsigned c = 0; c < CORES; c++)
        same = (u1)(same & ((in->core_app[c] == s->app) == is_of(mine, c)));
    return (u1)(same | !evaluates(s, which));
}

/* No core tells of more warps than the bound. */
u1 token_controller_duty_few(const token_controller_state *s, const token_controller_in *in) {
    (void)s;
    return (u1)((in->ev0_warps <= MOST_WARPS) & (in->ev1_warps <= MOST_WARPS));
}

void token_controller_given_duty_few(const token_controller_state *s, const token_controller_in *in);
void token_controller_given_inv_few(const token_controller_state *s);
void token_controller_given_duty_mine(const token_controller_state *s, const token_controller_in *in,
                                      u32 mine, u32 which);
void token_controller_given_inv_scanned(const token_controller_state *s, u32 mine, u32 which);
void token_controller_given_inv_divided(const token_controller_state *s);
void token_controller_given_inv_multiplied(const token_controller_state *s);
void token_controller_given_inv_scaled(const token_controller_state *s);
void token_controller_given_inv_kept(const token_controller_state *s);
void token_controller_given_inv_handed_out(const token_controller_state *s, u32 mine, u32 which);

/* So there are few active warps, and tokens: no more than the cores that they belong to can run. */
u1 token_controller_inv_few(const token_controller_state *s) {
    const u1 recalled = (u1)((s->phase == TC_SCAN) & (s->core != 0));
    const u1 before = (u1)(s->was_known & (recalled | ((s->phase >= TC_FOLLOW) & (s->phase <= TC_GRANT))));
    const u1 after = (u1)((s->phase == TC_SHARE) | divides_tokens(s));
    const uint32_t tokens = (uint32_t)s->was_tokens;
    u1 good =
        (u1)(((uint32_t)s->sum_warps <= (uint32_t)s->ncores * MOST_WARPS) & (tokens <= CORES * MOST_WARPS) &
             (!before | (tokens <= (uint32_t)s->was_cores * MOST_WARPS)) &
             (!after | (tokens <= (uint32_t)s->ncores * MOST_WARPS)));
    for (unsigned c = 0; c < CORES; c++)
        good = (u1)(good & (s->warps[c] <= MOST_WARPS) & (s->snap_warps[c] <= MOST_WARPS));
    for (unsigned a = 0; a < APPS; a++)
        good = (u1)(good & ((uint32_t)s->tokens[a] <= CORES * MOST_WARPS) &
                    ((uint32_t)s->base[a] <= (uint32_t)s->cores[a] * MOST_WARPS));
    return good;
}

void token_controller_keeps_few(CYCLE) {
    (void)out;
    (void)n;
    token_controller_given_inv_few(s);
    token_controller_given_inv_divided(s);
    token_controller_given_inv_multiplied(s);
    token_controller_given_duty_few(s, in);
}

/* The active warps are those of its cores. */
u1 token_controller_inv_scanned(const token_controller_state *s, u32 mine, u32 which) {
    const uint32_t end = s->phase == TC_SCAN ? (uint32_t)s->core : (uint32_t)CORES;
    return (u1)(!evaluates(s, which) | ((uint32_t)s->sum_warps == warps_below(s, mine, end)));
}

void token_controller_keeps_scanned(CYCLE, u32 mine, u32 which) {
    (void)out;
    (void)n;
    token_controller_given_inv_scanned(s, mine, which);
    token_controller_given_duty_mine(s, in, mine, which);
}

/* From the share on the tokens of the application stand by. */
u1 token_controller_inv_kept(const token_controller_state *s) {
    const uint32_t a = s->app < APPS ? (uint32_t)s->app : 0U;
    return (u1)(!(divides_tokens(s) | writes(s)) | (s->was_tokens == s->tokens[a]));
}

void token_controller_keeps_kept(CYCLE) {
    (void)in;
    (void)out;
    (void)n;
    token_controller_given_inv_kept(s);
}

/* The base times the bits of the cores that are done so far. */
u1 token_controller_inv_multiplied(const token_controller_state *s) {
    const uint32_t bits = s->phase == TC_FOLLOW ? (uint32_t)s->mul_bit + 1U : 0U;
    const u1 right =
        (u1)(((uint64_t)s->prod == (uint64_t)s->was_tokens * ((uint32_t)s->ncores >> (bits & 31U))) &
             (bits <= GMMU_CORE_W));
    return (u1)((s->phase < TC_FOLLOW) | (s->phase > TC_DIVIDE_WAIT) | right);
}

void token_controller_keeps_multiplied(CYCLE) {
    (void)in;
    (void)out;
    (void)n;
    token_controller_given_inv_few(s);
    token_controller_given_inv_multiplied(s);
}

/* Both divisions: divisor times quotient so far, the remainder, and the bits still to come are the dividend.
 */
u1 token_controller_inv_divided(const token_controller_state *s) {
    const uint32_t count = s->div.busy ? (uint32_t)s->div.count : 0U;
    const uint32_t left = count <= GMMU_DIVIDEND_W ? count : 0U;
    const uint32_t made = GMMU_DIVIDEND_W - left;
    const uint64_t ones = (UINT64_C(1) << made) - 1U;
    const uint64_t quotient = (uint64_t)s->div.quo & ones;
    const uint64_t dividend = divides_base(s) ? (uint64_t)s->prod : (uint64_t)s->was_tokens << 16;
    const uint32_t divisor = divides_base(s) ? (uint32_t)s->was_cores : (uint32_t)s->sum_warps;
    const uint64_t whole = (uint64_t)divisor * quotient + (uint64_t)s->div.rem;
    const u1 right =
        (u1)(((whole << left) + ((uint64_t)s->div.quo >> made) == dividend) & (s->div.rem < s->div.den));
    const u1 by_none = (u1)(quotient == ones);
    return (u1)(!(divides_tokens(s) | divides_base(s)) |
                (((uint32_t)s->div.den == divisor) & (divisor == 0 ? by_none : right)));
}

void token_controller_keeps_divided(CYCLE) {
    (void)in;
    (void)out;
    (void)n;
    token_controller_given_inv_few(s);
    token_controller_given_inv_divided(s);
}

/* What follows the cores is base * cores now / cores then, and less than one token is cut off: the part of
 * the warps stays. */
u1 token_controller_prop_share_kept(CYCLE) {
    const u1 done = (u1)(divides_base(s) & s->div.done);
    const uint32_t had = (uint32_t)s->was_tokens * (uint32_t)s->ncores;
    const uint32_t cores = (uint32_t)s->was_cores;
    const uint32_t has = (uint32_t)n->was_tokens;
    (void)in;
    (void)out;
    token_controller_given_inv_few(s);
    token_controller_given_inv_divided(s);
    token_controller_given_inv_multiplied(s);
    return (u1)(!done | ((has * cores <= had) & (had < (has + 1U) * cores)));
}

/* The tokens that are shown of application k are no more than the warps that its cores can run. */
u1 token_controller_prop_within_cores(CYCLE, u32 k) {
    const uint32_t a = (uint32_t)k < APPS ? (uint32_t)k : 0U;
    (void)in;
    (void)out;
    token_controller_given_inv_few(s);
    return (u1)((s->phase != TC_SHARE) | (s->app != a) |
                ((uint32_t)n->tokens[a] <= (uint32_t)s->ncores * MOST_WARPS));
}

/* The product of the bits done so far, with those of the carry. */
u1 token_controller_inv_scaled(const token_controller_state *s) {
    const uint32_t warps = s->core < CORES ? (uint32_t)s->snap_warps[s->core] : 0U;
    const uint32_t by = warps != 0 ? warps : (uint32_t)GMMU_NUM_WARPS;
    const uint32_t bits = s->phase == TC_SCALE ? (uint32_t)s->mul_bit + 1U : 0U;
    const u1 right = (u1)(((uint64_t)s->prod ==
                           (uint64_t)s->share * (by >> (bits & 31U)) + ((uint32_t)s->carry >> (bits & 31U))) &
                          (bits <= GMMU_WARP_COUNT_W));
    return (u1)(((s->phase != TC_SCALE) & (s->phase != TC_WRITE)) | right);
}

void token_controller_keeps_scaled(CYCLE) {
    (void)in;
    (void)out;
    (void)n;
    token_controller_given_inv_few(s);
    token_controller_given_inv_scaled(s);
}

/* What has been handed out, the carry, and the share of the warps to come are the tokens, rounded up. */
u1 token_controller_inv_handed_out(const token_controller_state *s, u32 mine, u32 which) {
    const uint64_t handed = ((uint64_t)limits_below(s, mine, (uint32_t)s->core) << 16) + (uint64_t)s->carry;
    const uint64_t rest = (uint64_t)s->sum_warps - (uint64_t)warps_below(s, mine, (uint32_t)s->core);
    return (u1)(!evaluates(s, which) | !writes(s) |
                ((s->sum_warps != 0) & (handed + (uint64_t)s->share * rest <=
                                        ((uint64_t)s->was_tokens << 16) + (uint64_t)s->sum_warps - 1U)));
}

void token_controller_keeps_handed_out(CYCLE, u32 mine, u32 which) {
    (void)out;
    (void)n;
    token_controller_given_inv_few(s);
    token_controller_given_inv_handed_out(s, mine, which);
    token_controller_given_inv_scanned(s, mine, which);
    token_controller_given_inv_divided(s);
    token_controller_given_inv_scaled(s);
    token_controller_given_duty_mine(s, in, mine, which);
}

/* When the evaluation of an application ends, the limits of its cores with warps add up to its tokens at
 * most. */
u1 token_controller_prop_sum_of_limits(CYCLE, u32 mine, u32 which) {
    const uint32_t a = s->app < APPS ? (uint32_t)s->app : 0U;
    (void)out;
    token_controller_given_inv_few(s);
    token_controller_given_inv_handed_out(s, mine, which);
    token_controller_given_inv_scanned(s, mine, which);
    token_controller_given_inv_scaled(s);
    token_controller_given_inv_kept(s);
    token_controller_given_duty_mine(s, in, mine, which);
    return (u1)(!evaluates(s, which) | !writes(s) | !is_done(s, in) |
                (limits_below(n, mine, CORES) <= (uint32_t)n->tokens[a]));
}
