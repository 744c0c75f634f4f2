// SPDX-License-Identifier: Apache-2.0
// axi4_master keeps the rules of a slave of AXI4 towards the block, with any master that keeps its own, reads each ID
// once at a time, and has two writes under way, and the rules of a master towards the bus, with any slave that keeps its
// own, whatever cfg_* say, for all time (docs/design/verification.md). WORDS: of the bus.
`ifndef WORDS
`define WORDS 4
`endif
module axi4_master_rules (
    input wire                 clk,
    input wire                 rst,
    input wire                 awvalid,
    input wire [12:0]          awaddr,
    input wire                 wvalid,
    input wire [63:0]          wdata,
    input wire [7:0]           wstrb,
    input wire                 wlast,
    input wire                 bready,
    input wire                 arvalid,
    input wire                 arid,
    input wire [12:0]          araddr,
    input wire [2:0]           aruser_level,
    input wire                 aruser_asid,
    input wire                 rready,
    input wire                 m_awready,
    input wire                 m_wready,
    input wire                 m_bvalid,
    input wire                 m_bid,
    input wire [1:0]           m_bresp,
    input wire                 m_arready,
    input wire                 m_rvalid,
    input wire                 m_rid,
    input wire [64*`WORDS-1:0] m_rdata,
    input wire [1:0]           m_rresp,
    input wire                 m_rlast,
    input wire [2:0]           cfg_awprot,
    input wire [3:0]           cfg_awcache,
    input wire [3:0]           cfg_awqos,
    input wire [3:0]           cfg_awregion,
    input wire                 cfg_awuser,
    input wire [2:0]           cfg_arprot,
    input wire [3:0]           cfg_arcache,
    input wire [3:0]           cfg_arqos,
    input wire [3:0]           cfg_arregion,
    input wire                 cfg_aruser
);
  localparam int BYTES = 8 * `WORDS;

  logic awready, wready, bvalid, arready, rvalid, rid, rlast;
  logic [1:0] bresp, rresp;
  logic [63:0] rdata;
  logic m_awvalid, m_awid, m_awlock, m_awuser_chip, m_wvalid, m_wlast, m_bready;
  logic m_arvalid, m_arid, m_arlock, m_aruser_chip, m_aruser_asid, m_rready;
  logic [12:0] m_awaddr, m_araddr;
  logic [7:0] m_awlen, m_arlen;
  logic [2:0] m_awsize, m_awprot, m_arsize, m_arprot, m_aruser_level;
  logic [1:0] m_awburst, m_arburst;
  logic [3:0] m_awcache, m_awqos, m_awregion, m_arcache, m_arqos, m_arregion;
  logic [64*`WORDS-1:0] m_wdata;
  logic [BYTES-1:0] m_wstrb;
  logic after_reset = 1'b0;
  always_ff @(posedge clk) after_reset <= after_reset | rst;
  always @* if (!after_reset) assume (rst);

  axi4_master #(.MEM_WORDS(`WORDS), .MEM_USER_W(1), .ASID_W(1), .PPN_W(1), .AXI_ADDR_W(13), .WALKERS(2)) port (.*);
  axi4_checker #(.ID_W(1), .ADDR_W(13), .DATA_W(64), .USER_W(4), .DEPTH(2), .ASSUME_MASTER(1)) block (
      .awid(1'b0), .awlen(8'd1), .awsize(3'd3), .awburst(2'd1), .awuser(4'd0), .bid(1'b0), .arlen(8'd0),
      .arsize(3'd3), .arburst(2'd1), .aruser({aruser_level, aruser_asid}), .*);
  axi4_checker #(.ID_W(1), .ADDR_W(13), .DATA_W(64 * `WORDS), .USER_W(21), .DEPTH(2), .ASSUME_SLAVE(1)) bus (
      .clk(clk), .rst(rst), .awvalid(m_awvalid), .awready(m_awready), .awid(m_awid), .awaddr(m_awaddr),
      .awlen(m_awlen), .awsize(m_awsize), .awburst(m_awburst),
      .awuser({4'd0, m_awlock, m_awcache, m_awprot, m_awqos, m_awregion, m_awuser_chip}), .wvalid(m_wvalid),
      .wready(m_wready), .wdata(m_wdata), .wstrb(m_wstrb), .wlast(m_wlast), .bvalid(m_bvalid), .bready(m_bready),
      .bid(m_bid), .bresp(m_bresp), .arvalid(m_arvalid), .arready(m_arready), .arid(m_arid), .araddr(m_araddr),
      .arlen(m_arlen), .arsize(m_arsize), .arburst(m_arburst),
      .aruser({m_aruser_level, m_aruser_asid, m_arlock, m_arcache, m_arprot, m_arqos, m_arregion, m_aruser_chip}),
      .rvalid(m_rvalid), .rready(m_rready), .rid(m_rid), .rdata(m_rdata), .rresp(m_rresp), .rlast(m_rlast));

  // the block: no second read of an ID is under way, and no third write
  logic [1:0] reads;
  logic [1:0] addresses, bursts;  // of writes whose B has not been taken
  always_ff @(posedge clk) begin
    if (rst) begin
      reads     <= 2'd0;
      addresses <= 2'd0;
      bursts    <= 2'd0;
    end else begin
      if (arvalid && arready) reads[arid] <= 1'b1;
      if (rvalid && rready) reads[rid] <= 1'b0;
      addresses <= addresses + 2'(awvalid && awready) - 2'(bvalid && bready);
      bursts    <= bursts + 2'(wvalid && wready && wlast) - 2'(bvalid && bready);
    end
  end
  always @* if (arvalid) assume (!reads[arid]);
  always @* if (awvalid) assume (addresses < 2'd2 && awaddr[3:0] == 4'd0);
  always @* if (wvalid) assume (bursts < 2'd2);

  // no byte counts that is not of the transfer; on a bus of one or two words all are
  generate
    if (`WORDS > 2) begin : places
      localparam int PLACE_W = $clog2(`WORDS / 2);
      logic [`WORDS/2-1:0] used;
      for (genvar p = 0; p < `WORDS / 2; p++) begin : place
        assign used[p] = m_wstrb[16*p+:16] != 16'd0 && m_awaddr[4+:PLACE_W] != PLACE_W'(p);
      end
      always @(posedge clk) if (after_reset && !rst && m_wvalid)
        strobes_are_of_the_transfer: assert (used == '0);
    end
  endgenerate
endmodule
