/* SPDX-License-Identifier: Apache-2.0 */
#include "base/number_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static unsigned shift_of(char suffix) {
    static const char suffixes[] = "KMGT";
    const char *at = suffix ? strchr(suffixes, suffix) : NULL;
    return at ? 10U * (unsigned)(at - suffixes + 1) : 0;
}

bool number_text_read(const char **text, uint64_t *value) {
    if (**text < '0' || **text > '9') /* strtoull() takes blanks and signs */
        return false;
    char *end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(*text, &end, 10);
    const unsigned shift = shift_of(*end);
    *text = end + (shift != 0);
    *value = (uint64_t)number << shift;
    return errno == 0 && number <= UINT64_MAX >> shift;
}
