// SPDX-License-Identifier: Apache-2.0
// Fault queue: FAULT_PAGES pages that are waited for, with one record for each in a ring in memory; resume by
// page and by space; interrupts by batches. Equal to hls/fault_queue in every state.
//
// A fault merges into the entry of its page or takes a free one, and learns in the next cycle whether it is
// taken. Its record goes through a short queue to memory; the head of the ring is software's, the tail ours.
module fault_queue #(
    parameter  int FAULT_PAGES = gmmu_pkg::GMMU_FAULT_PAGES,      // pages, 2 to 64
    parameter  int FAULT_RECORDS = gmmu_pkg::GMMU_FAULT_RECORDS,  // on their way to memory, 2 to 16
    parameter  int FAULT_RING_W = gmmu_pkg::GMMU_FAULT_RING_W,    // 2^FAULT_RING_W records, 2 to 8
    parameter  int FAULT_INFO_W = gmmu_pkg::GMMU_FAULT_INFO_W,    // bits that name the asking warp, 1 to 32
    parameter  int FAULT_TIME_W = gmmu_pkg::GMMU_FAULT_TIME_W,    // bits of the time, 1 to 32
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    localparam int COUNT_W = FAULT_RING_W + 1
) (
    input  logic                    clk,          // rising edge
    input  logic                    rst,          // synchronous, active high

    // a walk has faulted
    input  logic                    f_valid,
    input  logic [ASID_W-1:0]       f_asid,       // address space
    input  logic [VPN_W-1:0]        f_vpn,        // page
    input  logic [1:0]              f_access,     // kind of the access
    input  logic [2:0]              f_why,        // how the walk has ended
    input  logic [FAULT_INFO_W-1:0] f_info,       // which warp asked
    input  logic [FAULT_TIME_W-1:0] f_time,
    output logic                    enabled,      // there is a ring
    output logic                    ready,        // a fault of a page without an entry would be taken
    output logic                    r_valid,      // there was a fault in the previous cycle
    output logic                    r_taken,      // it is taken

    // resume, taken in every cycle
    input  logic                    c_valid,
    input  logic                    c_space,      // all pages of the space, or one
    input  logic [ASID_W-1:0]       c_asid,
    input  logic [VPN_W-1:0]        c_vpn,

    // a space ends: its pages leave, its records are in the ring
    input  logic                    n_valid,
    input  logic [ASID_W-1:0]       n_asid,
    output logic                    n_ack,

    // requests that wait for the page walk again: valid, ready
    output logic                    retry_valid,
    output logic [ASID_W-1:0]       retry_asid,
    output logic [VPN_W-1:0]        retry_vpn,
    input  logic                    retry_ready,

    // a record is written: valid, ready, then done
    output logic                    w_valid,
    output logic [PPN_W-1:0]        w_frame,      // of the ring
    output logic [FAULT_RING_W-1:0] w_slot,       // record in it
    output logic [ASID_W-1:0]       w_asid,
    output logic [VPN_W-1:0]        w_vpn,
    output logic [1:0]              w_access,
    output logic [2:0]              w_why,
    output logic [FAULT_INFO_W-1:0] w_info,
    output logic [FAULT_TIME_W-1:0] w_time,
    input  logic                    w_ready,
    input  logic                    w_done,       // memory has it

    // the ring: head and tail, and how it is set up
    input  logic                    h_valid,      // software gives records back
    input  logic [COUNT_W-1:0]      h_head,       // not between head and tail: refused
    output logic                    h_refused,    // the last one was
    output logic [COUNT_W-1:0]      head,
    output logic [COUNT_W-1:0]      tail,
    input  logic                    b_valid,      // it is set up: valid, ready
    input  logic                    b_enable,
    input  logic [PPN_W-1:0]        b_frame,
    output logic                    b_ready,

    input  logic [6:0]              space_pages,  // entries of one space, at most; 0: all

    // interrupts
    input  logic                    tick,         // of a timer, one cycle
    input  logic                    irq_mask,     // 1: interrupts
    input  logic [COUNT_W-1:0]      irq_records,  // records of a batch
    output logic                    irq
);
  localparam int PAGES = FAULT_PAGES;
  localparam int RECORDS = FAULT_RECORDS;
  localparam int RING = 1 << FAULT_RING_W;
  localparam int RECORD_W = $clog2(RECORDS + 1);
  localparam int SUM_W = (COUNT_W > RECORD_W ? COUNT_W : RECORD_W) + 1;

  localparam logic [1:0] FREE = 2'd0;
  localparam logic [1:0] WAITS = 2'd1;
  localparam logic [1:0] RESUMED = 2'd2;
  localparam logic [1:0] RETRIES = 2'd3;

`ifndef __ICARUS__  // Icarus has no such checks
  if (PAGES < 2 || PAGES > 64) begin : bad_pages
    $error("fault_queue: FAULT_PAGES must be 2 to 64");
  end
  if (RECORDS < 2 || RECORDS > 16) begin : bad_records
    $error("fault_queue: FAULT_RECORDS must be 2 to 16");
  end
  if (FAULT_RING_W < 2 || FAULT_RING_W > 8) begin : bad_ring
    $error("fault_queue: FAULT_RING_W must be 2 to 8");
  end
  if (FAULT_INFO_W < 1 || FAULT_INFO_W > 32 || FAULT_TIME_W < 1 || FAULT_TIME_W > 32) begin : bad_record
    $error("fault_queue: FAULT_INFO_W and FAULT_TIME_W must be 1 to 32");
  end
  if (ASID_W < 1 || VPN_W < 1 || PPN_W < 1) begin : no_width
    $error("fault_queue: ASID_W, VPN_W and PPN_W must be 1 or more");
  end
`endif

  // entries
  logic [1:0]              e_state[0:PAGES-1];
  logic [ASID_W-1:0]       e_asid[0:PAGES-1];
  logic [VPN_W-1:0]        e_vpn[0:PAGES-1];
  // records to be written, the first is the next
  logic [RECORD_W-1:0]     q_count;
  logic [ASID_W-1:0]       q_asid[0:RECORDS-1];
  logic [VPN_W-1:0]        q_vpn[0:RECORDS-1];
  logic [1:0]              q_access[0:RECORDS-1];
  logic [2:0]              q_why[0:RECORDS-1];
  logic [FAULT_INFO_W-1:0] q_info[0:RECORDS-1];
  logic [FAULT_TIME_W-1:0] q_time[0:RECORDS-1];
  logic                    w_sent;  // memory has taken the first and not done it
  logic                    due;     // the batch of records in the ring

  // ---- the ring ----

  logic [COUNT_W-1:0] count;  // records in it
  logic               place;  // it has one for more than those on their way
  logic               sets_up;
  logic               moves;  // the head
  logic               written;

  assign count   = tail - head;
  assign place   = SUM_W'(count) + SUM_W'(q_count) < SUM_W'(RING);
  assign sets_up = b_valid && b_ready;
  assign moves   = h_valid && COUNT_W'(h_head - head) <= count;
  assign written = w_sent && w_done && q_count != '0;

  // ---- what happens to each entry ----

  logic [PAGES-1:0] free;
  logic [PAGES-1:0] resumed;
  logic [PAGES-1:0] retries;
  logic [PAGES-1:0] hit;      // holds the page of the fault
  logic [PAGES-1:0] takes;    // the fault begins it
  logic [PAGES-1:0] resumes;
  logic [PAGES-1:0] next;     // its retry comes to the port
  logic             fresh;    // the page of the fault has no entry
  logic             merges;
  logic             many;     // its space has as many as it may
  logic             starved;  // refused for want of an entry or of a place in the ring
  logic [6:0]       its;      // entries of its space
  logic [PAGES-1:0] behind;   // resumed, behind the one at the port
  logic [PAGES-1:0] from;
  logic [PAGES-1:0] ends;     // its space ends
  logic             f_ends;   // so does the space of the fault
  logic [RECORDS-1:0] recorded;  // a record of it is to be written

  always_comb begin
    for (int e = 0; e < PAGES; e++) begin
      free[e]    = e_state[e] == FREE;
      resumed[e] = e_state[e] == RESUMED;
      retries[e] = e_state[e] == RETRIES;
    end
  end

  // a sum of its own: Icarus 11 runs a process again whose own outputs it reads
  always_comb begin : entries_of_its_space
    logic [6:0] sum;
    sum = '0;
    for (int e = 0; e < PAGES; e++) sum = sum + 7'(!free[e] && e_asid[e] == f_asid);
    its = sum;
  end

  always_comb begin
    for (int e = 0; e < PAGES; e++) begin
      hit[e]     = f_valid && !free[e] && e_asid[e] == f_asid && e_vpn[e] == f_vpn;
      ends[e]    = n_valid && e_asid[e] == n_asid;
      resumes[e] = c_valid && e_state[e] == WAITS && e_asid[e] == c_asid && (c_space || e_vpn[e] == c_vpn);
    end
    for (int i = 0; i < RECORDS; i++) recorded[i] = q_count > RECORD_W'(i) && q_asid[i] == n_asid;
    f_ends  = n_valid && f_asid == n_asid;
    merges  = |(hit & ~(retries & {PAGES{retry_ready}})) && !f_ends;
    fresh   = f_valid && hit == '0 && !sets_up && !f_ends;
    many    = space_pages != '0 && its >= space_pages;
    starved = fresh && enabled && (!(place && |free) || many);
    takes   = fresh && ready && !many ? free & (~free + PAGES'(1)) : '0;
    behind  = retry_valid ? resumed & ~(retries | (retries - PAGES'(1))) : '0;
    from    = behind != '0 ? behind : resumed;
    next    = !retry_valid || retry_ready ? from & (~from + PAGES'(1)) : '0;
  end

  // ---- pins ----

  assign ready       = enabled && place && |free && q_count < RECORD_W'(RECORDS);
  assign retry_valid = |retries;
  assign w_valid     = q_count != '0 && !w_sent;
  assign w_slot      = tail[FAULT_RING_W-1:0];
  assign b_ready     = q_count == '0;

  // not by assign: Icarus Verilog 11 loses changes of an element of an array on its way into another module
  always_comb begin
    w_asid   = q_asid[0];
    w_vpn    = q_vpn[0];
    w_access = q_access[0];
    w_why    = q_why[0];
    w_info   = q_info[0];
    w_time   = q_time[0];
  end

  always_comb begin
    retry_asid = '0;
    retry_vpn  = '0;
    for (int e = 0; e < PAGES; e++)
      if (retries[e]) begin
        retry_asid = retry_asid | e_asid[e];
        retry_vpn  = retry_vpn | e_vpn[e];
      end
  end

  // ---- the edge ----

  for (genvar e = 0; e < PAGES; e++) begin : entries
    always_ff @(posedge clk) begin
      if (rst) begin
        e_state[e] <= FREE;
        e_asid[e]  <= '0;
        e_vpn[e]   <= '0;
      end else begin
        if (takes[e]) e_state[e] <= WAITS;
        else if (ends[e]) e_state[e] <= FREE;
        else if (resumes[e]) e_state[e] <= RESUMED;
        else if (next[e]) e_state[e] <= RETRIES;
        else if (retries[e] && retry_ready) e_state[e] <= FREE;
        if (takes[e]) e_asid[e] <= f_asid;
        if (takes[e]) e_vpn[e] <= f_vpn;
      end
    end
  end

  logic [RECORD_W-1:0] last;  // records, but for the one that goes

  assign last = q_count - RECORD_W'(written);

  for (genvar i = 0; i < RECORDS; i++) begin : records
    localparam int AFTER = i + 1 < RECORDS ? i + 1 : i;
    always_ff @(posedge clk) begin
      if (rst) begin
        q_asid[i]   <= '0;
        q_vpn[i]    <= '0;
        q_access[i] <= '0;
        q_why[i]    <= '0;
        q_info[i]   <= '0;
        q_time[i]   <= '0;
      end else if (|takes && last == RECORD_W'(i)) begin
        q_asid[i]   <= f_asid;
        q_vpn[i]    <= f_vpn;
        q_access[i] <= f_access;
        q_why[i]    <= f_why;
        q_info[i]   <= f_info;
        q_time[i]   <= f_time;
      end else if (written) begin
        q_asid[i]   <= q_asid[AFTER];
        q_vpn[i]    <= q_vpn[AFTER];
        q_access[i] <= q_access[AFTER];
        q_why[i]    <= q_why[AFTER];
        q_info[i]   <= q_info[AFTER];
        q_time[i]   <= q_time[AFTER];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      q_count <= '0;
      w_sent  <= 1'b0;
      r_valid <= 1'b0;
      r_taken <= 1'b0;
      n_ack   <= 1'b0;
    end else begin
      q_count <= last + RECORD_W'(|takes);
      w_sent  <= (w_valid && w_ready) || (w_sent && !w_done);
      r_valid <= f_valid;
      r_taken <= merges || |takes;
      n_ack   <= n_valid && !n_ack && recorded == '0;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      enabled   <= 1'b0;
      w_frame   <= '0;
      head      <= '0;
      tail      <= '0;
      h_refused <= 1'b0;
      due       <= 1'b0;
      irq       <= 1'b0;
    end else begin
      if (sets_up) enabled <= b_enable;
      if (sets_up) w_frame <= b_frame;
      if (sets_up) head <= '0;
      else if (moves) head <= h_head;
      if (sets_up) tail <= '0;
      else tail <= tail + COUNT_W'(written);
      if (h_valid) h_refused <= !moves || sets_up;
      due <= starved || (!moves && !sets_up && (due || (tick && count != '0)));
      irq <= irq_mask && count != '0 && (due || count >= irq_records);
    end
  end
endmodule
