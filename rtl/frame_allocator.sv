// SPDX-License-Identifier: Apache-2.0
// Frame allocator, control part (Mosaic 4.2, CoCoA): a list of free large frames, a list of free base
// pages for each application. hls/frame_allocator/frame_allocator.h describes its behaviour; this is
// equal to hls/frame_allocator in every state.
module frame_allocator #(
    parameter  int LARGE_FRAMES = gmmu_pkg::GMMU_LARGE_FRAMES,  // 2 to 2048
    parameter  int LARGE_PAGES = gmmu_pkg::GMMU_LARGE_PAGES,    // base pages of each: 16 to 512
    parameter  int NUM_APPS = gmmu_pkg::GMMU_NUM_APPS,          // 2 to 127
    localparam int FRAME_W = $clog2(LARGE_FRAMES),
    localparam int FRAMES_W = $clog2(LARGE_FRAMES + 1),
    localparam int PAGE_W = $clog2(LARGE_PAGES),
    localparam int HANDED_W = FRAME_W + PAGE_W + 1,
    localparam int APP_W = $clog2(NUM_APPS + 1)
) (
    input  logic                   clk,           // rising edge
    input  logic                   rst,           // synchronous, active high

    // a request; taken at an edge with both high
    input  logic                   cfg_failsafe,  // CSR: a frame may get mixed when none is free
    input  logic                   req_valid,
    output logic                   req_ready,
    input  logic [2:0]             req_op,        // 0 base, 1 large, 2 free, 3 free large, 4 splinter
    input  logic [APP_W-1:0]       req_app,
    input  logic [FRAME_W-1:0]     req_frame,     // of the last three
    input  logic [PAGE_W-1:0]      req_page,      // of free

    // its answer, for one cycle
    output logic                   ans_valid,
    output logic                   ans_ok,
    output logic                   ans_failsafe,  // the page is of another application's frame
    output logic [FRAME_W-1:0]     ans_frame,
    output logic [PAGE_W-1:0]      ans_page,      // of base

    // the map of a frame in the RAM: bit p, page p is handed out; one port
    output logic                   ram_re,
    output logic                   ram_we,        // never both
    output logic [FRAME_W-1:0]     ram_addr,
    output logic [LARGE_PAGES-1:0] ram_wdata,
    input  logic [LARGE_PAGES-1:0] ram_rdata,     // in the cycle after ram_re

    // counters
    output logic [FRAMES_W-1:0]    free_frames,
    output logic [HANDED_W-1:0]    handed,        // base pages, of whole frames too
    output logic [31:0]            broken         // pages that the failsafe gave
);
  localparam int N = LARGE_FRAMES;
  localparam int PAGES = LARGE_PAGES;
  localparam int COUNT_W = PAGE_W + 1;
  localparam int ROWS = (N + 7) / 8;  // frames are searched in rows of eight

`ifndef __ICARUS__  // Icarus has no such checks
  if (N < 2 || N > 2048) begin : bad_frames
    $error("frame_allocator: LARGE_FRAMES must be 2 to 2048");
  end
  if (PAGES < 16 || PAGES > 512 || 2 ** PAGE_W != PAGES) begin : bad_pages
    $error("frame_allocator: LARGE_PAGES must be 16, 32, 64, 128, 256 or 512");
  end
  if (NUM_APPS < 2 || NUM_APPS > 127) begin : bad_apps
    $error("frame_allocator: NUM_APPS must be 2 to 127");
  end
`endif

  localparam logic [2:0] FRAME_BASE = 3'd0;
  localparam logic [2:0] FRAME_LARGE = 3'd1;
  localparam logic [2:0] FRAME_FREE = 3'd2;
  localparam logic [2:0] FRAME_FREE_LARGE = 3'd3;
  localparam logic [2:0] FRAME_SPLINTER = 3'd4;

  localparam logic [1:0] FRAME_IDLE = 2'd0;
  localparam logic [1:0] FRAME_READ = 2'd1;
  localparam logic [1:0] FRAME_ACT = 2'd2;

  logic [APP_W-1:0]   owner [0:N-1];  // whose frame it is, unless free
  logic [COUNT_W-1:0] count [0:N-1];  // pages handed out
  logic [N-1:0]       whole;          // handed out as a whole
  logic [N-1:0]       mixed;          // the failsafe has given pages of it
  logic [N-1:0]       empty;          // on the list of free frames
  logic [N-1:0]       partial;        // on the list of its owner: in use, not whole, with a free page
  logic [1:0]         stage;          // of the request under way
  logic [2:0]         op;
  logic [APP_W-1:0]   app;
  logic [FRAME_W-1:0] frame;          // found for it, unless its own list has one; or named by it
  logic [PAGE_W-1:0]  page;
  logic [7:0]         page_bit;       // one-hot: which of its row of eight it is, as the request named it
  logic               found;          // there is such a frame
  logic               fresh;          // it is free
  logic               failsafe;       // it is another application's
  logic [ROWS-1:0]    own_any;        // rows of eight frames with one on its application's list, ...
  logic [2:0]         own_low [0:ROWS-1];  // ... and which of the eight is the first one
  // the frame, from the cycle after its map is read to the answer, with which it is written back
  logic [APP_W-1:0]   its_owner;
  logic [COUNT_W-1:0] its_count;
  logic               its_whole, its_mixed;
  logic [PAGES-1:0]   map;          // its map, as it was read; with the page as soon as it is written
  logic               sets, clears; // the page in the map, while it is written

  // ---- A request comes: its frame. Of its own list the row is chosen a cycle later. ----

  logic [8*ROWS-1:0]  own;              // frames on the list of the application
  logic [N-1:0]       named;            // not free, and named by the request
  logic               takes, is_base, allocates, from_free, from_other;
  logic               some_empty, some_partial;
  logic [FRAME_W-1:0] first_empty, first_partial;

  always_comb begin
    own = '0;
    for (int i = 0; i < N; i++) begin
      own[i]   = partial[i] && owner[i] == req_app;
      named[i] = !empty[i] && req_frame == FRAME_W'(i);
    end
  end

  gmmu_first #(
      .N(N)
  ) empty_first (
      .list (empty),
      .some (some_empty),
      .index(first_empty)
  );

  gmmu_first #(
      .N(N)
  ) partial_first (
      .list (partial),
      .some (some_partial),
      .index(first_partial)
  );

  assign req_ready  = stage == FRAME_IDLE;
  assign takes      = req_valid && req_ready;
  assign is_base    = req_op == FRAME_BASE;
  assign allocates  = is_base || req_op == FRAME_LARGE;
  assign from_free  = allocates && some_empty;
  assign from_other = is_base && !some_empty && some_partial && cfg_failsafe;

  // ---- The first row with an own frame, and the registers of the frame ----

  logic               some_own;
  logic [ROWS-1:0]    own_row;      // one-hot
  logic [FRAME_W-1:0] own_frame, its_frame;
  logic [N-1:0]       reads;        // one-hot
  logic [31:0]        own_at;
  logic [APP_W-1:0]   read_owner;
  logic [COUNT_W-1:0] read_count;

  always_comb begin
    own_at   = '0;
    some_own = 1'b0;
    for (int r = 0; r < ROWS; r++) begin
      own_row[r] = own_any[r] && !some_own;
      some_own   = some_own || own_any[r];
      if (own_row[r]) own_at = own_at | 32'(8 * r) | 32'(own_low[r]);
    end
    read_owner = '0;
    read_count = '0;
    for (int i = 0; i < N; i++) begin
      reads[i]   = some_own ? own_row[i/8] && own_low[i/8] == 3'(i) : frame == FRAME_W'(i);
      read_owner = read_owner | (owner[i] & {APP_W{reads[i]}});
      read_count = read_count | (count[i] & {COUNT_W{reads[i]}});
    end
  end

  assign own_frame    = own_at[FRAME_W-1:0];
  assign its_frame    = some_own ? own_frame : frame;
  assign ans_failsafe = failsafe && !some_own;
  assign ans_frame    = its_frame;
  assign ans_page     = page;
  assign ram_re       = stage == FRAME_READ;
  assign ram_addr     = its_frame;

  // ---- The map of the frame is there: what becomes of both ----

  logic [PAGES-1:0]  here;         // one-hot: the page
  logic [PAGE_W-1:0] chosen_page;  // the lowest free one
  logic              any_free;
  logic [PAGES/8-1:0] taken;        // rows of eight in which the page that comes back is handed out

  gmmu_first #(
      .N(PAGES)
  ) page_first (
      .list (~ram_rdata),
      .some (any_free),
      .index(chosen_page)
  );

  always_comb begin
    for (int p = 0; p < PAGES; p++) here[p] = page == PAGE_W'(p);
    for (int r = 0; r < PAGES / 8; r++) begin
      taken[r] = |(ram_rdata[r*8+:8] & page_bit) && page[PAGE_W-1:3] == (PAGE_W - 3)'(r);
    end
  end
  assign ram_wdata = (map | here & {PAGES{sets}}) & ~(here & {PAGES{clears}});

  // what becomes of it if the map suits, ...
  logic               gives_one, gives_all, one_back, all_back, splinters;
  logic               allowed, may, is_last, empties;
  logic               next_whole, next_mixed, next_partial;
  logic [COUNT_W-1:0] next_count;
  logic [HANDED_W-1:0] one, more;  // 1, -1 or 0; how many pages more are handed out

  assign gives_one    = op == FRAME_BASE;
  assign gives_all    = op == FRAME_LARGE;
  assign one_back     = op == FRAME_FREE;
  assign all_back     = op == FRAME_FREE_LARGE;
  assign splinters    = op == FRAME_SPLINTER;
  assign allowed      = its_owner == app || its_mixed;
  assign may          = found && (gives_one || gives_all
      || allowed && (one_back || (all_back || splinters) && its_whole));
  assign one          = one_back ? '1 : HANDED_W'(gives_one);
  assign more         = gives_all ? HANDED_W'(PAGES) : all_back ? '0 - HANDED_W'(its_count) : one;
  assign next_count   = gives_all ? COUNT_W'(PAGES) : all_back ? '0 : its_count + one[COUNT_W-1:0];
  assign is_last      = its_count == COUNT_W'(1);
  assign empties      = all_back || one_back && is_last;
  assign next_whole   = (its_whole || gives_all) && !splinters && !empties;
  assign next_mixed   = (its_mixed || gives_one && failsafe) && !empties;
  assign next_partial = gives_one ? its_count != COUNT_W'(PAGES - 1)
      : one_back ? !its_whole && !is_last : splinters && its_count != COUNT_W'(PAGES);

  // ... and whether it does
  logic acts, good;

  assign acts = stage == FRAME_ACT;
  assign good = may && (!gives_one || fresh || any_free) && (!one_back || |taken);

  // ---- Registers ----

  for (genvar i = 0; i < N; i++) begin : entry
    logic it;
    assign it = frame == FRAME_W'(i);

    always_ff @(posedge clk) begin
      if (rst) begin
        owner[i]   <= '0;
        count[i]   <= '0;
        whole[i]   <= 1'b0;
        mixed[i]   <= 1'b0;
        empty[i]   <= 1'b1;
        partial[i] <= 1'b0;
      end else begin
        if (acts && it && good) begin
          empty[i]   <= empties;
          partial[i] <= next_partial;
        end
        if (acts && it && may && fresh) owner[i] <= app;
        if (ans_ok && it) begin
          count[i] <= its_count;
          whole[i] <= its_whole;
          mixed[i] <= its_mixed;
        end
      end
    end
  end

  for (genvar r = 0; r < ROWS; r++) begin : row
    logic       any;
    logic [2:0] low;

    gmmu_first #(
        .N(8)
    ) own_first (
        .list (own[r*8+:8]),
        .some (any),
        .index(low)
    );

    always_ff @(posedge clk) begin
      if (rst) begin
        own_any[r] <= 1'b0;
        own_low[r] <= '0;
      end else begin
        own_any[r] <= takes && is_base && any;
        if (takes) own_low[r] <= low;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      free_frames <= FRAMES_W'(N);
      handed      <= '0;
      broken      <= '0;
      stage       <= FRAME_IDLE;
      op          <= '0;
      app         <= '0;
      frame       <= '0;
      page        <= '0;
      page_bit    <= '0;
      found       <= 1'b0;
      fresh       <= 1'b0;
      failsafe    <= 1'b0;
      its_owner   <= '0;
      its_count   <= '0;
      its_whole   <= 1'b0;
      its_mixed   <= 1'b0;
      ans_valid   <= 1'b0;
      ans_ok      <= 1'b0;
      ram_we      <= 1'b0;
      sets        <= 1'b0;
      clears      <= 1'b0;
      map         <= '0;
    end else begin
      stage     <= takes ? FRAME_READ : stage == FRAME_READ ? FRAME_ACT : FRAME_IDLE;
      ans_valid <= acts;
      ans_ok    <= acts && good;
      ram_we    <= acts && good && !all_back && !splinters;
      sets      <= acts && gives_one && (fresh || any_free);
      clears    <= acts && !gives_one && !gives_all;
      map       <= !acts ? ram_wdata : gives_all ? '1 : ram_rdata & {PAGES{!(gives_one && fresh)}};
      if (takes) begin
        op       <= req_op;
        app      <= req_app;
        frame    <= !allocates ? req_frame : some_empty ? first_empty : from_other ? first_partial : '0;
        page     <= req_page;
        page_bit <= 8'd1 << req_page[2:0];
        found    <= allocates ? from_free || from_other : |named;
        fresh    <= from_free;
        failsafe <= from_other;
      end
      if (some_own) begin
        frame    <= own_frame;
        found    <= 1'b1;
        fresh    <= 1'b0;
        failsafe <= 1'b0;
      end
      if (stage == FRAME_READ) begin
        its_owner <= read_owner;
        its_count <= read_count;
        its_whole <= |(whole & reads);
        its_mixed <= |(mixed & reads);
      end
      if (acts) begin
        its_count <= next_count;
        its_whole <= next_whole;
        its_mixed <= next_mixed;
        if (good) begin
          free_frames <= free_frames + FRAMES_W'(empties) - FRAMES_W'(fresh);
          handed      <= handed + more;
        end
        if (failsafe && any_free && !(&broken)) broken <= broken + 32'd1;  // failsafe: found for a base page
        if (gives_one) page <= fresh ? '0 : chosen_page;
      end
    end
  end
endmodule
