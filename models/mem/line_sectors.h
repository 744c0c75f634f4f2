/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sectors of the lines of a cache: parts of l2.sector_bytes that share one tag and come one by one. Sets of
 * sectors are masks, bit 0 the lowest addresses. Where a line is one sector, every line is whole and nothing
 * is kept.
 */
#ifndef GMMU_LINE_SECTORS_H
#define GMMU_LINE_SECTORS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t held, written;
} sector_marks;

typedef struct {
    uint8_t all;        /* of a line */
    sector_marks *mark; /* by the place of a line's data; NULL: a line is one sector */
} line_sectors;

/* Of `lines` lines. */
void line_sectors_init(line_sectors *s, size_t lines, uint32_t sector_bytes);
void line_sectors_free(line_sectors *s);

/* What a message asks for that names these (config/messages.h). */
static inline uint8_t line_sectors_asked(const line_sectors *s, uint8_t named) {
    return named && s->mark ? named : s->all;
}

/* Of `asked`, those that the line at `place` does not hold. */
static inline uint8_t line_sectors_lack(const line_sectors *s, size_t place, uint8_t asked) {
    return s->mark ? asked & (uint8_t)~s->mark[place].held : 0;
}

static inline uint8_t line_sectors_written(const line_sectors *s, size_t place) {
    return s->mark ? s->mark[place].written : s->all;
}

/* A line comes with these, or has got them besides. */
void line_sectors_renew(line_sectors *s, size_t place, uint8_t held, uint8_t written);
void line_sectors_add(line_sectors *s, size_t place, uint8_t held, uint8_t written);

#endif
