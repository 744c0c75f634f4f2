// SPDX-License-Identifier: Apache-2.0
// The rules of AXI4 between a master and a slave, as assertions for benches (Verilator) and proofs (Yosys):
// valid stays and its payload with it until ready, bursts that AXI4 allows, WLAST, answers to transactions that
// are under way, each ID in its order, with the right number of beats. Each rule is a signal that is 1 while it
// is kept; m_* are the master's, s_* the slave's. ASSUME_MASTER, ASSUME_SLAVE: that side is the environment of a
// proof, and its rules are assumed. Transactions without AxLOCK, so nothing is answered EXOKAY.
module axi4_checker #(
    parameter int ID_W = 8,
    parameter int ADDR_W = 40,
    parameter int DATA_W = 256,
    parameter int USER_W = 6,
    parameter int DEPTH = 2,          // reads of one ID under way, and writes whose data are ahead or behind
    parameter bit ASSUME_MASTER = 0,
    parameter bit ASSUME_SLAVE = 0
) (
    input logic                clk,
    input logic                rst,
    input logic                awvalid,
    input logic                awready,
    input logic [ID_W-1:0]     awid,
    input logic [ADDR_W-1:0]   awaddr,
    input logic [7:0]          awlen,
    input logic [2:0]          awsize,
    input logic [1:0]          awburst,
    input logic [USER_W-1:0]   awuser,
    input logic                wvalid,
    input logic                wready,
    input logic [DATA_W-1:0]   wdata,
    input logic [DATA_W/8-1:0] wstrb,
    input logic                wlast,
    input logic                bvalid,
    input logic                bready,
    input logic [ID_W-1:0]     bid,
    input logic [1:0]          bresp,
    input logic                arvalid,
    input logic                arready,
    input logic [ID_W-1:0]     arid,
    input logic [ADDR_W-1:0]   araddr,
    input logic [7:0]          arlen,
    input logic [2:0]          arsize,
    input logic [1:0]          arburst,
    input logic [USER_W-1:0]   aruser,
    input logic                rvalid,
    input logic                rready,
    input logic [ID_W-1:0]     rid,
    input logic [DATA_W-1:0]   rdata,
    input logic [1:0]          rresp,
    input logic                rlast
);
  localparam int IDS = 2 ** ID_W;
  localparam int COUNT_W = $clog2(DEPTH + 1);
  localparam logic [2:0] SIZE_MAX = 3'($clog2(DATA_W / 8));
  localparam int A_W = ID_W + ADDR_W + USER_W + 13;

  wire aw_moves = awvalid && awready;
  wire w_moves  = wvalid && wready;
  wire b_moves  = bvalid && bready;
  wire ar_moves = arvalid && arready;
  wire r_moves  = rvalid && rready;

  // ---- valid stays, and what goes with it ----

  wire [A_W-1:0]             aw_now = {awid, awaddr, awlen, awsize, awburst, awuser};
  wire [A_W-1:0]             ar_now = {arid, araddr, arlen, arsize, arburst, aruser};
  wire [DATA_W+DATA_W/8:0]   w_now  = {wdata, wstrb, wlast};
  wire [ID_W+1:0]            b_now  = {bid, bresp};
  wire [ID_W+DATA_W+2:0]     r_now  = {rid, rdata, rresp, rlast};
  logic                      started = 1'b0;  // there was a reset
  logic                      was_rst;
  logic                      aw_waits, w_waits, b_waits, ar_waits, r_waits;
  logic [A_W-1:0]            aw_was, ar_was;
  logic [DATA_W+DATA_W/8:0]  w_was;
  logic [ID_W+1:0]           b_was;
  logic [ID_W+DATA_W+2:0]    r_was;

  always_ff @(posedge clk) begin
    started  <= started || rst;
    was_rst  <= rst;
    aw_waits <= awvalid && !awready && !rst;
    w_waits  <= wvalid && !wready && !rst;
    b_waits  <= bvalid && !bready && !rst;
    ar_waits <= arvalid && !arready && !rst;
    r_waits  <= rvalid && !rready && !rst;
    aw_was   <= aw_now;
    w_was    <= w_now;
    b_was    <= b_now;
    ar_was   <= ar_now;
    r_was    <= r_now;
  end

  wire m_quiet    = !was_rst || !(awvalid || wvalid || arvalid);
  wire m_aw_stays = !aw_waits || (awvalid && aw_now == aw_was);
  wire m_w_stays  = !w_waits || (wvalid && w_now == w_was);
  wire m_ar_stays = !ar_waits || (arvalid && ar_now == ar_was);
  wire s_quiet    = !was_rst || !(bvalid || rvalid);
  wire s_b_stays  = !b_waits || (bvalid && b_now == b_was);
  wire s_r_stays  = !r_waits || (rvalid && r_now == r_was);

  // ---- bursts: lengths, sizes, and none across 4 KB ----

  function automatic logic legal(input logic [11:0] addr, input logic [7:0] len, input logic [2:0] size,
                                 input logic [1:0] burst);
    logic [15:0] first, bytes;
    begin
      first = ({4'd0, addr} >> size) << size;
      bytes = ({8'd0, len} + 16'd1) << size;
      case (burst)
        2'd0: legal = len < 8'd16;
        2'd1: legal = first + bytes <= 16'd4096;
        2'd2: legal = (len == 8'd1 || len == 8'd3 || len == 8'd7 || len == 8'd15) && first == {4'd0, addr};
        default: legal = 1'b0;
      endcase
      legal = legal && size <= SIZE_MAX;
    end
  endfunction

  wire m_aw_burst = !awvalid || legal(12'(awaddr), awlen, awsize, awburst);
  wire m_ar_burst = !arvalid || legal(12'(araddr), arlen, arsize, arburst);

  // ---- write data belong to addresses in their order; either may be ahead ----

  logic [COUNT_W-1:0] aw_ahead, w_ahead;  // addresses without all data, bursts of data without address
  logic [7:0]         len_ahead[0:DEPTH-1];
  logic [ID_W-1:0]    id_ahead[0:DEPTH-1];
  logic [7:0]         w_beat;             // beats of the burst that has begun

  wire w_ends  = w_moves && wlast;
  wire aw_meet = aw_moves && aw_ahead == '0;               // its data may be here already
  wire pairs   = (w_ends && (aw_ahead != '0 || (aw_moves && w_ahead == '0))) || (aw_moves && w_ahead != '0);
  wire [ID_W-1:0] pair_id = (aw_ahead != '0) ? id_ahead[0] : awid;
  wire [7:0] w_len = (aw_ahead != '0) ? len_ahead[0] : awlen;
  wire w_known = aw_ahead != '0 || (aw_moves && w_ahead == '0);
  wire m_w_last = !w_moves || (w_known ? (wlast == (w_beat == w_len) && w_beat <= w_len)
                                       : (wlast || w_beat != 8'd255));
  wire m_aw_len = !aw_meet || ((w_ahead != '0) ? awlen == len_ahead[0] : awlen >= w_beat);
  wire aw_adds = aw_moves && w_ahead == '0 && !(pairs && aw_ahead == '0);
  wire w_adds  = w_ends && aw_ahead == '0 && !(aw_moves && w_ahead == '0);
  wire takes   = pairs && (aw_ahead != '0 || w_ahead != '0);
  wire [COUNT_W-1:0] kept = aw_ahead + w_ahead - COUNT_W'(takes);
  wire tracked_w = !(aw_adds || w_adds) || kept < COUNT_W'(DEPTH);

  always_ff @(posedge clk) begin
    if (rst) begin
      aw_ahead <= '0;
      w_ahead  <= '0;
      w_beat   <= '0;
    end else begin
      aw_ahead <= aw_ahead + COUNT_W'(aw_adds) - COUNT_W'(takes && aw_ahead != '0);
      w_ahead  <= w_ahead + COUNT_W'(w_adds) - COUNT_W'(takes && w_ahead != '0);
      if (w_moves) w_beat <= wlast ? 8'd0 : w_beat + 8'd1;
    end
  end
  for (genvar k = 0; k < DEPTH; k++) begin : ahead
    localparam int NEXT = (k < DEPTH - 1) ? k + 1 : k;
    always_ff @(posedge clk) begin
      if ((aw_adds || w_adds) && kept == COUNT_W'(k)) begin
        len_ahead[k] <= aw_adds ? awlen : w_beat;
        id_ahead[k]  <= awid;
      end else if (takes) begin
        len_ahead[k] <= len_ahead[NEXT];
        id_ahead[k]  <= id_ahead[NEXT];
      end
    end
  end

  // ---- answers: to a write that has all its data, to the oldest read of the ID, with its beats ----

  // per ID, ID 0 at the low end
  logic [IDS*8-1:0]       due;      // writes to be answered
  logic [IDS*COUNT_W-1:0] r_count;  // reads under way
  logic [IDS*DEPTH*8-1:0] r_len;    // their lengths, the oldest first
  logic [IDS*8-1:0]       r_beat;   // beats of the oldest that have come

  wire [7:0]         due_pair  = 8'(due >> (pair_id * 8));
  wire [7:0]         due_b     = 8'(due >> (bid * 8));
  wire               same_b    = pairs && b_moves && pair_id == bid;
  wire               r_ends    = r_moves && rlast;
  wire [COUNT_W-1:0] count_ar  = COUNT_W'(r_count >> (arid * COUNT_W));
  wire [COUNT_W-1:0] count_r   = COUNT_W'(r_count >> (rid * COUNT_W));
  wire               same_r    = ar_moves && r_ends && arid == rid;
  wire [COUNT_W-1:0] left_ar   = count_ar - COUNT_W'(same_r);
  wire [DEPTH*8-1:0] lens_ar   = (DEPTH*8)'(r_len >> (arid * DEPTH * 8));
  wire [DEPTH*8-1:0] lens_r    = (DEPTH*8)'(r_len >> (rid * DEPTH * 8));
  wire [7:0]         beat_r    = 8'(r_beat >> (rid * 8));
  logic [DEPTH*8-1:0] lens_then;    // of the ID of a read that is taken

  always_comb begin
    lens_then = same_r ? lens_ar >> 8 : lens_ar;
    for (int k = 0; k < DEPTH; k++) if (left_ar == COUNT_W'(k)) lens_then[k*8+:8] = arlen;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      due     <= '0;
      r_count <= '0;
      r_beat  <= '0;
    end else begin
      if (b_moves && !same_b) due[bid*8+:8] <= due_b - 8'd1;
      if (pairs && !same_b) due[pair_id*8+:8] <= due_pair + 8'd1;
      if (r_moves) r_beat[rid*8+:8] <= rlast ? 8'd0 : beat_r + 8'd1;
      if (r_ends) r_count[rid*COUNT_W+:COUNT_W] <= count_r - COUNT_W'(1);
      if (r_ends) r_len[rid*DEPTH*8+:DEPTH*8] <= lens_r >> 8;
      if (ar_moves) r_count[arid*COUNT_W+:COUNT_W] <= left_ar + COUNT_W'(1);
      if (ar_moves) r_len[arid*DEPTH*8+:DEPTH*8] <= lens_then;
    end
  end

  wire s_b_due   = !bvalid || due_b != 8'd0;
  wire s_r_due   = !rvalid || count_r != '0;
  wire s_r_last  = !rvalid || rlast == (beat_r == lens_r[7:0]);
  wire tracked_r = !ar_moves || left_ar < COUNT_W'(DEPTH);
  wire s_okay    = (!bvalid || bresp != 2'd1) && (!rvalid || rresp != 2'd1);

  // ---- the rules ----

  always_ff @(posedge clk) begin
    if (started && !rst) begin
      if (ASSUME_MASTER) begin
        assume (m_quiet && m_aw_stays && m_w_stays && m_ar_stays);
        assume (m_aw_burst && m_ar_burst && m_w_last && m_aw_len);
      end else begin
        master_is_quiet_after_reset: assert (m_quiet);
        awvalid_stays: assert (m_aw_stays);
        wvalid_stays: assert (m_w_stays);
        arvalid_stays: assert (m_ar_stays);
        write_burst_is_legal: assert (m_aw_burst);
        read_burst_is_legal: assert (m_ar_burst);
        wlast_is_on_the_last_beat: assert (m_w_last);
        awlen_is_that_of_the_data: assert (m_aw_len);
      end
      if (ASSUME_SLAVE) begin
        assume (s_quiet && s_b_stays && s_r_stays && s_b_due && s_r_due && s_r_last && s_okay);
      end else begin
        slave_is_quiet_after_reset: assert (s_quiet);
        bvalid_stays: assert (s_b_stays);
        rvalid_stays: assert (s_r_stays);
        write_answer_is_due: assert (s_b_due);
        read_answer_is_due: assert (s_r_due);
        rlast_is_on_the_last_beat: assert (s_r_last);
        nothing_is_exclusive: assert (s_okay);
      end
      depth_is_large_enough: assert (tracked_w && tracked_r);
    end
  end
endmodule
