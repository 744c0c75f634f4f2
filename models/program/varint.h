/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as 7 bits a byte, low ones first; the highest bit of a byte says that more follow. */
#ifndef GMMU_VARINT_H
#define GMMU_VARINT_H

#include <stdbool.h>
#include <stdint.h>

/* Upper bound of one number. */
#define VARINT_BYTES 10U

/* Behind what it writes. */
static inline uint8_t *varint_put(uint8_t *p, uint64_t value) {
    while (value >= 0x80U) {
        *p++ = (uint8_t)(value | 0x80U);
        value >>= 7;
    }
    *p++ = (uint8_t)value;
    return p;
}

/* Behind what it reads: at most VARINT_BYTES, even where none was written. */
static inline const uint8_t *varint_get(const uint8_t *p, uint64_t *value) {
    uint64_t v = *p & 0x7FU;
    for (unsigned shift = 7; *p++ & 0x80U && shift < 64; shift += 7)
        v |= (uint64_t)(*p & 0x7FU) << shift;
    *value = v;
    return p;
}

/* Was it a whole number? `behind`: what varint_get() has returned. */
static inline bool varint_ended(const uint8_t *behind) {
    return (behind[-1] & 0x80U) == 0;
}

#endif
