/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Page-table formats as data: which bits of the virtual address index the table of each level, and at
 * which levels an entry may map a page itself. A chip's description gives all of that, page_table.*; it
 * begins as one of the formats below. A new one is a name, its data, and its line in config/page_table.c.
 *
 * An entry is 64 bits. All formats share one layout (decision: no result depends on the place of a
 * flag):
 *
 *   bit  0       present
 *   bit  1       writable (leaves only)
 *   bit  2       system: only for warps in system mode (leaves only; thesis 6.4.2)
 *   bit  3       reserved: valid, but not resident; has its frames (leaves only, not present)
 *   bit  4       large: a leaf above the last level; in a format that coalesces, a coalesced page
 *   bit  5       disabled: a coalesced large page is used in place of this entry (Mosaic 4.3)
 *   bits 39..12  physical page number: of the next table, or of the first frame of the page
 */
#ifndef GMMU_PAGE_TABLE_H
#define GMMU_PAGE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#define PTE_PRESENT  UINT64_C(1)
#define PTE_WRITABLE UINT64_C(2)
#define PTE_SYSTEM   UINT64_C(4)
#define PTE_RESERVED UINT64_C(8)
#define PTE_LARGE    UINT64_C(16)
#define PTE_DISABLED UINT64_C(32)

#define PAGE_TABLE_MAX_LEVELS 6U

/* Decision: virtual addresses have 48 bits, even if a format has room for more. */
#define PAGE_TABLE_VIRTUAL_BITS 48U

typedef struct {
    uint8_t low;  /* lowest bit of the virtual address that indexes the table; a leaf maps 1 << low bytes */
    uint8_t bits; /* width of the index: 1..9, 1..8 in a level of dual entries */
    bool leaf;    /* may an entry map a page? Always at the last level */
    /*
     * Bytes from an entry to the next, a power of two; 0: entries lie side by side. With the bytes of a line
     * no two entries share one (docs/reports/mask-text.md has what that decides).
     */
    uint16_t spacing;
} page_table_level;

/* The format that page_table.kind gives; its members can be changed afterwards. */
typedef enum {
    PAGE_TABLE_X86,
    PAGE_TABLE_PASCAL,
    PAGE_TABLE_HOPPER,
    PAGE_TABLE_SV39,
    PAGE_TABLE_MOSAIC,
    PAGE_TABLE_SPARSE,
    PAGE_TABLE_KINDS
} page_table_kind;

/* Where the lines of a table lie in memory. */
typedef enum {
    PAGE_TABLE_PACKED, /* side by side: a table is a frame */
    PAGE_TABLE_FRAME,  /* each is the first line of a frame of its own, so address bits 7 to 11 are 0 */
    PAGE_TABLE_PLACEMENTS
} page_table_placement;

typedef struct {
    page_table_kind kind;
    page_table_placement placement;
    uint32_t levels;
    page_table_level level[PAGE_TABLE_MAX_LEVELS]; /* [0] is the root */
    /*
     * If not 0, entries of the second to last level are dual, 16 bytes: the first word points to a table of
     * the last level, the second to a table of larger pages, of 1 << dual_low bytes. A walk reads the entry
     * of the larger page first if there is such a table, and goes on to the other one when it is empty.
     */
    uint8_t dual_low;
    /*
     * Pages may be coalesced in place (Mosaic 4.3, Fig. 7): the large bit of an entry of the second to last
     * level, next to its pointer, makes one page of all pages of that table. Its frames begin with the frame
     * of the table's first entry. A format that coalesces has no other pages than the last level's.
     */
    bool coalesces;
} page_table_format;

#define PAGE_TABLE_X86_FORMAT                                                                                \
    {                                                                                                        \
        .kind = PAGE_TABLE_X86, .levels = 4, .level = {                                                      \
            {39, 9, false, 0},                                                                               \
            {30, 9, true, 0},                                                                                \
            {21, 9, true, 0},                                                                                \
            {12, 9, true, 0}                                                                                 \
        }                                                                                                    \
    }
/* NVIDIA open kernel modules, Pascal to Ampere. */
#define PAGE_TABLE_PASCAL_FORMAT                                                                             \
    {.kind = PAGE_TABLE_PASCAL,                                                                              \
     .levels = 5,                                                                                            \
     .level = {{47, 2, false, 0}, {38, 9, false, 0}, {29, 9, false, 0}, {21, 8, true, 0}, {12, 9, true, 0}}, \
     .dual_low = 16}
/* NVIDIA open kernel modules, Hopper: 57 bits. */
#define PAGE_TABLE_HOPPER_FORMAT                                                                             \
    {.kind = PAGE_TABLE_HOPPER,                                                                              \
     .levels = 6,                                                                                            \
     .level = {{56, 1, false, 0},                                                                            \
               {47, 9, false, 0},                                                                            \
               {38, 9, false, 0},                                                                            \
               {29, 9, true, 0},                                                                             \
               {21, 8, true, 0},                                                                             \
               {12, 9, true, 0}},                                                                            \
     .dual_low = 16}
/* RISC-V privileged architecture 4.4; addresses below 2^38 are not sign-extended here. */
#define PAGE_TABLE_SV39_FORMAT                                                                               \
    {                                                                                                        \
        .kind = PAGE_TABLE_SV39, .levels = 3, .level = {                                                     \
            {30, 9, true, 0},                                                                                \
            {21, 9, true, 0},                                                                                \
            {12, 9, true, 0}                                                                                 \
        }                                                                                                    \
    }
/* Mosaic 4.3: x86 without larger pages, but coalesced ones of 2 MB. */
#define PAGE_TABLE_MOSAIC_FORMAT                                                                             \
    {.kind = PAGE_TABLE_MOSAIC,                                                                              \
     .levels = 4,                                                                                            \
     .level = {{39, 9, false, 0}, {30, 9, false, 0}, {21, 9, false, 0}, {12, 9, true, 0}},                   \
     .coalesces = true}

/*
 * Four levels as CMU-SAFARI/Mosaic divides an address (va_mask of its gpgpusim.config: 5 bits each; the root
 * has 9 here, for larger addresses), whose entries share no line, so that a walk finds no neighbour's in a
 * cache: MASK 4.3 has 1.0 % hits at the leaves.
 */
#define PAGE_TABLE_SPARSE_IN(of_placement)                                                                   \
    {                                                                                                        \
        .kind = PAGE_TABLE_SPARSE, .placement = (of_placement), .levels = 4, .level = {                      \
            {27, 9, false, 0},                                                                               \
            {22, 5, false, 128},                                                                             \
            {17, 5, false, 128},                                                                             \
            {12, 5, true, 128}                                                                               \
        }                                                                                                    \
    }
#define PAGE_TABLE_SPARSE_FORMAT PAGE_TABLE_SPARSE_IN(PAGE_TABLE_PACKED)

extern const page_table_format page_table_formats[PAGE_TABLE_KINDS];

/* By page_table_kind; NULL ends the names. */
extern const char *const page_table_names[];
extern const char *const page_table_summaries[];

/* Have they the same data, whatever they began as? */
bool page_table_same(const page_table_format *a, const page_table_format *b);

/* Can a page coalescer make pages of 1 << bits bytes in place? */
bool page_table_coalesces_to(const page_table_format *f, uint32_t bits);

/* Sizes of the pages that a format can map, as a sum of bytes: bit 12 is 4 KB. */
uint64_t page_table_sizes(const page_table_format *f);

/* Bits of a virtual address that can be mapped. */
uint32_t page_table_virtual_bits(const page_table_format *f);

/* Bytes of an entry at a level, counted from 1. */
static inline uint32_t page_table_entry_bytes(const page_table_format *f, uint32_t level) {
    return f->dual_low != 0 && level + 1 == f->levels ? 16 : 8;
}

/* Bytes from an entry to the next at a level, counted from 1. */
static inline uint32_t page_table_entry_spacing(const page_table_format *f, uint32_t level) {
    const uint32_t spacing = f->level[level - 1].spacing;
    return spacing != 0 ? spacing : page_table_entry_bytes(f, level);
}

/* Are there entries, or lines of a table, that do not lie side by side? */
bool page_table_spaced(const page_table_format *f);

/* What is wrong with a format, and at which level, from 1; 0: with the whole. NULL: nothing. */
const char *page_table_wrong(const page_table_format *f, uint32_t *level);

#endif
