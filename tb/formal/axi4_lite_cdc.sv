// SPDX-License-Identifier: Apache-2.0
// The crossing between any master and any slave, with two clocks that are free signals, so of any ratio and phase, and
// resets of either side at any time (docs/design/verification.md). The synchronisers are those of gmmu_sync_either.sv.
// Names see_* are signals inside the crossing, connected by scripts/make/crossing.mk.
//
// With DRAIN: from some time on there are no resets and no new requests, both clocks run, one at most twice as fast as the
// other, and both sides answer at once; then all that was asked for is answered within DRAIN steps.
module axi4_lite_cdc_rules (
    input wire       next_bus_clk,
    input wire       next_clk,
    input wire       begin_bus_rst,
    input wire       begin_rst,
    // what master, slave and interrupt do next
    input wire       next_aw,
    input wire       next_w,
    input wire       next_ar,
    input wire       next_addr,
    input wire       next_bready,
    input wire       next_rready,
    input wire [7:0] next_wdata,
    input wire [2:0] next_lite_ready,
    input wire       next_b,
    input wire       next_r,
    input wire       next_resp,
    input wire [7:0] next_rdata,
    input wire       next_irq
);
  localparam int STAGES = 2;
`ifdef DRAIN
  // A step is half a period of a clock, or a quarter.
  (* anyseq *) logic from_now;
  logic       calm = 1'b0, bus_clk, clk, bus_waited, waited;
  logic [7:0] steps = 8'd0;
  always @($global_clock) begin
    calm <= calm || from_now;
    steps <= steps + 8'(calm && steps != 8'd255);
    bus_clk <= calm ? bus_clk ^ (next_bus_clk || bus_waited) : next_bus_clk;
    clk <= calm ? clk ^ (next_clk || waited) : next_clk;
    bus_waited <= !next_bus_clk && !bus_waited;
    waited <= !next_clk && !waited;
  end
`else
  wire calm = 1'b0;
  wire bus_clk = next_bus_clk;
  wire clk = next_clk;
`endif

  // Power comes on with both resets, until each clock has had an edge.
  logic bus_started = 1'b0, started = 1'b0;
  wire  running = bus_started && started;
  logic ran = 1'b0, settled = 1'b0;
  always @($global_clock) {ran, settled} <= {running, ran};
  always_ff @(posedge bus_clk) bus_started <= 1'b1;
  always_ff @(posedge clk) started <= 1'b1;

  // ---- master ----

  logic       bus_rst = 1'b1;
  logic       bus_awvalid, bus_awready, bus_awaddr, bus_wvalid, bus_wready, bus_wstrb, bus_bvalid, bus_bready;
  logic       bus_arvalid, bus_arready, bus_araddr, bus_rvalid, bus_rready, bus_irq, bus_up;
  logic [7:0] bus_wdata, bus_rdata;
  logic [1:0] bus_bresp, bus_rresp;
  always_ff @(posedge bus_clk) begin
    bus_rst <= (begin_bus_rst && !calm) || !running;
    bus_bready <= next_bready || calm;
    bus_rready <= next_rready || calm;
    bus_awvalid <= !bus_rst && ((bus_awvalid && !bus_awready) || (next_aw && !calm));
    bus_wvalid <= !bus_rst && ((bus_wvalid && !bus_wready) || (next_w && !calm));
    bus_arvalid <= !bus_rst && ((bus_arvalid && !bus_arready) || (next_ar && !calm));
    if (!bus_awvalid || bus_awready) bus_awaddr <= next_addr;
    if (!bus_arvalid || bus_arready) bus_araddr <= next_addr;
    if (!bus_wvalid || bus_wready) {bus_wdata, bus_wstrb} <= {next_wdata, next_addr};
  end

  // ---- slave: answers what it has taken, when it likes; OKAY or DECERR, so that SLVERR is the crossing's ----

  logic       rst = 1'b1;
  logic       lite_awvalid, lite_awready, lite_awaddr, lite_wvalid, lite_wready, lite_wstrb, lite_bvalid, lite_bready;
  logic       lite_arvalid, lite_arready, lite_araddr, lite_rvalid, lite_rready, irq;
  logic [7:0] lite_wdata, lite_rdata;
  logic [1:0] lite_bresp, lite_rresp;
  logic       has_aw, has_w, has_ar;
  wire        takes_aw = lite_awvalid && lite_awready;
  wire        takes_w = lite_wvalid && lite_wready;
  wire        takes_ar = lite_arvalid && lite_arready;
  wire        gives_b = has_aw && has_w && (next_b || calm) && !lite_bvalid;
  wire        gives_r = has_ar && (next_r || calm) && !lite_rvalid;
  always_ff @(posedge clk) begin
    rst <= (begin_rst && !calm) || !running;
    irq <= next_irq;
    {lite_awready, lite_wready, lite_arready} <= next_lite_ready | {3{calm}};
    has_aw <= !rst && (takes_aw || (has_aw && !gives_b));
    has_w <= !rst && (takes_w || (has_w && !gives_b));
    has_ar <= !rst && (takes_ar || (has_ar && !gives_r));
    lite_bvalid <= !rst && (gives_b || (lite_bvalid && !lite_bready));
    lite_rvalid <= !rst && (gives_r || (lite_rvalid && !lite_rready));
    if (gives_b) lite_bresp <= {2{next_resp}};
    if (gives_r) {lite_rresp, lite_rdata} <= {{2{next_resp}}, next_rdata};
  end

  axi4_lite_cdc #(.LITE_ADDR_W(1), .DATA_W(8), .STAGES(STAGES)) cdc (.*);

  axi4_lite_checker #(.ADDR_W(1), .DEPTH(2)) bus_rules (
      .clk(bus_clk), .rst(bus_rst), .awvalid(bus_awvalid), .awready(bus_awready), .awaddr(bus_awaddr),
      .wvalid(bus_wvalid), .wready(bus_wready), .wdata({24'd0, bus_wdata}), .wstrb({3'd0, bus_wstrb}),
      .bvalid(bus_bvalid), .bready(bus_bready), .bresp(bus_bresp), .arvalid(bus_arvalid), .arready(bus_arready),
      .araddr(bus_araddr), .rvalid(bus_rvalid), .rready(bus_rready), .rdata({24'd0, bus_rdata}), .rresp(bus_rresp));
  axi4_lite_checker #(.ADDR_W(1), .DEPTH(2)) block_rules (
      .clk(clk), .rst(rst), .awvalid(lite_awvalid), .awready(lite_awready), .awaddr(lite_awaddr),
      .wvalid(lite_wvalid), .wready(lite_wready), .wdata({24'd0, lite_wdata}), .wstrb({3'd0, lite_wstrb}),
      .bvalid(lite_bvalid), .bready(lite_bready), .bresp(lite_bresp), .arvalid(lite_arvalid), .arready(lite_arready),
      .araddr(lite_araddr), .rvalid(lite_rvalid), .rready(lite_rready), .rdata({24'd0, lite_rdata}), .rresp(lite_rresp));

  // ---- what the master has asked for, open until its answer, also over a reset of the block ----

  logic       aw_in, w_in, write_open, read_open;
  logic       asked_awaddr, asked_wstrb, asked_araddr;
  logic [7:0] asked_wdata;
  wire        in_aw = bus_awvalid && bus_awready;
  wire        in_w = bus_wvalid && bus_wready;
  wire        in_ar = bus_arvalid && bus_arready;
  wire        whole = (in_aw || aw_in) && (in_w || w_in) && !write_open;
  always_ff @(posedge bus_clk) begin
    aw_in <= !bus_rst && (in_aw || aw_in) && !whole;
    w_in <= !bus_rst && (in_w || w_in) && !whole;
    write_open <= !bus_rst && (whole || (write_open && !(bus_bvalid && bus_bready)));
    read_open <= !bus_rst && (in_ar || (read_open && !(bus_rvalid && bus_rready)));
    if (in_aw) asked_awaddr <= bus_awaddr;
    if (in_w) {asked_wdata, asked_wstrb} <= {bus_wdata, bus_wstrb};
    if (in_ar) asked_araddr <= bus_araddr;
  end

  // ---- by steps: whether it has come to the slave and was answered there; a reset of the block since it was asked
  // for, or a few cycles of the bus before; a reset of the bus, so that nobody waits for what is under way ----

  localparam int LATELY = 2 * STAGES + 3;  // cycles of the bus, in which the block's reset is still known
  logic       was_bus_clk, was_clk, was_write_open, was_read_open, was_awvalid, was_wvalid, was_arvalid, was_b, was_r;
  logic       new_write, new_read;        // it has not come
  logic       write_answered, read_answered;
  logic [1:0] write_resp, read_resp, was_bresp, was_rresp;
  logic [7:0] read_data, was_rdata;
  logic [3:0] since_reset;                // of the block, in cycles of the bus
  logic       cut_write, cut_read, orphan_write, orphan_read;
  logic       see_down;
  wire        bus_ticks = bus_clk && !was_bus_clk;
  wire        block_ticks = clk && !was_clk;
  wire        begins_write = write_open && !was_write_open;
  wire        begins_read = read_open && !was_read_open;
  wire        write_comes = lite_awvalid && !was_awvalid;
  wire        read_comes = lite_arvalid && !was_arvalid;
  wire        lately = rst || see_down || since_reset < 4'(LATELY);
  always @($global_clock) begin
    {was_bus_clk, was_clk} <= {bus_clk, clk};
    {was_write_open, was_read_open} <= {write_open, read_open};
    {was_awvalid, was_wvalid, was_arvalid} <= {lite_awvalid, lite_wvalid, lite_arvalid};
    {was_b, was_bresp} <= {lite_bvalid && lite_bready && !rst, lite_bresp};
    {was_r, was_rresp, was_rdata} <= {lite_rvalid && lite_rready && !rst, lite_rresp, lite_rdata};
    new_write <= begins_write || (new_write && !write_comes);
    new_read <= begins_read || (new_read && !read_comes);
    write_answered <= !begins_write && (write_answered || (block_ticks && was_b && !new_write));
    read_answered <= !begins_read && (read_answered || (block_ticks && was_r && !new_read));
    if (block_ticks && was_b) write_resp <= was_bresp;
    if (block_ticks && was_r) {read_resp, read_data} <= {was_rresp, was_rdata};
    since_reset <= (rst || see_down) ? 4'd0 : since_reset + 4'(bus_ticks && since_reset != 4'd15);
    cut_write <= lately || (write_open && was_write_open && cut_write);
    cut_read <= lately || (read_open && was_read_open && cut_read);
    orphan_write <= bus_rst || (orphan_write && !write_open);
    orphan_read <= bus_rst || (orphan_read && !read_open);
  end

  // ---- what is promised ----

  // data that cross do not move in the step before they are taken, nor in that step
  logic        see_write_take, see_read_take, see_write_done, see_read_done;
  logic [9:0]  see_write_ask, was_write_ask, were_write_ask;
  logic        see_read_ask, was_read_ask, were_read_ask;
  logic [1:0]  see_write_answer, was_write_answer, were_write_answer;
  logic [9:0]  see_read_answer, was_read_answer, were_read_answer;
  logic        took_write, took_read, got_write, got_read;
  always @($global_clock) begin
    {took_write, took_read, got_write, got_read} <= {see_write_take, see_read_take, see_write_done, see_read_done};
    {was_write_ask, were_write_ask} <= {see_write_ask, was_write_ask};
    {was_read_ask, were_read_ask} <= {see_read_ask, was_read_ask};
    {was_write_answer, were_write_answer} <= {see_write_answer, was_write_answer};
    {was_read_answer, were_read_answer} <= {see_read_answer, was_read_answer};
  end
  always @* if (settled) begin
    if (block_ticks && took_write)
      write_stable: assert (see_write_ask == was_write_ask && was_write_ask == were_write_ask);
    if (block_ticks && took_read) read_stable: assert (see_read_ask == was_read_ask && was_read_ask == were_read_ask);
    if (bus_ticks && got_write)
      answer_stable: assert (see_write_answer == was_write_answer && was_write_answer == were_write_answer);
    if (bus_ticks && got_read)
      data_stable: assert (see_read_answer == was_read_answer && was_read_answer == were_read_answer);
  end

`ifdef DRAIN
  always @* if (steps >= 8'(`DRAIN)) all_answered: assert (!write_open && !read_open);
`else
  always @* if (running) begin
    // the slave has what was asked for, once, and somebody waits for it or was reset
    if (lite_awvalid) own_address: assert (lite_awaddr == asked_awaddr);
    if (lite_wvalid) own_data: assert ({lite_wdata, lite_wstrb} == {asked_wdata, asked_wstrb});
    if (lite_arvalid) own_read: assert (lite_araddr == asked_araddr);
    if (write_comes) begin
      write_once: assert (new_write);
      write_asked: assert (write_open || orphan_write);
    end
    if (read_comes) begin
      read_once: assert (new_read);
      read_asked: assert (read_open || orphan_read);
    end
    write_whole: assert (!(lite_wvalid && !was_wvalid) || write_comes || (lite_awvalid && was_awvalid));
    // the master has its own answer, or SLVERR for a reset of the block
    if (bus_bvalid) begin
      answer_asked: assert (write_open);
      if (bus_bresp != 2'd2)
        own_answer: assert (write_answered && bus_bresp == write_resp);
      else
        lost_write: assert (cut_write);
    end
    if (bus_rvalid) begin
      data_asked: assert (read_open);
      if (bus_rresp != 2'd2)
        own_data_read: assert (read_answered && {bus_rresp, bus_rdata} == {read_resp, read_data});
      else
        lost_read: assert (cut_read);
    end
  end
`endif
endmodule
