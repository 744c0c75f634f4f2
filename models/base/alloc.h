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

/*
 * Room for one more element behind `used` ones: the array, or a larger copy of it. NULL when memory runs out;
 * then the array is as it was. For tables whose size the input decides, so that the run can end with a
 * message.
 */
static inline void *alloc_grow(void *array, size_t used, size_t *room, size_t size) {
    if (used < *room)
        return array;
    const size_t more = *room ? 2 * *room : 64;
    void *grown = more <= SIZE_MAX / size ? realloc(array, more * size) : NULL;
    if (grown)
        *room = more;
    return grown;
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
