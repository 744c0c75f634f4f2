/* SPDX-License-Identifier: Apache-2.0 */
/* frfcfs_queue at two sizes in one program: silver_queue_* and normal_queue_*. Their functions are
 * frfcfs_queue.c, compiled once for each with these names (scripts/make/block.mk). */
#ifndef GMMU_DRAM_SCHEDULER_QUEUES_H
#define GMMU_DRAM_SCHEDULER_QUEUES_H

#include "gmmu_params.h"

/* The widths that follow from a depth are made anew. */
#undef GMMU_FRFCFS_DEPTH
#undef GMMU_FRFCFS_INDEX_W
#undef GMMU_FRFCFS_COUNT_W
#undef GMMU_WIDTHS_H
#define GMMU_FRFCFS_DEPTH GMMU_SILVER_DEPTH
#include "gmmu_widths.h"

#define frfcfs_queue_state   silver_queue_state
#define frfcfs_queue_in      silver_queue_in
#define frfcfs_queue_out     silver_queue_out
#define frfcfs_queue_reset   silver_queue_reset
#define frfcfs_queue_outputs silver_queue_outputs
#define frfcfs_queue_step    silver_queue_step
#include "frfcfs_queue.h"
#undef frfcfs_queue_state
#undef frfcfs_queue_in
#undef frfcfs_queue_out
#undef frfcfs_queue_reset
#undef frfcfs_queue_outputs
#undef frfcfs_queue_step

#undef GMMU_FRFCFS_QUEUE_H
#undef GMMU_FRFCFS_DEPTH
#undef GMMU_FRFCFS_INDEX_W
#undef GMMU_FRFCFS_COUNT_W
#undef GMMU_WIDTHS_H
#define GMMU_FRFCFS_DEPTH GMMU_NORMAL_DEPTH
#include "gmmu_widths.h"

#define frfcfs_queue_state   normal_queue_state
#define frfcfs_queue_in      normal_queue_in
#define frfcfs_queue_out     normal_queue_out
#define frfcfs_queue_reset   normal_queue_reset
#define frfcfs_queue_outputs normal_queue_outputs
#define frfcfs_queue_step    normal_queue_step
#include "frfcfs_queue.h"
#undef frfcfs_queue_state
#undef frfcfs_queue_in
#undef frfcfs_queue_out
#undef frfcfs_queue_reset
#undef frfcfs_queue_outputs
#undef frfcfs_queue_step

#endif
