/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time slices: the whole chip belongs to one application at a time. At the end of its slice the
 * next one that has blocks takes its turn: SMs that work for anybody else save their blocks, and
 * saved blocks of the application come back, on whichever SM, before new ones start. SMs that the
 * application has no block for go to the next ones in the ring, until their turn ends.
 * D: --sms does not count; a slice is schedule.slice_cycles from its beginning, saving included;
 * 0: a turn ends when its application has no block left.
 */
#include "base/engine.h"
#include "dispatch/block_scheduler.h"

typedef struct {
    bool begun;
    uint32_t turn; /* whose */
    uint64_t end;  /* of the slice */
} ring;

static bool has_blocks(const schedule *s, uint32_t app) {
    return s->app[app].waiting || s->app[app].outstanding;
}

/* The next application of the ring after `app` with a block that waits, `app` itself at the last;
 * SCHEDULE_NO_APP: none. */
static uint32_t next_waiting(const schedule *s, uint32_t app) {
    for (uint32_t i = 1; i <= s->apps; i++)
        if (s->app[(app + i) % s->apps].waiting)
            return (app + i) % s->apps;
    return SCHEDULE_NO_APP;
}

static uint32_t next_turn(const schedule *s, uint32_t app) {
    for (uint32_t i = 1; i < s->apps; i++)
        if (has_blocks(s, (app + i) % s->apps))
            return (app + i) % s->apps;
    return app;
}

static void begin_turn(const schedule *s, ring *r, uint32_t app, uint64_t cycle) {
    r->turn = app;
    r->begun = true;
    r->end = s->slice_cycles ? cycle + s->slice_cycles : GMMU_NEVER;
    for (uint32_t i = 0; i < s->sms; i++)
        if (s->sm[i].owner != app)
            schedule_preempt(s, i);
}

static uint64_t schedule_round_robin_assign(const schedule *s, void *state, uint64_t cycle) {
    ring *r = state;
    if (!r->begun)
        begin_turn(s, r, 0, cycle);
    else if (cycle >= r->end || !has_blocks(s, r->turn))
        begin_turn(s, r, next_turn(s, r->turn), cycle);
    const uint32_t waiting = s->app[r->turn].waiting ? r->turn : next_waiting(s, r->turn);
    for (uint32_t i = 0; waiting != SCHEDULE_NO_APP && i < s->sms; i++)
        if (s->sm[i].resident == 0)
            schedule_give(s, i, waiting);
    return s->apps > 1 ? r->end : GMMU_NEVER;
}

const block_scheduler block_scheduler_round_robin = {
    .row = {"round-robin", "time slices (schedule.slice_cycles); blocks are saved and restored"},
    .state_bytes = sizeof(ring),
    .preempts = true,
    .assign = schedule_round_robin_assign,
    .choose = schedule_fewest,
};
