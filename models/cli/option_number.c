/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_number.h"

#include <ctype.h>
#include <stdio.h>

#include "base/number_text.h"
#include "cli/bad_option.h"

bool option_number(const char *option, const char *text, bool suffix, uint64_t max, uint64_t *value) {
    const char *end = text;
    if (!number_text_read(&end, value) || *end || *value > max ||
        !(suffix || isdigit((unsigned char)end[-1]))) {
        char expected[80];
        snprintf(expected, sizeof expected, "a number up to %llu%s", (unsigned long long)max,
                 suffix ? ", K, M, G or T allowed" : "");
        return bad_option(option, text, expected);
    }
    return true;
}
