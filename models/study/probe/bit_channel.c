/* SPDX-License-Identifier: Apache-2.0 */
#include "study/probe/bit_channel.h"

#include <math.h>

double mutual_information(const uint32_t count[2][2]) {
    const double all = (double)count[0][0] + count[0][1] + count[1][0] + count[1][1];
    double sum = 0;
    for (uint32_t s = 0; s < 2; s++)
        for (uint32_t r = 0; r < 2; r++) {
            const double both = count[s][r];
            const double expected = ((double)count[s][0] + count[s][1]) * ((double)count[0][r] + count[1][r]);
            if (both != 0)
                sum += both / all * log2(both * all / expected);
        }
    return sum > 0 ? sum : 0;
}

bit_channel bit_channel_measure(const bool *sent, const double *time, uint32_t symbols, uint32_t known) {
    bit_channel c = {.open = false};
    uint32_t of[2] = {0, 0}, wrong = 0;
    for (uint32_t i = 0; i < known; i++) {
        c.mean[sent[i]] += time[i];
        of[sent[i]]++;
    }
    for (uint32_t b = 0; b < 2; b++)
        c.mean[b] = of[b] != 0 ? c.mean[b] / of[b] : 0;
    c.level = (c.mean[0] + c.mean[1]) / 2;
    c.inverse = c.mean[1] < c.mean[0];
    c.open = of[0] != 0 && of[1] != 0 && c.mean[0] != c.mean[1];
    for (uint32_t i = known; i < symbols; i++) {
        const bool received = c.open && (c.inverse ? time[i] < c.level : time[i] > c.level);
        c.count[sent[i]][received]++;
        wrong += received != sent[i];
    }
    c.error = symbols > known ? (double)wrong / (symbols - known) : 0;
    c.capacity = mutual_information((const uint32_t(*)[2])c.count);
    return c;
}
