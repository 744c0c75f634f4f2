/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warp gate (thesis 2.4, 6.3.1): fetch disable per warp. A global memory
 * instruction, once fetched, closes the gate of its warp. The scheme in the cycle of
 * that fetch decides which event opens it again:
 *
 *   WARP_GATE_OFF        its issue: the baseline of thesis 2.4, also used under
 *                        the replay queue and the operand log
 *   WARP_GATE_COMMIT     its commit (WD-commit)
 *   WARP_GATE_LASTCHECK  its last TLB check (WD-lastcheck, thesis Fig. 6.5)
 *
 * In every scheme a squash also opens it. Every port has one bit per warp slot; several
 * warps may have several events in one cycle. A fetch by a closed warp is ignored,
 * and a squash overrides a fetch of the same cycle.
 */
#ifndef GMMU_WARP_GATE_H
#define GMMU_WARP_GATE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_SM_WARPS, 8, 64), "GMMU_SM_WARPS must be 8, 16, 32 or 64");

/* Schemes; 3 is also WARP_GATE_COMMIT. */
enum { WARP_GATE_OFF, WARP_GATE_COMMIT, WARP_GATE_LASTCHECK };

typedef struct {
    GMMU_U(GMMU_SM_WARPS) until_issue;  /* warps closed until the issue, ... reset 0 */
    GMMU_U(GMMU_SM_WARPS) until_check;  /* ... the last TLB check, reset 0 */
    GMMU_U(GMMU_SM_WARPS) until_commit; /* ... the commit of a global memory instruction; reset 0 */
} warp_gate_state;

typedef struct {
    u2 cfg_scheme;                 /* CSR; applies to instructions fetched from now on */
    GMMU_U(GMMU_SM_WARPS) fetched; /* warps whose global memory instruction was fetched in this cycle, ... */
    GMMU_U(GMMU_SM_WARPS) issued;  /* ... was issued, ... */
    GMMU_U(GMMU_SM_WARPS) checked; /* ... passed its last TLB check, ... */
    GMMU_U(GMMU_SM_WARPS) committed; /* ... committed, ... */
    GMMU_U(GMMU_SM_WARPS) squashed;  /* ... was squashed */
} warp_gate_in;

typedef struct {
    GMMU_U(GMMU_SM_WARPS) enable; /* warps that may be fetched */
} warp_gate_out;

void warp_gate_reset(warp_gate_state *s);
/* The output pins as a function of the state alone (Moore). */
void warp_gate_outputs(const warp_gate_state *s, warp_gate_out *out);
/* One clock edge: out as warp_gate_outputs() before the edge, then the state moves. */
void warp_gate_step(warp_gate_state *s, const warp_gate_in *in, warp_gate_out *out);

#endif
