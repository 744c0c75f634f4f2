/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of dram_arbiter for the lock-step harness. */
#include "dram_arbiter.h"
#include "lockstep.h"

/* What the counters of an epoch look like. */
enum { WEIGHTS_RANDOM, WEIGHTS_ZERO, WEIGHTS_ONE_APP, WEIGHTS_MAX, WEIGHTS_SPARSE };

/* Per phase. In percent: a request is offered, it is of a walk, it is of the
 * silver application, a queue takes it, a head is valid, a bank is ready. */
static const struct {
    unsigned req, walk, mine, queue, head, bank;
    unsigned apps, thresh_max, weights, enable;
} profile[8] = {
    {60, 20, 50, 80, 60, 60, 2, 500, WEIGHTS_RANDOM, 1},
    {100, 5, 90, 100, 100, 100, GMMU_NUM_APPS, 500, WEIGHTS_RANDOM, 1},
    {100, 10, 90, 30, 80, 20, 1, 8, WEIGHTS_ZERO, 1},
    {70, 0, 95, 100, 30, 90, 0, 511, WEIGHTS_ONE_APP, 1},
    {50, 30, 50, 60, 60, 60, GMMU_NUM_APPS + 1, 0, WEIGHTS_MAX, 1},
    {100, 0, 80, 90, 90, 90, 5, 17, WEIGHTS_SPARSE, 1},
    {80, 50, 50, 50, 50, 50, 3, 500, WEIGHTS_SPARSE, 0},
    {100, 0, 98, 100, 5, 95, 4, 90, WEIGHTS_SPARSE, 1},
};

static u6 counter(lockstep *ls, unsigned weights, unsigned app, unsigned chosen) {
    switch (weights) {
    case WEIGHTS_ZERO:
        return 0;
    case WEIGHTS_ONE_APP:
        return (u6)(app == chosen ? 1U + ls_below(ls, 63) : 0U);
    case WEIGHTS_MAX:
        return 63;
    case WEIGHTS_SPARSE:
        return (u6)(ls_chance(ls, 60) ? ls_below(ls, 64) : 0U);
    default:
        return (u6)ls_below(ls, 64);
    }
}

static void drive_request(lockstep *ls, unsigned p, const dram_arbiter_out *pins, dram_arbiter_in *in) {
    in->req_valid = (u1)ls_chance(ls, profile[p].req);
    in->req_walk = (u1)ls_chance(ls, profile[p].walk);
    in->req_app = ls_chance(ls, profile[p].mine) ? pins->silver_app
                                                 : (GMMU_U(GMMU_APP_W))ls_below(ls, 1U << GMMU_APP_W);
    in->req_id = (GMMU_U(GMMU_REQUEST_W))GMMU_WRAP(ls_random(ls), GMMU_REQUEST_W);
    in->req_write = (u1)ls_chance(ls, 30);
    in->req_bank = (GMMU_U(GMMU_BANK_W))GMMU_WRAP(ls_random(ls), GMMU_BANK_W);
    in->req_row = (GMMU_U(GMMU_ROW_W))GMMU_WRAP(ls_random(ls), GMMU_ROW_W);
    in->req_col = (GMMU_U(GMMU_COL_W))GMMU_WRAP(ls_random(ls), GMMU_COL_W);
    in->g_ready = (u1)ls_chance(ls, profile[p].queue);
    in->s_ready = (u1)ls_chance(ls, profile[p].queue);
    in->n_ready = (u1)ls_chance(ls, profile[p].queue);
}

static void drive_heads(lockstep *ls, unsigned p, dram_arbiter_in *in) {
    in->g_valid = (u1)ls_chance(ls, profile[p].head / 2);
    in->g_id = (GMMU_U(GMMU_REQUEST_W))GMMU_WRAP(ls_random(ls), GMMU_REQUEST_W);
    in->g_write = (u1)ls_chance(ls, 10);
    in->g_bank = (GMMU_U(GMMU_BANK_W))GMMU_WRAP(ls_random(ls), GMMU_BANK_W);
    in->g_row = (GMMU_U(GMMU_ROW_W))GMMU_WRAP(ls_random(ls), GMMU_ROW_W);
    in->g_col = (GMMU_U(GMMU_COL_W))GMMU_WRAP(ls_random(ls), GMMU_COL_W);
    in->s_valid = (u1)ls_chance(ls, profile[p].head);
    in->s_id = (GMMU_U(GMMU_REQUEST_W))GMMU_WRAP(ls_random(ls), GMMU_REQUEST_W);
    in->s_write = (u1)ls_chance(ls, 30);
    in->s_bank = (GMMU_U(GMMU_BANK_W))GMMU_WRAP(ls_random(ls), GMMU_BANK_W);
    in->s_row = (GMMU_U(GMMU_ROW_W))GMMU_WRAP(ls_random(ls), GMMU_ROW_W);
    in->s_col = (GMMU_U(GMMU_COL_W))GMMU_WRAP(ls_random(ls), GMMU_COL_W);
    in->n_valid = (u1)ls_chance(ls, profile[p].head);
    in->n_id = (GMMU_U(GMMU_REQUEST_W))GMMU_WRAP(ls_random(ls), GMMU_REQUEST_W);
    in->n_write = (u1)ls_chance(ls, 30);
    in->n_bank = (GMMU_U(GMMU_BANK_W))GMMU_WRAP(ls_random(ls), GMMU_BANK_W);
    in->n_row = (GMMU_U(GMMU_ROW_W))GMMU_WRAP(ls_random(ls), GMMU_ROW_W);
    in->n_col = (GMMU_U(GMMU_COL_W))GMMU_WRAP(ls_random(ls), GMMU_COL_W);
    for (unsigned b = 0; b < GMMU_NUM_BANKS; b++)
        in->bank_ready =
            (GMMU_U(GMMU_NUM_BANKS))(in->bank_ready | (ls_chance(ls, profile[p].bank) ? 1U << b : 0U));
}

void dram_arbiter_stimulus(lockstep *ls, const dram_arbiter_state *s, const dram_arbiter_out *pins,
                           dram_arbiter_in *in) {
    const unsigned p = ls_phase(ls) % 8U;
    const unsigned chosen = (unsigned)ls_below(ls, profile[p].apps == 0 ? 1 : profile[p].apps);

    /* Quotients around the limits of a quota; the engine itself comes to few of them. */
    if (s->phase == DA_WAIT && s->div.done && ls_chance(ls, 25))
        ls_poke(ls, "div.quo", 0, ls_chance(ls, 50) ? 510 + ls_below(ls, 4) : ls_below(ls, 3));
    drive_request(ls, p, pins, in);
    drive_heads(ls, p, in);
    in->epoch_end = (u1)ls_chance(ls, 1);
    if (in->epoch_end) {
        for (unsigned i = 0; i < GMMU_NUM_APPS; i++) {
            in->conptw[i] = counter(ls, profile[p].weights, i, chosen);
            in->stalled[i] = counter(ls, profile[p].weights, i, chosen);
        }
    }
    /* Software may rewrite its registers at any time; now and then it does. */
    in->cfg_enable = (u1)(profile[p].enable ^ (ls_below(ls, 256) == 0 ? 1U : 0U));
    in->cfg_apps =
        (GMMU_U(GMMU_APP_W))(ls_below(ls, 256) == 0 ? ls_below(ls, 1U << GMMU_APP_W) : profile[p].apps);
    in->cfg_thresh_max = (u9)(ls_below(ls, 512) == 0 ? ls_below(ls, 512) : profile[p].thresh_max);
}

static unsigned turn_apps(const dram_arbiter_in *in) {
    const unsigned apps = in->cfg_apps;

    return apps == 0 ? 1 : apps > GMMU_NUM_APPS ? GMMU_NUM_APPS : apps;
}

static void cover_way_in(lockstep *ls, const dram_arbiter_state *s, const dram_arbiter_in *in,
                         const dram_arbiter_out *pins) {
    const bool taken = in->req_valid && pins->req_ready;
    const bool mine = in->req_app == s->silver_app;
    const bool within = in->req_app < turn_apps(in);
    const bool demand = taken && in->cfg_enable && !in->req_walk && mine && within;

    ls_cover(ls, "request refused: register taken", in->req_valid && !pins->req_ready);
    ls_cover(ls, "walk taken", taken && in->cfg_enable && in->req_walk && !mine);
    ls_cover(ls, "walk of the silver application taken", taken && in->cfg_enable && in->req_walk && mine);
    ls_cover(ls, "silver data taken", demand && !in->req_write);
    ls_cover(ls, "write-back of the silver application taken", demand && in->req_write);
    ls_cover(ls, "normal data taken", taken && in->cfg_enable && !in->req_walk && !mine);
    ls_cover(ls, "owner beyond cfg_apps taken", taken && in->cfg_enable && mine && !within);
    ls_cover(ls, "walk taken while disabled", taken && !in->cfg_enable && in->req_walk);
    ls_cover(ls, "silver data taken while disabled",
             taken && !in->cfg_enable && !in->req_walk && mine && within);
    ls_cover(ls, "golden accepts", pins->push_g && in->g_ready);
    ls_cover(ls, "golden full", pins->push_g && !in->g_ready);
    ls_cover(ls, "silver accepts", pins->push_s && in->s_ready);
    ls_cover(ls, "silver full", pins->push_s && !in->s_ready);
    ls_cover(ls, "normal accepts", pins->push_n && in->n_ready);
    ls_cover(ls, "normal full", pins->push_n && !in->n_ready);
    ls_cover(ls, "another queue is ready, the own one is not", pins->push_s && !in->s_ready && in->n_ready);
}

static void cover_turn(lockstep *ls, const dram_arbiter_state *s, const dram_arbiter_in *in,
                       const dram_arbiter_out *pins) {
    const unsigned apps = turn_apps(in);
    const bool enters = pins->push_s && in->s_ready;
    const unsigned quota = s->silver_app < GMMU_NUM_APPS ? s->thresh[s->silver_app] : 0;
    const bool passes = enters && s->left <= 1;

    ls_cover(ls, "turn goes on", enters && !passes);
    ls_cover(ls, "turn passes to the next", passes && s->silver_app + 1U < apps);
    ls_cover(ls, "turn passes from the last to the first", passes && apps > 1 && s->silver_app + 1U == apps);
    ls_cover(ls, "turn of the only application", passes && apps == 1 && s->silver_app == 0);
    ls_cover(ls, "turn of the last possible application ends", passes && s->silver_app == GMMU_NUM_APPS - 1);
    ls_cover(ls, "turn of one request", passes && quota == 1);
    ls_cover(ls, "turn of at least 100 requests begins", s->fresh && quota >= 100);
    ls_cover(ls, "turn of at least 100 requests ends", passes && quota >= 100);
    ls_cover(ls, "quota changed during the turn", s->left > quota && !s->fresh);
    ls_cover(ls, "absent owner replaced", in->req_valid && pins->req_ready && s->silver_app >= apps);
    ls_cover(ls, "turn of an absent owner passes", passes && s->silver_app >= apps);
}

static void cover_way_out(lockstep *ls, const dram_arbiter_state *s, const dram_arbiter_in *in,
                          const dram_arbiter_out *pins) {
    static const char *const to_bank[LS_NUMBERED] = LS_NUMBERED_BINS("issue to bank ", "");
    const bool g = in->g_valid && ((in->bank_ready >> in->g_bank) & 1U);
    const bool m = in->s_valid && ((in->bank_ready >> in->s_bank) & 1U);
    const bool n = in->n_valid && ((in->bank_ready >> in->n_bank) & 1U);

    ls_cover(ls, "all three classes compete", g && m && n);
    ls_cover(ls, "silver and normal compete", !in->g_valid && m && n);
    ls_cover(ls, "golden waits for its bank, silver goes", in->g_valid && !g && m);
    ls_cover(ls, "golden and silver wait for banks, normal goes",
             in->g_valid && !g && in->s_valid && !m && n);
    ls_cover(ls, "no head", !in->g_valid && !in->s_valid && !in->n_valid);
    ls_cover(ls, "golden is being popped", g && pins->pop_g);
    ls_cover(ls, "silver is being popped", m && pins->pop_s);
    ls_cover(ls, "normal is being popped", n && pins->pop_n);
    ls_cover(ls, "golden's bank is issued right now",
             g && !pins->pop_g && pins->issue_valid && pins->issue_bank == in->g_bank);
    ls_cover(ls, "silver's bank is issued right now",
             m && !pins->pop_s && pins->issue_valid && pins->issue_bank == in->s_bank);
    ls_cover(ls, "normal's bank is issued right now",
             n && !pins->pop_n && pins->issue_valid && pins->issue_bank == in->n_bank);
    ls_cover(ls, "golden issued", pins->pop_g);
    ls_cover(ls, "silver issued", pins->pop_s);
    ls_cover(ls, "normal issued", pins->pop_n);
    for (unsigned b = 0; b < GMMU_NUM_BANKS; b++)
        ls_cover(ls, to_bank[b], s->issue_valid && s->issue_bank == b);
}

static void cover_quota(lockstep *ls, const dram_arbiter_state *s, const dram_arbiter_in *in) {
    const bool result = s->phase == DA_WAIT && s->div.done;

    ls_cover(ls, "epoch ends", in->epoch_end && s->phase == DA_IDLE);
    ls_cover(ls, "epoch end ignored while weighing", in->epoch_end && s->phase == DA_WEIGH);
    ls_cover(ls, "epoch end ignored while dividing", in->epoch_end && s->phase == DA_WAIT);
    ls_cover(ls, "highest weight", s->phase == DA_PICK && s->weight[s->app] == 63 * 63);
    ls_cover(ls, "highest sum", s->phase == DA_PICK && s->sum == GMMU_NUM_APPS * 63 * 63);
    ls_cover(ls, "equal shares", result && s->sum == 0 && s->div.quo > 1);
    ls_cover(ls, "quota 0 raised to 1", result && s->div.quo == 0);
    ls_cover(ls, "quota 500", result && s->div.quo == 500);
    ls_cover(ls, "quota 511", result && s->div.quo == 511);
    ls_cover(ls, "quota in between", result && s->sum != 0 && s->div.quo > 1 && s->div.quo < 500);
    ls_cover(ls, "quota of the last application", result && s->app == GMMU_NUM_APPS - 1);
}

void dram_arbiter_coverage(lockstep *ls, const dram_arbiter_state *s, const dram_arbiter_in *in,
                           const dram_arbiter_out *pins) {
    cover_way_in(ls, s, in, pins);
    cover_turn(ls, s, in, pins);
    cover_way_out(ls, s, in, pins);
    cover_quota(ls, s, in);
}
