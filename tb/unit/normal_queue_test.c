/* SPDX-License-Identifier: Apache-2.0 */
/* normal_queue: see frfcfs_queue_test.inc. */
#include "normal_queue.h"

#define FRFCFS(name) normal_queue_##name
#define FRFCFS_DEPTH GMMU_NORMAL_DEPTH
#define FRFCFS_NAME  "normal_queue"
#include "frfcfs_queue_test.inc"
