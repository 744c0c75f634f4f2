/* SPDX-License-Identifier: Apache-2.0 */
#include "driver/gmmu_format.h"

#include "mmu_registers_map.h"

/* Bits of an entry of RISC-V, and of x86. */
enum { V = 1, R = 2, W = 4, X = 8, U = 16, A = 64, D = 128 };
enum { P = 1, RW = 2, US = 4, X86_A = 32, X86_D = 64, PS = 128, XD_AT = 63 };

#define LEVEL(low, bits)                                                                                     \
    ((uint32_t)(low) << MMU_FMT_LOW_AT | (uint32_t)(bits) << MMU_FMT_BITS_AT | MMU_FMT_LEAF_MASK)

/* A leaf has one of R W X; a pointer none of U A D; W without R is malformed. */
#define RISC_V                                                                                               \
    .flags = (uint32_t)V << MMU_FMT_POINTER_AT | (uint32_t)V << MMU_FMT_PAGE_AT |                            \
             (uint32_t)(R | W | X) << MMU_FMT_LARGE_AT,                                                      \
    .rights = (uint32_t)W << MMU_FMT_WRITE_AT | (uint32_t)U << MMU_FMT_SYSTEM_AT |                           \
              (uint32_t)R << MMU_FMT_READ_AT | UINT32_C(3) << MMU_FMT_EXEC_AT,                               \
    .frame_at = 10, .valid = V, .pointer = V, .leaf = V | A | D, .read = R, .write = W, .exec = X,           \
    .user = U, .leaf_marks = R | W | X
#define RISC_V_FORMAT (MMU_FMT_MARKED_MASK | MMU_FMT_SYSTEM_NO_MASK | UINT32_C(10) << MMU_FMT_FRAME_AT)
#define RISC_V_ENTRIES                                                                                       \
    ((uint32_t)A << MMU_FMT_ACCESSED_AT | (uint32_t)D << MMU_FMT_DIRTY_AT |                                  \
     (uint32_t)(U | A | D) << MMU_FMT_POINTER_NO_AT | MMU_FMT_WRITE_READS_MASK)

const gmmu_format gmmu_format_sv39 = {.format = RISC_V_FORMAT | 2U | UINT32_C(54) << MMU_FMT_FRAME_BITS_AT,
                                      .entries = RISC_V_ENTRIES,
                                      .level = {LEVEL(0, 9), LEVEL(9, 9), LEVEL(18, 9)},
                                      .levels = 3,
                                      .index_bits = 9,
                                      .entry_bytes = 8,
                                      .frame_bits = 44,
                                      .large = true,
                                      RISC_V};

/* The block counts a table of 1024 short entries in 512 words. */
const gmmu_format gmmu_format_sv32 = {.format = RISC_V_FORMAT | 1U | UINT32_C(22) << MMU_FMT_FRAME_BITS_AT,
                                      .entries = RISC_V_ENTRIES | MMU_FMT_SHORT_MASK,
                                      .level = {LEVEL(0, 9), LEVEL(10, 9)},
                                      .levels = 2,
                                      .index_bits = 10,
                                      .entry_bytes = 4,
                                      .frame_bits = 22,
                                      RISC_V};

/* Rights of all levels count, so pointers allow all. */
const gmmu_format gmmu_format_x86 = {
    .format = 3U | MMU_FMT_READ_NO_MASK | MMU_FMT_SYSTEM_NO_MASK | MMU_FMT_EXEC_NO_MASK |
              UINT32_C(12) << MMU_FMT_FRAME_AT | UINT32_C(40) << MMU_FMT_FRAME_BITS_AT,
    .flags =
        (uint32_t)P << MMU_FMT_POINTER_AT | (uint32_t)P << MMU_FMT_PAGE_AT | (uint32_t)PS << MMU_FMT_LARGE_AT,
    .rights = (uint32_t)RW << MMU_FMT_WRITE_AT | (uint32_t)US << MMU_FMT_SYSTEM_AT |
              (uint32_t)XD_AT << MMU_FMT_EXEC_AT,
    .entries = (uint32_t)X86_A << MMU_FMT_ACCESSED_AT | (uint32_t)X86_D << MMU_FMT_DIRTY_AT |
               MMU_FMT_EVERY_LEVEL_MASK,
    .level = {LEVEL(0, 9), LEVEL(9, 9), LEVEL(18, 9), (uint32_t)27 << MMU_FMT_LOW_AT | 9U << MMU_FMT_BITS_AT},
    .levels = 4,
    .index_bits = 9,
    .entry_bytes = 8,
    .frame_at = 12,
    .frame_bits = 40,
    .large = true,
    .valid = P,
    .pointer = P | RW | US | X86_A,
    .leaf = P | X86_A | X86_D,
    .large_leaf = PS,
    .write = RW,
    .no_exec = UINT64_C(1) << XD_AT,
    .user = US,
    .leaf_marks = PS};
