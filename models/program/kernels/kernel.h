/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a built-in kernel is: parameters, data, launches, the code of one warp, and
 * a check of the results against a plain reference.
 */
#ifndef GMMU_KERNEL_H
#define GMMU_KERNEL_H

#include "base/mix.h"
#include "program/kernels/simt.h"

#define KERNEL_MAX_PARAMS     8U
#define KERNEL_VA_BASE        UINT64_C(0x100000000) /* first virtual address of a kernel's data */
#define KERNEL_PINNED_BASE    UINT64_C(0x800000000) /* likewise of what stays in the host's memory */
#define KERNEL_BUFFERS        32U                   /* at most */
#define KERNEL_PHASES_TO_EXIT UINT32_MAX

typedef struct {
    const char *key; /* NULL ends the list */
    uint64_t value;  /* default */
    uint64_t min, max;
    const char *what; /* unit and meaning */
} kernel_param;

/* Shape of one launch. */
typedef struct {
    const char *name; /* of the kernel; NULL: the application's */
    uint64_t blocks;
    uint32_t block_dim; /* threads, up to 1024 */
    uint32_t regs;      /* per thread, 8..255 */
    uint32_t shared_bytes;
    uint32_t phases;      /* barrier-separated parts; the runner adds the barriers, 1 or more. A warp that
                             exits early has no more: KERNEL_PHASES_TO_EXIT when data decide how many */
    uint32_t state_bytes; /* of a warp, for simt.state */
} launch_shape;

typedef struct kernel_data kernel_data; /* private to each kernel */

/* Buffers follow each other from KERNEL_VA_BASE, page-aligned, one page apart; pinned ones likewise from
 * KERNEL_PINNED_BASE, so that no page of any size has a part in each memory. */
typedef struct {
    struct {
        uint64_t first_vpn, pages;
        page_origin origin;
    } range[KERNEL_BUFFERS];
    uint32_t count;
    uint64_t next, next_pinned; /* virtual addresses; 0: the base */
} va_space;

typedef struct {
    const char *name;
    const char *summary;
    kernel_param params[KERNEL_MAX_PARAMS + 1];
    /* p: the values in the order of params; buffers come from va. NULL when out of memory.
     * All data must be in the state before the first launch. */
    kernel_data *(*open)(const uint64_t *p, uint64_t seed, va_space *va);
    void (*close)(kernel_data *d);
    /* Restores the state of open(). */
    void (*reset)(kernel_data *d);
    /* Launch n (from 0), called when all blocks of launch n-1 have run. False: no more. */
    bool (*launch)(kernel_data *d, uint32_t n, launch_shape *shape);
    /* Runs phase w->phase of one warp. */
    void (*warp)(kernel_data *d, simt *w);
    /* NULL when the results are right, else what is wrong. */
    const char *(*check)(const kernel_data *d);
} kernel_ops;

extern const kernel_ops kernel_gups;
extern const kernel_ops kernel_stream;
extern const kernel_ops kernel_stencil3d;
extern const kernel_ops kernel_spmv;
extern const kernel_ops kernel_bfs;
extern const kernel_ops kernel_histo;
extern const kernel_ops kernel_page_stride;
extern const kernel_ops kernel_pagemix;
extern const kernel_ops kernel_random_sample;
extern const kernel_ops kernel_group_by;
extern const kernel_ops kernel_parboil_sgemm;
extern const kernel_ops kernel_parboil_cutcp;
extern const kernel_ops kernel_parboil_tpacf;
extern const kernel_ops kernel_parboil_mri_q;
extern const kernel_ops kernel_parboil_stencil;
extern const kernel_ops kernel_parboil_lbm;
extern const kernel_ops kernel_parboil_bfs;
extern const kernel_ops kernel_parboil_histo;
extern const kernel_ops kernel_parboil_mri_gridding;
extern const kernel_ops kernel_parboil_sad;
extern const kernel_ops kernel_parboil_spmv;
extern const kernel_ops kernel_halloc_add_strings;
extern const kernel_ops kernel_halloc_grid_points;
extern const kernel_ops kernel_halloc_random_graph;
/* models/program/apps */
extern const kernel_ops kernel_trd;
extern const kernel_ops kernel_scp;
extern const kernel_ops kernel_red;
extern const kernel_ops kernel_nn;
extern const kernel_ops kernel_nnet;
extern const kernel_ops kernel_histogram;
extern const kernel_ops kernel_fft2;
extern const kernel_ops kernel_blk;
extern const kernel_ops kernel_sc;
extern const kernel_ops kernel_cons;
extern const kernel_ops kernel_mm;
extern const kernel_ops kernel_srad;
extern const kernel_ops kernel_srad_v1;
extern const kernel_ops kernel_fd3d;
extern const kernel_ops kernel_randomaccess;
extern const kernel_ops kernel_bp;
extern const kernel_ops kernel_fwt;
extern const kernel_ops kernel_hs;
extern const kernel_ops kernel_lud;
extern const kernel_ops kernel_nw;
extern const kernel_ops kernel_fft;
extern const kernel_ops kernel_scan;
extern const kernel_ops kernel_lps;
extern const kernel_ops kernel_mum;
extern const kernel_ops kernel_ray;
extern const kernel_ops kernel_cfd;
extern const kernel_ops kernel_qtc;
extern const kernel_ops kernel_luh;
extern const kernel_ops kernel_sn;
extern const kernel_ops kernel_caffe;

/* All of them, NULL at the end. */
const kernel_ops *const *kernel_table(void);

/* ---- helpers shared by the kernels ---- */

/* Zeroed memory; data is NULL when out of memory. The host writes it before the first
 * launch: its pages are PAGE_HOST. */
buffer kernel_buffer(va_space *va, uint64_t bytes);
/* The same, but first written by the kernel, as output or a heap on the device: PAGE_FRESH. */
buffer kernel_buffer_fresh(va_space *va, uint64_t bytes);
/* As the first, but it stays in the host's memory, where the kernel reads and writes it: PAGE_PINNED. */
buffer kernel_buffer_pinned(va_space *va, uint64_t bytes);
/* A large one of the host's whose lines are made when they are read; sparse is NULL when out of memory. */
buffer kernel_buffer_sparse(va_space *va, uint64_t bytes, sparse_fill fill, const void *context);
/* Constants, `bytes` bytes at `data`, which stay the kernel's: not to be freed. An address is also taken for
 * them, for CONSTANTS_GLOBAL; so this comes after the buffers, whose addresses do not depend on it. */
buffer kernel_constants(va_space *va, const void *data, uint64_t bytes);
/* The origin of a page; PAGE_INVALID outside the buffers. */
page_origin kernel_page_origin(const va_space *va, uint64_t vpn);
bool kernel_pins_pages(const va_space *va); /* is there a pinned buffer? */
void kernel_buffer_free(buffer *b);
void kernel_buffer_swap(buffer *a, buffer *b);
/* Undoes swaps, for the next launch: a, which was made first, has the lower address again. */
void kernel_buffer_unswap(buffer *a, buffer *b);

/* Blocks of block_dim threads that cover n threads. */
uint64_t kernel_blocks(uint64_t n, uint32_t block_dim);

#endif
