// SPDX-License-Identifier: Apache-2.0
// Compile-time sizes shared by the units: the numbers of hls/common/gmmu_params.h
// under the same names. A macro of the same name overrides a size, so that a
// proof can also be run at a reduced one.
package gmmu_pkg;
  // One list for all units: each design uses only some of the sizes.
  /* verilator lint_off UNUSEDPARAM */

  // Address spaces and addresses (MASK 7.4 for the 9-bit ASID).
`ifdef GMMU_ASID_W
  localparam int GMMU_ASID_W = `GMMU_ASID_W;
`else
  localparam int GMMU_ASID_W = 9;
`endif
`ifdef GMMU_VPN_W
  localparam int GMMU_VPN_W = `GMMU_VPN_W;
`else
  localparam int GMMU_VPN_W = 36;
`endif
`ifdef GMMU_PPN_W
  localparam int GMMU_PPN_W = `GMMU_PPN_W;
`else
  localparam int GMMU_PPN_W = 28;
`endif

  // MASK Table 1 and 7.4.
`ifdef GMMU_NUM_CORES
  localparam int GMMU_NUM_CORES = `GMMU_NUM_CORES;
`else
  localparam int GMMU_NUM_CORES = 30;
`endif
`ifdef GMMU_NUM_APPS
  localparam int GMMU_NUM_APPS = `GMMU_NUM_APPS;
`else
  localparam int GMMU_NUM_APPS = 30;
`endif
`ifdef GMMU_NUM_WARPS
  localparam int GMMU_NUM_WARPS = `GMMU_NUM_WARPS;
`else
  localparam int GMMU_NUM_WARPS = 256;
`endif
`ifdef GMMU_NO_APP
  localparam int GMMU_NO_APP = `GMMU_NO_APP;
`else
  localparam int GMMU_NO_APP = 31;
`endif

  // MASK 5.2.
`ifdef GMMU_BYPASS_ENTRIES
  localparam int GMMU_BYPASS_ENTRIES = `GMMU_BYPASS_ENTRIES;
`else
  localparam int GMMU_BYPASS_ENTRIES = 32;
`endif

  // MASK 5.3: 3-bit walk depth, 0 = data demand.
`ifdef GMMU_NUM_DEPTHS
  localparam int GMMU_NUM_DEPTHS = `GMMU_NUM_DEPTHS;
`else
  localparam int GMMU_NUM_DEPTHS = 8;
`endif

  // MASK 5.4 and 7.4, per memory channel.
`ifdef GMMU_GOLDEN_DEPTH
  localparam int GMMU_GOLDEN_DEPTH = `GMMU_GOLDEN_DEPTH;
`else
  localparam int GMMU_GOLDEN_DEPTH = 16;
`endif
`ifdef GMMU_SILVER_DEPTH
  localparam int GMMU_SILVER_DEPTH = `GMMU_SILVER_DEPTH;
`else
  localparam int GMMU_SILVER_DEPTH = 64;
`endif
`ifdef GMMU_NORMAL_DEPTH
  localparam int GMMU_NORMAL_DEPTH = `GMMU_NORMAL_DEPTH;
`else
  localparam int GMMU_NORMAL_DEPTH = 192;
`endif
`ifdef GMMU_NUM_BANKS
  localparam int GMMU_NUM_BANKS = `GMMU_NUM_BANKS;
`else
  localparam int GMMU_NUM_BANKS = 8;
`endif

  // Thesis Table 6.1, per SM.
`ifdef GMMU_SM_WARPS
  localparam int GMMU_SM_WARPS = `GMMU_SM_WARPS;
`else
  localparam int GMMU_SM_WARPS = 64;
`endif
`ifdef GMMU_SM_BLOCKS
  localparam int GMMU_SM_BLOCKS = `GMMU_SM_BLOCKS;
`else
  localparam int GMMU_SM_BLOCKS = 16;
`endif

  // Thesis 6.3.2, entries per SM.
`ifdef GMMU_REPLAY_DEPTH
  localparam int GMMU_REPLAY_DEPTH = `GMMU_REPLAY_DEPTH;
`else
  localparam int GMMU_REPLAY_DEPTH = 64;
`endif

  // Thesis 6.3.3, 6.5.2, entries of 256 bytes per SM; a multiple of 32, at most 128.
`ifdef GMMU_LOG_ENTRIES
  localparam int GMMU_LOG_ENTRIES = `GMMU_LOG_ENTRIES;
`else
  localparam int GMMU_LOG_ENTRIES = 128;
`endif
  /* verilator lint_on UNUSEDPARAM */
endpackage
