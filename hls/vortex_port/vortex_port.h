/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vortex port: a translation port of the block gmmu as a GPU of the Vortex kind asks for it, in the place of
 * its shared TLB and its walkers. One address space a port, whose number is a pin; Sv39, so pages of 27 bits,
 * and two levels of them: base pages and large ones of 512; with cfg_sv32 Sv32, whose large ones have 1024.
 *
 *     request   id, access, amo, vpn          taken when req_valid and req_ready
 *     answer    id, fault, level, ppn, flags  in any order, taken when rsp_valid and rsp_ready
 *
 * A request leaves for the block in the cycle after it has come, an answer for the core likewise; each side
 * has one register, so at most every second cycle one moves.
 *
 * The answer has what the core keeps in its own TLB. fault is that there is no frame, whatever the reason;
 * then level, ppn and flags are 0. Which accesses are allowed is in the flags, as the core judges that
 * itself: V is set, R, W and X as the page may be read, written and executed, and U unless it is for system
 * mode. Of a large page ppn is its first frame, as the core puts the low bits of its page in.
 *
 * An invalidation of the block (inv_valid) is a flush of the TLBs of the core: flush_req stays until
 * flush_done, then inv_ack until inv_valid falls, which it must for a cycle before the next one. A core may
 * say flush_done at any time and for one cycle; it must have dropped what it holds by then, and have no
 * request without an answer.
 */
#ifndef GMMU_VORTEX_PORT_H
#define GMMU_VORTEX_PORT_H

#include "gmmu_params.h"
#include "gmmu_types.h"

enum {
    VORTEX_VPN_W = 27, /* Sv39 */
    VORTEX_LEVEL_W = 9,
    VORTEX_READS = 0, /* req_access; 3 is none, and taken as this */
    VORTEX_WRITES = 1,
    VORTEX_EXECUTES = 2,
    VORTEX_V = 1, /* rsp_flags, as in an entry of Sv39 */
    VORTEX_R = 2,
    VORTEX_W = 4,
    VORTEX_X = 8,
    VORTEX_U = 16
};

GMMU_REQUIRE(GMMU_VPN_W >= 27, "GMMU_VPN_W must be 27 or more");
GMMU_REQUIRE(GMMU_VPN_W - GMMU_LARGE_VPN_W == 9, "GMMU_LARGE_VPN_W must be 9 less than GMMU_VPN_W");
GMMU_REQUIRE(GMMU_PPN_W > 9 && GMMU_PPN_W <= 44, "GMMU_PPN_W must be 10 to 44");
GMMU_REQUIRE(GMMU_PORT_ID_W >= 1, "GMMU_PORT_ID_W must be 1 or more");

typedef struct {
    u1 ask_valid; /* a request for the block; reset 0, as all that follows */
    GMMU_U(GMMU_PORT_ID_W) ask_id;
    GMMU_U(GMMU_ASID_W) ask_asid;
    u27 ask_vpn;
    u2 ask_access; /* bit 0 reads, bit 1 writes */
    u1 ans_valid;  /* an answer for the core */
    GMMU_U(GMMU_PORT_ID_W) ans_id;
    u1 ans_fault; /* there is no frame, and what follows is 0 */
    u1 ans_large;
    u1 ans_user;
    u1 ans_exec;
    u1 ans_read;
    u1 ans_write;
    GMMU_U(GMMU_PPN_W) ans_ppn;
    u1 flush;   /* the core is asked to flush its TLBs */
    u1 flushed; /* it has, for the invalidation that is pending */
} vortex_port_state;

typedef struct {
    /* the core */
    u1 req_valid;
    GMMU_U(GMMU_PORT_ID_W) req_id;
    u2 req_access;
    u1 req_amo; /* an atomic: it also writes */
    u27 req_vpn;
    u1 rsp_ready;
    u1 flush_done;
    GMMU_U(GMMU_ASID_W) asid; /* address space of the core; looked at as a request is taken */
    u1 cfg_sv32;              /* constant */
    /* the block */
    u1 q_ready;
    u1 a_valid;
    GMMU_U(GMMU_PORT_ID_W) a_id;
    u3 a_fault;
    u1 a_large;
    u1 a_system;
    u1 a_exec;
    u1 a_read;
    u1 a_write;
    GMMU_U(GMMU_PPN_W) a_ppn;
    u1 inv_valid;
} vortex_port_in;

typedef struct {
    u1 req_ready;
    u1 rsp_valid;
    GMMU_U(GMMU_PORT_ID_W) rsp_id;
    u1 rsp_fault;
    u2 rsp_level; /* 0, or 1 for a large page */
    GMMU_U(GMMU_PPN_W) rsp_ppn;
    u8 rsp_flags;
    u1 flush_req;
    u1 q_valid;
    GMMU_U(GMMU_ASID_W) q_asid;
    GMMU_U(GMMU_VPN_W) q_vpn;
    u2 q_access;
    GMMU_U(GMMU_PORT_ID_W) q_id;
    u1 a_ready;
    u1 inv_ack;
} vortex_port_out;

void vortex_port_reset(vortex_port_state *s);
/* The output pins as a function of the state alone (Moore). */
void vortex_port_outputs(const vortex_port_state *s, vortex_port_out *out);
/* One clock edge: out as vortex_port_outputs() before the edge, then the state moves. */
void vortex_port_step(vortex_port_state *s, const vortex_port_in *in, vortex_port_out *out);

#endif
