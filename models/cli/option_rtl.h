/* SPDX-License-Identifier: Apache-2.0 */
/* --rtl: which units run as Verilated RTL. */
#ifndef GMMU_OPTION_RTL_H
#define GMMU_OPTION_RTL_H

#include <stdbool.h>

#include "config/config.h"

/* Takes the value, "all" or names with commas between them; *all says which. False: the error line has been
 * printed. */
bool option_rtl(gpu_config *config, char *text, bool *all);
/* All units as RTL. */
void option_rtl_all(gpu_config *config);

#endif
