// SPDX-License-Identifier: Apache-2.0
// DCR bridge: device configuration registers of a GPU of the Vortex kind (satp, the first fault, a window)
// become accesses of AXI4-Lite to the registers of the block gmmu. Equal to hls/dcr_bridge in every state.
module dcr_bridge #(
    parameter int DCR_MMU_AT = gmmu_pkg::GMMU_DCR_MMU_AT,        // 0 to 4091, outside the window
    parameter int DCR_WINDOW_AT = gmmu_pkg::GMMU_DCR_WINDOW_AT,  // a multiple of 64, 4032 at most
    parameter int LITE_ADDR_W = gmmu_pkg::GMMU_LITE_ADDR_W,      // 8 to 32
    parameter int ASID_W = gmmu_pkg::GMMU_ASID_W,                // 1 to 16
    parameter int PPN_W = gmmu_pkg::GMMU_PPN_W                   // 1 to 32
) (
    input  logic                   clk,           // rising edge
    input  logic                   rst,           // synchronous, active high

    // DCR bus: a request for one cycle, never refused; an answer to a read stays until the next request
    input  logic                   req_valid,
    input  logic                   req_rw,        // 1: a write
    input  logic [11:0]            req_addr,
    input  logic [31:0]            req_data,
    output logic                   rsp_valid,
    output logic [31:0]            rsp_data,

    // a fault of the cores' TLBs, for one cycle; the first is kept
    input  logic                   fault_valid,
    input  logic [63:0]            fault_va,
    input  logic [1:0]             fault_access,
    input  logic                   fault_amo,

    // cores
    output logic                   vm_active,     // they translate, ...
    output logic [ASID_W-1:0]      asid,          // ... in this space
    output logic                   busy,          // a commit is under way: the block does not know it yet
    input  logic                   cfg_setup,     // the first commit writes the format
    input  logic                   cfg_sv32,      // of Sv32, not Sv39; satp is its low word; constant

    // AXI4-Lite master: whole words, one access at a time
    output logic                   awvalid,
    input  logic                   awready,
    output logic [LITE_ADDR_W-1:0] awaddr,
    output logic                   wvalid,
    input  logic                   wready,
    output logic [31:0]            wdata,
    output logic [3:0]             wstrb,
    input  logic                   bvalid,
    output logic                   bready,
    input  logic [1:0]             bresp,
    output logic                   arvalid,
    input  logic                   arready,
    output logic [LITE_ADDR_W-1:0] araddr,
    input  logic                   rvalid,
    output logic                   rready,
    input  logic [31:0]            rdata,
    input  logic [1:0]             rresp
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (LITE_ADDR_W < 8 || LITE_ADDR_W > 32) begin : bad_address
    $error("dcr_bridge: LITE_ADDR_W must be 8 to 32");
  end
  if (ASID_W < 1 || ASID_W > 16) begin : bad_asid
    $error("dcr_bridge: ASID_W must be 1 to 16");
  end
  if (PPN_W < 1 || PPN_W > 32) begin : bad_frame
    $error("dcr_bridge: PPN_W must be 1 to 32");
  end
  if (DCR_MMU_AT < 0 || DCR_MMU_AT > 4091) begin : bad_five
    $error("dcr_bridge: DCR_MMU_AT must be 0 to 4091");
  end
  if (DCR_WINDOW_AT < 0 || DCR_WINDOW_AT > 4032 || DCR_WINDOW_AT % 64 != 0) begin : bad_window
    $error("dcr_bridge: DCR_WINDOW_AT must be a multiple of 64, 4032 at most");
  end
  if (DCR_MMU_AT + 4 >= DCR_WINDOW_AT && DCR_MMU_AT <= DCR_WINDOW_AT + 63) begin : bad_places
    $error("dcr_bridge: DCR_MMU_AT must lie outside the window");
  end
`endif

  // the five registers
  localparam logic [2:0] SATP_LOW = 3'd0;
  localparam logic [2:0] SATP_HIGH = 3'd1;
  localparam logic [2:0] FAULT_LOW = 3'd2;
  localparam logic [2:0] FAULT_HIGH = 3'd3;
  localparam logic [2:0] FAULT_INFO = 3'd4;
  localparam logic [3:0] BARE = 4'd0;  // modes of satp
  localparam logic [3:0] SV39 = 4'd8;
  localparam logic [5:0] STATUS = 6'd63;

  // what a commit does next
  localparam logic [4:0] IDLE = 5'd0;
  localparam logic [4:0] CHOOSE = 5'd1;
  localparam logic [4:0] FORMAT = 5'd2;
  localparam logic [4:0] FLAGS = 5'd3;
  localparam logic [4:0] RIGHTS = 5'd4;
  localparam logic [4:0] ENTRIES = 5'd5;
  localparam logic [4:0] LEVEL_0 = 5'd6;
  localparam logic [4:0] LEVEL_1 = 5'd7;
  localparam logic [4:0] LEVEL_2 = 5'd8;
  localparam logic [4:0] END = 5'd9;
  localparam logic [4:0] END_DONE = 5'd10;
  localparam logic [4:0] LOWEST_LOW = 5'd11;
  localparam logic [4:0] LOWEST_HIGH = 5'd12;
  localparam logic [4:0] HIGHEST_LOW = 5'd13;
  localparam logic [4:0] HIGHEST_HIGH = 5'd14;
  localparam logic [4:0] ROOT = 5'd15;
  localparam logic [4:0] SET = 5'd16;
  localparam logic [4:0] SET_DONE = 5'd17;
  localparam logic [4:0] FENCE = 5'd18;
  localparam logic [4:0] FENCE_DONE = 5'd19;

  logic [31:0]       satp_low;     // as written last
  logic              active;       // the last commit that was not refused at once, ...
  logic [PPN_W-1:0]  root;
  logic              pending;      // ... and it has not begun
  logic [4:0]        step;         // of the commit that is under way, ...
  logic              do_set;       // ... which enables ...
  logic              do_sv32;      // ... (with pages of Sv32) ...
  logic [ASID_W-1:0] do_asid;      // ... this space, ...
  logic [PPN_W-1:0]  do_root;      // ... with this root table
  logic              open;         // a space is enabled by a commit
  logic [ASID_W-1:0] open_asid;
  logic              formatted;    // the format has been written
  logic              refused;      // bits of the status
  logic              error;
  logic              lost;
  logic              win_valid;    // an access of the window
  logic              win_write;
  logic [5:0]        win_word;
  logic [31:0]       win_data;
  logic              owed;         // its read has still to be answered
  logic              access;       // an access is under way: ...
  logic              for_window;   // ... the window's, not the step's; ...
  logic              aw_valid;     // ... its address or data have not left
  logic              w_valid;
  logic              ar_valid;
  logic              held;         // a fault, the first since it was forgotten
  logic [63:0]       held_va;
  logic [1:0]        held_access;
  logic              held_amo;

  logic              unused_bits;  // bits of answers that say nothing

  assign unused_bits = bresp[0] ^ rresp[0];

  // ---- requests ----

  logic        five;    // for one of the five registers, ...
  logic        window;  // ... for the window
  logic [11:0] from;
  logic        is_status;
  logic        takes;   // an access of the window
  logic        loses;
  logic        reads;
  logic        writes;
  logic        commits;
  logic        forgets;
  logic        clears;
  logic        at_once;  // a read that is answered at once
  logic        bare;     // satp, with its high word as it is written
  logic        paged;
  logic [15:0] to_asid;
  logic [43:0] to_root;
  logic        known;    // the block has the bits for it

  assign from      = req_addr - 12'(DCR_MMU_AT);
  assign five      = req_valid && from <= 12'(FAULT_INFO);
  assign window    = req_valid && req_addr[11:6] == 6'(DCR_WINDOW_AT / 64);
  assign reads     = req_valid && !req_rw;
  assign writes    = five && req_rw;
  assign is_status = window && req_addr[5:0] == STATUS;
  assign takes     = window && !is_status && !win_valid;
  assign loses     = window && !is_status && win_valid;
  assign commits   = writes && from[2:0] == SATP_HIGH;
  assign forgets   = commits || (writes && from[2:0] == FAULT_INFO);
  assign clears    = is_status && req_rw;
  assign at_once   = reads && (is_status || loses || (five && from[2:0] >= FAULT_LOW));
  assign bare      = cfg_sv32 ? !satp_low[31] : req_data[31:28] == BARE;
  assign paged     = cfg_sv32 ? satp_low[31] : req_data[31:28] == SV39;
  assign to_asid   = cfg_sv32 ? {7'd0, satp_low[30:22]} : req_data[27:12];
  assign to_root   = cfg_sv32 ? {22'd0, satp_low[21:0]} : {req_data[11:0], satp_low};
  assign known     = bare || (paged && (to_asid >> ASID_W) == 16'd0 && (to_root >> PPN_W) == 44'd0);

  // ---- accesses ----

  logic        poll;      // the step waits for the command
  logic [7:0]  step_addr;
  logic [31:0] step_data;
  logic        is_write;  // the access that is under way
  logic        begins;
  logic        begins_write;
  logic        ends_b;
  logic        ends_r;
  logic        ends;
  logic        failed;

  assign poll = step == END_DONE || step == SET_DONE || step == FENCE_DONE;

  // no case: Yosys would make a RAM of it
  always_comb begin
    step_addr = 8'h24;
    if (step == FORMAT) step_addr = 8'h44;
    if (step == FLAGS) step_addr = 8'h4c;
    if (step == RIGHTS) step_addr = 8'h50;
    if (step == ENTRIES) step_addr = 8'h5c;
    if (step == LEVEL_0) step_addr = 8'h60;
    if (step == LEVEL_1) step_addr = 8'h64;
    if (step == LEVEL_2) step_addr = 8'h68;
    if (step == LOWEST_LOW) step_addr = 8'h10;
    if (step == LOWEST_HIGH) step_addr = 8'h14;
    if (step == HIGHEST_LOW) step_addr = 8'h18;
    if (step == HIGHEST_HIGH) step_addr = 8'h1c;
    if (step == ROOT) step_addr = 8'h20;
  end

  always_comb begin
    case (step)
      FORMAT: step_data = do_sv32 ? 32'h160a1401 : 32'h360a1402;
      FLAGS: step_data = 32'h000e0101;
      RIGHTS: step_data = 32'h03021004;
      ENTRIES: step_data = do_sv32 ? 32'h05d08040 : 32'h01d08040;
      LEVEL_0: step_data = 32'h00010900;
      LEVEL_1: step_data = do_sv32 ? 32'h0001090a : 32'h00010909;
      LEVEL_2: step_data = 32'h00010912;
      END: step_data = {16'(open_asid), 16'h0000};
      HIGHEST_LOW: step_data = do_sv32 ? 32'h000fffff : 32'h07ffffff;
      ROOT: step_data = 32'(do_root);
      SET: step_data = {16'(do_asid), 16'h0100};
      FENCE: step_data = 32'h00000004;
      default: step_data = 32'd0;
    endcase
  end

  assign is_write     = for_window ? win_write : !poll;
  assign awvalid      = aw_valid;
  assign awaddr       = LITE_ADDR_W'(for_window ? {win_word, 2'd0} : step_addr);
  assign wvalid       = w_valid;
  assign wdata        = for_window ? win_data : step_data;
  assign wstrb        = 4'd15;
  assign bready       = access && is_write && !aw_valid && !w_valid;
  assign arvalid      = ar_valid;
  assign araddr       = awaddr;
  assign rready       = access && !is_write && !ar_valid;
  assign begins       = !access && (win_valid || (step != IDLE && step != CHOOSE));
  assign begins_write = begins && (win_valid ? win_write : !poll);
  assign ends_b       = bvalid && bready;
  assign ends_r       = rvalid && rready;
  assign ends         = ends_b || ends_r;
  assign failed       = (ends_b && bresp[1]) || (ends_r && rresp[1]);

  always_ff @(posedge clk) begin
    if (rst) begin
      access     <= 1'b0;
      for_window <= 1'b0;
      aw_valid   <= 1'b0;
      w_valid    <= 1'b0;
      ar_valid   <= 1'b0;
    end else begin
      access   <= begins || (access && !ends);
      aw_valid <= begins_write || (aw_valid && !awready);
      w_valid  <= begins_write || (w_valid && !wready);
      ar_valid <= (begins && !begins_write) || (ar_valid && !arready);
      if (begins) for_window <= win_valid;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      win_valid <= 1'b0;
      win_write <= 1'b0;
      win_word  <= '0;
      win_data  <= '0;
      error     <= 1'b0;
      lost      <= 1'b0;
    end else begin
      win_valid <= takes || (win_valid && !(ends && for_window));
      error     <= (error && !clears) || (ends && for_window && failed);
      lost      <= (lost && !clears) || loses;
      if (takes) begin
        win_write <= req_rw;
        win_word  <= req_addr[5:0];
        win_data  <= req_data;
      end
    end
  end

  // ---- answers ----

  logic        arrives;  // what was read through the window
  logic        late;     // and somebody waits for it
  logic [31:0] word;

  assign arrives = ends && for_window && !win_write;
  assign late    = arrives && owed && !req_valid;

  always_comb begin
    if (window) word = is_status ? {27'd0, lost, error, refused, win_valid, busy} : 32'd0;
    else if (from[2:0] == FAULT_LOW) word = held_va[31:0];
    else if (from[2:0] == FAULT_HIGH) word = held_va[63:32];
    else word = held ? {28'd0, held_amo, held_access, 1'b1} : 32'd0;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      rsp_valid <= 1'b0;
      rsp_data  <= '0;
      owed      <= 1'b0;
    end else begin
      rsp_valid <= at_once || late || (rsp_valid && !req_valid);
      owed      <= (reads && takes) || (owed && !req_valid && !arrives);
      if (at_once) rsp_data <= word;
      else if (late) rsp_data <= rdata;
    end
  end

  // ---- a commit ----

  logic       waits;    // for the command
  logic       stops;    // the block has refused it, or an access
  logic       goes_on;
  logic       starts;
  logic       sets;
  logic       ends_old;
  logic       written;  // the last word of the format
  logic [4:0] chosen;
  logic [4:0] next;

  assign waits    = poll && rdata[15] && !failed;
  assign stops    = ends && !for_window && !waits && (failed || (poll && rdata[14]));
  assign goes_on  = ends && !for_window && !waits && !stops;
  assign starts   = step == IDLE && pending;
  assign sets     = goes_on && step == SET_DONE;
  assign ends_old = open && (!do_set || do_asid != open_asid);
  assign written  = goes_on && step == (do_sv32 ? LEVEL_1 : LEVEL_2);

  always_comb begin
    if (cfg_setup && do_set && !formatted) chosen = FORMAT;
    else if (ends_old) chosen = END;
    else chosen = do_set ? LOWEST_LOW : IDLE;
  end

  always_comb begin
    next = step;
    if (stops) next = IDLE;
    else if (starts) next = CHOOSE;
    else if (step == CHOOSE) next = chosen;
    else if (goes_on && step == FENCE_DONE) next = IDLE;
    else if (written || (goes_on && step == END_DONE)) next = CHOOSE;
    else if (goes_on) next = step + 5'd1;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      step      <= IDLE;
      do_set    <= 1'b0;
      do_sv32   <= 1'b0;
      do_asid   <= '0;
      do_root   <= '0;
      open      <= 1'b0;
      open_asid <= '0;
      formatted <= 1'b0;
    end else begin
      step      <= next;
      formatted <= formatted || written;
      open      <= sets || (open && !(goes_on && step == END_DONE));
      if (sets) open_asid <= do_asid;
      if (starts) begin
        do_set  <= active;
        do_sv32 <= cfg_sv32;
        do_asid <= asid;
        do_root <= root;
      end
    end
  end

  assign vm_active = active;
  assign busy      = pending || step != IDLE;

  always_ff @(posedge clk) begin
    if (rst) begin
      satp_low <= '0;
      active   <= 1'b0;
      asid     <= '0;
      root     <= '0;
      pending  <= 1'b0;
      refused  <= 1'b0;
    end else begin
      pending <= (commits && known) || (pending && !starts);
      refused <= (refused && !clears) || stops || (commits && !known);
      if (writes && from[2:0] == SATP_LOW) satp_low <= req_data;
      if (commits && known) active <= paged;
      if (commits && known && paged) begin
        asid <= to_asid[ASID_W-1:0];
        root <= to_root[PPN_W-1:0];
      end
    end
  end

  // ---- the first fault ----

  logic stays;
  logic keeps;

  assign stays = held && !forgets;
  assign keeps = fault_valid && !stays;

  always_ff @(posedge clk) begin
    if (rst) begin
      held        <= 1'b0;
      held_va     <= '0;
      held_access <= '0;
      held_amo    <= 1'b0;
    end else begin
      held <= stays || fault_valid;
      if (keeps) begin
        held_va     <= fault_va;
        held_access <= fault_access;
        held_amo    <= fault_amo;
      end
    end
  end
endmodule
