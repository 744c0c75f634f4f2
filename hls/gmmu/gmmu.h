/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GMMU of a GPU as a block: ports for translations, shared TLB with its miss file, page walker, table of
 * address spaces, fault queue; page tables and fault records over AXI4, registers over AXI4-Lite, an
 * interrupt. It is these units and the wires between them, nothing else; the contract of each pin is in the
 * unit that has it: request_file.h for q_* and a_*, axi4_lite_port.h for lite_*, record_writer.h for AXI4
 * writes, page_walker.h for AXI4 reads, fault_queue.h for irq and tick, asid_table.h for inv_*.
 *
 * AXI4 reads are single beats of 8 bytes, one for each walker, whose number is the ID; R is always taken. An
 * error (RRESP SLVERR or DECERR) is WALK_BUS_ERROR, the fault of the request. Writes have ID 0.
 *
 * With CONTROL.use_tokens a page goes to the TLB when a warp with a token waits for it, and else to the
 * bypass cache, which is looked up with the TLB (MASK 5.2). Each change of a translation empties the cache.
 *
 * Roots and limits of the spaces are in a RAM (gmmu_ram), and so are the base entries of the TLB, one RAM for
 * each way. A walk that has ended fills miss file and TLB in one cycle, so it waits until the TLB takes a
 * fill; from then on those that wait are answered, while the TLB finds the page some cycles later: who asks
 * for it in these walks again.
 *
 * Invalidations go to the walker, then to the TLB, then by inv_* to the TLBs of the cores, which acknowledge
 * when they have dropped what is named, and nothing of it is on its way into them. A GPU without such TLBs
 * ties inv_ack to 1. The end of a space goes to the fault queue and then to the request file before it goes
 * to the cores: as it completes nobody is left who asked for the space before, and each has had its answer.
 */
#ifndef GMMU_GMMU_H
#define GMMU_GMMU_H

#include "gmmu_units.h"

GMMU_REQUIRE(GMMU_MMU_LISTENERS == 5, "GMMU_MMU_LISTENERS must be 5");
GMMU_REQUIRE(GMMU_MMU_END_LISTENERS == 12, "GMMU_MMU_END_LISTENERS must be 12: fault queue and request file");
GMMU_REQUIRE(GMMU_MMU_ENDS == GMMU_MMU_PORTS + 2, "GMMU_MMU_ENDS must be GMMU_MMU_PORTS + 2");
GMMU_REQUIRE(GMMU_LARGE_ENTRY_W == GMMU_LARGE_PPN_W + 4, "GMMU_LARGE_ENTRY_W must be GMMU_LARGE_PPN_W + 4");
GMMU_REQUIRE(GMMU_WHO_W == GMMU_CORE_W + GMMU_WARP_COUNT_W + GMMU_WARP_W,
             "GMMU_WHO_W must be GMMU_CORE_W + GMMU_WARP_COUNT_W + GMMU_WARP_W");
GMMU_REQUIRE(GMMU_KEPT_W == GMMU_ENTRY_W + 1, "GMMU_KEPT_W must be GMMU_ENTRY_W + 1");
GMMU_REQUIRE(GMMU_WALK_READS == 1, "GMMU_WALK_READS must be 1: there is one AXI4 port");
/* No request waits for asid_table to count it. */
GMMU_REQUIRE(REQUEST_FILE_SLOTS + GMMU_MMU_PORTS + GMMU_MMU_ENDS < 1 << GMMU_FENCE_COUNT_W,
             "GMMU_FENCE_COUNT_W must count the requests of all ports");

typedef struct {
    axi4_lite_port_state lite; /* reset: each unit as its own header says */
    mmu_registers_state regs;
    asid_table_state spaces;
    asid_table_rams space_ram; /* as the RAMs of the TLB below */
    request_file_state requests;
    sram_tlb_state tlb;
    sram_tlb_rams rams; /* no registers: no reset in hardware, 0 here */
    bypass_cache_state bypass;
    token_controller_state controller;
    tlb_mshr_state mshrs;
    page_walker_state walker;
    fault_queue_state faults;
    record_writer_state writer;
} gmmu_state;

typedef struct {
    u1 q_valid[GMMU_MMU_PORTS]; /* requests */
    GMMU_U(GMMU_ASID_W) q_asid[GMMU_MMU_PORTS];
    GMMU_U(GMMU_VPN_W) q_vpn[GMMU_MMU_PORTS];
    u2 q_access[GMMU_MMU_PORTS];
    GMMU_U(GMMU_PORT_ID_W) q_id[GMMU_MMU_PORTS];
    GMMU_U(GMMU_CORE_W) q_core[GMMU_MMU_PORTS]; /* of the warp that asks; the warps that its core runs, ... */
    GMMU_U(GMMU_WARP_COUNT_W) q_warps[GMMU_MMU_PORTS];
    GMMU_U(GMMU_WARP_W) q_rank[GMMU_MMU_PORTS]; /* ... and how many of them have a lower number */
    u1 a_ready[GMMU_MMU_PORTS];                 /* answers */
    u1 inv_ack;                                 /* TLBs of the cores */
    u1 lite_awvalid;                            /* AXI4-Lite */
    GMMU_U(GMMU_LITE_ADDR_W) lite_awaddr;
    u1 lite_wvalid;
    u32 lite_wdata;
    u4 lite_wstrb;
    u1 lite_bready;
    u1 lite_arvalid;
    GMMU_U(GMMU_LITE_ADDR_W) lite_araddr;
    u1 lite_rready;
    u1 awready; /* AXI4 */
    u1 wready;
    u1 bvalid;
    GMMU_U(GMMU_WALKER_W) bid; /* not looked at, as is rlast: one write at a time, bursts of one beat */
    u2 bresp;
    u1 arready;
    u1 rvalid;
    GMMU_U(GMMU_WALKER_W) rid;
    u32 rdata[2];
    u2 rresp;
    u1 rlast;
    u1 epoch_end; /* of the tokens, one-cycle pulse; ... */
    u1 ho_valid;  /* ... hand-over: this core has another application in core_app; ... */
    GMMU_U(GMMU_CORE_W) ho_core;
    GMMU_U(GMMU_APP_W)
    core_app[GMMU_NUM_CORES]; /* ... application of each core, not below NUM_APPS: none; does
                                 not change while token_busy */
    u1 tick;                  /* timer of the interrupt, one-cycle pulse */
    u32 now;                  /* time for the records of faults */
} gmmu_in;

typedef struct {
    u1 q_ready[GMMU_MMU_PORTS]; /* requests */
    u1 a_valid[GMMU_MMU_PORTS]; /* answers */
    GMMU_U(GMMU_PORT_ID_W) a_id[GMMU_MMU_PORTS];
    u3 a_fault[GMMU_MMU_PORTS];
    u1 a_large[GMMU_MMU_PORTS];
    u1 a_system[GMMU_MMU_PORTS];
    u1 a_exec[GMMU_MMU_PORTS];
    u1 a_read[GMMU_MMU_PORTS];
    u1 a_write[GMMU_MMU_PORTS];
    GMMU_U(GMMU_PPN_W) a_ppn[GMMU_MMU_PORTS];
    u1 inv_valid; /* TLBs of the cores */
    u3 inv_kind;
    GMMU_U(GMMU_ASID_W) inv_asid;
    GMMU_U(GMMU_VPN_W) inv_vpn;
    u1 lite_awready; /* AXI4-Lite */
    u1 lite_wready;
    u1 lite_bvalid;
    u2 lite_bresp;
    u1 lite_arready;
    u1 lite_rvalid;
    u32 lite_rdata;
    u2 lite_rresp;
    u1 awvalid; /* AXI4 */
    GMMU_U(GMMU_WALKER_W) awid;
    GMMU_U(GMMU_AXI_ADDR_W) awaddr;
    u8 awlen;
    u3 awsize;
    u2 awburst;
    u1 wvalid;
    u32 wdata[2];
    u4 wstrb[2];
    u1 wlast;
    u1 bready;
    u1 arvalid;
    GMMU_U(GMMU_WALKER_W) arid;
    GMMU_U(GMMU_AXI_ADDR_W) araddr;
    u8 arlen;
    u3 arsize;
    u2 arburst;
    u3 aruser_level;                 /* user bits of the read: level of the entry, from the leaf, ... */
    GMMU_U(GMMU_ASID_W) aruser_asid; /* ... and whose it is */
    u1 rready;
    u1 irq;
    u1 quiet;     /* software has asked for quiet, and nothing is under way at the AXI4 master */
    u1 ev_lookup; /* events to count, each for one cycle: a request is looked up in the TLB, ... */
    GMMU_U(GMMU_ASID_W) ev_lookup_asid;
    u1 ev_miss; /* ... it has missed (again, if the miss file had no room), ... */
    GMMU_U(GMMU_ASID_W) ev_miss_asid;
    GMMU_U(GMMU_VPN_W) ev_miss_vpn;
    u1 ev_walk; /* ... a walk is filled, ... */
    GMMU_U(GMMU_ASID_W) ev_walk_asid;
    GMMU_U(GMMU_VPN_W) ev_walk_vpn;
    u1 ev_fill;    /* ... and the TLB takes the page, ... */
    u1 ev_keep;    /* ... or the bypass cache does; ... */
    u1 ev_bypass;  /* ... the look-up of three cycles ago hits in the bypass cache alone */
    u1 token_busy; /* the tokens of an epoch that has ended are worked on */
    GMMU_U(GMMU_TOKEN_W) token_count[GMMU_NUM_APPS]; /* of each application */
} gmmu_out;

void gmmu_reset(gmmu_state *s);
/* The output pins as a function of the state alone (Moore). */
void gmmu_outputs(const gmmu_state *s, gmmu_out *out);
/* One clock edge: out as gmmu_outputs() before the edge, then the state moves. */
void gmmu_step(gmmu_state *s, const gmmu_in *in, gmmu_out *out);

#endif
