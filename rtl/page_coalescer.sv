// SPDX-License-Identifier: Apache-2.0
// Page coalescer (Mosaic 4.3, 4.4): makes one large page of the base pages of a large frame, and base pages
// of it again, by writes of single bits to the page table. Equal to hls/page_coalescer in every state.
//
// One event at a time. The record of its frame is read from a memory next to the unit, changed and stored;
// then the page table follows: large bit, then disabled bits; or disabled bits cleared, large bit cleared,
// large entry of the TLBs invalidated.
module page_coalescer #(
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int LARGE_PAGES = gmmu_pkg::GMMU_LARGE_PAGES,  // base pages of a large page: 16, 32, ... 512
    parameter  int LARGE_VPN_W = gmmu_pkg::GMMU_LARGE_VPN_W,
    parameter  int LARGE_PPN_W = gmmu_pkg::GMMU_LARGE_PPN_W,
    localparam int PAGE_W = $clog2(LARGE_PAGES),
    localparam int COUNT_W = PAGE_W + 1
) (
    input  logic                   clk,               // rising edge
    input  logic                   rst,               // synchronous, active high

    // events: valid/ready; event_ready depends on the state alone
    input  logic                   event_valid,
    output logic                   event_ready,       // the event before is all done
    input  logic [1:0]             event_kind,        // 0 allocated, 1 freed, 2, 3 splinter
    input  logic [ASID_W-1:0]      event_asid,
    input  logic [LARGE_VPN_W-1:0] event_region,      // virtual page number: high bits,
    input  logic [PAGE_W-1:0]      event_page,        // low bits
    input  logic [LARGE_PPN_W-1:0] event_frame,       // physical page number: high bits,
    input  logic [PAGE_W-1:0]      event_slot,        // low bits
    input  logic [COUNT_W-1:0]     cfg_threshold,     // CSR: splinter below it

    // records: a memory with one cycle from read_valid to the record
    output logic                   read_valid,
    output logic [LARGE_PPN_W-1:0] read_frame,        // of read and store
    input  logic [ASID_W-1:0]      record_asid,
    input  logic [LARGE_VPN_W-1:0] record_region,
    input  logic [COUNT_W-1:0]     record_held,
    input  logic                   record_large,
    output logic                   store_valid,
    output logic [ASID_W-1:0]      store_asid,        // also of the writes and the invalidation
    output logic [LARGE_VPN_W-1:0] store_region,      // likewise
    output logic [COUNT_W-1:0]     store_held,
    output logic                   store_large,

    // writes to the page table: valid/ready
    output logic                   write_valid,
    input  logic                   write_ready,
    output logic                   write_leaf,        // 0 large bit of the L3 PTE, 1 disabled bit of
    output logic [PAGE_W-1:0]      write_page,        // the L4 PTE of this base page
    output logic                   write_set,         // value of the bit

    // invalidation of the large entry: valid/ready
    output logic                   invalidate_valid,
    input  logic                   invalidate_ready
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (LARGE_PAGES < 16 || LARGE_PAGES > 512 || 2 ** PAGE_W != LARGE_PAGES) begin : bad_pages
    $error("page_coalescer: LARGE_PAGES must be 16, 32, ... 512");
  end
  if (ASID_W < 1 || LARGE_VPN_W < 1 || LARGE_PPN_W < 1) begin : no_width
    $error("page_coalescer: ASID_W, LARGE_VPN_W and LARGE_PPN_W must be 1 or more");
  end
`endif

  localparam logic [COUNT_W-1:0] PAGES = COUNT_W'(LARGE_PAGES);

  // events
  localparam logic [1:0] ALLOC = 2'd0;
  localparam logic [1:0] FREE = 2'd1;

  // phases
  localparam logic [2:0] PC_IDLE = 3'd0;
  localparam logic [2:0] PC_READ = 3'd1;
  localparam logic [2:0] PC_LOOK = 3'd2;
  localparam logic [2:0] PC_STORE = 3'd3;
  localparam logic [2:0] PC_WRITE = 3'd4;
  localparam logic [2:0] PC_INVALIDATE = 3'd5;

  logic [2:0]             phase;
  logic [1:0]             kind;      // of the event under way
  logic [ASID_W-1:0]      asid;      // of the event, then of the owner
  logic [LARGE_VPN_W-1:0] region;    // likewise
  logic [PAGE_W-1:0]      page;      // base page of the region
  logic [LARGE_PPN_W-1:0] frame;     // large frame
  logic [PAGE_W-1:0]      slot;      // base page of the frame
  logic [COUNT_W-1:0]     held;      // pages of the owner in place
  logic                   is_large;  // the frame is to be one large page
  logic                   update;    // that is new
  logic [COUNT_W-1:0]     sent;      // writes taken

  // pins
  assign event_ready      = phase == PC_IDLE;
  assign read_valid       = phase == PC_READ;
  assign read_frame       = frame;
  assign store_valid      = phase == PC_STORE;
  assign store_asid       = asid;
  assign store_region     = region;
  assign store_held       = held;
  assign store_large      = is_large;
  assign write_valid      = phase == PC_WRITE;
  assign write_leaf       = write_valid && (is_large ? sent != '0 : sent != PAGES);
  assign write_page       = (sent[PAGE_W-1:0] - PAGE_W'(is_large)) & {PAGE_W{write_leaf}};
  assign write_set        = write_valid && is_large;
  assign invalidate_valid = phase == PC_INVALIDATE;

  // what the event makes of the record
  logic               in_place, owner, unowned, up, down, coalesce, splinter;
  logic [COUNT_W-1:0] held_next;

  assign in_place  = page == slot;
  assign owner     = asid == record_asid && region == record_region;
  assign unowned   = record_held == '0 && !record_large;
  assign up        = kind == ALLOC && in_place && (owner || unowned) && record_held != PAGES;
  assign down      = kind == FREE && in_place && owner && record_held != '0;
  assign held_next = record_held + COUNT_W'(up) - COUNT_W'(down);
  assign coalesce  = up && !record_large && held_next == PAGES;
  assign splinter  = record_large && (kind[1] || (down && held_next < cfg_threshold));

  logic taken, looks, last;

  assign taken = event_valid && event_ready;
  assign looks = phase == PC_LOOK;
  assign last  = sent == PAGES;

  always_ff @(posedge clk) begin
    if (rst) phase <= PC_IDLE;
    else begin
      case (phase)
        PC_IDLE: if (event_valid) phase <= PC_READ;
        PC_READ: phase <= PC_LOOK;
        PC_LOOK: phase <= up || down || splinter ? PC_STORE : PC_IDLE;
        PC_STORE: phase <= update ? PC_WRITE : PC_IDLE;
        PC_WRITE: if (write_ready && last) phase <= is_large ? PC_IDLE : PC_INVALIDATE;
        PC_INVALIDATE: if (invalidate_ready) phase <= PC_IDLE;
        default: phase <= phase;
      endcase
    end
  end

  // the event
  always_ff @(posedge clk) begin
    if (rst) begin
      kind  <= ALLOC;
      page  <= '0;
      frame <= '0;
      slot  <= '0;
    end else if (taken) begin
      kind  <= event_kind;
      page  <= event_page;
      frame <= event_frame;
      slot  <= event_slot;
    end
  end

  // its owner, then the record's owner
  always_ff @(posedge clk) begin
    if (rst) begin
      asid   <= '0;
      region <= '0;
    end else if (taken) begin
      asid   <= event_asid;
      region <= event_region;
    end else if (looks && !up) begin
      asid   <= record_asid;
      region <= record_region;
    end
  end

  // the new record
  always_ff @(posedge clk) begin
    if (rst) begin
      held   <= '0;
      is_large  <= 1'b0;
      update <= 1'b0;
    end else if (looks) begin
      held   <= held_next;
      is_large  <= (record_large && !splinter) || coalesce;
      update <= coalesce || splinter;
    end
  end

  // writes
  always_ff @(posedge clk) begin
    if (rst) sent <= '0;
    else if (write_valid && write_ready) sent <= last ? '0 : sent + COUNT_W'(1);
  end
endmodule
