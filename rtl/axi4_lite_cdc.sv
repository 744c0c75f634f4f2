// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite from the clock of a bus to the clock of a block, and the block's interrupt back: one write and
// one read at a time. Either side may be reset alone at any time; the bus has SLVERR for what a reset of the
// block has cut off.
module axi4_lite_cdc #(
    parameter int LITE_ADDR_W = gmmu_pkg::GMMU_LITE_ADDR_W,  // an address, in bytes
    parameter int DATA_W = 32,                               // a word, whole bytes
    parameter int STAGES = 2                                 // of each synchroniser, 2 to 8
) (
    // the bus: AXI4-Lite slave
    input  logic                   bus_clk,      // rising edge
    input  logic                   bus_rst,      // synchronous to bus_clk, active high
    input  logic                   bus_awvalid,
    output logic                   bus_awready,
    input  logic [LITE_ADDR_W-1:0] bus_awaddr,
    input  logic                   bus_wvalid,
    output logic                   bus_wready,
    input  logic [DATA_W-1:0]      bus_wdata,
    input  logic [DATA_W/8-1:0]    bus_wstrb,
    output logic                   bus_bvalid,
    input  logic                   bus_bready,
    output logic [1:0]             bus_bresp,
    input  logic                   bus_arvalid,
    output logic                   bus_arready,
    input  logic [LITE_ADDR_W-1:0] bus_araddr,
    output logic                   bus_rvalid,
    input  logic                   bus_rready,
    output logic [DATA_W-1:0]      bus_rdata,
    output logic [1:0]             bus_rresp,
    output logic                   bus_irq,
    output logic                   bus_up,       // the block is not being reset; without it all is SLVERR

    // the block: AXI4-Lite master
    input  logic                   clk,          // rising edge
    input  logic                   rst,          // synchronous to clk, active high
    output logic                   lite_awvalid,
    input  logic                   lite_awready,
    output logic [LITE_ADDR_W-1:0] lite_awaddr,
    output logic                   lite_wvalid,
    input  logic                   lite_wready,
    output logic [DATA_W-1:0]      lite_wdata,
    output logic [DATA_W/8-1:0]    lite_wstrb,
    input  logic                   lite_bvalid,
    output logic                   lite_bready,
    input  logic [1:0]             lite_bresp,
    output logic                   lite_arvalid,
    input  logic                   lite_arready,
    output logic [LITE_ADDR_W-1:0] lite_araddr,
    input  logic                   lite_rvalid,
    output logic                   lite_rready,
    input  logic [DATA_W-1:0]      lite_rdata,
    input  logic [1:0]             lite_rresp,
    input  logic                   irq
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (LITE_ADDR_W < 1 || LITE_ADDR_W > 64) begin : bad_address
    $error("axi4_lite_cdc: LITE_ADDR_W must be 1 to 64");
  end
  if (DATA_W < 8 || DATA_W % 8 != 0) begin : bad_data
    $error("axi4_lite_cdc: DATA_W must be a multiple of 8");
  end
`endif

  localparam int WRITE_W = LITE_ADDR_W + DATA_W + DATA_W / 8;
  localparam logic [1:0] SLVERR = 2'd2;

  // ---- resets: each side in reset for a cycle more, and known to the other side ----

  logic bus_down, down;
  logic bus_reset, reset;
  logic bus_ready, ready;        // the other side has forgotten what was before my reset
  logic alive;                   // the bus is not being reset
  logic write_open, read_open;   // under way on the side of the bus
  logic write_idle, read_idle;   // not under way on the side of the block

  always_ff @(posedge bus_clk) bus_down <= bus_rst;
  always_ff @(posedge clk) down <= rst;
  assign bus_reset = bus_rst || bus_down;
  assign reset     = rst || down;

  gmmu_reset_link #(
      .STAGES(STAGES)
  ) of_bus (
      .a_clk(bus_clk), .a_rst(bus_reset), .a_down(bus_down), .a_up(bus_ready), .b_clk(clk), .b_rst(reset),
      .b_idle(write_idle && read_idle), .b_alive(alive)
  );

  gmmu_reset_link #(
      .STAGES(STAGES)
  ) of_block (
      .a_clk(clk), .a_rst(reset), .a_down(down), .a_up(ready), .b_clk(bus_clk), .b_rst(bus_reset),
      .b_idle(!write_open && !read_open), .b_alive(bus_up)
  );

  // ---- write ----

  logic                   aw_held, w_held, w_free, w_send, w_done, w_lost;
  logic [LITE_ADDR_W-1:0] aw_addr;
  logic [DATA_W-1:0]      w_data;
  logic [DATA_W/8-1:0]    w_strb;
  logic                   b_held, b_lost;
  logic [1:0]             b_resp;
  logic                   write_valid, write_take, write_ends;

  assign bus_awready = bus_ready && w_free && !aw_held && !b_held;
  assign bus_wready  = bus_ready && w_free && !w_held && !b_held;
  assign bus_bvalid  = b_held;
  assign bus_bresp   = b_lost ? SLVERR : b_resp;
  assign w_send      = aw_held && w_held && w_free && bus_up;
  assign w_lost      = aw_held && w_held && !w_done && !bus_up;

  always_ff @(posedge bus_clk) begin
    if (bus_reset) begin
      aw_held <= 1'b0;
      w_held  <= 1'b0;
      b_held  <= 1'b0;
      b_lost  <= 1'b0;
    end else begin
      aw_held <= (bus_awvalid && bus_awready) || (aw_held && !w_done && !w_lost);
      w_held  <= (bus_wvalid && bus_wready) || (w_held && !w_done && !w_lost);
      b_held  <= w_done || w_lost || (b_held && !bus_bready);
      if (w_done || w_lost) b_lost <= w_lost;
    end
    if (bus_awvalid && bus_awready) aw_addr <= bus_awaddr;
    if (bus_wvalid && bus_wready) w_data <= bus_wdata;
    if (bus_wvalid && bus_wready) w_strb <= bus_wstrb;
  end

  gmmu_handshake #(
      .ASK_W(WRITE_W), .ANSWER_W(2), .STAGES(STAGES)
  ) write (
      .a_clk(bus_clk), .a_rst(bus_reset), .a_send(w_send), .a_drop(!bus_up),
      .a_ask({aw_addr, w_data, w_strb}), .a_free(w_free), .a_open(write_open), .a_done(w_done),
      .a_answer(b_resp), .b_clk(clk), .b_rst(reset), .b_up(ready && alive), .b_valid(write_valid),
      .b_take(write_take),
      .b_ask({lite_awaddr, lite_wdata, lite_wstrb}), .b_reply(write_ends), .b_answer(lite_bresp),
      .b_idle(write_idle)
  );

  assign lite_bready = write_valid;
  assign write_ends  = lite_bvalid && lite_bready;

  always_ff @(posedge clk) begin
    lite_awvalid <= !reset && (write_take || (lite_awvalid && !lite_awready));
    lite_wvalid  <= !reset && (write_take || (lite_wvalid && !lite_wready));
  end

  // ---- read ----

  logic                   ar_held, r_free, r_send, r_done, r_fails;
  logic [LITE_ADDR_W-1:0] ar_addr;
  logic                   r_held, r_lost;
  logic [1:0]             r_resp;
  logic [DATA_W-1:0]      r_data;
  logic                   read_valid, read_take, read_ends;

  assign bus_arready = bus_ready && r_free && !ar_held && !r_held;
  assign bus_rvalid  = r_held;
  assign bus_rdata   = r_lost ? '0 : r_data;
  assign bus_rresp   = r_lost ? SLVERR : r_resp;
  assign r_send      = ar_held && r_free && bus_up;
  assign r_fails     = ar_held && !r_done && !bus_up;

  always_ff @(posedge bus_clk) begin
    if (bus_reset) begin
      ar_held <= 1'b0;
      r_held  <= 1'b0;
      r_lost  <= 1'b0;
    end else begin
      ar_held <= (bus_arvalid && bus_arready) || (ar_held && !r_done && !r_fails);
      r_held  <= r_done || r_fails || (r_held && !bus_rready);
      if (r_done || r_fails) r_lost <= r_fails;
    end
    if (bus_arvalid && bus_arready) ar_addr <= bus_araddr;
  end

  gmmu_handshake #(
      .ASK_W(LITE_ADDR_W), .ANSWER_W(DATA_W + 2), .STAGES(STAGES)
  ) read (
      .a_clk(bus_clk), .a_rst(bus_reset), .a_send(r_send), .a_drop(!bus_up), .a_ask(ar_addr), .a_free(r_free),
      .a_open(read_open), .a_done(r_done), .a_answer({r_data, r_resp}), .b_clk(clk), .b_rst(reset),
      .b_up(ready && alive), .b_valid(read_valid), .b_take(read_take), .b_ask(lite_araddr),
      .b_reply(read_ends), .b_answer({lite_rdata, lite_rresp}), .b_idle(read_idle)
  );

  assign lite_rready = read_valid;
  assign read_ends   = lite_rvalid && lite_rready;

  always_ff @(posedge clk) begin
    lite_arvalid <= !reset && (read_take || (lite_arvalid && !lite_arready));
  end

  // ---- interrupt: a level, from a flip-flop ----

  logic level;

  always_ff @(posedge clk) level <= irq && !reset;

  gmmu_sync #(.STAGES(STAGES)) interrupt (.clk(bus_clk), .rst(bus_reset), .d(level), .q(bus_irq));
endmodule
