/* SPDX-License-Identifier: Apache-2.0 */
/* What dram_arbiter promises. */
#include "divider_claims.h"
#include "dram_arbiter_duties.h"

enum { CLASS_GOLDEN = 0, CLASS_SILVER = 1, CLASS_NORMAL = 2 };
enum {
    PHASE_IDLE = 0,
    PHASE_FETCH = 1,
    PHASE_WEIGH = 2,
    PHASE_SUM = 3,
    PHASE_PICK = 4,
    PHASE_SCALE = 5,
    PHASE_DIVIDE = 6,
    PHASE_WAIT = 7
};

typedef struct {
    uint32_t id, write, bank, row, col;
} request;

static u1 equal(request a, request b) {
    return (u1)(a.id == b.id && a.write == b.write && a.bank == b.bank && a.row == b.row && a.col == b.col);
}

static request held(const dram_arbiter_state *s) {
    const request r = {s->hold_id, s->hold_write, s->hold_bank, s->hold_row, s->hold_col};
    return r;
}

static request issued(const dram_arbiter_state *s) {
    const request r = {s->issue_id, s->issue_write, s->issue_bank, s->issue_row, s->issue_col};
    return r;
}

static request head(const dram_arbiter_in *in, uint32_t kind) {
    const request g = {in->g_id, in->g_write, in->g_bank, in->g_row, in->g_col};
    const request m = {in->s_id, in->s_write, in->s_bank, in->s_row, in->s_col};
    const request n = {in->n_id, in->n_write, in->n_bank, in->n_row, in->n_col};
    return kind == CLASS_GOLDEN ? g : (kind == CLASS_SILVER ? m : n);
}

static u1 popped(const dram_arbiter_out *out, uint32_t kind) {
    return kind == CLASS_GOLDEN ? out->pop_g : (kind == CLASS_SILVER ? out->pop_s : out->pop_n);
}

/* The head of a class may go: there is one, it is not leaving already, its bank
 * takes a request and gets none right now. */
static u1 eligible(const dram_arbiter_in *in, const dram_arbiter_out *out, uint32_t kind) {
    const u1 valid = kind == CLASS_GOLDEN ? in->g_valid : (kind == CLASS_SILVER ? in->s_valid : in->n_valid);
    const uint32_t bank = head(in, kind).bank;

    return (u1)(valid && !popped(out, kind) && (((uint32_t)in->bank_ready >> bank) & 1U) &&
                !(out->issue_valid && (uint32_t)out->issue_bank == bank));
}

static u1 entered_silver(const dram_arbiter_in *in, const dram_arbiter_out *out) {
    return (u1)(out->push_s && in->s_ready);
}

static uint32_t turn_apps(const dram_arbiter_in *in) {
    const uint32_t apps = (uint32_t)in->cfg_apps > GMMU_NUM_APPS ? GMMU_NUM_APPS : (uint32_t)in->cfg_apps;
    return apps == 0 ? 1U : apps;
}

u1 dram_arbiter_inv(const dram_arbiter_state *s) {
    u1 holds = (u1)(s->hold_class <= CLASS_NORMAL && s->issue_class <= CLASS_NORMAL);

    /* Turns: the owner exists, and has something left, or is about to; then nothing enters silver. */
    holds &= (u1)(s->silver_app < GMMU_NUM_APPS);
    holds &= s->fresh ? (u1)(!s->hold_valid || s->hold_class != CLASS_SILVER) : (u1)(s->left != 0);
    for (unsigned i = 0; i < GMMU_NUM_APPS; i++)
        holds &= (u1)(s->thresh[i] != 0);
    /* Quota engine: in step with its divider. */
    holds &= (u1)(s->app < GMMU_NUM_APPS);
    holds &= (u1)(s->phase != PHASE_WEIGH || s->mul_bit <= 5);
    holds &= (u1)(s->phase != PHASE_SCALE || s->mul_bit <= 8);
    holds &= (u1)(s->phase == PHASE_WAIT ? s->div.busy != s->div.done : !s->div.busy && !s->div.done);
    holds &= (u1)(!s->div.busy || (s->div.count >= 1 && s->div.count <= GMMU_DIVIDEND_W));
    return holds;
}

/* After reset every register is 0, but each application has one request a turn, and so has the owner. */
u1 dram_arbiter_start_values(const dram_arbiter_state *s) {
    const request none = {0, 0, 0, 0, 0};
    u1 right = (u1)(!s->hold_valid && s->hold_class == 0 && equal(held(s), none) && !s->issue_valid &&
                    s->issue_class == 0 && equal(issued(s), none));

    right &= (u1)(s->silver_app == 0 && s->left == 1 && !s->fresh);
    for (unsigned i = 0; i < GMMU_NUM_APPS; i++)
        right &= (u1)(s->thresh[i] == 1 && s->weight[i] == 0 && s->con[i] == 0 && s->sta[i] == 0);
    right &= (u1)(s->phase == PHASE_IDLE && s->app == 0 && s->sum == 0 && s->times == 0 && s->factor == 0 &&
                  s->mul_bit == 0 && s->prod == 0);
    right &= (u1)(!s->div.busy && !s->div.done && s->div.count == 0 && s->div.den == 0 && s->div.rem == 0 &&
                  s->div.quo == 0);
    return right;
}

u1 dram_arbiter_idle(const dram_arbiter_state *s, const dram_arbiter_in *in) {
    const u1 no_head = (u1)(in->bank_ready == 0 || (!in->g_valid && !in->s_valid && !in->n_valid));

    return (u1)(!in->req_valid && !s->hold_valid && no_head && !s->issue_valid && !in->epoch_end &&
                s->phase == PHASE_IDLE && !s->fresh);
}

/* cfg_apps and cfg_thresh_max do not change while the quota engine is at work. */
u1 dram_arbiter_duty_steady(const dram_arbiter_state *s, const dram_arbiter_in *in,
                            const dram_arbiter_state *n, const dram_arbiter_in *next) {
    return dram_arbiter_csrs_steady(s, in, n, next);
}

/* Priority is never inverted: something is issued exactly when something may go,
 * and nothing of a higher class may. It is that class's head, unchanged. */
u1 dram_arbiter_prop_priority(const dram_arbiter_state *s, const dram_arbiter_in *in,
                              const dram_arbiter_out *out, const dram_arbiter_state *n) {
    const u1 g = eligible(in, out, CLASS_GOLDEN);
    const u1 m = eligible(in, out, CLASS_SILVER);
    const u1 r = eligible(in, out, CLASS_NORMAL);
    const uint32_t kind = n->issue_class;
    const u1 none_above = (u1)((kind == CLASS_GOLDEN || !g) && (kind != CLASS_NORMAL || !m));

    (void)s;
    if (!n->issue_valid)
        return (u1)(!g && !m && !r);
    return (u1)(eligible(in, out, kind) && none_above && equal(issued(n), head(in, kind)));
}

/* A bank never gets requests in two successive cycles, and only when it was ready. */
u1 dram_arbiter_prop_spacing(const dram_arbiter_state *s, const dram_arbiter_in *in,
                             const dram_arbiter_out *out, const dram_arbiter_state *n) {
    const u1 was_ready = (u1)(((uint32_t)in->bank_ready >> (uint32_t)n->issue_bank) & 1U);

    (void)s;
    return (u1)(!n->issue_valid || (was_ready && !(out->issue_valid && out->issue_bank == n->issue_bank)));
}

/* Exactly the class that is issued is popped, in the same cycle. */
u1 dram_arbiter_prop_pops(const dram_arbiter_state *s, const dram_arbiter_in *in, const dram_arbiter_out *out,
                          const dram_arbiter_state *n) {
    (void)s;
    (void)in;
    (void)n;
    return (u1)(out->pop_g == (out->issue_valid && out->issue_class == CLASS_GOLDEN) &&
                out->pop_s == (out->issue_valid && out->issue_class == CLASS_SILVER) &&
                out->pop_n == (out->issue_valid && out->issue_class == CLASS_NORMAL));
}

/* A request is taken exactly when none is held; then it is held, unchanged, for the
 * one class it belongs to; a write-back of the owner of the turn is normal. */
u1 dram_arbiter_prop_sorting(const dram_arbiter_state *s, const dram_arbiter_in *in,
                             const dram_arbiter_out *out, const dram_arbiter_state *n) {
    const request offered = {in->req_id, in->req_write, in->req_bank, in->req_row, in->req_col};
    const u1 owner = (u1)(in->req_app == out->silver_app && (uint32_t)in->req_app < turn_apps(in));
    const uint32_t data_class = (owner && !in->req_write) ? CLASS_SILVER : CLASS_NORMAL;
    const uint32_t kind =
        !in->cfg_enable ? (uint32_t)CLASS_NORMAL : (in->req_walk ? (uint32_t)CLASS_GOLDEN : data_class);

    if ((out->req_ready != 0) == (s->hold_valid != 0))
        return 0;
    if (!out->req_ready || !in->req_valid)
        return 1;
    return (u1)(n->hold_valid && n->hold_class == kind && equal(held(n), offered));
}

/* The held request is offered to exactly one queue, with its fields, until that
 * queue takes it; then the register is free. Nothing comes from nowhere. */
u1 dram_arbiter_prop_delivery(const dram_arbiter_state *s, const dram_arbiter_in *in,
                              const dram_arbiter_out *out, const dram_arbiter_state *n) {
    const request offered = {out->push_id, out->push_write, out->push_bank, out->push_row, out->push_col};
    const uint32_t offers = (uint32_t)out->push_g + (uint32_t)out->push_s + (uint32_t)out->push_n;
    const u1 right = s->hold_class == CLASS_GOLDEN   ? out->push_g
                     : s->hold_class == CLASS_SILVER ? out->push_s
                                                     : out->push_n;
    const u1 accepted =
        (u1)((out->push_g && in->g_ready) || (out->push_s && in->s_ready) || (out->push_n && in->n_ready));

    if (!s->hold_valid)
        return (u1)(offers == 0 && n->hold_valid == in->req_valid);
    return (u1)(offers == 1 && right && equal(offered, held(s)) &&
                (accepted ? !n->hold_valid
                          : n->hold_valid && n->hold_class == s->hold_class && equal(held(n), held(s))));
}

/* The turn passes exactly with the last request of the owner's quota, to the next application
 * in the circle; requests that do not enter silver leave it alone (but an owner that cfg_apps
 * no longer covers gives way). */
u1 dram_arbiter_prop_turn(const dram_arbiter_state *s, const dram_arbiter_in *in, const dram_arbiter_out *out,
                          const dram_arbiter_state *n) {
    const uint32_t owner = s->silver_app;
    const uint32_t next = owner + 1U < turn_apps(in) ? owner + 1U : 0U;
    const u1 same = (u1)(n->silver_app == owner && !n->fresh);

    if (entered_silver(in, out))
        return out->silver_left == 1 ? (u1)(n->silver_app == next && n->fresh) : same;
    if (owner >= turn_apps(in))
        return (u1)(same || (n->silver_app == 0 && n->fresh));
    return same;
}

/* A turn begins with the owner's quota, and each request that enters silver takes one off. */
u1 dram_arbiter_prop_left(const dram_arbiter_state *s, const dram_arbiter_in *in, const dram_arbiter_out *out,
                          const dram_arbiter_state *n) {
    if (s->fresh)
        return (u1)(n->left == s->thresh[s->silver_app] && !entered_silver(in, out));
    return (u1)((uint32_t)n->left + (uint32_t)entered_silver(in, out) == (uint32_t)out->silver_left);
}

/* One bit of a product: product' = 2 product + multiplicand * top bit, which leaves. */
static u1 step_right(const dram_arbiter_state *s, const dram_arbiter_state *n) {
    const uint32_t top = (uint32_t)s->factor >> 8;
    return (u1)((uint32_t)n->prod == ((2U * (uint32_t)s->prod + top * (uint32_t)s->times) & 0x1FFFFFU) &&
                (uint32_t)n->factor + 512U * top == 2U * (uint32_t)s->factor && n->times == s->times);
}

/* Equation 1, step by step. */
u1 dram_arbiter_prop_product(const dram_arbiter_state *s, const dram_arbiter_in *in,
                             const dram_arbiter_out *out, const dram_arbiter_state *n) {
    (void)out;
    if (s->phase == PHASE_WEIGH || s->phase == PHASE_SCALE)
        return step_right(s, n);
    if (s->phase == PHASE_FETCH)
        return (u1)(n->prod == 0 && n->times == s->con[s->app] &&
                    (uint32_t)n->factor == 8U * (uint32_t)s->sta[s->app]);
    if (s->phase == PHASE_PICK)
        return (u1)(n->prod == 0 && n->times == s->weight[s->app] && n->factor == in->cfg_thresh_max);
    if (s->phase == PHASE_SUM)
        return (u1)((uint32_t)n->weight[s->app] == ((uint32_t)s->prod & 0xFFFU) &&
                    (uint32_t)n->sum ==
                        (((uint32_t)s->sum + (uint32_t)s->prod) & ((1U << GMMU_WEIGHT_SUM_W) - 1U)));
    return 1;
}

/* What the division of Equation 1 gets: the product over the sum of all weights; without any weight,
 * thresh_max over the applications. */
u1 dram_arbiter_prop_operands(const dram_arbiter_state *s, const dram_arbiter_in *in,
                              const dram_arbiter_out *out, const dram_arbiter_state *n) {
    const uint32_t num = s->sum == 0 ? (uint32_t)in->cfg_thresh_max : (uint32_t)s->prod;
    const uint32_t den = s->sum == 0 ? turn_apps(in) : (uint32_t)s->sum;

    (void)out;
    return (u1)(s->phase != PHASE_DIVIDE || divider_loaded(&n->div, num, den));
}

/* The division goes on by one bit of the quotient in each cycle. */
u1 dram_arbiter_prop_division(const dram_arbiter_state *s, const dram_arbiter_in *in,
                              const dram_arbiter_out *out, const dram_arbiter_state *n) {
    (void)in;
    (void)out;
    return (u1)(s->phase == PHASE_DIVIDE ||
                (s->div.busy ? divider_one_bit(&s->div, &n->div) : divider_rests(&s->div, &n->div)));
}

/* The engine works through all applications twice: their weights with 6 bits of a multiplier, then
 * their quotas with 9. */
u1 dram_arbiter_prop_engine(const dram_arbiter_state *s, const dram_arbiter_in *in,
                            const dram_arbiter_out *out, const dram_arbiter_state *n) {
    const u1 quota_ready = (u1)(s->phase == PHASE_WAIT && s->div.done);
    const u1 app_done = (u1)(s->phase == PHASE_SUM || quota_ready);
    const u1 last = (u1)(s->app >= GMMU_NUM_APPS - 1);
    const uint32_t after = !app_done ? (uint32_t)s->app : last ? 0U : (uint32_t)s->app + 1U;
    const u1 multiplies = (u1)(s->phase == PHASE_WEIGH || s->phase == PHASE_SCALE);
    const uint32_t phase = multiplies && s->mul_bit != 0 ? (uint32_t)s->phase
                           : s->phase == PHASE_SUM       ? (last ? PHASE_PICK : PHASE_FETCH)
                           : s->phase == PHASE_WAIT      ? (!quota_ready ? PHASE_WAIT
                                                            : last       ? PHASE_IDLE
                                                                         : PHASE_PICK)
                                                         : (uint32_t)s->phase + 1U;
    const u1 bits = s->phase == PHASE_FETCH  ? (u1)(n->mul_bit == 5)
                    : s->phase == PHASE_PICK ? (u1)(n->mul_bit == 8)
                    : multiplies ? (u1)((uint32_t)n->mul_bit == (((uint32_t)s->mul_bit - 1U) & 15U))
                                 : (u1)1;

    (void)in;
    return (u1)(!out->busy || (n->phase == phase && n->app == after && bits));
}

/* Every quota stays within 1..511, and holds until the engine has its result. */
u1 dram_arbiter_prop_quota(const dram_arbiter_state *s, const dram_arbiter_in *in,
                           const dram_arbiter_out *out, const dram_arbiter_state *n, u32 k) {
    const uint32_t i = (uint32_t)k < GMMU_NUM_APPS ? (uint32_t)k : 0U;
    const u1 result = (u1)(out->busy && s->div.done && (uint32_t)s->app == i);
    const u38 quotient = s->div.quo;

    (void)in;
    if (!result)
        return (u1)(n->thresh[i] == s->thresh[i]);
    if (quotient < 1)
        return (u1)(n->thresh[i] == 1);
    return (u1)(quotient > 511 ? n->thresh[i] == 511 : n->thresh[i] == quotient);
}

/* An epoch_end while busy is ignored; samples and configured applications only are
 * taken by one that is not. */
u1 dram_arbiter_prop_epoch(const dram_arbiter_state *s, const dram_arbiter_in *in,
                           const dram_arbiter_out *out, const dram_arbiter_state *n, u32 k) {
    const uint32_t i = (uint32_t)k < GMMU_NUM_APPS ? (uint32_t)k : 0U;
    const u1 counts = (u1)(i < turn_apps(in));

    if (out->busy)
        return (u1)(n->con[i] == s->con[i] && n->sta[i] == s->sta[i]);
    if (!in->epoch_end)
        return (u1)(n->phase == PHASE_IDLE);
    return (u1)(n->phase == PHASE_FETCH && n->app == 0 && n->sum == 0 &&
                (uint32_t)n->con[i] == (counts ? (uint32_t)in->conptw[i] : 0U) &&
                (uint32_t)n->sta[i] == (counts ? (uint32_t)in->stalled[i] : 0U));
}
