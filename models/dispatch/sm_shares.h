/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tokens with which kernels arrive at the unit sm_scheduler, for equal sharing (thesis 5.3.4): floor(SMs /
 * processes), and one more for the kernels that come first, as many as SMs are left over. All 0: no kernel
 * has one more.
 */
#ifndef GMMU_SM_SHARES_H
#define GMMU_SM_SHARES_H

#include <stdbool.h>
#include <stdint.h>

#include "config/chip.h"

typedef struct {
    bool one_more[CHIP_MAX_APPS]; /* of each process: its kernel came with one of those left over */
} sm_shares;

/* A kernel of the process arrives, which has none. Returns its tokens. */
uint32_t sm_shares_take(sm_shares *s, uint32_t sms, uint32_t processes, uint32_t process);
/* Its kernel is over. */
void sm_shares_give_back(sm_shares *s, uint32_t process);

#endif
