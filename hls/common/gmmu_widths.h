/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Widths that follow from the sizes of gmmu_params.h, as plain numbers: GMMU_U() pastes
 * them into a type, so the compiler cannot compute them. In the RTL each is a localparam
 * of the same name, from $clog2. The largest size of each list is also checked.
 */
#ifndef GMMU_WIDTHS_H
#define GMMU_WIDTHS_H

#include "gmmu_sharing_widths.h"

/* An application: all ones means none, so 2^APP_W is more than NUM_APPS. The sum of a 12-bit weight of each.
 */
#if GMMU_NUM_APPS <= 1
#define GMMU_APP_W        1
#define GMMU_WEIGHT_SUM_W 13
#elif GMMU_NUM_APPS <= 3
#define GMMU_APP_W        2
#define GMMU_WEIGHT_SUM_W 14
#elif GMMU_NUM_APPS <= 7
#define GMMU_APP_W        3
#define GMMU_WEIGHT_SUM_W 15
#elif GMMU_NUM_APPS <= 15
#define GMMU_APP_W        4
#define GMMU_WEIGHT_SUM_W 16
#elif GMMU_NUM_APPS <= 31
#define GMMU_APP_W        5
#define GMMU_WEIGHT_SUM_W 17
#elif GMMU_NUM_APPS <= 63
#define GMMU_APP_W        6
#define GMMU_WEIGHT_SUM_W 18
#else
#define GMMU_APP_W        7
#define GMMU_WEIGHT_SUM_W 19
#endif

/* AXI4: its user signal, an application and whether it is a page walk. */
#if GMMU_APP_W == 1
#define GMMU_AXI_USER_W 2
#elif GMMU_APP_W == 2
#define GMMU_AXI_USER_W 3
#elif GMMU_APP_W == 3
#define GMMU_AXI_USER_W 4
#elif GMMU_APP_W == 4
#define GMMU_AXI_USER_W 5
#elif GMMU_APP_W == 5
#define GMMU_AXI_USER_W 6
#elif GMMU_APP_W == 6
#define GMMU_AXI_USER_W 7
#else
#define GMMU_AXI_USER_W 8
#endif

/* A beat of a line; a byte of a beat (ARSIZE), and of a line. */
#if GMMU_AXI_BEATS <= 2
#define GMMU_AXI_BEAT_W 1
#elif GMMU_AXI_BEATS <= 4
#define GMMU_AXI_BEAT_W 2
#elif GMMU_AXI_BEATS <= 8
#define GMMU_AXI_BEAT_W 3
#else
#define GMMU_AXI_BEAT_W 4
#endif
#if GMMU_AXI_WORDS <= 1
#define GMMU_AXI_BYTE_W 2
#elif GMMU_AXI_WORDS <= 2
#define GMMU_AXI_BYTE_W 3
#elif GMMU_AXI_WORDS <= 4
#define GMMU_AXI_BYTE_W 4
#elif GMMU_AXI_WORDS <= 8
#define GMMU_AXI_BYTE_W 5
#elif GMMU_AXI_WORDS <= 16
#define GMMU_AXI_BYTE_W 6
#else
#define GMMU_AXI_BYTE_W 7
#endif
#define GMMU_AXI_LINE_W (GMMU_AXI_BYTE_W + GMMU_AXI_BEAT_W)

/* A core, or a count of cores. The sum of a 16-bit counter of each, and of two of each. */
#if GMMU_NUM_CORES <= 1
#define GMMU_CORE_W       1
#define GMMU_MISS_SUM_W   17
#define GMMU_ACCESS_SUM_W 18
#elif GMMU_NUM_CORES <= 3
#define GMMU_CORE_W       2
#define GMMU_MISS_SUM_W   18
#define GMMU_ACCESS_SUM_W 19
#elif GMMU_NUM_CORES <= 7
#define GMMU_CORE_W       3
#define GMMU_MISS_SUM_W   19
#define GMMU_ACCESS_SUM_W 20
#elif GMMU_NUM_CORES <= 15
#define GMMU_CORE_W       4
#define GMMU_MISS_SUM_W   20
#define GMMU_ACCESS_SUM_W 21
#elif GMMU_NUM_CORES <= 31
#define GMMU_CORE_W       5
#define GMMU_MISS_SUM_W   21
#define GMMU_ACCESS_SUM_W 22
#elif GMMU_NUM_CORES <= 63
#define GMMU_CORE_W       6
#define GMMU_MISS_SUM_W   22
#define GMMU_ACCESS_SUM_W 23
#elif GMMU_NUM_CORES <= 127
#define GMMU_CORE_W       7
#define GMMU_MISS_SUM_W   23
#define GMMU_ACCESS_SUM_W 24
#elif GMMU_NUM_CORES <= 255
#define GMMU_CORE_W       8
#define GMMU_MISS_SUM_W   24
#define GMMU_ACCESS_SUM_W 25
#else
#define GMMU_CORE_W       9
#define GMMU_MISS_SUM_W   25
#define GMMU_ACCESS_SUM_W 26
#endif

/* A warp of a core, and a count of them. */
#if GMMU_NUM_WARPS <= 64
#define GMMU_WARP_W       6
#define GMMU_WARP_COUNT_W 7
#elif GMMU_NUM_WARPS <= 128
#define GMMU_WARP_W       7
#define GMMU_WARP_COUNT_W 8
#else
#define GMMU_WARP_W       8
#define GMMU_WARP_COUNT_W 9
#endif

/* A count of warps of all cores. */
#if GMMU_CORE_W + GMMU_WARP_W == 7
#define GMMU_ACTIVE_W 7
#elif GMMU_CORE_W + GMMU_WARP_W == 8
#define GMMU_ACTIVE_W 8
#elif GMMU_CORE_W + GMMU_WARP_W == 9
#define GMMU_ACTIVE_W 9
#elif GMMU_CORE_W + GMMU_WARP_W == 10
#define GMMU_ACTIVE_W 10
#elif GMMU_CORE_W + GMMU_WARP_W == 11
#define GMMU_ACTIVE_W 11
#elif GMMU_CORE_W + GMMU_WARP_W == 12
#define GMMU_ACTIVE_W 12
#elif GMMU_CORE_W + GMMU_WARP_W == 13
#define GMMU_ACTIVE_W 13
#elif GMMU_CORE_W + GMMU_WARP_W == 14
#define GMMU_ACTIVE_W 14
#elif GMMU_CORE_W + GMMU_WARP_W == 15
#define GMMU_ACTIVE_W 15
#elif GMMU_CORE_W + GMMU_WARP_W == 16
#define GMMU_ACTIVE_W 16
#else
#define GMMU_ACTIVE_W 17
#endif

/* Tokens (15 bits in MASK 7.4), their product with a Q0.16 fraction, and a sum of two of them. */
#if GMMU_ACTIVE_W <= 15
#define GMMU_TOKEN_W         15
#define GMMU_TOKEN_PRODUCT_W 32
#define GMMU_TOKEN_SUM_W     17
#elif GMMU_ACTIVE_W == 16
#define GMMU_TOKEN_W         16
#define GMMU_TOKEN_PRODUCT_W 32
#define GMMU_TOKEN_SUM_W     17
#else
#define GMMU_TOKEN_W         17
#define GMMU_TOKEN_PRODUCT_W 33
#define GMMU_TOKEN_SUM_W     18
#endif

/* The divider: misses of all cores in Q16, by their accesses. */
#if GMMU_CORE_W <= 6
#define GMMU_DIVIDEND_W 38
#define GMMU_DIVISOR_W  24
#elif GMMU_CORE_W <= 7
#define GMMU_DIVIDEND_W 39
#define GMMU_DIVISOR_W  24
#elif GMMU_CORE_W <= 8
#define GMMU_DIVIDEND_W 40
#define GMMU_DIVISOR_W  25
#else
#define GMMU_DIVIDEND_W 41
#define GMMU_DIVISOR_W  26
#endif

/* A walk depth. */
#if GMMU_NUM_DEPTHS <= 2
#define GMMU_WALK_DEPTH_W 1
#elif GMMU_NUM_DEPTHS <= 4
#define GMMU_WALK_DEPTH_W 2
#elif GMMU_NUM_DEPTHS <= 8
#define GMMU_WALK_DEPTH_W 3
#else
#define GMMU_WALK_DEPTH_W 4
#endif

/* An entry of the golden queue, and a count of them. */
#if GMMU_GOLDEN_DEPTH <= 2
#define GMMU_GOLDEN_INDEX_W 1
#define GMMU_GOLDEN_COUNT_W 2
#elif GMMU_GOLDEN_DEPTH <= 4
#define GMMU_GOLDEN_INDEX_W 2
#define GMMU_GOLDEN_COUNT_W 3
#elif GMMU_GOLDEN_DEPTH <= 8
#define GMMU_GOLDEN_INDEX_W 3
#define GMMU_GOLDEN_COUNT_W 4
#elif GMMU_GOLDEN_DEPTH <= 16
#define GMMU_GOLDEN_INDEX_W 4
#define GMMU_GOLDEN_COUNT_W 5
#elif GMMU_GOLDEN_DEPTH <= 32
#define GMMU_GOLDEN_INDEX_W 5
#define GMMU_GOLDEN_COUNT_W 6
#elif GMMU_GOLDEN_DEPTH <= 64
#define GMMU_GOLDEN_INDEX_W 6
#define GMMU_GOLDEN_COUNT_W 7
#elif GMMU_GOLDEN_DEPTH <= 128
#define GMMU_GOLDEN_INDEX_W 7
#define GMMU_GOLDEN_COUNT_W 8
#else
#define GMMU_GOLDEN_INDEX_W 8
#define GMMU_GOLDEN_COUNT_W 9
#endif

/* An entry of an FR-FCFS queue ... */
#if GMMU_FRFCFS_DEPTH <= 2
#define GMMU_FRFCFS_INDEX_W 1
#elif GMMU_FRFCFS_DEPTH <= 4
#define GMMU_FRFCFS_INDEX_W 2
#elif GMMU_FRFCFS_DEPTH <= 8
#define GMMU_FRFCFS_INDEX_W 3
#elif GMMU_FRFCFS_DEPTH <= 16
#define GMMU_FRFCFS_INDEX_W 4
#elif GMMU_FRFCFS_DEPTH <= 32
#define GMMU_FRFCFS_INDEX_W 5
#elif GMMU_FRFCFS_DEPTH <= 64
#define GMMU_FRFCFS_INDEX_W 6
#elif GMMU_FRFCFS_DEPTH <= 128
#define GMMU_FRFCFS_INDEX_W 7
#else
#define GMMU_FRFCFS_INDEX_W 8
#endif

/* ... and a count of them. */
#if GMMU_FRFCFS_DEPTH <= 3
#define GMMU_FRFCFS_COUNT_W 2
#elif GMMU_FRFCFS_DEPTH <= 7
#define GMMU_FRFCFS_COUNT_W 3
#elif GMMU_FRFCFS_DEPTH <= 15
#define GMMU_FRFCFS_COUNT_W 4
#elif GMMU_FRFCFS_DEPTH <= 31
#define GMMU_FRFCFS_COUNT_W 5
#elif GMMU_FRFCFS_DEPTH <= 63
#define GMMU_FRFCFS_COUNT_W 6
#elif GMMU_FRFCFS_DEPTH <= 127
#define GMMU_FRFCFS_COUNT_W 7
#elif GMMU_FRFCFS_DEPTH <= 255
#define GMMU_FRFCFS_COUNT_W 8
#else
#define GMMU_FRFCFS_COUNT_W 9
#endif

/* A DRAM bank. */
#if GMMU_NUM_BANKS <= 2
#define GMMU_BANK_W 1
#elif GMMU_NUM_BANKS <= 4
#define GMMU_BANK_W 2
#elif GMMU_NUM_BANKS <= 8
#define GMMU_BANK_W 3
#elif GMMU_NUM_BANKS <= 16
#define GMMU_BANK_W 4
#else
#define GMMU_BANK_W 5
#endif

/* A warp slot of an SM. */
#if GMMU_SM_WARPS <= 8
#define GMMU_SM_WARP_W 3
#elif GMMU_SM_WARPS <= 16
#define GMMU_SM_WARP_W 4
#elif GMMU_SM_WARPS <= 32
#define GMMU_SM_WARP_W 5
#else
#define GMMU_SM_WARP_W 6
#endif

/* A block slot of an SM. */
#if GMMU_SM_BLOCKS <= 2
#define GMMU_SM_BLOCK_W 1
#elif GMMU_SM_BLOCKS <= 4
#define GMMU_SM_BLOCK_W 2
#elif GMMU_SM_BLOCKS <= 8
#define GMMU_SM_BLOCK_W 3
#elif GMMU_SM_BLOCKS <= 16
#define GMMU_SM_BLOCK_W 4
#else
#define GMMU_SM_BLOCK_W 5
#endif

/* A count of blocks of an SM. */
#if GMMU_SM_BLOCKS <= 3
#define GMMU_SM_BLOCKS_W 2
#elif GMMU_SM_BLOCKS <= 7
#define GMMU_SM_BLOCKS_W 3
#elif GMMU_SM_BLOCKS <= 15
#define GMMU_SM_BLOCKS_W 4
#elif GMMU_SM_BLOCKS <= 31
#define GMMU_SM_BLOCKS_W 5
#else
#define GMMU_SM_BLOCKS_W 6
#endif

/* A count of entries of the replay queue. */
#if GMMU_REPLAY_DEPTH <= 3
#define GMMU_REPLAY_COUNT_W 2
#elif GMMU_REPLAY_DEPTH <= 7
#define GMMU_REPLAY_COUNT_W 3
#elif GMMU_REPLAY_DEPTH <= 15
#define GMMU_REPLAY_COUNT_W 4
#elif GMMU_REPLAY_DEPTH <= 31
#define GMMU_REPLAY_COUNT_W 5
#elif GMMU_REPLAY_DEPTH <= 63
#define GMMU_REPLAY_COUNT_W 6
#elif GMMU_REPLAY_DEPTH <= 127
#define GMMU_REPLAY_COUNT_W 7
#else
#define GMMU_REPLAY_COUNT_W 8
#endif

/* An entry of the operand log ... */
#if GMMU_LOG_ENTRIES <= 32
#define GMMU_LOG_INDEX_W 5
#elif GMMU_LOG_ENTRIES <= 64
#define GMMU_LOG_INDEX_W 6
#else
#define GMMU_LOG_INDEX_W 7
#endif

/* ... and a count of them; twice as much for the end of a partition. */
#if GMMU_LOG_ENTRIES <= 63
#define GMMU_LOG_COUNT_W 6
#define GMMU_LOG_LAST_W  7
#elif GMMU_LOG_ENTRIES <= 127
#define GMMU_LOG_COUNT_W 7
#define GMMU_LOG_LAST_W  8
#else
#define GMMU_LOG_COUNT_W 8
#define GMMU_LOG_LAST_W  9
#endif

/* A base page of a large frame, a count of them, and the bits of a map of them in one word. */
#if GMMU_LARGE_PAGES <= 16
#define GMMU_LARGE_PAGE_W  4
#define GMMU_LARGE_COUNT_W 5
#define GMMU_PAGE_MAP_W    16
#elif GMMU_LARGE_PAGES <= 32
#define GMMU_LARGE_PAGE_W  5
#define GMMU_LARGE_COUNT_W 6
#define GMMU_PAGE_MAP_W    32
#elif GMMU_LARGE_PAGES <= 64
#define GMMU_LARGE_PAGE_W  6
#define GMMU_LARGE_COUNT_W 7
#define GMMU_PAGE_MAP_W    64
#elif GMMU_LARGE_PAGES <= 128
#define GMMU_LARGE_PAGE_W  7
#define GMMU_LARGE_COUNT_W 8
#define GMMU_PAGE_MAP_W    64
#elif GMMU_LARGE_PAGES <= 256
#define GMMU_LARGE_PAGE_W  8
#define GMMU_LARGE_COUNT_W 9
#define GMMU_PAGE_MAP_W    64
#else
#define GMMU_LARGE_PAGE_W  9
#define GMMU_LARGE_COUNT_W 10
#define GMMU_PAGE_MAP_W    64
#endif

/* A large frame, ... */
#if GMMU_LARGE_FRAMES <= 2
#define GMMU_LARGE_FRAME_W 1
#elif GMMU_LARGE_FRAMES <= 4
#define GMMU_LARGE_FRAME_W 2
#elif GMMU_LARGE_FRAMES <= 8
#define GMMU_LARGE_FRAME_W 3
#elif GMMU_LARGE_FRAMES <= 16
#define GMMU_LARGE_FRAME_W 4
#elif GMMU_LARGE_FRAMES <= 32
#define GMMU_LARGE_FRAME_W 5
#elif GMMU_LARGE_FRAMES <= 64
#define GMMU_LARGE_FRAME_W 6
#elif GMMU_LARGE_FRAMES <= 128
#define GMMU_LARGE_FRAME_W 7
#elif GMMU_LARGE_FRAMES <= 256
#define GMMU_LARGE_FRAME_W 8
#elif GMMU_LARGE_FRAMES <= 512
#define GMMU_LARGE_FRAME_W 9
#elif GMMU_LARGE_FRAMES <= 1024
#define GMMU_LARGE_FRAME_W 10
#else
#define GMMU_LARGE_FRAME_W 11
#endif

/* ... a count of them, ... */
#if GMMU_LARGE_FRAMES <= 3
#define GMMU_LARGE_FRAMES_W 2
#elif GMMU_LARGE_FRAMES <= 7
#define GMMU_LARGE_FRAMES_W 3
#elif GMMU_LARGE_FRAMES <= 15
#define GMMU_LARGE_FRAMES_W 4
#elif GMMU_LARGE_FRAMES <= 31
#define GMMU_LARGE_FRAMES_W 5
#elif GMMU_LARGE_FRAMES <= 63
#define GMMU_LARGE_FRAMES_W 6
#elif GMMU_LARGE_FRAMES <= 127
#define GMMU_LARGE_FRAMES_W 7
#elif GMMU_LARGE_FRAMES <= 255
#define GMMU_LARGE_FRAMES_W 8
#elif GMMU_LARGE_FRAMES <= 511
#define GMMU_LARGE_FRAMES_W 9
#elif GMMU_LARGE_FRAMES <= 1023
#define GMMU_LARGE_FRAMES_W 10
#elif GMMU_LARGE_FRAMES <= 2047
#define GMMU_LARGE_FRAMES_W 11
#else
#define GMMU_LARGE_FRAMES_W 12
#endif

/* ... and a count of base pages in all of them. */
#if GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 5
#define GMMU_FRAME_PAGES_W 6
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 6
#define GMMU_FRAME_PAGES_W 7
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 7
#define GMMU_FRAME_PAGES_W 8
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 8
#define GMMU_FRAME_PAGES_W 9
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 9
#define GMMU_FRAME_PAGES_W 10
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 10
#define GMMU_FRAME_PAGES_W 11
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 11
#define GMMU_FRAME_PAGES_W 12
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 12
#define GMMU_FRAME_PAGES_W 13
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 13
#define GMMU_FRAME_PAGES_W 14
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 14
#define GMMU_FRAME_PAGES_W 15
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 15
#define GMMU_FRAME_PAGES_W 16
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 16
#define GMMU_FRAME_PAGES_W 17
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 17
#define GMMU_FRAME_PAGES_W 18
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 18
#define GMMU_FRAME_PAGES_W 19
#elif GMMU_LARGE_FRAME_W + GMMU_LARGE_PAGE_W == 19
#define GMMU_FRAME_PAGES_W 20
#else
#define GMMU_FRAME_PAGES_W 21
#endif

/* A set of a TLB with its base entries in a RAM. */
#if GMMU_TLB_SETS <= 2
#define GMMU_TLB_SET_W 1
#elif GMMU_TLB_SETS <= 4
#define GMMU_TLB_SET_W 2
#elif GMMU_TLB_SETS <= 8
#define GMMU_TLB_SET_W 3
#elif GMMU_TLB_SETS <= 16
#define GMMU_TLB_SET_W 4
#elif GMMU_TLB_SETS <= 32
#define GMMU_TLB_SET_W 5
#elif GMMU_TLB_SETS <= 64
#define GMMU_TLB_SET_W 6
#else
#define GMMU_TLB_SET_W 7
#endif

/* A set of a TLB level, an LRU age in it, a victim. */
#if GMMU_LEVEL_SETS <= 2
#define GMMU_LEVEL_SET_W 1
#elif GMMU_LEVEL_SETS <= 4
#define GMMU_LEVEL_SET_W 2
#elif GMMU_LEVEL_SETS <= 8
#define GMMU_LEVEL_SET_W 3
#elif GMMU_LEVEL_SETS <= 16
#define GMMU_LEVEL_SET_W 4
#elif GMMU_LEVEL_SETS <= 32
#define GMMU_LEVEL_SET_W 5
#elif GMMU_LEVEL_SETS <= 64
#define GMMU_LEVEL_SET_W 6
#elif GMMU_LEVEL_SETS <= 128
#define GMMU_LEVEL_SET_W 7
#elif GMMU_LEVEL_SETS <= 256
#define GMMU_LEVEL_SET_W 8
#elif GMMU_LEVEL_SETS <= 512
#define GMMU_LEVEL_SET_W 9
#else
#define GMMU_LEVEL_SET_W 10
#endif

#if GMMU_LEVEL_WAYS <= 2
#define GMMU_LEVEL_AGE_W 1
#elif GMMU_LEVEL_WAYS <= 4
#define GMMU_LEVEL_AGE_W 2
#elif GMMU_LEVEL_WAYS <= 8
#define GMMU_LEVEL_AGE_W 3
#else
#define GMMU_LEVEL_AGE_W 4
#endif

#if GMMU_LEVEL_VICTIMS <= 2
#define GMMU_LEVEL_VICTIM_W 1
#elif GMMU_LEVEL_VICTIMS <= 4
#define GMMU_LEVEL_VICTIM_W 2
#elif GMMU_LEVEL_VICTIMS <= 8
#define GMMU_LEVEL_VICTIM_W 3
#else
#define GMMU_LEVEL_VICTIM_W 4
#endif

/* An address space below GMMU_ASID_SPACES. */
#if GMMU_ASID_SPACES <= 2
#define GMMU_SPACE_W 1
#elif GMMU_ASID_SPACES <= 4
#define GMMU_SPACE_W 2
#elif GMMU_ASID_SPACES <= 8
#define GMMU_SPACE_W 3
#elif GMMU_ASID_SPACES <= 16
#define GMMU_SPACE_W 4
#elif GMMU_ASID_SPACES <= 32
#define GMMU_SPACE_W 5
#elif GMMU_ASID_SPACES <= 64
#define GMMU_SPACE_W 6
#elif GMMU_ASID_SPACES <= 128
#define GMMU_SPACE_W 7
#elif GMMU_ASID_SPACES <= 256
#define GMMU_SPACE_W 8
#else
#define GMMU_SPACE_W 9
#endif

/* A count of the requests that wait for a page. */
#if GMMU_MSHR_WAITERS <= 3
#define GMMU_MSHR_COUNT_W 2
#elif GMMU_MSHR_WAITERS <= 7
#define GMMU_MSHR_COUNT_W 3
#elif GMMU_MSHR_WAITERS <= 15
#define GMMU_MSHR_COUNT_W 4
#else
#define GMMU_MSHR_COUNT_W 5
#endif

/* A word of a line of the memory bus; of one word a bit that is 0. */
#if GMMU_MEM_WORDS <= 2
#define GMMU_MEM_WORD_W 1
#elif GMMU_MEM_WORDS <= 4
#define GMMU_MEM_WORD_W 2
#else
#define GMMU_MEM_WORD_W 3
#endif

/* A walker; its name at its port of reads, of those that have this port; a way of its cache of tables. */
#if GMMU_WALKERS <= 2
#define GMMU_WALKER_W 1
#elif GMMU_WALKERS <= 4
#define GMMU_WALKER_W 2
#elif GMMU_WALKERS <= 8
#define GMMU_WALKER_W 3
#elif GMMU_WALKERS <= 16
#define GMMU_WALKER_W 4
#elif GMMU_WALKERS <= 32
#define GMMU_WALKER_W 5
#else
#define GMMU_WALKER_W 6
#endif

#if GMMU_WALKERS <= 2 * GMMU_WALK_READS
#define GMMU_WALK_NAME_W 1
#elif GMMU_WALKERS <= 4 * GMMU_WALK_READS
#define GMMU_WALK_NAME_W 2
#elif GMMU_WALKERS <= 8 * GMMU_WALK_READS
#define GMMU_WALK_NAME_W 3
#elif GMMU_WALKERS <= 16 * GMMU_WALK_READS
#define GMMU_WALK_NAME_W 4
#elif GMMU_WALKERS <= 32 * GMMU_WALK_READS
#define GMMU_WALK_NAME_W 5
#else
#define GMMU_WALK_NAME_W 6
#endif

#if GMMU_WALK_WAYS <= 2
#define GMMU_WALK_WAY_W 1
#elif GMMU_WALK_WAYS <= 4
#define GMMU_WALK_WAY_W 2
#elif GMMU_WALK_WAYS <= 8
#define GMMU_WALK_WAY_W 3
#else
#define GMMU_WALK_WAY_W 4
#endif

/* A count of the records that wait to be written; a count of those in the ring. */
#if GMMU_FAULT_RECORDS <= 3
#define GMMU_FAULT_RECORD_W 2
#elif GMMU_FAULT_RECORDS <= 7
#define GMMU_FAULT_RECORD_W 3
#elif GMMU_FAULT_RECORDS <= 15
#define GMMU_FAULT_RECORD_W 4
#else
#define GMMU_FAULT_RECORD_W 5
#endif

#if GMMU_FAULT_RING_W == 2
#define GMMU_FAULT_COUNT_W 3
#elif GMMU_FAULT_RING_W == 3
#define GMMU_FAULT_COUNT_W 4
#elif GMMU_FAULT_RING_W == 4
#define GMMU_FAULT_COUNT_W 5
#elif GMMU_FAULT_RING_W == 5
#define GMMU_FAULT_COUNT_W 6
#elif GMMU_FAULT_RING_W == 6
#define GMMU_FAULT_COUNT_W 7
#elif GMMU_FAULT_RING_W == 7
#define GMMU_FAULT_COUNT_W 8
#else
#define GMMU_FAULT_COUNT_W 9
#endif

/* A request of a shared TLB, of all ports. */
#if GMMU_MMU_PORTS * GMMU_PORT_REQUESTS <= 2
#define GMMU_SLOT_W 1
#elif GMMU_MMU_PORTS * GMMU_PORT_REQUESTS <= 4
#define GMMU_SLOT_W 2
#elif GMMU_MMU_PORTS * GMMU_PORT_REQUESTS <= 8
#define GMMU_SLOT_W 3
#elif GMMU_MMU_PORTS * GMMU_PORT_REQUESTS <= 16
#define GMMU_SLOT_W 4
#elif GMMU_MMU_PORTS * GMMU_PORT_REQUESTS <= 32
#define GMMU_SLOT_W 5
#else
#define GMMU_SLOT_W 6
#endif

/* A request of one port; a port. */
#if GMMU_PORT_REQUESTS <= 2
#define GMMU_PORT_SLOT_W 1
#elif GMMU_PORT_REQUESTS <= 4
#define GMMU_PORT_SLOT_W 2
#else
#define GMMU_PORT_SLOT_W 3
#endif
#if GMMU_MMU_PORTS <= 2
#define GMMU_MMU_PORT_W 1
#elif GMMU_MMU_PORTS <= 4
#define GMMU_MMU_PORT_W 2
#else
#define GMMU_MMU_PORT_W 3
#endif

#endif
