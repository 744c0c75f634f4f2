// SPDX-License-Identifier: Apache-2.0
// Silver queue (MASK 5.4): data requests of the application whose turn it is,
// 64 entries, FR-FCFS inside: frfcfs_queue at that depth. Equal to hls/silver_queue in
// every state.
module silver_queue (
    input  logic        clk,         // rising edge
    input  logic        rst,         // synchronous, active high
    input  logic        push_valid,  // way in, valid/ready: a request is offered
    output logic        push_ready,  // and is taken at this edge
    input  logic [ 8:0] push_id,     // its name towards the channel
    input  logic        push_write,  // 1 write, 0 read
    input  logic [ 2:0] push_bank,   // DRAM bank
    input  logic [22:0] push_row,    // DRAM row
    input  logic [ 3:0] push_col,    // burst within the row
    output logic        pick_valid,  // way out: a request is shown; pick_* are 0 otherwise
    output logic [ 8:0] pick_id,     // fields as they were pushed
    output logic        pick_write,
    output logic [ 2:0] pick_bank,
    output logic [22:0] pick_row,
    output logic [ 3:0] pick_col,
    output logic        pick_hit,    // its row was open when it was chosen
    input  logic        pop,         // remove the pick shown in the previous cycle
    input  logic [ 7:0] bank_ready,  // bit b: bank b takes a request
    input  logic        act_valid,   // a row is opened at this edge
    input  logic [ 2:0] act_bank,
    input  logic [22:0] act_row,
    input  logic [ 7:0] pre,         // bit b: the row of bank b is closed at this edge
    output logic [(gmmu_pkg::GMMU_SILVER_DEPTH > 254 ? 8 : 7):0] level  // entries held
);
  frfcfs_queue #(.DEPTH(gmmu_pkg::GMMU_SILVER_DEPTH)) q (.*);
endmodule
