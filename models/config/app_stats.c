/* SPDX-License-Identifier: Apache-2.0 */
#include "config/app_stats.h"

#define APP_COUNTERS (sizeof(app_stats) / sizeof(uint64_t)) /* every field is one */

void counters_add(uint64_t *to, const uint64_t *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] += from[i];
}

void counters_since(uint64_t *counters, const uint64_t *before, size_t count) {
    for (size_t i = 0; i < count; i++)
        counters[i] -= before[i];
}

void app_stats_add(app_stats *to, const app_stats *from) {
    counters_add((uint64_t *)to, (const uint64_t *)from, APP_COUNTERS);
}

void app_stats_since(app_stats *stats, const app_stats *before) {
    counters_since((uint64_t *)stats, (const uint64_t *)before, APP_COUNTERS);
}

static uint64_t of_all_queues(const uint64_t counter[3]) {
    return counter[0] + counter[1] + counter[2];
}

uint64_t app_dram_data_reads(const app_stats *s) {
    return of_all_queues(s->dram_requests) - s->dram_walk_requests;
}

uint64_t app_dram_data_cycles(const app_stats *s) {
    return of_all_queues(s->dram_cycles) - s->dram_walk_cycles;
}

uint64_t app_dram_row_hits(const app_stats *s) {
    return of_all_queues(s->dram_row_hits);
}

uint64_t app_dram_accesses(const app_stats *s) {
    return of_all_queues(s->dram_requests) + s->dram_writes;
}
