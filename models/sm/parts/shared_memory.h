/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bank conflicts of shared memory: 32 banks, 4 bytes wide. A pass serves one word
 * of every bank; lanes that read the same word share it (broadcast). D: atomics
 * do not broadcast: they update the word one after the other; an 8- or 16-byte
 * access counts as several words.
 */
#ifndef GMMU_SHARED_MEMORY_H
#define GMMU_SHARED_MEMORY_H

#include <stdint.h>

#include "program/workload.h"

#define SHARED_BANKS 32U
/* 16 bytes at an odd offset touch 5 words. */
#define SHARED_MAX_WORDS  5U
#define SHARED_MAX_PASSES (GMMU_LANES * SHARED_MAX_WORDS)

/* Passes of an access; at least 1. */
uint32_t shared_memory_passes(const warp_inst *inst);

#endif
