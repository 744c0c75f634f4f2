/* SPDX-License-Identifier: Apache-2.0 */
/* What silver_queue promises: see frfcfs_queue_promises.inc. */
#include "silver_queue.h"

#define FRFCFS(name) silver_queue_##name
#define FRFCFS_DEPTH GMMU_SILVER_DEPTH
#include "frfcfs_queue_promises.inc"
