/* SPDX-License-Identifier: Apache-2.0 */
/* A clock of the host that takes some nanoseconds to read. Its unit is the host's; it also runs while the
 * thread waits. */
#ifndef GMMU_HOST_CLOCK_H
#define GMMU_HOST_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t host_clock(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
#endif
}

#endif
