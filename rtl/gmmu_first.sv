// SPDX-License-Identifier: Apache-2.0
// The lowest bit that is set, by rows of eight: the first one of each row, the first row of each group of
// eight rows, the first group. All three are found at once, so the way through is short.
//
// A building block without registers; the C of its users has loops instead.
module gmmu_first #(
    parameter  int N = 64,          // 2 to 2048
    localparam int W = $clog2(N)
) (
    input  logic [N-1:0] list,      // any bits
    output logic         some,      // a bit is set
    output logic [W-1:0] index      // number of the lowest one; 0 without one
);
  localparam int GROUPS = (N + 63) / 64;
  localparam int ROWS = 8 * GROUPS;

  function automatic logic [7:0] lowest(input logic [7:0] x);
    for (int b = 0; b < 8; b++) lowest[b] = x[b] && (x & 8'((1 << b) - 1)) == 8'd0;
  endfunction

  function automatic logic [2:0] number(input logic [7:0] x);  // of the one bit that is set
    number = {|(x & 8'hf0), |(x & 8'hcc), |(x & 8'haa)};
  endfunction

  logic [8*ROWS-1:0] bits, in_row;         // all; the first one of each row
  logic [ROWS-1:0]   rows, in_group;       // that have a bit; the first one of each group
  logic [GROUPS-1:0] groups, first_group;
  logic [2:0]        low [0:ROWS-1];       // number of the first bit within its row
  logic [5:0]        place [0:GROUPS-1];   // within its group
  logic [31:0]       at;

  always_comb begin
    bits = '0;
    bits[N-1:0] = list;
    for (int r = 0; r < ROWS; r++) begin
      rows[r]        = |bits[r*8+:8];
      in_row[r*8+:8] = lowest(bits[r*8+:8]);
      low[r]         = number(in_row[r*8+:8]);
    end
    at = '0;
    for (int g = 0; g < GROUPS; g++) begin
      groups[g]        = |rows[g*8+:8];
      in_group[g*8+:8] = lowest(rows[g*8+:8]);
      place[g]         = {number(in_group[g*8+:8]), 3'd0};
      for (int r = 0; r < 8; r++) place[g] = place[g] | {3'd0, low[g*8+r] & {3{in_group[g*8+r]}}};
    end
    for (int g = 0; g < GROUPS; g++) begin
      first_group[g] = groups[g] && (groups & GROUPS'((1 << g) - 1)) == '0;
      if (first_group[g]) at = at | 32'(64 * g) | 32'(place[g]);
    end
  end

  assign some  = |groups;
  assign index = at[W-1:0];
endmodule
