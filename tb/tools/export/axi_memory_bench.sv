// SPDX-License-Identifier: Apache-2.0
// axi_memory against the rules of AXI4 (axi4_checker) and against what was written: rounds of random bursts
// of all kinds, sizes and IDs, first writes, then reads. Beats of reads are judged in the order of their ID.
module axi_memory_bench #(
    parameter int DATA_W = 64,
    parameter int ROUNDS = 300
);
  localparam int ID_W = 2, IDS = 4, ADDR_W = 16, BYTES = 8192, LANES = DATA_W / 8, MOST = 6;
  localparam int SIZE_MAX = $clog2(LANES), KEPT = 2048;

  logic clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  logic                awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  logic                arvalid, arready, rvalid, rready, rlast;
  logic [ID_W-1:0]     awid, bid, arid, rid;
  logic [ADDR_W-1:0]   awaddr, araddr;
  logic [7:0]          awlen, arlen;
  logic [2:0]          awsize, arsize;
  logic [1:0]          awburst, arburst, bresp, rresp;
  logic [DATA_W-1:0]   wdata, rdata;
  logic [DATA_W/8-1:0] wstrb;

  axi_memory #(
      .ID_W(ID_W), .ADDR_W(ADDR_W), .DATA_W(DATA_W), .BYTES(BYTES), .UNDER_WAY(4)
  ) memory (.*);
`ifndef __ICARUS__  // which does not read labelled assertions
  axi4_checker #(
      .ID_W(ID_W), .ADDR_W(ADDR_W), .DATA_W(DATA_W), .USER_W(1), .DEPTH(MOST)
  ) rules (
      .awuser(1'b0), .aruser(1'b0), .*
  );
`endif

  logic [7:0]        truth[0:BYTES-1];
  logic [31:0]       random;
  int                sent, answered, beat, overtaken, mixed, refused, last_id;
  // the bursts of a round
  logic [ADDR_W-1:0] address[0:MOST-1];
  int                len[0:MOST-1], size[0:MOST-1], id[0:MOST-1];
  logic [1:0]        burst[0:MOST-1];
  // beats that are expected, by ID: where they lie, which bursts they are of
  int                due_from[0:IDS-1], due_to[0:IDS-1];
  int                due_address[0:IDS*KEPT-1], due_bytes[0:IDS*KEPT-1];
  logic              due_last[0:IDS*KEPT-1];
  logic              reading, writing;

  task automatic roll(input int limit, output int value);
    random = random ^ (random << 13);
    random = random ^ (random >> 17);
    random = random ^ (random << 5);
    value = int'(random % 32'(limit));
  endtask

  // As the specification numbers the beats of a burst (A3.4.1).
  function automatic int beat_at(input int n, input int number);
    int bytes, start, wrap;
    bytes = 2 ** size[n];
    start = int'(address[n]) / bytes * bytes;
    wrap = int'(address[n]) / (bytes * (len[n] + 1)) * (bytes * (len[n] + 1));
    if (burst[n] == 2'd0 || number == 0) beat_at = int'(address[n]);
    else if (burst[n] == 2'd2 && start + number * bytes >= wrap + bytes * (len[n] + 1))
      beat_at = start + number * bytes - bytes * (len[n] + 1);
    else beat_at = start + number * bytes;
  endfunction

  task automatic draw(input int n);
    int value, bytes;
    roll(IDS, value);
    id[n] = value;
    roll(SIZE_MAX + 1, value);
    size[n] = value;
    roll(3, value);
    burst[n] = 2'(value);
    roll(burst[n] == 2'd1 ? 40 : 16, value);
    len[n] = value;
    if (burst[n] == 2'd2) begin
      roll(4, value);
      len[n] = (2 << value) - 1;
    end
    bytes = 2 ** size[n];
    roll(BYTES + 512, value);
    address[n] = ADDR_W'(value);
    if (burst[n] == 2'd2) address[n] = ADDR_W'(value / bytes * bytes);
    if (burst[n] == 2'd1 && int'(address[n]) % 4096 + bytes * (len[n] + 1) > 4096) len[n] = 0;
  endtask

  // ---- writes: addresses and data go side by side ----

  int w_sent, w_beat;

  task automatic offer_writes;
    int value, first, bytes;
    if (awvalid && awready) sent = sent + 1;
    roll(3, value);
    if (!awvalid || awready) begin
      awvalid <= sent < MOST && value != 0;
      if (sent < MOST) begin
        awid <= ID_W'(id[sent]);
        awaddr <= address[sent];
        awlen <= 8'(len[sent]);
        awsize <= 3'(size[sent]);
        awburst <= burst[sent];
      end
    end
    if (wvalid && wready) begin
      if (wlast) begin
        w_beat = 0;
        w_sent = w_sent + 1;
      end else w_beat = w_beat + 1;
    end
    roll(3, value);
    if (!wvalid || wready) begin
      wvalid <= w_sent < MOST && value != 0;
      if (w_sent < MOST && value != 0) begin
        first = beat_at(w_sent, w_beat);
        for (int i = 0; i < LANES; i = i + 1) begin
          roll(1024, value);
          wdata[8*i+:8] <= 8'(value);
          wstrb[i] <= 1'b0;
          bytes = 2 ** size[w_sent];
          if (i >= first % LANES && i < first % LANES / bytes * bytes + bytes && value >= 256) begin
            wstrb[i] <= 1'b1;
            if (first < BYTES) truth[first/LANES*LANES+i] = 8'(value);
          end
        end
        wlast <= w_beat == len[w_sent];
      end
    end
  endtask

  // Answers of each ID, and those among them that say that a burst goes outside.
  int b_due[0:IDS-1], b_refused[0:IDS-1];

  task automatic take_answer;
    answered = answered + 1;
    if (bresp == 2'd3) b_refused[int'(bid)] = b_refused[int'(bid)] - 1;
    b_due[int'(bid)] = b_due[int'(bid)] - 1;
  endtask

  // ---- reads ----

  task automatic offer_reads;
    int value, last;
    if (arvalid && arready) begin
      for (int k = 0; k <= len[sent]; k = k + 1) begin
        last = due_to[id[sent]];
        due_address[id[sent]*KEPT+last] = beat_at(sent, k);
        due_bytes[id[sent]*KEPT+last] = 2 ** size[sent];
        due_last[id[sent]*KEPT+last] = k == len[sent];
        due_to[id[sent]] = last + 1;
      end
      sent = sent + 1;
    end
    roll(3, value);
    if (!arvalid || arready) begin
      arvalid <= sent < MOST && value != 0;
      if (sent < MOST) begin
        arid <= ID_W'(id[sent]);
        araddr <= address[sent];
        arlen <= 8'(len[sent]);
        arsize <= 3'(size[sent]);
        arburst <= burst[sent];
      end
    end
  endtask

  task automatic take_beat;
    int at, first;
    at = int'(rid) * KEPT + due_from[int'(rid)];
    first = due_address[at];
    if (due_from[int'(rid)] == due_to[int'(rid)]) $fatal(1, "a beat that nobody waits for");
    for (int i = 0; i < LANES; i = i + 1)
      if (first < BYTES && i >= first % LANES &&
          i < first % LANES / due_bytes[at] * due_bytes[at] + due_bytes[at] &&
          rdata[8*i+:8] != truth[first/LANES*LANES+i])
        $fatal(1, "byte %h holds %h, expected %h", first / LANES * LANES + i, rdata[8*i+:8],
               truth[first/LANES*LANES+i]);
    if (rresp != (first < BYTES ? 2'd0 : 2'd3)) $fatal(1, "a beat at %h is answered %0d", first, rresp);
    if (rlast != due_last[at]) $fatal(1, "the last beat is another one");
    if (rresp == 2'd3) refused = refused + 1;
    if (int'(rid) != last_id && due_from[last_id] != due_to[last_id] && due_from[last_id] != 0
        && !due_last[last_id*KEPT+due_from[last_id]-1]) mixed = mixed + 1;
    for (int k = 0; k < IDS; k = k + 1)
      if (k != int'(rid) && rlast && due_from[k] != due_to[k]) overtaken = overtaken + 1;
    last_id = int'(rid);
    due_from[int'(rid)] = due_from[int'(rid)] + 1;
    if (rlast) answered = answered + 1;
  endtask

  always @(posedge clk) begin
    if (rst) begin
      awvalid <= 1'b0;
      wvalid <= 1'b0;
      arvalid <= 1'b0;
      bready <= 1'b0;
      rready <= 1'b0;
    end else begin
      if (writing) offer_writes;
      if (reading) offer_reads;
      if (bvalid && bready) take_answer;
      if (rvalid && rready) take_beat;
      bready <= !bready || random[4];
      rready <= !rready || random[5];
    end
  end

  task automatic wait_for_all;
    int cycles;
    cycles = 0;
    while (answered != MOST) begin
      @(negedge clk);
      cycles = cycles + 1;
      if (cycles > 20000) $fatal(1, "%0d of %0d bursts are answered", answered, MOST);
    end
    for (int k = 0; k < IDS; k = k + 1) begin
      if (b_due[k] != 0 || b_refused[k] != 0)
        $fatal(1, "an answer to a write has another ID, or says something else");
      if (due_from[k] != due_to[k]) $fatal(1, "beats are missing");
    end
  endtask

  task automatic begin_round;
    @(negedge clk);
    for (int k = 0; k < IDS; k = k + 1) begin
      b_due[k] = 0;
      b_refused[k] = 0;
      due_from[k] = 0;
      due_to[k] = 0;
    end
    for (int n = 0; n < MOST; n = n + 1) draw(n);
    sent = 0;
    answered = 0;
    w_sent = 0;
    w_beat = 0;
    last_id = 0;
  endtask

  // One beat outside is enough for another answer.
  function automatic int goes_outside(input int n);
    goes_outside = 0;
    for (int k = 0; k <= len[n]; k = k + 1) if (beat_at(n, k) >= BYTES) goes_outside = 1;
  endfunction

  initial begin
    random = 32'd7;
    overtaken = 0;
    mixed = 0;
    refused = 0;
    reading = 1'b0;
    writing = 1'b0;
    for (int i = 0; i < BYTES; i = i + 1) truth[i] = 8'd0;
    repeat (4) @(negedge clk);
    rst = 1'b0;
    for (int round = 0; round < ROUNDS; round = round + 1) begin
      begin_round;
      for (int n = 0; n < MOST; n = n + 1) begin
        b_due[id[n]] = b_due[id[n]] + 1;
        b_refused[id[n]] = b_refused[id[n]] + goes_outside(n);
      end
      writing = 1'b1;
      wait_for_all;
      writing = 1'b0;
      begin_round;
      reading = 1'b1;
      wait_for_all;
      reading = 1'b0;
    end
    for (int i = 0; i < BYTES; i = i + 8)
      if (memory.peek(longint'(i)) != {truth[i+7], truth[i+6], truth[i+5], truth[i+4], truth[i+3], truth[i+2],
                                       truth[i+1], truth[i]}) $fatal(1, "the back door shows something else");
    if (memory.violations != 0) $fatal(1, "%0d breaches of AXI4, and there are none", memory.violations);
    if (overtaken < ROUNDS || mixed < ROUNDS || refused == 0)
      $fatal(1, "%0d bursts overtook, %0d beats came between, %0d were refused", overtaken, mixed, refused);
    $display("PASS axi_memory: %0d rounds, %0d bits", ROUNDS, DATA_W);
    $finish;
  end
endmodule
