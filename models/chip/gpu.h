/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole chip that runs several applications, each in its own address space on its
 * own SMs: assembled from the components, run to the end, measured.
 *
 * Every application runs its kernels in order. An application that finishes before the
 * others is launched again, so that contention stays (MASK 6); the run ends when
 * each has finished once. IPC counts the first launch.
 *
 * With a window of measurement (config.measure) every application is launched again until the window's end,
 * which ends the run, and everything is counted in the window alone.
 *
 * With config.measure.launches every application is launched again until each has finished this number of
 * launches (thesis 5.3.1), or the run has lasted measure.most_cycles: one that starves has finished fewer
 * then, and has IPC 0 where it has finished none.
 *
 * An application may follow another one (gpu_app.follows). It takes its place when that is over for the first
 * time and nothing of it is in flight: its SMs, its ASID, its index in the hardware, and its frames, which
 * the driver gives back. All TLBs, page-walk caches and L1 caches are empty then (a shootdown). D: this takes
 * no time, and the place keeps the number of TLB-fill tokens.
 */
#ifndef GMMU_GPU_H
#define GMMU_GPU_H

#include <stddef.h>

#include "chip/compaction.h"
#include "chip/tick_profile.h"
#include "chip/timeline.h"
#include "config/app_stats.h"
#include "config/config.h"
#include "config/observer.h"
#include "config/switch_stats.h"
#include "dispatch/block_scheduler.h"
#include "dispatch/gpu_app.h"
#include "mem/place_use.h"
#include "mmu/inplace_coalescer.h"
#include "mmu/last_level.h"
#include "os/fault_unit.h"
#include "sm/parts/values.h"

typedef struct {
    uint64_t cycles;      /* core cycles of the run */
    uint64_t window_from; /* the first core cycle that is measured; with a window `cycles` is its end */
    uint64_t mem_cycles;  /* measured */
    uint64_t bus_cycles;  /* cycles of the run, times the data buses of DRAM */
    uint64_t event_hash;
    uint64_t events;
    uint32_t apps;
    app_result app[CHIP_MAX_APPS];
    uint64_t queue_sum[3]; /* entries in the golden, silver, normal queues, summed over cycles and channels */
    double queue_level[3]; /* average entries in one of them */
    fault_stats faults;    /* all 0 without a fault unit */
    switch_stats switching;
    preemption_stats preemptions; /* of the whole run */
    inplace_totals coalescing;    /* all 0 without a page coalescer */
    compaction_totals compaction;
    uint64_t owned_frames;   /* at the end: large frames that an application has, with */
    uint64_t pages_in_use;   /* base pages in them that are allocated */
    uint64_t spare_pages;    /* base pages in them that nobody else gets, though nobody uses them */
    uint64_t failsafe_pages; /* of the whole run: phys_mem_failsafe() */
    place_counts places;     /* likewise: place_use_count() */
    /* Freed by gpu_result_free(): one per epoch and application, epoch by epoch, and one per epoch. */
    epoch_sample *epochs;
    app_flow *app_flow; /* of the same epoch and application */
    size_t epoch_samples;
    chip_flow *chip_flow;
    size_t chip_epochs;
    /* Likewise, with config.measure_ticks: tick_profile_of(). */
    tick_row *ticks;
    size_t tick_rows;
    double seconds; /* host time */
} gpu_result;

/* Core cycles in which things were counted: of the run, or of the window. */
static inline uint64_t gpu_measured_cycles(const gpu_result *r) {
    return r->cycles - r->window_from;
}

typedef enum {
    GPU_RUNNING, /* the slice is over, call again */
    GPU_DONE,
    GPU_ERROR /* bad input in the middle, wrong translation, or a hang: gpu_error() */
} gpu_status;

typedef struct gpu gpu;

/* NULL with one line in err: unknown unit, too many SMs or applications, an input that cannot be opened. */
gpu *gpu_new(const gpu_config *config, const gpu_app *apps, uint32_t napps, const observer *watch, char *err,
             size_t err_size);
void gpu_free(gpu *g);
/* Before the first gpu_run(): as driver_map_in_order(), for a program that wants physical memory in one
 * piece. */
bool gpu_map_in_order(gpu *g, uint32_t app, uint64_t vpn, uint64_t pages, uint64_t frame);
/* Simulates at most `cycles` more core cycles. */
gpu_status gpu_run(gpu *g, uint64_t cycles);
const char *gpu_error(const gpu *g);
/* Fraction of the work done, 0..1, for a progress bar: thread blocks of the first launches. */
double gpu_progress(const gpu *g);
uint64_t gpu_cycle(const gpu *g);
void gpu_collect(const gpu *g, gpu_result *result);
/* After GPU_DONE with config.check_values: computes the references. False: one line in err. */
bool gpu_reference(gpu *g, gpu_result *result, char *err, size_t err_size);
/* With config.check_values: are the final values of every application right? It must have been launched once.
 */
bool app_values_right(const app_result *app);
/* Same cycles, events and statistics; host time does not count. */
bool gpu_result_equal(const gpu_result *a, const gpu_result *b);
void gpu_result_free(gpu_result *result);

/* The core cycle in which the window ends, and with it the run; 0: there is none. */
uint64_t gpu_window_end(const gpu_config *config);

/* Of an application's first launch, of the finished ones, or of the window: warp instructions, core
 * cycles, their ratio. */
uint64_t app_ipc_instructions(const app_result *app);
uint64_t app_ipc_cycles(const app_result *app);
double app_ipc(const app_result *app);

#endif
