/* SPDX-License-Identifier: Apache-2.0 */
#include "token_controller.h"

#define RATE_MAX      65535U /* Q0.16: just below one */
#define FRACTION_BITS 16U
#define SHARE_BITS    23U /* of tokens / warps, Q7.16 */

static inline u16 saturating_inc(u16 counter) {
    return (u16)(counter == UINT16_MAX ? UINT32_C(0xffff) : (uint32_t)counter + 1U);
}

/* One lookup of the L2 TLB, if its core is there; `warps` is taken to be NUM_WARPS at most. */
static inline void count(token_controller_state *s, u1 valid, GMMU_U(GMMU_CORE_W) core, u1 hit,
                         GMMU_U(GMMU_WARP_COUNT_W) warps) {
    const uint32_t running = warps > GMMU_NUM_WARPS ? (uint32_t)GMMU_NUM_WARPS : (uint32_t)warps;

    if (valid & (core < GMMU_NUM_CORES)) {
        s->hits[core] = hit ? saturating_inc(s->hits[core]) : s->hits[core];
        s->misses[core] = hit ? s->misses[core] : saturating_inc(s->misses[core]);
        if (s->warps[core] < running)
            s->warps[core] = (GMMU_U(GMMU_WARP_COUNT_W))running;
    }
}

/* Core c has gone to another application. What it has counted is not the new one's, and from the next cycle
 * on its warps fill as those of the new one's fullest core. */
static inline void hand_over(token_controller_state *s, const token_controller_in *in) {
    const u1 exists = (u1)(in->ho_core < GMMU_NUM_CORES);
    const uint32_t c = exists ? (uint32_t)in->ho_core : 0U;

    if (exists) {
        s->hits[c] = 0;
        s->misses[c] = 0;
        s->warps[c] = 0;
        s->new_valid = (u1)(in->core_app[c] < GMMU_NUM_APPS);
        s->new_core = in->ho_core;
        for (unsigned a = 0; a < GMMU_NUM_APPS; a++)
            s->new_app[a] = (u1)(in->core_app[c] == a);
    }
}

/* The limit of a core that was handed over in the cycle before. */
static inline void write_new_limit(token_controller_state *s) {
    uint32_t limit = 0;

    for (unsigned a = 0; a < GMMU_NUM_APPS; a++)
        limit |= s->new_app[a] ? (uint32_t)s->part[a] : 0U;
    for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
        if (s->new_valid & (s->new_core == c))
            s->limit[c] = (GMMU_U(GMMU_WARP_COUNT_W))limit;
}

/* Is this rank below the limit of this core, which may still have to be written? */
static inline u1 may_fill(const token_controller_state *s, const token_controller_in *in) {
    const u1 is_new = (u1)(s->new_valid & (in->q_core == s->new_core));
    u1 below = 0;

    if (is_new) {
        for (unsigned a = 0; a < GMMU_NUM_APPS; a++)
            below = (u1)(below | (s->new_app[a] & ((uint32_t)in->q_rank < (uint32_t)s->part[a])));
    } else {
        for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
            below = (u1)(below | ((in->q_core == c) & ((uint32_t)in->q_rank < (uint32_t)s->limit[c])));
    }
    return below;
}

/* Ends the epoch: what it counted goes to the evaluation. */
static inline void snapshot(token_controller_state *s) {
    for (unsigned c = 0; c < GMMU_NUM_CORES; c++) {
        s->snap_hits[c] = s->hits[c];
        s->snap_misses[c] = s->misses[c];
        s->snap_warps[c] = s->warps[c];
        s->hits[c] = 0;
        s->misses[c] = 0;
        s->warps[c] = 0;
    }
    s->its_hits = s->snap_hits[0]; /* at the first core */
    s->its_misses = s->snap_misses[0];
    s->its_warps = s->snap_warps[0];
}

/* On to the next core, whose snapshot is read. */
static inline void walk(token_controller_state *s) {
    const u1 last = s->here[GMMU_NUM_CORES - 1];
    uint32_t hits = 0, misses = 0, warps = 0;

    for (unsigned c = 0; c < GMMU_NUM_CORES; c++) {
        const unsigned next = c == GMMU_NUM_CORES - 1 ? 0U : c + 1U;

        hits |= s->here[c] ? (uint32_t)s->snap_hits[next] : 0U;
        misses |= s->here[c] ? (uint32_t)s->snap_misses[next] : 0U;
        warps |= s->here[c] ? (uint32_t)s->snap_warps[next] : 0U;
    }
    for (unsigned c = GMMU_NUM_CORES - 1; c > 0; c--)
        s->here[c] = s->here[c - 1];
    s->here[0] = last;
    s->core = (GMMU_U(GMMU_CORE_W))(s->core >= GMMU_NUM_CORES - 1 ? 0U : (uint32_t)s->core + 1U);
    s->its_hits = (u16)hits;
    s->its_misses = (u16)misses;
    s->its_warps = (GMMU_U(GMMU_WARP_COUNT_W))warps;
}

/* Takes up an application, or ends the evaluation. */
static inline void take_up(token_controller_state *s, uint32_t app, u1 go_on) {
    s->phase = go_on ? TC_SCAN : TC_IDLE;
    s->rests = (u1)!go_on;
    s->app = (GMMU_U(GMMU_APP_W))GMMU_WRAP(app, GMMU_APP_W);
    s->core = 0;
    s->ncores = 0;
    s->sum_misses = 0;
    s->sum_accesses = 0;
    s->sum_warps = 0;
    s->fullest = 0;
}

static inline void add_core(token_controller_state *s) {
    const uint32_t misses = (uint32_t)s->its_misses;
    const uint32_t accesses = misses + (uint32_t)s->its_hits;

    s->ncores = (GMMU_U(GMMU_CORE_W))GMMU_WRAP((uint32_t)s->ncores + 1U, GMMU_CORE_W);
    s->sum_misses = (GMMU_U(GMMU_MISS_SUM_W))GMMU_WRAP((uint32_t)s->sum_misses + misses, GMMU_MISS_SUM_W);
    s->sum_accesses =
        (GMMU_U(GMMU_ACCESS_SUM_W))GMMU_WRAP((uint32_t)s->sum_accesses + accesses, GMMU_ACCESS_SUM_W);
    s->sum_warps =
        (GMMU_U(GMMU_ACTIVE_W))GMMU_WRAP((uint32_t)s->sum_warps + (uint32_t)s->its_warps, GMMU_ACTIVE_W);
}

/* One bit of a product, the most significant one first. */
static inline void multiply_step(token_controller_state *s, u16 by) {
    const uint64_t twice = ((uint64_t)s->prod << 1) | s->carry_bit;
    const uint32_t one = ((uint32_t)by >> (uint32_t)s->mul_bit) & 1U;

    s->prod = (GMMU_U(GMMU_TOKEN_PRODUCT_W))GMMU_WRAP(twice + (one ? (uint64_t)s->share : 0U),
                                                      GMMU_TOKEN_PRODUCT_W);
    s->mul_bit = (u5)GMMU_WRAP((uint32_t)s->mul_bit + 31U, 5);
}

/* What application a has had so far. */
static inline void recall(token_controller_state *s, u1 exists, uint32_t a) {
    s->was_known = (u1)(exists & s->known[a]);
    s->was_tokens = exists ? s->base[a] : (GMMU_U(GMMU_TOKEN_W))0;
    s->was_cores = exists ? s->cores[a] : (GMMU_U(GMMU_CORE_W))0;
    s->was_rate = exists ? s->rate[a] : (u16)0;
}

/* The tokens wished for: a step fewer, or a step more while there are warps for them. */
static inline void update(token_controller_state *s, u16 margin) {
    const uint32_t amount = (uint32_t)((uint64_t)s->prod >> FRACTION_BITS);
    const uint32_t step = amount != 0 ? amount : 1U;
    const uint32_t tokens = (uint32_t)s->was_tokens;
    const uint32_t rate = (uint32_t)s->new_rate;
    const uint32_t before = (uint32_t)s->was_rate;
    const u1 fewer = (u1)(s->was_known & (rate > before + (uint32_t)margin));
    const u1 more = (u1)(s->was_known & (rate + (uint32_t)margin < before));
    const uint32_t lower = tokens > step ? tokens - step : 0U;

    s->wish = (GMMU_U(GMMU_TOKEN_SUM_W))(!s->was_known ? amount
                                         : fewer       ? lower
                                         : more        ? tokens + step
                                                       : tokens);
    s->fewer = fewer;
    s->more = more;
}

/* The new tokens of application a. They rise to its warps at most, and none is lost because warps are
 * gone. A count that has moved is the new base, in the next cycle. */
static inline void grant(token_controller_state *s, u1 exists, uint32_t a) {
    const u1 rises = (u1)(s->more | !s->was_known);
    const u1 holds_more = (u1)(s->was_known & (s->was_tokens > s->sum_warps));
    const uint32_t most = holds_more ? (uint32_t)s->was_tokens : (uint32_t)s->sum_warps;
    const GMMU_U(GMMU_TOKEN_W) granted = (GMMU_U(GMMU_TOKEN_W))(
        (rises & (s->wish > s->sum_warps)) ? most : GMMU_WRAP((uint32_t)s->wish, GMMU_TOKEN_W));

    s->moved = (u1)(!s->was_known | (granted != s->was_tokens));
    s->was_tokens = granted;
    if (exists) {
        s->dir[a] = s->fewer ? (u1)0 : s->more ? (u1)1 : s->dir[a];
        s->active[a] = s->sum_warps;
        s->rate[a] = s->new_rate;
        s->known[a] = 1;
    }
}

/* Shows the tokens, and keeps those that have moved as the base. */
static inline void show(token_controller_state *s, uint32_t a) {
    s->tokens[a] = s->was_tokens;
    s->base[a] = s->moved ? s->was_tokens : s->base[a];
    s->cores[a] = s->moved ? s->ncores : s->cores[a];
}

/* Warps that the core is taken to run: one without lookups counts as full, so that those of its warps that
 * come later fill in the same proportion. */
static inline uint32_t its_share(const token_controller_state *s) {
    return s->its_warps != 0 ? (uint32_t)s->its_warps : (uint32_t)GMMU_NUM_WARPS;
}

/* The limit of the core: its part of application a's tokens. What is cut off goes to the next cores, and has
 * come into the product from those before. */
static inline void write_limit(token_controller_state *s, u1 exists, uint32_t a) {
    const uint32_t sum = (uint32_t)GMMU_WRAP((uint64_t)s->prod, 32);
    const uint32_t whole = sum >> FRACTION_BITS;
    const GMMU_U(GMMU_WARP_COUNT_W) limit =
        (GMMU_U(GMMU_WARP_COUNT_W))((s->all | (whole > GMMU_NUM_WARPS)) ? (uint32_t)GMMU_NUM_WARPS : whole);
    const u1 active = (u1)(s->its_warps != 0);

    for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
        if (s->here[c])
            s->limit[c] = limit;
    s->carry = (u16)(active ? sum & UINT16_MAX : (uint32_t)s->carry);
    s->fullest = (active & (limit > s->fullest)) ? limit : s->fullest;
    if (exists & active)
        s->part[a] = s->fullest;
}

/* Does the core belong to the application? */
static inline u1 is_mine(const token_controller_state *s, const token_controller_in *in) {
    uint32_t its = 0;

    for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
        its |= s->here[c] ? (uint32_t)in->core_app[c] : 0U;
    return (u1)(its == s->app);
}

/* One cycle of the evaluation. */
static inline void evaluate(token_controller_state *s, const token_controller_in *in) {
    /* Beyond the last application nothing is read or written. */
    const u1 app_ok = (u1)(s->app < GMMU_NUM_APPS);
    const uint32_t a = app_ok ? (uint32_t)s->app : 0U;
    const u1 mine = is_mine(s, in);
    const u1 last_core = (u1)(s->core >= GMMU_NUM_CORES - 1);
    const u1 last_app = (u1)(s->app >= GMMU_NUM_APPS - 1);
    const uint32_t next_app = last_app ? 0U : (uint32_t)s->app + 1U;
    const u1 none = (u1)(s->sum_accesses == 0);
    const u1 div_done = s->div.done;
    const uint64_t quotient = (uint64_t)s->div.quo;
    const uint32_t low = (uint32_t)s->mul_bit & 15U;
    const u1 next_carry_bit = (u1)((low != 0) & (u1)(((uint32_t)s->carry << 1 >> low) & 1U));
    const u1 other_cores = (u1)(s->was_known & (s->ncores != s->was_cores));
    const u1 start_rate = (u1)((s->phase == TC_RATE) & (s->ncores != 0) & !other_cores & !none);
    const u1 start_share = (u1)(s->phase == TC_SHARE);
    const u1 start_follow = (u1)(s->phase == TC_DIVIDE);

    divider_step(&s->div, (u1)(start_rate | start_share | start_follow),
                 start_rate     ? (GMMU_U(GMMU_DIVIDEND_W))((uint64_t)s->sum_misses << FRACTION_BITS)
                 : start_follow ? (GMMU_U(GMMU_DIVIDEND_W))s->prod
                                : (GMMU_U(GMMU_DIVIDEND_W))((uint64_t)s->was_tokens << FRACTION_BITS),
                 start_rate     ? (GMMU_U(GMMU_DIVISOR_W))s->sum_accesses
                 : start_follow ? (GMMU_U(GMMU_DIVISOR_W))s->was_cores
                                : (GMMU_U(GMMU_DIVISOR_W))s->sum_warps);

    switch ((uint32_t)s->phase) {
    case TC_IDLE:
        break;
    case TC_SCAN:
        recall(s, app_ok, a);
        if (mine)
            add_core(s);
        walk(s);
        s->phase = last_core ? TC_RATE : TC_SCAN;
        break;
    case TC_FOLLOW:
        s->phase = s->mul_bit == 0 ? TC_DIVIDE : TC_FOLLOW;
        multiply_step(s, (u16)s->ncores);
        break;
    case TC_DIVIDE:
        s->phase = TC_DIVIDE_WAIT;
        break;
    case TC_DIVIDE_WAIT:
        if (div_done) {
            s->was_tokens = (GMMU_U(GMMU_TOKEN_W))GMMU_WRAP(quotient, GMMU_TOKEN_W);
            s->was_cores = s->ncores;
            s->phase = TC_RATE;
        }
        break;
    case TC_RATE:
        s->share = (u23)(other_cores ? (uint32_t)s->was_tokens : (uint32_t)s->sum_warps);
        s->carry_bit = 0;
        s->moved = 0;
        if (s->ncores == 0) {
            take_up(s, next_app, (u1)!last_app);
        } else if (other_cores) {
            s->mul_bit = GMMU_CORE_W - 1U;
            s->prod = 0;
            s->phase = TC_FOLLOW;
        } else if (none) {
            /* Keeps its tokens; who never had an epoch with accesses fills without limit. */
            s->all = 1;
            s->phase = s->was_known ? TC_SHARE : TC_CORE;
        } else {
            s->mul_bit = FRACTION_BITS - 1U;
            s->prod = 0;
            s->phase = TC_RATE_WAIT;
        }
        break;
    case TC_RATE_WAIT:
        if (s->mul_bit < FRACTION_BITS) /* then it stays at 31 */
            multiply_step(s, s->was_known ? in->cfg_step : in->cfg_initial);
        if (div_done) {
            s->new_rate = (u16)(quotient < RATE_MAX ? quotient : RATE_MAX);
            s->phase = TC_UPDATE;
        }
        break;
    case TC_UPDATE:
        update(s, in->cfg_margin);
        s->phase = TC_GRANT;
        break;
    case TC_GRANT:
        grant(s, app_ok, a);
        s->phase = TC_SHARE;
        break;
    case TC_SHARE:
        if (app_ok)
            show(s, a);
        s->phase = TC_SHARE_WAIT;
        break;
    case TC_SHARE_WAIT:
        if (div_done) {
            s->all = (u1)((quotient >> SHARE_BITS) != 0);
            s->share = (u23)GMMU_WRAP(quotient, SHARE_BITS);
            s->carry = (u16)GMMU_WRAP((uint32_t)s->sum_warps + UINT16_MAX, 16);
            s->phase = TC_CORE;
        }
        break;
    case TC_CORE:
        s->prod = (GMMU_U(GMMU_TOKEN_PRODUCT_W))((uint32_t)s->carry >> GMMU_WARP_COUNT_W);
        s->carry_bit = (u1)(((uint32_t)s->carry >> (GMMU_WARP_COUNT_W - 1U)) & 1U);
        s->mul_bit = GMMU_WARP_COUNT_W - 1U;
        if (mine) {
            s->phase = TC_SCALE;
        } else {
            walk(s);
            if (last_core)
                take_up(s, next_app, (u1)!last_app);
        }
        break;
    case TC_SCALE:
        s->phase = s->mul_bit == 0 ? TC_WRITE : TC_SCALE;
        multiply_step(s, (u16)its_share(s));
        s->carry_bit = next_carry_bit;
        break;
    case TC_WRITE:
        if (mine)
            write_limit(s, app_ok, a);
        walk(s);
        s->phase = TC_CORE;
        if (last_core)
            take_up(s, next_app, (u1)!last_app);
        break;
    default:
        s->phase = TC_IDLE;
        break;
    }
}

void token_controller_reset(token_controller_state *s) {
    for (unsigned c = 0; c < GMMU_NUM_CORES; c++) {
        s->hits[c] = 0;
        s->misses[c] = 0;
        s->warps[c] = 0;
        s->limit[c] = GMMU_NUM_WARPS;
        s->snap_hits[c] = 0;
        s->snap_misses[c] = 0;
        s->snap_warps[c] = 0;
    }
    for (unsigned a = 0; a < GMMU_NUM_APPS; a++) {
        s->tokens[a] = 0;
        s->base[a] = 0;
        s->cores[a] = 0;
        s->part[a] = GMMU_NUM_WARPS;
        s->dir[a] = 0;
        s->active[a] = 0;
        s->rate[a] = 0;
        s->known[a] = 0;
        s->new_app[a] = 0;
    }
    take_up(s, 0, 0);
    for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
        s->here[c] = (u1)(c == 0);
    s->its_hits = 0;
    s->its_misses = 0;
    s->its_warps = 0;
    s->mul_bit = 0;
    s->prod = 0;
    s->carry_bit = 0;
    s->new_rate = 0;
    s->was_known = 0;
    s->was_tokens = 0;
    s->was_cores = 0;
    s->was_rate = 0;
    s->wish = 0;
    s->fewer = 0;
    s->more = 0;
    s->moved = 0;
    divider_reset(&s->div);
    s->all = 0;
    s->share = 0;
    s->carry = 0;
    s->new_valid = 0;
    s->new_core = 0;
    s->ans_valid = 0;
    s->ans_fill = 0;
}

void token_controller_outputs(const token_controller_state *s, token_controller_out *out) {
    out->a_valid = s->ans_valid;
    out->a_fill = s->ans_fill;
    out->busy = (u1)(s->phase != TC_IDLE);
    for (unsigned a = 0; a < GMMU_NUM_APPS; a++) {
        out->tokens[a] = s->tokens[a];
        out->dir[a] = s->dir[a];
        out->active[a] = s->active[a];
    }
}

void token_controller_step(token_controller_state *s, const token_controller_in *in,
                           token_controller_out *out) {
    const u1 rests = s->rests;

    token_controller_outputs(s, out);
    s->ans_valid = in->q_valid;
    s->ans_fill = (u1)(in->q_valid & may_fill(s, in));
    write_new_limit(s);
    s->new_valid = 0;

    evaluate(s, in);
    if (in->ho_valid && rests)
        hand_over(s, in);
    if (in->epoch_end && rests) {
        snapshot(s);
        take_up(s, 0, 1);
    }
    count(s, in->ev0_valid, in->ev0_core, in->ev0_hit, in->ev0_warps);
    count(s, in->ev1_valid, in->ev1_core, in->ev1_hit, in->ev1_warps);
}
