/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The few functions of NVIDIA's driver that a program needs to run another one on a GPU. Its library is
 * looked for when it is asked for, so neither its headers nor a GPU are needed to build this.
 */
#ifndef GMMU_CUDA_CALLS_H
#define GMMU_CUDA_CALLS_H

#include <stddef.h>
#include <stdint.h>

/* 0: success. */
typedef int cuda_result;

/* As the driver has them. */
typedef struct {
    int type; /* 1: a GPU */
    int id;
} cuda_location;

typedef struct {
    int type;    /* 1: it is never moved */
    int handles; /* 0: for no other process */
    cuda_location location;
    void *attributes;
    unsigned char flags[8];
} cuda_memory;

typedef struct {
    cuda_location location;
    int flags; /* 3: reads and writes */
} cuda_access;

/* Names and parameters are the driver's; a handle is a pointer, a device a number. */
typedef struct {
    cuda_result (*init)(unsigned flags);
    cuda_result (*error_name)(cuda_result, const char **);
    cuda_result (*error_string)(cuda_result, const char **);
    cuda_result (*driver_version)(int *);
    cuda_result (*device_count)(int *);
    cuda_result (*device_get)(int *device, int number);
    cuda_result (*device_name)(char *, int bytes, int device);
    cuda_result (*device_attribute)(int *, int attribute, int device);
    cuda_result (*retain_context)(void **context, int device);
    cuda_result (*release_context)(int device);
    cuda_result (*set_context)(void *context);
    cuda_result (*load_module)(void **module, const void *image);
    cuda_result (*module_function)(void **function, void *module, const char *name);
    cuda_result (*set_function)(void *function, int attribute, int value);
    cuda_result (*memory_info)(size_t *free, size_t *total);
    cuda_result (*alloc)(uint64_t *at, size_t bytes);
    cuda_result (*free)(uint64_t at);
    cuda_result (*create)(uint64_t *handle, size_t bytes, const cuda_memory *, unsigned long long flags);
    cuda_result (*release)(uint64_t handle);
    cuda_result (*reserve)(uint64_t *at, size_t bytes, size_t alignment, uint64_t wanted,
                           unsigned long long flags);
    cuda_result (*unreserve)(uint64_t at, size_t bytes);
    cuda_result (*map)(uint64_t at, size_t bytes, size_t offset, uint64_t handle, unsigned long long flags);
    cuda_result (*unmap)(uint64_t at, size_t bytes);
    cuda_result (*set_access)(uint64_t at, size_t bytes, const cuda_access *, size_t count);
    cuda_result (*clear)(uint64_t at, unsigned char value, size_t bytes);
    cuda_result (*write)(uint64_t at, const void *from, size_t bytes);
    cuda_result (*read)(void *to, uint64_t at, size_t bytes);
    cuda_result (*launch)(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                          unsigned block_y, unsigned block_z, unsigned shared_bytes, void *stream,
                          void **parameters, void **extra);
    cuda_result (*wait)(void);
    void *library;
} cuda_calls;

/* NULL with one line in err: there is no such library. */
cuda_calls *cuda_calls_open(char *err, size_t err_size);
void cuda_calls_close(cuda_calls *calls);

#endif
