/* SPDX-License-Identifier: Apache-2.0 */
/* What normal_queue promises: see frfcfs_queue_promises.inc. */
#include "normal_queue.h"

#define FRFCFS(name) normal_queue_##name
#define FRFCFS_DEPTH GMMU_NORMAL_DEPTH
#include "frfcfs_queue_promises.inc"
