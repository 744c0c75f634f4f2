/* SPDX-License-Identifier: Apache-2.0 */
#include "token_controller.h"

#define RATE_MAX 65535U /* Q0.16: just below one */
#define CSR_BITS 16U

static inline u16 saturating_inc(u16 counter) {
    return (u16)(counter == UINT16_MAX ? UINT32_C(0xffff) : (uint32_t)counter + 1U);
}

/* One lookup of the L2 TLB: its core, its warp's place in seen[], and whether it counts. */
typedef struct {
    u1 counts;
    uint32_t core;
    uint32_t word;
    uint64_t one;
} lookup;

static inline lookup lookup_of(u1 valid, GMMU_U(GMMU_CORE_W) core, GMMU_U(GMMU_WARP_W) warp) {
    lookup l;
    l.counts = (u1)(valid & (core < GMMU_NUM_CORES));
    l.core = l.counts ? (uint32_t)core : 0U;
    l.word = l.core * GMMU_WARP_WORDS + ((uint32_t)warp >> 6);
    l.one = UINT64_C(1) << ((uint32_t)warp & 63U);
    return l;
}

/* AND-OR read of the word the lookup's warp is in; 0 when it does not count. */
static inline uint64_t read_seen(const token_controller_state *s, lookup l) {
    uint64_t word = 0;
    for (uint32_t k = 0; k < GMMU_NUM_CORES * GMMU_WARP_WORDS; k++)
        word |= (l.counts & (l.word == k)) ? (uint64_t)s->seen[k] : 0U;
    return word;
}

static inline void count(token_controller_state *s, lookup l, u1 hit, u1 fresh) {
    if (l.counts) {
        s->hits[l.core] = hit ? saturating_inc(s->hits[l.core]) : s->hits[l.core];
        s->misses[l.core] = hit ? s->misses[l.core] : saturating_inc(s->misses[l.core]);
        s->seen[l.word] = (u64)((uint64_t)s->seen[l.word] | l.one);
        s->warps[l.core] = (GMMU_U(GMMU_WARP_COUNT_W))GMMU_WRAP((uint32_t)s->warps[l.core] + (uint32_t)fresh,
                                                                GMMU_WARP_COUNT_W);
    }
}

/* Both lookups; a warp that comes on both ports is fresh once. */
static inline void count_events(token_controller_state *s, const token_controller_in *in) {
    const lookup l0 = lookup_of(in->ev0_valid, in->ev0_core, in->ev0_warp);
    const lookup l1 = lookup_of(in->ev1_valid, in->ev1_core, in->ev1_warp);
    const uint64_t seen0 = read_seen(s, l0);
    const uint64_t seen1 = read_seen(s, l1);
    const uint64_t first = (l0.counts && l0.word == l1.word) ? l0.one : 0U;

    count(s, l0, in->ev0_hit, (u1)((seen0 & l0.one) == 0));
    count(s, l1, in->ev1_hit, (u1)(((seen1 | first) & l1.one) == 0));
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
    for (unsigned k = 0; k < GMMU_NUM_CORES * GMMU_WARP_WORDS; k++)
        s->seen[k] = 0;
}

/* Takes up an application, or ends the evaluation. */
static inline void take_up(token_controller_state *s, uint32_t app, u1 go_on) {
    s->phase = go_on ? TC_SCAN : TC_IDLE;
    s->app = (GMMU_U(GMMU_APP_W))GMMU_WRAP(app, GMMU_APP_W);
    s->core = 0;
    s->ncores = 0;
    s->sum_misses = 0;
    s->sum_accesses = 0;
    s->sum_warps = 0;
}

static inline void add_core(token_controller_state *s, uint32_t c) {
    const uint32_t misses = (uint32_t)s->snap_misses[c];
    const uint32_t accesses = misses + (uint32_t)s->snap_hits[c];

    s->ncores = (GMMU_U(GMMU_CORE_W))GMMU_WRAP((uint32_t)s->ncores + 1U, GMMU_CORE_W);
    s->sum_misses = (GMMU_U(GMMU_MISS_SUM_W))GMMU_WRAP((uint32_t)s->sum_misses + misses, GMMU_MISS_SUM_W);
    s->sum_accesses =
        (GMMU_U(GMMU_ACCESS_SUM_W))GMMU_WRAP((uint32_t)s->sum_accesses + accesses, GMMU_ACCESS_SUM_W);
    s->sum_warps =
        (GMMU_U(GMMU_ACTIVE_W))GMMU_WRAP((uint32_t)s->sum_warps + (uint32_t)s->snap_warps[c], GMMU_ACTIVE_W);
}

static inline void multiply_step(token_controller_state *s, u16 csr) {
    const uint64_t twice = (uint64_t)s->prod << 1;
    const uint32_t one = ((uint32_t)csr >> (uint32_t)s->mul_bit) & 1U;

    s->prod = (GMMU_U(GMMU_TOKEN_PRODUCT_W))GMMU_WRAP(twice + (one ? (uint64_t)s->sum_warps : 0U),
                                                      GMMU_TOKEN_PRODUCT_W);
    s->mul_bit = (u5)GMMU_WRAP((uint32_t)s->mul_bit + 31U, 5);
}

/* What application a has had so far. */
static inline void recall(token_controller_state *s, u1 exists, uint32_t a) {
    s->was_known = (u1)(exists & s->known[a]);
    s->was_tokens = exists ? s->tokens[a] : (GMMU_U(GMMU_TOKEN_W))0;
    s->was_rate = exists ? s->rate[a] : (u16)0;
}

/* The tokens wished for. */
static inline void update(token_controller_state *s, u16 margin) {
    const uint32_t amount = (uint32_t)((uint64_t)s->prod >> CSR_BITS);
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

/* The new tokens of application a, as far as it has warps. */
static inline void grant(token_controller_state *s, u1 exists, uint32_t a) {
    const GMMU_U(GMMU_TOKEN_W) granted =
        (GMMU_U(GMMU_TOKEN_W))(s->wish < s->sum_warps ? (uint32_t)s->wish : (uint32_t)s->sum_warps);

    s->was_tokens = granted;
    if (exists) {
        s->tokens[a] = granted;
        s->dir[a] = s->fewer ? (u1)0 : s->more ? (u1)1 : s->dir[a];
        s->active[a] = s->sum_warps;
        s->rate[a] = s->new_rate;
        s->known[a] = 1;
    }
}

/* The limit of core c: its share, and one of the tokens left over while there are any. */
static inline void write_limit(token_controller_state *s, uint32_t c) {
    const uint32_t one = (uint32_t)(s->extra != 0);
    const uint32_t limit = (uint32_t)s->share + one;

    s->limit[c] = (GMMU_U(GMMU_WARP_COUNT_W))(limit < GMMU_NUM_WARPS ? limit : (uint32_t)GMMU_NUM_WARPS);
    s->extra = (GMMU_U(GMMU_CORE_W))((uint32_t)s->extra - one);
}

/* One cycle of the evaluation. */
static inline void evaluate(token_controller_state *s, const token_controller_in *in) {
    /* Beyond the last core or application nothing is read or written. */
    const u1 core_ok = (u1)(s->core < GMMU_NUM_CORES);
    const u1 app_ok = (u1)(s->app < GMMU_NUM_APPS);
    const uint32_t c = core_ok ? (uint32_t)s->core : 0U;
    const uint32_t a = app_ok ? (uint32_t)s->app : 0U;
    const u1 mine = (u1)(core_ok & (in->core_app[c] == s->app));
    const u1 last_core = (u1)(s->core >= GMMU_NUM_CORES - 1);
    const u1 last_app = (u1)(s->app >= GMMU_NUM_APPS - 1);
    const uint32_t next_core = last_core ? 0U : (uint32_t)s->core + 1U;
    const uint32_t next_app = last_app ? 0U : (uint32_t)s->app + 1U;
    const u1 none = (u1)(s->sum_accesses == 0);
    const u1 div_done = s->div.done;
    const uint64_t quotient = (uint64_t)s->div.quo;
    const uint32_t remainder = (uint32_t)s->div.rem;
    const u1 start_rate = (u1)((s->phase == TC_RATE) & (s->ncores != 0) & !none);
    const u1 start_share = (u1)(s->phase == TC_SHARE);

    divider_step(&s->div, (u1)(start_rate | start_share),
                 start_rate ? (GMMU_U(GMMU_DIVIDEND_W))((uint64_t)s->sum_misses << 16)
                            : (GMMU_U(GMMU_DIVIDEND_W))s->was_tokens,
                 start_rate ? (GMMU_U(GMMU_DIVISOR_W))s->sum_accesses : (GMMU_U(GMMU_DIVISOR_W))s->ncores);

    switch ((uint32_t)s->phase) {
    case TC_IDLE:
        if (in->epoch_end)
            take_up(s, 0, 1);
        break;
    case TC_SCAN:
        recall(s, app_ok, a);
        if (mine)
            add_core(s, c);
        s->core = (GMMU_U(GMMU_CORE_W))next_core;
        s->phase = last_core ? TC_RATE : TC_SCAN;
        break;
    case TC_RATE:
        if (s->ncores == 0) {
            take_up(s, next_app, (u1)!last_app);
        } else if (none) {
            /* Keeps its tokens; who never had an epoch with accesses fills without limit. */
            s->share = GMMU_NUM_WARPS;
            s->extra = 0;
            s->phase = s->was_known ? TC_SHARE : TC_WRITE;
        } else {
            s->phase = TC_RATE_WAIT;
        }
        break;
    case TC_RATE_WAIT:
        if (div_done) {
            s->new_rate = (u16)(quotient < RATE_MAX ? quotient : RATE_MAX);
            s->mul_bit = CSR_BITS - 1U;
            s->prod = 0;
            s->phase = TC_MULTIPLY;
        }
        break;
    case TC_MULTIPLY:
        s->phase = s->mul_bit == 0 ? TC_UPDATE : TC_MULTIPLY;
        multiply_step(s, s->was_known ? in->cfg_step : in->cfg_initial);
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
        s->phase = TC_SHARE_WAIT;
        break;
    case TC_SHARE_WAIT:
        if (div_done) {
            s->share = (GMMU_U(GMMU_ACTIVE_W))GMMU_WRAP(quotient, GMMU_ACTIVE_W);
            s->extra = (GMMU_U(GMMU_CORE_W))GMMU_WRAP(remainder, GMMU_CORE_W);
            s->phase = TC_WRITE;
        }
        break;
    case TC_WRITE:
        if (mine)
            write_limit(s, c);
        s->core = (GMMU_U(GMMU_CORE_W))next_core;
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
    for (unsigned k = 0; k < GMMU_NUM_CORES * GMMU_WARP_WORDS; k++)
        s->seen[k] = 0;
    for (unsigned a = 0; a < GMMU_NUM_APPS; a++) {
        s->tokens[a] = 0;
        s->dir[a] = 0;
        s->active[a] = 0;
        s->rate[a] = 0;
        s->known[a] = 0;
    }
    take_up(s, 0, 0);
    s->mul_bit = 0;
    s->prod = 0;
    s->new_rate = 0;
    s->was_known = 0;
    s->was_tokens = 0;
    s->was_rate = 0;
    s->wish = 0;
    s->fewer = 0;
    s->more = 0;
    divider_reset(&s->div);
    s->share = 0;
    s->extra = 0;
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
    const uint32_t q_core = in->q_core < GMMU_NUM_CORES ? (uint32_t)in->q_core : 0U;

    token_controller_outputs(s, out);
    s->ans_valid = in->q_valid;
    s->ans_fill = (u1)(in->q_valid & (in->q_core < GMMU_NUM_CORES) &
                       ((uint32_t)in->q_warp < (uint32_t)s->limit[q_core]));

    if (in->epoch_end && s->phase == TC_IDLE)
        snapshot(s);
    count_events(s, in);
    evaluate(s, in);
}
