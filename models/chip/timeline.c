/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/timeline.h"

#include <stdlib.h>

#include "base/alloc.h"

void timeline_init(timeline *t, uint64_t length, uint32_t apps) {
    *t = (timeline){.length = length, .apps = apps};
}

void timeline_free(timeline *t) {
    free(t->app);
    free(t->chip);
}

uint64_t timeline_end(const timeline *t) {
    return (t->ended + 1) * t->length;
}

app_flow timeline_flow(const app_stats *s) {
    return (app_flow){.instructions = s->instructions,
                      .walks = s->walks,
                      .walk_cycles = s->walk_cycles,
                      .walk_active_cycles = s->walk_active_cycles,
                      .walk_queue_cycles = s->walk_queue_cycles,
                      .bus_cycles = s->dram_data_bus + s->dram_walk_bus};
}

void timeline_add(timeline *t, const app_flow *app, const chip_flow *chip) {
    if (t->ended == t->room) {
        t->room = t->room != 0 ? 2 * t->room : 64;
        t->app = alloc_resize(t->app, t->room * t->apps, sizeof *t->app);
        t->chip = alloc_resize(t->chip, t->room, sizeof *t->chip);
    }
    for (uint32_t a = 0; a < t->apps; a++) {
        app_flow *sample = &t->app[t->ended * t->apps + a];
        *sample = app[a];
        counters_since((uint64_t *)sample, (const uint64_t *)&t->app_before[a],
                       sizeof *sample / sizeof(uint64_t));
        t->app_before[a] = app[a];
    }
    chip_flow *sample = &t->chip[t->ended];
    *sample = *chip;
    counters_since((uint64_t *)sample, (const uint64_t *)&t->chip_before, sizeof *sample / sizeof(uint64_t));
    t->chip_before = *chip;
    t->ended++;
}
