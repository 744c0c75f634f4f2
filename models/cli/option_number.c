/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_number.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/bad_option.h"

bool option_number(const char *option, const char *text, bool suffix, uint64_t max, uint64_t *value) {
    char *end = NULL;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    unsigned shift = 0;
    if (suffix && end != text && *end)
        shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    if (shift)
        end++;
    if (text[0] < '0' || text[0] > '9' || *end || errno || number > (max >> shift)) {
        char expected[80];
        snprintf(expected, sizeof expected, "a number up to %llu%s", (unsigned long long)max,
                 suffix ? ", K, M or G allowed" : "");
        return bad_option(option, text, expected);
    }
    *value = (uint64_t)number << shift;
    return true;
}
