/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host twin of dram_arbiter (hls/dram_arbiter/dram_arbiter.h) with the pins of dram_arbiter_model.h. The pins
 * are the state: an edge changes those that change. The quotas of an epoch, which the unit makes bit by bit,
 * are made by one multiplication and one division each, in the cycle in which the unit has them ready.
 *
 * What quotas are made of must not change while the quota engine is at work, as the unit demands
 * (dram_arbiter_duties.h).
 */
#ifndef GMMU_ARBITER_TWIN_H
#define GMMU_ARBITER_TWIN_H

#include <stdbool.h>
#include <stdint.h>

#include "dram_arbiter_model.h"

#define ARBITER_TWIN_APPS  64U /* most applications */
#define ARBITER_TWIN_BANKS 16U /* most banks */

typedef struct {
    dram_arbiter_model_out pins;
    uint32_t apps, banks;               /* sizes of the unit */
    uint32_t fresh;                     /* the turn has passed: silver_left must be loaded */
    uint32_t edges;                     /* until the quota engine has its next quota; 0: at rest */
    uint32_t app;                       /* the application that this quota is for */
    uint32_t sum;                       /* of the weights */
    uint16_t weight[ARBITER_TWIN_APPS]; /* conptw * stalled of the last epoch */
    uint16_t quota[ARBITER_TWIN_APPS];
} arbiter_twin;

/* In reset, for `apps` applications (2 to ARBITER_TWIN_APPS) and `banks` banks (2 to ARBITER_TWIN_BANKS). */
void arbiter_twin_reset(arbiter_twin *t, uint32_t apps, uint32_t banks);
/* One edge; t->pins are those after it. */
void arbiter_twin_step(arbiter_twin *t, const dram_arbiter_model_in *in);

#endif
