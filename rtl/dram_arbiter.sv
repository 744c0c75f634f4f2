// SPDX-License-Identifier: Apache-2.0
// Address-space-aware DRAM scheduler (MASK 5.4, 7.4) of one memory channel: sorts
// requests into the golden, silver and normal queue, takes from them in strict
// priority, passes the turn of the silver queue on, and computes the quotas of
// the turns. Equal to hls/dram_arbiter in every state.
module dram_arbiter #(
    parameter  int NUM_APPS = gmmu_pkg::GMMU_NUM_APPS,    // applications, 2 to 127
    parameter  int NUM_BANKS = gmmu_pkg::GMMU_NUM_BANKS,  // 2, 4, 8, 16, 32
    parameter  int REQUEST_W = gmmu_pkg::GMMU_REQUEST_W,  // a request's name for the channel
    parameter  int ROW_W = gmmu_pkg::GMMU_ROW_W,
    parameter  int COL_W = gmmu_pkg::GMMU_COL_W,
    localparam int APP_W = $clog2(NUM_APPS + 1),          // an application
    localparam int BANK_W = $clog2(NUM_BANKS)
) (
    input  logic                  clk,             // rising edge
    input  logic                  rst,             // synchronous, active high

    // requests: valid/ready, one every second cycle at most
    input  logic                  req_valid,       // a request is offered
    output logic                  req_ready,       // and is taken at this edge
    input  logic                  req_walk,        // of a page walk (walk depth is not 0)
    input  logic [APP_W-1:0]      req_app,         // application
    input  logic [REQUEST_W-1:0]  req_id,          // its name for the channel
    input  logic                  req_write,       // 1 write, 0 read
    input  logic [BANK_W-1:0]     req_bank,        // DRAM bank
    input  logic [ROW_W-1:0]      req_row,         // DRAM row
    input  logic [COL_W-1:0]      req_col,         // burst within the row

    // to the queues: valid/ready with a valid per queue (one-hot) and shared fields
    output logic                  push_g,          // for the golden queue
    output logic                  push_s,          // for the silver queue
    output logic                  push_n,          // for the normal queue
    input  logic                  g_ready,         // push_ready of the golden queue
    input  logic                  s_ready,         // push_ready of the silver queue
    input  logic                  n_ready,         // push_ready of the normal queue
    output logic [REQUEST_W-1:0]  push_id,         // the request's fields, meaningful with a push_*
    output logic                  push_write,
    output logic [BANK_W-1:0]     push_bank,
    output logic [ROW_W-1:0]      push_row,
    output logic [COL_W-1:0]      push_col,

    // from the queues: their heads (pick_*) and the answer one cycle later
    input  logic                  g_valid,         // golden
    input  logic [REQUEST_W-1:0]  g_id,
    input  logic                  g_write,
    input  logic [BANK_W-1:0]     g_bank,
    input  logic [ROW_W-1:0]      g_row,
    input  logic [COL_W-1:0]      g_col,
    input  logic                  s_valid,         // silver
    input  logic [REQUEST_W-1:0]  s_id,
    input  logic                  s_write,
    input  logic [BANK_W-1:0]     s_bank,
    input  logic [ROW_W-1:0]      s_row,
    input  logic [COL_W-1:0]      s_col,
    input  logic                  n_valid,         // normal
    input  logic [REQUEST_W-1:0]  n_id,
    input  logic                  n_write,
    input  logic [BANK_W-1:0]     n_bank,
    input  logic [ROW_W-1:0]      n_row,
    input  logic [COL_W-1:0]      n_col,
    output logic                  pop_g,           // the golden head of the previous cycle is issued now
    output logic                  pop_s,           // the silver head of the previous cycle is issued now
    output logic                  pop_n,           // the normal head of the previous cycle is issued now

    // to the banks: valid for one cycle, the bank must take it
    input  logic [NUM_BANKS-1:0]  bank_ready,      // bit b: bank b takes a request
    output logic                  issue_valid,     // a request goes to its bank
    output logic [1:0]            issue_class,     // 0 golden, 1 silver, 2 normal
    output logic [REQUEST_W-1:0]  issue_id,        // its fields, meaningful with issue_valid
    output logic                  issue_write,
    output logic [BANK_W-1:0]     issue_bank,
    output logic [ROW_W-1:0]      issue_row,
    output logic [COL_W-1:0]      issue_col,

    // quotas
    input  logic                  epoch_end,       // one-cycle pulse: sample and compute; ignored while busy
    input  logic [NUM_APPS*6-1:0] conptw,          // 6 bits each: concurrent L2-TLB misses per application
    input  logic [NUM_APPS*6-1:0] stalled,         // 6 bits each: most warps stalled at one TLB MSHR
    output logic                  busy,            // quota engine at work

    // configuration and status
    input  logic                  cfg_enable,      // 0: everything goes to the normal queue
    input  logic [APP_W-1:0]      cfg_apps,        // applications taking turns, 1..NUM_APPS
    input  logic [8:0]            cfg_thresh_max,  // thresh_max of MASK's equation 1
    output logic [APP_W-1:0]      silver_app,      // owner of the turn
    output logic [8:0]            silver_left      // requests left in its turn
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (NUM_APPS < 2 || NUM_APPS > 127) begin : bad_apps
    $error("dram_arbiter: NUM_APPS must be 2 to 127");
  end
  if (NUM_BANKS < 2 || NUM_BANKS > 32 || 2 ** BANK_W != NUM_BANKS) begin : bad_banks
    $error("dram_arbiter: NUM_BANKS must be 2, 4, 8, 16 or 32");
  end
  if (REQUEST_W < 1 || ROW_W < 1 || COL_W < 1) begin : no_width
    $error("dram_arbiter: REQUEST_W, ROW_W and COL_W must be 1 or more");
  end
`endif

  localparam int APPS = NUM_APPS;
  localparam int AT_W = $clog2(NUM_APPS);     // an index of an application
  localparam int NEXT_W = APP_W + 1;          // the application after any
  localparam int WEIGHT_SUM_W = APP_W + 12;   // the sum of a 12-bit weight of each application

  // classes, in falling priority; 3 is also normal
  localparam logic [1:0] DA_GOLDEN = 2'd0;
  localparam logic [1:0] DA_SILVER = 2'd1;
  localparam logic [1:0] DA_NORMAL = 2'd2;

  // phases of the quota engine
  localparam logic [2:0] DA_IDLE   = 3'd0;
  localparam logic [2:0] DA_FETCH  = 3'd1;  // samples of an application into the multiplier
  localparam logic [2:0] DA_WEIGH  = 3'd2;  // prod = con * sta
  localparam logic [2:0] DA_SUM    = 3'd3;  // store it as weight, add it up
  localparam logic [2:0] DA_PICK   = 3'd4;  // weight and thresh_max into the multiplier
  localparam logic [2:0] DA_SCALE  = 3'd5;  // prod = weight * thresh_max
  localparam logic [2:0] DA_DIVIDE = 3'd6;  // start prod / sum
  localparam logic [2:0] DA_WAIT   = 3'd7;  // for the quotient

  // highest bit of the two multipliers
  localparam logic [3:0] STALLED_TOP    = 4'd5;
  localparam logic [3:0] THRESH_MAX_TOP = 4'd8;

  // holding register of the input
  logic                 hold_valid;
  logic [1:0]           hold_class;
  logic [REQUEST_W-1:0] hold_id;
  logic                 hold_write;
  logic [BANK_W-1:0]    hold_bank;
  logic [ROW_W-1:0]     hold_row;
  logic [COL_W-1:0]     hold_col;

  // turns
  logic [8:0] left;               // requests left in the turn
  logic       fresh;              // the turn has passed: left must be loaded
  logic [8:0] thresh [0:APPS-1];  // quotas

  // quota engine
  logic [2:0]              phase;
  logic [APP_W-1:0]        app;                // application being worked on
  logic [11:0]             weight [0:APPS-1];
  logic [5:0]              con [0:APPS-1];     // samples of conptw and stalled
  logic [5:0]              sta [0:APPS-1];
  logic [WEIGHT_SUM_W-1:0] sum;                // of the weights
  logic [11:0]             times;              // multiplicand
  logic [8:0]              factor;             // multiplier, which leaves at the top
  logic [3:0]              mul_bit;            // multiplier bit, counts down
  logic [20:0]             prod;               // running product

  // applications taking turns: those below cfg_apps, but at least 1 and at most all
  logic [APP_W-1:0] apps;
  /* verilator lint_off CMPCONST */  // 2^APP_W - 1 applications
  assign apps = (cfg_apps == '0) ? APP_W'(1) : (cfg_apps > APP_W'(APPS)) ? APP_W'(APPS) : cfg_apps;
  /* verilator lint_on CMPCONST */

  // is `which` below apps? (without waiting for it)
  function automatic logic takes_turns(input logic [APP_W:0] which,
                                           input logic [APP_W-1:0] configured);
    takes_turns = (which < {1'b0, configured} || which == '0) && which < NEXT_W'(APPS);
  endfunction

  logic [APPS-1:0] counts;               // bit i: application i takes turns
  always_comb for (int i = 0; i < APPS; i++) counts[i] = takes_turns(NEXT_W'(i), cfg_apps);

  // ---- input ----
  assign req_ready  = !hold_valid;
  assign push_g     = hold_valid && hold_class == DA_GOLDEN;
  assign push_s     = hold_valid && hold_class == DA_SILVER;
  assign push_n     = hold_valid && hold_class >= DA_NORMAL;
  assign push_id    = hold_id;
  assign push_write = hold_write;
  assign push_bank  = hold_bank;
  assign push_row   = hold_row;
  assign push_col   = hold_col;

  logic taken, entered, entered_silver, owns_turn, demand;
  assign taken          = req_valid && req_ready;
  assign entered_silver = push_s && s_ready;
  assign entered        = entered_silver || (push_g && g_ready) || (push_n && n_ready);
  assign owns_turn      = req_app == silver_app && takes_turns({1'b0, req_app}, cfg_apps);
  assign demand         = cfg_enable && owns_turn && !req_write;

  always_ff @(posedge clk) begin
    if (rst) begin
      hold_valid <= 1'b0;
      hold_class <= 2'd0;
      hold_id    <= '0;
      hold_write <= 1'b0;
      hold_bank  <= '0;
      hold_row   <= '0;
      hold_col   <= '0;
    end else if (taken) begin
      hold_valid <= 1'b1;
      hold_class <= (cfg_enable && req_walk) ? DA_GOLDEN : demand ? DA_SILVER : DA_NORMAL;
      hold_id    <= req_id;
      hold_write <= req_write;
      hold_bank  <= req_bank;
      hold_row   <= req_row;
      hold_col   <= req_col;
    end else if (entered) begin
      hold_valid <= 1'b0;
    end
  end

  // ---- turns: passed on by the request that uses up the quota ----
  logic [APP_W:0] next_owner;
  logic       used_up, passes, wraps, absent;

  assign next_owner  = {1'b0, silver_app} + NEXT_W'(1);
  assign used_up     = left <= 9'd1;
  assign passes      = entered_silver && used_up;
  assign wraps       = !takes_turns(next_owner, cfg_apps);
  // an owner that cfg_apps no longer covers could never use up its turn
  assign absent      = !entered_silver && taken && !takes_turns({1'b0, silver_app}, cfg_apps);
  assign silver_left = left;

  // the next owner's quota arrives a cycle later; until then no request enters silver
  always_ff @(posedge clk) begin
    if (rst) begin
      silver_app <= '0;
      left       <= 9'd1;
      fresh      <= 1'b0;
    end else begin
      if (passes) silver_app <= wraps ? '0 : next_owner[APP_W-1:0];
      else if (absent) silver_app <= '0;
      fresh <= passes || absent;
      if (fresh) left <= (silver_app < APP_W'(APPS)) ? thresh[AT_W'(silver_app)] : 9'd0;
      else if (entered_silver) left <= used_up ? 9'd0 : left - 9'd1;
    end
  end

  // ---- output: strict priority among the heads that may go ----
  assign pop_g = issue_valid && issue_class == DA_GOLDEN;
  assign pop_s = issue_valid && issue_class == DA_SILVER;
  assign pop_n = issue_valid && issue_class >= DA_NORMAL;

  logic [NUM_BANKS-1:0] takes;                     // bank_ready without the bank issued in this cycle
  logic       g_goes, s_goes, n_goes;
  assign takes  = bank_ready & ~(NUM_BANKS'(issue_valid) << issue_bank);
  assign g_goes = g_valid && !pop_g && takes[g_bank];
  assign s_goes = s_valid && !pop_s && takes[s_bank];
  assign n_goes = n_valid && !pop_n && takes[n_bank];

  always_ff @(posedge clk) begin
    if (rst) begin
      issue_valid <= 1'b0;
      issue_class <= 2'd0;
      issue_id    <= '0;
      issue_write <= 1'b0;
      issue_bank  <= '0;
      issue_row   <= '0;
      issue_col   <= '0;
    end else begin
      issue_valid <= g_goes || s_goes || n_goes;
      if (g_goes) begin
        issue_class <= DA_GOLDEN;
        issue_id    <= g_id;
        issue_write <= g_write;
        issue_bank  <= g_bank;
        issue_row   <= g_row;
        issue_col   <= g_col;
      end else if (s_goes) begin
        issue_class <= DA_SILVER;
        issue_id    <= s_id;
        issue_write <= s_write;
        issue_bank  <= s_bank;
        issue_row   <= s_row;
        issue_col   <= s_col;
      end else if (n_goes) begin
        issue_class <= DA_NORMAL;
        issue_id    <= n_id;
        issue_write <= n_write;
        issue_bank  <= n_bank;
        issue_row   <= n_row;
        issue_col   <= n_col;
      end
    end
  end

  // ---- quota engine ----
  logic        exists, last_app, last_bit;
  logic [APP_W-1:0] next_app;

  assign busy     = phase != DA_IDLE;
  assign exists   = app < APP_W'(APPS);
  assign last_app = app >= APP_W'(APPS - 1);
  assign next_app = last_app ? '0 : app + APP_W'(1);
  assign last_bit = mul_bit == 4'd0;

  // a sum of 0 means equal shares
  logic        equal, start, done;
  logic [37:0] quo;
  logic [8:0]  share;
  // the engine needs neither of these two pins
  logic        unused_busy;
  logic [23:0] unused_rem;

  assign equal = sum == '0;
  assign start = phase == DA_DIVIDE;
  assign share = (quo > 38'd511) ? 9'd511 : (quo == 38'd0) ? 9'd1 : quo[8:0];

  gmmu_divider div (
      .clk     (clk),
      .rst     (rst),
      .start   (start),
      .dividend(equal ? {29'd0, cfg_thresh_max} : {17'd0, prod}),
      .divisor (equal ? 24'(apps) : 24'(sum)),
      .busy    (unused_busy),
      .done    (done),
      .rem     (unused_rem),
      .quo     (quo)
  );

  logic sample, divided;                 // events that write the arrays
  assign sample  = phase == DA_IDLE && epoch_end;
  assign divided = phase == DA_WAIT && done;

  for (genvar i = 0; i < APPS; i++) begin : applications
    always_ff @(posedge clk) begin
      if (rst) begin
        con[i]    <= 6'd0;
        sta[i]    <= 6'd0;
        weight[i] <= 12'd0;
        thresh[i] <= 9'd1;
      end else begin
        // applications that take no turns weigh nothing
        if (sample) begin
          con[i] <= counts[i] ? conptw[6*i+:6] : 6'd0;
          sta[i] <= counts[i] ? stalled[6*i+:6] : 6'd0;
        end
        if (phase == DA_SUM && app == APP_W'(i)) weight[i] <= prod[11:0];
        if (divided && app == APP_W'(i)) thresh[i] <= share;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase   <= DA_IDLE;
      app     <= '0;
      sum     <= '0;
      times   <= 12'd0;
      factor  <= 9'd0;
      mul_bit <= 4'd0;
      prod    <= 21'd0;
    end else begin
      case (phase)
        DA_FETCH: begin
          phase   <= DA_WEIGH;
          times   <= exists ? {6'd0, con[AT_W'(app)]} : 12'd0;
          factor  <= exists ? {sta[AT_W'(app)], 3'd0} : 9'd0;
          mul_bit <= STALLED_TOP;
          prod    <= 21'd0;
        end
        DA_PICK: begin
          phase   <= DA_SCALE;
          times   <= exists ? weight[AT_W'(app)] : 12'd0;
          factor  <= cfg_thresh_max;
          mul_bit <= THRESH_MAX_TOP;
          prod    <= 21'd0;
        end
        DA_WEIGH, DA_SCALE: begin
          if (last_bit) phase <= phase == DA_WEIGH ? DA_SUM : DA_DIVIDE;
          prod    <= {prod[19:0], 1'b0} + {9'd0, times & {12{factor[8]}}};
          factor  <= {factor[7:0], 1'b0};
          mul_bit <= mul_bit - 4'd1;
        end
        DA_SUM: begin
          phase <= last_app ? DA_PICK : DA_FETCH;
          app   <= next_app;
          sum   <= sum + WEIGHT_SUM_W'(prod);
        end
        DA_DIVIDE: phase <= DA_WAIT;
        DA_WAIT:
          if (done) begin
            phase <= last_app ? DA_IDLE : DA_PICK;
            app   <= next_app;
          end
        default:  // DA_IDLE
          if (epoch_end) begin
            phase <= DA_FETCH;
            app   <= '0;
            sum   <= '0;
          end
      endcase
    end
  end
endmodule
