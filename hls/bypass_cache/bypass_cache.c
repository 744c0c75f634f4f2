/* SPDX-License-Identifier: Apache-2.0 */
#include "bypass_cache.h"

/* One bit per entry. */
typedef GMMU_U(GMMU_BYPASS_ENTRIES) entries;

static inline uint32_t bit(entries m, unsigned i) {
    return (uint32_t)(((uint64_t)m >> i) & 1U);
}

/* AND-OR read of the physical page; 0 when nothing is hit. */
static inline GMMU_U(GMMU_PPN_W) read_ppn(const bypass_cache_state *s, entries hit) {
    uint64_t ppn = 0;
    if (hit != 0)
        for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
            ppn |= bit(hit, i) ? (uint64_t)s->ppn[i] : 0U;
    return (GMMU_U(GMMU_PPN_W))ppn;
}

/* Of entries i and j < i. */
static inline unsigned pair(unsigned i, unsigned j) {
    return i * (i - 1) / 2 + j;
}

/* Whether entry i was used after entry j < i, once the lookups of the cycle before count. */
static inline u1 looked(const bypass_cache_state *s, unsigned i, unsigned j) {
    const uint32_t first = (s->newer[pair(i, j)] | bit(s->hit0, i)) & !bit(s->hit0, j);
    return (u1)((first | bit(s->hit1, i)) & !bit(s->hit1, j));
}

/* The least recently used entry; the lookups of the cycle before did not hit it.
 * Invalid entries are always older than valid ones, so it is an empty one while
 * there is any: no separate search for a free entry. */
static inline entries oldest(const bypass_cache_state *s) {
    uint64_t is = UINT64_MAX >> (64 - GMMU_BYPASS_ENTRIES);
    for (unsigned i = 1; i < GMMU_BYPASS_ENTRIES; i++)
        for (unsigned j = 0; j < GMMU_BYPASS_ENTRIES; j++)
            if (j < i)
                is &= ~(UINT64_C(1) << (looked(s, i, j) ? i : j));
    return (entries)is;
}

/* The order moves by the lookups and the fill of the cycle before. */
static inline void use(bypass_cache_state *s, entries placed) {
    for (unsigned i = 1; i < GMMU_BYPASS_ENTRIES; i++)
        for (unsigned j = 0; j < GMMU_BYPASS_ENTRIES; j++)
            if (j < i)
                s->newer[pair(i, j)] = (u1)((looked(s, i, j) | bit(placed, i)) & !bit(placed, j));
}

/* The fill of the cycle before goes to its entry. */
static inline void place(bypass_cache_state *s, entries placed) {
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        if (bit(placed, i)) {
            s->valid[i] = 1;
            s->asid[i] = s->fresh_asid;
            s->vpn[i] = s->fresh_vpn;
            s->ppn[i] = s->fresh_ppn;
        }
}

/* The entry that holds (asid, vpn), once the fill of the cycle before has come to its own. */
static inline entries match(const bypass_cache_state *s, entries placed, GMMU_U(GMMU_ASID_W) asid,
                            GMMU_U(GMMU_VPN_W) vpn) {
    const uint32_t fresh = s->fresh & (s->fresh_asid == asid) & (s->fresh_vpn == vpn);
    uint64_t m = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++) {
        const uint32_t held = s->valid[i] & (s->asid[i] == asid) & (s->vpn[i] == vpn);
        m |= (uint64_t)(bit(placed, i) ? fresh : held) << i;
    }
    return (entries)m;
}

void bypass_cache_reset(bypass_cache_state *s) {
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++) {
        s->valid[i] = 0;
        s->asid[i] = 0;
        s->vpn[i] = 0;
        s->ppn[i] = 0;
    }
    for (unsigned p = 0; p < GMMU_BYPASS_PAIRS; p++)
        s->newer[p] = 0;
    s->ans0_valid = 0;
    s->ans0_hit = 0;
    s->hit0 = 0;
    s->ans1_valid = 0;
    s->ans1_hit = 0;
    s->hit1 = 0;
    s->fresh = 0;
    s->evict = 0;
    s->present = 0;
    s->fresh_asid = 0;
    s->fresh_vpn = 0;
    s->fresh_ppn = 0;
}

void bypass_cache_outputs(const bypass_cache_state *s, bypass_cache_out *out) {
    out->a0_valid = s->ans0_valid;
    out->a0_hit = s->ans0_hit;
    out->a0_ppn = read_ppn(s, s->hit0);
    out->a1_valid = s->ans1_valid;
    out->a1_hit = s->ans1_hit;
    out->a1_ppn = read_ppn(s, s->hit1);
}

void bypass_cache_step(bypass_cache_state *s, const bypass_cache_in *in, bypass_cache_out *out) {
    const u1 fill = (u1)(in->fill_valid & !in->flush);
    const entries placed = s->evict ? (entries)(s->present | oldest(s)) : s->present;
    const entries hit0 = in->lk0_valid ? match(s, placed, in->lk0_asid, in->lk0_vpn) : (entries)0;
    const entries hit1 = in->lk1_valid ? match(s, placed, in->lk1_asid, in->lk1_vpn) : (entries)0;
    const entries present = fill ? match(s, placed, in->fill_asid, in->fill_vpn) : (entries)0;

    bypass_cache_outputs(s, out);

    if ((s->hit0 | s->hit1 | placed) != 0) {
        use(s, placed);
        place(s, placed);
    }
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        s->valid[i] = (u1)(s->valid[i] & !in->flush);

    s->ans0_valid = in->lk0_valid;
    s->ans0_hit = (u1)(hit0 != 0);
    s->hit0 = hit0;
    s->ans1_valid = in->lk1_valid;
    s->ans1_hit = (u1)(hit1 != 0);
    s->hit1 = hit1;
    s->fresh = fill;
    s->evict = (u1)(fill & (present == 0));
    s->present = present;
    s->fresh_asid = fill ? in->fill_asid : (GMMU_U(GMMU_ASID_W))0;
    s->fresh_vpn = fill ? in->fill_vpn : (GMMU_U(GMMU_VPN_W))0;
    s->fresh_ppn = fill ? in->fill_ppn : (GMMU_U(GMMU_PPN_W))0;
}
