// SPDX-License-Identifier: Apache-2.0
// Address hash (Fractional GPUs V): maps addresses by a matrix over GF(2), and back by its inverse, one
// address a cycle each way. Equal to hls/address_hash in every state.
//
// Bit i of a mapped address is the parity of row[i] & address. A matrix is used after a check alone, which
// maps each address with one bit set, and maps it back; until then addresses go through as they are.
module address_hash #(
    parameter int HASH_W = gmmu_pkg::GMMU_HASH_W  // bits of an address: 8 to 40
) (
    input  logic              clk,             // rising edge
    input  logic              rst,             // synchronous, active high

    // CSRs: rows are always taken; a row ends a check and takes `accepted` back
    input  logic              row_valid,
    input  logic              row_inverse,     // 0 the matrix, 1 its inverse
    input  logic [5:0]        row_index,       // not below HASH_W: no such row
    input  logic [HASH_W-1:0] row_bits,        // address bits that are XORed
    input  logic              check_valid,     // begins a check
    output logic              checking,
    output logic              accepted,        // the map is in use

    // one address a cycle, answered in the next one
    input  logic              map_valid,
    input  logic [HASH_W-1:0] map_addr,        // physical address
    output logic              mapped_valid,
    output logic [HASH_W-1:0] mapped_addr,
    input  logic              unmap_valid,
    input  logic [HASH_W-1:0] unmap_addr,      // mapped address
    output logic              unmapped_valid,
    output logic [HASH_W-1:0] unmapped_addr
);
`ifndef __ICARUS__  // Icarus has no such checks
  if (HASH_W < 8 || HASH_W > 40) begin : bad_width
    $error("address_hash: HASH_W must be 8 to 40");
  end
`endif

  localparam logic [5:0] LAST = 6'(HASH_W);

  logic [HASH_W-1:0] row[0:HASH_W-1];
  logic [HASH_W-1:0] inverse[0:HASH_W-1];
  logic [HASH_W-1:0] column;  // column at - 1 of the matrix
  logic [5:0]        at;      // columns read by the check

  // a check has both products for itself: nothing is mapped before a matrix is accepted
  logic [HASH_W-1:0] now_at, before_at, map_in, unmap_in, mapped, back;

  always_comb begin
    for (int i = 0; i < HASH_W; i++) begin
      now_at[i]    = at == 6'(i);
      before_at[i] = at == 6'(i + 1);
    end
  end

  assign map_in   = checking ? now_at : map_addr;
  assign unmap_in = checking ? column : unmap_addr;

  for (genvar i = 0; i < HASH_W; i++) begin : products
    assign mapped[i] = ^(row[i] & map_in);
    assign back[i]   = ^(inverse[i] & unmap_in);
  end

  logic wrong, last;

  assign wrong = at != 6'd0 && back != before_at;
  assign last  = at >= LAST;

  // rows
  for (genvar i = 0; i < HASH_W; i++) begin : rows
    always_ff @(posedge clk) begin
      if (rst) begin
        row[i]     <= '0;
        inverse[i] <= '0;
      end else if (row_valid && row_index == 6'(i)) begin
        if (row_inverse) inverse[i] <= row_bits;
        else row[i] <= row_bits;
      end
    end
  end

  // check
  always_ff @(posedge clk) begin
    if (rst) begin
      column   <= '0;
      at       <= 6'd0;
      checking <= 1'b0;
      accepted <= 1'b0;
    end else begin
      if (checking) column <= mapped;
      if (row_valid || check_valid) begin
        at       <= 6'd0;
        checking <= check_valid;
        accepted <= 1'b0;
      end else if (checking) begin
        at       <= last || wrong ? 6'd0 : at + 6'd1;
        checking <= !last && !wrong;
        accepted <= last && !wrong;
      end
    end
  end

  // answers
  always_ff @(posedge clk) begin
    if (rst) begin
      mapped_valid   <= 1'b0;
      mapped_addr    <= '0;
      unmapped_valid <= 1'b0;
      unmapped_addr  <= '0;
    end else begin
      mapped_valid   <= map_valid;
      unmapped_valid <= unmap_valid;
      if (map_valid) mapped_addr <= accepted ? mapped : map_addr;
      if (unmap_valid) unmapped_addr <= accepted ? back : unmap_addr;
    end
  end
endmodule
