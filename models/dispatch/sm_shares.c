/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/sm_shares.h"

uint32_t sm_shares_take(sm_shares *s, uint32_t sms, uint32_t processes, uint32_t process) {
    uint32_t left = sms % processes;
    for (uint32_t i = 0; i < processes; i++)
        left -= s->one_more[i];
    s->one_more[process] = left != 0;
    return sms / processes + s->one_more[process];
}

void sm_shares_give_back(sm_shares *s, uint32_t process) {
    s->one_more[process] = false;
}
