// SPDX-License-Identifier: Apache-2.0
// Address-space-aware DRAM scheduler of one memory channel (MASK 5.4) as a block: AXI4 port, arbiter, golden,
// silver and normal queue, in front of a DRAM controller. Units and the wires between them, nothing else;
// equal to hls/dram_scheduler in every cycle.
module dram_scheduler #(
    parameter  int NUM_APPS = gmmu_pkg::GMMU_NUM_APPS,          // applications, 2 to 127
    parameter  int NUM_BANKS = gmmu_pkg::GMMU_NUM_BANKS,        // 2, 4, 8, 16, 32
    parameter  int GOLDEN_DEPTH = gmmu_pkg::GMMU_GOLDEN_DEPTH,  // entries: 2, 4, ... 256
    parameter  int SILVER_DEPTH = gmmu_pkg::GMMU_SILVER_DEPTH,  // 2 to 256
    parameter  int NORMAL_DEPTH = gmmu_pkg::GMMU_NORMAL_DEPTH,  // 2 to 256
    parameter  int REQUEST_W = gmmu_pkg::GMMU_REQUEST_W,        // a request's name: AXI_ID_W + 1
    parameter  int ROW_W = gmmu_pkg::GMMU_ROW_W,
    parameter  int COL_W = gmmu_pkg::GMMU_COL_W,
    parameter  int AXI_ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W,      // an address, in bytes
    parameter  int AXI_ID_W = gmmu_pkg::GMMU_AXI_ID_W,          // an ID, 1 to 10
    parameter  int AXI_WORDS = gmmu_pkg::GMMU_AXI_WORDS,        // 32-bit words of a beat, 1, 2, 4, ... 32
    parameter  int AXI_BEATS = gmmu_pkg::GMMU_AXI_BEATS,        // beats of a line, 2, 4, 8 or 16
    parameter  int AXI_COL_AT = gmmu_pkg::GMMU_AXI_COL_AT,      // first bit of the column in an address,
    parameter  int AXI_BANK_AT = gmmu_pkg::GMMU_AXI_BANK_AT,    // of the bank
    parameter  int AXI_ROW_AT = gmmu_pkg::GMMU_AXI_ROW_AT,      // of the row
    localparam int APP_W = $clog2(NUM_APPS + 1),
    localparam int BANK_W = $clog2(NUM_BANKS),
    localparam int BEAT_W = $clog2(AXI_BEATS),
    localparam int DATA_W = 32 * AXI_WORDS,
    localparam int STRB_W = 4 * AXI_WORDS
) (
    input  logic                  clk,             // rising edge
    input  logic                  rst,             // synchronous, active high

    // AXI4 slave: write address
    input  logic                  awvalid,
    output logic                  awready,
    input  logic [AXI_ID_W-1:0]   awid,
    input  logic [AXI_ADDR_W-1:0] awaddr,
    input  logic [7:0]            awlen,
    input  logic [2:0]            awsize,
    input  logic [1:0]            awburst,
    input  logic [APP_W:0]        awuser,          // {walk, application}

    // AXI4 slave: write data
    input  logic                  wvalid,
    output logic                  wready,
    input  logic [DATA_W-1:0]     wdata,
    input  logic [STRB_W-1:0]     wstrb,
    input  logic                  wlast,

    // AXI4 slave: write response
    output logic                  bvalid,
    input  logic                  bready,
    output logic [AXI_ID_W-1:0]   bid,
    output logic [1:0]            bresp,           // OKAY or SLVERR

    // AXI4 slave: read address
    input  logic                  arvalid,
    output logic                  arready,
    input  logic [AXI_ID_W-1:0]   arid,
    input  logic [AXI_ADDR_W-1:0] araddr,
    input  logic [7:0]            arlen,
    input  logic [2:0]            arsize,
    input  logic [1:0]            arburst,
    input  logic [APP_W:0]        aruser,          // {walk, application}

    // AXI4 slave: read data
    output logic                  rvalid,
    input  logic                  rready,
    output logic [AXI_ID_W-1:0]   rid,
    output logic [DATA_W-1:0]     rdata,
    output logic [1:0]            rresp,           // OKAY or SLVERR
    output logic                  rlast,

    // controller: a request goes to its bank, valid for one cycle, the bank must take it
    input  logic [NUM_BANKS-1:0]  bank_ready,      // bit b: bank b takes a request
    output logic                  issue_valid,
    output logic [1:0]            issue_class,     // 0 golden, 1 silver, 2 normal
    output logic [REQUEST_W-1:0]  issue_id,        // {write, ID}
    output logic                  issue_write,
    output logic [BANK_W-1:0]     issue_bank,
    output logic [ROW_W-1:0]      issue_row,
    output logic [COL_W-1:0]      issue_col,

    // controller: rows
    input  logic                  act_valid,       // a row is opened at this edge
    input  logic [BANK_W-1:0]     act_bank,
    input  logic [ROW_W-1:0]      act_row,
    input  logic [NUM_BANKS-1:0]  pre,             // bit b: the row of bank b is closed at this edge

    // write buffer: valid/ready, or the write port of a RAM with address {wd_id, wd_beat} and wd_ready = 1
    output logic                  wd_valid,
    input  logic                  wd_ready,
    output logic [AXI_ID_W-1:0]   wd_id,
    output logic [BEAT_W-1:0]     wd_beat,
    output logic [DATA_W-1:0]     wd_data,
    output logic [STRB_W-1:0]     wd_strb,

    // controller: data of a read, valid/ready, a line at a time
    input  logic                  rd_valid,
    output logic                  rd_ready,
    input  logic [AXI_ID_W-1:0]   rd_id,
    input  logic [DATA_W-1:0]     rd_data,
    input  logic                  rd_error,

    // controller: a write is carried out, valid/ready
    input  logic                  done_valid,
    output logic                  done_ready,
    input  logic [AXI_ID_W-1:0]   done_id,
    input  logic                  done_error,

    // quotas
    input  logic                  epoch_end,       // one-cycle pulse: sample and compute; ignored while busy
    input  logic [NUM_APPS*6-1:0] conptw,          // 6 bits each: concurrent L2-TLB misses per application
    input  logic [NUM_APPS*6-1:0] stalled,         // 6 bits each: most warps stalled at one TLB MSHR
    output logic                  busy,            // quota engine at work

    // configuration and status
    input  logic                  cfg_enable,      // 0: everything goes to the normal queue
    input  logic [APP_W-1:0]      cfg_apps,        // applications taking turns, 1..NUM_APPS
    input  logic [8:0]            cfg_thresh_max,  // thresh_max of MASK's equation 1
    input  logic [7:0]            cfg_hit_cap,     // row hits before the oldest of a data queue; 0: any
    output logic [APP_W-1:0]      silver_app,      // owner of the turn
    output logic [8:0]            silver_left,     // requests left in its turn
    output logic [8:0]            g_level,         // requests in the queues
    output logic [8:0]            s_level,
    output logic [8:0]            n_level
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (SILVER_DEPTH < 2 || SILVER_DEPTH > 256) begin : bad_silver
    $error("dram_scheduler: SILVER_DEPTH must be 2 to 256");
  end
  if (NORMAL_DEPTH < 2 || NORMAL_DEPTH > 256) begin : bad_normal
    $error("dram_scheduler: NORMAL_DEPTH must be 2 to 256");
  end
`endif

  // port to arbiter
  logic                 req_valid, req_ready, req_walk, req_write;
  logic [APP_W-1:0]     req_app;
  logic [REQUEST_W-1:0] req_id;
  logic [BANK_W-1:0]    req_bank;
  logic [ROW_W-1:0]     req_row;
  logic [COL_W-1:0]     req_col;
  // arbiter to queues
  logic                 push_g, push_s, push_n, g_ready, s_ready, n_ready, pop_g, pop_s, pop_n, push_write;
  logic [REQUEST_W-1:0] push_id;
  logic [BANK_W-1:0]    push_bank;
  logic [ROW_W-1:0]     push_row;
  logic [COL_W-1:0]     push_col;
  // queues to arbiter
  logic                 g_valid, s_valid, n_valid, g_write, s_write, n_write;
  logic [REQUEST_W-1:0] g_id, s_id, n_id;
  logic [BANK_W-1:0]    g_bank, s_bank, n_bank;
  logic [ROW_W-1:0]     g_row, s_row, n_row;
  logic [COL_W-1:0]     g_col, s_col, n_col;
  // the arbiter does not ask whether a head hits its row
  logic                 unused_s_hit, unused_n_hit;

  logic [$clog2(GOLDEN_DEPTH+1)-1:0] golden_level;
  logic [$clog2(SILVER_DEPTH+1)-1:0] silver_level;
  logic [$clog2(NORMAL_DEPTH+1)-1:0] normal_level;

  assign g_level = 9'(golden_level);
  assign s_level = 9'(silver_level);
  assign n_level = 9'(normal_level);

  axi4_port #(
      .NUM_APPS(NUM_APPS), .NUM_BANKS(NUM_BANKS), .REQUEST_W(REQUEST_W), .ROW_W(ROW_W), .COL_W(COL_W),
      .AXI_ADDR_W(AXI_ADDR_W), .AXI_ID_W(AXI_ID_W), .AXI_WORDS(AXI_WORDS), .AXI_BEATS(AXI_BEATS),
      .AXI_COL_AT(AXI_COL_AT), .AXI_BANK_AT(AXI_BANK_AT), .AXI_ROW_AT(AXI_ROW_AT)
  ) port (.*);

  dram_arbiter #(
      .NUM_APPS(NUM_APPS), .NUM_BANKS(NUM_BANKS), .REQUEST_W(REQUEST_W), .ROW_W(ROW_W), .COL_W(COL_W)
  ) arbiter (.*);

  golden_queue #(
      .GOLDEN_DEPTH(GOLDEN_DEPTH), .NUM_BANKS(NUM_BANKS), .REQUEST_W(REQUEST_W), .ROW_W(ROW_W), .COL_W(COL_W)
  ) golden (
      .push_valid(push_g), .push_ready(g_ready), .pick_valid(g_valid), .pick_id(g_id), .pick_write(g_write),
      .pick_bank(g_bank), .pick_row(g_row), .pick_col(g_col), .pop(pop_g), .level(golden_level), .*
  );

  frfcfs_queue #(
      .FRFCFS_DEPTH(SILVER_DEPTH), .NUM_BANKS(NUM_BANKS), .REQUEST_W(REQUEST_W), .ROW_W(ROW_W), .COL_W(COL_W)
  ) silver (
      .push_valid(push_s), .push_ready(s_ready), .pick_valid(s_valid), .pick_id(s_id), .pick_write(s_write),
      .pick_bank(s_bank), .pick_row(s_row), .pick_col(s_col), .pick_hit(unused_s_hit), .pop(pop_s),
      .level(silver_level), .*
  );

  frfcfs_queue #(
      .FRFCFS_DEPTH(NORMAL_DEPTH), .NUM_BANKS(NUM_BANKS), .REQUEST_W(REQUEST_W), .ROW_W(ROW_W), .COL_W(COL_W)
  ) normal (
      .push_valid(push_n), .push_ready(n_ready), .pick_valid(n_valid), .pick_id(n_id), .pick_write(n_write),
      .pick_bank(n_bank), .pick_row(n_row), .pick_col(n_col), .pick_hit(unused_n_hit), .pop(pop_n),
      .level(normal_level), .*
  );
endmodule
