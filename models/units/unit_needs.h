/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a chip needs of the units: the least sizes that hold its SMs, applications and DRAM banks. Units
 * that are not named here serve any chip at their one size.
 */
#ifndef GMMU_UNIT_NEEDS_H
#define GMMU_UNIT_NEEDS_H

#include "spec/config.h"
#include "units/unit.h"

#define UNIT_NEEDS_MAX 4U

/* Must have exactly as many SMs as the chip. */
#define SM_SCHEDULER_UNIT "sm_scheduler"
/* Likewise; used with schedule.driver=units. */
#define SM_DRIVER_UNIT "sm_driver"
#define PTB_QUEUE_UNIT "ptb_queue"
/* The block that is in the place of a whole shared TLB (hls/gmmu). */
#define GMMU_UNIT "gmmu"

/* Of a chip whose address map is XORs of address bits. */
#define ADDRESS_HASH_UNIT "address_hash"

typedef struct {
    unit_size size[UNIT_NEEDS_MAX]; /* ends with the name NULL */
} unit_needs;

/* apps: number of applications that run on the chip. */
unit_needs unit_needs_of(const char *unit, const chip_config *chip, uint32_t apps);

/* Does this chip with this design have the unit? */
bool unit_is_used(const gpu_config *config, const char *unit);

/* Is each unit that the design uses built large enough, and the SM scheduler for as many SMs as there are?
 * False: one line in err that names the unit, the need and what is built. */
bool unit_needs_met(const gpu_config *config, uint32_t apps, char *err, size_t err_size);

#endif
