/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/epoch_lines.h"
#include "cli/option_rtl.h"
#include "cli/run_all.h"

static experiment *add_run(session *s, const char *label, const design_config *design) {
    experiment *x = alloc_zeroed(1, sizeof *x);
    snprintf(x->label, sizeof x->label, "%s", label);
    x->config = s->o.on.config;
    x->config.design = *design;
    x->max_cycles = s->o.max_cycles;
    s->list[s->count++] = x;
    return x;
}

static void add_designs(session *s, const observer *watch) {
    for (uint32_t i = 0; i < s->o.on.designs; i++) {
        char label[48];
        const bool rtl = s->o.on.design[i].rtl || s->o.on.config.rtl_units[0];
        snprintf(label, sizeof label, "%s%s", s->o.on.design[i].design.name, rtl ? "+rtl" : "");
        experiment *x = add_run(s, label, &s->o.on.design[i].design);
        if (s->o.on.design[i].rtl)
            option_rtl_all(&x->config);
        x->napps = s->o.napps;
        memcpy(x->app, s->o.app, sizeof x->app);
        x->watch = i == 0 ? watch : NULL;
        if (s->o.every)
            epoch_lines_begin(&s->lines, x, s->o.every);
    }
    s->designs = s->count;
}

/*
 * Alone means: the same SMs, nothing else on the chip (MASK 6). Decision: always
 * on SharedTLB, so that one denominator serves all designs and weighted speedups
 * can be compared; and always in C, which RTL equals cycle by cycle.
 */
static void add_alone(session *s) {
    if (!s->o.alone || s->o.napps < 2)
        return;
    for (uint32_t i = 0; i < s->o.napps; i++) {
        experiment *x = add_run(s, "alone", design_preset("sharedtlb"));
        x->config.design.block_scheduler = s->o.on.config.design.block_scheduler;
        memset(x->config.rtl_units, 0, sizeof x->config.rtl_units);
        x->napps = 1;
        x->app[0] = s->o.app[i];
        x->app[0].follows = false;
    }
    s->have_alone = true;
}

static void take_alone(session *s) {
    for (uint32_t i = 0; s->have_alone && i < s->o.napps; i++)
        s->alone_ipc[i] = app_ipc(&s->list[s->designs + i]->result.app[0]);
}

bool session_run(session *s, const observer *watch, bool quiet) {
    add_designs(s, watch);
    add_alone(s);
    const bool ok = run_all(s->list, s->count, s->o.jobs, quiet);
    if (ok)
        take_alone(s);
    return ok;
}

void session_free(session *s) {
    for (size_t i = 0; i < s->count; i++) {
        gpu_result_free(&s->list[i]->result);
        free(s->list[i]);
    }
    run_options_end(&s->o);
    free(s);
}

const double *session_alone(const session *s) {
    return s->have_alone ? s->alone_ipc : NULL;
}
