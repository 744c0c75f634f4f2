/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Allocation of the model's own tables, whose sizes come from a checked
 * configuration: if memory runs out here, the program ends with one line, and a library's run ends
 * (base/outside.h).
 */
#ifndef GMMU_ALLOC_H
#define GMMU_ALLOC_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/outside.h"

/* Returns `p`. If `p` is NULL (out of memory), ends the program or the run. */
static inline void *alloc_checked(void *p) {
    if (!p)
        outside_no_memory("");
    return p;
}

/* The same of `count` elements, which the line names. */
static inline void *alloc_checked_of(void *p, size_t count, size_t size) {
    if (!p) {
        char what[64];
        (void)snprintf(what, sizeof what, " (%zu x %zu bytes)", count, size);
        outside_no_memory(what);
    }
    return p;
}

/* realloc() of `count` elements that does not return NULL. */
static inline void *alloc_resize(void *old, size_t count, size_t size) {
    void *p = NULL;
    if (size == 0 || count <= SIZE_MAX / size)
        p = realloc(old, count && size ? count * size : 1);
    return alloc_checked_of(p, count, size);
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
    return alloc_checked_of(calloc(count ? count : 1, size ? size : 1), count, size);
}

#endif
