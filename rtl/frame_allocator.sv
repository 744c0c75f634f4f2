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
  localparam int MAP_W = PAGES < 64 ? PAGES : 64;  // a map is searched in words
  localparam int MAPS = PAGES / MAP_W;

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
  logic [COUNT_W-1:0] count [0:N-1];  // pages handed out; 0: it is free
  logic [N-1:0]       whole;          // handed out as a whole
  logic [N-1:0]       mixed;          // the failsafe has given pages of it
  logic [1:0]         stage;          // of the request under way
  logic [2:0]         op;
  logic [APP_W-1:0]   app;
  logic [FRAME_W-1:0] frame;          // found for it, or named by it
  logic [PAGE_W-1:0]  page;
  logic               found;          // there is such a frame
  logic               fresh;          // it is free
  logic               failsafe;       // it is another application's

  assign req_ready    = stage == FRAME_IDLE;
  assign ans_failsafe = failsafe;
  assign ans_frame    = frame;
  assign ans_page     = page;
  assign ram_re       = stage == FRAME_READ;
  assign ram_addr     = frame;

  // ---- A request comes: its frame ----

  logic [N-1:0]       empty, own, partial;  // frames on the lists: free, of the application, of any
  logic [N-1:0]       named;                // not free, and named by the request
  logic [N-1:0]       list, upto, first;    // the list that serves it; its lowest frame, one-hot
  logic [FRAME_W-1:0] first_frame;
  logic               takes, is_base, allocates, from_own, from_free, from_other;

  always_comb
    for (int i = 0; i < N; i++) begin
      empty[i]   = count[i] == '0;
      partial[i] = !empty[i] && count[i] != COUNT_W'(PAGES) && !whole[i];
      own[i]     = partial[i] && owner[i] == req_app;
      named[i]   = !empty[i] && req_frame == FRAME_W'(i);
    end

  assign takes      = req_valid && req_ready;
  assign is_base    = req_op == FRAME_BASE;
  assign allocates  = is_base || req_op == FRAME_LARGE;
  assign from_own   = is_base && |own;
  assign from_free  = !from_own && |empty;
  assign from_other = is_base && !from_own && !from_free && cfg_failsafe && |partial;
  assign list       = from_own ? own : from_free ? empty : partial;

  // lowest set bit by a prefix OR
  always_comb begin
    upto = list;
    for (int k = 1; k < N; k = k * 2) upto = upto | (upto << k);
    first = upto & ~(upto << 1);
    first_frame = '0;
    for (int i = 0; i < N; i++) first_frame = first_frame | (FRAME_W'(i) & {FRAME_W{first[i]}});
    if (!(from_own || from_free || from_other)) first_frame = '0;
  end

  // ---- The frame and its map are there: what becomes of both ----

  logic [N-1:0]       it;  // one-hot: the frame
  logic [APP_W-1:0]   its_owner;
  logic [COUNT_W-1:0] its_count, next_count, more, less;
  logic               its_whole, its_mixed;

  always_comb begin
    its_owner = '0;
    its_count = '0;
    for (int i = 0; i < N; i++) begin
      it[i]     = frame == FRAME_W'(i);
      its_owner = its_owner | (owner[i] & {APP_W{it[i]}});
      its_count = its_count | (count[i] & {COUNT_W{it[i]}});
    end
    its_whole = |(whole & it);
    its_mixed = |(mixed & it);
  end

  logic [PAGES-1:0]  map, here;         // handed out; one-hot: the page that comes back
  logic [PAGES-1:0]  chosen;            // one-hot: the lowest free page
  logic [MAP_W-1:0]  free_in, from_on;  // the first word with a free page; from the lowest one on
  logic [MAP_W-1:0]  free_bit;          // the lowest one
  logic [PAGE_W-1:0] chosen_page;
  logic              any_free, is_free, taken;

  always_comb begin
    map      = ram_rdata & {PAGES{!fresh}};
    any_free = 1'b0;
    free_in  = '0;
    chosen   = '0;
    for (int m = 0; m < MAPS; m++) begin
      is_free = !any_free && !(&map[m*MAP_W+:MAP_W]);
      free_in = free_in | (~map[m*MAP_W+:MAP_W] & {MAP_W{is_free}});
      chosen[m*MAP_W+:MAP_W] = {MAP_W{is_free}};  // as a mask, for now
      any_free = any_free || is_free;
    end
    from_on = free_in;
    for (int k = 1; k < MAP_W; k = k * 2) from_on = from_on | (from_on << k);
    free_bit = from_on & ~(from_on << 1);
    for (int m = 0; m < MAPS; m++) chosen[m*MAP_W+:MAP_W] = chosen[m*MAP_W+:MAP_W] & free_bit;
    chosen_page = '0;
    for (int p = 0; p < PAGES; p++) begin
      chosen_page = chosen_page | (PAGE_W'(p) & {PAGE_W{chosen[p]}});
      here[p]     = page == PAGE_W'(p);
    end
    taken = |(map & here);
  end

  logic allowed, gives_one, gives_all, back, whole_back, splinters, empties, opens;

  assign allowed    = its_owner == app || its_mixed;
  assign gives_one  = found && op == FRAME_BASE && any_free;
  assign gives_all  = found && op == FRAME_LARGE;
  assign back       = found && op == FRAME_FREE && taken && allowed;
  assign whole_back = found && op == FRAME_FREE_LARGE && its_whole && allowed;
  assign splinters  = found && op == FRAME_SPLINTER && its_whole && allowed;
  assign empties    = whole_back || (back && its_count == COUNT_W'(1));
  assign opens      = (gives_one || gives_all) && fresh;
  assign more       = gives_all ? COUNT_W'(PAGES) : COUNT_W'(gives_one);
  assign less       = whole_back ? its_count : COUNT_W'(back);
  assign next_count = its_count + more - less;

  // ---- Registers ----

  logic acts;

  assign acts = stage == FRAME_ACT;

  for (genvar i = 0; i < N; i++) begin : entry
    always_ff @(posedge clk) begin
      if (rst) begin
        owner[i] <= '0;
        count[i] <= '0;
        whole[i] <= 1'b0;
        mixed[i] <= 1'b0;
      end else if (acts && it[i]) begin
        if (opens) owner[i] <= app;
        count[i] <= next_count;
        whole[i] <= (whole[i] || gives_all) && !splinters && !empties;
        mixed[i] <= (mixed[i] || (gives_one && failsafe)) && !empties;
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
      found       <= 1'b0;
      fresh       <= 1'b0;
      failsafe    <= 1'b0;
      ans_valid   <= 1'b0;
      ans_ok      <= 1'b0;
      ram_we      <= 1'b0;
      ram_wdata   <= '0;
    end else begin
      stage     <= takes ? FRAME_READ : stage == FRAME_READ ? FRAME_ACT : FRAME_IDLE;
      ans_valid <= acts;
      ans_ok    <= acts && (gives_one || gives_all || back || whole_back || splinters);
      ram_we    <= acts && (gives_one || gives_all || back);
      if (takes) begin
        op       <= req_op;
        app      <= req_app;
        frame    <= allocates ? first_frame : req_frame;
        page     <= req_page;
        found    <= allocates ? from_own || from_free || from_other : |named;
        fresh    <= allocates && from_free;
        failsafe <= from_other;
      end
      if (acts) begin
        free_frames <= free_frames + FRAMES_W'(empties) - FRAMES_W'(opens);
        handed      <= handed + HANDED_W'(more) - HANDED_W'(less);
        if (gives_one && failsafe && !(&broken)) broken <= broken + 32'd1;
        if (op == FRAME_BASE) page <= chosen_page;
        ram_wdata <= op == FRAME_LARGE ? '1 : op == FRAME_BASE ? map | chosen : map & ~here;
      end
    end
  end
endmodule
