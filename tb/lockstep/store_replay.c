/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of store_replay for the lock-step harness. */
#include "store_replay.h"
#include "lockstep.h"

/* Per phase, in percent: accesses, stores, atomics, a stage that takes them, passes, faults, what of these
 * two is about the store, retries, drops. */
static const struct {
    unsigned access, store, atomic, ready, pass, fault, its, retry, drop;
} profile[LS_PHASES] = {
    {50, 50, 20, 50, 50, 50, 70, 50, 20}, {100, 50, 0, 100, 100, 0, 100, 0, 0},
    {90, 90, 10, 90, 10, 90, 90, 90, 5},  {90, 0, 50, 50, 50, 50, 50, 20, 20},
    {100, 0, 0, 100, 50, 50, 30, 50, 50}, {5, 50, 50, 20, 20, 20, 90, 10, 5},
    {90, 100, 0, 90, 5, 30, 50, 5, 90},   {90, 90, 30, 90, 90, 90, 90, 90, 90},
};

static u64 address(lockstep *ls) {
    return (u64)ls_random(ls);
}

void store_replay_stimulus(lockstep *ls, const store_replay_state *s, const store_replay_out *pins,
                           store_replay_in *in) {
    const unsigned p = ls_phase(ls);

    (void)pins;
    in->req_valid = (u1)ls_chance(ls, profile[p].access);
    in->req_rw = (u1)ls_chance(ls, profile[p].store);
    in->req_atomic = (u1)ls_chance(ls, profile[p].atomic);
    in->req_addr = address(ls);
    in->req_tag = (GMMU_U(GMMU_MEM_TAG_W))GMMU_WRAP(ls_random(ls), GMMU_MEM_TAG_W);
    in->l1_ready = (u1)ls_chance(ls, profile[p].ready);
    in->passed_valid = (u1)ls_chance(ls, profile[p].pass);
    /* often all but one bit of the store's */
    in->passed_tag =
        ls_chance(ls, profile[p].its)
            ? s->l1_tag
            : (GMMU_U(GMMU_MEM_TAG_W))((uint64_t)s->l1_tag ^ UINT64_C(1) << ls_below(ls, GMMU_MEM_TAG_W));
    in->fault_valid = (u1)ls_chance(ls, profile[p].fault);
    in->fault_va = ls_chance(ls, profile[p].its)
                       ? (u64)((uint64_t)s->l1_addr ^ (uint64_t)ls_below(ls, 4096))
                       : (u64)((uint64_t)s->l1_addr ^ UINT64_C(1) << ls_below(ls, 64));
    in->fault_access = (u2)(ls_chance(ls, profile[p].its) ? 1U : ls_below(ls, 4));
    in->fault_amo = (u1)ls_chance(ls, 20);
    in->retry = (u1)ls_chance(ls, profile[p].retry);
    in->drop = (u1)ls_chance(ls, profile[p].drop);
    for (unsigned w = 0; w < GMMU_MEM_WORDS; w++) {
        in->req_byteen[w] = (u8)ls_below(ls, 256);
        in->req_data[2 * w] = (u32)GMMU_WRAP(ls_random(ls), 32);
        in->req_data[2 * w + 1] = (u32)GMMU_WRAP(ls_random(ls), 32);
    }
}

void store_replay_coverage(lockstep *ls, const store_replay_state *s, const store_replay_in *in,
                           const store_replay_out *pins) {
    const bool comes = in->req_valid && pins->req_ready, taken = s->l1_valid && in->l1_ready;
    const bool store = s->l1_rw || s->l1_atomic, inside = s->in_stage || (taken && store);
    const bool passed = in->passed_valid && in->passed_tag == s->l1_tag, passes = inside && passed;
    const bool page = (uint64_t)in->fault_va >> 12 == (uint64_t)s->l1_addr >> 12;
    const bool writes = in->fault_access == STORE_REPLAY_WRITES, its = page && (writes || in->fault_amo);
    const bool fault = in->fault_valid, blocks = inside && fault && its && !passes;

    ls_cover(ls, "a load comes", comes && !in->req_rw && !in->req_atomic);
    ls_cover(ls, "a store comes", comes && in->req_rw && !in->req_atomic);
    ls_cover(ls, "an atomic that writes comes", comes && in->req_rw && in->req_atomic);
    ls_cover(ls, "an atomic that reads comes", comes && !in->req_rw && in->req_atomic);
    ls_cover(ls, "an access waits for one at the pins", in->req_valid && s->l1_valid);
    ls_cover(ls, "an access waits for a store in the stage", in->req_valid && s->in_stage);
    ls_cover(ls, "an access waits for a blocked store", in->req_valid && s->blocked);
    ls_cover(ls, "a load is taken", taken && !store);
    ls_cover(ls, "a store is taken", taken && s->l1_rw && !s->l1_atomic);
    ls_cover(ls, "an atomic is taken", taken && s->l1_atomic);
    ls_cover(ls, "the stage stalls", s->l1_valid && !in->l1_ready);
    ls_cover(ls, "a store passes as it is taken", passes && !s->in_stage);
    ls_cover(ls, "a store passes later", passes && s->in_stage);
    ls_cover(ls, "a store with another tag passes", inside && in->passed_valid && !passed);
    ls_cover(ls, "a pass while no store is inside", passed && !inside);
    ls_cover(ls, "dropped as it is taken", blocks && !s->in_stage);
    ls_cover(ls, "dropped later", blocks && s->in_stage);
    ls_cover(ls, "dropped, says the write alone", blocks && writes && !in->fault_amo);
    ls_cover(ls, "dropped, says the atomic alone", blocks && !writes && in->fault_amo);
    ls_cover(ls, "the fault of a load in its page", inside && fault && page && !writes && !in->fault_amo);
    ls_cover(ls, "the fault of a store in another page", inside && fault && !page && writes);
    ls_cover(ls, "a fault in its page while it is not inside", fault && its && !inside);
    ls_cover(ls, "a fault in its page while it is blocked", fault && its && s->blocked);
    ls_cover(ls, "pass and fault in one cycle", passes && fault && its);
    ls_cover(ls, "no fault", !fault && s->other_valid);
    ls_cover(ls, "faults in two cycles", fault && !blocks && s->other_valid);
    ls_cover(ls, "a retry", s->blocked && in->retry && !in->drop);
    ls_cover(ls, "a drop", s->blocked && in->drop && !in->retry);
    ls_cover(ls, "retry and drop together", s->blocked && in->drop && in->retry);
    ls_cover(ls, "it stays blocked", s->blocked && !in->drop && !in->retry);
    ls_cover(ls, "a retry while nothing is blocked", in->retry && !s->blocked && s->in_stage);
    ls_cover(ls, "a drop while nothing is blocked", in->drop && !s->blocked && s->in_stage);
    ls_cover(ls, "a retry as it blocks", in->retry && blocks);
    ls_cover(ls, "a drop as it blocks", in->drop && blocks);
}
