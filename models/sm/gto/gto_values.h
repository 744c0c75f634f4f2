/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values (sm/parts/values.h) of the warps and blocks on an SM. They are kept only when a run asks
 * for them; otherwise the SM has a NULL here and spends no time on them.
 *
 * D: an instruction reads its sources and takes effect on memory in the cycle in which it
 * issues; its results are in the registers when it commits. So an instruction that is
 * lost, done twice, or issued before its sources are ready leaves a different value.
 */
#ifndef GMMU_GTO_VALUES_H
#define GMMU_GTO_VALUES_H

#include "config/chip.h"
#include "gmmu_params.h"
#include "sm/gto/gto_scheduler.h"
#include "sm/parts/scoreboard.h"
#include "sm/parts/values.h"

typedef struct {
    value_memory *const *global;  /* per application */
    uint64_t hash[CHIP_MAX_APPS]; /* per application: sum over final registers and shared memory */
    value_memory *shared[GTO_MAX_BLOCKS];
    value_registers warp[GMMU_SM_WARPS];
    value_registers coming[GMMU_SM_WARPS]; /* results under way, by their registers */
} gto_values;

/* Ends the program when out of memory. */
gto_values *gto_values_new(value_memory *const *global);
void gto_values_free(gto_values *v);

/* A block arrives in block slot `slot` with this shared memory, or a new one (NULL). */
void gto_values_begin_block(gto_values *v, uint32_t slot, value_memory *shared);
/* The block ends: counts its shared memory for application `app`. */
void gto_values_end_block(gto_values *v, uint32_t slot, uint64_t block, uint32_t app);
void gto_values_end_warp(gto_values *v, uint32_t slot, uint64_t block, uint32_t number, uint32_t app);

/* The instruction of warp slot `warp`, in block slot `slot`, issues. */
void gto_values_issue(gto_values *v, uint32_t warp, uint32_t slot, const warp_inst *inst, uint32_t app);
void gto_values_commit(gto_values *v, const inflight_inst *inst);

#endif
