/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_OPTION_NUMBER_H
#define GMMU_OPTION_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* A decimal number up to `max`; with `suffix` an optional K, M, G or T (powers of 1024). False: one line
 * about the option on stderr. */
bool option_number(const char *option, const char *text, bool suffix, uint64_t max, uint64_t *value);

#endif
