/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Silver queue (MASK 5.4): data requests of the application whose turn it is,
 * 64 entries, FR-FCFS inside. One cycle's behaviour, state and
 * ports: frfcfs_queue.h.
 */
#ifndef GMMU_SILVER_QUEUE_H
#define GMMU_SILVER_QUEUE_H

#include "gmmu_params.h"
#include "gmmu_types.h"

#define FRFCFS(name) silver_queue_##name
#define FRFCFS_DEPTH GMMU_SILVER_DEPTH
#include "frfcfs_queue.h"
#undef FRFCFS
#undef FRFCFS_DEPTH

#endif
