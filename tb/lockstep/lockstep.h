/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lock-step bench: the Verilated RTL of a unit against its C, pin by pin and
 * register by register, every cycle.
 *
 * The harness (lockstep.c) is the same for all units; a unit adds
 * tb/lockstep/<unit>.c with the two functions
 *
 *     void <unit>_stimulus(lockstep *ls, const <unit>_state *s, const <unit>_out *pins, <unit>_in *in);
 *     void <unit>_coverage(lockstep *ls, const <unit>_state *s, const <unit>_in *in, const <unit>_out *pins);
 *
 * The first chooses the inputs of this cycle (zeroed before the call), the second
 * declares and hits the functional coverage bins; it is called before the edge
 * of every cycle that is not a reset. All bins must be hit by the end of the run.
 *
 * The state may be one that no run reaches (see the jumps in lockstep.c): the
 * stimulus must accept any state.
 */
#ifndef GMMU_LOCKSTEP_H
#define GMMU_LOCKSTEP_H

#include <stdbool.h>
#include <stdint.h>

#define LS_PHASES 8

/* Does the bench judge the pins? Not where only assertions bound to the RTL shall (make
 * planted-claims-<block>). */
#ifndef LOCKSTEP_JUDGES
#define LOCKSTEP_JUDGES 1
#endif

typedef struct lockstep lockstep;

uint64_t ls_random(lockstep *ls);
uint64_t ls_below(lockstep *ls, uint64_t n); /* uniform in 0..n-1; 0 when n is 0 */
bool ls_chance(lockstep *ls, unsigned percent);

/* Stimulus profile, 0..LS_PHASES-1; changes every few thousand cycles. */
unsigned ls_phase(const lockstep *ls);

/* Cycles since the last reset; resets come at random times. */
uint64_t ls_cycle(const lockstep *ls);

/* A jump to a value that chance would not find: element `index` of register `path` (0 for a scalar) gets a
 * value of its width. For the stimulus; does nothing in stretches without jumps. The pins
 * follow when the stimulus has returned. */
void ls_poke(lockstep *ls, const char *path, unsigned index, uint64_t value);

/* Declares a coverage bin and counts a hit; call it unconditionally every cycle,
 * in the same order. `bin` must be a string literal. */
void ls_cover(lockstep *ls, const char *bin, bool hit);

/* Names of bins that differ in a number, from 0 to 31: before, the number, after. */
#define LS_NUMBERED 32
#define LS_TEN(before, tens, after)                                                                          \
    before tens "0" after, before tens "1" after, before tens "2" after, before tens "3" after,              \
        before tens "4" after, before tens "5" after, before tens "6" after, before tens "7" after,          \
        before tens "8" after, before tens "9" after
#define LS_NUMBERED_BINS(before, after)                                                                      \
    {LS_TEN(before, "", after), LS_TEN(before, "1", after), LS_TEN(before, "2", after), before "30" after,   \
     before "31" after}

#endif
