/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compile-time sizes shared by the units. rtl/gmmu_pkg.sv holds the same
 * numbers under the same names; a test compares the two files.
 */
#ifndef GMMU_PARAMS_H
#define GMMU_PARAMS_H

/* Address spaces and addresses (MASK 7.4 for the 9-bit ASID; 48-bit VA and
 * 40-bit PA with 4 KB pages are decisions of this project). */
#define GMMU_ASID_W 9
#define GMMU_VPN_W  36
#define GMMU_PPN_W  28

/* MASK Table 1 and 7.4. */
#define GMMU_NUM_CORES 30  /* SMs */
#define GMMU_NUM_APPS  30  /* concurrent applications */
#define GMMU_NUM_WARPS 256 /* warp IDs per core */
#define GMMU_NO_APP    31  /* a core that runs nothing */

/* MASK 5.2. */
#ifndef GMMU_BYPASS_ENTRIES
#define GMMU_BYPASS_ENTRIES 32
#endif

/* MASK 5.3: 3-bit walk depth, 0 = data demand. */
#define GMMU_NUM_DEPTHS 8

/* MASK 5.4 and 7.4, per memory channel. The depths of the two big queues can be
 * given from outside, so that a proof can also be run at a reduced size. */
#define GMMU_GOLDEN_DEPTH 16
#ifndef GMMU_SILVER_DEPTH
#define GMMU_SILVER_DEPTH 64
#endif
#ifndef GMMU_NORMAL_DEPTH
#define GMMU_NORMAL_DEPTH 192
#endif
#define GMMU_NUM_BANKS 8

/* Thesis Table 6.1, per SM: one bit per warp slot fills a 64-bit word. */
#define GMMU_SM_WARPS  64
#define GMMU_SM_BLOCKS 16

/* Thesis 6.3.2, entries per SM (decision): one per L1 MSHR for the memory instructions
 * that miss, and as many for those still under way in the L1 or waiting for a replay. */
#ifndef GMMU_REPLAY_DEPTH
#define GMMU_REPLAY_DEPTH 64
#endif

/* Thesis 6.3.3, 6.5.2, entries of 256 bytes (one 8-byte operand of 32 lanes) per SM: 32 KB,
 * the largest log evaluated there. How many of them are used is set up at run time. A
 * multiple of 32, at most 128. */
#ifndef GMMU_LOG_ENTRIES
#define GMMU_LOG_ENTRIES 128
#endif

#endif
