/* SPDX-License-Identifier: Apache-2.0 */
/* A GPU of NVIDIA's, its memory, and one program on it. */
#ifndef GMMU_CUDA_DRIVER_H
#define GMMU_CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "study/cuda/cuda_calls.h"

#define CUDA_NAME_BYTES  128U
#define CUDA_ERROR_BYTES 256U

typedef struct cuda_driver cuda_driver;

/* What the driver says about the GPU. */
typedef struct {
    char name[CUDA_NAME_BYTES];
    uint32_t driver;       /* version of CUDA that it knows: 1000 * major + 10 * minor */
    uint32_t capability;   /* 10 * major + minor */
    uint32_t sms;          /* of the GPU, or of the part that is given to us */
    uint32_t mhz;          /* of the SMs, at most */
    uint64_t cache_bytes;  /* of the L2 cache */
    uint64_t free_bytes;   /* of memory */
    uint32_t shared_bytes; /* of shared memory that a block can have */
} cuda_facts;

/* calls must outlive it. Loads the program, a text in PTX, on GPU number `device`, and finds its entry. NULL
 * with one line in err.
 */
cuda_driver *cuda_driver_open(const cuda_calls *calls, uint32_t device, const char *ptx, const char *entry,
                              char *err, size_t err_size);
void cuda_driver_close(cuda_driver *d);
const cuda_facts *cuda_driver_facts(const cuda_driver *d);
/* Why the last call failed: one line. */
const char *cuda_driver_error(const cuda_driver *d);

/* All addresses are the device's. False: it failed. */
bool cuda_driver_alloc(cuda_driver *d, uint64_t bytes, uint64_t *at);
/* A range of addresses, aligned to its size, that are all backed: by one piece of memory, over and over
 * again. So more can be translated than there is memory. Both are powers of two. */
bool cuda_driver_map(cuda_driver *d, uint64_t range_bytes, uint64_t piece_bytes, uint64_t *at);
bool cuda_driver_clear(cuda_driver *d, uint64_t at, uint64_t bytes);
bool cuda_driver_write(cuda_driver *d, uint64_t at, const void *from, size_t bytes);
bool cuda_driver_read(cuda_driver *d, void *to, uint64_t at, size_t bytes);
/* Runs the entry, whose one parameter is an address, and waits for its end. */
bool cuda_driver_launch(cuda_driver *d, uint64_t parameter, uint32_t blocks, uint32_t threads,
                        uint32_t shared_bytes);

#endif
