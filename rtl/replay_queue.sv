// SPDX-License-Identifier: Apache-2.0
// Replay queue (thesis 6.3.2): the instructions of an SM that a fault may send back to
// issue, in program order of each warp. hls/replay_queue/replay_queue.h describes its
// behaviour; this is equal to hls/replay_queue in every state.
module replay_queue #(
    parameter  int REPLAY_DEPTH = gmmu_pkg::GMMU_REPLAY_DEPTH,  // entries, 2 to 254
    parameter  int SM_WARPS = gmmu_pkg::GMMU_SM_WARPS,          // warp slots: 8, 16, 32, 64
    parameter  int SEQ_W = gmmu_pkg::GMMU_SEQ_W,                // number in program order
    parameter  int PC_W = gmmu_pkg::GMMU_PC_W,
    parameter  int WARP_LANES = gmmu_pkg::GMMU_WARP_LANES,
    localparam int WARP_W = $clog2(SM_WARPS),
    localparam int COUNT_W = $clog2(REPLAY_DEPTH + 1)
) (
    input  logic                  clk,            // rising edge
    input  logic                  rst,            // synchronous, active high

    // input: valid/ready; push_ready depends on the state alone
    input  logic                  push_valid,     // an instruction is offered
    output logic                  push_ready,     // and is taken at this edge
    input  logic [WARP_W-1:0]     push_warp,      // its warp
    input  logic [SEQ_W-1:0]      push_seq,       // its place in program order of the warp
    input  logic [PC_W-1:0]       push_pc,
    input  logic [WARP_LANES-1:0] push_lanes,     // active lanes
    input  logic                  push_memory,    // it may fault
    input  logic                  push_waiting,   // drained in or restored; 0: issued

    // events of memory instructions
    input  logic                  check_valid,    // one passed its last TLB check
    input  logic [WARP_W-1:0]     check_warp,
    input  logic [SEQ_W-1:0]      check_seq,
    input  logic                  commit_valid,   // one committed
    input  logic [WARP_W-1:0]     commit_warp,
    input  logic [SEQ_W-1:0]      commit_seq,
    input  logic                  fault_valid,    // one faulted
    input  logic [WARP_W-1:0]     fault_warp,
    input  logic [SEQ_W-1:0]      fault_seq,

    // events of warps, bit w: warp w
    input  logic [SM_WARPS-1:0]   squash,         // its instructions that may still fault wait
    input  logic [SM_WARPS-1:0]   resume,         // it is replayed
    input  logic [SM_WARPS-1:0]   save,           // its waiting instructions leave by the save port

    // back to issue: valid/ready; all 0 while replay_valid is 0
    output logic                  replay_valid,
    input  logic                  replay_ready,
    output logic [WARP_W-1:0]     replay_warp,
    output logic [SEQ_W-1:0]      replay_seq,
    output logic [PC_W-1:0]       replay_pc,
    output logic [WARP_LANES-1:0] replay_lanes,
    output logic                  replay_memory,

    // output into the context: valid/ready; all 0 while save_valid is 0
    output logic                  save_valid,
    input  logic                  save_ready,
    output logic [WARP_W-1:0]     save_warp,
    output logic [SEQ_W-1:0]      save_seq,
    output logic [PC_W-1:0]       save_pc,
    output logic [WARP_LANES-1:0] save_lanes,
    output logic                  save_memory,

    // bit w: warp w has entries ...
    output logic [SM_WARPS-1:0]   in_flight,      // ... RQ_ISSUED or RQ_CHECKED
    output logic [SM_WARPS-1:0]   waiting,        // ... RQ_WAITING, RQ_READY or RQ_LEAVING
    output logic [COUNT_W-1:0]    level           // entries held, holes included
);
  localparam int DEPTH = REPLAY_DEPTH;

`ifndef __ICARUS__  // Icarus has no such checks
  if (DEPTH < 2 || DEPTH > 254) begin : bad_depth
    $error("replay_queue: REPLAY_DEPTH must be 2 to 254");
  end
  if (SM_WARPS != 8 && SM_WARPS != 16 && SM_WARPS != 32 && SM_WARPS != 64) begin : bad_warps
    $error("replay_queue: SM_WARPS must be 8, 16, 32 or 64");
  end
  if (SEQ_W < 2 || SEQ_W > 32) begin : bad_seq
    $error("replay_queue: SEQ_W must be 2 to 32");
  end
  if (PC_W < 1 || WARP_LANES < 1) begin : no_width
    $error("replay_queue: PC_W and WARP_LANES must be 1 or more");
  end
`endif

  localparam logic [2:0] RQ_EMPTY = 3'd0;
  localparam logic [2:0] RQ_ISSUED = 3'd1;   // in flight
  localparam logic [2:0] RQ_CHECKED = 3'd2;  // in flight; its last TLB check has passed
  localparam logic [2:0] RQ_WAITING = 3'd3;  // to be replayed
  localparam logic [2:0] RQ_READY = 3'd4;    // to be replayed now
  localparam logic [2:0] RQ_LEAVING = 3'd5;  // to be saved
  localparam logic [2:0] RQ_GONE = 3'd6;     // a hole

  logic [2:0]            stage [0:DEPTH-1];
  logic [WARP_W-1:0]     warp [0:DEPTH-1];
  logic [SEQ_W-1:0]      seq [0:DEPTH-1];
  logic [PC_W-1:0]       pc [0:DEPTH-1];
  logic [WARP_LANES-1:0] lanes [0:DEPTH-1];
  logic [DEPTH-1:0]      memory;
  logic [COUNT_W-1:0]    count;

  // ---- First entries of a kind ----

  // prefix OR in log2(DEPTH) levels: bit i, some bit at or below i is set
  function automatic logic [DEPTH-1:0] from_first(input logic [DEPTH-1:0] bits);
    from_first = bits;
    for (int k = 1; k < DEPTH; k = k * 2) from_first = from_first | (from_first << k);
  endfunction

  logic [DEPTH-1:0] is_ready, is_leaving, is_gone;
  logic [DEPTH-1:0] from_ready, from_leaving;
  logic [DEPTH-1:0] first_ready, first_leaving;  // one-hot: what the ports show

  always_comb
    for (int i = 0; i < DEPTH; i++) begin
      is_ready[i]   = stage[i] == RQ_READY;
      is_leaving[i] = stage[i] == RQ_LEAVING;
      is_gone[i]    = stage[i] == RQ_GONE;
    end

  assign from_ready    = from_first(is_ready);
  assign from_leaving  = from_first(is_leaving);
  assign first_ready   = from_ready & ~(from_ready << 1);
  assign first_leaving = from_leaving & ~(from_leaving << 1);

  // ---- Pins ----

  assign push_ready    = stage[DEPTH-1] == RQ_EMPTY;
  assign level         = count;
  assign replay_valid  = |is_ready;
  assign replay_memory = |(first_ready & memory);
  assign save_valid    = |is_leaving;
  assign save_memory   = |(first_leaving & memory);

  always_comb begin
    replay_warp  = '0;
    replay_seq   = '0;
    replay_pc    = '0;
    replay_lanes = '0;
    save_warp    = '0;
    save_seq     = '0;
    save_pc      = '0;
    save_lanes   = '0;
    in_flight    = '0;
    waiting      = '0;
    for (int i = 0; i < DEPTH; i++) begin
      replay_warp  = replay_warp | (warp[i] & {WARP_W{first_ready[i]}});
      replay_seq   = replay_seq | (seq[i] & {SEQ_W{first_ready[i]}});
      replay_pc    = replay_pc | (pc[i] & {PC_W{first_ready[i]}});
      replay_lanes = replay_lanes | (lanes[i] & {WARP_LANES{first_ready[i]}});
      save_warp    = save_warp | (warp[i] & {WARP_W{first_leaving[i]}});
      save_seq     = save_seq | (seq[i] & {SEQ_W{first_leaving[i]}});
      save_pc      = save_pc | (pc[i] & {PC_W{first_leaving[i]}});
      save_lanes   = save_lanes | (lanes[i] & {WARP_LANES{first_leaving[i]}});
      in_flight    = in_flight | (SM_WARPS'(stage[i] == RQ_ISSUED || stage[i] == RQ_CHECKED) << warp[i]);
      waiting      = waiting |
          (SM_WARPS'(stage[i] == RQ_WAITING || stage[i] == RQ_READY || stage[i] == RQ_LEAVING) << warp[i]);
    end
  end

  // ---- Stages after this edge's events ----

  logic             push_now, push_stops;
  logic [      2:0] stage_now [0:DEPTH-1];

  assign push_now   = push_valid && push_ready;
  assign push_stops = push_now && push_waiting;

  for (genvar i = 0; i < DEPTH; i++) begin : events
    logic commits, checks, faults, squashes, stops, resumes, saves;

    assign commits  = commit_valid && commit_warp == warp[i] && commit_seq == seq[i];
    assign checks   = check_valid && check_warp == warp[i] && check_seq == seq[i];
    assign faults   = fault_valid && fault_warp == warp[i] && fault_seq == seq[i];
    assign squashes = squash[warp[i]];
    assign stops    = squashes || (fault_valid && fault_warp == warp[i]) ||
        (push_stops && push_warp == warp[i]);
    assign saves    = save[warp[i]];
    assign resumes  = resume[warp[i]] && !stops && !saves;

    always_comb begin
      stage_now[i] = stage[i];
      case (stage[i])
        RQ_ISSUED:
          if (commits) stage_now[i] = RQ_GONE;
          else if (checks) stage_now[i] = RQ_CHECKED;
          else if (faults || squashes) stage_now[i] = RQ_WAITING;
        RQ_CHECKED: if (commits) stage_now[i] = RQ_GONE;
        RQ_WAITING:
          if (saves) stage_now[i] = RQ_LEAVING;
          else if (resumes) stage_now[i] = RQ_READY;
        RQ_READY:
          if (replay_ready && first_ready[i] && !squashes) stage_now[i] = memory[i] ? RQ_ISSUED : RQ_GONE;
          else if (saves) stage_now[i] = RQ_LEAVING;
          else if (stops) stage_now[i] = RQ_WAITING;
        RQ_LEAVING:
          if (save_ready && first_leaving[i]) stage_now[i] = RQ_GONE;
          else if (resumes) stage_now[i] = RQ_READY;
        default: ;
      endcase
    end
  end

  // ---- The place of a pushed instruction, and the entries' moves ----

  logic [SEQ_W-1:0] distance [0:DEPTH-1];
  logic [DEPTH-1:0] behind;                // empty, or of the pushed one's warp and younger
  logic [DEPTH-1:0] from_place;            // at or above the place, as entries lie before the edge ...
  logic [DEPTH-1:0] from_hole;             // at or above the first hole
  logic [DEPTH-1:0] above;                 // ... and from the place on, once the hole is closed
  logic [DEPTH-1:0] place;                 // one-hot: the pushed one goes here

  always_comb
    for (int i = 0; i < DEPTH; i++) begin
      distance[i] = seq[i] - push_seq;
      behind[i]   = stage[i] == RQ_EMPTY || (stage[i] != RQ_GONE && warp[i] == push_warp &&
                                          distance[i] != '0 && !distance[i][SEQ_W-1]);
    end

  assign from_place = from_first(behind);
  assign from_hole  = from_first(is_gone);
  assign above      = (from_place & ~from_hole) | ({1'b1, from_place[DEPTH-1:1]} & from_hole);
  assign place      = above & ~(above << 1) & {DEPTH{push_now}};

  for (genvar i = 0; i < DEPTH; i++) begin : entry
    localparam int UP = (i < DEPTH - 1) ? i + 1 : i;  // the younger neighbour
    localparam int DOWN = (i > 0) ? i - 1 : i;        // the older one
    logic up, down;                                   // takes over from it

    // if a push goes in above a hole, its move and the hole's move cancel
    assign up   = from_hole[i] && !(push_now && above[i]);
    assign down = (i > 0) && push_now && above[DOWN] && !from_hole[DOWN];

    always_ff @(posedge clk) begin
      if (rst) begin
        stage[i]  <= RQ_EMPTY;
        warp[i]   <= '0;
        seq[i]    <= '0;
        pc[i]     <= '0;
        lanes[i]  <= '0;
        memory[i] <= 1'b0;
      end else if (place[i]) begin
        stage[i]  <= (push_waiting || squash[push_warp]) ? RQ_WAITING : RQ_ISSUED;
        warp[i]   <= push_warp;
        seq[i]    <= push_seq;
        pc[i]     <= push_pc;
        lanes[i]  <= push_lanes;
        memory[i] <= push_memory;
      end else if (down) begin
        stage[i]  <= stage_now[DOWN];
        warp[i]   <= warp[DOWN];
        seq[i]    <= seq[DOWN];
        pc[i]     <= pc[DOWN];
        lanes[i]  <= lanes[DOWN];
        memory[i] <= memory[DOWN];
      end else if (up) begin
        stage[i]  <= (i < DEPTH - 1) ? stage_now[UP] : RQ_EMPTY;
        warp[i]   <= warp[UP];
        seq[i]    <= seq[UP];
        pc[i]     <= pc[UP];
        lanes[i]  <= lanes[UP];
        memory[i] <= memory[UP];
      end else begin
        stage[i] <= stage_now[i];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) count <= '0;
    else count <= count + COUNT_W'(push_now) - COUNT_W'(|is_gone);
  end
endmodule
