/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compact encoding of warp instructions in the spool: the number of the static instruction
 * (program/inst_table.h), the active lanes, the addresses. What is as predicted from the instruction before
 * costs nothing, so plain arithmetic takes one byte and a coalesced load about five. The addresses follow
 * the rest and can be read later than it.
 */
#ifndef GMMU_INST_CODEC_H
#define GMMU_INST_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/program.h"

/* Upper bound of one encoded instruction: head 1, number 5, mask 4, first address 10, the other 31 lanes 8
 * bytes each. */
#define INST_MAX_BYTES 268U

/* The prediction, one per warp, and what the head of an instruction says; encoder and decoder both start from
 * all zero. */
typedef struct {
    uint64_t base;   /* address of the lowest active lane of the last access */
    uint32_t number; /* of the static instruction, plus 1 */
    uint32_t mask;
    uint8_t form; /* of the addresses */
} inst_context;

/* Are there addresses? */
static inline bool inst_has_addresses(uint8_t space, uint32_t mask) {
    return (space == SPACE_GLOBAL || space == SPACE_SHARED) && mask != 0;
}

/* Bytes written to out; `number` names the instruction's static part. */
size_t inst_encode(inst_context *c, uint32_t number, const warp_inst *inst, uint8_t out[INST_MAX_BYTES]);

/* Reads all but the addresses, into the context. Bytes taken from in, the output of inst_encode(). */
size_t inst_decode_head(inst_context *c, const uint8_t *in);
/* The addresses, which follow the head if there are any, of the active lanes; the others are undefined. */
void inst_decode_addresses(const inst_context *c, const uint8_t *in, uint64_t addr[GMMU_LANES]);
/* Passes over the addresses, whether they have been decoded or not; their bytes. */
size_t inst_pass_addresses(inst_context *c, const uint8_t *in);

#endif
