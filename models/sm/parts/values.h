/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values: an architectural result for any instruction stream, without an ISA.
 * Registers and memory hold 64-bit values. A result is a hash of the instruction's PC and
 * active lanes, and of its source values; a load also mixes in the values at its addresses, lane by
 * lane; a store writes a hash of its data value and the lane; an atomic adds one, so
 * that the order of atomics does not matter but their operands do. An atomic's own result is a hash of PC
 * and sources only: the value that it returns depends on an order that no program may rely on.
 *
 * It does not matter here which source of a store is data and which is address: all are mixed.
 * Stores narrower than 4 bytes add into the value of their 4-byte word instead of
 * replacing it, and narrower loads do not look at it, because neighbours may be written at the
 * same time; wider stores touch every word. A result of some lanes only is mixed into the old value
 * of its register. So a lost, doubled or stale-operand replay leaves a different value.
 *
 * The final values are the same for every order of execution that a program without
 * races allows. A program with races, even harmless ones (two warps store the same
 * value), may leave different values.
 */
#ifndef GMMU_VALUES_H
#define GMMU_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "program/workload.h"
#include "sm/parts/races.h"

/* Values of a memory, by 4-byte word; words never written hold a hash of their address. */
typedef struct value_memory value_memory;

value_memory *value_memory_new(void);
void value_memory_free(value_memory *m);

/*
 * The same for a memory whose pages move: values lie in frames, and an access finds the frame of its page by
 * `frame` (false: it has none). A page is placed in its frame, with the values of words never written, when
 * it is first accessed or by value_memory_place(). From then on its values are whatever its frame holds,
 * wherever that frame is. A frame that was never filled differs from every page.
 */
typedef bool (*value_frame)(void *ctx, uint64_t vpn, uint64_t *ppn);
value_memory *value_memory_new_in_frames(value_frame frame, void *ctx);
void value_memory_place(value_memory *m, uint64_t vpn, uint64_t ppn);
void value_memory_copy(value_memory *m, uint64_t from, uint64_t to);
/* Of pages that nobody writes: how many placed pages do not find their values in their frames? */
uint64_t value_memory_astray(const value_memory *m);
/* Sum over all words written of a hash of address and value; independent of order. */
uint64_t value_memory_hash(const value_memory *m);
/* Has memory ever run out? Then the hash has no meaning. */
bool value_memory_failed(const value_memory *m);

/* The hash of a block's shared memory: as above, with the number of the block. */
uint64_t value_shared_hash(const value_memory *shared, uint64_t block);

/* The value of the word at this byte. */
uint64_t value_memory_word(value_memory *m, uint64_t address);

/* The words from this byte on are lost: each becomes another value. */
void value_memory_lose(value_memory *m, uint64_t from);

/* Does it access global or shared memory? */
static inline bool inst_accesses(const warp_inst *inst) {
    return inst->mask != 0 && (inst->space == SPACE_GLOBAL || inst->space == SPACE_SHARED);
}

/* One warp's registers. */
typedef struct {
    uint64_t reg[256];
} value_registers;

void value_registers_reset(value_registers *r, uint64_t block, uint32_t warp);
uint64_t value_registers_hash(const value_registers *r, uint64_t block, uint32_t warp);

/* The registers from number `from` to before `end` are lost: each becomes another value. */
void value_registers_lose(value_registers *r, uint64_t from, uint64_t end);

/* The mixed source values of an instruction, as operand read sees them. */
uint64_t value_sources(const value_registers *r, const warp_inst *inst);
/* An access to `m` (global or shared memory): takes the mixed sources, returns the result value. */
uint64_t value_access(value_memory *m, const warp_inst *inst, uint64_t sources);
/* The result value of an instruction that accesses no memory. */
uint64_t value_result(const warp_inst *inst, uint64_t sources);
/* Writes a result to the destinations, each with a value of its own. */
void value_write(value_registers *r, const warp_inst *inst, uint64_t result);

/*
 * The architectural result of a whole application, computed in program order without a
 * pipeline: block by block, warps in turn from barrier to barrier.
 */
typedef struct {
    uint64_t
        registers; /* sum of value_registers_hash() over all warps, and of shared memory over all blocks */
    uint64_t memory;
} value_result_hash;

/* One block; reads its stream to the end and accumulates, and shows its instructions to `found` (or NULL).
 * False: out of memory. */
bool value_reference_block(block_stream *stream, uint64_t block, uint32_t warps, value_memory *global,
                           races *found, uint64_t *registers);

/* Runs the workload from its start (it is rewound before and after), and tells its data races. The caller
 * passes a workload of its own, because a page is reported as touched only once. False: one line in err. */
bool value_reference(workload *w, value_result_hash *result, race_report *report, char *err, size_t err_size);

#endif
