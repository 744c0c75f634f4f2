/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a configuration can be built: every value in its range, and what must hold between values. */
#ifndef GMMU_CONFIG_CHECK_H
#define GMMU_CONFIG_CHECK_H

#include "spec/config.h"

/* Host memory that the tables of one chip may take. */
#define CONFIG_MAX_BYTES (UINT64_C(4) << 30)

/* False: one line in err that names the field by its path, what it is, and what is expected. */
bool config_check(const gpu_config *config, char *err, size_t size);

#endif
