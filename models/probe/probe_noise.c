/* SPDX-License-Identifier: Apache-2.0 */
#include "probe/probe_noise.h"

#include <stddef.h>

#include "base/mix.h"

static bool probe_noise_run(void *ctx, const probe_launch *launch, uint32_t launches, uint32_t *latency) {
    probe_noise *n = ctx;
    if (!n->quiet->run(n->quiet->ctx, launch, launches, latency))
        return false;
    for (uint32_t i = 0; i < launches; i++)
        for (uint32_t k = probe_launch_accesses(&launch[i]); k > 0; k--)
            *latency++ += (uint32_t)(random_next(&n->random) % (UINT64_C(1) + n->most));
    return true;
}

probe_machine probe_noise_machine(probe_noise *noise) {
    probe_machine m = *noise->quiet;
    m.ctx = noise;
    m.run = probe_noise_run;
    m.run_together = NULL;
    return m;
}
