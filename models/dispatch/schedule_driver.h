/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The driver of thesis chapter 5 in the chip (schedule.driver=units): sm_driver, sm_scheduler and ptb_queue
 * (dispatch/sm_framework.h) say which block goes to which SM, and when. The dispatcher is the command
 * dispatcher and the SMs' side: it launches kernels, sends the blocks that are issued, and reports those that
 * leave.
 *
 * D: a GPU context is an application, and has one kernel at a time: the next one is launched when the driver
 * has finished the one before. The pointer of a handle is the block's place among its application's contexts
 * (block_ledger.h). SMs report one block that is done and one that is saved in a cycle; others wait.
 */
#ifndef GMMU_SCHEDULE_DRIVER_H
#define GMMU_SCHEDULE_DRIVER_H

#include "dispatch/block_scheduler.h"
#include "dispatch/sm_framework.h"
#include "dispatch/sm_shares.h"

typedef struct schedule_driver schedule_driver;

/* `policy`: POLICY_... of sm_scheduler. NULL: one line in err. */
schedule_driver *schedule_driver_new(const gpu_config *config, uint32_t apps, uint8_t policy, char *err,
                                     size_t err_size);
void schedule_driver_free(schedule_driver *d);

/* The pins of sm_scheduler in this cycle. */
const sm_scheduler_model_out *schedule_driver_table(const schedule_driver *d);
/* As in block_scheduler; one clock edge of the units. */
uint64_t schedule_driver_assign(const schedule *s, schedule_driver *d, sm_shares *shares, uint64_t cycle);
int schedule_driver_choose(const schedule_driver *d, uint32_t app);
void schedule_driver_left(schedule_driver *d, const block_left *block);

#endif
