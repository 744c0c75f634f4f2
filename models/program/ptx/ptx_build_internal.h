/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the builder share: names in scope, operands, instructions. */
#ifndef GMMU_PTX_BUILD_INTERNAL_H
#define GMMU_PTX_BUILD_INTERNAL_H

#include "program/ptx/ptx_build.h"

/* Windows in the generic address space, as on the hardware: shared and local memory by their offsets. */
#define PTX_SHARED_WINDOW UINT64_C(0x600000000000)
#define PTX_LOCAL_WINDOW  UINT64_C(0x610000000000)
#define PTX_WINDOW_BYTES  (UINT64_C(1) << 32)

/* .reg .b32 %r<5>, or one register by itself. */
typedef struct {
    const char *prefix;
    size_t length;
    bool counted;
    uint32_t count, first;
    uint8_t bits; /* 1: predicates */
} ptx_names;

typedef struct {
    const char *name;
    size_t length;
    uint32_t at; /* number of an instruction */
} ptx_label;

/* An instruction whose target is not known yet. A name without letters: the end of the function. */
typedef struct {
    uint32_t inst;
    ptx_token name;
} ptx_jump;

typedef struct {
    void *item;
    uint32_t count, room;
} ptx_list;

typedef struct {
    ptx_reader *r;
    ptx_module *m;
    ptx_kernel *k;
    ptx_list names, variables, labels, jumps;
    uint32_t first_name, first_variable, first_label, first_jump; /* of this function */
    uint32_t depth;
    const ptx_function *call[PTX_CALL_DEPTH];
    uint32_t dynamic_shared; /* where external shared memory begins */
    bool has_dynamic;
    /* the instruction that is read */
    ptx_token opcode;
    ptx_inst now;
    const char *modifier[16];
    size_t modifier_length[16];
    uint32_t modifiers;
    uint32_t taken; /* bit by modifier: it is understood */
} ptx_builder;

/* A new item at the end of a list, zero; NULL with an error. */
void *ptx_list_add(ptx_builder *b, ptx_list *list, size_t bytes);

/* ---- operands: false with an error ---- */

/* The register or constant that is looked at, for an operand of this type. wider: the register may have more
 * bits. */
bool ptx_read_value(ptx_builder *b, ptx_type type, bool wider, uint32_t *ref);
/* A register to be written, or _ (PTX_NONE). */
bool ptx_read_target(ptx_builder *b, ptx_type type, bool wider, uint32_t *ref);
/* A predicate that is read; as an operand, with ! before it or not. */
bool ptx_read_predicate(ptx_builder *b, uint32_t *operand);
/* A predicate that is written, or _. */
bool ptx_write_predicate(ptx_builder *b, uint32_t *number);
/* [address + offset] into src[0] and offset of the instruction. */
bool ptx_read_address(ptx_builder *b);
uint32_t ptx_constant(ptx_builder *b, uint64_t value);
/* Bits of what a reference names. */
unsigned ptx_reference_bits(const ptx_builder *b, uint32_t ref);
/* The names of the function and its variables; NULL, or not there. */
const ptx_names *ptx_find_name(const ptx_builder *b, const char *name, size_t length, uint32_t *number);
ptx_variable *ptx_find_variable(ptx_builder *b, const char *name, size_t length);
/* Its address in its space; a shared one gets its place. */
bool ptx_place_variable(ptx_builder *b, ptx_variable *v);

/* ---- instructions ---- */

/* Appends b->now. */
bool ptx_emit(ptx_builder *b);
/* The instruction at the token that is looked at, behind its guard, up to its ';'. Calls are the builder's.
 */
bool ptx_read_instruction(ptx_builder *b);

/* Takes a modifier, if it is there. */
bool ptx_modifier(ptx_builder *b, const char *name);
/* The first type among the modifiers that are left; PTX_NO_TYPE: none. */
ptx_type ptx_modifier_type(ptx_builder *b);
bool ptx_modifier_space(ptx_builder *b, ptx_space *space);
/* The first of the names, NULL at the end, that is a modifier: its place, or -1. */
int ptx_modifier_of(ptx_builder *b, const char *const *names);

/* ---- forms of instructions: false with an error ---- */

bool ptx_comma(ptx_builder *b);
bool ptx_not_supported(ptx_builder *b);
bool ptx_modifiers_end(ptx_builder *b);
bool ptx_need_type(ptx_builder *b, ptx_type t);
bool ptx_read_sources(ptx_builder *b, ptx_type to, ptx_type from, uint32_t sources);
bool ptx_read_vector(ptx_builder *b, ptx_type t, bool target, bool wider, uint32_t *list, uint32_t *count);
/* Of the instructions of ptx_accesses.c. */
bool ptx_read_load(ptx_builder *b);
bool ptx_read_store(ptx_builder *b);
bool ptx_read_atomic(ptx_builder *b);
bool ptx_read_prefetch(ptx_builder *b);
bool ptx_read_shuffle(ptx_builder *b);
bool ptx_read_vote(ptx_builder *b);
bool ptx_read_active(ptx_builder *b);
bool ptx_read_match(ptx_builder *b);
bool ptx_read_redux(ptx_builder *b);
bool ptx_read_plain(ptx_builder *b);
bool ptx_read_barrier(ptx_builder *b);
bool ptx_read_fence(ptx_builder *b);
bool ptx_read_sleep(ptx_builder *b);

#endif
