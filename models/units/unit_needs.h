/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a component says about the units in it: their names, where it has them, and the sizes that it needs
 * of them. Each says so in its own file; models/chip/chip_units.c puts together what a chip has.
 */
#ifndef GMMU_UNIT_NEEDS_H
#define GMMU_UNIT_NEEDS_H

#include "config/config.h"
#include "units/unit.h"

#define UNIT_NEEDS_MAX 4U

typedef struct {
    unit_size size[UNIT_NEEDS_MAX]; /* ends with the name NULL */
} unit_needs;

/* A part of the chip that takes a unit only at just its own shape. */
typedef struct {
    char name[16];       /* "tlb.l1" */
    const unit_ops *ops; /* NULL: no size that is built has its shape */
} unit_part;

typedef struct {
    const char *unit; /* NULL ends a list */
    /* NULL: wherever the component is. */
    bool (*used)(const gpu_config *config);
    /* The least sizes, with `apps` applications; NULL: the unit serves any chip. */
    unit_needs (*sizes)(const chip_config *chip, uint32_t apps);
    bool all_sms; /* has exactly as many SMs as the chip: a build with more of them would give them away */
    /* In place of both: the parts that may be this unit, by number; false: there is none of that number. */
    bool (*part)(const gpu_config *config, uint32_t number, unit_part *part);
} unit_need;

#endif
