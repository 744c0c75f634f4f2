/* SPDX-License-Identifier: Apache-2.0 */
#include "workloads/kernels/kernel.h"
#include "workloads/source.h"

/* The built-in kernels, one line each, and what `gmmu list` says of them.
 * tb/workloads/kernels_test.c compares it with the name, the parameters and the summary. */
#define KERNELS(K)                                                                                           \
    K(gups, "gups                 size=BYTES updates=N        ",                                             \
      "random read-modify-write of a table (HPCC RandomAccess)")                                             \
    K(stream, "stream               size=BYTES passes=N         ", "STREAM triad a = b + s * c")             \
    K(stencil3d, "stencil3d            n=N steps=N                 ",                                        \
      "7-point Jacobi stencil on an n*n*n grid")                                                             \
    K(spmv, "spmv                 rows=N nnz=N                ",                                             \
      "sparse matrix (CSR, random columns) times vector")                                                    \
    K(bfs, "bfs                  nodes=N degree=N            ",                                              \
      "level-synchronous breadth-first search of a random graph")                                            \
    K(histo, "histo                size=BYTES                  ",                                            \
      "histogram of 256 bins, counted in shared memory")                                                     \
    K(page_stride, "page-stride          threads=N wild=0|1          ",                                      \
      "c = a + b, one page per thread and array")                                                            \
    K(pagemix, "pagemix              hot=N cold=N percent=N touches=N share=N work=N visits=N blocks=N ",    \
      "visits of hot and cold pages, for any TLB miss rates")                                                \
    K(parboil_sgemm, "parboil-sgemm        m=N n=N k=N                 ",                                    \
      "dense matrix product with register tiles (Parboil mysgemmNT)")                                        \
    K(parboil_cutcp, "parboil-cutcp        regions=N atoms=N radius=N  ",                                    \
      "potential of atoms on a lattice with a cutoff (Parboil lattice6overlap)")                             \
    K(parboil_tpacf, "parboil-tpacf        sets=N points=N             ",                                    \
      "angular correlation histograms (Parboil genhists)")                                                   \
    K(parboil_mri_q, "parboil-mri-q        samples=N voxels=N          ",                                    \
      "Q matrix of an MR image reconstruction (Parboil ComputePhiMag, ComputeQ)")                            \
    K(parboil_stencil, "parboil-stencil      n=N nz=N steps=N            ",                                  \
      "7-point stencil, columns in registers (Parboil block2D_reg_tiling)")                                  \
    K(parboil_lbm, "parboil-lbm          ny=N nz=N steps=N regs=N    ",                                      \
      "lattice-Boltzmann flow, 19 velocities (Parboil StreamCollide)")                                       \
    K(parboil_histo, "parboil-histo        size=BYTES                  ",                                    \
      "saturating histogram, the middle in shared memory (Parboil main, final)")                             \
    K(parboil_sad, "parboil-sad          width=N height=N            ",                                      \
      "sums of absolute differences over a search window (Parboil mbsadcalc)")                               \
    K(parboil_bfs, "parboil-bfs          nodes=N degree=N            ",                                      \
      "breadth-first search with queues in shared memory")                                                   \
    K(parboil_mri_gridding, "parboil-mri-gridding n=N samples=N               ",                             \
      "k-space samples onto a grid, very uneven work (Parboil griddingGPU)")                                 \
    K(parboil_spmv, "parboil-spmv         rows=N nnz=N                ",                                     \
      "sparse matrix (jagged diagonals) times vector (Parboil spmvjds)")                                     \
    K(halloc_add_strings, "halloc-add-strings   pairs=N length=N            ",                               \
      "strings allocated and concatenated on the device")                                                    \
    K(halloc_grid_points, "halloc-grid-points   points=N side=N             ",                               \
      "points inserted into lists of grid cells on a device heap")                                           \
    K(halloc_random_graph, "halloc-random-graph  nodes=N degree=N            ",                              \
      "edge lists of random length allocated on the device")

#define OPS(id, arguments, summary)  &kernel_##id,
#define HELP(id, arguments, summary) arguments summary,

const kernel_ops *const *kernel_table(void) {
    static const kernel_ops *const table[] = {KERNELS(OPS) NULL};
    return table;
}

const char *const *kernel_source_help(void) {
    static const char *const help[] = {KERNELS(HELP) NULL};
    return help;
}
