/* SPDX-License-Identifier: Apache-2.0 */
/* A machine whose latencies are disturbed, as other programs disturb the latencies of a GPU. */
#ifndef GMMU_PROBE_NOISE_H
#define GMMU_PROBE_NOISE_H

#include "study/probe/probe_machine.h"

typedef struct {
    const probe_machine *quiet;
    uint32_t most;   /* cycles: 0 .. most are added to each latency */
    uint64_t random; /* not 0 */
} probe_noise;

/* The same machine with noise; both must outlive it. */
probe_machine probe_noise_machine(probe_noise *noise);

#endif
