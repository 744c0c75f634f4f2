/* SPDX-License-Identifier: Apache-2.0 */
/* Orders for qsort(): smallest first. */
#ifndef GMMU_ORDER_H
#define GMMU_ORDER_H

#include <stdint.h>

static inline int order_uint32(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

#endif
