/* SPDX-License-Identifier: Apache-2.0 */
#include "base/line_table.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/host_cache.h"
#include "base/mix.h"

#define FIRST_SLOTS 1024U

/* Where the search for a line begins. */
static size_t line_table_first(const line_table *t, uint64_t line) {
    return (size_t)(line * MIX_GOLDEN >> 32) & (t->slots - 1);
}

/* The slot that holds the line, or the free one where it would be; the table has a free one. */
static size_t line_table_slot(const line_table *t, uint64_t line) {
    size_t i = line_table_first(t, line);
    while (t->slot[i] != 0 && line_data_line(t->slot[i]) != line)
        i = (i + 1) & (t->slots - 1);
    return i;
}

static void line_table_grow(line_table *t) {
    const line_table old = *t;
    t->slots = old.slots ? 2 * old.slots : FIRST_SLOTS;
    t->slot = alloc_zeroed(t->slots, sizeof *t->slot);
    for (size_t i = 0; i < old.slots; i++)
        if (old.slot[i] != 0)
            t->slot[line_table_slot(t, line_data_line(old.slot[i]))] = old.slot[i];
    free(old.slot);
}

void line_table_free(line_table *t) {
    free(t->slot);
    *t = (line_table){0};
}

void line_table_prefetch(const line_table *t, uint64_t line) {
    if (t->slots)
        host_prefetch(&t->slot[line_table_first(t, line)], sizeof *t->slot);
}

line_data line_table_get(const line_table *t, uint64_t line) {
    const line_data found = t->slots ? t->slot[line_table_slot(t, line)] : 0;
    return found ? found : line_data_make(line, 0);
}

void line_table_put(line_table *t, line_data data) {
    if (t->used >= t->slots / 4 * 3)
        line_table_grow(t);
    line_data *slot = &t->slot[line_table_slot(t, line_data_line(data))];
    t->used += *slot == 0;
    *slot = data;
}
