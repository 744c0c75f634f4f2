/* SPDX-License-Identifier: Apache-2.0 */
/* silver_queue: see frfcfs_queue_test.inc. */
#include "silver_queue.h"

#define FRFCFS(name) silver_queue_##name
#define FRFCFS_DEPTH GMMU_SILVER_DEPTH
#define FRFCFS_NAME  "silver_queue"
#include "frfcfs_queue_test.inc"
