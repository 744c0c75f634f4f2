// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite slave port in front of a file of 32-bit registers: one write and one read at a time, each
// shown to the registers for one cycle and answered by them in the next one. Equal to hls/axi4_lite_port in
// every state.
module axi4_lite_port #(
    parameter int LITE_ADDR_W = gmmu_pkg::GMMU_LITE_ADDR_W  // an address, in bytes; 3 to 32
) (
    input  logic                   clk,       // rising edge
    input  logic                   rst,       // synchronous, active high

    // AXI4-Lite slave: write
    input  logic                   awvalid,
    output logic                   awready,
    input  logic [LITE_ADDR_W-1:0] awaddr,
    input  logic                   wvalid,
    output logic                   wready,
    input  logic [31:0]            wdata,
    input  logic [3:0]             wstrb,     // all four bytes, or the answer is SLVERR
    output logic                   bvalid,
    input  logic                   bready,
    output logic [1:0]             bresp,     // OKAY or SLVERR

    // AXI4-Lite slave: read
    input  logic                   arvalid,
    output logic                   arready,
    input  logic [LITE_ADDR_W-1:0] araddr,
    output logic                   rvalid,
    input  logic                   rready,
    output logic [31:0]            rdata,
    output logic [1:0]             rresp,     // OKAY or SLVERR

    // the registers: shown for one cycle, answered in the next one
    output logic                   wr_valid,
    output logic [LITE_ADDR_W-1:0] wr_addr,
    output logic [31:0]            wr_data,
    input  logic                   wr_ok,
    output logic                   rd_valid,
    output logic [LITE_ADDR_W-1:0] rd_addr,
    input  logic                   rd_ok,
    input  logic [31:0]            rd_data
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (LITE_ADDR_W < 3 || LITE_ADDR_W > 32) begin : bad_address
    $error("axi4_lite_port: LITE_ADDR_W must be 3 to 32");
  end
`endif

  logic                   aw_valid;
  logic [LITE_ADDR_W-1:0] aw_addr;
  logic                   w_valid;
  logic [31:0]            w_data;
  logic                   w_whole;  // all four bytes
  logic                   w_asked;  // the registers answer it in this cycle
  logic                   b_valid;
  logic                   b_error;
  logic                   ar_valid;
  logic [LITE_ADDR_W-1:0] ar_addr;
  logic                   r_asked;
  logic                   r_valid;
  logic                   r_error;
  logic [31:0]            r_data;

  assign awready  = !aw_valid;
  assign wready   = !w_valid;
  assign bvalid   = b_valid;
  assign bresp    = {b_error, 1'b0};  // SLVERR or OKAY
  assign arready  = !ar_valid;
  assign rvalid   = r_valid;
  assign rdata    = r_data;
  assign rresp    = {r_error, 1'b0};
  assign wr_addr  = aw_addr;
  assign wr_data  = w_data;
  assign rd_addr  = ar_addr;

  // ---- write ----

  logic begins;   // it is complete, and B is free for its answer
  logic refused;  // it is not of all four bytes
  logic ends;

  assign begins   = aw_valid && w_valid && !w_asked && !b_valid;
  assign wr_valid = begins && w_whole;
  assign refused  = begins && !w_whole;
  assign ends     = w_asked || refused;

  always_ff @(posedge clk) begin
    if (rst) begin
      aw_valid <= 1'b0;
      aw_addr  <= '0;
      w_valid  <= 1'b0;
      w_data   <= '0;
      w_whole  <= 1'b0;
      w_asked  <= 1'b0;
      b_valid  <= 1'b0;
      b_error  <= 1'b0;
    end else begin
      aw_valid <= (awvalid && awready) || (aw_valid && !ends);
      w_valid  <= (wvalid && wready) || (w_valid && !ends);
      w_asked  <= wr_valid;
      b_valid  <= ends || (b_valid && !bready);
      if (awvalid && awready) aw_addr <= awaddr;
      if (wvalid && wready) w_data <= wdata;
      if (wvalid && wready) w_whole <= wstrb == 4'd15;
      if (ends) b_error <= refused || !wr_ok;
    end
  end

  // ---- read ----

  assign rd_valid = ar_valid && !r_asked && !r_valid;

  always_ff @(posedge clk) begin
    if (rst) begin
      ar_valid <= 1'b0;
      ar_addr  <= '0;
      r_asked  <= 1'b0;
      r_valid  <= 1'b0;
      r_error  <= 1'b0;
      r_data   <= '0;
    end else begin
      ar_valid <= (arvalid && arready) || (ar_valid && !r_asked);
      r_asked  <= rd_valid;
      r_valid  <= r_asked || (r_valid && !rready);
      if (arvalid && arready) ar_addr <= araddr;
      if (r_asked) r_error <= !rd_ok;
      if (r_asked) r_data <= rd_data;
    end
  end
endmodule
