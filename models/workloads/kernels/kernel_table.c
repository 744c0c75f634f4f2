/* The built-in kernels, and their lines in `gmmu list`. One line each in both; tb/pipeline/kernels_test.c
 * compares the second with the parameters. */
#include "workloads/kernels/kernel.h"
#include "workloads/source.h"

const kernel_ops *const *kernel_table(void) {
    static const kernel_ops *const table[] = {
        &kernel_gups, &kernel_stream, &kernel_stencil3d, &kernel_spmv, &kernel_bfs, &kernel_histo, NULL,
    };
    return table;
}

const char *const *kernel_source_help(void) {
    static const char *const help[] = {
        "gups       size=BYTES updates=N    random read-modify-write of a table (HPCC RandomAccess)",
        "stream     size=BYTES passes=N     STREAM triad a = b + s * c",
        "stencil3d  n=N steps=N             7-point Jacobi stencil on an n*n*n grid",
        "spmv       rows=N nnz=N            sparse matrix (CSR, random columns) times vector",
        "bfs        nodes=N degree=N        level-synchronous breadth-first search of a random graph",
        "histo      size=BYTES              histogram of 256 bins, counted in shared memory",
        NULL,
    };
    return help;
}
