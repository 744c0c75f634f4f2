/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The smallest C known in which Bambu 2024.10 loses a value (docs/reports/hls.md): `walk` is taken through
 * its LUT transformation, the register in front of its memory gets no input, and 0 is stored. It is what
 * tlb_mshr does with walk_valid: of three entries the lowest free one is taken, unless a walk waits. Bambu
 * compares each call with the C.
 */
#include <stdbool.h>
#include <stdint.h>

#define N 3

void lost_value(bool rst, bool miss, uint8_t ready, bool *out);

void lost_value(bool rst, bool miss, uint8_t ready, bool *out) {
    static uint8_t used[N], walk, asked;
    const uint8_t may = (uint8_t)((uint8_t)!walk | (ready & 1));
    uint8_t takes[N], lower = 0, taken = 0;

    *out = (walk != 0) ^ (asked & 1);
    for (unsigned e = 0; e < N; e++) {
        const uint8_t free = used[e] == 0;
        takes[e] = (uint8_t)(miss & may & free & (uint8_t)!lower);
        lower |= free;
    }
    for (unsigned e = 0; e < N; e++)
        taken |= takes[e];
    walk = (uint8_t)(taken | (walk & (uint8_t)!(ready & 1)));
    if (taken)
        asked = 1;
    for (unsigned e = 0; e < N; e++)
        if (takes[e])
            used[e] = 1;
    if (rst) {
        for (unsigned e = 0; e < N; e++)
            used[e] = 0;
        walk = 0;
        asked = 0;
    }
}
