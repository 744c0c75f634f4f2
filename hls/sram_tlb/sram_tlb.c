/* SPDX-License-Identifier: Apache-2.0 */
#include "sram_tlb.h"

#define SETS    GMMU_TLB_SETS
#define WAYS    GMMU_TLB_WAYS
#define LARGE   GMMU_TLB_LARGE
#define NODES   SRAM_TLB_NODES
#define SET_W   GMMU_TLB_SET_W
#define LONGEST (WAYS > LARGE ? WAYS : LARGE)
#define SHIFT   (GMMU_VPN_W - GMMU_LARGE_VPN_W) /* log2 of the base pages of a large one */

enum { DEPTH = 5 }; /* of a tree of 32 leaves */

typedef GMMU_U(GMMU_ASID_W) space;
typedef GMMU_U(GMMU_VPN_W) page;
typedef GMMU_U(GMMU_TLB_SET_W) set_number;

/* Entries of a set, or large ones, are a bit each of 32; a tree has bit n for its node n, from 1. */

static inline u1 bit_of(uint32_t bits, unsigned i) {
    return (u1)(bits >> i & 1U);
}

static inline set_number set_of(page vpn) {
    return (set_number)GMMU_WRAP(vpn, SET_W);
}

static inline uint32_t lowest(uint32_t bits) {
    return (uint32_t)GMMU_WRAP((uint64_t)bits & (~(uint64_t)bits + 1U), 32);
}

/* ---- pseudo-LRU: leaf i of n is node n + i; of each node the children are 2 x node and one more ---- */

/* The leaf at which all nodes above it point. */
static inline uint32_t oldest(uint32_t tree, uint32_t leaves) {
    uint32_t found = 0;
    for (unsigned i = 0; i < LONGEST; i++) {
        u1 all = (u1)(i < leaves);
        for (unsigned b = 0; b < DEPTH; b++) {
            const uint32_t at = (leaves + i) >> b;
            all = (u1)(all & ((u1)(at <= 1) | (u1)(bit_of(tree, at >> 1) == (at & 1U))));
        }
        found |= (uint32_t)all << i;
    }
    return found;
}

/* The nodes above what is used point to the other half. */
static inline uint32_t used(uint32_t tree, uint32_t leaves, uint32_t use) {
    uint32_t turned = tree;
    for (unsigned node = 1; node < LONGEST; node++) {
        u1 low = 0;
        u1 high = 0;
        for (unsigned i = 0; i < LONGEST; i++) {
            for (unsigned b = 0; b < DEPTH; b++) {
                const uint32_t at = (leaves + i) >> b;
                low = (u1)(low | (bit_of(use, i) & (u1)(at == 2 * node)));
                high = (u1)(high | (bit_of(use, i) & (u1)(at == 2 * node + 1)));
            }
        }
        turned = low ? turned | 1U << node : high ? turned & ~(1U << node) : turned;
    }
    return turned;
}

static inline uint32_t tree_of_set(const sram_tlb_state *s, set_number set) {
    uint32_t tree = 0;
    for (unsigned i = 0; i < SETS; i++)
        for (unsigned n = 0; n < NODES; n++)
            tree |= (uint32_t)(s->older[i * NODES + n] & (u1)(set == i)) << (n + 1U);
    return tree;
}

static inline uint32_t tree_of_large(const sram_tlb_state *s) {
    uint32_t tree = 0;
    for (unsigned n = 0; n + 1U < LARGE; n++)
        tree |= (uint32_t)s->large_older[n] << (n + 1U);
    return tree;
}

/* ---- what is found ---- */

static inline uint32_t valid_in(const sram_tlb_state *s, set_number set) {
    uint32_t valid = 0;
    for (unsigned i = 0; i < SETS; i++)
        for (unsigned w = 0; w < WAYS; w++)
            valid |= (uint32_t)(s->valid[i * WAYS + w] & (u1)(set == i)) << w;
    return valid;
}

/* The ways whose words, as the RAMs show them, are of this space, and of this page. */
static inline uint32_t shown(const sram_tlb_in *in, space asid, page vpn) {
    uint32_t ways = 0;
    for (unsigned w = 0; w < WAYS; w++)
        ways |= (uint32_t)((in->ram_asid[w] == asid) & (u1)(in->ram_tag[w] == vpn >> SET_W)) << w;
    return ways;
}

/* An invalidation works on all rows, not on the one of its page alone. */
static inline u1 by_rows(const sram_tlb_in *in) {
    return (u1)((u1)(in->inv_kind == SRAM_TLB_SPACE) | (u1)(in->inv_kind == SRAM_TLB_INSIDE));
}

/* The ways whose words are named by the invalidation: its page, those inside its large page, or its space. */
static inline uint32_t named_in(const sram_tlb_in *in, set_number row) {
    const u1 any = (u1)(in->inv_kind == SRAM_TLB_SPACE);
    const u1 inside = (u1)(in->inv_kind == SRAM_TLB_INSIDE);
    uint32_t ways = 0;
    for (unsigned w = 0; w < WAYS; w++) {
        const uint64_t vpn = (uint64_t)in->ram_tag[w] << SET_W | (uint64_t)row;
        const uint64_t apart = vpn ^ (uint64_t)in->inv_vpn;
        const u1 here = (u1)(any | (u1)(apart == 0) | (inside & (u1)(apart >> SHIFT == 0)));
        ways |= (uint32_t)((in->ram_asid[w] == in->inv_asid) & here) << w;
    }
    return ways;
}

static inline uint32_t large_of(const sram_tlb_state *s, space asid, page vpn, u1 any) {
    uint32_t found = 0;
    for (unsigned i = 0; i < LARGE; i++)
        found |= (uint32_t)(s->large_valid[i] & (u1)(s->large_asid[i] == asid) &
                            (any | (u1)(s->large_vpn[i] == vpn >> SHIFT)))
                 << i;
    return found;
}

/* Where a fill goes: to its page, or to the first free place, or to the oldest. */
static inline uint32_t place_of(uint32_t held, uint32_t valid, uint32_t tree, uint32_t leaves) {
    uint32_t free = 0;
    for (unsigned i = 0; i < LONGEST; i++)
        free |= (uint32_t)((u1)(i < leaves) & (u1)!bit_of(valid, i)) << i;
    return held != 0 ? held : free != 0 ? lowest(free) : oldest(tree, leaves);
}

void sram_tlb_reset(sram_tlb_state *s) {
    for (unsigned i = 0; i < SRAM_TLB_BASE; i++)
        s->valid[i] = 0;
    for (unsigned i = 0; i < SETS * NODES; i++)
        s->older[i] = 0;
    for (unsigned i = 0; i < LARGE; i++) {
        s->large_valid[i] = 0;
        s->large_asid[i] = 0;
        s->large_vpn[i] = 0;
        s->large_ppn[i] = 0;
    }
    for (unsigned i = 0; i + 1U < LARGE; i++)
        s->large_older[i] = 0;
    s->r_valid = 0;
    s->r_asid = 0;
    s->r_vpn = 0;
    s->m_valid = 0;
    s->m_read = 0;
    s->m_asid = 0;
    s->m_vpn = 0;
    s->ans_valid = 0;
    s->ans_hit = 0;
    s->ans_large = 0;
    s->ans_ppn = 0;
    s->f_valid = 0;
    s->f_large = 0;
    s->f_asid = 0;
    s->f_vpn = 0;
    s->f_ppn = 0;
    s->phase = SRAM_TLB_IDLE;
    s->fills = 0;
    s->row = 0;
    for (unsigned w = 0; w < WAYS; w++)
        s->ways[w] = 0;
}

void sram_tlb_outputs(const sram_tlb_state *s, sram_tlb_out *out) {
    const u1 reads = (u1)(s->phase == SRAM_TLB_READ);
    const u1 writes = (u1)(s->phase == SRAM_TLB_WRITE);

    out->lk_ready = (u1)((s->phase != SRAM_TLB_STOP) & (u1)!reads);
    out->a_valid = s->ans_valid;
    out->a_hit = s->ans_hit;
    out->a_large = s->ans_large;
    out->a_ppn = s->ans_ppn;
    out->fill_ready = (u1)!s->f_valid;
    out->inv_ack = (u1)(s->phase == SRAM_TLB_ACK);
    out->ram_re = (u1)(reads | (s->r_valid & (u1)!writes));
    out->ram_raddr = reads ? s->row : set_of(s->r_vpn);
    for (unsigned w = 0; w < WAYS; w++)
        out->ram_we[w] = (u1)(writes & s->fills & s->ways[w]);
    out->ram_waddr = s->row;
    out->ram_wasid = s->f_asid;
    out->ram_wtag = (GMMU_U(GMMU_TLB_TAG_W))(s->f_vpn >> SET_W);
    out->ram_wppn = s->f_ppn;
}

/* ---- what happens at an edge ---- */

/* What the look-up hits: ways of its set, and large entries. */
typedef struct {
    uint32_t base;
    uint32_t large;
} hits;

static inline hits look_up(const sram_tlb_state *s, const sram_tlb_in *in) {
    const uint32_t base = shown(in, s->m_asid, s->m_vpn) & valid_in(s, set_of(s->m_vpn));
    const uint32_t large = large_of(s, s->m_asid, s->m_vpn, 0);
    hits h;
    h.large = s->m_valid ? large : 0U;
    h.base = (s->m_valid & s->m_read) != 0 && h.large == 0 ? base : 0U;
    return h;
}

static inline void answer(sram_tlb_state *s, const sram_tlb_in *in, const hits *h) {
    uint64_t base_ppn = 0;
    uint64_t large_ppn = 0;
    for (unsigned w = 0; w < WAYS; w++)
        base_ppn |= bit_of(h->base, w) ? (uint64_t)in->ram_ppn[w] : 0U;
    for (unsigned i = 0; i < LARGE; i++)
        large_ppn |= bit_of(h->large, i) ? (uint64_t)s->large_ppn[i] << SHIFT : 0U;
    const uint32_t offset = (uint32_t)GMMU_WRAP(s->m_vpn, SHIFT);
    s->ans_valid = s->m_valid;
    s->ans_hit = (u1)((h->base | h->large) != 0);
    s->ans_large = (u1)(h->large != 0);
    s->ans_ppn = (GMMU_U(GMMU_PPN_W))(h->large != 0 ? large_ppn | offset : base_ppn);
}

static inline uint32_t ways_of(const sram_tlb_state *s) {
    uint32_t ways = 0;
    for (unsigned w = 0; w < WAYS; w++)
        ways |= (uint32_t)s->ways[w] << w;
    return ways;
}

/* Base entries: the order of use, of the set of the look-up and of the row, and who is valid. */
static inline void move_sets(sram_tlb_state *s, const hits *h, u1 writes, u1 drops_all) {
    const uint32_t ways = ways_of(s);
    const uint32_t put = writes & s->fills ? ways : 0U;
    const uint32_t drop = writes & (u1)!s->fills ? ways : 0U;
    const set_number asked = set_of(s->m_vpn);
    const uint32_t asked_tree = used(tree_of_set(s, asked), WAYS, h->base);
    const uint32_t row_tree = used(s->row == asked ? asked_tree : tree_of_set(s, s->row), WAYS, put);
    for (unsigned i = 0; i < SETS; i++) {
        const u1 here = (u1)(s->row == i);
        const u1 moves = (u1)(here | (u1)(asked == i));
        for (unsigned n = 0; n < NODES; n++)
            s->older[i * NODES + n] =
                moves ? bit_of(here ? row_tree : asked_tree, n + 1U) : s->older[i * NODES + n];
        for (unsigned w = 0; w < WAYS; w++) {
            const u1 stays = (u1)(s->valid[i * WAYS + w] & (u1) !(here & bit_of(drop, w)));
            s->valid[i * WAYS + w] = (u1)((stays | (here & bit_of(put, w))) & (u1)!drops_all);
        }
    }
}

/* Large entries: likewise; a large fill is put in at once. */
static inline void move_large(sram_tlb_state *s, const hits *h, u1 fills, uint32_t drop) {
    uint32_t valid = 0;
    uint32_t tree = used(tree_of_large(s), LARGE, h->large);
    for (unsigned i = 0; i < LARGE; i++)
        valid |= (uint32_t)s->large_valid[i] << i;
    const uint32_t place = place_of(large_of(s, s->f_asid, s->f_vpn, 0), valid, tree_of_large(s), LARGE);
    const uint32_t put = fills ? place : 0U;
    tree = used(tree, LARGE, put);
    for (unsigned n = 0; n + 1U < LARGE; n++)
        s->large_older[n] = bit_of(tree, n + 1U);
    for (unsigned i = 0; i < LARGE; i++) {
        s->large_valid[i] = (u1)((s->large_valid[i] & (u1)!bit_of(drop, i)) | bit_of(put, i));
        if (bit_of(put, i)) {
            s->large_asid[i] = s->f_asid;
            s->large_vpn[i] = (GMMU_U(GMMU_LARGE_VPN_W))(s->f_vpn >> SHIFT);
            s->large_ppn[i] = (GMMU_U(GMMU_LARGE_PPN_W))(s->f_ppn >> SHIFT);
        }
    }
}

/* The entries of the row that the RAMs show: where the fill goes, or what the invalidation drops. */
static inline void match(sram_tlb_state *s, const sram_tlb_in *in) {
    const uint32_t valid = valid_in(s, s->row);
    const uint32_t same = shown(in, s->f_asid, s->f_vpn) & valid;
    const uint32_t named = named_in(in, s->row) & valid;
    const uint32_t ways = s->fills ? place_of(same, valid, tree_of_set(s, s->row), WAYS) : named;
    for (unsigned w = 0; w < WAYS; w++)
        s->ways[w] = bit_of(ways, w);
}

/* A fill that waits goes first; then an invalidation. */
static inline void begin(sram_tlb_state *s, const sram_tlb_in *in) {
    const u1 base = (u1)(s->f_valid & (u1)!s->f_large);
    const u1 page_only = (u1)(in->inv_kind == SRAM_TLB_PAGE);
    const u1 rows = (u1)(page_only | by_rows(in));
    const u1 drops = (u1)((u1)!s->f_valid & in->inv_valid);
    if (base | (drops & rows)) {
        s->fills = base;
        s->row = base ? set_of(s->f_vpn) : page_only ? set_of(in->inv_vpn) : (set_number)0;
    }
    s->phase = (u3)(base | (drops & rows) ? SRAM_TLB_STOP : drops ? SRAM_TLB_ACK : SRAM_TLB_IDLE);
}

static inline void move_work(sram_tlb_state *s, const sram_tlb_in *in) {
    const u1 more = (u1)((u1)!s->fills & by_rows(in) & (u1)(s->row != SETS - 1U));
    if (s->phase == SRAM_TLB_IDLE) {
        begin(s, in);
    } else if (s->phase == SRAM_TLB_WRITE) {
        s->phase = (u3)(s->fills ? SRAM_TLB_IDLE : more ? SRAM_TLB_STOP : SRAM_TLB_ACK);
        s->row = (set_number)GMMU_WRAP((uint32_t)s->row + (uint32_t)more, SET_W);
    } else {
        s->phase = (u3)(s->phase >= SRAM_TLB_ACK ? (uint32_t)SRAM_TLB_IDLE : (uint32_t)s->phase + 1U);
    }
}

static inline void move_fill(sram_tlb_state *s, const sram_tlb_in *in, u1 done) {
    const u1 take = (u1)((u1)!s->f_valid & in->fill_valid);
    s->f_valid = (u1)((s->f_valid & (u1)!done) | take);
    if (take) {
        s->f_large = in->fill_large;
        s->f_asid = in->fill_asid;
        s->f_vpn = in->fill_vpn;
        s->f_ppn = in->fill_ppn;
    }
}

static inline void move_look_up(sram_tlb_state *s, const sram_tlb_in *in) {
    const u1 taken = (u1)((s->phase == SRAM_TLB_READ) | (u1)(s->phase == SRAM_TLB_WRITE));
    if (s->r_valid) {
        s->m_asid = s->r_asid;
        s->m_vpn = s->r_vpn;
    }
    s->m_valid = s->r_valid;
    s->m_read = (u1)(s->r_valid & (u1)!taken);
    if (in->lk_valid) {
        s->r_asid = in->lk_asid;
        s->r_vpn = in->lk_vpn;
    }
    s->r_valid = in->lk_valid;
}

void sram_tlb_step(sram_tlb_state *s, const sram_tlb_in *in, sram_tlb_out *out) {
    const u1 idle = (u1)(s->phase == SRAM_TLB_IDLE);
    const u1 writes = (u1)(s->phase == SRAM_TLB_WRITE);
    const u1 fills_large = (u1)(idle & s->f_valid & s->f_large);
    const u1 drops_all = (u1)(idle & (u1)!s->f_valid & in->inv_valid & (u1)(in->inv_kind == SRAM_TLB_ALL));
    const u1 any = (u1)(in->inv_kind == SRAM_TLB_SPACE);
    const uint32_t named = large_of(s, in->inv_asid, in->inv_vpn, any);
    const uint32_t drop = drops_all ? UINT32_MAX : writes & (u1)!s->fills ? named : 0U;
    const hits h = look_up(s, in);

    sram_tlb_outputs(s, out);
    const u1 filled = (u1)(fills_large | (writes & s->fills));
    answer(s, in, &h);
    if (s->phase == SRAM_TLB_MATCH)
        match(s, in);
    move_sets(s, &h, writes, drops_all);
    move_large(s, &h, fills_large, drop);
    move_look_up(s, in);
    move_work(s, in);
    move_fill(s, in, filled);
}
