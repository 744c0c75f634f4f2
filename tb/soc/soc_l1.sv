// SPDX-License-Identifier: Apache-2.0
// L1 TLB of a small core with a lane for each access of a warp, and the core's side of faults: a slot holds
// each access until memory has carried it out, so a store that its page does not allow waits there, and
// software has it looked up again. What was asked before an invalidation is asked again behind it; or, as in
// Vortex's TLBs, an invalidation waits until all that was asked has been answered, and meanwhile nothing new
// is asked (flush_waits).
module soc_l1 #(
    parameter  int WARPS = 4,
    parameter  int LANES = 2,
    parameter  int ENTRIES = 8,    // pages that it knows
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    parameter  int PORT_ID_W = gmmu_pkg::GMMU_PORT_ID_W,
    localparam int SLOTS = WARPS * LANES,  // slot w*LANES+l: lane l of warp w
    localparam int SLOT_W = $clog2(SLOTS),
    localparam int ADDR_W = VPN_W + 12,
    localparam int PADDR_W = PPN_W + 12
) (
    input  logic                    clk,         // rising edge
    input  logic                    rst,         // synchronous, active high
    input  logic [3:0]              plant,       // a planted bug; 0: none
    input  logic                    flush_waits,

    // warps: an access begins, valid for one cycle, in a slot that has none
    input  logic [SLOTS-1:0]        op_valid,
    input  logic [SLOTS*2-1:0]      op_kind,     // 0 load, 1 store, 2 fetch
    input  logic [SLOTS*ADDR_W-1:0] op_addr,     // of a word of 8 bytes
    input  logic [SLOTS*64-1:0]     op_data,
    input  logic [WARPS*ASID_W-1:0] op_asid,

    // it has been carried out, for one cycle; or it is dead: there is no such page for the space
    output logic [SLOTS-1:0]        op_done,
    output logic [SLOTS-1:0]        op_dead,
    output logic [SLOTS*64-1:0]     op_word,     // what was loaded, from then on

    // it waits for software, which changes the page, then has the warp's accesses looked up again
    output logic [SLOTS-1:0]        op_blocked,
    input  logic [WARPS-1:0]        retry,

    // port of the gmmu
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

    // what must be dropped, until it is acknowledged
    input  logic                    inv_valid,
    input  logic [2:0]              inv_kind,
    input  logic [ASID_W-1:0]       inv_asid,
    input  logic [VPN_W-1:0]        inv_vpn,
    output logic                    inv_ack,

    // memory: words; m_* may change until it is taken
    output logic                    m_valid,
    input  logic                    m_ready,
    output logic                    m_write,
    output logic [SLOT_W-1:0]       m_slot,
    output logic [PADDR_W-1:0]      m_addr,
    output logic [63:0]             m_data,
    input  logic                    d_valid,     // a read or a write has been carried out
    input  logic [SLOT_W-1:0]       d_slot,
    input  logic [63:0]             d_data
);
  localparam int ENTRY_W = $clog2(ENTRIES);
  localparam int WARP_W = $clog2(WARPS);

  localparam logic [1:0] STORE = 2'd1;
  localparam logic [1:0] FETCH = 2'd2;

  localparam logic [3:0] IDLE = 4'd0;
  localparam logic [3:0] LOOK = 4'd1;    // to be looked up
  localparam logic [3:0] MISS = 4'd2;    // to be asked
  localparam logic [3:0] ASKED = 4'd3;
  localparam logic [3:0] AGAIN = 4'd4;   // the block has said: ask again
  localparam logic [3:0] BLOCKED = 4'd5;
  localparam logic [3:0] SEND = 4'd6;    // to memory
  localparam logic [3:0] SENT = 4'd7;

  localparam logic [2:0] INV_PAGE = 3'd1;
  localparam logic [2:0] INV_SPACE = 3'd2;
  localparam logic [2:0] INV_ALL = 3'd3;

  localparam logic [3:0] PLANT_ASID = 4'd1;    // a hit ignores the space
  localparam logic [3:0] PLANT_INV = 4'd2;     // an invalidation drops nothing
  localparam logic [3:0] PLANT_STALE = 4'd3;   // an answer under way is kept across an invalidation
  localparam logic [3:0] PLANT_STORE = 4'd4;   // a blocked store is forgotten
  localparam logic [3:0] PLANT_DRAIN = 4'd5;   // an invalidation does not wait for accesses under way
  localparam logic [3:0] PLANT_RIGHTS = 4'd6;  // a store needs no right

  // slots
  logic [3:0]         state[0:SLOTS-1];
  logic [1:0]         kind[0:SLOTS-1];
  logic [ADDR_W-1:0]  addr[0:SLOTS-1];
  logic [63:0]        data[0:SLOTS-1];
  logic [PPN_W-1:0]   ppn[0:SLOTS-1];
  logic [SLOTS-1:0]   wide;               // its page is a large one
  logic [SLOTS-1:0]   stale;               // an invalidation came behind its question
  logic [SLOTS-1:0]   old;                 // ... or while memory works on it
  // entries
  logic [ENTRIES-1:0] e_valid;
  logic [ENTRIES-1:0] e_large;
  logic [ENTRIES-1:0] e_read;
  logic [ENTRIES-1:0] e_write;
  logic [ENTRIES-1:0] e_exec;
  logic [ASID_W-1:0]  e_asid[0:ENTRIES-1];
  logic [VPN_W-1:0]   e_vpn[0:ENTRIES-1];
  logic [PPN_W-1:0]   e_ppn[0:ENTRIES-1];
  logic [ENTRY_W-1:0] victim;
  // the rest
  logic [WARP_W-1:0]  turn;                // warp whose lanes look up
  logic [5:0]         clock;               // AGAIN ends once in a round
  logic               ask_valid;
  logic [SLOT_W-1:0]  ask_slot;
  logic               inv_seen;

  logic [SLOTS-1:0]   open;                // its page has missed, and the answer has not come
  logic               drop;                // the cycle in which an invalidation drops
  logic [SLOTS-1:0]   hit;
  logic [SLOTS-1:0]   allowed;
  logic [SLOTS-1:0]   hit_large;
  logic [PPN_W-1:0]   hit_ppn[0:SLOTS-1];
  logic [SLOTS-1:0]   named;               // by the invalidation
  logic [ENTRIES-1:0] e_named;
  logic [VPN_W-1:0]   vpn[0:SLOTS-1];
  logic [ASID_W-1:0]  asid[0:SLOTS-1];
  logic               miss_any;
  logic [SLOT_W-1:0]  miss_slot;
  logic [SLOT_W-1:0]  answered;
  logic               known;               // the page of the answer has an entry
  logic               fills;
  logic               takes;
  logic               unused_id;

  assign unused_id = ^(a_id >> SLOT_W);
  assign drop     = inv_valid && !inv_seen && !(flush_waits && open != '0);
  assign a_ready  = !drop;
  assign takes    = a_valid && a_ready;
  assign answered = a_id[SLOT_W-1:0];
  assign q_valid  = ask_valid;
  assign q_asid   = asid[ask_slot];
  assign q_vpn    = vpn[ask_slot];
  assign q_kind   = kind[ask_slot];
  assign q_id     = PORT_ID_W'(ask_slot);
  assign m_write  = kind[m_slot] == STORE;
  assign m_addr   = {ppn[m_slot], addr[m_slot][11:0]};
  assign m_data   = data[m_slot];
  assign fills    = takes && a_fault == 3'd0 && (!stale[answered] || plant == PLANT_STALE) && !known;

  for (genvar s = 0; s < SLOTS; s++) begin : slots
    assign vpn[s] = addr[s][ADDR_W-1:12];
    assign asid[s] = op_asid[s/LANES*ASID_W+:ASID_W];
    assign op_blocked[s] = state[s] == BLOCKED;
    assign open[s] = state[s] == MISS || state[s] == ASKED;
    assign op_word[s*64+:64] = data[s];
    assign named[s] = inv_kind == INV_ALL || (asid[s] == inv_asid && (inv_kind == INV_SPACE ||
        (inv_kind == INV_PAGE && !wide[s] && (state[s] == SEND || state[s] == SENT) ? vpn[s] == inv_vpn :
        vpn[s][VPN_W-1:9] == inv_vpn[VPN_W-1:9])));
  end

  for (genvar e = 0; e < ENTRIES; e++) begin : entries
    assign e_named[e] = inv_kind == INV_ALL || (e_asid[e] == inv_asid && (inv_kind == INV_SPACE ||
        (inv_kind == INV_PAGE && !e_large[e] ? e_vpn[e] == inv_vpn :
        e_vpn[e][VPN_W-1:9] == inv_vpn[VPN_W-1:9])));
  end

  // look-ups: all lanes, each at all entries
  always_comb begin
    for (int s = 0; s < SLOTS; s++) begin
      hit[s] = 1'b0;
      allowed[s] = 1'b0;
      hit_large[s] = 1'b0;
      hit_ppn[s] = '0;
      for (int e = 0; e < ENTRIES; e++)
        if (e_valid[e] && (e_asid[e] == asid[s] || plant == PLANT_ASID) && (e_large[e] ?
            e_vpn[e][VPN_W-1:9] == vpn[s][VPN_W-1:9] : e_vpn[e] == vpn[s])) begin
          hit[s] = 1'b1;
          hit_large[s] = e_large[e];
          hit_ppn[s] = e_large[e] ? {e_ppn[e][PPN_W-1:9], vpn[s][8:0]} : e_ppn[e];
          allowed[s] = kind[s] == STORE ? e_write[e] || plant == PLANT_RIGHTS :
              kind[s] == FETCH ? e_exec[e] : e_read[e];
        end
    end
    known = 1'b0;
    for (int e = 0; e < ENTRIES; e++)
      if (e_valid[e] && e_asid[e] == asid[answered] && e_vpn[e] == vpn[answered]) known = 1'b1;
    miss_any = 1'b0;
    miss_slot = '0;
    m_valid = 1'b0;
    m_slot = '0;
    for (int s = SLOTS - 1; s >= 0; s--) begin
      if (state[s] == MISS) begin
        miss_any = 1'b1;
        miss_slot = SLOT_W'(s);
      end
      if (state[s] == SEND) begin
        m_valid = 1'b1;
        m_slot = SLOT_W'(s);
      end
    end
  end

  always_ff @(posedge clk) begin
    for (int s = 0; s < SLOTS; s++) begin
      op_done[s] <= 1'b0;
      op_dead[s] <= 1'b0;
      case (state[s])
        IDLE: begin
          old[s] <= 1'b0;
          stale[s] <= 1'b0;
          if (op_valid[s]) begin
            state[s] <= LOOK;
            kind[s] <= op_kind[s*2+:2];
            addr[s] <= op_addr[s*ADDR_W+:ADDR_W];
            data[s] <= op_data[s*64+:64];
          end
        end
        LOOK: begin
          stale[s] <= 1'b0;
          if (!drop && !(flush_waits && inv_valid) && int'(turn) == s / LANES) begin
            state[s] <= !hit[s] ? MISS : allowed[s] ? SEND : BLOCKED;
            wide[s] <= hit_large[s];
            ppn[s] <= hit_ppn[s];
          end
        end
        MISS: if (!ask_valid && int'(miss_slot) == s) state[s] <= ASKED;
        ASKED:
          if (takes && int'(answered) == s) begin
            state[s] <= a_fault == 3'd0 ? LOOK : a_fault == 3'd1 ? BLOCKED : a_fault == 3'd4 ? AGAIN : IDLE;
            op_done[s] <= a_fault != 3'd0 && a_fault != 3'd1 && a_fault != 3'd4;
            op_dead[s] <= a_fault != 3'd0 && a_fault != 3'd1 && a_fault != 3'd4;
          end
        AGAIN: if (clock == '0) state[s] <= LOOK;
        BLOCKED:
          if (retry[s/LANES]) begin
            state[s] <= plant == PLANT_STORE ? IDLE : LOOK;
            op_done[s] <= plant == PLANT_STORE;
          end
        SEND: if (m_ready && int'(m_slot) == s) state[s] <= SENT;
        SENT:
          if (d_valid && int'(d_slot) == s) begin
            state[s] <= IDLE;
            op_done[s] <= 1'b1;
            if (kind[s] != STORE) data[s] <= d_data;
          end
        default: state[s] <= IDLE;
      endcase
      if (drop && named[s] && (state[s] == MISS || state[s] == ASKED)) stale[s] <= 1'b1;
      if (drop && named[s] && (state[s] == SEND || state[s] == SENT)) old[s] <= 1'b1;
      if (rst) begin
        state[s] <= IDLE;
        old[s] <= 1'b0;
        stale[s] <= 1'b0;
      end
    end
    if (fills) begin
      e_valid[victim] <= 1'b1;
      e_asid[victim] <= asid[answered];
      e_vpn[victim] <= vpn[answered];
      e_ppn[victim] <= a_ppn;
      e_large[victim] <= a_large;
      e_read[victim] <= a_read && !a_system;
      e_write[victim] <= a_write && !a_system;
      e_exec[victim] <= a_exec && !a_system;
      victim <= victim + ENTRY_W'(1);
    end
    if (drop && plant != PLANT_INV) e_valid <= e_valid & ~e_named;
    if (!ask_valid && miss_any) ask_slot <= miss_slot;
    ask_valid <= ask_valid ? !q_ready : miss_any;
    inv_seen <= inv_valid && (inv_seen || drop);
    inv_ack <= inv_valid && (inv_ack || (inv_seen && (old == '0 || plant == PLANT_DRAIN)));
    turn <= turn + WARP_W'(1);
    clock <= clock + 6'd1;
    if (rst) begin
      e_valid <= '0;
      victim <= '0;
      turn <= '0;
      clock <= '0;
      ask_valid <= 1'b0;
      inv_seen <= 1'b0;
      inv_ack <= 1'b0;
    end
  end
endmodule
