/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Kanata log (format 0004) of the warp instructions of a run, for the viewer Konata. What happens
 * in one cycle is written in the order of the SMs, so the log does not depend on the order of ticks.
 */
#ifndef GMMU_KANATA_H
#define GMMU_KANATA_H

#include <stdbool.h>
#include <stdio.h>

#include "config/observer.h"

typedef struct kanata kanata;

/* The file stays the caller's; `about` is a line on what was run, or NULL. NULL when out of memory. */
kanata *kanata_new(FILE *file, const char *about);
/* As observer.opcode and observer.inst; `ctx` is the log. An instruction without an opcode is named by its
 * class and space, as "load.global". */
uint16_t kanata_opcode(void *ctx, const char *text, size_t length);
void kanata_inst(void *ctx, uint64_t cycle, uint32_t sm, uint32_t warp, uint64_t uid, inst_stage stage,
                 const warp_inst *inst);
/* Writes what is left and frees the log; NULL is allowed. False when memory ran out before. */
bool kanata_end(kanata *k);

#endif
