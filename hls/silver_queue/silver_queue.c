/* SPDX-License-Identifier: Apache-2.0 */
#include "silver_queue.h"

#define FRFCFS(name) silver_queue_##name
#define FRFCFS_DEPTH GMMU_SILVER_DEPTH
#include "frfcfs_queue.inc"
