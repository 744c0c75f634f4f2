/* SPDX-License-Identifier: Apache-2.0 */
/* A unit's C behind DPI (scripts/gen/unit_dpi.py): pins are one vector, the first field at its low end. */
#ifndef GMMU_TB_SOC_DPI_H
#define GMMU_TB_SOC_DPI_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

typedef struct {
    size_t offset; /* in the struct of pins */
    unsigned bytes, width, elements;
} soc_dpi_field;

/* The vector is of 32-bit words (svBitVecVal). */
static inline void soc_dpi_read(const soc_dpi_field *f, size_t fields, const uint32_t *vector, void *pins) {
    size_t at = 0;
    for (size_t i = 0; i < fields; i++)
        for (unsigned e = 0; e < f[i].elements; e++) {
            uint64_t value = 0;
            for (unsigned b = 0; b < f[i].width; b++, at++)
                value |= (uint64_t)(vector[at / 32] >> at % 32 & 1U) << b;
            memcpy((char *)pins + f[i].offset + (size_t)e * f[i].bytes, &value, f[i].bytes);
        }
}

static inline void soc_dpi_write(const soc_dpi_field *f, size_t fields, const void *pins, uint32_t *vector) {
    size_t at = 0;
    for (size_t i = 0; i < fields; i++)
        for (unsigned e = 0; e < f[i].elements; e++) {
            uint64_t value = 0;
            memcpy(&value, (const char *)pins + f[i].offset + (size_t)e * f[i].bytes, f[i].bytes);
            for (unsigned b = 0; b < f[i].width; b++, at++)
                vector[at / 32] = (vector[at / 32] & ~(UINT32_C(1) << at % 32)) | (uint32_t)(value >> b & 1U)
                                                                                      << at % 32;
        }
}

/* Fields are copied as they lie: this machine is little endian, as all that Verilator runs on here. A state
 * lives as long as the program. */
#define SOC_DPI(unit)                                                                                        \
    void *unit##_dpi_new(void);                                                                              \
    void unit##_dpi_step(void *state, unsigned char rst, const uint32_t *pins, uint32_t *after);             \
    void *unit##_dpi_new(void) {                                                                             \
        unit##_state *state = alloc_zeroed(1, sizeof *state);                                                \
        unit##_reset(state);                                                                                 \
        return state;                                                                                        \
    }                                                                                                        \
    void unit##_dpi_step(void *state, unsigned char rst, const uint32_t *pins, uint32_t *after) {            \
        unit##_in in;                                                                                        \
        unit##_out out;                                                                                      \
        memset(&in, 0, sizeof in);                                                                           \
        soc_dpi_read(in_fields, sizeof in_fields / sizeof in_fields[0], pins, &in);                          \
        if (rst != 0)                                                                                        \
            unit##_reset(state);                                                                             \
        else                                                                                                 \
            unit##_step(state, &in, &out);                                                                   \
        unit##_outputs(state, &out);                                                                         \
        soc_dpi_write(out_fields, sizeof out_fields / sizeof out_fields[0], &out, after);                    \
    }

#endif
