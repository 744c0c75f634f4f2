/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Record writer: AXI4 write master (Arm IHI 0022) that puts the records of a fault_queue into its ring in
 * memory, one at a time. A record is 16 bytes, a burst of two beats of 64 bits, at w_frame x 4096 + w_slot x
 * 16:
 *
 *     word 0: page number, low 32 bits
 *     word 1: page number, high bits (15:0), and address space (31:16)
 *     word 2: which warp asked (15:0 or more), kind of the access (25:24), how the walk ended (30:28)
 *     word 3: when
 *
 * It takes a record (w_ready) when the one before is in memory, and says so by w_done, for one cycle, as the
 * answer has come (B): also when that is an error. Then the record may not be in memory; `error` and the
 * record's slot, space and page stay until software has seen them (error_clear), so it can resume that page.
 * Of another one that fails meanwhile `error_more` says that there was one, until the ring is set up anew
 * (error_forget): not by error_clear, as it may come between the read of software and that. Address and data
 * leave independently. All writes have one ID, which the interconnect adds, so there is none here.
 */
#ifndef GMMU_RECORD_WRITER_H
#define GMMU_RECORD_WRITER_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_AXI_ADDR_W >= GMMU_PPN_W + 12, "GMMU_AXI_ADDR_W must be GMMU_PPN_W + 12 or more");
GMMU_REQUIRE(GMMU_VPN_W > 32 && GMMU_VPN_W <= 48, "GMMU_VPN_W must be 33 to 48");
GMMU_REQUIRE(GMMU_ASID_W <= 16, "GMMU_ASID_W must be 16 at most");
GMMU_REQUIRE(GMMU_FAULT_RING_W >= 2 && GMMU_FAULT_RING_W <= 8, "GMMU_FAULT_RING_W must be 2 to 8");
GMMU_REQUIRE(GMMU_FAULT_INFO_W >= 1 && GMMU_FAULT_INFO_W <= 24, "GMMU_FAULT_INFO_W must be 1 to 24");
GMMU_REQUIRE(GMMU_FAULT_TIME_W >= 1 && GMMU_FAULT_TIME_W <= 32, "GMMU_FAULT_TIME_W must be 1 to 32");

enum { RECORD_BYTES = 16 };

typedef struct {
    u1 busy;     /* a record is under way; reset 0, as all that follows */
    u1 aw_valid; /* its address is to leave */
    u1 w_valid;  /* its data are to leave: ... */
    u1 w_second; /* ... the second beat */
    GMMU_U(GMMU_PPN_W) frame;
    GMMU_U(GMMU_FAULT_RING_W) slot;
    GMMU_U(GMMU_ASID_W) asid;
    GMMU_U(GMMU_VPN_W) vpn;
    u2 access;
    u3 why;
    GMMU_U(GMMU_FAULT_INFO_W) info;
    GMMU_U(GMMU_FAULT_TIME_W) stamp;
    u1 w_done;
    u1 error; /* a record has failed: the first one since the last error_clear, ... */
    GMMU_U(GMMU_FAULT_RING_W) error_slot;
    GMMU_U(GMMU_ASID_W) error_asid;
    GMMU_U(GMMU_VPN_W) error_vpn;
    u1 error_more; /* ... and another one after it */
} record_writer_state;

typedef struct {
    u1 w_take; /* a record is to be written: ... */
    GMMU_U(GMMU_PPN_W) w_frame;
    GMMU_U(GMMU_FAULT_RING_W) w_slot;
    GMMU_U(GMMU_ASID_W) w_asid;
    GMMU_U(GMMU_VPN_W) w_vpn;
    u2 w_access;
    u3 w_why;
    GMMU_U(GMMU_FAULT_INFO_W) w_info;
    GMMU_U(GMMU_FAULT_TIME_W) w_time;
    u1 awready;
    u1 wready;
    u1 bvalid;
    u2 bresp;
    u1 error_clear;  /* the first error has been seen; one of this cycle stays, here and below */
    u1 error_forget; /* the ring is set up anew */
} record_writer_in;

typedef struct {
    u1 w_ready; /* it is taken */
    u1 w_done;  /* one is in memory */
    u1 error;   /* memory has answered a record with an error since reset or the last error_clear: ... */
    GMMU_U(GMMU_FAULT_RING_W) error_slot; /* ... the first one, its place in the ring, ... */
    GMMU_U(GMMU_ASID_W) error_asid;       /* ... its space, ... */
    GMMU_U(GMMU_VPN_W) error_vpn;         /* ... and its page; ... */
    u1 error_more;                        /* ... and another one after it */
    u1 awvalid;
    GMMU_U(GMMU_AXI_ADDR_W) awaddr; /* bursts of two beats of 8 bytes, INCR */
    u1 wvalid;
    u32 wdata[2];
    u1 wlast;
    u1 bready;
} record_writer_out;

void record_writer_reset(record_writer_state *s);
/* The output pins as a function of the state alone (Moore). */
void record_writer_outputs(const record_writer_state *s, record_writer_out *out);
/* One clock edge: out as record_writer_outputs() before the edge, then the state moves. */
void record_writer_step(record_writer_state *s, const record_writer_in *in, record_writer_out *out);

#endif
