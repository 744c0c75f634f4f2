/* SPDX-License-Identifier: Apache-2.0 */
/* What a receiver that hears times learns of bits that a sender has sent. */
#ifndef GMMU_BIT_CHANNEL_H
#define GMMU_BIT_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    double mean[2];       /* time of a symbol, by the bit sent, of those that both know before */
    double level;         /* the receiver takes a longer time for a 1, or a shorter one if `inverse` */
    bool inverse, open;   /* open: the two means differ */
    uint32_t count[2][2]; /* symbols of the message: [sent][received] */
    double error;         /* part of the message that was received wrong */
    double capacity;      /* bits of a symbol: the mutual information of sent and received */
} bit_channel;

/* The first `known` of the symbols are known to both and set the level, the others are the message. A
 * receiver that sees no difference always says 0. */
bit_channel bit_channel_measure(const bool *sent, const double *time, uint32_t symbols, uint32_t known);

/* Mutual information, in bits, of two variables with two values, from their counts; 0 for no counts. */
double mutual_information(const uint32_t count[2][2]);

#endif
