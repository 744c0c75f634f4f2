// SPDX-License-Identifier: Apache-2.0
// SM scheduler (thesis 5.2.3, 5.2.4): which active kernel owns which SM, by FCFS, NPQ, PPQ or DSS. Equal to
// hls/sm_scheduler in every state; its header says what is whose.
//
// Events (a kernel arrives or ends, an SM is free) begin a round: a serial search, an SM and a place of the
// active queue in a cycle, then one SM is given or reserved and the search begins again, or the round ends.
module sm_scheduler #(
    parameter  int NUM_SMS = gmmu_pkg::GMMU_NUM_SMS,          // 2 to 127
    parameter  int NUM_KERNELS = gmmu_pkg::GMMU_NUM_KERNELS,  // active ones, 2 to 127
    localparam int SMS_W = $clog2(NUM_SMS + 1),
    localparam int KERNEL_W = $clog2(NUM_KERNELS + 1),
    localparam int TOKENS_W = SMS_W + 1
) (
    input  logic                         clk,              // rising edge
    input  logic                         rst,              // synchronous, active high

    // CSR; a round keeps the policy that it began with
    input  logic [2:0]                   cfg_policy,

    // from the SM driver: the kernel has blocks to issue
    input  logic [NUM_KERNELS-1:0]       has_blocks,

    // a kernel enters the active queue: valid/ready, arrive_ready depends on the state alone
    input  logic                         arrive_valid,
    output logic                         arrive_ready,     // there is room
    input  logic [KERNEL_W-1:0]          arrive_kernel,    // its KSR
    input  logic [TOKENS_W-1:0]          arrive_priority,  // larger goes first
    input  logic [SMS_W-1:0]             arrive_tokens,    // its budget of SMs

    // a kernel has ended; always taken
    input  logic                         finish_valid,
    input  logic [KERNEL_W-1:0]          finish_kernel,

    // an SM is free; always taken
    input  logic                         free_valid,
    input  logic [SMS_W-1:0]             free_sm,

    // SM status table
    output logic                         searching,        // a round is under way
    output logic [NUM_SMS*2-1:0]         sm_state,         // 0 idle, 1 running, 2 reserved, ...
    output logic [NUM_SMS*KERNEL_W-1:0]  sm_kernel,        // ... the kernel set up on it, ...
    output logic [NUM_SMS*KERNEL_W-1:0]  sm_next           // ... the kernel that it is reserved for
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (NUM_SMS < 2 || NUM_SMS > 127) begin : bad_sms
    $error("sm_scheduler: NUM_SMS must be 2 to 127");
  end
  if (NUM_KERNELS < 2 || NUM_KERNELS > 127) begin : bad_kernels
    $error("sm_scheduler: NUM_KERNELS must be 2 to 127");
  end
`endif

  localparam int SMS = NUM_SMS;
  localparam int KERNELS = NUM_KERNELS;
  localparam int STEPS = SMS > KERNELS ? SMS : KERNELS;
  localparam int SEARCH_W = SMS > KERNELS ? SMS_W : KERNEL_W;

  localparam int NO_KERNEL = (1 << KERNEL_W) - 1;
  localparam logic [1:0] IDLE = 2'd0;
  localparam logic [1:0] RUNNING = 2'd1;
  localparam logic [1:0] RESERVED = 2'd2;
  localparam logic [2:0] FCFS = 3'd0;
  localparam logic [2:0] PPQ_EXCLUSIVE = 3'd2;
  localparam logic [2:0] DSS = 3'd4;

  // active queue and kernels
  logic [KERNEL_W-1:0] queue[0:KERNELS-1];   // in order of arrival, then no kernel
  logic [KERNELS-1:0]  active;               // in the queue
  logic [KERNELS-1:0]  ready;                // had blocks when last looked at
  logic [TOKENS_W-1:0] tokens[0:KERNELS-1];  // two's complement
  logic [TOKENS_W-1:0] rank[0:KERNELS-1];    // priority

  // round
  logic [SEARCH_W-1:0] at;           // SM and place that are looked at; then it decides
  logic [2:0]          policy;       // of the round
  logic                idle_valid;   // an SM to give ...
  logic [SMS_W-1:0]    idle_sm;
  logic                most_valid;   // a kernel to take it, ...
  logic                most_ready;   // and it has blocks
  logic [KERNEL_W-1:0] taker;
  logic [TOKENS_W-1:0] most_key;     // tokens with the sign inverted
  logic                least_valid;  // an owner to give one, ...
  logic [SMS_W-1:0]    victim;       // ... this
  logic [TOKENS_W-1:0] least_key;

  // owners of the SMs
  logic [SMS*KERNEL_W-1:0] owner;
  logic [SMS-1:0]          is_running, is_reserved, vacant;

  always_comb begin
    for (int i = 0; i < SMS; i++) begin
      is_running[i]  = sm_state[i*2+:2] == RUNNING;
      is_reserved[i] = sm_state[i*2+:2] == RESERVED;
      owner[i*KERNEL_W+:KERNEL_W] = is_running[i] ? sm_kernel[i*KERNEL_W+:KERNEL_W]
                                  : is_reserved[i] ? sm_next[i*KERNEL_W+:KERNEL_W] : KERNEL_W'(NO_KERNEL);
      vacant[i] = owner[i*KERNEL_W+:KERNEL_W] == KERNEL_W'(NO_KERNEL);
    end
  end

  // events: only those that are not ignored
  logic               arrives, event_now;
  logic [KERNELS-1:0] finishes, comes;
  logic [SMS-1:0]     frees;

  assign arrive_ready = queue[KERNELS-1] == KERNEL_W'(NO_KERNEL);

  always_comb begin
    for (int k = 0; k < KERNELS; k++) begin
      comes[k]    = arrive_valid && arrive_ready && arrive_kernel == KERNEL_W'(k) && !active[k];
      finishes[k] = finish_valid && finish_kernel == KERNEL_W'(k) && active[k];
    end
    for (int i = 0; i < SMS; i++) begin
      frees[i] = free_valid && free_sm == SMS_W'(i) && sm_state[i*2+:2] != IDLE;
    end
    arrives   = |comes;
    event_now = arrives || |finishes || |frees;
  end

  // the place of the queue that is looked at, and its kernel
  logic                by_tokens, by_rank;
  logic [KERNEL_W-1:0] kernel_at;
  logic [KERNELS-1:0]  hit;
  logic [TOKENS_W-1:0] key_at;
  logic                ready_at, vacant_at;
  logic [SMS-1:0]      of_reserved, of_running;  // SMs that it owns
  logic [SMS_W-1:0]    first_reserved, first_running;

  always_comb begin
    by_tokens = policy >= DSS;
    by_rank   = !by_tokens && policy != FCFS;
    kernel_at = '0;
    for (int p = 0; p < KERNELS; p++) begin
      if (at == SEARCH_W'(p)) kernel_at = kernel_at | queue[p];
    end
    key_at = '0;
    for (int k = 0; k < KERNELS; k++) begin
      hit[k] = {1'b0, at} < (SEARCH_W + 1)'(KERNELS) && kernel_at == KERNEL_W'(k);
      if (hit[k] && by_tokens) key_at = key_at | {!tokens[k][TOKENS_W-1], tokens[k][TOKENS_W-2:0]};
      if (hit[k] && by_rank) key_at = key_at | rank[k];
    end
    ready_at  = |(hit & has_blocks);
    vacant_at = 1'b0;
    for (int i = 0; i < SMS; i++) begin
      vacant_at = vacant_at || (at == SEARCH_W'(i) && vacant[i]);
      of_reserved[i] = |hit && owner[i*KERNEL_W+:KERNEL_W] == kernel_at && is_reserved[i];
      of_running[i]  = |hit && owner[i*KERNEL_W+:KERNEL_W] == kernel_at && !is_reserved[i];
    end
    first_reserved = '0;
    first_running  = '0;
    for (int i = SMS - 1; i >= 0; i--) begin
      if (of_reserved[i]) first_reserved = SMS_W'(i);
      if (of_running[i]) first_running = SMS_W'(i);
    end
  end

  // is it the best so far?
  logic most, least;

  assign most = |hit && (ready_at || policy == PPQ_EXCLUSIVE)
      && (!most_valid || key_at > most_key || (key_at == most_key && ready_at && !most_ready));
  assign least = |{of_reserved, of_running} && (!least_valid || key_at <= least_key);

  // the end of a search
  logic                searches, takes, more, gives, reserves, news, again;
  logic [SMS_W-1:0]    decided_sm;
  logic [KERNEL_W-1:0] giver;  // whose token comes back

  assign searches   = searching && !event_now && {1'b0, at} < (SEARCH_W + 1)'(STEPS);
  assign takes      = searching && !event_now && !searches && most_valid && most_ready;
  assign more       = {1'b0, most_key} > {1'b0, least_key} + {{TOKENS_W{1'b0}}, by_tokens};
  assign gives      = takes && idle_valid;
  assign reserves   = takes && !idle_valid && least_valid && policy >= PPQ_EXCLUSIVE && more;
  assign decided_sm = gives ? idle_sm : victim;
  assign news       = cfg_policy != policy || |(active & has_blocks & ~ready);
  assign again      = event_now || gives || reserves || (!searching && news);

  // SM by SM
  logic [SMS-1:0] orphan;   // its owner ends
  logic [SMS-1:0] waits;    // reserved for a kernel
  logic [SMS-1:0] decided;  // given or reserved

  always_comb begin
    giver = KERNEL_W'(NO_KERNEL);
    for (int i = 0; i < SMS; i++) begin
      decided[i] = (gives || reserves) && decided_sm == SMS_W'(i);
      if ((frees[i] && is_running[i]) || (reserves && decided[i])) giver = owner[i*KERNEL_W+:KERNEL_W];
      orphan[i] = 1'b0;
      for (int k = 0; k < KERNELS; k++) begin
        orphan[i] = orphan[i] || (finishes[k] && owner[i*KERNEL_W+:KERNEL_W] == KERNEL_W'(k));
      end
      waits[i] = is_reserved[i] && !orphan[i] && sm_next[i*KERNEL_W+:KERNEL_W] != KERNEL_W'(NO_KERNEL);
    end
  end

  for (genvar i = 0; i < SMS; i++) begin : sms
    logic set_up;
    assign set_up = decided[i] && sm_state[i*2+:2] == IDLE;

    always_ff @(posedge clk) begin
      if (rst) begin
        sm_state[i*2+:2] <= IDLE;
        sm_kernel[i*KERNEL_W+:KERNEL_W] <= '0;
        sm_next[i*KERNEL_W+:KERNEL_W] <= '0;
      end else begin
        if (frees[i] && waits[i]) sm_kernel[i*KERNEL_W+:KERNEL_W] <= sm_next[i*KERNEL_W+:KERNEL_W];
        else if (set_up) sm_kernel[i*KERNEL_W+:KERNEL_W] <= taker;
        if (decided[i] && !set_up) sm_next[i*KERNEL_W+:KERNEL_W] <= taker;
        else if (is_reserved[i] && orphan[i]) sm_next[i*KERNEL_W+:KERNEL_W] <= KERNEL_W'(NO_KERNEL);
        if ((frees[i] && waits[i]) || set_up) sm_state[i*2+:2] <= RUNNING;
        else if (frees[i] || (is_running[i] && orphan[i])) sm_state[i*2+:2] <= IDLE;
        else if (decided[i]) sm_state[i*2+:2] <= RESERVED;
      end
    end
  end

  // kernel by kernel
  for (genvar k = 0; k < KERNELS; k++) begin : kernels
    logic back, paid;
    assign back = giver == KERNEL_W'(k);
    assign paid = (gives || reserves) && taker == KERNEL_W'(k);

    always_ff @(posedge clk) begin
      if (rst) begin
        active[k] <= 1'b0;
        ready[k]  <= 1'b0;
        tokens[k] <= '0;
        rank[k]   <= '0;
      end else if (comes[k]) begin
        active[k] <= 1'b1;
        ready[k]  <= 1'b0;
        tokens[k] <= {1'b0, arrive_tokens};
        rank[k]   <= arrive_priority;
      end else begin
        if (finishes[k]) active[k] <= 1'b0;
        if (searches && hit[k]) ready[k] <= has_blocks[k];
        if (back && !paid) tokens[k] <= tokens[k] + TOKENS_W'(1);
        if (paid && !back) tokens[k] <= tokens[k] - TOKENS_W'(1);
      end
    end
  end

  // the active queue: one leaves it and those behind move up, one arrives at the end
  logic [KERNELS-1:0]          leaves, gone;  // at this place, at or before it
  logic [KERNELS*KERNEL_W-1:0] left;          // without the one that leaves

  always_comb begin
    for (int p = 0; p < KERNELS; p++) begin
      leaves[p] = 1'b0;
      for (int k = 0; k < KERNELS; k++) begin
        leaves[p] = leaves[p] || (finishes[k] && queue[p] == KERNEL_W'(k));
      end
    end
    gone = leaves;
    for (int p = 1; p < KERNELS; p++) gone[p] = leaves[p] || gone[p-1];
  end

  for (genvar p = 0; p < KERNELS; p++) begin : places
    logic is_end;
    if (p + 1 < KERNELS) begin : inner
      assign left[p*KERNEL_W+:KERNEL_W] = gone[p] ? queue[p+1] : queue[p];
    end else begin : last
      assign left[p*KERNEL_W+:KERNEL_W] = gone[p] ? KERNEL_W'(NO_KERNEL) : queue[p];
    end
    if (p == 0) begin : first
      assign is_end = left[p*KERNEL_W+:KERNEL_W] == KERNEL_W'(NO_KERNEL);
    end else begin : others
      assign is_end = left[p*KERNEL_W+:KERNEL_W] == KERNEL_W'(NO_KERNEL)
          && left[(p-1)*KERNEL_W+:KERNEL_W] != KERNEL_W'(NO_KERNEL);
    end

    always_ff @(posedge clk) begin
      if (rst) queue[p] <= KERNEL_W'(NO_KERNEL);
      else if (arrives && is_end) queue[p] <= arrive_kernel;
      else queue[p] <= left[p*KERNEL_W+:KERNEL_W];
    end
  end

  // the round
  always_ff @(posedge clk) begin
    if (rst) begin
      searching   <= 1'b0;
      at          <= '0;
      policy      <= FCFS;
      idle_valid  <= 1'b0;
      idle_sm     <= '0;
      most_valid  <= 1'b0;
      most_ready  <= 1'b0;
      taker       <= '0;
      most_key    <= '0;
      least_valid <= 1'b0;
      victim      <= '0;
      least_key   <= '0;
    end else begin
      searching <= again || searches;
      if (again) begin
        at          <= '0;
        policy      <= cfg_policy;
        idle_valid  <= 1'b0;
        most_valid  <= 1'b0;
        most_ready  <= 1'b0;
        least_valid <= 1'b0;
      end else if (searches) begin
        at <= at + SEARCH_W'(1);
        if (vacant_at) begin
          idle_valid <= 1'b1;
          if (!idle_valid) idle_sm <= SMS_W'(at);
        end
        if (most) begin
          most_valid <= 1'b1;
          most_ready <= ready_at;
          taker      <= kernel_at;
          most_key   <= key_at;
        end
        if (least) begin
          least_valid <= 1'b1;
          victim      <= |of_reserved ? first_reserved : first_running;
          least_key   <= key_at;
        end
      end
    end
  end
endmodule
