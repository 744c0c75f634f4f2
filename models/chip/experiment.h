/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A list of independent simulations run on several host threads: the designs of a
 * comparison and the alone runs behind weighted speedup. A simulation shares
 * nothing with the others, so results do not depend on the number of threads.
 */
#ifndef GMMU_EXPERIMENT_H
#define GMMU_EXPERIMENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/turnaround.h"
#include "chip/gpu.h"

typedef struct experiment experiment;

/* Called in the thread of a run while it goes on: what has been counted so far, a copy. False: the run gives
 * up, and x->error says why. */
typedef bool (*experiment_show)(void *ctx, experiment *x, const gpu_result *so_far);

struct experiment {
    /* input */
    char label[64];
    gpu_config config;
    gpu_app app[CHIP_MAX_APPS];
    uint32_t napps;
    uint64_t max_cycles;   /* 0: no limit; reaching it is an error */
    const observer *watch; /* or NULL */
    experiment_show show;  /* or NULL: called whenever show_every more epochs are over, and at the end */
    void *show_ctx;
    uint64_t show_every;
    /* output */
    bool ok;
    char error[512]; /* one line when not ok */
    gpu_result result;
    /* for the progress bar, in 1/1000 */
    atomic_uint progress;
    _Atomic uint64_t cycle;
};

/* Called about ten times a second, and when one has finished, from the calling thread while experiments run.
 */
typedef void (*progress_fn)(void *ctx, experiment *const *list, size_t count);

/* Runs all; true when all are ok. The first error stops the others. */
bool experiments_run(experiment *const *list, size_t count, unsigned threads, progress_fn progress,
                     void *ctx);

/*
 * Progress against the alone runs: alone_ipc[i] is the IPC of application i on the same SMs with nothing else
 * on the chip (MASK 6).
 */
double normalized_progress(const gpu_result *shared, const double *alone_ipc, uint32_t app);
progress_metrics shared_progress(const gpu_result *shared, const double *alone_ipc); /* of all applications */

#endif
