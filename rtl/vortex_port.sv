// SPDX-License-Identifier: Apache-2.0
// Vortex port: a translation port of the block gmmu as a GPU of the Vortex kind asks for it (id, access, vpn
// to id, fault, level, ppn, flags), and its flush. Equal to hls/vortex_port in every state.
module vortex_port #(
    parameter  int PORT_ID_W = gmmu_pkg::GMMU_PORT_ID_W,
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,              // 27 or more
    parameter  int LARGE_VPN_W = gmmu_pkg::GMMU_LARGE_VPN_W,  // 9 less
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W               // 10 to 44
) (
    input  logic                 clk,         // rising edge
    input  logic                 rst,         // synchronous, active high

    // core, requests: valid, ready
    input  logic                 req_valid,
    output logic                 req_ready,
    input  logic [PORT_ID_W-1:0] req_id,      // name, which the answer gives back
    input  logic [1:0]           req_access,  // 0 reads, 1 writes, 2 executes
    input  logic                 req_amo,     // an atomic: it also writes
    input  logic [26:0]          req_vpn,     // page, of Sv39
    input  logic [ASID_W-1:0]    asid,        // address space of the core, looked at as a request is taken
    input  logic                 cfg_sv32,    // Sv32: a large page has 1024 base pages, not 512; constant

    // core, answers in any order: valid, ready
    output logic                 rsp_valid,
    input  logic                 rsp_ready,
    output logic [PORT_ID_W-1:0] rsp_id,
    output logic                 rsp_fault,   // no frame, and the rest is 0
    output logic [1:0]           rsp_level,   // 0, or 1 for a large page
    output logic [PPN_W-1:0]     rsp_ppn,     // frame, of a large page the first one
    output logic [7:0]           rsp_flags,   // 0 0 0 U X W R V

    // core, its TLBs: the request stays until done
    output logic                 flush_req,
    input  logic                 flush_done,

    // block, requests: valid, ready
    output logic                 q_valid,
    input  logic                 q_ready,
    output logic [ASID_W-1:0]    q_asid,
    output logic [VPN_W-1:0]     q_vpn,
    output logic [1:0]           q_access,    // bit 0 reads, bit 1 writes
    output logic [PORT_ID_W-1:0] q_id,

    // block, answers: valid, ready
    input  logic                 a_valid,
    output logic                 a_ready,
    input  logic [PORT_ID_W-1:0] a_id,
    input  logic [2:0]           a_fault,
    input  logic                 a_large,
    input  logic                 a_system,
    input  logic                 a_exec,
    input  logic                 a_read,
    input  logic                 a_write,
    input  logic [PPN_W-1:0]     a_ppn,

    // block, invalidations: valid until acknowledged
    input  logic                 inv_valid,
    output logic                 inv_ack
);
  localparam int LEVEL_W = 9;  // base pages of a large one, as a power of two

`ifndef __ICARUS__  // Icarus has no such checks
  if (VPN_W < 27 || VPN_W - LARGE_VPN_W != LEVEL_W) begin : bad_page
    $error("vortex_port: VPN_W must be 27 or more, and LARGE_VPN_W 9 less");
  end
  if (PPN_W <= LEVEL_W || PPN_W > 44) begin : bad_frame
    $error("vortex_port: PPN_W must be 10 to 44");
  end
  if (PORT_ID_W < 1 || ASID_W < 1) begin : no_width
    $error("vortex_port: PORT_ID_W and ASID_W must be 1 or more");
  end
`endif

  // a request for the block
  logic                 ask_valid;
  logic [PORT_ID_W-1:0] ask_id;
  logic [ASID_W-1:0]    ask_asid;
  logic [26:0]          ask_vpn;
  logic [1:0]           ask_access;
  // an answer for the core
  logic                 ans_valid;
  logic [PORT_ID_W-1:0] ans_id;
  logic                 ans_fault;
  logic                 ans_large;
  logic [PPN_W-1:0]     low_bits;  // bits of a page's frame in its large page
  logic                 ans_user;
  logic                 ans_exec;
  logic                 ans_read;
  logic                 ans_write;
  logic [PPN_W-1:0]     ans_ppn;
  // its TLBs are to be flushed; they have been, for the invalidation that is pending
  logic                 flush;
  logic                 flushed;

  logic                 asks;
  logic                 answers;
  logic                 done;
  logic                 framed;
  logic                 stores;

  assign req_ready = !ask_valid;
  assign rsp_valid = ans_valid;
  assign rsp_id    = ans_id;
  assign rsp_fault = ans_fault;
  assign rsp_level = {1'b0, ans_large};
  assign rsp_ppn   = ans_ppn;
  assign rsp_flags = ans_fault ? 8'd0 : {3'd0, ans_user, ans_exec, ans_write, ans_read, 1'b1};
  assign flush_req = flush;
  assign q_valid   = ask_valid;
  assign q_asid    = ask_asid;
  assign q_vpn     = VPN_W'(ask_vpn);
  assign q_access  = ask_access;
  assign q_id      = ask_id;
  assign a_ready   = !ans_valid;
  assign inv_ack   = flushed;
  assign asks      = req_valid && req_ready;
  assign answers   = a_valid && a_ready;
  assign done      = flush && flush_done;
  assign framed    = a_fault == 3'd0;
  assign stores    = req_access == 2'd1;

  always_ff @(posedge clk) begin
    if (rst) begin
      ask_id     <= '0;
      ask_asid   <= '0;
      ask_vpn    <= '0;
      ask_access <= '0;
    end else if (asks) begin
      ask_id     <= req_id;
      ask_asid   <= asid;
      ask_vpn    <= req_vpn;
      ask_access <= {stores || req_amo, !stores || req_amo};
    end
  end

  assign low_bits = PPN_W'(!a_large ? 0 : cfg_sv32 ? 2 ** (LEVEL_W + 1) - 1 : 2 ** LEVEL_W - 1);

  always_ff @(posedge clk) begin
    if (rst) begin
      ans_id    <= '0;
      ans_fault <= 1'b0;
      ans_large <= 1'b0;
      ans_user  <= 1'b0;
      ans_exec  <= 1'b0;
      ans_read  <= 1'b0;
      ans_write <= 1'b0;
      ans_ppn   <= '0;
    end else if (answers) begin
      ans_id    <= a_id;
      ans_fault <= !framed;
      ans_large <= framed && a_large;
      ans_user  <= framed && !a_system;
      ans_exec  <= framed && a_exec;
      ans_read  <= framed && a_read;
      ans_write <= framed && a_write;
      ans_ppn   <= framed ? a_ppn & ~low_bits : '0;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      ask_valid <= 1'b0;
      ans_valid <= 1'b0;
      flush     <= 1'b0;
      flushed   <= 1'b0;
    end else begin
      ask_valid <= asks || (ask_valid && !q_ready);
      ans_valid <= answers || (ans_valid && !rsp_ready);
      flush     <= inv_valid && !flushed && !done;
      flushed   <= inv_valid && (flushed || done);
    end
  end
endmodule
