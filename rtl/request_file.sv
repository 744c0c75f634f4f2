// SPDX-License-Identifier: Apache-2.0
// Request file of a shared TLB: the requests of each port, and their way through TLB, miss file, page walker
// and fault queue, out of order; requests are parked while their page is absent. Equal to hls/request_file in
// every state.
module request_file #(
    parameter  int MMU_PORTS = gmmu_pkg::GMMU_MMU_PORTS,          // 1 to 6
    parameter  int PORT_REQUESTS = gmmu_pkg::GMMU_PORT_REQUESTS,  // of each port: 2, 4, 8
    parameter  int PORT_ID_W = gmmu_pkg::GMMU_PORT_ID_W,          // a request's name
    parameter  int WHO_W = gmmu_pkg::GMMU_WHO_W,                  // its warp, for the token controller
    parameter  int MSHR_ID_W = gmmu_pkg::GMMU_MSHR_ID_W,          // a request's name in the miss file
    parameter  int FAULT_INFO_W = gmmu_pkg::GMMU_FAULT_INFO_W,    // PORT_ID_W + 3 or more
    parameter  int ENTRY_W = gmmu_pkg::GMMU_ENTRY_W,              // {system, exec, read, write, frame}
    parameter  int RESULT_W = gmmu_pkg::GMMU_RESULT_W,            // {kind, large, entry}: ENTRY_W + 5
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    localparam int ENDS = MMU_PORTS + 2
) (
    input  logic                           clk,             // rising edge
    input  logic                           rst,             // synchronous, active high

    // requests of each port: valid, ready
    input  logic [MMU_PORTS-1:0]           q_valid,
    output logic [MMU_PORTS-1:0]           q_ready,
    input  logic [MMU_PORTS*ASID_W-1:0]    q_asid,          // address space
    input  logic [MMU_PORTS*VPN_W-1:0]     q_vpn,           // page
    input  logic [MMU_PORTS*2-1:0]         q_access,        // bit 0 reads, bit 1 writes
    input  logic [MMU_PORTS*PORT_ID_W-1:0] q_id,            // name, which the answer gives back
    input  logic [MMU_PORTS*WHO_W-1:0]     q_who,           // warp, for the token controller

    // answers of each port: valid, ready
    output logic [MMU_PORTS-1:0]           a_valid,
    input  logic [MMU_PORTS-1:0]           a_ready,
    output logic [MMU_PORTS*PORT_ID_W-1:0] a_id,
    output logic [MMU_PORTS*3-1:0]         a_fault,         // 0, or how the walk has ended
    output logic [MMU_PORTS-1:0]           a_large,         // the whole large page around it is mapped alike
    output logic [MMU_PORTS-1:0]           a_system,        // for system mode only
    output logic [MMU_PORTS-1:0]           a_exec,          // may be executed
    output logic [MMU_PORTS-1:0]           a_read,          // may be read
    output logic [MMU_PORTS-1:0]           a_write,         // may be written
    output logic [MMU_PORTS*PPN_W-1:0]     a_ppn,           // frame

    // TLB: a look-up may come in the next cycle; a look-up, and the answer three cycles later
    input  logic                           lk_ready,
    output logic                           lk_valid,
    output logic [ASID_W-1:0]              lk_asid,
    output logic [VPN_W-1:0]               lk_vpn,
    input  logic                           t_hit,
    input  logic                           t_large,
    input  logic [ENTRY_W-1:0]             t_entry,

    // cache next to the TLB and token controller: the look-up two cycles later, so that all answer at once;
    // may the warp fill the TLB; whose look-up is answered, and whose miss by the miss file
    output logic                           b_valid,
    output logic [ASID_W-1:0]              b_asid,
    output logic [VPN_W-1:0]               b_vpn,
    output logic [WHO_W-1:0]               b_who,
    input  logic                           t_fills,
    output logic                           t_valid,
    output logic [WHO_W-1:0]               t_who,
    output logic                           r_valid,
    output logic [WHO_W-1:0]               r_who,

    // miss file: a miss, in the next cycle whether it is taken; answers; it and the TLB would take a fill
    output logic                           m_valid,
    output logic [ASID_W-1:0]              m_asid,
    output logic [VPN_W-1:0]               m_vpn,
    output logic [MSHR_ID_W-1:0]           m_id,
    input  logic                           m_taken,
    input  logic                           w_valid,
    input  logic [MSHR_ID_W-1:0]           w_slot,
    input  logic [RESULT_W-1:0]            w_result,
    input  logic                           f_ready,

    // walker: a walk that has ended; what is done with it
    input  logic                           done_valid,
    input  logic [ASID_W-1:0]              done_asid,
    input  logic [VPN_W-1:0]               done_vpn,
    input  logic [2:0]                     done_kind,
    input  logic                           done_large,      // the whole large page around it may be kept
    output logic                           done_ready,      // it is taken, and fills the miss file
    output logic                           fill_tlb,        // and the TLB
    output logic                           fill_bypass,     // or the cache next to it
    output logic [3:0]                     fill_kind,
    output logic                           fill_large,

    // fault queue: a fault, in the next cycle whether it is taken; retries
    output logic                           k_valid,
    output logic [1:0]                     k_access,
    output logic [FAULT_INFO_W-1:0]        k_info,          // {port, ID} of the first that waits
    input  logic                           k_taken,
    input  logic                           retry_valid,
    output logic                           retry_ready,
    input  logic [ASID_W-1:0]              retry_asid,
    input  logic [VPN_W-1:0]               retry_vpn,

    // a space ends: its requests get the fault as they come, then the requests already here; none is left
    input  logic                           n_ending,
    input  logic                           n_valid,
    input  logic [ASID_W-1:0]              n_asid,
    output logic                           n_ack,

    // table of address spaces: requests begin and end
    output logic                           begin_valid,
    input  logic                           generation,
    output logic [ENDS-1:0]                end_valid,
    output logic [ENDS-1:0]                end_generation,

    // configuration
    input  logic [MMU_PORTS-1:0]           hold_all,        // all requests of the port may wait for software
    input  logic                           park             // absent pages go to the fault queue
);
  localparam int PORTS = MMU_PORTS;
  localparam int REQUESTS = PORT_REQUESTS;
  localparam int SLOTS = PORTS * REQUESTS;
  localparam int SLOT_W = $clog2(SLOTS);
  localparam int INDEX_W = $clog2(REQUESTS);
  localparam int PORT_W = (PORTS > 1) ? $clog2(PORTS) : 1;
  localparam int SPACE_W = (ASID_W < 1) ? 1 : ASID_W;  // so that the checks below come first
  localparam int PAGE_W = (VPN_W < 1) ? 1 : VPN_W;

  // where a request is
  localparam logic [2:0] FREE = 3'd0;
  localparam logic [2:0] LOOK = 3'd1;    // waits for its turn at the TLB
  localparam logic [2:0] ASKED = 3'd2;   // at the TLB or in the miss file
  localparam logic [2:0] PARKED = 3'd3;  // its page is in the fault queue
  localparam logic [2:0] DONE = 3'd4;    // has its answer

  // kinds of results besides a walk's results
  localparam logic [3:0] PARK_IT = 4'd8;
  localparam logic [3:0] AGAIN = 4'd9;
  localparam logic [2:0] ABSENT = 3'd1;  // of a walk
  localparam logic [2:0] ASK = 3'd4;     // a_fault: absent, and it may not wait
  localparam logic [2:0] ENDED = 3'd6;   // refused: the space is disabled

  // what is done with walks that have ended, and with retries
  localparam logic [2:0] IDLE = 3'd0;
  localparam logic [2:0] FAULT = 3'd1;
  localparam logic [2:0] VERDICT = 3'd2;
  localparam logic [2:0] NOW = 3'd3;
  localparam logic [2:0] RETRY = 3'd4;

`ifndef __ICARUS__  // Icarus has no such checks
  if (PORTS < 1 || PORTS > 6) begin : bad_ports
    $error("request_file: MMU_PORTS must be 1 to 6");
  end
  if (REQUESTS != 2 && REQUESTS != 4 && REQUESTS != 8) begin : bad_requests
    $error("request_file: PORT_REQUESTS must be 2, 4 or 8");
  end
  if (PORT_ID_W < 1 || PORT_ID_W + 3 > FAULT_INFO_W) begin : bad_id
    $error("request_file: PORT_ID_W must be 1 to FAULT_INFO_W - 3");
  end
  if (ASID_W < 1 || VPN_W < 1) begin : no_width
    $error("request_file: ASID_W and VPN_W must be 1 or more");
  end
  if (WHO_W < 1 || WHO_W > 32) begin : bad_warp
    $error("request_file: WHO_W must be 1 to 32");
  end
  if (SLOT_W > MSHR_ID_W) begin : bad_name
    $error("request_file: MSHR_ID_W must have room for the number of a request");
  end
  if (ENTRY_W != PPN_W + 4 || RESULT_W != ENTRY_W + 5) begin : bad_entry
    $error("request_file: ENTRY_W must be PPN_W + 4, and RESULT_W ENTRY_W + 5");
  end
`endif

  // slots, of port p from p x REQUESTS
  logic [2:0]           s_phase[0:SLOTS-1];
  logic [ASID_W-1:0]    s_asid[0:SLOTS-1];
  logic [VPN_W-1:0]     s_vpn[0:SLOTS-1];
  logic [1:0]           s_access[0:SLOTS-1];
  logic [PORT_ID_W-1:0] s_id[0:SLOTS-1];
  logic [WHO_W-1:0]     s_who[0:SLOTS-1];
  logic [SLOTS-1:0]     s_fills;
  logic [SLOTS-1:0]     s_generation;
  logic [SLOTS-1:0]     s_held;      // it waits for software
  logic [SLOTS-1:0]     s_refused;   // by the miss file, and not taken since
  logic [SLOTS-1:0]     s_ended;     // its space has ended since it came
  logic [SLOTS-1:0]     s_counted;   // of an answer: it ends a request in flight
  logic [2:0]           s_fault[0:SLOTS-1];  // of an answer, as what follows
  logic [SLOTS-1:0]     s_large;
  logic [ENTRY_W-1:0]   s_entry[0:SLOTS-1];
  // slots at the TLB, on their way in it, at the cache next to it, answered, at the miss file, called by it
  logic                 l_valid, o_valid;
  logic [SLOT_W-1:0]    l_slot, o_slot, b_slot, t_slot, m_slot, r_slot;
  // the miss file is for this slot alone, while it is refused; when the next one has its turn
  logic                 m_shown;
  logic                 u_named;     // it has been refused since the time before
  logic                 u_valid;
  logic [SLOT_W-1:0]    u_slot;
  logic [6:0]           u_timer;
  // answers at the ports: the slot of the port that each came from, its entry
  logic [INDEX_W-1:0]   a_slot[0:PORTS-1];
  logic [ENTRY_W-1:0]   a_entry[0:PORTS-1];
  logic [PORTS-1:0]     a_generation;
  logic [PORTS-1:0]     a_ended;     // the end of a space waits until it is taken
  logic [PORTS-1:0]     a_counted;
  logic                 n_told;      // requests of the space that ends are marked
  logic [2:0]           f_phase;
  logic                 fill_may;
  // the first that waits for an absent page
  logic [PORT_W-1:0]    k_port;
  logic [PORT_ID_W-1:0] k_id;

  // The first of them behind the one that was last, else the first of all.
  function automatic logic [SLOTS-1:0] next_in_turn(input logic [SLOTS-1:0] wanting,
                                                    input logic [SLOT_W-1:0] last);
    logic [SLOTS-1:0] from;
    from = wanting & ({SLOTS{1'b1}} << last << 1);
    if (from == '0) from = wanting;
    next_in_turn = from & (~from + SLOTS'(1));
  endfunction

  function automatic logic [SLOT_W-1:0] number_of(input logic [SLOTS-1:0] picked);
    number_of = '0;
    for (int i = 0; i < SLOTS; i++) if (picked[i]) number_of = number_of | SLOT_W'(i);
  endfunction

  // ---- pins ----

  logic reserved;  // the miss file is for u_slot alone

  assign lk_valid    = l_valid;
  assign m_valid     = m_shown && (!reserved || m_slot == u_slot);
  assign m_id        = MSHR_ID_W'(m_slot);
  assign begin_valid = l_valid;
  assign done_ready  = f_phase == NOW;
  assign fill_tlb    = f_phase == NOW && fill_kind == 4'd0 && fill_may;
  assign fill_bypass = f_phase == NOW && fill_kind == 4'd0 && !fill_may;
  assign k_valid     = f_phase == FAULT;
  assign k_info      = FAULT_INFO_W'({k_port, k_id});
  assign retry_ready = f_phase == RETRY;

  // Sums of their own: Icarus 11 runs a process again whose own outputs it reads, here without an end.
  always_comb begin : requests_of_slots
    logic [ASID_W-1:0] l_asid, b_asids, m_asids;
    logic [VPN_W-1:0]  l_vpn, b_vpns, m_vpns;
    logic [WHO_W-1:0]  b_whos, t_whos, r_whos;
    {l_asid, l_vpn, b_asids, b_vpns, b_whos, m_asids, m_vpns, t_whos, r_whos} = '0;
    for (int i = 0; i < SLOTS; i++) begin
      if (l_slot == SLOT_W'(i)) l_asid = l_asid | s_asid[i];
      if (l_slot == SLOT_W'(i)) l_vpn = l_vpn | s_vpn[i];
      if (b_slot == SLOT_W'(i)) b_asids = b_asids | s_asid[i];
      if (b_slot == SLOT_W'(i)) b_vpns = b_vpns | s_vpn[i];
      if (b_slot == SLOT_W'(i)) b_whos = b_whos | s_who[i];
      if (m_slot == SLOT_W'(i)) m_asids = m_asids | s_asid[i];
      if (m_slot == SLOT_W'(i)) m_vpns = m_vpns | s_vpn[i];
      if (t_slot == SLOT_W'(i)) t_whos = t_whos | s_who[i];
      if (r_slot == SLOT_W'(i)) r_whos = r_whos | s_who[i];
    end
    lk_asid = l_asid;
    lk_vpn  = l_vpn;
    b_asid  = b_asids;
    b_vpn   = b_vpns;
    b_who   = b_whos;
    m_asid  = m_asids;
    m_vpn   = m_vpns;
    t_who   = t_whos;
    r_who   = r_whos;
  end

  // ---- which slot has a turn: a bit per slot ----

  logic [SLOTS-1:0] free, looking, asked, parked, done;
  logic [SLOTS-1:0] same_retry;  // it wants the page that is retried
  logic [SLOTS-1:0] same_done;   // it wants the page whose walk has ended
  logic [SLOTS-1:0] takes;       // a request
  logic [SLOTS-1:0] looks;       // has its turn at the TLB
  logic [SLOTS-1:0] hits;        // is found there
  logic [SLOTS-1:0] refused;     // by the miss file
  logic [SLOTS-1:0] fetched;     // is answered by it
  logic [SLOTS-1:0] only_one;    // all others of its port wait for software, and it may not
  logic [SLOTS-1:0] stays;       // fetched: absent, ...
  logic [SLOTS-1:0] waits_on;    // ... and it is to wait for software
  logic [SLOTS-1:0] answered;
  logic             denied;      // u_slot is still refused
  logic             due;
  logic [SLOTS-1:0] turn;        // the next that was refused
  logic [SLOT_W-1:0] next_refused;
  logic [SLOTS-1:0] wakes;
  logic [SLOTS-1:0] marks;       // its space ends
  logic [SLOTS-1:0] closes;      // it gets the fault for that at once
  logic [SLOTS-1:0] leaves;      // its answer goes to the port
  logic [3:0]       w_kind;
  logic [SLOT_W-1:0] next_slot;  // of looks

  assign w_kind = w_result[RESULT_W-1:ENTRY_W+1];
  assign looks  = lk_ready ? next_in_turn(looking & ~s_ended, l_slot) : '0;
  assign next_slot = number_of(looks);
  assign denied   = |(s_refused & (SLOTS'(1) << u_slot));
  assign reserved = u_valid && denied;
  assign due      = u_timer == 7'd127 && !reserved && s_refused != '0;
  assign turn     = next_in_turn(s_refused, u_slot);
  assign next_refused = number_of(turn);
  assign stays    = (w_kind == PARK_IT || w_kind == AGAIN) ? fetched : '0;
  assign waits_on = stays & ~only_one;
  assign answered = hits | closes | (fetched & ~waits_on);
  assign wakes  = (f_phase == RETRY && retry_valid) ? (same_retry & parked) : '0;

  always_comb begin
    for (int i = 0; i < SLOTS; i++) begin
      free[i]       = s_phase[i] == FREE;
      looking[i]    = s_phase[i] == LOOK;
      asked[i]      = s_phase[i] == ASKED;
      parked[i]     = s_phase[i] == PARKED;
      done[i]       = s_phase[i] == DONE;
      same_retry[i] = s_asid[i] == retry_asid && s_vpn[i] == retry_vpn;
      same_done[i]  = s_asid[i] == done_asid && s_vpn[i] == done_vpn;
      hits[i]       = t_valid && t_hit && t_slot == SLOT_W'(i) && asked[i];
      refused[i]    = r_valid && !m_taken && r_slot == SLOT_W'(i) && asked[i];
      fetched[i]    = w_valid && w_slot == MSHR_ID_W'(i) && asked[i];
      marks[i]      = n_valid && !n_told && s_asid[i] == n_asid && !free[i] && !leaves[i];
      closes[i]     = (s_ended[i] && (looking[i] || parked[i])) ||
                      (takes[i] && n_ending && q_asid[(i/REQUESTS)*SPACE_W+:SPACE_W] == n_asid);
    end
  end

  always_comb begin
    for (int i = 0; i < SLOTS; i++) begin
      only_one[i] = !hold_all[i/REQUESTS] && !s_held[i];
      for (int k = 0; k < REQUESTS; k++)
        if (k != i % REQUESTS && !s_held[i/REQUESTS*REQUESTS+k]) only_one[i] = 1'b0;
    end
  end

  for (genvar p = 0; p < PORTS; p++) begin : ports
    localparam int FIRST = p * REQUESTS;
    logic [REQUESTS-1:0]  room;
    logic [REQUESTS-1:0]  ready;   // answers of the port
    logic [INDEX_W-1:0]   last;    // that came to the port, ...
    logic [REQUESTS-1:0]  behind;  // ... those behind it
    logic [REQUESTS-1:0]  from;
    logic [REQUESTS-1:0]  picked;  // one of them
    logic [2:0]           fault;
    logic                 is_large;
    logic [REQUESTS-1:0]  framed;  // picked, and its space goes on
    logic [ENTRY_W-1:0]   entry;
    logic [PORT_ID_W-1:0] id;
    logic [INDEX_W-1:0]   number;

    assign room = free[FIRST+:REQUESTS];
    assign takes[FIRST+:REQUESTS] = q_valid[p] ? (room & (~room + REQUESTS'(1))) : '0;
    assign leaves[FIRST+:REQUESTS] = picked;
    assign q_ready[p] = |room;
    assign ready = done[FIRST+:REQUESTS];
    assign last = a_slot[p];
    assign behind = ready & ({REQUESTS{1'b1}} << last << 1);
    assign from = (behind != '0) ? behind : ready;
    assign picked = (!a_valid[p] || a_ready[p]) ? (from & (~from + REQUESTS'(1))) : '0;
    assign a_ppn[p*PPN_W+:PPN_W] = a_entry[p][PPN_W-1:0];
    assign a_write[p] = a_entry[p][PPN_W];
    assign a_read[p] = a_entry[p][PPN_W+1];
    assign a_exec[p] = a_entry[p][PPN_W+2];
    assign a_system[p] = a_entry[p][PPN_W+3];

    assign framed = picked & ~s_ended[FIRST+:REQUESTS];

    always_comb begin
      fault  = (picked != framed) ? ENDED : '0;
      is_large = 1'b0;
      entry  = '0;
      id     = '0;
      number = '0;
      for (int k = 0; k < REQUESTS; k++)
        if (picked[k]) begin
          if (framed[k]) fault = fault | s_fault[FIRST+k];
          if (framed[k]) is_large = is_large | s_large[FIRST+k];
          if (framed[k]) entry = entry | s_entry[FIRST+k];
          id     = id | s_id[FIRST+k];
          number = number | INDEX_W'(k);
        end
    end

    always_ff @(posedge clk) begin
      if (rst) begin
        a_valid[p]                     <= 1'b0;
        a_slot[p]                      <= '0;
        a_id[p*PORT_ID_W+:PORT_ID_W]   <= '0;
        a_fault[p*3+:3]                <= '0;
        a_large[p]                     <= 1'b0;
        a_entry[p]                     <= '0;
        a_generation[p]                <= 1'b0;
        a_ended[p]                     <= 1'b0;
        a_counted[p]                   <= 1'b0;
        end_valid[p]                   <= 1'b0;
        end_generation[p]              <= 1'b0;
      end else begin
        a_valid[p]        <= picked != '0 || (a_valid[p] && !a_ready[p]);
        end_valid[p]      <= a_valid[p] && a_ready[p] && a_counted[p];
        end_generation[p] <= a_generation[p];
        if (n_valid && !n_told) a_ended[p] <= (a_valid[p] && !a_ready[p]) || picked != '0;
        else if (picked != '0) a_ended[p] <= picked != framed;
        else a_ended[p] <= a_ended[p] && !a_ready[p];
        if (picked != '0) begin
          a_slot[p]                    <= number;
          a_id[p*PORT_ID_W+:PORT_ID_W] <= id;
          a_fault[p*3+:3]              <= fault;
          a_large[p]                   <= is_large;
          a_entry[p]                   <= entry;
          a_generation[p]              <= |(picked & s_generation[FIRST+:REQUESTS]);
          a_counted[p]                 <= |(picked & s_counted[FIRST+:REQUESTS]);
        end
      end
    end
  end

  // ---- requests that end without an answer ----

  always_ff @(posedge clk) begin
    if (rst) begin
      end_valid[PORTS+:2]      <= 2'd0;
      end_generation[PORTS+:2] <= 2'd0;
    end else begin
      end_valid[PORTS]        <= refused != '0;
      end_generation[PORTS]   <= |(refused & s_generation);
      end_valid[PORTS+1]      <= waits_on != '0;
      end_generation[PORTS+1] <= |(waits_on & s_generation);
    end
  end

  // ---- the end of a space ----

  always_ff @(posedge clk) begin
    if (rst) begin
      n_told <= 1'b0;
      n_ack  <= 1'b0;
    end else begin
      n_told <= n_valid && !n_ack;
      n_ack  <= n_valid && n_told && !n_ack && s_ended == '0 && a_ended == '0;
    end
  end

  // ---- slots ----

  for (genvar i = 0; i < SLOTS; i++) begin : slots
    localparam int P = i / REQUESTS;
    always_ff @(posedge clk) begin
      if (rst) begin
        s_phase[i]      <= FREE;
        s_asid[i]       <= '0;
        s_vpn[i]        <= '0;
        s_access[i]     <= '0;
        s_id[i]         <= '0;
        s_who[i]        <= '0;
        s_fills[i]      <= 1'b0;
        s_generation[i] <= 1'b0;
        s_held[i]       <= 1'b0;
        s_refused[i]    <= 1'b0;
        s_ended[i]      <= 1'b0;
        s_counted[i]    <= 1'b0;
        s_fault[i]      <= '0;
        s_large[i]      <= 1'b0;
        s_entry[i]      <= '0;
      end else begin
        if (takes[i]) begin
          s_asid[i]   <= q_asid[P*SPACE_W+:SPACE_W];
          s_vpn[i]    <= q_vpn[P*PAGE_W+:PAGE_W];
          s_access[i] <= q_access[P*2+:2];
          s_id[i]     <= q_id[P*PORT_ID_W+:PORT_ID_W];
          s_who[i]    <= q_who[P*WHO_W+:WHO_W];
        end
        if (l_valid && l_slot == SLOT_W'(i)) s_generation[i] <= generation;
        if (t_valid && t_slot == SLOT_W'(i)) s_fills[i] <= t_fills;
        if (hits[i] || fetched[i]) begin
          s_fault[i] <= hits[i] ? 3'd0 : (stays[i] && only_one[i]) ? ASK : w_kind[2:0];
          s_large[i] <= hits[i] ? t_large : w_result[ENTRY_W];
          s_entry[i] <= hits[i] ? t_entry : w_result[ENTRY_W-1:0];
          s_counted[i] <= 1'b1;
        end else if (closes[i]) begin
          s_fault[i] <= ENDED;
          s_large[i] <= 1'b0;
          s_entry[i] <= '0;
          s_counted[i] <= 1'b0;
        end
        s_held[i] <= waits_on[i] || (s_held[i] && !answered[i]);
        s_refused[i] <= ((r_valid && r_slot == SLOT_W'(i)) ? !m_taken : s_refused[i]) && !answered[i];
        s_ended[i] <= marks[i] || (s_ended[i] && !leaves[i]);
        if (closes[i]) s_phase[i] <= DONE;
        else if (takes[i] || refused[i] || wakes[i] || (waits_on[i] && w_kind == AGAIN)) s_phase[i] <= LOOK;
        else if (looks[i]) s_phase[i] <= ASKED;
        else if (waits_on[i]) s_phase[i] <= PARKED;
        else if (hits[i] || fetched[i]) s_phase[i] <= DONE;
        else if (leaves[i]) s_phase[i] <= FREE;
      end
    end
  end

  // ---- the way through TLB and miss file ----

  always_ff @(posedge clk) begin
    if (rst) begin
      l_valid <= 1'b0;
      l_slot  <= '0;
      o_valid <= 1'b0;
      o_slot  <= '0;
      b_valid <= 1'b0;
      b_slot  <= '0;
      t_valid <= 1'b0;
      t_slot  <= '0;
      m_shown <= 1'b0;
      m_slot  <= '0;
      r_valid <= 1'b0;
      r_slot  <= '0;
    end else begin
      l_valid <= looks != '0;
      if (looks != '0) l_slot <= next_slot;
      o_valid <= l_valid;
      o_slot  <= l_slot;
      b_valid <= o_valid;
      b_slot  <= o_slot;
      t_valid <= b_valid;
      t_slot  <= b_slot;
      m_shown <= t_valid && !t_hit;
      m_slot  <= t_slot;
      r_valid <= m_shown;
      r_slot  <= m_slot;
    end
  end

  // ---- those that the miss file has refused, in turn ----

  always_ff @(posedge clk) begin
    if (rst) begin
      u_named <= 1'b0;
      u_valid <= 1'b0;
      u_slot  <= '0;
      u_timer <= '0;
    end else begin
      u_named <= due || (u_named && denied);
      u_valid <= (due && u_named && denied) || reserved;
      if (due && !(u_named && denied)) u_slot <= next_refused;
      u_timer <= u_timer + 7'(s_refused != '0);
    end
  end

  // ---- walks that have ended, and retries ----

  logic                    idle;
  logic                    ends;    // a walk is looked at
  logic                    faults;  // it goes to the fault queue
  logic [SLOTS-1:0]        waits;   // for its page
  logic [SLOTS-1:0]        first;
  logic [1:0]              access;
  logic [PORT_W-1:0]       port;
  logic [PORT_ID_W-1:0]    first_id;

  assign idle   = f_phase == IDLE && f_ready;
  assign ends   = idle && !retry_valid && done_valid;
  assign faults = ends && park && done_kind == ABSENT;
  assign waits  = same_done & asked;
  assign first  = waits & (~waits + SLOTS'(1));

  always_comb begin
    access = '0;
    port = '0;
    first_id = '0;
    for (int i = 0; i < SLOTS; i++) begin
      if (waits[i]) access = access | s_access[i];
      if (first[i]) port = port | PORT_W'(i / REQUESTS);
      if (first[i]) first_id = first_id | s_id[i];
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      f_phase    <= IDLE;
      fill_kind  <= '0;
      fill_large <= 1'b0;
      fill_may   <= 1'b0;
      k_access   <= '0;
      k_port     <= '0;
      k_id       <= '0;
    end else begin
      if (idle && retry_valid) f_phase <= RETRY;
      else if (faults) f_phase <= FAULT;
      else if (ends) f_phase <= NOW;
      else if (f_phase == FAULT) f_phase <= VERDICT;
      else if (f_phase == VERDICT) f_phase <= NOW;
      else f_phase <= IDLE;
      if (ends) fill_kind <= {1'b0, done_kind};
      else if (f_phase == VERDICT) fill_kind <= k_taken ? PARK_IT : AGAIN;
      if (ends) fill_large <= done_large;
      if (ends) fill_may <= |(waits & s_fills);
      if (faults) k_access <= access;
      if (faults) k_port <= port;
      if (faults) k_id <= first_id;
    end
  end
endmodule
