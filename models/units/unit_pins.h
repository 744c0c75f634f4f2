/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pins and registers of a unit by name, for a program that knows no header: a scripting language that
 * reads the table and then drives the unit through unit.h. The tables are generated from the headers in hls/
 * (scripts/gen). They are of the build's own header, as the structs of unit_find() are.
 */
#ifndef GMMU_UNIT_PINS_H
#define GMMU_UNIT_PINS_H

#include <stddef.h>
#include <stdint.h>

/* One field of a struct; of an array, all its elements. */
typedef struct {
    const char *name;  /* "lk0_vpn"; of a struct within the struct "div.rem" */
    size_t offset;     /* bytes from the start of the struct */
    uint32_t bytes;    /* of one element: 1, 2, 4 or 8 */
    uint32_t width;    /* bits of one element */
    uint32_t elements; /* 0: no array */
} unit_pin;

/* The fields of <unit>_in, <unit>_out and <unit>_state; each list ends with the name NULL. */
typedef struct {
    const char *name; /* of the build, as in unit_ops */
    const unit_pin *in, *out, *state;
} unit_pins;

/* NULL for an unknown name. */
const unit_pins *unit_pins_find(const char *name);

#endif
