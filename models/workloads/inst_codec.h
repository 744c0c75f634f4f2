/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compact encoding of warp instructions in the spool. Fields that are as predicted
 * from the previous instruction cost nothing, so plain arithmetic takes about six
 * bytes and a coalesced load about ten, against sizeof(warp_inst) of about 300.
 */
#ifndef GMMU_INST_CODEC_H
#define GMMU_INST_CODEC_H

#include <stddef.h>
#include <stdint.h>

#include "spec/program.h"

/* Upper bound of one encoded instruction: head 1, PC 10, mask 4, registers 17,
 * width 1, first address 10, the other 31 lanes 8 bytes each. */
#define INST_MAX_BYTES 296U

#define INST_READ_AHEAD GMMU_MAX_SRC

/* The prediction, one per warp; encoder and decoder both start from all zero. */
typedef struct {
    uint64_t pc;
    uint64_t step; /* last PC distance */
    uint64_t base; /* address of the lowest active lane of the last access */
    uint32_t mask;
} inst_context;

/* Bytes written to out. */
size_t inst_encode(inst_context *c, const warp_inst *inst, uint8_t out[INST_MAX_BYTES]);
/* Bytes taken from in, which must be the output of inst_encode with INST_READ_AHEAD bytes more behind it, of
 * any value. Names of registers beyond inst->ndst and inst->nsrc mean nothing. */
size_t inst_decode(inst_context *c, const uint8_t *in, warp_inst *inst);

#endif
