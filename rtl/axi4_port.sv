// SPDX-License-Identifier: Apache-2.0
// AXI4 slave port of one memory channel, in front of dram_arbiter. A transaction moves one line, an INCR
// burst of AXI_BEATS whole beats; others are answered SLVERR. One read and one write of an ID at a time, so
// what AXI4 asks of one ID holds, and a request's name is {write, ID}. hls/axi4_port/axi4_port.h describes it
// in full; this is equal to hls/axi4_port in every state.
module axi4_port #(
    parameter  int NUM_APPS = gmmu_pkg::GMMU_NUM_APPS,        // applications, 2 to 127
    parameter  int NUM_BANKS = gmmu_pkg::GMMU_NUM_BANKS,      // 2, 4, 8, 16, 32
    parameter  int REQUEST_W = gmmu_pkg::GMMU_REQUEST_W,      // a request's name: AXI_ID_W + 1
    parameter  int ROW_W = gmmu_pkg::GMMU_ROW_W,
    parameter  int COL_W = gmmu_pkg::GMMU_COL_W,
    parameter  int AXI_ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W,    // an address, in bytes
    parameter  int AXI_ID_W = gmmu_pkg::GMMU_AXI_ID_W,        // an ID, 1 to 10
    parameter  int AXI_WORDS = gmmu_pkg::GMMU_AXI_WORDS,      // 32-bit words of a beat, 1, 2, 4, ... 32
    parameter  int AXI_BEATS = gmmu_pkg::GMMU_AXI_BEATS,      // beats of a line, 2, 4, 8 or 16
    parameter  int AXI_COL_AT = gmmu_pkg::GMMU_AXI_COL_AT,    // first bit of the column in an address,
    parameter  int AXI_BANK_AT = gmmu_pkg::GMMU_AXI_BANK_AT,  // of the bank
    parameter  int AXI_ROW_AT = gmmu_pkg::GMMU_AXI_ROW_AT,    // of the row
    localparam int APP_W = $clog2(NUM_APPS + 1),
    localparam int BANK_W = $clog2(NUM_BANKS),
    localparam int BEAT_W = $clog2(AXI_BEATS),
    localparam int DATA_W = 32 * AXI_WORDS,
    localparam int STRB_W = 4 * AXI_WORDS
) (
    input  logic                  clk,         // rising edge
    input  logic                  rst,         // synchronous, active high

    // AXI4: write address
    input  logic                  awvalid,
    output logic                  awready,
    input  logic [AXI_ID_W-1:0]   awid,
    input  logic [AXI_ADDR_W-1:0] awaddr,
    input  logic [7:0]            awlen,
    input  logic [2:0]            awsize,
    input  logic [1:0]            awburst,
    input  logic [APP_W:0]        awuser,      // {walk, application}

    // AXI4: write data
    input  logic                  wvalid,
    output logic                  wready,
    input  logic [DATA_W-1:0]     wdata,
    input  logic [STRB_W-1:0]     wstrb,
    input  logic                  wlast,

    // AXI4: write response
    output logic                  bvalid,
    input  logic                  bready,
    output logic [AXI_ID_W-1:0]   bid,
    output logic [1:0]            bresp,       // OKAY or SLVERR

    // AXI4: read address
    input  logic                  arvalid,
    output logic                  arready,
    input  logic [AXI_ID_W-1:0]   arid,
    input  logic [AXI_ADDR_W-1:0] araddr,
    input  logic [7:0]            arlen,
    input  logic [2:0]            arsize,
    input  logic [1:0]            arburst,
    input  logic [APP_W:0]        aruser,      // {walk, application}

    // AXI4: read data
    output logic                  rvalid,
    input  logic                  rready,
    output logic [AXI_ID_W-1:0]   rid,
    output logic [DATA_W-1:0]     rdata,
    output logic [1:0]            rresp,       // OKAY or SLVERR
    output logic                  rlast,

    // requests for the arbiter: valid/ready; may change from a read to a write, or back, until taken
    output logic                  req_valid,
    input  logic                  req_ready,
    output logic                  req_walk,
    output logic [APP_W-1:0]      req_app,
    output logic [REQUEST_W-1:0]  req_id,      // {write, ID}
    output logic                  req_write,
    output logic [BANK_W-1:0]     req_bank,
    output logic [ROW_W-1:0]      req_row,
    output logic [COL_W-1:0]      req_col,

    // write data for the controller: valid/ready
    output logic                  wd_valid,
    input  logic                  wd_ready,
    output logic [AXI_ID_W-1:0]   wd_id,
    output logic [BEAT_W-1:0]     wd_beat,
    output logic [DATA_W-1:0]     wd_data,
    output logic [STRB_W-1:0]     wd_strb,

    // read data from the controller: valid/ready, a line at a time
    input  logic                  rd_valid,
    output logic                  rd_ready,
    input  logic [AXI_ID_W-1:0]   rd_id,
    input  logic [DATA_W-1:0]     rd_data,
    input  logic                  rd_error,

    // a write is carried out: valid/ready
    input  logic                  done_valid,
    output logic                  done_ready,
    input  logic [AXI_ID_W-1:0]   done_id,
    input  logic                  done_error
);
  localparam int BYTE_W = $clog2(4 * AXI_WORDS);  // a byte of a beat
  localparam int LINE_W = BYTE_W + BEAT_W;        // a byte of a line
  localparam int IDS = 2 ** AXI_ID_W;

`ifndef __ICARUS__  // Icarus has no such checks
  if (NUM_APPS < 2 || NUM_APPS > 127) begin : bad_apps
    $error("axi4_port: NUM_APPS must be 2 to 127");
  end
  if (NUM_BANKS < 2 || NUM_BANKS > 32 || 2 ** BANK_W != NUM_BANKS) begin : bad_banks
    $error("axi4_port: NUM_BANKS must be 2, 4, 8, 16 or 32");
  end
  if (AXI_ID_W < 1 || AXI_ID_W > 10) begin : bad_ids
    $error("axi4_port: AXI_ID_W must be 1 to 10");
  end
  if (REQUEST_W != AXI_ID_W + 1) begin : bad_names
    $error("axi4_port: REQUEST_W must be AXI_ID_W + 1");
  end
  if (AXI_WORDS < 1 || AXI_WORDS > 32 || 2 ** $clog2(AXI_WORDS) != AXI_WORDS) begin : bad_words
    $error("axi4_port: AXI_WORDS must be 1, 2, 4, ... 32");
  end
  if (AXI_BEATS < 2 || AXI_BEATS > 16 || 2 ** BEAT_W != AXI_BEATS) begin : bad_beats
    $error("axi4_port: AXI_BEATS must be 2, 4, 8 or 16");
  end
  if (ROW_W < 1 || COL_W < 1) begin : no_width
    $error("axi4_port: ROW_W and COL_W must be 1 or more");
  end
  if (AXI_COL_AT < LINE_W || AXI_COL_AT + COL_W > AXI_ADDR_W) begin : bad_col
    $error("axi4_port: AXI_COL_AT must lie in the address, above the line; AXI_ADDR_W must be large enough");
  end
  if (AXI_BANK_AT < LINE_W || AXI_BANK_AT + BANK_W > AXI_ADDR_W) begin : bad_bank
    $error("axi4_port: AXI_BANK_AT must lie in the address, above the line; AXI_ADDR_W must be large enough");
  end
  if (AXI_ROW_AT < LINE_W || AXI_ROW_AT + ROW_W > AXI_ADDR_W) begin : bad_row
    $error("axi4_port: AXI_ROW_AT must lie in the address, above the line; AXI_ADDR_W must be large enough");
  end
`endif

  localparam logic [1:0] INCR   = 2'd1;  // AxBURST
  localparam logic [1:0] OKAY   = 2'd0;  // xRESP
  localparam logic [1:0] SLVERR = 2'd2;

  // the read that waits, the write that waits
  logic                ar_valid, aw_valid;
  logic                ar_bad, aw_bad;    // it is answered SLVERR
  logic                aw_full;           // all its data are here
  logic [AXI_ID_W-1:0] ar_id, aw_id;
  logic [7:0]          ar_len, aw_len;    // beats less 1; ar_len: still to answer
  logic [7:0]          aw_beat;           // beats that have come
  logic                ar_walk, aw_walk;
  logic [APP_W-1:0]    ar_app, aw_app;
  logic [BANK_W-1:0]   ar_bank, aw_bank;
  logic [ROW_W-1:0]    ar_row, aw_row;
  logic [COL_W-1:0]    ar_col, aw_col;
  logic                write_next;        // of a read and a write the write goes first
  logic [IDS-1:0]      r_busy, w_busy;    // a read, a write of this ID is under way
  // queues of beats: R, and write data; entry 0 is the next to leave
  logic [1:0]          r_count, d_count;
  logic [AXI_ID_W-1:0] r_id[0:1], d_id[0:1];
  logic [2*DATA_W-1:0] r_data, d_data;
  logic [1:0]          r_error, r_last;
  logic [BEAT_W-1:0]   d_beat[0:1];
  logic [2*STRB_W-1:0] d_strb;
  logic [BEAT_W-1:0]   rd_beat;           // of the line that the controller sends
  // the answer to a write
  logic                b_valid;
  logic [AXI_ID_W-1:0] b_id;
  logic                b_error;

  // ---- what is under way ----

  logic reads, writes;                    // what is offered to the arbiter
  logic refuses_read, refuses_write;      // R, B belong to a transaction that is answered SLVERR

  assign reads         = ar_valid && !ar_bad && !r_busy[ar_id];
  assign writes        = aw_valid && aw_full && !aw_bad && d_count == 2'd0 && (!reads || write_next);
  assign refuses_read  = ar_valid && ar_bad && !r_busy[ar_id] && rd_beat == '0;
  assign refuses_write = aw_valid && aw_full && aw_bad;

  // ---- pins ----

  assign arready    = !ar_valid;
  assign awready    = !aw_valid;
  assign wready     = aw_valid && !aw_full && !w_busy[aw_id] && (aw_bad || d_count < 2'd2);
  assign bvalid     = b_valid;
  assign bid        = b_id;
  assign bresp      = b_error ? SLVERR : OKAY;
  assign rvalid     = r_count != 2'd0;
  assign rid        = r_id[0];
  assign rdata      = r_data[DATA_W-1:0];
  assign rresp      = r_error[0] ? SLVERR : OKAY;
  assign rlast      = r_last[0];
  assign req_valid  = reads || writes;
  assign req_write  = writes;
  assign req_id     = {writes, writes ? aw_id : ar_id};
  assign req_walk   = writes ? aw_walk : ar_walk;
  assign req_app    = writes ? aw_app : ar_app;
  assign req_bank   = writes ? aw_bank : ar_bank;
  assign req_row    = writes ? aw_row : ar_row;
  assign req_col    = writes ? aw_col : ar_col;
  assign wd_valid   = d_count != 2'd0;
  assign wd_id      = d_id[0];
  assign wd_beat    = d_beat[0];
  assign wd_data    = d_data[DATA_W-1:0];
  assign wd_strb    = d_strb[STRB_W-1:0];
  assign rd_ready   = r_count < 2'd2 && !refuses_read;
  assign done_ready = !b_valid && !refuses_write;

  // ---- what moves at this edge ----

  logic ar_asked, aw_asked;               // the arbiter takes the request
  logic refusal, ar_refused, aw_refused;  // a beat of a refusal, the last one; the answer of B
  logic rd_moves, rd_ends;                // a beat of the controller, the last one of a line
  logic w_moves, w_ends;
  logic r_push, r_pop, d_push, d_pop;
  logic done;

  assign ar_asked   = req_valid && req_ready && !req_write;
  assign aw_asked   = req_valid && req_ready && req_write;
  assign refusal    = refuses_read && r_count < 2'd2;
  assign ar_refused = refusal && ar_len == 8'd0;
  assign aw_refused = refuses_write && !b_valid;
  assign rd_moves   = rd_valid && rd_ready;
  assign rd_ends    = rd_moves && rd_beat == BEAT_W'(AXI_BEATS - 1);
  assign w_moves    = wvalid && wready;
  assign w_ends     = aw_beat == aw_len;
  assign r_push     = refusal || rd_moves;
  assign r_pop      = rvalid && rready;
  assign d_push     = w_moves && !aw_bad;
  assign d_pop      = wd_valid && wd_ready;
  assign done       = done_valid && done_ready;

  always_ff @(posedge clk) begin
    if (rst) write_next <= 1'b0;
    else if (req_valid && req_ready) write_next <= !req_write;
  end

  // ---- address channels ----

  logic unused_address;                   // some of its bits are in no field
  assign unused_address = ^{araddr, awaddr};

  logic ar_line, aw_line;                 // a burst that is one line

  assign ar_line = arlen == 8'(AXI_BEATS - 1) && arsize == 3'(BYTE_W) && arburst == INCR
      && araddr[LINE_W-1:0] == '0;
  assign aw_line = awlen == 8'(AXI_BEATS - 1) && awsize == 3'(BYTE_W) && awburst == INCR
      && awaddr[LINE_W-1:0] == '0;

  always_ff @(posedge clk) begin
    if (rst) begin
      ar_valid <= 1'b0;
      ar_bad   <= 1'b0;
      ar_id    <= '0;
      ar_len   <= 8'd0;
      ar_walk  <= 1'b0;
      ar_app   <= '0;
      ar_bank  <= '0;
      ar_row   <= '0;
      ar_col   <= '0;
    end else if (arvalid && arready) begin
      ar_valid <= 1'b1;
      ar_bad   <= !ar_line;
      ar_id    <= arid;
      ar_len   <= arlen;
      ar_walk  <= aruser[APP_W];
      ar_app   <= aruser[APP_W-1:0];
      ar_bank  <= araddr[AXI_BANK_AT+:BANK_W];
      ar_row   <= araddr[AXI_ROW_AT+:ROW_W];
      ar_col   <= araddr[AXI_COL_AT+:COL_W];
    end else begin
      if (ar_asked || ar_refused) ar_valid <= 1'b0;
      if (refusal) ar_len <= ar_len - 8'd1;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      aw_valid <= 1'b0;
      aw_bad   <= 1'b0;
      aw_full  <= 1'b0;
      aw_id    <= '0;
      aw_len   <= 8'd0;
      aw_beat  <= 8'd0;
      aw_walk  <= 1'b0;
      aw_app   <= '0;
      aw_bank  <= '0;
      aw_row   <= '0;
      aw_col   <= '0;
    end else if (awvalid && awready) begin
      aw_valid <= 1'b1;
      aw_bad   <= !aw_line;
      aw_full  <= 1'b0;
      aw_id    <= awid;
      aw_len   <= awlen;
      aw_beat  <= 8'd0;
      aw_walk  <= awuser[APP_W];
      aw_app   <= awuser[APP_W-1:0];
      aw_bank  <= awaddr[AXI_BANK_AT+:BANK_W];
      aw_row   <= awaddr[AXI_ROW_AT+:ROW_W];
      aw_col   <= awaddr[AXI_COL_AT+:COL_W];
    end else if (aw_asked || aw_refused) begin
      aw_valid <= 1'b0;
    end else if (w_moves) begin
      aw_full <= w_ends;
      aw_bad  <= aw_bad || wlast != w_ends;
      aw_beat <= aw_beat + 8'd1;
    end
  end

  // ---- IDs under way ----

  always_ff @(posedge clk) begin
    if (rst) begin
      r_busy <= '0;
      w_busy <= '0;
    end else begin
      if (rd_ends) r_busy[rd_id] <= 1'b0;
      if (ar_asked) r_busy[ar_id] <= 1'b1;
      if (done) w_busy[done_id] <= 1'b0;
      if (aw_asked) w_busy[aw_id] <= 1'b1;
    end
  end

  // ---- the queues of beats ----

  logic [1:0] r_kept, d_kept;             // beats that stay

  assign r_kept = r_count - {1'b0, r_pop};
  assign d_kept = d_count - {1'b0, d_pop};

  always_ff @(posedge clk) begin
    if (rst) begin
      r_count <= 2'd0;
      d_count <= 2'd0;
      rd_beat <= '0;
    end else begin
      r_count <= r_kept + {1'b0, r_push};
      d_count <= d_kept + {1'b0, d_push};
      if (rd_moves) rd_beat <= rd_beat + BEAT_W'(1);
    end
  end

  for (genvar q = 0; q < 2; q++) begin : queues
    always_ff @(posedge clk) begin
      if (rst) begin
        r_id[q]                   <= '0;
        r_data[q*DATA_W+:DATA_W]  <= '0;
        r_error[q]                <= 1'b0;
        r_last[q]                 <= 1'b0;
      end else if (r_push && r_kept == 2'(q)) begin
        r_id[q]                   <= refusal ? ar_id : rd_id;
        r_data[q*DATA_W+:DATA_W]  <= refusal ? '0 : rd_data;
        r_error[q]                <= refusal || rd_error;
        r_last[q]                 <= refusal ? ar_refused : rd_ends;
      end else if (r_pop) begin
        r_id[q]                   <= r_id[1];
        r_data[q*DATA_W+:DATA_W]  <= r_data[DATA_W+:DATA_W];
        r_error[q]                <= r_error[1];
        r_last[q]                 <= r_last[1];
      end
    end
    always_ff @(posedge clk) begin
      if (rst) begin
        d_id[q]                   <= '0;
        d_beat[q]                 <= '0;
        d_data[q*DATA_W+:DATA_W]  <= '0;
        d_strb[q*STRB_W+:STRB_W]  <= '0;
      end else if (d_push && d_kept == 2'(q)) begin
        d_id[q]                   <= aw_id;
        d_beat[q]                 <= aw_beat[BEAT_W-1:0];
        d_data[q*DATA_W+:DATA_W]  <= wdata;
        d_strb[q*STRB_W+:STRB_W]  <= wstrb;
      end else if (d_pop) begin
        d_id[q]                   <= d_id[1];
        d_beat[q]                 <= d_beat[1];
        d_data[q*DATA_W+:DATA_W]  <= d_data[DATA_W+:DATA_W];
        d_strb[q*STRB_W+:STRB_W]  <= d_strb[STRB_W+:STRB_W];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      b_valid <= 1'b0;
      b_id    <= '0;
      b_error <= 1'b0;
    end else if (aw_refused || done) begin
      b_valid <= 1'b1;
      b_id    <= aw_refused ? aw_id : done_id;
      b_error <= aw_refused || done_error;
    end else if (bready) begin
      b_valid <= 1'b0;
    end
  end
endmodule
