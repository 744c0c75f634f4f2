/* SPDX-License-Identifier: Apache-2.0 */
/* Two programs of an experiment that run at once (probe_machine.run_apart), on a simulated chip. */
#ifndef GMMU_PROBE_APART_H
#define GMMU_PROBE_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/config.h"
#include "study/probe/probe_machine.h"

/* As run_apart of a machine with this number of bytes. False with one line in err. */
bool probe_apart_run(const gpu_config *config, uint64_t bytes, const probe_launch *first, uint32_t firsts,
                     const probe_launch *second, uint32_t seconds, uint32_t *latency, char *err,
                     size_t err_size);

#endif
