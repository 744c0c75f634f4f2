/* SPDX-License-Identifier: Apache-2.0 */
/* The caches of the machine that simulates: hints that change its speed and nothing else. */
#ifndef GMMU_HOST_CACHE_H
#define GMMU_HOST_CACHE_H

#include <stddef.h>

#define HOST_LINE_BYTES 64U

/* Has the host fetch these bytes, which will be used soon. NULL: nothing. */
static inline void host_prefetch(const void *from, size_t bytes) {
    const unsigned char *first = from;
    if (first == NULL || bytes == 0)
        return;
    for (size_t i = 0; i < bytes; i += HOST_LINE_BYTES)
        __builtin_prefetch(first + i);
    __builtin_prefetch(first + bytes - 1); /* in one more line, unless the first byte begins one */
    /* gcc takes a function that only prefetches for one without effect, and leaves out its calls. */
    __asm__ volatile("");
}

#endif
