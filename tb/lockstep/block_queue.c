/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of block_queue for the lock-step harness. */
#include "block_queue.h"
#include "lockstep.h"

#define SMS ((unsigned)GMMU_NUM_CORES)

/* Per phase, in percent: SMs of the partition, SMs that ask, launches asked for; in ten thousand: writes of
 * the partition; and the most blocks of a launch. */
static const struct {
    unsigned member, ask, load, mask, blocks;
} profile[LS_PHASES] = {
    {50, 30, 50, 20, 200}, {100, 100, 100, 5, 400}, {50, 5, 20, 50, 60},    {5, 90, 30, 500, 20},
    {90, 2, 100, 100, 9},  {0, 50, 50, 300, 30},    {30, 80, 5, 3000, 300}, {100, 60, 1, 10, 2000},
};

/* Some SMs, a run of neighbours, one, or none. */
static void draw_sms(lockstep *ls, unsigned percent, u1 sms[GMMU_NUM_CORES]) {
    const unsigned kind = (unsigned)ls_below(ls, 4), first = (unsigned)ls_below(ls, SMS),
                   count = (unsigned)ls_below(ls, SMS + 1U);

    for (unsigned i = 0; i < SMS; i++)
        sms[i] = kind < 2    ? (u1)ls_chance(ls, percent)
                 : kind == 2 ? (u1)(i >= first && i - first < count)
                             : (u1)(i == first && percent != 0);
}

/* A jump can leave a queue that would not get empty, and a turn of no SM. */
static void jump_on(lockstep *ls, const block_queue_state *s) {
    if (s->blocks - s->next > 2000 && ls_chance(ls, 1))
        ls_poke(ls, "next", 0, s->blocks - ls_below(ls, 40));
    if (s->turn >= SMS && ls_chance(ls, 10))
        ls_poke(ls, "turn", 0, ls_below(ls, SMS));
}

void block_queue_stimulus(lockstep *ls, const block_queue_state *s, const block_queue_out *pins,
                          block_queue_in *in) {
    const unsigned p = ls_phase(ls);
    bool members = false;

    for (unsigned i = 0; i < SMS; i++)
        members |= s->mask[i];
    in->mask_valid = (u1)(ls_below(ls, 10000) < (members ? profile[p].mask : 1000U));
    draw_sms(ls, profile[p].member, in->mask_sms);
    in->load_valid = (u1)ls_chance(ls, pins->load_ready ? profile[p].load : 5);
    in->load_blocks = (GMMU_U(GMMU_BLOCK_W))ls_below(ls, ls_chance(ls, 10) ? 2 : profile[p].blocks + 1U);
    if (ls_chance(ls, 5))
        draw_sms(ls, profile[p].ask, in->pop_valid);
    else
        for (unsigned i = 0; i < SMS; i++)
            in->pop_valid[i] = (u1)ls_chance(ls, profile[p].ask);
    jump_on(ls, s);
}

typedef struct {
    unsigned asks, foreign, members; /* SMs that ask, those of others that ask, all of the partition */
    unsigned nearest;                /* from the turn on, the SM itself at the last */
    bool pops, has;                  /* the SM with the turn pops; is one of the partition */
} view;

static view look(const block_queue_state *s, const block_queue_in *in, const block_queue_out *pins) {
    view v = {.nearest = SMS + 1U};

    for (unsigned i = 0; i < SMS; i++) {
        const unsigned away = i > s->turn ? i - s->turn : i + SMS - s->turn;
        const bool asks = s->mask[i] && in->pop_valid[i];

        v.members += s->mask[i];
        v.asks += asks;
        v.foreign += in->pop_valid[i] && !s->mask[i];
        v.nearest = asks && away < v.nearest ? away : v.nearest;
        v.pops |= pins->pop_ready[i] && in->pop_valid[i];
        v.has |= s->mask[i] && s->turn == i;
    }
    return v;
}

static void cover_turn(lockstep *ls, const block_queue_state *s, const block_queue_in *in, const view *v,
                       bool left) {
    const bool moves = left && v->asks != 0 && v->nearest < SMS;

    ls_cover(ls, "turn to the next SM", moves && v->nearest == 1);
    ls_cover(ls, "turn beyond SMs that do not ask", moves && v->nearest > 3);
    ls_cover(ls, "turn round to an earlier SM", moves && s->turn + v->nearest >= SMS);
    ls_cover(ls, "turn round to SM 0", moves && s->turn + v->nearest == SMS);
    ls_cover(ls, "turn to the last SM", moves && s->turn + v->nearest == SMS - 1U);
    ls_cover(ls, "turn stays with the only one that asks", left && v->asks == 1 && v->nearest == SMS);
    ls_cover(ls, "turn stays where nobody asks", left && v->members != 0 && v->asks == 0 && v->foreign == 0);
    ls_cover(ls, "only SMs of others ask", left && v->asks == 0 && v->foreign != 0);
    ls_cover(ls, "the turn is with an SM that has left", left && !v->has && v->asks != 0);
    ls_cover(ls, "the turn is with an SM that does not ask", left && v->has && !v->pops && v->asks != 0);
    ls_cover(ls, "the partition loses the SM with the turn",
             left && v->has && in->mask_valid && !in->mask_sms[s->turn % SMS]);
}

void block_queue_coverage(lockstep *ls, const block_queue_state *s, const block_queue_in *in,
                          const block_queue_out *pins) {
    const bool left = !pins->load_ready, launch = in->load_valid && pins->load_ready;
    const view v = look(s, in, pins);

    ls_cover(ls, "launch", launch && in->load_blocks > 1);
    ls_cover(ls, "launch without blocks", launch && in->load_blocks == 0);
    ls_cover(ls, "launch brings the turn back", launch && s->turn != 0);
    ls_cover(ls, "launch and partition at once", launch && in->mask_valid);
    ls_cover(ls, "launch while SMs ask", launch && v.asks != 0);
    ls_cover(ls, "launch refused", in->load_valid && left);
    ls_cover(ls, "launch refused at the last pop",
             in->load_valid && left && v.pops && s->blocks - s->next == 1);
    ls_cover(ls, "pop", v.pops);
    ls_cover(ls, "pop of the last number", v.pops && s->blocks - s->next == 1);
    ls_cover(ls, "pop of a number of many bits", v.pops && s->next > (GMMU_BLOCK_W > 10 ? 1000U : 7U));
    ls_cover(ls, "pop by the first SM", v.pops && s->turn == 0);
    ls_cover(ls, "pop by the last SM", v.pops && s->turn == SMS - 1U);
    ls_cover(ls, "pop as the partition is written", v.pops && in->mask_valid);
    ls_cover(ls, "pop while SMs of others ask", v.pops && v.foreign != 0);
    ls_cover(ls, "all SMs ask", left && v.asks == SMS);
    ls_cover(ls, "the queue is empty, and SMs ask", !left && v.asks != 0);
    ls_cover(ls, "a partition without SMs", left && v.members == 0 && v.foreign != 0);
    cover_turn(ls, s, in, &v, left);
}
