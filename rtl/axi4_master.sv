// SPDX-License-Identifier: Apache-2.0
// AXI4 master: reads and writes of the block gmmu on an AXI4 bus of 64 x MEM_WORDS data bits, with all
// signals of its address channels. Equal to hls/axi4_master in every state.
module axi4_master #(
    parameter  int MEM_WORDS = gmmu_pkg::GMMU_MEM_WORDS,    // of RDATA and WDATA: 1, 2, 4, 8
    parameter  int MEM_USER_W = gmmu_pkg::GMMU_MEM_USER_W,  // user bits that cfg_* say, 1 to 32
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    parameter  int AXI_ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W,  // PPN_W + 12 or more
    parameter  int WALKERS = gmmu_pkg::GMMU_WALKERS,        // IDs of reads, 2 to 64
    localparam int WORD_W = (MEM_WORDS > 2) ? $clog2(MEM_WORDS) : 1,
    localparam int WALKER_W = $clog2(WALKERS)
) (
    input  logic                    clk,             // rising edge
    input  logic                    rst,             // synchronous, active high

    // AXI4 slave, writes: bursts INCR of two beats of 8 bytes, at a multiple of 16
    input  logic                    awvalid,
    output logic                    awready,
    input  logic [AXI_ADDR_W-1:0]   awaddr,
    input  logic                    wvalid,
    output logic                    wready,
    input  logic [63:0]             wdata,
    input  logic [7:0]              wstrb,
    output logic                    bvalid,
    input  logic                    bready,
    output logic [1:0]              bresp,

    // AXI4 slave, reads of one beat of 8 bytes, each ID once
    input  logic                    arvalid,
    output logic                    arready,
    input  logic [WALKER_W-1:0]     arid,
    input  logic [AXI_ADDR_W-1:0]   araddr,
    input  logic [2:0]              aruser_level,
    input  logic [ASID_W-1:0]       aruser_asid,
    output logic                    rvalid,
    input  logic                    rready,
    output logic [WALKER_W-1:0]     rid,
    output logic [63:0]             rdata,
    output logic [1:0]              rresp,
    output logic                    rlast,

    // AXI4 master, writes; BID is not looked at
    output logic                    m_awvalid,
    input  logic                    m_awready,
    output logic [WALKER_W-1:0]     m_awid,          // 0
    output logic [AXI_ADDR_W-1:0]   m_awaddr,
    output logic [7:0]              m_awlen,         // one beat; with MEM_WORDS 1 two
    output logic [2:0]              m_awsize,        // 16 bytes; with MEM_WORDS 1 8
    output logic [1:0]              m_awburst,       // INCR
    output logic                    m_awlock,        // 0
    output logic [3:0]              m_awcache,
    output logic [2:0]              m_awprot,
    output logic [3:0]              m_awqos,
    output logic [3:0]              m_awregion,
    output logic [MEM_USER_W-1:0]   m_awuser_chip,   // user bits: of cfg_awuser
    output logic                    m_wvalid,
    input  logic                    m_wready,
    output logic [64*MEM_WORDS-1:0] m_wdata,         // the record in each 16 bytes
    output logic [8*MEM_WORDS-1:0]  m_wstrb,         // in the 16 of its address
    output logic                    m_wlast,
    input  logic                    m_bvalid,
    output logic                    m_bready,
    input  logic [1:0]              m_bresp,

    // AXI4 master, reads; RLAST is not looked at
    output logic                    m_arvalid,
    input  logic                    m_arready,
    output logic [WALKER_W-1:0]     m_arid,
    output logic [AXI_ADDR_W-1:0]   m_araddr,
    output logic [7:0]              m_arlen,         // one beat
    output logic [2:0]              m_arsize,        // 8 bytes
    output logic [1:0]              m_arburst,       // INCR
    output logic                    m_arlock,        // 0
    output logic [3:0]              m_arcache,
    output logic [2:0]              m_arprot,
    output logic [3:0]              m_arqos,
    output logic [3:0]              m_arregion,
    output logic [MEM_USER_W-1:0]   m_aruser_chip,   // user bits: of cfg_aruser, ...
    output logic [2:0]              m_aruser_level,  // ... level of the entry, from the leaf, ...
    output logic [ASID_W-1:0]       m_aruser_asid,   // ... and whose it is
    input  logic                    m_rvalid,
    output logic                    m_rready,
    input  logic [WALKER_W-1:0]     m_rid,
    input  logic [64*MEM_WORDS-1:0] m_rdata,
    input  logic [1:0]              m_rresp,

    // what requests say: of writes, of reads
    input  logic [2:0]              cfg_awprot,
    input  logic [3:0]              cfg_awcache,
    input  logic [3:0]              cfg_awqos,
    input  logic [3:0]              cfg_awregion,
    input  logic [MEM_USER_W-1:0]   cfg_awuser,
    input  logic [2:0]              cfg_arprot,
    input  logic [3:0]              cfg_arcache,
    input  logic [3:0]              cfg_arqos,
    input  logic [3:0]              cfg_arregion,
    input  logic [MEM_USER_W-1:0]   cfg_aruser
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (MEM_WORDS < 1 || MEM_WORDS > 8 || (MEM_WORDS & (MEM_WORDS - 1)) != 0) begin : bad_words
    $error("axi4_master: MEM_WORDS must be 1, 2, 4 or 8");
  end
  if (MEM_USER_W < 1 || MEM_USER_W > 32) begin : bad_user
    $error("axi4_master: MEM_USER_W must be 1 to 32");
  end
  if (PPN_W < 1 || AXI_ADDR_W < PPN_W + 12) begin : bad_address
    $error("axi4_master: PPN_W must be 1 to AXI_ADDR_W - 12");
  end
  if (WALKERS < 2 || WALKERS > 64) begin : bad_walkers
    $error("axi4_master: WALKERS must be 2 to 64");
  end
  if (ASID_W < 1 || ASID_W > 16) begin : bad_asid
    $error("axi4_master: ASID_W must be 1 to 16");
  end
`endif

  localparam int RECORDS = (MEM_WORDS > 2) ? MEM_WORDS / 2 : 1;  // side by side
  localparam bit NARROW = MEM_WORDS == 1;

  // a read at the pins: page of 4 KB, and word there; one behind it
  logic [PPN_W-1:0]    ar_page;
  logic [8:0]          ar_word;
  logic                next_ar;
  logic [WALKER_W-1:0] next_ar_id;
  logic [PPN_W-1:0]    next_ar_page;
  logic [8:0]          next_ar_word;
  logic [2:0]          next_ar_level;
  logic [ASID_W-1:0]   next_ar_asid;
  // of the last read of each ID: its word of RDATA
  logic [WORD_W-1:0]   lane[0:WALKERS-1];
  // an answer behind the one that is shown
  logic                next_r;
  logic [WALKER_W-1:0] next_r_id;
  logic [63:0]         next_r_data;
  logic [1:0]          next_r_resp;
  // a write: its address, page and 16 bytes there, which are of the data that have not left; its beats
  logic [PPN_W-1:0]    aw_page;
  logic [7:0]          aw_slot;
  logic                addressed;
  logic                w_low;
  logic                w_high;
  logic [127:0]        w_data;
  logic [15:0]         w_strb;

  logic                ar_comes;
  logic                ar_free;
  logic                ar_shown;
  logic                ar_behind;
  logic [WORD_W-1:0]   ar_lane;
  logic                r_comes;
  logic                r_free;
  logic                r_shown;
  logic                r_behind;
  logic [WORD_W-1:0]   r_lane;
  logic [63:0]         word;       // of the answer
  logic                begins;
  logic                comes;
  logic                leaves;
  logic                over;
  logic                answers;
  logic                unused_bits;

  assign unused_bits = ^{awaddr >> (PPN_W + 12), awaddr[3:0], araddr >> (PPN_W + 12), araddr[2:0]};

  assign arready   = !next_ar;
  assign m_araddr  = AXI_ADDR_W'({ar_page, ar_word, 3'd0});
  assign m_arlen   = 8'd0;
  assign m_arsize  = 3'd3;
  assign m_arburst = 2'd1;
  assign m_arlock  = 1'b0;
  assign ar_comes  = arvalid && arready;
  assign ar_free   = !m_arvalid || m_arready;
  assign ar_shown  = ar_free && (ar_comes || next_ar);
  assign ar_behind = ar_comes && !ar_free;

  assign rlast     = 1'b1;
  assign m_rready  = !next_r;
  assign r_comes   = m_rvalid && m_rready;
  assign r_free    = !rvalid || rready;
  assign r_shown   = r_free && (r_comes || next_r);
  assign r_behind  = r_comes && !r_free;

  assign awready   = !m_awvalid && !addressed;
  assign wready    = !w_high;
  assign m_awid    = '0;
  assign m_awaddr  = AXI_ADDR_W'({aw_page, aw_slot, 4'd0});
  assign m_awlen   = NARROW ? 8'd1 : 8'd0;
  assign m_awsize  = NARROW ? 3'd3 : 3'd4;
  assign m_awburst = 2'd1;
  assign m_awlock  = 1'b0;
  assign m_wvalid  = addressed && w_high;
  assign m_bready  = !bvalid;
  assign begins    = awvalid && awready;
  assign comes     = wvalid && wready;
  assign leaves    = m_wvalid && m_wready;
  assign over      = leaves && m_wlast;
  assign answers   = m_bvalid && m_bready;

  if (MEM_WORDS == 1) begin : one
    assign ar_lane = '0;
    assign m_wlast = w_high && !w_low;
    assign m_wdata = m_wlast ? w_data[127:64] : w_data[63:0];
    assign m_wstrb = m_wlast ? w_strb[15:8] : w_strb[7:0];
  end else begin : more
    assign ar_lane = araddr[3+:WORD_W];
    assign m_wlast = 1'b1;
    assign m_wdata = {RECORDS{w_data}};
    for (genvar r = 0; r < RECORDS; r++) begin : records
      assign m_wstrb[16*r+:16] = (aw_slot & 8'(RECORDS - 1)) == 8'(r) ? w_strb : 16'd0;
    end
  end

  always_comb begin
    r_lane = '0;
    for (int i = 0; i < WALKERS; i++) if (m_rid == WALKER_W'(i)) r_lane = r_lane | lane[i];
    word = '0;
    for (int w = 0; w < MEM_WORDS; w++) if (r_lane == WORD_W'(w)) word = word | m_rdata[64*w+:64];
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      m_arvalid      <= 1'b0;
      m_arid         <= '0;
      ar_page        <= '0;
      ar_word        <= '0;
      m_aruser_level <= '0;
      m_aruser_asid  <= '0;
      m_arprot       <= '0;
      m_arcache      <= '0;
      m_arqos        <= '0;
      m_arregion     <= '0;
      m_aruser_chip  <= '0;
    end else begin
      m_arvalid <= ar_shown || !ar_free;
      if (ar_shown) begin
        m_arid         <= next_ar ? next_ar_id : arid;
        ar_page        <= next_ar ? next_ar_page : araddr[12+:PPN_W];
        ar_word        <= next_ar ? next_ar_word : araddr[11:3];
        m_aruser_level <= next_ar ? next_ar_level : aruser_level;
        m_aruser_asid  <= next_ar ? next_ar_asid : aruser_asid;
        m_arprot       <= cfg_arprot;
        m_arcache      <= cfg_arcache;
        m_arqos        <= cfg_arqos;
        m_arregion     <= cfg_arregion;
        m_aruser_chip  <= cfg_aruser;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      next_ar       <= 1'b0;
      next_ar_id    <= '0;
      next_ar_page  <= '0;
      next_ar_word  <= '0;
      next_ar_level <= '0;
      next_ar_asid  <= '0;
    end else begin
      next_ar <= ar_behind || (next_ar && !ar_free);
      if (ar_behind) begin
        next_ar_id    <= arid;
        next_ar_page  <= araddr[12+:PPN_W];
        next_ar_word  <= araddr[11:3];
        next_ar_level <= aruser_level;
        next_ar_asid  <= aruser_asid;
      end
    end
  end

  for (genvar i = 0; i < WALKERS; i++) begin : lanes
    always_ff @(posedge clk) begin
      if (rst) lane[i] <= '0;
      else if (ar_comes && arid == WALKER_W'(i)) lane[i] <= ar_lane;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      rvalid      <= 1'b0;
      rid         <= '0;
      rdata       <= '0;
      rresp       <= '0;
      next_r      <= 1'b0;
      next_r_id   <= '0;
      next_r_data <= '0;
      next_r_resp <= '0;
    end else begin
      rvalid <= r_shown || !r_free;
      if (r_shown) begin
        rid   <= next_r ? next_r_id : m_rid;
        rdata <= next_r ? next_r_data : word;
        rresp <= next_r ? next_r_resp : m_rresp;
      end
      next_r <= r_behind || (next_r && !r_free);
      if (r_behind) begin
        next_r_id   <= m_rid;
        next_r_data <= word;
        next_r_resp <= m_rresp;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      m_awvalid     <= 1'b0;
      aw_page       <= '0;
      aw_slot       <= '0;
      m_awprot      <= '0;
      m_awcache     <= '0;
      m_awqos       <= '0;
      m_awregion    <= '0;
      m_awuser_chip <= '0;
      addressed     <= 1'b0;
    end else begin
      m_awvalid <= begins || (m_awvalid && !m_awready);
      addressed <= begins || (addressed && !over);
      if (begins) begin
        aw_page       <= awaddr[12+:PPN_W];
        aw_slot       <= awaddr[11:4];
        m_awprot      <= cfg_awprot;
        m_awcache     <= cfg_awcache;
        m_awqos       <= cfg_awqos;
        m_awregion    <= cfg_awregion;
        m_awuser_chip <= cfg_awuser;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      w_low  <= 1'b0;
      w_high <= 1'b0;
      w_data <= '0;
      w_strb <= '0;
    end else begin
      w_low  <= comes || (w_low && !leaves);
      w_high <= (comes && w_low) || (w_high && !over);
      if (comes && !w_low) begin
        w_data[63:0] <= wdata;
        w_strb[7:0]  <= wstrb;
      end
      if (comes && w_low) begin
        w_data[127:64] <= wdata;
        w_strb[15:8]   <= wstrb;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      bvalid <= 1'b0;
      bresp  <= '0;
    end else begin
      bvalid <= answers || (bvalid && !bready);
      if (answers) bresp <= m_bresp;
    end
  end
endmodule
