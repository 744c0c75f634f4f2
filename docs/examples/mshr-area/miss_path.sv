// SPDX-License-Identifier: Apache-2.0
// The miss path of a small GPU's TLB: tlb_mshr at sizes of our own, behind a valid/ready port. tlb_mshr says
// one cycle later whether it took a miss, so the miss is held here and shown again until it is taken.
module miss_path #(
    parameter int ENTRIES = 8  // pages that are walked at a time
) (
    input  logic        clk,             // rising edge
    input  logic        rst,             // synchronous, active high

    input  logic        miss_valid,      // a request has missed: valid, ready
    output logic        miss_ready,
    input  logic [3:0]  miss_asid,
    input  logic [23:0] miss_vpn,
    input  logic [4:0]  miss_id,

    output logic        walk_valid,      // a page is to be walked: valid, ready
    input  logic        walk_ready,
    output logic [3:0]  walk_asid,
    output logic [23:0] walk_vpn,

    input  logic        fill_valid,      // a page has been fetched: valid, ready
    output logic        fill_ready,
    input  logic [3:0]  fill_asid,
    input  logic [23:0] fill_vpn,
    input  logic [19:0] fill_ppn,

    output logic        answer_valid,    // the answer to a request: valid, ready
    input  logic        answer_ready,
    output logic [4:0]  answer_id,
    output logic [19:0] answer_ppn
);
  logic        held;   // a miss waits here
  logic [3:0]  asid;
  logic [23:0] vpn;
  logic [4:0]  id;
  logic        told;   // it was shown in the previous cycle, ...
  logic        taken;  // ... and this is the answer

  assign miss_ready = !held || (told && taken);

  always_ff @(posedge clk)
    if (rst) begin
      held <= 1'b0;
      asid <= '0;
      vpn  <= '0;
      id   <= '0;
    end else begin
      if (miss_ready) held <= miss_valid;
      if (miss_ready && miss_valid) begin
        asid <= miss_asid;
        vpn  <= miss_vpn;
        id   <= miss_id;
      end
    end

  gmmu_tlb_mshr #(
      .MSHR_ENTRIES(ENTRIES),
      .MSHR_WAITERS(2),
      .MSHR_ID_W(5),
      .ASID_W(4),
      .VPN_W(24),
      .PPN_W(20)
  ) mshr (
      .clk(clk),
      .rst(rst),
      .m_valid(held && !told),
      .m_asid(asid),
      .m_vpn(vpn),
      .m_id(id),
      .ready(),
      .r_valid(told),
      .r_taken(taken),
      .walk_valid(walk_valid),
      .walk_asid(walk_asid),
      .walk_vpn(walk_vpn),
      .walk_ready(walk_ready),
      .f_valid(fill_valid),
      .f_asid(fill_asid),
      .f_vpn(fill_vpn),
      .f_ppn(fill_ppn),
      .f_ready(fill_ready),
      .a_valid(answer_valid),
      .a_id(answer_id),
      .a_ppn(answer_ppn),
      .a_ready(answer_ready)
  );
endmodule
