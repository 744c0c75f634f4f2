/* SPDX-License-Identifier: Apache-2.0 */
/* An application of a run: what the user asks for, and its results. */
#ifndef GMMU_GPU_APP_H
#define GMMU_GPU_APP_H

#include <stdbool.h>
#include <stdint.h>

#include "config/app_stats.h"
#include "config/config.h"
#include "mmu/page_allocator.h"
#include "program/workload.h"
#include "sm/parts/values.h"

/* As many as the smallest sm_scheduler holds. */
#define APP_MAX_PRIORITY 31U

typedef struct {
    const char *spec;  /* as workload_open() takes it; if NULL, `make` is used */
    source_maker make; /* as workload_open_made() takes it */
    void *make_ctx;
    uint32_t first_sm;
    uint32_t sms;         /* SMs first_sm .. first_sm + sms - 1, 1 or more */
    colour_range colours; /* of its pages; count 0: as the page allocator deals them. A follower has the
                             colours of the application before it */
    uint32_t priority;    /* of its kernels, 0 to APP_MAX_PRIORITY; a larger one goes first (npq, ppq) */
    uint32_t threads;     /* per cent of the chip's threads that its blocks may take at a time; 0: all */
    uint64_t arrives;     /* core cycle in which its first kernel can begin */
    bool follows;         /* begins when the application before it is over, on its SMs and in its frames */
} gpu_app;

typedef struct {
    char name[64];
    uint16_t asid;
    uint32_t sms;
    uint32_t priority;
    uint32_t threads;            /* per cent of the chip's, likewise; 0: SMs are not shared */
    colour_range colours;        /* as it was asked for */
    bool follows;                /* it began after the end of another one */
    uint64_t launches;           /* finished ones, in the time that is measured */
    uint64_t first_instructions; /* warp instructions of the first launch */
    uint64_t begin;              /* core cycle in which the application began */
    uint64_t first_cycles;       /* core cycles from `begin` to the end of the first launch */
    uint64_t ipc_launches;       /* launches that IPC is of: the first, or those ended (measure.launches) */
    uint64_t ipc_cycles;         /* core cycles that they took, one after the other; 0: none is finished */
    int64_t tokens;              /* TLB-fill tokens at the end; -1: all warps may fill */
    uint64_t window_cycles;      /* core cycles of the window of measurement; 0: the whole run is measured */
    register_use registers;      /* of the whole run */
    app_stats stats;             /* of the time that is measured, relaunches included */
    /* With config.check_values: the final values of the launches, and of one launch in program order.
     */
    value_result_hash values, reference;
    race_report races; /* of one launch */
} app_result;

/* Where the block scheduler shares SMs an application has all of them. */
gpu_app gpu_app_placed(const gpu_app *app, const gpu_config *config);
/* app_result.threads */
uint32_t gpu_app_threads(const gpu_app *app, const gpu_config *config);
/* The warps that its blocks may take at a time, rounded down; 0: any number. */
uint64_t gpu_app_warps(const gpu_app *app, const chip_config *chip);

#endif
