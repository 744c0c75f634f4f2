// SPDX-License-Identifier: Apache-2.0
// dram_arbiter with its three queues, wired as a memory channel has them, and what holds across
// them (docs/design/verification.md): of the requests nothing is lost, doubled, changed or overtaken by
// one of its class, bank and row. Bounded, and at small sizes.
module dram_scheduler (
    input wire        clk,
    input wire        rst,
    input wire        req_valid,
    input wire        req_walk,
    input wire [1:0]  req_app,
    input wire [2:0]  req_id,
    input wire        req_write,
    input wire        req_bank,
    input wire        req_row,
    input wire        req_col,
    input wire [1:0]  bank_ready,
    input wire        act_valid,
    input wire        act_bank,
    input wire        act_row,
    input wire [1:0]  pre
);
  (* anyconst *) logic enable;
  (* anyconst *) logic [7:0] hit_cap;
  logic req_ready, push_g, push_s, push_n, g_ready, s_ready, n_ready, push_write, push_bank, push_row, push_col;
  logic [2:0] push_id, g_id, s_id, n_id, issue_id;
  logic g_valid, g_write, g_bank, g_row, g_col, s_valid, s_write, s_bank, s_row, s_col, n_valid, n_write, n_bank;
  logic n_row, n_col, pop_g, pop_s, pop_n, issue_valid, issue_write, issue_bank, issue_row, issue_col, s_hit, n_hit;
  logic [1:0] issue_class, silver_app, g_level, s_level, n_level;
  logic [8:0] silver_left;
  logic busy;
`ifdef PLANTED  // the normal queue never hears that its pick has gone
  wire pop_normal = 1'b0;
`else
  wire pop_normal = pop_n;
`endif

  dram_arbiter #(.NUM_APPS(2), .NUM_BANKS(2), .REQUEST_W(3), .ROW_W(1), .COL_W(1)) arbiter (
      .cfg_enable(enable), .cfg_apps(2'd2), .cfg_thresh_max(9'd2), .epoch_end(1'b0), .conptw(12'd0),
      .stalled(12'd0), .*);
  golden_queue #(.GOLDEN_DEPTH(2), .NUM_BANKS(2), .REQUEST_W(3), .ROW_W(1), .COL_W(1)) golden (
      .clk(clk), .rst(rst), .push_valid(push_g), .push_ready(g_ready), .push_id(push_id), .push_write(push_write),
      .push_bank(push_bank), .push_row(push_row), .push_col(push_col), .pick_valid(g_valid), .pick_id(g_id),
      .pick_write(g_write), .pick_bank(g_bank), .pick_row(g_row), .pick_col(g_col), .pop(pop_g), .level(g_level));
  frfcfs_queue #(.FRFCFS_DEPTH(2), .NUM_BANKS(2), .REQUEST_W(3), .ROW_W(1), .COL_W(1)) silver (
      .clk(clk), .rst(rst), .push_valid(push_s), .push_ready(s_ready), .push_id(push_id), .push_write(push_write),
      .push_bank(push_bank), .push_row(push_row), .push_col(push_col), .pick_valid(s_valid), .pick_id(s_id),
      .pick_write(s_write), .pick_bank(s_bank), .pick_row(s_row), .pick_col(s_col), .pick_hit(s_hit), .pop(pop_s),
      .bank_ready(bank_ready), .act_valid(act_valid), .act_bank(act_bank), .act_row(act_row), .pre(pre),
      .cfg_hit_cap(hit_cap), .level(s_level));
  frfcfs_queue #(.FRFCFS_DEPTH(3), .NUM_BANKS(2), .REQUEST_W(3), .ROW_W(1), .COL_W(1)) normal (
      .clk(clk), .rst(rst), .push_valid(push_n), .push_ready(n_ready), .push_id(push_id), .push_write(push_write),
      .push_bank(push_bank), .push_row(push_row), .push_col(push_col), .pick_valid(n_valid), .pick_id(n_id),
      .pick_write(n_write), .pick_bank(n_bank), .pick_row(n_row), .pick_col(n_col), .pick_hit(n_hit), .pop(pop_normal),
      .bank_ready(bank_ready), .act_valid(act_valid), .act_bank(act_bank), .act_row(act_row), .pre(pre),
      .cfg_hit_cap(hit_cap), .level(n_level));

  // Two names of requests, any two; each is given to one request at a time.
  (* anyconst *) logic [2:0] a;
  (* anyconst *) logic [2:0] b;
  wire takes = req_valid & req_ready;
  wire [3:0] fields = {req_write, req_bank, req_row, req_col};
  wire [3:0] issued = {issue_write, issue_bank, issue_row, issue_col};
  wire silver_now = (req_app == silver_app) & (req_app < 2'd2) & ~req_write;
  wire [1:0] class_now = ~enable ? 2'd2 : req_walk ? 2'd0 : silver_now ? 2'd1 : 2'd2;
  logic has_a, has_b, a_first;
  logic [3:0] fields_a, fields_b;
  logic [1:0] class_a, class_b;
  logic [3:0] inside;
  logic after_reset = 1'b0;
  always_ff @(posedge clk) begin
    after_reset <= after_reset | rst;
    if (takes && req_id == a) begin
      has_a <= 1'b1;
      fields_a <= fields;
      class_a <= class_now;
      a_first <= ~has_b | (issue_valid & (issue_id == b));
    end else if (issue_valid && issue_id == a) begin
      has_a <= 1'b0;
    end
    if (takes && req_id == b) begin
      has_b <= 1'b1;
      fields_b <= fields;
      class_b <= class_now;
      a_first <= has_a;
    end else if (issue_valid && issue_id == b) begin
      has_b <= 1'b0;
    end
    inside <= inside + {3'd0, takes} - {3'd0, issue_valid};
    if (rst) begin
      has_a <= 1'b0;
      has_b <= 1'b0;
      inside <= '0;
    end
  end

  wire issues_a = issue_valid & (issue_id == a);
  wire issues_b = issue_valid & (issue_id == b);
  wire like = (class_a == class_b) & ((class_a == 2'd0) | (fields_a[2:1] == fields_b[2:1]));  // bank and row
  always @* begin
    if (!after_reset) assume (rst);
    assume (a != b);
    if (after_reset) begin
      names_are_free: assume (!(takes & (((req_id == a) & has_a) | ((req_id == b) & has_b))));
      none_doubled: assert ((has_a | !issues_a) & (has_b | !issues_b));
      none_changed: assert (!issues_a | ((issued == fields_a) & (issue_class == class_a)));
      none_overtaken: assert (!(issues_b & has_a & has_b & a_first & like));
      none_lost: assert (inside == {3'd0, ~req_ready} + {2'd0, g_level} + {2'd0, s_level} + {2'd0, n_level});
    end
  end
endmodule
