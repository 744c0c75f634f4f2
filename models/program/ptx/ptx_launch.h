/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A launch file (docs/reference/ptx.md): the buffers of an application, the kernels that it runs with their
 * arguments, and what the buffers hold in the end.
 */
#ifndef GMMU_PTX_LAUNCH_H
#define GMMU_PTX_LAUNCH_H

#include "program/ptx/ptx_machine.h"
#include "program/ptx/ptx_module.h"
#include "program/ptx/ptx_toml.h"

#define PTX_BUFFERS       256U
#define PTX_KERNELS       256U
#define PTX_BUFFER_LIMIT  (UINT64_C(1) << 34) /* bytes of all buffers */
#define PTX_STEPS         4096U
#define PTX_STEPS_DEFAULT (UINT64_C(1) << 26)

typedef enum { PTX_FILL_VALUE, PTX_FILL_RANDOM, PTX_FILL_INDEX, PTX_FILL_GIVEN } ptx_fill;

typedef struct {
    char *name;
    ptx_type type;
    uint64_t base, bytes;
    bool fresh; /* first written by a kernel */
    ptx_fill fill;
    double low, high;     /* of PTX_FILL_RANDOM */
    uint64_t element;     /* bits of each; of PTX_FILL_VALUE */
    uint8_t *given;       /* of PTX_FILL_GIVEN: first contents */
    uint64_t given_bytes; /* repeated */
    uint8_t *data;
} ptx_buffer;

typedef enum { PTX_STEP_KERNEL, PTX_STEP_COPY, PTX_STEP_RESET } ptx_step_kind;

typedef struct {
    ptx_step_kind kind;
    uint32_t repeat;
    uint32_t from, to; /* buffers */
    uint32_t kernel;   /* of the launch's */
    uint32_t grid[3], block[3];
    uint32_t shared_bytes;
    uint8_t *parameters;
} ptx_launch_step;

typedef struct {
    uint32_t buffer, same; /* same: another buffer, or PTX_NONE */
    uint64_t offset;       /* bytes, of the first that is compared */
    uint8_t *expected;
    uint64_t bytes;
    double tolerance;
    bool one_value; /* `expected` is one element, for all */
    uint32_t line;  /* of the launch file */
} ptx_check;

typedef struct {
    ptx_buffer buffer[PTX_BUFFERS];
    uint32_t buffers;
    ptx_launch_step *step;
    uint32_t steps;
    ptx_check *check;
    uint32_t checks;
    ptx_kernel kernel[PTX_KERNELS]; /* each once */
    const ptx_function *function[PTX_KERNELS];
    uint32_t kernels;
    uint32_t repeat;      /* of all steps */
    uint64_t block_steps; /* warp instructions of a thread block */
    uint32_t registers;
    uint8_t *variables; /* host memory of the module's */
    ptx_memory memory;
    ptx_region region[PTX_BUFFERS + 1];
    uint64_t seed;
} ptx_launch;

/* Reads the file, and makes buffers and kernels. m, path: as long as the launch. NULL with a line in err. */
ptx_launch *ptx_launch_open(ptx_module *m, const char *path, uint32_t registers, uint64_t seed, char *err,
                            size_t err_size);
void ptx_launch_close(ptx_launch *l);
/* All buffers and variables have their first contents. */
bool ptx_launch_reset(ptx_launch *l, const ptx_module *m, char *err, size_t err_size);
/* Do the buffers hold what the file expects, which is at `path`? False with a line in err. */
bool ptx_launch_check(const ptx_launch *l, const char *path, char *err, size_t err_size);
/* A buffer has its first contents again. */
void ptx_launch_refill(ptx_launch *l, uint32_t buffer);
/* The files that the launch file names, one by one. False: one line in err, also when `file` says so. */
typedef bool (*ptx_file_fn)(void *ctx, const char *path, char *err, size_t err_size);
bool ptx_launch_files(const char *path, ptx_file_fn file, void *ctx, char *err, size_t err_size);

#endif
