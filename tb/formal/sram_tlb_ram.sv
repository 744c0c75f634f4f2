// SPDX-License-Identifier: Apache-2.0
// sram_tlb and its RAMs, wired as its datasheet says, at small sizes (docs/design/verification.md): of any page, the
// frame that is answered is the one that it was filled with last, and none after it has been taken back; the page that
// was filled last is found, whatever else is taken back.
module sram_tlb_ram (
    input wire       clk,
    input wire       rst,
    input wire       lk_valid,
    input wire       lk_asid,
    input wire [2:0] lk_vpn,
    input wire       fill_valid,
    input wire       fill_large,
    input wire       fill_asid,
    input wire [2:0] fill_vpn,
    input wire [1:0] fill_ppn,
    input wire       inv_valid,
    input wire [2:0] inv_kind,
    input wire       inv_asid,
    input wire [2:0] inv_vpn
);
  localparam int WAYS = 2;
  (* anyconst *) logic       p_asid;  // this page is looked at, ...
  (* anyconst *) logic [2:0] p_vpn;
  (* anyconst *) logic       large;   // ... as a base page, or as one in a large page
  logic lk_ready, a_valid, a_hit, a_large, fill_ready, inv_ack, ram_re, ram_raddr, ram_waddr, ram_wasid;
  logic [1:0] a_ppn, ram_we, ram_wtag, ram_wppn, ram_asid;
  logic [3:0] ram_tag, ram_ppn;

  sram_tlb #(
      .TLB_SETS(2), .TLB_WAYS(WAYS), .TLB_LARGE(2), .TLB_TAG_W(2), .ASID_W(1), .VPN_W(3), .PPN_W(2),
      .LARGE_VPN_W(2), .LARGE_PPN_W(1)
  ) tlb (
      .clk(clk), .rst(rst), .lk_ready(lk_ready), .lk_valid(lk_valid), .lk_asid(lk_asid), .lk_vpn(lk_vpn),
      .a_valid(a_valid), .a_hit(a_hit), .a_large(a_large), .a_ppn(a_ppn), .fill_valid(fill_valid),
      .fill_ready(fill_ready), .fill_large(fill_large), .fill_asid(fill_asid), .fill_vpn(fill_vpn),
      .fill_ppn(fill_ppn), .inv_valid(inv_valid), .inv_kind(inv_kind), .inv_asid(inv_asid), .inv_vpn(inv_vpn),
      .inv_ack(inv_ack), .ram_re(ram_re), .ram_raddr(ram_raddr), .ram_asid(ram_asid), .ram_tag(ram_tag),
      .ram_ppn(ram_ppn), .ram_we(ram_we), .ram_waddr(ram_waddr), .ram_wasid(ram_wasid), .ram_wtag(ram_wtag),
      .ram_wppn(ram_wppn));

  for (genvar w = 0; w < WAYS; w++) begin : rams
    gmmu_ram #(.WORDS(2), .WORD_W(5)) ram (
        .clk(clk), .we(ram_we[w]), .waddr(ram_waddr), .wdata({ram_wasid, ram_wtag, ram_wppn}), .re(ram_re),
        .raddr(ram_raddr), .rdata({ram_asid[w], ram_tag[w*2+:2], ram_ppn[w*2+:2]}));
  end

  // Fills and invalidations of the page.
  wire is_fill = fill_valid && fill_ready && fill_large == large && fill_asid == p_asid &&
      (large ? fill_vpn[2:1] == p_vpn[2:1] : fill_vpn == p_vpn);
  wire covers = inv_kind == 3'd3 || (inv_asid == p_asid && (inv_kind == 3'd2 ||
      (inv_vpn[2:1] == p_vpn[2:1] && (inv_kind == 3'd5 || (inv_kind == 3'd1 && (large || inv_vpn[0] == p_vpn[0]))))));
  wire taken_back = inv_ack && covers;

  logic       after_reset = 1'b0;
  logic       was_ready, was_held, held_asid;
  logic [2:0] held_kind;
  logic [2:0] held_vpn;
  logic       filled, fills, fresh;     // the page has been filled; a fill is under way; no fill came after it
  logic       frame, next_frame;        // a bit of each: all bits go the same way
  logic       may, must, old_frame, new_frame;  // what the answer of the next cycle may and must be
  logic [2:0] asked;                    // look-ups of the page, by their age
  wire bit_of_fill = fill_ppn[1];
  always_ff @(posedge clk) begin
    after_reset <= after_reset || rst;
    was_ready <= lk_ready;
    was_held <= inv_valid && !inv_ack;
    held_kind <= inv_kind;
    held_asid <= inv_asid;
    held_vpn <= inv_vpn;
    asked <= {asked[1:0], lk_valid && lk_asid == p_asid && lk_vpn == p_vpn};
    if (is_fill) begin
      fills <= 1'b1;
      next_frame <= bit_of_fill;
    end else if (fill_ready) begin
      fills <= 1'b0;
    end
    if (fills && fill_ready) begin
      filled <= 1'b1;
      frame <= next_frame;
    end else if (taken_back) begin
      filled <= 1'b0;
    end
    fresh <= (fresh || (fills && fill_ready)) && !fill_valid && !(inv_valid && covers);
    may <= (filled && !taken_back) || fills;
    must <= fresh && !(inv_valid && covers);
    old_frame <= (filled && !taken_back) ? frame : next_frame;
    new_frame <= fills ? next_frame : frame;
    if (rst) {filled, fills, fresh, may, must, asked, was_held, was_ready} <= '0;
  end

  wire answered = a_hit && a_large == large && asked[2];
  always @* begin
    if (!after_reset) assume (rst);
    // A look-up comes when it may, and an invalidation stays until it is acknowledged.
    assume (!lk_valid || was_ready);
    assume (!was_held || (inv_valid && inv_kind == held_kind && inv_asid == held_asid && inv_vpn == held_vpn));
    if (after_reset && !rst) begin
      only_what_was_filled: assert (!answered || may);
      its_frame: assert (!answered || a_ppn[1] == old_frame || a_ppn[1] == new_frame);
      is_found: assert (!(must && asked[2]) || a_hit);
      never_at_once: assert (!(ram_re && ram_we != '0));
    end
  end
endmodule
