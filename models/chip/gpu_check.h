/* SPDX-License-Identifier: Apache-2.0 */
/* Can these applications run on this chip? */
#ifndef GMMU_GPU_CHECK_H
#define GMMU_GPU_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/config.h"
#include "dispatch/gpu_app.h"

/* False with one line in err. */
bool gpu_check_config(const gpu_config *c, const gpu_app *apps, uint32_t napps, char *err, size_t n);

/* Has each of `places` address spaces, ASIDs 1 .. places, ways of its own in every TLB level with partitions
 * (mmu/tlb.h)? False with one line in err. */
bool gpu_check_tlb_partitions(const gpu_config *c, uint32_t places, char *err, size_t n);

#endif
