/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_file.h"

#include <stddef.h>

#include "cli/bad_option.h"

bool option_file(const char *option, const char *text, const char **file) {
    if (*file)
        return bad_option(option, text, "one file");
    *file = text;
    return true;
}
