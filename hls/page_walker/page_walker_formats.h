/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Formats of page tables for the fmt_ inputs of page_walker. Places of flags and frames are the places of the
 * Intel SDM (4-level paging), of the RISC-V privileged architecture (Sv32, Sv39), and of NVIDIA's open kernel
 * modules (Pascal to Ampere). Hopper's entries stand for this project's own entries
 * (models/config/page_table.h), which any format can have: a permission there is a code and no flag.
 */
#ifndef GMMU_PAGE_WALKER_FORMATS_H
#define GMMU_PAGE_WALKER_FORMATS_H

#include "page_walker.h"

#define PAGE_WALKER_LONGEST 6U

typedef struct {
    uint8_t root;
    uint8_t low[PAGE_WALKER_LONGEST], bits[PAGE_WALKER_LONGEST],
        leaf[PAGE_WALKER_LONGEST]; /* from the leaf */
    uint8_t dual, large_word, large_low, large_bits;
    uint8_t frame, frame_bits, pointer, page, large, marked;
    uint8_t read, read_no, write, write_no, system, system_no, exec, exec_no, exec_all;
    uint8_t accessed, dirty, pointer_no, write_reads, every_level;
    uint8_t short_entries; /* of 32 bits */
} page_walker_format;

/* This project's own entries. */
#define PAGE_WALKER_OWN_ENTRIES                                                                              \
    .large_word = 1, .frame = 12, .frame_bits = 52, .pointer = 0x01, .page = 0x01, .large = 0x10,            \
    .read_no = 1, .write = 0x02, .system = 0x04, .exec_all = 1

/* Of the Intel SDM: R/W, U/S and XD of every level count. */
#define PAGE_WALKER_X86_ENTRIES                                                                              \
    .frame = 12, .frame_bits = 40, .pointer = 0x01, .page = 0x01, .large = 0x80, .read_no = 1,               \
    .write = 0x02, .system = 0x04, .system_no = 1, .exec = 63, .exec_no = 1, .accessed = 0x20,               \
    .dirty = 0x40, .every_level = 1

#define PAGE_WALKER_X86                                                                                      \
    {.root = 3, .low = {0, 9, 18, 27}, .bits = {9, 9, 9, 9}, .leaf = {1, 1, 1}, PAGE_WALKER_X86_ENTRIES}
/* Of the RISC-V privileged architecture: V, R, W, X, U, G, A, D from bit 0, the frame from bit 10. */
#define PAGE_WALKER_RISC_V_ENTRIES                                                                           \
    .frame = 10, .read = 0x02, .exec = 3, .accessed = 0x40, .dirty = 0x80, .pointer_no = 0xd0,               \
    .write_reads = 1, .pointer = 0x01, .page = 0x01, .large = 0x0e, .marked = 1, .write = 0x04,              \
    .system = 0x10, .system_no = 1

#define PAGE_WALKER_SV32                                                                                     \
    {.root = 1,                                                                                              \
     .low = {0, 10},                                                                                         \
     .bits = {9, 9},                                                                                         \
     .leaf = {1, 1},                                                                                         \
     .frame_bits = 22,                                                                                       \
     .short_entries = 1,                                                                                     \
     PAGE_WALKER_RISC_V_ENTRIES}
#define PAGE_WALKER_SV39                                                                                     \
    {.root = 2,                                                                                              \
     .low = {0, 9, 18},                                                                                      \
     .bits = {9, 9, 9},                                                                                      \
     .leaf = {1, 1, 1},                                                                                      \
     .frame_bits = 54,                                                                                       \
     PAGE_WALKER_RISC_V_ENTRIES}
#define PAGE_WALKER_PASCAL                                                                                   \
    {.root = 4,                                                                                              \
     .low = {0, 9, 17, 26, 35},                                                                              \
     .bits = {9, 8, 9, 9, 2},                                                                                \
     .leaf = {1, 1},                                                                                         \
     .dual = 1,                                                                                              \
     .large_low = 4,                                                                                         \
     .large_bits = 5,                                                                                        \
     .frame = 8,                                                                                             \
     .frame_bits = 46,                                                                                       \
     .read_no = 1,                                                                                           \
     .exec_all = 1,                                                                                          \
     .pointer = 0x06,                                                                                        \
     .page = 0x01,                                                                                           \
     .large = 0x01,                                                                                          \
     .write = 0x40,                                                                                          \
     .write_no = 1,                                                                                          \
     .system = 0x20}
#define PAGE_WALKER_HOPPER                                                                                   \
    {.root = 5,                                                                                              \
     .low = {0, 9, 17, 26, 35, 44},                                                                          \
     .bits = {9, 8, 9, 9, 9, 1},                                                                             \
     .leaf = {1, 1, 1},                                                                                      \
     .dual = 1,                                                                                              \
     .large_low = 4,                                                                                         \
     .large_bits = 5,                                                                                        \
     PAGE_WALKER_OWN_ENTRIES}

/* Levels above what the unit is built for are left out. */
static inline void page_walker_set_format(page_walker_in *in, const page_walker_format *f) {
    for (unsigned i = 0; i < GMMU_WALK_LEVELS && i < PAGE_WALKER_LONGEST; i++) {
        in->fmt_low[i] = (u6)f->low[i];
        in->fmt_bits[i] = (u4)f->bits[i];
        in->fmt_leaf[i] = (u1)f->leaf[i];
    }
    in->fmt_root = (u3)(f->root < GMMU_WALK_LEVELS ? f->root : GMMU_WALK_LEVELS - 1);
    in->fmt_short = (u1)f->short_entries;
    in->fmt_dual = (u1)f->dual;
    in->fmt_large_word = (u1)f->large_word;
    in->fmt_large_low = (u6)f->large_low;
    in->fmt_large_bits = (u4)f->large_bits;
    in->fmt_frame = (u6)f->frame;
    in->fmt_pointer = (u8)f->pointer;
    in->fmt_page = (u8)f->page;
    in->fmt_large = (u8)f->large;
    in->fmt_marked = (u1)f->marked;
    in->fmt_frame_bits = (u6)f->frame_bits;
    in->fmt_read = (u8)f->read;
    in->fmt_read_no = (u1)f->read_no;
    in->fmt_accessed = (u8)f->accessed;
    in->fmt_dirty = (u8)f->dirty;
    in->fmt_pointer_no = (u8)f->pointer_no;
    in->fmt_exec = (u6)f->exec;
    in->fmt_exec_no = (u1)f->exec_no;
    in->fmt_exec_all = (u1)f->exec_all;
    in->fmt_write_reads = (u1)f->write_reads;
    in->fmt_every_level = (u1)f->every_level;
    in->fmt_write = (u8)f->write;
    in->fmt_write_no = (u1)f->write_no;
    in->fmt_system = (u8)f->system;
    in->fmt_system_no = (u1)f->system_no;
}

#endif
