// SPDX-License-Identifier: Apache-2.0
// Promises of gmmu at its pins, for simulation: every answer goes to a request that waits, once; its frame, its size
// and its permissions are those of a table's entry that memory gave for this space, at the place of this page; since
// a fence, one that was asked for after what the fence has ended; once a space has ended, no request of before waits
// or gets a frame; page, and the large page that an answer speaks of, are within the limits of the space as last set;
// a command is refused exactly when it is none, names no space or leaves it no page;
// valid stays until ready. All that is known of
// translations comes from the pins of memory and from the registers of the format, so the promises hold around any
// page tables. Of the wires inside it asks that the TLB, whose RAMs have one port, is asked and filled when it may be.
// Bound to the block in its bench (gmmu_bind.sv), without its port of registers: axi4_lite_checker.sv.
module gmmu_claims #(
    parameter int MMU_PORTS = 4,
    parameter int PORT_ID_W = 8,
    parameter int ASID_SPACES = 32,
    parameter int ASID_W = 9,
    parameter int VPN_W = 36,
    parameter int LARGE_VPN_W = 27,
    parameter int PPN_W = 28,
    parameter int WALKER_W = 3,
    parameter int WALK_LEVELS = 6,
    parameter int PATIENCE = 32768  // cycles until a request is answered; software that is slow to serve faults needed 17180
) (
    input logic                           clk,
    input logic                           rst,
    input logic [MMU_PORTS-1:0]           q_valid,
    input logic [MMU_PORTS-1:0]           q_ready,
    input logic [MMU_PORTS*ASID_W-1:0]    q_asid,
    input logic [MMU_PORTS*VPN_W-1:0]     q_vpn,
    input logic [MMU_PORTS*2-1:0]         q_access,
    input logic [MMU_PORTS*PORT_ID_W-1:0] q_id,
    input logic [MMU_PORTS-1:0]           a_valid,
    input logic [MMU_PORTS-1:0]           a_ready,
    input logic [MMU_PORTS*PORT_ID_W-1:0] a_id,
    input logic [MMU_PORTS*3-1:0]         a_fault,
    input logic [MMU_PORTS-1:0]           a_large,
    input logic [MMU_PORTS-1:0]           a_system,
    input logic [MMU_PORTS-1:0]           a_exec,
    input logic [MMU_PORTS-1:0]           a_read,
    input logic [MMU_PORTS-1:0]           a_write,
    input logic [MMU_PORTS*PPN_W-1:0]     a_ppn,
    input logic                           inv_valid,
    input logic [2:0]                     inv_kind,
    input logic [ASID_W-1:0]              inv_asid,
    input logic [VPN_W-1:0]               inv_vpn,
    input logic                           inv_ack,
    input logic                           arvalid,
    input logic                           arready,
    input logic [WALKER_W-1:0]            arid,
    input logic [11:3]                    araddr,
    input logic [PPN_W-1:0]               artable,  // frame of it
    input logic [2:0]                     aruser_level,
    input logic [ASID_W-1:0]              aruser_asid,
    input logic                           rvalid,
    input logic                           rready,
    input logic [WALKER_W-1:0]            rid,
    input logic [63:0]                    rdata,
    input logic [1:0]                     rresp,
    input logic                           awvalid,
    input logic                           awready,
    input logic                           wvalid,
    input logic                           bvalid,
    input logic                           bready,
    input logic                           irq,
    input logic                           quiet,
    input logic                           quiesce,  // the register
    // the TLB: look-ups, fills
    input logic                           lk_ready,
    input logic                           lk_valid,
    input logic                           fill_ready,
    input logic                           fill_tlb,
    // what software has said: who may wait for it; the format of the tables, and commands as they are taken and completed
    input logic                           park,
    input logic [5:0]                     hold_all,
    input logic [5:0]                     fmt_frame,
    input logic                           fmt_short,
    input logic                           fmt_dual,
    input logic [5:0]                     fmt_large_low,
    input logic [3:0]                     fmt_large_bits,
    input logic [5:0]                     fmt_frame_bits,
    input logic [7:0]                     fmt_read,
    input logic                           fmt_read_no,
    input logic [7:0]                     fmt_accessed,
    input logic [7:0]                     fmt_dirty,
    input logic [5:0]                     fmt_exec,
    input logic                           fmt_exec_no,
    input logic                           fmt_exec_all,
    input logic                           fmt_write_reads,
    input logic                           fmt_every_level,
    input logic [7:0]                     fmt_write,
    input logic [7:0]                     fmt_system,
    input logic                           fmt_write_no,
    input logic                           fmt_system_no,
    input logic [WALK_LEVELS*6-1:0]       fmt_low,
    input logic [WALK_LEVELS*4-1:0]       fmt_bits,
    input logic                           cmd_valid,
    input logic                           cmd_ready,
    input logic                           cmd_done,
    input logic                           cmd_refused,
    input logic [2:0]                     cmd_kind,
    input logic                           cmd_enable,
    input logic [ASID_W-1:0]              cmd_asid,
    input logic [VPN_W-1:0]               cmd_vpn,  // of SET the lowest page of the space
    input logic [VPN_W-1:0]               cmd_highest
);
  localparam int IDS = 2 ** PORT_ID_W;
  localparam int SLOTS = MMU_PORTS * IDS;
  localparam int LARGE_W = VPN_W - LARGE_VPN_W;
  localparam int PLACE_W = ASID_W + 12;     // {space, level, word of the table}
  localparam int KEY_W = PLACE_W + 5 + PPN_W;  // and {half of the word, system, exec, read, write, frame}
  localparam int Q_W = ASID_W + VPN_W + 2 + PORT_ID_W;
  localparam int A_W = PORT_ID_W + 8 + PPN_W;
  localparam int INV_W = 3 + ASID_W + VPN_W;
  localparam longint NEVER = 64'sh7fff_ffff_ffff_ffff;
  localparam logic [2:0] SET = 3'd0;
  localparam logic [2:0] INV_PAGE = 3'd1;
  localparam logic [2:0] INV_SPACE = 3'd2;
  localparam logic [2:0] INV_ALL = 3'd3;
  localparam logic [2:0] FENCE = 3'd4;
  localparam logic [2:0] INV_LARGE = 3'd5;

  logic started = 1'b0;  // there was a reset

  // ---- valid stays, and what goes with it; nothing is valid after reset ----

  logic             was_rst, inv_waits, may_ask, was_quiet;
  int               reads_open, writes_open;  // that memory has taken and not answered
  logic [INV_W-1:0] inv_was;
  wire [INV_W-1:0]  inv_now = {inv_kind, inv_asid, inv_vpn};
  always_ff @(posedge clk) begin
    started   <= started || rst;
    was_rst   <= rst;
    inv_waits <= inv_valid && !inv_ack && !rst;
    inv_was   <= inv_now;
    may_ask   <= lk_ready;
    was_quiet <= quiet && quiesce && !rst;
    reads_open  <= rst ? 0 : reads_open + 32'(arvalid && arready) - 32'(rvalid && rready);
    writes_open <= rst ? 0 : writes_open + 32'(awvalid && awready) - 32'(bvalid && bready);
    if (started && !rst) begin
      quiet_after_reset: assert (!was_rst || (a_valid == '0 && !inv_valid && !irq));
      tlb_is_asked_when_it_may_be: assert (!lk_valid || may_ask);
      tlb_takes_the_fill: assert (!fill_tlb || fill_ready);
      quiet_leaves_nothing_open:
      assert (!quiet || (!arvalid && !awvalid && !wvalid && reads_open == 0 && writes_open == 0));
      quiet_stays: assert (!was_quiet || !quiesce || quiet);
      inv_stays: assert (!inv_waits || (inv_valid && inv_now == inv_was));
    end
  end

  for (genvar p = 0; p < MMU_PORTS; p++) begin : ports
    logic           q_waits, a_waits;
    logic [Q_W-1:0] q_was;
    logic [A_W-1:0] a_was;
    wire [Q_W-1:0]  q_now = {q_asid[p*ASID_W+:ASID_W], q_vpn[p*VPN_W+:VPN_W], q_access[p*2+:2],
                             q_id[p*PORT_ID_W+:PORT_ID_W]};
    wire [A_W-1:0]  a_now = {a_id[p*PORT_ID_W+:PORT_ID_W], a_fault[p*3+:3], a_large[p], a_system[p], a_exec[p], a_read[p],
                             a_write[p],                             a_ppn[p*PPN_W+:PPN_W]};
    always_ff @(posedge clk) begin
      q_waits <= q_valid[p] && !q_ready[p] && !rst;
      a_waits <= a_valid[p] && !a_ready[p] && !rst;
      q_was   <= q_now;
      a_was   <= a_now;
      if (started && !rst) begin
        a_stays: assert (!a_waits || (a_valid[p] && a_now == a_was));
        core_keeps_its_request: assert (!q_waits || (q_valid[p] && q_now == q_was));
      end
    end
  end

  // ---- what is known: variables, which one process changes step by step ----
  // verilator lint_off BLKSEQ

  typedef logic [ASID_W-1:0] asid_t;
  typedef logic [VPN_W-1:0]  vpn_t;
  typedef logic [PPN_W-1:0]  ppn_t;

  longint       cycle;
  // requests, by port and ID
  bit           waits[SLOTS];
  asid_t        asid_of[SLOTS];
  vpn_t         vpn_of[SLOTS];
  longint       since[SLOTS];
  bit           over[SLOTS];                   // its space has ended since it came
  int           looked_at;                     // one of them a cycle: how long has it waited?
  // reads under way, by walker; entries that memory gave: when each was last asked for
  logic [PLACE_W-1:0] r_place[2 ** WALKER_W];
  longint       r_time[2 ** WALKER_W];
  ppn_t         r_table[2 ** WALKER_W];
  bit [3:0]     forbids[logic [ASID_W+PPN_W-1:0]];  // by the entries on the way to a table: its rights
  longint       entries[logic [KEY_W-1:0]];
  bit           frames[logic [ASID_W+3+PPN_W-1:0]];  // of entries of a space and level
  // the last command; what was taken back and waits for a fence; from when on entries count
  logic [2:0]   kind;
  asid_t        its_asid;
  vpn_t         its_vpn;
  bit           must_tell, told, ends, bad;
  longint       began;
  logic [2:0]   back_kind[$];
  asid_t        back_asid[$];
  vpn_t         back_vpn[$];
  longint       back_time[$];
  longint       all_from;
  longint       space_from[asid_t];
  longint       page_from[logic [ASID_W+VPN_W-1:0]];
  longint       large_from[logic [ASID_W+LARGE_VPN_W-1:0]];
  longint       inside_from[logic [ASID_W+LARGE_VPN_W-1:0]];  // all that lies inside a large page
  bit           enabled[asid_t];
  bit           closing[asid_t];               // disabled, but no fence has made sure of it
  vpn_t         lowest[asid_t], highest[asid_t];  // limits as last set, ...
  longint       limited[asid_t];               // ... when that was completed, ...
  longint       fenced;                        // ... and the last fence

  // ---- an answer: has memory given its frame? ----

  bit owned, placed, fresh, settled, whole;

  // from when on an entry of so many pages counts for this one
  function automatic longint from(input asid_t asid, input vpn_t vpn, input bit as_large);
    from = all_from;
    if (space_from.exists(asid) != 0 && space_from[asid] > from) from = space_from[asid];
    if (page_from.exists({asid, vpn}) != 0 && page_from[{asid, vpn}] > from) from = page_from[{asid, vpn}];
    if (inside_from.exists({asid, vpn[VPN_W-1:LARGE_W]}) != 0 && inside_from[{asid, vpn[VPN_W-1:LARGE_W]}] > from)
      from = inside_from[{asid, vpn[VPN_W-1:LARGE_W]}];
    // a large page is taken back by any of its pages, unless limits cut it; of larger ones the space must be
    if (as_large && large_from.exists({asid, vpn[VPN_W-1:LARGE_W]}) != 0 &&
        large_from[{asid, vpn[VPN_W-1:LARGE_W]}] > from)
      from = large_from[{asid, vpn[VPN_W-1:LARGE_W]}];
  endfunction

  // could an entry of this level, of pages with `low` bits of offset, have given it?
  task automatic look(input int p, input asid_t asid, input vpn_t vpn, input int level, input logic [5:0] low,
                      input logic [3:0] bits, input bit dual);
    ppn_t       ppn, frame;
    logic [9:0] index;
    logic [8:0] word;
    logic [KEY_W-1:0] key;
    ppn   = a_ppn[p*PPN_W+:PPN_W];
    frame = (ppn >> low) << low;
    index = 10'(vpn >> low) & ~(10'h3ff << (fmt_short ? bits + 4'd1 : bits));
    if (frames.exists({asid, 3'(level), frame}) != 0) owned = 1'b1;
    if (((ppn ^ PPN_W'(vpn)) & ~({PPN_W{1'b1}} << low)) != '0) return;
    if (low < 6'(LARGE_W) ? a_large[p] : settled && a_large[p] != whole) return;
    for (int half = 0; half < 2; half++) begin
      word = dual ? {index[7:0], half[0]} : fmt_short ? index[9:1] : index[8:0];
      key  = {asid, 3'(level), word, fmt_short && index[0], a_system[p], a_exec[p], a_read[p], a_write[p], frame};
      if (entries.exists(key) != 0) begin
        placed = 1'b1;
        if (entries[key] >= from(asid, vpn, a_large[p] && low == 6'(LARGE_W))) fresh = 1'b1;
      end
    end
  endtask

  // do the limits of the space count for a request of that time, and do they allow all of the large page?
  task automatic limits(input asid_t asid, input vpn_t vpn, input longint when);
    vpn_t first;
    first   = (vpn >> LARGE_W) << LARGE_W;
    settled = when > limited[asid] || fenced > limited[asid];
    whole   = first >= lowest[asid] && (first | ~({VPN_W{1'b1}} << LARGE_W)) <= highest[asid];
  endtask

  task automatic judge(input int p, input int slot);
    owned  = 1'b0;
    placed = 1'b0;
    fresh  = 1'b0;
    limits(asid_of[slot], vpn_of[slot], since[slot]);
    for (int i = 0; i < WALK_LEVELS; i++)
      look(p, asid_of[slot], vpn_of[slot], i, fmt_low[i*6+:6], fmt_bits[i*4+:4], fmt_dual && i == 1);
    if (fmt_dual) look(p, asid_of[slot], vpn_of[slot], 0, fmt_large_low, fmt_large_bits, 1'b0);
    within_limits: assert (!settled || (vpn_of[slot] >= lowest[asid_of[slot]] && vpn_of[slot] <= highest[asid_of[slot]]));
    large_within_limits: assert (!settled || !a_large[p] || whole);
    own_space: assert (owned);
    frame_of_its_page: assert (!owned || placed);
    no_old_translation: assert (!placed || fresh);
    disabled_space_is_closed: assert (enabled.exists(asid_of[slot]) != 0 || closing.exists(asid_of[slot]) != 0);
  endtask

  // ---- the edge ----

  task automatic command_completes();
    cores_are_told: assert (!must_tell || told);
    refused_when_it_is_bad: assert (cmd_refused == bad);
    if (kind == SET && !bad) limited[its_asid] = cycle;
    if (ends) begin
      closing.delete(its_asid);
      space_from[its_asid] = began;
      for (int i = 0; i < SLOTS; i++)
        if (waits[i] && asid_of[i] == its_asid) begin
          end_leaves_nobody: assert (since[i] > began);
          over[i] = 1'b1;
        end
    end
    if (kind == FENCE) begin
      fenced = cycle;
      closing.delete();
      while (back_time.size() != 0) begin
        longint when;
        when = back_time[0];
        void'(back_time.pop_front());
        case (back_kind[0])
          INV_PAGE: begin
            page_from[{back_asid[0], back_vpn[0]}] = when;
            large_from[{back_asid[0], back_vpn[0][VPN_W-1:LARGE_W]}] = when;
          end
          INV_LARGE: inside_from[{back_asid[0], back_vpn[0][VPN_W-1:LARGE_W]}] = when;
          INV_ALL: all_from = when;
          default: space_from[back_asid[0]] = when;
        endcase
        void'(back_kind.pop_front());
        void'(back_asid.pop_front());
        void'(back_vpn.pop_front());
      end
    end
    kind      = 3'd7;
    must_tell = 1'b0;
    ends      = 1'b0;
    bad       = 1'b0;
  endtask

  task automatic command_begins();
    kind      = cmd_kind;
    its_asid  = cmd_asid;
    its_vpn   = cmd_vpn;
    began     = cycle;
    bad       = cmd_kind > INV_LARGE || (cmd_kind == SET && cmd_enable && cmd_vpn > cmd_highest) ||
        (int'(cmd_asid) >= ASID_SPACES && (cmd_kind == SET || cmd_kind == INV_PAGE || cmd_kind == INV_SPACE ||
                                        cmd_kind == INV_LARGE));
    ends      = cmd_kind == SET && !cmd_enable && enabled.exists(cmd_asid) != 0;
    told      = 1'b0;
    must_tell = 1'b0;
    if (bad) return;
    must_tell = cmd_kind == INV_PAGE || cmd_kind == INV_SPACE || cmd_kind == INV_ALL || cmd_kind == INV_LARGE ||
        (cmd_kind == SET && enabled.exists(cmd_asid) != 0);
    if (cmd_kind < FENCE || cmd_kind == INV_LARGE) begin
      back_kind.push_back(cmd_kind);
      back_asid.push_back(cmd_asid);
      back_vpn.push_back(cmd_vpn);
      back_time.push_back(cycle);
    end
    if (cmd_kind == SET) begin
      lowest[cmd_asid]  = cmd_vpn;
      highest[cmd_asid] = cmd_highest;
      limited[cmd_asid] = NEVER;
      if (enabled.exists(cmd_asid) != 0) closing[cmd_asid] = 1'b1;
      enabled.delete(cmd_asid);
      if (cmd_enable && int'(cmd_asid) < ASID_SPACES) enabled[cmd_asid] = 1'b1;
    end
  endtask

  // memory has answered a read with this entry, in the upper half of its word or not
  task automatic entry_moves(input logic [63:0] data, input logic upper);
    ppn_t        frame;
    asid_t       asid;
    logic [3:0]  allows, way;
    logic [63:0] field;
    asid   = r_place[rid][PLACE_W-1-:ASID_W];
    field  = (data >> fmt_frame) & ~({64{1'b1}} << fmt_frame_bits);
    frame  = PPN_W'(field);
    allows = {((data[7:0] & fmt_system) != '0) == fmt_system_no, fmt_exec_all || (data[fmt_exec] ^ fmt_exec_no),
              ((data[7:0] & fmt_read) != '0) ^ fmt_read_no, ((data[7:0] & fmt_write) != '0) ^ fmt_write_no};
    way    = ~forbids[{asid, r_table[rid]}];
    forbids[{asid, frame}] = fmt_every_level ? ~(way & allows) : 4'd0;
    // as a page: what it leaves, when it is one, is well formed and has been accessed
    if (fmt_dirty != '0 && (data[7:0] & fmt_dirty) == '0) allows[0] = 1'b0;
    way = (way & allows) ^ 4'b1000;
    if (field == 64'(frame) && (fmt_accessed == '0 || (data[7:0] & fmt_accessed) != '0) &&
        !(fmt_write_reads && (((data[7:0] & fmt_write) != '0) ^ fmt_write_no) && !allows[1]))
      entries[{r_place[rid], upper, way, frame}] = r_time[rid];
    frames[{r_place[rid][PLACE_W-1-:ASID_W+3], frame}] = 1'b1;
  endtask

  task automatic memory_moves();
    if (rvalid && rready && rresp == 2'd0) begin
      entry_moves(fmt_short ? {32'd0, rdata[31:0]} : rdata, 1'b0);
      if (fmt_short) entry_moves({32'd0, rdata[63:32]}, 1'b1);
    end
    if (arvalid && arready) begin
      r_place[arid] = {aruser_asid, aruser_level, araddr};
      r_time[arid]  = cycle;
      r_table[arid] = artable;
    end
  endtask

  task automatic port_moves(input int p);
    int slot;
    slot = p * IDS + int'(a_id[p*PORT_ID_W+:PORT_ID_W]);
    if (a_valid[p]) begin
      to_who_asked: assert (waits[slot]);
      asks_again_if_it_may_not_wait: assert (a_fault[p*3+:3] != 3'd4 || (park && !hold_all[p]));
      no_such_space_is_told: assert ((a_fault[p*3+:3] == 3'd5) == (int'(asid_of[slot]) >= ASID_SPACES) || !waits[slot]);
      if (a_ready[p] && waits[slot]) begin
        if (a_fault[p*3+:3] == '0) judge(p, slot);
        no_frame_after_the_end: assert (!over[slot] || a_fault[p*3+:3] == 3'd6);
        waits[slot] = 1'b0;
      end
    end
    if (q_valid[p] && q_ready[p]) begin
      slot = p * IDS + int'(q_id[p*PORT_ID_W+:PORT_ID_W]);
      core_uses_an_id_once: assert (!waits[slot]);
      waits[slot]   = 1'b1;
      over[slot]    = 1'b0;
      asid_of[slot] = q_asid[p*ASID_W+:ASID_W];
      vpn_of[slot]  = q_vpn[p*VPN_W+:VPN_W];
      since[slot]   = cycle;
    end
  endtask

  task automatic clear();
    cycle = 0;
    for (int i = 0; i < SLOTS; i++) waits[i] = 1'b0;
    looked_at = 0;
    entries.delete();
    frames.delete();
    forbids.delete();
    kind      = 3'd7;
    must_tell = 1'b0;
    ends      = 1'b0;
    bad       = 1'b0;
    back_kind.delete();
    back_asid.delete();
    back_vpn.delete();
    back_time.delete();
    all_from = 0;
    space_from.delete();
    page_from.delete();
    large_from.delete();
    inside_from.delete();
    enabled.delete();
    closing.delete();
    lowest.delete();
    highest.delete();
    limited.delete();
    fenced = 0;
  endtask

  // In this order: what completes with an answer counts for it.
  always @(posedge clk) begin
    if (rst) begin
      clear();
    end else if (started) begin
      cycle = cycle + 1;
      if (inv_valid && inv_ack && inv_kind == ((kind == SET) ? INV_SPACE : kind) &&
          (kind == INV_ALL || inv_asid == its_asid) && ((kind != INV_PAGE && kind != INV_LARGE) || inv_vpn == its_vpn))
        told = 1'b1;
      if (cmd_done) command_completes();
      if (cmd_valid && cmd_ready) command_begins();
      memory_moves();
      for (int p = 0; p < MMU_PORTS; p++) port_moves(p);
      looked_at = (looked_at + 1) % SLOTS;
      all_answered: assert (!waits[looked_at] || cycle - since[looked_at] < longint'(PATIENCE));
    end
  end
endmodule
