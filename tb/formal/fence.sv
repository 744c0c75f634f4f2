// SPDX-License-Identifier: Apache-2.0
// asid_table with tlb_mshr, a TLB and a walker as a GMMU has them, and what holds across them
// (docs/design/verification.md): once a fence is done, no request is answered with a translation from before the
// invalidation that came before the fence. At small sizes: 2 spaces of 2 pages, 4 requests, 2 walks.
//
// The frame of a page is its version: that of page p becomes 1 when software maps it anew. Commands, requests,
// reads of the table, fills, answers and acknowledgements come whenever they like.
module fence (
    input wire       clk,
    input wire       rst,
    input wire       change,       // page p is mapped anew
    input wire       c_valid,
    input wire [2:0] c_kind,
    input wire [1:0] c_page,       // space and page
    input wire       c_enable,
    input wire       new_valid,    // a request begins
    input wire [1:0] new_id,
    input wire [1:0] new_page,
    input wire       look,         // it looks up the TLB
    input wire       hit_go,       // a hit is answered
    input wire       a_ready,
    input wire       walk_go,
    input wire [1:0] read,         // the walker reads the page table
    input wire       fill,
    input wire       fill_walker,
    input wire       evict,
    input wire [1:0] evict_page,
    input wire [1:0] ack
);
  (* anyconst *) logic [1:0] p;
`ifdef PLANTED  // the TLB is told before the walker that fills it
  localparam int WALKER = 1;
`else
  localparam int WALKER = 0;
`endif
  localparam int CACHE = 1 - WALKER;

  logic r_valid, r_taken, ready, walk_valid, walk_asid, walk_vpn, walk_ready, f_ready, a_valid, a_ppn;
  logic c_ready, c_done, inv_asid, inv_vpn, begin_ready, generation, l_valid, l_root;
  logic [1:0] a_id, inv_valid, l_why;
  logic [2:0] inv_kind;

  // ---- requests: one looks up the TLB at a time, hits wait in a register, misses in the miss file ----

  logic rq_valid, asked, h_valid, h_version;
  logic [1:0] rq_id, rq_page, h_id;
  logic [3:0] busy, age;                // by name; age: the generation in which it began
  logic [7:0] pages;                    // by name
  logic [3:0] t_valid, t_version;       // the TLB, by page
  wire begins = new_valid & ~rq_valid & ~busy[new_id] & begin_ready;
  wire looks = rq_valid & ~asked & look;
  wire hits = looks & t_valid[rq_page] & ~h_valid;
  wire misses = looks & ~t_valid[rq_page];
  wire hit_ends = h_valid & hit_go;
  wire miss_ends = a_valid & a_ready;

  // ---- the walker: of each walk whether it is to read the table, or has, and what ----

  logic [1:0] w_reads, w_has, w_version;
  logic [1:0] w_page[0:1];
  logic version;                        // of page p in the page table
  wire [1:0] w_free = ~(w_reads | w_has);
  wire told = inv_valid[WALKER] & ack[WALKER];
  wire f_valid = fill & w_has[fill_walker] & ~told;
  wire [1:0] f_page = w_page[fill_walker];
  wire f_version = w_version[fill_walker];
  assign walk_ready = |w_free & walk_go;

  asid_table #(.ASID_SPACES(2), .INV_LISTENERS(2), .END_LISTENERS(0), .FENCE_PORTS(2), .FENCE_COUNT_W(4), .ASID_W(1),
      .VPN_W(1), .LARGE_VPN_W(1), .PPN_W(1)) table_of_spaces (
      .clk(clk), .rst(rst), .l_valid(1'b0), .l_asid(1'b0), .l_vpn(1'b0), .r_valid(l_valid), .r_why(l_why),
      .r_root(l_root), .c_valid(c_valid), .c_kind(c_kind), .c_asid(c_page[1]), .c_vpn(c_page[0]),
      .c_highest(1'b1), .c_root(1'b0), .c_enable(c_enable), .c_ready(c_ready), .c_done(c_done),
      .inv_valid(inv_valid), .inv_kind(inv_kind), .inv_asid(inv_asid), .inv_vpn(inv_vpn), .inv_ack(ack),
      .begin_valid({1'b0, begins}), .begin_ready(begin_ready), .generation(generation),
      .end_valid({miss_ends, hit_ends}), .end_generation({age[a_id], age[h_id]}),
      .ram_root(1'b0), .ram_lowest(1'b0), .ram_highest(1'b0));
  tlb_mshr #(.MSHR_ENTRIES(2), .MSHR_WAITERS(2), .MSHR_ID_W(2), .ASID_W(1), .VPN_W(1), .PPN_W(1)) misses_of_tlb (
      .clk(clk), .rst(rst), .m_valid(misses), .m_asid(rq_page[1]), .m_vpn(rq_page[0]), .m_id(rq_id),
      .ready(ready), .r_valid(r_valid), .r_taken(r_taken), .walk_valid(walk_valid), .walk_asid(walk_asid),
      .walk_vpn(walk_vpn), .walk_ready(walk_ready), .f_valid(f_valid), .f_asid(f_page[1]), .f_vpn(f_page[0]),
      .f_ppn(f_version), .f_ready(f_ready), .a_valid(a_valid), .a_id(a_id), .a_ppn(a_ppn), .a_ready(a_ready));

  // What is taken back (ASID_INV_PAGE, ASID_INV_SPACE, ASID_INV_ALL; ASID_INV_LARGE: large pages have one page).
  function automatic logic covers(input logic [2:0] kind, input logic [1:0] named, input logic [1:0] one);
    covers = kind == 3'd3 || (kind == 3'd2 && named[1] == one[1]) || ((kind == 3'd1 || kind == 3'd5) && named == one);
  endfunction

  always_ff @(posedge clk) begin
    version <= version | change;
    if (begins) begin
      rq_valid <= 1'b1;
      rq_id <= new_id;
      rq_page <= new_page;
      age[new_id] <= generation;
      busy[new_id] <= 1'b1;
    end
    asked <= misses;
    if (hits || (r_valid && r_taken)) rq_valid <= 1'b0;
    if (hits) h_id <= rq_id;
    if (hits) h_version <= t_version[rq_page];
    h_valid <= hits | (h_valid & ~hit_ends);
    if (hit_ends) busy[h_id] <= 1'b0;
    if (miss_ends) busy[a_id] <= 1'b0;
    for (int i = 0; i < 4; i++) begin
      if (begins && new_id == 2'(i)) pages[i*2+:2] <= new_page;
      if (evict && evict_page == 2'(i)) t_valid[i] <= 1'b0;
      if (inv_valid[CACHE] && ack[CACHE] && covers(inv_kind, {inv_asid, inv_vpn}, 2'(i)))
        t_valid[i] <= 1'b0;
      if (f_valid && f_ready && f_page == 2'(i)) t_valid[i] <= 1'b1;
      if (f_valid && f_ready && f_page == 2'(i)) t_version[i] <= f_version;
    end
    for (int w = 0; w < 2; w++) begin
      if (walk_valid && walk_ready && w_free[w] && (w == 0 || !w_free[0])) begin
        w_reads[w] <= 1'b1;
        w_page[w] <= {walk_asid, walk_vpn};
      end else if (w_reads[w] && read[w]) begin
        w_reads[w] <= 1'b0;
        w_has[w] <= 1'b1;
        w_version[w] <= version & (w_page[w] == p);
      end else if (w_has[w] && told && covers(inv_kind, {inv_asid, inv_vpn}, w_page[w])) begin
        w_has[w] <= 1'b0;
        w_reads[w] <= 1'b1;
      end else if (f_valid && f_ready && fill_walker == 1'(w)) begin
        w_has[w] <= 1'b0;
      end
    end
    if (rst) begin
      version <= 1'b0;
      rq_valid <= '0;
      asked <= '0;
      h_valid <= '0;
      busy <= '0;
      t_valid <= '0;
      w_reads <= '0;
      w_has <= '0;
    end
  end

  // ---- software: page p mapped anew, taken back, and a fence ----

  logic after_reset = 1'b0;
  logic taking_back, taken_back, fencing, waits, fenced;
  wire takes = c_valid & c_ready;
  wire is_taken_back = taken_back | (taking_back & c_done);
  wire is_fenced = fenced | (waits & c_done);

  always_ff @(posedge clk) begin
    after_reset <= after_reset | rst;
    taking_back <= takes ? version && covers(c_kind, c_page, p) : taking_back && !c_done;
    taken_back <= is_taken_back;
    fencing <= takes ? c_kind == 3'd4 : fencing && !c_done;
    waits <= takes ? c_kind == 3'd4 && is_taken_back : waits && !c_done;
    fenced <= is_fenced;
    if (rst) begin
      taking_back <= 1'b0;
      taken_back <= 1'b0;
      fencing <= 1'b0;
      waits <= 1'b0;
      fenced <= 1'b0;
    end
  end

  wire old_hit = hit_ends & (2'(pages >> {h_id, 1'b0}) == p) & ~h_version;
  wire old_miss = miss_ends & (2'(pages >> {a_id, 1'b0}) == p) & ~a_ppn;
  always @* begin
    if (!after_reset) assume (rst);
    if (after_reset) begin
      no_old_translation: assert (!(is_fenced & (old_hit | old_miss)));
      drained: assert (!(fencing & c_done) | ((busy & (age ^ {4{generation}})) == 4'd0));
    end
  end
endmodule
