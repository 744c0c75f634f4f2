// SPDX-License-Identifier: Apache-2.0
// A system around the gmmu: two small cores with L1 TLBs, one at a port of the block, one behind a
// vortex_port; the block at the bus, behind bridges for DCRs and memory, or on a wide bus; page tables,
// records, programs and data in one memory behind a dram_scheduler. Outside are the host (registers,
// interrupt, warps that it begins) and the DRAM (tb/soc/soc_dram.h).
module soc #(
    parameter  int MMU_PORTS = gmmu_pkg::GMMU_MMU_PORTS,  // of the gmmu: 2, and what gmmu.sv says
    parameter  int MMU_ENDS = gmmu_pkg::GMMU_MMU_ENDS,
    parameter  int TLB_SETS = gmmu_pkg::GMMU_TLB_SETS,
    parameter  int TLB_WAYS = gmmu_pkg::GMMU_TLB_WAYS,
    parameter  int TLB_LARGE = gmmu_pkg::GMMU_TLB_LARGE,
    parameter  int TLB_TAG_W = gmmu_pkg::GMMU_TLB_TAG_W,
    parameter  int BYPASS_ENTRIES = gmmu_pkg::GMMU_BYPASS_ENTRIES,
    parameter  int NUM_CORES = gmmu_pkg::GMMU_NUM_CORES,
    parameter  int NUM_APPS = gmmu_pkg::GMMU_NUM_APPS,
    parameter  int NUM_WARPS = gmmu_pkg::GMMU_NUM_WARPS,
    parameter  int WHO_W = gmmu_pkg::GMMU_WHO_W,
    parameter  int MSHR_ENTRIES = gmmu_pkg::GMMU_MSHR_ENTRIES,
    parameter  int MSHR_WAITERS = gmmu_pkg::GMMU_MSHR_WAITERS,
    parameter  int WALKERS = gmmu_pkg::GMMU_WALKERS,
    parameter  int WALK_LEVELS = gmmu_pkg::GMMU_WALK_LEVELS,
    parameter  int WALK_WAYS = gmmu_pkg::GMMU_WALK_WAYS,
    parameter  int ASID_SPACES = gmmu_pkg::GMMU_ASID_SPACES,
    parameter  int FAULT_PAGES = gmmu_pkg::GMMU_FAULT_PAGES,
    parameter  int FAULT_RECORDS = gmmu_pkg::GMMU_FAULT_RECORDS,
    parameter  int FAULT_RING_W = gmmu_pkg::GMMU_FAULT_RING_W,
    localparam int WARPS = 4,                             // of a core
    localparam int LANES = 2,                             // of a warp
    localparam int ENTRIES = 8,                           // of an L1 TLB
    localparam int SLOT_W = $clog2(WARPS * LANES),
    localparam int ASID_W = gmmu_pkg::GMMU_ASID_W,
    localparam int VPN_W = gmmu_pkg::GMMU_VPN_W,
    localparam int PPN_W = gmmu_pkg::GMMU_PPN_W,
    localparam int ID_W = gmmu_pkg::GMMU_PORT_ID_W,
    localparam int ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W,
    localparam int WALKER_W = $clog2(WALKERS),
    localparam int APP_W = $clog2(NUM_APPS + 1)
) (
    input  logic                clk,          // rising edge
    input  logic                rst,          // synchronous, active high
    input  logic [3:0]          plant,        // a planted bug of core, L1 TLB, crossing; 0: none
    input  logic                flush_waits,  // a flush of core 1 waits for its answers, as in soc_l1
    input  logic                bridged,      // the gmmu is behind dcr_bridge, not lite_*, and mem_bus_bridge
    input  logic                wide,         // its memory is behind axi4_master, of 256 bits, in any case
    input  logic                crossed,      // lite_* and irq are at bus_clk, behind axi4_lite_cdc
    input  logic                bus_clk,      // rising edge
    input  logic                bus_rst,      // synchronous to bus_clk, active high
    output logic                bus_up,       // as in axi4_lite_cdc

    // host: DCR bus, as in dcr_bridge
    input  logic                dcr_valid,
    input  logic                dcr_rw,
    input  logic [11:0]         dcr_addr,
    input  logic [31:0]         dcr_data,
    output logic                dcr_rsp_valid,
    output logic [31:0]         dcr_rsp_data,
    output logic                dcr_busy,

    // host: registers of the gmmu
    input  logic                lite_awvalid,
    output logic                lite_awready,
    input  logic [7:0]          lite_awaddr,
    input  logic                lite_wvalid,
    output logic                lite_wready,
    input  logic [31:0]         lite_wdata,
    input  logic [3:0]          lite_wstrb,
    output logic                lite_bvalid,
    input  logic                lite_bready,
    output logic [1:0]          lite_bresp,
    input  logic                lite_arvalid,
    output logic                lite_arready,
    input  logic [7:0]          lite_araddr,
    output logic                lite_rvalid,
    input  logic                lite_rready,
    output logic [31:0]         lite_rdata,
    output logic [1:0]          lite_rresp,
    output logic                irq,
    output logic                quiet,

    // host: warps, as in soc_core
    input  logic                run_valid,
    input  logic                run_core,
    input  logic [1:0]          run_warp,
    input  logic [ASID_W-1:0]   run_asid,
    input  logic [47:0]         run_pc,
    output logic [2*WARPS-1:0]  busy,
    output logic [2*WARPS-1:0]  failed,
    output logic [2*WARPS-1:0]  dead,
    output logic [2*WARPS-1:0]  blocked,
    output logic [2*WARPS*VPN_W-1:0] page,
    input  logic [2*WARPS-1:0]  retry,

    // DRAM, as in dram_scheduler
    input  logic [7:0]          bank_ready,
    output logic                issue_valid,
    output logic [5:0]          issue_id,
    output logic                issue_write,
    output logic [2:0]          issue_bank,
    output logic [22:0]         issue_row,
    output logic [3:0]          issue_col,
    input  logic                act_valid,
    input  logic [2:0]          act_bank,
    input  logic [22:0]         act_row,
    input  logic [7:0]          pre,
    output logic                wd_valid,
    output logic [4:0]          wd_id,
    output logic [1:0]          wd_beat,
    output logic [63:0]         wd_data,
    output logic [7:0]          wd_strb,
    input  logic                rd_valid,
    output logic                rd_ready,
    input  logic [4:0]          rd_id,
    input  logic [63:0]         rd_data,
    input  logic                done_valid,
    output logic                done_ready,
    input  logic [4:0]          done_id,

    // pins of the gmmu that are seen nowhere else, for those who compare two runs
    output logic [511:0]        watch
);
  // gmmu: port 0 is core 0's, port 1 the vortex_port's
  logic [1:0]           q_valid, q_ready, a_valid, a_ready;
  logic [2*ASID_W-1:0]  q_asid;
  logic [2*VPN_W-1:0]   q_vpn;
  logic [3:0]           q_access;
  logic [2*ID_W-1:0]    q_id, a_id;
  logic [5:0]           a_fault;
  logic [1:0]           a_large, a_system, a_exec, a_read, a_write;
  logic [2*PPN_W-1:0]   a_ppn;
  logic                 inv_valid, inv_ack;
  logic [2:0]           inv_kind;
  logic [ASID_W-1:0]    inv_asid;
  logic [VPN_W-1:0]     inv_vpn;
  logic                 g_awvalid, g_awready, g_wvalid, g_wready, g_wlast, g_bvalid, g_bready;
  logic [ADDR_W-1:0]    g_awaddr;
  logic [63:0]          g_wdata;
  logic [1:0]           g_bresp;
  logic                 g_arvalid, g_arready, g_rvalid;
  logic [WALKER_W:0]    g_arid, g_rid;
  logic [ADDR_W-1:0]    g_araddr;
  logic [ASID_W-1:0]    g_asid;
  logic [63:0]          g_rdata;
  logic [255:0]         g_rline;
  logic [1:0]           g_rresp;
  logic [31:0]          now;
  // gmmu's own pins (n_*), its registers (x_*), and what the bridges are to them (i_*, b_*)
  logic                 n_awvalid, n_wvalid, n_bready, n_arvalid, n_rready;
  logic [7:0]           n_wstrb;
  logic [2:0]           n_level;
  logic [WALKER_W-1:0]  n_arid, i_rid;
  logic [ADDR_W-1:0]    n_araddr;
  logic [ASID_W-1:0]    n_asid;
  logic                 i_awready, i_wready, i_bvalid, i_arready, i_rvalid;
  logic [63:0]          i_rdata;
  logic                 x_awready, x_wready, x_bvalid, x_arready, x_rvalid;
  logic [1:0]           x_bresp, x_rresp;
  logic [31:0]          x_rdata;
  logic                 b_awvalid, b_wvalid, b_bready, b_arvalid, b_rready;
  logic [7:0]           b_awaddr, b_araddr;
  logic [31:0]          b_wdata;
  logic [3:0]           b_wstrb;
  // registers at the clock of the block (y_*), from lite_* itself or from the crossing: h_* of its master,
  // f_* of its slave
  logic                 y_awvalid, y_wvalid, y_bready, y_arvalid, y_rready;
  logic [7:0]           y_awaddr, y_araddr;
  logic [31:0]          y_wdata;
  logic [3:0]           y_wstrb;
  logic                 h_awvalid, h_wvalid, h_bready, h_arvalid, h_rready;
  logic [7:0]           h_awaddr, h_araddr;
  logic [31:0]          h_wdata;
  logic [3:0]           h_wstrb;
  logic                 f_awready, f_wready, f_bvalid, f_arready, f_rvalid, f_irq, x_irq;
  logic [1:0]           f_bresp, f_rresp;
  logic [31:0]          f_rdata;
  // memory bus, and lines at soc_bus
  logic                 r_valid, r_ready, r_rw, s_valid, s_ready, l_valid, l_ready, l_arvalid, k_valid, lined;
  logic [ADDR_W-1:0]    r_addr, l_addr, l_araddr, k_addr;
  logic [31:0]          r_byteen;
  logic [255:0]         r_data, s_data, l_line, k_line;
  logic [WALKER_W+2:0]  r_tag, s_tag;
  logic [3:0]           l_words, k_words;
  logic [WALKER_W:0]    l_arid;
  // what the axi4_master is to the gmmu (e_*), and says on its bus (v_*)
  logic                 e_awready, e_wready, e_bvalid, e_arready, e_rvalid;
  logic [1:0]           e_bresp, e_rresp;
  logic [WALKER_W-1:0]  e_rid, v_arid;
  logic [63:0]          e_rdata;
  logic                 v_awvalid, v_wvalid, v_wlast, v_bready, v_arvalid, v_writes, v_wrong, v_refused;
  logic [ADDR_W-1:0]    v_awaddr, v_araddr;
  logic [32:0]          v_aw, v_ar;
  logic [255:0]         v_wdata;
  logic [31:0]          v_wstrb;
  logic [2:0]           v_level;
  logic [ASID_W-1:0]    v_asid;
  // cores, before the vortex_port
  logic [1:0]           c_q_valid, c_q_ready, c_a_valid, c_a_ready, c_ack, c_inv;
  logic [2*ASID_W-1:0]  c_q_asid;
  logic [2*VPN_W-1:0]   c_q_vpn;
  logic [3:0]           c_q_kind;
  logic [2*ID_W-1:0]    c_q_id, c_a_id;
  logic [5:0]           c_a_fault, c_inv_kind;
  logic [1:0]           c_large, c_system, c_exec, c_read, c_write;
  logic [2*PPN_W-1:0]   c_ppn;
  logic                 port_ack, rsp_fault;
  logic [1:0]           rsp_level;
  logic [7:0]           rsp_flags;
  // cores and memory
  logic [1:0]           m_valid, m_ready, m_write, d_valid;
  logic [2*SLOT_W-1:0]  m_slot, d_slot;
  logic [2*ADDR_W-1:0]  m_addr;
  logic [127:0]         m_data, d_data;
  logic                 awvalid, awready, wvalid, wready, wlast;
  logic                 bvalid, bready, arvalid, arready, rvalid, rlast;
  logic [4:0]           awid, bid, arid, rid;
  logic [ADDR_W-1:0]    awaddr, araddr;
  logic [APP_W:0]       awuser, aruser;
  logic [63:0]          wdata, rdata;
  logic [7:0]           wstrb;
  logic [1:0]           bresp, rresp;
  logic                 unused_bits;     // pages beyond Sv39, flags that are always 0, and V

  assign unused_bits = ^{c_q_vpn[2*VPN_W-1:VPN_W+27], rsp_flags[7:5], rsp_flags[0]};
  assign watch = 512'({q_valid, q_ready, q_asid, q_vpn, q_access, q_id, a_valid, a_ready, a_id, a_fault,
      a_large, a_system, a_exec, a_read, a_write, a_ppn, inv_valid, inv_kind, inv_asid, inv_vpn, n_awvalid,
      g_awaddr, n_wvalid, g_wdata, g_wlast, n_bready, n_arvalid, n_arid, n_araddr, n_asid});

  // core 0: bit 0 of an access reads, bit 1 writes
  assign q_valid[0]          = c_q_valid[0];
  assign c_q_ready[0]        = q_ready[0];
  assign q_asid[0+:ASID_W]   = c_q_asid[0+:ASID_W];
  assign q_vpn[0+:VPN_W]     = c_q_vpn[0+:VPN_W];
  assign q_access[1:0]       = c_q_kind[1:0] == 2'd1 ? 2'd2 : 2'd1;
  assign q_id[0+:ID_W]       = c_q_id[0+:ID_W];
  assign c_a_valid[0]        = a_valid[0];
  assign a_ready[0]          = c_a_ready[0];
  assign c_a_id[0+:ID_W]     = a_id[0+:ID_W];
  assign c_a_fault[2:0]      = a_fault[2:0];
  assign c_large[0]          = a_large[0];
  assign c_system[0]         = a_system[0];
  assign c_exec[0]           = a_exec[0];
  assign c_read[0]           = a_read[0];
  assign c_write[0]          = a_write[0];
  assign c_ppn[0+:PPN_W]     = a_ppn[0+:PPN_W];
  assign c_inv[0]            = inv_valid;
  assign c_inv_kind[2:0]     = inv_kind;

  // core 1: its port says neither why there is no frame nor what is to be dropped
  assign c_a_fault[5:3]      = rsp_fault ? 3'd6 : 3'd0;
  assign c_large[1]          = rsp_level != 2'd0;
  assign c_system[1]         = !rsp_flags[4];
  assign c_exec[1]           = rsp_flags[3];
  assign c_write[1]          = rsp_flags[2];
  assign c_read[1]           = rsp_flags[1];
  assign c_inv_kind[5:3]     = 3'd3;
  assign inv_ack             = c_ack[0] && port_ack;

  vortex_port port (
      .clk(clk), .rst(rst), .req_valid(c_q_valid[1]), .req_ready(c_q_ready[1]), .req_id(c_q_id[ID_W+:ID_W]),
      .req_access(c_q_kind[3:2]), .req_amo(1'b0), .req_vpn(c_q_vpn[VPN_W+:27]),
      .asid(c_q_asid[ASID_W+:ASID_W]), .cfg_sv32(1'b0), .rsp_valid(c_a_valid[1]), .rsp_ready(c_a_ready[1]),
      .rsp_id(c_a_id[ID_W+:ID_W]), .rsp_fault(rsp_fault), .rsp_level(rsp_level),
      .rsp_ppn(c_ppn[PPN_W+:PPN_W]), .rsp_flags(rsp_flags), .flush_req(c_inv[1]), .flush_done(c_ack[1]),
      .q_valid(q_valid[1]), .q_ready(q_ready[1]), .q_asid(q_asid[ASID_W+:ASID_W]),
      .q_vpn(q_vpn[VPN_W+:VPN_W]), .q_access(q_access[3:2]), .q_id(q_id[ID_W+:ID_W]), .a_valid(a_valid[1]),
      .a_ready(a_ready[1]), .a_id(a_id[ID_W+:ID_W]), .a_fault(a_fault[5:3]), .a_large(a_large[1]),
      .a_system(a_system[1]), .a_exec(a_exec[1]), .a_read(a_read[1]), .a_write(a_write[1]),
      .a_ppn(a_ppn[PPN_W+:PPN_W]), .inv_valid(inv_valid), .inv_ack(port_ack)
  );

  for (genvar c = 0; c < 2; c++) begin : cores
    soc_core #(
        .WARPS(WARPS), .LANES(LANES), .ENTRIES(ENTRIES)
    ) core (
        .clk(clk), .rst(rst), .plant(plant), .flush_waits(flush_waits && c == 1),
        .run_valid(run_valid && int'(run_core) == c), .run_warp(run_warp), .run_asid(run_asid),
        .run_pc(run_pc), .busy(busy[c*WARPS+:WARPS]), .failed(failed[c*WARPS+:WARPS]),
        .dead(dead[c*WARPS+:WARPS]), .blocked(blocked[c*WARPS+:WARPS]),
        .page(page[c*WARPS*VPN_W+:WARPS*VPN_W]), .retry(retry[c*WARPS+:WARPS]), .q_valid(c_q_valid[c]),
        .q_ready(c_q_ready[c]), .q_asid(c_q_asid[c*ASID_W+:ASID_W]), .q_vpn(c_q_vpn[c*VPN_W+:VPN_W]),
        .q_kind(c_q_kind[c*2+:2]), .q_id(c_q_id[c*ID_W+:ID_W]), .a_valid(c_a_valid[c]),
        .a_ready(c_a_ready[c]), .a_id(c_a_id[c*ID_W+:ID_W]), .a_fault(c_a_fault[c*3+:3]),
        .a_large(c_large[c]), .a_system(c_system[c]), .a_exec(c_exec[c]), .a_read(c_read[c]),
        .a_write(c_write[c]), .a_ppn(c_ppn[c*PPN_W+:PPN_W]), .inv_valid(c_inv[c]),
        .inv_kind(c_inv_kind[c*3+:3]), .inv_asid(inv_asid), .inv_vpn(inv_vpn), .inv_ack(c_ack[c]),
        .m_valid(m_valid[c]), .m_ready(m_ready[c]), .m_write(m_write[c]), .m_slot(m_slot[c*SLOT_W+:SLOT_W]),
        .m_addr(m_addr[c*ADDR_W+:ADDR_W]), .m_data(m_data[c*64+:64]), .d_valid(d_valid[c]),
        .d_slot(d_slot[c*SLOT_W+:SLOT_W]), .d_data(d_data[c*64+:64])
    );
  end

  always_ff @(posedge clk) now <= rst ? 32'd0 : now + 32'd1;

  // all warps fill the TLB: no tokens
  gmmu #(
      .MMU_PORTS(MMU_PORTS), .MMU_ENDS(MMU_ENDS), .TLB_SETS(TLB_SETS), .TLB_WAYS(TLB_WAYS),
      .TLB_LARGE(TLB_LARGE), .TLB_TAG_W(TLB_TAG_W), .BYPASS_ENTRIES(BYPASS_ENTRIES), .NUM_CORES(NUM_CORES),
      .NUM_APPS(NUM_APPS), .NUM_WARPS(NUM_WARPS), .WHO_W(WHO_W), .MSHR_ENTRIES(MSHR_ENTRIES),
      .MSHR_WAITERS(MSHR_WAITERS), .WALKERS(WALKERS), .WALK_LEVELS(WALK_LEVELS), .WALK_WAYS(WALK_WAYS),
      .ASID_SPACES(ASID_SPACES), .FAULT_PAGES(FAULT_PAGES), .FAULT_RECORDS(FAULT_RECORDS),
      .FAULT_RING_W(FAULT_RING_W)
  ) mmu (
      .clk(clk), .rst(rst), .q_valid(q_valid), .q_ready(q_ready), .q_asid(q_asid), .q_vpn(q_vpn),
      .q_access(q_access), .q_id(q_id), .q_core('0), .q_warps('0), .q_rank('0), .a_valid(a_valid),
      .a_ready(a_ready), .a_id(a_id), .a_fault(a_fault), .a_large(a_large), .a_system(a_system),
      .a_exec(a_exec), .a_read(a_read), .a_write(a_write), .a_ppn(a_ppn), .inv_valid(inv_valid),
      .inv_kind(inv_kind), .inv_asid(inv_asid), .inv_vpn(inv_vpn), .inv_ack(inv_ack),
      .lite_awvalid(bridged ? b_awvalid : y_awvalid), .lite_awready(x_awready),
      .lite_awaddr(bridged ? b_awaddr : y_awaddr), .lite_wvalid(bridged ? b_wvalid : y_wvalid),
      .lite_wready(x_wready), .lite_wdata(bridged ? b_wdata : y_wdata),
      .lite_wstrb(bridged ? b_wstrb : y_wstrb), .lite_bvalid(x_bvalid),
      .lite_bready(bridged ? b_bready : y_bready), .lite_bresp(x_bresp),
      .lite_arvalid(bridged ? b_arvalid : y_arvalid), .lite_arready(x_arready),
      .lite_araddr(bridged ? b_araddr : y_araddr), .lite_rvalid(x_rvalid),
      .lite_rready(bridged ? b_rready : y_rready), .lite_rdata(x_rdata), .lite_rresp(x_rresp),
      .awvalid(n_awvalid), .awready(wide ? e_awready : bridged ? i_awready : g_awready), .awid(),
      .awaddr(g_awaddr), .awlen(), .awsize(), .awburst(), .wvalid(n_wvalid),
      .wready(wide ? e_wready : bridged ? i_wready : g_wready), .wdata(g_wdata),
      .wstrb(n_wstrb), .wlast(g_wlast), .bvalid(wide ? e_bvalid : bridged ? i_bvalid : g_bvalid),
      .bready(n_bready), .bid('0), .bresp(wide ? e_bresp : bridged ? 2'd0 : g_bresp), .arvalid(n_arvalid),
      .arready(wide ? e_arready : bridged ? i_arready : g_arready), .arid(n_arid), .araddr(n_araddr),
      .arlen(), .arsize(), .arburst(), .aruser_level(n_level), .aruser_asid(n_asid),
      .rvalid(wide ? e_rvalid : bridged ? i_rvalid : g_rvalid), .rready(n_rready),
      .rid(wide ? e_rid : bridged ? i_rid : g_rid[WALKER_W-1:0]),
      .rdata(wide ? e_rdata : bridged ? i_rdata : g_rdata),
      .rresp(wide ? e_rresp : bridged ? 2'd0 : g_rresp), .rlast(1'b1), .epoch_end(1'b0), .ho_valid(1'b0),
      .ho_core('0), .core_app('1), .irq(x_irq), .tick(now[7:0] == 8'd0), .now(now), .quiet(quiet),
      .ev_lookup(), .ev_lookup_asid(), .ev_miss(), .ev_miss_asid(), .ev_miss_vpn(), .ev_walk(),
      .ev_walk_asid(), .ev_walk_vpn(), .ev_fill(), .ev_keep(), .ev_bypass(), .token_busy(), .token_count()
  );

  soc_bus #(
      .SLOT_W(SLOT_W), .WALKER_W(WALKER_W + 1), .APP_W(APP_W)
  ) bus (.*);

  // ---- registers at another clock ----

  assign y_awvalid = crossed ? h_awvalid : lite_awvalid;
  assign y_awaddr  = crossed ? h_awaddr : lite_awaddr;
  assign y_wvalid  = crossed ? h_wvalid : lite_wvalid;
  assign y_wdata   = crossed ? h_wdata : lite_wdata;
  assign y_wstrb   = crossed ? h_wstrb : lite_wstrb;
  assign y_bready  = crossed ? h_bready : lite_bready;
  assign y_arvalid = crossed ? h_arvalid : lite_arvalid;
  assign y_araddr  = crossed ? h_araddr : lite_araddr;
  assign y_rready  = crossed ? h_rready : lite_rready;
  assign irq       = crossed ? f_irq && plant != 4'd8 : x_irq;

  axi4_lite_cdc crossing (
      .bus_clk(bus_clk), .bus_rst(bus_rst), .bus_awvalid(crossed && lite_awvalid), .bus_awready(f_awready),
      .bus_awaddr(lite_awaddr), .bus_wvalid(crossed && lite_wvalid), .bus_wready(f_wready),
      .bus_wdata(lite_wdata), .bus_wstrb(lite_wstrb), .bus_bvalid(f_bvalid), .bus_bready(lite_bready),
      .bus_bresp(f_bresp), .bus_arvalid(crossed && lite_arvalid), .bus_arready(f_arready),
      .bus_araddr(lite_araddr), .bus_rvalid(f_rvalid), .bus_rready(lite_rready), .bus_rdata(f_rdata),
      .bus_rresp(f_rresp), .bus_irq(f_irq), .bus_up(bus_up), .clk(clk), .rst(rst), .lite_awvalid(h_awvalid),
      .lite_awready(crossed && x_awready), .lite_awaddr(h_awaddr), .lite_wvalid(h_wvalid),
      .lite_wready(crossed && x_wready), .lite_wdata(h_wdata), .lite_wstrb(h_wstrb),
      .lite_bvalid(crossed && x_bvalid), .lite_bready(h_bready), .lite_bresp(x_bresp),
      .lite_arvalid(h_arvalid), .lite_arready(crossed && x_arready), .lite_araddr(h_araddr),
      .lite_rvalid(crossed && x_rvalid), .lite_rready(h_rready), .lite_rdata(x_rdata), .lite_rresp(x_rresp),
      .irq(x_irq)
  );

  // ---- the same behind bridges ----

  // of the gmmu: its own pins, or those of the crossing
  assign lite_awready = crossed ? f_awready : !bridged && x_awready;
  assign lite_wready  = crossed ? f_wready : !bridged && x_wready;
  assign lite_bvalid  = crossed ? f_bvalid || (plant == 4'd9 && !f_awready) : !bridged && x_bvalid;
  assign lite_bresp   = crossed ? f_bresp : x_bresp;
  assign lite_arready = crossed ? f_arready : !bridged && x_arready;
  assign lite_rvalid  = crossed ? f_rvalid : !bridged && x_rvalid;
  assign lite_rdata   = crossed ? f_rdata : x_rdata;
  assign lite_rresp   = crossed ? f_rresp : x_rresp;

  // the cores say themselves in which space they are, and faults go to the ring
  dcr_bridge dcr (
      .clk(clk), .rst(rst), .req_valid(dcr_valid), .req_rw(dcr_rw), .req_addr(dcr_addr), .req_data(dcr_data),
      .rsp_valid(dcr_rsp_valid), .rsp_data(dcr_rsp_data), .fault_valid(1'b0), .fault_va('0),
      .fault_access('0), .fault_amo(1'b0), .vm_active(), .asid(), .busy(dcr_busy), .cfg_setup(1'b0),
      .cfg_sv32(1'b0), .awvalid(b_awvalid),
      .awready(x_awready), .awaddr(b_awaddr), .wvalid(b_wvalid), .wready(x_wready), .wdata(b_wdata),
      .wstrb(b_wstrb), .bvalid(bridged && x_bvalid), .bready(b_bready), .bresp(x_bresp), .arvalid(b_arvalid),
      .arready(x_arready), .araddr(b_araddr), .rvalid(bridged && x_rvalid), .rready(b_rready),
      .rdata(x_rdata), .rresp(x_rresp)
  );

  mem_bus_bridge #(
      .MEM_WORDS(4), .WALKERS(WALKERS)
  ) mem (
      .clk(clk), .rst(rst), .awvalid(lined && n_awvalid), .awready(i_awready), .awaddr(g_awaddr),
      .wvalid(lined && n_wvalid), .wready(i_wready), .wdata(g_wdata), .wstrb(8'hFF), .wlast(g_wlast),
      .bvalid(i_bvalid), .bready(n_bready), .bresp(), .arvalid(lined && n_arvalid), .arready(i_arready),
      .arid(n_arid), .araddr(n_araddr), .rvalid(i_rvalid), .rready(1'b1), .rid(i_rid), .rdata(i_rdata),
      .rresp(), .rlast(), .req_valid(r_valid), .req_ready(r_ready), .req_rw(r_rw), .req_addr(r_addr),
      .req_byteen(r_byteen), .req_data(r_data), .req_check(r_tag[WALKER_W+2]),
      .req_word(r_tag[WALKER_W+1:WALKER_W]), .req_id(r_tag[WALKER_W-1:0]), .rsp_valid(s_valid),
      .rsp_ready(s_ready), .rsp_check(s_tag[WALKER_W+2]), .rsp_word(s_tag[WALKER_W+1:WALKER_W]),
      .rsp_id(s_tag[WALKER_W-1:0]), .rsp_data(s_data)
  );

  soc_line #(
      .ID_W(WALKER_W)
  ) line (
      .clk(clk), .rst(rst), .req_valid(r_valid), .req_ready(r_ready), .req_rw(r_rw), .req_addr(r_addr),
      .req_byteen(r_byteen), .req_data(r_data), .req_tag(r_tag), .rsp_valid(s_valid), .rsp_ready(s_ready),
      .rsp_tag(s_tag), .rsp_data(s_data), .arvalid(l_arvalid), .arready(g_arready), .arid(l_arid),
      .araddr(l_araddr), .rvalid(lined && g_rvalid), .rid(g_rid), .rline(g_rline), .wvalid(k_valid),
      .wready(lined && l_ready), .waddr(k_addr), .wwords(k_words), .wline(k_line), .done(lined && g_bvalid)
  );

  // ---- the same on a bus as wide as a line, which refuses what does not say what it shall ----

  axi4_master #(
      .MEM_WORDS(4), .WALKERS(WALKERS)
  ) master (
      .clk(clk), .rst(rst), .awvalid(wide && n_awvalid), .awready(e_awready), .awaddr(g_awaddr),
      .wvalid(wide && n_wvalid), .wready(e_wready), .wdata(g_wdata), .wstrb(n_wstrb), .bvalid(e_bvalid),
      .bready(n_bready), .bresp(e_bresp), .arvalid(wide && n_arvalid), .arready(e_arready), .arid(n_arid),
      .araddr(n_araddr), .aruser_level(n_level), .aruser_asid(n_asid), .rvalid(e_rvalid), .rready(n_rready),
      .rid(e_rid), .rdata(e_rdata), .rresp(e_rresp), .rlast(), .m_awvalid(v_awvalid),
      .m_awready(v_writes), .m_awid(), .m_awaddr(v_awaddr), .m_awlen(v_aw[10:3]), .m_awsize(v_aw[2:0]),
      .m_awburst(v_aw[12:11]), .m_awlock(v_aw[13]), .m_awcache(v_aw[17:14]), .m_awprot(v_aw[20:18]),
      .m_awqos(v_aw[24:21]), .m_awregion(v_aw[28:25]), .m_awuser_chip(v_aw[32:29]), .m_wvalid(v_wvalid),
      .m_wready(v_writes), .m_wdata(v_wdata), .m_wstrb(v_wstrb), .m_wlast(v_wlast),
      .m_bvalid(wide && g_bvalid), .m_bready(v_bready), .m_bresp(v_refused ? 2'd3 : g_bresp),
      .m_arvalid(v_arvalid), .m_arready(g_arready), .m_arid(v_arid), .m_araddr(v_araddr),
      .m_arlen(v_ar[10:3]), .m_arsize(v_ar[2:0]), .m_arburst(v_ar[12:11]), .m_arlock(v_ar[13]),
      .m_arcache(v_ar[17:14]), .m_arprot(v_ar[20:18]), .m_arqos(v_ar[24:21]), .m_arregion(v_ar[28:25]),
      .m_aruser_chip(v_ar[32:29]), .m_aruser_level(v_level), .m_aruser_asid(v_asid),
      .m_rvalid(wide && g_rvalid), .m_rready(), .m_rid(g_rid[WALKER_W-1:0]), .m_rdata(g_rline),
      .m_rresp(v_refused ? 2'd3 : g_rresp), .cfg_awprot(3'd2), .cfg_awcache(4'd3), .cfg_awqos(4'd5),
      .cfg_awregion(4'd6), .cfg_awuser(4'd7), .cfg_arprot(3'd4), .cfg_arcache(4'd15), .cfg_arqos(4'd8),
      .cfg_arregion(4'd9), .cfg_aruser(4'd10)
  );

  // user, region, QoS, PROT, CACHE, LOCK, burst, length, size: of writes, of reads
  localparam logic [32:0] WRITES_SAY = {4'd7, 4'd6, 4'd5, 3'd2, 4'd3, 1'b0, 2'd1, 8'd0, 3'd4};
  localparam logic [32:0] READS_SAY = {4'd10, 4'd9, 4'd8, 3'd4, 4'd15, 1'b0, 2'd1, 8'd0, 3'd3};

  assign v_writes = v_awvalid && v_wvalid && l_ready;
  assign v_wrong  = (v_awvalid && (v_aw != WRITES_SAY || !v_wlast)) || (v_arvalid && (v_ar != READS_SAY ||
      v_asid == '0 || v_asid > ASID_W'(3) || int'(v_level) >= WALK_LEVELS));
  always_ff @(posedge clk) v_refused <= !rst && (v_refused || (wide && v_wrong));

  // ---- what is at soc_bus ----

  assign lined     = bridged && !wide;
  assign g_awvalid = !bridged && !wide && n_awvalid;
  assign g_wvalid  = !bridged && !wide && n_wvalid;
  assign g_bready  = wide ? v_bready : bridged || n_bready;
  assign g_arvalid = wide ? v_arvalid : bridged ? l_arvalid : n_arvalid;
  assign g_arid    = wide ? {1'b0, v_arid} : bridged ? l_arid : {1'b0, n_arid};
  assign g_araddr  = wide ? v_araddr : bridged ? l_araddr : n_araddr;
  assign g_asid    = wide ? v_asid : bridged ? '0 : n_asid;
  assign l_valid   = wide ? v_awvalid && v_wvalid : k_valid;
  assign l_addr    = wide ? v_awaddr : k_addr;
  assign l_line    = wide ? v_wdata : k_line;
  for (genvar w = 0; w < 4; w++) begin : words
    assign l_words[w] = wide ? v_wstrb[8*w+:8] == 8'hFF : k_words[w];
  end

  // lines of 32 bytes; the row above bank and column, so that all of an address is looked at
  dram_scheduler #(
      .NUM_APPS(NUM_APPS), .GOLDEN_DEPTH(4), .SILVER_DEPTH(8), .NORMAL_DEPTH(16), .AXI_ID_W(5),
      .REQUEST_W(6), .AXI_WORDS(2), .AXI_BEATS(4), .AXI_COL_AT(5), .AXI_BANK_AT(9), .AXI_ROW_AT(12)
  ) dram (
      .awlen(8'd3), .awsize(3'd3), .awburst(2'd1), .arlen(8'd3), .arsize(3'd3), .arburst(2'd1),
      .rready(1'b1), .issue_class(), .wd_ready(1'b1), .rd_error(1'b0), .done_error(1'b0), .epoch_end(1'b0),
      .conptw('0), .stalled('0), .busy(), .cfg_enable(1'b1), .cfg_apps(APP_W'(2)), .cfg_thresh_max(9'd16),
      .cfg_hit_cap(8'd8), .silver_app(), .silver_left(), .g_level(), .s_level(), .n_level(), .*
  );
endmodule
