/* SPDX-License-Identifier: Apache-2.0 */
/* What config_check() cannot know, because it lies above spec/. */
#ifndef GMMU_CHIP_PARTS_H
#define GMMU_CHIP_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "config/config.h"

/* Can the design have its bypass rule? Can the address map be made of the chip's sizes and lists, and do the
 * page allocator's frames fit it? For a configuration that config_check() has passed. What depends on the
 * number of applications is not asked. False with one line in err. */
bool chip_parts_fit(const gpu_config *config, char *err, size_t size);

#endif
