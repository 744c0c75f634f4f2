/* SPDX-License-Identifier: Apache-2.0 */
/* What the unit tests of token_controller have in common: it, its pins, and whole epochs. */
#ifndef GMMU_TOKEN_BENCH_H
#define GMMU_TOKEN_BENCH_H

#include <stdbool.h>
#include <string.h>

#include "token_controller.h"
#include "unit_test.h"

#define CORES GMMU_NUM_CORES
#define APPS  GMMU_NUM_APPS
#define WARPS GMMU_NUM_WARPS

typedef struct {
    token_controller_state s;
    token_controller_in in; /* of the coming edge; edge() clears all but the CSRs */
    token_controller_out out;
} bench;

static inline void edge(bench *b) {
    token_controller_step(&b->s, &b->in, &b->out);
    token_controller_outputs(&b->s, &b->out);
    b->in.ev0_valid = 0;
    b->in.ev1_valid = 0;
    b->in.q_valid = 0;
    b->in.epoch_end = 0;
    b->in.ho_valid = 0;
}

/* Cores are dealt to the applications in turn; 0.75, 1/64 and 0.25 are exact in Q0.16. */
static inline void start(bench *b, unsigned apps) {
    memset(b, 0, sizeof *b);
    token_controller_reset(&b->s);
    for (unsigned c = 0; c < CORES; c++)
        b->in.core_app[c] = (u5)(c % apps);
    b->in.cfg_initial = 49152;
    b->in.cfg_margin = 1024;
    b->in.cfg_step = 16384;
}

static inline void event0(bench *b, unsigned core, unsigned warps, bool hit) {
    b->in.ev0_valid = 1;
    b->in.ev0_core = (u5)core;
    b->in.ev0_warps = (u9)warps;
    b->in.ev0_hit = (u1)hit;
}

static inline void event1(bench *b, unsigned core, unsigned warps, bool hit) {
    b->in.ev1_valid = 1;
    b->in.ev1_core = (u5)core;
    b->in.ev1_warps = (u9)warps;
    b->in.ev1_hit = (u1)hit;
}

/* misses of accesses on one core that runs `warps` warps. */
static inline void traffic(bench *b, unsigned core, unsigned warps, unsigned misses, unsigned accesses) {
    for (unsigned k = 0; k < accesses; k++) {
        event0(b, core, warps, k >= misses);
        edge(b);
    }
}

static inline void evaluate(bench *b) {
    b->in.epoch_end = 1;
    edge(b);
    assert_int_equal(b->out.busy, 1);
    for (unsigned k = 0; b->out.busy; k++) {
        assert_true(k <= TOKEN_CONTROLLER_EVALUATION(APPS, CORES) + TOKEN_CONTROLLER_FOLLOWING(APPS));
        edge(b);
    }
}

static inline bool may_fill(bench *b, unsigned core, unsigned rank) {
    b->in.q_valid = 1;
    b->in.q_core = (u5)core;
    b->in.q_rank = (u8)rank;
    edge(b);
    assert_int_equal(b->out.a_valid, 1);
    return b->out.a_fill != 0;
}

/* The running warps of a core that may fill; they must be the lowest. */
static inline unsigned fillers(bench *b, unsigned core) {
    unsigned count = 0;
    while (count < WARPS && may_fill(b, core, count))
        count++;
    for (unsigned w = count; w < WARPS; w++)
        assert_false(may_fill(b, core, w));
    return count;
}

/* Core `core` goes to application `app`. */
static inline void hand_over(bench *b, unsigned core, unsigned app) {
    b->in.core_app[core] = (u5)app;
    b->in.ho_valid = 1;
    b->in.ho_core = (u5)core;
    edge(b);
}

#endif
