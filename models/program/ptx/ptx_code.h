/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code of one kernel, all calls expanded: what the parser makes and the executor runs.
 *
 * A value is named by a reference: a register, a constant or a special register. A register holds a number
 * of its width in each lane, the bits above it zero. Predicates are named apart, and hold a lane in each bit.
 */
#ifndef GMMU_PTX_CODE_H
#define GMMU_PTX_CODE_H

#include <stddef.h>

#include "config/program.h"

typedef enum {
    PTX_NO_TYPE,
    PTX_B8,
    PTX_B16,
    PTX_B32,
    PTX_B64,
    PTX_U8,
    PTX_U16,
    PTX_U32,
    PTX_U64,
    PTX_S8,
    PTX_S16,
    PTX_S32,
    PTX_S64,
    PTX_F16,
    PTX_F32,
    PTX_F64,
    PTX_PRED
} ptx_type;

/* By its name without the dot, as "u32"; PTX_NO_TYPE: none of these. */
ptx_type ptx_type_named(const char *name, size_t length);
const char *ptx_type_name(ptx_type t);
unsigned ptx_type_bits(ptx_type t); /* 1 of a predicate */
static inline bool ptx_type_signed(ptx_type t) {
    return t >= PTX_S8 && t <= PTX_S64;
}
static inline bool ptx_type_float(ptx_type t) {
    return t >= PTX_F16 && t <= PTX_F64;
}

typedef enum {
    /* integers and floating point, each lane by itself: dst[0] from src[0] to src[2] */
    PTX_MOV,
    PTX_ADD,
    PTX_SUB,
    PTX_MUL,
    PTX_MUL_HI,
    PTX_MUL_WIDE, /* type: of the operands */
    PTX_MAD,
    PTX_MAD_HI,
    PTX_MAD_WIDE,
    PTX_DIV,
    PTX_REM,
    PTX_ABS,
    PTX_NEG,
    PTX_MIN,
    PTX_MAX,
    PTX_AND,
    PTX_OR,
    PTX_XOR,
    PTX_NOT,
    PTX_CNOT,
    PTX_SHL,
    PTX_SHR,
    PTX_POPC,
    PTX_CLZ,
    PTX_BREV,
    PTX_BFIND,
    PTX_BFE,
    PTX_BFI, /* with src[3] */
    PTX_SAD,
    PTX_MUL24,
    PTX_MAD24,
    PTX_PRMT,
    PTX_SHF_L,
    PTX_SHF_R,
    PTX_LOP3, /* src[3]: the table */
    PTX_FMA,
    PTX_RCP,
    PTX_SQRT,
    PTX_RSQRT,
    PTX_SIN,
    PTX_COS,
    PTX_EX2,
    PTX_LG2,
    PTX_TANH,
    PTX_COPYSIGN,
    PTX_CVT,
    PTX_SELP, /* by pred[0] */
    PTX_SET,  /* as PTX_SETP, the result as a number of `type` */
    /* predicates: to[0], to[1] from pred[0], pred[1] */
    PTX_SETP, /* of src[0] and src[1], and of pred[0] by `combine` */
    PTX_PRED_MOV,
    PTX_PRED_AND,
    PTX_PRED_OR,
    PTX_PRED_XOR,
    PTX_PRED_NOT,
    PTX_ISSPACEP,
    /* vectors of registers */
    PTX_PACK,   /* dst[0] of src[0] ... */
    PTX_UNPACK, /* dst[0] ... of src[0] */
    /* memory: src[0] + offset is the address, src[1] ... the data */
    PTX_LD,
    PTX_ST,
    PTX_ATOM, /* and RED, without dst */
    /* lanes of a warp */
    PTX_SHFL, /* src: value, lane, clamp; to[0]: was the lane in range */
    PTX_VOTE,
    PTX_ACTIVEMASK,
    PTX_MATCH,
    PTX_REDUX,
    /* control */
    PTX_BRA,
    PTX_EXIT,
    PTX_BAR,
    PTX_MEMBAR,
    PTX_NOP, /* has no effect on values, takes its time */
    PTX_TRAP,
    PTX_OPS
} ptx_op;

typedef enum {
    PTX_EQ,
    PTX_NE,
    PTX_LT,
    PTX_LE,
    PTX_GT,
    PTX_GE,
    PTX_EQU, /* these: true also when an operand is no number */
    PTX_NEU,
    PTX_LTU,
    PTX_LEU,
    PTX_GTU,
    PTX_GEU,
    PTX_NUM,
    PTX_NAN
} ptx_compare;

typedef enum { PTX_NOT_COMBINED, PTX_COMBINE_AND, PTX_COMBINE_OR, PTX_COMBINE_XOR } ptx_combine;
typedef enum { PTX_RN, PTX_RZ, PTX_RM, PTX_RP } ptx_round;
typedef enum {
    PTX_GENERIC,
    PTX_GLOBAL,
    PTX_CONST,
    PTX_SHARED,
    PTX_LOCAL,
    PTX_PARAM /* of a kernel from 0 on, behind them of calls */
} ptx_space;
typedef enum {
    PTX_ATOM_ADD,
    PTX_ATOM_MIN,
    PTX_ATOM_MAX,
    PTX_ATOM_AND,
    PTX_ATOM_OR,
    PTX_ATOM_XOR,
    PTX_ATOM_EXCH,
    PTX_ATOM_CAS,
    PTX_ATOM_INC,
    PTX_ATOM_DEC
} ptx_atomic;
typedef enum { PTX_SHFL_UP, PTX_SHFL_DOWN, PTX_SHFL_BFLY, PTX_SHFL_IDX } ptx_shuffle;
typedef enum { PTX_VOTE_ALL, PTX_VOTE_ANY, PTX_VOTE_UNI, PTX_VOTE_BALLOT } ptx_vote;
typedef enum { PTX_MATCH_ANY, PTX_MATCH_ALL } ptx_match;

/* References to values. */
#define PTX_NONE     UINT32_MAX
#define PTX_CONSTANT (UINT32_C(1) << 30) /* and the number of a constant */
#define PTX_SPECIAL  (UINT32_C(2) << 30) /* and a ptx_special */
#define PTX_NUMBERED ((UINT32_C(1) << 30) - 1)

typedef enum {
    PTX_TID_X,
    PTX_TID_Y,
    PTX_TID_Z,
    PTX_NTID_X,
    PTX_NTID_Y,
    PTX_NTID_Z,
    PTX_CTAID_X,
    PTX_CTAID_Y,
    PTX_CTAID_Z,
    PTX_NCTAID_X,
    PTX_NCTAID_Y,
    PTX_NCTAID_Z,
    PTX_LANEID,
    PTX_WARPID,
    PTX_NWARPID,
    PTX_LANEMASK_EQ,
    PTX_LANEMASK_LE,
    PTX_LANEMASK_LT,
    PTX_LANEMASK_GE,
    PTX_LANEMASK_GT,
    PTX_SPECIALS
} ptx_special;

/* A predicate as an operand: its number, times two, plus one if it is negated. */
#define PTX_MAX_DATA 4U

typedef struct {
    uint8_t op;      /* ptx_op */
    uint8_t type;    /* ptx_type of the result; of memory's data */
    uint8_t from;    /* ptx_type of what is converted or compared */
    uint8_t compare; /* ptx_compare; or ptx_atomic, ptx_shuffle, ptx_vote, ptx_match */
    uint8_t combine; /* ptx_combine */
    uint8_t round;   /* ptx_round; wrap (0) or clamp (1) of PTX_SHF */
    uint8_t space;   /* ptx_space */
    uint8_t bits;    /* of the register dst[0], which may be wider than the type */
    bool integral;   /* PTX_CVT: rounds to a whole number */
    bool saturate, flush;
    bool carry_in,
        carry_out; /* of PTX_ADD, PTX_SUB, PTX_MAD, PTX_MAD_HI: a bit a lane, for the next of them */
    uint8_t ndst, nsrc;
    uint32_t guard; /* predicate as an operand; PTX_NONE: always */
    uint32_t dst[PTX_MAX_DATA];
    uint32_t src[PTX_MAX_DATA + 1];
    uint32_t to[2];   /* predicates written, without the factor of two; or PTX_NONE */
    uint32_t pred[2]; /* predicates read, as operands; or PTX_NONE */
    int64_t offset;
    uint32_t target; /* PTX_BRA: number of an instruction */
    uint32_t rejoin; /* where its lanes are together again; the number of instructions: never */
    uint32_t line, column;
    const char *opcode; /* in the text; may be followed by anything */
    /* of the warp instruction */
    uint8_t class;
    uint8_t names_dst, names_src;
    uint8_t name_dst[GMMU_MAX_DST], name_src[GMMU_MAX_SRC];
} ptx_inst;

typedef struct {
    char name[64];
    uint32_t offset, bytes;
    ptx_type type;   /* of an array its element */
    bool array;      /* .b8 name[n]: a struct */
    ptx_space space; /* where a pointer points to, if the text says so */
} ptx_parameter;

#define PTX_MAX_PARAMETERS 128U

typedef struct {
    char name[128];
    ptx_inst *inst;
    uint32_t count, room;
    uint8_t *reg_bits; /* of each register: 16, 32 or 64; while it is built */
    uint32_t regs, reg_room;
    uint32_t predicates;
    uint64_t (*constant)[GMMU_LANES]; /* in all lanes the same */
    uint32_t constants, constant_room;
    ptx_parameter *parameter;
    uint32_t parameters;
    uint32_t parameter_bytes; /* of the kernel */
    uint32_t param_bytes;     /* with the calls' */
    uint32_t local_bytes, shared_bytes;
    uint32_t max_threads; /* of a block, by .maxntid or .reqntid; 0: not said */
    uint32_t used;        /* registers of a thread, of 32 bits */
    uint64_t first_pc;
} ptx_kernel;

void ptx_kernel_free(ptx_kernel *k);

#endif
