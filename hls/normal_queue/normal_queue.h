/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Normal queue (MASK 5.4): data requests of all other applications,
 * 192 entries, FR-FCFS inside. One cycle's behaviour, state and
 * ports: frfcfs_queue.h.
 */
#ifndef GMMU_NORMAL_QUEUE_H
#define GMMU_NORMAL_QUEUE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

#define FRFCFS(name) normal_queue_##name
#define FRFCFS_DEPTH GMMU_NORMAL_DEPTH
#include "frfcfs_queue.h"
#undef FRFCFS
#undef FRFCFS_DEPTH

#endif
