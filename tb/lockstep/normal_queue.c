/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of normal_queue: see frfcfs_queue_bench.inc. */
#include "normal_queue.h"
#include "lockstep.h"

#define FRFCFS(name) normal_queue_##name
#define FRFCFS_DEPTH GMMU_NORMAL_DEPTH
#include "frfcfs_queue_bench.inc"
