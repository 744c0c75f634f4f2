/* SPDX-License-Identifier: Apache-2.0 */
#include "store_replay.h"

enum { PAGE_AT = 12 };

void store_replay_reset(store_replay_state *s) {
    s->l1_valid = 0;
    s->in_stage = 0;
    s->blocked = 0;
    s->l1_rw = 0;
    s->l1_atomic = 0;
    s->l1_addr = 0;
    s->l1_tag = 0;
    for (int w = 0; w < GMMU_MEM_WORDS; w++) {
        s->l1_byteen[w] = 0;
        s->l1_data[2 * w] = 0;
        s->l1_data[2 * w + 1] = 0;
    }
    s->other_valid = 0;
    s->other_va = 0;
    s->other_access = 0;
    s->other_amo = 0;
}

void store_replay_outputs(const store_replay_state *s, store_replay_out *out) {
    out->req_ready = (u1)((u1)!s->l1_valid & (u1)!s->in_stage & (u1)!s->blocked);
    out->l1_valid = s->l1_valid;
    out->l1_rw = s->l1_rw;
    out->l1_atomic = s->l1_atomic;
    out->l1_addr = s->l1_addr;
    out->l1_tag = s->l1_tag;
    for (int w = 0; w < GMMU_MEM_WORDS; w++) {
        out->l1_byteen[w] = s->l1_byteen[w];
        out->l1_data[2 * w] = s->l1_data[2 * w];
        out->l1_data[2 * w + 1] = s->l1_data[2 * w + 1];
    }
    out->blocked = s->blocked;
    out->blocked_va = s->l1_addr;
    out->other_valid = s->other_valid;
    out->other_va = s->other_va;
    out->other_access = s->other_access;
    out->other_amo = s->other_amo;
}

static inline void take(store_replay_state *s, const store_replay_in *in) {
    s->l1_rw = in->req_rw;
    s->l1_atomic = in->req_atomic;
    s->l1_addr = in->req_addr;
    s->l1_tag = in->req_tag;
    for (int w = 0; w < GMMU_MEM_WORDS; w++) {
        s->l1_byteen[w] = in->req_byteen[w];
        s->l1_data[2 * w] = in->req_data[2 * w];
        s->l1_data[2 * w + 1] = in->req_data[2 * w + 1];
    }
}

void store_replay_step(store_replay_state *s, const store_replay_in *in, store_replay_out *out) {
    store_replay_outputs(s, out);
    const u1 comes = (u1)(in->req_valid & out->req_ready);
    const u1 store = (u1)(s->l1_rw | s->l1_atomic);
    const u1 now_in = (u1)((s->l1_valid & in->l1_ready & store) | s->in_stage);
    const u1 passes = (u1)(now_in & in->passed_valid & (u1)(in->passed_tag == s->l1_tag));
    const u1 writes = (u1)((u1)(in->fault_access == STORE_REPLAY_WRITES) | in->fault_amo);
    const u1 its_page = (u1)((uint64_t)in->fault_va >> PAGE_AT == (uint64_t)s->l1_addr >> PAGE_AT);
    const u1 blocks = (u1)(now_in & in->fault_valid & writes & its_page & (u1)!passes);
    const u1 again = (u1)(s->blocked & in->retry & (u1)!in->drop);

    s->other_valid = (u1)(in->fault_valid & (u1)!blocks);
    if (s->other_valid) {
        s->other_va = in->fault_va;
        s->other_access = in->fault_access;
        s->other_amo = in->fault_amo;
    }
    s->l1_valid = (u1)(comes | again | (s->l1_valid & (u1)!in->l1_ready));
    s->in_stage = (u1)(now_in & (u1)!passes & (u1)!blocks);
    s->blocked = (u1)(blocks | (s->blocked & (u1)!in->retry & (u1)!in->drop));
    if (comes)
        take(s, in);
}
