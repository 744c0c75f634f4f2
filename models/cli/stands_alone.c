/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/stands_alone.h"

#include <stdio.h>

#include "cli/bad_option.h"

bool stands_alone(int argc, char **argv, const char *const *words) {
    char expected[64];
    if (argc <= 1)
        return true;
    near_name near = near_name_of(argv[1]);
    if (words)
        near_name_offer_all(&near, words);
    (void)snprintf(expected, sizeof expected, "none with 'gmmu %s'", argv[0]);
    return bad_name("argument", argv[1], expected, &near);
}
