/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/probe_progress.h"

#include <stddef.h>

static uint64_t accesses_of(const probe_launch *launch, uint32_t launches) {
    uint64_t accesses = 0;
    for (uint32_t i = 0; i < launches; i++)
        accesses += launch[i].count;
    return accesses;
}

static void add_accesses(probe_progress *p, uint64_t accesses) {
    p->accesses += accesses;
    progress_count(&p->bar, p->accesses, "accesses");
}

static bool probe_progress_run(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    probe_progress *p = ctx;
    add_accesses(p, accesses_of(launch, launches));
    return p->machine->run(p->machine->ctx, launch, launches, latency);
}

/* The others go on and on, so only accesses that are timed can be counted. */
static bool probe_progress_run_together(void *ctx, const probe_launch *thread, uint32_t threads,
                                        uint32_t rounds, uint32_t *latency) {
    probe_progress *p = ctx;
    add_accesses(p, rounds * accesses_of(thread, 1));
    return p->machine->run_together(p->machine->ctx, thread, threads, rounds, latency);
}

static bool probe_progress_run_apart(void *ctx, const probe_launch *first, uint32_t firsts,
                                     const probe_launch *second, uint32_t seconds, uint32_t *latency) {
    probe_progress *p = ctx;
    add_accesses(p, accesses_of(first, firsts) + accesses_of(second, seconds));
    return p->machine->run_apart(p->machine->ctx, first, firsts, second, seconds, latency);
}

probe_machine probe_progress_begin(probe_progress *progress, const probe_machine *machine, bool quiet) {
    probe_machine m = *machine;
    *progress = (probe_progress){.machine = machine, .bar = progress_begin(quiet)};
    m.ctx = progress;
    m.run = probe_progress_run;
    m.run_together = machine->run_together ? probe_progress_run_together : NULL;
    m.run_apart = machine->run_apart ? probe_progress_run_apart : NULL;
    return m;
}

void probe_progress_end(probe_progress *progress) {
    progress_end(&progress->bar);
}
