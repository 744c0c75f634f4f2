/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as options take them: "128K". */
#ifndef GMMU_SIZE_TEXT_H
#define GMMU_SIZE_TEXT_H

#include <stdint.h>

#define SIZE_TEXT 24

/* With powers of 1024 where they divide the number; returns `text`. */
const char *size_text(uint64_t bytes, char text[SIZE_TEXT]);

#endif
