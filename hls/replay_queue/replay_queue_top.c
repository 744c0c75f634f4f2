/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay_queue as one top function for HLS tools: one call is one clock cycle.
 * Scalar ports carry the names of the contract; `rst` is the synchronous reset.
 */
#include <stdbool.h>
#include <stdint.h>

#include "replay_queue.h"

void replay_queue_top(bool rst, bool push_valid, uint8_t push_warp, uint16_t push_seq, uint32_t push_pc,
                      uint32_t push_lanes, bool push_memory, bool push_waiting, bool check_valid,
                      uint8_t check_warp, uint16_t check_seq, bool commit_valid, uint8_t commit_warp,
                      uint16_t commit_seq, bool fault_valid, uint8_t fault_warp, uint16_t fault_seq,
                      uint64_t squash, uint64_t resume, uint64_t save, bool replay_ready, bool save_ready,
                      bool *push_ready, bool *replay_valid, uint8_t *replay_warp, uint16_t *replay_seq,
                      uint32_t *replay_pc, uint32_t *replay_lanes, bool *replay_memory, bool *save_valid,
                      uint8_t *save_warp, uint16_t *save_seq, uint32_t *save_pc, uint32_t *save_lanes,
                      bool *save_memory, uint64_t *in_flight, uint64_t *waiting, uint8_t *level);

void replay_queue_top(bool rst, bool push_valid, uint8_t push_warp, uint16_t push_seq, uint32_t push_pc,
                      uint32_t push_lanes, bool push_memory, bool push_waiting, bool check_valid,
                      uint8_t check_warp, uint16_t check_seq, bool commit_valid, uint8_t commit_warp,
                      uint16_t commit_seq, bool fault_valid, uint8_t fault_warp, uint16_t fault_seq,
                      uint64_t squash, uint64_t resume, uint64_t save, bool replay_ready, bool save_ready,
                      bool *push_ready, bool *replay_valid, uint8_t *replay_warp, uint16_t *replay_seq,
                      uint32_t *replay_pc, uint32_t *replay_lanes, bool *replay_memory, bool *save_valid,
                      uint8_t *save_warp, uint16_t *save_seq, uint32_t *save_pc, uint32_t *save_lanes,
                      bool *save_memory, uint64_t *in_flight, uint64_t *waiting, uint8_t *level) {
    static replay_queue_state state; /* all zero is the reset state */
#ifdef __SYNTHESIS__
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS PIPELINE II = 1
#pragma HLS ARRAY_PARTITION variable = state.stage complete
#pragma HLS ARRAY_PARTITION variable = state.warp complete
#pragma HLS ARRAY_PARTITION variable = state.seq complete
#pragma HLS ARRAY_PARTITION variable = state.pc complete
#pragma HLS ARRAY_PARTITION variable = state.lanes complete
#pragma HLS ARRAY_PARTITION variable = state.memory complete
#endif
    const replay_queue_in pins_in = {
        .push_valid = (u1)push_valid,
        .push_warp = (u6)GMMU_WRAP(push_warp, 6),
        .push_seq = (u16)push_seq,
        .push_pc = (u32)push_pc,
        .push_lanes = (u32)push_lanes,
        .push_memory = (u1)push_memory,
        .push_waiting = (u1)push_waiting,
        .check_valid = (u1)check_valid,
        .check_warp = (u6)GMMU_WRAP(check_warp, 6),
        .check_seq = (u16)check_seq,
        .commit_valid = (u1)commit_valid,
        .commit_warp = (u6)GMMU_WRAP(commit_warp, 6),
        .commit_seq = (u16)commit_seq,
        .fault_valid = (u1)fault_valid,
        .fault_warp = (u6)GMMU_WRAP(fault_warp, 6),
        .fault_seq = (u16)fault_seq,
        .squash = (u64)squash,
        .resume = (u64)resume,
        .save = (u64)save,
        .replay_ready = (u1)replay_ready,
        .save_ready = (u1)save_ready,
    };
    replay_queue_out pins_out;

    replay_queue_step(&state, &pins_in, &pins_out);
    if (rst)
        replay_queue_reset(&state);

    *push_ready = pins_out.push_ready != 0;
    *replay_valid = pins_out.replay_valid != 0;
    *replay_warp = (uint8_t)pins_out.replay_warp;
    *replay_seq = (uint16_t)pins_out.replay_seq;
    *replay_pc = (uint32_t)pins_out.replay_pc;
    *replay_lanes = (uint32_t)pins_out.replay_lanes;
    *replay_memory = pins_out.replay_memory != 0;
    *save_valid = pins_out.save_valid != 0;
    *save_warp = (uint8_t)pins_out.save_warp;
    *save_seq = (uint16_t)pins_out.save_seq;
    *save_pc = (uint32_t)pins_out.save_pc;
    *save_lanes = (uint32_t)pins_out.save_lanes;
    *save_memory = pins_out.save_memory != 0;
    *in_flight = (uint64_t)pins_out.in_flight;
    *waiting = (uint64_t)pins_out.waiting;
    *level = (uint8_t)pins_out.level;
}
