/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Allocation of the model's own tables, whose sizes come from a checked
 * configuration: if memory runs out here, the program ends with one line.
 */
#ifndef GMMU_ALLOC_H
#define GMMU_ALLOC_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns `p`. If `p` is NULL (out of memory), ends the program. */
static inline void *alloc_checked(void *p) {
    if (!p) {
        (void)fprintf(stderr, "gmmu: out of memory\n");
        exit(2);
    }
    return p;
}

/* realloc() of `count` elements that does not return NULL. */
static inline void *alloc_resize(void *old, size_t count, size_t size) {
    void *p = NULL;
    if (size == 0 || count <= SIZE_MAX / size)
        p = realloc(old, count && size ? count * size : 1);
    if (!p) {
        (void)fprintf(stderr, "gmmu: out of memory (%zu x %zu bytes)\n", count, size);
        exit(2);
    }
    return p;
}

/* calloc() that does not return NULL. */
static inline void *alloc_zeroed(size_t count, size_t size) {
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p) {
        (void)fprintf(stderr, "gmmu: out of memory (%zu x %zu bytes)\n", count, size);
        exit(2);
    }
    return p;
}

#endif
