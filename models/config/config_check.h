/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that a configuration can be built: every value is in its range, and the rules between values hold.
 */
#ifndef GMMU_CONFIG_CHECK_H
#define GMMU_CONFIG_CHECK_H

#include "config/config.h"

/* Bytes of host memory that the tables of one chip may take. */
#define CONFIG_MAX_BYTES (UINT64_C(4) << 30)

/* False: one line in err that names the field by its path, its value, and what is expected. */
bool config_check(const gpu_config *config, char *err, size_t size);
/* Of these the rule that the chip can have the pages of the design. */
bool config_check_pages(const gpu_config *config, char *err, size_t size);

#endif
