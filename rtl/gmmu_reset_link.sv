// SPDX-License-Identifier: Apache-2.0
// Tells side B of a crossing that side A has been reset, for however short a time, and side A when B has
// forgotten what was before. Its flip-flops of B are cleared asynchronously, so that B sees every reset.
module gmmu_reset_link #(
    parameter int STAGES = 2  // of each synchroniser
) (
    // side A
    input  logic a_clk,
    input  logic a_rst,       // reset of A, and a_down
    input  logic a_down,      // a flip-flop of A: it is being reset; one cycle of A at least
    output logic a_up,        // B has been idle since A's reset: A may begin

    // side B
    input  logic b_clk,
    input  logic b_rst,
    input  logic b_idle,      // B has nothing under way from before
    output logic b_alive      // A is not being reset; 0 for STAGES cycles at least after each reset
);
  localparam int DELAY = STAGES + 2;  // what was under way in a synchroniser is through

  (* async_reg = "true", keep = "true" *)
  logic [DELAY-1:0] since;  // A's reset
  (* keep = "true" *)
  logic             known;  // ... and B was idle

  always_ff @(posedge b_clk or posedge a_down) begin
    if (a_down) since <= '0;
    else since <= {since[DELAY-2:0], 1'b1};
  end

  always_ff @(posedge b_clk or posedge a_down) begin
    if (a_down) known <= 1'b0;
    else known <= since[DELAY-1] && (known || b_idle);
  end

  gmmu_sync #(.STAGES(STAGES)) up (.clk(a_clk), .rst(a_rst), .d(known), .q(a_up));
  gmmu_sync #(.STAGES(STAGES)) alive (.clk(b_clk), .rst(b_rst), .d(since[DELAY-1]), .q(b_alive));
endmodule
