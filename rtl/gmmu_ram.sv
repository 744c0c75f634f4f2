// SPDX-License-Identifier: Apache-2.0
// RAM with one write port and one read port, as the units with a RAM outside ask for it (ptb_queue,
// operand_log, sram_tlb, asid_table): the model of a macro, and what FPGA tools make block RAMs of. No word
// is reset. A word that is read while it is written comes as it was; no unit asks for that, so a macro may do
// anything then.
module gmmu_ram #(
    parameter  int WORDS = 16,  // 2 or more
    parameter  int WORD_W = 8,
    localparam int PLACE_W = $clog2(WORDS)
) (
    input  logic               clk,     // rising edge

    // write port
    input  logic               we,      // this word is written
    input  logic [PLACE_W-1:0] waddr,
    input  logic [WORD_W-1:0]  wdata,

    // read port
    input  logic               re,      // this word is read: ...
    input  logic [PLACE_W-1:0] raddr,
    output logic [WORD_W-1:0]  rdata    // ... it is here from the next cycle on, until the next one is read
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (WORDS < 2 || WORD_W < 1) begin : bad_size
    $error("gmmu_ram: WORDS must be 2 or more, WORD_W 1 or more");
  end
`endif

  logic [WORD_W-1:0] words[0:WORDS-1];

  always_ff @(posedge clk) begin
    if (we) words[waddr] <= wdata;
    if (re) rdata <= words[raddr];
  end
endmodule
