/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AXI4 slave port (Arm IHI 0022) of one memory channel, in front of dram_arbiter. A transaction moves one
 * line: a burst of AXI_BEATS beats of AXI_WORDS words of 32 bits. AxUSER is {walk, application}.
 *
 * Taken: AxLEN = AXI_BEATS - 1, AxSIZE a whole beat, AxBURST INCR, the address of the line's first byte.
 * Any other burst, and a write whose WLAST is not on its last beat, is answered SLVERR, with as many beats as
 * it asked for, and never becomes a request. Column, bank and row of the request are the bits of the address
 * from AXI_COL_AT, AXI_BANK_AT and AXI_ROW_AT on; other bits above the line are not looked at.
 *
 * Order: one read and one write of an ID at a time. A second one is held in the AR or AW register until the
 * first is answered, so what AXI4 asks of one ID holds, and a request's name for the channel is {write, ID}.
 * As each address channel is a queue, it holds up what comes behind it: use a free ID for each transaction.
 *
 * req_*: to the arbiter, valid/ready, a read and a write in turn. What is offered may change from a read to a
 * write, or back, until it is taken. A write is offered when all its data have left through wd_*.
 * wd_*: write data to the buffer of the controller, valid/ready; the address there is {wd_id, wd_beat}.
 * rd_*: read data from the controller, valid/ready: the beats of a line one after the other, in order, not
 * mixed with another's beats. rd_error: the beat is not good (RRESP SLVERR).
 * done_*: the controller has carried out a write, valid/ready; that is when B answers it. done_error: the
 * write has failed (BRESP SLVERR).
 *
 * The outputs depend on the state alone, so an address channel takes a transaction every second cycle; W and
 * R move a beat a cycle.
 */
#ifndef GMMU_AXI4_PORT_H
#define GMMU_AXI4_PORT_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_NUM_APPS >= 2 && GMMU_NUM_APPS <= 127, "GMMU_NUM_APPS must be 2 to 127");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_NUM_BANKS, 2, 32), "GMMU_NUM_BANKS must be 2, 4, 8, 16 or 32");
GMMU_REQUIRE(GMMU_AXI_ID_W >= 1 && GMMU_AXI_ID_W <= 10, "GMMU_AXI_ID_W must be 1 to 10");
GMMU_REQUIRE(GMMU_REQUEST_W == GMMU_AXI_ID_W + 1, "GMMU_REQUEST_W must be GMMU_AXI_ID_W + 1");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_AXI_WORDS, 1, 32), "GMMU_AXI_WORDS must be 1, 2, 4, ... 32");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_AXI_BEATS, 2, 16), "GMMU_AXI_BEATS must be 2, 4, 8 or 16");
/* The field lies in the address, above the bytes of a line. */
#define AXI4_FIELD(at, width) ((at) >= GMMU_AXI_LINE_W && (at) + (width) <= GMMU_AXI_ADDR_W)
GMMU_REQUIRE(AXI4_FIELD(GMMU_AXI_COL_AT, GMMU_COL_W),
             "GMMU_AXI_COL_AT must lie in the address, above the line");
GMMU_REQUIRE(AXI4_FIELD(GMMU_AXI_BANK_AT, GMMU_BANK_W),
             "GMMU_AXI_BANK_AT must lie in the address, above the line");
GMMU_REQUIRE(AXI4_FIELD(GMMU_AXI_ROW_AT, GMMU_ROW_W),
             "GMMU_AXI_ROW_AT must lie in the address, above the line");

enum { AXI4_INCR = 1 };                  /* AxBURST */
enum { AXI4_OKAY = 0, AXI4_SLVERR = 2 }; /* xRESP */

/* IDs, and entries of the two queues of beats, the first of which is the next to leave. */
#define AXI4_IDS   (1 << GMMU_AXI_ID_W)
#define AXI4_QUEUE 2

typedef struct {
    u1 ar_valid; /* a read waits; this and all that follows: reset 0 */
    u1 ar_bad;   /* it is answered SLVERR */
    GMMU_U(GMMU_AXI_ID_W) ar_id;
    u8 ar_len; /* beats still to answer, less 1 (bad) */
    u1 ar_walk;
    GMMU_U(GMMU_APP_W) ar_app;
    GMMU_U(GMMU_BANK_W) ar_bank;
    GMMU_U(GMMU_ROW_W) ar_row;
    GMMU_U(GMMU_COL_W) ar_col;
    u1 aw_valid; /* a write waits */
    u1 aw_bad;
    u1 aw_full; /* all its data are here */
    GMMU_U(GMMU_AXI_ID_W) aw_id;
    u8 aw_len;  /* AWLEN */
    u8 aw_beat; /* beats that have come */
    u1 aw_walk;
    GMMU_U(GMMU_APP_W) aw_app;
    GMMU_U(GMMU_BANK_W) aw_bank;
    GMMU_U(GMMU_ROW_W) aw_row;
    GMMU_U(GMMU_COL_W) aw_col;
    u1 write_next;       /* of a read and a write the write goes first */
    u1 r_busy[AXI4_IDS]; /* a read of this ID is under way */
    u1 w_busy[AXI4_IDS]; /* a write of this ID is */
    u2 r_count;          /* beats in the queue of R */
    GMMU_U(GMMU_AXI_ID_W) r_id[AXI4_QUEUE];
    u32 r_data[AXI4_QUEUE * GMMU_AXI_WORDS];
    u1 r_error[AXI4_QUEUE];
    u1 r_last[AXI4_QUEUE];
    GMMU_U(GMMU_AXI_BEAT_W) rd_beat; /* of the line that the controller sends */
    u2 d_count;                      /* beats in the queue of wd_* */
    GMMU_U(GMMU_AXI_ID_W) d_id[AXI4_QUEUE];
    GMMU_U(GMMU_AXI_BEAT_W) d_beat[AXI4_QUEUE];
    u32 d_data[AXI4_QUEUE * GMMU_AXI_WORDS];
    u4 d_strb[AXI4_QUEUE * GMMU_AXI_WORDS];
    u1 b_valid;
    GMMU_U(GMMU_AXI_ID_W) b_id;
    u1 b_error;
} axi4_port_state;

typedef struct {
    u1 awvalid;
    GMMU_U(GMMU_AXI_ID_W) awid;
    GMMU_U(GMMU_AXI_ADDR_W) awaddr;
    u8 awlen;
    u3 awsize;
    u2 awburst;
    GMMU_U(GMMU_AXI_USER_W) awuser;
    u1 wvalid;
    u32 wdata[GMMU_AXI_WORDS];
    u4 wstrb[GMMU_AXI_WORDS];
    u1 wlast;
    u1 bready;
    u1 arvalid;
    GMMU_U(GMMU_AXI_ID_W) arid;
    GMMU_U(GMMU_AXI_ADDR_W) araddr;
    u8 arlen;
    u3 arsize;
    u2 arburst;
    GMMU_U(GMMU_AXI_USER_W) aruser;
    u1 rready;
    u1 req_ready; /* the arbiter takes the request */
    u1 wd_ready;  /* the controller takes the beat */
    u1 rd_valid;  /* a beat of a line that was read */
    GMMU_U(GMMU_AXI_ID_W) rd_id;
    u32 rd_data[GMMU_AXI_WORDS];
    u1 rd_error;
    u1 done_valid; /* a write is carried out */
    GMMU_U(GMMU_AXI_ID_W) done_id;
    u1 done_error;
} axi4_port_in;

typedef struct {
    u1 awready;
    u1 wready;
    u1 bvalid;
    GMMU_U(GMMU_AXI_ID_W) bid;
    u2 bresp; /* OKAY or SLVERR, as is rresp */
    u1 arready;
    u1 rvalid;
    GMMU_U(GMMU_AXI_ID_W) rid;
    u32 rdata[GMMU_AXI_WORDS];
    u2 rresp;
    u1 rlast;
    u1 req_valid; /* a request for the arbiter */
    u1 req_walk;
    GMMU_U(GMMU_APP_W) req_app;
    GMMU_U(GMMU_REQUEST_W) req_id; /* {write, ID} */
    u1 req_write;
    GMMU_U(GMMU_BANK_W) req_bank;
    GMMU_U(GMMU_ROW_W) req_row;
    GMMU_U(GMMU_COL_W) req_col;
    u1 wd_valid; /* a beat for the write buffer */
    GMMU_U(GMMU_AXI_ID_W) wd_id;
    GMMU_U(GMMU_AXI_BEAT_W) wd_beat;
    u32 wd_data[GMMU_AXI_WORDS];
    u4 wd_strb[GMMU_AXI_WORDS];
    u1 rd_ready;
    u1 done_ready;
} axi4_port_out;

void axi4_port_reset(axi4_port_state *s);
/* The output pins as a function of the state alone (Moore). */
void axi4_port_outputs(const axi4_port_state *s, axi4_port_out *out);
/* One clock edge: out as axi4_port_outputs() before the edge, then the state moves. */
void axi4_port_step(axi4_port_state *s, const axi4_port_in *in, axi4_port_out *out);

#endif
