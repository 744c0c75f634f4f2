/* SPDX-License-Identifier: Apache-2.0 */
/* The caches of the machine that simulates: hints that change its speed and nothing else. */
#ifndef GMMU_HOST_CACHE_H
#define GMMU_HOST_CACHE_H

#include <stddef.h>

#define HOST_LINE_BYTES 64U

/* Has the host fetch these bytes, which will be used soon. NULL: nothing. */
static inline void host_prefetch(const void *from, size_t bytes) {
    for (size_t i = 0; from && i < bytes; i += HOST_LINE_BYTES)
        __builtin_prefetch((const unsigned char *)from + i);
}

#endif
