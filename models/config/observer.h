/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the output writers (Kanata, Perfetto) observe while a simulation
 * runs. Components call through the pointers when `o` and the pointer are set;
 * observing changes no cycle.
 */
#ifndef GMMU_OBSERVER_H
#define GMMU_OBSERVER_H

#include <stdint.h>

#include "config/program.h"

/* Pipeline stages of a warp instruction, in order. OPREAD and EXECUTE: SM_THESIS only. A
 * replayed instruction goes through them again. */
typedef enum {
    STAGE_FETCH,
    STAGE_ISSUE,
    STAGE_OPREAD,
    STAGE_EXECUTE,
    STAGE_TLB,
    STAGE_CACHE,
    STAGE_MEMORY,
    STAGE_COMMIT
} inst_stage;

#define OBSERVER_ALL_APPS UINT32_MAX

typedef struct observer {
    void *ctx;
    /* For the text of an instruction's opcode, whose number `inst` then has. */
    opcode_fn opcode;
    /* Instruction `uid` (unique and increasing per SM) entered `stage` in core cycle `cycle`.
     * `inst` is given at FETCH and ISSUE, and NULL later. */
    void (*inst)(void *ctx, uint64_t cycle, uint32_t sm, uint32_t warp, uint64_t uid, inst_stage stage,
                 const warp_inst *inst);
    /* Something took place on `track` ("channel 3", lane 2) from t0 to t1 (base ticks); `what` lives as
     * long as the call. Told at `now`, the engine's time, which is not always t1. */
    void (*span)(void *ctx, uint64_t now, const char *track, uint32_t lane, const char *what, uint64_t t0,
                 uint64_t t1, uint64_t address, uint32_t app);
    /* A value sampled at `now`, for counters over time; `app`: whose, or OBSERVER_ALL_APPS. */
    void (*value)(void *ctx, uint64_t now, const char *track, const char *what, double value, uint32_t app);
} observer;

#endif
