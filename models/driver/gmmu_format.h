/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Formats of page tables: what the block gets of them (registers FORMAT, FORMAT_FLAGS, FORMAT_RIGHTS,
 * FORMAT_ENTRIES, FORMAT_LEVEL), and what gmmu_table.c writes. Sources: the RISC-V privileged architecture
 * (Sv32, Sv39), the Intel SDM (4-level paging).
 */
#ifndef GMMU_GMMU_FORMAT_H
#define GMMU_GMMU_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GMMU_FORMAT_LEVELS = 4 };

typedef struct {
    uint32_t format, flags, rights, entries; /* the registers */
    uint32_t level[GMMU_FORMAT_LEVELS];      /* FORMAT_LEVEL, from the leaf */
    uint8_t levels;
    uint8_t index_bits;  /* of a table's entries: 2^n of them */
    uint8_t entry_bytes; /* 4, 8 */
    uint8_t frame_at;    /* lowest bit of the frame in an entry, ... */
    uint8_t frame_bits;  /* ... and its bits */
    bool large;          /* leaves of 2 MB, at level 1 */
    /* flags of entries */
    uint64_t valid;      /* in all but an empty one */
    uint64_t pointer;    /* to a table */
    uint64_t leaf;       /* that maps a page, whatever its rights: valid, accessed, dirty */
    uint64_t large_leaf; /* in addition, of 2 MB */
    uint64_t read, write, exec, no_exec, user;
    uint64_t leaf_marks; /* in a valid entry above level 0: one of these says leaf */
} gmmu_format;

extern const gmmu_format gmmu_format_sv39, gmmu_format_sv32, gmmu_format_x86;

#ifdef __cplusplus
}
#endif

#endif
