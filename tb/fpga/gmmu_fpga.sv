// SPDX-License-Identifier: Apache-2.0
// The gmmu on an FPGA board, for a person with a serial cable (docs/reference/fpga.md): the block at small
// sizes, its memory in block RAM, and a host at the other end of a UART that reads and writes registers and
// memory, asks for translations and takes answers. A command has 11 bytes {op, place (2), data (8)}, its
// reply 9 bytes {status, data (8)}, the low byte first. A command that is not whole is dropped when 2^20
// clocks bring no byte.
//
//   op  place               data                     reply: status, data
//   1   byte of a register  -                        response, word
//   2   byte of a register  word                     response, -
//   3   word of memory      -                        0, word
//   4   word of memory      word                     0, -
//   5   address space       page (5), access, name   0, -: the request is taken
//   6   -                   -                        1, {frame (4), name, fault, flags}; 0: no answer
//   7   -                   -                        0, {quiet, irq}
//
// flags: bit 0 write, 1 read, 2 execute, 3 system, 4 large page.
module gmmu_fpga #(
    parameter int CLOCKS_OF_BIT = 217,  // 25 MHz at 115 200 baud
    parameter int MEMORY_WORDS = 4096   // 32 KB
) (
    input  logic       clk,  // rising edge
    input  logic       rst,  // synchronous, active high
    input  logic       rx,   // UART
    output logic       tx,
    output logic [3:0] led   // interrupt, quiet, an answer is there, a sign of life
);
  localparam int ASID_W = gmmu_pkg::GMMU_ASID_W;
  localparam int VPN_W = gmmu_pkg::GMMU_VPN_W;
  localparam int PPN_W = gmmu_pkg::GMMU_PPN_W;
  localparam int ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W;
  localparam int LITE_W = gmmu_pkg::GMMU_LITE_ADDR_W;
  localparam int ID_W = gmmu_pkg::GMMU_PORT_ID_W;
  localparam int PLACE_W = $clog2(MEMORY_WORDS);  // 16 at most

  typedef enum logic [2:0] {TAKE, ACT, WAIT_LITE, WAIT_MEMORY, REPLY} state_t;

  state_t state;
  logic [87:0] frame;
  logic [71:0] answer;
  logic [3:0] count;
  logic [20:0] patience;
  logic [31:0] now;
  logic in_valid, out_valid, out_ready;
  logic [7:0] in_byte, op, status;
  logic [15:0] place;
  logic [63:0] data, taken;
  logic unused_bits;

  assign {data, place, op} = frame;
  assign unused_bits = ^(place >> PLACE_W);

  fpga_uart #(.CLOCKS(CLOCKS_OF_BIT)) uart (
      .clk, .rst, .rx, .tx, .in_valid, .in_byte, .out_valid, .out_ready, .out_byte(answer[7:0]));

  // The block. Port 0 is the host's, port 1 has nobody.
  logic q_ready, a_valid, a_large, a_system, a_exec, a_read, a_write;
  logic [ID_W-1:0] a_id;
  logic [2:0] a_fault;
  logic [PPN_W-1:0] a_ppn;
  logic q_valid, a_ready, irq, quiet;
  logic lite_awvalid, lite_awready, lite_wvalid, lite_wready, lite_bvalid;
  logic lite_arvalid, lite_arready, lite_rvalid;
  logic [1:0] lite_bresp, lite_rresp;
  logic [31:0] lite_rdata;
  logic awvalid, awready, awid, wvalid, wready, wlast, bvalid, bready, bid;
  logic arvalid, arready, arid, rvalid, rready, rid;
  logic [1:0] bresp, rresp;
  logic [ADDR_W-1:0] awaddr, araddr;
  logic [63:0] wdata, rdata, host_rdata;
  logic host_done;

  // verilator lint_off PINCONNECTEMPTY
  // verilator lint_off UNUSEDSIGNAL
  logic [7+ID_W+3+PPN_W-1:0] nobody;  // port 1
  // verilator lint_on UNUSEDSIGNAL
  gmmu #(
      .MMU_PORTS(2), .MMU_ENDS(4), .TLB_SETS(2), .TLB_WAYS(2), .TLB_LARGE(2), .TLB_TAG_W(VPN_W - 1),
      .MSHR_ENTRIES(3), .MSHR_WAITERS(2), .WALKERS(2), .WALK_LEVELS(5), .WALK_WAYS(2), .ASID_SPACES(4),
      .FAULT_PAGES(3), .FAULT_RECORDS(2), .FAULT_RING_W(2), .NUM_CORES(4), .NUM_APPS(4), .NUM_WARPS(64),
      .WHO_W(16), .BYPASS_ENTRIES(4)
  ) block (
      .clk, .rst,
      .q_valid({1'b0, q_valid}), .q_ready({nobody[0], q_ready}), .q_asid({ASID_W'(0), place[ASID_W-1:0]}),
      .q_vpn({VPN_W'(0), data[VPN_W-1:0]}), .q_access({2'd0, data[41:40]}),
      .q_id({ID_W'(0), data[48+:ID_W]}), .q_core('0), .q_warps('0), .q_rank('0),
      .a_valid({nobody[1], a_valid}), .a_ready({1'b1, a_ready}), .a_id({nobody[10+:ID_W], a_id}),
      .a_fault({nobody[9:7], a_fault}), .a_large({nobody[2], a_large}), .a_system({nobody[3], a_system}),
      .a_exec({nobody[4], a_exec}), .a_read({nobody[5], a_read}), .a_write({nobody[6], a_write}),
      .a_ppn({nobody[10+ID_W+:PPN_W], a_ppn}),
      .inv_valid(), .inv_kind(), .inv_asid(), .inv_vpn(), .inv_ack(1'b1),
      .lite_awvalid, .lite_awready, .lite_awaddr(place[LITE_W-1:0]), .lite_wvalid, .lite_wready,
      .lite_wdata(data[31:0]), .lite_wstrb(4'hF), .lite_bvalid, .lite_bready(1'b1), .lite_bresp,
      .lite_arvalid, .lite_arready, .lite_araddr(place[LITE_W-1:0]), .lite_rvalid, .lite_rready(1'b1),
      .lite_rdata, .lite_rresp,
      .awvalid, .awready, .awid, .awaddr, .awlen(), .awsize(), .awburst(), .wvalid, .wready, .wdata, .wstrb(),
      .wlast, .bvalid, .bready, .bid, .bresp, .arvalid, .arready, .arid, .araddr, .arlen(),
      .arsize(), .arburst(),
      .aruser_level(), .aruser_asid(), .rvalid, .rready, .rid, .rdata, .rresp, .rlast(1'b1),
      .epoch_end(1'b0), .ho_valid(1'b0), .ho_core('0), .core_app('1), .irq, .tick(now[15:0] == 0),
      .now, .quiet,
      .ev_lookup(), .ev_lookup_asid(), .ev_miss(), .ev_miss_asid(), .ev_miss_vpn(), .ev_walk(),
      .ev_walk_asid(),
      .ev_walk_vpn(), .ev_fill(), .ev_keep(), .ev_bypass(), .token_busy(), .token_count());
  // verilator lint_on PINCONNECTEMPTY

  fpga_memory #(.WORDS(MEMORY_WORDS), .ADDR_W(ADDR_W), .ID_W(1)) memory (
      .clk, .rst, .awvalid, .awready, .awid, .awaddr, .wvalid, .wready, .wdata, .wlast, .bvalid,
      .bready, .bid,
      .bresp, .arvalid, .arready, .arid, .araddr, .rvalid, .rready, .rid, .rdata, .rresp,
      .host_read(state == WAIT_MEMORY && op == 3), .host_write(state == WAIT_MEMORY && op == 4),
      .host_place(place[PLACE_W-1:0]), .host_wdata(data), .host_done, .host_rdata);

  assign q_valid = state == ACT && op == 5;
  assign a_ready = state == ACT && op == 6;
  assign out_valid = state == REPLY;
  assign led = {now[23], a_valid, quiet, irq};

  always_comb begin
    status = 0;
    taken = 0;
    case (op)
      6: begin
        status = {7'd0, a_valid};
        taken = {11'd0, a_large, a_system, a_exec, a_read, a_write, 5'd0, a_fault,
                 8'(a_id), 32'(a_ppn)};
      end
      7: taken = {62'd0, quiet, irq};
      default: status = 8'hFF;
    endcase
  end

  always_ff @(posedge clk) begin
    now <= now + 1;
    patience <= (in_valid || state != TAKE || count == 0) ? '0 : patience + 1;
    case (state)
      TAKE: begin
        if (in_valid) begin
          frame <= {in_byte, frame[87:8]};
          count <= count + 1;
          if (count == 10) begin
            state <= ACT;
            count <= 0;
          end
        end else if (patience[20]) count <= 0;
      end
      ACT: begin
        answer <= {taken, status};
        state <= REPLY;
        case (op)
          1: begin
            lite_arvalid <= 1;
            state <= WAIT_LITE;
          end
          2: begin
            lite_awvalid <= 1;
            lite_wvalid <= 1;
            state <= WAIT_LITE;
          end
          3, 4: state <= WAIT_MEMORY;
          5: begin
            answer <= '0;
            if (!q_ready) state <= ACT;
          end
          default: ;
        endcase
      end
      WAIT_LITE: begin
        if (lite_arready) lite_arvalid <= 0;
        if (lite_awready) lite_awvalid <= 0;
        if (lite_wready) lite_wvalid <= 0;
        if (lite_rvalid) answer <= {32'd0, lite_rdata, 6'd0, lite_rresp};
        if (lite_bvalid) answer <= {64'd0, 6'd0, lite_bresp};
        if (lite_rvalid || lite_bvalid) state <= REPLY;
      end
      WAIT_MEMORY: begin
        if (host_done) begin
          answer <= {host_rdata, 8'd0};
          state <= REPLY;
        end
      end
      default: begin
        if (out_ready) begin
          answer <= {8'd0, answer[71:8]};
          count <= count + 1;
          if (count == 8) begin
            state <= TAKE;
            count <= 0;
          end
        end
      end
    endcase
    if (rst) begin
      now <= 0;
      state <= TAKE;
      count <= 0;
      patience <= 0;
      lite_arvalid <= 0;
      lite_awvalid <= 0;
      lite_wvalid <= 0;
    end
  end
endmodule
