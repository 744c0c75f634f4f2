// SPDX-License-Identifier: Apache-2.0
// The registers of the GMMU, behind axi4_lite_port. Made by scripts/gen/registers.py of
// hls/mmu_registers/registers.csv; equal to hls/mmu_registers in every state.
module mmu_registers #(
    parameter int LITE_ADDR_W = gmmu_pkg::GMMU_LITE_ADDR_W,
    parameter int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter int FAULT_RING_W = gmmu_pkg::GMMU_FAULT_RING_W,
    parameter int MMU_PORTS = gmmu_pkg::GMMU_MMU_PORTS,
    parameter int PPN_W = gmmu_pkg::GMMU_PPN_W,
    parameter int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter int WALK_LEVELS = gmmu_pkg::GMMU_WALK_LEVELS
) (
    input  logic                     clk,                // rising edge
    input  logic                     rst,                // synchronous, active high

    // an access: shown for one cycle, answered in the next one
    input  logic                     wr_valid,
    input  logic [LITE_ADDR_W-1:0]   wr_addr,
    input  logic [31:0]              wr_data,
    output logic                     wr_ok,
    input  logic                     rd_valid,
    input  logic [LITE_ADDR_W-1:0]   rd_addr,
    output logic                     rd_ok,
    output logic [31:0]              rd_data,            // 0 unless rd_ok

    // STATUS
    input  logic                     irq_up,             // the interrupt is up
    input  logic                     record_error,       // error_seen of RECORD_ERROR
    input  logic                     token_busy,         // the token controller evaluates an epoch
    input  logic                     quiet,              // quiesce is set, and no AXI4 access is under way

    // CONTROL
    output logic                     park,
    output logic                     irq_mask,           // 1: interrupts
    output logic                     use_tokens,
    output logic                     quiesce,            // 1: no new AXI4 read or write begins
    output logic [11:0]              irq_records,        // records of a batch

    // COMMAND_PAGE_LOW
    output logic [31:0]              cmd_page_low,

    // COMMAND_PAGE_HIGH
    output logic [15:0]              cmd_page_high,      // its high bits

    // COMMAND_HIGHEST_LOW
    output logic [31:0]              cmd_highest_low,    // SET: the highest page

    // COMMAND_HIGHEST_HIGH
    output logic [15:0]              cmd_highest_high,   // its high bits

    // COMMAND_ROOT
    output logic [31:0]              cmd_root,           // SET: frame of the root table

    // COMMAND
    output logic [2:0]               cmd_kind,
    output logic                     cmd_enable,         // SET: the space may be walked
    input  logic                     cmd_refused,
    output logic                     cmd_valid,          // written, until ready
    input  logic                     cmd_ready,
    input  logic                     cmd_done,           // it has completed; ignored until it is taken
    output logic [15:0]              cmd_asid,           // its address space

    // RESUME_PAGE_LOW
    output logic [31:0]              resume_page_low,    // page to resume

    // RESUME_PAGE_HIGH
    output logic [15:0]              resume_page_high,   // its high bits

    // RESUME
    output logic                     resume_space,       // all pages of the space
    output logic                     resume_valid,       // written, until ready
    input  logic                     resume_ready,
    output logic [15:0]              resume_asid,        // its address space

    // RING_FRAME
    output logic [31:0]              ring_frame,         // frame of the ring of fault records

    // RING
    output logic                     ring_enable,        // 1: faults are recorded
    output logic                     ring_valid,         // written, until ready
    input  logic                     ring_ready,

    // RING_HEAD
    output logic [11:0]              ring_head,          // the first record not given back
    input  logic                     head_refused,
    output logic                     give_back_valid,    // written, until ready
    input  logic                     give_back_ready,

    // RING_STATE
    input  logic [11:0]              ring_first,         // first record in the ring
    input  logic [11:0]              ring_tail,          // behind its last one

    // FORMAT
    output logic [2:0]               fmt_root,           // format of the page tables: level of the root
    output logic                     fmt_dual,           // entries of level 1 are dual
    output logic                     fmt_large_word,
    output logic                     fmt_marked,         // the leaf flags also count at the last level
    output logic                     fmt_write_no,       // the write flags forbid
    output logic                     fmt_system_no,      // the system flags are for all modes
    output logic                     fmt_read_no,        // the read flags forbid
    output logic                     fmt_exec_no,        // the execution bit forbids
    output logic                     fmt_exec_all,       // all pages may be executed
    output logic [5:0]               fmt_frame,          // lowest bit of the frame in an entry
    output logic [5:0]               fmt_frame_bits,

    // FORMAT_LARGE
    output logic [5:0]               fmt_large_low,      // lowest bit of the index of larger pages
    output logic [3:0]               fmt_large_bits,     // its width

    // FORMAT_FLAGS
    output logic [7:0]               fmt_pointer,        // flags that point to a table
    output logic [7:0]               fmt_page,           // flags that map a page
    output logic [7:0]               fmt_large,          // flags of a leaf

    // FORMAT_RIGHTS
    output logic [7:0]               fmt_write,          // flags: may be written
    output logic [7:0]               fmt_system,         // flags: system mode only
    output logic [7:0]               fmt_read,           // flags: may be read
    output logic [5:0]               fmt_exec,           // bit of an entry: may be executed

    // TOKENS
    output logic [15:0]              token_initial,
    output logic [15:0]              token_margin,       // change of a miss rate that counts

    // TOKEN_STEP
    output logic [15:0]              token_step,         // step of the tokens, of the active warps

    // FORMAT_ENTRIES
    output logic [7:0]               fmt_accessed,
    output logic [7:0]               fmt_dirty,
    output logic [7:0]               fmt_pointer_no,     // flags that no pointer to a table has
    output logic                     fmt_write_reads,
    output logic                     fmt_every_level,    // rights of all entries on the way count
    output logic                     fmt_short,          // entries have 32 bits; two of them are in a word

    // FORMAT_LEVEL
    output logic [WALK_LEVELS*6-1:0] fmt_low,
    output logic [WALK_LEVELS*4-1:0] fmt_bits,           // its width
    output logic [WALK_LEVELS-1:0]   fmt_leaf,           // an entry may map a page

    // RECORD_ERROR
    input  logic [7:0]               error_slot,
    input  logic                     error_seen,
    input  logic                     error_more,         // and another after it; cleared by the ring's set-up
    output logic                     error_clear_valid,  // written, until ready
    input  logic                     error_clear_ready,
    input  logic [15:0]              error_asid,         // its address space

    // RECORD_ERROR_PAGE_LOW
    input  logic [31:0]              error_page_low,     // its page

    // RECORD_ERROR_PAGE_HIGH
    input  logic [15:0]              error_page_high,    // its high bits

    // SHARING
    output logic [6:0]               space_pages,
    output logic [5:0]               hold_all
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (LITE_ADDR_W < 8 || LITE_ADDR_W > 32) begin : bad_lite_addr_w
    $error("mmu_registers: LITE_ADDR_W must be 8 to 32");
  end
  if (ASID_W < 1 || ASID_W > 16) begin : bad_asid_w
    $error("mmu_registers: ASID_W must be 1 to 16");
  end
  if (FAULT_RING_W < 2 || FAULT_RING_W > 8) begin : bad_fault_ring_w
    $error("mmu_registers: FAULT_RING_W must be 2 to 8");
  end
  if (MMU_PORTS < 1 || MMU_PORTS > 6) begin : bad_mmu_ports
    $error("mmu_registers: MMU_PORTS must be 1 to 6");
  end
  if (PPN_W < 1 || PPN_W > 44) begin : bad_ppn_w
    $error("mmu_registers: PPN_W must be 1 to 44");
  end
  if (VPN_W < 33 || VPN_W > 48) begin : bad_vpn_w
    $error("mmu_registers: VPN_W must be 33 to 48");
  end
  if (WALK_LEVELS < 2 || WALK_LEVELS > 8) begin : bad_walk_levels
    $error("mmu_registers: WALK_LEVELS must be 2 to 8");
  end
`endif

  // a command is under way
  logic cmd_busy;

  // ---- read ----

  logic        found;
  logic [31:0] word;

  always_comb begin
    found = 1'b0;
    word = '0;
    if (rd_addr == LITE_ADDR_W'(0)) begin  // ID
      found = 1'b1;
      word = 32'h474D4D55;
    end
    if (rd_addr == LITE_ADDR_W'(4)) begin  // STATUS
      found = 1'b1;
      word = {28'd0, quiet, token_busy, record_error, irq_up};
    end
    if (rd_addr == LITE_ADDR_W'(8)) begin  // CONTROL
      found = 1'b1;
      word = {4'd0, irq_records, 12'd0, quiesce, use_tokens, irq_mask, park};
    end
    if (rd_addr == LITE_ADDR_W'(16)) begin  // COMMAND_PAGE_LOW
      found = 1'b1;
      word = cmd_page_low;
    end
    if (rd_addr == LITE_ADDR_W'(20)) begin  // COMMAND_PAGE_HIGH
      found = 1'b1;
      word = {16'd0, cmd_page_high};
    end
    if (rd_addr == LITE_ADDR_W'(24)) begin  // COMMAND_HIGHEST_LOW
      found = 1'b1;
      word = cmd_highest_low;
    end
    if (rd_addr == LITE_ADDR_W'(28)) begin  // COMMAND_HIGHEST_HIGH
      found = 1'b1;
      word = {16'd0, cmd_highest_high};
    end
    if (rd_addr == LITE_ADDR_W'(32)) begin  // COMMAND_ROOT
      found = 1'b1;
      word = cmd_root;
    end
    if (rd_addr == LITE_ADDR_W'(36)) begin  // COMMAND
      found = 1'b1;
      word = {cmd_asid, cmd_busy, cmd_refused, 5'd0, cmd_enable, 5'd0, cmd_kind};
    end
    if (rd_addr == LITE_ADDR_W'(40)) begin  // RESUME_PAGE_LOW
      found = 1'b1;
      word = resume_page_low;
    end
    if (rd_addr == LITE_ADDR_W'(44)) begin  // RESUME_PAGE_HIGH
      found = 1'b1;
      word = {16'd0, resume_page_high};
    end
    if (rd_addr == LITE_ADDR_W'(48)) begin  // RESUME
      found = 1'b1;
      word = {resume_asid, resume_valid, 14'd0, resume_space};
    end
    if (rd_addr == LITE_ADDR_W'(52)) begin  // RING_FRAME
      found = 1'b1;
      word = ring_frame;
    end
    if (rd_addr == LITE_ADDR_W'(56)) begin  // RING
      found = 1'b1;
      word = {16'd0, ring_valid, 14'd0, ring_enable};
    end
    if (rd_addr == LITE_ADDR_W'(60)) begin  // RING_HEAD
      found = 1'b1;
      word = {16'd0, give_back_valid, head_refused, 2'd0, ring_head};
    end
    if (rd_addr == LITE_ADDR_W'(64)) begin  // RING_STATE
      found = 1'b1;
      word = {4'd0, ring_tail, 4'd0, ring_first};
    end
    if (rd_addr == LITE_ADDR_W'(68)) begin  // FORMAT
      found = 1'b1;
      word = {2'd0, fmt_frame_bits, 2'd0, fmt_frame, fmt_exec_all, fmt_exec_no, fmt_read_no, fmt_system_no,
          fmt_write_no, fmt_marked, fmt_large_word, fmt_dual, 5'd0, fmt_root};
    end
    if (rd_addr == LITE_ADDR_W'(72)) begin  // FORMAT_LARGE
      found = 1'b1;
      word = {20'd0, fmt_large_bits, 2'd0, fmt_large_low};
    end
    if (rd_addr == LITE_ADDR_W'(76)) begin  // FORMAT_FLAGS
      found = 1'b1;
      word = {8'd0, fmt_large, fmt_page, fmt_pointer};
    end
    if (rd_addr == LITE_ADDR_W'(80)) begin  // FORMAT_RIGHTS
      found = 1'b1;
      word = {2'd0, fmt_exec, fmt_read, fmt_system, fmt_write};
    end
    if (rd_addr == LITE_ADDR_W'(84)) begin  // TOKENS
      found = 1'b1;
      word = {token_margin, token_initial};
    end
    if (rd_addr == LITE_ADDR_W'(88)) begin  // TOKEN_STEP
      found = 1'b1;
      word = {16'd0, token_step};
    end
    if (rd_addr == LITE_ADDR_W'(92)) begin  // FORMAT_ENTRIES
      found = 1'b1;
      word = {5'd0, fmt_short, fmt_every_level, fmt_write_reads, fmt_pointer_no, fmt_dirty, fmt_accessed};
    end
    for (int i = 0; i < WALK_LEVELS; i++) begin
      if (rd_addr == LITE_ADDR_W'(96 + 4 * i)) begin  // FORMAT_LEVEL
        found = 1'b1;
        word = {15'd0, fmt_leaf[i], 4'd0, fmt_bits[i*4+:4], 2'd0, fmt_low[i*6+:6]};
      end
    end
    if (rd_addr == LITE_ADDR_W'(160)) begin  // RECORD_ERROR
      found = 1'b1;
      word = {error_asid, error_clear_valid, 5'd0, error_more, error_seen, error_slot};
    end
    if (rd_addr == LITE_ADDR_W'(164)) begin  // RECORD_ERROR_PAGE_LOW
      found = 1'b1;
      word = error_page_low;
    end
    if (rd_addr == LITE_ADDR_W'(168)) begin  // RECORD_ERROR_PAGE_HIGH
      found = 1'b1;
      word = {16'd0, error_page_high};
    end
    if (rd_addr == LITE_ADDR_W'(172)) begin  // SHARING
      found = 1'b1;
      word = {10'd0, hold_all, 9'd0, space_pages};
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      rd_ok   <= 1'b0;
      rd_data <= '0;
    end else begin
      rd_ok <= rd_valid && found;
      if (rd_valid) rd_data <= word;
    end
  end

  // ---- write: the register that takes it ----

  logic wr_control;
  logic wr_command_page_low;
  logic wr_command_page_high;
  logic wr_command_highest_low;
  logic wr_command_highest_high;
  logic wr_command_root;
  logic wr_command;
  logic wr_resume_page_low;
  logic wr_resume_page_high;
  logic wr_resume;
  logic wr_ring_frame;
  logic wr_ring;
  logic wr_ring_head;
  logic wr_format;
  logic wr_format_large;
  logic wr_format_flags;
  logic wr_format_rights;
  logic wr_tokens;
  logic wr_token_step;
  logic wr_format_entries;
  logic [WALK_LEVELS-1:0] wr_format_level;
  logic wr_record_error;
  logic wr_sharing;

  always_comb begin
    wr_control = wr_valid && wr_addr == LITE_ADDR_W'(8) && (wr_data[27:16] >> (FAULT_RING_W + 1)) == '0;
    wr_command_page_low = wr_valid && wr_addr == LITE_ADDR_W'(16);
    wr_command_page_high = wr_valid && wr_addr == LITE_ADDR_W'(20) && (wr_data[15:0] >> (VPN_W - 32)) == '0;
    wr_command_highest_low = wr_valid && wr_addr == LITE_ADDR_W'(24);
    wr_command_highest_high = wr_valid && wr_addr == LITE_ADDR_W'(28)
        && (wr_data[15:0] >> (VPN_W - 32)) == '0;
    wr_command_root = wr_valid && wr_addr == LITE_ADDR_W'(32) && (wr_data[31:0] >> (PPN_W)) == '0;
    wr_command = wr_valid && wr_addr == LITE_ADDR_W'(36) && !cmd_busy && (wr_data[31:16] >> (ASID_W)) == '0;
    wr_resume_page_low = wr_valid && wr_addr == LITE_ADDR_W'(40);
    wr_resume_page_high = wr_valid && wr_addr == LITE_ADDR_W'(44) && (wr_data[15:0] >> (VPN_W - 32)) == '0;
    wr_resume = wr_valid && wr_addr == LITE_ADDR_W'(48) && !resume_valid
        && (wr_data[31:16] >> (ASID_W)) == '0;
    wr_ring_frame = wr_valid && wr_addr == LITE_ADDR_W'(52) && (wr_data[31:0] >> (PPN_W)) == '0;
    wr_ring = wr_valid && wr_addr == LITE_ADDR_W'(56) && !ring_valid;
    wr_ring_head = wr_valid && wr_addr == LITE_ADDR_W'(60) && !give_back_valid
        && (wr_data[11:0] >> (FAULT_RING_W + 1)) == '0;
    wr_format = wr_valid && wr_addr == LITE_ADDR_W'(68) && 32'(wr_data[2:0]) < 32'(WALK_LEVELS);
    wr_format_large = wr_valid && wr_addr == LITE_ADDR_W'(72) && 32'(wr_data[11:8]) < 32'(10);
    wr_format_flags = wr_valid && wr_addr == LITE_ADDR_W'(76);
    wr_format_rights = wr_valid && wr_addr == LITE_ADDR_W'(80);
    wr_tokens = wr_valid && wr_addr == LITE_ADDR_W'(84);
    wr_token_step = wr_valid && wr_addr == LITE_ADDR_W'(88);
    wr_format_entries = wr_valid && wr_addr == LITE_ADDR_W'(92);
    for (int i = 0; i < WALK_LEVELS; i++)
      wr_format_level[i] = wr_valid && wr_addr == LITE_ADDR_W'(96 + 4 * i) && 32'(wr_data[11:8]) < 32'(10);
    wr_record_error = wr_valid && wr_addr == LITE_ADDR_W'(160) && !error_clear_valid;
    wr_sharing = wr_valid && wr_addr == LITE_ADDR_W'(172) && (wr_data[21:16] >> (MMU_PORTS)) == '0;
  end

  always_ff @(posedge clk) begin
    if (rst) wr_ok <= 1'b0;
    else wr_ok <= wr_control || wr_command_page_low || wr_command_page_high || wr_command_highest_low
        || wr_command_highest_high || wr_command_root || wr_command || wr_resume_page_low
        || wr_resume_page_high || wr_resume || wr_ring_frame || wr_ring || wr_ring_head || wr_format
        || wr_format_large || wr_format_flags || wr_format_rights || wr_tokens || wr_token_step
        || wr_format_entries || |wr_format_level || wr_record_error || wr_sharing;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      park <= 1'd0;
      irq_mask <= 1'd0;
      use_tokens <= 1'd0;
      quiesce <= 1'd0;
      irq_records <= 12'd0;
      cmd_page_low <= 32'd0;
      cmd_page_high <= 16'd0;
      cmd_highest_low <= 32'd0;
      cmd_highest_high <= 16'd0;
      cmd_root <= 32'd0;
      cmd_kind <= 3'd0;
      cmd_enable <= 1'd0;
      cmd_valid <= 1'b0;
      cmd_busy <= 1'b0;
      cmd_asid <= 16'd0;
      resume_page_low <= 32'd0;
      resume_page_high <= 16'd0;
      resume_space <= 1'd0;
      resume_valid <= 1'b0;
      resume_asid <= 16'd0;
      ring_frame <= 32'd0;
      ring_enable <= 1'd0;
      ring_valid <= 1'b0;
      ring_head <= 12'd0;
      give_back_valid <= 1'b0;
      fmt_root <= 3'd0;
      fmt_dual <= 1'd0;
      fmt_large_word <= 1'd0;
      fmt_marked <= 1'd0;
      fmt_write_no <= 1'd0;
      fmt_system_no <= 1'd0;
      fmt_read_no <= 1'd0;
      fmt_exec_no <= 1'd0;
      fmt_exec_all <= 1'd0;
      fmt_frame <= 6'd0;
      fmt_frame_bits <= 6'd0;
      fmt_large_low <= 6'd0;
      fmt_large_bits <= 4'd0;
      fmt_pointer <= 8'd0;
      fmt_page <= 8'd0;
      fmt_large <= 8'd0;
      fmt_write <= 8'd0;
      fmt_system <= 8'd0;
      fmt_read <= 8'd0;
      fmt_exec <= 6'd0;
      token_initial <= 16'd0;
      token_margin <= 16'd0;
      token_step <= 16'd0;
      fmt_accessed <= 8'd0;
      fmt_dirty <= 8'd0;
      fmt_pointer_no <= 8'd0;
      fmt_write_reads <= 1'd0;
      fmt_every_level <= 1'd0;
      fmt_short <= 1'd0;
      fmt_low <= {WALK_LEVELS{6'd0}};
      fmt_bits <= {WALK_LEVELS{4'd0}};
      fmt_leaf <= {WALK_LEVELS{1'd0}};
      error_clear_valid <= 1'b0;
      space_pages <= 7'd0;
      hold_all <= 6'd0;
    end else begin
      if (wr_control) park <= wr_data[0];
      if (wr_control) irq_mask <= wr_data[1];
      if (wr_control) use_tokens <= wr_data[2];
      if (wr_control) quiesce <= wr_data[3];
      if (wr_control) irq_records <= wr_data[27:16];
      if (wr_command_page_low) cmd_page_low <= wr_data[31:0];
      if (wr_command_page_high) cmd_page_high <= wr_data[15:0];
      if (wr_command_highest_low) cmd_highest_low <= wr_data[31:0];
      if (wr_command_highest_high) cmd_highest_high <= wr_data[15:0];
      if (wr_command_root) cmd_root <= wr_data[31:0];
      if (wr_command) cmd_kind <= wr_data[2:0];
      if (wr_command) cmd_enable <= wr_data[8];
      cmd_valid <= wr_command || (cmd_valid && !cmd_ready);
      cmd_busy <= wr_command || (cmd_busy && !(cmd_done && !cmd_valid));
      if (wr_command) cmd_asid <= wr_data[31:16];
      if (wr_resume_page_low) resume_page_low <= wr_data[31:0];
      if (wr_resume_page_high) resume_page_high <= wr_data[15:0];
      if (wr_resume) resume_space <= wr_data[0];
      resume_valid <= wr_resume || (resume_valid && !resume_ready);
      if (wr_resume) resume_asid <= wr_data[31:16];
      if (wr_ring_frame) ring_frame <= wr_data[31:0];
      if (wr_ring) ring_enable <= wr_data[0];
      ring_valid <= wr_ring || (ring_valid && !ring_ready);
      if (wr_ring_head) ring_head <= wr_data[11:0];
      give_back_valid <= wr_ring_head || (give_back_valid && !give_back_ready);
      if (wr_format) fmt_root <= wr_data[2:0];
      if (wr_format) fmt_dual <= wr_data[8];
      if (wr_format) fmt_large_word <= wr_data[9];
      if (wr_format) fmt_marked <= wr_data[10];
      if (wr_format) fmt_write_no <= wr_data[11];
      if (wr_format) fmt_system_no <= wr_data[12];
      if (wr_format) fmt_read_no <= wr_data[13];
      if (wr_format) fmt_exec_no <= wr_data[14];
      if (wr_format) fmt_exec_all <= wr_data[15];
      if (wr_format) fmt_frame <= wr_data[21:16];
      if (wr_format) fmt_frame_bits <= wr_data[29:24];
      if (wr_format_large) fmt_large_low <= wr_data[5:0];
      if (wr_format_large) fmt_large_bits <= wr_data[11:8];
      if (wr_format_flags) fmt_pointer <= wr_data[7:0];
      if (wr_format_flags) fmt_page <= wr_data[15:8];
      if (wr_format_flags) fmt_large <= wr_data[23:16];
      if (wr_format_rights) fmt_write <= wr_data[7:0];
      if (wr_format_rights) fmt_system <= wr_data[15:8];
      if (wr_format_rights) fmt_read <= wr_data[23:16];
      if (wr_format_rights) fmt_exec <= wr_data[29:24];
      if (wr_tokens) token_initial <= wr_data[15:0];
      if (wr_tokens) token_margin <= wr_data[31:16];
      if (wr_token_step) token_step <= wr_data[15:0];
      if (wr_format_entries) fmt_accessed <= wr_data[7:0];
      if (wr_format_entries) fmt_dirty <= wr_data[15:8];
      if (wr_format_entries) fmt_pointer_no <= wr_data[23:16];
      if (wr_format_entries) fmt_write_reads <= wr_data[24];
      if (wr_format_entries) fmt_every_level <= wr_data[25];
      if (wr_format_entries) fmt_short <= wr_data[26];
      for (int i = 0; i < WALK_LEVELS; i++)
        if (wr_format_level[i]) fmt_low[i*6+:6] <= wr_data[5:0];
      for (int i = 0; i < WALK_LEVELS; i++)
        if (wr_format_level[i]) fmt_bits[i*4+:4] <= wr_data[11:8];
      for (int i = 0; i < WALK_LEVELS; i++)
        if (wr_format_level[i]) fmt_leaf[i] <= wr_data[16];
      error_clear_valid <= wr_record_error || (error_clear_valid && !error_clear_ready);
      if (wr_sharing) space_pages <= wr_data[6:0];
      if (wr_sharing) hold_all <= wr_data[21:16];
    end
  end
endmodule
