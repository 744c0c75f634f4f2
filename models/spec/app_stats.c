/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/app_stats.h"

#include <stddef.h>

/* Every field is a uint64_t, so the structure adds like an array. */
void app_stats_add(app_stats *to, const app_stats *from) {
    uint64_t *a = (uint64_t *)to;
    const uint64_t *b = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *a; i++)
        a[i] += b[i];
}

void app_stats_since(app_stats *stats, const app_stats *before) {
    uint64_t *a = (uint64_t *)stats;
    const uint64_t *b = (const uint64_t *)before;
    for (size_t i = 0; i < sizeof *stats / sizeof *a; i++)
        a[i] -= b[i];
}
