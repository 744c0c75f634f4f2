// SPDX-License-Identifier: Apache-2.0
// Default sizes of the units: the numbers of hls/common/gmmu_params.h under the same
// names. A unit has a parameter for each size it uses, GMMU_NUM_APPS is NUM_APPS there.
package gmmu_pkg;
  // One list for all units: each design uses only some of the sizes.
  /* verilator lint_off UNUSEDPARAM */

  // Address spaces and addresses (MASK 7.4 for the 9-bit ASID).
  localparam int GMMU_ASID_W = 9;
  localparam int GMMU_VPN_W = 36;
  localparam int GMMU_PPN_W = 28;

  // MASK Table 1 and 7.4: SMs, concurrent applications, warp IDs per core.
  localparam int GMMU_NUM_CORES = 30;
  localparam int GMMU_NUM_APPS = 30;
  localparam int GMMU_NUM_WARPS = 256;

  // MASK 5.2.
  localparam int GMMU_BYPASS_ENTRIES = 32;

  // MASK 5.3: 3-bit walk depth, 0 = data demand.
  localparam int GMMU_NUM_DEPTHS = 8;

  // MASK 5.4 and 7.4, per memory channel; FRFCFS_DEPTH where a queue stands alone.
  localparam int GMMU_GOLDEN_DEPTH = 16;
  localparam int GMMU_FRFCFS_DEPTH = 64;
  localparam int GMMU_SILVER_DEPTH = 64;
  localparam int GMMU_NORMAL_DEPTH = 192;
  localparam int GMMU_NUM_BANKS = 8;

  // A request in a memory channel: its name, and its row and burst in a bank.
  localparam int GMMU_REQUEST_W = 9;
  localparam int GMMU_ROW_W = 23;
  localparam int GMMU_COL_W = 4;

  // AXI4 in front of a memory channel: bits of an address and of an ID, 32-bit words of a beat, beats of a
  // line; the first bit of column, bank and row in an address.
  localparam int GMMU_AXI_ADDR_W = 40;
  localparam int GMMU_AXI_ID_W = 8;
  localparam int GMMU_AXI_WORDS = 8;
  localparam int GMMU_AXI_BEATS = 4;
  localparam int GMMU_AXI_COL_AT = 7;
  localparam int GMMU_AXI_BANK_AT = 11;
  localparam int GMMU_AXI_ROW_AT = 14;

  // Thesis Table 6.1, per SM: warp slots, block slots.
  localparam int GMMU_SM_WARPS = 64;
  localparam int GMMU_SM_BLOCKS = 16;

  // An instruction of a warp: number in program order, program counter, lanes.
  localparam int GMMU_SEQ_W = 16;
  localparam int GMMU_PC_W = 32;
  localparam int GMMU_WARP_LANES = 32;

  // Thesis 6.3.2, entries per SM.
  localparam int GMMU_REPLAY_DEPTH = 64;

  // Thesis 6.3.3, 6.5.2, entries of 256 bytes per SM.
  localparam int GMMU_LOG_ENTRIES = 128;

  // Mosaic 1, 4.2: base pages of 4 KB in a large page frame of 2 MB; large frames of an allocator.
  localparam int GMMU_LARGE_PAGES = 512;
  localparam int GMMU_LARGE_FRAMES = 64;

  // High bits of a virtual and of a physical page number.
  localparam int GMMU_LARGE_VPN_W = 27;
  localparam int GMMU_LARGE_PPN_W = 19;

  // Mosaic 4.3 and Table 1, a TLB level: sets and ways of the base entries, large entries; bits of a page
  // number without the bits of its set.
  localparam int GMMU_TLB_SETS = 4;
  localparam int GMMU_TLB_WAYS = 8;
  localparam int GMMU_TLB_LARGE = 8;
  localparam int GMMU_TLB_TAG_W = 34;

  // TunneLs Table 1, a slice of a TLB level: sets, ways, pages of an entry, victims; bits of a group.
  localparam int GMMU_LEVEL_SETS = 4;
  localparam int GMMU_LEVEL_WAYS = 4;
  localparam int GMMU_LEVEL_PAGES = 4;
  localparam int GMMU_LEVEL_VICTIMS = 2;
  localparam int GMMU_LEVEL_GROUP_W = 34;

  // A miss file of a TLB: pages, requests that wait for one of them, bits of a request's name.
  localparam int GMMU_MSHR_ENTRIES = 16;
  localparam int GMMU_MSHR_WAITERS = 4;
  localparam int GMMU_MSHR_ID_W = 9;

  // A page walker: walks at a time, levels of its longest walk, cached tables of each level, ports of reads.
  localparam int GMMU_WALKERS = 8;
  localparam int GMMU_WALK_LEVELS = 6;
  localparam int GMMU_WALK_WAYS = 4;
  localparam int GMMU_WALK_READS = 1;

  // A table of address spaces: spaces, listeners to an invalidation, those that hear of ends alone, requests
  // that begin and end in a cycle, bits of a count of those in flight.
  localparam int GMMU_ASID_SPACES = 32;
  localparam int GMMU_INV_LISTENERS = 4;
  localparam int GMMU_END_LISTENERS = 4;
  localparam int GMMU_FENCE_PORTS = 2;
  localparam int GMMU_FENCE_COUNT_W = 10;

  // A fault queue: pages that are waited for, records on their way to memory, bits of a place in the ring, of
  // the asking warp, of the time.
  localparam int GMMU_FAULT_PAGES = 16;
  localparam int GMMU_FAULT_RECORDS = 4;
  localparam int GMMU_FAULT_RING_W = 8;
  localparam int GMMU_FAULT_INFO_W = 16;
  localparam int GMMU_FAULT_TIME_W = 32;

  // A shared TLB: ports, requests of a port, bits of a request's name; an entry, of a large page; a result.
  localparam int GMMU_MMU_PORTS = 4;
  localparam int GMMU_PORT_REQUESTS = 4;
  localparam int GMMU_PORT_ID_W = 8;
  localparam int GMMU_WHO_W = 22;
  localparam int GMMU_KEPT_W = 33;
  localparam int GMMU_ENTRY_W = 32;
  localparam int GMMU_LARGE_ENTRY_W = 23;
  localparam int GMMU_RESULT_W = 37;

  // The block gmmu: listeners to its invalidations, those that hear of ends alone, requests that may end in
  // one cycle.
  localparam int GMMU_MMU_LISTENERS = 5;
  localparam int GMMU_MMU_END_LISTENERS = 12;
  localparam int GMMU_MMU_ENDS = 6;

  // Registers behind AXI4-Lite: bits of an address, in bytes.
  localparam int GMMU_LITE_ADDR_W = 8;

  // Device configuration registers of a GPU: the first of the five of its MMU, a window of 64.
  localparam int GMMU_DCR_MMU_AT = 4;
  localparam int GMMU_DCR_WINDOW_AT = 3840;

  // A memory bus of a GPU: words of 64 bits of a transfer, own user bits, bits of an access's tag.
  localparam int GMMU_MEM_WORDS = 8;
  localparam int GMMU_MEM_USER_W = 4;
  localparam int GMMU_MEM_TAG_W = 16;

  // Fractional GPUs V: bits of a physical address that are hashed.
  localparam int GMMU_HASH_W = 40;

  // Fractional GPUs IV: bits of a block number.
  localparam int GMMU_BLOCK_W = 32;

  // Thesis Table 5.1 and 5.2.3: SMs of chapter 5's chip, active kernels.
  localparam int GMMU_NUM_SMS = 13;
  localparam int GMMU_NUM_KERNELS = 13;

  // Thesis 5.2.3, the handle of a preempted block: bits of the pointer to its context.
  localparam int GMMU_CONTEXT_W = 32;
  /* verilator lint_on UNUSEDPARAM */
endpackage
