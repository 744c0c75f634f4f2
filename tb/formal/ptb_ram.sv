// SPDX-License-Identifier: Apache-2.0
// ptb_queue and its RAM, wired as its datasheet says, at small sizes (docs/design/verification.md): a handle comes out
// of the RAM as it went in, after the handles before it, and no word is read while it is written.
module ptb_ram (
    input wire       clk,
    input wire       rst,
    input wire       push_valid,
    input wire [1:0] push_kernel,
    input wire       push_block,   // one bit of it: all bits go the same way
    input wire       push_context,
    input wire       pop_valid,
    input wire [1:0] pop_kernel,
    input wire       mark
);
  localparam int ENTRIES = 4;
  (* anyconst *) logic kernel;  // the handles of this one are looked at
  logic [1:0] holds, full, ram_wqueue, ram_rqueue;
  logic [2:0] ram_wentry, ram_rentry;
  logic [3:0] ram_wblock;
  logic       block, ram_we, ram_wcontext, ram_re, ans_valid, handle_context;

  ptb_queue #(.NUM_SMS(2), .SM_BLOCKS(2), .NUM_KERNELS(2), .BLOCK_W(4), .CONTEXT_W(1)) queue (
      .clk(clk), .rst(rst), .push_valid(push_valid), .push_kernel(push_kernel), .push_block({3'd0, push_block}),
      .push_context(push_context), .pop_valid(pop_valid), .pop_kernel(pop_kernel), .holds(holds), .full(full),
      .ram_we(ram_we), .ram_wqueue(ram_wqueue), .ram_wentry(ram_wentry), .ram_wblock(ram_wblock),
      .ram_wcontext(ram_wcontext), .ram_re(ram_re), .ram_rqueue(ram_rqueue), .ram_rentry(ram_rentry),
      .ans_valid(ans_valid));

  // an address is {queue, entry}
  gmmu_ram #(.WORDS(2 * ENTRIES), .WORD_W(2)) ram (
      .clk(clk), .we(ram_we), .waddr({ram_wqueue[0], ram_wentry[1:0]}), .wdata({ram_wcontext, ram_wblock[0]}),
      .re(ram_re), .raddr({ram_rqueue[0], ram_rentry[1:0]}), .rdata({handle_context, block}));

  // Any one handle of the kernel: how many are before it, and when it is due.
  wire pushes = push_valid && push_kernel == {1'b0, kernel} && !full[kernel];
  wire pops = pop_valid && pop_kernel == {1'b0, kernel} && holds[kernel];
  logic       after_reset = 1'b0;
  logic       marked, waits, leaves, due;
  logic [2:0] held, before;
  logic [1:0] handle;
  always_ff @(posedge clk) begin
    after_reset <= after_reset || rst;
    held <= held + 3'(pushes) - 3'(pops);
    if (pushes && mark && !marked) begin
      marked <= 1'b1;
      waits <= 1'b1;
      before <= held - 3'(pops);
      handle <= {push_context, push_block};
    end else if (waits && pops) begin
      waits <= before != 3'd0;
      before <= before - 3'd1;
    end
    leaves <= waits && pops && before == 3'd0;
    due <= leaves;
    if (rst) {marked, waits, leaves, due, held} <= '0;
  end

  always @* begin
    if (!after_reset) assume (rst);
    if (after_reset && !rst) begin
      comes_as_it_went: assert (!due || (ans_valid && {handle_context, block} == handle));
      never_at_once: assert (!(ram_we && ram_re && ram_wqueue == ram_rqueue && ram_wentry == ram_rentry));
    end
  end
endmodule
