// SPDX-License-Identifier: Apache-2.0
// Golden queue (MASK 5.4): the FIFO of page-walk requests of one memory channel,
// 16 entries, served strictly in order. Equal to hls/golden_queue in every state.
module golden_queue (
    input  logic        clk,         // rising edge
    input  logic        rst,         // synchronous, active high

    // way in: valid/ready; push_ready depends on the state alone
    input  logic        push_valid,  // a request is offered
    output logic        push_ready,  // and is taken at this edge
    input  logic [ 8:0] push_id,     // its name towards the channel
    input  logic        push_write,  // 1 write, 0 read
    input  logic [ 2:0] push_bank,   // DRAM bank
    input  logic [22:0] push_row,    // DRAM row
    input  logic [ 3:0] push_col,    // burst within the row

    // way out: the oldest request, all 0 while pick_valid is 0
    output logic        pick_valid,  // the queue holds a request
    output logic [ 8:0] pick_id,     // fields as they were pushed
    output logic        pick_write,
    output logic [ 2:0] pick_bank,
    output logic [22:0] pick_row,
    output logic [ 3:0] pick_col,
    input  logic        pop,         // remove it at this edge; ignored while pick_valid is 0

    output logic [ 4:0] level        // entries held, 0..16
);
  localparam int DEPTH = gmmu_pkg::GMMU_GOLDEN_DEPTH;

  logic [ 8:0] id    [0:DEPTH-1];
  logic        write [0:DEPTH-1];
  logic [ 2:0] bank  [0:DEPTH-1];
  logic [22:0] row   [0:DEPTH-1];
  logic [ 3:0] col   [0:DEPTH-1];
  logic [ 3:0] rd;     // oldest entry
  logic [ 3:0] wr;     // next free entry
  logic [ 4:0] count;  // entries held

  logic push_now, pop_now;

  assign push_ready = count < 5'(DEPTH);
  assign pick_valid = count != 5'd0;
  assign pick_id    = pick_valid ? id[rd] : 9'd0;
  assign pick_write = pick_valid && write[rd];
  assign pick_bank  = pick_valid ? bank[rd] : 3'd0;
  assign pick_row   = pick_valid ? row[rd] : 23'd0;
  assign pick_col   = pick_valid ? col[rd] : 4'd0;
  assign level      = count;

  assign push_now = push_valid && push_ready;
  assign pop_now  = pop && pick_valid;

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int i = 0; i < DEPTH; i++) begin
        id[i]    <= 9'd0;
        write[i] <= 1'b0;
        bank[i]  <= 3'd0;
        row[i]   <= 23'd0;
        col[i]   <= 4'd0;
      end
      rd    <= 4'd0;
      wr    <= 4'd0;
      count <= 5'd0;
    end else begin
      if (push_now) begin
        id[wr]    <= push_id;
        write[wr] <= push_write;
        bank[wr]  <= push_bank;
        row[wr]   <= push_row;
        col[wr]   <= push_col;
      end
      wr    <= wr + {3'd0, push_now};
      rd    <= rd + {3'd0, pop_now};
      count <= count + {4'd0, push_now} - {4'd0, pop_now};
    end
  end
endmodule
