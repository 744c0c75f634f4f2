// SPDX-License-Identifier: Apache-2.0
// PTBQ control (thesis 5.2.3): for each active kernel, a queue of the handles of its preempted thread blocks,
// first in, first out, in a RAM outside. Equal to hls/ptb_queue in every state.
module ptb_queue #(
    parameter  int NUM_SMS = gmmu_pkg::GMMU_NUM_SMS,          // 2 to 127
    parameter  int SM_BLOCKS = gmmu_pkg::GMMU_SM_BLOCKS,      // blocks an SM runs, 2 to 32
    parameter  int NUM_KERNELS = gmmu_pkg::GMMU_NUM_KERNELS,  // active ones, 2 to 127
    parameter  int BLOCK_W = gmmu_pkg::GMMU_BLOCK_W,          // bits of a block number, 4 to 32
    parameter  int CONTEXT_W = gmmu_pkg::GMMU_CONTEXT_W,      // bits of a pointer to a context, 1 to 64
    localparam int ENTRIES = NUM_SMS * SM_BLOCKS,
    localparam int PTB_W = $clog2(ENTRIES + 1),
    localparam int KERNEL_W = $clog2(NUM_KERNELS + 1)
) (
    input  logic                   clk,           // rising edge
    input  logic                   rst,           // synchronous, active high

    // a block has been preempted; ignored if the queue is full
    input  logic                   push_valid,
    input  logic [KERNEL_W-1:0]    push_kernel,
    input  logic [BLOCK_W-1:0]     push_block,    // its number
    input  logic [CONTEXT_W-1:0]   push_context,  // where its context is

    // the oldest handle of a kernel; ignored if there is none
    input  logic                   pop_valid,
    input  logic [KERNEL_W-1:0]    pop_kernel,

    // queues
    output logic [NUM_KERNELS-1:0] holds,         // the queue of kernel k holds handles
    output logic [NUM_KERNELS-1:0] full,

    // RAM, write port: entry of a queue
    output logic                   ram_we,
    output logic [KERNEL_W-1:0]    ram_wqueue,
    output logic [PTB_W-1:0]       ram_wentry,
    output logic [BLOCK_W-1:0]     ram_wblock,
    output logic [CONTEXT_W-1:0]   ram_wcontext,

    // RAM, read port: it shows the handle in the next cycle
    output logic                   ram_re,
    output logic [KERNEL_W-1:0]    ram_rqueue,
    output logic [PTB_W-1:0]       ram_rentry,
    output logic                   ans_valid      // it shows one now
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (NUM_SMS < 2 || NUM_SMS > 127) begin : bad_sms
    $error("ptb_queue: NUM_SMS must be 2 to 127");
  end
  if (SM_BLOCKS < 2 || SM_BLOCKS > 32) begin : bad_blocks
    $error("ptb_queue: SM_BLOCKS must be 2 to 32");
  end
  if (NUM_KERNELS < 2 || NUM_KERNELS > 127) begin : bad_kernels
    $error("ptb_queue: NUM_KERNELS must be 2 to 127");
  end
  if (BLOCK_W < 4 || BLOCK_W > 32) begin : bad_block_width
    $error("ptb_queue: BLOCK_W must be 4 to 32");
  end
  if (CONTEXT_W < 1 || CONTEXT_W > 64) begin : bad_context_width
    $error("ptb_queue: CONTEXT_W must be 1 to 64");
  end
`endif

  localparam int KERNELS = NUM_KERNELS;

  logic [PTB_W-1:0] head[0:KERNELS-1];   // entry of the oldest handle
  logic [PTB_W-1:0] count[0:KERNELS-1];  // handles

  logic [KERNELS-1:0] to, from;                                  // the queues that are named
  logic [PTB_W-1:0]   to_head, to_count, from_head, from_count;  // of these
  logic [KERNELS-1:0] pushed, popped;
  logic [PTB_W:0]     sum;            // of head and count
  logic [PTB_W-1:0]   behind, after;  // entries: behind the queue, after its oldest handle

  always_comb begin
    to_head    = '0;
    to_count   = '0;
    from_head  = '0;
    from_count = '0;
    for (int k = 0; k < KERNELS; k++) begin
      holds[k]  = count[k] != '0;
      full[k]   = count[k] == PTB_W'(ENTRIES);
      to[k]     = push_kernel == KERNEL_W'(k);
      from[k]   = pop_kernel == KERNEL_W'(k);
      pushed[k] = push_valid && to[k] && !full[k];
      popped[k] = pop_valid && from[k] && holds[k];
      if (to[k]) to_head = to_head | head[k];
      if (to[k]) to_count = to_count | count[k];
      if (from[k]) from_head = from_head | head[k];
      if (from[k]) from_count = from_count | count[k];
    end
    sum    = {1'b0, to_head} + {1'b0, to_count};
    behind = PTB_W'(sum >= (PTB_W + 1)'(ENTRIES) ? sum - (PTB_W + 1)'(ENTRIES) : sum);
    after  = from_head == PTB_W'(ENTRIES - 1) ? '0 : from_head + PTB_W'(1);
  end

  for (genvar k = 0; k < KERNELS; k++) begin : queues
    always_ff @(posedge clk) begin
      if (rst) begin
        head[k]  <= '0;
        count[k] <= '0;
      end else begin
        if (popped[k]) head[k] <= after;
        if (pushed[k] && !popped[k]) count[k] <= to_count + PTB_W'(1);
        if (popped[k] && !pushed[k]) count[k] <= from_count - PTB_W'(1);
      end
    end
  end

  // RAM
  always_ff @(posedge clk) begin
    if (rst) begin
      ram_we       <= 1'b0;
      ram_wqueue   <= '0;
      ram_wentry   <= '0;
      ram_wblock   <= '0;
      ram_wcontext <= '0;
      ram_re       <= 1'b0;
      ram_rqueue   <= '0;
      ram_rentry   <= '0;
      ans_valid    <= 1'b0;
    end else begin
      ram_we    <= |pushed;
      ram_re    <= |popped;
      ans_valid <= ram_re;
      if (|pushed) begin
        ram_wqueue   <= push_kernel;
        ram_wentry   <= behind;
        ram_wblock   <= push_block;
        ram_wcontext <= push_context;
      end
      if (|popped) begin
        ram_rqueue <= pop_kernel;
        ram_rentry <= from_head;
      end
    end
  end
endmodule
