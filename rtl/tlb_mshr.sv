// SPDX-License-Identifier: Apache-2.0
// Miss file of a TLB: MSHR_ENTRIES pages that are being fetched, each with up to MSHR_WAITERS requests that
// wait for it. Equal to hls/tlb_mshr in every state.
//
// A miss merges into the entry of its page or takes a free one, and learns in the next cycle whether it is
// taken. A fill frees the entry, and its waiters are answered one a cycle.
module tlb_mshr #(
    parameter  int MSHR_ENTRIES = gmmu_pkg::GMMU_MSHR_ENTRIES,  // pages, 2 to 64
    parameter  int MSHR_WAITERS = gmmu_pkg::GMMU_MSHR_WAITERS,  // requests for a page, 2 to 16
    parameter  int MSHR_ID_W = gmmu_pkg::GMMU_MSHR_ID_W,        // bits of a request's name, 1 to 32
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W
) (
    input  logic                 clk,         // rising edge
    input  logic                 rst,         // synchronous, active high

    // a request has missed
    input  logic                 m_valid,
    input  logic [ASID_W-1:0]    m_asid,      // address space
    input  logic [VPN_W-1:0]     m_vpn,       // page
    input  logic [MSHR_ID_W-1:0] m_id,        // name of the request
    output logic                 ready,       // a miss of a page without an entry would be taken
    output logic                 r_valid,     // there was a miss in the previous cycle
    output logic                 r_taken,     // it is taken

    // a page is to be walked: valid, ready
    output logic                 walk_valid,
    output logic [ASID_W-1:0]    walk_asid,
    output logic [VPN_W-1:0]     walk_vpn,
    input  logic                 walk_ready,

    // a page has been fetched: valid, ready
    input  logic                 f_valid,
    input  logic [ASID_W-1:0]    f_asid,
    input  logic [VPN_W-1:0]     f_vpn,
    input  logic [PPN_W-1:0]     f_ppn,       // its frame
    output logic                 f_ready,

    // an answer: valid, ready
    output logic                 a_valid,
    output logic [MSHR_ID_W-1:0] a_id,        // to this request
    output logic [PPN_W-1:0]     a_ppn,       // the frame of its page
    input  logic                 a_ready
);
  localparam int ENTRIES = MSHR_ENTRIES;
  localparam int WAITERS = MSHR_WAITERS;
  localparam int ID_W = MSHR_ID_W;
  localparam int COUNT_W = $clog2(WAITERS + 1);

`ifndef __ICARUS__  // Icarus has no such checks
  if (ENTRIES < 2 || ENTRIES > 64) begin : bad_entries
    $error("tlb_mshr: MSHR_ENTRIES must be 2 to 64");
  end
  if (WAITERS < 2 || WAITERS > 16) begin : bad_waiters
    $error("tlb_mshr: MSHR_WAITERS must be 2 to 16");
  end
  if (ID_W < 1 || ID_W > 32) begin : bad_id_width
    $error("tlb_mshr: MSHR_ID_W must be 1 to 32");
  end
  if (ASID_W < 1 || VPN_W < 1 || PPN_W < 1) begin : no_width
    $error("tlb_mshr: ASID_W, VPN_W and PPN_W must be 1 or more");
  end
`endif

  // entries
  logic [COUNT_W-1:0]              e_count[0:ENTRIES-1];  // waiters; none: free
  logic [ASID_W-1:0]               e_asid[0:ENTRIES-1];
  logic [VPN_W-1:0]                e_vpn[0:ENTRIES-1];
  logic [ENTRIES*WAITERS*ID_W-1:0] e_id;
  // requests that are due an answer, the first at the low end
  logic [COUNT_W-1:0]              d_count;
  logic [WAITERS*ID_W-1:0]         d_id;

  // ---- what happens to each entry ----

  logic [ENTRIES-1:0] free;
  logic [ENTRIES-1:0] hit;     // holds the page of the miss
  logic [ENTRIES-1:0] takes;   // the miss begins it
  logic [ENTRIES-1:0] merges;  // the miss is its next waiter
  logic [ENTRIES-1:0] frees;   // it is filled

  always_comb begin
    for (int e = 0; e < ENTRIES; e++) begin
      free[e]   = e_count[e] == '0;
      hit[e]    = m_valid && !free[e] && e_asid[e] == m_asid && e_vpn[e] == m_vpn;
      frees[e]  = f_valid && f_ready && !free[e] && e_asid[e] == f_asid && e_vpn[e] == f_vpn;
      merges[e] = hit[e] && !frees[e] && e_count[e] < COUNT_W'(WAITERS);
    end
    // the lowest free entry
    takes = m_valid && hit == '0 && (!walk_valid || walk_ready) ? free & (~free + ENTRIES'(1)) : '0;
  end

  // ---- pins ----

  assign ready   = |free && !walk_valid;
  assign f_ready = d_count == '0;
  assign a_valid = d_count != '0;
  assign a_id    = d_id[ID_W-1:0];

  // ---- the waiters of the page that is filled (AND-OR read) ----

  logic [COUNT_W-1:0]      filled_count;
  logic [WAITERS*ID_W-1:0] filled_id;

  always_comb begin
    filled_count = '0;
    filled_id    = '0;
    for (int e = 0; e < ENTRIES; e++)
      if (frees[e]) begin
        filled_count = filled_count | e_count[e];
        filled_id    = filled_id | e_id[e*WAITERS*ID_W+:WAITERS*ID_W];
      end
  end

  // ---- the edge ----

  for (genvar e = 0; e < ENTRIES; e++) begin : entries
    always_ff @(posedge clk) begin
      if (rst) begin
        e_count[e] <= '0;
        e_asid[e]  <= '0;
        e_vpn[e]   <= '0;
      end else begin
        if (frees[e]) e_count[e] <= '0;
        else if (takes[e] || merges[e]) e_count[e] <= e_count[e] + COUNT_W'(1);
        if (takes[e]) e_asid[e] <= m_asid;
        if (takes[e]) e_vpn[e] <= m_vpn;
      end
    end
    for (genvar w = 0; w < WAITERS; w++) begin : waiters
      always_ff @(posedge clk) begin
        if (rst) e_id[(e*WAITERS+w)*ID_W+:ID_W] <= '0;
        else if ((takes[e] || merges[e]) && e_count[e] == COUNT_W'(w))
          e_id[(e*WAITERS+w)*ID_W+:ID_W] <= m_id;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      r_valid    <= 1'b0;
      r_taken    <= 1'b0;
      walk_valid <= 1'b0;
      walk_asid  <= '0;
      walk_vpn   <= '0;
    end else begin
      r_valid    <= m_valid;
      r_taken    <= |takes || |merges;
      walk_valid <= |takes || (walk_valid && !walk_ready);
      if (|takes) walk_asid <= m_asid;
      if (|takes) walk_vpn <= m_vpn;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      d_count <= '0;
      d_id    <= '0;
      a_ppn   <= '0;
    end else if (|frees) begin
      d_count <= filled_count;
      d_id    <= filled_id;
      a_ppn   <= f_ppn;
    end else if (a_valid && a_ready) begin
      d_count <= d_count - COUNT_W'(1);
      d_id[(WAITERS-1)*ID_W-1:0] <= d_id[WAITERS*ID_W-1:ID_W];
    end
  end
endmodule
