/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warp gate (thesis 2.4, 6.3.1): fetch disable per warp. A global memory
 * instruction, once fetched, closes the gate of its warp. What opens it again is
 * the scheme of the cycle in which it was fetched:
 *
 *   WARP_GATE_OFF        its issue: the baseline of thesis 2.4, also used under
 *                        the replay queue and the operand log
 *   WARP_GATE_COMMIT     its commit (WD-commit)
 *   WARP_GATE_LASTCHECK  its last TLB check (WD-lastcheck, thesis Fig. 6.5)
 *
 * and in every scheme a squash. One bit per warp slot in every port; several
 * warps may do several things in one cycle. A fetch by a closed warp is ignored,
 * and a squash beats a fetch of the same cycle.
 */
#ifndef GMMU_WARP_GATE_H
#define GMMU_WARP_GATE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

#define WARP_GATE_OFF       0
#define WARP_GATE_COMMIT    1 /* and 3 */
#define WARP_GATE_LASTCHECK 2

typedef struct {
    u64 until_issue;  /* warps closed until the issue, ... reset 0 */
    u64 until_check;  /* ... the last TLB check, reset 0 */
    u64 until_commit; /* ... the commit of a global memory instruction; reset 0 */
} warp_gate_state;

typedef struct {
    u2 cfg_scheme; /* CSR; holds for instructions fetched from now on */
    u64 fetched;   /* warps whose global memory instruction was fetched in this cycle, ... */
    u64 issued;    /* ... was issued, ... */
    u64 checked;   /* ... passed its last TLB check, ... */
    u64 committed; /* ... committed, ... */
    u64 squashed;  /* ... was squashed */
} warp_gate_in;

typedef struct {
    u64 enable; /* warps that may be fetched */
} warp_gate_out;

void warp_gate_reset(warp_gate_state *s);
/* The output pins as a function of the state alone (Moore). */
void warp_gate_outputs(const warp_gate_state *s, warp_gate_out *out);
/* One clock edge: out as warp_gate_outputs() before the edge, then the state moves. */
void warp_gate_step(warp_gate_state *s, const warp_gate_in *in, warp_gate_out *out);

#endif
