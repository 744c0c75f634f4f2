/* SPDX-License-Identifier: Apache-2.0 */
#include "study/probe/probe_noise.h"

#include <stddef.h>

#include "base/mix.h"

static void add_noise(probe_noise *n, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    for (uint32_t i = 0; i < launches; i++)
        for (uint32_t k = probe_launch_accesses(&launch[i]); k > 0; k--)
            *latency++ += (uint32_t)(random_next(&n->random) % (UINT64_C(1) + n->most));
}

static bool probe_noise_run(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    probe_noise *n = ctx;
    if (!n->quiet->run(n->quiet->ctx, launch, launches, latency))
        return false;
    add_noise(n, launch, launches, latency);
    return true;
}

static bool probe_noise_run_apart(void *ctx, const probe_launch *first, uint32_t firsts,
                                  const probe_launch *second, uint32_t seconds, uint32_t *latency) {
    probe_noise *n = ctx;
    if (!n->quiet->run_apart(n->quiet->ctx, first, firsts, second, seconds, latency))
        return false;
    add_noise(n, second, seconds, latency);
    return true;
}

probe_machine probe_noise_machine(probe_noise *noise) {
    probe_machine m = *noise->quiet;
    m.ctx = noise;
    m.run = probe_noise_run;
    m.run_together = NULL;
    m.run_apart = noise->quiet->run_apart ? probe_noise_run_apart : NULL;
    return m;
}
