// SPDX-License-Identifier: Apache-2.0
// page_walker keeps the rules of a master of AXI4 at its port of reads, wired as in rtl/gmmu.sv, with any memory that
// keeps the rules of a slave, whatever its other pins do, for all time; and no ID has a second read before the answer to the
// first (docs/design/verification.md).
module page_walker_rules (
    input wire        clk,
    input wire        rst,
    input wire        walk_valid,
    input wire        walk_asid,
    input wire [1:0]  walk_vpn,
    input wire        r_valid,
    input wire [1:0]  r_why,
    input wire [1:0]  r_root,
    input wire        r_whole,
    input wire        hold,
    input wire        inv_valid,
    input wire        inv_all,
    input wire        inv_asid,
    input wire        done_ready,
    input wire [2:0]  fmt_root,
    input wire [11:0] fmt_low,
    input wire [7:0]  fmt_bits,
    input wire [1:0]  fmt_leaf,
    input wire        fmt_short,
    input wire        fmt_dual,
    input wire        fmt_large_word,
    input wire [5:0]  fmt_large_low,
    input wire [3:0]  fmt_large_bits,
    input wire [5:0]  fmt_frame,
    input wire [5:0]  fmt_frame_bits,
    input wire [7:0]  fmt_pointer,
    input wire [7:0]  fmt_page,
    input wire [7:0]  fmt_large,
    input wire        fmt_marked,
    input wire [7:0]  fmt_read,
    input wire        fmt_read_no,
    input wire [7:0]  fmt_write,
    input wire        fmt_write_no,
    input wire [7:0]  fmt_system,
    input wire        fmt_system_no,
    input wire [7:0]  fmt_accessed,
    input wire [7:0]  fmt_dirty,
    input wire [7:0]  fmt_pointer_no,
    input wire [5:0]  fmt_exec,
    input wire        fmt_exec_no,
    input wire        fmt_exec_all,
    input wire        fmt_write_reads,
    input wire        fmt_every_level,
    input wire        arready,
    input wire        rvalid,
    input wire        rid,
    input wire [63:0] rdata,
    input wire [1:0]  rresp,
    input wire        rlast
);
  logic walk_ready, l_valid, l_asid, rd_valid, rd_walker, rd_asid, rd_open, inv_ack, done_valid, done_asid, done_large;
  logic done_read, done_write, done_exec, done_system;
  logic [1:0] l_vpn, rd_table, done_vpn, done_ppn;
  logic [2:0] rd_level, done_kind, done_level;
  logic [5:0] done_size;
  logic [8:0] rd_word;
  logic after_reset = 1'b0;
  always_ff @(posedge clk) after_reset <= after_reset | rst;
  always @* if (!after_reset) assume (rst);

  page_walker #(
      .WALKERS(2), .WALK_LEVELS(2), .WALK_WAYS(2), .WALK_READS(1), .ASID_W(1), .VPN_W(2), .LARGE_VPN_W(1), .PPN_W(2)
  ) walker (
      .rd_ready(arready), .rsp_valid(rvalid), .rsp_walker(rid), .rsp_error(rresp[1]), .rsp_data(rdata), .*);
  axi4_checker #(.ID_W(1), .ADDR_W(14), .DATA_W(64), .USER_W(4), .DEPTH(1), .ASSUME_SLAVE(1)) rules (
      .arvalid(rd_valid), .arid(rd_walker), .araddr({rd_table, 12'd0} | {2'd0, rd_word, 3'd0}), .arlen(8'd0),
      .arsize(3'd3), .arburst(2'd1), .aruser({rd_level, rd_asid}), .rready(1'b1), .awvalid(1'b0), .awready(1'b0),
      .awid(1'b0), .awaddr(14'd0), .awlen(8'd0), .awsize(3'd0), .awburst(2'd0), .awuser(4'd0), .wvalid(1'b0),
      .wready(1'b0), .wdata(64'd0), .wstrb(8'd0), .wlast(1'b0), .bvalid(1'b0), .bready(1'b0), .bid(1'b0),
      .bresp(2'd0), .*);
endmodule
