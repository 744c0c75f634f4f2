// SPDX-License-Identifier: Apache-2.0
// The block rtl/gmmu.sv with its own wires, at small sizes, and what holds across its units
// (docs/design/verification.md). Stand-ins whose pins do what they like are in the place of axi4_lite_port,
// mmu_registers, token_controller, fault_queue and record_writer: what holds with them holds with the units, whose pins
// do a part of that. With DRAIN: everything that was asked is answered DRAIN cycles after reset.

// The stand-in of the port passes data through.
module axi4_lite_port #(
    parameter int LITE_ADDR_W = 8
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   awvalid,
    output wire                   awready,
    input  wire [LITE_ADDR_W-1:0] awaddr,
    input  wire                   wvalid,
    output wire                   wready,
    input  wire [31:0]            wdata,
    input  wire [3:0]             wstrb,
    output wire                   bvalid,
    input  wire                   bready,
    output wire [1:0]             bresp,
    input  wire                   arvalid,
    output wire                   arready,
    input  wire [LITE_ADDR_W-1:0] araddr,
    output wire                   rvalid,
    input  wire                   rready,
    output wire [31:0]            rdata,
    output wire [1:0]             rresp,
    output wire                   wr_valid,
    output wire [LITE_ADDR_W-1:0] wr_addr,
    output wire [31:0]            wr_data,
    input  wire                   wr_ok,
    output wire                   rd_valid,
    output wire [LITE_ADDR_W-1:0] rd_addr,
    input  wire                   rd_ok,
    input  wire [31:0]            rd_data
);
  assign wr_data = wdata;
  assign rdata = rd_data;
  assign {awready, wready, bvalid, bresp, arready, rvalid, rresp} = '0;
  assign {wr_valid, wr_addr, rd_valid, rd_addr} = '0;
endmodule

// What is at the data pins of the port: a command whenever it likes. The root table of a space is the one with its
// number. Tables of two levels, an entry at each may map a page: flags 1 a table below, 2 a page, 4 that it is one;
// the frame from bit 8.
module mmu_registers #(
    parameter int LITE_ADDR_W = 8,
    parameter int ASID_W = 1,
    parameter int FAULT_RING_W = 2,
    parameter int MMU_PORTS = 1,
    parameter int PPN_W = 4,
    parameter int VPN_W = 2,
    parameter int WALK_LEVELS = 2
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     wr_valid,
    input  wire [LITE_ADDR_W-1:0]   wr_addr,
    input  wire [31:0]              wr_data,
    output wire                     wr_ok,
    input  wire                     rd_valid,
    input  wire [LITE_ADDR_W-1:0]   rd_addr,
    output wire                     rd_ok,
    output wire [31:0]              rd_data,
    input  wire                     irq_up,
    input  wire                     record_error,
    input  wire                     token_busy,
    input  wire                     quiet,
    output wire                     quiesce,
    output wire                     use_tokens,
    output wire [15:0]              token_initial,
    output wire [15:0]              token_margin,
    output wire [15:0]              token_step,
    output wire                     park,
    output wire                     irq_mask,
    output wire [11:0]              irq_records,
    output wire [31:0]              cmd_page_low,
    output wire [15:0]              cmd_page_high,
    output wire [31:0]              cmd_highest_low,
    output wire [15:0]              cmd_highest_high,
    output wire [31:0]              cmd_root,
    output wire [2:0]               cmd_kind,
    output wire                     cmd_enable,
    output wire                     cmd_valid,
    input  wire                     cmd_ready,
    input  wire                     cmd_done,
    input  wire                     cmd_refused,
    output wire [15:0]              cmd_asid,
    output wire [31:0]              resume_page_low,
    output wire [15:0]              resume_page_high,
    output wire                     resume_space,
    output wire                     resume_valid,
    input  wire                     resume_ready,
    output wire [15:0]              resume_asid,
    output wire [31:0]              ring_frame,
    output wire                     ring_enable,
    output wire                     ring_valid,
    input  wire                     ring_ready,
    output wire [11:0]              ring_head,
    output wire                     give_back_valid,
    input  wire                     give_back_ready,
    input  wire [11:0]              ring_first,
    input  wire [11:0]              ring_tail,
    input  wire                     head_refused,
    output wire [6:0]               space_pages,
    output wire [5:0]               hold_all,
    input  wire [7:0]               error_slot,
    input  wire                     error_seen,
    input  wire                     error_more,
    input  wire [15:0]              error_asid,
    input  wire [31:0]              error_page_low,
    input  wire [15:0]              error_page_high,
    output wire                     error_clear_valid,
    input  wire                     error_clear_ready,
    output wire [2:0]               fmt_root,
    output wire                     fmt_short,
    output wire                     fmt_dual,
    output wire                     fmt_large_word,
    output wire                     fmt_marked,
    output wire                     fmt_read_no,
    output wire                     fmt_exec_no,
    output wire                     fmt_exec_all,
    output wire                     fmt_write_reads,
    output wire                     fmt_every_level,
    output wire [5:0]               fmt_frame_bits,
    output wire [5:0]               fmt_exec,
    output wire [7:0]               fmt_read,
    output wire [7:0]               fmt_accessed,
    output wire [7:0]               fmt_dirty,
    output wire [7:0]               fmt_pointer_no,
    output wire                     fmt_write_no,
    output wire                     fmt_system_no,
    output wire [5:0]               fmt_frame,
    output wire [5:0]               fmt_large_low,
    output wire [3:0]               fmt_large_bits,
    output wire [7:0]               fmt_pointer,
    output wire [7:0]               fmt_page,
    output wire [7:0]               fmt_large,
    output wire [7:0]               fmt_write,
    output wire [7:0]               fmt_system,
    output wire [WALK_LEVELS*6-1:0] fmt_low,
    output wire [WALK_LEVELS*4-1:0] fmt_bits,
    output wire [WALK_LEVELS-1:0]   fmt_leaf
);
  wire asid = wr_data[9];
  assign {park, cmd_asid} = {wr_data[10], 15'd0, asid};
  assign cmd_enable = 1'b1;  // no space ends: with ends the check takes more than seven times as long
  assign {cmd_kind, cmd_valid} = {wr_data[6:4], wr_data[0]};
  assign {cmd_page_high, cmd_page_low} = {46'd0, wr_data[2:1]};
  assign {cmd_highest_high, cmd_highest_low} = {46'd0, wr_data[12:11]};
  assign cmd_root = {28'd0, asid, 3'd0};
  assign rd_data = {30'd0, cmd_done, cmd_ready};
  assign fmt_root = 3'd1;
  assign fmt_frame = 6'd8;
  assign fmt_pointer = 8'd1;
  assign fmt_page = 8'd2;
  assign fmt_large = 8'd4;
  assign fmt_marked = 1'b1;
  assign {fmt_short, fmt_dual, fmt_large_word, fmt_write_no, fmt_system_no} = 5'd0;
  assign fmt_large_low = 6'd0;
  assign fmt_large_bits = 4'd0;
  assign {fmt_read_no, fmt_exec_all, fmt_exec_no, fmt_write_reads, fmt_every_level} = 5'b11000;
  assign fmt_frame_bits = 6'd4;
  assign fmt_exec = 6'd0;
  assign {fmt_read, fmt_accessed, fmt_dirty, fmt_pointer_no} = 32'd0;
  assign fmt_write = 8'd0;
  assign fmt_system = 8'd0;
  assign fmt_low = {6'd1, 6'd0};
  assign fmt_bits = {4'd1, 4'd1};
  assign fmt_leaf = 2'd3;
  // All places of the port may wait for software, or one stays free.
  (* anyconst *) reg holds;
  assign hold_all = {6{holds}};
  assign {error_clear_valid, space_pages} = '0;
  assign {irq_mask, irq_records, resume_page_low, resume_page_high, resume_space, resume_valid, resume_asid} = '0;
  assign {ring_frame, ring_enable, ring_valid, ring_head, give_back_valid} = '0;
  assign use_tokens = 1'b1;
  assign quiesce = 1'b0;
  assign {wr_ok, rd_ok, token_initial, token_margin, token_step} = '0;
endmodule

// Any warp may fill the TLB, or not.
module token_controller #(
    parameter  int NUM_CORES = 2,
    parameter  int NUM_APPS = 2,
    parameter  int NUM_WARPS = 64,
    localparam int CORE_W = $clog2(NUM_CORES + 1),
    localparam int APP_W = $clog2(NUM_APPS + 1),
    localparam int WARP_W = $clog2(NUM_WARPS),
    localparam int WARP_COUNT_W = WARP_W + 1,
    localparam int ACTIVE_W = CORE_W + WARP_W,
    localparam int TOKEN_W = ACTIVE_W > 15 ? ACTIVE_W : 15
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire                         ev0_valid,
    input  wire [CORE_W-1:0]            ev0_core,
    input  wire [WARP_COUNT_W-1:0]      ev0_warps,
    input  wire                         ev0_hit,
    input  wire                         ev1_valid,
    input  wire [CORE_W-1:0]            ev1_core,
    input  wire [WARP_COUNT_W-1:0]      ev1_warps,
    input  wire                         ev1_hit,
    input  wire                         q_valid,
    input  wire [CORE_W-1:0]            q_core,
    input  wire [WARP_W-1:0]            q_rank,
    input  wire                         epoch_end,
    input  wire                         ho_valid,
    input  wire [CORE_W-1:0]            ho_core,
    input  wire [NUM_CORES*APP_W-1:0]   core_app,
    input  wire [15:0]                  cfg_initial,
    input  wire [15:0]                  cfg_margin,
    input  wire [15:0]                  cfg_step,
    output wire                         a_valid,
    output wire                         a_fill,
    output wire                         busy,
    output wire [NUM_APPS*TOKEN_W-1:0]  tokens,
    output wire [NUM_APPS-1:0]          dir,
    output wire [NUM_APPS*ACTIVE_W-1:0] active
);
  (* anyseq *) reg fills;
  assign a_fill = fills;
  assign {a_valid, busy, tokens, dir, active} = '0;
endmodule

// It takes faults, and lets any page walk again, as it likes.
module fault_queue #(
    parameter  int FAULT_PAGES = 2,
    parameter  int FAULT_RECORDS = 2,
    parameter  int FAULT_RING_W = 2,
    parameter  int FAULT_INFO_W = 8,
    parameter  int FAULT_TIME_W = 8,
    parameter  int ASID_W = 1,
    parameter  int VPN_W = 2,
    parameter  int PPN_W = 4,
    localparam int COUNT_W = FAULT_RING_W + 1
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    f_valid,
    input  wire [ASID_W-1:0]       f_asid,
    input  wire [VPN_W-1:0]        f_vpn,
    input  wire [1:0]              f_access,
    input  wire [2:0]              f_why,
    input  wire [FAULT_INFO_W-1:0] f_info,
    input  wire [FAULT_TIME_W-1:0] f_time,
    output wire                    enabled,
    output wire                    ready,
    output wire                    r_valid,
    output wire                    r_taken,
    input  wire                    c_valid,
    input  wire                    c_space,
    input  wire [ASID_W-1:0]       c_asid,
    input  wire [VPN_W-1:0]        c_vpn,
    output wire                    retry_valid,
    output wire [ASID_W-1:0]       retry_asid,
    output wire [VPN_W-1:0]        retry_vpn,
    input  wire                    n_valid,
    input  wire [ASID_W-1:0]       n_asid,
    output wire                    n_ack,
    input  wire                    retry_ready,
    output wire                    w_valid,
    output wire [PPN_W-1:0]        w_frame,
    output wire [FAULT_RING_W-1:0] w_slot,
    output wire [ASID_W-1:0]       w_asid,
    output wire [VPN_W-1:0]        w_vpn,
    output wire [1:0]              w_access,
    output wire [2:0]              w_why,
    output wire [FAULT_INFO_W-1:0] w_info,
    output wire [FAULT_TIME_W-1:0] w_time,
    input  wire                    w_ready,
    input  wire                    w_done,
    input  wire                    h_valid,
    input  wire [COUNT_W-1:0]      h_head,
    output wire                    h_refused,
    output wire [COUNT_W-1:0]      head,
    output wire [COUNT_W-1:0]      tail,
    input  wire                    b_valid,
    input  wire                    b_enable,
    input  wire [PPN_W-1:0]        b_frame,
    output wire                    b_ready,
    input  wire [6:0]              space_pages,
    input  wire                    tick,
    input  wire                    irq_mask,
    input  wire [COUNT_W-1:0]      irq_records,
    output wire                    irq
);
  (* anyseq *) reg taken, retry;
  (* anyseq *) reg [ASID_W-1:0] asid;
  (* anyseq *) reg [VPN_W-1:0] vpn;
`ifdef DRAIN
  // A page that it has taken walks again some day, for whatever reason it is let; when all is calm (tick), soon. A
  // retry stays until it is taken.
  reg [7:0] waits;
  reg       asked, stays;
  reg [2:0] page, stays_page;
  always_ff @(posedge clk) begin
    if (retry & retry_ready) waits[{asid, vpn}] <= 1'b0;
    if (asked & taken) waits[page] <= 1'b1;
    asked <= f_valid;
    page <= {f_asid, f_vpn};
    stays <= retry & !retry_ready;
    stays_page <= {asid, vpn};
    if (rst) begin
      waits <= '0;
      asked <= 1'b0;
      stays <= 1'b0;
    end
  end
  always @* begin
    assume (!stays | (retry & {asid, vpn} == stays_page));
    assume (!tick | stays | (retry == |waits & (!retry | waits[{asid, vpn}])));
  end
`endif
  assign {enabled, h_refused} = 2'b10;
  assign r_taken = taken;
  assign retry_valid = retry;
  assign retry_asid = asid;
  assign retry_vpn = vpn;
  assign {ready, r_valid, w_valid, w_frame, w_slot, w_asid, w_vpn, w_access, w_why, w_info, w_time} = '0;
  assign {head, tail, b_ready, irq} = '0;
  assign n_ack = 1'b1;
endmodule

module record_writer #(
    parameter int FAULT_RING_W = 2,
    parameter int FAULT_INFO_W = 8,
    parameter int FAULT_TIME_W = 8,
    parameter int ASID_W = 1,
    parameter int VPN_W = 2,
    parameter int PPN_W = 4,
    parameter int AXI_ADDR_W = 16
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    w_take,
    output wire                    w_ready,
    input  wire [PPN_W-1:0]        w_frame,
    input  wire [FAULT_RING_W-1:0] w_slot,
    input  wire [ASID_W-1:0]       w_asid,
    input  wire [VPN_W-1:0]        w_vpn,
    input  wire [1:0]              w_access,
    input  wire [2:0]              w_why,
    input  wire [FAULT_INFO_W-1:0] w_info,
    input  wire [FAULT_TIME_W-1:0] w_time,
    output wire                    w_done,
    output wire                    error,
    output wire [FAULT_RING_W-1:0] error_slot,
    output wire [ASID_W-1:0]       error_asid,
    output wire [VPN_W-1:0]        error_vpn,
    output wire                    error_more,
    input  wire                    error_clear,
    input  wire                    error_forget,
    output wire                    awvalid,
    input  wire                    awready,
    output wire [AXI_ADDR_W-1:0]   awaddr,
    output wire                    wvalid,
    input  wire                    wready,
    output wire [63:0]             wdata,
    output wire                    wlast,
    input  wire                    bvalid,
    output wire                    bready,
    input  wire [1:0]              bresp
);
  assign {error_slot, error_asid, error_vpn, error_more} = '0;
  assign {w_ready, w_done, error, awvalid, awaddr, wvalid, wdata, wlast, bready} = '0;
endmodule

// One port with two requests of two spaces of four pages; pages of two as large ones.
//
// A frame says whose it is: {space, version, 2 bits}; a table {space, 0, below the root, half of the space}. The
// version of page p becomes 1 when software maps it anew; that of others is always 0.
module gmmu_whole (
    input wire       clk,
    input wire       rst,
    input wire       q_valid,
    input wire       q_asid,
    input wire [1:0] q_vpn,
    input wire       q_id,
    input wire       a_ready,
    input wire       inv_ack,
    input wire       arready,
    input wire       rvalid,
    input wire       rid,
    input wire       rerror,
    input wire [2:0] rflags,
    input wire [1:0] rframe,
    input wire [12:0] command,  // highest page of a space, park, space, enable, kind, page, valid
    input wire       change
);
`ifdef DRAIN
  // The first cycles are as free as ever, but for the reset; then nobody asks or commands, and then all is calm.
  localparam int QUIET = 10;
  localparam int CALM = 19;
  logic [6:0] cycle = 7'd0;
  wire quiet = cycle >= 7'(QUIET);
  wire calm = cycle >= 7'(CALM);
  always_ff @(posedge clk) cycle <= cycle + 7'(cycle != 7'd127);
`else
  wire calm = 1'b0;
`endif
  (* anyconst *) logic p_asid;
  (* anyconst *) logic [1:0] p_vpn;
  logic q_ready, a_valid, a_id, a_large, a_system, a_write, inv_valid, inv_asid, arvalid, arid, rready;
  logic [2:0] a_fault, arsize;
  logic [3:0] a_ppn;
  logic [2:0] inv_kind;
  logic [1:0] inv_vpn, arburst;
  logic [15:0] araddr;
  logic [7:0] arlen;
  logic [63:0] rdata;
  logic [31:0] told;

  gmmu #(
      .MMU_PORTS(1), .PORT_REQUESTS(2), .PORT_ID_W(1), .TLB_SETS(2), .TLB_WAYS(2), .TLB_LARGE(2), .TLB_TAG_W(1),
      .MSHR_ENTRIES(2), .MSHR_WAITERS(2), .MSHR_ID_W(1), .WALKERS(2), .WALK_LEVELS(2), .WALK_WAYS(2),
      .BYPASS_ENTRIES(4), .NUM_CORES(2), .NUM_APPS(2), .NUM_WARPS(64), .WHO_W(15), .ASID_SPACES(2),
      .FENCE_COUNT_W(4), .FAULT_PAGES(2), .FAULT_RECORDS(2), .FAULT_RING_W(2),
      .FAULT_INFO_W(8), .FAULT_TIME_W(8), .ASID_W(1), .VPN_W(2), .LARGE_VPN_W(1), .PPN_W(4), .AXI_ADDR_W(16),
      .LITE_ADDR_W(8), .MMU_LISTENERS(5), .MMU_END_LISTENERS(12), .MMU_ENDS(3)
  ) block (
      .clk(clk), .rst(rst), .q_valid(q_valid), .q_ready(q_ready), .q_asid(q_asid), .q_vpn(q_vpn), .q_access(2'd1),
      .q_id(q_id), .a_valid(a_valid), .a_ready(a_ready), .a_id(a_id), .a_fault(a_fault), .a_large(a_large),
      .a_system(a_system), .a_write(a_write), .a_ppn(a_ppn), .inv_valid(inv_valid), .inv_kind(inv_kind),
      .inv_asid(inv_asid), .inv_vpn(inv_vpn), .inv_ack(inv_ack), .arvalid(arvalid), .arready(arready),
      .arid(arid), .araddr(araddr), .arlen(arlen), .arsize(arsize), .arburst(arburst), .rvalid(rvalid),
      .rready(rready), .rid(rid), .rdata(rdata), .rresp({rerror, 1'b0}), .rlast(1'b1), .now(32'd0), .tick(calm),
      .q_core(2'd0), .q_warps(7'd1), .q_rank(6'd0), .epoch_end(1'b0), .ho_valid(1'b0), .ho_core('0),
      .core_app('0), .lite_wdata({19'd0, command}), .lite_rdata(told));

  // ---- memory: it answers what it was asked, each once, when it likes, as the table was when it was asked ----

  logic [1:0] reads;       // by walker: a read is under way
  logic [1:0] r_asid, r_below, r_half, r_word, r_version;
  logic       version;     // of page p in its table
  wire ar = arvalid & arready;
  // an entry of this table maps page p, or a large page around it
  wire of_p = araddr[15] == p_asid && (araddr[13] ? araddr[12] == p_vpn[1] && araddr[3] == p_vpn[0]
                                                  : araddr[3] == p_vpn[1]);
  always_ff @(posedge clk) begin
    version <= !rst & (version | change);
    if (rvalid) reads[rid] <= 1'b0;
    if (ar) begin
      reads[arid] <= 1'b1;
      r_asid[arid] <= araddr[15];
      r_below[arid] <= araddr[13];
      r_half[arid] <= araddr[12];
      r_word[arid] <= araddr[3];
      r_version[arid] <= version & of_p;
    end
    if (rst) reads <= '0;
  end
  wire [3:0] frame = rflags[2] ? {r_asid[rid], r_version[rid], rframe} : {r_asid[rid], 2'b01, r_word[rid]};
  assign rdata = {52'd0, frame, 5'd0, rflags};

  // ---- cores: an ID is given to one request at a time ----

  logic [1:0] busy, b_asid;
  logic [1:0] b_vpn[0:1];
  wire asks = q_valid & q_ready;
  wire ends = a_valid & a_ready;
  always_ff @(posedge clk) begin
    if (ends) busy[a_id] <= 1'b0;
    if (asks) begin
      busy[q_id] <= 1'b1;
      b_asid[q_id] <= q_asid;
      b_vpn[q_id] <= q_vpn;
    end
    if (rst) busy <= '0;
  end

  // ---- software: page p mapped anew, taken back, and a fence ----

  logic after_reset = 1'b0;
  logic taking_back, taken_back, waits, fenced;
  wire takes = command[0] & told[0];
  wire c_done = told[1];
  wire [1:0] c_page = command[2:1];
  wire [2:0] c_kind = command[6:4];
  wire c_asid = command[9];
  // what is taken back (ASID_INV_PAGE, ASID_INV_SPACE, ASID_INV_ALL, ASID_INV_LARGE)
  wire covers = c_kind == 3'd3 || (c_asid == p_asid && (c_kind == 3'd2 || (c_kind == 3'd1 && c_page == p_vpn) ||
      (c_kind == 3'd5 && c_page[1] == p_vpn[1])));
  wire is_taken_back = taken_back | (taking_back & c_done);
  wire is_fenced = fenced | (waits & c_done);
  always_ff @(posedge clk) begin
    after_reset <= after_reset | rst;
    taking_back <= takes ? version && covers : taking_back && !c_done;
    taken_back <= is_taken_back;
    waits <= takes ? c_kind == 3'd4 && is_taken_back : waits && !c_done;
    fenced <= is_fenced;
    if (rst) begin
      taking_back <= 1'b0;
      taken_back <= 1'b0;
      waits <= 1'b0;
      fenced <= 1'b0;
    end
  end

  wire framed = ends & (a_fault == 3'd0);
  always @* begin
    if (!after_reset) assume (rst);
    assume (!rvalid | reads[rid]);
    assume (!q_valid | !busy[q_id]);
`ifdef DRAIN
    // Fairness. Cores take answers and acknowledge, memory takes reads and answers them, by an entry that is not
    // absent: all that is waited for is resident.
    assume (rst == !after_reset);
    assume (!quiet | (!q_valid & !command[0]));
    assume (!calm | (a_ready & inv_ack & arready & rvalid == |reads));
    assume (!calm | rerror | rflags == 3'd6 | (rflags == 3'd1 & !r_below[rid]));
    all_answered: assert (cycle != 7'(`DRAIN) | busy == 2'd0);
`else
    if (after_reset & !rst) begin
`ifndef ONLY_OLD
      to_who_asked: assert (!ends | busy[a_id]);
      own_space: assert (!framed | a_ppn[3] == b_asid[a_id]);
`endif
`ifndef ONLY_SPACE
      no_old_translation: assert (!(is_fenced & framed & b_asid[a_id] == p_asid & b_vpn[a_id] == p_vpn & ~a_ppn[2]));
`endif
    end
`endif
  end
endmodule
