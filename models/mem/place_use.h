/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which applications use which places of the memory system: sets of the L2 cache, banks of DRAM, channels. It
 * stands next to the machine, looks at every tag check and at every request of DRAM, reads of page walks and
 * write-backs included, and costs no cycle. It knows no page colours.
 *
 * The isolation oracle: where the driver keeps applications apart (Fractional GPUs §V-G), the first place
 * that a second application uses is an error of the run.
 *
 * Every function accepts NULL and then does nothing.
 */
#ifndef GMMU_PLACE_USE_H
#define GMMU_PLACE_USE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/chip.h"
#include "mem/mem_map.h"

typedef struct place_use place_use;

/* Places of a kind that an application has used, and those that more than one has used. */
typedef struct {
    uint64_t used, shared;
} place_count;

typedef struct {
    place_count l2_sets, dram_banks, channels;
} place_counts;

/* Ends the program when out of memory. */
place_use *place_use_new(const chip_config *chip);
void place_use_free(place_use *u);
/* No place may have two users from now on. */
void place_use_keep_apart(place_use *u);

/* Application `app` looks up a set of an L2 bank, or reads or writes a bank of DRAM, at this address. */
void place_use_l2_set(place_use *u, uint32_t bank, uint32_t set, uint64_t paddr, uint32_t app);
void place_use_dram(place_use *u, const mem_place *place, uint64_t paddr, uint32_t app);

/* Of the whole run. */
place_counts place_use_count(const place_use *u);
/* The first place with two users that must have one as one line without a newline; false: there is none. */
bool place_use_report(const place_use *u, char *text, size_t size);

#endif
