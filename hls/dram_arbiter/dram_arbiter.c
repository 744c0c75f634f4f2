/* SPDX-License-Identifier: Apache-2.0 */
#include "dram_arbiter.h"

/* Highest bit of the two multipliers: stalled (6 bits) and thresh_max (9 bits). */
#define STALLED_TOP    5U
#define THRESH_MAX_TOP 8U

#define THRESH_LIMIT 511U

void dram_arbiter_reset(dram_arbiter_state *s) {
    s->hold_valid = 0;
    s->hold_class = 0;
    s->hold_id = 0;
    s->hold_write = 0;
    s->hold_bank = 0;
    s->hold_row = 0;
    s->hold_col = 0;
    s->issue_valid = 0;
    s->issue_class = 0;
    s->issue_id = 0;
    s->issue_write = 0;
    s->issue_bank = 0;
    s->issue_row = 0;
    s->issue_col = 0;
    s->silver_app = 0;
    s->left = 1;
    s->fresh = 0;
    for (unsigned i = 0; i < GMMU_NUM_APPS; i++) {
        s->thresh[i] = 1;
        s->weight[i] = 0;
        s->con[i] = 0;
        s->sta[i] = 0;
    }
    s->phase = DA_IDLE;
    s->app = 0;
    s->sum = 0;
    s->times = 0;
    s->factor = 0;
    s->mul_bit = 0;
    s->prod = 0;
    divider_reset(&s->div);
}

/* Quota of the owner of the turn; 0 for an application that does not exist. */
static u9 turn_quota(const dram_arbiter_state *s) {
    const u1 exists = (u1)(s->silver_app < GMMU_NUM_APPS);

    return exists ? s->thresh[exists ? (uint32_t)s->silver_app : 0U] : (u9)0;
}

/* Applications taking turns, 1..GMMU_NUM_APPS. */
static uint32_t turn_apps(const dram_arbiter_in *in) {
    const uint32_t apps = in->cfg_apps;

    return apps == 0 ? 1U : (apps > GMMU_NUM_APPS ? (uint32_t)GMMU_NUM_APPS : apps);
}

void dram_arbiter_outputs(const dram_arbiter_state *s, dram_arbiter_out *out) {
    out->req_ready = (u1)!s->hold_valid;
    out->push_g = (u1)(s->hold_valid && s->hold_class == DA_GOLDEN);
    out->push_s = (u1)(s->hold_valid && s->hold_class == DA_SILVER);
    out->push_n = (u1)(s->hold_valid && s->hold_class >= DA_NORMAL);
    out->push_id = s->hold_id;
    out->push_write = s->hold_write;
    out->push_bank = s->hold_bank;
    out->push_row = s->hold_row;
    out->push_col = s->hold_col;
    out->pop_g = (u1)(s->issue_valid && s->issue_class == DA_GOLDEN);
    out->pop_s = (u1)(s->issue_valid && s->issue_class == DA_SILVER);
    out->pop_n = (u1)(s->issue_valid && s->issue_class >= DA_NORMAL);
    out->issue_valid = s->issue_valid;
    out->issue_class = s->issue_class;
    out->issue_id = s->issue_id;
    out->issue_write = s->issue_write;
    out->issue_bank = s->issue_bank;
    out->issue_row = s->issue_row;
    out->issue_col = s->issue_col;
    out->silver_app = s->silver_app;
    out->silver_left = s->left;
    out->busy = (u1)(s->phase != DA_IDLE);
}

/* The turn of the silver queue: passed on by the request that uses up the quota. The quota of
 * the next owner is there a cycle later; no request enters silver before. */
static void pass_turn(dram_arbiter_state *s, uint32_t apps, u1 entered_silver, u1 taken) {
    const uint32_t next = (uint32_t)s->silver_app + 1U;
    const u1 used_up = (u1)(s->left <= 1);
    /* An owner that cfg_apps no longer covers could never use up its turn. */
    const u1 absent = (u1)((uint32_t)s->silver_app >= apps);
    const u1 was_fresh = s->fresh;
    const u9 quota = turn_quota(s);

    s->fresh = 0;
    if (entered_silver) {
        s->left = (u9)(used_up ? 0U : (uint32_t)s->left - 1U);
        if (used_up) {
            s->silver_app = (GMMU_U(GMMU_APP_W))GMMU_WRAP(next < apps ? next : 0U, GMMU_APP_W);
            s->fresh = 1;
        }
    } else if (taken && absent) {
        s->silver_app = 0;
        s->fresh = 1;
    }
    if (was_fresh)
        s->left = quota;
}

/* Way in: one request at a time through the holding register. */
static void step_way_in(dram_arbiter_state *s, const dram_arbiter_in *in, const dram_arbiter_out *out) {
    const uint32_t apps = turn_apps(in);
    const u1 taken = (u1)(in->req_valid && out->req_ready);
    const u1 entered_silver = (u1)(out->push_s && in->s_ready);
    const u1 entered = (u1)(entered_silver || (out->push_g && in->g_ready) || (out->push_n && in->n_ready));
    const u1 owns_turn = (u1)(in->req_app == s->silver_app && (uint32_t)in->req_app < apps);

    if (taken) {
        s->hold_valid = 1;
        s->hold_class = DA_NORMAL;
        if (in->cfg_enable && in->req_walk)
            s->hold_class = DA_GOLDEN;
        else if (in->cfg_enable && owns_turn && !in->req_write)
            s->hold_class = DA_SILVER;
        s->hold_id = in->req_id;
        s->hold_write = in->req_write;
        s->hold_bank = in->req_bank;
        s->hold_row = in->req_row;
        s->hold_col = in->req_col;
    } else if (entered) {
        s->hold_valid = 0;
    }
    pass_turn(s, apps, entered_silver, taken);
}

/* Way out: strict priority among the heads that may go. */
static void step_way_out(dram_arbiter_state *s, const dram_arbiter_in *in, const dram_arbiter_out *out) {
    const uint32_t in_use = (uint32_t)s->issue_valid << (uint32_t)s->issue_bank;
    const uint32_t takes = (uint32_t)in->bank_ready & ~in_use;
    const u1 g = (u1)(in->g_valid && !out->pop_g && ((takes >> (uint32_t)in->g_bank) & 1U));
    const u1 m = (u1)(in->s_valid && !out->pop_s && ((takes >> (uint32_t)in->s_bank) & 1U));
    const u1 n = (u1)(in->n_valid && !out->pop_n && ((takes >> (uint32_t)in->n_bank) & 1U));

    s->issue_valid = (u1)(g || m || n);
    if (g) {
        s->issue_class = DA_GOLDEN;
        s->issue_id = in->g_id;
        s->issue_write = in->g_write;
        s->issue_bank = in->g_bank;
        s->issue_row = in->g_row;
        s->issue_col = in->g_col;
    } else if (m) {
        s->issue_class = DA_SILVER;
        s->issue_id = in->s_id;
        s->issue_write = in->s_write;
        s->issue_bank = in->s_bank;
        s->issue_row = in->s_row;
        s->issue_col = in->s_col;
    } else if (n) {
        s->issue_class = DA_NORMAL;
        s->issue_id = in->n_id;
        s->issue_write = in->n_write;
        s->issue_bank = in->n_bank;
        s->issue_row = in->n_row;
        s->issue_col = in->n_col;
    }
}

/* Start of an epoch's computation. Applications not taking turns weigh nothing. */
static void sample_epoch(dram_arbiter_state *s, const dram_arbiter_in *in) {
    const uint32_t apps = turn_apps(in);

    for (unsigned i = 0; i < GMMU_NUM_APPS; i++) {
        s->con[i] = i < apps ? in->conptw[i] : (u6)0;
        s->sta[i] = i < apps ? in->stalled[i] : (u6)0;
    }
    s->sum = 0;
    s->app = 0;
    s->phase = DA_FETCH;
}

/* Operands into the multiplier, the highest bit of `factor` first. */
static void load(dram_arbiter_state *s, uint32_t times, uint32_t factor, uint32_t top) {
    s->times = (u12)GMMU_WRAP(times, 12);
    s->factor = (u9)GMMU_WRAP(factor << (THRESH_MAX_TOP - top), 9);
    s->mul_bit = (u4)top;
    s->prod = 0;
}

/* One multiplier bit. */
static void multiply(dram_arbiter_state *s) {
    const uint32_t addend = ((uint32_t)s->factor >> THRESH_MAX_TOP) ? (uint32_t)s->times : 0U;

    s->prod = (u21)GMMU_WRAP(((uint32_t)s->prod << 1) + addend, 21);
    s->factor = (u9)GMMU_WRAP((uint32_t)s->factor << 1, 9);
    s->mul_bit = (u4)GMMU_WRAP((uint32_t)s->mul_bit + 15U, 4);
}

/* The quota engine: one multiplier bit or one quotient bit per cycle. */
static void step_quota(dram_arbiter_state *s, const dram_arbiter_in *in) {
    const u1 exists = (u1)(s->app < GMMU_NUM_APPS);
    const uint32_t app = exists ? (uint32_t)s->app : 0U;
    const u1 last_app = (u1)(s->app >= GMMU_NUM_APPS - 1);
    const GMMU_U(GMMU_APP_W) next_app =
        (GMMU_U(GMMU_APP_W))GMMU_WRAP(last_app ? 0U : (uint32_t)s->app + 1U, GMMU_APP_W);
    const u1 last_bit = (u1)(s->mul_bit == 0);

    /* No weight at all means equal shares (decision). */
    const u1 equal = (u1)(s->sum == 0);
    const GMMU_U(GMMU_DIVIDEND_W) num =
        equal ? (GMMU_U(GMMU_DIVIDEND_W))in->cfg_thresh_max : (GMMU_U(GMMU_DIVIDEND_W))s->prod;
    const GMMU_U(GMMU_DIVISOR_W) den =
        equal ? (GMMU_U(GMMU_DIVISOR_W))turn_apps(in) : (GMMU_U(GMMU_DIVISOR_W))s->sum;
    const u1 start = (u1)(s->phase == DA_DIVIDE);
    const uint32_t quota =
        s->div.quo > THRESH_LIMIT ? THRESH_LIMIT : (s->div.quo == 0 ? 1U : (uint32_t)s->div.quo);

    switch ((uint32_t)s->phase) {
    case DA_FETCH:
        load(s, exists ? (uint32_t)s->con[app] : 0U, exists ? (uint32_t)s->sta[app] : 0U, STALLED_TOP);
        s->phase = DA_WEIGH;
        break;
    case DA_WEIGH:
        multiply(s);
        s->phase = (u3)(last_bit ? DA_SUM : DA_WEIGH);
        break;
    case DA_SUM:
        if (exists)
            s->weight[app] = (u12)GMMU_WRAP(s->prod, 12);
        s->sum =
            (GMMU_U(GMMU_WEIGHT_SUM_W))GMMU_WRAP((uint32_t)s->sum + (uint32_t)s->prod, GMMU_WEIGHT_SUM_W);
        s->app = next_app;
        s->phase = (u3)(last_app ? DA_PICK : DA_FETCH);
        break;
    case DA_PICK:
        load(s, exists ? (uint32_t)s->weight[app] : 0U, in->cfg_thresh_max, THRESH_MAX_TOP);
        s->phase = DA_SCALE;
        break;
    case DA_SCALE:
        multiply(s);
        s->phase = (u3)(last_bit ? DA_DIVIDE : DA_SCALE);
        break;
    case DA_DIVIDE:
        s->phase = DA_WAIT;
        break;
    case DA_WAIT:
        if (s->div.done) {
            if (exists)
                s->thresh[app] = (u9)quota;
            s->app = next_app;
            s->phase = (u3)(last_app ? DA_IDLE : DA_PICK);
        }
        break;
    default: /* DA_IDLE */
        if (in->epoch_end)
            sample_epoch(s, in);
        break;
    }
    divider_step(&s->div, start, num, den);
}

void dram_arbiter_step(dram_arbiter_state *s, const dram_arbiter_in *in, dram_arbiter_out *out) {
    dram_arbiter_outputs(s, out);
    step_way_in(s, in, out);
    step_way_out(s, in, out);
    step_quota(s, in);
}
