// SPDX-License-Identifier: Apache-2.0
// asid_table and its RAM, wired as its datasheet says, at small sizes (docs/design/verification.md): a look-up is
// answered three cycles later by what was last written of its space, also in its own cycle; no word is read while it is
// written.
module asid_table_ram (
    input wire       clk,
    input wire       rst,
    input wire       l_valid,
    input wire [1:0] l_asid,
    input wire [1:0] l_vpn,
    input wire       c_valid,
    input wire [2:0] c_kind,
    input wire [1:0] c_asid,
    input wire [1:0] c_vpn,
    input wire [1:0] c_highest,
    input wire       c_root,       // one bit of it: all bits go the same way
    input wire       c_enable,
    input wire [1:0] inv_ack,
    input wire       begin_valid,
    input wire       end_valid,
    input wire       end_generation
);
  localparam int SPACES = 3;  // so that one number is none
  localparam logic [1:0] OK = 2'd0;
  localparam logic [1:0] NO_SPACE = 2'd1;
  localparam logic [1:0] DISABLED = 2'd2;
  localparam logic [1:0] OUTSIDE = 2'd3;

  (* anyconst *) logic [1:0] space;  // this one is looked at
  logic       r_valid, r_root, r_whole, c_ready, c_done, begin_ready, generation, ram_re, ram_we, ram_root, ram_wroot;
  logic [1:0] r_why, inv_valid, inv_asid, inv_vpn, ram_raddr, ram_waddr;
  logic [2:0] inv_kind;
  logic [1:0] ram_lowest, ram_highest, ram_wlowest, ram_whighest;

  asid_table #(
      .ASID_SPACES(SPACES), .INV_LISTENERS(2), .END_LISTENERS(0), .FENCE_PORTS(1), .FENCE_COUNT_W(4), .ASID_W(2),
      .VPN_W(2), .LARGE_VPN_W(1), .PPN_W(1)
  ) spaces (
      .clk(clk), .rst(rst), .l_valid(l_valid), .l_asid(l_asid), .l_vpn(l_vpn), .r_valid(r_valid), .r_why(r_why),
      .r_root(r_root), .r_whole(r_whole), .c_valid(c_valid), .c_kind(c_kind), .c_asid(c_asid), .c_vpn(c_vpn), .c_highest(c_highest),
      .c_root(c_root), .c_enable(c_enable), .c_ready(c_ready), .c_done(c_done), .inv_valid(inv_valid),
      .inv_kind(inv_kind), .inv_asid(inv_asid), .inv_vpn(inv_vpn), .inv_ack(inv_ack), .begin_valid(begin_valid),
      .begin_ready(begin_ready), .generation(generation), .end_valid(end_valid), .end_generation(end_generation),
      .ram_re(ram_re), .ram_raddr(ram_raddr), .ram_root(ram_root), .ram_lowest(ram_lowest), .ram_highest(ram_highest),
      .ram_we(ram_we), .ram_waddr(ram_waddr), .ram_wroot(ram_wroot), .ram_wlowest(ram_wlowest),
      .ram_whighest(ram_whighest));

  gmmu_ram #(.WORDS(SPACES), .WORD_W(5)) ram (
      .clk(clk), .we(ram_we), .waddr(ram_waddr), .wdata({ram_whighest, ram_wlowest, ram_wroot}), .re(ram_re),
      .raddr(ram_raddr), .rdata({ram_highest, ram_lowest, ram_root}));

  // The entry as software has written it, this cycle included, and what it says of the look-up.
  wire writes = c_valid && c_ready && c_kind == 3'd0 && c_asid == space && space < 2'(SPACES) &&
      (!c_enable || c_vpn <= c_highest);
  logic       was_enabled, was_root;
  logic [1:0] was_lowest, was_highest;
  wire       enabled = writes ? c_enable : was_enabled;
  wire       root = writes ? c_root : was_root;
  wire [1:0] lowest = writes ? c_vpn : was_lowest;
  wire [1:0] highest = writes ? c_highest : was_highest;
  wire [1:0] why = space >= 2'(SPACES) ? NO_SPACE : !enabled ? DISABLED :
      (l_vpn < lowest || l_vpn > highest) ? OUTSIDE : OK;
  wire whole = {l_vpn[1], 1'b0} >= lowest && {l_vpn[1], 1'b1} <= highest;  // large pages are of two

  logic       after_reset = 1'b0;
  logic [2:0] looked, looked_here;  // look-ups of the last three cycles, and whether they are of this space
  logic [2:0] roots;
  logic [2:0] wholes;
  logic [5:0] whys;
  always_ff @(posedge clk) begin
    after_reset <= after_reset || rst;
    was_enabled <= enabled;
    was_root <= root;
    was_lowest <= lowest;
    was_highest <= highest;
    looked <= {looked[1:0], l_valid};
    looked_here <= {looked_here[1:0], l_valid && l_asid == space};
    roots <= {roots[1:0], root};
    wholes <= {wholes[1:0], whole};
    whys <= {whys[3:0], why};
    if (rst) {was_enabled, looked, looked_here} <= '0;
  end

  always @* begin
    if (!after_reset) assume (rst);
    if (after_reset && !rst) begin
      answered: assert (r_valid == looked[2]);
      as_written: assert (!looked_here[2] || (r_why == whys[5:4] && (r_why != OK || (r_root == roots[2] && r_whole == wholes[2]))));
      never_at_once: assert (!(ram_re && ram_we && ram_raddr == ram_waddr));
      of_a_space: assert (!ram_re || ram_raddr < 2'(SPACES));
    end
  end
endmodule
