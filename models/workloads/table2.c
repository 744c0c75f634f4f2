/* SPDX-License-Identifier: Apache-2.0 */
#include "workloads/table2.h"

#include <stddef.h>
#include <string.h>

/*
 * The paper names no data sets. The programs that its authors publish with their simulator do
 * (CMU-SAFARI/Mosaic at 5788aae, v3.x/pthread_benchmark, a folder each): where that is said, a size is
 * theirs, as near as a kernel here comes to it. Launches that only repeat are fewer, so that a run takes
 * seconds. docs/reproduction/mask-classes.md has what comes out.
 */
const table2_app table2_apps[] = {
    /* L1 low, L2 low */
    {"LUD", "kernel:lud,n=256", false, false}, /* LUD: 256.dat */
    {"NN", "kernel:nnet", false, false},       /* NN: 28 pictures */
    /* L1 low, L2 high */
    {"BFS2", "kernel:bfs,nodes=32K,degree=16", false, true},         /* BFS2: 32k nodes, 500k edges */
    {"FFT", "kernel:fft2", false, true},                             /* FFT: 1024 transforms of 256 */
    {"HISTO", "kernel:histogram", false, true},                      /* HISTO: 1920 x 1080 x 4 bytes */
    {"NW", "kernel:nw,length=2K", false, true},                      /* NW: 2048 */
    {"QTC", "kernel:qtc,points=4K,clusters=1,shoc=1", false, true},  /* QTC: 4096 points; all clusters */
    {"RAY", "kernel:ray,width=64,height=64,local=1", false, true},   /* RAY: 64 x 64 */
    {"SAD", "kernel:parboil-sad,width=176,height=144", false, true}, /* SAD: 176 x 144 */
    {"SCP", "kernel:scp", false, true},                              /* SCP: 256 pairs of 4096 */
    /* L1 high, L2 low */
    {"BP", "kernel:bp,stores=1", true, false},   /* BP: 65536 inputs */
    {"GUP", "kernel:randomaccess", true, false}, /* GUPS: 4 MB, four updates a word */
    {"HS", "kernel:hs,n=512", true, false},      /* HS: 512, two launches */
    {"LPS", "kernel:lps,steps=1", true, false},  /* LPS: 100, one step */
    /* L1 high, L2 high */
    {"3DS", "kernel:fd3d", true, true},                         /* 3DS: 256 x 128 x 128 */
    {"BLK", "kernel:blk,options=2000000,passes=1", true, true}, /* BLK: 2 000 000, once */
    {"CFD", "kernel:cfd,n=32", true, true},                     /* CFD: fvcorr.domn.193K; 2000 steps */
    {"CONS", "kernel:cons,width=3072,height=1536,steps=4", true, true}, /* CONS: 3072 x 1536, ten times */
    {"FWT", "kernel:fwt,log2=23,product=128", true, true},              /* FWT: 2^23 */
    {"LUH", "kernel:luh,n=45", true, true},                             /* LUH: 45; up to 50 steps */
    {"MM", "kernel:parboil-sgemm,m=1K,n=1056,k=992", true, true},       /* MM: a product of 1024 x 1056 */
    {"MUM", "kernel:mum", true, true},                         /* D: not among those that they build */
    {"RED", "kernel:red,rounds=8,passes=10", true, true},      /* RED: 1 MB, ten passes */
    {"SC", "kernel:sc,dims=256,candidates=1", true, true},     /* SC: 65536 points, 256 dimensions */
    {"SCAN", "kernel:scan,n=256K,passes=10", true, true},      /* SCAN: 1 MB, ten passes */
    {"SRAD", "kernel:srad-v1,steps=4", true, true},            /* SRAD: 502 x 458, 100 steps */
    {"TRD", "kernel:trd,n=4M,passes=1,chunk=16K", true, true}, /* TRD: 64 KB to 16 MB, ten times */
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
