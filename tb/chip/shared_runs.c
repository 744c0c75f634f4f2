/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_runs.h"

#include <stdio.h>
#include <string.h>

#include "unit_test.h"

void shared_run_setup(const shared_run *r, const char *scheduler, uint64_t shuffle, experiment *x) {
    memset(x, 0, sizeof *x);
    (void)snprintf(x->label, sizeof x->label, "%s %s", r->chip, scheduler);
    x->config = (gpu_config){.chip = *chip_preset(r->chip),
                             .design = *design_preset("sharedtlb"),
                             .exceptions = exception_defaults,
                             .window_bytes = 1 << 20,
                             .seed = 7,
                             .shuffle_seed = shuffle,
                             .check_values = true};
    config_set_defaults(&x->config);
    x->config.schedule.slice_cycles = 3000;
    assert_true(exception_scheme_parse(r->scheme, &x->config.exceptions));
    x->config.exceptions.faults = r->faults;
    x->config.design.block_scheduler = scheduler;
    x->config.chip.sm.count = 4; /* few, so that they are full */
    x->max_cycles = 8000000;
}

void shared_run_setup_mosaic(const shared_run *r, uint64_t shuffle, experiment *x) {
    shared_run_setup(r, "static", shuffle, x);
    x->config.design = *design_preset("mosaic");
    for (uint32_t i = 0; i < 2; i++) {
        tlb_level_config *l = &x->config.chip.tlb.level[i];
        l->sizes = (page_size_list){1, {4096}};
        l->arrays = 1;
        l->array[0] = (tlb_array_config){.entries = 16, .sizes = {1, {2U << 20}}};
    }
}

void shared_run_place_apps(const shared_run *r, experiment *x) {
    const uint32_t sms = x->config.chip.sm.count;
    while (x->napps < SHARED_RUN_APPS && r->app[x->napps])
        x->napps++;
    for (uint32_t i = 0; i < x->napps; i++)
        x->app[i] = (gpu_app){.spec = r->app[i], .first_sm = i * sms / x->napps, .sms = sms / x->napps};
}

void shared_runs_all(experiment *x, size_t count) {
    experiment *list[2] = {&x[0], &x[1]};
    const bool ok = experiments_run(list, count, 2, NULL, NULL);
    for (size_t i = 0; i < count; i++) {
        if (!x[i].ok)
            print_error("%s: %s\n", x[i].label, x[i].error);
        for (uint32_t a = 0; x[i].ok && x[i].config.check_values && a < x[i].napps; a++)
            if (!app_values_right(&x[i].result.app[a]))
                fail_msg("%s: %s: other values than in program order", x[i].label, x[i].result.app[a].name);
    }
    assert_true(ok);
}

void shared_runs_free(experiment *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        gpu_result_free(&x[i].result);
}
