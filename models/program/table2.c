/* SPDX-License-Identifier: Apache-2.0 */
#include "program/table2.h"

#include <stddef.h>
#include <string.h>

/*
 * The paper names no data sets. The programs that its authors publish with their simulator do
 * (CMU-SAFARI/Mosaic at 5788aae, v3.x/pthread_benchmark, a folder each): where that is said, a size is
 * theirs, as near as a kernel here comes to it. Launches that only repeat are fewer, so that a run takes
 * seconds. docs/reports/mask-classes.md has what comes out.
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

/*
 * Other sizes of those that are in another row here than in the paper. One parameter, the one that makes rows
 * longer or pages more, is a quarter and four times as large; or twice, where the kernel takes no more, and
 * for NW, to save time. What the program ties to it goes with it: GUP has four updates of an element, and
 * both sides of SRAD's image change by two.
 */
static const struct {
    const char *name, *smaller, *larger;
} table2_sizes[] = {
    {"HISTO", "kernel:histogram,size=2025K", "kernel:histogram,size=32400K"},
    {"NW", "kernel:nw,length=512", "kernel:nw,length=4K"},
    {"QTC", "kernel:qtc,points=1K,clusters=1,shoc=1", "kernel:qtc,points=8K,clusters=1,shoc=1"},
    {"BP", "kernel:bp,inputs=16K,stores=1", "kernel:bp,inputs=256K,stores=1"},
    {"GUP", "kernel:randomaccess,log2=17,updates=8", "kernel:randomaccess,log2=21,updates=128"},
    {"LPS", "kernel:lps,n=25,steps=1", "kernel:lps,n=400,steps=1"},
    {"3DS", "kernel:fd3d,x=64", "kernel:fd3d,x=1024"},
    {"CFD", "kernel:cfd,n=8", "kernel:cfd,n=64"},
    {"CONS", "kernel:cons,width=768,height=1536,steps=4", "kernel:cons,width=12K,height=1536,steps=4"},
    {"FWT", "kernel:fwt,log2=21,product=128", "kernel:fwt,log2=25,product=128"},
    {"LUH", "kernel:luh,n=11", "kernel:luh,n=90"},
    {"MM", "kernel:parboil-sgemm,m=256,n=1056,k=992", "kernel:parboil-sgemm,m=4K,n=1056,k=992"},
    {"RED", "kernel:red,rounds=2,passes=10", "kernel:red,rounds=32,passes=10"},
    {"SC", "kernel:sc,points=16K,dims=256,candidates=1", "kernel:sc,points=256K,dims=256,candidates=1"},
    {"SCAN", "kernel:scan,n=64K,passes=10", "kernel:scan,n=1M,passes=10"},
    {"SRAD", "kernel:srad-v1,rows=251,columns=229,steps=4", "kernel:srad-v1,rows=1004,columns=916,steps=4"},
    {"TRD", "kernel:trd,n=1M,passes=1,chunk=16K", "kernel:trd,n=16M,passes=1,chunk=16K"},
};

const table2_app *table2_find(const char *name) {
    for (const table2_app *a = table2_apps; a->name; a++)
        if (strcmp(a->name, name) == 0)
            return a;
    return NULL;
}

void table2_offer(near_name *n) {
    for (const table2_app *a = table2_apps; a->name; a++)
        near_name_offer(n, a->name);
}

const table2_app *table2_of_spec(const char *spec) {
    for (const table2_app *a = table2_apps; a->name; a++)
        for (uint32_t i = 0; table2_size(a, i); i++)
            if (strcmp(table2_size(a, i), spec) == 0)
                return a;
    return NULL;
}

const char *table2_size(const table2_app *a, uint32_t i) {
    for (size_t k = 0; k < sizeof table2_sizes / sizeof *table2_sizes; k++)
        if (strcmp(table2_sizes[k].name, a->name) == 0) {
            const char *const size[] = {table2_sizes[k].smaller, a->spec, table2_sizes[k].larger};
            return i < sizeof size / sizeof *size ? size[i] : NULL;
        }
    return i == 0 ? a->spec : NULL;
}
