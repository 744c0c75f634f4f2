#include "bypass_cache.h"

/* One bit per entry: set where a valid entry holds (asid, vpn). */
static inline uint32_t match(const bypass_cache_state *s, u9 asid, u36 vpn) {
    uint32_t m = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        m |= (uint32_t)(s->valid[i] & (s->asid[i] == asid) & (s->vpn[i] == vpn)) << i;
    return m;
}

/* AND-OR read of the physical page; 0 when nothing matches. */
static inline u28 read_ppn(const bypass_cache_state *s, uint32_t m) {
    uint32_t ppn = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        ppn |= ((m >> i) & 1U) ? (uint32_t)s->ppn[i] : 0U;
    return (u28)ppn;
}

/* One bit per entry: the least recently used one. */
static inline uint32_t oldest(const u5 age[GMMU_BYPASS_ENTRIES]) {
    uint32_t m = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        m |= (uint32_t)(age[i] == GMMU_BYPASS_ENTRIES - 1) << i;
    return m;
}

/* Makes the entry in m the most recent: what was younger ages by one. No effect when m is 0. */
static inline void touch(u5 age[GMMU_BYPASS_ENTRIES], uint32_t m) {
    uint32_t old = 0;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++)
        old |= ((m >> i) & 1U) ? (uint32_t)age[i] : 0U;
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++) {
        uint32_t a = (uint32_t)age[i];
        uint32_t aged = a + (uint32_t)(a < old);
        age[i] = (u5)(((m >> i) & 1U) ? 0U : GMMU_WRAP(aged, 5));
    }
}

void bypass_cache_reset(bypass_cache_state *s) {
    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++) {
        s->valid[i] = 0;
        s->asid[i] = 0;
        s->vpn[i] = 0;
        s->ppn[i] = 0;
        s->age[i] = (u5)i;
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
    const uint32_t hit0 = in->lk0_valid ? match(s, in->lk0_asid, in->lk0_vpn) : 0U;
    const uint32_t hit1 = in->lk1_valid ? match(s, in->lk1_asid, in->lk1_vpn) : 0U;
    const uint32_t present = fill ? match(s, in->fill_asid, in->fill_vpn) : 0U;

    bypass_cache_outputs(s, out);

    s->ans0_valid = in->lk0_valid;
    s->ans0_hit = (u1)(hit0 != 0);
    s->ans0_ppn = read_ppn(s, hit0);
    s->ans1_valid = in->lk1_valid;
    s->ans1_hit = (u1)(hit1 != 0);
    s->ans1_ppn = read_ppn(s, hit1);

    /* Invalid entries are always older than valid ones, so the oldest entry is
     * an empty one while there is any: no separate search for a free entry. */
    touch(s->age, hit0);
    touch(s->age, hit1);
    const uint32_t victim = fill ? oldest(s->age) : 0U;
    const uint32_t write = present != 0 ? present : victim;
    touch(s->age, write);

    for (unsigned i = 0; i < GMMU_BYPASS_ENTRIES; i++) {
        const u1 w = (u1)((write >> i) & 1U);
        s->valid[i] = (u1)((s->valid[i] | w) & !in->flush);
        s->asid[i] = w ? in->fill_asid : s->asid[i];
        s->vpn[i] = w ? in->fill_vpn : s->vpn[i];
        s->ppn[i] = w ? in->fill_ppn : s->ppn[i];
    }
}
