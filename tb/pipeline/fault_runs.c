#include "fault_runs.h"

#include <stdio.h>
#include <string.h>

#include "unit_test.h"

#define GUPS   "kernel:gups,size=1M,updates=4K"
#define STREAM "kernel:stream,size=384K"

const fault_run fault_runs[] = {
    {"stall", FAULTS_MIGRATE, GUPS, "nvlink", false, true},
    {"stall", FAULTS_LAZY, STREAM, "pcie", false, false},
    {"stall", FAULTS_MIGRATE, STREAM, "pcie", false, false},
    {"inorder-issue", FAULTS_MIGRATE, STREAM, "nvlink", false, false},
    {"inorder-commit", FAULTS_MIGRATE, GUPS, "nvlink", false, true},
    {"wd-commit", FAULTS_MIGRATE, GUPS, "nvlink", false, true},
    {"wd-lastcheck", FAULTS_MIGRATE, STREAM, "nvlink", false, false},
    {"replay", FAULTS_MIGRATE, GUPS, "nvlink", false, true},
    {"replay", FAULTS_LAZY, STREAM, "nvlink", true, false},
    {"oplog:8K", FAULTS_MIGRATE, STREAM, "pcie", true, false},
    {"oplog:16K", FAULTS_MIGRATE, "kernel:bfs,nodes=2K", "nvlink", false, true},
    {"oplog:20K", FAULTS_MIGRATE, "kernel:histo,size=128K", "nvlink", false, false},
    {"replay", FAULTS_MIGRATE, "kernel:stencil3d,n=16", "nvlink", false, false},
    {.scheme = NULL},
};

void fault_run_setup(const fault_run *r, experiment *x) {
    memset(x, 0, sizeof *x);
    (void)snprintf(x->label, sizeof x->label, "%s", r->scheme);
    x->config = (gpu_config){.chip = *chip_preset("tanasic"),
                             .design = *design_preset("sharedtlb"),
                             .mask = mask_defaults,
                             .exceptions = exception_defaults,
                             .window_bytes = 1 << 20,
                             .seed = 7,
                             .tokens = !r->races};
    assert_true(exception_scheme_parse(r->scheme, &x->config.exceptions));
    x->config.exceptions.faults = r->faults;
    x->config.exceptions.link = *host_link_find(r->link);
    x->config.exceptions.local_faults = r->local;
    x->max_cycles = 5000000;
    x->app[0] = (gpu_app){.spec = r->app, .sms = x->config.chip.sms};
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
