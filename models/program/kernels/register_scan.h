/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers as a compiler gives them: a value takes the lowest free register when it is made, and the
 * register is free again after the last use of the value (sm.registers=liveness).
 *
 * The SIMT layer names values by the registers of its ring (simt.h), in which no value is overwritten before
 * its last use. Its instructions wait here for up to REGISTER_SCAN_AHEAD younger ones of their warp, until
 * the ring has told which of their operands are last uses; then they get their registers, in program order,
 * and go into the spool. A value that lives on behind the last instruction seen keeps its register until the
 * ring takes its name. So a scan needs no more registers than the ring, and a fixed amount of memory.
 *
 * Values that began together (a 64-bit address, the data of a wide access) get neighbouring registers,
 * aligned to their number, when the first of them is written or read; each is free by itself. Where no such
 * registers are free, each takes the lowest free one; a compiler would move others out of the way. Such
 * cases are counted.
 */
#ifndef GMMU_REGISTER_SCAN_H
#define GMMU_REGISTER_SCAN_H

#include "program/spool.h"

/* Instructions of a warp that wait, so that the uses behind them are known. */
#define REGISTER_SCAN_AHEAD 512U

typedef struct register_scan register_scan; /* of one warp */

/* NULL when out of memory. */
register_scan *register_scan_new(void);
void register_scan_free(register_scan *s);
/* A warp begins, of a block that is being written; what the scan has counted stays. */
void register_scan_start(register_scan *s, block_stream *out, uint32_t warp, uint32_t regs);

/* A value (count: several) begins in the ring's registers from `first` on, a multiple of count: 1, 2 or 4.
 * What was there is not used any more. */
void register_scan_value(register_scan *s, uint32_t first, uint32_t count);
/* The instruction that register_scan_add() adds next has the ring's register as its operand. */
void register_scan_source(register_scan *s, uint32_t place, uint32_t reg);
void register_scan_target(register_scan *s, uint32_t place, uint32_t reg);
/* NULL, or what went wrong. */
const char *register_scan_add(register_scan *s, const warp_inst *inst);
/* The warp has no more instructions; all of them are in the spool then. NULL, or what went wrong. */
const char *register_scan_end(register_scan *s);

/* Of all warps since the scan was made. */
register_use register_scan_used(const register_scan *s);

#endif
