/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The unit that tests the proof harness: a five-entry tag store with
 * FIFO replacement, a saturating miss counter and a nested timer. It is small, but
 * has everything a unit can have: arrays, a variable index, a size that is not a
 * power of two, priority, a flush, and state in a submodule.
 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "gmmu_types.h"

#define SAMPLE_WAYS 5

typedef struct {
    u1 running; /* reset 0 */
    u6 left;    /* reset 0 */
} sample_timer_state;

typedef struct {
    u1 valid[SAMPLE_WAYS]; /* reset 0 */
    u7 tag[SAMPLE_WAYS];   /* reset 0 */
    u3 next;               /* way filled next, 0..4; reset 0 */
    u4 misses;             /* saturates; reset 0 */
    u1 ans_valid;          /* answer of the lookup of the previous cycle; reset 0 */
    u1 ans_hit;
    u3 ans_way;
    u7 peek; /* tag of the way asked for; 0 for a way that does not exist; reset 0 */
    sample_timer_state timer;
} sample_state;

typedef struct {
    u1 look_valid;
    u7 look_tag;
    u1 fill_valid; /* ignored when the tag is present */
    u7 fill_tag;
    u1 flush; /* overrides a fill, and starts the timer */
    u3 weight[2];
    u3 peek_way;
} sample_in;

typedef struct {
    u1 answer_valid;
    u1 answer_hit;
    u3 answer_way;
    u3 level;
    u1 running;
    u7 peeked;
} sample_out;

void sample_reset(sample_state *s);
void sample_outputs(const sample_state *s, sample_out *out);
void sample_step(sample_state *s, const sample_in *in, sample_out *out);

#endif
