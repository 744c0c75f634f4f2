// SPDX-License-Identifier: Apache-2.0
// The RAM model (docs/design/verification.md): a word that is read is the one that was last written to its place, and
// stays at the port until the next read. Of any place; for all time.
module gmmu_ram_checked #(
    parameter int WORDS = 8,
    parameter int WORD_W = 2,
    parameter int PLACE_W = $clog2(WORDS)
) (
    input wire               clk,
    input wire               we,
    input wire [PLACE_W-1:0] waddr,
    input wire [WORD_W-1:0]  wdata,
    input wire               re,
    input wire [PLACE_W-1:0] raddr
);
  (* anyconst *) logic [PLACE_W-1:0] place;
  logic [WORD_W-1:0] rdata;

  gmmu_ram #(.WORDS(WORDS), .WORD_W(WORD_W)) ram (
      .clk(clk), .we(we), .waddr(waddr), .wdata(wdata), .re(re), .raddr(raddr), .rdata(rdata));

  logic              written = 1'b0, due = 1'b0;  // this place has been; what was read is of this place
  logic [WORD_W-1:0] last, expected;
  always_ff @(posedge clk) begin
    if (we && waddr == place) begin
      written <= 1'b1;
      last <= wdata;
    end
    if (re) begin
      due <= written && raddr == place;
      expected <= last;
    end
  end
  always @* last_written: assert (!due || rdata == expected);
endmodule
