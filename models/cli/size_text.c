/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/size_text.h"

#include <inttypes.h>
#include <stdio.h>

const char *size_text(uint64_t bytes, char text[SIZE_TEXT]) {
    const char *const suffix[] = {"", "K", "M", "G", "T"};
    uint32_t power = 0;
    while (bytes != 0 && bytes % 1024 == 0 && power + 1 < sizeof suffix / sizeof *suffix) {
        bytes /= 1024;
        power++;
    }
    snprintf(text, SIZE_TEXT, "%" PRIu64 "%s", bytes, suffix[power]);
    return text;
}
