/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_workloads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 512

const gpu_workload gpu_workloads[] = {
    {"vectoradd alone", "mask", {"@vectoradd_sm80"}, 0},
    {"matmul with gups", "mask", {"@matmul_tiled_sm61", "kernel:gups,size=8M,updates=2048"}, 4416},
    {"bfs trace with stream", "mask", {"@bfs_rodinia_sm80", "kernel:stream,size=1M"}, 0},
    {"gups with stream", "mask", {"kernel:gups,size=16M,updates=8K", "kernel:stream,size=2M"}, 0},
    {"three applications",
     "mask",
     {"kernel:spmv,rows=4K", "kernel:histo,size=256K", "kernel:stencil3d,n=32"},
     0},
    {"bfs with gups, tokens only", "mask-tlb", {"kernel:bfs,nodes=4K", "kernel:gups,size=8M,updates=4K"}, 0},
    {"spmv with stream, L2 bypass only", "mask-cache", {"kernel:spmv,rows=8K", "kernel:stream,size=1M"}, 0},
    {"gups with gups, DRAM queues only",
     "mask-dram",
     {"kernel:gups,size=8M,updates=4K", "kernel:gups,size=8M,updates=4K"},
     0},
    {"baseline", "sharedtlb", {"kernel:gups,size=8M,updates=4K", "kernel:stream,size=1M"}, 0},
    {"page-walk cache for the TLB",
     "pwcache",
     {"kernel:gups,size=8M,updates=4K", "kernel:stream,size=1M"},
     0},
    {"coalesced pages", "mosaic", {"kernel:gups,size=4M,updates=4K", "kernel:stream,size=1M"}, 0},
    {"the block gmmu", "gmmu", {"kernel:gups,size=4M,updates=2K", "kernel:stream,size=512K"}, 0},
    {"pages in the host's memory",
     "mask",
     {"kernel:stream,size=256K,pinned=1", "kernel:group-by,size=256K,scope=64K,rows=2,blocks=16,input=2"},
     0},
    {"ideal", "ideal", {"kernel:bfs,nodes=4K", "kernel:stream,size=1M"}, 0},
    {.name = NULL},
};

/* "@x" becomes trace:TRACES/x/kernelslist.g; NULL when there is no such file. */
static const char *resolve(const char *spec, char *path) {
    if (spec[0] != '@')
        return spec;
    const char *traces = getenv("GMMU_TRACES");
    snprintf(path, PATH_BYTES, "trace:%s/%s/kernelslist.g", traces ? traces : "../shared/traces", spec + 1);
    FILE *file = fopen(path + strlen("trace:"), "r");
    if (!file) {
        printf("SKIP: no trace %s\n", path);
        return NULL;
    }
    fclose(file);
    return path;
}

bool gpu_workload_setup(const gpu_workload *w, experiment *x) {
    static char paths[3][PATH_BYTES]; /* one workload is set up at a time */
    memset(x, 0, sizeof *x);
    snprintf(x->label, sizeof x->label, "%s", w->name);
    x->config.chip = *chip_preset("mask");
    x->config.design = *design_preset(w->design);
    config_set_defaults(&x->config);
    x->config.exceptions = exception_defaults;
    x->config.mask.epoch_cycles = 5000; /* so that short runs see several epochs */
    x->config.window_bytes = 1 << 20;
    x->config.seed = 7;
    x->max_cycles = 20000000;
    for (uint32_t i = 0; i < 3 && w->spec[i]; i++) {
        x->app[i].spec = resolve(w->spec[i], paths[i]);
        if (!x->app[i].spec)
            return false;
        x->napps++;
    }
    uint32_t share = x->config.chip.sm.count / x->napps;
    for (uint32_t i = 0; i < x->napps; i++) {
        x->app[i].first_sm = i * share;
        x->app[i].sms = share;
    }
    return true;
}
