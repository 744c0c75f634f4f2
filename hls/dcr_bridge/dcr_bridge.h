/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DCR bridge: device configuration registers of a GPU of the Vortex kind become accesses of AXI4-Lite to the
 * registers of the block gmmu. It listens to the DCR bus; what is not its own goes on to others unseen.
 *
 * DCR bus: a request (req_valid) lasts one cycle and is never refused; an answer (rsp_valid) to a read stays
 * until the next request. Its registers are five from DCR_MMU_AT on, as Vortex's VX_mmu_dcr has them,
 *
 *     0, 1   satp, low and high word (written). The write of the high word is a commit.
 *     2, 3   address of the first fault, low and high word (read)
 *     4      about it: valid (0), access (2:1), atomic (3). A write forgets it, and so does a commit.
 *
 * and a window of 64 words from DCR_WINDOW_AT on: word n is the register of the block at byte 4n; word 63 is
 * the status of the bridge, which is answered at once:
 *
 *     0      a commit is under way (busy)
 *     1      an access to a register is under way
 *     2      a commit was refused: satp has another mode than 0 and 8, or a number or a root that the block
 *            has no bits for, and nothing has changed; or the block has refused an access or the command
 *     3      an access to a register was refused (SLVERR)
 *     4      an access to a register came while one was under way, and was lost; a read is answered with 0
 *
 * A write of the status clears bits 2 to 4, but for what comes in its cycle. A read that is not answered yet
 * when the next request comes never is.
 *
 * With cfg_sv32 satp is its low word (mode 31, space 30 to 22, root table 21 to 0), and what is said of Sv39
 * and mode 8 holds of Sv32, mode 1 and 2^20 pages; the write of the high word, whose data say nothing, is the
 * commit still. cfg_sv32 does not change.
 *
 * A commit of mode 8 (Sv39) enables the space of satp, with its root and all 2^27 pages, by SET, and then
 * FENCE: of a space that was enabled nothing older is left in any TLB. A commit of mode 0, or with another
 * number, first ends the space that the commit before has enabled. cfg_setup: the first commit after reset
 * also writes the format of Sv39. vm_active and asid follow satp in the cycle after a commit, whether the
 * block knows it yet or not. A commit is never lost: one that comes while another is under way follows it,
 * and of several the last one.
 *
 * Accesses of the window go before those of a commit that have not begun, so software can serve faults while
 * a command of the bridge waits for it. One access is under way at a time.
 */
#ifndef GMMU_DCR_BRIDGE_H
#define GMMU_DCR_BRIDGE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_LITE_ADDR_W >= 8 && GMMU_LITE_ADDR_W <= 32, "GMMU_LITE_ADDR_W must be 8 to 32");
GMMU_REQUIRE(GMMU_ASID_W >= 1 && GMMU_ASID_W <= 16, "GMMU_ASID_W must be 1 to 16");
GMMU_REQUIRE(GMMU_PPN_W >= 1 && GMMU_PPN_W <= 32, "GMMU_PPN_W must be 1 to 32");
GMMU_REQUIRE(GMMU_DCR_MMU_AT >= 0 && GMMU_DCR_MMU_AT <= 4091, "GMMU_DCR_MMU_AT must be 0 to 4091");
GMMU_REQUIRE(GMMU_DCR_WINDOW_AT >= 0 && GMMU_DCR_WINDOW_AT <= 4032 && GMMU_DCR_WINDOW_AT % 64 == 0,
             "GMMU_DCR_WINDOW_AT must be a multiple of 64, 4032 at most");
GMMU_REQUIRE(GMMU_DCR_MMU_AT + 4 < GMMU_DCR_WINDOW_AT || GMMU_DCR_MMU_AT > GMMU_DCR_WINDOW_AT + 63,
             "GMMU_DCR_MMU_AT must lie outside the window");

enum { DCR_SATP_LOW, DCR_SATP_HIGH, DCR_FAULT_LOW, DCR_FAULT_HIGH, DCR_FAULT_INFO };  /* from DCR_MMU_AT on */
enum { DCR_STATUS_WORD = 63 };                                                        /* of the window */
enum { DCR_BUSY = 1, DCR_ACCESS = 2, DCR_REFUSED = 4, DCR_ERROR = 8, DCR_LOST = 16 }; /* the status */
enum { DCR_SATP_BARE = 0, DCR_SATP_SV39 = 8 }; /* mode: bits 31 to 28 of the high word */

/* What a commit does next: DCR_CHOOSE looks at what is to be done, each other step is an access. */
enum {
    DCR_IDLE,
    DCR_CHOOSE,
    DCR_FORMAT, /* the format of the page tables */
    DCR_FLAGS,
    DCR_RIGHTS,
    DCR_ENTRIES,
    DCR_LEVEL_0,
    DCR_LEVEL_1,
    DCR_LEVEL_2,
    DCR_END, /* the space before */
    DCR_END_DONE,
    DCR_LOWEST_LOW, /* the new one */
    DCR_LOWEST_HIGH,
    DCR_HIGHEST_LOW,
    DCR_HIGHEST_HIGH,
    DCR_ROOT,
    DCR_SET,
    DCR_SET_DONE,
    DCR_FENCE,
    DCR_FENCE_DONE
};

typedef struct {
    u32 satp_low; /* as written last; reset 0, as all that follows */
    u1 active;    /* of the last commit that was not refused at once: mode 8, ... */
    GMMU_U(GMMU_ASID_W) asid;
    GMMU_U(GMMU_PPN_W) root;
    u1 pending;                  /* ... and it has not begun */
    u5 step;                     /* of the commit that is under way: ... */
    u1 do_set;                   /* ... it enables ... */
    u1 do_sv32;                  /* ... (with pages of Sv32) ... */
    GMMU_U(GMMU_ASID_W) do_asid; /* ... this space, ... */
    GMMU_U(GMMU_PPN_W) do_root;  /* ... with this root table */
    u1 open;                     /* a space is enabled by a commit: ... */
    GMMU_U(GMMU_ASID_W) open_asid;
    u1 formatted; /* the format has been written */
    u1 refused;
    u1 win_valid; /* an access of the window: ... */
    u1 win_write;
    u6 win_word;
    u32 win_data;
    u1 owed; /* ... its read has still to be answered */
    u1 error;
    u1 lost;
    u1 access;     /* an access is under way: ... */
    u1 for_window; /* ... the window's, not the step's; ... */
    u1 aw_valid;   /* ... its address or data have not left */
    u1 w_valid;
    u1 ar_valid;
    u1 held; /* a fault: the first since it was forgotten */
    u64 held_va;
    u2 held_access;
    u1 held_amo;
    u1 rsp_valid;
    u32 rsp_data;
} dcr_bridge_state;

typedef struct {
    /* DCR bus */
    u1 req_valid;
    u1 req_rw; /* 1: a write */
    u12 req_addr;
    u32 req_data;
    /* a fault of the cores' TLBs, for one cycle */
    u1 fault_valid;
    u64 fault_va;
    u2 fault_access;
    u1 fault_amo;
    u1 cfg_setup; /* the first commit writes the format */
    u1 cfg_sv32;  /* of Sv32, not Sv39; constant */
    /* AXI4-Lite */
    u1 awready;
    u1 wready;
    u1 bvalid;
    u2 bresp;
    u1 arready;
    u1 rvalid;
    u32 rdata;
    u2 rresp;
} dcr_bridge_in;

typedef struct {
    u1 rsp_valid;
    u32 rsp_data;
    u1 vm_active; /* the cores translate */
    GMMU_U(GMMU_ASID_W) asid;
    u1 busy; /* a commit is under way */
    u1 awvalid;
    GMMU_U(GMMU_LITE_ADDR_W) awaddr;
    u1 wvalid;
    u32 wdata;
    u4 wstrb; /* whole words */
    u1 bready;
    u1 arvalid;
    GMMU_U(GMMU_LITE_ADDR_W) araddr;
    u1 rready;
} dcr_bridge_out;

void dcr_bridge_reset(dcr_bridge_state *s);
/* The output pins as a function of the state alone (Moore). */
void dcr_bridge_outputs(const dcr_bridge_state *s, dcr_bridge_out *out);
/* One clock edge: out as dcr_bridge_outputs() before the edge, then the state moves. */
void dcr_bridge_step(dcr_bridge_state *s, const dcr_bridge_in *in, dcr_bridge_out *out);

#endif
