// SPDX-License-Identifier: Apache-2.0
// Record writer: AXI4 write master that puts the records of a fault_queue into its ring in memory, one at a
// time, as bursts of two beats of 64 bits. Equal to hls/record_writer in every state.
module record_writer #(
    parameter int FAULT_RING_W = gmmu_pkg::GMMU_FAULT_RING_W,
    parameter int FAULT_INFO_W = gmmu_pkg::GMMU_FAULT_INFO_W,  // 1 to 24
    parameter int FAULT_TIME_W = gmmu_pkg::GMMU_FAULT_TIME_W,
    parameter int ASID_W = gmmu_pkg::GMMU_ASID_W,              // 1 to 16
    parameter int VPN_W = gmmu_pkg::GMMU_VPN_W,                // 33 to 48
    parameter int PPN_W = gmmu_pkg::GMMU_PPN_W,
    parameter int AXI_ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W       // PPN_W + 12 or more
) (
    input  logic                    clk,       // rising edge
    input  logic                    rst,       // synchronous, active high

    // records: valid (w_take), ready; done when one is in memory
    input  logic                    w_take,
    output logic                    w_ready,
    input  logic [PPN_W-1:0]        w_frame,   // frame of the ring, ...
    input  logic [FAULT_RING_W-1:0] w_slot,    // ... and record in it
    input  logic [ASID_W-1:0]       w_asid,    // what it says
    input  logic [VPN_W-1:0]        w_vpn,
    input  logic [1:0]              w_access,
    input  logic [2:0]              w_why,
    input  logic [FAULT_INFO_W-1:0] w_info,
    input  logic [FAULT_TIME_W-1:0] w_time,
    output logic                    w_done,

    // a record that memory has answered with an error, the first since error_clear: it may be lost
    output logic                    error,
    output logic [FAULT_RING_W-1:0] error_slot,
    output logic [ASID_W-1:0]       error_asid,
    output logic [VPN_W-1:0]        error_vpn,
    output logic                    error_more,   // and another one after it
    input  logic                    error_clear,  // the first has been seen
    input  logic                    error_forget,  // nothing of the ring counts any more

    // AXI4 master: bursts of two beats of 8 bytes, INCR
    output logic                    awvalid,
    input  logic                    awready,
    output logic [AXI_ADDR_W-1:0]   awaddr,
    output logic                    wvalid,
    input  logic                    wready,
    output logic [63:0]             wdata,
    output logic                    wlast,
    input  logic                    bvalid,
    output logic                    bready,
    input  logic [1:0]              bresp
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (VPN_W < 33 || VPN_W > 48) begin : bad_page
    $error("record_writer: VPN_W must be 33 to 48");
  end
  if (ASID_W < 1 || ASID_W > 16) begin : bad_asid
    $error("record_writer: ASID_W must be 1 to 16");
  end
  if (PPN_W < 1 || AXI_ADDR_W < PPN_W + 12) begin : bad_address
    $error("record_writer: PPN_W must be 1 to AXI_ADDR_W - 12");
  end
  if (FAULT_RING_W < 2 || FAULT_RING_W > 8) begin : bad_ring
    $error("record_writer: FAULT_RING_W must be 2 to 8");
  end
  if (FAULT_INFO_W < 1 || FAULT_INFO_W > 24) begin : bad_info
    $error("record_writer: FAULT_INFO_W must be 1 to 24");
  end
  if (FAULT_TIME_W < 1 || FAULT_TIME_W > 32) begin : bad_time
    $error("record_writer: FAULT_TIME_W must be 1 to 32");
  end
`endif

  logic                    busy;         // a record is under way
  logic                    aw_valid;     // its address is to leave
  logic                    w_valid;      // its data are to leave, ...
  logic                    w_second;     // ... the second beat
  logic [PPN_W-1:0]        frame;
  logic [FAULT_RING_W-1:0] slot;
  logic [ASID_W-1:0]       asid;         // what the record says
  logic [VPN_W-1:0]        vpn;
  logic [1:0]              access;
  logic [2:0]              why;
  logic [FAULT_INFO_W-1:0] info;
  logic [FAULT_TIME_W-1:0] stamp;

  logic                    takes;
  logic                    moves;        // a beat
  logic                    ends;         // memory has the record
  logic                    fails;        // or has answered it with an error
  logic                    stays;        // an error from before
  logic                    unused_bresp;

  assign w_ready      = !busy;
  assign awvalid      = aw_valid;
  assign wvalid       = w_valid;
  assign wdata        = w_second ? {32'(stamp), 1'b0, why, 2'd0, access, 24'(info)}
                                 : {16'(asid), 16'(vpn[VPN_W-1:32]), vpn[31:0]};
  assign wlast        = w_second;
  assign bready       = busy && !aw_valid && !w_valid;
  assign takes        = w_take && w_ready;
  assign moves        = w_valid && wready;
  assign ends         = bvalid && bready;
  assign fails        = ends && bresp[1];
  assign stays        = error && !error_clear && !error_forget;
  assign unused_bresp = bresp[0];

  // a frame has 4096 bytes, a record 16
  always_comb begin
    awaddr                  = '0;
    awaddr[12+:PPN_W]       = frame;
    awaddr[4+:FAULT_RING_W] = slot;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      frame  <= '0;
      slot   <= '0;
      asid   <= '0;
      vpn    <= '0;
      access <= '0;
      why    <= '0;
      info   <= '0;
      stamp  <= '0;
    end else if (takes) begin
      frame  <= w_frame;
      slot   <= w_slot;
      asid   <= w_asid;
      vpn    <= w_vpn;
      access <= w_access;
      why    <= w_why;
      info   <= w_info;
      stamp  <= w_time;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      busy     <= 1'b0;
      aw_valid <= 1'b0;
      w_valid  <= 1'b0;
      w_second <= 1'b0;
      w_done   <= 1'b0;
    end else begin
      busy     <= takes || (busy && !ends);
      aw_valid <= takes || (aw_valid && !awready);
      w_valid  <= takes || (w_valid && !(moves && w_second));
      w_second <= !takes && (w_second ^ moves);
      w_done   <= ends;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      error      <= 1'b0;
      error_slot <= '0;
      error_asid <= '0;
      error_vpn  <= '0;
      error_more <= 1'b0;
    end else begin
      error      <= stays || fails;
      error_more <= (error_more && !error_forget) || (stays && fails);
      if (fails && !stays) begin
        error_slot <= slot;
        error_asid <= asid;
        error_vpn  <= vpn;
      end
    end
  end
endmodule
