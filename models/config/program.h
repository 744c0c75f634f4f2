/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What SMs execute, as all parts of the model agree on it: warp instructions,
 * the geometry of a kernel, where a page's first contents come from. Makers of programs
 * are behind program/workload.h.
 */
#ifndef GMMU_PROGRAM_H
#define GMMU_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/reg_set.h"

#define GMMU_LANES               32U
#define GMMU_MAX_DST             8U
#define GMMU_MAX_SRC             8U
#define GMMU_NO_REG              255U /* RZ: never written, never waited for */
#define GMMU_MAX_WARPS_PER_BLOCK 64U

typedef enum {
    OP_ALU, /* integer, single precision, moves, predicates, votes, shuffles */
    OP_SFU, /* transcendental, double precision on the narrow unit, conversions */
    OP_LOAD,
    OP_STORE,
    OP_ATOMIC,  /* at the L2; returns a value when it has a destination */
    OP_BARRIER, /* block-wide */
    OP_MEMBAR,  /* waits for the warp's own outstanding accesses */
    OP_BRANCH,
    OP_EXIT /* leaves the lanes of the mask; the warp ends with its last instruction */
} op_class;

typedef enum {
    SPACE_NONE,   /* no memory access, or all lanes predicated off */
    SPACE_GLOBAL, /* virtual addresses; local memory is mapped into them by the source */
    SPACE_SHARED, /* offsets in the block's shared memory */
    SPACE_CONST   /* constant bank, hits the constant cache */
} mem_space;

/* Which register a new value of a built-in kernel gets. */
typedef enum {
    REGISTERS_RING,    /* the one whose last value is the oldest: the fewest WAR hazards */
    REGISTERS_LIVENESS /* the lowest one without a value that is still used, as a compiler: the most */
} register_allocation;

/* Where a built-in kernel has its constants. */
typedef enum {
    CONSTANTS_BANK,  /* in the constant bank: SPACE_CONST */
    CONSTANTS_GLOBAL /* in a buffer of global memory, addressed and loaded like any other (thesis 4.2.2) */
} constants_place;

/* What a compiler decides, and a built-in kernel has none: a trace has both. All zero: the ring, the bank. */
typedef struct {
    register_allocation registers;
    constants_place constants;
} code_style;

/* What a program took of them, with REGISTERS_LIVENESS. */
typedef struct {
    uint32_t most;      /* registers of a thread in use, from 0 on */
    uint64_t scattered; /* values for which no neighbouring registers were free (register_scan.h) */
} register_use;

typedef struct {
    uint64_t pc;
    uint32_t mask; /* active lanes after predication; 0 is possible */
    uint8_t op;    /* op_class */
    uint8_t space; /* mem_space */
    uint8_t width; /* bytes per lane, 1..16; 0 without access */
    uint8_t ndst;
    uint8_t nsrc;
    uint8_t dst[GMMU_MAX_DST]; /* wide results expanded to every register written */
    uint8_t src[GMMU_MAX_SRC];
    uint16_t opcode;           /* the number of its text (opcode_fn); 0: nobody asks, or there is none */
    uint64_t addr[GMMU_LANES]; /* of the lanes in mask, when space is GLOBAL or SHARED; else undefined */
} warp_inst;

/* Of an access whose lanes are all active: the bits in which a first or last byte of a lane has another
 * address than the first byte of lane 0. None above the bits within a line, or a page: all bytes are in one.
 */
static inline uint64_t warp_inst_spread(const warp_inst *inst) {
    const uint64_t first = inst->addr[0], last_byte = inst->width ? inst->width - 1U : 0;
    uint64_t spread = 0;
    for (uint32_t lane = 0; lane < GMMU_LANES; lane++)
        spread |= (inst->addr[lane] ^ first) | ((inst->addr[lane] + last_byte) ^ first);
    return spread;
}

/* What of an instruction is the same whenever it is executed, with what follows from that. Equal ones have
 * equal bytes: register names beyond ndst and nsrc are 0, and width without a space. A line of the host's
 * caches. */
typedef struct {
    uint64_t pc;
    uint8_t dst[GMMU_MAX_DST];
    uint8_t src[GMMU_MAX_SRC];
    uint8_t op; /* these as in warp_inst */
    uint8_t space;
    uint8_t width;
    uint8_t ndst;
    uint8_t nsrc;
    uint8_t unused;    /* 0 */
    uint8_t opcode[2]; /* the low byte first */
    reg_set registers; /* inst_registers() */
} static_inst;

/* Gives an opcode's text, as "ld.global.f32", a number from 1 on, equal texts the same; 0: no room. */
typedef uint16_t (*opcode_fn)(void *ctx, const char *text, size_t length);

/* The registers that an instruction names, except RZ. */
static inline reg_set inst_registers(const uint8_t *dst, uint32_t ndst, const uint8_t *src, uint32_t nsrc) {
    static const uint8_t zero = GMMU_NO_REG;
    reg_set all = {{0}};
    reg_set_add(&all, src, nsrc);
    reg_set_add(&all, dst, ndst);
    reg_set_remove(&all, &zero, 1);
    return all;
}

typedef struct {
    char name[128]; /* kernel name, cut to fit */
    uint32_t grid[3];
    uint32_t block[3];
    uint64_t blocks;          /* grid[0] * grid[1] * grid[2] */
    uint32_t warps_per_block; /* 1..GMMU_MAX_WARPS_PER_BLOCK */
    uint32_t regs_per_thread;
    uint32_t shared_bytes; /* per block */
} kernel_info;

/* What one block may have of an SM. regs 0: that is not known, and nothing is lowered. */
typedef struct {
    uint32_t regs, reg_unit; /* of all its threads; a thread's are a multiple of this, 0: any number */
    uint32_t shared;         /* bytes */
} kernel_limits;

typedef struct block_stream block_stream; /* the instructions of one thread block (program/block_stream.h) */

/* Where the first version of a page's contents is. */
typedef enum {
    PAGE_INVALID, /* no page of the application */
    PAGE_HOST,    /* the host has written it before the first launch */
    PAGE_FRESH,   /* first written by a kernel: output, or a heap allocated on the device */
    PAGE_PINNED   /* in the host's memory, where it stays: SMs reach it over the bus */
} page_origin;

#endif
