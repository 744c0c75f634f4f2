/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The coalescer: the addresses of a warp's active lanes become one request per
 * distinct 128-byte line. Lines come in the order of the first lane, lowest
 * first, that names them; an access across a line border names two.
 *
 * Lines of one page share one translation request. D: the SM knows the smallest page of the chip. It learns
 * that a page is larger when a lookup hits; the later lines in that page then need no request of their own.
 */
#ifndef GMMU_COALESCER_H
#define GMMU_COALESCER_H

#include <stdint.h>

#include "config/messages.h"
#include "program/workload.h"

#define COALESCER_MAX_LINES (2U * GMMU_LANES)

#define LINE_BITS      7U
#define LINES_PER_PAGE (1U << (GMMU_PAGE_BITS - LINE_BITS)) /* of 4 KB, in which page numbers count */

typedef struct {
    uint32_t lines;
    uint64_t opens_page;                  /* bit i: line i is the first of its page: a translation request */
    uint64_t line[COALESCER_MAX_LINES];   /* virtual line numbers: address / 128 */
    uint8_t sectors[COALESCER_MAX_LINES]; /* of each line: those that lanes name; see coalesce_sectors() */
} coalesced_access;

/* inst: a global access with at least one active lane. page_bits: log2 of the bytes of a page, 12 or more. */
void coalesce(const warp_inst *inst, uint32_t page_bits, coalesced_access *access);

/* Behind coalesce(), of the same instruction: fills in the sectors. */
void coalesce_sectors(const warp_inst *inst, uint32_t sector_bytes, coalesced_access *access);

/* Line `index` lies in a page of 1 << page_bits bytes: later lines in that page open none. */
void coalesced_found_page(coalesced_access *access, uint32_t index, uint32_t page_bits);

#endif
