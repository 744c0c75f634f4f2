/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/line_sectors.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "config/chip.h"

void line_sectors_init(line_sectors *s, size_t lines, uint32_t sector_bytes) {
    const uint32_t sectors = GMMU_LINE_BYTES / sector_bytes;
    *s = (line_sectors){.all = (uint8_t)((1U << sectors) - 1U)};
    if (sectors > 1)
        s->mark = alloc_zeroed(lines, sizeof *s->mark);
}

void line_sectors_free(line_sectors *s) {
    free(s->mark);
}

void line_sectors_renew(line_sectors *s, size_t place, uint8_t held, uint8_t written) {
    if (s->mark)
        s->mark[place] = (sector_marks){.held = held, .written = written};
}

void line_sectors_add(line_sectors *s, size_t place, uint8_t held, uint8_t written) {
    if (!s->mark)
        return;
    s->mark[place].held |= held;
    s->mark[place].written |= written;
}
