/* SPDX-License-Identifier: Apache-2.0 */
/* What the set indices of TLBs (config/tlb_policy.h) and their slices share. */
#ifndef GMMU_TLB_POLICIES_H
#define GMMU_TLB_POLICIES_H

#include <stdint.h>

/* `number` in groups of log2(parts) bits, XORed; parts is a power of two. */
uint32_t tlb_xor_fold(uint64_t number, uint32_t parts);

#endif
