// SPDX-License-Identifier: Apache-2.0
// Table of the address spaces: root table, limits and enable of each, the first two in a RAM outside;
// invalidations, told to the listeners one after the other; fences, by counts of the requests in flight in
// two generations. Equal to hls/asid_table in every state.
module asid_table #(
    parameter  int ASID_SPACES = gmmu_pkg::GMMU_ASID_SPACES,      // 2 to 512, not above 2^ASID_W
    parameter  int INV_LISTENERS = gmmu_pkg::GMMU_INV_LISTENERS,  // 2 to 16
    parameter  int END_LISTENERS = gmmu_pkg::GMMU_END_LISTENERS,  // a bit for each: it hears of ends alone
    parameter  int FENCE_PORTS = gmmu_pkg::GMMU_FENCE_PORTS,      // requests a cycle, 1 to 8
    parameter  int FENCE_COUNT_W = gmmu_pkg::GMMU_FENCE_COUNT_W,  // bits of a count of requests, 4 to 16
    parameter  int ASID_W = gmmu_pkg::GMMU_ASID_W,
    parameter  int VPN_W = gmmu_pkg::GMMU_VPN_W,
    parameter  int LARGE_VPN_W = gmmu_pkg::GMMU_LARGE_VPN_W,      // of a large page, VPN_W at most
    parameter  int PPN_W = gmmu_pkg::GMMU_PPN_W,
    localparam int SPACE_W = $clog2(ASID_SPACES)
) (
    input  logic                     clk,          // rising edge
    input  logic                     rst,          // synchronous, active high

    // a look-up for a walk
    input  logic                     l_valid,
    input  logic [ASID_W-1:0]        l_asid,       // address space
    input  logic [VPN_W-1:0]         l_vpn,        // page
    output logic                     r_valid,      // the look-up of three cycles ago is answered
    output logic [1:0]               r_why,        // 0: ok; no such space, disabled, outside its limits
    output logic [PPN_W-1:0]         r_root,       // frame of the root table
    output logic                     r_whole,      // the large page around it is all within the limits

    // commands: valid, ready
    input  logic                     c_valid,
    input  logic [2:0]               c_kind,       // set; invalidate page, space, all; fence; large page
    input  logic [ASID_W-1:0]        c_asid,
    input  logic [VPN_W-1:0]         c_vpn,        // page; set: the lowest of the space
    input  logic [VPN_W-1:0]         c_highest,    // set: its highest page
    input  logic [PPN_W-1:0]         c_root,       // set: frame of its root table
    input  logic                     c_enable,     // set
    output logic                     c_ready,
    output logic                     c_done,       // one has completed
    output logic                     c_refused,    // with it, until the next is taken: it has done nothing

    // invalidations: valid, acknowledge, for each listener
    output logic [INV_LISTENERS-1:0] inv_valid,    // one at most
    output logic [2:0]               inv_kind,     // page, space, all, large page; as the command
    output logic                     inv_ends,     // space: it ends
    output logic                     ending,       // a listener hears of an end
    output logic [ASID_W-1:0]        inv_asid,
    output logic [VPN_W-1:0]         inv_vpn,
    input  logic [INV_LISTENERS-1:0] inv_ack,

    // requests begin and end
    input  logic [FENCE_PORTS-1:0]   begin_valid,
    output logic                     begin_ready,
    output logic                     generation,   // of those that begin
    input  logic [FENCE_PORTS-1:0]   end_valid,
    input  logic [FENCE_PORTS-1:0]   end_generation,

    // RAM, read port: it shows the word in the next cycle
    output logic                     ram_re,
    output logic [SPACE_W-1:0]       ram_raddr,
    input  logic [PPN_W-1:0]         ram_root,
    input  logic [VPN_W-1:0]         ram_lowest,
    input  logic [VPN_W-1:0]         ram_highest,

    // RAM, write port
    output logic                     ram_we,
    output logic [SPACE_W-1:0]       ram_waddr,
    output logic [PPN_W-1:0]         ram_wroot,
    output logic [VPN_W-1:0]         ram_wlowest,
    output logic [VPN_W-1:0]         ram_whighest
);
  localparam int SPACES = ASID_SPACES;
  localparam int LISTENERS = INV_LISTENERS;
  localparam int PORTS = FENCE_PORTS;
  localparam int COUNT_W = FENCE_COUNT_W;
  localparam int PORT_W = $clog2(PORTS + 1);
  localparam int MOST_IN_FLIGHT = (1 << COUNT_W) - 1;
  localparam logic [VPN_W-1:0] NO_PAGE = '0;
  localparam logic [VPN_W-1:0] WITHIN = ~(~NO_PAGE << (VPN_W - LARGE_VPN_W));  // a large page

  localparam logic [2:0] SET = 3'd0;
  localparam logic [2:0] INV_PAGE = 3'd1;
  localparam logic [2:0] INV_SPACE = 3'd2;
  localparam logic [2:0] INV_ALL = 3'd3;
  localparam logic [2:0] FENCE = 3'd4;
  localparam logic [2:0] INV_LARGE = 3'd5;

  localparam logic [1:0] OK = 2'd0;
  localparam logic [1:0] NO_SPACE = 2'd1;
  localparam logic [1:0] DISABLED = 2'd2;
  localparam logic [1:0] OUTSIDE = 2'd3;

`ifndef __ICARUS__  // Icarus has no such checks
  if (SPACES < 2 || SPACES > 512) begin : bad_spaces
    $error("asid_table: ASID_SPACES must be 2 to 512");
  end
  if (ASID_W < 1 || VPN_W < 1 || PPN_W < 1) begin : no_width
    $error("asid_table: ASID_W, VPN_W and PPN_W must be 1 or more");
  end
  if (LARGE_VPN_W < 1 || LARGE_VPN_W > VPN_W) begin : bad_large
    $error("asid_table: LARGE_VPN_W must be 1 to VPN_W");
  end
  if (ASID_W < 10 && SPACES > 2 ** ASID_W) begin : narrow_asid
    $error("asid_table: ASID_SPACES must be 2^ASID_W at most");
  end
  if (LISTENERS < 2 || LISTENERS > 16) begin : bad_listeners
    $error("asid_table: INV_LISTENERS must be 2 to 16");
  end
  if (END_LISTENERS % 2 != 0 || END_LISTENERS >= 2 ** (LISTENERS - 1)) begin : bad_ends
    $error("asid_table: END_LISTENERS must name neither the first listener nor the last");
  end
  if (PORTS < 1 || PORTS > 8) begin : bad_ports
    $error("asid_table: FENCE_PORTS must be 1 to 8");
  end
  if (COUNT_W < 4 || COUNT_W > 16) begin : bad_count
    $error("asid_table: FENCE_COUNT_W must be 4 to 16");
  end
`endif

  logic [SPACES-1:0] enabled;
  // the look-up whose word is asked for, unless it is at the write port
  logic              ask_valid;
  logic [1:0]        ask_why;    // OK so far
  logic [VPN_W-1:0]  ask_vpn;
  // the one that is compared
  logic              cmp_valid;
  logic [1:0]        cmp_why;
  logic [VPN_W-1:0]  cmp_vpn;
  logic              cmp_read;   // the RAM shows its word, or else the write port still does
  // a fence waits for the other generation
  logic              fencing;
  // requests in flight, by generation
  logic [COUNT_W-1:0] flight[0:1];

  // ---- the command ----

  logic [SPACES-1:0] named;    // the entry of the command
  logic              taken;
  logic              writes;   // an entry is written
  logic              tells;    // an invalidation begins
  logic              fences;   // a fence begins
  logic              part;     // pages of a space are taken back
  logic              orderly;  // the limits of a space that is enabled
  logic              refused;  // it does nothing
  logic              told;     // the last listener has acknowledged
  logic              drained;  // the fence completes

  assign c_ready = inv_valid == '0 && !fencing && !ram_we;
  assign taken   = c_valid && c_ready;
  assign orderly = !c_enable || c_vpn <= c_highest;
  assign part    = c_kind == INV_PAGE || c_kind == INV_SPACE || c_kind == INV_LARGE;
  assign writes  = taken && c_kind == SET && named != '0 && orderly;
  assign tells   = (taken && c_kind == INV_ALL) || (writes && |(named & enabled))
                   || (taken && part && named != '0);
  assign fences  = taken && c_kind == FENCE;
  assign refused = taken && !writes && !tells && !fences;
  assign told    = inv_valid[LISTENERS-1] && inv_ack[LISTENERS-1];
  assign drained = fencing && flight[!generation] == '0;

  always_comb begin
    for (int i = 0; i < SPACES; i++) named[i] = c_asid == ASID_W'(i);
  end

  // ---- look-up, past the entry that is being written ----

  logic found;
  logic l_enabled;
  logic l_written;

  always_comb begin
    found     = 1'b0;
    l_enabled = 1'b0;
    for (int i = 0; i < SPACES; i++)
      if (l_asid == ASID_W'(i)) begin
        found     = 1'b1;
        l_enabled = l_enabled | enabled[i];
      end
    l_written = writes && l_asid == c_asid;
    if (l_written) l_enabled = c_enable;
  end

  // ---- the word and the page ----

  logic [PPN_W-1:0] root;
  logic [VPN_W-1:0] lowest;
  logic [VPN_W-1:0] highest;

  assign root    = cmp_read ? ram_root : ram_wroot;
  assign lowest  = cmp_read ? ram_lowest : ram_wlowest;
  assign highest = cmp_read ? ram_highest : ram_whighest;

  // ---- requests in flight ----

  logic [PORT_W-1:0]  begun[0:1];
  logic [PORT_W-1:0]  ended[0:1];
  logic [COUNT_W-1:0] more[0:1];  // no overflow: begin_ready

  assign begin_ready = flight[generation] <= COUNT_W'(MOST_IN_FLIGHT - PORTS);

  always_comb begin
    for (int g = 0; g < 2; g++) begin
      begun[g] = '0;
      ended[g] = '0;
      for (int p = 0; p < PORTS; p++) begin
        begun[g] = begun[g] + PORT_W'(begin_valid[p] && begin_ready && generation == 1'(g));
        ended[g] = ended[g] + PORT_W'(end_valid[p] && end_generation[p] == 1'(g));
      end
      more[g] = flight[g] + COUNT_W'(begun[g]);
    end
  end

  // ---- the listener whose turn is next ----

  logic [LISTENERS-1:0] ends_only;
  logic [LISTENERS-1:0] enters;

  assign ends_only = LISTENERS'(END_LISTENERS);
  assign ending    = inv_ends && inv_valid != '0;

  // a listener that acknowledges hands on to the next, past those that hear of ends alone
  always_comb begin
    logic passed;
    passed = tells;
    for (int i = 0; i < LISTENERS; i++) begin
      enters[i] = passed && (!ends_only[i] || inv_ends);
      passed = (inv_valid[i] && inv_ack[i]) || (passed && !enters[i]);
    end
  end

  // ---- the edge ----

  for (genvar i = 0; i < SPACES; i++) begin : spaces
    always_ff @(posedge clk) begin
      if (rst) enabled[i] <= 1'b0;
      else if (writes && named[i]) enabled[i] <= c_enable;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      ram_we       <= 1'b0;
      ram_waddr    <= '0;
      ram_wroot    <= '0;
      ram_wlowest  <= '0;
      ram_whighest <= '0;
    end else begin
      ram_we <= writes;
      if (writes) begin
        ram_waddr    <= SPACE_W'(c_asid);
        ram_wroot    <= c_root;
        ram_wlowest  <= c_vpn;
        ram_whighest <= c_highest;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      ask_valid <= 1'b0;
      ask_why   <= OK;
      ask_vpn   <= '0;
      ram_re    <= 1'b0;
      ram_raddr <= '0;
      cmp_valid <= 1'b0;
      cmp_why   <= OK;
      cmp_vpn   <= '0;
      cmp_read  <= 1'b0;
      r_valid   <= 1'b0;
      r_why     <= OK;
      r_root    <= '0;
      r_whole   <= 1'b0;
    end else begin
      ask_valid <= l_valid;
      ram_re    <= l_valid && l_enabled && !l_written;
      if (l_valid) begin
        ask_why   <= !found ? NO_SPACE : l_enabled ? OK : DISABLED;
        ask_vpn   <= l_vpn;
        ram_raddr <= SPACE_W'(l_asid);
      end
      cmp_valid <= ask_valid;
      cmp_read  <= ram_re;
      if (ask_valid) begin
        cmp_why <= ask_why;
        cmp_vpn <= ask_vpn;
      end
      r_valid <= cmp_valid;
      if (cmp_valid) r_why <= (cmp_why == OK && (cmp_vpn < lowest || cmp_vpn > highest)) ? OUTSIDE : cmp_why;
      if (cmp_valid && cmp_why == OK) begin
        r_root  <= root;
        r_whole <= (cmp_vpn & ~WITHIN) >= lowest && (cmp_vpn | WITHIN) <= highest;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      inv_valid <= '0;
      inv_kind  <= '0;
      inv_ends  <= 1'b0;
      inv_asid  <= '0;
      inv_vpn   <= '0;
    end else begin
      inv_valid <= (inv_valid & ~inv_ack) | enters;
      if (tells) inv_kind <= c_kind == SET ? INV_SPACE : c_kind;
      if (tells) inv_ends <= c_kind == SET && !c_enable;
      if (tells) inv_asid <= c_asid;
      if (tells) inv_vpn <= c_vpn;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      fencing    <= 1'b0;
      c_done     <= 1'b0;
      c_refused  <= 1'b0;
      generation <= 1'b0;
    end else begin
      fencing    <= fences || (fencing && !drained);
      c_done     <= refused || (ram_we && inv_valid == '0) || told || drained;
      if (taken) c_refused <= refused;
      generation <= generation ^ fences;
    end
  end

  for (genvar g = 0; g < 2; g++) begin : generations
    always_ff @(posedge clk) begin
      if (rst) flight[g] <= '0;
      else if (more[g] < COUNT_W'(ended[g])) flight[g] <= '0;
      else flight[g] <= more[g] - COUNT_W'(ended[g]);
    end
  end
endmodule
