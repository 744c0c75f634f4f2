/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory bus bridge: AXI4 reads and writes of the block gmmu become requests of one bus of the Vortex kind
 * (VX_mem_bus_if), whose transfers are lines of 8 x MEM_WORDS bytes:
 *
 *     request   rw, addr, byteen, data, tag    taken when req_valid and req_ready
 *     answer    data, tag                      to a read alone, in any order, when rsp_valid and rsp_ready
 *
 * AXI4 slave: reads of one beat, writes that are bursts INCR of any length; beats of 8 bytes, of which
 * WLAST says the last one. As a burst stays within 4 KB, so does this one. Bits of an address above
 * PPN_W + 12 are not looked at: the block has none. Reads of all IDs may be under way, each ID once, and one
 * write.
 *
 * A read asks for its line; the tag has its ID and the word that it wants of the line. A write asks for each
 * of its beats: data stand in each word of the line, and byteen says which bytes count. The bus answers no
 * write, so the bridge then reads the last word back, and B follows the answer. The bus must keep the order
 * of requests to the same line: then memory holds what was written when B comes. Writes go before reads.
 *
 * The bus knows no errors: RRESP and BRESP are OKAY. An answer to what reads back that was not asked is
 * dropped.
 *
 * A request stays as it is until it is taken; the next one is shown a cycle later at the earliest, so at most
 * every second cycle one leaves, and likewise an answer.
 */
#ifndef GMMU_MEM_BUS_BRIDGE_H
#define GMMU_MEM_BUS_BRIDGE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_MEM_WORDS, 1, 8), "GMMU_MEM_WORDS must be 1, 2, 4 or 8");
GMMU_REQUIRE(GMMU_AXI_ADDR_W >= GMMU_PPN_W + 12, "GMMU_AXI_ADDR_W must be GMMU_PPN_W + 12 or more");
GMMU_REQUIRE(GMMU_WALKERS >= 2 && GMMU_WALKERS <= 64, "GMMU_WALKERS must be 2 to 64");

typedef struct {
    u1 req_valid; /* a request for the bus; reset 0, as all that follows */
    u1 q_write;
    u1 q_check;                /* it reads back what was written */
    GMMU_U(GMMU_PPN_W) q_page; /* its address: page of 4 KB, and word there */
    u9 q_word;
    GMMU_U(GMMU_WALKER_W) q_id;
    u32 q_data[2];
    u8 q_strb;
    u1 writing;                 /* a write is under way: ... */
    u1 aw_valid;                /* ... beats are still to come, ... */
    GMMU_U(GMMU_PPN_W) aw_page; /* ... the next or the last one for here; ... */
    u9 aw_word;
    u1 check;   /* ... it is to be read back, ... */
    u1 back;    /* ... and that has been asked */
    u1 w_valid; /* a beat */
    u32 w_data[2];
    u8 w_strb;
    u1 w_last;
    u1 bvalid;
    u1 rvalid;
    GMMU_U(GMMU_WALKER_W) rid;
    u32 rdata[2];
} mem_bus_bridge_state;

typedef struct {
    /* AXI4 */
    u1 awvalid;
    GMMU_U(GMMU_AXI_ADDR_W) awaddr;
    u1 wvalid;
    u32 wdata[2];
    u8 wstrb;
    u1 wlast;
    u1 bready;
    u1 arvalid;
    GMMU_U(GMMU_WALKER_W) arid;
    GMMU_U(GMMU_AXI_ADDR_W) araddr;
    u1 rready;
    /* bus */
    u1 req_ready;
    u1 rsp_valid;
    u1 rsp_check; /* the tag: as in the request */
    GMMU_U(GMMU_MEM_WORD_W) rsp_word;
    GMMU_U(GMMU_WALKER_W) rsp_id;
    u32 rsp_data[2 * GMMU_MEM_WORDS];
} mem_bus_bridge_in;

typedef struct {
    u1 awready;
    u1 wready;
    u1 bvalid;
    u2 bresp; /* OKAY, as is rresp */
    u1 arready;
    u1 rvalid;
    GMMU_U(GMMU_WALKER_W) rid;
    u32 rdata[2];
    u2 rresp;
    u1 rlast;
    u1 req_valid;
    u1 req_rw;                        /* 1: a write */
    GMMU_U(GMMU_AXI_ADDR_W) req_addr; /* of the line, in bytes */
    u8 req_byteen[GMMU_MEM_WORDS];    /* a bit for each byte; of a read all */
    u32 req_data[2 * GMMU_MEM_WORDS];
    u1 req_check;                     /* the tag: a write is read back, ... */
    GMMU_U(GMMU_MEM_WORD_W) req_word; /* ... the word of the line, ... */
    GMMU_U(GMMU_WALKER_W) req_id;     /* ... the ID of the read */
    u1 rsp_ready;
} mem_bus_bridge_out;

void mem_bus_bridge_reset(mem_bus_bridge_state *s);
/* The output pins as a function of the state alone (Moore). */
void mem_bus_bridge_outputs(const mem_bus_bridge_state *s, mem_bus_bridge_out *out);
/* One clock edge: out as mem_bus_bridge_outputs() before the edge, then the state moves. */
void mem_bus_bridge_step(mem_bus_bridge_state *s, const mem_bus_bridge_in *in, mem_bus_bridge_out *out);

#endif
