/* SPDX-License-Identifier: Apache-2.0 */
#include "study/cuda/cuda_calls.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

#define LIBRARY "libcuda.so.1"

static const struct {
    const char *name;
    size_t at; /* of the pointer in cuda_calls */
} symbols[] = {
    {"cuInit", offsetof(cuda_calls, init)},
    {"cuGetErrorName", offsetof(cuda_calls, error_name)},
    {"cuGetErrorString", offsetof(cuda_calls, error_string)},
    {"cuDriverGetVersion", offsetof(cuda_calls, driver_version)},
    {"cuDeviceGetCount", offsetof(cuda_calls, device_count)},
    {"cuDeviceGet", offsetof(cuda_calls, device_get)},
    {"cuDeviceGetName", offsetof(cuda_calls, device_name)},
    {"cuDeviceGetAttribute", offsetof(cuda_calls, device_attribute)},
    {"cuDevicePrimaryCtxRetain", offsetof(cuda_calls, retain_context)},
    {"cuDevicePrimaryCtxRelease_v2", offsetof(cuda_calls, release_context)},
    {"cuCtxSetCurrent", offsetof(cuda_calls, set_context)},
    {"cuModuleLoadData", offsetof(cuda_calls, load_module)},
    {"cuModuleGetFunction", offsetof(cuda_calls, module_function)},
    {"cuFuncSetAttribute", offsetof(cuda_calls, set_function)},
    {"cuMemGetInfo_v2", offsetof(cuda_calls, memory_info)},
    {"cuMemAlloc_v2", offsetof(cuda_calls, alloc)},
    {"cuMemFree_v2", offsetof(cuda_calls, free)},
    {"cuMemCreate", offsetof(cuda_calls, create)},
    {"cuMemRelease", offsetof(cuda_calls, release)},
    {"cuMemAddressReserve", offsetof(cuda_calls, reserve)},
    {"cuMemAddressFree", offsetof(cuda_calls, unreserve)},
    {"cuMemMap", offsetof(cuda_calls, map)},
    {"cuMemUnmap", offsetof(cuda_calls, unmap)},
    {"cuMemSetAccess", offsetof(cuda_calls, set_access)},
    {"cuMemsetD8_v2", offsetof(cuda_calls, clear)},
    {"cuMemcpyHtoD_v2", offsetof(cuda_calls, write)},
    {"cuMemcpyDtoH_v2", offsetof(cuda_calls, read)},
    {"cuLaunchKernel", offsetof(cuda_calls, launch)},
    {"cuCtxSynchronize", offsetof(cuda_calls, wait)},
};

cuda_calls *cuda_calls_open(char *err, size_t err_size) {
    cuda_calls *calls = alloc_zeroed(1, sizeof *calls);
    calls->library = dlopen(LIBRARY, RTLD_NOW);
    if (!calls->library) {
        snprintf(err, err_size, "%s: not found; expected NVIDIA's driver and a GPU", LIBRARY);
        cuda_calls_close(calls);
        return NULL;
    }
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *found = dlsym(calls->library, symbols[i].name);
        if (!found) {
            snprintf(err, err_size, "%s: has no %s", LIBRARY, symbols[i].name);
            cuda_calls_close(calls);
            return NULL;
        }
        *(void **)((char *)calls + symbols[i].at) = found;
    }
    return calls;
}

void cuda_calls_close(cuda_calls *calls) {
    if (calls && calls->library)
        (void)dlclose(calls->library);
    free(calls);
}
