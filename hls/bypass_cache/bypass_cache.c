/* SPDX-License-Identifier: Apache-2.0 */
#include "bypass_cache.h"

GMMU_REQUIRE(GMMU_BYPASS_ENTRIES <= 64,
             "in C GMMU_BYPASS_ENTRIES must be at most 64, a bit of a word for each");

/* One bit per entry. */
#if GMMU_BYPASS_ENTRIES <= 32
typedef uint32_t entries;
#else
typedef uint64_t entries;
#endif

/* Set where a valid entry holds (asid, vpn). */
static inline entries match(const bypass_cache_state *s, GMMU_U(GMMU_ASID_W) asid, GMMU_U(GMMU_VPN_W) vpn) {
    entries m = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        m |= (entries)(s->valid[i] & (s->asid[i] == asid) & (s->vpn[i] == vpn)) << i;
    return m;
}

/* AND-OR read of the physical page; 0 when nothing matches. */
static inline GMMU_U(GMMU_PPN_W) read_ppn(const bypass_cache_state *s, entries m) {
    uint64_t ppn = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        ppn |= ((m >> i) & 1U) ? (uint64_t)s->ppn[i] : 0U;
    return (GMMU_U(GMMU_PPN_W))ppn;
}

/* AND-OR read of the LRU age; 0 when nothing matches. */
static inline uint32_t read_age(const bypass_cache_state *s, entries m) {
    uint32_t age = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        age |= ((m >> i) & 1U) ? (uint32_t)s->age[i] : 0U;
    return age;
}

/* Those of this age. */
static inline entries of_age(const bypass_cache_state *s, uint32_t age) {
    entries m = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        m |= (entries)((uint32_t)s->age[i] == age) << i;
    return m;
}

/* The least recently used entry, leaving out the one or two that are hit now.
 * Invalid entries are always older than valid ones, so it is an empty one while
 * there is any: no separate search for a free entry. */
static inline entries oldest(const bypass_cache_state *s, entries hit) {
    const entries last = of_age(s, GMMU_BYPASS_ENTRIES - 1);
    const entries last_but_1 = of_age(s, GMMU_BYPASS_ENTRIES - 2);
    const entries last_but_2 = of_age(s, GMMU_BYPASS_ENTRIES - 3);
    return (last & hit) == 0 ? last : (last_but_1 & hit) == 0 ? last_but_1 : last_but_2;
}

/* Uses of this cycle, from the latest to the earliest; an entry counts at its
 * latest. The latest use gets age 0, and so on; any other entry ages by the
 * number of used ones that were older. */
static inline void use(bypass_cache_state *s, entries third, entries second, entries first) {
    const entries use2 = second & ~third;
    const entries use1 = first & ~second & ~third;
    const uint32_t old3 = read_age(s, third);
    const uint32_t old2 = read_age(s, use2);
    const uint32_t old1 = read_age(s, use1);
    const uint32_t new2 = (uint32_t)(third != 0);
    const uint32_t new1 = new2 + (uint32_t)(use2 != 0);

    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++) {
        const uint32_t age = (uint32_t)s->age[i];
        const uint32_t aged = age + (uint32_t)(age < old3) + (uint32_t)(age < old2) + (uint32_t)(age < old1);
        const uint32_t next = ((third >> i) & 1U)  ? 0U
                              : ((use2 >> i) & 1U) ? new2
                              : ((use1 >> i) & 1U) ? new1
                                                   : aged;
        s->age[i] = (GMMU_U(GMMU_BYPASS_AGE_W))GMMU_WRAP(next, GMMU_BYPASS_AGE_W);
    }
}

void bypass_cache_reset(bypass_cache_state *s) {
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++) {
        s->valid[i] = 0;
        s->asid[i] = 0;
        s->vpn[i] = 0;
        s->ppn[i] = 0;
        s->age[i] = (GMMU_U(GMMU_BYPASS_AGE_W))i;
    }
    s->ans0_valid = 0;
    s->ans0_hit = 0;
    s->ans0_ppn = 0;
    s->ans1_valid = 0;
    s->ans1_hit = 0;
    s->ans1_ppn = 0;
}

void bypass_cache_outputs(const bypass_cache_state *s, bypass_cache_out *out) {
    out->a0_valid = s->ans0_valid;
    out->a0_hit = s->ans0_hit;
    out->a0_ppn = s->ans0_ppn;
    out->a1_valid = s->ans1_valid;
    out->a1_hit = s->ans1_hit;
    out->a1_ppn = s->ans1_ppn;
}

void bypass_cache_step(bypass_cache_state *s, const bypass_cache_in *in, bypass_cache_out *out) {
    const u1 fill = (u1)(in->fill_valid & !in->flush);
    const entries hit0 = in->lk0_valid ? match(s, in->lk0_asid, in->lk0_vpn) : 0U;
    const entries hit1 = in->lk1_valid ? match(s, in->lk1_asid, in->lk1_vpn) : 0U;
    const entries present = fill ? match(s, in->fill_asid, in->fill_vpn) : 0U;

    bypass_cache_outputs(s, out);

    s->ans0_valid = in->lk0_valid;
    s->ans0_hit = (u1)(hit0 != 0);
    s->ans0_ppn = read_ppn(s, hit0);
    s->ans1_valid = in->lk1_valid;
    s->ans1_hit = (u1)(hit1 != 0);
    s->ans1_ppn = read_ppn(s, hit1);

    const entries victim = fill ? oldest(s, hit0 | hit1) : 0U;
    const entries write = present != 0 ? present : victim;
    use(s, write, hit1, hit0);
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++) {
        const u1 w = (u1)((write >> i) & 1U);
        s->valid[i] = (u1)((s->valid[i] | w) & !in->flush);
        s->asid[i] = w ? in->fill_asid : s->asid[i];
        s->vpn[i] = w ? in->fill_vpn : s->vpn[i];
        s->ppn[i] = w ? in->fill_ppn : s->ppn[i];
    }
}
