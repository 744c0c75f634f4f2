/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_cuda.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "fake_kernel.h"
#include "unit_test.h"

#define RANGE_AT     (UINT64_C(1) << 44) /* addresses that nothing of the host has */
#define SHARED_BYTES (96U << 10)
#define CACHE_BYTES  (2U << 20)
#define MOST_SMS     32U
#define MOST_CLEARED (UINT64_C(64) << 20) /* bytes; more are data, which nobody reads */
#define FAILURE      2

_Thread_local fake_cuda_state fake_cuda_block;

static fake_cuda *the_gpu;
static void *the_context;
static uint32_t launched_shared;

/* False: this call fails. */
static bool fake_call(void) {
    return ++the_gpu->calls != the_gpu->fails;
}

static cuda_result fake_done(bool ok) {
    return ok ? 0 : FAILURE;
}

/* ---- what the driver says ---- */

static cuda_result fake_init(unsigned flags) {
    return fake_done(fake_call() && flags == 0);
}

static cuda_result fake_error_name(cuda_result result, const char **text) {
    *text = result == FAILURE ? "CUDA_ERROR_PLANTED" : NULL;
    return 0;
}

static cuda_result fake_error_string(cuda_result result, const char **text) {
    *text = result == FAILURE ? "the test wants it" : NULL;
    return 0;
}

static cuda_result fake_driver_version(int *version) {
    *version = 12040;
    return fake_done(fake_call());
}

static cuda_result fake_device_count(int *count) {
    *count = 2;
    return fake_done(fake_call());
}

static cuda_result fake_device_get(int *device, int number) {
    *device = number + 10;
    return fake_done(fake_call());
}

static cuda_result fake_device_name(char *name, int bytes, int device) {
    snprintf(name, (size_t)bytes, "Made Up %d", device);
    return fake_done(fake_call());
}

/* Numbers are those of the driver's CUdevice_attribute. */
static cuda_result fake_device_attribute(int *value, int attribute, int device) {
    assert_true(device == 10 || device == 11);
    *value = attribute == 8                       ? 48 << 10
             : attribute == 13                    ? 1500000
             : attribute == 16                    ? (int)the_gpu->said_sms
             : attribute == 38                    ? (int)CACHE_BYTES
             : attribute == 97                    ? (int)SHARED_BYTES
             : attribute == 75 || attribute == 76 ? 7
                                                  : -1;
    return fake_done(fake_call());
}

static cuda_result fake_memory_info(size_t *left, size_t *total) {
    *left = *total = the_gpu->memory_free;
    return fake_done(fake_call());
}

/* ---- contexts and programs ---- */

static cuda_result fake_retain_context(void **context, int device) {
    (void)device;
    if (!fake_call())
        return FAILURE;
    *context = the_context = malloc(1); /* so that one that is kept is a leak */
    return 0;
}

static cuda_result fake_release_context(int device) {
    (void)device;
    free(the_context);
    return 0;
}

static cuda_result fake_set_context(void *context) {
    return fake_done(fake_call() && context);
}

static cuda_result fake_load_module(void **module, const void *image) {
    *module = the_gpu;
    return fake_done(fake_call() && strstr(image, ".target sm_60") && strstr(image, "cuda_run_steps"));
}

static cuda_result fake_module_function(void **function, void *module, const char *name) {
    *function = module;
    return fake_done(fake_call() && strcmp(name, "cuda_run_steps") == 0);
}

static cuda_result fake_set_function(void *function, int attribute, int value) {
    return fake_done(fake_call() && function && attribute == 8 && value == (int)SHARED_BYTES);
}

/* ---- memory ---- */

static void *host_memory(uint64_t at) {
    return (void *)(uintptr_t)at; /* NOLINT(performance-no-int-to-ptr): as the driver has it */
}

static cuda_result fake_alloc(uint64_t *at, size_t bytes) {
    void *p = fake_call() ? malloc(bytes) : NULL;
    *at = (uint64_t)(uintptr_t)p;
    return fake_done(p);
}

static cuda_result fake_free(uint64_t at) {
    free(host_memory(at));
    return 0;
}

static cuda_result fake_create(uint64_t *handle, size_t bytes, const cuda_memory *memory,
                               unsigned long long flags) {
    if (!fake_call() || memory->type != 1 || memory->location.type != 1 || flags)
        return FAILURE;
    return fake_alloc(handle, bytes >> 20);
}

static cuda_result fake_reserve(uint64_t *at, size_t bytes, size_t alignment, uint64_t wanted,
                                unsigned long long flags) {
    *at = RANGE_AT;
    return fake_done(fake_call() && bytes == alignment && !wanted && !flags);
}

static cuda_result fake_unreserve(uint64_t at, size_t bytes) {
    assert_true(at == RANGE_AT && bytes > 0);
    return 0;
}

static cuda_result fake_map(uint64_t at, size_t bytes, size_t offset, uint64_t handle,
                            unsigned long long flags) {
    return fake_done(fake_call() && at >= RANGE_AT && bytes && !offset && handle && !flags);
}

static cuda_result fake_unmap(uint64_t at, size_t bytes) {
    assert_true(at == RANGE_AT && bytes > 0);
    return 0;
}

static cuda_result fake_set_access(uint64_t at, size_t bytes, const cuda_access *access, size_t count) {
    return fake_done(fake_call() && at == RANGE_AT && bytes && count == 1 && access->flags == 3);
}

static cuda_result fake_clear(uint64_t at, unsigned char value, size_t bytes) {
    if (at < RANGE_AT && bytes <= MOST_CLEARED)
        memset(host_memory(at), value, bytes);
    return fake_done(fake_call());
}

static cuda_result fake_write(uint64_t at, const void *from, size_t bytes) {
    memcpy(host_memory(at), from, bytes);
    return fake_done(fake_call());
}

static cuda_result fake_read(void *to, uint64_t at, size_t bytes) {
    memcpy(to, host_memory(at), bytes);
    return fake_done(fake_call());
}

/* ---- a program ---- */

uint32_t fake_cuda_read(uint64_t at) {
    /* One SM reads at a time, as steps wait for each other. */
    const uint32_t far = the_gpu->far ? (uint32_t)(mix(at >> 7) % (the_gpu->far + 1)) : 0;
    const uint32_t jitter =
        the_gpu->jitter ? (uint32_t)(unit_test_random(&the_gpu->random) % (the_gpu->jitter + 1)) : 0;
    return fake_gpu_access(the_gpu->tlbs, fake_cuda_block.sm, at - fake_cuda_block.data) + far + jitter;
}

typedef struct {
    const cuda_run *run;
    uint32_t sm;
} fake_block;

static void *block_main(void *ctx) {
    const fake_block *b = ctx;
    fake_cuda_block = (fake_cuda_state){
        .shared = malloc(launched_shared), .sm = b->sm, .smid = 3 * b->sm + 3, .data = b->run->data};
    cuda_run_steps(b->run);
    free(fake_cuda_block.shared);
    return NULL;
}

static cuda_result fake_launch(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                               unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                               void *stream, void **parameters, void **extra) {
    pthread_t thread[MOST_SMS];
    fake_block block[MOST_SMS];
    if (!fake_call() || !function || grid_x != the_gpu->said_sms || grid_y != 1 || grid_z != 1 ||
        block_x != 32 || block_y != 1 || block_z != 1 || shared_bytes != SHARED_BYTES || stream || extra)
        return FAILURE;
    launched_shared = shared_bytes;
    the_gpu->programs++;
    const cuda_run *run = host_memory(*(uint64_t *)parameters[0]);
    for (uint32_t i = 0; i < the_gpu->sms; i++) {
        block[i] = (fake_block){run, i};
        assert_int_equal(pthread_create(&thread[i], NULL, block_main, &block[i]), 0);
    }
    for (uint32_t i = 0; i < the_gpu->sms; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    return 0;
}

static cuda_result fake_wait(void) {
    return fake_done(fake_call());
}

const cuda_calls *fake_cuda_calls(fake_cuda *gpu) {
    static const cuda_calls calls = {.init = fake_init,
                                     .error_name = fake_error_name,
                                     .error_string = fake_error_string,
                                     .driver_version = fake_driver_version,
                                     .device_count = fake_device_count,
                                     .device_get = fake_device_get,
                                     .device_name = fake_device_name,
                                     .device_attribute = fake_device_attribute,
                                     .retain_context = fake_retain_context,
                                     .release_context = fake_release_context,
                                     .set_context = fake_set_context,
                                     .load_module = fake_load_module,
                                     .module_function = fake_module_function,
                                     .set_function = fake_set_function,
                                     .memory_info = fake_memory_info,
                                     .alloc = fake_alloc,
                                     .free = fake_free,
                                     .create = fake_create,
                                     .release = fake_free,
                                     .reserve = fake_reserve,
                                     .unreserve = fake_unreserve,
                                     .map = fake_map,
                                     .unmap = fake_unmap,
                                     .set_access = fake_set_access,
                                     .clear = fake_clear,
                                     .write = fake_write,
                                     .read = fake_read,
                                     .launch = fake_launch,
                                     .wait = fake_wait};
    the_gpu = gpu;
    return &calls;
}
