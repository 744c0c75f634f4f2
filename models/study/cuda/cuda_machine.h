/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A real GPU as the machine of experiments (study/probe/probe_machine.h). Nothing is known of it but what its
 * driver tells every program.
 *
 * It differs from a simulated chip:
 *   - It cannot be reset. Its L2 cache is emptied before a run; its TLBs keep what they have.
 *   - An access takes longer to one slice of the L2 cache than to another. So a levelled machine makes each
 *     access twice, one right after the other, and tells by how much the first took longer: the second finds
 *     the translation in the first level of the TLBs and the data where the first has found them.
 *   - Latencies vary. A levelled machine makes each run some times and gives the median of each access.
 *   - Pages lie anywhere in physical memory.
 */
#ifndef GMMU_CUDA_MACHINE_H
#define GMMU_CUDA_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "study/cuda/cuda_driver.h"
#include "study/probe/probe_machine.h"

typedef struct cuda_machine cuda_machine;

/* calls must outlive it; device: number of the GPU. NULL with one line in err. */
cuda_machine *cuda_machine_new(const cuda_calls *calls, uint32_t device, bool levelled, char *err,
                               size_t err_size);
void cuda_machine_free(cuda_machine *m);
const probe_machine *cuda_machine_probe(const cuda_machine *m);
const cuda_facts *cuda_machine_facts(const cuda_machine *m);
/* Why the last run failed: one line. */
const char *cuda_machine_error(const cuda_machine *m);

#endif
