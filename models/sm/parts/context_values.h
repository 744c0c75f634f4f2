/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What of a block's values comes back with its context. The context is lines: first what the pipeline knows
 * of its warps, then the registers, warp after warp, then shared memory (the "registers and shared memory" of
 * thesis 5.2.2). Values live in the models of the SMs, not in the lines; so when a context has come back,
 * values whose lines have not are lost here, and --check-values finds what a context leaves out.
 *
 * A token stands for what lies in a line: where that is in the context, and with --check-values the values
 * themselves. It is saved with the line, by address, and demanded when the line comes back
 * (data_oracle_check_token()): so lines in another order, or values in another place, are found.
 */
#ifndef GMMU_CONTEXT_VALUES_H
#define GMMU_CONTEXT_VALUES_H

#include "sm/parts/occupancy.h"
#include "sm/parts/values.h"

/* Of a context of which `lines` came back, `head` of them for the pipeline: bytes of registers and shared
 * memory. */
uint64_t context_values_bytes(uint32_t lines, uint32_t head);
/* `bytes` as above; the warp is the number in its block. */
void context_values_registers(const sm_resources *needs, uint64_t bytes, uint32_t warp, value_registers *r);
void context_values_shared(const sm_resources *needs, uint64_t bytes, value_memory *shared);

/* The warp, by its number in the block, with a register in this line; of a line without one: any. */
uint32_t context_values_warp(const sm_resources *needs, uint32_t head, uint32_t line);
/* What lies in the line, as a number from 1 to LINE_VERSION_LAST. `r` is of that warp; NULL both: without
 * values. */
uint32_t context_values_token(const sm_resources *needs, uint32_t head, uint32_t line,
                              const value_registers *r, value_memory *shared);

#endif
