// SPDX-License-Identifier: Apache-2.0
// TLB-fill token controller (MASK 5.2, 7.4): per-application epochs, miss rates and
// token counts; answers whether a warp may fill the L2 TLB. Equal to
// hls/token_controller in every state.
//
// A request carries two numbers from its core: how many warps the core runs, and the rank of
// the warp that asks, which is how many of them have a lower ID.
//
// Events and queries are always accepted; a query of cycle t is answered in t+1.
// epoch_end starts the evaluation; while `busy`, another one and ho_valid are ignored, and the CSR
// inputs are to stay as they are.
//
// Tokens follow the cores: the tokens of the last change by the miss rate, `base`, belong to the
// cores of that time, and an application that has others now has as large a part of its warps
// with tokens. A core that is handed over starts anew with the limit of its new application.
module token_controller #(
    parameter  int NUM_CORES = gmmu_pkg::GMMU_NUM_CORES,  // SMs, 2 to 256
    parameter  int NUM_APPS = gmmu_pkg::GMMU_NUM_APPS,    // concurrent applications, 2 to 127
    parameter  int NUM_WARPS = gmmu_pkg::GMMU_NUM_WARPS,  // warp IDs per core: 64, 128, 256
    localparam int CORE_W = $clog2(NUM_CORES + 1),        // a core, or a count of cores
    localparam int APP_W = $clog2(NUM_APPS + 1),          // an application, all ones: none
    localparam int WARP_W = $clog2(NUM_WARPS),            // the rank of a warp in its core
    localparam int WARP_COUNT_W = WARP_W + 1,             // a count of warps of a core
    localparam int ACTIVE_W = CORE_W + WARP_W,            // a count of warps of all cores
    localparam int TOKEN_W = ACTIVE_W > 15 ? ACTIVE_W : 15
) (
    input  logic                         clk,          // rising edge
    input  logic                         rst,          // synchronous, active high
    // the L2 TLB looked up, port 0
    input  logic                         ev0_valid,    // it did in this cycle
    input  logic [CORE_W-1:0]            ev0_core,     // core of the warp; ignored if not below NUM_CORES
    input  logic [WARP_COUNT_W-1:0]      ev0_warps,    // warps that its core runs, 1..NUM_WARPS
    input  logic                         ev0_hit,      // hit in the L2 TLB or in the bypass cache
    // the L2 TLB looked up, port 1; counts after port 0
    input  logic                         ev1_valid,    // it did in this cycle
    input  logic [CORE_W-1:0]            ev1_core,     // core of the warp; ignored if not below NUM_CORES
    input  logic [WARP_COUNT_W-1:0]      ev1_warps,    // warps that its core runs, 1..NUM_WARPS
    input  logic                         ev1_hit,      // hit in the L2 TLB or in the bypass cache
    // may this warp fill the L2 TLB?
    input  logic                         q_valid,      // asked in this cycle
    input  logic [CORE_W-1:0]            q_core,       // core of the warp; not below NUM_CORES: no
    input  logic [WARP_W-1:0]            q_rank,       // warps of its core that run and have a lower ID
    input  logic                         epoch_end,    // one-cycle pulse
    // hand-over: core_app names a new application of this core
    input  logic                         ho_valid,     // it does in this cycle
    input  logic [CORE_W-1:0]            ho_core,      // ignored if not below NUM_CORES
    // CSRs
    input  logic [NUM_CORES*APP_W-1:0]   core_app,     // application of each core; not below NUM_APPS: none
    input  logic [15:0]                  cfg_initial,  // InitialTokens, Q0.16 of the active warps
    input  logic [15:0]                  cfg_margin,   // miss rate change that matters, Q0.16
    input  logic [15:0]                  cfg_step,     // step, Q0.16 of the active warps
    // answer
    output logic                         a_valid,      // last cycle's query is answered
    output logic                         a_fill,       // it may
    // status; tokens, dir and active are the registers themselves
    output logic                         busy,         // the evaluation is under way
    output logic [NUM_APPS*TOKEN_W-1:0]  tokens,       // tokens of each application
    output logic [NUM_APPS-1:0]          dir,          // its last change asked for was up
    output logic [NUM_APPS*ACTIVE_W-1:0] active        // its active warps, last epoch with accesses
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (NUM_CORES < 2 || NUM_CORES > 256) begin : bad_cores
    $error("token_controller: NUM_CORES must be 2 to 256");
  end
  if (NUM_APPS < 2 || NUM_APPS > 127) begin : bad_apps
    $error("token_controller: NUM_APPS must be 2 to 127");
  end
  if (NUM_WARPS != 64 && NUM_WARPS != 128 && NUM_WARPS != 256) begin : bad_warps
    $error("token_controller: NUM_WARPS must be 64, 128 or 256");
  end
`endif

  localparam int CORES = NUM_CORES;
  localparam int APPS = NUM_APPS;
  localparam int AT_W = $clog2(NUM_CORES);                // an index of a core
  localparam int MISS_SUM_W = CORE_W + 16;                // the sum of a 16-bit counter of each core,
  localparam int ACCESS_SUM_W = MISS_SUM_W + 1;           // and of two of each
  localparam int DIVIDEND_W = MISS_SUM_W > 22 ? MISS_SUM_W + 16 : 38;
  localparam int DIVISOR_W = ACCESS_SUM_W > 24 ? ACCESS_SUM_W : 24;
  localparam int AMOUNT_W = ACTIVE_W > 16 ? ACTIVE_W : 16;
  localparam int TOKEN_PRODUCT_W = AMOUNT_W + 16;         // active warps times a Q0.16 fraction
  localparam int TOKEN_SUM_W = AMOUNT_W + 1;              // tokens and an amount
  localparam logic [15:0] RATE_MAX = 16'hffff;  // Q0.16: just below one
  localparam logic [WARP_COUNT_W-1:0] ALL_WARPS = WARP_COUNT_W'(NUM_WARPS);

  // The evaluation walks through the applications; phases of one of them:
  localparam logic [3:0] TC_IDLE = 4'd0;
  localparam logic [3:0] TC_SCAN = 4'd1;  // sum the snapshots of its cores, one core a cycle
  localparam logic [3:0] TC_FOLLOW = 4'd2;  // cores have come or gone: base * cores now, one bit a cycle
  localparam logic [3:0] TC_DIVIDE = 4'd3;  // start that / cores at the base
  localparam logic [3:0] TC_DIVIDE_WAIT = 4'd4;  // until the divider is done, then on to TC_RATE
  localparam logic [3:0] TC_RATE = 4'd5;  // start misses / accesses, if it has had accesses
  localparam logic [3:0] TC_RATE_WAIT = 4'd6;  // until the divider is done; active warps * CSR
  localparam logic [3:0] TC_UPDATE = 4'd7;  // up, down or as they are: the tokens wished for
  localparam logic [3:0] TC_GRANT = 4'd8;  // the new tokens; they rise to the active warps at most
  localparam logic [3:0] TC_SHARE = 4'd9;  // start tokens / warps
  localparam logic [3:0] TC_SHARE_WAIT = 4'd10;  // until the divider is done
  localparam logic [3:0] TC_CORE = 4'd11;  // look for its next core, one core a cycle
  localparam logic [3:0] TC_SCALE = 4'd12;  // its warps * tokens / warps, one bit a cycle
  localparam logic [3:0] TC_WRITE = 4'd13;  // its new limit

  // per core, running epoch
  logic [15:0]             hits [0:CORES-1];
  logic [15:0]             misses [0:CORES-1];
  logic [WARP_COUNT_W-1:0] warps [0:CORES-1];  // most that ran at a lookup
  logic [WARP_COUNT_W-1:0] limit [0:CORES-1];  // warps of a rank below it fill
  // per application, of its last epoch with accesses (and `active`, a port)
  logic [15:0]     rate [0:APPS-1];  // miss rate, Q0.16
  logic [APPS-1:0] known;            // there has been one
  // of its last change by the miss rate
  logic [TOKEN_W-1:0]      base [0:APPS-1];   // tokens
  logic [CORE_W-1:0]       cores [0:APPS-1];  // cores it had
  logic [WARP_COUNT_W-1:0] part [0:APPS-1];   // limit of its fullest core with lookups
  // evaluation: snapshot of the epoch that ended
  logic [15:0]                snap_hits [0:CORES-1];
  logic [15:0]                snap_misses [0:CORES-1];
  logic [WARP_COUNT_W-1:0]    snap_warps [0:CORES-1];
  logic [3:0]                 phase;
  logic                       rests;                    // it is TC_IDLE
  logic [APP_W-1:0]           app;                      // application being evaluated
  logic [CORE_W-1:0]          core;                     // core being scanned or written
  logic [CORES-1:0]           here;                     // the same, a bit for each core; its snapshot:
  logic [15:0]                its_hits;
  logic [15:0]                its_misses;
  logic [WARP_COUNT_W-1:0]    its_warps;
  logic [CORE_W-1:0]          ncores;                   // cores of the application
  logic [MISS_SUM_W-1:0]      sum_misses;
  logic [ACCESS_SUM_W-1:0]    sum_accesses;
  logic [ACTIVE_W-1:0]        sum_warps;
  logic [4:0]                 mul_bit;                  // bit of the multiplier, most significant first
  logic [TOKEN_PRODUCT_W-1:0] prod;                     // running product, Q.16
  logic                       carry_bit;                // of `carry`, into the product of a core
  logic [15:0]                new_rate;
  logic                       was_known;                // what it had before, taken up in the scan
  logic [TOKEN_W-1:0]         was_tokens;               // its base, then of its cores now, then granted
  logic [CORE_W-1:0]          was_cores;                // cores that was_tokens belong to
  logic [15:0]                was_rate;
  logic [TOKEN_SUM_W-1:0]     wish;                     // tokens before a rise is clamped to the active warps
  logic                       fewer;                    // the miss rate rose by more than the margin ...
  logic                       more;                     // ... or fell
  logic                       moved;                    // granted is not what there was: the new base
  logic                       all;                      // 128 times as many tokens as warps: no limit
  logic [22:0]                share;                    // what is multiplied; else tokens / warps, Q7.16
  logic [15:0]                carry;                    // what the limits before have cut off
  logic [WARP_COUNT_W-1:0]    fullest;                  // largest limit so far, of cores with lookups
  // hand-over of the cycle before: its limit is still to be written
  logic              new_valid;
  logic [CORE_W-1:0] new_core;
  logic [APPS-1:0]   new_app;
  // answer
  logic ans_valid;
  logic ans_fill;

  assign a_valid = ans_valid;
  assign a_fill  = ans_fill;
  assign busy    = phase != TC_IDLE;

  // ---- Events of the running epoch ----

  logic                    begins;                   // the epoch ends here: the counters start anew
  logic [CORES-1:0]        goes;                     // core that is handed over, and its counters
  logic [CORES-1:0]        anew;                     // its counters start anew
  logic [CORES-1:0]        at0;                      // core of the event on port 0
  logic [CORES-1:0]        at1;
  logic [WARP_COUNT_W-1:0] run0;                     // warps that it runs
  logic [WARP_COUNT_W-1:0] run1;
  logic                    more1;                    // more of them on port 1
  logic [WARP_COUNT_W-1:0] told [0:CORES-1];         // the most at lookups of a core now; 0: none
  logic [WARP_COUNT_W-1:0] next_warps [0:CORES-1];
  logic [15:0]             next_hits [0:CORES-1];
  logic [15:0]             next_misses [0:CORES-1];

  // Up to two more, or as many from 0: the carry is made before either is known.
  function automatic logic [15:0] counted(input logic [15:0] counter, input logic from_0,
                                          input logic first, input logic second);
    logic one, two, full, up;
    logic [14:0] flips;
    one  = first != second;
    two  = first && second;
    full = &counter[15:1];
    up   = two || (one && counter[0]);
    for (int b = 0; b < 15; b++) flips[b] = (~counter[15:1] & 15'((1 << b) - 1)) == '0;
    counted = {counter[15:1] ^ (flips & {15{up && !full}}), (counter[0] ^ one) || (up && full)};
    if (from_0) counted = {14'd0, two, one};
  endfunction

  function automatic logic [WARP_COUNT_W-1:0] at_most_all(input logic [WARP_COUNT_W-1:0] count);
    at_most_all = {count[WARP_W], count[WARP_W-1:0] & {WARP_W{!count[WARP_W]}}};
  endfunction

  assign begins = epoch_end && rests;
  assign run0   = at_most_all(ev0_warps);
  assign run1   = at_most_all(ev1_warps);
  assign more1  = run1 > run0;

  always_comb
    for (int c = 0; c < CORES; c++) begin
      at0[c] = ev0_valid && ev0_core == CORE_W'(c);
      at1[c] = ev1_valid && ev1_core == CORE_W'(c);
      goes[c] = ho_valid && rests && ho_core == CORE_W'(c);
      anew[c] = rests && (epoch_end || (ho_valid && ho_core == CORE_W'(c)));
      next_hits[c] = counted(hits[c], anew[c], at0[c] && ev0_hit, at1[c] && ev1_hit);
      next_misses[c] = counted(misses[c], anew[c], at0[c] && !ev0_hit, at1[c] && !ev1_hit);
      told[c] = (run0 & {WARP_COUNT_W{at0[c] && !(at1[c] && more1)}})
                | (run1 & {WARP_COUNT_W{at1[c] && !(at0[c] && !more1)}});
      next_warps[c] = anew[c] || (at0[c] && run0 > warps[c]) || (at1[c] && run1 > warps[c])
                      ? told[c] : warps[c];
    end

  for (genvar c = 0; c < CORES; c++) begin : counters
    always_ff @(posedge clk) begin
      if (rst) begin
        hits[c]   <= 16'd0;
        misses[c] <= 16'd0;
        warps[c]  <= '0;
      end else begin
        hits[c]   <= next_hits[c];
        misses[c] <= next_misses[c];
        warps[c]  <= next_warps[c];
      end
      if (rst) begin
        snap_hits[c]   <= 16'd0;
        snap_misses[c] <= 16'd0;
        snap_warps[c]  <= '0;
      end else if (begins) begin
        snap_hits[c]   <= goes[c] ? 16'd0 : hits[c];
        snap_misses[c] <= goes[c] ? 16'd0 : misses[c];
        snap_warps[c]  <= goes[c] ? '0 : warps[c];
      end
    end
  end

  // ---- Query, and the limit of a core that was handed over a cycle ago ----

  logic [CORES-1:0]        below;      // the limit of each core,
  logic [APPS-1:0]         below_new;  // and what a core handed to each application gets
  logic                    is_new;     // the core that is asked for is the one
  logic [WARP_COUNT_W-1:0] new_limit;  // its limit

  always_comb begin
    for (int c = 0; c < CORES; c++)
      below[c] = q_core == CORE_W'(c) && WARP_COUNT_W'(q_rank) < limit[c];
    new_limit = '0;
    for (int a = 0; a < APPS; a++) begin
      below_new[a] = new_app[a] && WARP_COUNT_W'(q_rank) < part[a];
      new_limit    = new_limit | (part[a] & {WARP_COUNT_W{new_app[a]}});
    end
    is_new = new_valid && q_core == new_core;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      ans_valid <= 1'b0;
      ans_fill  <= 1'b0;
    end else begin
      ans_valid <= q_valid;
      ans_fill  <= q_valid && (is_new ? |below_new : |below);
    end
  end

  // ---- Evaluation: what the phases look at ----

  logic [APP_W-1:0]   app_of [0:CORES-1];  // core_app, unpacked
  logic [APP_W-1:0]   its_app;             // application of `core`
  logic               mine;                // it is `app`
  logic               last_core;
  logic               last_app;
  logic               is_known;            // known, base, its cores and rate of `app`
  logic [TOKEN_W-1:0] old_base;
  logic [CORE_W-1:0]  old_cores;
  logic [15:0]        old_rate;

  always_comb begin
    its_app = '0;
    for (int c = 0; c < CORES; c++) begin
      app_of[c] = core_app[c*APP_W+:APP_W];
      if (here[c]) its_app = its_app | app_of[c];
    end
    is_known  = 1'b0;
    old_base  = '0;
    old_cores = '0;
    old_rate  = 16'd0;
    for (int a = 0; a < APPS; a++) begin
      is_known  = is_known | (app == APP_W'(a) && known[a]);
      old_base  = old_base | (app == APP_W'(a) ? base[a] : '0);
      old_cores = old_cores | (app == APP_W'(a) ? cores[a] : '0);
      old_rate  = old_rate | (app == APP_W'(a) ? rate[a] : 16'd0);
    end
  end

  assign mine = its_app == app;
  assign last_core = core >= CORE_W'(CORES - 1);
  assign last_app = app >= APP_W'(APPS - 1);

  // ---- Evaluation: arithmetic ----

  logic                        no_cores;
  logic                        no_accesses;
  logic                        other_cores;  // than at the base
  logic                        start_rate;
  logic                        start_share;
  logic                        start_follow;
  logic                        div_done;
  logic [DIVIDEND_W-1:0]       quotient;
  logic [DIVISOR_W-1:0]        unused_remainder;
  logic                        unused_busy;

  assign no_cores    = ncores == '0;
  assign no_accesses = sum_accesses == '0;
  assign other_cores = was_known && ncores != was_cores;
  assign start_rate  = phase == TC_RATE && !no_cores && !other_cores && !no_accesses;
  assign start_share = phase == TC_SHARE;
  assign start_follow = phase == TC_DIVIDE;

  gmmu_divider #(.DIVIDEND_W(DIVIDEND_W), .DIVISOR_W(DIVISOR_W)) div (
      .clk     (clk),
      .rst     (rst),
      .start   (start_rate || start_share || start_follow),
      .dividend(start_share ? DIVIDEND_W'({was_tokens, 16'd0}) :
                start_follow ? DIVIDEND_W'(prod) : DIVIDEND_W'({sum_misses, 16'd0})),
      .divisor (start_share ? DIVISOR_W'(sum_warps) :
                start_follow ? DIVISOR_W'(was_cores) : DIVISOR_W'(sum_accesses)),
      .busy    (unused_busy),
      .done    (div_done),
      .rem     (unused_remainder),
      .quo     (quotient)
  );

  logic [WARP_COUNT_W-1:0] core_warps;  // full if it had no lookups
  logic [15:0]             fraction;    // CSR
  logic                    mul_one;     // bit of the multiplier
  logic [AMOUNT_W-1:0]     amount;      // integer part of the product
  logic                    nothing;     // it is 0: the step is 1
  logic                    rate_above;  // the rate is, by more than the margin, above the old one,
  logic                    rate_below;  // or below it: signs of differences
  logic [16:0]             unused_above;
  logic [16:0]             unused_below;
  logic                    rises;
  logic                    falls;
  logic [TOKEN_SUM_W-1:0]  had;
  logic [TOKEN_SUM_W:0]    lower;       // negative: 0
  logic [TOKEN_SUM_W-1:0]  higher;
  logic [TOKEN_SUM_W-1:0]  wished;
  logic [TOKEN_SUM_W-1:0]  ran;         // active warps
  logic                    bounded;     // the grant is
  logic                    keeps;       // it is no lower than before
  logic                    moves;
  logic [TOKEN_W-1:0]      granted;

  assign core_warps = {its_warps[WARP_W] || its_warps == '0, its_warps[WARP_W-1:0]};
  assign fraction   = was_known ? cfg_step : cfg_initial;
  // Of the phases that multiply, TC_SCALE alone has bit 3, and TC_RATE_WAIT bit 2.
  assign mul_one    = !mul_bit[4] && (phase[3] ? 1'(16'(core_warps) >> mul_bit[3:0])
                                      : phase[2] ? fraction[mul_bit[3:0]] : 1'(16'(ncores) >> mul_bit[3:0]));
  assign amount     = prod[TOKEN_PRODUCT_W-1:16];
  assign nothing    = amount == '0;
  assign {rate_above, unused_above} = 18'(was_rate) + 18'(cfg_margin) - 18'(new_rate);
  assign {rate_below, unused_below} = 18'(new_rate) + 18'(cfg_margin) - 18'(was_rate);
  assign rises      = was_known && rate_above;
  assign falls      = was_known && rate_below;

  always_comb begin
    had    = TOKEN_SUM_W'(was_tokens);
    lower  = nothing ? {1'b0, had} - (TOKEN_SUM_W + 1)'(1) : {1'b0, had} - (TOKEN_SUM_W + 1)'(amount);
    higher = nothing ? had + TOKEN_SUM_W'(1) : had + TOKEN_SUM_W'(amount);
    if (!was_known) wished = TOKEN_SUM_W'(amount);
    else if (rises) wished = lower[TOKEN_SUM_W] ? '0 : lower[TOKEN_SUM_W-1:0];
    else if (falls) wished = higher;
    else wished = had;
    ran     = TOKEN_SUM_W'(sum_warps);
    bounded = (more || !was_known) && wish > ran;
    keeps   = was_known && had > ran;
    if (!bounded) granted = wish[TOKEN_W-1:0];
    else if (keeps) granted = was_tokens;
    else granted = TOKEN_W'(sum_warps);
    if (!was_known) moves = 1'b1;
    else if (!bounded) moves = wish[TOKEN_W-1:0] != was_tokens;
    else moves = !keeps && TOKEN_W'(sum_warps) != was_tokens;
  end

  // One bit further, with the bit of the multiplier and without it. What the limits before have cut off
  // comes in at the low end.
  logic [TOKEN_PRODUCT_W-1:0] twice;
  logic [TOKEN_PRODUCT_W-1:0] product;
  assign twice   = {prod[TOKEN_PRODUCT_W-2:0], carry_bit};
  assign product = mul_one ? twice + TOKEN_PRODUCT_W'(share) : twice;

  logic [15:0]             whole;      // of the tokens, for the core
  logic [WARP_COUNT_W-1:0] core_limit;
  logic                    fuller;
  assign whole      = prod[31:16];
  assign core_limit = all || whole > 16'(ALL_WARPS) ? ALL_WARPS : whole[WARP_W:0];
  assign fuller     = its_warps != '0 && fullest < ALL_WARPS && (all || whole > 16'(fullest));

  logic [APP_W-1:0] ho_app;  // new application of the core that is handed over
  assign ho_app = app_of[ho_core < CORE_W'(CORES) ? AT_W'(ho_core) : '0];

  always_ff @(posedge clk) begin
    if (rst) begin
      new_valid <= 1'b0;
      new_core  <= '0;
      new_app   <= '0;
    end else begin
      new_valid <= |goes && ho_app < APP_W'(APPS);
      if (|goes) begin
        new_core <= ho_core;
        for (int a = 0; a < APPS; a++) new_app[a] <= ho_app == APP_W'(a);
      end
    end
  end

  // ---- Evaluation: registers ----

  logic                    takes_up;  // an application is taken up next, or the evaluation ends
  logic                    walks;     // to the next core, whose snapshot is read
  logic [15:0]             next_core_hits;
  logic [15:0]             next_core_misses;
  logic [WARP_COUNT_W-1:0] next_core_warps;

  assign walks = phase == TC_SCAN || phase == TC_WRITE || (phase == TC_CORE && !mine);
  always_comb begin
    next_core_hits   = 16'd0;
    next_core_misses = 16'd0;
    next_core_warps  = '0;
    for (int c = 0; c < CORES; c++) begin
      if (here[c]) begin
        next_core_hits   = next_core_hits | snap_hits[(c+1)%CORES];
        next_core_misses = next_core_misses | snap_misses[(c+1)%CORES];
        next_core_warps  = next_core_warps | snap_warps[(c+1)%CORES];
      end
    end
  end
  assign takes_up = begins || (phase == TC_RATE && no_cores)
                    || (last_core && (phase == TC_WRITE || (phase == TC_CORE && !mine)));

  for (genvar c = 0; c < CORES; c++) begin : limits
    always_ff @(posedge clk)
      if (rst) limit[c] <= ALL_WARPS;
      else if (phase == TC_WRITE && mine && here[c]) limit[c] <= core_limit;
      else if (new_valid && new_core == CORE_W'(c)) limit[c] <= new_limit;
  end

  for (genvar a = 0; a < APPS; a++) begin : applications
    always_ff @(posedge clk) begin
      if (rst) tokens[a*TOKEN_W+:TOKEN_W] <= '0;
      else if (phase == TC_SHARE && app == APP_W'(a)) tokens[a*TOKEN_W+:TOKEN_W] <= was_tokens;
      if (rst) part[a] <= ALL_WARPS;
      else if (phase == TC_WRITE && mine && its_warps != '0 && app == APP_W'(a))
        part[a] <= fuller ? core_limit : fullest;
      if (rst) begin
        base[a]  <= '0;
        cores[a] <= '0;
      end else if (phase == TC_SHARE && moved && app == APP_W'(a)) begin
        base[a]  <= was_tokens;
        cores[a] <= ncores;
      end
      if (rst) begin
        dir[a]           <= 1'b0;
        active[a*ACTIVE_W+:ACTIVE_W] <= '0;
        rate[a]          <= 16'd0;
        known[a]         <= 1'b0;
      end else if (phase == TC_GRANT && app == APP_W'(a)) begin
        dir[a]           <= !fewer && (more || dir[a]);
        active[a*ACTIVE_W+:ACTIVE_W] <= sum_warps;
        rate[a]          <= new_rate;
        known[a]         <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase        <= TC_IDLE;
      rests        <= 1'b1;
      app          <= '0;
      core         <= '0;
      here         <= CORES'(1);
      its_hits     <= 16'd0;
      its_misses   <= 16'd0;
      its_warps    <= '0;
      ncores       <= '0;
      sum_misses   <= '0;
      sum_accesses <= '0;
      sum_warps    <= '0;
      carry_bit    <= 1'b0;
      moved        <= 1'b0;
      mul_bit      <= 5'd0;
      prod         <= '0;
      new_rate     <= 16'd0;
      was_known    <= 1'b0;
      was_tokens   <= '0;
      was_cores    <= '0;
      was_rate     <= 16'd0;
      wish         <= '0;
      fewer        <= 1'b0;
      more         <= 1'b0;
      all          <= 1'b0;
      share        <= 23'd0;
      carry        <= 16'd0;
      fullest      <= '0;
    end else begin
      case (phase)
        TC_IDLE: ;
        TC_SCAN: begin
          was_known  <= is_known;
          was_tokens <= old_base;
          was_cores  <= old_cores;
          was_rate   <= old_rate;
          if (mine) begin
            ncores       <= ncores + CORE_W'(1);
            sum_misses   <= sum_misses + MISS_SUM_W'(its_misses);
            sum_accesses <= sum_accesses + ACCESS_SUM_W'(its_misses) + ACCESS_SUM_W'(its_hits);
            sum_warps    <= sum_warps + ACTIVE_W'(its_warps);
          end
          core <= last_core ? '0 : core + CORE_W'(1);
          if (last_core) phase <= TC_RATE;
        end
        TC_FOLLOW: begin
          prod    <= product;
          mul_bit <= mul_bit - 5'd1;
          if (mul_bit == 5'd0) phase <= TC_DIVIDE;
        end
        TC_DIVIDE: phase <= TC_DIVIDE_WAIT;
        TC_DIVIDE_WAIT: begin
          if (div_done) begin
            was_tokens <= quotient[TOKEN_W-1:0];
            was_cores  <= ncores;
            phase      <= TC_RATE;
          end
        end
        TC_RATE: begin
          share     <= other_cores ? 23'(was_tokens) : 23'(sum_warps);
          moved     <= 1'b0;
          carry_bit <= 1'b0;
          if (no_cores) begin
            // the next application is taken up
          end else if (other_cores) begin
            mul_bit <= 5'(CORE_W - 1);
            prod    <= '0;
            phase   <= TC_FOLLOW;
          end else if (no_accesses) begin
            // It keeps its tokens. One that has never had an epoch with accesses fills without limit.
            all   <= 1'b1;
            phase <= was_known ? TC_SHARE : TC_CORE;
          end else begin
            mul_bit <= 5'd15;
            prod    <= '0;
            phase   <= TC_RATE_WAIT;
          end
        end
        TC_RATE_WAIT: begin
          if (!mul_bit[4]) begin  // then it stays at 31
            prod    <= product;
            mul_bit <= mul_bit - 5'd1;
          end
          if (div_done) begin
            new_rate <= quotient < DIVIDEND_W'(RATE_MAX) ? quotient[15:0] : RATE_MAX;
            phase    <= TC_UPDATE;
          end
        end
        TC_UPDATE: begin
          wish  <= wished;
          fewer <= rises;
          more  <= falls;
          phase <= TC_GRANT;
        end
        TC_GRANT: begin
          was_tokens <= granted;
          moved      <= moves;
          phase      <= TC_SHARE;
        end
        TC_SHARE: phase <= TC_SHARE_WAIT;
        TC_SHARE_WAIT: begin
          if (div_done) begin
            all   <= |quotient[DIVIDEND_W-1:23];
            share <= quotient[22:0];
            carry <= 16'(sum_warps) + 16'hffff;
            phase <= TC_CORE;
          end
        end
        TC_CORE: begin
          prod      <= TOKEN_PRODUCT_W'(carry[15:WARP_COUNT_W]);
          carry_bit <= carry[WARP_W];
          mul_bit   <= 5'(WARP_W);
          if (mine) phase <= TC_SCALE;
          else core <= last_core ? '0 : core + CORE_W'(1);
        end
        TC_SCALE: begin
          prod      <= product;
          carry_bit <= mul_bit[3:0] != 4'd0 && carry[mul_bit[3:0]-4'd1];
          mul_bit   <= mul_bit - 5'd1;
          if (mul_bit == 5'd0) phase <= TC_WRITE;
        end
        TC_WRITE: begin
          if (mine && its_warps != '0) carry <= prod[15:0];
          if (mine && fuller) fullest <= core_limit;
          core  <= last_core ? '0 : core + CORE_W'(1);
          phase <= TC_CORE;
        end
        default: phase <= TC_IDLE;
      endcase
      if (walks) begin
        here       <= {here[CORES-2:0], here[CORES-1]};
        its_hits   <= next_core_hits;
        its_misses <= next_core_misses;
        its_warps  <= next_core_warps;
      end
      if (begins) begin  // at the first core
        its_hits   <= goes[0] ? 16'd0 : hits[0];
        its_misses <= goes[0] ? 16'd0 : misses[0];
        its_warps  <= goes[0] ? '0 : warps[0];
      end
      if (takes_up) begin
        phase        <= begins || !last_app ? TC_SCAN : TC_IDLE;
        rests        <= !begins && last_app;
        app          <= begins || last_app ? '0 : app + APP_W'(1);
        core         <= '0;
        ncores       <= '0;
        sum_misses   <= '0;
        sum_accesses <= '0;
        sum_warps    <= '0;
        fullest      <= '0;
      end
    end
  end
endmodule
