/* SPDX-License-Identifier: Apache-2.0 */
/* What units promise of the divider inside them (hls/common/divider.h). */
#ifndef GMMU_DIVIDER_CLAIMS_H
#define GMMU_DIVIDER_CLAIMS_H

#include "divider.h"

/* It has just been given these operands. */
static inline u1 divider_loaded(const divider_state *n, uint64_t dividend, uint64_t divisor) {
    return (u1)(n->busy & !n->done & (n->count == GMMU_DIVIDEND_W) & (n->rem == 0) &
                ((uint64_t)n->quo == dividend) & ((uint64_t)n->den == divisor));
}

/* One bit of the quotient: it is set if the divisor goes into what is left, which then loses it. */
static inline u1 divider_one_bit(const divider_state *s, const divider_state *n) {
    const uint64_t top = (uint64_t)(s->quo >> (GMMU_DIVIDEND_W - 1));
    const uint64_t left = 2U * (uint64_t)s->rem + top;
    const uint64_t den = (uint64_t)s->den;
    const uint64_t bit = (uint64_t)(left >= den);
    const u1 last = (u1)(s->count == 1);
    const u1 right = (u1)((n->den == s->den) &
                          ((uint64_t)n->rem == GMMU_WRAP(left - (bit != 0 ? den : 0U), GMMU_DIVISOR_W)) &
                          ((uint64_t)n->quo == GMMU_WRAP(2U * (uint64_t)s->quo + bit, GMMU_DIVIDEND_W)));

    return (u1)(right & (n->busy != last) & (n->done == last) &
                ((uint32_t)n->count == (((uint32_t)s->count - 1U) & 63U)));
}

/* Without work it rests; the quotient is announced for one cycle. */
static inline u1 divider_rests(const divider_state *s, const divider_state *n) {
    return (u1)(!n->busy & !n->done & (n->count == s->count) & (n->den == s->den) & (n->rem == s->rem) &
                (n->quo == s->quo));
}

#endif
