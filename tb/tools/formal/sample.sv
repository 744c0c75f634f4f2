// SPDX-License-Identifier: Apache-2.0
// A small unit with all that a proof has to handle (sample.h).
module sample (
    // as in sample.h
    input  logic       clk,
    input  logic       rst,
    input  logic       look_valid,
    input  logic [6:0] look_tag,
    input  logic       fill_valid,
    input  logic [6:0] fill_tag,
    input  logic       flush,
    input  logic [5:0] weight,
    input  logic [2:0] peek_way,
    output logic       answer_valid,
    output logic       answer_hit,
    output logic [2:0] answer_way,
    output logic [2:0] level,
    output logic       running,
    output logic [6:0] peeked
);
  logic [4:0] valid;
  logic [6:0] tag [0:4];
  logic [2:0] next;
  logic [3:0] misses;
  logic       ans_valid, ans_hit;
  logic [2:0] ans_way;
  logic [6:0] peek;

  logic [4:0] found, present;
  logic       fill;
  logic [2:0] way;

  always_comb begin
    for (int w = 0; w < 5; w++) begin
      found[w]   = valid[w] && tag[w] == look_tag;
      present[w] = valid[w] && tag[w] == fill_tag;
    end
    way = 3'd0;
    for (int w = 4; w >= 0; w--) if (found[w]) way = 3'(w);
    level = 3'd0;
    for (int w = 0; w < 5; w++) level = level + {2'd0, valid[w]};
  end
  assign fill         = fill_valid && present == 5'd0;
  assign answer_valid = ans_valid;
  assign answer_hit   = ans_hit;
  assign answer_way   = ans_way;
  assign peeked       = peek;

  sample_timer timer (
      .clk   (clk),
      .rst   (rst),
      .start (flush),
      .length({3'd0, weight[2:0]} + {weight[5:3], 3'd0} - {3'd0, weight[5:3]}),
      .busy  (running)
  );

  always_ff @(posedge clk) begin
    if (rst) begin
      valid     <= 5'd0;
      next      <= 3'd0;
      misses    <= 4'd0;
      ans_valid <= 1'b0;
      ans_hit   <= 1'b0;
      ans_way   <= 3'd0;
      peek      <= 7'd0;
      for (int w = 0; w < 5; w++) tag[w] <= 7'd0;
    end else begin
      ans_valid <= look_valid;
      ans_hit   <= look_valid && found != 5'd0;
      ans_way   <= look_valid ? way : 3'd0;
      peek      <= peek_way < 3'd5 ? tag[peek_way] : 7'd0;
      if (look_valid && found == 5'd0 && misses != 4'd15) misses <= misses + 4'd1;
      if (flush) begin
        valid <= 5'd0;
        next  <= 3'd0;
      end else if (fill) begin
        for (int w = 0; w < 5; w++)
          if (next == 3'(w)) begin
            valid[w] <= 1'b1;
            tag[w]   <= fill_tag;
          end
        next <= next >= 3'd4 ? 3'd0 : next + 3'd1;
      end
    end
  end
endmodule
