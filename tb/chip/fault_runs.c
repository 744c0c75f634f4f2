/* SPDX-License-Identifier: Apache-2.0 */
#include "fault_runs.h"

#include <stdio.h>
#include <string.h>

#include "unit_test.h"

#define GUPS   "kernel:gups,size=1M,updates=4K"
#define STREAM "kernel:stream,size=384K"

const fault_run fault_runs[] = {
    {.scheme = "stall", .app = GUPS, .link = "nvlink", .faults = FAULTS_MIGRATE, .races = true},
    {"stall", STREAM, "pcie", .faults = FAULTS_LAZY},
    {"stall", STREAM, "pcie", .faults = FAULTS_MIGRATE},
    {"inorder-issue", STREAM, "nvlink", .faults = FAULTS_MIGRATE},
    {.scheme = "inorder-commit", .app = GUPS, .link = "nvlink", .faults = FAULTS_MIGRATE, .races = true},
    {.scheme = "wd-commit", .app = GUPS, .link = "nvlink", .faults = FAULTS_MIGRATE, .races = true},
    {"wd-lastcheck", STREAM, "nvlink", .faults = FAULTS_MIGRATE},
    {.scheme = "replay", .app = GUPS, .link = "nvlink", .faults = FAULTS_MIGRATE, .races = true},
    {.scheme = "replay", .app = STREAM, .link = "nvlink", .faults = FAULTS_LAZY, .local = true},
    {.scheme = "oplog:8K", .app = STREAM, .link = "pcie", .faults = FAULTS_MIGRATE, .local = true},
    {.scheme = "oplog:16K",
     .app = "kernel:bfs,nodes=2K",
     .link = "nvlink",
     .faults = FAULTS_MIGRATE,
     .races = true},
    {"oplog:20K", "kernel:histo,size=128K", "nvlink", .faults = FAULTS_MIGRATE},
    {"replay", "kernel:stencil3d,n=16", "nvlink", .faults = FAULTS_MIGRATE},
    {.scheme = "replay", .app = STREAM, .link = "nvlink", .faults = FAULTS_MIGRATE, .switching = SWITCH_ON},
    {.scheme = "oplog:16K",
     .app = STREAM,
     .link = "pcie",
     .faults = FAULTS_LAZY,
     .switching = SWITCH_ON,
     .local = true},
    {.scheme = "wd-lastcheck",
     .app = GUPS,
     .link = "nvlink",
     .faults = FAULTS_MIGRATE,
     .switching = SWITCH_IDEAL,
     .races = true},
    {.scheme = "oplog:8K",
     .app = "kernel:histo,size=128K",
     .link = "pcie",
     .faults = FAULTS_MIGRATE,
     .switching = SWITCH_IDEAL},
    {.scheme = NULL},
};

void fault_run_setup(const fault_run *r, experiment *x) {
    memset(x, 0, sizeof *x);
    (void)snprintf(x->label, sizeof x->label, "%s", r->scheme);
    x->config = (gpu_config){.chip = *chip_preset("tanasic"),
                             .design = *design_preset("sharedtlb"),
                             .exceptions = exception_defaults,
                             .window_bytes = 1 << 20,
                             .seed = 7,
                             .check_values = !r->races};
    config_set_defaults(&x->config);
    assert_true(exception_scheme_parse(r->scheme, &x->config.exceptions));
    x->config.exceptions.faults = r->faults;
    x->config.exceptions.link = *host_link_find(r->link);
    x->config.exceptions.switch_blocks = r->switching;
    if (r->switching != SWITCH_OFF) { /* few blocks fit, so that there are others to come in */
        x->config.chip.sm.count = 2;
        x->config.chip.sm.max_blocks = 2;
    }
    x->config.exceptions.local_faults = r->local;
    x->max_cycles = 5000000;
    x->app[0] = (gpu_app){.spec = r->app, .sms = x->config.chip.sm.count};
    x->napps = 1;
}

void fault_run_all(experiment *x, size_t count) {
    experiment *list[4];
    assert_true(count <= 4);
    for (size_t i = 0; i < count; i++)
        list[i] = &x[i];
    bool ok = experiments_run(list, count, 2, NULL, NULL);
    for (size_t i = 0; i < count; i++) {
        if (!x[i].ok)
            print_error("%s, %s: %s\n", x[i].label, x[i].app[0].spec, x[i].error);
        else
            assert_true(app_values_right(&x[i].result.app[0]));
    }
    assert_true(ok);
}
