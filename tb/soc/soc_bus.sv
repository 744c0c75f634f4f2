// SPDX-License-Identifier: Apache-2.0
// From words to lines: the memory ports of two cores and the AXI4 master of the gmmu share the AXI4 port of a
// dram_scheduler, whose transactions are lines of four words. Walks go first, then the cores in turn.
module soc_bus #(
    parameter  int SLOT_W = 3,
    parameter  int WALKER_W = 1,
    parameter  int ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W,
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int APP_W = 3,
    localparam int ID_W = SLOT_W + 2         // {0, core, slot}, {2, walker}, {3, 0}: other writes
) (
    input  logic                clk,         // rising edge
    input  logic                rst,         // synchronous, active high

    // cores
    input  logic [1:0]          m_valid,
    output logic [1:0]          m_ready,
    input  logic [1:0]          m_write,
    input  logic [2*SLOT_W-1:0] m_slot,
    input  logic [2*ADDR_W-1:0] m_addr,
    input  logic [2*64-1:0]     m_data,
    output logic [1:0]          d_valid,
    output logic [2*SLOT_W-1:0] d_slot,
    output logic [2*64-1:0]     d_data,

    // gmmu: entries of page tables
    input  logic                g_arvalid,
    output logic                g_arready,
    input  logic [WALKER_W-1:0] g_arid,
    input  logic [ADDR_W-1:0]   g_araddr,
    input  logic [ASID_W-1:0]   g_asid,
    output logic                g_rvalid,
    output logic [WALKER_W-1:0] g_rid,
    output logic [63:0]         g_rdata,
    output logic [255:0]        g_rline,     // the line around it
    output logic [1:0]          g_rresp,

    // gmmu: records, bursts of two words
    input  logic                g_awvalid,
    output logic                g_awready,
    input  logic [ADDR_W-1:0]   g_awaddr,
    input  logic                g_wvalid,
    output logic                g_wready,
    input  logic [63:0]         g_wdata,
    input  logic                g_wlast,
    output logic                g_bvalid,
    input  logic                g_bready,
    output logic [1:0]          g_bresp,

    // gmmu, instead of records: words of a line, and g_bvalid when they are in memory
    input  logic                l_valid,
    output logic                l_ready,
    input  logic [ADDR_W-1:0]   l_addr,
    input  logic [3:0]          l_words,
    input  logic [255:0]        l_line,

    // dram_scheduler
    output logic                awvalid,
    input  logic                awready,
    output logic [ID_W-1:0]     awid,
    output logic [ADDR_W-1:0]   awaddr,
    output logic [APP_W:0]      awuser,
    output logic                wvalid,
    input  logic                wready,
    output logic [63:0]         wdata,
    output logic [7:0]          wstrb,
    output logic                wlast,
    input  logic                bvalid,
    output logic                bready,
    input  logic [ID_W-1:0]     bid,
    input  logic [1:0]          bresp,
    output logic                arvalid,
    input  logic                arready,
    output logic [ID_W-1:0]     arid,
    output logic [ADDR_W-1:0]   araddr,
    output logic [APP_W:0]      aruser,
    input  logic                rvalid,
    input  logic [ID_W-1:0]     rid,
    input  logic [63:0]         rdata,
    input  logic [1:0]          rresp,
    input  logic                rlast
);
  localparam logic [ID_W-1:0] RECORD = ID_W'(3) << SLOT_W;

  logic                 ar_free;
  logic                 w_free;
  logic                 turn;          // the core that goes first
  logic [1:0]           reads;         // who begins a read, a write
  logic [1:0]           writes;
  logic [1:0]           word_of[0:2**ID_W-1];
  logic [1:0]           beat;          // of the line that is read
  logic [63:0]          kept;          // the word of it that is asked for
  logic [63:0]          early[0:2];   // its words before the last
  logic [63:0]          word;
  // a line that is written
  logic                 line_valid;    // beats are left
  logic                 aw_valid;
  logic [1:0]           line_beat;
  logic [3:0]           line_words;    // which words are written
  logic [63:0]          line_data[0:3];
  logic                 record;        // begins
  // a record that comes
  logic                 rec_addressed;
  logic                 rec_full;
  logic                 rec_second;
  logic [ADDR_W-1:0]    rec_addr;
  logic [63:0]          rec_data[0:1];
  // the answer of a write waits while its core has the answer of a read
  logic                 b_held;
  logic [ID_W-1:0]      b_id;
  logic [1:0]           b_valid;
  logic [1:0]           r_valid;
  logic                 unused_bits;

  assign unused_bits = ^{g_asid >> APP_W, g_wlast, m_addr[2:0], m_addr[ADDR_W+:3], g_araddr[2:0],
      rec_addr[3:0], l_addr[4:0]};
  assign ar_free = !arvalid || arready;
  assign w_free  = !aw_valid && !line_valid;
  assign record  = w_free && rec_full && rec_addressed;
  assign l_ready = w_free && !record && l_valid;
  assign m_ready = reads | writes;
  assign g_arready = ar_free;
  assign g_awready = !rec_addressed;
  assign g_wready  = !rec_full;
  assign bready  = !b_held;
  assign awvalid = aw_valid;
  assign wvalid  = line_valid;
  assign wdata   = line_data[line_beat];
  assign wstrb   = line_words[line_beat] ? 8'hFF : 8'h00;
  assign wlast   = line_beat == 2'd3;
  assign word    = beat == word_of[rid] ? rdata : kept;
  assign g_rvalid = rvalid && rlast && rid[ID_W-1];
  assign g_rid    = rid[WALKER_W-1:0];
  assign g_rdata  = word;
  assign g_rline  = {rdata, early[2], early[1], early[0]};
  assign g_rresp  = rresp;

  for (genvar c = 0; c < 2; c++) begin : cores
    assign reads[c] = ar_free && !g_arvalid && m_valid[c] && !m_write[c] &&
        (int'(turn) == c || !m_valid[1-c] || m_write[1-c]);
    assign writes[c] = w_free && !record && !l_valid && m_valid[c] && m_write[c] &&
        (int'(turn) == c || !m_valid[1-c] || !m_write[1-c]);
  end

  for (genvar c = 0; c < 2; c++) begin : answers
    assign r_valid[c] = rvalid && rlast && rid[ID_W-1:SLOT_W] == 2'(c);
    assign b_valid[c] = b_held && b_id[ID_W-1:SLOT_W] == 2'(c);
    assign d_valid[c] = r_valid[c] || b_valid[c];
    assign d_slot[c*SLOT_W+:SLOT_W] = r_valid[c] ? rid[SLOT_W-1:0] : b_id[SLOT_W-1:0];
    assign d_data[c*64+:64] = word;
  end

  always_ff @(posedge clk) begin
    if (ar_free) begin
      arvalid <= g_arvalid || reads != '0;
      if (g_arvalid) begin
        arid <= ID_W'(2) << SLOT_W | ID_W'(g_arid);
        araddr <= {g_araddr[ADDR_W-1:5], 5'd0};
        aruser <= {1'b1, g_asid[APP_W-1:0]};
        word_of[ID_W'(2) << SLOT_W | ID_W'(g_arid)] <= g_araddr[4:3];
      end
      for (int c = 0; c < 2; c++)
        if (reads[c]) begin
          arid <= ID_W'(c) << SLOT_W | ID_W'(m_slot[c*SLOT_W+:SLOT_W]);
          araddr <= {m_addr[c*ADDR_W+5+:ADDR_W-5], 5'd0};
          aruser <= (APP_W + 1)'(c);
          word_of[ID_W'(c) << SLOT_W | ID_W'(m_slot[c*SLOT_W+:SLOT_W])] <= m_addr[c*ADDR_W+3+:2];
        end
    end
    if (rvalid) begin
      beat <= rlast ? 2'd0 : beat + 2'd1;
      kept <= word;
      if (!rlast) early[beat] <= rdata;
    end

    if (awready) aw_valid <= 1'b0;
    if (line_valid && wready) begin
      line_beat <= line_beat + 2'd1;
      line_valid <= !wlast;
    end
    for (int c = 0; c < 2; c++)
      if (writes[c]) begin
        aw_valid <= 1'b1;
        line_valid <= 1'b1;
        awid <= ID_W'(c) << SLOT_W | ID_W'(m_slot[c*SLOT_W+:SLOT_W]);
        awaddr <= {m_addr[c*ADDR_W+5+:ADDR_W-5], 5'd0};
        awuser <= (APP_W + 1)'(c);
        line_words <= 4'd1 << m_addr[c*ADDR_W+3+:2];
        for (int i = 0; i < 4; i++) line_data[i] <= m_data[c*64+:64];
      end
    if (record) begin
      aw_valid <= 1'b1;
      line_valid <= 1'b1;
      awid <= RECORD;
      awaddr <= {rec_addr[ADDR_W-1:5], 5'd0};
      awuser <= '0;
      line_words <= 4'd3 << {rec_addr[4], 1'b0};
      for (int i = 0; i < 4; i++) line_data[i] <= rec_data[i%2];
    end
    if (l_ready) begin
      aw_valid <= 1'b1;
      line_valid <= 1'b1;
      awid <= RECORD;
      awaddr <= {l_addr[ADDR_W-1:5], 5'd0};
      awuser <= '0;
      line_words <= l_words;
      for (int i = 0; i < 4; i++) line_data[i] <= l_line[64*i+:64];
    end
    if ((reads | writes) != '0) turn <= !turn;

    if (g_awvalid && g_awready) begin
      rec_addressed <= 1'b1;
      rec_addr <= g_awaddr;
    end
    if (g_wvalid && g_wready) begin
      rec_data[rec_second] <= g_wdata;
      rec_second <= !rec_second;
    end
    rec_full <= (rec_full || (g_wvalid && g_wready && g_wlast)) && !record;
    if (record) rec_addressed <= 1'b0;

    if (bvalid && bready) b_id <= bid;
    b_held <= b_held ? (b_valid & r_valid) != '0 : bvalid && bid != RECORD;
    g_bvalid <= (g_bvalid && !g_bready) || (bvalid && bready && bid == RECORD);
    if (bvalid && bready && bid == RECORD) g_bresp <= bresp;
    if (rst) begin
      arvalid <= 1'b0;
      aw_valid <= 1'b0;
      line_valid <= 1'b0;
      line_beat <= '0;
      beat <= '0;
      turn <= 1'b0;
      rec_addressed <= 1'b0;
      rec_full <= 1'b0;
      rec_second <= 1'b0;
      b_held <= 1'b0;
      g_bvalid <= 1'b0;
    end
  end
endmodule
