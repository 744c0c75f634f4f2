// SPDX-License-Identifier: Apache-2.0
// Memory of a board in block RAM, for an AXI4 master with beats of 8 bytes and for a host: one read and one
// write at a time, the host when the master asks for nothing. What lies beyond it is answered with DECERR.
module fpga_memory #(
    parameter  int WORDS = 4096,  // of 8 bytes
    parameter  int ADDR_W = 40,
    parameter  int ID_W = 1,
    localparam int PLACE_W = $clog2(WORDS)
) (
    input  logic               clk,         // rising edge
    input  logic               rst,         // synchronous, active high

    // AXI4 slave
    input  logic               awvalid,
    output logic               awready,
    input  logic [ID_W-1:0]    awid,
    input  logic [ADDR_W-1:0]  awaddr,
    input  logic               wvalid,
    output logic               wready,
    input  logic [63:0]        wdata,       // whole words alone
    input  logic               wlast,
    output logic               bvalid,
    input  logic               bready,
    output logic [ID_W-1:0]    bid,
    output logic [1:0]         bresp,
    input  logic               arvalid,     // bursts of one beat alone
    output logic               arready,
    input  logic [ID_W-1:0]    arid,
    input  logic [ADDR_W-1:0]  araddr,
    output logic               rvalid,
    input  logic               rready,
    output logic [ID_W-1:0]    rid,
    output logic [63:0]        rdata,
    output logic [1:0]         rresp,

    // host: an access, until it is done
    input  logic               host_read,
    input  logic               host_write,
    input  logic [PLACE_W-1:0] host_place,
    input  logic [63:0]        host_wdata,
    output logic               host_done,   // for one cycle; host_rdata is right in it
    output logic [63:0]        host_rdata
);
  typedef enum logic [1:0] {IDLE, ANSWER, HOST} state_t;

  state_t rd;
  logic writing, wr_beyond, rd_beyond, we, host_takes, host_puts;
  logic [PLACE_W-1:0] wr_place, waddr, raddr;
  logic [63:0] word;

  gmmu_ram #(.WORDS(WORDS), .WORD_W(64)) ram (
      .clk(clk), .we(we), .waddr(waddr), .wdata(writing ? wdata : host_wdata),
      .re(rd == IDLE), .raddr(raddr), .rdata(word));

  function automatic logic beyond(input logic [ADDR_W-1:0] address);
    beyond = |(address >> (PLACE_W + 3));
  endfunction

  assign awready = !writing && !bvalid;
  assign wready = writing;
  assign arready = rd == IDLE;
  assign rvalid = rd == ANSWER;
  assign rdata = word;
  assign rresp = rd_beyond ? 2'd3 : 2'd0;
  assign raddr = arvalid ? araddr[PLACE_W+2:3] : host_place;
  assign host_takes = rd == IDLE && !arvalid && host_read;
  assign host_puts = host_write && !writing && !host_done;
  assign we = (writing && wvalid && !wr_beyond) || host_puts;
  assign waddr = writing ? wr_place : host_place;
  assign host_rdata = word;

  always_ff @(posedge clk) begin
    host_done <= host_puts || (host_takes && !host_done);
    case (rd)
      IDLE: begin
        if (arvalid) begin
          rd <= ANSWER;
          rid <= arid;
          rd_beyond <= beyond(araddr);
        end else if (host_takes && !host_done) rd <= HOST;
      end
      ANSWER: if (rready) rd <= IDLE;
      default: rd <= IDLE;
    endcase
    if (awvalid && awready) begin
      writing <= 1;
      bid <= awid;
      wr_place <= awaddr[PLACE_W+2:3];
      wr_beyond <= beyond(awaddr);
    end
    if (writing && wvalid) begin
      wr_place <= wr_place + 1;
      writing <= !wlast;
      bvalid <= wlast;
      bresp <= wr_beyond ? 2'd3 : 2'd0;
    end
    if (bvalid && bready) bvalid <= 0;
    if (rst) begin
      rd <= IDLE;
      writing <= 0;
      bvalid <= 0;
      host_done <= 0;
    end
  end
endmodule
