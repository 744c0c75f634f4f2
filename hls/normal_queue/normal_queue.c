/* SPDX-License-Identifier: Apache-2.0 */
#include "normal_queue.h"

#define FRFCFS(name) normal_queue_##name
#define FRFCFS_DEPTH GMMU_NORMAL_DEPTH
#include "frfcfs_queue.inc"
