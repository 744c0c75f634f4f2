/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of an experiment that run at once (probe_machine.run_together), on a simulated chip. */
#ifndef GMMU_PROBE_TOGETHER_H
#define GMMU_PROBE_TOGETHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/config.h"
#include "study/probe/probe_machine.h"

/* Bytes of the allocation in which the first thread's addresses lie, of `bytes` in all. */
uint64_t probe_together_primary_bytes(const gpu_config *config, uint64_t bytes);
/* As run_together of a machine with this number of bytes. False with one line in err. */
bool probe_together_run(const gpu_config *config, uint64_t bytes, const probe_launch *thread,
                        uint32_t threads, uint32_t rounds, uint32_t *latency, char *err, size_t err_size);

#endif
