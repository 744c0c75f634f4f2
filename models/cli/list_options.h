/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_LIST_OPTIONS_H
#define GMMU_LIST_OPTIONS_H

#include <jansson.h>

/* All options of all commands, and all paths of --set with their values on the first chip that has them:
 * docs/reference/options.md. */
json_t *options_list(void);

#endif
