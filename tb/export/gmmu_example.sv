// SPDX-License-Identifier: Apache-2.0
// A testbench of the block as an integrator writes one: software at the registers (axi_lite_master), page
// tables and records in a memory (axi_memory), two cores that ask. Pages are Sv39's. It enables a space, asks
// for pages, meets a page that is absent, maps and resumes it, changes a page, takes the space away.
// +seed=N: another order of what is random; +wave=FILE: a waveform (Verilator: with --trace). Prints PASS, or
// ends by $fatal.
module gmmu_example
  import gmmu_mmu_registers_pkg::*;
#(
    parameter  int MMU_PORTS = gmmu_pkg::GMMU_MMU_PORTS,  // 2 or more; all as in gmmu.sv
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
    localparam int WALKER_W = $clog2(WALKERS)
);
  localparam int ASID_W = gmmu_pkg::GMMU_ASID_W, VPN_W = gmmu_pkg::GMMU_VPN_W, PPN_W = gmmu_pkg::GMMU_PPN_W;
  localparam int ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W, LITE_ADDR_W = gmmu_pkg::GMMU_LITE_ADDR_W;
  localparam int ID_W = gmmu_pkg::GMMU_PORT_ID_W, IDS = 64;
  localparam int LIMIT = 20000;                           // cycles for an answer
  localparam longint RING = 1, ROOT = 2, FRAMES = 64;     // frames of the memory
  localparam longint RWX = 64'hDF, READ_ONLY = 64'hD3;    // flags of Sv39, with U, A, D and V
  localparam logic [31:0] SET = 0, INVALIDATE_PAGE = 1, FENCE = 4;

  logic clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  logic [MMU_PORTS-1:0]        q_valid, q_ready, a_valid, a_ready;
  logic [MMU_PORTS-1:0]        a_large, a_system, a_exec, a_read, a_write;
  logic [MMU_PORTS*ASID_W-1:0] q_asid;
  logic [MMU_PORTS*VPN_W-1:0]  q_vpn;
  logic [MMU_PORTS*2-1:0]      q_access;
  logic [MMU_PORTS*ID_W-1:0]   q_id, a_id;
  logic [MMU_PORTS*3-1:0]      a_fault;
  logic [MMU_PORTS*PPN_W-1:0]  a_ppn;
  logic                        awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  logic                        arvalid, arready, rvalid, rready, rlast;
  logic [WALKER_W-1:0]         awid, bid, arid, rid;
  logic [ADDR_W-1:0]           awaddr, araddr;
  logic [7:0]                  awlen, arlen, wstrb;
  logic [2:0]                  awsize, arsize;
  logic [1:0]                  awburst, arburst, bresp, rresp;
  logic [63:0]                 wdata, rdata;
  logic                        lite_awvalid, lite_awready, lite_wvalid, lite_wready, lite_bvalid, lite_bready;
  logic                        lite_arvalid, lite_arready, lite_rvalid, lite_rready;
  logic [LITE_ADDR_W-1:0]      lite_awaddr, lite_araddr;
  logic [31:0]                 lite_wdata, lite_rdata, now;
  logic [3:0]                  lite_wstrb;
  logic [1:0]                  lite_bresp, lite_rresp;
  logic                        irq;

  axi_lite_master #(
      .ADDR_W(LITE_ADDR_W)
  ) lite (
      .clk(clk), .rst(rst), .awvalid(lite_awvalid), .awready(lite_awready), .awaddr(lite_awaddr),
      .wvalid(lite_wvalid), .wready(lite_wready), .wdata(lite_wdata), .wstrb(lite_wstrb),
      .bvalid(lite_bvalid), .bready(lite_bready), .bresp(lite_bresp), .arvalid(lite_arvalid),
      .arready(lite_arready), .araddr(lite_araddr), .rvalid(lite_rvalid), .rready(lite_rready),
      .rdata(lite_rdata), .rresp(lite_rresp)
  );

  axi_memory #(
      .ID_W(WALKER_W), .ADDR_W(ADDR_W), .BYTES(4096 * int'(FRAMES))
  ) memory (.*);

  // a GPU without TLBs of its own, and without tokens
  gmmu #(
      .MMU_PORTS(MMU_PORTS), .MMU_ENDS(MMU_ENDS), .TLB_SETS(TLB_SETS), .TLB_WAYS(TLB_WAYS),
      .TLB_LARGE(TLB_LARGE), .TLB_TAG_W(TLB_TAG_W), .BYPASS_ENTRIES(BYPASS_ENTRIES), .NUM_CORES(NUM_CORES),
      .NUM_APPS(NUM_APPS), .NUM_WARPS(NUM_WARPS), .WHO_W(WHO_W), .MSHR_ENTRIES(MSHR_ENTRIES),
      .MSHR_WAITERS(MSHR_WAITERS), .WALKERS(WALKERS), .WALK_LEVELS(WALK_LEVELS), .WALK_WAYS(WALK_WAYS),
      .ASID_SPACES(ASID_SPACES), .FAULT_PAGES(FAULT_PAGES), .FAULT_RECORDS(FAULT_RECORDS),
      .FAULT_RING_W(FAULT_RING_W)
  ) dut (
      .q_core('0), .q_warps('0), .q_rank('0), .inv_valid(), .inv_kind(), .inv_asid(), .inv_vpn(),
      .inv_ack(1'b1), .aruser_level(), .aruser_asid(), .epoch_end(1'b0), .ho_valid(1'b0), .ho_core('0),
      .core_app('1), .tick(1'b0), .quiet(), .ev_lookup(), .ev_lookup_asid(), .ev_miss(), .ev_miss_asid(),
      .ev_miss_vpn(), .ev_walk(), .ev_walk_asid(), .ev_walk_vpn(), .ev_fill(), .ev_keep(), .ev_bypass(),
      .token_busy(), .token_count(), .*
  );

  // ---- cores: a request waits in ask_* until its port has taken it ----

  logic [MMU_PORTS-1:0] ask_valid;
  logic [ASID_W-1:0]    ask_asid[0:MMU_PORTS-1];
  logic [VPN_W-1:0]     ask_vpn[0:MMU_PORTS-1];
  logic [1:0]           ask_access[0:MMU_PORTS-1];
  logic [ID_W-1:0]      ask_id[0:MMU_PORTS-1];
  logic [IDS-1:0]       waits;  // by the name of a request: no answer yet
  logic [2:0]           fault[0:IDS-1];
  logic [PPN_W-1:0]     frame[0:IDS-1];
  logic [IDS-1:0]       may_write;
  int                   answers;

  task automatic cores;
    for (int p = 0; p < MMU_PORTS; p = p + 1) begin
      if (q_valid[p] && q_ready[p]) begin
        ask_valid[p] = 1'b0;
        q_valid[p] <= 1'b0;
      end else if (ask_valid[p]) begin
        q_valid[p] <= 1'b1;
        q_asid[p*ASID_W+:ASID_W] <= ask_asid[p];
        q_vpn[p*VPN_W+:VPN_W] <= ask_vpn[p];
        q_access[p*2+:2] <= ask_access[p];
        q_id[p*ID_W+:ID_W] <= ask_id[p];
      end
      if (a_valid[p] && a_ready[p]) take(p, int'(a_id[p*ID_W+:ID_W]));
    end
    a_ready <= ~a_ready | {MMU_PORTS{now[2]}};
  endtask

  task automatic take(input int p, input int id);
    if (id >= IDS || !waits[id]) $fatal(1, "an answer to nobody, %0d", id);
    waits[id] = 1'b0;
    fault[id] = a_fault[p*3+:3];
    frame[id] = a_ppn[p*PPN_W+:PPN_W];
    may_write[id] = a_write[p];
    answers = answers + 1;
  endtask

  always @(posedge clk) begin
    now <= rst ? 32'd0 : now + 32'd1;
    if (rst) begin
      q_valid <= '0;
      a_ready <= '0;
    end else cores;
  end

  task automatic ask(input int port, input int id, input int asid, input longint vpn,
                     input logic [1:0] access);
    while (ask_valid[port]) @(posedge clk);
    ask_asid[port] = ASID_W'(asid);
    ask_vpn[port] = VPN_W'(vpn);
    ask_access[port] = access;
    ask_id[port] = ID_W'(id);
    waits[id] = 1'b1;
    ask_valid[port] = 1'b1;
  endtask

  task automatic await_answer(input int id, input logic [2:0] why);
    int cycles;
    cycles = 0;
    while (waits[id]) begin
      @(posedge clk);
      cycles = cycles + 1;
      if (cycles > LIMIT) $fatal(1, "no answer to request %0d", id);
    end
    if (fault[id] != why) $fatal(1, "request %0d: fault %0d, expected %0d", id, fault[id], why);
  endtask

  task automatic await_frame(input int id, input longint ppn, input logic writable);
    await_answer(id, 3'd0);
    if (frame[id] != PPN_W'(ppn)) $fatal(1, "request %0d: frame %h, expected %h", id, frame[id], ppn);
    if (may_write[id] != writable) $fatal(1, "request %0d: write is %0d", id, may_write[id]);
  endtask

  // ---- software ----

  longint tables;  // frames that tables have

  // Maps a page by Sv39, with tables as it needs them; flags 0: not any more.
  task automatic map(input longint root, input longint vpn, input longint ppn, input longint flags);
    longint entry, at;
    at = root;
    for (int level = 2; level > 0; level = level - 1) begin
      at = at * 4096 + ((vpn >> (9 * level)) & 511) * 8;
      entry = memory.peek(at);
      if (entry == 0) begin
        entry = tables << 10 | 1;
        tables = tables + 1;
        memory.poke(at, entry);
      end
      at = entry >> 10;
    end
    memory.poke(at * 4096 + (vpn & 511) * 8, flags == 0 ? 64'd0 : ppn << 10 | flags);
  endtask

  task automatic command(input logic [31:0] kind, input logic enable, input int asid);
    lite.write(MMU_COMMAND, kind << MMU_CMD_KIND_AT | 32'(enable) << MMU_CMD_ENABLE_AT |
               32'(asid) << MMU_CMD_ASID_AT);
    lite.wait_for(MMU_COMMAND, MMU_CMD_MASK | MMU_CMD_REFUSED_MASK, 0);
  endtask

  task automatic set_format;
    lite.write(MMU_FORMAT, 32'd2 << MMU_FMT_ROOT_AT | MMU_FMT_MARKED_MASK | MMU_FMT_SYSTEM_NO_MASK |
               32'd10 << MMU_FMT_FRAME_AT | 32'd54 << MMU_FMT_FRAME_BITS_AT);
    lite.write(MMU_FORMAT_FLAGS, 32'h01 << MMU_FMT_POINTER_AT | 32'h01 << MMU_FMT_PAGE_AT |
               32'h0E << MMU_FMT_LARGE_AT);
    lite.write(MMU_FORMAT_RIGHTS, 32'h04 << MMU_FMT_WRITE_AT | 32'h10 << MMU_FMT_SYSTEM_AT |
               32'h02 << MMU_FMT_READ_AT | 32'd3 << MMU_FMT_EXEC_AT);
    lite.write(MMU_FORMAT_ENTRIES, 32'h40 << MMU_FMT_ACCESSED_AT | 32'h80 << MMU_FMT_DIRTY_AT |
               32'hD0 << MMU_FMT_POINTER_NO_AT | MMU_FMT_WRITE_READS_MASK);
    for (int level = 0; level < 3; level = level + 1)
      lite.write(MMU_FORMAT_LEVEL + LITE_ADDR_W'(4 * level), 32'(9 * level) << MMU_FMT_LOW_AT |
                 32'd9 << MMU_FMT_BITS_AT | MMU_FMT_LEAF_MASK);
  endtask

  task automatic set_up;
    set_format;
    lite.write(MMU_RING_FRAME, 32'(RING));
    lite.write(MMU_RING, MMU_RING_ENABLE_MASK);
    lite.wait_for(MMU_RING, MMU_RING_MASK, 0);
    lite.write(MMU_CONTROL, MMU_PARK_MASK | MMU_IRQ_MASK_MASK | 32'd1 << MMU_IRQ_RECORDS_AT);
  endtask

  task automatic enable_space(input int asid, input longint root);
    lite.write(MMU_COMMAND_PAGE_LOW, 32'd0);
    lite.write(MMU_COMMAND_PAGE_HIGH, 32'd0);
    lite.write(MMU_COMMAND_HIGHEST_LOW, 32'h07FFFFFF);
    lite.write(MMU_COMMAND_HIGHEST_HIGH, 32'd0);
    lite.write(MMU_COMMAND_ROOT, 32'(root));
    command(SET, 1'b1, asid);
  endtask

  task automatic resume(input int asid, input longint vpn);
    lite.write(MMU_RESUME_PAGE_LOW, vpn[31:0]);
    lite.write(MMU_RESUME_PAGE_HIGH, 32'(vpn >> 32));
    lite.write(MMU_RESUME, 32'(asid) << MMU_RESUME_ASID_AT);
  endtask

  // The record at the head of the ring is of this page; it is given back when the page is mapped and resumed.
  task automatic serve(input int asid, input longint vpn, input longint ppn);
    logic [31:0] state, head, tail;
    logic [63:0] first;
    int          cycles;
    cycles = 0;
    while (!irq) begin
      @(posedge clk);
      cycles = cycles + 1;
      if (cycles > LIMIT) $fatal(1, "no interrupt for page %h", vpn);
    end
    lite.read(MMU_RING_STATE, state);
    head = (state & MMU_RING_FIRST_MASK) >> MMU_RING_FIRST_AT;
    tail = (state & MMU_RING_TAIL_MASK) >> MMU_RING_TAIL_AT;
    if (head == tail) $fatal(1, "an interrupt, and no record");
    first = memory.peek(RING * 4096 + (longint'(head) & ((1 << FAULT_RING_W) - 1)) * 16);
    if (first != (64'(asid) << 48 | 64'(vpn))) $fatal(1, "a record of %h, expected page %h", first, vpn);
    map(ROOT, vpn, ppn, RWX);
    resume(asid, vpn);
    lite.write(MMU_RING_HEAD, (head + 32'd1) % (32'd2 << FAULT_RING_W));
  endtask

  // ---- the scenario ----

  task automatic refused_access;
    logic [1:0]  resp;
    logic [31:0] data;
    lite.try_write(8'hFC, 32'd1, 4'hF, resp);
    if (resp != 2'd2) $fatal(1, "a register that is not there has taken a write");
    lite.read(MMU_ID, data);
    if (data != 32'h474D4D55) $fatal(1, "ID is %h", data);
  endtask

  task automatic pages_are_found;
    for (int i = 0; i < 12; i = i + 1)
      map(ROOT, 1024 * longint'(i), 256 + longint'(i), i % 3 == 0 ? READ_ONLY : RWX);
    for (int i = 0; i < 24; i = i + 1) ask(i % 2, i, 1, 1024 * (longint'(i) % 12), 2'd1);
    for (int i = 0; i < 24; i = i + 1) await_frame(i, 256 + (longint'(i) % 12), i % 12 % 3 != 0);
  endtask

  task automatic absent_page_waits;
    ask(0, 30, 1, 64'h5005, 2'd2);
    ask(1, 31, 1, 64'h5005, 2'd1);
    serve(1, 64'h5005, 64'h321);
    await_frame(30, 64'h321, 1'b1);
    await_frame(31, 64'h321, 1'b1);
    if (irq) $fatal(1, "the interrupt stays");
  endtask

  task automatic page_changes;
    ask(1, 35, 1, 1024, 2'd1);
    await_frame(35, 64'd257, 1'b1);
    map(ROOT, 1024, 64'h777, RWX);
    lite.write(MMU_COMMAND_PAGE_LOW, 32'd1024);
    command(INVALIDATE_PAGE, 1'b0, 1);
    command(FENCE, 1'b0, 1);
    ask(0, 32, 1, 1024, 2'd1);
    await_frame(32, 64'h777, 1'b1);
  endtask

  task automatic memory_refuses;
    memory.refuse(ROOT * 4096 + 8 * 511, ROOT * 4096 + 8 * 511 + 7);
    ask(1, 33, 1, 64'h7FC0000, 2'd1);
    await_answer(33, 3'd3);
    memory.refuse(0, -1);
  endtask

  task automatic space_ends;
    command(SET, 1'b0, 1);
    ask(1, 34, 1, 2048, 2'd1);
    await_answer(34, 3'd6);
  endtask

  int               seed;
  logic [8*256-1:0] wave;
  initial begin
    if ($value$plusargs("wave=%s", wave)) begin
      $dumpfile(wave);
      $dumpvars(0, gmmu_example);
    end
    ask_valid = '0;
    waits = '0;
    answers = 0;
    tables = ROOT + 1;
    if ($value$plusargs("seed=%d", seed) && seed != 0) begin
      lite.random = seed;
      memory.random = seed;
    end
    repeat (4) @(posedge clk);
    @(negedge clk);
    rst = 1'b0;
    refused_access;
    set_up;
    enable_space(1, ROOT);
    pages_are_found;
    absent_page_waits;
    page_changes;
    memory_refuses;
    space_ends;
    if (memory.violations != 0) $fatal(1, "%0d breaches of AXI4", memory.violations);
    $display("PASS gmmu_example: %0d answers, %0d accesses of registers, %0d reads and %0d writes of memory",
             answers, lite.w_answered + lite.r_answered, memory.reads, memory.writes);
    $finish;
  end
endmodule
