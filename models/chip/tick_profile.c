/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/tick_profile.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

/* "sm12" is an "sm", "l2_bank 3" an "l2_bank". */
static void tick_kind_of(const char *name, char kind[TICK_KIND_BYTES]) {
    (void)snprintf(kind, TICK_KIND_BYTES, "%s", name);
    size_t length = strlen(kind);
    while (length > 1 && strchr("0123456789 ", kind[length - 1]))
        length--;
    kind[length] = '\0';
}

static tick_row *row_of(tick_row *rows, size_t *count, const char *kind) {
    for (size_t i = 0; i < *count; i++)
        if (strcmp(rows[i].kind, kind) == 0)
            return &rows[i];
    tick_row *row = &rows[(*count)++];
    (void)snprintf(row->kind, sizeof row->kind, "%s", kind);
    return row;
}

tick_row *tick_profile_of(const engine *e, size_t *count) {
    const int components = engine_components(e);
    const engine_time all = engine_time_of_all(e);
    *count = 0;
    if (all.ticks == 0)
        return NULL;
    tick_row *rows = alloc_zeroed((size_t)components + 1, sizeof *rows);
    double in_ticks = 0;
    for (int i = 0; i < components; i++) {
        char kind[TICK_KIND_BYTES];
        tick_kind_of(engine_component_name(e, i), kind);
        const engine_time t = engine_time_of(e, i);
        tick_row *row = row_of(rows, count, kind);
        row->components++;
        row->time.ticks += t.ticks;
        row->time.seconds += t.seconds;
        in_ticks += t.seconds;
    }
    tick_row *row = row_of(rows, count, "engine");
    row->components = 1;
    row->time = (engine_time){.ticks = all.ticks, .seconds = all.seconds - in_ticks};
    return rows;
}
