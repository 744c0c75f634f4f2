/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace for the lock-step bench, as the prover and scripts/sva/sby.py write it; a line each:
 *
 *     state PATH INDEX VALUE   before the next step this register has this value, on both sides
 *     in PATH INDEX VALUE      an input of the next step; inputs not named are 0
 *     bits PATH BINARY         a whole input in binary, element 0 at the low end
 *     step                     an edge
 *     reset                    an edge with rst = 1
 *
 * A run begins with a reset of its own and ends with one more step, all inputs 0: an assertion
 * speaks when the edge after its step comes. A line that begins with # is a comment.
 */
#ifndef GMMU_LOCKSTEP_REPLAY_H
#define GMMU_LOCKSTEP_REPLAY_H

#include "lockstep_unit.h"

typedef struct replay replay;

/* NULL, and one line on stderr, when the file is no trace of this unit. */
replay *replay_open(const ls_unit *unit, const char *path);
void replay_free(replay *r);
uint64_t replay_cycles(const replay *r); /* of a whole run */
void replay_rewind(replay *r);
/* What the next edge is: writes registers and inputs; the result is rst. */
bool replay_next(replay *r, void *state, void *in);

#endif
