// SPDX-License-Identifier: Apache-2.0
// The block rtl/dram_scheduler.sv from AXI4 to the controller (docs/design/verification.md): the rules of AXI4, and of
// the transactions that are lines each is issued once, as it was asked for, and none of the others; with DRAIN:
// everything is answered DRAIN cycles after reset. Bounded, and at small sizes. What is inside the block, between arbiter and
// queues, is in dram_scheduler.sv.
module dram_scheduler_axi (
    input wire        clk,
    input wire        rst,
    input wire        awvalid,
    input wire        awid,
    input wire [5:0]  awaddr,
    input wire [7:0]  awlen,
    input wire [2:0]  awsize,
    input wire [1:0]  awburst,
    input wire [2:0]  awuser,
    input wire        wvalid,
    input wire [31:0] wdata,
    input wire [3:0]  wstrb,
    input wire        wlast,
    input wire        bready,
    input wire        arvalid,
    input wire        arid,
    input wire [5:0]  araddr,
    input wire [7:0]  arlen,
    input wire [2:0]  arsize,
    input wire [1:0]  arburst,
    input wire [2:0]  aruser,
    input wire        rready,
    input wire [1:0]  bank_ready,
    input wire        act_valid,
    input wire        act_bank,
    input wire        act_row,
    input wire [1:0]  pre,
    input wire        wd_ready,
    input wire        rd_valid,
    input wire        rd_id,
    input wire [31:0] rd_data,
    input wire        rd_error,
    input wire        done_valid,
    input wire        done_id,
    input wire        done_error
);
  (* anyconst *) logic enable;
  logic awready, wready, bvalid, bid, arready, rvalid, rid, rlast, issue_valid, issue_write, issue_bank, issue_row;
  logic issue_col, wd_valid, wd_id, wd_beat, rd_ready, done_ready, busy;
  logic [1:0] bresp, rresp, issue_class, issue_id, silver_app;
  logic [31:0] rdata, wd_data;
  logic [3:0] wd_strb;
  logic [8:0] silver_left, g_level, s_level, n_level;

  dram_scheduler #(
      .NUM_APPS(2), .NUM_BANKS(2), .GOLDEN_DEPTH(2), .SILVER_DEPTH(2), .NORMAL_DEPTH(3), .REQUEST_W(2), .ROW_W(1),
      .COL_W(1), .AXI_ADDR_W(6), .AXI_ID_W(1), .AXI_WORDS(1), .AXI_BEATS(2), .AXI_COL_AT(3), .AXI_BANK_AT(4),
      .AXI_ROW_AT(5)
  ) block (.cfg_enable(enable), .cfg_apps(2'd2), .cfg_thresh_max(9'd2), .epoch_end(1'b0), .conptw(12'd0),
           .stalled(12'd0), .cfg_hit_cap(8'd0), .*);
  axi4_checker #(
      .ID_W(1), .ADDR_W(6), .DATA_W(32), .USER_W(3), .DEPTH(4), .ASSUME_MASTER(1)
  ) rules (.*);

  logic [3:0] given;        // by name: issued, not answered
  logic       after_reset = 1'b0;
  always_ff @(posedge clk) after_reset <= after_reset | rst;
  line_controller controller (.started(after_reset), .give(issue_valid), .give_id(issue_id), .*);

  // ---- any transaction: of the name `name`, when `mark` is high ----

  (* anyconst *) logic [1:0] name;
  (* anyseq *) logic mark;
  wire ar_line = (arlen == 8'd1) & (arsize == 3'd2) & (arburst == 2'd1) & (araddr[2:0] == 3'd0);
  wire aw_line = (awlen == 8'd1) & (awsize == 3'd2) & (awburst == 2'd1) & (awaddr[2:0] == 3'd0);
  wire taken = name[1] ? (awvalid & awready & (awid == name[0])) : (arvalid & arready & (arid == name[0]));
  wire line = name[1] ? aw_line : ar_line;
  wire [5:0] addr = name[1] ? awaddr : araddr;
  wire [2:0] user = name[1] ? awuser : aruser;
  wire issues = issue_valid & (issue_id == name);
  logic       watched;      // the transaction is taken and not issued
  logic [1:0] unissued;     // lines of this name that are taken and not issued
  logic [1:0] before;       // of these the ones before the transaction
  logic [5:0] its_addr;
  logic       its_walk;
  always_ff @(posedge clk) begin
    unissued <= unissued + {1'b0, taken & line} - {1'b0, issues};
    if (taken & line & mark & ~watched) begin
      watched  <= 1'b1;
      before   <= unissued - {1'b0, issues};
      its_addr <= addr;
      its_walk <= user[2];
    end else if (watched & issues) begin
      if (before == 2'd0) watched <= 1'b0;
      before <= before - 2'd1;
    end
    if (rst) begin
      watched  <= 1'b0;
      unissued <= 2'd0;
    end
  end
  wire its_turn = watched & issues & (before == 2'd0);
  wire [2:0] issued = {issue_row, issue_bank, issue_col};

  // ---- what is under way at AXI4 ----

  logic [3:0] reads, writes;
  always_ff @(posedge clk) begin
    reads  <= reads + {3'd0, arvalid & arready} - {3'd0, rvalid & rready & rlast};
    writes <= writes + {3'd0, awvalid & awready} - {3'd0, bvalid & bready};
    if (rst) begin
      reads  <= 4'd0;
      writes <= 4'd0;
    end
  end

  // ---- fairness: after QUIET cycles nothing new comes, and nobody waits for ever ----

  logic [5:0] cycle;
  logic [3:0] open_w;       // addresses whose data are not all here
  always_ff @(posedge clk) begin
    cycle  <= cycle + 6'd1;
    open_w <= open_w + {3'd0, awvalid & awready} - {3'd0, wvalid & wready & wlast};
    if (rst) begin
      cycle  <= 6'd0;
      open_w <= 4'd0;
    end
  end

  always @* begin
    if (!after_reset) assume (rst);
    if (after_reset) begin
`ifdef DRAIN
      assume (!rst & (arlen < 8'd4) & (awlen < 8'd4));
      assume ((cycle < 6'd4) | !(arvalid | awvalid));
      assume ((cycle < 6'd4) | ((open_w != 4'd0) ? wvalid : !wvalid));
      assume ((cycle < 6'd4) | (rready & bready & wd_ready & (bank_ready == 2'b11)));
      assume ((cycle < 6'd4) | (rd_valid == (given[1:0] != 2'd0)));
      assume ((cycle < 6'd4) | (done_valid == (given[3:2] != 2'd0)));
      all_answered: assert ((cycle < 6'd`DRAIN) | ((reads == 4'd0) & (writes == 4'd0)));
`else
      none_doubled: assert (!issue_valid | (!given[issue_id] & (issue_write == issue_id[1])));
      none_invented: assert (!issues | (unissued != 2'd0));
      none_changed: assert (!its_turn | (issued == its_addr[5:3]));
      walks_are_golden: assert (!its_turn | ((issue_class == 2'd0) == (enable & its_walk)));
      reads_answered_once: assert ((reads != 4'd0) | !rvalid);
      writes_answered_once: assert ((writes != 4'd0) | !bvalid);
`endif
    end
  end
endmodule
