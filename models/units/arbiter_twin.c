/* SPDX-License-Identifier: Apache-2.0 */
#include "units/arbiter_twin.h"

#include <string.h>

/* Edges of the unit's quota engine: for a weight (fetch, 6 multiplier bits, sum), and for a quota (pick, 9
 * multiplier bits, start of the division, its 38 bits, store). */
#define WEIGHT_EDGES 8U
#define QUOTA_EDGES  50U
#define QUOTA_MOST   511U

enum { CLASS_GOLDEN, CLASS_SILVER, CLASS_NORMAL };

/* What a smaller unit sees of a value that it cannot hold (dram_arbiter_model.h). */
static uint32_t arbiter_twin_cut(uint32_t value, uint32_t most) {
    return value < most ? value : most;
}

void arbiter_twin_reset(arbiter_twin *t, uint32_t apps, uint32_t banks) {
    memset(t, 0, sizeof *t);
    t->apps = apps;
    t->banks = banks;
    for (uint32_t i = 0; i < apps; i++)
        t->quota[i] = 1;
    t->pins.req_ready = 1;
    t->pins.silver_left = 1;
}

/* Applications taking turns. */
static uint32_t arbiter_twin_turns(const arbiter_twin *t, const dram_arbiter_model_in *in) {
    return in->cfg_apps == 0 ? 1 : arbiter_twin_cut(in->cfg_apps, t->apps);
}

/* ---- way in ---- */

/* A request into the holding register. */
static void arbiter_twin_take(arbiter_twin *t, const dram_arbiter_model_in *in) {
    /* A smaller unit sees all ones in place of an application beyond its own; neither ever owns the turn. */
    const bool owns = in->req_app == t->pins.silver_app && in->req_app < arbiter_twin_turns(t, in);
    const bool golden = in->cfg_enable && in->req_walk;
    const bool silver = in->cfg_enable && !in->req_walk && owns && !in->req_write;
    dram_arbiter_model_out *pins = &t->pins;
    pins->req_ready = 0;
    pins->push_g = golden;
    pins->push_s = silver;
    pins->push_n = !golden && !silver;
    pins->push_id = in->req_id;
    pins->push_write = in->req_write;
    pins->push_bank = (uint8_t)arbiter_twin_cut(in->req_bank, t->banks - 1U);
    pins->push_row = in->req_row;
    pins->push_col = in->req_col;
}

static void arbiter_twin_turn_to(arbiter_twin *t, uint32_t app) {
    t->pins.silver_app = (uint8_t)app;
    t->fresh = 1;
}

/* A request enters the silver queue. */
static void arbiter_twin_use_turn(arbiter_twin *t, uint32_t turns) {
    const uint32_t next = t->pins.silver_app + 1U;
    const bool used_up = t->pins.silver_left <= 1;
    t->pins.silver_left = used_up ? 0 : (uint16_t)(t->pins.silver_left - 1U);
    if (used_up)
        arbiter_twin_turn_to(t, next < turns ? next : 0U);
}

static void arbiter_twin_way_in(arbiter_twin *t, const dram_arbiter_model_in *in) {
    dram_arbiter_model_out *pins = &t->pins;
    const bool taken = in->req_valid && pins->req_ready;
    const bool silver = pins->push_s && in->s_ready;
    const bool entered = silver || (pins->push_g && in->g_ready) || (pins->push_n && in->n_ready);
    const bool was_fresh = t->fresh;
    const uint32_t owner = pins->silver_app;
    t->fresh = 0;
    if (taken) {
        arbiter_twin_take(t, in);
        if (owner >= arbiter_twin_turns(t, in))
            arbiter_twin_turn_to(t, 0);
    } else if (entered) {
        pins->req_ready = 1;
        pins->push_g = pins->push_s = pins->push_n = 0;
        if (silver)
            arbiter_twin_use_turn(t, arbiter_twin_turns(t, in));
    }
    if (was_fresh)
        pins->silver_left = t->quota[owner];
}

/* ---- way out ---- */

/* The head of one queue goes out. */
#define ARBITER_TWIN_ISSUE(class, number)                                                                    \
    do {                                                                                                     \
        pins->pop_##class = 1;                                                                               \
        pins->issue_class = (number);                                                                        \
        pins->issue_id = in->class##_id;                                                                     \
        pins->issue_write = in->class##_write;                                                               \
        pins->issue_bank = (uint8_t)arbiter_twin_cut(in->class##_bank, t->banks - 1U);                       \
        pins->issue_row = in->class##_row;                                                                   \
        pins->issue_col = in->class##_col;                                                                   \
    } while (0)

static void arbiter_twin_way_out(arbiter_twin *t, const dram_arbiter_model_in *in) {
    dram_arbiter_model_out *pins = &t->pins;
    const uint32_t last = t->banks - 1U;
    const uint32_t in_use = (uint32_t)pins->issue_valid << pins->issue_bank;
    const uint32_t takes = arbiter_twin_cut(in->bank_ready, (1U << t->banks) - 1U) & ~in_use;
    const bool g = in->g_valid && !pins->pop_g && (takes >> arbiter_twin_cut(in->g_bank, last) & 1U);
    const bool s = in->s_valid && !pins->pop_s && (takes >> arbiter_twin_cut(in->s_bank, last) & 1U);
    const bool n = in->n_valid && !pins->pop_n && (takes >> arbiter_twin_cut(in->n_bank, last) & 1U);
    pins->pop_g = pins->pop_s = pins->pop_n = 0;
    pins->issue_valid = g || s || n;
    if (g)
        ARBITER_TWIN_ISSUE(g, CLASS_GOLDEN);
    else if (s)
        ARBITER_TWIN_ISSUE(s, CLASS_SILVER);
    else if (n)
        ARBITER_TWIN_ISSUE(n, CLASS_NORMAL);
}

/* ---- quotas ---- */

static void arbiter_twin_sample(arbiter_twin *t, const dram_arbiter_model_in *in) {
    const uint32_t turns = arbiter_twin_turns(t, in);
    t->sum = 0;
    for (uint32_t i = 0; i < t->apps; i++) {
        t->weight[i] = i < turns ? (uint16_t)(in->conptw[i] * in->stalled[i]) : 0;
        t->sum += t->weight[i];
    }
    t->app = 0;
    t->edges = WEIGHT_EDGES * t->apps + QUOTA_EDGES;
    t->pins.busy = 1;
}

static void arbiter_twin_quota(arbiter_twin *t, const dram_arbiter_model_in *in) {
    const uint32_t quota = t->sum ? (uint32_t)in->cfg_thresh_max * t->weight[t->app] / t->sum
                                  : in->cfg_thresh_max / arbiter_twin_turns(t, in);
    t->quota[t->app] = (uint16_t)(quota > QUOTA_MOST ? QUOTA_MOST : quota ? quota : 1U);
    t->app++;
    t->pins.busy = t->app < t->apps;
    t->edges = t->pins.busy ? QUOTA_EDGES : 0;
}

void arbiter_twin_step(arbiter_twin *t, const dram_arbiter_model_in *in) {
    arbiter_twin_way_in(t, in);
    arbiter_twin_way_out(t, in);
    if (t->edges == 0) {
        if (in->epoch_end)
            arbiter_twin_sample(t, in);
    } else if (--t->edges == 0) {
        arbiter_twin_quota(t, in);
    }
}
