// SPDX-License-Identifier: Apache-2.0
// TLB-fill token controller (MASK 5.2, 7.4): per-application epochs, miss rates and
// token counts; answers whether a warp may fill the L2 TLB. Equal to
// hls/token_controller in every state.
//
// Events and queries are always accepted; a query of cycle t is answered in t+1.
// epoch_end starts the evaluation; while `busy`, another one is ignored and the CSR
// inputs are to stay as they are.
module token_controller (
    input  logic        clk,          // rising edge
    input  logic        rst,          // synchronous, active high
    // the L2 TLB looked up, port 0
    input  logic        ev0_valid,    // it did in this cycle
    input  logic [ 4:0] ev0_core,     // core of the warp; 30 and 31 are ignored
    input  logic [ 7:0] ev0_warp,     // warp ID
    input  logic        ev0_hit,      // hit in the L2 TLB or in the bypass cache
    // the L2 TLB looked up, port 1; counts after port 0
    input  logic        ev1_valid,    // it did in this cycle
    input  logic [ 4:0] ev1_core,     // core of the warp; 30 and 31 are ignored
    input  logic [ 7:0] ev1_warp,     // warp ID
    input  logic        ev1_hit,      // hit in the L2 TLB or in the bypass cache
    // may this warp fill the L2 TLB?
    input  logic        q_valid,      // asked in this cycle
    input  logic [ 4:0] q_core,       // core of the warp; 30 and 31: answered with no
    input  logic [ 7:0] q_warp,       // warp ID
    input  logic        epoch_end,    // one-cycle pulse
    // CSRs
    input  logic [gmmu_pkg::GMMU_NUM_CORES*5-1:0] core_app,  // application of each core; 30, 31: none
    input  logic [15:0] cfg_initial,  // InitialTokens, Q0.16 of the active warps
    input  logic [15:0] cfg_margin,   // miss rate change that matters, Q0.16
    input  logic [15:0] cfg_step,     // step, Q0.16 of the active warps
    // answer
    output logic        a_valid,      // last cycle's query is answered
    output logic        a_fill,       // it may
    // status; tokens, dir and active are the registers themselves
    output logic        busy,         // the evaluation is under way
    output logic [gmmu_pkg::GMMU_NUM_APPS*15-1:0] tokens,  // tokens of each application
    output logic [gmmu_pkg::GMMU_NUM_APPS-1:0]    dir,     // its last change asked for was up
    output logic [gmmu_pkg::GMMU_NUM_APPS*13-1:0] active   // its active warps, last epoch with accesses
);
  localparam int CORES = gmmu_pkg::GMMU_NUM_CORES;
  localparam int APPS = gmmu_pkg::GMMU_NUM_APPS;
  localparam int WORDS = gmmu_pkg::GMMU_NUM_WARPS / 64;
  localparam logic [15:0] RATE_MAX = 16'hffff;  // Q0.16: just below one
  localparam logic [8:0] NUM_WARPS = 9'(gmmu_pkg::GMMU_NUM_WARPS);

  // The evaluation walks through the applications; phases of one of them:
  localparam logic [3:0] TC_IDLE = 4'd0;
  localparam logic [3:0] TC_SCAN = 4'd1;  // sum the snapshots of its cores, one core a cycle
  localparam logic [3:0] TC_RATE = 4'd2;  // start misses / accesses, if it has had accesses
  localparam logic [3:0] TC_RATE_WAIT = 4'd3;  // until the divider is done
  localparam logic [3:0] TC_MULTIPLY = 4'd4;  // active warps * CSR, one bit a cycle
  localparam logic [3:0] TC_UPDATE = 4'd5;  // up, down or as they are: the tokens wished for
  localparam logic [3:0] TC_GRANT = 4'd6;  // the new tokens, at most the active warps
  localparam logic [3:0] TC_SHARE = 4'd7;  // start tokens / cores
  localparam logic [3:0] TC_SHARE_WAIT = 4'd8;  // until the divider is done
  localparam logic [3:0] TC_WRITE = 4'd9;  // the new limits of its cores, one core a cycle

  // per core, running epoch
  logic [15:0] hits[0:CORES-1];
  logic [15:0] misses[0:CORES-1];
  logic [63:0] seen[0:CORES*WORDS-1];  // word c*4+k: warps 64k..64k+63 of core c
  logic [8:0] warps[0:CORES-1];  // ones in seen[] of the core
  logic [8:0] limit[0:CORES-1];  // warps below it fill
  // per application, of its last epoch with accesses (and `active`, a port)
  logic [15:0] rate[0:APPS-1];  // miss rate, Q0.16
  logic [APPS-1:0] known;  // there has been one
  // evaluation: snapshot of the epoch that ended
  logic [15:0] snap_hits[0:CORES-1];
  logic [15:0] snap_misses[0:CORES-1];
  logic [8:0] snap_warps[0:CORES-1];
  logic [3:0] phase;
  logic [4:0] app;  // application being evaluated
  logic [4:0] core;  // core being scanned or written
  logic [4:0] ncores;  // cores of the application
  logic [20:0] sum_misses;
  logic [21:0] sum_accesses;
  logic [12:0] sum_warps;
  logic [4:0] mul_bit;  // bit of the CSR, most significant first
  logic [31:0] prod;  // running product of the CSR and sum_warps, Q16.16
  logic [15:0] new_rate;
  logic was_known;  // what the application had before, taken up while its cores are scanned;
  logic [14:0] was_tokens;  // from the grant on its new tokens
  logic [15:0] was_rate;
  logic [16:0] wish;  // tokens before they are clamped to the active warps
  logic fewer;  // the miss rate rose by more than the margin ...
  logic more;  // ... or fell
  logic [12:0] share;  // tokens / ncores ...
  logic [4:0] extra;  // ... and what is left to hand out one by one
  // answer
  logic ans_valid;
  logic ans_fill;

  assign a_valid = ans_valid;
  assign a_fill  = ans_fill;
  assign busy    = phase != TC_IDLE;

  // ---- Events of the running epoch ----

  logic begins;  // the epoch ends here: snapshot, and the counters start anew
  logic [CORES-1:0] at0;  // core of the event on port 0
  logic [CORES-1:0] at1;
  logic [CORES*WORDS-1:0] in0;  // word of seen[] its warp is in
  logic [CORES*WORDS-1:0] in1;
  logic [63:0] one0;  // and the bit there
  logic [63:0] one1;
  logic [63:0] seen0;  // the word
  logic [63:0] seen1;
  logic fresh0;  // its warp was not yet seen in the epoch
  logic fresh1;
  logic twice;  // the same warp on both ports
  logic [8:0] next_warps[0:CORES-1];
  logic [15:0] next_hits[0:CORES-1];
  logic [15:0] next_misses[0:CORES-1];

  function automatic logic [15:0] saturating_add(input logic [15:0] counter,
                                                 input logic [1:0] events);
    logic [16:0] sum;
    sum = {1'b0, counter} + 17'(events);
    saturating_add = sum[16] ? 16'hffff : sum[15:0];
  endfunction

  // Warps of a core; how far a carry into bit 1 runs is known before the events are looked up.
  function automatic logic [8:0] add_fresh(input logic [8:0] count, input logic none,
                                           input logic first, input logic second);
    logic [7:0] runs;
    logic carry;
    runs[0] = 1'b1;
    for (int i = 1; i < 8; i++) runs[i] = runs[i-1] & count[i];
    carry = (first && second) || ((first || second) && count[0]);
    add_fresh = none ? {7'd0, first && second, first ^ second}
                     : count ^ {runs & {8{carry}}, first ^ second};
  endfunction

  assign begins = epoch_end && phase == TC_IDLE;

  always_comb begin
    one0  = 64'd1 << ev0_warp[5:0];
    one1  = 64'd1 << ev1_warp[5:0];
    seen0 = 64'd0;
    seen1 = 64'd0;
    for (int c = 0; c < CORES; c++) begin
      at0[c] = ev0_valid && ev0_core == 5'(c);
      at1[c] = ev1_valid && ev1_core == 5'(c);
      next_hits[c] = saturating_add(begins ? 16'd0 : hits[c],
                                    2'(at0[c] && ev0_hit) + 2'(at1[c] && ev1_hit));
      next_misses[c] = saturating_add(begins ? 16'd0 : misses[c],
                                      2'(at0[c] && !ev0_hit) + 2'(at1[c] && !ev1_hit));
      for (int k = 0; k < WORDS; k++) begin
        in0[c*WORDS+k] = at0[c] && ev0_warp[7:6] == 2'(k);
        in1[c*WORDS+k] = at1[c] && ev1_warp[7:6] == 2'(k);
        seen0 = seen0 | (in0[c*WORDS+k] ? seen[c*WORDS+k] : 64'd0);
        seen1 = seen1 | (in1[c*WORDS+k] ? seen[c*WORDS+k] : 64'd0);
      end
    end
    twice  = |(in0 & in1) && ev0_warp[5:0] == ev1_warp[5:0];  // such a warp is fresh once
    fresh0 = begins || ~|(seen0 & one0);
    fresh1 = (begins || ~|(seen1 & one1)) && !twice;
    for (int c = 0; c < CORES; c++)
      next_warps[c] = add_fresh(warps[c], begins, at0[c] && fresh0, at1[c] && fresh1);
  end

  always_ff @(posedge clk) begin
    for (int c = 0; c < CORES; c++) begin
      if (rst) begin
        hits[c]   <= 16'd0;
        misses[c] <= 16'd0;
        warps[c]  <= 9'd0;
      end else begin
        hits[c]   <= next_hits[c];
        misses[c] <= next_misses[c];
        warps[c]  <= next_warps[c];
      end
      for (int k = 0; k < WORDS; k++) begin
        if (rst) seen[c*WORDS+k] <= 64'd0;
        else
          seen[c*WORDS+k] <= (begins ? 64'd0 : seen[c*WORDS+k])
                           | (in0[c*WORDS+k] ? one0 : 64'd0)
                           | (in1[c*WORDS+k] ? one1 : 64'd0);
      end
      if (rst) begin
        snap_hits[c]   <= 16'd0;
        snap_misses[c] <= 16'd0;
        snap_warps[c]  <= 9'd0;
      end else if (begins) begin
        snap_hits[c]   <= hits[c];
        snap_misses[c] <= misses[c];
        snap_warps[c]  <= warps[c];
      end
    end
  end

  // ---- Query ----

  always_ff @(posedge clk) begin
    if (rst) begin
      ans_valid <= 1'b0;
      ans_fill  <= 1'b0;
    end else begin
      ans_valid <= q_valid;
      ans_fill  <= q_valid && q_core < 5'(CORES) && {1'b0, q_warp} < limit[q_core];
    end
  end

  // ---- Evaluation: what the phases look at ----

  logic [4:0] app_of[0:CORES-1];  // core_app, unpacked
  logic mine;  // `core` belongs to `app`
  logic last_core;
  logic last_app;
  logic is_known;  // known, tokens and rate of `app`
  logic [14:0] now_tokens;
  logic [15:0] old_rate;

  always_comb begin
    for (int c = 0; c < CORES; c++) app_of[c] = core_app[c*5+:5];
    is_known   = 1'b0;
    now_tokens = 15'd0;
    old_rate   = 16'd0;
    for (int a = 0; a < APPS; a++) begin
      is_known   = is_known | (app == 5'(a) && known[a]);
      now_tokens = now_tokens | (app == 5'(a) ? tokens[a*15+:15] : 15'd0);
      old_rate   = old_rate | (app == 5'(a) ? rate[a] : 16'd0);
    end
  end

  assign mine = core < 5'(CORES) && app_of[core] == app;
  assign last_core = core >= 5'(CORES - 1);
  assign last_app = app >= 5'(APPS - 1);

  // ---- Evaluation: arithmetic ----

  logic no_cores;
  logic no_accesses;
  logic start_rate;
  logic start_share;
  logic div_done;
  logic [37:0] quotient;
  logic [4:0] remainder;  // below ncores
  logic [18:0] unused_remainder;
  logic unused_busy;

  assign no_cores    = ncores == 5'd0;
  assign no_accesses = sum_accesses == 22'd0;
  assign start_rate  = phase == TC_RATE && !no_cores && !no_accesses;
  assign start_share = phase == TC_SHARE;

  gmmu_divider div (
      .clk     (clk),
      .rst     (rst),
      .start   (start_rate || start_share),
      .dividend(start_rate ? {1'b0, sum_misses, 16'd0} : {23'd0, was_tokens}),
      .divisor (start_rate ? {2'd0, sum_accesses} : {19'd0, ncores}),
      .busy    (unused_busy),
      .done    (div_done),
      .rem     ({unused_remainder, remainder}),
      .quo     (quotient)
  );

  logic [15:0] csr;
  logic csr_bit;
  logic [15:0] amount;  // integer part of the product
  logic [15:0] step;
  logic falls;
  logic rises;
  logic [16:0] wished;
  logic [14:0] granted;

  assign csr         = was_known ? cfg_step : cfg_initial;
  assign csr_bit     = !mul_bit[4] && csr[mul_bit[3:0]];
  assign amount      = prod[31:16];
  assign step        = amount == 16'd0 ? 16'd1 : amount;
  assign rises       = was_known && {1'b0, new_rate} > {1'b0, was_rate} + {1'b0, cfg_margin};
  assign falls       = was_known && {1'b0, new_rate} + {1'b0, cfg_margin} < {1'b0, was_rate};

  always_comb begin
    if (!was_known) wished = {1'b0, amount};
    else if (rises) wished = {1'b0, was_tokens} > step ? {2'd0, was_tokens} - {1'b0, step} : 17'd0;
    else if (falls) wished = {2'd0, was_tokens} + {1'b0, step};
    else wished = {2'd0, was_tokens};
    granted = wish < {4'd0, sum_warps} ? wish[14:0] : {2'd0, sum_warps};
  end

  logic [13:0] core_share;
  assign core_share = {1'b0, share} + 14'(extra != 5'd0);

  // ---- Evaluation: registers ----

  logic takes_up;  // an application is taken up next, or the evaluation ends
  assign takes_up = begins || (phase == TC_RATE && no_cores) || (phase == TC_WRITE && last_core);

  always_ff @(posedge clk) begin
    for (int c = 0; c < CORES; c++) begin
      if (rst) limit[c] <= NUM_WARPS;
      else if (phase == TC_WRITE && mine && core == 5'(c))
        limit[c] <= core_share < {5'd0, NUM_WARPS} ? core_share[8:0] : NUM_WARPS;
    end
    for (int a = 0; a < APPS; a++) begin
      if (rst) begin
        tokens[a*15+:15] <= 15'd0;
        dir[a]           <= 1'b0;
        active[a*13+:13] <= 13'd0;
        rate[a]          <= 16'd0;
        known[a]         <= 1'b0;
      end else if (phase == TC_GRANT && app == 5'(a)) begin
        tokens[a*15+:15] <= granted;
        dir[a]           <= !fewer && (more || dir[a]);
        active[a*13+:13] <= sum_warps;
        rate[a]          <= new_rate;
        known[a]         <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase        <= TC_IDLE;
      app          <= 5'd0;
      core         <= 5'd0;
      ncores       <= 5'd0;
      sum_misses   <= 21'd0;
      sum_accesses <= 22'd0;
      sum_warps    <= 13'd0;
      mul_bit      <= 5'd0;
      prod         <= 32'd0;
      new_rate     <= 16'd0;
      was_known    <= 1'b0;
      was_tokens   <= 15'd0;
      was_rate     <= 16'd0;
      wish         <= 17'd0;
      fewer        <= 1'b0;
      more         <= 1'b0;
      share        <= 13'd0;
      extra        <= 5'd0;
    end else begin
      case (phase)
        TC_IDLE: ;
        TC_SCAN: begin
          was_known  <= is_known;
          was_tokens <= now_tokens;
          was_rate   <= old_rate;
          if (mine) begin
            ncores       <= ncores + 5'd1;
            sum_misses   <= sum_misses + 21'(snap_misses[core]);
            sum_accesses <= sum_accesses + 22'(snap_misses[core]) + 22'(snap_hits[core]);
            sum_warps    <= sum_warps + 13'(snap_warps[core]);
          end
          core <= last_core ? 5'd0 : core + 5'd1;
          if (last_core) phase <= TC_RATE;
        end
        TC_RATE: begin
          if (!no_cores && no_accesses) begin
            // keeps its tokens; who never had an epoch with accesses fills without limit
            share <= 13'(NUM_WARPS);
            extra <= 5'd0;
            phase <= was_known ? TC_SHARE : TC_WRITE;
          end else begin
            phase <= TC_RATE_WAIT;
          end
        end
        TC_RATE_WAIT: begin
          if (div_done) begin
            new_rate <= quotient < {22'd0, RATE_MAX} ? quotient[15:0] : RATE_MAX;
            mul_bit  <= 5'd15;
            prod     <= 32'd0;
            phase    <= TC_MULTIPLY;
          end
        end
        TC_MULTIPLY: begin
          prod    <= {prod[30:0], 1'b0} + (csr_bit ? {19'd0, sum_warps} : 32'd0);
          mul_bit <= mul_bit - 5'd1;
          if (mul_bit == 5'd0) phase <= TC_UPDATE;
        end
        TC_UPDATE: begin
          wish  <= wished;
          fewer <= rises;
          more  <= falls;
          phase <= TC_GRANT;
        end
        TC_GRANT: begin
          was_tokens <= granted;
          phase      <= TC_SHARE;
        end
        TC_SHARE:  phase <= TC_SHARE_WAIT;
        TC_SHARE_WAIT: begin
          if (div_done) begin
            share <= quotient[12:0];
            extra <= remainder;
            phase <= TC_WRITE;
          end
        end
        TC_WRITE: begin
          if (mine && extra != 5'd0) extra <= extra - 5'd1;
          core <= last_core ? 5'd0 : core + 5'd1;
        end
        default: phase <= TC_IDLE;
      endcase
      if (takes_up) begin
        phase        <= begins || !last_app ? TC_SCAN : TC_IDLE;
        app          <= begins || last_app ? 5'd0 : app + 5'd1;
        core         <= 5'd0;
        ncores       <= 5'd0;
        sum_misses   <= 21'd0;
        sum_accesses <= 22'd0;
        sum_warps    <= 13'd0;
      end
    end
  end
endmodule
