/* SPDX-License-Identifier: Apache-2.0 */
/* The only object that a commit changes. */
#include "config/version.h"

#ifndef GMMU_COMMIT /* of scripts/make/models.mk, for the simulator alone */
#define GMMU_VERSION "unknown"
#define GMMU_COMMIT  "unknown"
#endif

const char *gmmu_version(void) {
    return GMMU_VERSION;
}

const char *gmmu_commit(void) {
    return GMMU_COMMIT;
}
