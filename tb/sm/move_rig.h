/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several SMs on the bench under a scheduler that stops, resumes, saves and restores the
 * blocks of several applications, on the same or on other SMs. The memory knows which lines of which
 * context have been written; the final values of the blocks are compared with a run in program order.
 */
#ifndef GMMU_MOVE_RIG_H
#define GMMU_MOVE_RIG_H

#include "config/messages.h"
#include "late_server.h"
#include "mmu/address_space.h"
#include "program/spool.h"
#include "sm/parts/occupancy.h"
#include "sm/sm.h"

#define MOVE_RIG_SMS    3U
#define MOVE_RIG_APPS   2U
#define MOVE_RIG_BLOCKS 32U
#define MOVE_RIG_LINES  2048U /* of a context, at most */

/* What the scheduler knows about a block. */
typedef enum { MOVE_RIG_NEW, MOVE_RIG_ON_SM, MOVE_RIG_OFF, MOVE_RIG_ENDED } move_rig_where;

typedef struct {
    uint8_t app;
    uint64_t number; /* in the grid */
    block_stream *stream, *reference;
    move_rig_where where;
    uint32_t sm;
    bool stopping, stopped, saving; /* commands that it has been given */
    uint64_t address;               /* of its context */
    block_context *context;
    uint64_t ended; /* cycle of its DONE */
} move_rig_block;

typedef struct move_rig move_rig;

typedef struct {
    move_rig *rig;
    uint32_t number;
    void *sm;
    engine_link *to, *from;
    late_server tlb, memory;
    uint32_t held;     /* blocks there or on their way */
    uint8_t app;       /* of these */
    sm_resources free; /* what they leave */
} move_rig_sm;

struct move_rig {
    engine *engine;
    gpu_config config;
    const sm_interface *interface;
    phys_mem *mem;
    oracle *oracle;
    address_space *space[MOVE_RIG_APPS];
    value_memory *values[GMMU_NUM_APPS];
    spool *spool;
    kernel_info kernel[MOVE_RIG_APPS];
    uint32_t sms;
    move_rig_sm sm[MOVE_RIG_SMS];
    uint32_t blocks;
    move_rig_block block[MOVE_RIG_BLOCKS];
    uint64_t instructions[MOVE_RIG_APPS];
    /* Lines of contexts: in memory and not read back yet. */
    bool line[MOVE_RIG_BLOCKS][MOVE_RIG_LINES];
    uint64_t written, read;
    /* Called in every cycle until all blocks have ended, after reports are taken and before blocks are
     * placed: gives commands. */
    void (*command)(move_rig *r, uint64_t cycle);
    void *ctx;
    bool shared; /* an SM takes blocks of all applications at a time */
    bool eager; /* blocks are sent at once, in their order, to wait for each other at the SM; no commands then
                 */
    uint64_t random;
    uint64_t cycle;               /* of the last report */
    uint32_t saved, stops, moves; /* SAVED, STOPPED; restored on another SM than before */
};

/* Of chip `chip`; config may be changed before the start. */
move_rig *move_rig_new(const char *chip, uint32_t sms);
/* Pages 0 .. pages - 1 of each application are mapped. */
void move_rig_start(move_rig *r, uint64_t pages);
void move_rig_free(move_rig *r);
/* Adds a block to application `app`, all of the same number of warps. */
void move_rig_add_block(move_rig *r, uint32_t app, uint32_t warps, const warp_inst *const *program,
                        const uint32_t *count);
/* Sends a command for a block to an SM; false: the link is full. */
bool move_rig_send(move_rig *r, move_rig_block *b, block_command_kind kind);
/* Runs to the end of all blocks and compares their values; fails the test on any error. */
void move_rig_run(move_rig *r);

#endif
