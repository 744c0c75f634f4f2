/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A simulated chip as the machine of experiments (study/probe/probe_machine.h). Each run is a chip after a
 * reset.
 *
 * A launch for SM i has i + 1 thread blocks: the block scheduler puts one on each SM, in their order. The
 * last block makes the accesses, the others compute until it has its place, as a program on a real GPU does
 * that has no say in which SM a block goes to (Karnagel App. B).
 */
#ifndef GMMU_PROBE_GPU_H
#define GMMU_PROBE_GPU_H

#include <stdbool.h>
#include <stddef.h>

#include "config/config.h"
#include "study/probe/probe_machine.h"

/* That it allocates of a larger memory: this number of its largest pages, or of bytes, as powers of two. A
 * run maps all of them, so its time would be spent on mapping. */
#define PROBE_GPU_PAGES 18U
#define PROBE_GPU_BYTES 34U

typedef struct probe_gpu probe_gpu;

/* config must be checked; it is copied. All pages are resident. in_one_piece: of the machine; a driver has
 * been changed for it (Fractional GPUs V-C). NULL with one line in err when an experiment cannot be run on
 * such a chip. */
probe_gpu *probe_gpu_new(const gpu_config *config, bool in_one_piece, char *err, size_t err_size);
void probe_gpu_free(probe_gpu *p);
const probe_machine *probe_gpu_machine(const probe_gpu *p);
/* Why the last run failed: one line. */
const char *probe_gpu_error(const probe_gpu *p);

#endif
