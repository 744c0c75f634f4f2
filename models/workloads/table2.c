/* SPDX-License-Identifier: Apache-2.0 */
#include "workloads/table2.h"

#include <stddef.h>
#include <string.h>

/*
 * D: the paper names no data sets. A size here has two reasons only: the data lie on several times the 512
 * pages that the L2 TLB holds, and a run takes seconds. docs/reproduction.md has what comes out.
 */
const table2_app table2_apps[] = {
    /* L1 low, L2 low */
    {"LUD", "kernel:lud", false, false},
    {"NN", "kernel:nn", false, false},
    /* L1 low, L2 high */
    {"BFS2", "kernel:bfs,nodes=256K,degree=8", false, true},
    {"FFT", "kernel:fft", false, true},
    {"HISTO", "kernel:parboil-histo", false, true},
    {"NW", "kernel:nw", false, true},
    {"QTC", "kernel:qtc", false, true},
    {"RAY", "kernel:ray", false, true},
    {"SAD", "kernel:parboil-sad,width=512,height=256", false, true},
    {"SCP", "kernel:scp", false, true},
    /* L1 high, L2 low */
    {"BP", "kernel:bp", true, false},
    {"GUP", "kernel:gups,size=64M", true, false},
    {"HS", "kernel:hs", true, false},
    {"LPS", "kernel:lps", true, false},
    /* L1 high, L2 high */
    {"3DS", "kernel:parboil-stencil,n=256,nz=32", true, true},
    {"BLK", "kernel:blk", true, true},
    {"CFD", "kernel:cfd", true, true},
    {"CONS", "kernel:cons", true, true},
    {"FWT", "kernel:fwt", true, true},
    {"LUH", "kernel:luh", true, true},
    {"MM", "kernel:mm", true, true},
    {"MUM", "kernel:mum", true, true},
    {"RED", "kernel:red", true, true},
    {"SC", "kernel:sc", true, true},
    {"SCAN", "kernel:scan", true, true},
    {"SRAD", "kernel:srad", true, true},
    {"TRD", "kernel:trd", true, true},
    {0},
};

const table2_app *table2_find(const char *name) {
    for (const table2_app *a = table2_apps; a->name; a++)
        if (strcmp(a->name, name) == 0)
            return a;
    return NULL;
}

const table2_app *table2_of_spec(const char *spec) {
    for (const table2_app *a = table2_apps; a->name; a++)
        if (strcmp(a->spec, spec) == 0)
            return a;
    return NULL;
}
