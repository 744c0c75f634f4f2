/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many registers a named operand stands for. The trace names the first
 * register of a group only; the scoreboard needs them all.
 */
#include <string.h>

#include "program/trace/opcodes.h"

static unsigned operands_registers(unsigned bytes) {
    return bytes <= 4 ? 1 : bytes / 4;
}

static bool has_either(const char *opcode, const char *a, const char *b) {
    return opcode_has(opcode, a) || opcode_has(opcode, b);
}

/* Modifiers of conversions name the result type before the source type; the
 * default of 32 bits is left out. */
static bool converts_to_64(const char *opcode) {
    if (strncmp(opcode, "F2F", 3) == 0) {
        const char *f64 = strstr(opcode, ".F64"), *f32 = strstr(opcode, ".F32");
        return f64 && (!f32 || f64 < f32);
    }
    return strncmp(opcode, "I2F", 3) == 0 ? opcode_has(opcode, "F64") : has_either(opcode, "S64", "U64");
}

static bool converts_from_64(const char *opcode) {
    if (strncmp(opcode, "F2F", 3) == 0) {
        const char *f64 = strstr(opcode, ".F64"), *f32 = strstr(opcode, ".F32");
        return f64 && (strstr(f64 + 1, ".F64") || (f32 && f32 < f64));
    }
    return strncmp(opcode, "I2F", 3) == 0 ? has_either(opcode, "S64", "U64") : opcode_has(opcode, "F64");
}

/* Registers of an accumulator tile, by the shape modifier and the element. */
static unsigned matrix_regs(const char *opcode) {
    if (strncmp(opcode, "DMMA", 4) == 0)
        return opcode_has(opcode, "884") ? 4 : 8;
    if (strstr(opcode, "GMMA"))
        return GMMU_MAX_DST; /* up to 128; the first ones stand for all */
    if (strncmp(opcode, "HMMA", 4) == 0)
        return opcode_has(opcode, "F32") && !opcode_has(opcode, "884") ? 4 : 2;
    return strstr(opcode, ".16") ? 4 : 2; /* integer and binary: 16 rows or 8 */
}

/* LDSM.16.M88.4: one, two or four 8x8 tiles, a register each. */
static unsigned tile_regs(const char *opcode) {
    return opcode_has(opcode, "4") ? 4 : opcode_has(opcode, "2") ? 2 : 1;
}

static bool moves_tiles(const char *opcode) {
    return strncmp(opcode, "LDSM", 4) == 0 || strncmp(opcode, "STSM", 4) == 0;
}

unsigned opcode_dst_regs(const opcode_info *info, const char *opcode, unsigned bytes) {
    if (info->mem != MEM_NONE)
        return moves_tiles(opcode) ? tile_regs(opcode) : operands_registers(bytes);
    switch (info->width) {
    case WIDTH_DOUBLE:
        return 2;
    case WIDTH_CONVERT:
        return converts_to_64(opcode) ? 2 : 1;
    case WIDTH_MULTIPLY:
        return opcode_has(opcode, "WIDE") ? 2 : 1;
    case WIDTH_MATRIX:
        return matrix_regs(opcode);
    default:
        return 1;
    }
}

/* Address first, then data. A single source of a store is its data: the address is
 * in uniform registers, which are not traced. */
static unsigned memory_src_regs(const opcode_info *info, const char *opcode, unsigned bytes, unsigned index,
                                unsigned count) {
    unsigned address = info->mem <= MEM_GENERIC && opcode_has(opcode, "E") ? 2 : 1;
    if (info->mem == MEM_ASYNC) /* LDGSTS [shared], [global] */
        return index == 1 ? 2 : 1;
    if (info->op == OP_LOAD)
        return index == 0 ? address : 1;
    if (index == 0 && count > 1)
        return address;
    if (moves_tiles(opcode))
        return tile_regs(opcode);
    /* Before Volta, compare and swap values came as one group. */
    bool both = info->op == OP_ATOMIC && count == 2 && opcode_has(opcode, "CAS");
    return operands_registers(bytes) * (both ? 2 : 1);
}

unsigned opcode_src_regs(const opcode_info *info, const char *opcode, unsigned bytes, unsigned index,
                         unsigned count) {
    if (info->mem != MEM_NONE)
        return memory_src_regs(info, opcode, bytes, index, count);
    switch (info->width) {
    case WIDTH_DOUBLE:
        return 2;
    case WIDTH_CONVERT:
        return converts_from_64(opcode) ? 2 : 1;
    case WIDTH_MULTIPLY:
        return index == 2 && opcode_has(opcode, "WIDE") ? 2 : 1;
    default: /* tiles of tensor cores: written together, so the first register tells */
        return 1;
    }
}
