/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The traffic of `gmmu` through its SM memory pipeline: every access that the SMs of a whole chip
 * issue, with the cycles of issue and completion. Another model of the pipeline
 * can be driven with it and compared to it. C++ can include this.
 */
#ifndef GMMU_SYSTEMC_STIMULUS_H
#define GMMU_SYSTEMC_STIMULUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/app_stats.h"
#include "config/config.h"
#include "program/workload.h"

#define STIMULUS_APPS 2U

typedef struct {
    uint64_t id;           /* the SM's number of the instruction */
    uint64_t issued, done; /* cycles; done 0: in flight at the end */
    uint32_t core;
    uint8_t warp;
    warp_inst inst;
} stimulus_access;

typedef struct {
    uint32_t app;
    uint64_t vpn;
} stimulus_page;

typedef struct {
    stimulus_access *access; /* in order of issue */
    size_t accesses, access_room;
    stimulus_page *page; /* in the order in which the driver maps them */
    size_t pages, page_room;
    uint8_t sm_app[CHIP_MAX_SMS];
    uint64_t cycles;      /* the last cycle of the run */
    uint64_t memory_hash; /* event hash without the issue events of the SMs */
    app_stats stats[STIMULUS_APPS];
} stimulus;

/* Runs two applications, each on half of the SMs. Each must be one kernel whose blocks
 * all fit its SMs, so that the order of the pages is known. False with one line in err. */
bool stimulus_record(stimulus *s, const gpu_config *config, const char *const spec[STIMULUS_APPS], char *err,
                     size_t err_size);
/* Lines the access is coalesced into. */
uint32_t stimulus_lines(const stimulus_access *a);
void stimulus_free(stimulus *s);

#endif
