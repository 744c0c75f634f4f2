/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes that share a GPU whose blocks are delays (delay_gpu.h), as in thesis 5.3.1: each runs its
 * benchmark, again and again, until all have run it as often as asked; a run is a copy to the GPU, its
 * kernels one after the other, and a copy back. One GPU context and one stream each: a command waits for
 * the one before (2.2).
 *
 * Under FCFS contexts take turns (dispatch/context_turns.h); the others execute commands of all.
 *
 * "Some applications tend to asynchronously enqueue many kernel invocations" (5.3.3): the host submits a
 * command, takes host_cycles, and submits the next one, whether or not the first is complete. It stops while
 * `queue` commands of the process are not complete, and from the copy back to the end of the run. A queue of
 * one command is a host that waits for each.
 *
 * "All the benchmark applications are traced from the first CUDA call to the last CUDA call, capturing all
 * the memory transfer, kernel execution and CPU execution phases" (4.2.1): a phase of the CPU begins when all
 * that the process has submitted is complete, and nothing is submitted in it. A run has phase_cycles of them.
 *
 * D, because the text does not say it: host_cycles and `queue` are the same for all. Phases are one at the
 * start of a run, or equal parts before each round of its kernels (phases_in_rounds). Every run copies
 * copy_bytes each way (dispatch/copy_engine.h). A benchmark with several kernels launches them in turn, each
 * as often as it has launches.
 */
#ifndef GMMU_PROCESSES_H
#define GMMU_PROCESSES_H

#include "config/config.h"
#include "study/sharing/delay_gpu.h"

#define PROCESS_KERNELS 16U

typedef struct {
    uint32_t launches;
    delay_kernel delays;
} process_kernel;

typedef struct {
    const char *name;
    uint32_t kernels; /* 1 to PROCESS_KERNELS */
    process_kernel kernel[PROCESS_KERNELS];
    uint32_t priority;     /* 0 to 31; a larger one goes first */
    uint64_t arrives;      /* its first run begins in this cycle */
    uint64_t phase_cycles; /* of a run, in which its host leaves the GPU alone */
} process_spec;

typedef struct {
    delay_config gpu;
    uint32_t runs;        /* of each process, at least; 1 at least */
    uint64_t most_cycles; /* gives up then; 0: never. A process may starve */
    uint32_t until;       /* only this one has to; DELAY_NONE: all */
    bool once;            /* a process that has run so often rests; else it goes on until all have */
    uint64_t host_cycles; /* of the host, from a command to the next one */
    bool phases_in_rounds;
    uint32_t queue; /* commands that a process's queue holds; 0: any number */
    uint64_t copy_bytes;
    pcie_bus pcie;         /* needed with copy_bytes */
    bool copy_by_priority; /* NPQ in the data-transfer engine; else FCFS */
} process_settings;

/* Of one process: its finished runs. */
typedef struct {
    uint32_t runs;
    uint64_t launches;
    double turnaround; /* cycles of a run, on average; 0: none is finished */
    double work;       /* of its blocks, in cycles of an SM (delay_stats) */
} process_result;

typedef struct {
    process_result process[DELAY_CONTEXTS];
    uint64_t cycles;
    delay_stats stats;
} processes_result;

/* Fills `result`. count: 1 to DELAY_CONTEXTS. False, and one line in err, when this simulator has no such
 * units, or a process has not run as often after most_cycles. */
bool processes_run(const process_settings *settings, const process_spec *specs, uint32_t count,
                   processes_result *result, char *err, size_t err_size);

#endif
