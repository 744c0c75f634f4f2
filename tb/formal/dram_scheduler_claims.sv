// SPDX-License-Identifier: Apache-2.0
// Promises of dram_scheduler at its pins, for simulation: each line that AXI4 asks for is issued once, as it was asked
// for, the lines of an ID in their order, and nothing else is; to a bank that is ready; golden exactly if it is a
// walk's; a write when all its data are in the buffer; what memory has said is answered, and nothing is lost. Bound
// to the block in its bench (dram_scheduler_bind.sv), where cfg_enable stays as it is after reset.
module dram_scheduler_claims #(
    parameter int APP_W = 5,
    parameter int NUM_BANKS = 8,
    parameter int BANK_W = 3,
    parameter int REQUEST_W = 9,
    parameter int ROW_W = 23,
    parameter int COL_W = 7,
    parameter int AXI_ADDR_W = 40,
    parameter int AXI_ID_W = 8,
    parameter int AXI_BEATS = 4,
    parameter int BEAT_W = 2,
    parameter int DATA_W = 256,
    parameter int AXI_COL_AT = 7,
    parameter int AXI_BANK_AT = 14,
    parameter int AXI_ROW_AT = 17,
    parameter int PATIENCE = 16384  // cycles until a transaction is answered, if nobody stands still
) (
    input logic                  clk,
    input logic                  rst,
    input logic                  awvalid,
    input logic                  awready,
    input logic [AXI_ID_W-1:0]   awid,
    input logic [AXI_ADDR_W-1:0] awaddr,
    input logic [7:0]            awlen,
    input logic [2:0]            awsize,
    input logic [1:0]            awburst,
    input logic [APP_W:0]        awuser,
    input logic                  wvalid,
    input logic                  wready,
    input logic [DATA_W-1:0]     wdata,
    input logic [DATA_W/8-1:0]   wstrb,
    input logic                  wlast,
    input logic                  bvalid,
    input logic                  bready,
    input logic [AXI_ID_W-1:0]   bid,
    input logic [1:0]            bresp,
    input logic                  arvalid,
    input logic                  arready,
    input logic [AXI_ID_W-1:0]   arid,
    input logic [AXI_ADDR_W-1:0] araddr,
    input logic [7:0]            arlen,
    input logic [2:0]            arsize,
    input logic [1:0]            arburst,
    input logic [APP_W:0]        aruser,
    input logic                  rvalid,
    input logic                  rready,
    input logic [AXI_ID_W-1:0]   rid,
    input logic [DATA_W-1:0]     rdata,
    input logic [1:0]            rresp,
    input logic                  rlast,
    input logic [NUM_BANKS-1:0]  bank_ready,
    input logic                  issue_valid,
    input logic [1:0]            issue_class,
    input logic [REQUEST_W-1:0]  issue_id,
    input logic                  issue_write,
    input logic [BANK_W-1:0]     issue_bank,
    input logic [ROW_W-1:0]      issue_row,
    input logic [COL_W-1:0]      issue_col,
    input logic                  wd_valid,
    input logic                  wd_ready,
    input logic [AXI_ID_W-1:0]   wd_id,
    input logic [BEAT_W-1:0]     wd_beat,
    input logic [DATA_W-1:0]     wd_data,
    input logic [DATA_W/8-1:0]   wd_strb,
    input logic                  rd_valid,
    input logic                  rd_ready,
    input logic [AXI_ID_W-1:0]   rd_id,
    input logic [DATA_W-1:0]     rd_data,
    input logic                  rd_error,
    input logic                  done_valid,
    input logic                  done_ready,
    input logic [AXI_ID_W-1:0]   done_id,
    input logic                  done_error,
    input logic                  cfg_enable
);
  localparam int IDS = 2 ** AXI_ID_W;
  localparam int NAMES = 2 * IDS;
  localparam int WD_W = AXI_ID_W + BEAT_W + DATA_W + DATA_W / 8;
  localparam int LINE_W = ROW_W + BANK_W + COL_W + 1;  // {walk, row, bank, column}
  localparam int BEAT_ALL_W = DATA_W + DATA_W / 8;
  localparam logic [2:0] SIZE = 3'($clog2(DATA_W / 8));
  localparam int OFFSET_W = $clog2(DATA_W / 8 * AXI_BEATS);

  typedef logic [LINE_W-1:0]     line_t;
  typedef logic [BEAT_ALL_W-1:0] beat_t;

  logic started = 1'b0;  // there was a reset

  // ---- valid stays, and what goes with it; nothing is valid after reset ----

  logic            was_rst, wd_waits;
  logic [WD_W-1:0] wd_was;
  wire [WD_W-1:0]  wd_now = {wd_id, wd_beat, wd_data, wd_strb};
  always_ff @(posedge clk) begin
    started  <= started || rst;
    was_rst  <= rst;
    wd_waits <= wd_valid && !wd_ready && !rst;
    wd_was   <= wd_now;
    if (started && !rst) begin
      quiet_after_reset: assert (!was_rst || (!issue_valid && !wd_valid));
      wd_stays: assert (!wd_waits || (wd_valid && wd_now == wd_was));
    end
  end

  // ---- what is known: variables, which one process changes step by step ----
  // verilator lint_off BLKSEQ

  longint cycle;
  logic [NUM_BANKS-1:0] takes_next;      // bank_ready of the cycle before: it speaks of the next one
  // by name {write, ID}: lines that are taken and not issued, in their order; is one at the controller?
  line_t  lines[NAMES][$];
  bit     given[NAMES];
  // transactions that are not answered: are they lines? when they were taken
  bit     is_line[NAMES][$];
  longint since[NAMES][$];
  int     looked_at;                     // one name a cycle: how long has its oldest waited?
  // writes whose data are not here, in their order; data whose address is not here
  logic [AXI_ID_W-1:0] aw_id[$];
  bit     aw_line[$];
  beat_t  w_beats[$];
  bit     w_lasts[$];
  // data of lines, on their way to the buffer and in it; what memory has said
  beat_t  to_buffer[IDS][$];
  int     buffered[IDS];
  logic [DATA_W:0] from_memory[IDS][$];  // {error, data}
  int     come[IDS];                     // beats of it
  bit     write_failed[IDS][$];

  function automatic bit whole(input logic [AXI_ADDR_W-1:0] addr, input logic [7:0] len, input logic [2:0] size,
                               input logic [1:0] burst);
    whole = int'(len) == AXI_BEATS - 1 && size == SIZE && burst == 2'd1 && addr[OFFSET_W-1:0] == '0;
  endfunction

  function automatic line_t line_of(input logic [AXI_ADDR_W-1:0] addr, input logic walk);
    line_of = {walk, addr[AXI_ROW_AT+:ROW_W], addr[AXI_BANK_AT+:BANK_W], addr[AXI_COL_AT+:COL_W]};
  endfunction

  task automatic master_asks();
    if (arvalid && arready) begin
      is_line[{1'b0, arid}].push_back(whole(araddr, arlen, arsize, arburst));
      since[{1'b0, arid}].push_back(cycle);
      if (whole(araddr, arlen, arsize, arburst)) lines[{1'b0, arid}].push_back(line_of(araddr, aruser[APP_W]));
    end
    if (awvalid && awready) begin
      is_line[{1'b1, awid}].push_back(whole(awaddr, awlen, awsize, awburst));
      since[{1'b1, awid}].push_back(cycle);
      if (whole(awaddr, awlen, awsize, awburst)) lines[{1'b1, awid}].push_back(line_of(awaddr, awuser[APP_W]));
      aw_id.push_back(awid);
      aw_line.push_back(whole(awaddr, awlen, awsize, awburst));
    end
    if (wvalid && wready) begin
      w_beats.push_back({wdata, wstrb});
      w_lasts.push_back(wlast);
    end
    // data belong to addresses in their order
    while (aw_id.size() != 0 && w_beats.size() != 0) begin
      if (aw_line[0]) to_buffer[aw_id[0]].push_back(w_beats[0]);
      if (w_lasts[0]) begin
        void'(aw_id.pop_front());
        void'(aw_line.pop_front());
      end
      void'(w_beats.pop_front());
      void'(w_lasts.pop_front());
    end
  endtask

  task automatic data_go_to_buffer();
    data_are_those_of_the_line: assert (to_buffer[wd_id].size() != 0 && to_buffer[wd_id][0] == {wd_data, wd_strb} &&
                                        int'(wd_beat) == buffered[wd_id] % AXI_BEATS);
    if (to_buffer[wd_id].size() != 0) void'(to_buffer[wd_id].pop_front());
    buffered[wd_id] = buffered[wd_id] + 1;
  endtask

  task automatic line_is_issued();
    int    name;
    line_t line;
    name = int'(issue_id);
    bank_is_ready: assert (takes_next[issue_bank]);
    name_says_direction: assert (issue_write == issue_id[REQUEST_W-1]);
    none_doubled: assert (!given[name]);
    none_invented: assert (lines[name].size() != 0);
    if (lines[name].size() != 0) begin
      line = lines[name][0];
      void'(lines[name].pop_front());
      none_changed: assert ({issue_row, issue_bank, issue_col} == line[LINE_W-2:0]);
      walks_are_golden: assert ((issue_class == 2'd0) == (cfg_enable && line[LINE_W-1]));
    end
    if (issue_write) begin
      data_are_in_the_buffer: assert (buffered[issue_id[AXI_ID_W-1:0]] >= AXI_BEATS);
      buffered[issue_id[AXI_ID_W-1:0]] = buffered[issue_id[AXI_ID_W-1:0]] - AXI_BEATS;
    end
    given[name] = 1'b1;
  endtask

  task automatic memory_answers();
    if (rd_valid && rd_ready) begin
      from_memory[rd_id].push_back({rd_error, rd_data});
      come[rd_id] = come[rd_id] + 1;
      if (come[rd_id] % AXI_BEATS == 0) given[{1'b0, rd_id}] = 1'b0;
    end
    if (done_valid && done_ready) begin
      write_failed[done_id].push_back(done_error);
      given[{1'b1, done_id}] = 1'b0;
    end
  endtask

  // pop_front() only as a statement: Verilator 5.006 may do it twice where its value is used.
  task automatic master_is_answered();
    if (rvalid && rready && is_line[{1'b0, rid}].size() != 0) begin
      if (!is_line[{1'b0, rid}][0]) begin
        others_are_errors: assert (rresp == 2'd2);
      end else begin
        read_has_come: assert (from_memory[rid].size() != 0);
        if (from_memory[rid].size() != 0) begin
          data_are_those_of_memory: assert ({rresp, rdata} == {from_memory[rid][0][DATA_W], 1'b0,
                                                               from_memory[rid][0][DATA_W-1:0]});
          void'(from_memory[rid].pop_front());
        end
      end
      if (rlast) begin
        void'(is_line[{1'b0, rid}].pop_front());
        void'(since[{1'b0, rid}].pop_front());
      end
    end
    if (bvalid && bready && is_line[{1'b1, bid}].size() != 0) begin
      if (!is_line[{1'b1, bid}][0]) begin
        other_writes_are_errors: assert (bresp == 2'd2);
      end else begin
        write_is_done: assert (write_failed[bid].size() != 0);
        if (write_failed[bid].size() != 0) begin
          answer_is_that_of_memory: assert (bresp == {write_failed[bid][0], 1'b0});
          void'(write_failed[bid].pop_front());
        end
      end
      void'(is_line[{1'b1, bid}].pop_front());
      void'(since[{1'b1, bid}].pop_front());
    end
  endtask

  task automatic clear();
    cycle = 0;
    takes_next = '0;
    looked_at = 0;
    for (int n = 0; n < NAMES; n++) begin
      lines[n].delete();
      given[n] = 1'b0;
      is_line[n].delete();
      since[n].delete();
    end
    for (int i = 0; i < IDS; i++) begin
      to_buffer[i].delete();
      buffered[i] = 0;
      from_memory[i].delete();
      come[i] = 0;
      write_failed[i].delete();
    end
    aw_id.delete();
    aw_line.delete();
    w_beats.delete();
    w_lasts.delete();
  endtask

  // In this order: what pins show comes from the cycles before.
  always @(posedge clk) begin
    if (rst) begin
      clear();
    end else if (started) begin
      cycle = cycle + 1;
      master_is_answered();
      if (wd_valid && wd_ready) data_go_to_buffer();
      if (issue_valid) line_is_issued();
      takes_next = bank_ready;
      master_asks();
      memory_answers();
      looked_at = (looked_at + 1) % NAMES;
      all_answered: assert (since[looked_at].size() == 0 || cycle - since[looked_at][0] < longint'(PATIENCE));
    end
  end
endmodule
