// SPDX-License-Identifier: Apache-2.0
// Memory bus bridge: AXI4 reads and writes of the block gmmu become requests of a bus of the Vortex kind, in
// lines of MEM_WORDS words of 8 bytes. Equal to hls/mem_bus_bridge in every state.
module mem_bus_bridge #(
    parameter  int MEM_WORDS = gmmu_pkg::GMMU_MEM_WORDS,    // of a line: 1, 2, 4, 8
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    parameter  int AXI_ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W,  // PPN_W + 12 or more
    parameter  int WALKERS = gmmu_pkg::GMMU_WALKERS,        // IDs of reads, 2 to 64
    localparam int WORD_W = (MEM_WORDS > 2) ? $clog2(MEM_WORDS) : 1,
    localparam int WALKER_W = $clog2(WALKERS)
) (
    input  logic                    clk,         // rising edge
    input  logic                    rst,         // synchronous, active high

    // AXI4 slave, writes: bursts INCR of beats of 8 bytes, one burst at a time
    input  logic                    awvalid,
    output logic                    awready,
    input  logic [AXI_ADDR_W-1:0]   awaddr,
    input  logic                    wvalid,
    output logic                    wready,
    input  logic [63:0]             wdata,
    input  logic [7:0]              wstrb,
    input  logic                    wlast,
    output logic                    bvalid,      // memory holds it
    input  logic                    bready,
    output logic [1:0]              bresp,       // OKAY

    // AXI4 slave, reads of one beat of 8 bytes, each ID once
    input  logic                    arvalid,
    output logic                    arready,
    input  logic [WALKER_W-1:0]     arid,
    input  logic [AXI_ADDR_W-1:0]   araddr,
    output logic                    rvalid,
    input  logic                    rready,
    output logic [WALKER_W-1:0]     rid,
    output logic [63:0]             rdata,
    output logic [1:0]              rresp,       // OKAY
    output logic                    rlast,

    // bus, requests: valid, ready
    output logic                    req_valid,
    input  logic                    req_ready,
    output logic                    req_rw,      // 1: a write
    output logic [AXI_ADDR_W-1:0]   req_addr,    // of the line, in bytes
    output logic [8*MEM_WORDS-1:0]  req_byteen,  // of a read all
    output logic [64*MEM_WORDS-1:0] req_data,
    output logic                    req_check,   // the tag, three fields: reads back what was written, ...
    output logic [WORD_W-1:0]       req_word,    // ... word of the line, ...
    output logic [WALKER_W-1:0]     req_id,      // ... ID of the read

    // bus, answers to reads in any order: valid, ready
    input  logic                    rsp_valid,
    output logic                    rsp_ready,
    input  logic                    rsp_check,   // the tag of the request
    input  logic [WORD_W-1:0]       rsp_word,
    input  logic [WALKER_W-1:0]     rsp_id,
    input  logic [64*MEM_WORDS-1:0] rsp_data
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (MEM_WORDS < 1 || MEM_WORDS > 8 || (MEM_WORDS & (MEM_WORDS - 1)) != 0) begin : bad_line
    $error("mem_bus_bridge: MEM_WORDS must be 1, 2, 4 or 8");
  end
  if (PPN_W < 1 || AXI_ADDR_W < PPN_W + 12) begin : bad_address
    $error("mem_bus_bridge: PPN_W must be 1 to AXI_ADDR_W - 12");
  end
  if (WALKERS < 2 || WALKERS > 64) begin : bad_walkers
    $error("mem_bus_bridge: WALKERS must be 2 to 64");
  end
`endif

  localparam int LINE_W = 3 + $clog2(MEM_WORDS);  // bits of a byte in a line

  // a request for the bus
  logic                  q_write;
  logic                  q_check;
  logic [PPN_W-1:0]      q_page;   // its address: page of 4 KB, and word there
  logic [8:0]            q_word;
  logic [WALKER_W-1:0]   q_id;
  logic [63:0]           q_data;
  logic [7:0]            q_strb;
  // a write is under way: beats are still to come, the next or the last one for this address; it is to be
  // read back; that has been asked
  logic                  writing;
  logic                  aw_valid;
  logic [PPN_W-1:0]      aw_page;
  logic [8:0]            aw_word;
  logic                  check;
  logic                  back;
  // a beat
  logic                  w_valid;
  logic [63:0]           w_data;
  logic [7:0]            w_strb;
  logic                  w_last;

  logic                  waits;    // a beat that may leave
  logic                  checks;   // the read back goes into the request register, ...
  logic                  beats;    // ... or a beat, ...
  logic                  reads;    // ... or a read
  logic                  last;
  logic                  begins;
  logic                  comes;
  logic                  answers;
  logic                  written;
  logic [63:0]           word;     // of the answer
  logic                  unused_bits;

  assign unused_bits = ^{awaddr >> (PPN_W + 12), awaddr[2:0], araddr >> (PPN_W + 12), araddr[2:0]};
  assign waits     = aw_valid && w_valid;
  assign awready   = !writing;
  assign wready    = !w_valid;
  assign bresp     = 2'd0;
  assign arready   = !req_valid && !check && !waits;
  assign rresp     = 2'd0;
  assign rlast     = 1'b1;
  assign req_rw    = q_write;
  assign req_addr  = (AXI_ADDR_W'({q_page, q_word, 3'd0}) >> LINE_W) << LINE_W;
  assign req_check = q_check;
  assign req_id    = q_id;
  assign req_data  = {MEM_WORDS{q_data}};
  assign rsp_ready = !rvalid;
  assign checks    = !req_valid && check;
  assign beats     = !req_valid && !check && waits;
  assign reads     = arvalid && arready;
  assign last      = beats && w_last;
  assign begins    = awvalid && awready;
  assign comes     = wvalid && wready;
  assign answers   = rsp_valid && rsp_ready;
  assign written   = answers && rsp_check && back;

  if (MEM_WORDS > 1) begin : words
    assign req_word = q_word[WORD_W-1:0];
  end else begin : one
    assign req_word = '0;
  end

  always_comb begin
    req_byteen = '1;
    word       = '0;
    for (int w = 0; w < MEM_WORDS; w++) begin
      if (q_write) req_byteen[8*w+:8] = req_word == WORD_W'(w) ? q_strb : 8'd0;
      if (rsp_word == WORD_W'(w)) word = word | rsp_data[64*w+:64];
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      req_valid <= 1'b0;
      q_write   <= 1'b0;
      q_check   <= 1'b0;
      q_page    <= '0;
      q_word    <= '0;
      q_id      <= '0;
      q_data    <= '0;
      q_strb    <= '0;
    end else begin
      req_valid <= checks || beats || reads || (req_valid && !req_ready);
      if (checks || beats || reads) begin
        q_write <= beats;
        q_check <= checks;
        q_page  <= reads ? araddr[12+:PPN_W] : aw_page;
        q_word  <= reads ? araddr[11:3] : aw_word;
        q_id    <= reads ? arid : '0;
        q_data  <= beats ? w_data : '0;
        q_strb  <= beats ? w_strb : '0;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      writing  <= 1'b0;
      aw_valid <= 1'b0;
      aw_page  <= '0;
      aw_word  <= '0;
      check    <= 1'b0;
      back     <= 1'b0;
      bvalid   <= 1'b0;
    end else begin
      writing  <= begins || (writing && !(bvalid && bready));
      aw_valid <= begins || (aw_valid && !last);
      check    <= last || (check && !checks);
      back     <= checks || (back && !written);
      bvalid   <= written || (bvalid && !bready);
      if (begins) aw_page <= awaddr[12+:PPN_W];
      if (begins) aw_word <= awaddr[11:3];
      else if (beats && !last) aw_word <= aw_word + 9'd1;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      w_valid <= 1'b0;
      w_data  <= '0;
      w_strb  <= '0;
      w_last  <= 1'b0;
    end else begin
      w_valid <= comes || (w_valid && !beats);
      if (comes) begin
        w_data <= wdata;
        w_strb <= wstrb;
        w_last <= wlast;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      rvalid <= 1'b0;
      rid    <= '0;
      rdata  <= '0;
    end else begin
      rvalid <= (answers && !rsp_check) || (rvalid && !rready);
      if (answers && !rsp_check) begin
        rid   <= rsp_id;
        rdata <= word;
      end
    end
  end
endmodule
