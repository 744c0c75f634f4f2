/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address-space-aware DRAM scheduler of one memory channel (MASK 5.4) as a block: AXI4 port, arbiter, and
 * golden, silver and normal queue, in front of a DRAM controller. It is these units and the wires between
 * them, nothing else; the contract of each pin is in the unit that has it: axi4_port.h for AXI4, wd_*, rd_*
 * and done_*, dram_arbiter.h for issue_*, epoch_end and cfg_*, frfcfs_queue.h for act_*, pre and cfg_hit_cap.
 *
 * What the controller does: it takes each request that is issued (issue_* is valid for one cycle; bank_ready
 * says beforehand which banks take one), carries out requests of one bank in the order in which it gets them,
 * and answers a read by its line on rd_* and a write, whose data it finds in the write buffer, on done_*. It
 * tells of rows that are opened (act_*) and closed (pre).
 */
#ifndef GMMU_DRAM_SCHEDULER_H
#define GMMU_DRAM_SCHEDULER_H

#include "axi4_port.h"
#include "dram_arbiter.h"
#include "dram_scheduler_queues.h"
#include "golden_queue.h"

GMMU_REQUIRE(GMMU_SILVER_DEPTH >= 2 && GMMU_SILVER_DEPTH <= 256, "GMMU_SILVER_DEPTH must be 2 to 256");
GMMU_REQUIRE(GMMU_NORMAL_DEPTH >= 2 && GMMU_NORMAL_DEPTH <= 256, "GMMU_NORMAL_DEPTH must be 2 to 256");

typedef struct {
    axi4_port_state port; /* reset: each unit as its own header says */
    dram_arbiter_state arbiter;
    golden_queue_state golden;
    silver_queue_state silver;
    normal_queue_state normal;
} dram_scheduler_state;

typedef struct {
    u1 awvalid; /* AXI4 */
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
    GMMU_U(GMMU_NUM_BANKS) bank_ready; /* controller */
    u1 act_valid;
    GMMU_U(GMMU_BANK_W) act_bank;
    GMMU_U(GMMU_ROW_W) act_row;
    GMMU_U(GMMU_NUM_BANKS) pre;
    u1 wd_ready;
    u1 rd_valid;
    GMMU_U(GMMU_AXI_ID_W) rd_id;
    u32 rd_data[GMMU_AXI_WORDS];
    u1 rd_error;
    u1 done_valid;
    GMMU_U(GMMU_AXI_ID_W) done_id;
    u1 done_error;
    u1 epoch_end; /* quotas */
    u6 conptw[GMMU_NUM_APPS];
    u6 stalled[GMMU_NUM_APPS];
    u1 cfg_enable;
    GMMU_U(GMMU_APP_W) cfg_apps;
    u9 cfg_thresh_max;
    u8 cfg_hit_cap; /* of the silver and of the normal queue, each for itself; 0: off */
} dram_scheduler_in;

typedef struct {
    u1 awready; /* AXI4 */
    u1 wready;
    u1 bvalid;
    GMMU_U(GMMU_AXI_ID_W) bid;
    u2 bresp;
    u1 arready;
    u1 rvalid;
    GMMU_U(GMMU_AXI_ID_W) rid;
    u32 rdata[GMMU_AXI_WORDS];
    u2 rresp;
    u1 rlast;
    u1 issue_valid; /* controller */
    u2 issue_class;
    GMMU_U(GMMU_REQUEST_W) issue_id; /* {write, ID} */
    u1 issue_write;
    GMMU_U(GMMU_BANK_W) issue_bank;
    GMMU_U(GMMU_ROW_W) issue_row;
    GMMU_U(GMMU_COL_W) issue_col;
    u1 wd_valid;
    GMMU_U(GMMU_AXI_ID_W) wd_id;
    GMMU_U(GMMU_AXI_BEAT_W) wd_beat;
    u32 wd_data[GMMU_AXI_WORDS];
    u4 wd_strb[GMMU_AXI_WORDS];
    u1 rd_ready;
    u1 done_ready;
    u1 busy;                       /* status: quotas are computed, */
    GMMU_U(GMMU_APP_W) silver_app; /* whose turn it is, */
    u9 silver_left;
    u9 g_level; /* requests in the queues */
    u9 s_level;
    u9 n_level;
} dram_scheduler_out;

void dram_scheduler_reset(dram_scheduler_state *s);
/* The output pins as a function of the state alone (Moore). */
void dram_scheduler_outputs(const dram_scheduler_state *s, dram_scheduler_out *out);
/* One clock edge: out as dram_scheduler_outputs() before the edge, then the state moves. */
void dram_scheduler_step(dram_scheduler_state *s, const dram_scheduler_in *in, dram_scheduler_out *out);

#endif
