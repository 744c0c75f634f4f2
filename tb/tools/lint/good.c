/* SPDX-License-Identifier: Apache-2.0 */
/* Everything the subset allows, close to what it forbids. */
#include "gmmu_types.h"

#define WAYS 4U
enum { SETS = 2 };

static const uint8_t weight[WAYS] = {1, 2, 4, 8};

typedef struct {
    u1 valid;
    u9 tag;
} good_line;

typedef struct {
    u4 count[WAYS];
    good_line line;
} good_state;

typedef struct {
    u2 way;
    u9 tag;
} good_in;

typedef struct {
    u1 hit;
    u4 count;
} good_out;

static inline uint32_t sum_of(const good_state *s) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < WAYS; i++)
        for (unsigned k = 0; k + 1 < SETS * 2; k += 2)
            sum += (uint32_t)s->count[i] * weight[i];
    for (int i = (int)WAYS - 1; i >= 0; --i)
        switch ((uint32_t)s->count[i]) {
        case 0:
            break; /* leaves the switch, not the loop */
        default:
            sum++;
        }
    for (unsigned bit = 1; bit < 256U; bit <<= 1)
        sum ^= bit;
    return sum / WAYS + sum % 8U;
}

void good_step(good_state *s, const good_in *in, good_out *out);
void good_step(good_state *s, const good_in *in, good_out *out) {
    out->hit = (u1)(s->line.valid && s->line.tag == in->tag);
    out->count = (u4)GMMU_WRAP(sum_of(s), 4);
    switch ((uint32_t)in->way) {
    case 0:
        s->line.valid = 1;
        break;
    default:
        s->line.tag = in->tag;
        break;
    }
}
