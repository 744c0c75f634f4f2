/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the model needs to know about SASS opcodes, sm_35 to sm_90: the class, where
 * a memory operand points, and how wide access and operands are. An opcode is a
 * mnemonic with dotted modifiers: LDG.E.128.CONSTANT.
 */
#ifndef GMMU_OPCODES_H
#define GMMU_OPCODES_H

#include "program/workload.h"

typedef enum {
    MEM_NONE,    /* no addresses; if the trace has some (CCTL, prefetch) they are not used */
    MEM_GLOBAL,  /* virtual addresses */
    MEM_GENERIC, /* virtual addresses with the shared and local windows in them */
    MEM_SHARED,  /* shared-window offsets */
    MEM_LOCAL,   /* local-window offsets */
    MEM_CONST,   /* constant bank; the trace has no addresses */
    MEM_ASYNC    /* LDGSTS: global to shared; the trace has the global side */
} mem_kind;

typedef enum {
    WIDTH_PLAIN,    /* one register per operand, unless a memory width says otherwise */
    WIDTH_DOUBLE,   /* double precision: every operand is a register pair */
    WIDTH_CONVERT,  /* F2F, F2I, I2F: pairs by the types in the modifiers */
    WIDTH_MULTIPLY, /* IMAD: .WIDE has a pair as result and addend */
    WIDTH_MATRIX    /* tensor cores: result by shape */
} width_rule;

typedef struct {
    const char *name; /* mnemonic without modifiers */
    uint8_t op;       /* op_class */
    uint8_t mem;      /* mem_kind */
    uint8_t width;    /* width_rule */
} opcode_info;

/* NULL: not known. */
const opcode_info *opcode_find(const char *opcode);
/* The i-th of all known ones; NULL behind the last. */
const opcode_info *opcode_at(size_t i);
/* Does it have this modifier? opcode_has("LDG.E.64", "E") */
bool opcode_has(const char *opcode, const char *modifier);
/* Bytes per lane by the modifiers (.U8 .S16 .64 .F64 .128 ...), 0 if none tells. */
unsigned opcode_bytes(const char *opcode);

/* Registers that the operand named `index`th stands for (the first of a group is
 * named); bytes: of the memory access, 0 without. */
unsigned opcode_dst_regs(const opcode_info *info, const char *opcode, unsigned bytes);
unsigned opcode_src_regs(const opcode_info *info, const char *opcode, unsigned bytes, unsigned index,
                         unsigned count);

/* BAR.ARV arrives without waiting: no barrier for the warp. */
bool opcode_waits(const opcode_info *info, const char *opcode);

#endif
