// SPDX-License-Identifier: Apache-2.0
// An AXI4-Lite master for testbenches, with tasks: write, read, wait_for, and try_write and try_read, which
// give the answer back. A task ends when the access has been answered; several processes may call them at the
// same time, and each waits for its turn. It waits with an offer, and before it takes an answer, in STALL
// percent of the cycles. An answer that is not OKAY, where none is expected, and an access without an answer
// for TIMEOUT cycles end the simulation by $fatal. Verilator (--timing) and Icarus (-g2012).
module axi_lite_master #(
    parameter int ADDR_W = 8,
    parameter int STALL = 30,         // percent
    parameter int TIMEOUT = 20000,    // cycles
    parameter int SEED = 1            // of what is random; not 0
) (
    input  logic              clk,
    input  logic              rst,
    output logic              awvalid,
    input  logic              awready,
    output logic [ADDR_W-1:0] awaddr,
    output logic              wvalid,
    input  logic              wready,
    output logic [31:0]       wdata,
    output logic [3:0]        wstrb,
    input  logic              bvalid,
    output logic              bready,
    input  logic [1:0]        bresp,
    output logic              arvalid,
    input  logic              arready,
    output logic [ADDR_W-1:0] araddr,
    input  logic              rvalid,
    output logic              rready,
    input  logic [31:0]       rdata,
    input  logic [1:0]        rresp
);
  logic [31:0]       random;
  int                w_asked, w_answered, r_asked, r_answered;  // accesses
  int                w_cycles, r_cycles;                        // of the one that is under way
  logic [ADDR_W-1:0] w_address, r_address;
  logic [31:0]       w_word, r_word;
  logic [3:0]        w_bytes;
  logic [1:0]        w_resp, r_resp;
  logic              aw_left, w_left, ar_left;                  // to be offered, or not yet taken

  initial begin
    random = SEED;
    w_asked = 0;
    w_answered = 0;
    r_asked = 0;
    r_answered = 0;
    aw_left = 1'b0;
    w_left = 1'b0;
    ar_left = 1'b0;
  end

  // In this cycle it does not wait.
  task automatic go(output logic yes);
    random = random ^ (random << 13);
    random = random ^ (random >> 17);
    random = random ^ (random << 5);
    yes = random % 100 >= STALL;
  endtask

  // What has passed at this edge, and what is offered for the next one.
  task automatic step_write;
    logic yes;
    if (awvalid && awready) aw_left = 1'b0;
    if (wvalid && wready) w_left = 1'b0;
    if (bvalid && bready) begin
      if (aw_left || w_left || w_asked == w_answered)
        $fatal(1, "axi_lite_master: an answer before its write");
      w_resp = bresp;
      w_answered = w_answered + 1;
    end
    w_cycles = w_cycles + 1;
    if (w_asked != w_answered && w_cycles > TIMEOUT)
      $fatal(1, "axi_lite_master: no answer to a write of %h", w_address);
    go(yes);
    if (!aw_left) awvalid <= 1'b0;
    else if (yes) begin
      awvalid <= 1'b1;
      awaddr <= w_address;
    end
    go(yes);
    if (!w_left) wvalid <= 1'b0;
    else if (yes) begin
      wvalid <= 1'b1;
      wdata <= w_word;
      wstrb <= w_bytes;
    end
    go(yes);
    bready <= yes && w_asked != w_answered;
  endtask

  task automatic step_read;
    logic yes;
    if (arvalid && arready) ar_left = 1'b0;
    if (rvalid && rready) begin
      if (ar_left || r_asked == r_answered) $fatal(1, "axi_lite_master: an answer before its read");
      r_word = rdata;
      r_resp = rresp;
      r_answered = r_answered + 1;
    end
    r_cycles = r_cycles + 1;
    if (r_asked != r_answered && r_cycles > TIMEOUT)
      $fatal(1, "axi_lite_master: no answer to a read of %h", r_address);
    go(yes);
    if (!ar_left) arvalid <= 1'b0;
    else if (yes) begin
      arvalid <= 1'b1;
      araddr <= r_address;
    end
    go(yes);
    rready <= yes && r_asked != r_answered;
  endtask

  always @(posedge clk)
    if (rst) begin
      awvalid <= 1'b0;
      wvalid <= 1'b0;
      bready <= 1'b0;
      arvalid <= 1'b0;
      rready <= 1'b0;
    end else begin
      step_write;
      step_read;
    end

  // ---- for testbenches ----

  // resp: 0 OKAY, 2 SLVERR, 3 DECERR
  task automatic try_write(input logic [ADDR_W-1:0] address, input logic [31:0] data, input logic [3:0] strb,
                           output logic [1:0] resp);
    while (rst || w_asked != w_answered) @(posedge clk);
    w_address = address;
    w_word = data;
    w_bytes = strb;
    w_cycles = 0;
    aw_left = 1'b1;
    w_left = 1'b1;
    w_asked = w_asked + 1;
    while (w_asked != w_answered) @(posedge clk);
    resp = w_resp;
  endtask

  task automatic try_read(input logic [ADDR_W-1:0] address, output logic [31:0] data,
                          output logic [1:0] resp);
    while (rst || r_asked != r_answered) @(posedge clk);
    r_address = address;
    r_cycles = 0;
    ar_left = 1'b1;
    r_asked = r_asked + 1;
    while (r_asked != r_answered) @(posedge clk);
    data = r_word;
    resp = r_resp;
  endtask

  task automatic write(input logic [ADDR_W-1:0] address, input logic [31:0] data);
    logic [1:0] resp;
    try_write(address, data, 4'hF, resp);
    if (resp != 2'd0) $fatal(1, "axi_lite_master: a write of %h to %h is answered %0d", data, address, resp);
  endtask

  task automatic read(input logic [ADDR_W-1:0] address, output logic [31:0] data);
    logic [1:0] resp;
    try_read(address, data, resp);
    if (resp != 2'd0) $fatal(1, "axi_lite_master: a read of %h is answered %0d", address, resp);
  endtask

  // Reads until the bits of the mask are those of `value`.
  task automatic wait_for(input logic [ADDR_W-1:0] address, input logic [31:0] mask,
                          input logic [31:0] value);
    logic [31:0] data;
    int          tries;
    tries = 0;
    read(address, data);
    while ((data & mask) != (value & mask)) begin
      tries = tries + 1;
      if (tries > TIMEOUT / 8)
        $fatal(1, "axi_lite_master: %h holds %h, and not %h in the bits of %h", address, data, value, mask);
      read(address, data);
    end
  endtask
endmodule
