/* SPDX-License-Identifier: Apache-2.0 */
#include "two_size_tlb.h"

#define ENTRIES (GMMU_TLB_BASE + GMMU_TLB_LARGE)
#define SHIFT   (GMMU_VPN_W - GMMU_LARGE_VPN_W) /* log2 of the base pages of a large one */

/* An entry of either size: those of the sets, then the large ones. Of a large entry the low SHIFT bits of vpn
 * and ppn mean nothing. */
typedef struct {
    u1 valid;
    GMMU_U(GMMU_ASID_W) asid;
    GMMU_U(GMMU_VPN_W) vpn;
    GMMU_U(GMMU_PPN_W) ppn;
    u1 filled; /* of the page that is filled in this cycle */
    u1 stop;   /* takes in the entry that is pushed down, and gives none away */
} entry;

static inline u1 is_large(unsigned i) {
    return (u1)(i >= GMMU_TLB_BASE);
}

static inline u1 in_set(unsigned i, GMMU_U(GMMU_VPN_W) vpn) {
    return (u1)(((uint64_t)vpn & (GMMU_TLB_SETS - 1U)) == i / GMMU_TLB_WAYS);
}

static inline u1 same_page(u1 large, GMMU_U(GMMU_VPN_W) a, GMMU_U(GMMU_VPN_W) b) {
    return (u1)(large ? a >> SHIFT == b >> SHIFT : a == b);
}

static inline u1 holds(const entry *e, unsigned i, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    return (u1)(e->valid & (e->asid == asid) & same_page(is_large(i), e->vpn, vpn) &
                (is_large(i) | in_set(i, vpn)));
}

/* Does this cycle invalidate such an entry? */
static inline u1 drops(const two_size_tlb_in *in, u1 large, GMMU_U(GMMU_ASID_W) asid,
                       GMMU_U(GMMU_VPN_W) vpn) {
    const u1 one = (u1)((large ? in->inv_large : in->inv_base) & same_page(large, vpn, in->inv_vpn));
    return (u1)(in->inv_all | ((asid == in->inv_asid) & (in->inv_space | one)));
}

/* Puts `first` in front, in the large array or in the set of its page. Entries move down by one, as far as
 * the first that stops, or the last; that one is lost. */
static inline void push(entry e[ENTRIES], const entry *first, u1 base, u1 large) {
    entry above = *first;
    u1 go = 0;
    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 head = (u1)(is_large(i) ? i == GMMU_TLB_BASE : i % GMMU_TLB_WAYS == 0);
        const u1 begins = is_large(i) ? large : (u1)(base & in_set(i, first->vpn));
        const entry here = e[i];
        go = head ? begins : go;
        above = head ? *first : above;
        e[i] = go ? above : here;
        go = (u1)(go & !here.stop);
        above = here;
    }
}

static inline void load(const two_size_tlb_state *s, entry e[ENTRIES]) {
    for (unsigned i = 0; i < GMMU_TLB_BASE; i++) {
        e[i].valid = s->base_valid[i];
        e[i].asid = s->base_asid[i];
        e[i].vpn = s->base_vpn[i];
        e[i].ppn = s->base_ppn[i];
    }
    for (unsigned i = 0; i < GMMU_TLB_LARGE; i++) {
        entry *l = &e[GMMU_TLB_BASE + i];
        l->valid = s->large_valid[i];
        l->asid = s->large_asid[i];
        l->vpn = (GMMU_U(GMMU_VPN_W))((uint64_t)s->large_vpn[i] << SHIFT);
        l->ppn = (GMMU_U(GMMU_PPN_W))((uint64_t)s->large_ppn[i] << SHIFT);
    }
}

static inline void store(two_size_tlb_state *s, const entry e[ENTRIES]) {
    for (unsigned i = 0; i < GMMU_TLB_BASE; i++) {
        s->base_valid[i] = e[i].valid;
        s->base_asid[i] = e[i].asid;
        s->base_vpn[i] = e[i].vpn;
        s->base_ppn[i] = e[i].ppn;
    }
    for (unsigned i = 0; i < GMMU_TLB_LARGE; i++) {
        const entry *l = &e[GMMU_TLB_BASE + i];
        s->large_valid[i] = l->valid;
        s->large_asid[i] = l->asid;
        s->large_vpn[i] = (GMMU_U(GMMU_LARGE_VPN_W))(l->vpn >> SHIFT);
        s->large_ppn[i] = (GMMU_U(GMMU_LARGE_PPN_W))(l->ppn >> SHIFT);
    }
}

/* The lookup: its answer, and what it hits comes to the front. */
static inline void look_up(two_size_tlb_state *s, const two_size_tlb_in *in, entry e[ENTRIES]) {
    const uint32_t offset = (uint32_t)GMMU_WRAP(in->lk_vpn, SHIFT);
    u1 base_hit = 0;
    u1 large_hit = 0;
    u1 base_filled = 0;
    u1 large_filled = 0;
    uint64_t base_ppn = 0;
    uint64_t large_ppn = 0;
    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 hit = (u1)(in->lk_valid & holds(&e[i], i, in->lk_asid, in->lk_vpn));
        e[i].stop = hit;
        base_hit = (u1)(base_hit | (hit & !is_large(i)));
        large_hit = (u1)(large_hit | (hit & is_large(i)));
        base_filled = (u1)(base_filled | (hit & !is_large(i) & e[i].filled));
        large_filled = (u1)(large_filled | (hit & is_large(i) & e[i].filled));
        base_ppn |= hit && !is_large(i) ? (uint64_t)e[i].ppn : 0U;
        large_ppn |= hit && is_large(i) ? (uint64_t)e[i].ppn : 0U;
    }
    const uint64_t ppn = large_hit ? large_ppn | offset : base_ppn;
    entry used;
    used.valid = 1;
    used.asid = in->lk_asid;
    used.vpn = in->lk_vpn;
    used.ppn = (GMMU_U(GMMU_PPN_W))ppn;
    used.filled = large_hit ? large_filled : base_filled;
    used.stop = 0;
    push(e, &used, (u1)(base_hit & !large_hit), large_hit);

    s->ans_valid = in->lk_valid;
    s->ans_hit = (u1)(base_hit | large_hit);
    s->ans_large = large_hit;
    s->ans_ppn = used.ppn;
}

/* The fill: in the place of its page, or of a free entry, or of the last. */
static inline void fill(const two_size_tlb_in *in, entry e[ENTRIES]) {
    const u1 take = (u1)(in->fill_valid & !drops(in, in->fill_large, in->fill_asid, in->fill_vpn));
    u1 present = 0;
    entry taken;
    for (unsigned i = 0; i < ENTRIES; i++)
        present = (u1)(present | e[i].filled);
    for (unsigned i = 0; i < ENTRIES; i++)
        e[i].stop = present ? e[i].filled : (u1)!e[i].valid;
    taken.valid = 1;
    taken.asid = in->fill_asid;
    taken.vpn = in->fill_vpn;
    taken.ppn = in->fill_ppn;
    taken.filled = 1;
    taken.stop = 0;
    push(e, &taken, (u1)(take & !in->fill_large), (u1)(take & in->fill_large));
}

void two_size_tlb_reset(two_size_tlb_state *s) {
    for (unsigned i = 0; i < GMMU_TLB_BASE; i++) {
        s->base_valid[i] = 0;
        s->base_asid[i] = 0;
        s->base_vpn[i] = 0;
        s->base_ppn[i] = 0;
    }
    for (unsigned i = 0; i < GMMU_TLB_LARGE; i++) {
        s->large_valid[i] = 0;
        s->large_asid[i] = 0;
        s->large_vpn[i] = 0;
        s->large_ppn[i] = 0;
    }
    s->ans_valid = 0;
    s->ans_hit = 0;
    s->ans_large = 0;
    s->ans_ppn = 0;
    s->ans_dropped = 0;
}

void two_size_tlb_outputs(const two_size_tlb_state *s, two_size_tlb_out *out) {
    out->a_valid = s->ans_valid;
    out->a_hit = s->ans_hit;
    out->a_large = s->ans_large;
    out->a_ppn = s->ans_ppn;
    out->a_dropped = s->ans_dropped;
}

void two_size_tlb_step(two_size_tlb_state *s, const two_size_tlb_in *in, two_size_tlb_out *out) {
    entry e[ENTRIES];
    u1 dropped = 0;

    two_size_tlb_outputs(s, out);
    load(s, e);
    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 drop = (u1)(e[i].valid & drops(in, is_large(i), e[i].asid, e[i].vpn));
        dropped = (u1)(dropped | drop);
        e[i].valid = (u1)(e[i].valid & !drop);
        e[i].filled = (u1)(in->fill_valid & (in->fill_large == is_large(i)) &
                           holds(&e[i], i, in->fill_asid, in->fill_vpn));
        e[i].stop = 0;
    }
    s->ans_dropped = dropped;
    look_up(s, in, e);
    fill(in, e);
    store(s, e);
}
