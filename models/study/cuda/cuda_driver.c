/* SPDX-License-Identifier: Apache-2.0 */
#include "study/cuda/cuda_driver.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

/* Numbers of the driver's attributes. */
enum {
    DEVICE_SHARED_PER_BLOCK = 8,
    DEVICE_CLOCK_KHZ = 13,
    DEVICE_SMS = 16,
    DEVICE_CACHE_BYTES = 38,
    DEVICE_CAPABILITY_MAJOR = 75,
    DEVICE_CAPABILITY_MINOR = 76,
    DEVICE_SHARED_OPT_IN = 97,
    FUNCTION_SHARED_BYTES = 8
};

#define MOST_PIECES 4U

struct cuda_driver {
    const cuda_calls *call;
    int device;
    bool has_context;
    void *function;
    uint64_t piece[MOST_PIECES]; /* of memory */
    uint32_t pieces;
    uint64_t range, range_bytes, mapped; /* a range of addresses, and how much of it is mapped */
    uint64_t handle;                     /* of the memory behind it */
    cuda_facts facts;
    char error[CUDA_ERROR_BYTES];
};

static bool cuda_ok(cuda_driver *d, const char *what, cuda_result result) {
    const char *name = NULL, *text = NULL;
    if (result == 0)
        return true;
    (void)d->call->error_name(result, &name);
    (void)d->call->error_string(result, &text);
    snprintf(d->error, sizeof d->error, "%s: %s: %s", what, name ? name : "unknown error", text ? text : "?");
    return false;
}

/* ---- opening ---- */

static bool find_device(cuda_driver *d, uint32_t number) {
    int count = 0;
    if (!cuda_ok(d, "cuDeviceGetCount", d->call->device_count(&count)))
        return false;
    if (number >= (uint32_t)count) {
        snprintf(d->error, sizeof d->error, "GPU %u: expected a number below %d, the number of GPUs",
                 (unsigned)number, count);
        return false;
    }
    return cuda_ok(d, "cuDeviceGet", d->call->device_get(&d->device, (int)number));
}

static bool device_attribute(cuda_driver *d, int attribute, uint32_t *value) {
    int found = 0;
    const bool ok =
        cuda_ok(d, "cuDeviceGetAttribute", d->call->device_attribute(&found, attribute, d->device));
    *value = (uint32_t)found;
    return ok;
}

static bool find_facts(cuda_driver *d) {
    cuda_facts *f = &d->facts;
    int version = 0;
    uint32_t khz = 0, major = 0, minor = 0, cache = 0, opt_in = 0;
    const bool ok = cuda_ok(d, "cuDriverGetVersion", d->call->driver_version(&version)) &&
                    cuda_ok(d, "cuDeviceGetName", d->call->device_name(f->name, sizeof f->name, d->device)) &&
                    device_attribute(d, DEVICE_SMS, &f->sms) && device_attribute(d, DEVICE_CLOCK_KHZ, &khz) &&
                    device_attribute(d, DEVICE_CACHE_BYTES, &cache) &&
                    device_attribute(d, DEVICE_CAPABILITY_MAJOR, &major) &&
                    device_attribute(d, DEVICE_CAPABILITY_MINOR, &minor) &&
                    device_attribute(d, DEVICE_SHARED_PER_BLOCK, &f->shared_bytes) &&
                    device_attribute(d, DEVICE_SHARED_OPT_IN, &opt_in);
    f->name[sizeof f->name - 1] = '\0';
    f->driver = (uint32_t)version;
    f->capability = 10 * major + minor;
    f->mhz = khz / 1000;
    f->cache_bytes = cache;
    f->shared_bytes = opt_in > f->shared_bytes ? opt_in : f->shared_bytes;
    return ok;
}

static bool load_program(cuda_driver *d, const char *ptx, const char *entry) {
    void *context = NULL, *module = NULL;
    size_t unused = 0, left = 0;
    if (!cuda_ok(d, "cuDevicePrimaryCtxRetain", d->call->retain_context(&context, d->device)))
        return false;
    d->has_context = true;
    const bool ok =
        cuda_ok(d, "cuCtxSetCurrent", d->call->set_context(context)) &&
        cuda_ok(d, "cuModuleLoadData", d->call->load_module(&module, ptx)) &&
        cuda_ok(d, "cuModuleGetFunction", d->call->module_function(&d->function, module, entry)) &&
        cuda_ok(d, "cuFuncSetAttribute",
                d->call->set_function(d->function, FUNCTION_SHARED_BYTES, (int)d->facts.shared_bytes)) &&
        cuda_ok(d, "cuMemGetInfo", d->call->memory_info(&left, &unused));
    d->facts.free_bytes = left;
    return ok;
}

cuda_driver *cuda_driver_open(const cuda_calls *calls, uint32_t device, const char *ptx, const char *entry,
                              char *err, size_t err_size) {
    cuda_driver *d = alloc_zeroed(1, sizeof *d);
    d->call = calls;
    if (cuda_ok(d, "cuInit", calls->init(0)) && find_device(d, device) && find_facts(d) &&
        load_program(d, ptx, entry))
        return d;
    snprintf(err, err_size, "%s", d->error);
    cuda_driver_close(d);
    return NULL;
}

void cuda_driver_close(cuda_driver *d) {
    if (!d)
        return;
    for (uint32_t i = 0; i < d->pieces; i++)
        (void)d->call->free(d->piece[i]);
    if (d->mapped)
        (void)d->call->unmap(d->range, d->mapped);
    if (d->range)
        (void)d->call->unreserve(d->range, d->range_bytes);
    if (d->handle)
        (void)d->call->release(d->handle);
    if (d->has_context)
        (void)d->call->release_context(d->device);
    free(d);
}

const cuda_facts *cuda_driver_facts(const cuda_driver *d) {
    return &d->facts;
}

const char *cuda_driver_error(const cuda_driver *d) {
    return d->error;
}

/* ---- work ---- */

bool cuda_driver_alloc(cuda_driver *d, uint64_t bytes, uint64_t *at) {
    if (d->pieces == MOST_PIECES) {
        snprintf(d->error, sizeof d->error, "expected at most %u pieces of memory", MOST_PIECES);
        return false;
    }
    if (!cuda_ok(d, "cuMemAlloc", d->call->alloc(at, bytes)))
        return false;
    d->piece[d->pieces++] = *at;
    return true;
}

bool cuda_driver_map(cuda_driver *d, uint64_t range_bytes, uint64_t piece_bytes, uint64_t *at) {
    const cuda_location here = {.type = 1, .id = d->device};
    const cuda_memory memory = {.type = 1, .location = here};
    const cuda_access access = {.location = here, .flags = 3};
    if (d->range) {
        snprintf(d->error, sizeof d->error, "expected one range of addresses");
        return false;
    }
    uint64_t handle = 0, range = 0;
    if (!cuda_ok(d, "cuMemCreate", d->call->create(&handle, piece_bytes, &memory, 0)))
        return false;
    d->handle = handle;
    if (!cuda_ok(d, "cuMemAddressReserve", d->call->reserve(&range, range_bytes, range_bytes, 0, 0)))
        return false;
    d->range = range;
    d->range_bytes = range_bytes;
    for (; d->mapped < range_bytes; d->mapped += piece_bytes)
        if (!cuda_ok(d, "cuMemMap", d->call->map(d->range + d->mapped, piece_bytes, 0, d->handle, 0)))
            return false;
    *at = d->range;
    return cuda_ok(d, "cuMemSetAccess", d->call->set_access(d->range, range_bytes, &access, 1));
}

bool cuda_driver_clear(cuda_driver *d, uint64_t at, uint64_t bytes) {
    return cuda_ok(d, "cuMemsetD8", d->call->clear(at, 0, bytes)) &&
           cuda_ok(d, "cuCtxSynchronize", d->call->wait());
}

bool cuda_driver_write(cuda_driver *d, uint64_t at, const void *from, size_t bytes) {
    return cuda_ok(d, "cuMemcpyHtoD", d->call->write(at, from, bytes));
}

bool cuda_driver_read(cuda_driver *d, void *to, uint64_t at, size_t bytes) {
    return cuda_ok(d, "cuMemcpyDtoH", d->call->read(to, at, bytes));
}

bool cuda_driver_launch(cuda_driver *d, uint64_t parameter, uint32_t blocks, uint32_t threads,
                        uint32_t shared_bytes) {
    void *parameters[1] = {&parameter};
    return cuda_ok(d, "cuLaunchKernel",
                   d->call->launch(d->function, blocks, 1, 1, threads, 1, 1, shared_bytes, NULL, parameters,
                                   NULL)) &&
           cuda_ok(d, "cuCtxSynchronize", d->call->wait());
}
