/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The dispatcher on the bench: real workloads in front of it, and behind it SMs that hold their
 * blocks for a random time and count them.
 */
#ifndef GMMU_BLOCK_RIG_H
#define GMMU_BLOCK_RIG_H

#include "config/messages.h"
#include "dispatch/dispatcher.h"
#include "sm/parts/occupancy.h"

#define BLOCK_RIG_SMS    16U
#define BLOCK_RIG_SAVES  1024U /* blocks in memory at a time */
#define BLOCK_RIG_BLOCKS 4096U /* of a kernel, at most */

typedef struct block_rig block_rig;

typedef struct {
    block_stream *stream;
    block_command message;
    sm_resources needs;
    uint64_t end;   /* cycle in which it is over, */
    uint64_t saved; /* or has left, if not GMMU_NEVER */
} block_rig_block;

typedef struct {
    block_rig *rig;
    uint32_t number;
    engine_link *in, *out;
    int component;
    sm_resources free;
    uint32_t held;
    block_rig_block block[64];
} block_rig_sm;

typedef struct {
    workload *work;
    uint64_t blocks;       /* of one launch, as the workload says */
    uint64_t instructions; /* and their instructions */
    uint64_t placed, done; /* of all launches */
    uint64_t done_instructions;
    uint64_t saved, restored;
    uint64_t first_placed, last_placed, last_done; /* cycles */
    uint64_t warps, most_warps;                    /* of its blocks on all SMs: now, and at most so far */
    uint32_t kernel_blocks;                        /* of the open kernel */
    uint32_t kernel_done;
    bool ran[BLOCK_RIG_BLOCKS];
    bool used[BLOCK_RIG_SMS];
    uint32_t sms_used;
} block_rig_app;

struct block_rig {
    engine *engine;
    gpu_config config; /* may be changed before the run */
    dispatcher *dispatcher;
    uint32_t sms, apps;
    uint32_t parts; /* of the SMs, one for each application; 0: as many as applications */
    block_rig_sm sm[BLOCK_RIG_SMS];
    block_rig_app app[8];
    gpu_app place[8];                     /* priority and arrival may be changed before the run */
    uint64_t address[2][BLOCK_RIG_SAVES]; /* of saved blocks, and of the end of each context */
    uint32_t addresses;
    uint32_t block_cycles; /* the most cycles that a block takes */
    bool fixed;            /* every block takes exactly that many */
    uint64_t random;
    uint64_t shared; /* blocks that came to an SM where another application had some */
    char what[256];  /* the error */
};

/* As many SMs as wanted; for a scheduler that is a unit, as many as one that is built. */
uint32_t block_rig_sms(const char *scheduler, uint32_t wanted);
/* scheduler: a name or NULL. */
block_rig *block_rig_new(const char *scheduler, uint32_t sms);
void block_rig_add(block_rig *r, const char *spec, uint64_t seed);
/* Runs to the end and checks its conditions. False: the error is in `what`. */
bool block_rig_run(block_rig *r, uint64_t shuffle);
void block_rig_free(block_rig *r);

#endif
