/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_OPTION_NUMBER_H
#define GMMU_OPTION_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/option_rows.h"

/* What the option of that number takes, in the range of its row; false after one line with that range. */
bool option_number(const option_row *rows, int id, const char *text, uint64_t *value);

#endif
