// SPDX-License-Identifier: Apache-2.0
// Store replay: a place for one access between a core and an L1 stage that drops what its page does not
// allow; a store that has been dropped stays until software has it asked again. Equal to hls/store_replay in
// every state.
module store_replay #(
    parameter int MEM_WORDS = gmmu_pkg::GMMU_MEM_WORDS,  // of an access: 1, 2, 4, 8
    parameter int MEM_TAG_W = gmmu_pkg::GMMU_MEM_TAG_W   // 1 to 64
) (
    input  logic                    clk,           // rising edge
    input  logic                    rst,           // synchronous, active high

    // core: valid, ready
    input  logic                    req_valid,
    output logic                    req_ready,
    input  logic                    req_rw,        // 1: a store
    input  logic                    req_atomic,    // 1: an atomic
    input  logic [63:0]             req_addr,      // virtual, in bytes
    input  logic [8*MEM_WORDS-1:0]  req_byteen,
    input  logic [64*MEM_WORDS-1:0] req_data,
    input  logic [MEM_TAG_W-1:0]    req_tag,       // with all else that goes along

    // L1 stage: valid, ready
    output logic                    l1_valid,
    input  logic                    l1_ready,
    output logic                    l1_rw,
    output logic                    l1_atomic,
    output logic [63:0]             l1_addr,
    output logic [8*MEM_WORDS-1:0]  l1_byteen,
    output logic [64*MEM_WORDS-1:0] l1_data,
    output logic [MEM_TAG_W-1:0]    l1_tag,

    // a store or an atomic leaves the stage
    input  logic                    passed_valid,
    input  logic [MEM_TAG_W-1:0]    passed_tag,

    // the stage has dropped an access
    input  logic                    fault_valid,
    input  logic [63:0]             fault_va,      // its address, or its page's
    input  logic [1:0]              fault_access,  // 0 reads, 1 writes, 2 fetches
    input  logic                    fault_amo,

    // such pulses that are not of the store, a cycle later
    output logic                    other_valid,
    output logic [63:0]             other_va,
    output logic [1:0]              other_access,
    output logic                    other_amo,

    // software: a level with an address, two pulses
    output logic                    blocked,
    output logic [63:0]             blocked_va,
    input  logic                    retry,         // ask again
    input  logic                    drop           // the store dies
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (MEM_WORDS < 1 || MEM_WORDS > 8 || (MEM_WORDS & (MEM_WORDS - 1)) != 0) begin : bad_line
    $error("store_replay: MEM_WORDS must be 1, 2, 4 or 8");
  end
  if (MEM_TAG_W < 1 || MEM_TAG_W > 64) begin : bad_tag
    $error("store_replay: MEM_TAG_W must be 1 to 64");
  end
`endif

  logic in_stage;  // the store is in the stage
  logic comes;
  logic now_in;    // it is, or goes into it
  logic passes;
  logic blocks;
  logic again;
  logic others;

  assign req_ready  = !l1_valid && !in_stage && !blocked;
  assign blocked_va = l1_addr;
  assign comes      = req_valid && req_ready;
  assign now_in     = (l1_valid && l1_ready && (l1_rw || l1_atomic)) || in_stage;
  assign passes     = now_in && passed_valid && passed_tag == l1_tag;
  assign blocks     = now_in && fault_valid && (fault_access == 2'd1 || fault_amo) &&
                      fault_va[63:12] == l1_addr[63:12] && !passes;
  assign again      = blocked && retry && !drop;
  assign others     = fault_valid && !blocks;

  always_ff @(posedge clk) begin
    if (rst) begin
      l1_valid <= 1'b0;
      in_stage   <= 1'b0;
      blocked  <= 1'b0;
    end else begin
      l1_valid <= comes || again || (l1_valid && !l1_ready);
      in_stage   <= now_in && !passes && !blocks;
      blocked  <= blocks || (blocked && !retry && !drop);
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      l1_rw     <= 1'b0;
      l1_atomic <= 1'b0;
      l1_addr   <= '0;
      l1_byteen <= '0;
      l1_data   <= '0;
      l1_tag    <= '0;
    end else if (comes) begin
      l1_rw     <= req_rw;
      l1_atomic <= req_atomic;
      l1_addr   <= req_addr;
      l1_byteen <= req_byteen;
      l1_data   <= req_data;
      l1_tag    <= req_tag;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      other_valid  <= 1'b0;
      other_va     <= '0;
      other_access <= '0;
      other_amo    <= 1'b0;
    end else begin
      other_valid <= others;
      if (others) begin
        other_va     <= fault_va;
        other_access <= fault_access;
        other_amo    <= fault_amo;
      end
    end
  end
endmodule
