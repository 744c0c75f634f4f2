/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sizes of the units. Each can be given from outside (-DGMMU_NUM_APPS=64); these are the
 * defaults. In the RTL a unit has a parameter for each size it uses: GMMU_NUM_APPS is
 * NUM_APPS there, and its default is the constant of the same name in rtl/gmmu_pkg.sv. A
 * test compares the two files. Widths that follow from sizes: gmmu_widths.h.
 */
#ifndef GMMU_PARAMS_H
#define GMMU_PARAMS_H

#include "gmmu_types.h"

/* Address spaces and addresses (MASK 7.4 for the 9-bit ASID; 48-bit VA and
 * 40-bit PA with 4 KB pages are decisions of this project). */
#ifndef GMMU_ASID_W
#define GMMU_ASID_W 9
#endif
#ifndef GMMU_VPN_W
#define GMMU_VPN_W 36
#endif
#ifndef GMMU_PPN_W
#define GMMU_PPN_W 28
#endif

/* MASK Table 1 and 7.4: SMs, concurrent applications, warp IDs per core. */
#ifndef GMMU_NUM_CORES
#define GMMU_NUM_CORES 30
#endif
#ifndef GMMU_NUM_APPS
#define GMMU_NUM_APPS 30
#endif
#ifndef GMMU_NUM_WARPS
#define GMMU_NUM_WARPS 256
#endif

/* MASK 5.2. */
#ifndef GMMU_BYPASS_ENTRIES
#define GMMU_BYPASS_ENTRIES 32
#endif

/* MASK 5.3: 3-bit walk depth, 0 = data demand. */
#ifndef GMMU_NUM_DEPTHS
#define GMMU_NUM_DEPTHS 8
#endif

/* MASK 5.4 and 7.4, per memory channel. The silver queue has 64 entries, the normal queue
 * 192: hls/frfcfs_queue/configs, and for all queues in one block under names of their own. */
#ifndef GMMU_GOLDEN_DEPTH
#define GMMU_GOLDEN_DEPTH 16
#endif
#ifndef GMMU_FRFCFS_DEPTH
#define GMMU_FRFCFS_DEPTH 64
#endif
#ifndef GMMU_SILVER_DEPTH
#define GMMU_SILVER_DEPTH 64
#endif
#ifndef GMMU_NORMAL_DEPTH
#define GMMU_NORMAL_DEPTH 192
#endif
#ifndef GMMU_NUM_BANKS
#define GMMU_NUM_BANKS 8
#endif

/* A request in a memory channel: its name, and its row and burst in a bank (decisions). */
#ifndef GMMU_REQUEST_W
#define GMMU_REQUEST_W 9
#endif
#ifndef GMMU_ROW_W
#define GMMU_ROW_W 23
#endif
#ifndef GMMU_COL_W
#define GMMU_COL_W 4
#endif

/* AXI4 in front of a memory channel (decisions): bits of an address and of an ID, 32-bit words of a beat,
 * beats of a line; the first bit of column, bank and row in an address. A request's name is an ID and one
 * bit. */
#ifndef GMMU_AXI_ADDR_W
#define GMMU_AXI_ADDR_W 40
#endif
#ifndef GMMU_AXI_ID_W
#define GMMU_AXI_ID_W 8
#endif
#ifndef GMMU_AXI_WORDS
#define GMMU_AXI_WORDS 8
#endif
#ifndef GMMU_AXI_BEATS
#define GMMU_AXI_BEATS 4
#endif
#ifndef GMMU_AXI_COL_AT
#define GMMU_AXI_COL_AT 7
#endif
#ifndef GMMU_AXI_BANK_AT
#define GMMU_AXI_BANK_AT 11
#endif
#ifndef GMMU_AXI_ROW_AT
#define GMMU_AXI_ROW_AT 14
#endif

/* Thesis Table 6.1, per SM: warp slots, one bit of a mask each; block slots. */
#ifndef GMMU_SM_WARPS
#define GMMU_SM_WARPS 64
#endif
#ifndef GMMU_SM_BLOCKS
#define GMMU_SM_BLOCKS 16
#endif

/* An instruction of a warp (decisions): number in program order, program counter, lanes. */
#ifndef GMMU_SEQ_W
#define GMMU_SEQ_W 16
#endif
#ifndef GMMU_PC_W
#define GMMU_PC_W 32
#endif
#ifndef GMMU_WARP_LANES
#define GMMU_WARP_LANES 32
#endif

/* Thesis 6.3.2, entries per SM (decision): one per L1 MSHR for the memory instructions
 * that miss, and as many for those still under way in the L1 or waiting for a replay. */
#ifndef GMMU_REPLAY_DEPTH
#define GMMU_REPLAY_DEPTH 64
#endif

/* Thesis 6.3.3, 6.5.2, entries of 256 bytes (one 8-byte operand of 32 lanes) per SM: 32 KB,
 * the largest log evaluated there. How many of them are used is set up at run time. */
#ifndef GMMU_LOG_ENTRIES
#define GMMU_LOG_ENTRIES 128
#endif

/* Mosaic 1, 4.2: base pages of 4 KB in a large page frame of 2 MB. Large frames of a frame allocator
 * (decision): 128 MB. */
#ifndef GMMU_LARGE_PAGES
#define GMMU_LARGE_PAGES 512
#endif
#ifndef GMMU_LARGE_FRAMES
#define GMMU_LARGE_FRAMES 64
#endif

/* The high bits of a virtual and of a physical page number: they name a large page, and a large frame. */
#ifndef GMMU_LARGE_VPN_W
#define GMMU_LARGE_VPN_W 27
#endif
#ifndef GMMU_LARGE_PPN_W
#define GMMU_LARGE_PPN_W 19
#endif

/* Mosaic 4.3 and Table 1, a TLB level: sets and ways of the base entries, large entries. The sizes of the
 * levels are in hls/two_size_tlb/configs; the default is the L1 TLB of thesis Table 6.1 with 8 large entries.
 */
#ifndef GMMU_TLB_SETS
#define GMMU_TLB_SETS 4
#endif
#ifndef GMMU_TLB_WAYS
#define GMMU_TLB_WAYS 8
#endif
#ifndef GMMU_TLB_LARGE
#define GMMU_TLB_LARGE 8
#endif
/* Of a page number, what is left without the number of its set: VPN_W - log2 of TLB_SETS. */
#ifndef GMMU_TLB_TAG_W
#define GMMU_TLB_TAG_W 34
#endif

/* TunneLs Table 1, a slice of a TLB level of later GPUs: sets, ways, pages of an entry, victims (decision: so
 * few that all of it can be proved; the GPUs' sizes are in hls/tlb_level/configs). The high bits of a page
 * number that name the group of pages of an entry. */
#ifndef GMMU_LEVEL_SETS
#define GMMU_LEVEL_SETS 4
#endif
#ifndef GMMU_LEVEL_WAYS
#define GMMU_LEVEL_WAYS 4
#endif
#ifndef GMMU_LEVEL_PAGES
#define GMMU_LEVEL_PAGES 4
#endif
#ifndef GMMU_LEVEL_VICTIMS
#define GMMU_LEVEL_VICTIMS 2
#endif
#ifndef GMMU_LEVEL_GROUP_W
#define GMMU_LEVEL_GROUP_W 34
#endif

/* A miss file of a TLB: pages that are fetched, requests that wait for one of them, bits of a request's name
 * (decisions: of one of the 30 SMs, one of 16 requests). */
#ifndef GMMU_MSHR_ENTRIES
#define GMMU_MSHR_ENTRIES 16
#endif
#ifndef GMMU_MSHR_WAITERS
#define GMMU_MSHR_WAITERS 4
#endif
#ifndef GMMU_MSHR_ID_W
#define GMMU_MSHR_ID_W 9
#endif

/* A page walker: walks at a time (decision: an eighth of the 64 of MASK 6), levels of its longest walk (those
 * of Hopper), cached tables of each level (decision), reads that leave in a cycle. */
#ifndef GMMU_WALKERS
#define GMMU_WALKERS 8
#endif
#ifndef GMMU_WALK_LEVELS
#define GMMU_WALK_LEVELS 6
#endif
#ifndef GMMU_WALK_WAYS
#define GMMU_WALK_WAYS 4
#endif
#ifndef GMMU_WALK_READS
#define GMMU_WALK_READS 1
#endif

/* A table of address spaces (decisions): spaces, as many as MASK's 30 applications and more; listeners to an
 * invalidation (walker, shared TLB, bypass cache, the TLBs of the cores), and a bit for each of them, 1: it
 * hears of the end of a space alone; requests that may begin and end in one cycle, from two ports of a
 * shared TLB; bits of a count of the requests in flight, the bits of a request's name and one more. */
#ifndef GMMU_ASID_SPACES
#define GMMU_ASID_SPACES 32
#endif
#ifndef GMMU_INV_LISTENERS
#define GMMU_INV_LISTENERS 4
#endif
#ifndef GMMU_END_LISTENERS
#define GMMU_END_LISTENERS 4
#endif
#ifndef GMMU_FENCE_PORTS
#define GMMU_FENCE_PORTS 2
#endif
#ifndef GMMU_FENCE_COUNT_W
#define GMMU_FENCE_COUNT_W 10
#endif

/* A fault queue (decisions): pages that are waited for, as many as a miss file has; records on their way to
 * memory; a ring of 2^8 records of 16 bytes, a frame; which warp asked, one of 256 SMs and of 256 warps; the
 * time.
 */
#ifndef GMMU_FAULT_PAGES
#define GMMU_FAULT_PAGES 16
#endif
#ifndef GMMU_FAULT_RECORDS
#define GMMU_FAULT_RECORDS 4
#endif
#ifndef GMMU_FAULT_RING_W
#define GMMU_FAULT_RING_W 8
#endif
#ifndef GMMU_FAULT_INFO_W
#define GMMU_FAULT_INFO_W 16
#endif
#ifndef GMMU_FAULT_TIME_W
#define GMMU_FAULT_TIME_W 32
#endif

/* A shared TLB (decisions): ports, requests of a port under way, bits of a request's name and of its warp
 * (GMMU_CORE_W + GMMU_WARP_COUNT_W + GMMU_WARP_W); what an entry of the TLB holds, a frame and four
 * permissions, and of a large page; of the cache next to it, an entry and its size; a result of the miss
 * file, an entry and five bits. */
#ifndef GMMU_KEPT_W
#define GMMU_KEPT_W 33
#endif
#ifndef GMMU_WHO_W
#define GMMU_WHO_W 22
#endif
#ifndef GMMU_MMU_PORTS
#define GMMU_MMU_PORTS 4
#endif
#ifndef GMMU_PORT_REQUESTS
#define GMMU_PORT_REQUESTS 4
#endif
#ifndef GMMU_PORT_ID_W
#define GMMU_PORT_ID_W 8
#endif
#ifndef GMMU_ENTRY_W
#define GMMU_ENTRY_W 32
#endif
#ifndef GMMU_LARGE_ENTRY_W
#define GMMU_LARGE_ENTRY_W 23
#endif
#ifndef GMMU_RESULT_W
#define GMMU_RESULT_W 37
#endif

/* The block gmmu: listeners to its invalidations (walker, TLB, fault queue, request file, the TLBs of the
 * cores), the two that hear of ends alone; requests that may end in one cycle, two more than ports. */
#ifndef GMMU_MMU_LISTENERS
#define GMMU_MMU_LISTENERS 5
#endif
#ifndef GMMU_MMU_END_LISTENERS
#define GMMU_MMU_END_LISTENERS 12
#endif
#ifndef GMMU_MMU_ENDS
#define GMMU_MMU_ENDS 6
#endif

/* Registers of the GMMU behind AXI4-Lite (decision): bits of an address, in bytes. */
#ifndef GMMU_LITE_ADDR_W
#define GMMU_LITE_ADDR_W 8
#endif

/* Device configuration registers of a GPU that are the GMMU's: the first of Vortex's five, and a window of 64
 * (decision). */
#ifndef GMMU_DCR_MMU_AT
#define GMMU_DCR_MMU_AT 4
#endif
#ifndef GMMU_DCR_WINDOW_AT
#define GMMU_DCR_WINDOW_AT 3840
#endif

/* A memory bus of a GPU: words of 64 bits of a transfer (Vortex's lines of 64 bytes), own user bits, and bits
 * of the tag of a core's access (decision: 16). */
#ifndef GMMU_MEM_WORDS
#define GMMU_MEM_WORDS 8
#endif
#ifndef GMMU_MEM_USER_W
#define GMMU_MEM_USER_W 4
#endif
#ifndef GMMU_MEM_TAG_W
#define GMMU_MEM_TAG_W 16
#endif

/* Fractional GPUs V: bits of a physical address that an address hash maps (decision: all of 40). */
#ifndef GMMU_HASH_W
#define GMMU_HASH_W 40
#endif

/* Fractional GPUs IV: bits of a block number (decision: the bits of a CUDA int and more). */
#ifndef GMMU_BLOCK_W
#define GMMU_BLOCK_W 32
#endif

/* Thesis Table 5.1: SMs of chapter 5's chip. Active kernels: as many (5.2.3). */
#ifndef GMMU_NUM_SMS
#define GMMU_NUM_SMS 13
#endif
#ifndef GMMU_NUM_KERNELS
#define GMMU_NUM_KERNELS 13
#endif

/* Thesis 5.2.3, the handle of a preempted block: a number of GMMU_BLOCK_W bits and the pointer to its context
 * (decision: 64 bits in all, for contexts in pieces of 256 bytes of 40-bit addresses). A queue has an entry
 * for each block that the SMs hold. */
#ifndef GMMU_CONTEXT_W
#define GMMU_CONTEXT_W 32
#endif
#define GMMU_PTB_ENTRIES (GMMU_NUM_SMS * GMMU_SM_BLOCKS)

#include "gmmu_widths.h"

/* A core without an application, a request of no application: all ones, like any value beyond the
 * applications. */
#define GMMU_NO_APP ((1 << GMMU_APP_W) - 1)

/* An SM of thesis chapter 5 that no kernel is set up on, or reserved for: the same. */
#define GMMU_NO_KERNEL ((1 << GMMU_KERNEL_W) - 1)

/* Thesis 5.2.3, the states of an SM in the SM status table; 3 is none. */
enum { SMST_IDLE, SMST_RUNNING, SMST_RESERVED };

/* A power of two from `least` to `most`. */
#define GMMU_IS_POWER(size, least, most)                                                                     \
    ((size) >= (least) && (size) <= (most) && ((size) & ((size) - 1)) == 0)

/* A width of no bit, or of more than 64, has no type. */
#define GMMU_IS_WIDTH(width) ((width) >= 1 && (width) <= 64)

GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_ASID_W), "GMMU_ASID_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_VPN_W), "GMMU_VPN_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_PPN_W), "GMMU_PPN_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_REQUEST_W), "GMMU_REQUEST_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_ROW_W), "GMMU_ROW_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_COL_W), "GMMU_COL_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_AXI_ADDR_W), "GMMU_AXI_ADDR_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_SEQ_W), "GMMU_SEQ_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_PC_W), "GMMU_PC_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_LARGE_VPN_W), "GMMU_LARGE_VPN_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_LARGE_PPN_W), "GMMU_LARGE_PPN_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_TLB_TAG_W), "GMMU_TLB_TAG_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_LEVEL_GROUP_W), "GMMU_LEVEL_GROUP_W must be 1 to 64");
GMMU_REQUIRE(GMMU_IS_WIDTH(GMMU_WARP_LANES), "GMMU_WARP_LANES must be 1 to 64");

#endif
