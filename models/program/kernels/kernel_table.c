/* SPDX-License-Identifier: Apache-2.0 */
#include "program/kernels/kernel.h"

/* The built-in kernels; what `gmmu list` says of them is in their kernel_ops. */
#define KERNELS(K)                                                                                           \
    K(gups)                                                                                                  \
    K(stream)                                                                                                \
    K(stencil3d)                                                                                             \
    K(spmv)                                                                                                  \
    K(bfs)                                                                                                   \
    K(histo)                                                                                                 \
    K(page_stride)                                                                                           \
    K(pagemix)                                                                                               \
    K(random_sample)                                                                                         \
    K(group_by)                                                                                              \
    K(parboil_sgemm)                                                                                         \
    K(parboil_cutcp)                                                                                         \
    K(parboil_tpacf)                                                                                         \
    K(parboil_mri_q)                                                                                         \
    K(parboil_stencil)                                                                                       \
    K(parboil_lbm)                                                                                           \
    K(parboil_histo)                                                                                         \
    K(parboil_sad)                                                                                           \
    K(parboil_bfs)                                                                                           \
    K(parboil_mri_gridding)                                                                                  \
    K(parboil_spmv)                                                                                          \
    K(halloc_add_strings)                                                                                    \
    K(halloc_grid_points)                                                                                    \
    K(halloc_random_graph)                                                                                   \
    K(trd)                                                                                                   \
    K(scp)                                                                                                   \
    K(red)                                                                                                   \
    K(nn)                                                                                                    \
    K(nnet)                                                                                                  \
    K(histogram)                                                                                             \
    K(fft2)                                                                                                  \
    K(blk)                                                                                                   \
    K(sc)                                                                                                    \
    K(cons)                                                                                                  \
    K(mm)                                                                                                    \
    K(srad)                                                                                                  \
    K(srad_v1)                                                                                               \
    K(fd3d)                                                                                                  \
    K(randomaccess)                                                                                          \
    K(bp)                                                                                                    \
    K(fwt)                                                                                                   \
    K(hs)                                                                                                    \
    K(lud)                                                                                                   \
    K(nw)                                                                                                    \
    K(fft)                                                                                                   \
    K(scan)                                                                                                  \
    K(lps)                                                                                                   \
    K(mum)                                                                                                   \
    K(ray)                                                                                                   \
    K(cfd)                                                                                                   \
    K(qtc)                                                                                                   \
    K(luh)                                                                                                   \
    K(sn)                                                                                                    \
    K(caffe)

#define OPS(id) &kernel_##id,

const kernel_ops *const *kernel_table(void) {
    static const kernel_ops *const table[] = {KERNELS(OPS) NULL};
    return table;
}
