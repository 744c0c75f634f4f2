// SPDX-License-Identifier: Apache-2.0
// SM driver (thesis 5.2.2, 5.2.3, Fig. 5.2): gives the blocks of the active kernels to the SMs that
// sm_scheduler gives to these kernels, preempts reserved SMs, says when an SM is free and a kernel has ended.
// Equal to hls/sm_driver in every state; its header says what is whose.
//
// In a cycle it looks at one SM, one KSR and one command buffer, `at`: the SM gets a set-up, then a block in
// a cycle until it is fully occupied; the KSR's kernel ends; the command gets a KSR.
module sm_driver #(
    parameter  int NUM_SMS = gmmu_pkg::GMMU_NUM_SMS,          // 2 to 127
    parameter  int NUM_KERNELS = gmmu_pkg::GMMU_NUM_KERNELS,  // active ones, 2 to 127; GPU contexts
    parameter  int SM_BLOCKS = gmmu_pkg::GMMU_SM_BLOCKS,      // blocks an SM runs, 2 to 32
    parameter  int BLOCK_W = gmmu_pkg::GMMU_BLOCK_W,          // bits of a block number, 4 to 32
    parameter  int CONTEXT_W = gmmu_pkg::GMMU_CONTEXT_W,      // bits of a pointer to a context, 1 to 64
    localparam int SMS_W = $clog2(NUM_SMS + 1),
    localparam int KERNEL_W = $clog2(NUM_KERNELS + 1),
    localparam int TOKENS_W = SMS_W + 1,
    localparam int COUNT_W = $clog2(SM_BLOCKS + 1)
) (
    input  logic                        clk,              // rising edge
    input  logic                        rst,              // synchronous, active high

    // CSR: reserved SMs run their blocks to the end
    input  logic                        cfg_drain,

    // command dispatcher: a kernel is launched; valid/ready, a buffer for each GPU context
    input  logic                        cmd_valid,
    output logic [NUM_KERNELS-1:0]      cmd_ready,        // the buffer of GPU context c is empty
    input  logic [KERNEL_W-1:0]         cmd_gpu_context,
    input  logic [BLOCK_W-1:0]          cmd_blocks,
    input  logic [COUNT_W-1:0]          cmd_limit,        // an SM has room for so many; 0, or more: SM_BLOCKS
    input  logic [TOKENS_W-1:0]         cmd_priority,     // for the scheduler, as the tokens
    input  logic [SMS_W-1:0]            cmd_tokens,

    // sm_scheduler: SM status table, and what it receives
    input  logic [NUM_SMS*2-1:0]        sm_state,         // 0 idle, 1 running, 2 reserved
    input  logic [NUM_SMS*KERNEL_W-1:0] sm_kernel,        // unless idle: for this kernel
    output logic [NUM_KERNELS-1:0]      has_blocks,       // kernel k has blocks to issue, new or preempted
    output logic                        arrive_valid,     // a kernel enters the active queue
    input  logic                        arrive_ready,
    output logic [KERNEL_W-1:0]         arrive_kernel,
    output logic [TOKENS_W-1:0]         arrive_priority,
    output logic [SMS_W-1:0]            arrive_tokens,
    output logic                        finish_valid,     // one cycle: a kernel has ended, ...
    output logic [KERNEL_W-1:0]         finish_kernel,
    output logic [KERNEL_W-1:0]         finish_gpu_context,  // ... for the command dispatcher: of this one
    output logic                        free_valid,       // one cycle: an SM is free
    output logic [SMS_W-1:0]            free_sm,

    // ptb_queue and its RAM
    input  logic [NUM_KERNELS-1:0]      holds,            // preempted blocks of kernel k
    output logic                        push_valid,       // one cycle: a block is saved
    output logic [KERNEL_W-1:0]         push_kernel,
    output logic [BLOCK_W-1:0]          push_block,
    output logic [CONTEXT_W-1:0]        push_context,
    output logic                        pop_valid,        // one cycle: one is to be issued again
    output logic [KERNEL_W-1:0]         pop_kernel,
    input  logic                        ans_valid,        // its handle
    input  logic [BLOCK_W-1:0]          ans_block,
    input  logic [CONTEXT_W-1:0]        ans_context,

    // to SMs
    output logic [NUM_SMS-1:0]          preempt,          // SM i saves its blocks as long as this is high
    output logic                        setup_valid,      // for to_kernel of to_gpu_context
    input  logic                        setup_ready,
    output logic                        issue_valid,      // a block of the kernel that it is set up for
    input  logic                        issue_ready,
    output logic [SMS_W-1:0]            to_sm,
    output logic [KERNEL_W-1:0]         to_kernel,
    output logic [KERNEL_W-1:0]         to_gpu_context,
    output logic [BLOCK_W-1:0]          issue_block,      // its number
    output logic                        issue_restored,   // preempted before, ...
    output logic [CONTEXT_W-1:0]        issue_context,    // ... with its context here

    // from SMs: always taken
    input  logic                        end_valid,        // a block of this SM has ended
    input  logic [SMS_W-1:0]            end_sm,
    input  logic                        save_valid,       // a block of this SM is saved
    input  logic [SMS_W-1:0]            save_sm,
    input  logic [BLOCK_W-1:0]          save_block,
    input  logic [CONTEXT_W-1:0]        save_context
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (NUM_SMS < 2 || NUM_SMS > 127) begin : bad_sms
    $error("sm_driver: NUM_SMS must be 2 to 127");
  end
  if (NUM_KERNELS < 2 || NUM_KERNELS > 127) begin : bad_kernels
    $error("sm_driver: NUM_KERNELS must be 2 to 127");
  end
  if (SM_BLOCKS < 2 || SM_BLOCKS > 32) begin : bad_blocks
    $error("sm_driver: SM_BLOCKS must be 2 to 32");
  end
  if (BLOCK_W < 4 || BLOCK_W > 32) begin : bad_block_width
    $error("sm_driver: BLOCK_W must be 4 to 32");
  end
  if (CONTEXT_W < 1 || CONTEXT_W > 64) begin : bad_context_width
    $error("sm_driver: CONTEXT_W must be 1 to 64");
  end
`endif

  localparam int SMS = NUM_SMS;
  localparam int KERNELS = NUM_KERNELS;
  localparam int STEPS = SMS > KERNELS ? SMS : KERNELS;
  localparam int AT_W = SMS > KERNELS ? SMS_W : KERNEL_W;

  localparam int NO_KERNEL = (1 << KERNEL_W) - 1;
  localparam logic [1:0] IDLE = 2'd0;
  localparam logic [1:0] RUNNING = 2'd1;
  localparam logic [1:0] RESERVED = 2'd2;

  logic [AT_W-1:0] at;  // SM, KSR and buffer that are looked at

  // command buffers
  logic [KERNELS-1:0]  buffer_valid;
  logic [BLOCK_W-1:0]  buffer_blocks[0:KERNELS-1];
  logic [COUNT_W-1:0]  buffer_limit[0:KERNELS-1];
  logic [TOKENS_W-1:0] buffer_priority[0:KERNELS-1];
  logic [SMS_W-1:0]    buffer_tokens[0:KERNELS-1];

  // KSRT
  logic [KERNELS-1:0]  valid;
  logic [KERNEL_W-1:0] gpu_context[0:KERNELS-1];
  logic [BLOCK_W-1:0]  grid[0:KERNELS-1];    // blocks, ...
  logic [BLOCK_W-1:0]  issued[0:KERNELS-1];  // ... issued as new, ...
  logic [BLOCK_W-1:0]  ended[0:KERNELS-1];   // ... that have ended
  logic [COUNT_W-1:0]  limit[0:KERNELS-1];   // blocks that an SM runs of it
  logic [KERNELS-1:0]  fresh;                // has blocks that were never issued

  // SMST
  logic [COUNT_W-1:0]  running[0:SMS-1];  // blocks that it runs, or that are under way to it
  logic [KERNEL_W-1:0] set_up[0:SMS-1];   // for this kernel

  logic awaited;  // a handle, from the cycle of its pop on

  // what SMs report
  logic [SMS-1:0]      ends, saves;
  logic [KERNEL_W-1:0] ended_kernel, saved_kernel;
  logic [BLOCK_W-1:0]  ended_before, ended_after;  // of the kernel whose block has ended

  always_comb begin
    ended_kernel = '0;
    saved_kernel = '0;
    for (int i = 0; i < SMS; i++) begin
      ends[i]  = end_valid && end_sm == SMS_W'(i) && running[i] != '0;
      saves[i] = save_valid && save_sm == SMS_W'(i) && running[i] != '0
          && !(ends[i] && running[i] == COUNT_W'(1));
      if (ends[i]) ended_kernel = ended_kernel | set_up[i];
      if (saves[i]) saved_kernel = saved_kernel | set_up[i];
    end
    ended_before = '0;
    for (int k = 0; k < KERNELS; k++) begin
      if (ended_kernel == KERNEL_W'(k)) ended_before = ended_before | ended[k];
    end
    ended_after = ended_before + BLOCK_W'(1);
  end

  // the SM that is looked at
  logic [SMS-1:0]      here;
  logic [1:0]          its_state;
  logic [KERNEL_W-1:0] its_kernel, its_set_up;
  logic [COUNT_W-1:0]  its_running;
  logic                is_pending, is_set_up, is_empty, has_reported;

  always_comb begin
    its_state   = IDLE;
    its_kernel  = '0;
    its_set_up  = '0;
    its_running = '0;
    for (int i = 0; i < SMS; i++) begin
      here[i] = at == AT_W'(i);
      if (here[i]) its_state = its_state | sm_state[i*2+:2];
      if (here[i]) its_kernel = its_kernel | sm_kernel[i*KERNEL_W+:KERNEL_W];
      if (here[i]) its_set_up = its_set_up | set_up[i];
      if (here[i]) its_running = its_running | running[i];
    end
    has_reported = |(here & (ends | saves));
    is_pending   = (awaited || setup_valid || issue_valid) && AT_W'(to_sm) == at;
    is_set_up    = its_set_up == its_kernel;
    is_empty     = its_running == '0;
  end

  // its kernel
  logic [KERNELS-1:0]  its;
  logic [COUNT_W-1:0]  its_limit;
  logic [KERNEL_W-1:0] its_gpu_context;
  logic [BLOCK_W-1:0]  its_issued, its_grid, its_next;
  logic                is_fresh, is_held, is_coming;

  always_comb begin
    its_limit       = '0;
    its_gpu_context = '0;
    its_issued      = '0;
    its_grid        = '0;
    for (int k = 0; k < KERNELS; k++) begin
      its[k] = its_kernel == KERNEL_W'(k);
      if (its[k]) its_limit = its_limit | limit[k];
      if (its[k]) its_gpu_context = its_gpu_context | gpu_context[k];
      if (its[k]) its_issued = its_issued | issued[k];
      if (its[k]) its_grid = its_grid | grid[k];
    end
    is_fresh  = |(its & fresh);
    is_held   = |(its & holds);
    is_coming = push_valid && push_kernel == its_kernel;
    its_next  = its_issued + BLOCK_W'(1);
  end

  // what it gets
  logic has, under_way, wants, may, sets_up, pops, issues_new, gets, frees, stays;

  assign has        = is_fresh || is_held || is_coming;
  assign under_way  = awaited || (setup_valid && !setup_ready) || (issue_valid && !issue_ready);
  assign wants      = its_state == RUNNING && !(|(here & preempt)) && has
      && its_running < its_limit && (is_set_up || is_empty);
  assign may        = wants && !under_way;
  assign sets_up    = may && !is_set_up;
  assign pops       = may && is_set_up && is_held;
  assign issues_new = may && is_set_up && !is_held && !is_coming;
  assign gets       = sets_up || pops || issues_new;
  assign frees      = its_state != IDLE && is_empty && !is_pending && !(its_state == RUNNING && has);
  assign stays      = wants && !has_reported;

  // the command that is looked at, and the first free KSR
  logic [KERNELS-1:0]  at_kernel, free_ksr, launches;
  logic [BLOCK_W-1:0]  at_blocks, at_grid, at_ended;
  logic [COUNT_W-1:0]  at_limit;
  logic [TOKENS_W-1:0] at_priority;
  logic [SMS_W-1:0]    at_tokens;
  logic [KERNEL_W-1:0] at_gpu_context, launched;
  logic                launch, room;

  always_comb begin
    at_blocks      = '0;
    at_limit       = '0;
    at_priority    = '0;
    at_tokens      = '0;
    at_grid        = '0;
    at_ended       = '0;
    at_gpu_context = '0;
    launched       = '0;
    room           = 1'b0;
    for (int k = 0; k < KERNELS; k++) begin
      at_kernel[k] = at == AT_W'(k);
      if (at_kernel[k]) at_blocks = at_blocks | buffer_blocks[k];
      if (at_kernel[k]) at_limit = at_limit | buffer_limit[k];
      if (at_kernel[k]) at_priority = at_priority | buffer_priority[k];
      if (at_kernel[k]) at_tokens = at_tokens | buffer_tokens[k];
      if (at_kernel[k]) at_grid = at_grid | grid[k];
      if (at_kernel[k]) at_ended = at_ended | ended[k];
      if (at_kernel[k]) at_gpu_context = at_gpu_context | gpu_context[k];
      free_ksr[k] = !valid[k] && !room;
      if (free_ksr[k]) launched = launched | KERNEL_W'(k);
      room = room || !valid[k];
    end
    launch   = |(at_kernel & buffer_valid) && room && (!arrive_valid || arrive_ready);
    launches = launch ? free_ksr : '0;
  end

  // the kernel that is looked at: has it ended?
  logic some_sm, finishes;

  always_comb begin
    some_sm = 1'b0;
    for (int i = 0; i < SMS; i++) begin
      some_sm = some_sm || (sm_state[i*2+:2] != IDLE && AT_W'(sm_kernel[i*KERNEL_W+:KERNEL_W]) == at);
    end
    finishes = |(at_kernel & valid) && at_grid == at_ended && !some_sm
        && !(arrive_valid && AT_W'(arrive_kernel) == at);
  end

  // command buffers
  logic cmd_whole;

  assign cmd_ready = ~buffer_valid;
  assign cmd_whole = cmd_limit == '0 || {1'b0, cmd_limit} > (COUNT_W + 1)'(SM_BLOCKS);

  for (genvar c = 0; c < KERNELS; c++) begin : buffers
    logic taken;
    assign taken = cmd_valid && cmd_gpu_context == KERNEL_W'(c) && !buffer_valid[c];

    always_ff @(posedge clk) begin
      if (rst) begin
        buffer_valid[c]    <= 1'b0;
        buffer_blocks[c]   <= '0;
        buffer_limit[c]    <= '0;
        buffer_priority[c] <= '0;
        buffer_tokens[c]   <= '0;
      end else begin
        if (taken) begin
          buffer_valid[c]    <= 1'b1;
          buffer_blocks[c]   <= cmd_blocks;
          buffer_limit[c]    <= cmd_whole ? COUNT_W'(SM_BLOCKS) : cmd_limit;
          buffer_priority[c] <= cmd_priority;
          buffer_tokens[c]   <= cmd_tokens;
        end else if (launch && at_kernel[c]) begin
          buffer_valid[c] <= 1'b0;
        end
      end
    end
  end

  // KSRT
  for (genvar k = 0; k < KERNELS; k++) begin : kernels
    always_ff @(posedge clk) begin
      if (rst) begin
        valid[k]       <= 1'b0;
        gpu_context[k] <= '0;
        grid[k]        <= '0;
        issued[k]      <= '0;
        ended[k]       <= '0;
        limit[k]       <= '0;
        fresh[k]       <= 1'b0;
        has_blocks[k]  <= 1'b0;
      end else begin
        has_blocks[k] <= fresh[k] || holds[k];
        if (launches[k]) begin
          valid[k]       <= 1'b1;
          gpu_context[k] <= KERNEL_W'(at);
          grid[k]        <= at_blocks;
          issued[k]      <= '0;
          ended[k]       <= '0;
          limit[k]       <= at_limit;
          fresh[k]       <= at_blocks != '0;
        end else begin
          if (finishes && at_kernel[k]) valid[k] <= 1'b0;
          if (issues_new && its[k]) issued[k] <= its_next;
          if (issues_new && its[k] && its_next == its_grid) fresh[k] <= 1'b0;
          if (|ends && ended_kernel == KERNEL_W'(k)) ended[k] <= ended_after;
        end
      end
    end
  end

  // SMST
  logic             next_under_way;
  logic [SMS_W-1:0] next_to_sm;

  assign next_under_way = under_way || gets;
  assign next_to_sm     = gets ? SMS_W'(at) : to_sm;

  for (genvar i = 0; i < SMS; i++) begin : sms
    logic [COUNT_W-1:0] up, down;
    assign up   = COUNT_W'(here[i] && (pops || issues_new));
    assign down = COUNT_W'(ends[i]) + COUNT_W'(saves[i]);

    always_ff @(posedge clk) begin
      if (rst) begin
        running[i] <= '0;
        set_up[i]  <= KERNEL_W'(NO_KERNEL);
        preempt[i] <= 1'b0;
      end else begin
        running[i] <= running[i] + up - down;
        if (here[i] && sets_up) set_up[i] <= its_kernel;
        else if (here[i] && frees) set_up[i] <= KERNEL_W'(NO_KERNEL);
        preempt[i] <= sm_state[i*2+:2] == RESERVED && !cfg_drain
            && !(next_under_way && next_to_sm == SMS_W'(i));
      end
    end
  end

  // what is under way to an SM
  logic comes;

  assign comes      = awaited && ans_valid;
  assign pop_kernel = to_kernel;

  always_ff @(posedge clk) begin
    if (rst) begin
      pop_valid      <= 1'b0;
      awaited        <= 1'b0;
      setup_valid    <= 1'b0;
      issue_valid    <= 1'b0;
      to_sm          <= '0;
      to_kernel      <= '0;
      to_gpu_context <= '0;
      issue_block    <= '0;
      issue_restored <= 1'b0;
      issue_context  <= '0;
    end else begin
      pop_valid   <= pops;
      awaited     <= (awaited && !comes) || pops;
      setup_valid <= (setup_valid && !setup_ready) || sets_up;
      issue_valid <= (issue_valid && !issue_ready) || issues_new || comes;
      to_sm       <= next_to_sm;
      if (gets) begin
        to_kernel      <= its_kernel;
        to_gpu_context <= its_gpu_context;
      end
      if (comes) begin
        issue_block    <= ans_block;
        issue_restored <= 1'b1;
        issue_context  <= ans_context;
      end else if (issues_new) begin
        issue_block    <= its_issued;
        issue_restored <= 1'b0;
      end
    end
  end

  // what scheduler and queue receive
  always_ff @(posedge clk) begin
    if (rst) begin
      at                 <= '0;
      arrive_valid       <= 1'b0;
      arrive_kernel      <= '0;
      arrive_priority    <= '0;
      arrive_tokens      <= '0;
      finish_valid       <= 1'b0;
      finish_kernel      <= '0;
      finish_gpu_context <= '0;
      free_valid         <= 1'b0;
      free_sm            <= '0;
      push_valid         <= 1'b0;
      push_kernel        <= '0;
      push_block         <= '0;
      push_context       <= '0;
    end else begin
      if (!stays && (frees || |{valid, buffer_valid})) at <= at == AT_W'(STEPS - 1) ? '0 : at + AT_W'(1);
      arrive_valid <= (arrive_valid && !arrive_ready) || launch;
      if (launch) begin
        arrive_kernel   <= launched;
        arrive_priority <= at_priority;
        arrive_tokens   <= at_tokens;
      end
      finish_valid <= finishes;
      if (finishes) begin
        finish_kernel      <= KERNEL_W'(at);
        finish_gpu_context <= at_gpu_context;
      end
      free_valid <= frees;
      if (frees) free_sm <= SMS_W'(at);
      push_valid <= |saves;
      if (|saves) begin
        push_kernel  <= saved_kernel;
        push_block   <= save_block;
        push_context <= save_context;
      end
    end
  end
endmodule
