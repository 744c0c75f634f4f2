// SPDX-License-Identifier: Apache-2.0
// Warp gate (thesis 2.4, 6.3.1): fetch disable per warp, from the fetch of a global
// memory instruction until its issue, last TLB check or commit. Equal to
// hls/warp_gate in every state.
//
// One bit per warp slot in every port. A fetch by a closed warp is ignored. A squash
// opens the gate, even if the warp fetches in the same cycle.
module warp_gate #(
    parameter int SM_WARPS = gmmu_pkg::GMMU_SM_WARPS  // warp slots: 8, 16, 32, 64
) (
    input  logic                clk,         // rising edge
    input  logic                rst,         // synchronous, active high
    input  logic [1:0]          cfg_scheme,  // CSR: 0 issue, 2 last TLB check, 1, 3 commit
    // warps whose global memory instruction, in this cycle, ...
    input  logic [SM_WARPS-1:0] fetched,     // was fetched
    input  logic [SM_WARPS-1:0] issued,      // was issued
    input  logic [SM_WARPS-1:0] checked,     // passed its last TLB check
    input  logic [SM_WARPS-1:0] committed,   // committed
    input  logic [SM_WARPS-1:0] squashed,    // was squashed
    output logic [SM_WARPS-1:0] enable       // warps that may be fetched
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (SM_WARPS != 8 && SM_WARPS != 16 && SM_WARPS != 32 && SM_WARPS != 64) begin : bad_warps
    $error("warp_gate: SM_WARPS must be 8, 16, 32 or 64");
  end
`endif

  localparam int WARPS = SM_WARPS;

  // schemes; any other: until the commit
  localparam logic [1:0] WARP_GATE_OFF = 2'd0;
  localparam logic [1:0] WARP_GATE_LASTCHECK = 2'd2;

  logic [WARPS-1:0] until_issue;   // closed until the issue,
  logic [WARPS-1:0] until_check;   // the last TLB check,
  logic [WARPS-1:0] until_commit;  // the commit of the instruction
  logic [WARPS-1:0] closes;        // closes at this edge
  logic             off, lastcheck;

  assign enable    = ~(until_issue | until_check | until_commit);
  assign closes    = fetched & enable & ~squashed;
  assign off       = cfg_scheme == WARP_GATE_OFF;
  assign lastcheck = cfg_scheme == WARP_GATE_LASTCHECK;

  always_ff @(posedge clk) begin
    if (rst) begin
      until_issue  <= '0;
      until_check  <= '0;
      until_commit <= '0;
    end else begin
      until_issue  <= (until_issue & ~issued & ~squashed) | (closes & {WARPS{off}});
      until_check  <= (until_check & ~checked & ~squashed) | (closes & {WARPS{lastcheck}});
      until_commit <= (until_commit & ~committed & ~squashed) | (closes & {WARPS{!off && !lastcheck}});
    end
  end
endmodule
