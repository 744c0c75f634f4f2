/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of address_hash for the lock-step harness. */
#include "address_hash.h"
#include "lockstep.h"

#include "base/mix.h"

#define W    ((unsigned)GMMU_HASH_W)
#define HALF (W / 2U)

/* Per phase, in percent: mapped and unmapped addresses; a row that is right; one that is wrong, also when
 * all are right; and in ten thousand: a check although there was one. */
static const struct {
    unsigned map, unmap, row, wrong, again;
} profile[LS_PHASES] = {
    {50, 50, 100, 0, 10}, {100, 100, 100, 1, 20}, {20, 80, 90, 0, 5},    {100, 0, 100, 5, 100},
    {0, 100, 50, 1, 0},   {90, 90, 100, 2, 300},  {10, 10, 100, 20, 50}, {100, 100, 100, 1, 0},
};

/* Row i of a matrix that is its own inverse: the upper half of the address XORed into the lower half, by
 * lists that depend on the phase. */
static uint64_t wanted(unsigned phase, unsigned i) {
    const uint64_t list = (i + 1U) * MIX_GOLDEN + phase * UINT64_C(0xD1B54A32D192ED03);
    const uint64_t high = GMMU_WRAP(list >> 20, W - HALF) << HALF;

    return UINT64_C(1) << i | (i < HALF ? high : 0);
}

/* The first row that is not the one wanted: W + i of the inverse, 2 W: none. */
static unsigned next_row(const address_hash_state *s, unsigned phase) {
    unsigned i = 0;

    while (i < 2U * W && (i < W ? s->row[i] : s->inverse[i - W]) == wanted(phase, i % W))
        i++;
    return i;
}

void address_hash_stimulus(lockstep *ls, const address_hash_state *s, const address_hash_out *pins,
                           address_hash_in *in) {
    const unsigned p = ls_phase(ls);
    const unsigned next = next_row(s, p);
    const bool wrong = ls_chance(ls, profile[p].wrong) && (!pins->checking || ls_chance(ls, 5));
    const bool start = next == 2U * W && !pins->checking && !pins->accepted;

    in->map_valid = (u1)ls_chance(ls, profile[p].map);
    in->map_addr = (GMMU_U(GMMU_HASH_W))GMMU_WRAP(ls_random(ls), GMMU_HASH_W);
    in->unmap_valid = (u1)ls_chance(ls, profile[p].unmap);
    in->unmap_addr = (GMMU_U(GMMU_HASH_W))GMMU_WRAP(ls_random(ls), GMMU_HASH_W);
    in->check_valid = (u1)(start || ls_below(ls, 10000) < profile[p].again);
    in->row_index = (u6)ls_below(ls, 64);
    in->row_inverse = (u1)ls_below(ls, 2);
    in->row_bits = (GMMU_U(GMMU_HASH_W))GMMU_WRAP(ls_random(ls), GMMU_HASH_W);
    if (wrong && in->row_index < W) { /* by one bit: more would be found in the first columns */
        const unsigned bit = ls_chance(ls, 10) ? W - 1U : (unsigned)ls_below(ls, W);

        in->row_bits = (GMMU_U(GMMU_HASH_W))(wanted(p, (unsigned)in->row_index) ^ UINT64_C(1) << bit);
        in->check_valid = (u1)ls_chance(ls, 50);
    } else if (!wrong && next < 2U * W) {
        in->row_index = (u6)(next % W);
        in->row_inverse = (u1)(next >= W);
        in->row_bits = (GMMU_U(GMMU_HASH_W))wanted(p, next % W);
    }
    /* A wrong row stays until the check of it has ended. */
    in->row_valid = (u1)(wrong || (next < 2U * W && !pins->checking && ls_chance(ls, profile[p].row)));
    if (s->at > W) /* no column: the check ends there */
        ls_poke(ls, "at", 0, ls_below(ls, 64));
}

void address_hash_coverage(lockstep *ls, const address_hash_state *s, const address_hash_in *in,
                           const address_hash_out *pins) {
    const bool row = in->row_valid && in->row_index < W, stays = !in->row_valid && !in->check_valid;
    bool same = true;

    for (unsigned i = 0; i < W && s->checking; i++) { /* column at - 1 comes back */
        const uint64_t bits = s->inverse[i] & s->column;
        same &= (unsigned)__builtin_parityll(bits) == (s->at == i + 1U);
    }
    const bool back = s->checking && s->at != 0 && same, differs = s->checking && s->at != 0 && !same;

    ls_cover(ls, "row written", row && !in->row_inverse);
    ls_cover(ls, "row of the inverse written", row && in->row_inverse);
    ls_cover(ls, "first row", row && in->row_index == 0);
    ls_cover(ls, "last row", row && in->row_index == W - 1U);
    ls_cover(ls, "no such row", in->row_valid && in->row_index >= W);
    ls_cover(ls, "row takes the map back", in->row_valid && pins->accepted);
    ls_cover(ls, "row ends a check", in->row_valid && !in->check_valid && pins->checking);
    ls_cover(ls, "row and check together", row && in->check_valid);
    ls_cover(ls, "check begins", in->check_valid && !in->row_valid && !pins->checking && !pins->accepted);
    ls_cover(ls, "check begins anew", in->check_valid && pins->checking);
    ls_cover(ls, "check takes the map back", in->check_valid && pins->accepted);
    ls_cover(ls, "column comes back", back && stays && s->at < W);
    ls_cover(ls, "accepted", back && stays && s->at == W);
    ls_cover(ls, "accepted, but a row is written", back && in->row_valid && s->at == W);
    ls_cover(ls, "first column is wrong", differs && stays && s->at == 1);
    ls_cover(ls, "a column between is wrong", differs && stays && s->at > 1 && s->at < W);
    ls_cover(ls, "last column is wrong", differs && stays && s->at == W);
    ls_cover(ls, "mapped", in->map_valid && pins->accepted);
    ls_cover(ls, "unmapped", in->unmap_valid && pins->accepted);
    ls_cover(ls, "both ways", in->map_valid && in->unmap_valid && pins->accepted);
    ls_cover(ls, "mapped while the map goes", in->map_valid && pins->accepted && in->row_valid);
    ls_cover(ls, "nothing asked", !in->map_valid && !in->unmap_valid);
    ls_cover(ls, "as it is", in->map_valid && !pins->accepted && !pins->checking);
    ls_cover(ls, "as it is, during a check", in->map_valid && pins->checking);
    ls_cover(ls, "back as it is, during a check", in->unmap_valid && pins->checking);
}
