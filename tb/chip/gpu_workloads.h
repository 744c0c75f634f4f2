/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The workloads that every whole-chip test runs: small, but each with a feature of its
 * own. Traces are looked up beside the repository ($GMMU_TRACES overrides) and
 * skipped loudly when absent.
 */
#ifndef GMMU_GPU_WORKLOADS_H
#define GMMU_GPU_WORKLOADS_H

#include "chip/experiment.h"

typedef struct {
    const char *name;
    const char *design;
    const char *spec[3];   /* applications; "@x" stands for the trace x */
    uint64_t instructions; /* of the first application as its trace says; 0: not a trace */
} gpu_workload;

extern const gpu_workload gpu_workloads[]; /* ends with a NULL name */

/* Sets up a run; the specs live in `x`-independent storage until the process ends.
 * False when a trace is absent (printed as SKIP). */
bool gpu_workload_setup(const gpu_workload *w, experiment *x);

#endif
