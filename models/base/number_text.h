/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as they are written in options, descriptions of chips and arguments of kernels. */
#ifndef GMMU_NUMBER_TEXT_H
#define GMMU_NUMBER_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* A decimal number at *text, with K, M, G or T behind it a power of 1024; *text is moved behind it. False:
 * there is no digit, or the number has more than 64 bits. */
bool number_text_read(const char **text, uint64_t *value);

#endif
