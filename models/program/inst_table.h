/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The static instructions of an application, each kept once and known by its number, so that the streams of
 * warps name them. Numbers count from 0 in the order of first appearance: in straight code the next
 * instruction has the next number. A program has few of them, so all stay in memory, some 80 bytes each;
 * there are INST_TABLE_LIMIT at most, so that no trace takes any amount of it.
 */
#ifndef GMMU_INST_TABLE_H
#define GMMU_INST_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "config/program.h"

#define INST_TABLE_FULL  UINT32_MAX
#define INST_TABLE_LIMIT (1U << 20)

#define INST_TABLE_CHUNK 64U

typedef struct {
    static_inst **chunk; /* of INST_TABLE_CHUNK; instructions do not move */
    uint32_t *after;     /* per instruction: the number that came after it last in a warp */
    uint32_t *slot;      /* open addressing: number + 1, or 0 */
    uint32_t count, chunks, slots;
} inst_table; /* all 0: empty */

void inst_table_free(inst_table *t);
/* The number of what is static of `inst`, which is added when it is new, or INST_TABLE_FULL: out of memory,
 * or beyond the limit. guess: the number it has if the program goes straight on; before: of the instruction
 * before it, or INST_TABLE_FULL. Both only save time. */
uint32_t inst_table_number(inst_table *t, const warp_inst *inst, uint32_t guess, uint32_t before);

/* Valid as long as the table is. */
static inline const static_inst *inst_table_at(const inst_table *t, uint32_t number) {
    return &t->chunk[number / INST_TABLE_CHUNK][number % INST_TABLE_CHUNK];
}

#endif
