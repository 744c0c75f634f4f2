/* SPDX-License-Identifier: Apache-2.0 */
/* silver_queue as one top function for HLS tools; see frfcfs_queue_top.inc. */
#include "silver_queue.h"

#define FRFCFS(name) silver_queue_##name
#include "frfcfs_queue_top.inc"
