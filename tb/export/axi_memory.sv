// SPDX-License-Identifier: Apache-2.0
// A memory at an AXI4 slave port for testbenches. Bursts of all kinds and sizes; answers after a random time,
// and out of order where AXI4 lets them be: those of one ID stay in order, beats of reads of several IDs come
// in any (INTERLEAVE). It waits in STALL percent of the cycles. What is outside of it answers DECERR, what
// `refuse` has named SLVERR. peek and poke are 64 bits by the back door, in no time. What a master must not
// do is printed and counted in `violations`. Verilator (--timing) and Icarus (-g2012).
module axi_memory #(
    parameter int ID_W = 4,
    parameter int ADDR_W = 40,
    parameter int DATA_W = 64,        // 32 to 1024
    parameter int BYTES = 65536,      // from BASE on
    parameter longint BASE = 0,
    parameter int UNDER_WAY = 8,      // reads, and writes
    parameter int LATENCY = 20,       // most cycles from the last beat, or a read's address, to an answer
    parameter int STALL = 30,         // percent
    parameter bit INTERLEAVE = 1,
    parameter int SEED = 1            // of what is random; not 0
) (
    input  logic                clk,
    input  logic                rst,
    input  logic                awvalid,
    output logic                awready,
    input  logic [ID_W-1:0]     awid,
    input  logic [ADDR_W-1:0]   awaddr,
    input  logic [7:0]          awlen,
    input  logic [2:0]          awsize,
    input  logic [1:0]          awburst,
    input  logic                wvalid,
    output logic                wready,
    input  logic [DATA_W-1:0]   wdata,
    input  logic [DATA_W/8-1:0] wstrb,
    input  logic                wlast,
    output logic                bvalid,
    input  logic                bready,
    output logic [ID_W-1:0]     bid,
    output logic [1:0]          bresp,
    input  logic                arvalid,
    output logic                arready,
    input  logic [ID_W-1:0]     arid,
    input  logic [ADDR_W-1:0]   araddr,
    input  logic [7:0]          arlen,
    input  logic [2:0]          arsize,
    input  logic [1:0]          arburst,
    output logic                rvalid,
    input  logic                rready,
    output logic [ID_W-1:0]     rid,
    output logic [DATA_W-1:0]   rdata,
    output logic [1:0]          rresp,
    output logic                rlast
);
  localparam int LANES = DATA_W / 8;
  localparam logic [2:0] SIZE_MAX = 3'($clog2(LANES));
  localparam logic [1:0] FIXED = 2'd0, INCR = 2'd1, WRAP = 2'd2;
  localparam logic [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;

  logic [7:0]        store[0:BYTES-1];
  logic [31:0]       random;
  int                now, violations;
  int                reads, writes;           // that have been answered
  longint            refused_from, refused_to;
  int                order;                   // of what has been taken

  // reads, and writes; `held`: it is under way, `due`: from then on it may be answered
  logic              r_held[0:UNDER_WAY-1], w_held[0:UNDER_WAY-1];
  int                r_order[0:UNDER_WAY-1], w_order[0:UNDER_WAY-1];
  int                r_due[0:UNDER_WAY-1], w_due[0:UNDER_WAY-1];
  int                r_beat[0:UNDER_WAY-1], w_beat[0:UNDER_WAY-1];
  logic [ID_W-1:0]   r_id[0:UNDER_WAY-1], w_id[0:UNDER_WAY-1];
  logic [ADDR_W-1:0] r_addr[0:UNDER_WAY-1], w_addr[0:UNDER_WAY-1];
  logic [7:0]        r_len[0:UNDER_WAY-1], w_len[0:UNDER_WAY-1];
  logic [2:0]        r_size[0:UNDER_WAY-1], w_size[0:UNDER_WAY-1];
  logic [1:0]        r_burst[0:UNDER_WAY-1], w_burst[0:UNDER_WAY-1];
  logic              w_whole[0:UNDER_WAY-1];  // all beats are there
  logic [1:0]        w_resp[0:UNDER_WAY-1];

  // ---- by the back door ----

  function automatic logic [63:0] peek(input longint address);
    logic [63:0] data;
    data = '0;
    for (int i = 0; i < 8; i = i + 1)
      if (address - BASE + longint'(i) >= 0 && address - BASE + longint'(i) < longint'(BYTES))
        data[8*i+:8] = store[int'(address-BASE)+i];
    peek = data;
  endfunction

  task automatic poke(input longint address, input logic [63:0] data);
    if (address < BASE || address - BASE + 8 > longint'(BYTES))
      $fatal(1, "axi_memory: a poke of %h, which is outside", address);
    for (int i = 0; i < 8; i = i + 1) store[int'(address-BASE)+i] = data[8*i+:8];
  endtask

  // Of these bytes all accesses answer SLVERR; none: to < from.
  task automatic refuse(input longint from, input longint to);
    refused_from = from;
    refused_to = to;
  endtask

  // ---- what is random, and what is wrong ----

  task automatic roll(input int limit, output int value);
    random = random ^ (random << 13);
    random = random ^ (random >> 17);
    random = random ^ (random << 5);
    value = int'(random % 32'(limit));
  endtask

  task automatic go(output logic yes);
    int value;
    roll(100, value);
    yes = value >= STALL;
  endtask

  task automatic demand(input logic holds, input string what);
    if (!holds) begin
      violations = violations + 1;
      $display("axi_memory: %0t: %s", $time, what);
    end
  endtask

  // ---- bursts ----

  function automatic longint beat_address(input longint address, input int len, input int size,
                                          input logic [1:0] burst, input int beat);
    longint bytes, whole, aligned, lower;
    bytes = 64'd1 << size;
    whole = bytes * (longint'(len) + 1);
    aligned = address & ~(bytes - 1);
    lower = address & ~(whole - 1);
    if (burst == FIXED || beat == 0) beat_address = address;
    else if (burst == WRAP) beat_address = lower + ((aligned - lower + longint'(beat) * bytes) & (whole - 1));
    else beat_address = aligned + longint'(beat) * bytes;
  endfunction

  task automatic check_burst(input longint address, input logic [7:0] len, input logic [2:0] size,
                             input logic [1:0] burst);
    longint bytes, aligned;
    bytes = 64'd1 << size;
    aligned = address & ~(bytes - 1);
    demand(size <= SIZE_MAX, "a beat is wider than the data");
    demand(burst != 2'd3, "a burst of kind 3");
    demand(burst != INCR || (aligned & 64'd4095) + bytes * (longint'(len) + 1) <= 4096,
           "a burst crosses 4 KB");
    demand(burst != FIXED || len < 8'd16, "a FIXED burst of more than 16 beats");
    demand(burst != WRAP ||
           ((len == 8'd1 || len == 8'd3 || len == 8'd7 || len == 8'd15) && aligned == address),
           "a WRAP burst that is not aligned, or of other than 2, 4, 8 or 16 beats");
  endtask

  function automatic logic [1:0] answer_at(input longint address);
    if (address >= refused_from && address <= refused_to) answer_at = SLVERR;
    else if (address < BASE || address - BASE >= longint'(BYTES)) answer_at = DECERR;
    else answer_at = OKAY;
  endfunction

  // ---- writes ----

  task automatic take_write;
    int slot;
    slot = UNDER_WAY;
    for (int i = 0; i < UNDER_WAY; i = i + 1) if (!w_held[i]) slot = i;
    check_burst(longint'(awaddr), awlen, awsize, awburst);
    if (slot != UNDER_WAY) begin
      w_held[slot] = 1'b1;
      w_whole[slot] = 1'b0;
      w_order[slot] = order;
      w_beat[slot] = 0;
      w_id[slot] = awid;
      w_addr[slot] = awaddr;
      w_len[slot] = awlen;
      w_size[slot] = awsize;
      w_burst[slot] = awburst;
      w_resp[slot] = OKAY;
      order = order + 1;
    end
  endtask

  // The oldest write that waits for data; UNDER_WAY: none.
  function automatic int waiting_write();
    int found;
    found = UNDER_WAY;
    for (int i = 0; i < UNDER_WAY; i = i + 1)
      if (w_held[i] && !w_whole[i] && (found == UNDER_WAY || w_order[i] < w_order[found])) found = i;
    waiting_write = found;
  endfunction

  task automatic take_beat;
    int         slot, first, value;
    longint     address;
    logic [1:0] answer;
    logic       last;
    slot = waiting_write();
    if (slot != UNDER_WAY) begin
      address = beat_address(longint'(w_addr[slot]), int'(w_len[slot]), int'(w_size[slot]), w_burst[slot],
                             w_beat[slot]);
      first = int'(address & (longint'(LANES) - 1));
      answer = answer_at(address);
      last = w_beat[slot] == int'(w_len[slot]);
      if (w_resp[slot] == OKAY) w_resp[slot] = answer;
      for (int i = 0; i < LANES; i = i + 1)
        if (wstrb[i]) begin
          demand(i >= first && i < (first & ~((1 << w_size[slot]) - 1)) + (1 << w_size[slot]),
                 "a byte is written that is not in the beat");
          if (answer == OKAY) store[int'(address-BASE)-first+i] = wdata[8*i+:8];
        end
      demand(wlast == last, "wlast is not at the last beat");
      w_beat[slot] = w_beat[slot] + 1;
      if (last) begin
        w_whole[slot] = 1'b1;
        roll(LATENCY + 1, value);
        w_due[slot] = now + value;
      end
    end
  endtask

  // ---- reads ----

  task automatic take_read;
    int slot, value;
    slot = UNDER_WAY;
    for (int i = 0; i < UNDER_WAY; i = i + 1) if (!r_held[i]) slot = i;
    check_burst(longint'(araddr), arlen, arsize, arburst);
    roll(LATENCY + 1, value);
    if (slot != UNDER_WAY) begin
      r_held[slot] = 1'b1;
      r_order[slot] = order;
      r_due[slot] = now + value;
      r_beat[slot] = 0;
      r_id[slot] = arid;
      r_addr[slot] = araddr;
      r_len[slot] = arlen;
      r_size[slot] = arsize;
      r_burst[slot] = arburst;
      order = order + 1;
    end
  endtask

  // One that may be answered: of its ID the oldest. Without INTERLEAVE one that has begun comes first.
  function automatic logic may_read(input int slot);
    may_read = r_held[slot] && r_due[slot] <= now;
    for (int i = 0; i < UNDER_WAY; i = i + 1) begin
      if (r_held[i] && r_id[i] == r_id[slot] && r_order[i] < r_order[slot]) may_read = 1'b0;
      if (!INTERLEAVE && i != slot && r_held[i] && r_beat[i] != 0) may_read = 1'b0;
    end
  endfunction

  task automatic offer_read;
    int     start, slot;
    longint address;
    logic   yes;
    roll(UNDER_WAY, start);
    go(yes);
    slot = UNDER_WAY;
    for (int i = 0; i < UNDER_WAY; i = i + 1)
      if (yes && slot == UNDER_WAY && may_read((start + i) % UNDER_WAY)) slot = (start + i) % UNDER_WAY;
    rvalid <= slot != UNDER_WAY;
    if (slot != UNDER_WAY) begin
      address = beat_address(longint'(r_addr[slot]), int'(r_len[slot]), int'(r_size[slot]), r_burst[slot],
                             r_beat[slot]);
      rid <= r_id[slot];
      rresp <= answer_at(address);
      rlast <= r_beat[slot] == int'(r_len[slot]);
      address = address & ~(longint'(LANES) - 1);
      for (int i = 0; i < LANES; i = i + 4) rdata[8*i+:32] <= 32'(peek(address + longint'(i)));
      r_beat[slot] = r_beat[slot] + 1;
      if (r_beat[slot] > int'(r_len[slot])) begin
        r_held[slot] = 1'b0;
        reads = reads + 1;
      end
    end
  endtask

  function automatic logic may_answer(input int slot);
    may_answer = w_held[slot] && w_whole[slot] && w_due[slot] <= now;
    for (int i = 0; i < UNDER_WAY; i = i + 1)
      if (i != slot && w_held[i] && w_id[i] == w_id[slot] && w_order[i] < w_order[slot]) may_answer = 1'b0;
  endfunction

  task automatic offer_answer;
    int   start, slot;
    logic yes;
    roll(UNDER_WAY, start);
    go(yes);
    slot = UNDER_WAY;
    for (int i = 0; i < UNDER_WAY; i = i + 1)
      if (yes && slot == UNDER_WAY && may_answer((start + i) % UNDER_WAY)) slot = (start + i) % UNDER_WAY;
    bvalid <= slot != UNDER_WAY;
    if (slot != UNDER_WAY) begin
      bid <= w_id[slot];
      bresp <= w_resp[slot];
      w_held[slot] = 1'b0;
      writes = writes + 1;
    end
  endtask

  // ---- each cycle ----

  task automatic cycle;
    logic yes, room;
    if (arvalid && arready) take_read;
    if (awvalid && awready) take_write;
    if (wvalid && wready) take_beat;
    if (!rvalid || rready) offer_read;
    if (!bvalid || bready) offer_answer;
    go(yes);
    room = 1'b0;
    for (int i = 0; i < UNDER_WAY; i = i + 1) room = room || !r_held[i];
    arready <= yes && room;
    go(yes);
    room = 1'b0;
    for (int i = 0; i < UNDER_WAY; i = i + 1) room = room || !w_held[i];
    awready <= yes && room;
    go(yes);
    wready <= yes && waiting_write() != UNDER_WAY;
  endtask

  task automatic forget;
    awready <= 1'b0;
    wready <= 1'b0;
    bvalid <= 1'b0;
    arready <= 1'b0;
    rvalid <= 1'b0;
    for (int i = 0; i < UNDER_WAY; i = i + 1) begin
      r_held[i] = 1'b0;
      w_held[i] = 1'b0;
    end
  endtask

  initial begin
    random = SEED;
    now = 0;
    violations = 0;
    reads = 0;
    writes = 0;
    order = 0;
    refused_from = 0;
    refused_to = -1;
    for (int i = 0; i < BYTES; i = i + 1) store[i] = 8'd0;
  end

  always @(posedge clk) begin
    now = now + 1;
    if (rst) forget;
    else cycle;
  end
endmodule
