/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scoreboard of one warp: which of its 256 registers an issued instruction
 * must still write. Sources are read at issue, so an instruction waits only
 * for pending writes: of its sources (RAW) and of its own results (WAW), inst_registers().
 */
#ifndef GMMU_SCOREBOARD_H
#define GMMU_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "config/reg_set.h"
#include "program/workload.h"

/* The identity of an instruction in flight, and what its commit needs. */
typedef struct {
    uint64_t uid; /* as reported to the observer */
    uint8_t warp; /* slot */
    uint8_t app;
    uint16_t asid;
    uint16_t seq;  /* SM_THESIS: the warp's instructions in program order, modulo 2^16 */
    bool system;   /* SM_THESIS: mode of the warp (thesis 2.4) */
    uint8_t lanes; /* SM_GTO: active ones */
    uint8_t ndst;  /* SM_GTO: registers that it writes */
    uint8_t dst[GMMU_MAX_DST];
} inflight_inst;

#endif
