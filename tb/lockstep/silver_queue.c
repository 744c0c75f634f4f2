/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of silver_queue: see frfcfs_queue_bench.inc. */
#include "silver_queue.h"
#include "lockstep.h"

#define FRFCFS(name) silver_queue_##name
#define FRFCFS_DEPTH GMMU_SILVER_DEPTH
#include "frfcfs_queue_bench.inc"
