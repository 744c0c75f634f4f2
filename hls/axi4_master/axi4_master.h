/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AXI4 master: what the block gmmu reads and writes, on an AXI4 bus of 64 x MEM_WORDS data bits that has all
 * signals of both address channels.
 *
 * Towards the block: an AXI4 slave of 64 data bits, for reads of one beat of 8 bytes, each ID once at a time,
 * and writes of 16 bytes (a record), which are bursts INCR of two beats at a multiple of 16; bits 3:0 of
 * AWADDR and bits 2:0 of ARADDR are not looked at, nor is what lies above PPN_W + 12: the block has none.
 *
 * Towards the bus: a read is one beat of 8 bytes at its address; the bridge keeps for each ID which word of
 * RDATA that is. A write is one beat of 16 bytes, with strobes in its half, quarter, ... of WDATA; with
 * MEM_WORDS 1 two beats of 8 bytes. LOCK is 0; PROT, CACHE, QOS, REGION and user bits of either channel are
 * what cfg_* said when the request came to the pins, and stay with it; reads have level and ASID as further
 * user bits, as the block has them. RRESP and BRESP pass as they are; BID and RLAST of the bus say nothing
 * new.
 *
 * Reads: AR and R have a register and a place behind it each, so one read a cycle passes, a cycle later, and
 * an answer a cycle later. Writes: WVALID comes in the cycle behind the second beat, with AWVALID or later;
 * the next address and the next beats are taken when these have left, and B passes through a register.
 */
#ifndef GMMU_AXI4_MASTER_H
#define GMMU_AXI4_MASTER_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_IS_POWER(GMMU_MEM_WORDS, 1, 8), "GMMU_MEM_WORDS must be 1, 2, 4 or 8");
GMMU_REQUIRE(GMMU_MEM_USER_W >= 1 && GMMU_MEM_USER_W <= 32, "GMMU_MEM_USER_W must be 1 to 32");
GMMU_REQUIRE(GMMU_AXI_ADDR_W >= GMMU_PPN_W + 12, "GMMU_AXI_ADDR_W must be GMMU_PPN_W + 12 or more");
GMMU_REQUIRE(GMMU_ASID_W >= 1 && GMMU_ASID_W <= 16, "GMMU_ASID_W must be 1 to 16");
GMMU_REQUIRE(GMMU_WALKERS >= 2 && GMMU_WALKERS <= 64, "GMMU_WALKERS must be 2 to 64");

typedef struct {
    u1 m_arvalid; /* a read at the pins; reset 0, as all that follows */
    GMMU_U(GMMU_WALKER_W) m_arid;
    GMMU_U(GMMU_PPN_W) ar_page; /* its address: page of 4 KB, and word there */
    u9 ar_word;
    u3 m_aruser_level;
    GMMU_U(GMMU_ASID_W) m_aruser_asid;
    u3 m_arprot; /* what cfg_ar* said when it came */
    u4 m_arcache;
    u4 m_arqos;
    u4 m_arregion;
    GMMU_U(GMMU_MEM_USER_W) m_aruser_chip;
    u1 next_ar; /* a read behind it */
    GMMU_U(GMMU_WALKER_W) next_ar_id;
    GMMU_U(GMMU_PPN_W) next_ar_page;
    u9 next_ar_word;
    u3 next_ar_level;
    GMMU_U(GMMU_ASID_W) next_ar_asid;
    GMMU_U(GMMU_MEM_WORD_W) lane[GMMU_WALKERS]; /* of the last read of each ID: its word of RDATA */
    u1 rvalid;                                  /* an answer to a read */
    GMMU_U(GMMU_WALKER_W) rid;
    u32 rdata[2];
    u2 rresp;
    u1 next_r; /* one behind it */
    GMMU_U(GMMU_WALKER_W) next_r_id;
    u32 next_r_data[2];
    u2 next_r_resp;
    u1 m_awvalid; /* the address of a write at the pins */
    GMMU_U(GMMU_PPN_W) aw_page;
    u8 aw_slot; /* 16 bytes of its page */
    u3 m_awprot;
    u4 m_awcache;
    u4 m_awqos;
    u4 m_awregion;
    GMMU_U(GMMU_MEM_USER_W) m_awuser_chip;
    u1 addressed; /* aw_* are of the write whose data have not left */
    u1 w_low;     /* its first beat is here */
    u1 w_high;    /* its second one */
    u32 w_data[4];
    u8 w_strb[2];
    u1 bvalid; /* an answer to a write */
    u2 bresp;
} axi4_master_state;

typedef struct {
    /* the block */
    u1 awvalid;
    GMMU_U(GMMU_AXI_ADDR_W) awaddr;
    u1 wvalid;
    u32 wdata[2];
    u8 wstrb;
    u1 bready;
    u1 arvalid;
    GMMU_U(GMMU_WALKER_W) arid;
    GMMU_U(GMMU_AXI_ADDR_W) araddr;
    u3 aruser_level;
    GMMU_U(GMMU_ASID_W) aruser_asid;
    u1 rready;
    /* the bus */
    u1 m_awready;
    u1 m_wready;
    u1 m_bvalid;
    u2 m_bresp;
    u1 m_arready;
    u1 m_rvalid;
    GMMU_U(GMMU_WALKER_W) m_rid;
    u32 m_rdata[2 * GMMU_MEM_WORDS];
    u2 m_rresp;
    /* what requests say: of writes, of reads */
    u3 cfg_awprot;
    u4 cfg_awcache;
    u4 cfg_awqos;
    u4 cfg_awregion;
    GMMU_U(GMMU_MEM_USER_W) cfg_awuser;
    u3 cfg_arprot;
    u4 cfg_arcache;
    u4 cfg_arqos;
    u4 cfg_arregion;
    GMMU_U(GMMU_MEM_USER_W) cfg_aruser;
} axi4_master_in;

typedef struct {
    /* the block */
    u1 awready;
    u1 wready;
    u1 bvalid;
    u2 bresp;
    u1 arready;
    u1 rvalid;
    GMMU_U(GMMU_WALKER_W) rid;
    u32 rdata[2];
    u2 rresp;
    u1 rlast; /* 1 */
    /* the bus */
    u1 m_awvalid;
    GMMU_U(GMMU_WALKER_W) m_awid; /* 0 */
    GMMU_U(GMMU_AXI_ADDR_W) m_awaddr;
    u8 m_awlen;   /* one beat; with MEM_WORDS 1 two */
    u3 m_awsize;  /* 16 bytes; with MEM_WORDS 1 8 */
    u2 m_awburst; /* INCR */
    u1 m_awlock;  /* 0 */
    u4 m_awcache;
    u3 m_awprot;
    u4 m_awqos;
    u4 m_awregion;
    GMMU_U(GMMU_MEM_USER_W) m_awuser_chip; /* user bits: of cfg_awuser */
    u1 m_wvalid;
    u32 m_wdata[2 * GMMU_MEM_WORDS]; /* the record in each 16 bytes */
    u8 m_wstrb[GMMU_MEM_WORDS];      /* in the 16 of its address */
    u1 m_wlast;
    u1 m_bready;
    u1 m_arvalid;
    GMMU_U(GMMU_WALKER_W) m_arid;
    GMMU_U(GMMU_AXI_ADDR_W) m_araddr;
    u8 m_arlen;   /* one beat */
    u3 m_arsize;  /* 8 bytes */
    u2 m_arburst; /* INCR */
    u1 m_arlock;  /* 0 */
    u4 m_arcache;
    u3 m_arprot;
    u4 m_arqos;
    u4 m_arregion;
    GMMU_U(GMMU_MEM_USER_W) m_aruser_chip; /* user bits: of cfg_aruser, ... */
    u3 m_aruser_level;                     /* ... the level of the entry from the leaf, ... */
    GMMU_U(GMMU_ASID_W) m_aruser_asid;     /* ... and whose it is */
    u1 m_rready;
} axi4_master_out;

void axi4_master_reset(axi4_master_state *s);
/* The output pins as a function of the state alone (Moore). */
void axi4_master_outputs(const axi4_master_state *s, axi4_master_out *out);
/* One clock edge: out as axi4_master_outputs() before the edge, then the state moves. */
void axi4_master_step(axi4_master_state *s, const axi4_master_in *in, axi4_master_out *out);

#endif
