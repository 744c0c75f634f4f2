/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hardware unit behind one interface, as the C of hls/ or as its Verilated RTL.
 * The table of all units is generated from the headers in hls/ (scripts/gen).
 */
#ifndef GMMU_UNIT_H
#define GMMU_UNIT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct unit_ops {
    const char *name; /* "bypass_cache" */
    bool rtl;
    size_t in_bytes;       /* sizeof(<unit>_in) */
    size_t out_bytes;      /* sizeof(<unit>_out) */
    void *(*create)(void); /* in reset; NULL when out of memory */
    void (*destroy)(void *unit);
    void (*reset)(void *unit);
    void (*outputs)(void *unit, void *out);              /* the pins now: <unit>_out */
    void (*step)(void *unit, const void *in, void *out); /* one clock edge; out: pins before it */
} unit_ops;

/* The C or the RTL implementation of a unit, or NULL for an unknown name. */
const unit_ops *unit_find(const char *name, bool rtl);

/* Names of all units, NULL-terminated, sorted. */
const char *const *unit_names(void);

#endif
