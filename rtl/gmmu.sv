// SPDX-License-Identifier: Apache-2.0
// GMMU of a GPU as a block: ports for translations, shared TLB with its miss file, page walker, table of
// address spaces, fault queue; AXI4 for page tables and fault records, AXI4-Lite for registers, an interrupt.
// Units and the wires between them, nothing else; equal to hls/gmmu in every cycle.
module gmmu #(
    parameter  int MMU_PORTS = gmmu_pkg::GMMU_MMU_PORTS,          // translation ports, 1 to 6
    parameter  int PORT_REQUESTS = gmmu_pkg::GMMU_PORT_REQUESTS,  // requests of each under way: 2, 4, 8
    parameter  int PORT_ID_W = gmmu_pkg::GMMU_PORT_ID_W,          // a request's name
    parameter  int TLB_SETS = gmmu_pkg::GMMU_TLB_SETS,            // 2, 4, ... 128
    parameter  int TLB_WAYS = gmmu_pkg::GMMU_TLB_WAYS,            // a RAM each, 2, 4, ... 32
    parameter  int TLB_LARGE = gmmu_pkg::GMMU_TLB_LARGE,          // entries of large pages, 2, 4, ... 32
    parameter  int TLB_TAG_W = gmmu_pkg::GMMU_TLB_TAG_W,          // VPN_W less log2 of TLB_SETS
    parameter  int BYPASS_ENTRIES = gmmu_pkg::GMMU_BYPASS_ENTRIES,  // of the bypass cache, 4, 8, ... 64
    parameter  int NUM_CORES = gmmu_pkg::GMMU_NUM_CORES,          // whose warps ask, 2 to 256
    parameter  int NUM_APPS = gmmu_pkg::GMMU_NUM_APPS,            // applications on them, 2 to 127
    parameter  int NUM_WARPS = gmmu_pkg::GMMU_NUM_WARPS,          // warps of a core: 64, 128, 256
    parameter  int WHO_W = gmmu_pkg::GMMU_WHO_W,                  // {core, warps that it runs, rank}
    parameter  int MSHR_ENTRIES = gmmu_pkg::GMMU_MSHR_ENTRIES,    // pages that are fetched, 2 to 64
    parameter  int MSHR_WAITERS = gmmu_pkg::GMMU_MSHR_WAITERS,    // requests of one of them, 2 to 16
    parameter  int MSHR_ID_W = gmmu_pkg::GMMU_MSHR_ID_W,          // names MMU_PORTS x PORT_REQUESTS of them
    parameter  int WALKERS = gmmu_pkg::GMMU_WALKERS,              // walks at a time, 2 to 64
    parameter  int WALK_LEVELS = gmmu_pkg::GMMU_WALK_LEVELS,      // levels of the longest walk, 2 to 8
    parameter  int WALK_WAYS = gmmu_pkg::GMMU_WALK_WAYS,          // cached tables of a level: 2, 4, 8, 16
    parameter  int ASID_SPACES = gmmu_pkg::GMMU_ASID_SPACES,      // address spaces, 2 to 512
    parameter  int FENCE_COUNT_W = gmmu_pkg::GMMU_FENCE_COUNT_W,  // counts the requests of all ports
    parameter  int FAULT_PAGES = gmmu_pkg::GMMU_FAULT_PAGES,      // pages that are waited for, 2 to 64
    parameter  int FAULT_RECORDS = gmmu_pkg::GMMU_FAULT_RECORDS,  // records on their way to memory, 2 to 16
    parameter  int FAULT_RING_W = gmmu_pkg::GMMU_FAULT_RING_W,    // 2^n records in the ring, 2 to 8
    parameter  int FAULT_INFO_W = gmmu_pkg::GMMU_FAULT_INFO_W,
    parameter  int FAULT_TIME_W = gmmu_pkg::GMMU_FAULT_TIME_W,
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int LARGE_VPN_W = gmmu_pkg::GMMU_LARGE_VPN_W,
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    parameter  int AXI_ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W,        // PPN_W + 12 or more
    parameter  int LITE_ADDR_W = gmmu_pkg::GMMU_LITE_ADDR_W,      // 8 to 32
    parameter  int MMU_LISTENERS = gmmu_pkg::GMMU_MMU_LISTENERS,  // 5
    parameter  int MMU_END_LISTENERS = gmmu_pkg::GMMU_MMU_END_LISTENERS,  // 12
    parameter  int MMU_ENDS = gmmu_pkg::GMMU_MMU_ENDS,            // MMU_PORTS + 2
    localparam int WALKER_W = $clog2(WALKERS),
    localparam int CORE_W = $clog2(NUM_CORES + 1),
    localparam int APP_W = $clog2(NUM_APPS + 1),
    localparam int WARP_W = $clog2(NUM_WARPS),
    localparam int WARP_COUNT_W = WARP_W + 1,
    localparam int ACTIVE_W = CORE_W + WARP_W,
    localparam int TOKEN_W = (ACTIVE_W > 15) ? ACTIVE_W : 15
) (
    input  logic                           clk,            // rising edge
    input  logic                           rst,            // synchronous, active high

    // translation ports, requests: valid, ready
    input  logic [MMU_PORTS-1:0]           q_valid,
    output logic [MMU_PORTS-1:0]           q_ready,
    input  logic [MMU_PORTS*ASID_W-1:0]    q_asid,         // address space
    input  logic [MMU_PORTS*VPN_W-1:0]     q_vpn,          // page
    input  logic [MMU_PORTS*2-1:0]         q_access,       // for fault records: bit 0 reads, bit 1 writes
    input  logic [MMU_PORTS*PORT_ID_W-1:0] q_id,           // name, which the answer gives back

    input  logic [MMU_PORTS*CORE_W-1:0]    q_core,         // core of the warp that asks
    input  logic [MMU_PORTS*WARP_COUNT_W-1:0] q_warps,     // warps that the core runs
    input  logic [MMU_PORTS*WARP_W-1:0]    q_rank,         // how many of them have a lower number

    // translation ports, answers in any order: valid, ready
    output logic [MMU_PORTS-1:0]           a_valid,
    input  logic [MMU_PORTS-1:0]           a_ready,
    output logic [MMU_PORTS*PORT_ID_W-1:0] a_id,
    output logic [MMU_PORTS*3-1:0]         a_fault,        // 0, or how the walk has ended
    output logic [MMU_PORTS-1:0]           a_large,        // the whole large page around it is mapped alike
    output logic [MMU_PORTS-1:0]           a_system,       // for system mode only
    output logic [MMU_PORTS-1:0]           a_exec,         // may be executed
    output logic [MMU_PORTS-1:0]           a_read,         // may be read
    output logic [MMU_PORTS-1:0]           a_write,        // may be written
    output logic [MMU_PORTS*PPN_W-1:0]     a_ppn,          // frame

    // TLBs of the cores: what is taken back, until it is acknowledged
    output logic                           inv_valid,
    output logic [2:0]                     inv_kind,       // 1 page, 2 space, 3 all, 5 large page
    output logic [ASID_W-1:0]              inv_asid,
    output logic [VPN_W-1:0]               inv_vpn,
    input  logic                           inv_ack,

    // AXI4-Lite slave: registers
    input  logic                           lite_awvalid,
    output logic                           lite_awready,
    input  logic [LITE_ADDR_W-1:0]         lite_awaddr,
    input  logic                           lite_wvalid,
    output logic                           lite_wready,
    input  logic [31:0]                    lite_wdata,
    input  logic [3:0]                     lite_wstrb,
    output logic                           lite_bvalid,
    input  logic                           lite_bready,
    output logic [1:0]                     lite_bresp,
    input  logic                           lite_arvalid,
    output logic                           lite_arready,
    input  logic [LITE_ADDR_W-1:0]         lite_araddr,
    output logic                           lite_rvalid,
    input  logic                           lite_rready,
    output logic [31:0]                    lite_rdata,
    output logic [1:0]                     lite_rresp,

    // AXI4 master, writes: records of faults
    output logic                           awvalid,
    input  logic                           awready,
    output logic [WALKER_W-1:0]            awid,           // 0
    output logic [AXI_ADDR_W-1:0]          awaddr,
    output logic [7:0]                     awlen,          // two beats
    output logic [2:0]                     awsize,         // 8 bytes
    output logic [1:0]                     awburst,        // INCR
    output logic                           wvalid,
    input  logic                           wready,
    output logic [63:0]                    wdata,
    output logic [7:0]                     wstrb,          // all bytes
    output logic                           wlast,
    input  logic                           bvalid,
    output logic                           bready,
    input  logic [WALKER_W-1:0]            bid,            // not looked at
    input  logic [1:0]                     bresp,

    // AXI4 master, reads: entries of page tables
    output logic                           arvalid,
    input  logic                           arready,
    output logic [WALKER_W-1:0]            arid,           // the walker
    output logic [AXI_ADDR_W-1:0]          araddr,
    output logic [7:0]                     arlen,          // one beat
    output logic [2:0]                     arsize,         // 8 bytes
    output logic [1:0]                     arburst,        // INCR
    output logic [2:0]                     aruser_level,   // user bits: level of the entry, from the leaf
    output logic [ASID_W-1:0]              aruser_asid,    // whose it is
    input  logic                           rvalid,
    output logic                           rready,         // 1
    input  logic [WALKER_W-1:0]            rid,
    input  logic [63:0]                    rdata,
    input  logic [1:0]                     rresp,
    input  logic                           rlast,          // not looked at

    // tokens: end of an epoch (one-cycle pulse); a core has another application (for one cycle); application
    // of each core, not below NUM_APPS: none
    input  logic                           epoch_end,
    input  logic                           ho_valid,
    input  logic [CORE_W-1:0]              ho_core,
    input  logic [NUM_CORES*APP_W-1:0]     core_app,       // does not change while STATUS says token_busy

    // interrupt, its timer (one-cycle pulse), time for the records
    output logic                           irq,
    input  logic                           tick,
    input  logic [31:0]                    now,

    // software has asked for quiet (CONTROL.quiesce), and nothing is under way at the AXI4 master
    output logic                           quiet,

    // events to count, each for one cycle
    output logic                           ev_lookup,      // a request is looked up in the TLB
    output logic [ASID_W-1:0]              ev_lookup_asid,
    output logic                           ev_miss,        // it has missed (again, if the miss file was full)
    output logic [ASID_W-1:0]              ev_miss_asid,
    output logic [VPN_W-1:0]               ev_miss_vpn,
    output logic                           ev_walk,        // a walk is filled
    output logic [ASID_W-1:0]              ev_walk_asid,
    output logic [VPN_W-1:0]               ev_walk_vpn,
    output logic                           ev_fill,        // and the TLB takes the page
    output logic                           ev_keep,        // or the bypass cache does
    output logic                           ev_bypass,      // a look-up hits in that cache alone

    // tokens, as they are now
    output logic                           token_busy,     // works on an epoch that is over
    output logic [NUM_APPS*TOKEN_W-1:0]    token_count     // of each application
);
  localparam int ENTRY_W = PPN_W + 4;                          // {system, exec, read, write, frame}
  localparam int RESULT_W = ENTRY_W + 5;                       // {kind, large, entry}
  localparam int KEPT_W = ENTRY_W + 1;                         // {large, entry}, in the bypass cache
  localparam int LARGE_ENTRY_W = ENTRY_W - VPN_W + LARGE_VPN_W;
  localparam int COUNT_W = FAULT_RING_W + 1;
  localparam int SET_W = $clog2(TLB_SETS);
  localparam int SPACE_W = $clog2(ASID_SPACES);
  localparam logic [2:0] INV_ALL = 3'd3;

`ifndef __ICARUS__  // Icarus has no such checks
  if (MMU_LISTENERS != 5 || MMU_END_LISTENERS != 12 || MMU_ENDS != MMU_PORTS + 2) begin : bad_listeners
    $error("gmmu: MMU_LISTENERS must be 5, MMU_END_LISTENERS 12, and MMU_ENDS MMU_PORTS + 2");
  end
  if (WHO_W != CORE_W + WARP_COUNT_W + WARP_W) begin : bad_warp
    $error("gmmu: WHO_W must be CORE_W + WARP_COUNT_W + WARP_W");
  end
  if (MMU_PORTS * PORT_REQUESTS + MMU_PORTS + MMU_ENDS >= 2 ** FENCE_COUNT_W) begin : bad_count
    $error("gmmu: FENCE_COUNT_W must count the requests of all ports");
  end
`endif

  // port of the registers
  logic                     wr_valid, wr_ok, rd_valid, rd_ok;
  logic [LITE_ADDR_W-1:0]   wr_addr, rd_addr;
  logic [31:0]              wr_data, rd_data;
  // registers
  logic                     quiesce;
  logic                     park, irq_mask, cmd_enable, cmd_valid, cmd_ready, cmd_done, resume_space;
  logic                     resume_valid, ring_enable, ring_valid, ring_ready, give_back_valid, cmd_refused;
  logic                     head_refused;
  logic [6:0]               space_pages;
  logic [5:0]               hold_all;
  logic [11:0]              irq_records, ring_head;
  logic [31:0]              cmd_page_low, cmd_highest_low, cmd_root, resume_page_low, ring_frame;
  logic [15:0]              cmd_page_high, cmd_highest_high, cmd_asid, resume_page_high, resume_asid;
  logic [2:0]               cmd_kind;
  logic                     fmt_dual, fmt_large_word, fmt_marked, fmt_read_no, fmt_write_no, fmt_system_no;
  logic                     fmt_exec_no, fmt_exec_all, fmt_write_reads, fmt_every_level, fmt_short;
  logic [2:0]               fmt_root;
  logic [5:0]               fmt_frame, fmt_frame_bits, fmt_large_low, fmt_exec;
  logic [3:0]               fmt_large_bits;
  logic [7:0]               fmt_pointer, fmt_page, fmt_large, fmt_read, fmt_write, fmt_system;
  logic [7:0]               fmt_accessed, fmt_dirty, fmt_pointer_no;
  logic [WALK_LEVELS*6-1:0] fmt_low;
  logic [WALK_LEVELS*4-1:0] fmt_bits;
  logic [WALK_LEVELS-1:0]   fmt_leaf;
  // table of address spaces: look-ups of the walker, listeners, requests
  logic                     l_valid, r_valid, r_whole;
  logic [ASID_W-1:0]        l_asid;
  logic [VPN_W-1:0]         l_vpn;
  logic [1:0]               r_why;
  logic [PPN_W-1:0]         r_root;
  logic [4:0]               told;            // walker, TLB, fault queue, request file, cores
  logic                     faults_ack, requests_ack, ending, unused_ends;
  logic                     walker_ack, tlb_ack, begin_valid, generation, unused_begin_ready;
  logic [MMU_ENDS-1:0]      end_valid, end_generation;
  // its RAM
  logic                     space_re, space_we;
  logic [SPACE_W-1:0]       space_raddr, space_waddr;
  logic [PPN_W-1:0]         space_root, space_wroot;
  logic [VPN_W-1:0]         space_lowest, space_highest, space_wlowest, space_whighest;
  // requests to TLB, miss file, fault queue
  logic                     t_fills, t_valid, r_told, fill_bypass;
  logic                     lk_valid, b_valid, t_hit, t_large, m_valid, m_taken, done_ready, fill_tlb;
  logic                     lk_ready, fill_ready, f_ready, fill_large;
  logic                     k_valid, k_taken, retry_valid, retry_ready;
  logic [ASID_W-1:0]        lk_asid, b_asid, m_asid, retry_asid;
  logic [VPN_W-1:0]         lk_vpn, b_vpn, m_vpn, retry_vpn;
  logic [ENTRY_W-1:0]       t_entry;
  logic [MMU_PORTS*WHO_W-1:0] q_who;
  logic [WHO_W-1:0]         b_who, t_who, r_who;
  // TLB and bypass cache: what they answer; token controller
  logic                     h_hit, h_large, c_hit, token_fills, use_tokens;
  logic [ENTRY_W-1:0]       h_entry;
  logic [KEPT_W-1:0]        c_kept;
  logic [15:0]              token_initial, token_margin, token_step;
  logic                     unused_c_valid, unused_c1_valid, unused_c1_hit, unused_token_valid;
  logic [KEPT_W-1:0]        unused_c1_kept;
  logic [NUM_APPS-1:0]      unused_dir;
  logic [NUM_APPS*ACTIVE_W-1:0] unused_active;
  // RAMs of the TLB
  logic                     ram_re;
  logic [TLB_WAYS-1:0]      ram_we;
  logic [SET_W-1:0]         ram_raddr, ram_waddr;
  logic [ASID_W-1:0]        ram_wasid;
  logic [TLB_TAG_W-1:0]     ram_wtag;
  logic [ENTRY_W-1:0]       ram_wppn;
  logic [TLB_WAYS*ASID_W-1:0] ram_asid;
  logic [TLB_WAYS*TLB_TAG_W-1:0] ram_tag;
  logic [TLB_WAYS*ENTRY_W-1:0] ram_ppn;
  logic [MSHR_ID_W-1:0]     m_id;
  logic [3:0]               fill_kind;
  logic [1:0]               k_access;
  logic [FAULT_INFO_W-1:0]  k_info;
  logic                     unused_t_valid;
  // miss file
  logic                     w_valid, file_ready, unused_m_ready, unused_m_told;
  logic [MSHR_ID_W-1:0]     w_slot;
  logic [RESULT_W-1:0]      w_result;
  // walker
  logic                     walk_valid, walk_ready, done_valid, done_large;
  logic                     done_read, done_write, done_exec, done_system;
  logic [ASID_W-1:0]        walk_asid, done_asid;
  logic [VPN_W-1:0]         walk_vpn, done_vpn;
  logic [PPN_W-1:0]         done_ppn, rd_table;
  logic [2:0]               done_kind, unused_done_level;
  logic [5:0]               unused_done_size;
  logic [8:0]               rd_word;
  logic [ENTRY_W-1:0]       entry;           // of the page that a walk has come to
  logic                     rd_open;         // an entry is being read
  // records of faults
  logic                     rec_valid, rec_ready, rec_take, rec_done, unused_k_ready, unused_k_told;
  logic [PPN_W-1:0]         rec_frame;
  logic [FAULT_RING_W-1:0]  rec_slot;
  logic [ASID_W-1:0]        rec_asid;
  logic [VPN_W-1:0]         rec_vpn;
  logic [1:0]               rec_access;
  logic [2:0]               rec_why;
  logic [FAULT_INFO_W-1:0]  rec_info;
  logic [FAULT_TIME_W-1:0]  rec_time;
  logic [COUNT_W-1:0]       ring_first, ring_tail;
  logic                     ring_on, error_seen, error_more, error_clear;
  logic [FAULT_RING_W-1:0]  error_slot;
  logic [ASID_W-1:0]        error_asid;
  logic [VPN_W-1:0]         error_vpn;
  // bits of registers beyond the widths of the block, always 0, and pins that are not looked at
  logic                     unused_bits;

  for (genvar p = 0; p < MMU_PORTS; p++) begin : ports
    assign q_who[p*WHO_W+:WHO_W] = {q_core[p*CORE_W+:CORE_W], q_warps[p*WARP_COUNT_W+:WARP_COUNT_W],
                                    q_rank[p*WARP_W+:WARP_W]};
  end
  assign t_hit     = h_hit || c_hit;
  assign t_large   = h_hit ? h_large : c_kept[ENTRY_W];
  assign t_entry   = h_hit ? h_entry : c_kept[ENTRY_W-1:0];
  assign t_fills   = token_fills || !use_tokens;
  assign f_ready   = file_ready && fill_ready;
  assign entry     = {done_system, done_exec, done_read, done_write, done_ppn};
  assign inv_valid = told[4];
  assign awid      = '0;
  assign awlen     = 8'd1;
  assign awsize    = 3'd3;
  assign awburst   = 2'd1;
  assign wstrb     = 8'hFF;
  assign araddr    = (AXI_ADDR_W'(rd_table) << 12) | (AXI_ADDR_W'(rd_word) << 3);
  assign arlen     = 8'd0;
  assign arsize    = 3'd3;
  assign arburst   = 2'd1;
  assign rready    = 1'b1;
  assign rec_take  = rec_valid && !quiesce;
  assign quiet     = quiesce && !rd_open && rec_ready;
  assign ev_lookup = lk_valid;
  assign ev_lookup_asid = lk_asid;
  assign ev_miss = m_valid;
  assign ev_miss_asid = m_asid;
  assign ev_miss_vpn = m_vpn;
  assign ev_walk = done_ready;
  assign ev_walk_asid = done_asid;
  assign ev_walk_vpn = done_vpn;
  assign ev_fill = fill_tlb;
  assign ev_keep = fill_bypass;
  assign ev_bypass = c_hit && !h_hit;
  assign unused_bits = ^{bid, rlast, rresp[0], cmd_asid >> ASID_W, resume_asid >> ASID_W, cmd_root >> PPN_W,
      ring_frame >> PPN_W, {cmd_page_high, cmd_page_low} >> VPN_W,
      {cmd_highest_high, cmd_highest_low} >> VPN_W, {resume_page_high, resume_page_low} >> VPN_W,
      irq_records >> COUNT_W, ring_head >> COUNT_W, hold_all >> MMU_PORTS, b_who[WARP_W+:WARP_COUNT_W],
      t_who[WARP_W-1:0], r_who[WARP_W-1:0]};

  axi4_lite_port #(.LITE_ADDR_W(LITE_ADDR_W)) lite (
      .awvalid(lite_awvalid), .awready(lite_awready), .awaddr(lite_awaddr), .wvalid(lite_wvalid),
      .wready(lite_wready), .wdata(lite_wdata), .wstrb(lite_wstrb), .bvalid(lite_bvalid),
      .bready(lite_bready), .bresp(lite_bresp), .arvalid(lite_arvalid), .arready(lite_arready),
      .araddr(lite_araddr),
      .rvalid(lite_rvalid), .rready(lite_rready), .rdata(lite_rdata), .rresp(lite_rresp), .*
  );

  mmu_registers #(
      .LITE_ADDR_W(LITE_ADDR_W), .ASID_W(ASID_W), .FAULT_RING_W(FAULT_RING_W), .PPN_W(PPN_W), .VPN_W(VPN_W),
      .MMU_PORTS(MMU_PORTS), .WALK_LEVELS(WALK_LEVELS)
  ) regs (
      .irq_up(irq), .resume_ready(1'b1), .give_back_ready(1'b1), .ring_first(12'(ring_first)),
      .ring_tail(12'(ring_tail)), .record_error(error_seen), .error_slot(8'(error_slot)),
      .error_asid(16'(error_asid)), .error_page_low(32'(error_vpn)),
      .error_page_high(16'(error_vpn >> 32)), .error_clear_valid(error_clear), .error_clear_ready(1'b1), .*
  );

  asid_table #(
      .ASID_SPACES(ASID_SPACES), .INV_LISTENERS(5), .END_LISTENERS(MMU_END_LISTENERS), .FENCE_PORTS(MMU_ENDS),
      .FENCE_COUNT_W(FENCE_COUNT_W), .ASID_W(ASID_W), .VPN_W(VPN_W), .LARGE_VPN_W(LARGE_VPN_W), .PPN_W(PPN_W)
  ) spaces (
      .c_valid(cmd_valid), .c_kind(cmd_kind), .c_asid(ASID_W'(cmd_asid)),
      .c_vpn(VPN_W'({cmd_page_high, cmd_page_low})), .c_highest(VPN_W'({cmd_highest_high, cmd_highest_low})),
      .c_root(PPN_W'(cmd_root)), .c_enable(cmd_enable), .c_ready(cmd_ready), .c_done(cmd_done),
      .c_refused(cmd_refused),
      .inv_ends(unused_ends),
      .inv_valid(told), .inv_ack({inv_ack, requests_ack, faults_ack, tlb_ack, walker_ack}),
      .begin_valid(MMU_ENDS'(begin_valid)),
      .begin_ready(unused_begin_ready), .ram_re(space_re), .ram_raddr(space_raddr), .ram_root(space_root),
      .ram_lowest(space_lowest), .ram_highest(space_highest), .ram_we(space_we), .ram_waddr(space_waddr),
      .ram_wroot(space_wroot), .ram_wlowest(space_wlowest), .ram_whighest(space_whighest), .*
  );

  // a macro in its place: gmmu_ram.sv
  gmmu_ram #(.WORDS(ASID_SPACES), .WORD_W(2 * VPN_W + PPN_W)) space_ram (
      .we(space_we), .waddr(space_waddr), .wdata({space_whighest, space_wlowest, space_wroot}), .re(space_re),
      .raddr(space_raddr), .rdata({space_highest, space_lowest, space_root}), .*
  );

  request_file #(
      .MMU_PORTS(MMU_PORTS), .PORT_REQUESTS(PORT_REQUESTS), .PORT_ID_W(PORT_ID_W), .MSHR_ID_W(MSHR_ID_W),
      .WHO_W(WHO_W), .FAULT_INFO_W(FAULT_INFO_W), .ENTRY_W(ENTRY_W), .RESULT_W(RESULT_W), .ASID_W(ASID_W),
      .VPN_W(VPN_W), .PPN_W(PPN_W)
  ) requests (
      .r_valid(r_told), .n_ending(ending), .n_valid(told[3]), .n_asid(inv_asid), .n_ack(requests_ack),
      .hold_all(hold_all[MMU_PORTS-1:0]), .park(park && ring_on), .*
  );

  // invalidations as asid_table names them
  sram_tlb #(
      .TLB_SETS(TLB_SETS), .TLB_WAYS(TLB_WAYS), .TLB_LARGE(TLB_LARGE), .TLB_TAG_W(TLB_TAG_W), .ASID_W(ASID_W),
      .VPN_W(VPN_W), .PPN_W(ENTRY_W), .LARGE_VPN_W(LARGE_VPN_W), .LARGE_PPN_W(LARGE_ENTRY_W)
  ) tlb (
      .fill_valid(fill_tlb), .fill_asid(done_asid), .fill_vpn(done_vpn), .fill_ppn(entry),
      .inv_valid(told[1]), .inv_ack(tlb_ack), .a_valid(unused_t_valid), .a_hit(h_hit), .a_large(h_large),
      .a_ppn(h_entry), .*
  );

  // macros in their place: gmmu_ram.sv
  for (genvar w = 0; w < TLB_WAYS; w++) begin : rams
    gmmu_ram #(.WORDS(TLB_SETS), .WORD_W(ASID_W + TLB_TAG_W + ENTRY_W)) ram (
        .we(ram_we[w]), .waddr(ram_waddr), .wdata({ram_wasid, ram_wtag, ram_wppn}), .re(ram_re),
        .raddr(ram_raddr),
        .rdata({ram_asid[w*ASID_W+:ASID_W], ram_tag[w*TLB_TAG_W+:TLB_TAG_W], ram_ppn[w*ENTRY_W+:ENTRY_W]}), .*
    );
  end

  bypass_cache #(
      .BYPASS_ENTRIES(BYPASS_ENTRIES), .ASID_W(ASID_W), .VPN_W(VPN_W), .PPN_W(KEPT_W)
  ) bypass (
      .lk0_valid(b_valid), .lk0_asid(b_asid), .lk0_vpn(b_vpn), .lk1_valid(1'b0), .lk1_asid('0),
      .lk1_vpn('0),
      .fill_valid(fill_bypass), .fill_asid(done_asid), .fill_vpn(done_vpn), .fill_ppn({fill_large, entry}),
      .flush(tlb_ack), .a0_valid(unused_c_valid), .a0_hit(c_hit), .a0_ppn(c_kept), .a1_valid(unused_c1_valid),
      .a1_hit(unused_c1_hit), .a1_ppn(unused_c1_kept), .*
  );

  // port 0 counts look-ups that hit, port 1 misses that the miss file takes
  token_controller #(
      .NUM_CORES(NUM_CORES), .NUM_APPS(NUM_APPS), .NUM_WARPS(NUM_WARPS)
  ) controller (
      .ev0_valid(t_valid && t_hit), .ev0_core(t_who[WHO_W-1-:CORE_W]),
      .ev0_warps(t_who[WARP_W+:WARP_COUNT_W]),
      .ev0_hit(1'b1), .ev1_valid(r_told && m_taken), .ev1_core(r_who[WHO_W-1-:CORE_W]),
      .ev1_warps(r_who[WARP_W+:WARP_COUNT_W]), .ev1_hit(1'b0), .q_valid(b_valid),
      .q_core(b_who[WHO_W-1-:CORE_W]), .q_rank(b_who[WARP_W-1:0]), .cfg_initial(token_initial),
      .cfg_margin(token_margin), .cfg_step(token_step), .a_valid(unused_token_valid), .a_fill(token_fills),
      .busy(token_busy), .tokens(token_count), .dir(unused_dir), .active(unused_active), .*
  );

  tlb_mshr #(
      .MSHR_ENTRIES(MSHR_ENTRIES), .MSHR_WAITERS(MSHR_WAITERS), .MSHR_ID_W(MSHR_ID_W), .ASID_W(ASID_W),
      .VPN_W(VPN_W), .PPN_W(RESULT_W)
  ) mshrs (
      .ready(unused_m_ready), .r_valid(unused_m_told), .r_taken(m_taken), .f_ready(file_ready),
      .f_valid(done_ready), .f_asid(done_asid), .f_vpn(done_vpn), .f_ppn({fill_kind, fill_large, entry}),
      .a_valid(w_valid), .a_id(w_slot), .a_ppn(w_result), .a_ready(1'b1), .*
  );

  page_walker #(
      .WALKERS(WALKERS), .WALK_LEVELS(WALK_LEVELS), .WALK_WAYS(WALK_WAYS), .WALK_READS(1), .ASID_W(ASID_W),
      .VPN_W(VPN_W), .LARGE_VPN_W(LARGE_VPN_W), .PPN_W(PPN_W)
  ) walker (
      .rd_valid(arvalid), .rd_walker(arid), .rd_ready(arready), .hold(quiesce),
      .rd_level(aruser_level), .rd_asid(aruser_asid), .rsp_valid(rvalid), .rsp_walker(rid),
      .rsp_error(rresp[1]), .rsp_data(rdata), .inv_valid(told[0]), .inv_all(inv_kind == INV_ALL),
      .inv_ack(walker_ack), .done_level(unused_done_level),
      .done_size(unused_done_size), .*
  );

  fault_queue #(
      .FAULT_PAGES(FAULT_PAGES), .FAULT_RECORDS(FAULT_RECORDS), .FAULT_RING_W(FAULT_RING_W),
      .FAULT_INFO_W(FAULT_INFO_W), .FAULT_TIME_W(FAULT_TIME_W), .ASID_W(ASID_W), .VPN_W(VPN_W), .PPN_W(PPN_W)
  ) faults (
      .f_valid(k_valid), .f_asid(done_asid), .f_vpn(done_vpn), .f_access(k_access), .f_why(done_kind),
      .f_info(k_info), .f_time(FAULT_TIME_W'(now)), .ready(unused_k_ready), .r_valid(unused_k_told),
      .r_taken(k_taken), .c_valid(resume_valid), .c_space(resume_space), .c_asid(ASID_W'(resume_asid)),
      .c_vpn(VPN_W'({resume_page_high, resume_page_low})), .n_valid(told[2]), .n_asid(inv_asid),
      .n_ack(faults_ack), .w_valid(rec_valid), .w_frame(rec_frame),
      .w_slot(rec_slot), .w_asid(rec_asid), .w_vpn(rec_vpn), .w_access(rec_access), .w_why(rec_why),
      .w_info(rec_info), .w_time(rec_time), .w_ready(rec_ready && !quiesce), .w_done(rec_done),
      .h_valid(give_back_valid), .h_head(COUNT_W'(ring_head)), .h_refused(head_refused), .enabled(ring_on),
      .head(ring_first), .tail(ring_tail), .b_valid(ring_valid),
      .b_enable(ring_enable), .b_frame(PPN_W'(ring_frame)), .b_ready(ring_ready),
      .irq_records(COUNT_W'(irq_records)), .*
  );

  record_writer #(
      .FAULT_RING_W(FAULT_RING_W), .FAULT_INFO_W(FAULT_INFO_W), .FAULT_TIME_W(FAULT_TIME_W), .ASID_W(ASID_W),
      .VPN_W(VPN_W), .PPN_W(PPN_W), .AXI_ADDR_W(AXI_ADDR_W)
  ) writer (
      .w_take(rec_take), .w_ready(rec_ready), .w_frame(rec_frame), .w_slot(rec_slot), .w_asid(rec_asid),
      .w_vpn(rec_vpn), .w_access(rec_access), .w_why(rec_why), .w_info(rec_info), .w_time(rec_time),
      .w_done(rec_done), .error(error_seen), .error_forget(ring_valid && ring_ready), .*
  );
endmodule
