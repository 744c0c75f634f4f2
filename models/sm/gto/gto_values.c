/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/gto/gto_values.h"

#include "base/alloc.h"

gto_values *gto_values_new(value_memory *const *global) {
    gto_values *v = alloc_zeroed(1, sizeof(*v));
    v->global = global;
    return v;
}

void gto_values_free(gto_values *v) {
    if (!v)
        return;
    for (uint32_t i = 0; i < GTO_MAX_BLOCKS; i++)
        value_memory_free(v->shared[i]);
    free(v);
}

void gto_values_begin_block(gto_values *v, uint32_t slot, value_memory *shared) {
    v->shared[slot] = shared ? shared : alloc_checked(value_memory_new());
}

void gto_values_end_block(gto_values *v, uint32_t slot, uint64_t block, uint32_t app) {
    v->hash[app] += value_shared_hash(v->shared[slot], block);
    value_memory_free(v->shared[slot]);
    v->shared[slot] = NULL;
}

void gto_values_end_warp(gto_values *v, uint32_t slot, uint64_t block, uint32_t number, uint32_t app) {
    v->hash[app] += value_registers_hash(&v->warp[slot], block, number);
}

void gto_values_issue(gto_values *v, uint32_t warp, uint32_t slot, const warp_inst *inst, uint32_t app) {
    const value_registers *now = &v->warp[warp];
    value_registers *coming = &v->coming[warp];
    value_memory *m = !inst_accesses(inst)          ? NULL
                      : inst->space == SPACE_GLOBAL ? v->global[app]
                                                    : v->shared[slot];
    const uint64_t sources = value_sources(now, inst);
    const uint64_t result = m ? value_access(m, inst, sources) : value_result(inst, sources);
    /* A result of some lanes is mixed into what its register holds. */
    for (uint32_t i = 0; i < inst->ndst; i++)
        coming->reg[inst->dst[i]] = now->reg[inst->dst[i]];
    value_write(coming, inst, result);
}

void gto_values_commit(gto_values *v, const inflight_inst *inst) {
    for (uint32_t i = 0; i < inst->ndst; i++)
        v->warp[inst->warp].reg[inst->dst[i]] = v->coming[inst->warp].reg[inst->dst[i]];
}
