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

/* The n lowest bits. */
static inline uint64_t low(unsigned n) {
    return (UINT64_C(1) << n) - 1U;
}

/* Row r of the order once the entries of m are used: their own bits are set, other entries' bits about them
 * cleared. */
static inline uint64_t used(uint64_t row, unsigned r, entries m) {
    const unsigned i = GMMU_BYPASS_ENTRIES - 1 - r;
    const uint64_t own = (bit(m, i) ? low(i) : 0U) | (bit(m, r) ? low(r) << i : 0U);
    const uint64_t about = ((uint64_t)m & low(i)) | ((uint64_t)m & low(r)) << i;
    return (row | own) & ~about;
}

/* Row r once the lookups of the cycle before count. */
static inline uint64_t looked(const bypass_cache_state *s, unsigned r) {
    return used(used((uint64_t)s->newer[r], r, s->hit0), r, s->hit1);
}

/* Of the entries in `is`, those that the bits of entry i leave: itself if it is newer than none, and each
 * before it if it is newer than that one. */
static inline uint64_t older(uint64_t is, unsigned i, uint64_t bits) {
    return is & (bits | ~low(i)) & ~(bits != 0 ? UINT64_C(1) << i : 0U);
}

/* The least recently used entry; the lookups of the cycle before did not hit it.
 * Invalid entries are always older than valid ones, so it is an empty one while
 * there is any: no separate search for a free entry. */
static inline entries oldest(const bypass_cache_state *s) {
    uint64_t is = UINT64_MAX >> (64 - GMMU_BYPASS_ENTRIES);
    for (unsigned r = 0; r < GMMU_BYPASS_ROWS; r++) {
        const unsigned i = GMMU_BYPASS_ENTRIES - 1 - r;
        const uint64_t row = looked(s, r);
        is = older(is, i, row & low(i));
        is = older(is, r, row >> i);
    }
    return (entries)is;
}

/* The order moves by the lookups and the fill of the cycle before. */
static inline void use(bypass_cache_state *s, entries placed) {
    for (unsigned r = 0; r < GMMU_BYPASS_ROWS; r++)
        s->newer[r] = (GMMU_U(GMMU_BYPASS_ROW_W))used(looked(s, r), r, placed);
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
    uint64_t held = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        held |= (uint64_t)(s->valid[i] & (s->asid[i] == asid) & (s->vpn[i] == vpn)) << i;
    return (entries)((held & ~(uint64_t)placed) | (fresh ? (uint64_t)placed : 0U));
}

void bypass_cache_reset(bypass_cache_state *s) {
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++) {
        s->valid[i] = 0;
        s->asid[i] = 0;
        s->vpn[i] = 0;
        s->ppn[i] = 0;
    }
    for (unsigned r = 0; r < GMMU_BYPASS_ROWS; r++)
        s->newer[r] = 0;
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
