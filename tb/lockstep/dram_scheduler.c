/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dram_scheduler between an AXI4 master and a DRAM controller, both random and both keeping their rules
 * (tb/formal/axi4_checker.sv looks at the master, too). What is read and written is a function of the
 * address, so both ends know at once whether a line came to its ID, and data to their line.
 */
#include "dram_scheduler.h"
#include "lockstep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"

enum { WORDS = GMMU_AXI_WORDS, BEATS = GMMU_AXI_BEATS, BANKS = GMMU_NUM_BANKS, IDS = AXI4_IDS };
enum { BANK_DEPTH = 4, WRITES_AHEAD = 4, PER_ID = 4, PAGE = 4096 };

/* Per phase, in percent: reads, writes, data of writes, receivers of R and B; banks that are ready, answers
 * of the controller; walks, bursts that are no line; and IDs and applications in use. */
static const struct {
    unsigned read, write, data, takes, bank, answer, walk, bad, ids, apps;
} profile[LS_PHASES] = {
    {60, 60, 80, 80, 70, 70, 20, 3, IDS, 4}, {100, 100, 100, 100, 100, 100, 10, 1, IDS, 2},
    {95, 0, 50, 95, 1, 95, 0, 0, IDS, 2},    {90, 40, 95, 95, 1, 95, 90, 0, IDS, 2},
    {95, 95, 95, 30, 95, 95, 30, 20, 4, 3},  {90, 90, 90, 95, 0, 60, 0, 1, IDS, 30},
    {50, 90, 95, 90, 60, 15, 5, 5, 8, 2},    {5, 5, 50, 50, 50, 50, 30, 30, IDS, 31},
};

/* A transaction of the master. */
typedef struct {
    uint64_t addr;
    unsigned id, len, size, burst, user;
    bool line, issued;
} transaction;

/* What an ID waits for: beats of up to two transactions in the queue of R, one under way, one held. */
typedef struct {
    transaction due[PER_ID];
    unsigned count, beat;
} waiting;

/* A request in a bank of the controller. */
typedef struct {
    unsigned name;
    uint64_t row;
    uint64_t line; /* its place in the memory */
} request;

static struct {
    bool ar_offered, aw_offered, w_offered;
    transaction ar;
    transaction aw[WRITES_AHEAD]; /* begun, and not all of its address and its data taken */
    unsigned aw_sent, w_sent, begun, w_beat;
    waiting reads[IDS], writes[IDS];
    request bank[BANKS][BANK_DEPTH];
    unsigned held[BANKS];
    bool open[BANKS];
    uint64_t row[BANKS];
    uint32_t buffer[IDS][BEATS];   /* word 0 of each beat */
    request read[IDS], write[IDS]; /* carried out */
    unsigned read_count, write_count, sent;
    bool rd_offered, done_offered, enable;
    unsigned apps, thresh_max, hit_cap;
} env;

static void check(bool holds, const char *what) {
    if (holds || !LOCKSTEP_JUDGES)
        return;
    printf("FAIL lockstep dram_scheduler: %s\n", what);
    exit(1);
}

/* What the memory holds, and what is written. */
static uint32_t word_at(uint64_t line, unsigned beat, unsigned word, unsigned write) {
    return (uint32_t)(mix(line * 1024 + beat * 64 + word * 2 + write) & UINT32_MAX);
}

static uint64_t place(uint64_t row, uint64_t bank, uint64_t col) {
    return (row * BANKS + bank) << GMMU_COL_W | col;
}

static uint64_t place_of(uint64_t addr) {
    return place(GMMU_WRAP(addr >> GMMU_AXI_ROW_AT, GMMU_ROW_W),
                 GMMU_WRAP(addr >> GMMU_AXI_BANK_AT, GMMU_BANK_W),
                 GMMU_WRAP(addr >> GMMU_AXI_COL_AT, GMMU_COL_W));
}

/* ---- the master ---- */

/* A burst that AXI4 allows and that is no line, most of them. */
static void draw_other(lockstep *ls, transaction *t) {
    t->burst = (unsigned)ls_below(ls, 3);
    t->size = (unsigned)ls_below(ls, GMMU_AXI_BYTE_W + 1);
    t->len = (unsigned)ls_below(ls, t->burst == 1 && ls_chance(ls, 5) ? 256 : 16);
    t->addr ^= ls_below(ls, PAGE);
    if (t->burst == 2) { /* WRAP */
        t->len = (2U << ls_below(ls, 4)) - 1U;
        t->addr = t->addr >> t->size << t->size;
    }
    const uint64_t bytes = (uint64_t)(t->len + 1U) << t->size;
    if (t->burst == 1 && (t->addr % PAGE >> t->size << t->size) + bytes > PAGE)
        t->len = 0;
    t->line = t->burst == 1 && t->size == GMMU_AXI_BYTE_W && t->len == BEATS - 1 &&
              t->addr % (4 * WORDS * BEATS) == 0;
}

/* Mostly an ID of which nothing is under way, as far as there is one. */
static unsigned draw_id(lockstep *ls, const waiting *ids) {
    const unsigned used = profile[ls_phase(ls)].ids < IDS ? profile[ls_phase(ls)].ids : IDS;
    unsigned id = (unsigned)ls_below(ls, used);
    for (unsigned n = 0; n < used && ids[id].count != 0 && ls_chance(ls, 98); n++)
        id = (id + 1) % used;
    return id;
}

static transaction draw(lockstep *ls, const waiting *ids) {
    const unsigned p = ls_phase(ls);
    const uint64_t row = ls_chance(ls, 60) ? ls_below(ls, 3) : GMMU_WRAP(ls_random(ls), GMMU_ROW_W);
    const uint64_t col = ls_below(ls, 1U << GMMU_COL_W);
    transaction t = {0};

    t.addr = row << GMMU_AXI_ROW_AT | ls_below(ls, BANKS) << GMMU_AXI_BANK_AT | col << GMMU_AXI_COL_AT;
    t.id = draw_id(ls, ids);
    t.len = BEATS - 1;
    t.size = GMMU_AXI_BYTE_W;
    t.burst = AXI4_INCR;
    t.user = (unsigned)GMMU_WRAP(ls_below(ls, profile[p].apps), GMMU_APP_W) |
             (ls_chance(ls, profile[p].walk) ? 1U << GMMU_APP_W : 0U);
    t.line = true;
    if (ls_chance(ls, profile[p].bad))
        draw_other(ls, &t);
    return t;
}

static void master_offers(lockstep *ls, dram_scheduler_in *in) {
    const unsigned p = ls_phase(ls);
    if (!env.ar_offered && ls_chance(ls, profile[p].read)) {
        env.ar = draw(ls, env.reads);
        env.ar_offered = true;
    }
    if (env.begun - (env.aw_sent < env.w_sent ? env.aw_sent : env.w_sent) < WRITES_AHEAD &&
        ls_chance(ls, profile[p].write))
        env.aw[env.begun++ % WRITES_AHEAD] = draw(ls, env.writes);
    env.aw_offered = env.aw_offered || (env.aw_sent != env.begun && ls_chance(ls, profile[p].data));
    env.w_offered = env.w_offered || (env.w_sent != env.begun && ls_chance(ls, profile[p].data));
    const transaction *aw = &env.aw[env.aw_sent % WRITES_AHEAD], *w = &env.aw[env.w_sent % WRITES_AHEAD];

    in->arvalid = (u1)env.ar_offered;
    in->arid = (GMMU_U(GMMU_AXI_ID_W))env.ar.id;
    in->araddr = env.ar.addr;
    in->arlen = (u8)env.ar.len;
    in->arsize = (u3)env.ar.size;
    in->arburst = (u2)env.ar.burst;
    in->aruser = (GMMU_U(GMMU_AXI_USER_W))env.ar.user;
    in->awvalid = (u1)env.aw_offered;
    in->awid = (GMMU_U(GMMU_AXI_ID_W))aw->id;
    in->awaddr = aw->addr;
    in->awlen = (u8)aw->len;
    in->awsize = (u3)aw->size;
    in->awburst = (u2)aw->burst;
    in->awuser = (GMMU_U(GMMU_AXI_USER_W))aw->user;
    in->wvalid = (u1)env.w_offered;
    in->wlast = (u1)(env.w_beat == w->len);
    for (unsigned i = 0; i < WORDS; i++) {
        in->wdata[i] = word_at(place_of(w->addr), env.w_beat, i, 1);
        in->wstrb[i] = (u4)(w->id & 15U);
    }
    in->rready = (u1)ls_chance(ls, profile[p].takes);
    in->bready = (u1)ls_chance(ls, profile[p].takes);
}

static void wait_for(waiting *id, const transaction *t) {
    check(id->count < PER_ID, "more transactions of one ID are taken than there are places");
    id->due[id->count++] = *t;
}

static void answered(waiting *id) {
    if (id->count == 0) /* as it has been told, if the bench judges */
        return;
    memmove(id->due, id->due + 1, --id->count * sizeof *id->due);
    id->beat = 0;
}

/* What the master sees at this edge. */
static void master_moves(const dram_scheduler_in *in, const dram_scheduler_out *pins) {
    if (in->arvalid && pins->arready) {
        wait_for(&env.reads[env.ar.id], &env.ar);
        env.ar_offered = false;
    }
    if (in->awvalid && pins->awready) {
        const transaction *t = &env.aw[env.aw_sent++ % WRITES_AHEAD];
        wait_for(&env.writes[t->id], t);
        env.aw_offered = false;
    }
    if (in->wvalid && pins->wready) {
        env.w_offered = false;
        env.w_beat++;
        if (in->wlast) {
            env.w_sent++;
            env.w_beat = 0;
        }
    }
    if (pins->rvalid && in->rready) {
        waiting *id = &env.reads[pins->rid];
        const transaction *t = &id->due[0];
        check(id->count != 0, "R answers nobody");
        check((pins->rresp == AXI4_SLVERR) == !t->line && t->issued == t->line, "RRESP");
        check(pins->rlast == (id->beat == t->len), "RLAST");
        for (unsigned i = 0; i < WORDS && t->line; i++)
            check(pins->rdata[i] == word_at(place_of(t->addr), id->beat, i, 0), "R has data of another line");
        id->beat++;
        if (pins->rlast)
            answered(id);
    }
    if (pins->bvalid && in->bready) {
        waiting *id = &env.writes[pins->bid];
        check(id->count != 0, "B answers nobody");
        check((pins->bresp == AXI4_SLVERR) == !id->due[0].line, "BRESP");
        answered(id);
    }
}

/* ---- the controller ---- */

static void controller_offers(lockstep *ls, dram_scheduler_in *in) {
    const unsigned p = ls_phase(ls);
    uint32_t ready = 0, close = 0;
    for (unsigned b = 0; b < BANKS; b++) {
        ready |= env.held[b] < BANK_DEPTH && ls_chance(ls, profile[p].bank) ? 1U << b : 0U;
        if (env.open[b] && ls_chance(ls, 1))
            close |= 1U << b;
    }
    in->bank_ready = (GMMU_U(GMMU_NUM_BANKS))ready;
    const unsigned b = (unsigned)ls_below(ls, BANKS);
    if (env.held[b] != 0 && (!env.open[b] || env.row[b] != env.bank[b][0].row)) {
        in->act_valid = 1;
        in->act_bank = (GMMU_U(GMMU_BANK_W))b;
        in->act_row = (GMMU_U(GMMU_ROW_W))env.bank[b][0].row;
        close &= ~(1U << b);
    }
    in->pre = (GMMU_U(GMMU_NUM_BANKS))close;
    in->wd_ready = (u1)ls_chance(ls, profile[p].answer);
    env.rd_offered = env.rd_offered || (env.read_count != 0 && ls_chance(ls, profile[p].answer));
    env.done_offered = env.done_offered || (env.write_count != 0 && ls_chance(ls, profile[p].answer));
    in->rd_valid = (u1)env.rd_offered;
    in->rd_id = (GMMU_U(GMMU_AXI_ID_W))env.read[0].name;
    for (unsigned i = 0; i < WORDS; i++)
        in->rd_data[i] = word_at(env.read[0].line, env.sent, i, 0);
    in->done_valid = (u1)env.done_offered;
    in->done_id = (GMMU_U(GMMU_AXI_ID_W))(env.write[0].name % IDS);
}

static void remove_first(request *list, unsigned *count) {
    memmove(list, list + 1, --*count * sizeof *list);
}

/* The oldest of a bank is carried out once its row is open. */
static void carry_out(unsigned b) {
    const request r = env.bank[b][0];
    if (env.held[b] == 0 || !env.open[b] || env.row[b] != r.row)
        return;
    if (r.name < IDS)
        env.read[env.read_count++] = r;
    else
        env.write[env.write_count++] = r;
    remove_first(env.bank[b], &env.held[b]);
}

/* The oldest line of the ID that is not issued is issued. */
static bool issues_next(waiting *id, uint64_t line) {
    for (unsigned i = 0; i < id->count; i++) {
        transaction *t = &id->due[i];
        if (!t->line || t->issued)
            continue;
        t->issued = true;
        return place_of(t->addr) == line;
    }
    return false;
}

static void take_issue(const dram_scheduler_out *pins) {
    const unsigned b = (unsigned)pins->issue_bank, id = (unsigned)pins->issue_id % IDS;
    const uint64_t line = place(pins->issue_row, b, pins->issue_col);

    check(pins->issue_write == (pins->issue_id >= IDS), "a request's name says another direction");
    check(env.held[b] < BANK_DEPTH, "a bank gets what it was not ready for");
    check(issues_next(pins->issue_write ? &env.writes[id] : &env.reads[id], line),
          "a request is no line that its ID waits for");
    for (unsigned beat = 0; pins->issue_write && beat < BEATS; beat++)
        check(env.buffer[id][beat] == word_at(line, beat, 0, 1), "the write buffer has other data");
    env.bank[b][env.held[b]++] = (request){(unsigned)pins->issue_id, pins->issue_row, line};
}

static void controller_moves(lockstep *ls, const dram_scheduler_in *in, const dram_scheduler_out *pins) {
    carry_out((unsigned)ls_below(ls, BANKS));
    if (pins->issue_valid)
        take_issue(pins);
    for (unsigned b = 0; b < BANKS; b++)
        if ((in->pre >> b & 1U) != 0)
            env.open[b] = false;
    if (in->act_valid) {
        env.open[in->act_bank] = true;
        env.row[in->act_bank] = in->act_row;
    }
    if (pins->wd_valid && in->wd_ready)
        env.buffer[pins->wd_id][pins->wd_beat] = pins->wd_data[0];
    if (in->rd_valid && pins->rd_ready) {
        env.rd_offered = false;
        env.sent = (env.sent + 1) % BEATS;
        if (env.sent == 0)
            remove_first(env.read, &env.read_count);
    }
    if (in->done_valid && pins->done_ready) {
        env.done_offered = false;
        remove_first(env.write, &env.write_count);
    }
}

/* ---- both ---- */

static void start(lockstep *ls) {
    memset(&env, 0, sizeof env);
    env.enable = ls_chance(ls, 90);
    env.apps = 1 + (unsigned)ls_below(ls, 4);
    env.thresh_max = ls_chance(ls, 60) ? 500 : (unsigned)ls_below(ls, 512);
    env.hit_cap = ls_chance(ls, 50) ? 0 : 1U << ls_below(ls, 8);
}

void dram_scheduler_stimulus(lockstep *ls, const dram_scheduler_state *s, const dram_scheduler_out *pins,
                             dram_scheduler_in *in) {
    (void)s;
    if (ls_cycle(ls) == 0)
        start(ls);
    in->cfg_enable = (u1)env.enable;
    in->cfg_apps = (GMMU_U(GMMU_APP_W))env.apps;
    in->cfg_thresh_max = (u9)env.thresh_max;
    in->cfg_hit_cap = (u8)env.hit_cap;
    if (ls_cycle(ls) == 0) /* AXI4: nothing is valid yet in the first cycle */
        return;
    in->epoch_end = (u1)(ls_below(ls, 300) == 0);
    for (unsigned i = 0; i < GMMU_NUM_APPS; i++) {
        in->conptw[i] = (u6)ls_below(ls, 64);
        in->stalled[i] = (u6)ls_below(ls, 64);
    }
    master_offers(ls, in);
    controller_offers(ls, in);
    master_moves(in, pins);
    controller_moves(ls, in, pins);
}

void dram_scheduler_coverage(lockstep *ls, const dram_scheduler_state *s, const dram_scheduler_in *in,
                             const dram_scheduler_out *pins) {
    const unsigned held = (unsigned)s->arbiter.hold_class;
    const bool stuck = s->arbiter.hold_valid && (held == DA_GOLDEN   ? pins->g_level == GMMU_GOLDEN_DEPTH
                                                 : held == DA_SILVER ? pins->s_level == GMMU_SILVER_DEPTH
                                                                     : pins->n_level == GMMU_NORMAL_DEPTH);

    ls_cover(ls, "read taken", in->arvalid && pins->arready);
    ls_cover(ls, "read waits", in->arvalid && !pins->arready);
    ls_cover(ls, "write taken", in->awvalid && pins->awready);
    ls_cover(ls, "data of a write ahead of its address", in->wvalid && !in->awvalid && !s->port.aw_valid);
    ls_cover(ls, "read waits for its ID", s->port.ar_valid && s->port.r_busy[s->port.ar_id]);
    ls_cover(ls, "write waits for its ID", s->port.aw_valid && s->port.w_busy[s->port.aw_id]);
    ls_cover(ls, "R of a line", pins->rvalid && in->rready && pins->rlast && pins->rresp == AXI4_OKAY);
    ls_cover(ls, "R of SLVERR", pins->rvalid && in->rready && pins->rlast && pins->rresp == AXI4_SLVERR);
    ls_cover(ls, "R waits", pins->rvalid && !in->rready);
    ls_cover(ls, "B of a line", pins->bvalid && in->bready && pins->bresp == AXI4_OKAY);
    ls_cover(ls, "B of SLVERR", pins->bvalid && in->bready && pins->bresp == AXI4_SLVERR);
    ls_cover(ls, "B waits", pins->bvalid && !in->bready);
    ls_cover(ls, "golden read issued",
             pins->issue_valid && pins->issue_class == DA_GOLDEN && !pins->issue_write);
    ls_cover(ls, "golden write issued",
             pins->issue_valid && pins->issue_class == DA_GOLDEN && pins->issue_write);
    ls_cover(ls, "silver issued", pins->issue_valid && pins->issue_class == DA_SILVER);
    ls_cover(ls, "normal read issued",
             pins->issue_valid && pins->issue_class == DA_NORMAL && !pins->issue_write);
    ls_cover(ls, "normal write issued",
             pins->issue_valid && pins->issue_class == DA_NORMAL && pins->issue_write);
    ls_cover(ls, "golden queue full", pins->g_level == GMMU_GOLDEN_DEPTH);
    ls_cover(ls, "silver queue full", pins->s_level == GMMU_SILVER_DEPTH);
    ls_cover(ls, "normal queue full", pins->n_level == GMMU_NORMAL_DEPTH);
    ls_cover(ls, "walk waits for the golden queue", stuck && held == DA_GOLDEN);
    ls_cover(ls, "data wait for the silver queue", stuck && held == DA_SILVER);
    ls_cover(ls, "data wait for the normal queue", stuck && held == DA_NORMAL);
    ls_cover(ls, "all queues empty", pins->g_level + pins->s_level + pins->n_level == 0);
    ls_cover(ls, "all heads at once", s->golden.count != 0 && s->silver.pick_valid && s->normal.pick_valid);
    ls_cover(ls, "turn passes", s->arbiter.fresh);
    ls_cover(ls, "quotas computed", pins->busy);
    ls_cover(ls, "read data wait", in->rd_valid && !pins->rd_ready);
    ls_cover(ls, "done waits", in->done_valid && !pins->done_ready);
    ls_cover(ls, "write data wait", pins->wd_valid && !in->wd_ready);
    ls_cover(ls, "a row is opened and others closed", in->act_valid && in->pre != 0);
}
