// SPDX-License-Identifier: Apache-2.0
// The memory bus behind mem_bus_bridge, in lines of four words, at the gmmu's place of soc_bus. A read waits
// until all writes are in memory, so requests to a line keep their order; answers come in any.
module soc_line #(
    parameter int ADDR_W = gmmu_pkg::GMMU_AXI_ADDR_W,
    parameter int ID_W = 1
) (
    input  logic              clk,         // rising edge
    input  logic              rst,         // synchronous, active high

    // bus
    input  logic              req_valid,
    output logic              req_ready,
    input  logic              req_rw,
    input  logic [ADDR_W-1:0] req_addr,
    input  logic [31:0]       req_byteen,
    input  logic [255:0]      req_data,
    input  logic [ID_W+2:0]   req_tag,     // its top bit and the ID at its low end name a read here
    output logic              rsp_valid,
    input  logic              rsp_ready,
    output logic [ID_W+2:0]   rsp_tag,
    output logic [255:0]      rsp_data,

    // soc_bus: reads of lines, and writes of words of a line
    output logic              arvalid,
    input  logic              arready,
    output logic [ID_W:0]     arid,
    output logic [ADDR_W-1:0] araddr,
    input  logic              rvalid,
    input  logic [ID_W:0]     rid,
    input  logic [255:0]      rline,
    output logic              wvalid,
    input  logic              wready,
    output logic [ADDR_W-1:0] waddr,
    output logic [3:0]        wwords,
    output logic [255:0]      wline,
    input  logic              done         // a write is in memory
);
  localparam int NAMES = 2**(ID_W + 1);

  logic            writing;
  logic [ID_W+2:0] tag_of[0:NAMES-1];
  logic [NAMES-1:0] here;                  // answers that wait
  logic [255:0]    line_of[0:NAMES-1];
  logic [ID_W:0]   first;

  assign arvalid   = req_valid && !req_rw && !writing;
  assign arid      = {req_tag[ID_W+2], req_tag[ID_W-1:0]};
  assign araddr    = req_addr;
  assign wvalid    = req_valid && req_rw && !writing;
  assign waddr     = req_addr;
  assign wline     = req_data;
  assign req_ready = req_rw ? wvalid && wready : arvalid && arready;
  assign rsp_valid = here != '0;
  assign rsp_tag   = tag_of[first];
  assign rsp_data  = line_of[first];

  always_comb begin
    first = '0;
    for (int n = 0; n < NAMES; n++) if (here[n]) first = (ID_W + 1)'(n);
    for (int w = 0; w < 4; w++) wwords[w] = req_byteen[8*w+:8] == 8'hFF;
  end

  always_ff @(posedge clk) begin
    writing <= (writing && !done) || (wvalid && wready);
    if (arvalid && arready) tag_of[arid] <= req_tag;
    if (rsp_valid && rsp_ready) here[first] <= 1'b0;
    if (rvalid) begin
      here[rid] <= 1'b1;
      line_of[rid] <= rline;
    end
    if (rst) begin
      writing <= 1'b0;
      here <= '0;
    end
  end
endmodule
