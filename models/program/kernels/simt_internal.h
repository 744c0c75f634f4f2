/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the SIMT layer share: registers, and the making of an instruction. */
#ifndef GMMU_SIMT_INTERNAL_H
#define GMMU_SIMT_INTERNAL_H

#include "program/kernels/simt.h"

/* The error of a kernel; the first one is kept. */
void simt_fail(simt *w, const char *why);

/* v is in the next `count` registers of the ring, aligned to their number; its lanes are the caller's to
 * write. */
void simt_new(simt *w, uint32_t count, val *v);

/* v is the newest contents of its registers, or the kernel has failed. */
void simt_check(simt *w, const val *v);
/* v becomes that: it is written in place. */
void simt_renew(simt *w, val *v);

/* An instruction of the active lanes at the current PC, which moves on; without addresses. NULL as its
 * opcode: class and space say it. */
void simt_start(simt *w, op_class op, const char *opcode, warp_inst *i);
/* Adds the registers of v (NULL and immediates: none) to the sources; it must not be stale. */
void simt_source(simt *w, warp_inst *i, const val *v);
void simt_target(simt *w, warp_inst *i, const val *v);
/* The same of one register. */
void simt_read(simt *w, warp_inst *i, uint32_t reg);
void simt_write(simt *w, warp_inst *i, uint32_t reg);
void simt_record(simt *w, const warp_inst *i);

static inline bool simt_active(const simt *w, uint32_t lane) {
    return (w->mask >> lane) & 1U;
}

#endif
