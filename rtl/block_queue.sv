// SPDX-License-Identifier: Apache-2.0
// Block queue (Fractional GPUs IV): the SMs of one partition, and the central queue of block numbers of its
// kernel. Equal to hls/block_queue in every state.
//
// A launch fills the queue when all numbers of the one before have been popped. SMs ask for as long as they
// have room; the turn goes round among the SMs of the partition that ask, and one number leaves in a cycle.
module block_queue #(
    parameter  int NUM_CORES = gmmu_pkg::GMMU_NUM_CORES,  // SMs, 2 to 256
    parameter  int BLOCK_W = gmmu_pkg::GMMU_BLOCK_W,      // bits of a block number, 4 to 32
    localparam int CORE_W = $clog2(NUM_CORES + 1)
) (
    input  logic                 clk,          // rising edge
    input  logic                 rst,          // synchronous, active high

    // CSR: the SMs of the partition; always taken
    input  logic                 mask_valid,
    input  logic [NUM_CORES-1:0] mask_sms,

    // CSR: a launch; valid/ready, load_ready depends on the state alone
    input  logic                 load_valid,
    output logic                 load_ready,   // the queue is empty
    input  logic [BLOCK_W-1:0]   load_blocks,

    // SMs pop block numbers: valid/ready each, pop_ready depends on the state alone
    input  logic [NUM_CORES-1:0] pop_valid,    // SM i asks
    output logic [NUM_CORES-1:0] pop_ready,    // it is its turn
    output logic [BLOCK_W-1:0]   pop_block
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (NUM_CORES < 2 || NUM_CORES > 256) begin : bad_cores
    $error("block_queue: NUM_CORES must be 2 to 256");
  end
  if (BLOCK_W < 4 || BLOCK_W > 32) begin : bad_width
    $error("block_queue: BLOCK_W must be 4 to 32");
  end
`endif

  localparam int SMS = NUM_CORES;

  logic [BLOCK_W-1:0] next;    // the number that is popped next
  logic [BLOCK_W-1:0] blocks;  // numbers of the launch
  logic [CORE_W-1:0]  turn;    // SM whose turn it is
  logic [SMS-1:0]     mask;    // SMs of the partition

  logic           left;   // numbers are in the queue
  logic [SMS-1:0] asks;   // SMs of the partition that ask
  logic [SMS-1:0] later;  // SMs after the turn

  assign left       = next != blocks;
  assign load_ready = !left;
  assign pop_block  = next;

  always_comb begin
    for (int i = 0; i < SMS; i++) begin
      pop_ready[i] = left && mask[i] && turn == CORE_W'(i);
      asks[i]      = left && mask[i] && pop_valid[i];
      later[i]     = asks[i] && turn < CORE_W'(i);
    end
  end

  // the first of each: those with none before them, by ORs over 1, 2, 4, ... neighbours
  logic [SMS-1:0]    asks_upto, later_upto;
  logic [CORE_W-1:0] first, first_later;

  always_comb begin
    asks_upto  = asks;
    later_upto = later;
    for (int reach = 1; reach < SMS; reach = reach * 2) begin
      asks_upto  = asks_upto | (asks_upto << reach);
      later_upto = later_upto | (later_upto << reach);
    end
    first       = '0;
    first_later = '0;
    for (int i = 1; i < SMS; i++) begin
      if (asks[i] && !asks_upto[i-1]) first = first | CORE_W'(i);
      if (later[i] && !later_upto[i-1]) first_later = first_later | CORE_W'(i);
    end
  end

  // queue
  always_ff @(posedge clk) begin
    if (rst) begin
      next   <= '0;
      blocks <= '0;
      turn   <= '0;
    end else if (load_valid && !left) begin
      next   <= '0;
      blocks <= load_blocks;
      turn   <= '0;
    end else begin
      if (|(pop_valid & pop_ready)) next <= next + BLOCK_W'(1);
      if (later_upto[SMS-1]) turn <= first_later;
      else if (asks_upto[SMS-1]) turn <= first;
    end
  end

  // partition
  always_ff @(posedge clk) begin
    if (rst) mask <= '0;
    else if (mask_valid) mask <= mask_sms;
  end
endmodule
