// SPDX-License-Identifier: Apache-2.0
// A small core: warps run programs from memory, whose instructions load, store and compare words, an access
// for each lane; all addresses are virtual, also those of instructions. An instruction is {op, b, imm} of 4,
// 12 and 48 bits:
//
//   0 DONE                        4 STORE  word at base + lane x stride + b <= value + lane x imm
//   1 BASE    base <= imm         5 LOAD   r <= the word there
//   2 STRIDE  stride <= imm       6 EXPECT r is value + lane x imm, or the warp ends and has failed
//   3 VALUE   value <= imm        7 STEP   base <= base + imm, value <= value + b
//   8 COUNT   count <= imm        9 LOOP   count is not 0: count <= count - 1, goes on at imm
//  10 ADD     r <= r + b         11 PUT    word at base + lane x stride + b <= r
module soc_core #(
    parameter  int WARPS = 4,
    parameter  int LANES = 2,
    parameter  int ENTRIES = 8,
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    parameter  int PORT_ID_W = gmmu_pkg::GMMU_PORT_ID_W,
    localparam int SLOTS = WARPS * LANES,
    localparam int SLOT_W = $clog2(SLOTS),
    localparam int WARP_W = $clog2(WARPS),
    localparam int ADDR_W = VPN_W + 12,
    localparam int PADDR_W = PPN_W + 12
) (
    input  logic                    clk,         // rising edge
    input  logic                    rst,         // synchronous, active high
    input  logic [3:0]              plant,       // a planted bug; 0: none
    input  logic                    flush_waits,  // as in soc_l1

    // host: a warp begins, valid for one cycle, while it is not busy
    input  logic                    run_valid,
    input  logic [WARP_W-1:0]       run_warp,
    input  logic [ASID_W-1:0]       run_asid,
    input  logic [ADDR_W-1:0]       run_pc,

    // host: what the warps do
    output logic [WARPS-1:0]        busy,
    output logic [WARPS-1:0]        failed,      // it has stopped at an EXPECT
    output logic [WARPS-1:0]        dead,        // it has stopped at a page that is none
    output logic [WARPS-1:0]        blocked,     // a lane waits for software: its page does not allow it
    output logic [WARPS*VPN_W-1:0]  page,        // that page, of the first such lane
    input  logic [WARPS-1:0]        retry,       // one-cycle pulse: its lanes look up again

    // port of the gmmu, as in soc_l1
    output logic                    q_valid,
    input  logic                    q_ready,
    output logic [ASID_W-1:0]       q_asid,
    output logic [VPN_W-1:0]        q_vpn,
    output logic [1:0]              q_kind,
    output logic [PORT_ID_W-1:0]    q_id,
    input  logic                    a_valid,
    output logic                    a_ready,
    input  logic [PORT_ID_W-1:0]    a_id,
    input  logic [2:0]              a_fault,
    input  logic                    a_large,
    input  logic                    a_system,
    input  logic                    a_exec,
    input  logic                    a_read,
    input  logic                    a_write,
    input  logic [PPN_W-1:0]        a_ppn,

    // invalidations, as in soc_l1
    input  logic                    inv_valid,
    input  logic [2:0]              inv_kind,
    input  logic [ASID_W-1:0]       inv_asid,
    input  logic [VPN_W-1:0]        inv_vpn,
    output logic                    inv_ack,

    // memory, as in soc_l1
    output logic                    m_valid,
    input  logic                    m_ready,
    output logic                    m_write,
    output logic [SLOT_W-1:0]       m_slot,
    output logic [PADDR_W-1:0]      m_addr,
    output logic [63:0]             m_data,
    input  logic                    d_valid,
    input  logic [SLOT_W-1:0]       d_slot,
    input  logic [63:0]             d_data
);
  localparam logic [2:0] OFF = 3'd0;
  localparam logic [2:0] FETCH = 3'd1;  // the instruction is asked for, then waited for
  localparam logic [2:0] FETCHING = 3'd2;
  localparam logic [2:0] EXECUTE = 3'd3;
  localparam logic [2:0] ACCESS = 3'd4;

  localparam logic [3:0] BASE = 4'd1;
  localparam logic [3:0] STRIDE = 4'd2;
  localparam logic [3:0] VALUE = 4'd3;
  localparam logic [3:0] STORE = 4'd4;
  localparam logic [3:0] LOAD = 4'd5;
  localparam logic [3:0] EXPECT = 4'd6;
  localparam logic [3:0] STEP = 4'd7;
  localparam logic [3:0] COUNT = 4'd8;
  localparam logic [3:0] LOOP = 4'd9;
  localparam logic [3:0] ADD = 4'd10;
  localparam logic [3:0] PUT = 4'd11;

  localparam logic [3:0] PLANT_LANE = 4'd7;  // the last lane does not store

  logic [2:0]              state[0:WARPS-1];
  logic [ADDR_W-1:0]       pc[0:WARPS-1];
  logic [ADDR_W-1:0]       base[0:WARPS-1];
  logic [ADDR_W-1:0]       stride[0:WARPS-1];
  logic [ADDR_W-1:0]       count[0:WARPS-1];
  logic [63:0]             value[0:WARPS-1];
  logic [ASID_W-1:0]       asid[0:WARPS-1];
  logic [63:0]             r[0:SLOTS-1];
  logic [SLOTS-1:0]        waits;               // lanes whose access has not been carried out
  logic [WARPS-1:0]        dies;
  // the instruction of each warp
  logic [63:0]             word[0:WARPS-1];
  logic [3:0]              op[0:WARPS-1];
  logic [WARPS-1:0]        differs;
  // accesses
  logic [SLOTS-1:0]        op_valid, op_done, op_dead, op_blocked;
  logic [SLOTS*2-1:0]      op_kind;
  logic [SLOTS*ADDR_W-1:0] op_addr;
  logic [SLOTS*64-1:0]     op_data, op_word;
  logic [WARPS*ASID_W-1:0] op_asid;

  for (genvar w = 0; w < WARPS; w++) begin : warps
    assign op_asid[w*ASID_W+:ASID_W] = asid[w];
    assign busy[w] = state[w] != OFF;
    assign blocked[w] = op_blocked[w*LANES+:LANES] != '0;
    assign op[w] = word[w][63:60];
  end

  always_comb
    for (int w = 0; w < WARPS; w++) begin
      page[w*VPN_W+:VPN_W] = '0;
      for (int l = LANES - 1; l >= 0; l--)
        if (op_blocked[w*LANES+l]) page[w*VPN_W+:VPN_W] = op_addr[(w*LANES+l)*ADDR_W+12+:VPN_W];
    end

  always_comb
    for (int w = 0; w < WARPS; w++) begin
      differs[w] = 1'b0;
      for (int l = LANES - 1; l >= 0; l--)
        if (r[w*LANES+l] != value[w] + 64'(l) * 64'(word[w][47:0])) differs[w] = 1'b1;
      for (int l = 0; l < LANES; l++) begin
        op_valid[w*LANES+l] = state[w] == FETCH ? l == 0 : state[w] == EXECUTE &&
            (op[w] == STORE || op[w] == LOAD || op[w] == PUT) &&
            !(plant == PLANT_LANE && l == LANES - 1 && op[w] == STORE);
        op_kind[(w*LANES+l)*2+:2] = state[w] == FETCH ? 2'd2 : op[w] == LOAD ? 2'd0 : 2'd1;
        op_addr[(w*LANES+l)*ADDR_W+:ADDR_W] = state[w] == FETCH || state[w] == FETCHING ? pc[w] :
            base[w] + ADDR_W'(l) * stride[w] + ADDR_W'(word[w][59:48]);
        op_data[(w*LANES+l)*64+:64] = op[w] == PUT ? r[w*LANES+l] : value[w] + 64'(l) * 64'(word[w][47:0]);
      end
    end

  always_ff @(posedge clk) begin
    for (int w = 0; w < WARPS; w++) begin
      case (state[w])
        OFF:
          if (run_valid && int'(run_warp) == w) begin
            state[w] <= FETCH;
            pc[w] <= run_pc;
            asid[w] <= run_asid;
            failed[w] <= 1'b0;
            dead[w] <= 1'b0;
            dies[w] <= 1'b0;
          end
        FETCH: state[w] <= FETCHING;
        FETCHING:
          if (op_done[w*LANES]) begin
            state[w] <= op_dead[w*LANES] ? OFF : EXECUTE;
            dead[w] <= op_dead[w*LANES];
            word[w] <= op_word[w*LANES*64+:64];
            pc[w] <= pc[w] + ADDR_W'(8);
          end
        EXECUTE: begin
          state[w] <= FETCH;
          case (op[w])
            BASE: base[w] <= word[w][47:0];
            STRIDE: stride[w] <= word[w][47:0];
            VALUE: value[w] <= 64'(word[w][47:0]);
            STORE, LOAD, PUT: state[w] <= ACCESS;
            EXPECT:
              if (differs[w]) begin
                state[w] <= OFF;
                failed[w] <= 1'b1;
              end
            STEP: begin
              base[w] <= base[w] + word[w][47:0];
              value[w] <= value[w] + 64'(word[w][59:48]);
            end
            COUNT: count[w] <= word[w][47:0];
            LOOP:
              if (count[w] != '0) begin
                count[w] <= count[w] - ADDR_W'(1);
                pc[w] <= word[w][47:0];
              end
            ADD: state[w] <= FETCH;
            default: state[w] <= OFF;
          endcase
        end
        ACCESS:
          if (waits[w*LANES+:LANES] == '0) begin
            state[w] <= dies[w] ? OFF : FETCH;
            dead[w] <= dies[w];
          end
        default: state[w] <= OFF;
      endcase
      for (int l = 0; l < LANES; l++) begin
        if (state[w] == EXECUTE && op[w] == ADD) r[w*LANES+l] <= r[w*LANES+l] + 64'(word[w][59:48]);
        if (state[w] == EXECUTE) waits[w*LANES+l] <= op_valid[w*LANES+l];
        if (state[w] == ACCESS && op_done[w*LANES+l]) begin
          waits[w*LANES+l] <= 1'b0;
          if (op_dead[w*LANES+l]) dies[w] <= 1'b1;
          if (op[w] == LOAD) r[w*LANES+l] <= op_word[(w*LANES+l)*64+:64];
        end
      end
      if (rst) begin
        state[w] <= OFF;
        waits[w*LANES+:LANES] <= '0;
        failed[w] <= 1'b0;
        dead[w] <= 1'b0;
      end
    end
  end

  soc_l1 #(
      .WARPS(WARPS), .LANES(LANES), .ENTRIES(ENTRIES), .ASID_W(ASID_W), .VPN_W(VPN_W), .PPN_W(PPN_W),
      .PORT_ID_W(PORT_ID_W)
  ) l1 (.*);
endmodule
