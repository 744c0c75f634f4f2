/* SPDX-License-Identifier: Apache-2.0 */
/* normal_queue as one top function for HLS tools; see frfcfs_queue_top.inc. */
#include "normal_queue.h"

#define FRFCFS(name) normal_queue_##name
#include "frfcfs_queue_top.inc"
