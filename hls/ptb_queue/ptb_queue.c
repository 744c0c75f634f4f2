/* SPDX-License-Identifier: Apache-2.0 */
#include "ptb_queue.h"

#define KERNELS GMMU_NUM_KERNELS
#define ENTRIES GMMU_PTB_ENTRIES

enum { ENTRY_W = GMMU_PTB_W }; /* bits of an entry, and of a count */
typedef GMMU_U(GMMU_PTB_W) entry_index;

void ptb_queue_reset(ptb_queue_state *s) {
    for (unsigned k = 0; k < KERNELS; k++) {
        s->head[k] = 0;
        s->count[k] = 0;
    }
    s->ram_we = 0;
    s->ram_wqueue = 0;
    s->ram_wentry = 0;
    s->ram_wblock = 0;
    s->ram_wcontext = 0;
    s->ram_re = 0;
    s->ram_rqueue = 0;
    s->ram_rentry = 0;
    s->ans_valid = 0;
}

void ptb_queue_outputs(const ptb_queue_state *s, ptb_queue_out *out) {
    for (unsigned k = 0; k < KERNELS; k++) {
        out->holds[k] = (u1)(s->count[k] != 0);
        out->full[k] = (u1)(s->count[k] == ENTRIES);
    }
    out->ram_we = s->ram_we;
    out->ram_wqueue = s->ram_wqueue;
    out->ram_wentry = s->ram_wentry;
    out->ram_wblock = s->ram_wblock;
    out->ram_wcontext = s->ram_wcontext;
    out->ram_re = s->ram_re;
    out->ram_rqueue = s->ram_rqueue;
    out->ram_rentry = s->ram_rentry;
    out->ans_valid = s->ans_valid;
}

/* The entry after this one in the ring. */
static inline entry_index after(uint32_t entry) {
    const uint32_t next = entry == ENTRIES - 1U ? 0U : entry + 1U;

    return (entry_index)GMMU_WRAP(next, ENTRY_W);
}

/* The entry behind a queue: from its head so many entries on, once round the ring at most. */
static inline entry_index behind(uint32_t head, uint32_t count) {
    const uint32_t sum = head + count, entry = sum >= ENTRIES ? sum - ENTRIES : sum;

    return (entry_index)GMMU_WRAP(entry, ENTRY_W);
}

void ptb_queue_step(ptb_queue_state *s, const ptb_queue_in *in, ptb_queue_out *out) {
    uint32_t to_head = 0, to_count = 0, from_head = 0, from_count = 0; /* of the queues that are named */
    u1 pushed[KERNELS], popped[KERNELS];
    u1 pushes = 0, pops = 0;

    ptb_queue_outputs(s, out);
    for (unsigned k = 0; k < KERNELS; k++) {
        const u1 to = (u1)(in->push_kernel == k), from = (u1)(in->pop_kernel == k);

        pushed[k] = (u1)(in->push_valid & to & (u1)!out->full[k]);
        popped[k] = (u1)(in->pop_valid & from & out->holds[k]);
        pushes = (u1)(pushes | pushed[k]);
        pops = (u1)(pops | popped[k]);
        to_head |= to ? (uint32_t)s->head[k] : 0U;
        to_count |= to ? (uint32_t)s->count[k] : 0U;
        from_head |= from ? (uint32_t)s->head[k] : 0U;
        from_count |= from ? (uint32_t)s->count[k] : 0U;
    }
    for (unsigned k = 0; k < KERNELS; k++) {
        if (popped[k])
            s->head[k] = after(from_head);
        if (pushed[k] & (u1)!popped[k])
            s->count[k] = (entry_index)GMMU_WRAP(to_count + 1U, ENTRY_W);
        if (popped[k] & (u1)!pushed[k])
            s->count[k] = (entry_index)GMMU_WRAP(from_count - 1U, ENTRY_W);
    }
    s->ans_valid = s->ram_re;
    s->ram_we = pushes;
    s->ram_re = pops;
    if (pushes) {
        s->ram_wqueue = in->push_kernel;
        s->ram_wentry = behind(to_head, to_count);
        s->ram_wblock = in->push_block;
        s->ram_wcontext = in->push_context;
    }
    if (pops) {
        s->ram_rqueue = in->pop_kernel;
        s->ram_rentry = (entry_index)from_head;
    }
}
