/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/probe_progress.h"

#include <stddef.h>

static void count_launches(probe_progress *p, const probe_launch *launch, uint32_t launches) {
    for (uint32_t i = 0; i < launches; i++)
        p->accesses += launch[i].count;
}

static bool probe_progress_run(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    probe_progress *p = ctx;
    count_launches(p, launch, launches);
    progress_count(&p->bar, p->accesses, "accesses");
    return p->machine->run(p->machine->ctx, launch, launches, latency);
}

/* The others go on and on, so only accesses that are timed can be counted. */
static bool probe_progress_run_together(void *ctx, const probe_launch *thread, uint32_t threads,
                                        uint32_t rounds, uint32_t *latency) {
    probe_progress *p = ctx;
    if (threads > 0)
        p->accesses += (uint64_t)thread[0].count * rounds;
    progress_count(&p->bar, p->accesses, "accesses");
    return p->machine->run_together(p->machine->ctx, thread, threads, rounds, latency);
}

static bool probe_progress_run_apart(void *ctx, const probe_launch *first, uint32_t firsts,
                                     const probe_launch *second, uint32_t seconds, uint32_t *latency) {
    probe_progress *p = ctx;
    count_launches(p, first, firsts);
    count_launches(p, second, seconds);
    progress_count(&p->bar, p->accesses, "accesses");
    return p->machine->run_apart(p->machine->ctx, first, firsts, second, seconds, latency);
}

probe_machine probe_progress_begin(probe_progress *progress, const probe_machine *machine) {
    probe_machine m = *machine;
    *progress = (probe_progress){.machine = machine, .bar = progress_begin(false)};
    m.ctx = progress;
    m.run = probe_progress_run;
    m.run_together = machine->run_together ? probe_progress_run_together : NULL;
    m.run_apart = machine->run_apart ? probe_progress_run_apart : NULL;
    return m;
}

void probe_progress_end(probe_progress *progress) {
    progress_end(&progress->bar);
}
