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
  logic [KERNEL_W-1:0] kernel_at;    // the kernel at this place; 0 behind the queue
  logic [KERNELS-1:0]  hit;          // the same, one-hot
  logic [2:0]          policy;       // of the round, ...
  logic                by_tokens;    // ... and what its key is
  logic                by_rank;
  logic                idle_valid;   // an SM to give ...
  logic [SMS_W-1:0]    idle_sm;
  logic                most_valid;   // a kernel to take it, ...
  logic                most_ready;   // and it has blocks
  logic [KERNEL_W-1:0] taker;
  logic [TOKENS_W-1:0] most_key;     // tokens with the sign inverted
  logic                least_valid;  // an owner to give one, ...
  logic [KERNEL_W-1:0] giver;        // ... this kernel, ...
  logic [SMS_W-1:0]    victim;       // ... this SM of it
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
  logic               is_new, arrives, ends, event_now;
  logic [KERNELS-1:0] finishes, comes;
  logic [SMS-1:0]     frees;

  assign arrive_ready = queue[KERNELS-1] == KERNEL_W'(NO_KERNEL);

  always_comb begin
    is_new = 1'b0;
    for (int k = 0; k < KERNELS; k++) begin
      is_new      = is_new || (arrive_kernel == KERNEL_W'(k) && !active[k]);
      comes[k]    = arrives && arrive_kernel == KERNEL_W'(k);
      finishes[k] = finish_valid && finish_kernel == KERNEL_W'(k) && active[k];
    end
    for (int i = 0; i < SMS; i++) begin
      frees[i] = free_valid && free_sm == SMS_W'(i) && sm_state[i*2+:2] != IDLE;
    end
    ends      = |finishes;
    event_now = arrives || ends || |frees;
  end
  assign arrives = arrive_valid && arrive_ready && is_new;

  // the kernel that is looked at
  logic [TOKENS_W-1:0] key_at;
  logic                ready_at, vacant_at, some_reserved, some_running;
  logic [SMS-1:0]      of_reserved, of_running;  // SMs that it owns
  logic [SMS_W-1:0]    first_reserved, first_running;

  always_comb begin
    key_at = '0;
    for (int k = 0; k < KERNELS; k++) begin
      if (hit[k] && by_tokens) key_at = key_at | {!tokens[k][TOKENS_W-1], tokens[k][TOKENS_W-2:0]};
      if (hit[k] && by_rank) key_at = key_at | rank[k];
    end
    ready_at  = |(hit & has_blocks);
    vacant_at = 1'b0;
    for (int i = 0; i < SMS; i++) begin
      vacant_at = vacant_at || (at == SEARCH_W'(i) && vacant[i]);
      of_reserved[i] = is_reserved[i] && owner[i*KERNEL_W+:KERNEL_W] == kernel_at;
      of_running[i]  = is_running[i] && owner[i*KERNEL_W+:KERNEL_W] == kernel_at;
    end
  end

  gmmu_first #(
      .N(SMS + 1)
  ) reserved_first (
      .list ({1'b0, of_reserved}),
      .some (some_reserved),
      .index(first_reserved)
  );

  gmmu_first #(
      .N(SMS + 1)
  ) running_first (
      .list ({1'b0, of_running}),
      .some (some_running),
      .index(first_running)
  );

  // is it the best so far?
  logic most, least;

  assign most = |hit && (ready_at || policy == PPQ_EXCLUSIVE)
      && (!most_valid || key_at > most_key || (key_at == most_key && ready_at && !most_ready));
  assign least = |hit && (some_reserved || some_running) && (!least_valid || key_at <= least_key);

  // the end of a search: what it comes to if there is no event
  logic at_end, looks, searches, takes, more, gives, reserves, news, again;

  assign at_end   = {1'b0, at} >= (SEARCH_W + 1)'(STEPS);
  assign looks    = searching && !at_end;
  assign searches = looks && !event_now;
  assign takes    = searching && at_end && most_valid && most_ready;
  assign more     = by_tokens ? {1'b0, most_key} > {1'b0, least_key} + (TOKENS_W + 1)'(1)
                              : most_key > least_key;
  assign gives    = takes && idle_valid;
  assign reserves = takes && !idle_valid && least_valid && policy >= PPQ_EXCLUSIVE && more;
  assign news     = cfg_policy != policy || |(active & has_blocks & ~ready);
  assign again    = event_now || gives || reserves || (!searching && news);

  // SM by SM
  logic [SMS-1:0]      orphan;             // its owner ends
  logic [SMS-1:0]      waits;              // reserved for a kernel
  logic [SMS-1:0]      decided;     // given or reserved
  logic [KERNEL_W-1:0] free_owner;  // of the running SM that is free
  logic                some_free;

  always_comb begin
    free_owner = '0;
    for (int i = 0; i < SMS; i++) begin
      decided[i] = (gives && idle_sm == SMS_W'(i)) || (reserves && victim == SMS_W'(i));
      if (frees[i] && is_running[i]) free_owner = free_owner | owner[i*KERNEL_W+:KERNEL_W];
      orphan[i] = ends && owner[i*KERNEL_W+:KERNEL_W] == finish_kernel;
      waits[i]  = is_reserved[i] && !orphan[i] && sm_next[i*KERNEL_W+:KERNEL_W] != KERNEL_W'(NO_KERNEL);
    end
    some_free = |(frees & is_running);
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
        if (event_now) begin
          if (frees[i] && waits[i]) sm_kernel[i*KERNEL_W+:KERNEL_W] <= sm_next[i*KERNEL_W+:KERNEL_W];
          if (is_reserved[i] && orphan[i]) sm_next[i*KERNEL_W+:KERNEL_W] <= KERNEL_W'(NO_KERNEL);
          if (frees[i] && waits[i]) sm_state[i*2+:2] <= RUNNING;
          else if (frees[i] || (is_running[i] && orphan[i])) sm_state[i*2+:2] <= IDLE;
        end else begin
          if (set_up) sm_kernel[i*KERNEL_W+:KERNEL_W] <= taker;
          if (decided[i] && !set_up) sm_next[i*KERNEL_W+:KERNEL_W] <= taker;
          if (decided[i]) sm_state[i*2+:2] <= set_up ? RUNNING : RESERVED;
        end
      end
    end
  end

  // kernel by kernel
  for (genvar k = 0; k < KERNELS; k++) begin : kernels
    logic                back, paid;  // a token
    logic [TOKENS_W-1:0] up, down;    // the bits that change with it
    logic [TOKENS_W-1:0] freed, settled;

    assign back = reserves && giver == KERNEL_W'(k);
    assign paid = (gives || reserves) && taker == KERNEL_W'(k);

    always_comb
      for (int b = 0; b < TOKENS_W; b++) begin
        up[b]   = (~tokens[k] & TOKENS_W'((1 << b) - 1)) == '0;
        down[b] = (tokens[k] & TOKENS_W'((1 << b) - 1)) == '0;
      end

    // with an event and without one: which of them it is shows last
    assign freed   = tokens[k] ^ (up & {TOKENS_W{some_free && free_owner == KERNEL_W'(k)}});
    assign settled = tokens[k] ^ (up & {TOKENS_W{back && !paid}}) ^ (down & {TOKENS_W{paid && !back}});

    always_ff @(posedge clk) begin
      if (rst) begin
        active[k] <= 1'b0;
        ready[k]  <= 1'b0;
        tokens[k] <= '0;
        rank[k]   <= '0;
      end else if (event_now) begin
        tokens[k] <= freed;
        if (finishes[k]) active[k] <= 1'b0;
        if (comes[k]) begin
          active[k] <= 1'b1;
          ready[k]  <= 1'b0;
          tokens[k] <= {1'b0, arrive_tokens};
          rank[k]   <= arrive_priority;
        end
      end else begin
        tokens[k] <= settled;
        if (looks && hit[k]) ready[k] <= has_blocks[k];
      end
    end
  end

  // the active queue: one leaves it and those behind move up, one arrives at the end
  logic [KERNELS-1:0]          leaves, gone;  // at this place, at or before it
  logic [KERNELS*KERNEL_W-1:0] left;          // without the one that leaves
  logic [KERNELS:0]            tail;          // the first place without a kernel
  logic [KERNELS-1:0]          enters;        // the one that arrives comes here

  always_comb begin
    tail[KERNELS] = 1'b0;
    for (int p = 0; p < KERNELS; p++) begin
      leaves[p] = ends && queue[p] == finish_kernel;
      tail[p]   = queue[p] == KERNEL_W'(NO_KERNEL);
      if (p > 0) tail[p] = tail[p] && queue[p-1] != KERNEL_W'(NO_KERNEL);
    end
    gone = leaves;
    for (int k = 1; k < KERNELS; k = k * 2) gone = gone | (gone << k);
    enters = ends ? tail[KERNELS:1] : tail[KERNELS-1:0];
  end

  for (genvar p = 0; p < KERNELS; p++) begin : places
    if (p + 1 < KERNELS) begin : inner
      assign left[p*KERNEL_W+:KERNEL_W] = gone[p] ? queue[p+1] : queue[p];
    end else begin : last
      assign left[p*KERNEL_W+:KERNEL_W] = gone[p] ? KERNEL_W'(NO_KERNEL) : queue[p];
    end
    always_ff @(posedge clk) begin
      if (rst) queue[p] <= KERNEL_W'(NO_KERNEL);
      else if (arrives && enters[p]) queue[p] <= arrive_kernel;
      else queue[p] <= left[p*KERNEL_W+:KERNEL_W];
    end
  end

  // the place that is looked at next
  logic [KERNEL_W-1:0] kernel_next, kernel_first;
  logic [KERNELS-1:0]  hit_next, hit_first;

  always_comb begin
    kernel_next = '0;
    for (int p = 1; p < KERNELS; p++) begin
      if (at == SEARCH_W'(p - 1)) kernel_next = kernel_next | queue[p];
    end
    kernel_first = arrives && enters[0] ? arrive_kernel : left[KERNEL_W-1:0];
    for (int k = 0; k < KERNELS; k++) begin
      hit_next[k] = {1'b0, at} < (SEARCH_W + 1)'(KERNELS - 1) && kernel_next == KERNEL_W'(k);
      hit_first[k] = arrives && enters[0] ? arrive_kernel == KERNEL_W'(k)
                   : gone[0] ? queue[1] == KERNEL_W'(k) : queue[0] == KERNEL_W'(k);
    end
  end

  // the round
  always_ff @(posedge clk) begin
    if (rst) begin
      searching   <= 1'b0;
      at          <= '0;
      kernel_at   <= KERNEL_W'(NO_KERNEL);
      hit         <= '0;
      policy      <= FCFS;
      by_tokens   <= 1'b0;
      by_rank     <= 1'b0;
      idle_valid  <= 1'b0;
      idle_sm     <= '0;
      most_valid  <= 1'b0;
      most_ready  <= 1'b0;
      taker       <= '0;
      most_key    <= '0;
      least_valid <= 1'b0;
      giver       <= '0;
      victim      <= '0;
      least_key   <= '0;
    end else begin
      searching <= again || searches;
      kernel_at <= searches ? kernel_next : kernel_first;
      hit       <= searches ? hit_next : hit_first;
      if (looks) begin  // an event makes what it finds invalid
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
          giver       <= kernel_at;
          victim      <= some_reserved ? first_reserved : first_running;
          least_key   <= key_at;
        end
      end
      if (again) begin
        at          <= '0;
        policy      <= cfg_policy;
        by_tokens   <= cfg_policy >= DSS;
        by_rank     <= cfg_policy != FCFS && cfg_policy < DSS;
        idle_valid  <= 1'b0;
        most_valid  <= 1'b0;
        most_ready  <= 1'b0;
        least_valid <= 1'b0;
      end
    end
  end
endmodule
