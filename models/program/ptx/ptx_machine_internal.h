/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the executor share. */
#ifndef GMMU_PTX_MACHINE_INTERNAL_H
#define GMMU_PTX_MACHINE_INTERNAL_H

#include "program/ptx/ptx_machine.h"
#include "program/ptx/ptx_registers.h"

/* Lanes that run together from `pc` until they are at `rejoin`. */
typedef struct {
    uint32_t pc, rejoin, mask;
} ptx_path;

typedef struct {
    uint64_t value[PTX_REGISTERS_MOST][GMMU_LANES];
    uint64_t special[PTX_SPECIALS][GMMU_LANES];
    uint32_t *predicate;
    uint32_t carry;
    uint8_t *own; /* parameters of calls and local memory of each lane */
    ptx_path *path;
    uint32_t paths, path_room;
    uint32_t number;  /* in the block */
    uint32_t threads; /* lanes that have not ended */
    bool waits;       /* at a barrier */
} ptx_warp;

struct ptx_machine {
    const ptx_launch_state *launch;
    const ptx_kernel *k;
    uint8_t *shared;
    uint32_t own_bytes; /* of a lane: parameters of calls, then local memory */
    uint32_t warps;
    uint32_t region; /* that was found last */
    uint64_t block;
    uint64_t steps; /* left */
    block_stream *out;
    char *err;
    size_t err_size;
    ptx_warp *warp[GMMU_MAX_WARPS_PER_BLOCK];
};

static inline const uint64_t *ptx_lanes(const ptx_machine *m, const ptx_warp *w, uint32_t ref) {
    if (ref & PTX_CONSTANT)
        return m->k->constant[ref & PTX_NUMBERED];
    return ref & PTX_SPECIAL ? w->special[ref & PTX_NUMBERED] : w->value[ref];
}

/* False, with the line of an error at an instruction. */
__attribute__((format(printf, 3, 4))) bool ptx_machine_fail(ptx_machine *m, const ptx_inst *i,
                                                            const char *format, ...);
/* Writes the lanes of `mask`; nothing if there is no register. */
void ptx_write_lanes(ptx_warp *w, uint32_t ref, uint32_t mask, const uint64_t *from);
/* Records an instruction without addresses. */
bool ptx_record(ptx_machine *m, const ptx_warp *w, const ptx_inst *i, uint32_t mask);
/* A warp instruction that is not recorded yet. */
void ptx_warp_inst(const ptx_machine *m, const ptx_inst *i, uint32_t mask, warp_inst *to);
bool ptx_record_made(ptx_machine *m, const ptx_warp *w, const warp_inst *made);

/* Loads, stores, atomics: executed and recorded. */
bool ptx_access(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask);
/* Shuffles, votes and the like. */
bool ptx_exchange(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask);

#endif
